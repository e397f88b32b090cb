"""Checkers that share no code with the solver: own programs of the rules, and the commands as black boxes."""
