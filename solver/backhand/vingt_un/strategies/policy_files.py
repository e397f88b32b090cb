"""Policies as files, for punters and dealers: csv, as ``backhand vingt-un chart --format csv`` writes it.

Columns ``total,soft,action`` (what else the chart writes may follow and is not used), a line for every total from 4
to 21 and every soft one from 12 to 21; an action may also be its letter in the printed chart, S or D, and capitals do
not matter. A line of two fields, ``A 2 2,stand``, is an exact hand and goes before its
total.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from backhand.common.cards import Shoe, parse_cards
from backhand.common.files.cells import Cells, number
from backhand.common.files.reading import named, read_text
from backhand.errors import StrategyError, quoted
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.hands import hands_of
from backhand.vingt_un.policies import Counts, Policy, check_punter, counts_of
from backhand.vingt_un.rules import MOST, NATURAL, OVER, Rules, is_soft, score
from backhand.vingt_un.solving.punter import Choice, Punter

Cell = tuple[int, bool]
"""A total, and whether it is soft."""

CELLS: tuple[Cell, ...] = tuple((total, soft) for soft in (False, True) for total in range(12 if soft else 4, MOST + 1))
"""Every total, hard and soft, that two cards or more can make."""

LETTERS = {"S": Choice.STAND, "D": Choice.DRAW}
"""Actions as they stand in a printed chart."""

HEADER = ("total", "soft", "action")
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
    read = _Totals(name)
    read.read(text, CELLS)
    table = {
        hand: read.cells[score(hand), is_soft(hand)] for hand in hands_of(Shoe.of_decks(1)) if score(hand) != NATURAL
    }
    return Policy.of_table(table | read.hands)


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


class _Totals(Cells[Cell, Counts, bool]):
    """One csv of a policy being read: whether it stands."""

    what, one, example = "a policy", "a total", "A 2 2,stand"
    columns, more = HEADER, MORE

    def cell(self, fields: Mapping[str, str]) -> Cell:
        total, soft = number("total", fields["total"]), fields["soft"]
        if soft not in SOFT:
            raise StrategyError(f"soft {quoted(soft)}: yes if an ace counts 11, else no")
        cell = total, SOFT[soft]
        if cell not in CELLS:
            raise StrategyError(f"{self.called(cell)} is never decided on: hard totals are 4 to 21, soft ones 12 to 21")
        return cell

    def called(self, cell: Cell) -> str:
        return f"{'soft' if cell[1] else 'hard'} {cell[0]}"

    def hand(self, text: str) -> Counts:
        counts = counts_of(parse_cards(text))
        Shoe.of_decks(1).without(parse_cards(text))
        if sum(counts) < 2 or score(counts) in (OVER, NATURAL):
            raise StrategyError(f"{text}: not a hand of two cards or more that may stand or draw")
        return counts

    def cell_of(self, hand: Counts) -> Cell:
        return score(hand), is_soft(hand)

    def action(self, text: str, cell: Cell) -> bool:
        meant = named(text, LETTERS)
        if meant is None:
            raise StrategyError(f"{quoted(text)} is no action: {' or '.join(Choice)} is")
        return meant is Choice.STAND
