"""The emitted tables: every file of ``tables/`` with its content."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from backhand.common.outputs.report import Report, Table, render
from backhand.outputs.chart.report import chart_report
from backhand.outputs.tables.deals import deals_report
from backhand.outputs.tables.hands import hands_report
from backhand.outputs.words import rules_document
from backhand.rules import Rules
from backhand.solver import Solver
from backhand.strategies.best_chart import best_chart
from backhand.strategies.holdings import action_values

FORMS = ("csv", "json", "md")
PICTURES = ("svg", "pdf")
"""Forms that the chart comes in besides, on paper."""

ON_DEMAND = ("json", "md")
"""Forms of the hands that are too long to be kept with the program: their checksums are."""

DECKS = (1, 2, 3, 4)
"""Fresh decks that there are tables of."""

CONTENTS = {
    "chart": "the best chart by number of cards and total, what it is worth, and its exceptions",
    "hands": "the exact value of every action of every hand of two, three and four cards",
    "deals": "the exact value of the deal from the fresh shoe, and of the next deal after each push hand",
}

HEAD = [
    "# Tables",
    "",
    "Written by `backhand tables --output-dir tables`; a test makes them anew and compares.",
    "",
    "The lists of every hand are long. As csv they are kept here; as json and Markdown the same command writes them.",
    "[checksums.txt](checksums.txt) holds the SHA-256 of these, and a test compares it. To compare your own files,",
    "run `sha256sum --check checksums.txt` in the folder where you had them written.",
    "",
]
"""How the README begins."""


def tables(solvers: list[Solver], paper: str = "a4") -> Iterator[tuple[str, str | bytes]]:
    """Name and content of every table, for the fresh shoe of each solver, pictures on ``paper``.

    Last come a README and the SHA-256 of the forms that are made on demand.
    """
    from backhand.outputs.chart.pages import pages

    lines = [*HEAD]
    checksums = []
    for solver in solvers:
        decks = solver.fresh.cards // 52
        shoe = f"{decks}-deck{'s' * (decks > 1)}"
        chart = best_chart(solver)
        reports = {
            "chart": chart_report(chart),
            "hands": hands_report(solver.rules, solver.fresh, action_values(solver, solver.fresh)),
            "deals": deals_report(solver),
        }
        for name, report in reports.items():
            stem, pictures = f"{name}-{shoe}", PICTURES if name == "chart" else ()
            absent = ON_DEMAND if name == "hands" else ()
            links = [
                f"`{stem}.{form}`" if form in absent else f"[{form}]({stem}.{form})" for form in (*FORMS, *pictures)
            ]
            lines.append(f"* {shoe.replace('-', ' ')}, rules {solver.rules}: {CONTENTS[name]} ({', '.join(links)})")
            for form in FORMS:
                content = render(report, form)
                if form in absent:
                    checksums.append(f"{sha256(content.encode()).hexdigest()}  {stem}.{form}\n")
                yield f"{stem}.{form}", content
            for form in pictures:
                yield f"{stem}.{form}", pages(chart, form, paper)
    yield "README.md", "\n".join(lines) + "\n"
    yield "checksums.txt", "".join(checksums)


def tables_report(rules: Rules, files: list[str]) -> Report:
    """The files that were written."""
    document = {"schema": "backhand.tables/1", "rules": rules_document(rules), "files": files}
    return Report(document, Table(["file"], [[file] for file in files]), ["\n".join(files)])
