"""The questions that ``tests.tools.record`` asks: words after ``backhand``, and the files they name.

A question runs in a folder with ``docs/examples`` and FILES in it. What it writes stays there for the questions after
it, but for names that begin with ``out``. Simulations name a number of jobs, so that nothing hangs on the machine.
"""

from __future__ import annotations

import json

TINY = "1,1,1,1,1,1,1,1,1,2"
UNEVEN = "0,1,2,0,1,2,1,1,2,3"
PUSHES = "0,0,0,0,0,0,1,1,1,1"
HALF = "2,2,2,2,2,2,2,2,2,8"
ALL_RULES = "denexa,twelve=hit,shoe-end=loss,ties=latest"
ALL_PAYS = "backhand=6:5,five-cards=3:1,played-push=7:2"
FORMS = ["text", "json", "csv", "md"]
PICTURES = ["html", "svg", "png", "pdf"]

_CELLS = [(cards, total) for cards in (2, 3, 4) for total in range(cards, 21 + (cards > 2))]
_LIMITED = "\n".join(f"{c},{t},{'hit' if t < 14 else 'push' if c == 2 and t > 16 else 'backhand'}" for c, t in _CELLS)
_STRATEGY = f"cards,total,action\n{_LIMITED}\nAA2T,hit\n9 7,hit\n"
_STANDS = [*[(total, "no") for total in range(4, 22)], *[(total, "yes") for total in range(12, 22)]]
_POLICY = "total,soft,action\n" + "".join(
    f"{total},{soft},{'stand' if total > 16 + (soft == 'yes') else 'draw'}\n" for total, soft in _STANDS
)

FILES = {
    "strategy.csv": _STRATEGY,
    "no_cell.csv": _STRATEGY.replace("3,9,hit\n", ""),
    "illegal.csv": _STRATEGY.replace("2,5,hit\n", "2,5,backhand\n"),
    "twice.csv": _STRATEGY + "AA2T,backhand\n",
    "policy.csv": _POLICY,
    "policy_hands.csv": _POLICY + "A 2 2,stand\n9 7,stand\nT 6,stand\n",
    "policy_no_cell.csv": _POLICY.replace("9,no,draw\n", ""),
    "policy_bad.csv": _POLICY.replace("9,no,draw\n", "9,no,hit\n"),
    "empty.csv": "",
    "binary.csv": "\0\1\2",
    "log.jsonl": '{"cards": "TT84K", "actions": ["push", "hit"], "result": "bust"}\n{"cards": "97T", '
    '"actions": ["backhand"], "result": "won"}\n',
    "log_denexa.csv": "cards,actions,result\nT 7 3 5,push-hit backhand,\nT 9 2,play-push,won\n",
    "log_action.csv": "cards,actions,result\n9 7 T,backhand,won\n4 4 T,backhand,won\n",
    "log_result.csv": "cards,actions,result\n9 7 T,backhand,won\n9 7 2,backhand,won\n",
    "log_cut.csv": "cards,actions,result\n9 7,backhand,won\n",
    "log_cards.csv": "cards,actions,result\n9 7 X,backhand,won\n",
    "log_vu.jsonl": '{"cards": "T45", "actions": ["draw", "stand"], "dealer": "T7", "result": "won"}\n',
    "log_vu_dealt.csv": "cards,actions,dealer,result,seen\nT 4 5,draw stand,T 7,won,K Q 5\nT 9,stand,T 8,won,\n",
    "log_vu_doubled.csv": "cards,actions,dealer,result,doubled\nT 4 5,draw stand,T 7,won,no\nT 9,stand,T J,-2,yes\n",
    "log_vu_dealer.csv": "cards,actions,dealer,result\nT 4 5,draw stand,T 6,won\n",
    "log_vu_stand.csv": "cards,actions,dealer,result\nT 4 5,draw,T 7,won\n",
    "results_wins.csv": "figure,count\nrounds,1000\nwins,573\nlosses,427\n",
    "results_column.csv": "figure,number\nrounds,1000\n",
    "results_unknown.csv": "ending,count\nbackhand,100\nsurrender,3\n",
    "results_many.csv": "figure,count\nrounds,1000\nwins,1573\n",
    "results_hand.csv": "hand,count\nAA,5\n9X,3\n",
    "results_rules.json": json.dumps({"rules": "denexa", "rounds": 10, "totals": {"wins": 5}}),
    "results_shoe.json": json.dumps({"shoe": "8,8,8,8,8,8,8,8,8,32", "rounds": 10, "totals": {"wins": 5}}),
    "results_bad.json": '{"rounds": 10,',
    "results_vu.csv": "figure,count\nrounds,1000\nwins,415\nlosses,585\ndealer-gains,170\n",
}

