"""What the commands of Vingt-un have in common: policies, rules, the pack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import click

from backhand.common.cards import RANKS, parse_cards, parse_seen
from backhand.common.cli.options import Command, Read
from backhand.vingt_un.answers.situation import HOFFMANNS, policy_of, punter_of
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import PRESET, Rules

Cards = tuple[tuple[int, ...], ...]
PunterPolicy = Policy | Literal["best"]


def read_runs(text: str) -> tuple[tuple[int, ...], ...]:
    """Cards of several punters, ``|`` between them; nothing between two bars is a punter who drew nothing."""
    return tuple(parse_cards(part) if part.strip() else () for part in text.split("|"))


POLICY, PUNTER = Read("policy", policy_of), Read("policy", punter_of)
CARDS, SEEN, RUNS = Read("cards", parse_cards), Read("cards", parse_seen), Read("cards", read_runs)


def _rules(default: str) -> Callable[[Command], Command]:
    return click.option(
        "--rules",
        type=Read("rules", Rules.from_text),
        default=default,
        show_default=default != PRESET,
        metavar="RULES",
        help="hoffmann, and options: hoffmann,ties=void ('backhand vingt-un rules' lists them).",
    )


rules_option = _rules(PRESET)
doubling_rules_option = _rules(f"{PRESET},dealer-doubles=on")
dealer_option = click.option(
    "--dealer",
    type=POLICY,
    required=True,
    metavar="POLICY",
    help="What the dealer stands on: 17, or hard,soft 17,19, and exceptions '17; A 6: draw', or a csv file. If he may "
    "double, with which two cards: '17; double: 18' is with 18 or more, naturals too; '17; double: 20; T T: single; "
    "5 6: double'.",
)
doubled_option = click.option("--doubled", is_flag=True, help="The dealer has said that he doubles all stakes.")
seen_option = click.option(
    "--seen",
    type=SEEN,
    multiple=True,
    metavar="CARDS",
    help="Cards that have left the pack besides: 'K 5'. For whole rounds only with --rules pack=as-dealt.",
)


punter_option = click.option(
    "--punter",
    "punters",
    type=PUNTER,
    multiple=True,
    default=[HOFFMANNS],
    show_default=True,
    metavar="POLICY",
    help="What a punter stands on, as for --dealer, or best; once for each of 1 to 4 punters.",
)


both_option = click.option(
    "--both", type=SEEN, multiple=True, metavar="CARDS", help="Cards with two of which punters go on both: 'A 9 8'."
)


def named_ranks(both: Cards) -> frozenset[int]:
    """The ranks that --both names. Raises PolicyError for one that comes twice."""
    ranks = sum(both, ())
    for rank in ranks:
        if ranks.count(rank) > 1:
            raise PolicyError(f"--both: {RANKS[rank - 1]} comes twice: name a card once, 'A 9' for two aces or nines")
    return frozenset(ranks)


punters_option = click.option(
    "--punters",
    "--punter",
    type=POLICY,
    default=HOFFMANNS,
    show_default=True,
    metavar="POLICY",
    help="What the punters stand on.",
)
