"""What can be wrong with what we are asked: every refusal is a named ValueError.

The message names the offending thing and says what would be right; the command line prints it
as it stands and exits with 2.
"""

from __future__ import annotations


class BackhandError(ValueError):
    """Something asked for that cannot be: the base of every refusal in this package."""


class CardError(BackhandError):
    """A card that is not in any deck, such as ``X``, ``1`` or ``11``."""


class ShoeError(BackhandError):
    """A shoe that cannot be, or that does not hold the cards said to come from it."""


class HandError(BackhandError):
    """A hand about which there is nothing to decide: too few cards, five cards, or over 21."""


class RulesError(BackhandError):
    """A preset, an option or a payout that is not known or not possible."""


class TooLargeError(BackhandError):
    """A question whose exact answer would need more shoes than can be visited in reasonable time."""


class InputError(BackhandError):
    """A file we were given that is not there, cannot be read, or is not what it should be."""


class StrategyError(InputError):
    """A strategy that is not known, or a file of one with a cell missing, twice, or against the rules."""


class TablebaseError(BackhandError):
    """A file that is no tablebase, not a whole one, or not the one that was asked for."""


class EnclosureError(BackhandError):
    """Bounds that hold no number, or a width that no bounds can have."""


class OutputError(BackhandError):
    """A place that cannot be written to; found before anything is computed or written."""


_MOST = 200
_KEPT = 60


def shortened(text: str) -> str:
    """A text as a refusal names it: whole up to 200 characters, else how it begins and how long it is.

    >>> shortened("9 Z"), shortened("9" * 5000).endswith("999… (5,000 characters)")
    ('9 Z', True)
    """
    return text if len(text) <= _MOST else f"{text[:_KEPT]}… ({len(text):,} characters)"


def quoted(value: object) -> str:
    """What was asked for, as a refusal names it: as Python writes it, and only how it begins where that is long.

    >>> print(quoted("9 Z"), quoted(97), quoted("9" * 5000)[-25:])
    '9 Z' 97 9999…' (5,000 characters)
    >>> quoted(10**5000)
    'a number too long to print'
    """
    if isinstance(value, str):
        short = value if len(value) <= _MOST else value[:_KEPT] + "…"
        return repr(short) if short == value else f"{short!r} ({len(value):,} characters)"
    try:
        return shortened(repr(value))
    except ValueError:  # Python refuses to print a whole number of more than 4,300 digits
        return "a number too long to print"


class SimulationError(BackhandError):
    """A simulation that cannot be: no rounds, no such seed, a cut card that is not in the shoe."""


class GraphError(BackhandError):
    """A graph that cannot be made: no depth, an unknown word, or two choices that do not go together."""
