"""What Hoffmann tells the punters, C1 and C5–C7, as sections of the page."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from backhand.common.outputs.numerals import percent
from backhand.common.outputs.report import Table
from backhand.vingt_un.answers.claim_cases import DEALERS, LOW_TOTALS, PAIRS, WORKED, Alike, Verdict, verdict
from backhand.vingt_un.answers.claims import Claims
from backhand.vingt_un.hoffmann.section import Cases, Section, listed, signed


def low_totals_section(claims: Claims) -> Section:
    """C1."""
    cases: Cases = [
        (f"hard {s.total}, mean", f"dealer stands on {s.dealer}", s.draw, s.stand) for s in claims.standings
    ] + [
        (step.hand, f"dealer stands on {step.dealer}", *_ordered(step.hand, step.stand, step.draw))
        for step in claims.steps
    ]
    always = {d: all(s.better == s.hands for s in claims.standings if s.dealer == d) for d in DEALERS}
    thirteen = [s.dealer for s in claims.standings if s.total == 13 and s.better == s.hands]
    never = [s.dealer for s in claims.standings if s.total == 13 and not s.better]
    wrong = [step for step in claims.steps if not step.agrees]
    why = (
        f"If the dealer stands on {listed(thirteen)}, any two cards that make thirteen do better to draw"
        + (f"; if he stands on {listed(never)}, any such two do better to stand. " if never else ". ")
        + "It is better to draw with any two cards that make 12 to 15 only if he stands on "
        + f"{listed([d for d, holds in always.items() if holds])}."
    )
    if claims.frequencies:
        stands = claims.frequencies.punter
        why += (
            f" With both at their best, the punter stands on thirteen in {percent(stands[13, False], 1)} of cases, "
            f"on fifteen in {percent(stands[15, False], 1)}."
        )
    totals = Table(
        ["hard total", *(f"dealer on {dealer}" for dealer in DEALERS)],
        [
            [
                str(total),
                *(
                    f"{signed(s.draw - s.stand, 3)} ({s.better} of {s.hands})"
                    for s in claims.standings
                    if s.total == total
                ),
            ]
            for total in LOW_TOTALS
        ],
    )
    steps = Table(
        ["he holds", "he", *(f"dealer on {dealer}" for dealer in DEALERS)],
        [
            [
                hand,
                "stands" if hand == WORKED[-1] else "draws",
                *(
                    f"{signed(his, 3)} / {signed(other, 3)}"
                    for his, other in (
                        _ordered(step.hand, step.stand, step.draw) for step in claims.steps if step.hand == hand
                    )
                ),
            ]
            for hand in WORKED
        ],
    )
    blocks: list[str | Table] = [
        "What it gains on average to draw to two cards of a hard total instead of standing on them; and with how many "
        "of the pairs of cards that make the total it is better to draw:",
        totals,
        "His worked hand, card by card: what his choice is worth, and what the other one is worth. "
        + (
            "Every choice is best against every one of these dealers."
            if not wrong
            else "His choice is best in all cases but "
            + listed([f"{step.hand} against a dealer who stands on {step.dealer}" for step in wrong])
            + "."
        ),
        steps,
    ]
    if claims.frequencies:
        plan = claims.frequencies.punter
        blocks.append(
            "With both at their best, the punter's plan stands on hard 12, 13, 14, 15, 16, 17 on two cards in "
            + ", ".join(percent(plan[total, False], 1) for total in range(12, 18))
            + " of cases."
        )
    kind = verdict([s.better == s.hands for s in claims.standings])
    return Section("C1", "thirteen, and so 12–15, is not good enough to stand on", kind, why, blocks, cases)


def _ordered(hand: str, stand: Fraction, draw: Fraction) -> tuple[Fraction, Fraction]:
    """What Hoffmann does with the worked hand, then the other choice."""
    return (stand, draw) if hand == WORKED[-1] else (draw, stand)


def pairs_sections(claims: Claims) -> list[Section]:
    """C5, C6 and C7."""
    aces, tens = _favours(claims, "A A"), _favours(claims, "T T")
    nines, eights = _favours(claims, "9 9"), _favours(claims, "8 8")
    table = Table(
        ["pair", "dealer stands on", "one hand", "both, at least", "both, at most", "going on both is"],
        [_pair_row(claims, case) for pair in PAIRS for case in claims.alike if case.pair == pair],
    )
    both: list[str | Table] = [
        "What two alike are worth as one hand, and on both, played best. Where both bounds are given, to six places, "
        "all hands are played best together, a third and fourth included; the bounds differ by less than 10⁻⁹. Where "
        "only the lower one is given, each of two hands is played for itself, and that is enough to decide:",
        table,
    ]

    def section(claim: str, says: str, states: list[bool | None], want: bool, why: str) -> Section:
        known = [state for state in states if state is not None]
        judged: Verdict | None = verdict([state == want for state in known])
        if len(known) < len(states):  # what only the joint optimum decides may have been left out
            judged = Verdict.OPEN if claims.joint else None
        pairs = {"C5": ("A A",), "C6": ("T T",), "C7": ("9 9", "8 8")}[claim]
        return Section(claim, says, judged, why, both if claim == "C7" else [], _pair_cases(claims, pairs, want))

    return [
        section("C5", "with two aces always go on both", list(aces.values()), True, _when("Two aces", aces)),
        section("C6", "with two tens stand", list(tens.values()), False, _when("Two tens", tens)),
        section(
            "C7",
            "two nines or two eights are favourable to go double",
            [*nines.values(), *eights.values()],
            True,
            _when("Two nines", nines) + " " + _when("Two eights", eights),
        ),
    ]


def _favours(claims: Claims, pair: str) -> dict[int, bool | None]:
    """Whether going on both is better than one hand, by what the dealer stands on; None where not decided."""
    states: dict[int, bool | None] = {}
    for case in claims.alike:
        if case.pair == pair:
            joint = claims.joint.get((pair, case.dealer))
            states[case.dealer] = True if case.apart > case.one else joint.favourable if joint else None
    return states


def _when(what: str, states: dict[int, bool | None]) -> str:
    parts = []
    words_of = {True: "are better on both", False: "are better as one hand", None: "are not decided here"}
    for state, words in words_of.items():
        dealers = [dealer for dealer, known in states.items() if known is state]
        if dealers:
            parts.append(f"{words} if the dealer stands on {listed(dealers)}")
    return f"{what} {', '.join(parts)}."


def _pair_row(claims: Claims, case: Alike) -> list[str]:
    joint = claims.joint.get((case.pair, case.dealer))
    state = _favours(claims, case.pair)[case.dealer]
    return [
        case.pair,
        str(case.dealer),
        signed(case.one),
        signed(joint.low, 6) if joint else signed(case.apart),
        signed(joint.high, 6) if joint else "",
        {True: "better", False: "worse", None: "not decided"}[state],
    ]


def _pair_cases(claims: Claims, pairs: Sequence[str], want: bool) -> Cases:
    cases: Cases = []
    for case in claims.alike:
        if case.pair in pairs:
            joint = claims.joint.get((case.pair, case.dealer))
            both = joint.low if joint else case.apart
            his, other = (both, case.one) if want else (case.one, both)
            cases.append((case.pair, f"dealer stands on {case.dealer}", his, other))
    return cases
