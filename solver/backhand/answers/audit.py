"""Whether played rounds were by the rules, and what their mistakes cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from backhand.answers.situation import Situation
from backhand.checking.played import audit as audited
from backhand.checking.played import read_log
from backhand.common.cards import Shoe
from backhand.common.checking.logs import Audited
from backhand.common.progress import Progress, quiet
from backhand.errors import ShoeError
from backhand.rules import Rules


@dataclass(frozen=True, slots=True)
class AuditRequest:
    """Were these rounds by the rules, and what did their mistakes cost? Raises ShoeError for cards seen, or a shoe."""

    log: Path | str
    """The name of a csv or jsonl file (docs/validation.md)."""
    situation: Situation = Situation()
    """The rules, and the fresh shoe that rounds begin with. Cards that were seen stand in the log."""

    def __post_init__(self) -> None:
        if self.situation.seen or self.situation.shoe is not None:
            raise ShoeError("seen cards or a shoe: rounds of a log begin with a fresh shoe; the log has cards seen")


@dataclass(frozen=True, slots=True)
class Audit:
    """Played rounds, checked and priced."""

    request: AuditRequest
    rules: Rules
    shoe: Shoe
    """The fresh shoe."""
    rounds: Sequence[Audited]
    """Each round of the log: its decisions, what each gave away, and what was luck."""
    warnings: tuple[str, ...] = ()


def audit(request: AuditRequest, *, progress: Progress = quiet) -> Audit:
    """Check played rounds, and price each of their decisions against best play for the shoe as the player saw it.

    >>> answer = audit(AuditRequest("docs/examples/log.csv"))  # doctest: +SKIP

    Raises InputError, naming the line, for what is no log, what the rules forbid, and a result that is not the cards'.
    """
    solver, source = request.situation.solver(progress), str(request.log)
    records = read_log(source, solver.rules)
    found = audited(records, solver, source)
    rounds = [next(found) for _ in progress(range(len(records)), "pricing rounds", len(records))]
    return Audit(request, solver.rules, solver.fresh, rounds)
