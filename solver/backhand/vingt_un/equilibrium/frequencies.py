"""How often the two plans of an equilibrium search stand, by what a seat is dealt: exact for the plans as rounded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.ways import ways
from backhand.vingt_un.equilibrium.proof import UNIT_BITS, dealers_plans, punters_plans
from backhand.vingt_un.equilibrium.search import Found
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.rules import NATURAL, is_soft, score
from backhand.vingt_un.solving.dealer import gains
from backhand.vingt_un.solving.lattice import PAIR_HANDS, PAIR_ORDERS

Key = tuple[int, bool]
"""A total, and whether an ace counts 11."""


@dataclass(frozen=True, slots=True)
class Frequencies:
    """The share of two-card hands of a total, hard or soft, on which each plan stands."""

    punter: dict[Key, Fraction]
    dealer: dict[Key, Fraction]
    """Against the punter's plan, whatever he then shows."""


def frequencies(found: Found) -> Frequencies:
    """How both plans play two cards. Raises UnsolvedError if the dealer may double: there are two plans then."""
    game, lattice = found.game, found.game.lattice
    if game.rules.dealer_may_double:
        raise UnsolvedError("dealer-doubles=on: how often hands stand is told for a dealer who may not double")
    (mine,), (his,) = punters_plans(game, found.state), dealers_plans(game, found.state)
    dealt = [ways(game.pack, hand) * orders for hand, orders in zip(PAIR_HANDS, PAIR_ORDERS.tolist(), strict=True)]
    shares = [Fraction(int(unit), 1 << UNIT_BITS) for unit in mine[:, 0]]  # the first run is the empty one
    met = gains(lattice, mine)
    weights: list[Fraction] = []
    stood: list[Fraction] = []
    for place, root in enumerate(lattice.roots):
        orders = 1 if max(lattice.hands[root]) == 2 else 2
        share = his.stands[root].astype(object)
        both, one = Fraction(0), Fraction(0)
        for columns, whole in met.lengths():
            weight = met.behind[place, columns].astype(object) * met.ways_to(columns)[place]
            one += Fraction(int(weight.sum()), whole)
            both += Fraction(int((weight * share[columns]).sum()), whole * (orders << UNIT_BITS))
        weights.append(one)
        stood.append(both / one if one else Fraction(0))
    hands = [lattice.hands[root] for root in lattice.roots]
    return Frequencies(
        _by_total(zip(PAIR_HANDS, dealt, shares, strict=True)), _by_total(zip(hands, weights, stood, strict=True))
    )


def _by_total(cases: Iterable[tuple[tuple[int, ...], int | Fraction, Fraction]]) -> dict[Key, Fraction]:
    whole: dict[Key, Fraction] = {}
    stood: dict[Key, Fraction] = {}
    for hand, weight, share in cases:
        key = score(hand), is_soft(hand)
        if key[0] != NATURAL:
            whole[key] = whole.get(key, Fraction(0)) + weight
            stood[key] = stood.get(key, Fraction(0)) + weight * share
    return {key: stood[key] / whole[key] for key in sorted(whole)}
