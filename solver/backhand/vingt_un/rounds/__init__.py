"""How rounds go when both policies are known."""