COMMANDS = [
    *["advise", "value", "chart", "graph", "evaluate", "par", "payouts", "simulate", "validate", "audit"],
    *["tables", "rules", "tablebase", "export", "vingt-un"],
    *[f"tablebase {name}" for name in ("build", "info", "probe", "verify")],
    *[f"vingt-un {name}" for name in ("value", "advise", "chart", "both", "double", "reply", "equilibrium")],
    *[f"vingt-un {name}" for name in ("claims", "simulate", "evaluate", "validate", "audit", "rules")],
]

HELP = ["", "--help", "-h", "tablebase", "vingt-un", *[f"{command} --help" for command in COMMANDS]]

ADVISE = [
    *[f"advise {hand}" for hand in ("2 2", "9 3", "9 7", "A 6 6", "AA2T", "2 3 4 5", "K 2", "10 4", "j 5 a 4")],
    *[f"advise {hand} --seen 'K 5 A'" for hand in ("T 7", "T 8", "9 9", "TT")],
    *[f"advise 9 7 4 --shoe {UNEVEN} --format {form}" for form in FORMS],
    *[f"advise T 9 --shoe {PUSHES} --format {form}" for form in FORMS],
    *[f"advise T 7 --rules {rules} --seen '5 5 8'" for rules in ("denexa", "twelve=hit", ALL_RULES)],
    *[f"advise 8 4 --rules {rules} --pays {ALL_PAYS}" for rules in ("inventor", "denexa", "twelve=hit", ALL_RULES)],
    *[f"advise T 8 --rules denexa --shoe {TINY} --format {form}" for form in FORMS],
    "advise T 9 --players 1 --seen 'T T'",
    "advise T 7 --decks 3 --within 1e-6",
    "advise 7 7 7 --decks 8",
    f"advise T T --shoe {HALF} --exact",
    f"advise 9 7 --shoe {TINY} --output out.json",
    f"advise 9 7 --shoe {TINY} --output out.md",
    f"advise 9 7 --shoe {TINY} --output out --format csv",
    f"advise 9 7 --shoe {TINY} --output -",
    "advise 9 7 --pays 6:5 --pays 3:2",
    "advise 9 7 --seen K --seen 5A",
    "advise",
    "advise 9",
    "advise T T T",
    "advise 2 2 2 2 2",
    "advise 9 X",
    "advise A A A --seen AA",
    "advise 9 7 --decks 0",
    "advise 9 7 --decks 9",
    "advise 9 7 --decks two",
    "advise 9 7 --players 17",
    "advise 9 7 --decks 1 --players 2",
    "advise 9 7 --shoe 1,2,3",
    "advise 9 7 --shoe 1,1,1,1,1,1,1,1,1,-1",
    "advise 9 7 --shoe 1,1,1,1,1,1,1,1,1,1 --seen K",
    "advise 9 7 --shoe 0,0,0,0,0,0,0,0,0,0",
    "advise 9 7 --seen 'K 1'",
    "advise 9 7 --rules casino",
    "advise 9 7 --rules denexa,twelve=never",
    "advise 9 7 --rules twelve=hit,twelve=free",
    "advise 9 7 --rules colour=red",
    *[f"advise 9 7 --pays {odds}" for odds in ("6", "0:1", "six", "backhand=6:5,backhand=1:1", "hit=2:1")],
    "advise 9 7 --within 0",
    "advise 9 7 --format xml",
    "advise 9 7 --output nowhere/out.txt",
    "advise 9 7 --output docs",
    "advise 9 7 --output out.xyz",
    "advise 9 7 --output out.svg",
    "advise 9 7 --output out.csv --format json",
    "advise 9 7 --tablebase missing.tablebase",
    "advise 9 7 --tablebase strategy.csv",
    "advise 9 7 --deck 2",
]

