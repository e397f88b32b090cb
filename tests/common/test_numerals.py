"""Numbers as text: of any length, and nothing shown as 0 that is not."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from fractions import Fraction

import pytest
from backhand.common.digits import digits, exact
from backhand.common.intervals import Enclosure
from backhand.common.outputs.numerals import amount, percent


@pytest.fixture
def unlimited() -> Iterator[None]:
    """Python itself writes numbers of any length for a while."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("unlimited")
def test_digits_are_those_that_python_writes() -> None:
    rng = random.Random(4)
    edges = [2**4096 - 1, 2**4096, 10**5000, 10**5000 - 1, 7**9000]
    for number in [0, -1, *edges, *(rng.getrandbits(rng.randrange(1, 60_000)) for _ in range(50))]:
        assert digits(number) == str(number)
        assert digits(-number) == str(-number)
    assert exact(Fraction(-3, 7**9000)) == str(Fraction(-3, 7**9000))


def test_what_is_not_0_is_not_shown_as_0() -> None:
    for places in range(1, 9):
        last = Fraction(1, 10**places)
        for value in (last / 3, last / 2, last / 10**20):
            assert amount(value, places) == f"<0.{'0' * (places - 1)}1"
            assert amount(-value, places) == f">-0.{'0' * (places - 1)}1"
        assert amount(last * 2 / 3, places) == f"0.{'0' * (places - 1)}1"
        assert amount(Fraction(0), places) == f"0.{'0' * places}"
    assert percent(Enclosure(Fraction(1, 10**9), Fraction(2, 10**9)), 4) == "<0.0001 %"
    assert "<" not in percent(Enclosure(Fraction(0), Fraction(1, 10**9)), 4)
