"""What can be asked: a file a question, the name of its command. A frozen request in, an answer with its warnings out.

Requests and answers are here; what answers is a function of the name of its file:

>>> from backhand.answers import Situation, ValueRequest
>>> from backhand.answers.value import value
>>> value(ValueRequest(Situation(pays="6:5"))).value.house_edge < 0
True

Nothing is loaded before it is asked for, since an answer that needs no deal needs no numpy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backhand.answers.advise import AdviceRequest, HandAdvice
    from backhand.answers.audit import Audit, AuditRequest
    from backhand.answers.chart import Chart, ChartRequest
    from backhand.answers.evaluate import Evaluation, EvaluationRequest
    from backhand.answers.export import Export, ExportRequest
    from backhand.answers.graph import Graph, GraphRequest
    from backhand.answers.par import ManyRounds, Par, ParRequest
    from backhand.answers.payouts import Payouts, PayoutsRequest
    from backhand.answers.rules import RulesInForce, RulesRequest
    from backhand.answers.simulate import Simulation, SimulationRequest
    from backhand.answers.situation import Situation
    from backhand.answers.tablebase import BuildRequest, Probe, ProbeRequest, TablebaseInfo, Verification, VerifyRequest
    from backhand.answers.tables import ShoeTables, Tables, TablesRequest
    from backhand.answers.validate import Validation, ValidationRequest
    from backhand.answers.value import DealValue, ValueRequest

__all__ = [
    "AdviceRequest",
    "Audit",
    "AuditRequest",
    "BuildRequest",
    "Chart",
    "ChartRequest",
    "DealValue",
    "Evaluation",
    "EvaluationRequest",
    "Export",
    "ExportRequest",
    "Graph",
    "GraphRequest",
    "HandAdvice",
    "ManyRounds",
    "Par",
    "ParRequest",
    "Payouts",
    "PayoutsRequest",
    "Probe",
    "ProbeRequest",
    "RulesInForce",
    "RulesRequest",
    "ShoeTables",
    "Simulation",
    "SimulationRequest",
    "Situation",
    "TablebaseInfo",
    "Tables",
    "TablesRequest",
    "Validation",
    "ValidationRequest",
    "ValueRequest",
    "Verification",
    "VerifyRequest",
]

_MODULES = {
    "advise": (
        "AdviceRequest",
        "HandAdvice",
    ),
    "audit": (
        "Audit",
        "AuditRequest",
    ),
    "chart": (
        "Chart",
        "ChartRequest",
    ),
    "evaluate": (
        "Evaluation",
        "EvaluationRequest",
    ),
    "export": (
        "Export",
        "ExportRequest",
    ),
    "graph": (
        "Graph",
        "GraphRequest",
    ),
    "par": (
        "ManyRounds",
        "Par",
        "ParRequest",
    ),
    "payouts": (
        "Payouts",
        "PayoutsRequest",
    ),
    "rules": (
        "RulesInForce",
        "RulesRequest",
    ),
    "simulate": (
        "Simulation",
        "SimulationRequest",
    ),
    "situation": ("Situation",),
    "tablebase": (
        "BuildRequest",
        "Probe",
        "ProbeRequest",
        "TablebaseInfo",
        "Verification",
        "VerifyRequest",
    ),
    "tables": (
        "ShoeTables",
        "Tables",
        "TablesRequest",
    ),
    "validate": (
        "Validation",
        "ValidationRequest",
    ),
    "value": (
        "DealValue",
        "ValueRequest",
    ),
}


def __getattr__(name: str) -> Any:
    """Load a request or an answer when it is asked for."""
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"backhand.answers.{module}"), name)
    raise AttributeError(f"module 'backhand.answers' has no attribute {name!r}")