VALUE = [
    "value",
    "value --format json",
    *[f"value --shoe {shoe}" for shoe in (TINY, UNEVEN, PUSHES, HALF)],
    *[f"value --shoe {shoe} --rules {ALL_RULES} --pays {ALL_PAYS}" for shoe in (TINY, UNEVEN, PUSHES)],
    *[f"value --shoe {UNEVEN} --rules {rules} --format json" for rules in ("denexa", "twelve=hit", "shoe-end=loss")],
    *[f"value --shoe {TINY} --format {form}" for form in FORMS],
    *[f"value --shoe {UNEVEN} --figures --format {form}" for form in FORMS],
    *[f"value --seen 'T T 9 5 A' --pays {odds}" for odds in ("6:5", "19:20", "five-cards=3:2")],
    "value --decks 3 --within 1e-6",
    "value --decks 3 --within 1e-6 --format json --rules denexa",
    f"value --shoe {UNEVEN} --output out.csv",
    "value --shoe 0,0,0,0,0,0,0,0,0,0",
    "value --shoe 0,0,0,0,0,0,0,0,0,1",
    "value --shoe 2,0,0,0,0,0,0,0,0,0",
    "value --seen 'A A A A A'",
    "value 9 7",
    "value --within tiny",
    "value --pays 1:0",
    "value --tablebase small.tablebase",
]

CHART = [
    "chart",
    *[f"chart --shoe {HALF} --format {form}" for form in (*FORMS, *PICTURES)],
    *[f"chart --shoe {TINY} --paper wallet --format {form}" for form in ("svg", "png", "pdf")],
    f"chart --shoe {TINY} --paper letter --format pdf",
    *[f"chart --shoe {UNEVEN} --rules {ALL_RULES} --pays {ALL_PAYS} --format {form}" for form in ("text", "json")],
    *[f"chart --shoe {PUSHES} --rules {rules}" for rules in ("inventor", "denexa", "shoe-end=loss")],
    f"chart --shoe {TINY} --exact",
    f"chart --shoe {TINY} --rules denexa --output out.html",
    f"chart --shoe {TINY} --output out.pdf --paper wallet",
    "chart --seen 'A A 9 T T T' --format csv --output my_chart.csv",
    "chart --paper a3",
    "chart --format dot",
    "chart --output out.pdf --format svg",
    "chart --shoe 0,0,0,0,0,0,0,0,0,0",
    "chart 9 7",
]

GRAPH_FORMS = ["json", "graphml", "dot", "svg", "html"]

GRAPH = [
    *[f"graph 9 7 --format {form}" for form in GRAPH_FORMS],
    *[f"graph T 9 --shoe {PUSHES} --play all --pushes 1 --format {form}" for form in GRAPH_FORMS],
    *[f"graph --shoe {UNEVEN} --format {form}" for form in GRAPH_FORMS],
    *[
        f"graph --shoe {PUSHES} --merge {merge} --play {play}"
        for merge in ("total", "hand")
        for play in ("best", "all")
    ],
    f"graph --shoe {PUSHES} --merge none --depth 2",
    f"graph --shoe {UNEVEN} --rules {ALL_RULES} --pays {ALL_PAYS} --format dot",
    f"graph 7 5 --shoe {TINY} --play all --depth 5 --format graphml",
    "graph 7 5 --depth 1",
    "graph 7 5 --seen 'K Q' --play all --format svg --depth 2",
    f"graph --shoe {TINY} --output out.dot",
    f"graph 9 7 --shoe {TINY} --output out.html",
    f"graph 9 7 --shoe {TINY} --output out.gv",
    "graph 9 7 --depth 0",
    "graph 9 7 --depth -1",
    "graph 9 7 --play worst",
    "graph 9 7 --merge suit",
    "graph 9 7 --merge total",
    "graph 9 7 --pushes -1",
    "graph --pushes 1",
    f"graph --shoe {PUSHES} --depth 2",
    "graph 9 7 --play all --depth 6 --format svg",
    "graph 9",
    "graph 9 7 --format csv",
    "graph 9 7 --output out.csv",
]

