"""Decision graphs as files: json and graphml of any size, and the pictures dot, svg and html."""

from backhand.outputs.graphs.documents import graphml_parts, json_parts, read_graph
from backhand.outputs.graphs.pictures import MOST_NODES
from backhand.outputs.graphs.render import render_graph

__all__ = ["MOST_NODES", "graphml_parts", "json_parts", "read_graph", "render_graph"]
