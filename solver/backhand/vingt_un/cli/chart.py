"""``backhand vingt-un chart``: the punter's best reply on a page, or hand by hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from backhand.common.cli.charts import FORMS
from backhand.common.cli.options import check_output, check_terminal, emit, emit_parts, output_options
from backhand.common.outputs.report import FORMATS
from backhand.vingt_un.answers.situation import Situation
from backhand.vingt_un.cli.options import Cards, dealer_option, doubled_option, rules_option, seen_option
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules


@click.command("chart", epilog="Example: backhand vingt-un chart --dealer 17 --output chart.pdf")
@click.option("--hands", is_flag=True, help="Every hand instead, some 2,000: what standing and drawing are worth.")
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="For svg, png, pdf."
)
@dealer_option
@doubled_option
@seen_option
@rules_option
@partial(output_options, forms=FORMS)
def command(
    hands: bool,
    paper: str,
    dealer: Policy,
    doubled: bool,
    seen: Cards,
    rules: Rules,
    form: str,
    output: Path | None,
) -> None:
    """Print the punter's best reply to the dealer, on one page.

    It goes by total, hard and soft, and comes with its exact value, what it costs against best play, and the hands that
    are exceptions, those worth most first. With --hands it lists every hand the punter can hold and how often it comes
    up, as text, json, csv or md.
    """
    from backhand.vingt_un.answers.chart import ChartRequest, chart
    from backhand.vingt_un.answers.chart import hands as every_hand
    from backhand.vingt_un.outputs.chart.report import chart_report, hands_report

    if hands and form not in FORMATS:
        raise click.UsageError(f"--hands comes as {', '.join(FORMATS)}; there is no {form} of it")
    check_terminal(form, output)
    check_output(output)
    request = ChartRequest(dealer=dealer, doubled=doubled, situation=Situation(rules=rules, seen=sum(seen, ())))
    if hands:
        emit(hands_report(every_hand(request)), form, output)
        return
    made = chart(request).chart
    if form in FORMATS:
        emit(chart_report(made), form, output)
    elif form == "html":
        from backhand.vingt_un.outputs.chart.page import page

        emit_parts([page(made)], output)
    else:
        from backhand.vingt_un.outputs.chart.sheet import sheet

        emit_parts([sheet(made, form, paper)], output)
