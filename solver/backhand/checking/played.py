"""Played rounds, checked against the rules and priced: what each decision gave away, luck apart from skill.

A log is csv or jsonl, a round a line (docs/validation.md): the cards in the order in which they came, the
actions in the order in which they were taken, and the result. Aces that R1 discards and push hands are among the cards.
A decision costs the EV it gives away against best play for the shoe as the player saw it. What is left of a result
after that is luck: net = EV of the deals + luck - cost. All of it is exact up to about two decks; of more, the EV of a
deal and of a push lies between proved bounds, and so do costs and luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from backhand.common.cards import ACE, Shoe, format_cards
from backhand.common.checking.logs import RESULT, WANTED, Audited, Decision, Entry, parse
from backhand.common.files.reading import read_text
from backhand.common.intervals import enclosed
from backhand.errors import BackhandError, InputError
from backhand.positions import Position
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending, Rules
from backhand.solver import Solver

COLUMNS = ("cards", "actions", RESULT)
"""Of a csv; ``seen``, cards others were dealt before the round, and ``shoe``, a word for the shoe, may follow."""

MORE = ("seen", "shoe")


@dataclass(frozen=True, slots=True)
class Record:
    """One round as it was written down."""

    line: int
    cards: tuple[int, ...]
    actions: tuple[Action, ...]
    result: str
    """An ending, or ``won``, ``lost``, ``void``; empty where it was not written."""
    seen: tuple[int, ...] = ()
    """Cards that had left the shoe and were seen before the round."""
    shoe: str = ""
    """Rounds in a row with the same word, if any, were dealt on from one shoe."""


def read_log(name: str | Path, rules: Rules) -> list[Record]:
    """Read a log. Raises InputError for what is no log, by line; whether rounds obey the rules is for ``audit``."""
    return parse_log(read_text(name, WANTED), str(name), rules)


def parse_log(text: str, name: str, rules: Rules) -> list[Record]:
    """Read a log; ``name`` stands before the line of what is refused.

    >>> parse_log("cards,actions,result\\n9 7 T,backhand,won\\n", "log.csv", Rules())[0].cards
    (9, 7, 10)
    >>> parse_log("cards,actions,result\\n9 7 T,stand,won\\n", "log.csv", Rules())
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: log.csv, line 2: 'stand' is no action: backhand, hit, play-push, push
    """
    return parse(text, name, COLUMNS, MORE, _record)


def _record(entry: Entry) -> Record:
    actions = entry.actions(Action)
    result = entry.one_of(RESULT, ["won", "lost", *Ending])
    return Record(
        entry.line, entry.cards("cards", needed=True), actions, result, entry.cards("seen"), entry.words["shoe"]
    )


def audit(records: Sequence[Record], solver: Solver, name: str = "log") -> Iterator[Audited]:
    """Check and price each round, in order, dealt from the solver's fresh shoe or on from the same one.

    Raises InputError, naming the line, for what the rules forbid, for cards the shoe has not, and for a result that
    is not the cards'.

    >>> records = parse_log("cards,actions,result\\n9 7 T,hit,bust\\n", "log.csv", Rules())
    >>> [(float(round.cost), round.ending.value) for round in audit(records, Solver())]
    [(0.5240816326530612, 'bust')]
    """
    for price in (False, True):  # all of it is checked before any of it is priced, which takes longer
        shoe, word = solver.fresh, ""
        for record in records:
            if not record.shoe or record.shoe != word:
                shoe = solver.fresh
            word = record.shoe
            try:
                shoe = shoe.without(record.seen)
                audited, shoe = _Play(record, shoe, solver, price).through()
            except BackhandError as error:
                raise InputError(f"{name}, line {record.line}: {error}") from None
            if price:
                yield audited


class _Play:
    """One round played again from its record."""

    def __init__(self, record: Record, shoe: Shoe, solver: Solver, price: bool) -> None:
        self.record, self.shoe, self.solver, self.price = record, shoe, solver, price
        self.cards, self.actions = list(record.cards), list(record.actions)
        self.decisions: list[Decision] = []
        self.hand: list[int] = []

    def through(self) -> tuple[Audited, Shoe]:
        """Play to the end, which has to be where the record ends and as it says."""
        dealt = self.solver.enclose(shoe=self.shoe).ev if self.price else Fraction(0)
        ending = self.play()
        if self.cards:
            raise InputError(f"cards {format_cards(self.cards)} come after the end of the round ({ending})")
        if self.actions:
            raise InputError(f"{self.actions[0]} comes after the end of the round ({ending})")
        net = self.solver.rules.net(ending)
        said = self.record.result
        named = "void" if ending is Ending.VOID else "won" if net > 0 else "lost"
        if said and said not in (ending.value, named):
            raise InputError(f"the result is {ending} ({named}), not {said}")
        return Audited(self.record.line, ending, net, dealt, tuple(self.decisions)), self.shoe

    def play(self) -> Ending:
        if not self.deal():
            return Ending.VOID
        while True:
            action = self.decide()
            if action is Action.PUSH:
                if not self.deal():
                    return Ending.VOID
                continue
            card = self.draw()
            if card is None:
                return Ending.VOID
            over = sum(self.hand) + card > BUST_ABOVE
            if action is Action.BACKHAND:
                return Ending.BACKHAND if over else Ending.FAILED_BACKHAND
            if action is Action.PLAY_PUSH:
                return Ending.FAILED_PUSH if over else Ending.PLAYED_PUSH
            if over:
                return Ending.BUST
            self.hand.append(card)
            if len(self.hand) == FULL_HAND:
                return Ending.FIVE_CARDS

    def deal(self) -> bool:
        """Two cards, and one more for each ace of them (R1); False where the shoe runs out."""
        first, second = self.draw(), self.draw()
        kept = [card for card in (first, second) if card not in (None, ACE)]
        fresh = [self.draw() for card in (first, second) if card == ACE]
        hand = [card for card in (*kept, *fresh) if card is not None]
        self.hand = hand
        return len(hand) == 2

    def draw(self) -> int | None:
        if not self.shoe.cards:
            return None
        if not self.cards:
            raise InputError("the cards end in the middle of the round: cut short?")
        card = self.cards.pop(0)
        self.shoe = self.shoe.without([card])
        return card

    def decide(self) -> Action:
        legal = self.solver.rules.legal_actions(len(self.hand), sum(self.hand))
        held = format_cards(self.hand)
        if not self.actions:
            raise InputError(f"the actions end in the middle of the round, with {held}: cut short?")
        action = self.actions.pop(0)
        if action not in legal:
            raise InputError(f"{action} is not allowed with {held} = {sum(self.hand)}: {' or '.join(legal)} is")
        if self.price:
            self.decisions.append(self.priced(action, legal))
        return action

    def priced(self, action: Action, legal: Sequence[Action]) -> Decision:
        """The decision against the best of the legal actions, in the shoe as it is."""
        solver, position = self.solver, Position(self.shoe, len(self.hand), sum(self.hand))
        known = None
        if Action.PUSH in legal and solver.is_exact(self.shoe):  # a tablebase would only enclose it
            known = {self.shoe: solver.evaluator.value(Position(self.shoe))}
        evs = {each: value.ev for each, value in solver.actions(position, known).items()}
        best = max(evs.values(), key=lambda ev: enclosed(ev).low)
        right = tuple(each for each, ev in evs.items() if ev == best)
        # An enclosure never holds the EV of another action, so what is not the best is known to cost more than 0.
        cost = Fraction(0) if action in right else best - evs[action]
        return Decision(self.record.line, tuple(self.hand), self.shoe, action, right, cost)
