"""One punter and the dealer, both at their best: CFR+ towards the equilibrium, without going on both.

Model ``order-ignored``: the dealer is told which cards the punter drew, not in which order. (The punter gains
nothing from the order of his own cards, nor the dealer from that of his.) So both plans are tables:
the punter's by pair and run, the dealer's by hand and run. Model ``order-seen`` is the full game; a plan
of ``order-ignored`` may be played there too (docs/vingt_un_method.md says what follows).

A dealer who may double announces it first, by his two cards. What he says is told to both, so each has a table for
either announcement, and the dealer shares for his two cards.

The iteration is in floating point and proves nothing. What it leaves is a pair of plans, and these,
rounded to rationals, are valued exactly in ``proof``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from io import BytesIO
from math import perm
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from backhand.common.cards import RANKS, Shoe
from backhand.common.files.writing import write_whole
from backhand.common.ways import ways
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.hands import check_pack, plus, runs
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules
from backhand.vingt_un.solving.arrays import falling
from backhand.vingt_un.solving.lattice import Lattice

Floats = npt.NDArray[np.float64]

ORDER_IGNORED, ORDER_SEEN = "order-ignored", "order-seen"
"""The two models: what the dealer is told of a run."""
LOWEST_PAIR = 2
"""The pips of two aces: a run of more than 19 puts every pair over."""


class Game:
    """The tables of the game that no plan changes.

    >>> game = Game(Rules(), Shoe.of_decks(1))
    >>> len(game.lattice.columns), len(game.lattice.hands)
    (1309, 2008)
    """

    def __init__(self, rules: Rules, pack: Shoe) -> None:
        self.rules, self.pack = rules, check_pack(pack, 2)
        columns = runs(self.pack, MOST - LOWEST_PAIR)
        self.lattice = lattice = Lattice(rules, self.pack, columns)
        index = {run: place for place, run in enumerate(columns)}
        self.run_child = [[index.get(plus(run, place), -1) for place in range(len(RANKS))] for run in columns]
        self.in_play = lattice.pair_scores != OVER
        """Which pairs are not over with which runs (pairs by runs)."""
        self.forced = lattice.scores == NATURAL
        """The dealer's natural, which stands."""
        self.root_orders = np.where(lattice.counts[lattice.levels[0]].max(axis=1) == 2, 1, 2)
        """In how many orders the dealer's two cards come. They are the first of his hands."""
        self.stakes = (1, 2) if rules.dealer_may_double else (1,)
        """By announcement, what a stake counts: he does not double, he does."""


class _Chances:
    """How likely cards are, in floating point, for the iteration."""

    def __init__(self, game: Game) -> None:
        lattice = game.lattice
        table = falling(16, 16).astype(np.float64)
        self.reach: Floats = np.ones((len(lattice.hands), len(lattice.columns)))
        """Ways to draw a hand and then a pair, over the ordered ways to draw as many cards (hands by runs)."""
        for place in range(len(RANKS)):
            left = np.maximum(lattice.left[place], 0)
            self.reach *= table[left[None, :], lattice.counts[:, place][:, None]]
        cards = lattice.cards.astype(np.float64)
        for size, rows in enumerate(lattice.levels, start=2):
            whole = np.ones_like(cards)
            for drawn in range(size + 2):
                whole *= np.maximum(cards - drawn, 1)
            self.reach[rows] /= whole
        self.undealt = [np.maximum(cards - 2 - size, 1) for size in range(2, lattice.depth + 1)]
        self.feasible = self.reach > 0
        twos = lattice.levels[0].tolist()
        dealt = [ways(game.pack, lattice.hands[two]) / perm(game.pack.cards, 2) for two in twos]
        self.dealt: Floats = np.array(dealt) * game.root_orders
        """Chance of each two cards of the dealer."""
        runs = np.array([ways(game.pack, run) / perm(game.pack.cards, sum(run)) for run in lattice.columns])
        self.met: Floats = runs * self.reach[twos] * game.root_orders[:, None]
        """Chance of each run in one order and of each two cards of the dealer, over the draws of the pair."""

    def free(self, game: Game, arrives: Floats) -> Floats:
        """Chance of each pair with the dealer's hand one that comes to a decision (pairs by runs).

        ``arrives`` says in how many orders of his two cards he has said so.
        """
        lattice = game.lattice
        twos = lattice.levels[0]
        roots = np.zeros_like(self.reach)
        roots[twos] = arrives[:, None]
        if not game.rules.natural_at_end:
            roots[game.forced] = 0
        return lattice.unfold(lattice.terms[twos].T.astype(np.float64) @ (roots * self.reach)[twos])


