"""Policies as files, for punters and dealers: csv, as ``backhand vingt-un chart --format csv`` writes it.

Columns ``total,soft,action`` (what else the chart writes may follow and is not used), a line for every total from 4
to 21 and every soft one from 12 to 21; an action may also be its letter in the printed chart, S or D, and capitals do
not matter. A line of two fields, ``A 2 2,stand``, is an exact hand and goes before its
total.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from backhand.common.cards import Shoe, parse_cards
from backhand.common.files.reading import csv_rows, named, read_text, whole
from backhand.errors import BackhandError, StrategyError, quoted
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.hands import hands_of
from backhand.vingt_un.policies import Counts, Policy, check_punter, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, is_soft, score
from backhand.vingt_un.solving.punter import Choice, Punter

CELLS = tuple((total, soft) for soft in (False, True) for total in range(12 if soft else 4, MOST + 1))
"""Every total, hard and soft, that two cards or more can make."""

LETTERS = {"S": Choice.STAND, "D": Choice.DRAW}
"""Actions as they stand in a printed chart."""

HEADER = ["total", "soft", "action"]
MORE = ("hands", "exceptions", "chance", "cost_per_round", "rules", "shoe")
"""Columns that ``chart --format csv`` adds; they are not used."""

SOFT = {"yes": True, "no": False}
WANTED = "a policy is a total (17), two totals, hard and soft (17,19), or a csv file"
WANTED_OF_PUNTER = "a punter's policy is a total (17), two totals, hard and soft (17,19), best, or a csv file"
BEST: Final = "best"
"""What stands for the best reply where a punter's policy could."""
PunterPolicy = Policy | Literal["best"]


def read_policy(text: str, wanted: str = WANTED) -> Policy:
    """A policy: as ``Policy.from_text`` reads it where it begins with a figure and is no ``.csv``, else from a file.

    Raises PolicyError, CardError, InputError for a file that is not there, StrategyError for one that is no policy.

    >>> read_policy("17,19").soft
    19
    >>> read_policy("nobody")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: nobody: No such file or directory: a policy is a total (17), two totals, hard and \
soft (17,19), or a csv file
    """
    begins = text.lstrip(" (")[:1]
    if not text.strip() or (begins.isdigit() and not text.rstrip().endswith(".csv")):
        return Policy.from_text(text)
    if text.strip() == BEST and wanted == WANTED:
        raise PolicyError(f"best is a punter's reply to a dealer whose policy is known: here {WANTED}")
    return parse_policy(read_text(text, wanted), text)


def read_punter(text: str) -> PunterPolicy:
    """A punter's policy: ``best``, or as ``read_policy`` reads it.

    >>> read_punter("best"), read_punter("17") == Policy(17, 17)
    ('best', True)
    """
    return BEST if text.strip() == BEST else read_policy(text, WANTED_OF_PUNTER)


def replies(rules: Rules, dealer: Policy, punters: Sequence[PunterPolicy]) -> list[Policy]:
    """The policies of punters, the best reply to the dealer for those that are ``best``.

    >>> [policy] = replies(Rules(), Policy(17, 17), ["best"])
    >>> policy.hard, policy.soft
    (15, 19)
    """
    known = {policy: Punter(rules, dealer).best_policy() if policy == BEST else policy for policy in punters}
    return [known[policy] for policy in punters]


def parse_policy(text: str, name: str = "policy") -> Policy:
    """Read the csv form; ``name`` stands before the line number of what is refused.

    Raises StrategyError for a total without a line, an action that is none, a duplicate, a line that cannot be.

    >>> policy = parse_policy(policy_csv(Policy.from_text("15,18; A 2 2 T: draw")))
    >>> str(policy)
    '15,18; A 2 2 T: draw'
    >>> parse_policy("total,soft,action\\n14,no,hit\\n", "mine.csv")
    Traceback (most recent call last):
        ...
    backhand.errors.StrategyError: mine.csv, line 2: 'hit' is no action: stand or draw is
    """
    read = _Reader(name)
    for line, row in csv_rows(text, name):
        if read.width:
            read.row(line, row)
        else:
            read.header(line, row)
    return read.policy()


