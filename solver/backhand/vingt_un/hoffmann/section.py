"""What a section of the page is, and the words that sections share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from backhand.common.outputs.numerals import decimals
from backhand.common.outputs.report import Table
from backhand.vingt_un.answers.claim_cases import Verdict

Cases = list[tuple[str, str, Fraction, Fraction]]
"""What is compared: the case, the assumption, the value of what Hoffmann says, the value of the other choice."""


@dataclass(frozen=True, slots=True)
class Section:
    """One claim: what he says, what the numbers say, and the numbers."""

    claim: str
    says: str
    verdict: Verdict | None
    """None where the numbers that decide were left out: no verdict."""
    why: str
    blocks: Sequence[str | Table]
    cases: Cases

    @property
    def judged(self) -> str:
        """The verdict in a word, or that it takes the long run, without ``--quick``."""
        return self.verdict.value if self.verdict else "needs the long run"


def signed(value: Fraction, places: int = 4) -> str:
    """A number with its sign."""
    return decimals(value, places, sign=True)


def listed(items: Sequence[int | str]) -> str:
    """Words for a list.

    >>> listed([15, 16, 17]), listed([])
    ('15, 16 and 17', 'none of these')
    """
    words = [str(item) for item in items]
    if not words:
        return "none of these"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
