"""Plans rounded to rationals, and what they are worth exactly against a best reply: a proved interval.

A plan is kept as it is summed: for every hand, how much of it arrives there and then stands or draws, in
units of 2^−24. What arrives is split by whole units, so a plan is a table of integers and as good a mixed
plan as any; how it was found plays no part. If the dealer gains at least a with his plan whatever the
punter does, and the punter holds him to b at most with his, the value of the game lies between a and b.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from backhand.common.cards import RANKS
from backhand.common.intervals import Enclosure
from backhand.common.ways import draws, ways
from backhand.vingt_un.equilibrium.cfr import Game, State
from backhand.vingt_un.policies import Counts
from backhand.vingt_un.rules import NATURAL, OVER
from backhand.vingt_un.solving.arrays import Ints, falling
from backhand.vingt_un.solving.dealer import gains, naturals_at_once
from backhand.vingt_un.solving.lattice import Array, Lattice

UNIT_BITS = 24
"""What arrives at a hand is split in units of 2^−24."""
_SHARE_BITS = 20
_TRIM = 1 << _SHARE_BITS - 5
"""A choice made in 1 of 32 cases or less is left out: mostly the remains of early iterations, and any plan may be
tried. It narrows the interval to a quarter."""
_LIMB_BITS = 38
"""Large integers are multiplied in limbs of 38 bits: a limb times 256 times 2,008 hands stays below 2^63."""


@dataclass(frozen=True, slots=True)
class DealersPlan:
    """What the dealer does where he has announced one thing."""

    begins: Ints
    """In how many orders, in units, he says so with each two cards."""
    stands: Ints
    """What stands with each hand in each run, in units, over all orders of its cards (hands by runs)."""


def certified(game: Game, state: State) -> Enclosure:
    """The interval that the plans summed so far prove, in the model ``order-ignored``."""
    return Enclosure(-punters_best(game, dealers_plans(game, state)), dealers_best(game, punters_plans(game, state)))


def certified_if_seen(game: Game, state: State, low: Fraction) -> Enclosure:
    """The same in the model ``order-seen``: ``low`` holds there, since the dealer may ignore what he sees.

    ``high`` is what a dealer gains from the punter's plan who knows the order of every run.
    """
    return Enclosure(low, _dealers_gain(game, (_in_order(game, plans.punter_sums) for plans in state.told)))


def _in_order(game: Game, sums: Array) -> tuple[Lattice, Ints]:
    """How the punter can stand, the orders of a run told apart, and how much of every pair does.

    Orders after which equally much of every pair arrives tell the dealer the same, and are one column.
    """
    share = _shares(sums) * game.in_play
    columns: list[Counts] = []
    held: list[Ints] = []
    playing = {(0, (1 << UNIT_BITS,) * len(share)): 1}
    while playing:
        following: dict[tuple[int, tuple[int, ...]], int] = {}
        for (column, arrived), orders in playing.items():
            arrives = np.array(arrived, dtype=np.int64) * game.in_play[:, column]
            stands = _split(arrives, share[:, column])
            if stands.any():
                columns.append(game.lattice.columns[column])
                held.append(stands * orders)
            draws = arrives - stands
            for child in game.run_child[column]:
                if child >= 0 and (draws * game.in_play[:, child]).any():
                    key = child, tuple((draws * game.in_play[:, child]).tolist())
                    following[key] = following.get(key, 0) + orders
        playing = following
    return Lattice(game.rules, game.pack, columns), np.array(held, dtype=np.int64).T


def _shares(sums: Array) -> Ints:
    """How much of what arrives stands, in units of 2^−20, trimmed; where nothing was summed, all of it."""
    whole = sums.sum(axis=0)
    share = np.where(whole > 0, sums[0] / np.where(whole > 0, whole, 1.0), 1.0)
    full = 1 << _SHARE_BITS
    units: Ints = np.rint(share * full).astype(np.int64)
    units[units <= _TRIM] = 0
    units[units >= full - _TRIM] = full
    return units


def _split(arrives: Ints, share: Ints) -> Ints:
    """The whole units of what arrives that stand; at most 2^38 arrive, so this stays below 2^63."""
    return (arrives * share) >> _SHARE_BITS


def dealers_plans(game: Game, state: State) -> list[DealersPlan]:
    """The dealer's plan for each announcement, and with what he makes it."""
    whole = game.root_orders << UNIT_BITS
    begins = [whole]
    if len(state.told) > 1:
        said = np.array([plans.dealer_sums[:, game.lattice.levels[0], 0].sum(axis=0) for plans in state.told])
        single = _split(whole, _shares(said))
        begins = [single, whole - single]
    return [
        DealersPlan(begin, dealers_plan(game, plans.dealer_sums, begin))
        for begin, plans in zip(begins, state.told, strict=True)
    ]


