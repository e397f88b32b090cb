"""Rounds that one punter played, checked against V1–V6 and priced: what each decision gave away, luck apart from skill.

A log has the punter's cards in their order, his actions, the dealer's cards in their order, and the result
(docs/validation.md). A decision costs the EV it gives away against the best reply to the dealer's policy, for the cards
as the punter saw them. What is left of a result after that is luck: net = EV of the deal + luck - cost, exactly. Over
all ways the cards can fall its mean is 0, whatever the punter's policy, if the dealer plays his: that is checked, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from backhand.common.cards import Shoe, format_cards
from backhand.common.checking.logs import RESULT, WANTED, Audited, Decision, Entry, parse
from backhand.common.files.reading import read_text
from backhand.errors import BackhandError, InputError, quoted
from backhand.vingt_un.endings import ENDINGS, Ending, ending, net_of
from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.hands import check_pack
from backhand.vingt_un.policies import Policy, check_dealer, counts_of
from backhand.vingt_un.rules import NATURAL, OVER, Rules, score
from backhand.vingt_un.solving.punter import Choice, Punter, announcements, check_doubled

COLUMNS = ("cards", "actions", "dealer", RESULT)
"""Of a csv; ``seen``, cards that left the pack before the round, and ``doubled``, yes or no, may follow."""

MORE = ("seen", "doubled")

PACKS = 4
"""Packs of which the best replies are kept: with pack=as-dealt, each round has its own."""


@dataclass(frozen=True, slots=True)
class Record:
    """One round as it was written down."""

    line: int
    cards: tuple[int, ...]
    actions: tuple[Choice, ...]
    dealer: tuple[int, ...]
    """The dealer's cards; none where the punter, being over, did not see them."""
    result: str
    """An ending, ``won``, ``lost``, ``void``, or stakes such as ``-2``; empty where it was not written."""
    seen: tuple[int, ...] = ()
    doubled: bool = False


def read_log(name: str | Path, rules: Rules) -> list[Record]:
    """Read a log. Raises InputError for what is no log, by line; whether rounds obey the rules is for ``audit``."""
    return parse_log(read_text(name, WANTED), str(name), rules)


def parse_log(text: str, name: str, rules: Rules) -> list[Record]:
    """Read a log; ``name`` stands before the line of what is refused.

    >>> head = "cards,actions,dealer,result\\n"
    >>> parse_log(head + "T 4 5,draw stand,T 7,won\\n", "log.csv", Rules())[0].dealer
    (10, 7)
    >>> parse_log(head + "8 8 5 2,both,T 7,won\\n", "log.csv", Rules())
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: log.csv, line 2: going on both is not priced: leave such rounds out
    """
    stakes = (1, 2) if rules.dealer_may_double else (1,)
    nets = sorted({stake * net_of(rules, how) for stake in stakes for how in ENDINGS})
    known = ["won", "lost", "void", *ENDINGS, *(f"{net:+d}" if net else "0" for net in nets)]

    def record(entry: Entry) -> Record:
        if "both" in entry.words["actions"].replace(",", " ").split():
            raise entry.wrong("going on both is not priced: leave such rounds out")
        cards, actions = entry.cards("cards", needed=True), entry.actions(Choice)
        result, doubled = entry.one_of(RESULT, known), entry.one_of("doubled", ["yes", "no"])
        return Record(entry.line, cards, actions, entry.cards("dealer"), result, entry.cards("seen"), doubled == "yes")

    return parse(text, name, COLUMNS, MORE, record)


def audit(records: Sequence[Record], rules: Rules, dealer: Policy, name: str = "log") -> Iterator[Audited]:
    """Check and price each round, in order, against a dealer with this policy.

    Raises InputError, naming the line, for what the rules forbid, for cards the pack has not, for a dealer who did not
    play the policy, and for a result that is not the cards'; PolicyError for a doubling that the rules do not know.

    >>> records = parse_log("cards,actions,dealer,result\\nT 4,stand,T 7,lost\\n", "log.csv", Rules())
    >>> (round,) = audit(records, Rules(), Policy(17, 17))
    >>> round.ending.value, round.net, round.net == round.deal + round.luck - round.cost
    ('beaten', Fraction(-1, 1), True)
    """
    check_dealer(rules, dealer)
    kept = lru_cache(maxsize=2 * PACKS)(lambda pack, doubled: Punter(rules, dealer, pack, doubled=doubled))
    dealt = lru_cache(maxsize=PACKS)(
        lambda pack: -sum((kept(pack, said).dealers_value() for said in announcements(rules)), Fraction(0))
    )
    for price in (False, True):  # all of it is checked before any of it is priced, which takes longer
        for record in records:
            try:
                play = _Play(record, rules, dealer)
                how, net = play.through()
                if price:
                    decisions = tuple(play.priced(kept(play.pack, record.doubled)))
                    yield Audited(record.line, how, Fraction(net), dealt(play.pack), decisions)
            except BackhandError as error:
                raise InputError(f"{name}, line {record.line}: {error}") from None


