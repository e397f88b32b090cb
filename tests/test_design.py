"""The house stands as docs/design.md draws it: imports flow one way, heavy packages come late, modules are small."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from backhand.cli import COMMANDS

from tests.regenerate import ROOT

SOURCE = ROOT / "solver" / "backhand"
LAYERS = [
    "errors",
    "digits",
    "inputs",
    "cards",
    "rules",
    "positions",
    "evaluator",
    "bounds",
    "hands",
    "engine",
    "held",
    "levels",
    "sums",
    "tablebase",
    "enclosure",
    "solver",
    "strategy",
    "dealt",
    "graph",
    "cells",
    "best",
    "strategies",
    "fixed",
    "solved",
    "forward",
    "rounds",
    "figures",
    "bankroll",
    "chunks",
    "compiling",
    "lookahead",
    "dealer",
    "decisions",
    "simulation",
    "estimates",
    "counts",
    "reader",
    "results",
    "expected",
    "validation",
    "logs",
    "audit",
    "piecewise",
    "bends",
    "pieces",
    "valued",
    "wanted",
    "changes",
    "payouts",
    "outputs",
    "cli",
    "vingt_un",
]
MODULES = sorted(SOURCE.rglob("*.py"))
HEAVY = {
    *("numpy", "scipy", "sympy", "numba", "networkx", "stormpy"),
    *("matplotlib", "reportlab", "graphviz", "rich", "tqdm", "platformdirs"),
}


def layer(module: str) -> int:
    return LAYERS.index(module.split(".")[1])


def imports(source: str) -> set[str]:
    """Modules of the package that a source imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "backhand":
            found |= {node.module} if "." in node.module else set()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("backhand.")}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_flow_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    if parts[0] in {"__init__", "__main__"}:
        return
    mine = LAYERS.index(parts[0])
    for module in imports(path.read_text()):
        assert layer(module) < mine or (layer(module) == mine and len(parts) > 1), module


def test_the_layers_are_those_of_the_design() -> None:
    text = (ROOT / "docs" / "design.md").read_text()
    assert " → ".join(LAYERS) in " ".join(text.split())


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_fit_in_a_head(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 320


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
    ["--help", "advise 9 7 --seen K5", "rules", "advise --help", "advise 9 X", "chart --help", "graph --help"],
)
def test_what_needs_no_deal_loads_nothing_heavy(arguments: str) -> None:
    modules = loaded(arguments)
    assert "backhand.cli" in modules
    assert not modules & set(HEAVY)


def test_a_push_does_load_numpy() -> None:
    assert "numpy" in loaded("advise T T --shoe 0,0,0,0,0,0,1,1,1,1")


def test_every_command_has_a_module_with_an_example() -> None:
    for name, module in COMMANDS.items():
        text = SOURCE.joinpath(*module.split(".")[1:]).with_suffix(".py").read_text()
        assert f"Example: backhand {name}" in text
