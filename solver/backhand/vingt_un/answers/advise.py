"""What should a punter do with his hand, or the dealer at his turn?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from backhand.common.cards import Shoe, read_cards
from backhand.vingt_un.answers.situation import HOFFMANN, HOFFMANNS, Answer, Situation, policy_of
from backhand.vingt_un.policies import Policy, counts_of
from backhand.vingt_un.solving.pairs import Pairs
from backhand.vingt_un.solving.punter import Advice, Punter
from backhand.vingt_un.solving.seats import Seat, Seats, seated

Run = tuple[int, ...] | str
"""The cards that a punter drew, in order, as ranks or as text; none for one who drew nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PuntersRequest:
    """A punter's hand, and what the dealer stands on; ``doubled``: the dealer has said that he doubles."""

    hand: Run
    dealer: Policy | str
    doubled: bool = False
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class DealersRequest:
    """The dealer's hand at his turn, and the punters.

    One policy for all of them, or one each: of those still in, then of those who went over.
    """

    hand: Run
    shown: tuple[Run, ...]
    """What each punter still in drew."""
    over: tuple[Run, ...] = ()
    """What each who went over drew; with ``overdrawn-shown=yes`` the whole hands, in order."""
    punters: tuple[Policy | str, ...] = (HOFFMANNS,)
    doubled: bool = False
    situation: Situation = HOFFMANN


@dataclass(frozen=True, slots=True, kw_only=True)
class PuntersAdvice(Answer):
    """What standing and drawing are worth to a punter, per stake first laid; exact."""

    request: PuntersRequest
    dealer: Policy
    advice: Advice
    both: Fraction | None
    """With two alike: what going on both is worth at least, in the same rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealersAdvice(Answer):
    """What standing and drawing are worth to the dealer, in stakes first laid, from all still in together; exact.

    ``pack`` is without the down cards that were shown of hands thrown up.
    """

    request: DealersRequest
    seats: tuple[Seat, ...]
    """The punters who matter to his turn."""
    advice: Advice


def advise_punter(request: PuntersRequest) -> PuntersAdvice:
    """What a punter should do.

    Raises HandError where there is nothing to decide, ShoeError where the pack does not hold the cards or may run
    out, PolicyError for a doubling that the rules do not know.

    >>> found = advise_punter(PuntersRequest(hand="A 2 2", dealer="17"))
    >>> str(found.advice.best), found.both
    ('draw', None)
    """
    rules, pack, dealer = request.situation.in_force, request.situation.pack, policy_of(request.dealer)
    hand = counts_of(read_cards(request.hand))
    advice = Punter(rules, dealer, pack, doubled=request.doubled).advise(hand)
    both = None
    if sum(hand) == 2 and 2 in hand and (hand[-1] != 2 or rules.alike_by_value or pack == Shoe.of_decks(1)):
        pairs = Pairs(rules, dealer, hand.index(2) + 1, pack, doubled=request.doubled)
        both = pairs.decided(pairs.simple()[1])
    return PuntersAdvice(request=request, rules=rules, pack=pack, dealer=dealer, advice=advice, both=both)


def advise_dealer(request: DealersRequest) -> DealersAdvice:
    """What the dealer should do at his turn.

    Raises HandError where there is nothing to decide, for a wrong number of policies or punters and for cards that
    no punter with his policy shows, ShoeError where the cards cannot be, PolicyError for a doubling that the rules do
    not know.

    >>> str(advise_dealer(DealersRequest(hand="T 6", shown=("6", "7"))).advice.best)
    'draw'
    """
    rules, policies = request.situation.in_force, [policy_of(said) for said in request.punters]
    shown, over = ([read_cards(run) for run in runs] for runs in (request.shown, request.over))
    punters, seen = seated(rules, policies, shown, over)
    seats = Seats(rules, punters, request.situation.pack, seen, request.doubled)
    advice = seats.advise(counts_of(read_cards(request.hand)))
    return DealersAdvice(request=request, rules=rules, pack=seats.pack, seats=seats.seats, advice=advice)
