"""Functions made of lines, against their values at many places."""

from __future__ import annotations

import random
from fractions import Fraction

from backhand.common.piecewise import Piecewise, weighted


def test_piecewise_by_trying_many_places() -> None:
    rng = random.Random(5)

    def some() -> Piecewise:
        places = sorted({Fraction(0), Fraction(10), *(Fraction(rng.randint(1, 99), 10) for _ in range(4))})
        return Piecewise(tuple((place, Fraction(rng.randint(-4, 4))) for place in places))

    places = [Fraction(n, 13) for n in range(131)]
    for _ in range(60):
        one, other = some(), some()
        a, b = one.values(places), other.values(places)
        assert one.larger(other).values(places) == [max(x, y) for x, y in zip(a, b, strict=True)]
        total = weighted([(Fraction(2, 3), one), (Fraction(-1), other)])
        assert total.values(places) == [Fraction(2, 3) * x - y for x, y in zip(a, b, strict=True)]
        crossings = one.crossings(other)
        signs = [(x > y) - (x < y) for x, y in zip(a, b, strict=True)]
        for number in range(130):
            if signs[number] * signs[number + 1] < 0:
                assert any(places[number] <= place <= places[number + 1] for place in crossings)
        assert all(p == q for p, q in zip(one.values(crossings), other.values(crossings), strict=True))
