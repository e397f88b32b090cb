"""The game as a model for Storm or PRISM, card by card, so that others can check our numbers.

A Markov decision process in the PRISM language: the undealt cards are its variables, the deck its constants.
It is written from the rules alone and uses nothing that the solver has worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from backhand.common.cards import ACE, RANKS, Shoe
from backhand.outputs.words import heading
from backhand.rules import BUST_ABOVE, ENDINGS, FULL_HAND, WINS, Action, Ending, Rules

_COUNT = {rank: f"c{name}" for rank, name in enumerate(RANKS, start=1)}
_FIRST, _SECOND, _REPLACE, _DECIDE, _SETTLED, _DONE = range(6)
_NAMES = {Action.BACKHAND: "backhand", Action.HIT: "hit", Action.PLAY_PUSH: "play_push", Action.PUSH: "push"}


def prism(shoe: Shoe, rules: Rules) -> str:
    """The model of a round dealt from the shoe, as text.

    ``Pmax=? [F "win"]`` is the win probability at even money without voids; ``R{"return"}max=? [F "done"]`` is 1 + EV.

    >>> print(prism(Shoe("0,0,0,0,0,2,0,0,0,1"), Rules()).splitlines()[3])
    mdp
    """
    lines = [
        "// The card game Backhand: one round dealt from this shoe.",
        f"// {heading(rules, shoe)}",
        '// 1 + EV: R{"return"}max=? [F "done"]    P(win), at even money without voids: Pmax=? [F "win"]',
        "mdp",
        "",
        "// The deck.",
        *(f"const int deck{name} = {count};" for name, count in zip(RANKS, shoe, strict=True)),
        "",
        "// Cards undealt, and those of them that would take the total over 21.",
        f"formula left = {' + '.join(_COUNT.values())};",
        f"formula over = {' + '.join(f'({_bust(rank)}?{count}:0)' for rank, count in _COUNT.items())};",
        "",
        "module backhand",
        f"  step : [{_FIRST}..{_DONE}] init {_FIRST}; // first card, second card, replace aces, decide, settled, done",
        f"  n : [0..{FULL_HAND - 1}] init 0; // cards of the hand",
        f"  t : [0..{BUST_ABOVE}] init 0; // their total",
        "  aces : [0..2] init 0; // discarded and still to be replaced",
        f"  ending : [0..{len(ENDINGS)}] init 0; // {', '.join(f'{i} {e}' for i, e in enumerate(ENDINGS, start=1))}",
        *(f"  {count} : [0..deck{RANKS[rank - 1]}] init deck{RANKS[rank - 1]};" for rank, count in _COUNT.items()),
        "",
        "  // R1: of the first two cards aces are discarded, then replaced by cards that stay. O3: no card, no hand.",
        _draw(f"[] step={_FIRST}", lambda rank: _first(rank, f"(step'={_SECOND})")),
        _draw(f"[] step={_SECOND}", lambda rank: _first(rank, _second(rank))),
        _draw(f"[] step={_REPLACE}", _replacement),
        *(f"  [] step={step} & left=0 -> {_settle(Ending.VOID)};" for step in (_FIRST, _SECOND, _REPLACE)),
        "",
        *_actions(rules),
        "",
        f"  [] step={_SETTLED} -> (step'={_DONE});",
        f"  [] step={_DONE} -> true;",
        "endmodule",
        "",
        "// What comes back of a stake of 1: the stake and the net payoff.",
        'rewards "return"',
        *(
            f"  step={_SETTLED} & ending={place} : {1 + rules.net(ending)};"
            for place, ending in enumerate(ENDINGS, start=1)
        ),
        "endrewards",
        "",
        f'label "win" = ending>=1 & ending<={len(WINS)};',
        f'label "void" = ending={1 + ENDINGS.index(Ending.VOID)};',
        f'label "done" = step={_DONE};',
    ]
    return "\n".join(lines) + "\n"


def _bust(rank: int) -> str:
    return f"t>{BUST_ABOVE - rank}"


def _take(rank: int) -> str:
    return f"({_COUNT[rank]}'=max({_COUNT[rank]}-1,0))"


def _keep(rank: int) -> str:
    return f"{_take(rank)}&(n'=min(n+1,{FULL_HAND - 1}))&(t'=min(t+{rank},{BUST_ABOVE}))"


def _draw(guard: str, update: Callable[[int], str]) -> str:
    """A command that draws one card, a branch a rank."""
    branches = "\n    + ".join(f"{count}/left : {update(rank)}" for rank, count in _COUNT.items())
    return f"  {guard} & left>0 ->\n      {branches};"


def _first(rank: int, then: str) -> str:
    return f"{_take(rank)}&(aces'=min(aces+1,2))&{then}" if rank == ACE else f"{_keep(rank)}&{then}"


def _second(rank: int) -> str:
    return f"(step'={_REPLACE})" if rank == ACE else f"(step'=aces>0?{_REPLACE}:{_DECIDE})"


def _replacement(rank: int) -> str:
    return f"{_keep(rank)}&(aces'=max(aces-1,0))&(step'=aces>1?{_REPLACE}:{_DECIDE})"


def _settle(ending: Ending) -> str:
    """The round is over; what is left of the shoe is forgotten, so that all such states are one."""
    forgotten = "&".join(f"({count}'=0)" for count in _COUNT.values())
    return f"(step'={_SETTLED})&(ending'={1 + ENDINGS.index(ending)})&(n'=0)&(t'=0)&(aces'=0)&{forgotten}"


def _actions(rules: Rules) -> Iterable[str]:
    """What may be done, as the rules say for each number of cards and each total (R3-R8, O1, O2)."""
    for action, name in _NAMES.items():
        legal = " | ".join(_ranges(rules, action))
        if not legal:
            continue
        guard = f"  [{name}] step={_DECIDE} & ({legal})"
        if action is Action.PUSH:
            yield f"{guard} -> (step'={_FIRST})&(n'=0)&(t'=0);"
            continue
        yield f"{guard} & left=0 -> {_settle(Ending.VOID)};"
        if action is Action.HIT:
            more = "\n    + ".join(f"({_bust(rank)}?0:{count})/left : {_keep(rank)}" for rank, count in _COUNT.items())
            yield f"{guard} & n<{FULL_HAND - 1} & left>0 ->\n      over/left : {_settle(Ending.BUST)}\n    + {more};"
            guard = f"{guard} & n={FULL_HAND - 1}"
        over, fits = {
            Action.BACKHAND: (Ending.BACKHAND, Ending.FAILED_BACKHAND),
            Action.PLAY_PUSH: (Ending.FAILED_PUSH, Ending.PLAYED_PUSH),
            Action.HIT: (Ending.BUST, Ending.FIVE_CARDS),
        }[action]
        yield f"{guard} & left>0 ->\n      over/left : {_settle(over)}\n    + (left-over)/left : {_settle(fits)};"


def _ranges(rules: Rules, action: Action) -> Iterable[str]:
    for cards in range(2, FULL_HAND):
        totals = [total for total in range(cards, BUST_ABOVE + 1) if action in rules.legal_actions(cards, total)]
        for _, run in groupby(enumerate(totals), lambda each: each[1] - each[0]):
            together = [total for _, total in run]
            yield f"(n={cards} & t>={together[0]} & t<={together[-1]})"
