"""The whole game as a graph of a hundred nodes or so: merged positions under best play, every step exact.

A push leads back to the deal. The probability of a step is its share in all that leaves the merged position, over
every shoe that pushes lead to; so following the steps from the deal gives back the solver's win probability exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from backhand.common.cards import Shoe, format_cards
from backhand.common.progress import Progress, quiet
from backhand.evaluator import stakes
from backhand.graph.elements import (
    DEAL_NAME,
    Attributes,
    Edge,
    Node,
    Piece,
    chance_name,
    ending_name,
    ending_node,
    exact,
    hand_name,
    merged_name,
    step,
    ties,
    worth,
)
from backhand.graph.flow import DEAL, Flow, Merged, by_hand, by_total, whole_game
from backhand.rules import FULL_HAND, Action, Ending, Rules, kind_of
from backhand.solver import Solver

MERGES = {"total": by_total, "hand": by_hand}
"""What positions can be merged by: the number of cards and the total, or the hand."""

FULL_DEPTH = FULL_HAND - 2
"""A hand of two cards takes at most so many actions."""

_Out = dict[Action | None, dict[Merged | Ending, int]]


def game_pieces(
    solver: Solver, shoe: Shoe, *, merge: str = "total", depth: int = FULL_DEPTH, progress: Progress = quiet
) -> Iterator[Piece]:
    """Nodes and edges of a round dealt from ``shoe``; a node comes before its edges.

    A hand is followed for ``depth`` actions; one that goes on after that has ``open`` set, and no edges.
    Raises TooLargeError where pushes lead to too many shoes.
    """
    flow = whole_game(solver, shoe, MERGES[merge], progress)
    out: dict[Merged, _Out] = defaultdict(lambda: defaultdict(dict))
    for (at, action, to), mass in flow.steps.items():
        out[at][action][to] = mass
    endings: dict[Ending, int] = defaultdict(int)
    value = solver.value(shoe=shoe)
    start: Attributes = {"type": "deal", "label": "deal", "shoe": str(shoe), **exact(win=value.win, ev=value.ev)}
    yield Node(DEAL_NAME, {**start, **exact(reach=Fraction(flow.dealt, flow.orderings))})
    yield from _cards(flow, DEAL, None, DEAL_NAME, out[DEAL][None], endings)
    for at in sorted(flow.hands, key=lambda at: (_size(flow, at), at)):
        cards, _ = _size(flow, at)
        if cards - 2 > depth:
            continue
        goes_on = cards - 2 == depth
        yield _decision(flow, solver.rules, at, out[at], goes_on=goes_on)
        if not goes_on:
            yield from _actions(flow, at, out[at], endings)
    for ending in Ending:
        if ending in endings:
            yield ending_node(ending, Fraction(endings[ending], flow.orderings), solver.rules)


def _size(flow: Flow, at: Merged) -> tuple[int, int]:
    """Number of cards and total of the hands merged here."""
    hand = next(iter(flow.hands[at]))
    return len(hand), sum(hand)


def _name(flow: Flow, to: Merged | Ending) -> str:
    if isinstance(to, Ending):
        return ending_name(to)
    if to == DEAL:
        return DEAL_NAME
    cards, total = _size(flow, to)
    return hand_name(to) if flow.merge is by_hand else merged_name(kind_of(cards, total), cards, total)


def _decision(flow: Flow, rules: Rules, at: Merged, out: _Out, *, goes_on: bool) -> Node:
    cards, total = _size(flow, at)
    mass = sum(sum(to.values()) for to in out.values())
    unit, _ = stakes(rules)

    def value(action: Action | None) -> tuple[Fraction, Fraction]:
        wins, payoff = flow.worth[at, action]
        return Fraction(wins, mass), Fraction(payoff, mass * unit)

    legal = rules.legal_actions(cards, total)
    taken = sorted(out, key=lambda action: -sum(out[action].values()))
    name = _name(flow, at)
    hands = sorted(flow.hands[at])
    what: Attributes = {"type": "decision", "label": name, "cards": cards, "total": total}
    what |= {"kind": str(kind_of(cards, total)), "hands": ", ".join(map(format_cards, hands)), "open": goes_on}
    what |= {"actions": ", ".join(legal), "best": ", ".join(str(action) for action in taken)}
    values = {action: value(action) for action in legal}
    goodness = {action: Fraction(flow.best.get((at, action), 0), mass) for action in legal}
    numbers = worth(values, value(None)) | ties(goodness, Fraction(flow.best[at, None], mass))
    return Node(name, {**what, **numbers, **exact(reach=Fraction(mass, flow.orderings))})


def _actions(flow: Flow, at: Merged, out: _Out, endings: dict[Ending, int]) -> Iterator[Piece]:
    """The actions taken here, and the cards after them."""
    name, mass = _name(flow, at), sum(sum(to.values()) for to in out.values())
    for action, to in sorted(out.items(), key=lambda item: str(item[0])):
        if action is None:  # only the deal has steps without one
            continue
        taken = sum(to.values())
        reach = Fraction(taken, flow.orderings)
        chance = DEAL_NAME if action is Action.PUSH else chance_name(action, name)
        if action is not Action.PUSH:
            what: Attributes = {"type": "chance", "label": str(action), "action": str(action)}
            yield Node(chance, {**what, **exact(reach=reach)})
        yield step(name, chance, "action", str(action), Fraction(taken, mass), reach, best=True)
        if action is not Action.PUSH:
            yield from _cards(flow, at, action, chance, to, endings)


def _cards(
    flow: Flow,
    at: Merged,
    action: Action | None,
    name: str,
    out: dict[Merged | Ending, int],
    endings: dict[Ending, int],
) -> Iterator[Edge]:
    """What the cards lead to that are turned here."""
    mass = sum(out.values())
    for to in sorted(out, key=str):
        target = _name(flow, to)
        cards = format_cards(sorted(flow.ranks.get((at, action, to), ())))
        kind = "deal" if action is None else "card"
        if isinstance(to, Ending):
            endings[to] += out[to]
        probability, reach = Fraction(out[to], mass), Fraction(out[to], flow.orderings)
        yield step(name, target, kind, cards or target, probability, reach, best=True)
