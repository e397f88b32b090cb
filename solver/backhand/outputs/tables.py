"""The emitted tables: every file of ``tables/`` with its content."""

from __future__ import annotations

from collections.abc import Iterator

from backhand.outputs.charts import chart_report, deals_report, hands_report
from backhand.outputs.report import Report, Table, render, rules_document
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.strategy import action_values, chart

FORMS = ("csv", "json", "md")

CONTENTS = {
    "chart": "the strategy by number of cards and total, with its exceptions",
    "hands": "the exact value of every action of every hand of two, three and four cards",
    "deals": "the exact value of the deal from the fresh shoe, and of the next deal after each push hand",
}


def tables(solvers: list[Solver]) -> Iterator[tuple[str, str]]:
    """Name and content of every table, for the fresh shoe of each solver; last a README that lists them."""
    lines = [
        "# Tables",
        "",
        "Written by `backhand tables --output-dir tables`; a test makes them anew and compares.",
        "",
    ]
    for solver in solvers:
        decks = solver.fresh.cards // 52
        for name, report in _reports(solver):
            stem = f"{name}-{decks}-deck{'s' * (decks > 1)}"
            links = ", ".join(f"[{form}]({stem}.{form})" for form in FORMS)
            lines.append(f"* {decks} deck{'s' * (decks > 1)}, rules {solver.rules}: {CONTENTS[name]} ({links})")
            for form in FORMS:
                yield f"{stem}.{form}", render(report, form)
    yield "README.md", "\n".join(lines) + "\n"


def tables_report(rules: Rules, files: list[str]) -> Report:
    """The files that were written."""
    document = {"schema": "backhand.tables/1", "rules": rules_document(rules), "files": files}
    return Report(document, Table(["file"], [[file] for file in files]), ["\n".join(files)])


def _reports(solver: Solver) -> Iterator[tuple[str, Report]]:
    yield "chart", chart_report(chart(solver))
    yield "hands", hands_report(solver.rules, solver.fresh, action_values(solver, solver.fresh))
    yield "deals", deals_report(solver)
