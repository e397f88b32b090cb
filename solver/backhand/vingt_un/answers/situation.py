"""What every question has: the rules, the cards that have left the pack, and how players may be named.

Nothing here needs numpy, which is slow to load: the rules are told without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from backhand.common.cards import Shoe, read_cards
from backhand.vingt_un.errors import UnsolvedError
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import PRESET, Rules

HOFFMANNS: Final = "16"
"""What Hoffmann's punters stand on: 12 to 15 are not good enough, he says (C1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The rules, and the cards that have left the pack: ``seen``, as text or as ranks.

    >>> situation = Situation(rules="ties=void,pack=as-dealt", seen="K 5")
    >>> str(situation.in_force), situation.pack.cards, situation.of_a_round().cards
    ('hoffmann,ties=void,pack=as-dealt', 50, 50)
    >>> Situation(seen="K 5").of_a_round()
    Traceback (most recent call last):
        ...
    backhand.vingt_un.errors.UnsolvedError: --seen: with pack=fresh a round begins with all 52 cards; say --rules \
pack=as-dealt
    """

    rules: Rules | str = PRESET
    seen: tuple[int, ...] | str = ()

    @property
    def in_force(self) -> Rules:
        """The rules. Raises RulesError for a text that does not tell any."""
        return rules_of(self.rules)

    @property
    def pack(self) -> Shoe:
        """One pack less what was seen, in the middle of a round.

        Raises CardError for what is no card, ShoeError where one pack has not so many.
        """
        return Shoe.of_decks(1).without(read_cards(self.seen))

    def of_a_round(self) -> Shoe:
        """The pack that a round begins with. Raises UnsolvedError where it is fresh, and cards were seen."""
        if self.seen and not self.in_force.pack_as_dealt:
            raise UnsolvedError("--seen: with pack=fresh a round begins with all 52 cards; say --rules pack=as-dealt")
        return self.pack


HOFFMANN: Final = Situation()
"""A fresh pack, by Hoffmann's rules."""
DOUBLING: Final = Situation(rules=f"{PRESET},dealer-doubles=on")
"""The same, but that the dealer may double: for a question about that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What every answer says: by which rules and from which pack, and what whoever reads it should be warned of."""

    rules: Rules
    pack: Shoe
    warnings: tuple[str, ...] = ()


def rules_of(said: Rules | str) -> Rules:
    """Rules, or what a text says. Raises RulesError for a text that does not tell any.

    >>> rules_of("ties=void") == rules_of(Rules(ties_void=True))
    True
    """
    return said if isinstance(said, Rules) else Rules.from_text(said)


def policy_of(said: Policy | str) -> Policy:
    """A policy, or what a text says: a total, two totals, exceptions, or the name of a csv file.

    Raises what ``strategies.policy_files.read_policy`` does.

    >>> policy_of("17,19") == Policy(17, 19) == policy_of(Policy(17, 19))
    True
    """
    if isinstance(said, Policy):
        return said
    from backhand.vingt_un.strategies.policy_files import read_policy

    return read_policy(said)


def punter_of(said: Policy | str) -> Policy | Literal["best"]:
    """The policy of a punter, in the same way, or ``best`` for the best reply.

    >>> punter_of("best"), punter_of("16") == Policy(16, 16)
    ('best', True)
    """
    if isinstance(said, Policy):
        return said
    from backhand.vingt_un.strategies.policy_files import read_punter

    return read_punter(said)
