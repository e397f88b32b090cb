"""Backhand solved exactly: win probability and best action for every hand in every shoe.

>>> from backhand import Solver
>>> [str(action) for action in Solver().advise("9 7", seen="K 5").best]
['backhand']
"""

from typing import TYPE_CHECKING, Any

from backhand.common.cards import Shoe, format_cards, parse_cards
from backhand.common.intervals import Enclosure
from backhand.errors import BackhandError, CardError, HandError, RulesError, ShoeError, TooLargeError
from backhand.evaluator import Evaluator, Value
from backhand.positions import Position
from backhand.rules import Action, Ending, Kind, Rules
from backhand.solver import Advice, Choice, Solver
from backhand.solving.bounds import Bounds

if TYPE_CHECKING:
    from backhand.tablebase import Tablebase

__all__ = [
    "Action",
    "Advice",
    "BackhandError",
    "Bounds",
    "CardError",
    "Choice",
    "Enclosure",
    "Ending",
    "Evaluator",
    "HandError",
    "Kind",
    "Position",
    "Rules",
    "RulesError",
    "Shoe",
    "ShoeError",
    "Solver",
    "Tablebase",
    "TooLargeError",
    "Value",
    "format_cards",
    "parse_cards",
]
__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Load what most programs never ask for when it is asked for."""
    if name == "Tablebase":
        from backhand.tablebase import Tablebase

        return Tablebase
    raise AttributeError(f"module 'backhand' has no attribute {name!r}")
