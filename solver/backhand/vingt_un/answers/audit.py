"""Were played rounds by the rules, and what did the punter's mistakes cost?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from backhand.common.cards import Shoe
from backhand.common.checking.logs import Audited
from backhand.common.progress import Progress, quiet
from backhand.vingt_un.answers.situation import Answer, policy_of, rules_of
from backhand.vingt_un.checking.played import audit as priced
from backhand.vingt_un.checking.played import read_log
from backhand.vingt_un.policies import Policy
from backhand.vingt_un.rules import PRESET, Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRequest:
    """A log of played rounds (docs/validation.md), and what the dealer stands on."""

    log: str | Path
    dealer: Policy | str
    rules: Rules | str = PRESET


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedLog(Answer):
    """Every round of the log, checked and priced: what it came to, what its decisions cost, what was luck; exact."""

    request: AuditRequest
    dealer: Policy
    rounds: tuple[Audited, ...]


def audit(request: AuditRequest, *, progress: Progress = quiet) -> PricedLog:
    """Check all rounds and price their decisions against the best reply, for the cards as the punter saw them.

    Raises InputError, with the line, for what is no log, what the rules forbid, a dealer who does not play his policy
    and a result that is not the cards'; PolicyError for a doubling that the rules do not know.

    >>> found = audit(AuditRequest(log="docs/examples/vingt_un_log.csv", dealer="17"))
    >>> all(one.net == one.deal + one.luck - one.cost for one in found.rounds)
    True
    """
    rules, dealer = rules_of(request.rules), policy_of(request.dealer)
    records = read_log(request.log, rules)
    made = priced(records, rules, dealer, str(request.log))
    rounds = tuple(next(made) for _ in progress(range(len(records)), "pricing rounds", len(records)))
    return PricedLog(request=request, rules=rules, pack=Shoe.of_decks(1), dealer=dealer, rounds=rounds)