def doublings(game: Game, state: State) -> list[tuple[Counts, Fraction]]:
    """With which of his two cards the dealer's plan doubles, and how often: all that come to a decision."""
    begins = dealers_plans(game, state)[-1].begins
    return [
        (game.lattice.hands[root], Fraction(int(begins[root]), int(game.root_orders[root]) << UNIT_BITS))
        for root in game.lattice.roots
    ]


def punters_plans(game: Game, state: State) -> list[Ints]:
    """What stands of the punter's plan for each announcement, as ``punters_plan`` gives it."""
    return [punters_plan(game, plans.punter_sums) for plans in state.told]


def dealers_plan(game: Game, sums: Array, begins: Ints) -> Ints:
    """What stands with each hand in each run, in units, over all orders of its cards (hands by runs)."""
    lattice, share = game.lattice, _shares(sums)
    share[game.forced] = 1 << _SHARE_BITS
    arrives = np.zeros(share.shape, dtype=np.int64)
    arrives[lattice.levels[0]] = begins[:, None]
    stands = np.zeros_like(arrives)
    for rows in lattice.levels:
        stands[rows] = _split(arrives[rows], share[rows])
        draws = arrives[rows] - stands[rows]
        for place in range(len(RANKS)):
            child = lattice.child[rows, place]
            inside = child >= 0
            arrives[child[inside]] += draws[inside]
    return stands


def punters_plan(game: Game, sums: Array) -> Ints:
    """What stands with each pair in each run, in units, over all orders of the run (pairs by runs)."""
    share = _shares(sums)
    arrives = np.zeros(share.shape, dtype=np.int64)
    arrives[:, 0] = 1 << UNIT_BITS
    stands = np.zeros_like(arrives)
    for column, children in enumerate(game.run_child):
        stands[:, column] = _split(arrives[:, column], share[:, column]) * game.in_play[:, column]
        draws = (arrives[:, column] - stands[:, column]) * game.in_play[:, column]
        for child in children:
            if child >= 0:
                arrives[:, child] += draws
    return stands


def dealers_best(game: Game, standing: Sequence[Ints]) -> Fraction:
    """What a dealer gains, per stake and with his naturals, who knows the punter's plan and replies best."""
    return _dealers_gain(game, ((game.lattice, held) for held in standing))


def _dealers_gain(game: Game, plans: Iterable[tuple[Lattice, Ints]]) -> Fraction:
    """The same for a plan of the punter's told apart in any way: with each two cards he says what gains most."""
    said = [
        [stake * gain for gain in gains(lattice, held).by_root(1 << UNIT_BITS)]
        for stake, (lattice, held) in zip(game.stakes, plans, strict=True)
    ]
    return sum((max(worth) for worth in zip(*said, strict=True)), _naturals(game))


def _naturals(game: Game) -> Fraction:
    """What the dealer gains by naturals shown at once; he doubles with them if he may."""
    return Fraction(0) if game.rules.natural_at_end else game.stakes[-1] * naturals_at_once(game.rules, game.pack)


