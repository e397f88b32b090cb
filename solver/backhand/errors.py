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


class SimulationError(BackhandError):
    """A simulation that cannot be: no rounds, no such seed, a cut card that is not in the shoe."""


class GraphError(BackhandError):
    """A graph that cannot be made: no depth, an unknown word, or two choices that do not go together."""
