"""Decision graphs as files: nothing is lost on the way, pictures can be drawn, and bad input leaves nothing behind."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from backhand import Solver, TooLargeError
from backhand.graph import Plan, decision_graph
from backhand.outputs.graphs import MOST_NODES, read_graph, render_graph
from backhand.outputs.graphs.drawing import way

from tests.conftest import Ran

Run = Callable[..., Ran]
SMALL = "2,0,1,0,2,0,0,1,1,4"
ASKED = {
    "hand": (["2", "A", "--seen", "A", "--play", "all"], {"hand": "2 A", "seen": "A", "play": "all"}),
    "push": (["T", "9", "--play", "all"], {"hand": "T 9", "play": "all"}),
    "pushes": (["--shoe", SMALL, "--merge", "none", "--pushes", "2"], {"shoe": SMALL, "merge": "none", "pushes": 2}),
    "game": (["--shoe", SMALL], {"shoe": SMALL}),
    "short": (["--shoe", SMALL, "--depth", "1", "--merge", "hand"], {"shoe": SMALL, "depth": 1, "merge": "hand"}),
}


@pytest.mark.parametrize("name", ASKED)
def test_json_reads_back_to_the_same_graph(run: Run, fresh: Solver, name: str) -> None:
    arguments, question = ASKED[name]
    document = json.loads(run("graph", *arguments, "--format", "json").out)
    graph = decision_graph(fresh, **question)  # type: ignore[arg-type]
    assert nx.utils.graphs_equal(read_graph(document), graph)
    assert document["schema"] == "backhand.graph/1"
    assert document["rules"]["text"] == "inventor"
    assert ",".join(str(count) for count in list(document["shoe"].values())[:10]) == graph.graph["shoe"]
    linked = nx.node_link_graph(document, edges="edges")
    assert set(linked.edges) == set(graph.edges)
    for node, data in graph.nodes(data=True):
        assert linked.nodes[node]["reach"] == {"fraction": data["reach"], "decimal": data["reach_decimal"]}


@pytest.mark.parametrize("name", ASKED)
def test_graphml_reads_back_to_the_same_graph(run: Run, fresh: Solver, name: str) -> None:
    arguments, question = ASKED[name]
    text = run("graph", *arguments, "--format", "graphml").out
    read = nx.read_graphml(io.BytesIO(text.encode()))
    graph = decision_graph(fresh, **question)  # type: ignore[arg-type]
    assert isinstance(read, nx.DiGraph)
    assert dict(read.nodes(data=True)) == dict(graph.nodes(data=True))
    assert {(a, b): data for a, b, data in read.edges(data=True)} == {
        (a, b): data for a, b, data in graph.edges(data=True)
    }
    assert {name: "" if read.graph[name] is None else read.graph[name] for name in graph.graph} == graph.graph


@pytest.mark.parametrize("name", ["hand", "push", "game"])
def test_dot_has_every_node_and_edge_and_graphviz_draws_it(run: Run, fresh: Solver, name: str) -> None:
    arguments, question = ASKED[name]
    text = run("graph", *arguments, "--format", "dot").out
    graph = decision_graph(fresh, **question)  # type: ignore[arg-type]
    assert text.startswith("digraph")
    assert text.count("->") == graph.number_of_edges()
    assert text.count("\t") == len(graph) + graph.number_of_edges() + 3  # a line each, and three of defaults
    if not shutil.which("dot"):
        pytest.skip("graphviz is not installed here")
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count('class="node"') == len(graph)
    assert done.stdout.count('class="edge"') == graph.number_of_edges()


@pytest.mark.parametrize("name", ["hand", "push", "game"])
def test_svg_names_every_node_and_is_the_same_each_time(run: Run, fresh: Solver, name: str) -> None:
    arguments, question = ASKED[name]
    text = run("graph", *arguments, "--format", "svg").out
    graph = decision_graph(fresh, **question)  # type: ignore[arg-type]
    words = "".join(ElementTree.fromstring(text).itertext())
    for node, data in graph.nodes(data=True):
        assert (data["action"] if data["type"] == "chance" else node) in words
    assert "Rules: inventor" in words
    assert run("graph", *arguments, "--format", "svg").out == text


def test_the_page_is_one_file_with_licences_and_loads_nothing(run: Run) -> None:
    text = run("graph", "9", "7", "--play", "all", "--format", "html").out
    assert text.startswith("<!doctype html>")
    assert "{{" not in text.split("<script>")[0]
    for sign in ("src=", 'href="http', "@import", "url(", "fetch(", "XMLHttpRequest", "import("):
        assert sign not in text.replace("d3js.org", ""), sign
    for licence in (
        "Permission to use, copy, modify, and/or distribute",
        "Permission is hereby granted, free of charge",
        "Redistributions of source code",
    ):
        assert licence in text
    document = text.split('<script type="application/json" id="graph">')[1].split("</script>")[0]
    assert json.loads(document) == json.loads(run("graph", "9", "7", "--play", "all", "--format", "json").out)


@pytest.mark.parametrize(("form", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_png_and_pdf_are_pictures_and_the_same_each_time(run: Run, form: str, start: bytes, tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        target = tmp_path / f"{name}.{form}"
        assert run("graph", "9", "7", "--depth", "1", "--output", str(target)).err == ""
        made.append(target.read_bytes())
    assert made[0].startswith(start)
    assert made[0] == made[1]


def test_no_line_of_a_picture_runs_through_a_box_it_does_not_join() -> None:
    """A line is drawn before the boxes, so where it crosses one it runs behind it."""
    columns = [(1.0, 0.8, [0.0, 0.5, 1.0]), (3.0, 0.4, [0.25, 0.75])]
    for end in (0.0, 0.3, 0.5, 1.0):
        points = way((0.0, 0.5), (5.0, end), columns)
        for (x, y), (_, low), (_, high), (to_x, to_y) in zip(
            points[:-1:3], points[1::3], points[2::3], points[3::3], strict=True
        ):
            for middle, width, levels in columns:
                if x < middle + width / 2 and to_x > middle - width / 2 and to_x - x <= width + 1e-9:
                    assert y == low == high == to_y
                    assert all(abs(y - level) > 0.125 for level in levels)


@pytest.mark.parametrize("form", ["dot", "svg"])
def test_a_picture_too_large_is_refused_with_its_size_and_a_way_out(run: Run, form: str, tmp_path: Path) -> None:
    target = tmp_path / f"large.{form}"
    ran = run("graph", "--merge", "hand", "--shoe", "4,4,4,4,4,0,0,1,1,2", "--output", str(target))
    assert (ran.code, ran.out) == (2, "")
    assert not list(tmp_path.iterdir())
    assert "1," in ran.err or "nodes and" in ran.err
    for hint in (f"{MOST_NODES[form]} nodes", "--depth 1", "--merge total", "--format html", "json and graphml"):
        assert hint in ran.err
    smaller = run("graph", "--depth", "1", "--shoe", "4,4,4,4,4,0,0,1,1,2", "--output", str(target))
    assert (smaller.code, smaller.err) == (0, "")
    assert target.stat().st_size


def test_the_way_out_fits_what_was_asked(fresh: Solver) -> None:
    plan = Plan(fresh.undealt("T T"), (10, 10), play="all", pushes=2)
    some = list(Plan(fresh.undealt("T T"), (10, 10), play="all", pushes=1).pieces(fresh))
    with pytest.raises(TooLargeError, match=r"4,686 nodes and 12,119 edges.*400.*--pushes 1"):
        list(render_graph(plan, fresh, some, "svg"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["T", "T", "4"], "T T 4 is lost already"),
        (["2", "2", "2", "2", "2"], "won already"),
        (["9"], "too short"),
        (["9", "X"], "'X' is no card"),
        (["7", "7", "--seen", "7 7 7"], "5 cards of rank 7"),
        (["--depth", "0"], "depth 0"),
        (["--decks", "4"], "more than 150,000 other shoes"),
        (["T", "T", "--decks", "4", "--format", "graphml"], "more than 150,000 other shoes"),
        (["--depth", "two"], "two"),
        (["9", "7", "--play", "worst"], "play 'worst'"),
        (["9", "7", "--merge", "total"], "merge 'total'"),
        (["--play", "all"], "play 'all'"),
        (["--merge", "suit"], "merge 'suit'"),
        (["--format", "bmp"], "'bmp'"),
        (["9", "7", "--output", "hand.csv"], "there is no csv here"),
        (["9", "7", "--format", "svg", "--output", "hand.json"], "says json"),
        (["9", "7", "--output", "missing/hand.svg"], "missing' is not there"),
        (["9", "7", "--output", "."], "is a folder"),
    ],
)
def test_bad_input_is_one_clear_line_and_leaves_nothing(
    run: Run, arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("graph", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert said in ran.err
    assert not list(tmp_path.iterdir())


def test_a_failure_on_the_way_leaves_the_old_file(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "hand.json"
    target.write_text("old")

    def broken(*_: object) -> str:
        raise OSError("no space left")

    monkeypatch.setattr("backhand.outputs.graphs.documents._nested", broken)
    assert run("graph", "9", "7", "--output", str(target)).code == 1
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["hand.json"]


def test_the_ending_of_the_file_says_the_format(run: Run, tmp_path: Path) -> None:
    for ending, start in {"graphml": "<?xml", "gv": "digraph", "svg": "<?xml", "htm": "<!doctype", "json": "{"}.items():
        assert run("graph", "9", "7", "--output", str(tmp_path / f"hand.{ending}")).err == ""
        assert (tmp_path / f"hand.{ending}").read_text().startswith(start)


def test_fast_enough(run: Run, tmp_path: Path) -> None:
    """The bound is for a busy machine; it takes a fraction of a second on a quiet one."""
    start = time.perf_counter()
    assert run("graph", "2", "2", "--play", "all", "--output", str(tmp_path / "hand.graphml")).code == 0
    assert time.perf_counter() - start < 5
