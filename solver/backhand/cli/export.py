"""``backhand export``: the game for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from backhand.cards import Shoe
from backhand.cli.options import check_output, read_decks, read_rules, rules_options, shoe_options
from backhand.outputs.files import write_whole
from backhand.outputs.prism import prism


@click.command("export", epilog="Example: backhand export --format prism --output backhand.prism")
@shoe_options
@rules_options
@click.option("--format", "form", type=click.Choice(["prism"]), default="prism", show_default=True)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file instead.")
def command(
    decks: int | None,
    players: int | None,
    shoe: Shoe | None,
    seen: tuple[tuple[int, ...], ...],
    rules: str,
    pays: str | None,
    form: str,
    output: Path | None,
) -> None:
    """Write the game as a model that Storm and PRISM can check.

    A Markov decision process in the PRISM language, card by card, of one round dealt from the shoe.
    """
    fresh = Shoe.of_decks(read_decks(decks, players, shoe, seen))
    undealt = fresh.without(sum(seen, ())) if shoe is None else shoe
    in_force = read_rules(rules, pays)
    check_output(output)
    model = prism(undealt, in_force)
    if output is None or str(output) == "-":
        click.echo(model, nl=False)
    else:
        write_whole(output, model)