EVALUATE = [
    *[f"evaluate {name} --shoe {UNEVEN}" for name in ("optimal", "chart", "never-bust", "mimic", "strategy.csv")],
    *[f"evaluate strategy.csv --shoe {TINY} --format {form}" for form in FORMS],
    *[f"evaluate mimic --shoe {TINY} --worst {worst} --format {form}" for worst in (0, 3) for form in FORMS],
    *[f"evaluate never-bust --shoe {UNEVEN} --rules {rules}" for rules in ("denexa", "twelve=hit", ALL_RULES)],
    f"evaluate never-bust --shoe {UNEVEN} --pays {ALL_PAYS} --format json",
    "evaluate my_chart.csv",
    "evaluate strategy.csv --seen '9 T T A'",
    "evaluate mimic --decks 3 --within 1e-3",
    f"evaluate mimic --shoe {TINY} --output out.md",
    "evaluate",
    "evaluate best",
    "evaluate missing.csv",
    "evaluate docs",
    "evaluate mimic --worst -1",
    *[f"evaluate {name}.csv" for name in ("no_cell", "illegal", "twice", "empty", "binary", "policy")],
    "evaluate strategy.csv --rules twelve=hit",
]

PAR = [
    *[f"par --shoe {UNEVEN} --format {form}" for form in FORMS],
    *[f"par --shoe {TINY} --strategy {name}" for name in ("chart", "never-bust", "mimic", "strategy.csv")],
    f"par --shoe {PUSHES}",
    f"par --shoe {UNEVEN} --rules {ALL_RULES} --pays {ALL_PAYS}",
    f"par --shoe {UNEVEN} --pays 7:10 --format json",
    f"par --shoe {TINY} --ahead 5 --wins-in 4 --first-to 2 --bankroll 3 --bankroll 7",
    "par",
    "par --pays 7:10 --format csv",
    f"par --shoe {TINY} --output out.json",
    "par --ahead 0",
    "par --wins-in -1",
    "par --first-to 1000000000",
    "par --bankroll 0",
    "par --strategy best",
    "par --strategy illegal.csv",
    "par --shoe 0,0,0,0,0,0,0,0,0,0",
]

PAYOUTS = [
    *[f"payouts --shoe {UNEVEN} --format {form}" for form in FORMS],
    *[f"payouts --shoe {UNEVEN} --kind {kind}" for kind in ("backhand", "five-cards", "played-push", "all")],
    *[f"payouts --shoe {TINY} --pieces --format {form}" for form in FORMS],
    f"payouts --shoe {PUSHES} --rules denexa --kind all --edge 2% --edge -0.5% --edge 1/50",
    f"payouts --shoe {UNEVEN} --rules {ALL_RULES} --pays {ALL_PAYS} --format json",
    f"payouts --shoe {TINY} --low 1:1 --high 3:1 --kind backhand --pieces",
    *[f"payouts --shoe {TINY} --kind all --plot out.{form}" for form in ("svg", "png", "pdf")],
    f"payouts --shoe {TINY} --kind all --kind backhand --pieces --plot out.svg --output out.csv",
    "payouts --edge 200%",
    "payouts --edge much",
    "payouts --kind void",
    "payouts --low 2:1 --high 1:1",
    "payouts --low 0:1",
    "payouts --plot out.gif",
    "payouts --plot nowhere/out.svg",
    "payouts --pieces --decks 4",
]