class _Play:
    """One round played again from its record."""

    def __init__(self, record: Record, rules: Rules, dealer: Policy) -> None:
        self.record, self.rules, self.dealer = record, rules, dealer
        if record.seen and not rules.pack_as_dealt:
            raise UnsolvedError("seen: with pack=fresh a round begins with all 52 cards; say --rules pack=as-dealt")
        check_doubled(rules, record.doubled)
        self.pack = check_pack(Shoe.of_decks(1).without(record.seen), 2)
        self.pack.without((*record.cards, *record.dealer))
        self.decided: list[tuple[tuple[int, ...], Choice]] = []

    def through(self) -> tuple[Ending, int]:
        """Play to the end, which has to be where the record ends and as it says: the ending and the net stakes."""
        record, rules = self.record, self.rules
        if len(record.cards) < 2:
            raise InputError(f"the cards are {format_cards(record.cards)}: a round begins with two, cut short?")
        self.check_doubling()
        down = score(counts_of(record.dealer[:2]))
        at_once = len(record.dealer) > 1 and down == NATURAL and not rules.natural_at_end
        held = self.end("the dealer's natural", 2) if at_once else self.punter()
        his = self.dealers(held)
        how = ending(held, his)
        net = (2 if record.doubled else 1) * rules.net(held, his)
        named = "won" if net > 0 else "lost" if net < 0 else "void"
        stakes = f"{net:+d}" if net else "0"
        if record.result and record.result not in (how.value, named, stakes):
            raise InputError(f"the result is {how} ({named}, {stakes}), not {record.result}")
        return how, net

    def check_doubling(self) -> None:
        """Whether the dealer doubles with his two cards, as far as they are known, is as the log has it."""
        record, down = self.record, self.record.dealer[:2]
        if len(down) == 2 and self.dealer.doubling.doubles(counts_of(down)) != record.doubled:
            said, would = ("doubled", "does not") if record.doubled else ("did not double", "doubles")
            raise PolicyError(f"the dealer {said} with {format_cards(down)}, but {quoted(str(self.dealer))} {would}")

    def punter(self) -> int:
        """The score the punter ends with."""
        cards, actions = self.record.cards, list(self.record.actions)
        size = 2
        held = score(counts_of(cards[:2]))
        if held == NATURAL:
            return self.end("a natural", 2)
        while held != OVER:
            hand = format_cards(cards[:size])
            if not actions:
                raise InputError(f"the actions end in the middle of the round, with {hand}: cut short, no stand?")
            self.decided.append((cards[:size], actions.pop(0)))
            if self.decided[-1][1] is Choice.STAND:
                return self.end(f"stand with {hand}", size)
            if size == len(cards):
                raise InputError(f"the cards end in the middle of the round, drawing to {hand}: cut short?")
            size += 1
            held = score(counts_of(cards[:size]))
        return self.end(f"over with {format_cards(cards[:size])}", size)

    def end(self, why: str, size: int) -> int:
        """The score with so many cards, after which neither cards nor actions may come."""
        cards, later = self.record.cards, self.record.actions[len(self.decided) :]
        if later:
            raise InputError(f"{later[0]} comes after the end of the punter's turn ({why})")
        if len(cards) > size:
            raise InputError(f"cards {format_cards(cards[size:])} come after the end of the punter's turn ({why})")
        return score(counts_of(cards))

    def dealers(self, punter: int) -> int:
        """The score the dealer ends with; he need not have drawn, nor shown anything, where that changes nothing."""
        cards, policy = self.record.dealer, quoted(str(self.dealer))
        if not cards and punter == OVER:
            return OVER
        if len(cards) < 2:
            raise InputError("the dealer's two cards are missing: only a punter who is over need not see them")
        for size in range(2, len(cards) + 1):
            counts = counts_of(cards[:size])
            ended = score(counts) == OVER or self.dealer.stands(counts)
            if ended and size < len(cards):
                why = "he is over" if score(counts) == OVER else f"{policy} stands"
                raise InputError(f"the dealer drew with {format_cards(cards[:size])}, where {why}")
        if not ended and not (len(cards) == 2 and punter in (OVER, NATURAL)):
            raise InputError(f"the dealer's cards end with {format_cards(cards)}, where {policy} draws: cut short?")
        return score(counts)

    def priced(self, best: Punter) -> Iterator[Decision]:
        """Each decision against the best choice, for the cards the punter had seen."""
        for cards, choice in self.decided:
            values = best.advise(counts_of(cards)).values
            top = max(values.values())
            right = tuple(choice for choice in Choice if values[choice] == top)
            yield Decision(self.record.line, cards, self.pack.without(cards), choice, right, top - values[choice])