@dataclass
class Plans:
    """Regrets and summed plans for one announcement. Every array has two layers, stand and draw."""

    punter_regrets: Floats
    dealer_regrets: Floats
    punter_sums: Floats
    dealer_sums: Floats

    @classmethod
    def fresh(cls, game: Game) -> Plans:
        """Nothing learnt yet."""
        by_punter = (2, *game.in_play.shape)
        by_dealer = (2, len(game.lattice.hands), len(game.lattice.columns))
        return cls(np.zeros(by_punter), np.zeros(by_dealer), np.zeros(by_punter), np.zeros(by_dealer))


@dataclass
class State:
    """Where the iteration stands. Saved whole, so that it can go on exactly."""

    iterations: int
    told: list[Plans]
    """One for each announcement: only one where the dealer may not double."""
    doubling: Floats
    """Regrets of each announcement, for every two cards of the dealer."""

    @classmethod
    def fresh(cls, game: Game) -> State:
        """Nothing learnt yet."""
        return cls(0, [Plans.fresh(game) for _ in game.stakes], np.zeros((len(game.stakes), len(game.root_orders))))

    def save(self, path: Path, game: Game) -> None:
        """Write to a file, whole or not at all."""
        arrays = {
            _stored(f.name, place): getattr(plans, f.name)
            for place, plans in enumerate(self.told)
            for f in fields(Plans)
        }
        content = BytesIO()
        np.savez(content, key=_key(game), iterations=self.iterations, doubling=self.doubling, **arrays)
        write_whole(path, content.getvalue())

    @classmethod
    def load(cls, path: Path, game: Game) -> State:
        """Read what ``save`` wrote. Raises PolicyError if that is no state, or one of another game."""
        try:
            with np.load(path, allow_pickle=False) as data:
                key = str(data["key"])
                iterations, doubling = int(data["iterations"]), data["doubling"]
                told = [
                    Plans(**{f.name: data[_stored(f.name, place)] for f in fields(Plans)})
                    for place in range(len(doubling))
                ]
        except (ValueError, KeyError, EOFError, BadZipFile) as error:
            raise PolicyError(f"{path.name} is not a state that 'equilibrium --state' wrote") from error
        if key != _key(game):
            raise PolicyError(f"{path.name} is a state of {key}, not of {_key(game)}")
        return cls(iterations, told, doubling)


def _stored(name: str, place: int) -> str:
    return f"{name}_doubled" if place else name


def _key(game: Game) -> str:
    return f"{ORDER_IGNORED} {game.rules} pack {game.pack}"


def iterate(game: Game, state: State, times: int, tell: Callable[[int], None] = lambda _: None) -> None:
    """So many more iterations of CFR+: regrets never below 0, plans summed with weights 1, 2, 3, …

    The same state always becomes the same state: nothing is random. ``tell`` is called after each with the
    iterations done in all.
    """
    chances = _Chances(game)
    for _ in range(times):
        state.iterations += 1
        shares = _play(state.doubling) if len(game.stakes) > 1 else np.ones_like(state.doubling)
        worth = np.zeros_like(shares)
        for place, (stake, plans) in enumerate(zip(game.stakes, state.told, strict=True)):
            worth[place] = stake * _iterate(game, chances, plans, game.root_orders * shares[place], state.iterations)
        if len(game.stakes) > 1:
            _learn(state.doubling, shares, *worth)
        tell(state.iterations)


