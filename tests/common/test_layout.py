"""Text as wide as the terminal: no word and no digit is lost."""

from __future__ import annotations

import random

from backhand.common.outputs.layout import NARROWEST, WIDE, table, wrapped


def test_tables_keep_every_word_at_every_width() -> None:
    rng = random.Random(14)
    words = ["hand", "backhand", "60.4 %", "a", "longest-of-words", "", "0.5"]
    for _ in range(300):
        heads = [" ".join(rng.choices(words, k=rng.randrange(1, 4))).strip() for _ in range(rng.randrange(1, 9))]
        rows = [[" ".join(rng.choices(words, k=rng.randrange(0, 9))).strip() for _ in heads] for _ in range(3)]
        width = rng.randrange(NARROWEST, 130)
        shown = table(heads, rows, width)
        assert max(map(len, shown.split("\n"))) <= width
        wanted = " ".join([*(heads if any(heads) else []), *(cell for row in rows for cell in row)]).split()
        assert sorted(shown.split()) == sorted(wanted)


def test_sentences_keep_every_word_and_fractions_every_digit() -> None:
    fraction = f"{10**150 + 7}/{10**160 + 9}"
    for width in range(NARROWEST, 200):
        shown = wrapped(f"Exact win probability: {fraction} and no more words than these\n  as well", width)
        assert max(map(len, shown.split("\n"))) <= min(width, WIDE)
        assert fraction in shown.replace("\n", "")
        assert shown.split("\n")[-1] == "  as well"
