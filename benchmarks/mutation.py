"""Do the tests notice when the rules or the engine are wrong: ``python benchmarks/mutation.py [MODULE …]``.

Cosmic Ray changes one operator, number or condition of a module at a time, a mutant; tests that fail kill it. A mutant
that survives shows what no test holds, or computes the same as the original; docs/mutation.md has the figures, and says
why for each of these. Whatever survives and is not on that page is listed, and the exit code is 1.

Works on a copy of the tree. Each mutant has its tests in a process of its own, one at a time, a copy of one that has
loaded other people's packages already. Stop it when you like: it goes on where it was. Needs the extra ``bench``, and
an operating system with ``fork``.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import doctest
import gc
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

import pytest
from cosmic_ray.commands import init
from cosmic_ray.mutating import use_mutation
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "docs" / "mutation.md"
SOURCE = "solver/backhand"


@dataclass(frozen=True)
class Tests:
    """Which tests a module's mutants have. The first that fails ends it, so what kills most, soonest, comes first."""

    doctests: tuple[str, ...]
    """Modules whose examples come first, run without pytest, which alone would take longer."""
    calls: tuple[str, ...]
    """Then test functions of tests/, called as they are."""
    pytest: tuple[str, ...]
    """What pytest is given for a mutant that is still alive."""


DEFINITION = Tests(
    doctests=("backhand.rules", "backhand.positions", "backhand.evaluator"),
    calls=(
        "test_evaluator.test_an_action_that_is_not_legal_is_refused()",
        "test_evaluator.test_the_tie_rule_takes_what_settles_soonest()",
        "test_evaluator.test_a_replacement_ace_is_kept()",
        "test_evaluator.test_a_fifth_card_wins_whatever_the_total()",
        "test_evaluator.test_a_shoe_of_tens_pushes_until_it_is_void(5)",
        "test_evaluator.test_every_hand_to_decide_and_a_deal_to_come_pass()",
        "test_evaluator.test_a_value_has_its_parts_and_does_not_change()",
        "test_evaluator.test_deal_weights_are_the_orderings_of_the_shoe()",
        "test_solver.test_text_stands_for_an_option_and_an_unknown_one_is_refused()",
        "cli.test_cli.test_texts_read_back()",
        "test_rules.test_the_kinds_of_hands_meet_at_12_and_17()",
        "test_rules.test_every_ending_pays_what_it_should()",
        "test_evaluator.test_legal_actions_are_as_brute_force_has_them_in_the_order_of_the_tie_rule('all')",
        "test_evaluator.test_legal_actions_are_as_brute_force_has_them_in_the_order_of_the_tie_rule('inventor')",
    ),
    pytest=(
        "tests/test_rules.py",
        "tests/test_evaluator.py::test_legal_actions_are_as_brute_force_has_them_in_the_order_of_the_tie_rule",
        "tests/test_evaluator.py::test_a_hand_that_is_won_lost_or_none_is_refused",
        "tests/test_evaluator.py::test_what_is_no_hand_is_refused",
        "tests/test_evaluator.py::test_the_longest_chain_of_pushes_is_followed",
        "tests/test_evaluator.py::test_actions_of_random_hands_are_as_brute_force_has_them[all]",
        "tests/test_evaluator.py::test_deals_from_random_shoes_are_as_brute_force_has_them[pays]",
    ),
)
PUSHES = "test_engine_equals_evaluator_on_every_shoe_that_pushes_lead_to"
PUSHED = "solving.test_engine.test_what_the_engine_pushes_and_what_that_is_worth_is_as_the_evaluator_has_it"
ENGINE = Tests(
    doctests=(),
    calls=(
        f"solving.test_engine.{PUSHES}('all', '4,0,0,1,0,1,0,0,1,2')",
        f"solving.test_engine.{PUSHES}('pays', '5,0,0,0,0,0,0,0,0,1')",
        "solving.test_engine.test_the_limit_of_shoes_is_one_that_may_be_reached()",
        "solving.test_engine.test_other_shoes_are_solved_along()",
        "solving.test_engine.test_a_fixed_strategy_is_played_as_it_says('0,3,1,0,2,0,1,0,0,2')",
        "solving.test_blocks.test_an_action_is_worth_what_the_evaluator_says('all')",
        "solving.test_blocks.test_an_action_is_worth_what_the_evaluator_says('cheap push')",
        "solving.test_blocks.test_every_shoe_may_have_payouts_of_its_own()",
        "solving.test_blocks.test_the_quickest_numbers_are_used_for_eight_decks('6:1')",
        "solving.test_blocks.test_gains_too_large_for_32_bits_are_exact()",
        "solving.test_blocks.test_payoffs_too_large_for_64_bits_are_exact()",
        "solving.test_blocks.test_a_strategy_may_tell_apart_hands_of_the_same_worth()",
        "solving.test_blocks.test_the_finest_payouts_are_exact_with_no_card_left()",
        f"{PUSHED}('all')",
        f"solving.test_engine.{PUSHES}('inventor', '3,0,0,0,0,0,2,2,2,4')",
        f"solving.test_engine.{PUSHES}('latest', '1,1,1,1,1,1,1,1,1,1')",
    ),
    pytest=(
        "tests/solving/test_blocks.py",
        f"tests/solving/test_engine.py::{PUSHES}[cheap push-1,1,1,1,1,1,1,1,1,1]",
        "tests/solving/test_engine.py::test_payouts_too_fine_for_machine_words_are_exact_all_the_same",
        "tests/solving/test_engine.py::test_engine_equals_evaluator_on_tiny_shoes[loss]",
        "tests/cli/test_cli.py::test_bad_input_gets_one_clear_line_and_exit_2[graph --decks 3-150,000]",
        "tests/test_design.py::test_what_needs_no_deal_loads_nothing_heavy[rules]",
        f"{SOURCE}/solving/engine.py",
    ),
)
MODULES = {
    "rules.py": DEFINITION,
    "positions.py": DEFINITION,
    "evaluator.py": DEFINITION,
    "solving/engine.py": ENGINE,
    "solving/blocks.py": ENGINE,
}
"""The modules to change, and their tests."""

