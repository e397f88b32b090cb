"""What a chart costs against best play, in words."""

from __future__ import annotations

from backhand.common.intervals import Number, enclosed
from backhand.common.outputs.numerals import decimals

_MOST_PLACES = 15


def chart_cost(cost: Number) -> str:
    """What following the chart costs: seven places, more where it takes them to tell three digits, as far as proved."""
    places = 7
    while places < _MOST_PLACES and 0 < enclosed(cost).middle * 10**places < 100:
        places += 1
    return decimals(cost, places)
