"""Policies: when a seat stands, the same kind for dealer and punters.

A policy is a pair of totals, hard and soft, and exceptions for single hands. So ``17`` and ``17,19``
are policies, and so is any table of hands: what a best reply does can be written down as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from backhand.cards import RANKS, format_cards, parse_cards
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.rules import MOST, NATURAL, OVER, is_soft, score

LOWEST, NEVER = 2, MOST + 1
"""The least total to stand on, and the total that is never reached: draw until over."""

Counts = tuple[int, ...]
"""A hand as ten counts, A to T."""


def counts_of(ranks: Iterable[int]) -> Counts:
    """Ten counts of some cards.

    >>> counts_of([1, 10, 10])
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    """
    counts = [0] * len(RANKS)
    for rank in ranks:
        counts[rank - 1] += 1
    return tuple(counts)


def ranks_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The cards that ten counts stand for, lowest first.

    >>> ranks_of((1, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    (1, 10, 10)
    """
    return tuple(rank for rank, count in enumerate(counts, start=1) for _ in range(count))


@dataclass(frozen=True, slots=True)
class Policy:
    """Stand on a total of ``hard`` or more, on ``soft`` or more while an ace counts 11, but for exceptions.

    ``exceptions`` are pairs (hand as ten counts, whether it stands). A natural always stands.
    Raises PolicyError for a total outside 2 to 22 (22: never), and for an exception that is over 21,
    has fewer than two cards, is a natural, or comes twice.

    >>> policy = Policy.from_text("17,18; 2 5 T: draw; A A 4: stand")
    >>> str(policy), Policy.from_text(str(policy)) == policy
    ('17,18; A A 4: stand; 2 5 T: draw', True)
    >>> str(Policy.from_text("17"))
    '17'
    >>> Policy.from_text("30")
    Traceback (most recent call last):
        ...
    backhand.vingt_un.errors.PolicyError: stand on 30: a total to stand on is 2 to 22, 22 for never
    """

    hard: int
    soft: int
    exceptions: tuple[tuple[Counts, bool], ...] = ()

    def __post_init__(self) -> None:
        for total in (self.hard, self.soft):
            if type(total) is not int or not LOWEST <= total <= NEVER:
                raise PolicyError(f"stand on {total}: a total to stand on is {LOWEST} to {NEVER}, {NEVER} for never")
        seen: set[Counts] = set()
        for counts, _ in self.exceptions:
            text = format_cards(ranks_of(counts))
            if sum(counts) < 2 or score(counts) in (OVER, NATURAL):
                raise PolicyError(f"exception {text!r}: not a hand of two cards or more that may stand or draw")
            if counts in seen:
                raise PolicyError(f"exception {text!r} comes twice")
            seen.add(counts)
        ordered = sorted(self.exceptions, key=lambda item: ranks_of(item[0]))
        object.__setattr__(self, "exceptions", tuple(ordered))

    @classmethod
    def from_text(cls, text: str) -> Policy:
        """Read ``17``, ``17,19`` (hard, soft), or either followed by ``; A 6: draw; 9 7: stand`` and so on.

        Raises PolicyError, and CardError for a card that is none.
        """
        base, *items = text.split(";")
        match = re.fullmatch(r"\s*\(?\s*(\d+)\s*(?:[,\s]\s*(\d+)\s*)?\)?\s*", base, re.ASCII)
        if not match:
            raise PolicyError(f"policy {text!r}: write a total, such as 17, or two, hard and soft, such as 17,19")
        hard = int(match[1])
        exceptions = []
        for item in items:
            cards, colon, choice = item.partition(":")
            if not colon or choice.strip() not in ("stand", "draw"):
                raise PolicyError(f"exception {item.strip()!r}: write the cards, then ': stand' or ': draw'")
            exceptions.append((counts_of(parse_cards(cards)), choice.strip() == "stand"))
        return cls(hard, int(match[2] or hard), tuple(exceptions))

    @classmethod
    def of_table(cls, table: Mapping[Counts, bool]) -> Policy:
        """The policy of a table of hands, written with the pair of totals it follows most, and exceptions.

        >>> str(Policy.of_table({counts_of([8, 8]): False, counts_of([8, 9]): True, counts_of([9, 10]): True}))
        '17,2'
        """
        gains = {soft: [0] * (NATURAL + 1) for soft in (False, True)}  # hands put right by standing on a total
        for hand, stands in table.items():
            gains[is_soft(hand)][score(hand)] += 1 if stands else -1
        hard, soft = (max(range(LOWEST, NEVER + 1), key=lambda total: sum(gain[total:])) for gain in gains.values())
        return cls(hard, soft).with_table(table)

    def with_table(self, table: Mapping[Counts, bool]) -> Policy:
        """The policy that does what the table says, and this one's pair of totals elsewhere.

        >>> str(Policy(17, 17).with_table({counts_of([1, 6]): False, counts_of([8, 8]): False}))
        '17; A 6: draw'
        """
        plain = Policy(self.hard, self.soft)
        different = [(hand, stands) for hand, stands in table.items() if plain.stands(hand) != stands]
        return Policy(self.hard, self.soft, tuple(different))

    def stands(self, counts: Sequence[int]) -> bool:
        """Whether a hand of two cards or more, not over 21, stands.

        >>> Policy(17, 19).stands(counts_of([1, 7])), Policy(17, 19).stands(counts_of([8, 10]))
        (False, True)
        """
        held = score(counts)
        if held == NATURAL:
            return True
        for hand, stands in self.exceptions:
            if hand == tuple(counts):
                return stands
        return held >= (self.soft if is_soft(counts) else self.hard)

    def decisions(self) -> Callable[[Counts], bool]:
        """The same as ``stands``, quick to ask about thousands of hands.

        >>> Policy(17, 19).decisions()(counts_of([1, 7]))
        False
        """
        plain, table = Policy(self.hard, self.soft), dict(self.exceptions)

        def decide(counts: Counts) -> bool:
            known = table.get(counts)
            return plain.stands(counts) if known is None else known

        return decide

    def __str__(self) -> str:
        base = str(self.hard) if self.hard == self.soft else f"{self.hard},{self.soft}"
        words = (f"{format_cards(ranks_of(hand))}: {'stand' if s else 'draw'}" for hand, s in self.exceptions)
        return "; ".join([base, *words])
