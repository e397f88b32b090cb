"""What the numbers of a hand or a cell are averages over, in the same words wherever they stand."""

from __future__ import annotations

ONE_HAND = "Weights: none. The numbers are of this hand and this shoe alone."
"""Beside the numbers of ``advise``."""
INITIAL_HANDS = (
    "Weights: an initial hand counts with no, one or two aces discarded before it, as often as each is dealt."
)
"""Beside the initial hands of ``par`` and ``value``."""
CELLS = (
    "Weights: a cell counts the hands of the first deal that make it, as often as their cards come when every hit is "
    "taken."
)
"""Beside the win probabilities in the cells of a chart."""
NODES = (
    "Weights: a node counts the hands of the first deal and of deals after pushes that make it, as often as best play "
    "comes to them."
)
"""Beside the numbers of a node in the graph of the whole game."""
