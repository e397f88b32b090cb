"""What do the numbers say to Hoffmann's advice C1–C7?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from backhand.common.cards import Shoe
from backhand.common.intervals import Enclosure
from backhand.common.progress import Progress, quiet
from backhand.vingt_un.answers.claim_cases import (
    DEALERS,
    HIS,
    PAIRS,
    PUNTERS,
    Alike,
    Standing,
    Step,
    Turn,
    alike,
    dealer_stands,
    enclosed,
    low_totals,
    turn,
    worked_hand,
)
from backhand.vingt_un.answers.situation import Answer
from backhand.vingt_un.equilibrium.frequencies import Frequencies, frequencies
from backhand.vingt_un.equilibrium.search import solve
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules
from backhand.vingt_un.solving.pairs import GoingOnBoth
from backhand.vingt_un.solving.punter import Punter

STAND_ON = tuple(range(12, 21))
PAIRS_OF_TOTALS = tuple(product((15, 16, 17, 18), (17, 18, 19, 20)))
"""Dealers who stand on (hard, soft), to find the best of them."""
TURNS = ("T 5", "T 6", "T 7", "T 8", "A 6", "A 7")
SHOWN: tuple[tuple[str, ...], ...] = (
    *((card,) for card in ("A", "2", "4", "6", "8", "T", "2 3", "5 4")),
    *((("2", "3"), ("6", "7"), ("T", "T"), ("", "2"), ("", "T"))),
)
"""What punters still in may show, each the cards he drew in order; nothing for one who stood on two."""
WIDTH = Fraction(1, 50_000)
MOST_ITERATIONS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsRequest:
    """``quick``: only what takes about a minute, without the joint optimum of pairs and without the equilibrium."""

    quick: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims(Answer):
    """Every number the claims are judged by; exact, in stakes. What ``quick`` leaves out is empty, or None."""

    request: ClaimsRequest
    values: dict[int, Fraction]
    """The dealer's gain by what he stands on, against best play."""
    by_both: dict[tuple[int, int], Fraction]
    """The same for (hard, soft)."""
    standings: list[Standing]
    steps: list[Step]
    stands: dict[int, dict[tuple[int, bool], Fraction]]
    """By what the punter stands on, then the dealer's two cards (total, soft): in how much of all to stand."""
    turns: list[Turn]
    """Nothing shown, one to four punters, every habit of PUNTERS."""
    shown: list[Turn]
    alike: list[Alike]
    joint: dict[tuple[str, int], GoingOnBoth]
    """By the pair and what the dealer stands on: the joint optimum, where the simple bound does not settle it."""
    order_ignored: Enclosure | None
    """What the game is worth to the dealer when both play best, proved."""
    order_seen: Enclosure | None
    """The same for a dealer who also uses the order of the punter's cards."""
    frequencies: Frequencies | None
    """How often both stand with two cards, when both play best."""


def claims(request: ClaimsRequest = ClaimsRequest(), *, progress: Progress = quiet) -> Claims:
    """Compute every number: about a minute if ``quick``, else some twenty minutes."""
    rules, pack = Rules(), Shoe.of_decks(1)
    punters = {total: Punter(rules, Policy(total, total)) for total in STAND_ON}
    cases = list(product(PAIRS, DEALERS))
    simple = [alike(*cases[at]) for at in progress(range(len(cases)), "two alike", len(cases))]
    open_pairs = [] if request.quick else [case for case in simple if case.apart <= case.one]
    joint = {}
    for place in progress(range(len(open_pairs)), "pairs", len(open_pairs)):
        case = open_pairs[place]
        joint[case.pair, case.dealer] = enclosed(case.pair, case.dealer)
    solved = None if request.quick else solve(rules, pack, WIDTH, MOST_ITERATIONS, progress=progress)
    return Claims(
        request=request,
        rules=rules,
        pack=pack,
        values={total: punter.dealers_value() for total, punter in punters.items()},
        by_both={both: Punter(rules, Policy(*both)).dealers_value() for both in PAIRS_OF_TOTALS},
        standings=low_totals({dealer: punters[dealer] for dealer in DEALERS}),
        steps=worked_hand({dealer: punters[dealer] for dealer in DEALERS}),
        stands={
            PUNTERS[at]: dealer_stands(Policy(PUNTERS[at], PUNTERS[at]))
            for at in progress(range(len(PUNTERS)), "punters met", len(PUNTERS))
        },
        turns=[
            turn(hand, [""] * number, Policy(total, total))
            for total in PUNTERS
            for number in (1, 2, 3, 4)
            for hand in TURNS
        ],
        shown=[turn(hand, shown, HIS) for shown in SHOWN for hand in TURNS],
        alike=simple,
        joint=joint,
        order_ignored=solved.interval if solved else None,
        order_seen=solved.if_seen if solved else None,
        frequencies=frequencies(solved) if solved else None,
    )
