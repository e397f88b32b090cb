"""The questions about Vingt-un that ``tests.tools.record`` asks, as those of the first game in ``questions``."""

from __future__ import annotations

from tests.tools.questions import FORMS, PICTURES

ALL_RULES = (
    "natural-tie=void,dealer-natural=end,natural-pays=3,drawn-21-pays=1,tie-at-21=single,ties=void,alike=value,"
    "both-ace-ten=drawn,second-stake=before"
)
DEALT = "--rules pack=as-dealt"
HALF_SEEN = "--seen 'A A 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 T T T T T T T T'"
"""One of each two cards, for what takes long from a whole pack."""
DOUBLING = "--rules dealer-doubles=on"

VALUE = [
    *[f"vingt-un value --dealer {dealer}" for dealer in ("2", "15", "16", "18,19", "21", "policy.csv")],
    *[
        f"vingt-un value --dealer 17 --punter {p} --format {f}"
        for p in ("16", "best", "policy_hands.csv")
        for f in FORMS
    ],
    *[f"vingt-un value --dealer '17; A 6: draw; 9 7: stand' --format {form}" for form in FORMS],
    *[f"vingt-un value --dealer 17 --rules {rule}" for rule in ALL_RULES.split(",")],
    f"vingt-un value --dealer 17 --rules {ALL_RULES} --format json",
    f"vingt-un value --dealer 17 {DEALT} {HALF_SEEN}",
    f"vingt-un value --dealer '17; double: 20,19; T T: single; 5 6: double' {DOUBLING} --format json",
    "vingt-un value --dealer 17 --punter 15,18 --output out.md",
    "vingt-un value",
    *[f"vingt-un value --dealer '{text}'" for text in ("30", "x", "", "17,18,19", "17; A 6", "17; A 6: hit")],
    *[f"vingt-un value --dealer '{text}'" for text in ("17; A T: draw", "17; A 6: draw; 6 A: draw", "17; double: 20")],
    *[f"vingt-un value --dealer {name}" for name in ("missing.csv", "policy_no_cell.csv", "policy_bad.csv", "best")],
    "vingt-un value --dealer 17 --seen K",
    f"vingt-un value --dealer 17 {DEALT} --seen 'A A A A A'",
    *[f"vingt-un value --dealer 17 --rules {rules}" for rules in ("nonsense", "ties=punter", "ties=void,ties=dealer")],
    "vingt-un value --dealer 17 --format pdf",
]

ADVISE = [
    *[f"vingt-un advise {hand} --dealer 17" for hand in ("T 6", "9 4", "A 6", "'A 2 2'", "T J", "A T", "2 3 4 5")],
    *[f"vingt-un advise A 7 --dealer 17,19 --format {form}" for form in FORMS],
    *[f"vingt-un advise {hand} --dealer 17 --seen 'K 5 A'" for hand in ("T 2", "8 5")],
    f"vingt-un advise T 4 --dealer '17; double: 20' --doubled {DOUBLING}",
    f"vingt-un advise T 4 --dealer 16 --rules {ALL_RULES}",
    f"vingt-un advise 9 9 --dealer 17 {HALF_SEEN}",
    *[f"vingt-un advise 9 9 --dealer 17 {HALF_SEEN} --format {form}" for form in FORMS],
    *[f"vingt-un advise T 6 --as dealer --standing 2 --shown '6 | 7 2' --format {form}" for form in FORMS],
    "vingt-un advise 9 6 --as dealer --standing 1",
    "vingt-un advise 9 8 --as dealer --standing 4 --punters 15",
    "vingt-un advise A 6 --as dealer --shown '5' --over '9 | 8 7' --punters 17",
    "vingt-un advise A 6 --as dealer --shown '5' --over 'T 4 9' --rules overdrawn-shown=yes",
    "vingt-un advise T 5 --as dealer --standing 2 --punters 15 --punters 17,18 --seen 'T T'",
    f"vingt-un advise T T --as dealer --standing 1 {DOUBLING}",
    f"vingt-un advise T 6 --as dealer --standing 1 --doubled {DOUBLING}",
    "vingt-un advise T 6",
    "vingt-un advise --dealer 17",
    "vingt-un advise T --dealer 17",
    "vingt-un advise T T 5 --dealer 17",
    "vingt-un advise 7 7 7 --dealer 17 --seen '7 7'",
    "vingt-un advise T 6 --dealer 17 --doubled",
    "vingt-un advise T 6 --dealer 17 --standing 2",
    "vingt-un advise T 6 --as dealer",
    "vingt-un advise T 6 --as dealer --dealer 17",
    "vingt-un advise T 6 --as dealer --standing 5",
    "vingt-un advise T 6 --as dealer --standing 1 --shown '6 | 7'",
    "vingt-un advise T 6 --as dealer --standing 2 --punters 15 --punters 16 --punters 17",
    "vingt-un advise T 6 --as banker",
]

