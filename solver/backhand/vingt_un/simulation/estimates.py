"""What a simulation of Vingt-un estimates, how surely, and what is exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from backhand.common.progress import Progress, quiet
from backhand.common.simulation.estimates import Estimate, mean, ratio_error, share, with_error
from backhand.vingt_un.endings import ENDINGS, won_by
from backhand.vingt_un.rounds.both_by_rule import BothByRule
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.rules import MOST_PUNTERS
from backhand.vingt_un.simulation.dealer import LOWEST
from backhand.vingt_un.simulation.plan import Plan, Seated, Tally

GAINS = "dealer-gains"
"""The mean of what the dealer gains, in stakes: the dealer's value per stake first laid."""


def exact_of(plan: Plan, progress: Progress = quiet) -> list[dict[str, Fraction]]:
    """The figures of each punter that are known exactly; with several punters they are the same as with one.

    Where rounds go on from what is left, these are of a round from a whole pack. Of a punter who goes on both only what
    the dealer gains and how rounds of one hand end is known.

    >>> from backhand.vingt_un.policies import Policy
    >>> from backhand.vingt_un.rules import Rules
    >>> from backhand.vingt_un.simulation.plan import Seated
    >>> known, = exact_of(Plan(Rules(), Policy(17, 17), [Seated(Policy(16, 16))], 1, 1))
    >>> round(float(known["wins"]), 6), round(float(known[GAINS]), 6), round(float(known["cards"]), 6)
    (0.419035, 0.163914, 2.711584)
    """
    known: dict[Seated, dict[str, Fraction]] = {}
    for seat in plan.punters:
        if seat not in known:
            known[seat] = _exact(Outcomes(plan.rules, plan.dealer, seat.policy, plan.pack), seat.both, progress)
    return [known[seat] for seat in plan.punters]


def _exact(alone: Outcomes, ranks: frozenset[int], progress: Progress) -> dict[str, Fraction]:
    if ranks:
        both = BothByRule(alone, ranks, progress)
        known = {how.value: chance for how, chance in both.endings.items()}
        return known | {GAINS: both.dealers_value, "both": 1 - sum(known.values(), Fraction(0))}
    known = {how.value: chance for how, chance in alone.endings.items()}
    for result, endings in won_by(alone.rules).items():
        known[result] = sum((alone.endings[how] for how in endings), Fraction(0))
    cards = sum((number * chance for number, chance in alone.cards.items()), Fraction(0))
    return known | {GAINS: alone.dealers_value, "cards": cards}


def estimates(plan: Plan, tally: Tally, punter: int, exact: Mapping[str, Fraction]) -> list[Estimate]:
    """Every figure of a punter. Where packs are dealt on from, only wins and gains are given an error.

    ``wins``, ``losses`` and ``voids`` are his over the whole round, an ending is that of his one hand, ``both`` are
    rounds in which he went on both.
    """
    rounds = tally.rounds
    won = {place - LOWEST: count for place, count in enumerate(tally.won[punter].tolist())}
    counts = {
        "wins": sum(count for net, count in won.items() if net > 0),
        "losses": sum(count for net, count in won.items() if net < 0),
        "voids": won[0],
        **dict(zip((how.value for how in ENDINGS), tally.ends[punter].sum(axis=0).tolist(), strict=True)),
    }
    if plan.punters[punter].both:
        counts["both"] = int(tally.both_rounds[punter].sum())
    lost = {-net: count for net, count in won.items()}
    cards = dict(enumerate(tally.cards[punter].tolist()))
    found = [share(figure, count, rounds, exact.get(figure)) for figure, count in counts.items()]
    found += [mean(figure, each, rounds, exact.get(figure)) for figure, each in ((GAINS, lost), ("cards", cards))]
    if not plan.keep:
        return found
    errors = {"wins": _spread(tally, punter, 4, counts["wins"])}
    errors[GAINS] = _spread(tally, punter, 2, sum(net * count for net, count in won.items()))
    return [with_error(estimate, errors.get(estimate.figure)) for estimate in found]


def together(plan: Plan, tally: Tally, exact: Fraction | None) -> Estimate:
    """What the dealer gains from all punters together in a round, of which they have one hand of cards to beat."""
    gains = {place - MOST_PUNTERS * LOWEST: count for place, count in enumerate(tally.gains.tolist())}
    estimate = mean(GAINS, {-net: count for net, count in gains.items()}, tally.rounds, exact)
    if not plan.keep:
        return estimate
    return with_error(estimate, _spread(tally, -1, 2, sum(net * count for net, count in gains.items())))


def _spread(tally: Tally, row: int, place: int, total: int) -> float:
    """The error of a mean over rounds from packs that were dealt on from."""
    sums = tally.sums[row].tolist()
    return ratio_error(total, sums[place], sums[place + 1], tally.rounds, sums[1], sums[0])
