"""Both at their best: a proved interval."""
