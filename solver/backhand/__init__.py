"""Backhand solved exactly: win probability and best action for every hand in every shoe.

>>> from backhand import Solver
>>> [str(action) for action in Solver().advise("9 7", seen="K 5").best]
['backhand']
"""

from backhand.bounds import Bounds, Enclosure
from backhand.cards import Shoe, format_cards, parse_cards
from backhand.errors import BackhandError, CardError, HandError, RulesError, ShoeError, TooLargeError
from backhand.evaluator import Evaluator, Value
from backhand.positions import Position
from backhand.rules import Action, Ending, Kind, Rules
from backhand.solver import Advice, Choice, Solver
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
__version__ = "0.1.0"
