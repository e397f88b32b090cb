"""The figures of a round against rounds walked card by card, and of many rounds against plain enumeration."""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction

import pytest
from backhand import Rules, Shoe
from backhand.common.intervals import enclosed
from backhand.errors import BackhandError
from backhand.rounds.by_strategy import fixed_value
from backhand.rounds.deals import Deals
from backhand.rounds.figures import Figures, starts
from backhand.rounds.follow import follow
from backhand.rounds.many import MOST_EXACT, ahead_after, first_to, kelly, ruin, wins_in
from backhand.rules import ShoeEnd
from backhand.strategies.strategy import Strategy, mimic, never_bust

from tests.conftest import FEW, SETTINGS, Ran, exact
from tests.tools.walk import walk

Run = Callable[..., Ran]
EVEN = {Fraction(1): Fraction(4, 7), Fraction(-1): Fraction(3, 7)}
VOIDS = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 4), Fraction(0): Fraction(1, 4)}
ODD = {Fraction(6, 5): Fraction(1, 2), Fraction(3): Fraction(1, 20), Fraction(-1): Fraction(9, 20)}
POOR = {Fraction(1, 2): Fraction(3, 5), Fraction(-1): Fraction(2, 5)}
ALL = [EVEN, VOIDS, ODD, POOR]


@pytest.mark.parametrize("name", FEW)
def test_figures_are_those_of_rounds_walked_card_by_card(name: str) -> None:
    rules, shoe = SETTINGS[name], Shoe("2,1,1,0,0,0,1,1,1,2")
    strategy = mimic(rules)
    figures = Figures(follow(Deals(shoe, rules, strategy)))
    walked = walk(shoe, lambda hand, dealt, left: strategy.action(hand))
    pays = {
        "backhand": rules.pays_backhand,
        "five-cards": rules.pays_five_cards,
        "played-push": rules.pays_played_push,
        "void": Fraction(-1 if rules.shoe_end is ShoeEnd.LOSS else 0),
    }
    nets = [(pays.get(ending, Fraction(-1)), chance) for (ending, _, _), chance in walked.ways.items()]
    ev = sum((net * chance for net, chance in nets), Fraction(0))
    assert figures.ev == ev
    assert figures.variance == sum((net - ev) ** 2 * chance for net, chance in nets)
    assert figures.win == sum(chance for net, chance in nets if net > 0)
    assert figures.mean_cards == sum(cards * chance for (_, _, cards), chance in walked.ways.items())
    assert figures.mean_pushes == sum(pushes * chance for (_, pushes, _), chance in walked.ways.items())
    for distribution in (figures.pushes, figures.cards, figures.nets):
        assert sum(map(exact, distribution.values())) == 1


@pytest.mark.parametrize("fixed", [False, True])
@pytest.mark.parametrize("text", ["4,4,4,4,4,4,4,4,4,16", "2,1,1,0,0,0,1,1,1,2", "2,0,0,0,0,0,0,0,0,1"])
def test_initial_hands_make_up_the_deal(text: str, fixed: bool) -> None:
    shoe, rules = Shoe(text), Rules()
    strategy = mimic(rules) if fixed else None
    found = starts(Deals(shoe, rules, strategy))
    value = fixed_value(shoe, rules, strategy)
    dealt = sum(start.chance for start in found)
    assert (dealt == 1) == (shoe.cards >= 4)  # two aces, and one card to replace them with
    assert sum(start.chance * exact(start.win) for start in found) == value.win
    assert sum(start.chance * exact(start.ev) for start in found) == value.ev  # a void deal nets 0


def test_initial_hands_are_dealt_as_often_as_counting_says() -> None:
    found = {start.hand: start for start in starts(Deals(Shoe.of_decks(1), Rules()))}
    # Without an ace among the first two: 48 of 52, 47 of 51. TT also after one ace (twice 4 x 16 x 15 of 52 51 50),
    # and after two.
    no_ace, one, two = 16 * 15 / (52 * 51), 2 * 4 * 16 * 15 / (52 * 51 * 50), 4 * 3 * 16 * 15 / (52 * 51 * 50 * 49)
    assert float(found[10, 10].chance) == pytest.approx(no_ace + one + two, rel=1e-14)
    assert float(found[1, 1].chance) == pytest.approx(4 * 3 * 2 * 1 / (52 * 51 * 50 * 49), rel=1e-14)


