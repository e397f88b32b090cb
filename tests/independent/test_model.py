"""The exported model, read by an own small interpreter, and a small tablebase."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from .black_box import Case, call, document, exact, seeds, text
from .game import Best, win

State = tuple[tuple[str, int], ...]


def python(expression: str) -> str:
    """A PRISM expression as one of Python."""
    expression = expression.replace("'", "_new")
    while "?" in expression:
        new = re.sub(r"\(([^()?]+)\?([^():?]+):([^()?]+)\)", r"((\2) if (\1) else (\3))", expression)
        if new == expression:
            new = re.sub(r"^([^?]+)\?([^:?]+):(.+)$", r"((\2) if (\1) else (\3))", expression)
        expression = new
    expression = re.sub(r"(?<![<>!=])=(?!=)", "==", expression)
    return expression.replace("&", " and ").replace("|", " or ").replace("!", " not ").replace(" not ==", "!=")


class Model:
    """Just enough of a model checker: one module without synchronisation, one reward structure."""

    def __init__(self, source: str) -> None:
        source = re.sub(r"//[^\n]*", "", source)
        self.constants: dict[str, Any] = {}
        for name, value in re.findall(r"const (?:int|double) (\w+) = ([^;]+);", source):
            self.constants[name] = eval(exact_text(value), {"Fraction": Fraction}, dict(self.constants))
        self.formulas = {n: compile(python(f), n, "eval") for n, f in re.findall(r"formula (\w+) = ([^;]+);", source)}
        start = re.findall(r"(\w+)\s*:\s*\[[^\]]*\]\s*init ([^;]+);", source)
        self.start: State = tuple((name, int(eval(value, {}, dict(self.constants)))) for name, value in start)
        module = source.split("endmodule")[0]
        self.commands = []
        for guard, updates in re.findall(r"\[\w*\]([^;]+?)->([^;]+);", module):
            parts = []
            for part in split_sum(updates):
                chance, _, changes = part.rpartition(" : ") if " : " in part else ("1", "", part)
                assigned = re.findall(r"\((\w+)'\s*=(.*?)\)(?=\s*&\s*\(\w+'|\s*$)", changes.strip())
                compiled = [(name, compile(python(value).strip(), name, "eval")) for name, value in assigned]
                parts.append((compile(python(chance).strip(), "chance", "eval"), compiled))
            self.commands.append((compile(python(guard).strip(), "guard", "eval"), parts))
        body = source.split("rewards", 1)[1].split("endrewards")[0]
        self.rewards = [
            (compile(python(g).strip(), "g", "eval"), compile(exact_text(python(v)).strip(), "v", "eval"))
            for g, v in re.findall(r"(?:\[\w*\])?\s*([^:;\"]+):([^;]+);", body.split('"')[-1])
        ]
        self.memo: dict[State, Fraction] = {}

    def names(self, state: State) -> dict[str, Any]:
        names: dict[str, Any] = {**self.constants, **dict(state), "min": min, "max": max, "Fraction": Fraction}
        for name, formula in self.formulas.items():
            names[name] = eval(formula, {}, names)
        return names

    def value(self, state: State) -> Fraction:
        """The most that can be gained."""
        if state not in self.memo:
            names = self.names(state)
            gained = sum((Fraction(eval(v, {}, names)) for g, v in self.rewards if eval(g, {}, names)), Fraction(0))
            options = [parts for guard, parts in self.commands if eval(guard, {}, names)]
            best = []
            for parts in options:
                total = Fraction(0)
                for chance, changes in parts:
                    share = self.chance(chance, names)
                    if share:
                        new = dict(state) | {name: int(eval(value, {}, names)) for name, value in changes}
                        after = tuple((name, new[name]) for name, _ in state)
                        total += share * self.value(after) if after != state else 0
                best.append(total)
            self.memo[state] = gained + max(best, default=Fraction(0))
        return self.memo[state]

    @staticmethod
    def chance(code: Any, names: dict[str, Any]) -> Fraction:
        whole = {name: Fraction(value) for name, value in names.items() if type(value) is int}
        return Fraction(eval(code, {}, names | whole))


def split_sum(updates: str) -> list[str]:
    """The alternatives of a command: parts joined by a plus outside all brackets, each with a chance."""
    parts, depth, last = [], 0, 0
    for place, sign in enumerate(updates):
        depth += (sign == "(") - (sign == ")")
        if sign == "+" and not depth and "'" in updates[last:place]:
            parts.append(updates[last:place])
            last = place + 1
    return [*parts, updates[last:]]


def exact_text(value: str) -> str:
    """Every number as a fraction."""
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)(?![\w.])", r'Fraction("\1")', value)


@pytest.mark.parametrize("seed", seeds(2, 12))
def test_the_exported_model_has_the_own_value(seed: int) -> None:
    case = Case(seed + 1100, most=6)
    model = Model(text("export", *case.options))
    assert model.value(model.start) == 1 + case.game.ev(Best(case.game).deal(case.shoe))


@pytest.mark.parametrize("seed", seeds(0, 2))
def test_a_small_tablebase(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 1200)
    file = str(tmp_path / "small.tablebase")
    code, _, complaint = call(
        "tablebase", "build", "--output", file, "--jobs", "1", "--most", "1,1,1,1,1,1,1,1,1,2", *case.rules
    )
    assert code == 0, complaint
    best = Best(case.game)
    for _ in range(12):
        shoe = tuple(min(case.random.randrange(3), 2 if rank == 9 else 1) for rank in range(10))
        if not 0 < sum(shoe) < 9:
            continue
        got = document("tablebase", "probe", file, *case.shoe_option(shoe))
        law = best.deal(shoe)
        assert abs(Fraction(got["ev"]["decimal"]) - case.game.ev(law)) <= Fraction(got["ev"]["error"])
        if "fraction" in got["win"]:
            assert exact(got["win"]) == win(law)
        else:
            assert Fraction(got["win"]["low"]) <= win(law) <= Fraction(got["win"]["high"])
