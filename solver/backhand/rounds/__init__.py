"""How rounds go under a strategy."""
