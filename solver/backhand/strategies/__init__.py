"""Fixed ways to play, and the best of them."""
