"""Numbers between two bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from backhand import Enclosure
from backhand.errors import EnclosureError


def test_an_enclosure_is_a_value() -> None:
    third, half = Fraction(1, 3), Fraction(1, 2)
    enclosure = Enclosure(third, half)
    assert eval(repr(enclosure)) == enclosure == Enclosure.from_text(str(enclosure))
    assert third in enclosure
    assert Fraction(1, 4) not in enclosure
    assert enclosure - third == Enclosure(Fraction(0), half - third)
    assert third - enclosure == -(enclosure - third)
    assert enclosure + enclosure == Enclosure(2 * third, 2 * half)
    assert third + enclosure == enclosure + third
    with pytest.raises(EnclosureError, match="holds no number"):
        Enclosure(half, third)
    for text in ("1/2", "1/2 to", "1/0 to 2", "a to b"):
        with pytest.raises(EnclosureError, match="is no enclosure"):
            Enclosure.from_text(text)
