"""The graph of one hand: every position it can come to, exactly as it stands in its shoe.

A push ends the walk at the new deal, a node with its exact value, unless it is asked to follow so many pushes.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import perm
from typing import NamedTuple

from backhand.common.cards import Shoe, format_cards
from backhand.evaluator import Value
from backhand.graph.elements import (
    DEAL_NAME,
    Attributes,
    Node,
    Piece,
    chance_name,
    ending_name,
    ending_node,
    exact,
    hand_name,
    step,
    ties,
    worth,
)
from backhand.graph.game import FULL_DEPTH
from backhand.positions import End, Position, check_hand, deal, outcomes
from backhand.rules import Action, Ending, kind_of
from backhand.solver import Solver


class _Place(NamedTuple):
    """Where the walk is: the hand, sorted, nothing before a deal; the shoe; the pushes on the way."""

    shoe: Shoe
    hand: tuple[int, ...]
    pushes: int = 0

    @property
    def position(self) -> Position:
        return Position(self.shoe, len(self.hand), sum(self.hand))

    @property
    def order(self) -> tuple[int, bool, tuple[int, ...], Shoe]:
        """Later places have a larger one: they have fewer cards undealt, or as many and a deal to come."""
        return -self.shoe.cards, not self.hand, self.hand, self.shoe


def walk_pieces(
    solver: Solver,
    shoe: Shoe,
    hand: Sequence[int] = (),
    *,
    depth: int = FULL_DEPTH,
    every_action: bool = False,
    pushes: int = 0,
) -> Iterator[Piece]:
    """Nodes and edges of everything that a hand can come to, or a deal where there is no hand.

    ``shoe`` is the undealt cards. A node comes before the edges that leave it. A hand is followed for ``depth``
    actions; one that goes on after that has ``open`` set, and no edges, and so has the deal after more than so many
    ``pushes``. Without ``every_action`` only the best actions are followed, all of them where several are equally
    good.

    Raises HandError for a hand that is decided, TooLargeError for pushes that lead to too many shoes.
    """
    root = _Place(shoe, tuple(sorted(hand)))
    if hand:
        check_hand(hand)
    return _Walk(solver, root, depth, every_action, pushes).pieces()


class _Walk:
    def __init__(self, solver: Solver, root: _Place, depth: int, every_action: bool, pushes: int) -> None:
        self.solver, self.root, self.depth, self.every_action, self.pushes = solver, root, depth, every_action, pushes
        self.reach: dict[_Place, Fraction] = defaultdict(Fraction, {root: Fraction(1)})
        self.endings: dict[Ending, Fraction] = defaultdict(Fraction)
        self.waiting = [(root.order, root)]

    def pieces(self) -> Iterator[Piece]:
        # By the order, every way to a place has been walked when the place is: its reach is complete.
        while self.waiting:
            place = heapq.heappop(self.waiting)[1]
            reach = self.reach.pop(place)
            yield from self._decision(place, reach) if place.hand else self._deal(place, reach)
        for ending in Ending:
            if ending in self.endings:
                yield ending_node(ending, self.endings[ending], self.solver.rules)

    def _to(self, node: _Place | End, reach: Fraction) -> str:
        """The name of what a step leads to, after noting that it does."""
        if isinstance(node, End):
            self.endings[node.ending] += reach
            return ending_name(node.ending)
        if node not in self.reach:
            heapq.heappush(self.waiting, (node.order, node))
        self.reach[node] += reach
        return self._name(node)

    def _name(self, place: _Place) -> str:
        if place == self.root and not place.hand:
            return DEAL_NAME
        root, rest = self.root, place.shoe
        gone = {
            rank: had - has + root.hand.count(rank) - place.hand.count(rank)
            for rank, (had, has) in enumerate(zip(root.shoe, rest, strict=True), start=1)
        }
        out = [rank for rank, count in gone.items() for _ in range(count)]
        return hand_name(place.hand, out) if place.hand else f"new deal without {format_cards(out)}"

    def _deal(self, place: _Place, reach: Fraction) -> Iterator[Piece]:
        value, name = self.solver.value(shoe=place.shoe), self._name(place)
        goes_on = place.pushes > self.pushes
        what: Attributes = {"type": "deal", "label": name, "shoe": str(place.shoe), "open": goes_on}
        yield Node(name, {**what, **exact(win=value.win, ev=value.ev, reach=reach)})
        if not goes_on:
            steps: dict[str, Fraction] = defaultdict(Fraction)
            for chance, node in _draws(place.shoe, deal(place.shoe)):
                to = node if isinstance(node, End) else _Place(node.shoe, node.hand_from(place.shoe)[0], place.pushes)
                steps[self._to(to, reach * chance)] += chance
            for target, chance in steps.items():
                yield step(name, target, "deal", target, chance, reach * chance, best=bool(reach))

    def _decision(self, place: _Place, reach: Fraction) -> Iterator[Piece]:
        position, evaluator, rules = place.position, self.solver.evaluator, self.solver.rules
        name, shoe, cards, total = self._name(place), *position
        legal = position.actions(rules)
        values = {action: evaluator.action_value(position, action) for action in legal}
        most = max(value.ev for value in values.values())
        best = [action for action in legal if values[action].ev == most]
        goes_on = cards - max(len(self.root.hand), 2) >= self.depth
        what: Attributes = {
            "type": "decision",
            "label": name,
            "cards": cards,
            "total": total,
            "kind": str(kind_of(cards, total)),
        }
        what |= {"hand": format_cards(place.hand), "shoe": str(shoe), "open": goes_on}
        what |= {"actions": ", ".join(legal), "best": ", ".join(best)}
        worths = worth({a: (v.win, v.ev) for a, v in values.items()}, (values[best[0]].win, most))
        worths |= ties({action: Fraction(action in best) for action in legal}, Fraction(len(best) > 1))
        yield Node(name, {**what, **worths, **exact(reach=reach)})
        if goes_on:
            return
        for action in legal if self.every_action else best:
            taken = Fraction(action == best[0])  # of equals the first, by O5
            yield from self._action(place, name, action, values[action], taken, reach * taken, best=action in best)

    def _action(
        self, place: _Place, name: str, action: Action, value: Value, taken: Fraction, reach: Fraction, *, best: bool
    ) -> Iterator[Piece]:
        if action is Action.PUSH:
            target = self._to(_Place(place.shoe, (), place.pushes + 1), reach)
            yield step(name, target, "action", str(action), taken, reach, best=best)
            return
        chance = chance_name(action, name)
        what: Attributes = {"type": "chance", "label": str(action), "action": str(action)}
        yield Node(chance, {**what, **exact(win=value.win, ev=value.ev, reach=reach)})
        yield step(name, chance, "action", str(action), taken, reach, best=best)
        cards: dict[str, list[int]] = defaultdict(list)
        total: dict[str, Fraction] = defaultdict(Fraction)
        for (probability, node), drawn in zip(
            _draws(place.shoe, outcomes(place.position, action)), _ranks(place.shoe), strict=True
        ):
            held = tuple(sorted((*place.hand, *drawn)))
            to = node if isinstance(node, End) else _Place(node.shoe, held, place.pushes)
            target = self._to(to, reach * probability)
            cards[target] += drawn
            total[target] += probability
        for target, probability in total.items():
            label = format_cards(cards[target]) or target
            yield step(chance, target, "card", label, probability, reach * probability, best=best)


def _draws(shoe: Shoe, steps: Iterable[tuple[int, Position | End]]) -> Iterator[tuple[Fraction, Position | End]]:
    """Steps with their probabilities in place of weights."""
    for weight, node in steps:
        yield Fraction(weight, perm(shoe.cards, shoe.cards - node.shoe.cards)), node


def _ranks(shoe: Shoe) -> list[list[int]]:
    """The card of each step of an action; an empty shoe has the one step without a card."""
    return [[rank] for _, rank, _ in shoe.draws()] or [[]]
