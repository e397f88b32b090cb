"""What Hoffmann tells the dealer, C2–C4, as sections of the page."""

from __future__ import annotations

from fractions import Fraction

from backhand.common.outputs.numerals import percent
from backhand.common.outputs.report import Table
from backhand.vingt_un.answers.claim_cases import HIS, PUNTERS, Verdict, verdict
from backhand.vingt_un.answers.claims import TURNS, Claims
from backhand.vingt_un.hoffmann.section import Cases, Section, listed, signed


def dealers_sections(claims: Claims) -> list[Section]:
    """C2, C3 and C4, with the tables they share under C4."""

    def shares(total: int, soft: bool = False) -> str:
        return ", ".join(percent(claims.stands[punter][total, soft], 1) for punter in PUNTERS)

    def cases(*hands: str) -> Cases:
        return [
            (f"{t.hand}, shown: {_runs(t.shown)}", f"punters stand on {t.policy}", t.stand, t.draw)
            for t in [*claims.turns, *claims.shown]
            if t.hand in hands
        ]

    def at_best(total: int, soft: bool = False) -> str:
        if not claims.frequencies:
            return ""
        share = percent(claims.frequencies.dealer[total, soft], 1)
        return f" With both at their best he stands on a {'soft' if soft else 'hard'} {total} in {share} of cases."

    habits = listed([str(punter) for punter in PUNTERS])
    hard = [claims.stands[punter][total, False] for punter in PUNTERS for total in (18, 19, 20)]
    soft = [claims.stands[punter][18, True] for punter in PUNTERS]
    sure = min(hard) > Fraction(9, 10)
    c2 = Section(
        "C2",
        "the dealer stands on eighteen and more",
        Verdict.TRUE if sure and min(soft) > Fraction(1, 2) else Verdict.OPEN if sure else Verdict.FALSE,
        f"With a hard 18 he is right in {shares(18)} of cases (against punters who stand on {habits}), with more in at "
        f"least {percent(min(hard), 1)}. With a soft 18 he is wrong: to stand is best in only {shares(18, True)}."
        + at_best(18, True),
        [],
        cases("T 8", "A 7"),
    )
    seventeen = [claims.stands[punter][17, False] for punter in PUNTERS]
    c3 = Section(
        "C3",
        "at seventeen he should usually stand",
        verdict([share > Fraction(1, 2) for share in seventeen]),
        f"With a hard 17 to stand is best in {shares(17)} of cases, against punters who stand on {habits}: it "
        f"depends on their habits. With a soft 17 it hardly ever is: {shares(17, True)}." + at_best(17),
        [],
        cases("T 7", "A 6"),
    )
    signs = {t.gain > 0 for t in claims.shown if t.hand == "T 6"}
    c4 = Section(
        "C4",
        "fifteen and sixteen are open: it depends on the punters and on the cards drawn",
        Verdict.TRUE if len(signs) == 2 else Verdict.OPEN,
        f"With 16 the cards shown decide whether to stand or to draw; over all of them, to stand is best in "
        f"{shares(16)} of cases. With 15 it is best in {shares(15)}." + _number_matters(claims) + at_best(16),
        _turn_tables(claims),
        cases("T 5", "T 6"),
    )
    return [c2, c3, c4]


def _number_matters(claims: Claims) -> str:
    """Whether, nobody having drawn, the number still in ever turns the choice."""
    signs: dict[tuple[str, int], set[bool]] = {}
    for t in claims.turns:
        signs.setdefault((t.hand, t.policy.hard), set()).add(t.gain > 0)
    turned = sorted({hand for (hand, _), both in signs.items() if len(both) > 1})
    if turned:
        return f" How many are still in changes the choice with {listed(turned)}."
    return " If nobody has drawn, how many are still in never changes the choice in the cases tried" + _one_more(claims)


def _one_more(claims: Claims) -> str:
    """Where with 15 or 16, a card being shown, one more punter who has drawn nothing turns the choice."""
    gains = {(t.hand, t.shown): t.gain for t in claims.shown}
    cases = [
        f"with {hand} he {_does(gain)} if one shows {_runs(shown)} ({signed(gain, 3)}), and {_does(other)} if another "
        f"who has drawn nothing is in as well ({signed(other, 3)})"
        for (hand, shown), gain in gains.items()
        if hand in ("T 5", "T 6") and len(shown) == 1 and (other := gains.get((hand, ("", *shown)))) is not None
        if (gain > 0) != (other > 0)
    ]
    if not cases:
        return ", nor with a card shown."
    return f"; once a card is shown it does. Against punters who stand on {HIS}, {'; '.join(cases)}."


def _does(gain: Fraction) -> str:
    return "stands" if gain > 0 else "draws"


def _turn_tables(claims: Claims) -> list[str | Table]:
    blocks: list[str | Table] = [
        "How often it is best for the dealer to stand with two cards, over all that one punter can show:",
        Table(
            ["dealer has", *(f"punter stands on {punter}" for punter in PUNTERS)],
            [
                [
                    f"{'soft' if soft else 'hard'} {total}",
                    *(percent(claims.stands[punter][total, soft], 1) for punter in PUNTERS),
                ]
                for total, soft in [(t, False) for t in range(14, 21)] + [(t, True) for t in range(16, 21)]
            ],
        ),
        "What it gains him to stand instead of drawing, in stakes from all together, when nobody has drawn a card:",
        Table(
            ["punters stand on", "still in", *TURNS],
            [
                [str(punter), str(count), *(signed(t.gain, 3) for t in turns)]
                for punter in PUNTERS
                for count in (1, 2, 3, 4)
                if (turns := [t for t in claims.turns if (t.policy.hard, len(t.shown)) == (punter, count)])
            ],
        ),
        f"The same when punters who stand on {HIS} show what they drew ({_NOTHING}: nothing; a bar between punters):",
        Table(
            ["shown", *TURNS],
            [
                [_runs(shown), *(signed(t.gain, 3) for t in claims.shown if t.shown == shown)]
                for shown in dict.fromkeys(t.shown for t in claims.shown)
            ],
        ),
    ]
    if claims.frequencies:
        plan = claims.frequencies.dealer
        blocks.append(
            "With both at their best, the dealer's plan stands on hard 14, 15, 16, 17, 18, 19 on two cards in "
            + ", ".join(percent(plan[total, False], 1) for total in range(14, 20))
            + " of cases, on soft 17, 18, 19 in "
            + ", ".join(percent(plan[total, True], 1) for total in range(17, 20))
            + "."
        )
    return blocks


_NOTHING = "–"


def _runs(shown: tuple[str, ...]) -> str:
    return " ǀ ".join(text or _NOTHING for text in shown)
