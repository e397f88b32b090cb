"""What can be wrong with a question about Vingt-un, beside what ``backhand.errors`` names."""

from backhand.errors import RulesError


class PolicyError(RulesError):
    """A policy that is not known or not possible, such as ``stand on 30``."""


class UnsolvedError(RulesError):
    """An option that this question is not solved for; the message says which question is."""
