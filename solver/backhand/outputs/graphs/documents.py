"""A decision graph as JSON and as GraphML, written while it is walked: nodes at once, edges kept aside until the end.

JSON is networkx's node-link form, with each exact number as an object of ``fraction`` and ``decimal``, as in all our
documents. GraphML has the attributes as they are. Both read back to the same graph.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from backhand.common.outputs.report import shoe_document
from backhand.graph import Attributes, Edge, Node, Piece, Plan, build
from backhand.outputs.words import rules_document
from backhand.rules import Rules

if TYPE_CHECKING:
    import networkx as nx

SCHEMA = "backhand.graph/1"
_DECIMAL = "_decimal"
_IN_MEMORY = 50_000_000
_XML_TYPES = {str: "string", bool: "boolean", int: "long", float: "double"}


def json_parts(plan: Plan, rules: Rules, pieces: Iterable[Piece]) -> Iterator[str]:
    """The graph as a JSON document, in parts.

    >>> from backhand.common.cards import Shoe
    >>> plan = Plan(Shoe.of_decks(1))
    >>> text = "".join(json_parts(plan, Rules(), [Node("deal", {"win": "1/2", "win_decimal": 0.5})]))
    >>> json.loads(text)["nodes"]
    [{'id': 'deal', 'win': {'fraction': '1/2', 'decimal': 0.5}}]
    """
    head = {
        "schema": SCHEMA,
        "rules": rules_document(rules),
        "shoe": shoe_document(plan.shoe),
        "graph": plan.header(rules),
        "directed": True,
        "multigraph": False,
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "nodes": ['
    mark = "\n  "
    with _spool() as edges:
        for piece in pieces:
            ends = {"id": piece.name} if isinstance(piece, Node) else {"source": piece.source, "target": piece.target}
            line = json.dumps({**ends, **_nested(piece.attributes)}, ensure_ascii=False)
            if isinstance(piece, Node):
                yield mark + line
                mark = ",\n  "
            else:
                edges.write((",\n  " if edges.tell() else "\n  ") + line)
        yield '\n ],\n "edges": ['
        yield from _spooled(edges)
    yield "\n ]\n}\n"


def read_graph(document: Mapping[str, Any]) -> nx.DiGraph[str]:
    """The graph of a JSON document, as ``decision_graph`` made it.

    Raises KeyError for a document of another kind.
    """
    nodes = [Node(entry["id"], _flat(entry, "id")) for entry in document["nodes"]]
    edges = [Edge(entry["source"], entry["target"], _flat(entry, "source", "target")) for entry in document["edges"]]
    return build([*nodes, *edges], document["graph"])


def _nested(attributes: Attributes) -> dict[str, Any]:
    """Exact numbers as objects."""
    nested: dict[str, Any] = {}
    for name, value in attributes.items():
        if f"{name}{_DECIMAL}" in attributes:
            nested[name] = {"fraction": value, "decimal": attributes[f"{name}{_DECIMAL}"]}
        elif not name.endswith(_DECIMAL):
            nested[name] = value
    return nested


def _flat(entry: Mapping[str, Any], *without: str) -> Attributes:
    flat: Attributes = {}
    for name, value in entry.items():
        if isinstance(value, dict):
            flat |= {name: value["fraction"], f"{name}{_DECIMAL}": value["decimal"]}
        elif name not in without:
            flat[name] = value
    return flat


def graphml_parts(plan: Plan, rules: Rules, pieces: Iterable[Piece]) -> Iterator[str]:
    """The graph as GraphML, in parts; ``networkx.read_graphml`` reads it.

    >>> from backhand.common.cards import Shoe
    >>> plan = Plan(Shoe.of_decks(1))
    >>> print("".join(graphml_parts(plan, Rules(), [Node("deal", {"win": "1/2"})])).splitlines()[-3])
      <node id="deal"><data key="node win">1/2</data></node>
    """
    keys: dict[tuple[str, str], str] = {}

    def data(scope: str, attributes: Attributes) -> str:
        found = []
        for name, value in attributes.items():
            kind = keys.setdefault((scope, name), _XML_TYPES[type(value)])
            text = str(value).lower() if kind == "boolean" else escape(str(value))
            found.append(f"<data key={quoteattr(f'{scope} {name}')}>{text}</data>")
        return "".join(found)

    with _spool() as nodes, _spool() as edges:
        for piece in pieces:
            if isinstance(piece, Node):
                nodes.write(f"  <node id={quoteattr(piece.name)}>{data('node', piece.attributes)}</node>\n")
            else:
                ends = f"source={quoteattr(piece.source)} target={quoteattr(piece.target)}"
                edges.write(f"  <edge {ends}>{data('edge', piece.attributes)}</edge>\n")
        yield '<?xml version="1.0" encoding="utf-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        start = f' <graph edgedefault="directed">{data("graph", plan.header(rules))}\n'
        for (scope, name), kind in keys.items():
            key = quoteattr(f"{scope} {name}")
            yield f' <key id={key} for="{scope}" attr.name={quoteattr(name)} attr.type="{kind}"/>\n'
        yield start
        yield from _spooled(nodes)
        yield from _spooled(edges)
    yield " </graph>\n</graphml>\n"


def _spool() -> IO[str]:
    """A place for what can only be written later: in memory, and on disk when it is much."""
    import tempfile

    return tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="")


def _spooled(file: IO[str]) -> Iterator[str]:
    file.seek(0)
    while part := file.read(1 << 20):
        yield part
