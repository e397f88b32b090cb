"""``backhand validate``: is somebody's simulator right."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

from backhand.cards import RANKS, Shoe
from backhand.cli.options import Question, question, show_progress, strategy_option
from backhand.cli.statistics import level_option
from backhand.errors import BackhandError, InputError
from backhand.rules import Rules


@click.command("validate", epilog="Example: backhand validate docs/examples/totals.csv --strategy chart")
@click.argument("results", metavar="RESULTS")
@strategy_option
@level_option
@question
def command(question: Question, results: str, strategy: str, level: float) -> int:
    """Test a simulator's counts.

    RESULTS is csv or json (docs/validation.md): totals, or a line per ending, initial hand, or state and action.
    Rules, shoe and strategy are those the simulator was meant to play. Where the counts do not agree, it says with
    which of the known strategies they do. Exit 0: agrees; 3: does not.
    """
    from backhand.expected import Expected, check_possible
    from backhand.outputs.validation import validation_report
    from backhand.results import read_results
    from backhand.strategies import BUILT_IN, load_strategy
    from backhand.validation import validate

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


def check_rules(stated: Mapping[str, object], rules: object, reading: Callable[[str], object], name: str) -> None:
    """Refuse results that say they were played by other rules, which ``reading`` reads. Raises InputError."""
    said = stated.get("rules")
    text = said.get("text") if isinstance(said, dict) else said
    if text is None:
        return
    try:
        other = reading(str(text))
    except BackhandError as error:
        raise InputError(f"{name}, rules: {error}") from None
    if other != rules:
        raise InputError(f"{name} was played by rules {other}, not {rules}: give --rules {other}")


def check_shoe(stated: Mapping[str, object], shoe: Shoe, name: str, remedy: str = "") -> None:
    """Refuse results that say they were played from another shoe than this; ``remedy`` is what would be right.

    Raises InputError.
    """
    said = stated.get("shoe")
    if said is None:
        return
    try:
        counts = ",".join(str(said[rank]) for rank in RANKS) if isinstance(said, dict) else str(said)
        other = Shoe.from_text(counts)
    except KeyError as error:
        raise InputError(f"{name}, shoe: no count of rank {error}") from None
    except BackhandError as error:
        raise InputError(f"{name}, shoe: {error}") from None
    if other != shoe:
        raise InputError(f"{name} was played from a shoe of {other}, not {shoe}: {remedy or f'give --shoe {other}'}")
