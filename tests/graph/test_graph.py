"""The decision graph: every probability exact, the whole game against the solver and against a walk of its own."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import networkx as nx
import pytest
from backhand import Shoe, Solver, parse_cards
from backhand.errors import HandError, ShoeError
from backhand.graph import GraphError, decision_graph
from backhand.rules import kind_of

from tests.conftest import crossed
from tests.tools.graph_help import absorb

FRESH_WIN = Fraction(441749062376235842019675620249839, 771314936179556478353601382425000)
SMALL = [
    ("inventor", "2,0,1,0,2,0,0,1,1,4"),
    ("inventor", "0,2,0,0,0,1,0,2,0,3"),
    ("inventor,ties=latest,shoe-end=loss", "2,1,0,1,0,1,0,1,1,3"),
    ("denexa", "1,0,1,1,0,0,0,2,2,4"),
    ("denexa,twelve=hit,pays=6:5", "3,1,0,1,0,0,1,0,1,3"),
    ("inventor,pays-played-push=9:1", "2,0,1,0,1,0,2,1,0,3"),
    ("inventor", "3,0,0,0,0,0,0,0,0,0"),
    ("inventor", "0,0,0,0,0,0,0,0,0,5"),
]


@pytest.fixture(scope="module")
def game(fresh: Solver) -> nx.DiGraph[str]:
    return decision_graph(fresh)


def test_absorbing_the_whole_game_gives_back_the_exact_win_probability(fresh: Solver, game: nx.DiGraph[str]) -> None:
    endings = absorb(game, "deal")
    assert sum(endings.values()) == 1
    assert sum(p for ending, p in endings.items() if game.nodes[ending]["won"]) == FRESH_WIN
    value = fresh.value()
    for name, probability in endings.items():
        assert probability == value.endings[game.nodes[name]["ending"]]
        assert probability == Fraction(game.nodes[name]["reach"])


def test_the_whole_game_has_about_a_hundred_nodes_all_named(game: nx.DiGraph[str]) -> None:
    assert (len(game), game.number_of_edges()) == (126, 423)
    assert {"deal", "low 11", "play 16", "push 20", "3 cards 17", "hit on play 12", "lost by bust"} <= set(game)
    assert all(isinstance(node, str) and not node.isdigit() for node in game)


def test_every_edge_is_a_share_of_its_node_and_nothing_is_lost(game: nx.DiGraph[str]) -> None:
    for node, data in game.nodes(data=True):
        reach = Fraction(data["reach"])
        into = sum(Fraction(r) for _, _, r in game.in_edges(node, data="reach")) + (node == "deal")
        assert into == reach > 0, node
        out = [(Fraction(e["probability"]), Fraction(e["reach"])) for _, _, e in game.out_edges(node, data=True)]
        assert all(passed == reach * probability for probability, passed in out)
        if data["type"] == "ending":
            assert not out
        else:
            assert sum(probability for probability, _ in out) == 1


def test_best_play_at_a_merged_node_may_be_mixed(game: nx.DiGraph[str]) -> None:
    assert set(game["play 15"]) == {"backhand on play 15", "hit on play 15"}  # hit only in some depleted shoes
    assert game.nodes["play 15"]["best"] == "backhand, hit"
    assert Fraction(game.edges["play 15", "hit on play 15"]["probability"]) < Fraction(1, 500)
    node = {name: Fraction(game.nodes["play 15"][name]) for name in ("win", "win_backhand", "win_hit")}
    assert node["win"] > node["win_backhand"] > node["win_hit"]


@pytest.mark.long
def test_depth_one_keeps_two_card_hands_and_says_where_it_goes_on(fresh: Solver, game: nx.DiGraph[str]) -> None:
    short = decision_graph(fresh, depth=1)
    assert {game.nodes[node]["cards"] for node, kind in short.nodes(data="type") if kind == "decision"} == {2, 3}
    for node, data in short.nodes(data=True):
        if data["type"] == "decision":
            assert data["open"] == (data["cards"] == 3) == (not short.out_degree(node))
            assert {**data, "open": False} == game.nodes[node]


@pytest.mark.parametrize(("game", "merge"), crossed(SMALL, ["total", "hand"]))
def test_merged_flow_equals_the_sum_over_every_single_position(game: tuple[str, str], merge: str) -> None:
    rules, counts = game
    solver = Solver(rules=rules)
    merged = decision_graph(solver, shoe=counts, merge=merge)
    single = decision_graph(solver, shoe=counts, merge="none", pushes=99)
    names = {node: _merged_name(node, single, merge) for node in single}
    node_reach: dict[str, Fraction] = defaultdict(Fraction)
    wins: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    edge_reach: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for node, data in single.nodes(data=True):
        node_reach[names[node]] += Fraction(data["reach"])
        for name, number in data.items():
            if data["type"] == "decision" and name.startswith(("win", "ev", "loss")) and "decimal" not in name:
                wins[names[node], name] += Fraction(data["reach"]) * Fraction(number)
    for a, b, reach in single.edges(data="reach"):
        edge_reach[names[a], names[b]] += Fraction(reach)
    merged_nodes = {node: Fraction(reach) for node, reach in merged.nodes(data="reach")}
    merged_edges = {(a, b): Fraction(reach) for a, b, reach in merged.edges(data="reach")}
    assert merged_nodes == {node: reach for node, reach in node_reach.items() if reach}
    assert merged_edges == {edge: reach for edge, reach in edge_reach.items() if reach}
    for (node, name), mass in wins.items():
        if node_reach[node]:
            assert Fraction(merged.nodes[node][name]) == mass / node_reach[node], (node, name)


def _merged_name(node: str, single: nx.DiGraph[str], merge: str) -> str:
    """What ``node`` of the graph of single positions is called where positions are merged."""
    data = single.nodes[node]
    if data["type"] == "deal":
        return "deal"
    if data["type"] == "chance":
        action, decision = node.split(" on ")
        return f"{action} on {_merged_name(decision, single, merge)}"
    if data["type"] == "decision" and merge == "hand":
        return str(data["hand"])
    if data["type"] == "decision":
        kind, cards, total = data["kind"], data["cards"], data["total"]
        return f"{cards} cards {total}" if kind == "drawn" else f"{kind} {total}"
    return node


@pytest.mark.parametrize(("rules", "counts"), SMALL)
def test_a_deal_walked_to_the_end_absorbs_to_the_value_of_the_shoe(rules: str, counts: str) -> None:
    solver = Solver(rules=rules)
    value = solver.value(shoe=counts)
    for merge in ("total", "hand"):
        graph = decision_graph(solver, shoe=counts, merge=merge)
        for name, probability in absorb(graph, "deal").items():
            assert probability == value.endings[graph.nodes[name]["ending"]]


def test_the_graph_of_a_hand_agrees_with_advice(fresh: Solver) -> None:
    graph = decision_graph(fresh, "2 A", seen="K 5 A", play="all")
    assert nx.is_directed_acyclic_graph(graph)
    decisions = {node: data for node, data in graph.nodes(data=True) if data["type"] == "decision"}
    assert len(decisions) == 1 + 10 + 55 - 2  # A 2 9 T and A 2 T T are bust
    for data in list(decisions.values())[::7]:
        advice = fresh.advise(data["hand"], shoe=data["shoe"])
        assert data["kind"] == kind_of(data["cards"], data["total"])
        assert set(data["best"].split(", ")) == set(advice.best)
        for choice in advice.actions:
            assert Fraction(data[f"win_{choice.action}"]) == choice.win
            assert Fraction(data[f"ev_{choice.action}"]) == choice.ev
            assert Fraction(data[f"loss_{choice.action}"]) == choice.loss


@pytest.mark.parametrize("hand", ["2 3", "9 7", "3 3", "4 5 3", "T T", "2 2 3 4"])
def test_following_best_play_from_a_hand_gives_its_win_probability(fresh: Solver, hand: str) -> None:
    for play in ("best", "all"):
        graph = decision_graph(fresh, hand, play=play)
        start = next(iter(graph))
        win = Fraction(0)
        for _, data in graph.nodes(data=True):
            if data["type"] == "ending" and data["won"]:
                win += Fraction(data["reach"])
            if data["type"] == "deal":
                assert data["open"]
                win += Fraction(data["reach"]) * Fraction(data["win"])
        assert win == fresh.advise(hand).actions[0].win == Fraction(graph.nodes[start]["win"])


def test_a_push_ends_the_walk_at_the_new_deal_with_its_value(fresh: Solver) -> None:
    graph = decision_graph(fresh, "T 9", play="all")
    assert set(graph["9 T"]) == {"play-push on 9 T", "new deal without 9 T"}
    left = Shoe.of_decks(1).without([9, 10])
    assert graph.nodes["new deal without 9 T"]["win"] == str(fresh.value(shoe=left).win)
    assert graph.nodes["new deal without 9 T"]["open"]


def test_a_push_can_be_followed_into_the_new_deal(fresh: Solver) -> None:
    graph = decision_graph(fresh, "T 9", pushes=1)
    assert "7 T without 9 T" in graph
    assert "5 9 without A 9 T" in graph  # an ace of the new deal was discarded
    assert not graph.nodes["new deal without 9 T"]["open"]
    assert graph.nodes["new deal without 7 9 T T"]["open"]


def test_equally_good_actions_are_both_best_and_one_is_taken() -> None:
    shoe = "0,0,0,0,0,1,0,0,0,1"  # the ten comes first or second, either way it wins with the right action
    graph = decision_graph(Solver(), "T 5", shoe=shoe)
    assert graph.nodes["5 T"]["best"] == "backhand, hit"
    edges = [graph.edges["5 T", f"{action} on 5 T"] for action in ("backhand", "hit")]
    assert [(edge["probability"], edge["best"]) for edge in edges] == [("1", True), ("0", True)]
    latest = decision_graph(Solver(rules="inventor,ties=latest"), "T 5", shoe=shoe)
    assert latest.edges["5 T", "hit on 5 T"]["probability"] == "1"


def test_what_cannot_be_drawn_is_refused_by_name(fresh: Solver) -> None:
    with pytest.raises(HandError, match="T T 4 is lost already"):
        decision_graph(fresh, "T T 4")
    with pytest.raises(ShoeError, match="5 cards of rank 7"):
        decision_graph(fresh, "7 7", seen="7 7 7")
    with pytest.raises(GraphError, match="depth 0"):
        decision_graph(fresh, "9 7", depth=0)
    with pytest.raises(GraphError, match="play 'both'"):
        decision_graph(fresh, "9 7", play="both")
    with pytest.raises(GraphError, match="merge 'suit'"):
        decision_graph(fresh, merge="suit")
    with pytest.raises(GraphError, match=r"merge 'total'.*hand is not merged"):
        decision_graph(fresh, "9 7", merge="total")
    with pytest.raises(GraphError, match="play 'all'"):
        decision_graph(fresh, play="all")
    with pytest.raises(GraphError, match="pushes -1"):
        decision_graph(fresh, "T T", pushes=-1)
    with pytest.raises(GraphError, match=r"pushes 1.*every push"):
        decision_graph(fresh, pushes=1)


def test_fine_payouts_do_not_change_how_often_things_happen() -> None:
    """Payouts too fine for machine words take the other way through the sums."""
    counts = "2,1,0,1,0,1,0,1,1,3"
    plain = decision_graph(Solver(rules="inventor"), shoe=counts)
    fine = decision_graph(Solver(rules=f"pays={10**17 + 1}:{10**17}"), shoe=counts)
    for name in ("reach", "win", "win_hit"):
        assert dict(plain.nodes(data=name)) == dict(fine.nodes(data=name))


def test_merged_nodes_list_only_hands_that_the_shoe_can_make() -> None:
    shoe = Shoe("2,1,0,0,0,0,3,2,2,3")
    graph = decision_graph(Solver(), shoe=shoe)
    listed = [hand for _, hands in graph.nodes(data="hands") if hands for hand in hands.split(", ")]
    assert listed
    for hand in listed:
        shoe.without(parse_cards(hand))  # raises where a card is not there
    assert graph.nodes["low 8"]["hands"] == "A 7"


def test_ties_are_counted_as_ties() -> None:
    """With the other tie rule another action is taken; what is best, and how often two are, stays."""
    soonest, latest = (
        decision_graph(Solver(rules=rules), shoe="1,1,3,2,2,1,1,2,2,8") for rules in ("inventor", "ties=latest")
    )
    tied = [node for node, ties in soonest.nodes(data="ties") if ties not in (None, "0")]
    assert tied
    for node in tied:
        data = soonest.nodes[node]
        taken = {a: Fraction(0) for a in data["actions"].split(", ")}
        taken |= {edge["label"]: Fraction(edge["probability"]) for _, _, edge in soonest.out_edges(node, data=True)}
        best = {action: Fraction(data[f"best_{action}"]) for action in taken}
        assert all(taken[action] <= best[action] for action in taken)
        if len(taken) == 2:
            assert sum(best.values()) == 1 + Fraction(data["ties"])
            if node in latest and latest.nodes[node]["reach"] == data["reach"] and data["cards"] == 2:
                assert latest.nodes[node]["ties"] == data["ties"]