SIMULATE = [
    *[f"simulate --rounds 5_000 --seed 3 --jobs 1 --shoe {UNEVEN} --format {form}" for form in FORMS],
    *[f"simulate --rounds 5000 --seed {seed} --jobs 2 --shoe {TINY}" for seed in (1, 2, 2**40)],
    *[f"simulate --rounds 20000 --jobs 1 --strategy {s}" for s in ("chart", "never-bust", "mimic", "strategy.csv")],
    f"simulate --rounds 5000 --jobs 1 --shoe {UNEVEN} --rules {ALL_RULES} --pays {ALL_PAYS}",
    f"simulate --rounds 5000 --jobs 1 --shoe {UNEVEN} --rules denexa --format csv",
    "simulate --rounds 200 --jobs 1 --cut 40",
    f"simulate --rounds 2000 --jobs 1 --cut 8 --shoe {HALF} --strategy mimic --format json",
    f"simulate --rounds 3000 --jobs 1 --shoe {HALF} --output counted.json --format json",
    f"simulate --rounds 3000 --jobs 1 --shoe {HALF} --strategy mimic --output counted.csv",
    *[f"simulate --rounds {rounds}" for rounds in ("0", "-5", "many")],
    "simulate --seed -1",
    f"simulate --seed {2**64}",
    "simulate --cut 0",
    "simulate --cut 60",
    "simulate --jobs 0",
    "simulate --strategy best",
    "simulate --shoe 0,0,0,0,0,0,0,0,0,1",
]

VALIDATE = [
    *[f"validate docs/examples/{name} --strategy chart" for name in ("endings.csv", "hands.csv", "decisions.csv")],
    *[f"validate docs/examples/results.json --strategy chart --format {form}" for form in FORMS],
    *[f"validate docs/examples/wrong.csv --strategy chart --level {level} --format csv" for level in ("0.5", "1e-9")],
    f"validate counted.json --shoe {HALF}",
    f"validate counted.json --shoe {HALF} --strategy mimic",
    f"validate counted.csv --shoe {HALF} --strategy mimic --format md",
    f"validate counted.csv --shoe {HALF} --strategy never-bust",
    "validate results_wins.csv",
    "validate results_wins.csv --rules denexa --output out.json",
    "validate counted.json",
    "validate",
    "validate missing.csv",
    "validate results_wins.csv --level 2",
    "validate results_wins.csv --level x",
    *[f"validate results_{name}" for name in ("column.csv", "unknown.csv", "many.csv", "hand.csv", "rules.json")],
    *[f"validate {name}" for name in ("results_shoe.json", "results_bad.json", "empty.csv", "binary.csv")],
    "validate docs/examples/results.json --strategy mimic",
]

AUDIT = [
    *[f"audit docs/examples/log.csv --worst 1 --format {form}" for form in FORMS],
    "audit docs/examples/log.csv --worst 0 --pays 6:5",
    "audit log.jsonl",
    "audit log.jsonl --output out.md --rules shoe-end=loss",
    "audit log_denexa.csv --rules denexa",
    "audit log_denexa.csv",
    *[f"audit {name}.csv" for name in ("log_action", "log_result", "log_cut", "log_cards", "empty", "binary")],
    "audit missing.csv",
    "audit docs/examples/log.csv --seen K",
    f"audit docs/examples/log.csv --shoe {TINY}",
    "audit docs/examples/vingt_un_log.csv",
    "audit docs/examples/log.csv --output nowhere/out.md",
]

RULES = [
    *[f"rules --format {form}" for form in FORMS],
    *[f"rules --rules {ALL_RULES} --pays {ALL_PAYS} --format {form}" for form in FORMS],
    *["rules --rules denexa", "rules --rules push-hit=on", "rules --output out.json", "rules --rules nonsense"],
    *["rules --rules ''", "rules --rules inventor,denexa", "rules --pays x:y", "rules extra"],
]

