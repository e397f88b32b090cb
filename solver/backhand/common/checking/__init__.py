"""Counts and logs of somebody else's rounds, of either game."""