def check_enclosed(shoe: Shoe, rules: Rules, strategy: Strategy | None) -> None:
    """Every figure of rounds that are only enclosed holds the exact one."""
    sure, wide = Deals(shoe, rules, strategy), Deals(shoe, rules, strategy, most=0)
    exactly, about = (Figures(follow(solved)) for solved in (sure, wide))
    for name in ("win", "void", "ev", "house_edge", "rtp", "variance", "mean_cards", "mean_pushes"):
        assert exact(getattr(exactly, name)) in enclosed(getattr(about, name)), name
    assert enclosed(about.win).width <= Fraction(1, 10**10)
    assert abs(exactly.deviation - about.deviation) < 1e-9
    for name in ("cards", "pushes", "nets"):
        for number, chance in getattr(exactly, name).items():
            assert exact(chance) in enclosed(getattr(about, name).get(number, about.rounds.number(Fraction(0))))
    for ours, theirs in zip(starts(wide), starts(sure), strict=True):
        assert (ours.hand, ours.chance) == (theirs.hand, theirs.chance)
        assert exact(theirs.win) in enclosed(ours.win)
        assert exact(theirs.ev) in enclosed(ours.ev)


@pytest.mark.parametrize("name", ["inventor", "all"])
def test_enclosed_figures_hold_the_exact_ones(name: str) -> None:
    rules = SETTINGS[name]
    check_enclosed(Shoe("2,1,1,0,1,0,1,1,1,4"), rules, None)
    check_enclosed(Shoe("2,1,1,0,1,0,1,1,1,4"), rules, never_bust(rules))


@pytest.mark.long
@pytest.mark.parametrize("fixed", [False, True])
def test_enclosed_figures_of_a_whole_deck_hold_the_exact_ones(fixed: bool) -> None:
    check_enclosed(Shoe.of_decks(1), Rules(), mimic(Rules()) if fixed else None)


def enumerate_sums(nets: dict[Fraction, Fraction], rounds: int) -> dict[Fraction, Fraction]:
    sums: dict[Fraction, Fraction] = defaultdict(Fraction)
    for seq in itertools.product(nets.items(), repeat=rounds):
        sums[sum((net for net, _ in seq), Fraction(0))] += math.prod((chance for _, chance in seq), start=Fraction(1))
    return sums


@pytest.mark.parametrize("nets", ALL)
def test_ahead_and_wins_by_enumeration(nets: dict[Fraction, Fraction]) -> None:
    for rounds in (1, 2, 5):
        sums = enumerate_sums(nets, rounds)
        found = ahead_after(nets, rounds)
        assert found.ahead == sum(chance for net, chance in sums.items() if net > 0)
        assert found.even == sums.get(Fraction(0), 0)
        assert found.ahead + found.even + found.behind == 1
        marks = {Fraction(int(net > 0)): Fraction(0) for net in nets}
        for net, chance in nets.items():
            marks[Fraction(int(net > 0))] += chance
        wins = enumerate_sums(marks, rounds)
        assert wins_in(nets, rounds) == [wins[Fraction(n)] for n in range(rounds + 1)]
    assert sum(wins_in(nets, 100)) == 1


@pytest.mark.parametrize("nets", ALL)
def test_first_to_by_walking_the_match(nets: dict[Fraction, Fraction]) -> None:
    win = sum(chance for net, chance in nets.items() if net > 0)
    lose = sum(chance for net, chance in nets.items() if net < 0)

    def match(wins: int, losses: int) -> Fraction:
        if not wins or not losses:
            return Fraction(not wins)
        return (win * match(wins - 1, losses) + lose * match(wins, losses - 1)) / (win + lose)

    for wins in (1, 2, 5):
        assert first_to(nets, wins).before_losses == match(wins, wins)
    # The mean number of rounds, by summing over the round in which the third win comes.
    series = sum(
        rounds * math.comb(rounds - 1, 2) * float(win) ** 3 * (1 - float(win)) ** (rounds - 3)
        for rounds in range(3, 400)
    )
    assert float(first_to(nets, 3).mean_rounds) == pytest.approx(series, rel=1e-9)


@pytest.mark.parametrize("nets", ALL)
def test_kelly_grows_fastest(nets: dict[Fraction, Fraction]) -> None:
    def growth(stake: float) -> float:
        return sum(float(chance) * math.log1p(stake * float(net)) for net, chance in nets.items())

    best = float(kelly(nets))
    if nets is POOR:
        assert best == 0
        assert growth(1e-3) < 0
    else:
        assert growth(best) > max(growth(best - 1e-3), growth(best + 1e-3), 0)


def test_kelly_with_even_money_is_the_edge() -> None:
    assert kelly(EVEN) == Fraction(1, 7)


