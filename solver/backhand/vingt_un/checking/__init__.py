"""Somebody else's rounds of Vingt-un, held against exact numbers."""
