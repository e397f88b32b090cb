"""Played rounds, checked against the rules and priced: what each decision gave away, luck apart from skill.

A log is csv or jsonl, a round a line (docs/validation.md): the cards in the order in which they came, the
actions in the order in which they were taken, and the result. Aces that R1 discards and push hands are among the cards.
A decision costs the EV it gives away against best play for the shoe as the player saw it. What is left of a result
after that is luck: net = EV of the deals + luck - cost, exactly.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from backhand.cards import ACE, Shoe, format_cards, parse_cards
from backhand.errors import BackhandError, InputError
from backhand.inputs import csv_rows, read_text
from backhand.positions import Position
from backhand.rules import BUST_ABOVE, FULL_HAND, Action, Ending, Rules
from backhand.solver import Solver

COLUMNS = ("cards", "actions", "result")
"""Of a csv; ``seen``, cards others were dealt before the round, and ``shoe``, a word for the shoe, may follow."""

MORE = ("seen", "shoe")

WANTED = "a log is csv or jsonl of played rounds, see docs/validation.md"


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


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision of a round, and what it gave away."""

    line: int
    hand: tuple[int, ...]
    undealt: Shoe
    action: Action
    best: tuple[Action, ...]
    cost: Fraction
    """EV given away, per stake."""


@dataclass(frozen=True, slots=True)
class Audited:
    """One round, checked and priced."""

    record: Record
    ending: Ending
    net: Fraction
    """Net payoff, per stake."""
    deal: Fraction
    """EV of the deal under best play, from the shoe as it was."""
    decisions: tuple[Decision, ...]

    @property
    def cost(self) -> Fraction:
        """EV that the decisions gave away."""
        return sum((decision.cost for decision in self.decisions), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """What the cards gave beyond what was to be expected of them."""
        return self.net - self.deal + self.cost


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
    if not text.strip():
        raise InputError(f"{name} is empty: {WANTED}")
    entries = _jsonl(text, name) if text.lstrip().startswith("{") else _csv(text, name)
    records = [_record(line, entry, name) for line, entry in entries]
    if not records:
        raise InputError(f"{name} has no rounds: {WANTED}")
    return records


def _csv(text: str, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    rows = csv_rows(text, name)
    line, header = next(rows, (1, []))
    if header[:3] != list(COLUMNS) or len(set(header)) < len(header) or not set(header[3:]) <= set(MORE):
        columns = "cards,actions,result[,seen][,shoe]"
        raise InputError(f"{name}, line {line}: the columns are {columns}, not {','.join(header)}")
    for line, row in rows:
        if len(row) != len(header):
            raise InputError(f"{name}, line {line}: {len(row)} fields, where the columns are {len(header)}: cut short?")
        yield line, dict(zip(header, row, strict=True))


def _jsonl(text: str, name: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for line, content in enumerate(text.splitlines(), start=1):
        if not content.strip():
            continue
        try:
            entry = json.loads(content)
        except (json.JSONDecodeError, RecursionError) as error:
            why = getattr(error, "msg", "nested too deeply")
            raise InputError(f"{name}, line {line}: no json, cut short? {why}") from None
        if not isinstance(entry, dict) or not {"cards", "actions"} <= set(entry) <= {*COLUMNS, *MORE}:
            wanted = "an object of cards, actions, result and perhaps seen, shoe is wanted"
            raise InputError(f"{name}, line {line}: {wanted}")
        yield line, entry


def _record(line: int, entry: Mapping[str, Any], name: str) -> Record:
    words = {key: _words(entry.get(key)) for key in (*COLUMNS, *MORE)}
    if None in words.values():
        raise InputError(f"{name}, line {line}: cards, actions, result, seen and shoe are text, or lists of text")
    known = list(Action)
    for word in str(words["actions"]).replace(",", " ").split():
        if word not in known:
            raise InputError(f"{name}, line {line}: {word!r} is no action: {', '.join(known)}")
    results = ["", "won", "lost", *Ending]
    if words["result"] not in results:
        raise InputError(f"{name}, line {line}: {words['result']!r} is no result: {', '.join(results[1:])}")
    try:
        cards = parse_cards(str(words["cards"]))
        seen = parse_cards(str(words["seen"])) if words["seen"] else ()
    except BackhandError as error:
        raise InputError(f"{name}, line {line}: {error}") from None
    actions = tuple(Action(word) for word in str(words["actions"]).replace(",", " ").split())
    return Record(line, cards, actions, str(words["result"]), seen, str(words["shoe"]))


def _words(value: Any) -> str | None:
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(value)
    return value.strip() if isinstance(value, str) else None


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
                # What another shoe leads to is solved for this round alone: thousands of them would not fit in memory.
                of_this = solver if shoe == solver.fresh else Solver(rules=solver.rules)
                audited, shoe = _Play(record, shoe, of_this, price).through()
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
        dealt = self.solver.value(shoe=self.shoe).ev if self.price else Fraction(0)
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
        return Audited(self.record, ending, net, dealt, tuple(self.decisions)), self.shoe

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
        position = Position(self.shoe, len(self.hand), sum(self.hand))
        evs = {a: self.solver.evaluator.action_value(position, a).ev for a in legal}
        best = max(evs.values())
        right = tuple(a for a, ev in evs.items() if ev == best)
        return Decision(self.record.line, tuple(self.hand), self.shoe, action, right, best - evs[action])
