"""What a deal is worth as one payout varies: its exact value at any payout, and the line of what is best there.

For a fixed way to play the EV is linear in the payouts, EV = sum of payout times probability, less what is lost. The
best of all ways to play is the largest of these lines: convex, piecewise linear, never falling.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, factorial

from backhand.common.cards import Shoe
from backhand.common.progress import Progress, quiet
from backhand.errors import RulesError, quoted
from backhand.evaluator import Value, value_of
from backhand.payouts.hand_bends import Varied, alike, finest
from backhand.rules import WINS, Rules
from backhand.solving.engine import Engine
from backhand.solving.pushes import pushed_shoes, without_aces

KINDS: tuple[str, ...] = (*map(str, WINS), "all")
"""What may be varied: the payout of one kind of win, or of all of them alike."""


@dataclass(frozen=True, slots=True)
class Line:
    """The EV as a function of the payout that varies, for the play that is best at one payout: a + b x."""

    at_zero: Fraction
    slope: Fraction
    """The probability of the wins that pay it."""

    def at(self, pays: Fraction) -> Fraction:
        """Its EV at one payout."""
        return self.at_zero + self.slope * pays

    def meets(self, ev: Fraction) -> Fraction:
        """Where it comes to this EV. It must not be level."""
        return (ev - self.at_zero) / self.slope


class Valued:
    """The deal from ``shoe``, and those that one push of it leads to; every value is computed once.

    >>> valued = Valued(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules())
    >>> valued.line("five-cards", Fraction(1)).at(Fraction(1)) == valued.value("five-cards", Fraction(1)).ev
    True

    Raises TooLargeError where pushes lead to too many shoes.
    """

    def __init__(self, shoe: Shoe, rules: Rules, progress: Progress = quiet) -> None:
        self.shoe, self.rules, self.progress = shoe, rules, progress
        pushed = [after for base in without_aces(shoe) for after in pushed_shoes(base) if after is not None]
        self._deals = [shoe, *dict.fromkeys(pushed)]
        self._values: dict[Rules, dict[Shoe, Value]] = {}

    def value(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Value:
        """The value of the deal when this kind of win pays so much, or of the deal after a push that left ``shoe``."""
        rules = paying(self.rules, kind, pays)
        if rules not in self._values:
            varied = Varied(self.rules, kind)
            near = alike(min(pays, varied.beyond(self.shoe.cards)), finest(self.shoe.cards, varied.unit))
            engine = Engine(self.shoe, rules, progress=self.progress, alike=paying(self.rules, kind, near))
            self._values[rules] = {deal: value_of(engine.counts(deal), sum(deal), rules) for deal in self._deals}
        return self._values[rules][self.shoe if shoe is None else shoe]

    def line(self, kind: str, pays: Fraction, shoe: Shoe | None = None) -> Line:
        """The line of the play that is best at this payout; the value is nowhere below it."""
        value = self.value(kind, pays, shoe)
        slope = value.win if kind == "all" else value.endings[kind]
        return Line(value.ev - slope * pays, slope)

    def first_line(self, kind: str) -> Line:
        """The line of the play that is best at the lowest payouts: the value from 0 on, as far as it is straight.

        Two lines that cross do so at 1 / (unit * cards!) or above (docs/method.md).
        """
        return self.line(kind, Fraction(1, Varied(self.rules, kind).unit * factorial(self.shoe.cards) + 1))

    def last_line(self, kind: str) -> Line:
        """The line of the play that is best at the highest payouts: no way to play wins what pays it more often.

        Two lines that cross do so at cards! times the span of the other payoffs or below (docs/method.md).
        """
        span = Varied(self.rules, kind).span
        return self.line(kind, Fraction(ceil(span * factorial(self.shoe.cards)) + 1))


def paying(rules: Rules, kind: str, pays: Fraction) -> Rules:
    """The rules with another payout for one kind of win, or for all.

    >>> str(paying(Rules(), "five-cards", Fraction(3, 2)))
    'inventor,pays-five-cards=3:2'
    """
    if kind not in KINDS:
        raise RulesError(f"{quoted(kind)} is no kind of win: {', '.join(KINDS)}")
    fields = {"pays_" + win.replace("-", "_"): pays for win in (WINS if kind == "all" else (kind,))}
    return replace(rules, **fields)  # type: ignore[arg-type]
