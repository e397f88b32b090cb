"""``python -m backhand``: the command line."""

from backhand.cli import main

if __name__ == "__main__":
    main()
