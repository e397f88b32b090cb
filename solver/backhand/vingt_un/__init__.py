"""Vingt-un, the second game: as Professor Hoffmann's Hoyle has it (docs/vingt_un.md)."""

from backhand.vingt_un.errors import PolicyError, UnsolvedError
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import Rules

__all__ = ["Policy", "PolicyError", "Rules", "UnsolvedError"]
