"""Rounds of Vingt-un played out with shuffled cards."""
