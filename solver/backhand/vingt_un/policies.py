"""Policies: with which hands a player stands, dealer or punter, and with which two cards a dealer doubles.

A policy is a pair of totals, hard and soft, and exceptions for single hands. So ``17`` and ``17,19``
are policies, and so is any table of hands: what a best reply does can be written down as one. With what a
dealer doubles is told in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from backhand.common.cards import RANKS, format_cards, parse_cards
from backhand.errors import quoted
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, is_soft, score

LOWEST, NEVER = 2, MOST + 1
"""The least total to stand on, and the total that is never reached: draw until over."""

Counts = tuple[int, ...]
"""A hand as ten counts, A to T."""
Exceptions = tuple[tuple[Counts, bool], ...]
"""Hands, each with what is done with it: stand or not, double or not."""


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
class Doubling:
    """With which two cards a dealer doubles (option ``dealer-doubles``): never, unless something is said.

    On a total of ``hard`` or more, on ``soft`` or more with an ace, but for ``exceptions``, which are pairs (two cards
    as ten counts, whether he doubles). A natural is a soft 21. Raises PolicyError for a total outside 2 to 22 (22:
    never), and for an exception that is not two cards or comes twice.

    >>> Doubling(20, 19).doubles(counts_of([1, 8])), Doubling().doubles(counts_of([1, 10]))
    (True, False)
    """

    hard: int = NEVER
    soft: int = NEVER
    exceptions: Exceptions = ()

    def __post_init__(self) -> None:
        _check_totals("double", self.hard, self.soft)
        for counts, _ in self.exceptions:
            if sum(counts) != 2:
                text = format_cards(ranks_of(counts))
                raise PolicyError(f"exception {quoted(text)}: the dealer doubles with two cards, before any is drawn")
        object.__setattr__(self, "exceptions", _in_order(self.exceptions))

    def doubles(self, counts: Counts) -> bool:
        """Whether he doubles with these two cards."""
        known = dict(self.exceptions).get(counts)
        if known is not None:
            return known
        return min(score(counts), MOST) >= (self.soft if is_soft(counts) else self.hard)

    def __str__(self) -> str:
        totals = [f"double: {_totals(self.hard, self.soft)}"] if min(self.hard, self.soft) < NEVER else []
        words = (f"{format_cards(ranks_of(hand))}: {'double' if d else 'single'}" for hand, d in self.exceptions)
        return "; ".join([*totals, *words])


@dataclass(frozen=True, slots=True)
class Policy:
    """Stand on a total of ``hard`` or more, on ``soft`` or more while an ace counts 11, but for exceptions.

    ``exceptions`` are pairs (hand as ten counts, whether it stands). A natural always stands. ``doubling`` is for a
    dealer who may double. Raises PolicyError for a total outside 2 to 22 (22: never), and for an exception that is
    over 21, has fewer than two cards, is a natural, or comes twice.

    >>> policy = Policy.from_text("17,18; 2 5 T: draw; A A 4: stand")
    >>> str(policy), Policy.from_text(str(policy)) == policy
    ('17,18; A A 4: stand; 2 5 T: draw', True)
    >>> str(Policy.from_text("17"))
    '17'
    >>> dealer = Policy.from_text("17; double: 20; 5 6: double; A T: single")
    >>> str(dealer), dealer.doubling.doubles(counts_of([10, 10])), dealer.doubling.doubles(counts_of([1, 10]))
    ('17; double: 20; A T: single; 5 6: double', True, False)
    >>> Policy.from_text("30")
    Traceback (most recent call last):
        ...
    backhand.vingt_un.errors.PolicyError: stand on 30: a total to stand on is 2 to 22, 22 for never
    """

    hard: int
    soft: int
    exceptions: Exceptions = ()
    doubling: Doubling = field(default_factory=Doubling)

    def __post_init__(self) -> None:
        _check_totals("stand", self.hard, self.soft)
        for counts, _ in self.exceptions:
            if sum(counts) < 2 or score(counts) in (OVER, NATURAL):
                text = format_cards(ranks_of(counts))
                raise PolicyError(f"exception {quoted(text)}: not a hand of two cards or more that may stand or draw")
        object.__setattr__(self, "exceptions", _in_order(self.exceptions))

    @classmethod
    def from_text(cls, text: str) -> Policy:
        """Read ``17``, ``17,19`` (hard, soft), or either followed by ``; A 6: draw; 9 7: stand`` and so on.

        With what a dealer doubles: ``17; double: 20``, ``17; double: 20,19`` (hard, soft), ``17; 5 6: double``, and
        ``T T: single`` for an exception.

        Raises PolicyError, and CardError for a card that is none.
        """
        base, *items = text.split(";")
        totals = _read_totals(base)
        if not totals:
            raise PolicyError(f"policy {quoted(text)}: write a total, such as 17, or two, hard and soft, such as 17,19")
        doubling = None
        stands: list[tuple[Counts, bool]] = []
        doubles: list[tuple[Counts, bool]] = []
        for item in items:
            what = quoted(item.strip())
            cards, _, choice = (part.strip() for part in item.partition(":"))
            if cards == "double":
                if doubling:
                    raise PolicyError(f"policy {quoted(text)}: 'double:' comes twice")
                doubling = _read_totals(choice)
                if not doubling:
                    raise PolicyError(f"{what}: write a total, such as 'double: 20', or two, hard and soft")
            elif choice in ("stand", "draw"):
                stands.append((counts_of(parse_cards(cards)), choice == "stand"))
            elif choice in ("double", "single"):
                doubles.append((counts_of(parse_cards(cards)), choice == "double"))
            else:
                raise PolicyError(
                    f"exception {what}: write the cards, then ': stand' or ': draw', or with what a dealer "
                    "doubles ': double' or ': single'"
                )
        return cls(*totals, tuple(stands), Doubling(*(doubling or (NEVER, NEVER)), tuple(doubles)))

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
        return Policy(self.hard, self.soft, tuple(different), self.doubling)

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
        words = (f"{format_cards(ranks_of(hand))}: {'stand' if s else 'draw'}" for hand, s in self.exceptions)
        doubling = [str(self.doubling)] if self.doubling != Doubling() else []
        return "; ".join([_totals(self.hard, self.soft), *words, *doubling])


def check_dealer(rules: Rules, policy: Policy) -> Policy:
    """The policy, if a dealer may play it. Raises PolicyError if it doubles and the rules do not let him."""
    if policy.doubling != Doubling() and not rules.dealer_may_double:
        raise PolicyError(f"dealer {quoted(str(policy))} doubles: he may only with --rules dealer-doubles=on")
    return policy


def check_punter(policy: Policy) -> Policy:
    """The policy, if a punter may play it. Raises PolicyError if it doubles: only the dealer ever may."""
    if policy.doubling != Doubling():
        raise PolicyError(f"punter {quoted(str(policy))} doubles: only the dealer may")
    return policy


def _check_totals(what: str, *totals: int) -> None:
    for total in totals:
        if type(total) is not int or not LOWEST <= total <= NEVER:
            raise PolicyError(f"{what} on {total}: a total to {what} on is {LOWEST} to {NEVER}, {NEVER} for never")


def _in_order(exceptions: Exceptions) -> Exceptions:
    """Exceptions by their cards. Raises PolicyError for one that comes twice."""
    seen: set[Counts] = set()
    for counts, _ in exceptions:
        if counts in seen:
            raise PolicyError(f"exception {quoted(format_cards(ranks_of(counts)))} comes twice")
        seen.add(counts)
    return tuple(sorted(exceptions, key=lambda item: ranks_of(item[0])))


def _read_totals(text: str) -> tuple[int, int] | None:
    """One total or two, hard and soft; None for anything else."""
    match = re.fullmatch(r"\s*\(?\s*(\d{1,18})\s*(?:[,\s]\s*(\d{1,18})\s*)?\)?\s*", text, re.ASCII)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _totals(hard: int, soft: int) -> str:
    return str(hard) if hard == soft else f"{hard},{soft}"
