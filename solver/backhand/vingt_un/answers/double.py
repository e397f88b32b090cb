"""Should the dealer double with his two cards?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from backhand.common.cards import format_cards, read_cards
from backhand.common.progress import Progress, quiet
from backhand.errors import HandError, quoted
from backhand.vingt_un.answers.situation import DOUBLING, HOFFMANNS, Answer, Situation, policy_of
from backhand.vingt_un.errors import PolicyError
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.solving.dealer import Dealer, Doubled


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublingRequest:
    """The dealer's two cards, or none for all he can have, and what the one punter stands on."""

    hand: tuple[int, ...] | str = ()
    punter: Policy | str = HOFFMANNS
    if_doubled: Policy | str | None = None
    """What the punter stands on where the dealer doubles; the same unless said."""
    situation: Situation = DOUBLING


@dataclass(frozen=True, slots=True, kw_only=True)
class Doublings(Answer):
    """What two cards are worth to the dealer if he doubles, and if he does not; exact, before the punter acts."""

    request: DoublingRequest
    punter: Policy
    if_doubled: Policy
    hands: tuple[Doubled, ...]
    """The two cards asked for, or all that he can have."""

    @property
    def chance(self) -> Fraction:
        """How often he is dealt some of these cards with which doubling is better."""
        return sum((cards.chance for cards in self.hands if cards.better), Fraction(0))


def double(request: DoublingRequest = DoublingRequest(), *, progress: Progress = quiet) -> Doublings:
    """What doubling is worth.

    Raises HandError for a hand that is not two cards, PolicyError where the rules do not let the dealer double,
    UnsolvedError where cards were seen and the pack is fresh, ShoeError where the pack does not hold the cards.

    >>> found = double(DoublingRequest(hand="T 8", punter="2"))  # against a punter who never draws
    >>> [(cards.hand[7], cards.better) for cards in found.hands], found.chance
    ([(1, True)], Fraction(32, 663))
    """
    hand, rules = read_cards(request.hand), request.situation.in_force
    if len(hand) not in (0, 2):
        raise HandError(f"{quoted(format_cards(hand))}: the dealer doubles with two cards, before any is drawn")
    if not rules.dealer_may_double:
        raise PolicyError(f"rules {quoted(str(rules))}: the dealer may double only with dealer-doubles=on")
    pack, punter = request.situation.of_a_round(), policy_of(request.punter)
    pack.without(hand)  # refuses cards the pack does not hold
    if_doubled = punter if request.if_doubled is None else policy_of(request.if_doubled)
    made = Dealer(rules, punter, pack, if_doubled=if_doubled, progress=progress).doublings()
    hands = tuple(cards for cards in made if not hand or cards.hand == counts_of(hand))
    return Doublings(request=request, rules=rules, pack=pack, punter=punter, if_doubled=if_doubled, hands=hands)
