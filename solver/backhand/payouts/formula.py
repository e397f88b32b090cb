"""The value of a deal as a formula in the payouts."""

from __future__ import annotations

from typing import Any

from backhand.evaluator import Value
from backhand.rules import WINS, Ending, Rules


def symbolic(value: Value, rules: Rules) -> Any:
    """The EV of a fixed way to play as a sympy expression in the payouts ``backhand``, ``five_cards``, ``played_push``.

    ``value`` is what that play is worth, for any payouts; its coefficients are exact.

    >>> from backhand import Solver
    >>> symbolic(Solver().value(shoe="0,0,1,0,1,1,0,0,0,3"), Rules())
    7*backhand/10 - 3/10
    """
    import sympy

    ev = sympy.Integer(0)
    for ending in Ending:
        chance = sympy.Rational(value.endings[ending].numerator, value.endings[ending].denominator)
        net = rules.net(ending)
        pays = sympy.Symbol(ending.value.replace("-", "_"), positive=True)
        ev += chance * (pays if ending in WINS else sympy.Rational(net.numerator, net.denominator))
    return ev
