"""Somebody else's rounds, held against exact numbers."""
