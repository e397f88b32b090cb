"""What a decision graph is made of: nodes and edges with plain attributes, and the names of the nodes.

Attributes are text, whole numbers, doubles and truth values, so that every file format keeps them. An exact number
is text, ``"3/5"``, and has its nearest double beside it under the same name with ``_decimal``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.cards import format_cards
from backhand.rules import WINS, Action, Ending, Kind, Rules

Attributes = dict[str, str | int | float | bool]

DEAL_NAME = "deal"
"""The name of the node where a round starts."""
_LOST = (Ending.BUST, Ending.FAILED_BACKHAND, Ending.FAILED_PUSH)


@dataclass(frozen=True, slots=True)
class Node:
    """A node: its name, and what is known about it."""

    name: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge from one named node to another."""

    source: str
    target: str
    attributes: Attributes


Piece = Node | Edge


def exact(**numbers: Fraction) -> Attributes:
    """Attributes for exact numbers.

    >>> exact(reach=Fraction(3, 5))
    {'reach': '3/5', 'reach_decimal': 0.6}
    """
    attributes: Attributes = {}
    for name, number in numbers.items():
        attributes[name] = str(number)
        attributes[f"{name}_decimal"] = float(number)
    return attributes


def ending_name(ending: Ending) -> str:
    """The name of an ending's node.

    >>> ending_name(Ending.FIVE_CARDS), ending_name(Ending.BUST), ending_name(Ending.VOID)
    ('won by five-cards', 'lost by bust', 'void')
    """
    return f"won by {ending}" if ending in WINS else f"lost by {ending}" if ending in _LOST else str(ending)


def chance_name(action: Action, decision: str) -> str:
    """The name of the node where the card after an action is turned.

    >>> chance_name(Action.HIT, "9 7")
    'hit on 9 7'
    """
    return f"{action} on {decision}"


def hand_name(hand: Iterable[int], gone: Iterable[int] = ()) -> str:
    """The name of a hand, and of the cards that have left the shoe on the way to it: discarded aces, pushed hands.

    >>> hand_name((7, 9)), hand_name((5, 9), (1, 10, 10))
    ('7 9', '5 9 without A T T')
    """
    left = format_cards(gone)
    return format_cards(hand) + (f" without {left}" if left else "")


def merged_name(kind: Kind, cards: int, total: int) -> str:
    """The name of all positions of one number of cards and one total.

    >>> merged_name(Kind.PLAY, 2, 16), merged_name(Kind.DRAWN, 3, 16)
    ('play 16', '3 cards 16')
    """
    return f"{cards} cards {total}" if kind is Kind.DRAWN else f"{kind} {total}"


def ending_node(ending: Ending, reach: Fraction, rules: Rules) -> Node:
    """The node of an ending: whether it wins, what it pays per stake, how often it comes."""
    name, won = ending_name(ending), ending in WINS
    attributes: Attributes = {"type": "ending", "label": str(ending), "ending": str(ending), "won": won}
    return Node(name, {**attributes, **exact(net=rules.net(ending), reach=reach)})


def worth(values: Mapping[Action, tuple[Fraction, Fraction]], best: tuple[Fraction, Fraction]) -> Attributes:
    """Attributes for win probability and EV of the best play and of every action, and what each action loses."""
    attributes = exact(win=best[0], ev=best[1])
    for action, (win, ev) in values.items():
        attributes |= exact(**{f"win_{action}": win, f"ev_{action}": ev, f"loss_{action}": best[1] - ev})
    return attributes


def ties(best: Mapping[Action, Fraction], tied: Fraction) -> Attributes:
    """Attributes for how often each action is the best or as good as the best, and how often two or more are.

    >>> from backhand.rules import Action
    >>> shares = {Action.HIT: Fraction(1), Action.BACKHAND: Fraction(1, 4)}
    >>> {name: share for name, share in ties(shares, Fraction(1, 4)).items() if isinstance(share, str)}
    {'best_hit': '1', 'best_backhand': '1/4', 'ties': '1/4'}
    """
    return exact(**{f"best_{action}": share for action, share in best.items()}, ties=tied)


def step(
    source: str, target: str, kind: str, label: str, probability: Fraction, reach: Fraction, *, best: bool
) -> Edge:
    """An edge: ``kind`` is action, card or deal. ``reach`` is how often it is passed in a round under best play."""
    attributes: Attributes = {"type": kind, "label": label, "best": best, **exact(probability=probability, reach=reach)}
    return Edge(source, target, attributes)
