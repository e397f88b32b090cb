"""``backhand vingt-un audit``: were played rounds by the rules, and what did their mistakes cost."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.common.cards import Shoe
from backhand.common.cli.options import check_output, emit, output_options
from backhand.vingt_un.cli.options import dealer_option, rules_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("audit", epilog="Example: backhand vingt-un audit docs/examples/vingt_un_log.csv --dealer 17 --worst 3")
@click.argument("log", metavar="LOG")
@dealer_option
@click.option("--worst", type=click.IntRange(0), default=10, show_default=True, help="How many mistakes to show.")
@rules_option
@output_options
def command(log: str, dealer: Policy, worst: int, rules: Rules, form: str, output: Path | None) -> None:
    """Check rounds that a punter played, and price his mistakes.

    LOG is csv or jsonl (docs/validation.md): his cards of each round in order, his actions, the dealer's cards, the
    result. What the rules forbid, a dealer who does not play --dealer, or a result that the cards do not give, is
    refused with the number of its line. Each decision is priced against the best reply, for the cards as the punter
    saw them; going on both is not priced.
    """
    from tqdm import tqdm

    from backhand.common.outputs.priced import priced_report
    from backhand.vingt_un.checking.played import audit as priced
    from backhand.vingt_un.checking.played import read_log
    from backhand.vingt_un.outputs.words import document, heading, policy_words

    check_output(output)
    records, fresh = read_log(log, rules), Shoe.of_decks(1)
    made = priced(records, rules, dealer, log)
    rounds = list(tqdm(made, "pricing rounds", len(records), disable=None, delay=1, leave=False))
    head = heading(rules, fresh, f"Dealer: {policy_words(dealer)}.")
    emit(priced_report(rounds, document("audit", rules, fresh, dealer=str(dealer)), head, log, worst), form, output)
