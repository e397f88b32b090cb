"""What somebody's simulator of Vingt-un counted: of one punter, or in json of several (docs/validation.md).

A csv is one of four tables: ``figure,count``; ``ending,count``; ``hand,count[,wins]``;
``total,soft,action,count[,wins]``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from backhand.common.checking.counts import Results
from backhand.common.checking.reader import WANTED, Reader
from backhand.common.files.reading import read_text
from backhand.errors import InputError, quoted
from backhand.vingt_un.endings import ENDINGS, won_by
from backhand.vingt_un.rules import SCORES, Rules
from backhand.vingt_un.simulation.estimates import GAINS
from backhand.vingt_un.solving.punter import Choice
from backhand.vingt_un.strategies.policy_files import CELLS, SOFT

PUNTER = ("policy", "both", "totals", "endings", "initial_hands", "decisions")
"""What a json may say of each punter; what else it does is not used."""


def read_results(name: str | Path, rules: Rules) -> Results:
    """Read a file of results. Raises InputError for one that is not there, or not as docs/validation.md says."""
    return parse_results(read_text(name, WANTED), rules, str(name))


def parse_results(text: str, rules: Rules, name: str = "results") -> Results:
    """Read results by these rules; ``name`` stands before the line of what is refused.

    >>> results = parse_results("figure,count\\nrounds,100\\nwins,43\\ndealer-gains,15\\n", Rules())
    >>> results.rounds, [(line.name, line.count) for line in results.lines]
    (100, [('wins', 43), ('dealer-gains', Fraction(15, 1))])
    >>> parse_results("ending,count\\nbust,3\\n", Rules(), "mine.csv")
    Traceback (most recent call last):
        ...
    backhand.errors.InputError: mine.csv, line 2: 'bust' is no ending: natural, twenty-one, dealer-over, nearer, tie, \
tie-at-21, beaten, dealer-21, dealer-natural, natural-tie, over
    """
    reader = _Reader(name, rules)
    if not text.strip().startswith("{"):
        return reader.read(text)
    made = reader.json(text)
    if "punters" not in made:
        return reader.read(text)
    punters = made["punters"]
    if not isinstance(punters, list) or not punters or not all(isinstance(punter, dict) for punter in punters):
        raise InputError(f"{name}, punters: a list with an object for each punter is wanted")
    if any(key in made for key in PUNTER):
        raise InputError(f"{name}: counts stand with each of the punters, or without punters, not both")
    whole = Results(stated=reader.found.stated)
    for number, punter in enumerate(punters):
        if punter.get("both"):
            raise InputError(f"{name}, punters[{number}] went on both: only rounds of one hand each are tested")
        one = _Reader(name, rules)
        one.table({"rounds": made["rounds"]} if "rounds" in made else {})
        one.table(punter, f"punters[{number}].")
        found = one.finish()
        if number and whole.rounds != found.rounds:
            raise InputError(f"{name}, punters[{number}]: {found.rounds} rounds, but the first has {whole.rounds}")
        whole.rounds = found.rounds
        seat = number + 1 if len(punters) > 1 else 0
        whole.lines += [replace(line, seat=seat) for line in found.lines]
    return whole


class _Reader(Reader):
    figures = ("wins", "losses", "voids", GAINS, "cards")
    sums = (GAINS,)
    endings = tuple(map(str, ENDINGS))
    cell = ("total", "soft", "action")
    says = ("rules", "shoe", "dealer", "dealt_on", "punters")

    def __init__(self, name: str, rules: Rules) -> None:
        super().__init__(name)
        self.rules = rules
        self.amounts: dict[str, tuple[Fraction, str]] = {}

    def results(self) -> Mapping[str, Sequence[str]]:
        return won_by(self.rules)

    def stakes(self, figure: str, count: Any, place: str) -> Fraction:
        amount = super().stakes(figure, count, place)
        self.amounts[figure] = amount, place
        return amount

    def finish(self) -> Results:
        found = super().finish()
        nets = [self.rules.net(punter, dealer) for punter in SCORES for dealer in SCORES]
        for figure, (amount, place) in self.amounts.items():
            least, most = -max(nets) * found.rounds, -min(nets) * found.rounds
            if not least <= amount <= most:
                raise self.wrong(place, f"{figure} {amount}: {found.rounds} rounds gain him {least} to {most} stakes")
        return found

    def figure(self, figure: str, count: Any, *, place: str) -> None:
        if figure == "both":
            raise self.wrong(place, "rounds in which the punter goes on both: only rounds of one hand each are tested")
        super().figure(figure, count, place=place)

    def decision(self, place: str, cell: Sequence[Any], wins: Any) -> tuple[str, Any]:
        total, (soft, action) = self.number(cell[0], place, "total"), cell[1:]
        if soft not in SOFT and type(soft) is not bool:
            raise self.wrong(place, f"soft {quoted(soft)}: yes if an ace counts 11, else no")
        eleven = soft if type(soft) is bool else SOFT[soft]
        what = f"{'soft' if eleven else 'hard'} {total}"
        if (total, eleven) not in CELLS:
            raise self.wrong(place, f"{what} is never decided on")
        if action not in list(Choice):
            raise self.wrong(place, f"{quoted(action)} is no action: {', '.join(Choice)}")
        return f"{what} {action}", ((total, eleven), Choice(action))

    def once_a_round(self, key: Any) -> bool:
        return True
