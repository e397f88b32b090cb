"""What is of no game: cards, numbers between bounds, files, simulation, checking, reports, the command line."""
