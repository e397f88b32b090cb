"""A tablebase: built, described, asked and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from backhand.answers.rules import RulesRequest
from backhand.common.cards import DECK, Shoe, read_cards
from backhand.common.files.writing import check_file
from backhand.common.progress import Progress, quiet
from backhand.errors import ShoeError
from backhand.evaluator import Value
from backhand.solver import Solver
from backhand.solving.bounds import Bounds
from backhand.solving.valuation import Cards
from backhand.tablebase import Layout, Tablebase, default_path

if TYPE_CHECKING:
    from backhand.tablebase.verify import Mismatch


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Solve every shoe of a deck into a file."""

    file: Path | str | None = None
    """None: a file in the user's folder for data, named after the rules."""
    rules: RulesRequest = RulesRequest()
    most: Shoe | str = Shoe(DECK)
    """The fullest shoe."""
    jobs: int | None = None
    """Threads; None: one a processor."""

    @property
    def path(self) -> Path:
        """Where the file is to be."""
        return default_path(self.rules.in_force) if self.file is None else Path(self.file)

    @property
    def step(self) -> int:
        """How many shoes are solved in a step that ``progress`` hears of."""
        return Layout(Shoe(self.most)).slab


@dataclass(frozen=True, slots=True)
class TablebaseInfo:
    """A file, and what it is of."""

    tablebase: Tablebase
    """Its rules, its fullest shoe (``layout.most``), the proved bound of its error."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProbeRequest:
    """What does a file say of a deal?"""

    file: Path | str
    shoe: Shoe | str | None = None
    """The undealt cards outright."""
    seen: Cards = ()
    """Cards that have left the fullest shoe, discarded aces too."""

    def __post_init__(self) -> None:
        if self.shoe is not None and self.seen:
            raise ShoeError("seen cards and a shoe: the shoe is the undealt cards already; give one of them")


@dataclass(frozen=True, slots=True)
class Probe:
    """What a file says of a deal."""

    request: ProbeRequest
    tablebase: Tablebase
    shoe: Shoe
    ev: float
    """EV per stake, no further than ``tablebase.error`` from the exact one."""
    known: Bounds | Value | None
    """The deal enclosed, or exact where the file cannot tell its win probability; None where no card is left."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerifyRequest:
    """Is a file right?"""

    file: Path | str
    samples: int = 100
    """Random shoes that are compared with exact values, each with all shoes that pushes lead to."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a file is right."""

    request: VerifyRequest
    tablebase: Tablebase
    damaged: Sequence[str]
    """What is wrong with each layer that does not match its checksum."""
    compared: int
    """Shoes compared with exact values."""
    wrong: Sequence[Mismatch]
    """Those that are further from these than the proved error."""
    warnings: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damaged and not self.wrong


def build(request: BuildRequest, *, progress: Progress = quiet) -> TablebaseInfo:
    """Solve every shoe up to the fullest into a file; an unfinished build is gone on with.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = build(BuildRequest(f"{folder}/small.tablebase", most="0,0,0,0,0,1,1,1,1,1", jobs=1))
    >>> made.tablebase.layout.shoes
    32

    Raises OutputError for a place that cannot be written to, RulesError for rules that cannot be.
    """
    from backhand.tablebase.build import build as built

    path, rules = request.path, request.rules.in_force
    if request.file is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    check_file(path, only_file=True)
    return TablebaseInfo(built(path, rules, Shoe(request.most), jobs=request.jobs, progress=progress))


def info(file: Path | str) -> TablebaseInfo:
    """What a file is of. Raises TablebaseError for one that is no tablebase, or not a whole one."""
    return TablebaseInfo(Tablebase.open(file))


def probe(request: ProbeRequest, *, progress: Progress = quiet) -> Probe:
    """What a file says of a deal.

    Raises TablebaseError for a file that is no tablebase, ShoeError for a shoe that it has not.
    """
    tablebase = Tablebase.open(request.file)
    most = tablebase.layout.most
    shoe = most.without(read_cards(request.seen)) if request.shoe is None else Shoe(request.shoe)
    tablebase.layout.index(shoe)
    known: Bounds | Value | None = tablebase.bounds(shoe)
    if known is None and shoe.cards:
        known = Solver(rules=tablebase.rules, progress=progress).value(shoe=shoe)
    return Probe(request, tablebase, shoe, tablebase.value(shoe), known)


def verify(request: VerifyRequest, *, progress: Progress = quiet) -> Verification:
    """Check a file: every layer against its checksum, random shoes against exact values.

    Raises TablebaseError for a file that is no tablebase.
    """
    from backhand.tablebase.verify import compare, damaged_layers

    tablebase = Tablebase.open(request.file)
    damaged = damaged_layers(tablebase)
    compared = list(compare(tablebase, request.samples, seed=request.seed, progress=progress))
    return Verification(request, tablebase, damaged, len(compared), [mismatch for mismatch in compared if mismatch])
