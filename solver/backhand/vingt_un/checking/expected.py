"""What a right simulator of Vingt-un should count, exactly: each line's probability, or its mean and variance.

Every round has a pack of its own. With several punters a round's lines depend on each other, and each line by itself is
what it would be with one punter; Holm's procedure needs no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.checking.counts import Line, Moments, share, spread
from backhand.vingt_un.endings import Ending, won_by
from backhand.vingt_un.policies import counts_of
from backhand.vingt_un.rounds.outcomes import Outcomes
from backhand.vingt_un.simulation.estimates import GAINS


@dataclass(frozen=True)
class Expected:
    """What to expect of the rounds of each punter; lines of the one and only punter have seat 0.

    >>> from backhand.vingt_un.policies import Policy
    >>> from backhand.vingt_un.checking.counted import parse_results
    >>> from backhand.vingt_un.rules import Rules
    >>> line, = parse_results("figure,count\\nrounds,9\\nover,1\\n", Rules()).lines
    >>> round(float(Expected([Outcomes(Rules(), Policy(17, 17), Policy(16, 16))]).moments(line).mean), 6)
    0.193013
    """

    punters: Sequence[Outcomes]

    def moments(self, line: Line) -> Moments:
        """What one trial should add to this line."""
        found = self.punters[max(line.seat - 1, 0)]
        wins = won_by(found.rules)["wins"]
        nothing = Fraction(0)
        match line.group:
            case "totals":
                return _total(found, line.key)
            case "endings":
                return share(found.endings[Ending(line.key)])
            case "initial hands":
                return share(sum(found.starts.get(counts_of(line.key), {}).values(), nothing))
            case "wins of initial hands":
                ends = found.starts.get(counts_of(line.key), {})
                dealt = sum(ends.values(), nothing)
                return share(sum((ends[how] for how in wins), nothing) / dealt if dealt else nothing)
            case "decisions":
                return share(found.decisions.get(line.key, (nothing, nothing))[0])
            case _:
                visits, won = found.decisions.get(line.key, (nothing, nothing))
                return share(won / visits if visits else nothing)


def _total(found: Outcomes, figure: str) -> Moments:
    if figure == GAINS:
        return spread({-net: chance for net, chance in found.nets.items()})
    if figure == "cards":
        return spread(found.cards)
    return share(sum((found.endings[how] for how in won_by(found.rules)[figure]), Fraction(0)))