@pytest.mark.parametrize("nets", [EVEN, VOIDS, pytest.param(ODD, marks=pytest.mark.long)])
def test_ruin_against_a_walk_of_many_rounds(nets: dict[Fraction, Fraction]) -> None:
    unit, bankroll = 5 if nets is ODD else 1, 6
    standing = {bankroll * unit: 1.0}
    ruined = 0.0
    for _ in range(500 if nets is ODD else 2000):
        after: dict[int, float] = defaultdict(float)
        for stakes, chance in standing.items():
            for net, step in nets.items():
                left = stakes + int(net * unit)
                if left < unit:
                    ruined += chance * float(step)
                elif left < 90 * unit:  # from so high up nobody is ruined, to within 1e-10
                    after[left] += chance * float(step)
        standing = after
    found = ruin(nets, bankroll)
    assert float(found.low) - 1e-9 <= ruined <= float(found.high) + 1e-9
    assert ruined > 0.001
    if nets is not ODD:
        assert found.low == found.high


def test_without_an_edge_ruin_is_certain() -> None:
    assert ruin(POOR, 50).low == ruin({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}, 50).low == 1


@pytest.mark.parametrize("number", [0, -1, MOST_EXACT + 1])
def test_numbers_out_of_range(number: int, run: Run) -> None:
    with pytest.raises(BackhandError, match=f"{number} rounds"):
        ahead_after(EVEN, number)
    for option in ("--ahead", "--wins-in", "--first-to"):
        assert run("par", option, str(number)).code == 2
    assert run("par", "--bankroll", "0").code == 2


def test_par_prints_every_format(run: Run) -> None:
    shoe = ["--shoe", "2,2,2,2,2,2,2,2,2,8", "--strategy", "mimic"]
    document = json.loads(run("par", *shoe, "--format", "json").out)
    assert document["schema"] == "backhand.par/1"
    assert sum(Fraction(p["fraction"]) for p in document["pushes"].values()) == 1
    lines = run("par", *shoe, "--format", "csv").out.splitlines()
    assert lines[0].startswith("figure,fraction,decimal")
    assert Fraction(next(line for line in lines if line.startswith("ev,")).split(",")[1]) == Fraction(
        document["ev"]["fraction"]
    )
    for form in ("text", "md"):
        ran = run("par", *shoe, "--format", form)
        assert ran.code == 0
        assert "A push that is taken is not a round" in ran.out


def test_par_of_a_shoe_that_cannot_be_won_or_is_nearly_empty(run: Run) -> None:
    assert run("par", "--shoe", "0,0,0,0,0,0,0,0,0,3").code == 0
    assert run("par", "--shoe", "0,2,0,0,0,0,0,0,0,0").code == 0


@pytest.mark.parametrize(
    "rules", [pytest.param("inventor", marks=pytest.mark.long), "denexa,shoe-end=loss,pays-five-cards=3:2"]
)
def test_value_tells_the_figures_that_par_tells(run: Run, rules: str) -> None:
    shoe = ["--shoe", "2,2,2,2,2,2,2,2,2,8", "--rules", rules]
    told, par = (json.loads(run(*words, *shoe, "--format", "json").out) for words in (["value", "--figures"], ["par"]))
    assert par["denominators"].startswith(told["denominators"])
    shared = set(told) & set(par) - {"schema", "denominators"}
    assert shared >= {"hit_frequency", "variance", "mean_cards", "mean_pushes", "cards", "pushes", "initial_hands"}
    assert {name: told[name] for name in shared} == {name: par[name] for name in shared}
    hands = [(Fraction(h["chance"]["fraction"]), Fraction(h["ev"]["fraction"])) for h in told["initial_hands"]]
    assert sum(chance * ev for chance, ev in hands) == Fraction(told["ev"]["fraction"])
    text = run("value", "--figures", *shoe).out
    assert "pushes in a round" in text
    assert "A push that is taken is not a round" in text


@pytest.mark.long
def test_three_decks_have_their_figures_enclosed(run: Run) -> None:
    words = ["--decks", "3", "--within", "1e-2", "--format", "json"]
    told = json.loads(run("value", "--figures", *words).out)
    for figure in ("win", "ev", "variance", "mean_cards", "mean_pushes"):
        low, high = Fraction(told[figure]["low"]), Fraction(told[figure]["high"])
        assert low < high < low + 5, figure
        assert low <= Fraction(told[figure]["decimal"]) <= high
    par = json.loads(run("par", *words).out)
    assert Fraction(told["variance"]["low"]) <= Fraction(par["variance"]["low"])
    assert "left out" in par["denominators"]
    assert "ahead" not in par
    assert json.loads(run("evaluate", "mimic", *words).out)["cost"].keys() == {"low", "high", "decimal"}
