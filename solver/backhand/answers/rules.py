"""The rules in force."""

from __future__ import annotations

from dataclasses import dataclass

from backhand.rules import Rules


@dataclass(frozen=True, slots=True)
class RulesRequest:
    """Which rules are in force?"""

    rules: Rules | str = "inventor"
    """A preset and options: ``denexa,twelve=hit``."""
    pays: str | None = None
    """Net payouts that replace those of the rules: ``6:5``, or ``backhand=6:5,five-cards=3:2``."""

    @property
    def in_force(self) -> Rules:
        """The rules, with the payouts that are given. Raises RulesError for what cannot be."""
        rules = Rules.from_text(self.rules) if isinstance(self.rules, str) else self.rules
        return rules.paying(self.pays) if self.pays is not None else rules


@dataclass(frozen=True, slots=True)
class RulesInForce:
    """The rules in force."""

    request: RulesRequest
    rules: Rules
    warnings: tuple[str, ...] = ()


def rules(request: RulesRequest = RulesRequest()) -> RulesInForce:
    """The rules in force.

    >>> rules(RulesRequest("denexa", pays="6:5")).rules.options()["pays-backhand"]
    '6:5'
    """
    return RulesInForce(request, request.in_force)