OPTIONS = (
    "-x -q --tb=no -o addopts= --doctest-modules -p no:cacheprovider -p _hypothesis_pytestplugin --hypothesis-seed=0"
)
"""Of pytest; plugins that are not named are not loaded, which saves time."""
LOADED = ("numpy", "hypothesis", "click", "tabulate", "platformdirs", "_hypothesis_pytestplugin")
"""Packages of others that are loaded once. None of our own: a mutant has to be imported anew."""
BYTES = 4 << 30
"""The memory that the tests of one mutant may take."""
NEAREST = (
    *("Add_Sub", "Add_Mul", "Sub_Add", "Mul_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul"),
    *("BitOr_BitAnd", "BitAnd_BitOr", "LShift_RShift", "RShift_LShift"),
)
"""What arithmetic is replaced by, of the eleven operators that could stand in each place."""
LEFT_OUT = re.compile(
    rf"core/(ReplaceBinaryOperator_(?!({'|'.join(NEAREST)})$)|.*_(Eq_Is|Is_Eq|NotEq_IsNot|IsNot_NotEq)$)"
)
"""Mutants that are not tested: the others, and ``is`` for ``==``, the same for actions, endings and small numbers."""


@dataclass(frozen=True)
class Mutant:
    """A mutant of a module by its changed lines, and how it ended: killed, timeout, survived, or the same program."""

    change: str
    outcome: str


