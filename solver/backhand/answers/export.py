"""One round as a game for other programs: by which rules, from which shoe."""

from __future__ import annotations

from dataclasses import dataclass

from backhand.answers.situation import Situation
from backhand.common.cards import Shoe
from backhand.rules import Rules


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Which game is it, for other programs?"""

    situation: Situation = Situation()


@dataclass(frozen=True, slots=True)
class Export:
    """One round, of which ``backhand.outputs.export.prism`` makes a model."""

    request: ExportRequest
    rules: Rules
    shoe: Shoe
    """The undealt cards that the round is dealt from."""
    warnings: tuple[str, ...] = ()


def export(request: ExportRequest = ExportRequest()) -> Export:
    """One round dealt from a shoe.

    >>> export(ExportRequest(Situation(decks=2))).shoe.cards
    104
    """
    return Export(request, request.situation.in_force, request.situation.undealt)
