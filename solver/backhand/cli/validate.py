"""``backhand validate``: is somebody's simulator right."""

from __future__ import annotations

import click

from backhand.cli.options import Question, question, strategy_option
from backhand.common.checking.stated import check_rules, check_shoe
from backhand.common.cli.options import show_progress
from backhand.common.cli.statistics import level_option
from backhand.errors import InputError
from backhand.rules import Rules


@click.command("validate", epilog="Example: backhand validate docs/examples/totals.csv --strategy chart")
@click.argument("results", metavar="RESULTS")
@strategy_option
@level_option
@question
def command(question: Question, results: str, strategy: str, level: float) -> int:
    """Test a simulator's counts against the exact probabilities.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, initial hand, or state and action.
    Rules, shoe and strategy are those the simulator was meant to play. Where the counts do not agree, it says with
    which of the known strategies they do. Exit 0: agrees; 3: does not.
    """
    from backhand.checking.counted import read_results
    from backhand.checking.expected import Expected, check_possible
    from backhand.common.checking.fit import validate
    from backhand.outputs.validate import validation_report
    from backhand.strategies.strategy import BUILT_IN, load_strategy

    rules, shoe = question.solver.rules, question.undealt
    read = read_results(results)
    check_rules(read.stated, rules, Rules.from_text, results)
    check_shoe(read.stated, shoe, results)
    check_possible(read, rules, shoe, results)
    said = read.stated.get("strategy")
    if said in BUILT_IN and strategy in BUILT_IN and said != strategy:
        raise InputError(f"{results} was played by strategy {said}, not {strategy}: give --strategy {said}")
    if read.stated.get("cut"):
        raise InputError(f"{results} has rounds dealt on from one shoe (cut): these are not independent")
    fixed = load_strategy(strategy, question.solver, shoe)
    verdict = validate(read, Expected(shoe, rules, fixed, show_progress), level)
    others = {}
    if not verdict.agrees:
        for name in show_progress([name for name in BUILT_IN if name != strategy], "other strategies", None):
            other = Expected(shoe, rules, load_strategy(name, question.solver, shoe), show_progress)
            others[name] = validate(read, other, level)
    question.answer(validation_report(verdict, rules, shoe, strategy, results, others))
    return 0 if verdict.agrees else 3