def punters_best(game: Game, plans: Sequence[DealersPlan]) -> Fraction:
    """What a punter gains, per stake and with the dealer's naturals, who knows the dealer's plan and replies best."""
    gained, lattice = -_naturals(game), game.lattice
    for stake, plan in zip(game.stakes, plans, strict=True):
        stand, draw = punters_values(game, plan)
        back = Fraction(int(np.maximum(stand[:, 0], draw[:, 0]).sum()), perm(game.pack.cards) << UNIT_BITS)
        dealt = sum(ways(game.pack, lattice.hands[root]) * int(plan.begins[root]) for root in lattice.roots)
        gained += stake * (back - Fraction(dealt, perm(game.pack.cards, 2) << UNIT_BITS))  # the stake was paid before
    return gained


def punters_values(game: Game, plan: DealersPlan) -> tuple[Array, Array]:
    """What standing and drawing get back against this plan of the dealer's, for each pair and run (pairs by runs).

    Whole numbers: in units of the plan, summed over the m! orderings of the cards a run leaves.
    """
    lattice, most = game.lattice, game.lattice.depth
    cards = lattice.cards.astype(object)
    if_over = lattice.back(OVER)
    back = _roots(game, plan.begins) * if_over
    for dealer, rows, terms in lattice.by_score(np.int64):
        if dealer == NATURAL and not game.rules.natural_at_end:
            continue
        weights = plan.stands[rows].astype(object) * _ways(game, rows)
        sizes = lattice.sizes[rows]
        for size in np.unique(sizes).tolist():
            ahead = np.array([draws(int(left) - size - 2, most - size) for left in cards], dtype=object)
            weights[sizes == size] *= ahead[None, :]
        back += (lattice.back(dealer) - if_over) * lattice.unfold(_product(terms.T, weights))
    # Over m! orderings from here on, so that a card drawn divides nothing.
    stand: Array = back * np.array([_factor(int(left), most + 2) for left in cards], dtype=object)[None, :]
    draw: Array = np.zeros_like(stand)
    value = np.zeros_like(stand)
    for column in range(len(lattice.columns) - 1, -1, -1):
        for place, child in enumerate(game.run_child[column]):
            if child >= 0:
                draw[:, column] += int(lattice.left[place, column]) * value[:, child]
        value[:, column] = np.maximum(stand[:, column], draw[:, column]) * game.in_play[:, column]
    return stand, draw


def _ways(game: Game, rows: Ints) -> Array:
    """The ordered ways to draw each hand rank by rank (rows by runs): below 2^61, as in ``solving.ends``."""
    lattice = game.lattice
    table = falling(16, 11)
    found = np.ones((len(rows), len(lattice.columns)), dtype=np.int64)
    for place in range(len(RANKS)):
        left = np.maximum(lattice.left[place], 0)
        found *= table[left[None, :], lattice.counts[rows, place][:, None]]
    return found.astype(object)


def _roots(game: Game, begins: Ints) -> Array:
    """The dealer's first two cards that come to a decision, as often as he begins so (pairs by runs)."""
    lattice, most = game.lattice, game.lattice.depth
    rows = lattice.roots
    ahead = np.array([draws(int(left) - 4, most - 2) for left in lattice.cards], dtype=object)
    weights = _ways(game, rows) * begins[rows].astype(object)[:, None] * ahead[None, :]
    return lattice.unfold(_product(lattice.terms[rows].T, weights))


def _product(terms: Ints, weights: Array) -> Array:
    """The matrix product, exactly, for weights of any size from 0."""
    found: Array = np.zeros((terms.shape[0], weights.shape[1]), dtype=object)
    shift = 0
    while weights.any():
        limb = (weights & ((1 << _LIMB_BITS) - 1)).astype(np.int64)
        found += (terms @ limb).astype(object) << shift
        weights, shift = weights >> _LIMB_BITS, shift + _LIMB_BITS
    return found


def _factor(cards: int, drawn: int) -> int:
    """m! over the ordered draws that ``draws`` counts, which divide it."""
    return perm(cards) // draws(cards, drawn)
