"""Rounds played out with shuffled cards."""