def _iterate(game: Game, chances: _Chances, plans: Plans, arrives: Floats, weight: int) -> Floats:
    """One announcement, made in so many orders of the dealer's two cards: what these are worth to him, per stake."""
    dealer = _play(plans.dealer_regrets)
    dealer[0, game.forced], dealer[1, game.forced] = 1.0, 0.0
    flow = _dealer_flow(game, dealer, arrives)
    plans.dealer_sums += weight * flow
    punter = _play(plans.punter_regrets)
    free = chances.free(game, arrives)
    _learn(plans.punter_regrets, punter, *_punter_values(game, chances, free, flow[0], punter))
    punter = _play(plans.punter_regrets)
    reach = _punter_flow(game, punter)
    plans.punter_sums += weight * reach
    stand, draw = _dealer_values(game, chances, reach[0], dealer)
    _learn(plans.dealer_regrets, dealer, stand, draw)
    twos = game.lattice.levels[0]
    saved = dealer[0, twos] * stand[twos] + dealer[1, twos] * draw[twos]
    given: Floats = game.lattice.paid_if_over(reach[0], twos)
    worth: Floats = chances.dealt + (chances.met * (saved - given)).sum(axis=1)
    return worth


def _play(regrets: Floats) -> Floats:
    """Regret matching: both actions in proportion to their regrets, evenly where there are none."""
    whole = regrets.sum(axis=0)
    known = whole > 0
    return np.where(known, regrets / np.where(known, whole, 1.0), 0.5)


def _learn(regrets: Floats, plan: Floats, stand: Floats, draw: Floats) -> None:
    value = plan[0] * stand + plan[1] * draw
    regrets[0] = np.maximum(regrets[0] + (stand - value), 0.0)
    regrets[1] = np.maximum(regrets[1] + (draw - value), 0.0)


def _dealer_flow(game: Game, plan: Floats, begins: Floats) -> Floats:
    """How much of his plan comes to each hand and then stands, or draws; summed over orders (2, hands, runs)."""
    lattice = game.lattice
    arrives: Floats = np.zeros(plan.shape[1:])
    arrives[lattice.levels[0]] = begins[:, None]
    flow = np.empty_like(plan)
    for rows in lattice.levels:
        flow[:, rows] = arrives[rows] * plan[:, rows]
        for place in range(len(RANKS)):
            child = lattice.child[rows, place]
            inside = child >= 0
            arrives[child[inside]] += flow[1, rows[inside]]  # one card from different hands leads to different hands
    return flow


def _punter_flow(game: Game, plan: Floats) -> Floats:
    """The same for the punter (2, pairs, runs)."""
    arrives: Floats = np.zeros(plan.shape[1:])
    arrives[:, 0] = 1.0
    flow = np.empty_like(plan)
    for column, children in enumerate(game.run_child):
        flow[:, :, column] = arrives[:, column] * plan[:, :, column] * game.in_play[:, column]
        for child in children:
            if child >= 0:
                arrives[:, child] += flow[1, :, column]
    return flow


def _punter_values(game: Game, chances: _Chances, free: Floats, stands: Floats, plan: Floats) -> tuple[Floats, Floats]:
    """What standing and drawing get back for each pair and run, times the chance of the cards."""
    lattice = game.lattice
    weights = stands * chances.reach
    if not game.rules.natural_at_end:
        weights[game.forced] = 0.0
    if_over = lattice.back(OVER)
    stand: Floats = free * if_over
    for dealer, rows, terms in lattice.by_score(np.float64):
        stand += (lattice.back(dealer) - if_over) * lattice.unfold(terms.T @ weights[rows])
    draw: Floats = np.zeros_like(stand)
    value: Floats = np.zeros_like(stand)
    for column in range(len(lattice.columns) - 1, -1, -1):
        for place, child in enumerate(game.run_child[column]):
            if child >= 0:
                draw[:, column] += lattice.left[place, column] / lattice.cards[column] * value[:, child]
        value[:, column] = plan[0, :, column] * stand[:, column] + plan[1, :, column] * draw[:, column]
        value[~game.in_play[:, column], column] = 0.0
    return stand, draw


def _dealer_values(game: Game, chances: _Chances, standing: Floats, plan: Floats) -> tuple[Floats, Floats]:
    """What standing and drawing save the dealer with each hand in each run, against going over."""
    lattice = game.lattice
    stand: Floats = lattice.settled(standing)
    draw: Floats = np.zeros_like(stand)
    value: Floats = np.zeros_like(stand)
    for rows, undealt in zip(reversed(lattice.levels), reversed(chances.undealt), strict=True):
        draw[rows] = lattice.drawn(value, rows, lattice.left) / undealt
        value[rows] = plan[0, rows] * stand[rows] + plan[1, rows] * draw[rows]
    stand *= chances.feasible
    draw *= chances.feasible
    return stand, draw
