"""What a hand and a round are worth, to punters and to the dealer."""
