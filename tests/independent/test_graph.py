"""The decision graph: reach, values and edges against own exact numbers."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from .black_box import Case, exact, seeds, spell, text
from .game import NAMES, Best, Hand, Shoe, marginal, visits, win


def graph(*options: str) -> Any:
    return json.loads(text("graph", *options))


def ending_reach(nodes: list[dict[str, Any]]) -> dict[str, Fraction]:
    return {node["ending"]: exact(node["reach"]) for node in nodes if node["type"] == "ending" and exact(node["reach"])}


@pytest.mark.parametrize("seed", seeds(2, 15))
@pytest.mark.parametrize("merge", ["total", "hand"])
def test_the_whole_game(merge: str, seed: int) -> None:
    case = Case(seed + 800)
    got = graph("--merge", merge, *case.options)
    best = Best(case.game)
    law = best.deal(case.shoe)
    assert ending_reach(got["nodes"]) == marginal(law, 0)
    deal = next(node for node in got["nodes"] if node["type"] == "deal")
    assert (exact(deal["win"]), exact(deal["ev"])) == (win(law), case.game.ev(law))
    rows: dict[Any, dict[str, Fraction]] = {}
    for (_, _, hand, rest), chance in visits(best, case.shoe).items():
        key = tuple(spell(hand)) if merge == "hand" else (len(hand), sum(hand))
        row = rows.setdefault(key, {})
        add = {"reach": Fraction(1), "win": win(best.hand(hand, rest)), "ev": max(best.evs(hand, rest).values())}
        for action, ev in best.evs(hand, rest).items():
            add[f"ev_{action}"] = ev
            add[f"win_{action}"] = win(best.action(hand, rest, action))
            add[f"loss_{action}"] = add["ev"] - ev
        for name, number in add.items():
            row[name] = row.get(name, Fraction(0)) + chance * number
    decisions = [node for node in got["nodes"] if node["type"] == "decision" and exact(node["reach"])]
    given = {}
    for node in decisions:
        key = tuple(node["hands"].split()) if merge == "hand" else (node["cards"], node["total"])
        given[key] = {name: exact(node[name]) for name in rows[key]}
    for row in rows.values():
        row |= {name: number / row["reach"] for name, number in row.items() if name != "reach"}
    assert given == rows
    check_flow(got)


def check_flow(got: Any) -> None:
    """What comes into a node goes out of it, and every probability is a share of the reach."""
    reach = {node["id"]: exact(node["reach"]) for node in got["nodes"]}
    out: dict[str, Fraction] = {}
    into: dict[str, Fraction] = {}
    for edge in got["edges"]:
        assert exact(edge["reach"]) == exact(edge["probability"]) * reach[edge["source"]]
        out[edge["source"]] = out.get(edge["source"], Fraction(0)) + exact(edge["reach"])
        into[edge["target"]] = into.get(edge["target"], Fraction(0)) + exact(edge["reach"])
    for name, total in out.items():
        assert total == reach[name]
    for name, total in into.items():
        if name != "deal":
            assert total == reach[name]


@pytest.mark.parametrize("seed", seeds(2, 20))
@pytest.mark.parametrize("play", ["best", "all"])
def test_a_hand(play: str, seed: int) -> None:
    case = Case(seed + 900)
    hand = case.hand()
    pushes = case.random.randrange(3)
    depth = str(case.random.randint(1, 8))
    got = graph(*spell(hand), "--play", play, "--pushes", str(pushes), "--depth", depth, *case.options)
    best = Best(case.game)
    for node in got["nodes"]:
        if node["type"] == "decision":
            there: Hand = tuple(NAMES.index(card) + 1 for card in node["hand"].split())
            rest: Shoe = tuple(map(int, node["shoe"].split(",")))
            evs = best.evs(there, rest)
            assert {action: exact(node[f"ev_{action}"]) for action in node["actions"].split(", ")} == evs
            for action, ev in evs.items():
                assert exact(node[f"win_{action}"]) == win(best.action(there, rest, action))
                assert exact(node[f"loss_{action}"]) == max(evs.values()) - ev
            assert set(node["best"].split(", ")) == set(best.best(there, rest))
            assert exact(node["ev"]) == max(evs.values())
            assert exact(node["win"]) == win(best.hand(there, rest))
        if node["type"] == "deal":
            law = best.deal(tuple(map(int, node["shoe"].split(","))))
            assert (exact(node["win"]), exact(node["ev"])) == (win(law), case.game.ev(law))
    if int(depth) >= 4 and not any(node["type"] == "deal" or node.get("open") for node in got["nodes"]):
        assert ending_reach(got["nodes"]) == marginal(best.hand(hand, case.shoe), 0)
