"""Shuffling, chunks of rounds, estimates: what both simulators stand on."""