class Module:
    """The mutants of one module. They are kept in a file of Cosmic Ray's, until the module changes."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.path = name, Path(SOURCE, name)
        self.source = (ROOT / self.path).read_text()
        mark = hashlib.sha256(self.source.encode()).hexdigest()[:8]
        self.kept = WorkDB(folder / f"{self.path.stem}-{mark}.sqlite", WorkDB.Mode.create)
        if not self.kept.num_work_items:
            init([self.path], self.kept, {})
            left_out = [item.job_id for item in self.kept.work_items if LEFT_OUT.match(item.mutations[0].operator_name)]
            self.kept.set_multiple_results(left_out, WorkResult(WorkerOutcome.SKIPPED))

    def mutants(self) -> list[Mutant]:
        """Those that are tested."""
        return [Mutant(result.diff, result.output) for _, result in self.kept.completed_work_items if result.output]

    def run(self, tests: Tests, seconds: int, again: bool) -> None:
        """Test the mutants that are still to be tested; ``again`` the survivors that are not explained, too."""
        same = meaning(self.source)
        items = list(self.kept.pending_work_items)
        if again:
            known = explained(self.name)
            alive = [done for done in self.kept.completed_work_items if done[1].output == "survived"]
            items += [item for item, result in alive if result.diff not in known]
        for number, item in enumerate(items, 1):
            (mutation,) = item.mutations
            operator = get_operator(mutation.operator_name)(**mutation.operator_args)
            with use_mutation(self.path, operator, mutation.occurrence) as (_, mutant):
                outcome = "same program" if meaning(mutant) == same else run_tests(tests, seconds)
            test_outcome = TestOutcome.SURVIVED if outcome == "survived" else TestOutcome.KILLED
            result = WorkResult(WorkerOutcome.NORMAL, outcome, test_outcome, change(self.source, mutant))
            self.kept.set_result(item.job_id, result)
            if sys.stderr.isatty():
                print(f"\r{self.path}: {number} of {len(items)}, {outcome:12}", end="", file=sys.stderr, flush=True)


def meaning(source: str) -> str:
    """The program less its annotations, which nothing evaluates; "" where it is none."""

    class Strip(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if isinstance(node, ast.AnnAssign | ast.arg):
                node.annotation = ast.Constant(None)
            elif isinstance(node, ast.FunctionDef):
                node.returns = None
            return self.generic_visit(node)

    try:
        return ast.dump(Strip().visit(ast.parse(source)))
    except SyntaxError:
        return ""


def change(before: str, after: str) -> str:
    """The lines that a mutant changes, as in a diff, without indentation; and the next, where it only drops some."""
    old, new = ([line.strip() for line in text.splitlines()] for text in (before, after))
    lines = [f"{line[0]} {line[1:]}" for line in list(difflib.unified_diff(old, new, n=0))[3:] if line[1:]]
    if not any(line.startswith("+") for line in lines):
        place = next(number for number, (had, has) in enumerate(zip(old, new, strict=False)) if had != has)
        lines.append(f"  {new[place]}")
    return "\n".join(lines)


def explained(module: str) -> set[str]:
    """The changes that the page explains for a module: under its heading, a line ``-``, then a line ``+`` for each."""
    section = EXPLAINED.read_text().partition(f"## {module}\n")[2].partition("\n## ")[0]
    known, old = set(), ""
    for line in section.splitlines():
        if line.startswith("- "):
            old = line
        elif line.startswith("+ "):
            known.add(f"{old}\n{line}")
    return known


def run_tests(tests: Tests, seconds: int) -> str:
    """Run the tests in a copy of this process: ``killed``, ``survived``, or, after so many seconds, ``timeout``."""
    child = os.fork()
    if not child:
        code = 1
        try:
            output = os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(output, 1)
            os.dup2(output, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            for name in tests.doctests:
                doctest.testmod(import_module(name), raise_on_error=True)
            for call in tests.calls:
                module, _, function = call.partition("(")[0].rpartition(".")
                eval(call.removeprefix(f"{module}."), {function: getattr(import_module(f"tests.{module}"), function)})
            code = pytest.main([*OPTIONS.split(), "--hypothesis-seed=0", *tests.pytest]) if tests.pytest else 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(int(code))
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "timeout"
    return "killed" if os.WEXITSTATUS(status) else "survived"


def copy_tree(target: Path) -> None:
    """The files of the tree that git knows or would take, with their times."""
    shutil.rmtree(target, ignore_errors=True)
    listed = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, capture_output=True, check=True, text=True).stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


def report(modules: dict[str, Module]) -> Iterator[str]:
    """A table of figures, then the survivors that the page does not explain."""
    unexplained: list[str] = []
    yield "| module | mutants | killed | of these by a timeout | survived | of these explained | the same program |"
    yield "|---|---|---|---|---|---|---|"
    for name, module in modules.items():
        ends = Counter(mutant.outcome for mutant in module.mutants())
        survived = [mutant.change for mutant in module.mutants() if mutant.outcome == "survived"]
        known = explained(name)
        unknown = sorted(change for change in survived if change not in known)
        unexplained += [f"{name}\n{change}" for change in unknown]
        tested = ends.total() - ends["same program"]
        killed, reasoned = ends["killed"] + ends["timeout"], len(survived) - len(unknown)
        figures = (tested, killed, ends["timeout"], len(survived), reasoned, ends["same program"])
        left = len(module.kept.pending_work_items)
        yield f"| `{name}` | " + " | ".join(map(str, figures)) + " |" + (f" {left} not tested yet" if left else "")
    yield f"\n{len(unexplained)} survived and are not explained in {EXPLAINED.relative_to(ROOT)}."
    for text in unexplained:
        yield f"\n{text}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Do the tests notice when the rules or the engine are wrong?")
    parser.add_argument("modules", nargs="*", default=list(MODULES), metavar="MODULE", help=f"of {', '.join(MODULES)}")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "backhand-mutation")
    parser.add_argument("--again", action="store_true", help="test survivors that are not explained again")
    parser.add_argument("--quick", action="store_true", help="leave out what needs pytest, until --again")
    parser.add_argument("--report", action="store_true", help="test nothing, say how it stands")
    asked = parser.parse_args()
    if unknown := set(asked.modules) - set(MODULES):
        parser.error(f"unknown module {min(unknown)!r}: the modules are {', '.join(MODULES)}")
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    tree = ROOT if asked.report else folder / "tree"
    if not asked.report:
        copy_tree(tree)
    os.chdir(tree)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # no threads: a process that has some must not be copied
    sys.path[:0] = [str(tree / "solver"), str(tree)]
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path[:2])
    modules = {name: Module(name, folder) for name in asked.modules}
    if not asked.report:
        for name in LOADED:
            import_module(name)
        gc.freeze()
        for name, module in modules.items():
            tests = replace(MODULES[name], pytest=()) if asked.quick else MODULES[name]
            began = os.times()
            if run_tests(tests, 600) != "survived":  # this run writes the compiled files that all others read
                sys.exit(f"{name}: its tests fail without a change: {tree / 'output.txt'}")
            used = os.times().children_user - began.children_user
            print(f"{name}: its tests take {used:.1f} s of processor time", file=sys.stderr)
            sys.dont_write_bytecode = True
            module.run(tests, 3 + int(3 * used), asked.again)
    lines = list(report(modules))
    print("\n".join(lines))
    return int(not any(line.startswith("\n0 survived") for line in lines))


if __name__ == "__main__":
    sys.exit(main())
