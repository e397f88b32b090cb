"""The report on a simulation of Vingt-un: counts, estimates beside exact values, all that ``validate`` reads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from backhand.common.cards import format_cards
from backhand.common.outputs.counted import estimates_document, estimates_table, intervals, people, plain
from backhand.common.outputs.report import Report, Table
from backhand.common.simulation.estimates import Estimate
from backhand.vingt_un.answers.simulate import Simulation
from backhand.vingt_un.endings import ENDINGS, net_of
from backhand.vingt_un.hands import PAIRS
from backhand.vingt_un.outputs.words import document, heading, policy_words
from backhand.vingt_un.rules import MOST_HANDS, is_soft, score
from backhand.vingt_un.simulation.estimates import GAINS
from backhand.vingt_un.simulation.plan import HANDS, Plan, Seated, Tally
from backhand.vingt_un.solving.punter import Choice


def simulation_report(answer: Simulation) -> Report:
    """What was played, what it comes to for each punter, and the counts behind it."""
    plan, tally, found, whole = answer.plan, answer.tally, answer.estimates, answer.together
    several = len(found) > 1
    more = {"together": estimates_document([whole], z=not plan.keep)} if several else {}
    made = document(
        "simulate",
        plan.rules,
        plan.pack,
        dealer=str(plan.dealer),
        rounds=tally.rounds,
        seed=plan.seed,
        dealt_on=bool(plan.keep) or None,
        punters=[_punter(plan, tally, punter, estimated) for punter, estimated in enumerate(found)],
        **more,
    )
    how = "going on from the cards left over while they are enough" if plan.keep else "each from a fresh shuffle"
    head = heading(plan.rules, plan.pack, f"Dealer: {policy_words(plan.dealer)}.")
    blocks: list[str | Table] = [head, f"{tally.rounds:,} rounds, {how}; seed {plan.seed}."]
    for number, (seat, estimated) in enumerate(zip(plan.punters, found, strict=True), start=1):
        blocks += [f"Punter{f' {number}' if several else ''}: {_words(seat)}.", people(estimated, z=not plan.keep)]
    if several:
        blocks += ["All punters together, in a round:", people([whole], z=not plan.keep)]
    notes = [
        intervals(bool(plan.keep)),
        f"{GAINS}, cards: mean in a round; {GAINS} is the dealer's value per stake first laid.",
        "Exact values are those of a round from a whole pack; rounds later in a pack differ: there is no z."
        if plan.keep
        else "",
    ]
    return Report(
        made,
        _table(tally.rounds, found, {"dealt_on": "yes"} if plan.keep else {}),
        [*blocks, " ".join(filter(None, notes))],
    )


def _words(seat: Seated) -> str:
    ranks = ", ".join(format_cards([rank, rank]) for rank in sorted(seat.both))
    return policy_words(seat.policy) + (f"; goes on both with {ranks}" if ranks else "")


def _table(rounds: int, found: Sequence[Sequence[Estimate]], dealt_on: Mapping[str, str]) -> Table:
    """The estimates as csv: those of one punter as ``validate`` reads them, else with a column for the punter."""
    tables = [estimates_table(rounds, estimated, dealt_on) for estimated in found]
    if len(tables) == 1:
        return tables[0]
    rows = [[str(number), *row] for number, table in enumerate(tables, start=1) for row in table.rows]
    return Table(["punter", *tables[0].columns], rows)


def _punter(plan: Plan, tally: Tally, punter: int, found: Sequence[Estimate]) -> dict[str, Any]:
    seat, ends = plan.punters[punter], tally.ends[punter]
    made: dict[str, Any] = {
        "policy": str(seat.policy),
        "totals": {e.figure: plain(e) for e in found if e.figure not in ENDINGS and e.figure != "both"},
        "endings": dict(zip(map(str, ENDINGS), ends.sum(axis=0).tolist(), strict=True)),
        "initial_hands": _starts(plan, ends.tolist()),
        "decisions": _decisions(seat, tally.visits[punter].tolist(), tally.wins[punter].tolist()),
        "cards": {str(number): count for number, count in enumerate(tally.cards[punter].tolist()) if count},
        "estimates": estimates_document(found, z=not plan.keep),
    }
    if seat.both:
        rounds = {str(hands): int(tally.both_rounds[punter, hands]) for hands in range(2, MOST_HANDS + 1)}
        hands = dict(zip(map(str, ENDINGS), tally.both_ends[punter].tolist(), strict=True))
        made["both"] = {"ranks": format_cards(sorted(seat.both)).split(), "rounds": rounds, "hands": hands}
    return made


def _starts(plan: Plan, ends: Sequence[Sequence[int]]) -> list[dict[str, Any]]:
    wins = [place for place, how in enumerate(ENDINGS) if net_of(plan.rules, how) > 0]
    return [
        {"hand": format_cards([first + 1, second + 1]), "count": sum(row), "wins": sum(row[place] for place in wins)}
        for (first, second), row in zip(PAIRS, ends, strict=True)
        if sum(row)
    ]


def _decisions(seat: Seated, visits: Sequence[int], wins: Sequence[int]) -> list[dict[str, Any]]:
    stands = seat.policy.decisions()
    sums: dict[tuple[int, bool, Choice], list[int]] = defaultdict(lambda: [0, 0])
    for hand, count, won in zip(HANDS, visits, wins, strict=True):
        if count:
            both = sums[score(hand), is_soft(hand), Choice.STAND if stands(hand) else Choice.DRAW]
            both[0], both[1] = both[0] + count, both[1] + won
    return [
        {"total": total, "soft": soft, "action": choice.value, "count": count, "wins": won}
        for (total, soft, choice), (count, won) in sorted(sums.items())
    ]
