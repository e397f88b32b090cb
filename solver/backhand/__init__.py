"""Backhand solved exactly: win probability and best action for every hand in every shoe."""
