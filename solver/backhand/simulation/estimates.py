"""What a simulation estimates, how surely, and what is exact. The only floats are statistics.

A share of n independent rounds has standard error sqrt(p (1 - p) / n), and Wilson's interval, which holds for rare
endings too; a mean has s / sqrt(n) and the normal interval. Rounds dealt on from one shoe are not independent: there
the shoes are, and a share is a ratio of sums over shoes (Cochran, Sampling Techniques, chapter 6).
"""

from __future__ import annotations

from fractions import Fraction

from backhand.common.intervals import Number
from backhand.common.simulation.estimates import Estimate, mean, ratio_error, share, with_error
from backhand.evaluator import stakes
from backhand.rounds.figures import Figures
from backhand.rules import ENDINGS, WINS, Ending, Rules
from backhand.simulation.plan import Tally


def estimates(tally: Tally, rules: Rules, exact: Figures | None, cut: bool) -> list[Estimate]:
    """Every figure of a simulation; ``exact`` are the figures of a round from a fresh shuffle, if known.

    With ``cut`` rounds went on from one shoe: only wins and the net payoff are given an error then.
    """
    counts = dict(zip(ENDINGS, tally.endings.tolist(), strict=True))
    wins, voids, rounds = sum(counts[ending] for ending in WINS), counts[Ending.VOID], tally.rounds
    known: dict[str, Number] = {}
    if exact:
        known |= {
            "wins": exact.win,
            "losses": Fraction(1) - exact.win - exact.void,
            "voids": exact.void,
            "net": exact.ev,
        }
        known |= {"pushes": exact.mean_pushes, "cards": exact.mean_cards}
        known |= {ending.value: chance for ending, chance in exact.rounds.endings.items()}
    shares: dict[str, int] = {"wins": wins, "losses": rounds - wins - voids, "voids": voids}
    shares |= {ending.value: count for ending, count in counts.items()}
    unit, whole = stakes(rules)
    payoffs = {stake: sum(counts[e] for e, s in zip(ENDINGS, whole, strict=True) if s == stake) for stake in set(whole)}
    sums = {
        "net": payoffs,
        "pushes": dict(enumerate(tally.pushes.tolist())),
        "cards": dict(enumerate(tally.cards.tolist())),
    }
    if cut:
        shoes, rounds_2, net_2, net_rounds, wins_2, wins_rounds = tally.sums.tolist()
        net = sum(stake * count for stake, count in payoffs.items())
        errors = {
            "wins": ratio_error(wins, wins_2, wins_rounds, rounds, rounds_2, shoes),
            "net": ratio_error(net, net_2, net_rounds, rounds, rounds_2, shoes) / unit,
        }
    found = []
    for figure, count in shares.items():
        if cut:
            found.append(with_error(share(figure, count, rounds, known.get(figure)), errors.get(figure)))
        else:
            found.append(share(figure, count, rounds, known.get(figure)))
    for figure, tallied in sums.items():
        scale = unit if figure == "net" else 1
        estimate = mean(figure, tallied, rounds, known.get(figure), scale)
        found.append(with_error(estimate, errors.get(figure)) if cut else estimate)
    return found
