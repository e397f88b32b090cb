"""The commands as black boxes, and random cases for them."""

from __future__ import annotations

import io
import json
import random
import sys
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from typing import Any

from backhand.cli import main

from .game import NAMES, Game, Hand, Shoe

PAYS = ["1:1", "1:1", "1:3", "0.95", "50:1", "6:5", "3/2", "1:50", "2"]


def call(*arguments: str) -> tuple[int, str, str]:
    """Run a command. Its exit code, what it printed, and its complaints."""
    out, complaints = io.StringIO(), io.StringIO()
    saved, sys.argv = sys.argv, ["backhand", *arguments]
    code = 0
    try:
        with redirect_stdout(out), redirect_stderr(complaints):
            main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    finally:
        sys.argv = saved
    return code, out.getvalue(), complaints.getvalue()


def text(*arguments: str) -> str:
    """What a command that succeeds prints."""
    code, out, complaints = call(*arguments)
    assert code == 0, f"{arguments}: {complaints}"
    return out


def document(*arguments: str) -> Any:
    """The json of a command that succeeds."""
    return json.loads(text(*arguments, "--format", "json"))


def exact(number: Any) -> Fraction:
    """The fraction of a number in a document. Its decimal has to be the nearest double."""
    value = Fraction(number["fraction"])
    assert number["decimal"] == value.numerator / value.denominator
    return value


def exacts(numbers: Any) -> dict[str, Fraction]:
    """The numbers of an object that are not zero."""
    return {name: exact(number) for name, number in numbers.items() if exact(number)}


def odds(spelled: str) -> Fraction:
    """The payout that odds mean."""
    return Fraction(spelled.replace(":", "/"))


class Case:
    """A random game and shoe, and the options that ask for them."""

    def __init__(self, seed: int, most: int = 9, even: bool = False) -> None:
        self.random = dice = random.Random(seed)
        spelled = ["1:1"] * 3 if even else [dice.choice(PAYS) for _ in range(3)]
        flags = [dice.random() < 0.35 for _ in range(4)]
        self.game = Game(flags[0], flags[1], flags[2], flags[3], (odds(spelled[0]), odds(spelled[1]), odds(spelled[2])))
        self.shoe = self.random_shoe(most)
        rules = [f"push-hit={'on' if flags[0] else 'off'}", f"twelve={'hit' if flags[1] else 'free'}"]
        rules += [f"shoe-end={'loss' if flags[2] else 'void'}", f"ties={'latest' if flags[3] else 'soonest'}"]
        pays = f"backhand={spelled[0]},five-cards={spelled[1]},played-push={spelled[2]}"
        self.rules = ["--rules", ",".join(["inventor", *rules]), "--pays", pays]
        self.options = [*self.rules, *self.shoe_option(self.shoe)]

    @staticmethod
    def shoe_option(shoe: Shoe) -> list[str]:
        """The option that asks for a shoe."""
        return ["--shoe", ",".join(map(str, shoe))]

    def random_shoe(self, most: int) -> Shoe:
        """A shoe: tens alone, aces and few others, or anything of a few ranks."""
        dice = self.random
        style = dice.randrange(8)
        counts = [0] * 10
        if style == 0:
            counts[9] = dice.randint(1, most)
            return tuple(counts)
        if style == 1:
            counts[0] = dice.randint(1, min(4, most))
        ranks = dice.sample(range(10), dice.randint(2, 7))
        least = 1 if style == 2 else most // 2
        for _ in range(max(1, dice.randint(least, most) - counts[0])):
            counts[dice.choice(ranks)] += 1
        return tuple(counts)

    def deck_shoe(self, most: int = 9) -> tuple[Shoe, str]:
        """What is left of a deck of which most is seen, and the cards seen."""
        deck = (4,) * 9 + (16,)
        shoe = self.shoe
        while any(left > full for left, full in zip(shoe, deck, strict=True)):
            shoe = self.random_shoe(most)
        gone = [NAMES[rank] for rank in range(10) for _ in range(deck[rank] - shoe[rank])]
        return shoe, " ".join(gone)

    def hand(self) -> Hand:
        """A hand of two to four cards that can be held, whatever the shoe."""
        dice = self.random
        while True:
            hand = tuple(sorted(dice.choice([*range(1, 11), 10]) for _ in range(dice.randint(2, 4))))
            if sum(hand) <= 21 and all(hand.count(card) <= 4 for card in range(1, 10)):
                return hand


def spell(hand: Hand) -> list[str]:
    """A hand as the documents have it."""
    return [NAMES[card - 1] for card in hand]


def seeds(quick: int, many: int) -> list[Any]:
    """Seeds: a few for the quick run, many that are marked long."""
    import pytest

    return [*range(quick), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1000, 1000 + many))]
