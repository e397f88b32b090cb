"""By which rules is played, and what else could be said?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backhand.common.cards import Shoe
from backhand.vingt_un.answers.situation import Answer, rules_of
from backhand.vingt_un.rules import PRESET, Rules, choices


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesRequest:
    """The rules, as they are or as text."""

    rules: Rules | str = PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook(Answer):
    """Every option by its name: how it is set, and what else it could be."""

    request: RulesRequest
    options: Mapping[str, str]
    """How each is set."""
    default: Mapping[str, str]
    """How each is set unless something is said: as Hoffmann has it, or other books of his time."""
    choices: Mapping[str, Sequence[str]]
    """What each may be set to, the default first."""


def rules(request: RulesRequest = RulesRequest()) -> RuleBook:
    """The options in force. Raises RulesError for a text that does not tell any rules.

    >>> found = rules(RulesRequest(rules="ties=void"))
    >>> found.options["ties"], found.default["ties"], found.choices["ties"]
    ('void', 'dealer', ['dealer', 'void'])
    """
    said = rules_of(request.rules)
    return RuleBook(
        request=request,
        rules=said,
        pack=Shoe.of_decks(1),
        options=said.options(),
        default=Rules().options(),
        choices=choices(),
    )
