"""The house stands as docs/design.md draws it: imports go down only, heavy packages come late, nothing is too large."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from backhand.cli import COMMANDS
from backhand.vingt_un.cli import COMMANDS as VINGT_UN

from tests.regenerate import ROOT

SOURCE = ROOT / "solver" / "backhand"
FLOORS = [
    *(["errors"], ["common"], ["rules", "positions", "evaluator"]),
    *(["solving"], ["tablebase"], ["strategies"], ["rounds"], ["solver"]),
    *(["payouts", "graph", "simulation"], ["checking"], ["answers"], ["outputs"], ["cli"]),
]
"""Backhand's rooms, from the ground up. The definition is three files that are read one after the other."""

VINGT_UN_FLOORS = [
    *(["errors"], ["rules", "policies", "hands", "endings"]),
    *(["solving"], ["strategies"], ["equilibrium"], ["rounds"], ["simulation"], ["checking"]),
    *(["answers"], ["outputs"], ["hoffmann"], ["cli"]),
]
"""Those of the second game."""

TOGETHER = [{"rules", "positions", "evaluator"}, {"rules", "policies", "hands", "endings"}]
"""Rooms of one file, on one floor, that may import each other."""

MOST_LINES, MOST_ENTRIES = 320, 21
MODULES = sorted(SOURCE.rglob("*.py"))
HEAVY = {
    *("numpy", "scipy", "sympy", "numba", "networkx", "stormpy"),
    *("jinja2", "matplotlib", "reportlab", "graphviz", "rich", "tqdm", "platformdirs"),
}


def name_of(path: Path) -> tuple[str, ...]:
    """A module as its parts below the package: ``("common", "cards")``."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


NAMES = {name_of(path) for path in MODULES}


def imports(path: Path) -> Iterator[tuple[str, ...]]:
    """Modules of the package that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "backhand":
            module = tuple(node.module.split(".")[1:])
            for alias in node.names:
                yield (*module, alias.name) if (*module, alias.name) in NAMES else module
        elif isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")[1:]) for alias in node.names if alias.name.startswith("backhand."))


def lower(room: str, than: str, floors: list[list[str]]) -> bool:
    """Whether a room is on a lower floor than another, or may be imported all the same."""
    heights = {name: height for height, floor in enumerate(floors) for name in floor}
    return heights[room] < heights[than] or any({room, than} <= group for group in TOGETHER)


def allowed(mine: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a module may import another: the five rules of docs/design.md."""
    if not mine or not other or mine == ("__main__",):  # the package itself: its public names, its version
        return True
    if mine[0] == "common":
        return other[0] in ("common", "errors")
    if mine[0] != "vingt_un":
        return other[0] != "vingt_un" and (mine[0] == other[0] or lower(other[0], mine[0], FLOORS))
    if other[0] != "vingt_un":
        return other[0] in ("common", "errors")
    return len(mine) == 1 or mine[1] == other[1] or lower(other[1], mine[1], VINGT_UN_FLOORS)


def test_imports_go_down_only() -> None:
    bad = [(path, other) for path in MODULES for other in imports(path) if not allowed(name_of(path), other)]
    assert not bad


def test_no_import_goes_round_in_a_circle() -> None:
    graph = {name_of(path): set(imports(path)) - {name_of(path), ()} for path in MODULES if name_of(path)}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph) - 1


def test_every_room_has_a_floor() -> None:
    rooms = {name[0] for name in NAMES if name} - {"vingt_un", "__main__"}
    assert rooms <= {room for floor in FLOORS for room in floor}
    assert {name[1] for name in NAMES if len(name) > 1 and name[0] == "vingt_un"} <= {
        room for floor in VINGT_UN_FLOORS for room in floor
    }


def test_the_floors_are_those_of_the_design() -> None:
    text = " ".join((ROOT / "docs" / "design.md").read_text().split())
    for floors in (FLOORS, VINGT_UN_FLOORS):
        assert " → ".join(", ".join(floor) for floor in floors) in text


def test_files_and_folders_fit_in_a_head() -> None:
    long = [path for path in MODULES if len(path.read_text().splitlines()) > MOST_LINES]
    folders = {path.parent for path in MODULES}
    full = [
        folder for folder in folders if len([e for e in folder.iterdir() if e.name != "__pycache__"]) > MOST_ENTRIES
    ]
    assert not long
    assert not full


def test_commands_ask_answers() -> None:
    """A command parses, asks and prints: below the answers it imports no more than parsing needs."""
    parsing = {"common", "errors", "rules", "policies", "answers", "outputs", "cli", "hoffmann"}
    for path in MODULES:
        name = name_of(path)
        wing = 1 if name[:1] == ("vingt_un",) else 0
        if name[wing : wing + 1] == ("cli",):
            for other in imports(path):
                room = other[1] if other[:1] == ("vingt_un",) and len(other) > 1 else other[0] if other else "errors"
                assert room in parsing, (path, other)


def loaded(arguments: str) -> set[str]:
    code = (
        "import sys; sys.argv = ['backhand', *sys.argv[1:]]\n"
        "from backhand.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('LOADED', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments.split()], capture_output=True, text=True, check=True)
    return set(done.stdout.rsplit("LOADED ")[-1].split())


@pytest.mark.parametrize(
    "arguments",
    [
        *("--help", "advise 9 7 --seen K5", "rules", "advise --help", "advise 9 X", "chart --help", "graph --help"),
        *("vingt-un --help", "vingt-un rules", "vingt-un chart --help"),
    ],
)
def test_what_needs_no_deal_loads_nothing_heavy(arguments: str) -> None:
    modules = loaded(arguments)
    assert "backhand.cli" in modules
    assert not modules & set(HEAVY)


def test_a_push_does_load_numpy() -> None:
    assert "numpy" in loaded("advise T T --shoe 0,0,0,0,0,0,1,1,1,1")


def test_every_command_has_a_module_with_an_example() -> None:
    for group, commands in (("", COMMANDS), ("vingt-un ", VINGT_UN)):
        for name, module in commands.items():
            path = SOURCE.joinpath(*module.split(".")[1:])
            text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text()
            assert f"Example: backhand {group}{name}" in text
