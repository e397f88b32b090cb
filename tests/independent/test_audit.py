"""Audited rounds: random play, every decision priced by the own solver."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from .black_box import Case, call, document, exact, seeds, spell
from .game import LOSSES, NAMES, WINS, Best, Hand, Shoe, turn

Mistakes = list[tuple[Hand, Fraction]]


def played(case: Case, best: Best, shoe: Shoe) -> tuple[list[int], list[str], str, Fraction, Mistakes]:
    """A round of random actions: its cards, actions, ending, cost, and its mistakes."""
    dice = case.random
    deck = [place + 1 for place, count in enumerate(shoe) for _ in range(count)]
    dice.shuffle(deck)
    seen: list[int] = []
    actions: list[str] = []
    mistakes: Mistakes = []

    def take() -> int | None:
        if len(seen) == len(deck):
            return None
        seen.append(deck[len(seen)])
        return seen[-1]

    def rest() -> Shoe:
        left = deck[len(seen) :]
        return tuple(left.count(card) for card in range(1, 11))

    while True:
        dealt = [take(), take()]
        kept = [card for card in dealt if card is not None and card != 1]
        if None not in dealt:
            kept += [card for card in (take() for _ in range(2 - len(kept))) if card is not None]
        if len(kept) < 2:
            return seen, actions, "void", sum((loss for _, loss in mistakes), Fraction(0)), mistakes
        hand = tuple(sorted(kept))
        ending = None
        while ending is None:
            evs = best.evs(hand, rest())
            action = dice.choice(list(evs))
            actions.append(action)
            if evs[action] < max(evs.values()):
                mistakes.append((hand, max(evs.values()) - evs[action]))
            if action == "push":
                break
            card = take()
            ending = "void" if card is None else turn(hand, action, card)
            if card is not None and ending is None:
                hand = tuple(sorted((*hand, card)))
        if ending is not None:
            return seen, actions, ending, sum((loss for _, loss in mistakes), Fraction(0)), mistakes


@pytest.mark.parametrize("seed", seeds(3, 30))
def test_audit_prices_random_rounds(seed: int, tmp_path: Path) -> None:
    case = Case(seed + 600)
    shoe, seen = case.deck_shoe()
    best = Best(case.game)
    deal = case.game.ev(best.deal(shoe))
    lines, rounds = ["cards,actions,result,seen"], []
    for _ in range(case.random.randint(1, 8)):
        cards, actions, ending, cost, mistakes = played(case, best, shoe)
        group = "won" if ending in WINS else "lost" if ending in LOSSES else "void"
        result = case.random.choice([ending, group, ""])
        lines.append(f"{' '.join(NAMES[card - 1] for card in cards)},{' '.join(actions)},{result},{seen}")
        rounds.append((ending, cost, mistakes))
    log = tmp_path / "log.csv"
    log.write_text("\n".join(lines) + "\n")
    got = document("audit", str(log), "--worst", "999", *case.rules)
    net = sum((case.game.net(ending) for ending, _, _ in rounds), Fraction(0))
    cost = sum((cost for _, cost, _ in rounds), Fraction(0))
    assert exact(got["net"]) == net
    assert exact(got["cost_of_mistakes"]) == cost
    assert exact(got["expected_by_best_play"]) == deal * len(rounds)
    assert exact(got["luck"]) == net - deal * len(rounds) + cost
    for row, (ending, price, _) in zip(got["by_round"], rounds, strict=True):
        assert (row["ending"], exact(row["net"]), exact(row["cost"])) == (ending, case.game.net(ending), price)
        assert exact(row["luck"]) == case.game.net(ending) - deal + price
    own = sorted((cost, spell(hand)) for _, _, mistakes in rounds for hand, cost in mistakes)
    assert sorted((exact(row["cost"]), sorted(row["hand"], key=NAMES.index)) for row in got["worst"]) == own
    assert got["mistakes"] == len(own)


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_audit_refuses_what_is_not_the_rules(seed: int, tmp_path: Path) -> None:
    """One card less, or a result that is not the cards'."""
    case = Case(seed + 700)
    shoe, seen = case.deck_shoe()
    cards, actions, ending, _, _ = played(case, Best(case.game), shoe)
    names = [NAMES[card - 1] for card in cards]
    wrong = case.random.choice([other for other in (*WINS, *LOSSES, "void") if other != ending])
    log = tmp_path / "log.csv"
    bad = [(names, wrong)] + ([(names[:-1], "")] if ending != "void" else [])
    for line, result in bad:
        log.write_text(f"cards,actions,result,seen\n{' '.join(line)},{' '.join(actions)},{result},{seen}\n")
        code, _, complaint = call("audit", str(log), *case.rules)
        assert code in (1, 2), (line, result)
        assert "line 2" in complaint