CHART = [
    *[f"vingt-un chart --dealer 17 --format {form}" for form in (*FORMS, *PICTURES)],
    "vingt-un chart --dealer 17,19 --paper letter --format pdf",
    *[f"vingt-un chart --hands --dealer 17 --format {form}" for form in FORMS],
    f"vingt-un chart --dealer 16 --rules {ALL_RULES} --format csv",
    f"vingt-un chart --dealer '17; double: 20' --doubled {DOUBLING}",
    f"vingt-un chart --dealer 17 {DEALT} {HALF_SEEN} --format json",
    "vingt-un chart --dealer 17 --output out.html",
    "vingt-un chart --dealer 17 --output my_policy.csv",
    "vingt-un chart --hands --dealer 17 --format svg",
    "vingt-un chart --dealer 17 --paper wallet",
    "vingt-un chart",
    "vingt-un chart --dealer 17 --seen 9",
]

BOTH = [
    *["vingt-un both", "vingt-un both 9", "vingt-un both 9 8 --dealer 17", "vingt-un both X --dealer 17"],
    *["vingt-un both '9 8' --dealer 17", "vingt-un both 9 --dealer 17 --doubled"],
    "vingt-un both 9 --dealer 17 --seen '9 9 9'",
]

DOUBLE = [
    *[f"vingt-un double T T --format {form}" for form in FORMS],
    "vingt-un double A 8 --punters 15,18",
    "vingt-un double 5 6 --punters policy.csv --if-doubled 18",
    *["vingt-un double T", "vingt-un double T T T", "vingt-un double T T --rules hoffmann"],
    *["vingt-un double T T --seen 5", "vingt-un double T T --punters 1"],
]

REPLY = [
    *[f"vingt-un reply --format {form}" for form in ("text", "json")],
    "vingt-un reply --punters 15",
    f"vingt-un reply {DEALT} {HALF_SEEN} --format md",
    f"vingt-un reply --rules {ALL_RULES} --format csv",
    *[f"vingt-un reply --number 2 --tables 20 --format {form}" for form in FORMS],
    "vingt-un reply --number 3 --tables 10 --punters 17",
    *["vingt-un reply --tables 10", "vingt-un reply --number 5", "vingt-un reply --number 2 --tables 0"],
    *["vingt-un reply --seen K", "vingt-un reply --punters none"],
]

EQUILIBRIUM = [
    *[f"vingt-un equilibrium --width {width}" for width in ("0", "x", "-1/2", "2:3")],
    *["vingt-un equilibrium --most 0", "vingt-un equilibrium --state nowhere/game.npz"],
    "vingt-un equilibrium --state strategy.csv",
]

CLAIMS = ["vingt-un claims --output-dir missing", "vingt-un claims --quick --format pdf"]

SIMULATE = [
    *[f"vingt-un simulate --dealer 17 --rounds 5_000 --seed 3 --jobs 1 --format {form}" for form in FORMS],
    *[f"vingt-un simulate --dealer 17 --punter best --rounds 5000 --seed {seed} --jobs 2" for seed in (1, 2, 2**40)],
    "vingt-un simulate --dealer 17 --punter 15 --punter 16,18 --punter best --rounds 5000 --jobs 1 --format json",
    "vingt-un simulate --dealer policy.csv --punter policy_hands.csv --rounds 5000 --jobs 1",
    "vingt-un simulate --dealer 17 --both 'A 8' --rounds 5000 --jobs 1 --format csv",
    "vingt-un simulate --dealer 17 --rounds 5000 --jobs 1 --rules pack=as-dealt",
    f"vingt-un simulate --dealer 16 --rounds 5000 --jobs 1 --rules {ALL_RULES}",
    f"vingt-un simulate --dealer '17; double: 20' --rounds 5000 --jobs 1 {DOUBLING}",
    "vingt-un simulate --dealer 17 --punter 16 --rounds 5000 --jobs 1 --output counted_vu.json",
    "vingt-un simulate --dealer 17 --punter 15 --rounds 5000 --jobs 1 --output counted_vu.csv",
    "vingt-un simulate",
    *[f"vingt-un simulate --dealer 17 --rounds {rounds}" for rounds in ("0", "some")],
    "vingt-un simulate --dealer 17 --seed -1",
    "vingt-un simulate --dealer 17 --both 'A A'",
    "vingt-un simulate --dealer 17 --punter 1",
    "vingt-un simulate --dealer 17" + " --punter 16" * 5,
]