def policy_csv(policy: Policy) -> str:
    """The csv form of a policy, which ``parse_policy`` reads back. Raises PolicyError if it doubles: that has none."""
    check_punter(policy)
    plain = Policy(policy.hard, policy.soft)
    lines = [",".join(HEADER)]
    for total, soft in CELLS:
        stands = total >= (plain.soft if soft else plain.hard)
        lines.append(f"{total},{'yes' if soft else 'no'},{_word(stands)}")
    exceptions = str(policy).split("; ")[1:]
    return "\n".join([*lines, *(exception.replace(": ", ",") for exception in exceptions)]) + "\n"


def _word(stands: bool) -> str:
    return str(Choice.STAND if stands else Choice.DRAW)


class _Reader:
    """One file being read: every refusal names the file and the line."""

    def __init__(self, name: str) -> None:
        self.name, self.width = name, 0
        self.cells: dict[tuple[int, bool], bool] = {}
        self.hands: dict[Counts, bool] = {}
        self.lines: dict[object, int] = {}

    def header(self, line: int, row: Sequence[str]) -> None:
        if row[:3] != HEADER or row[3:] != [name for name in MORE if name in row[3:]]:
            raise self.wrong(
                line, f"the columns are total,soft,action ({', '.join(MORE)} may follow), not {','.join(row)}"
            )
        self.width = len(row)

    def row(self, line: int, row: list[str]) -> None:
        if len(row) == 2:
            self.hand(line, *row)
        elif len(row) == self.width:
            self.cell(line, *row[:3])
        else:
            raise self.wrong(line, f"{len(row)} fields: a total has {self.width}, an exact hand has 2 (A 2 2,stand)")

    def cell(self, line: int, total: str, soft: str, action: str) -> None:
        if whole(total) is None:
            raise self.wrong(line, f"total {quoted(total)} is no whole number")
        if soft not in SOFT:
            raise self.wrong(line, f"soft {quoted(soft)}: yes if an ace counts 11, else no")
        key, what = (int(total), SOFT[soft]), f"{'soft' if SOFT[soft] else 'hard'} {total}"
        if key not in CELLS:
            raise self.wrong(line, f"{what} is never decided on: hard totals are 4 to 21, soft ones 12 to 21")
        self.once(line, key, what)
        self.cells[key] = self.stands(line, action)

    def hand(self, line: int, text: str, action: str) -> None:
        try:
            counts = counts_of(parse_cards(text))
            Shoe.of_decks(1).without(parse_cards(text))
        except BackhandError as error:
            raise self.wrong(line, str(error)) from None
        if sum(counts) < 2 or score(counts) in (OVER, NATURAL):
            raise self.wrong(line, f"{text}: not a hand of two cards or more that may stand or draw")
        self.once(line, counts, f"hand {text}")
        self.hands[counts] = self.stands(line, action)

    def stands(self, line: int, action: str) -> bool:
        meant = named(action, LETTERS)
        if meant is None:
            raise self.wrong(line, f"{quoted(action)} is no action: {' or '.join(Choice)} is")
        return meant is Choice.STAND

    def once(self, line: int, key: object, what: str) -> None:
        if key in self.lines:
            raise self.wrong(line, f"{what} a second time: line {self.lines[key]} has it")
        self.lines[key] = line

    def policy(self) -> Policy:
        if not self.width:
            raise StrategyError(f"{self.name} is empty: a policy has the columns total,soft,action")
        missing = [cell for cell in CELLS if cell not in self.cells]
        if missing:
            total, soft = missing[0]
            more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
            raise StrategyError(f"{self.name}: no line for {'soft' if soft else 'hard'} {total}{more}")
        table = {
            hand: self.cells[score(hand), is_soft(hand)]
            for hand in hands_of(Shoe.of_decks(1))
            if score(hand) != NATURAL
        }
        return Policy.of_table(table | self.hands)

    def wrong(self, line: int, what: str) -> StrategyError:
        return StrategyError(f"{self.name}, line {line}: {what}")