TABLEBASE = [
    f"tablebase build --output small.tablebase --most {TINY} --jobs 1",
    f"tablebase build --output denexa.tablebase --most 1,0,0,1,1,0,1,1,1,2 --rules {ALL_RULES} --jobs 2 --format json",
    *[f"tablebase info small.tablebase --format {form}" for form in FORMS],
    "tablebase info denexa.tablebase",
    *[f"tablebase probe small.tablebase --seen 'T 9' --format {form}" for form in FORMS],
    "tablebase probe denexa.tablebase --shoe 0,0,0,1,1,0,1,0,1,2",
    f"tablebase probe small.tablebase --shoe {PUSHES}",
    *[f"tablebase verify small.tablebase --samples 5 --seed 2 --format {form}" for form in FORMS],
    "tablebase verify denexa.tablebase --samples 3 --output out.csv",
    f"advise T 7 --shoe {TINY} --tablebase small.tablebase",
    f"advise T 7 --shoe {PUSHES} --tablebase small.tablebase --format json",
    f"advise T 7 --shoe {PUSHES} --rules {ALL_RULES} --tablebase denexa.tablebase",
    "advise T 7 --tablebase small.tablebase",
    f"advise T 7 --shoe {PUSHES} --rules denexa --tablebase small.tablebase",
    "tablebase build --output nowhere/small.tablebase",
    "tablebase build --output out.tablebase --most 1,2",
    "tablebase build --output out.tablebase --jobs 0",
    "tablebase info missing.tablebase",
    "tablebase info strategy.csv",
    "tablebase info",
    "tablebase probe small.tablebase --seen 'A A'",
    f"tablebase probe small.tablebase --shoe {HALF}",
    f"tablebase probe small.tablebase --shoe {PUSHES} --seen T",
    "tablebase verify small.tablebase --samples -1",
    "tablebase mend small.tablebase",
]

EXPORT = [
    *[f"export --shoe {shoe}" for shoe in (PUSHES, TINY, UNEVEN)],
    f"export --shoe {PUSHES} --rules {ALL_RULES} --pays {ALL_PAYS}",
    f"export --shoe {PUSHES} --output out.prism",
    "export --format storm",
    "export --shoe 0,0,0,0,0,0,0,0,0,0",
]

OTHER = [
    *["nonsense", "--nonsense", "vingt-un nonsense", "value --decks", "tables", "tables --output-dir missing"],
    *["tables --output-dir docs --format pdf", "tables --output-dir docs --rules nonsense"],
]

LEFT_OUT = {
    "backhand tables --output-dir tables": "minutes; test_tables compares the files",
    "backhand value --decks 2": "many seconds; three decks are asked for, less narrowly",
    "backhand tablebase build": "33 million shoes",
    "backhand tablebase build --output deck.tablebase --jobs 2": "33 million shoes",
    "backhand value --decks 2 --pays 19:20": "many seconds; three decks are asked for, less narrowly",
    "backhand vingt-un reply --punters 16 --number 2 --tables 1000": "fewer tables are asked for",
    "backhand vingt-un simulate --dealer 17 --punter 16 --both A --rounds 1_000_000": "half as many are asked for",
    "backhand vingt-un both 9 --dealer 17": "minutes",
    "backhand chart --decks 2 --output chart.pdf --paper letter": "half a minute",
    "backhand simulate --rounds 100_000_000 --seed 7 --strategy chart": "minutes",
    "backhand vingt-un equilibrium --width 1/10000 --state game.npz": "minutes",
    "backhand vingt-un claims --quick": "a minute; the page is compared by a test",
}
"""What documents show and nobody wants to wait for, and why."""

QUESTIONS = [
    *[*HELP, *ADVISE, *VALUE, *CHART, *GRAPH, *EVALUATE, *PAR, *PAYOUTS, *SIMULATE, *VALIDATE, *AUDIT, *RULES],
    *[*TABLEBASE, *EXPORT, *OTHER],
]
