"""Vingt-un, the second game: as Professor Hoffmann's Hoyle has it (docs/vingt_un.md).

>>> from backhand.vingt_un import Policy, Punter, Rules, counts_of
>>> punter = Punter(Rules(), Policy.from_text("17"))
>>> str(punter.advise(counts_of([1, 2, 2])).best)
'draw'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.rules import Rules

if TYPE_CHECKING:
    from backhand.vingt_un.rounds.evaluation import Evaluation
    from backhand.vingt_un.rounds.outcomes import Outcomes
    from backhand.vingt_un.solving.company import Company
    from backhand.vingt_un.solving.dealer import Dealer
    from backhand.vingt_un.solving.pairs import Pairs
    from backhand.vingt_un.solving.punter import Advice, Choice, Punter, round_value
    from backhand.vingt_un.solving.seats import Seat, Seats
    from backhand.vingt_un.strategies.best_chart import Chart, chart, every_hand

__all__ = [
    "Advice",
    "Chart",
    "Choice",
    "Company",
    "Dealer",
    "Evaluation",
    "Outcomes",
    "Pairs",
    "Policy",
    "PolicyError",
    "Punter",
    "Rules",
    "Seat",
    "Seats",
    "UnsolvedError",
    "chart",
    "counts_of",
    "every_hand",
    "round_value",
]

_MODULES = {
    **dict.fromkeys(["Chart", "chart", "every_hand"], "strategies.best_chart"),
    **dict.fromkeys(["Advice", "Choice", "Punter", "round_value"], "solving.punter"),
    **dict.fromkeys(["Seat", "Seats"], "solving.seats"),
    **{"Company": "solving.company", "Dealer": "solving.dealer", "Pairs": "solving.pairs"},
    **{"Evaluation": "rounds.evaluation", "Outcomes": "rounds.outcomes"},
}
"""What needs numpy, which is slow to load, and where it is."""


def __getattr__(name: str) -> Any:
    """Load what computes when it is asked for."""
    if name in _MODULES:
        return getattr(import_module(f"backhand.vingt_un.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'backhand.vingt_un' has no attribute {name!r}")