EVALUATE = [
    *[f"vingt-un evaluate 16 --dealer 17 --worst 2 --format {form}" for form in FORMS],
    *[
        f"vingt-un evaluate {p} --dealer 17"
        for p in ("best", "15,18", "policy.csv", "policy_hands.csv", "my_policy.csv")
    ],
    "vingt-un evaluate 16 --dealer 17 --both A --worst 0",
    f"vingt-un evaluate 17 --dealer 18,19 --rules {ALL_RULES} --format json",
    f"vingt-un evaluate 16 --dealer '17; double: 20' {DOUBLING}",
    "vingt-un evaluate '16; A 6: draw; 9 7: stand' --dealer 17 --output out.csv",
    *["vingt-un evaluate 16", "vingt-un evaluate 1 --dealer 17", "vingt-un evaluate strategy.csv --dealer 17"],
    *["vingt-un evaluate 16 --dealer 17 --worst x", "vingt-un evaluate 16 --dealer 17 --both X"],
    "vingt-un evaluate 16 --dealer 17 --rules pack=as-dealt",
]

VALIDATE = [
    *[f"vingt-un validate docs/examples/vingt_un_{name}.csv --dealer 17" for name in ("hands", "decisions", "totals")],
    *[f"vingt-un validate docs/examples/vingt_un_wrong.csv --dealer 17 --format {form}" for form in FORMS],
    *["vingt-un validate counted_vu.json --dealer 17", "vingt-un validate counted_vu.csv --dealer 17 --punter 15"],
    *["vingt-un validate counted_vu.json --dealer 16", "vingt-un validate counted_vu.json --dealer 17 --punter 15"],
    "vingt-un validate results_vu.csv --dealer 17 --punter best --level 0.2",
    "vingt-un validate results_vu.csv --dealer 17 --rules ties=void --output out.json",
    *[f"vingt-un validate {name} --dealer 17" for name in ("missing.csv", "results_bad.json", "results_unknown.csv")],
    *["vingt-un validate results_vu.csv", "vingt-un validate results_vu.csv --dealer 17 --level 0"],
    "vingt-un validate results_vu.csv --dealer 17 --rules pack=as-dealt",
    "vingt-un validate results_vu.csv --dealer 17 --punter 16 --punter 17",
]

AUDIT = [
    *[f"vingt-un audit docs/examples/vingt_un_log.csv --dealer 17 --worst 1 --format {form}" for form in FORMS],
    "vingt-un audit log_vu.jsonl --dealer 17 --output out.md",
    f"vingt-un audit log_vu_dealt.csv --dealer 17 {DEALT}",
    f"vingt-un audit log_vu_doubled.csv --dealer '17; double: 20' {DOUBLING}",
    *["vingt-un audit log_vu_dealt.csv --dealer 17", "vingt-un audit log_vu_doubled.csv --dealer 17"],
    *["vingt-un audit log_vu_dealer.csv --dealer 17", "vingt-un audit log_vu_stand.csv --dealer 17"],
    *["vingt-un audit docs/examples/vingt_un_log.csv", "vingt-un audit docs/examples/log.csv --dealer 17"],
]

RULES = [
    *[f"vingt-un rules --format {form}" for form in FORMS],
    *[f"vingt-un rules --rules {ALL_RULES} --format {form}" for form in FORMS],
    *["vingt-un rules --rules hoffmann,pack=as-dealt", "vingt-un rules --rules none", "vingt-un rules --rules ''"],
]

QUESTIONS = [
    *[*VALUE, *ADVISE, *CHART, *BOTH, *DOUBLE, *REPLY, *EQUILIBRIUM, *CLAIMS],
    *[*SIMULATE, *EVALUATE, *VALIDATE, *AUDIT, *RULES],
]
