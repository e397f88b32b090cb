"""The value of a deal as an exact function of the payouts: what is fair, what gives an edge, where best play changes.

``payouts.wanted`` finds payouts that give an edge. Where best play changes is told hand by hand for the first deal
(``payouts.changes``); ``payouts.deal_bends`` has every payout at which the value bends, hands after pushes too.
"""

from __future__ import annotations

from fractions import Fraction

from backhand.errors import RulesError
from backhand.payouts.changes import Change, changes
from backhand.payouts.deal_bends import Pieces, Varying
from backhand.payouts.valued import Valued
from backhand.payouts.wanted import Wanted, giving


class Payouts(Valued):
    """The value of a deal from ``shoe`` as one payout varies; every value is computed once.

    >>> from backhand import Rules, Shoe
    >>> payouts = Payouts(Shoe("2,1,1,1,1,1,1,1,1,4"), Rules())
    >>> wanted = payouts.giving("all", Fraction(0))
    >>> round(float(wanted.payout), 6), [str(odds) for odds, _ in wanted.usual]
    (0.804979, ['4/5', '5/6'])

    Raises TooLargeError where pushes lead to too many shoes.
    """

    def giving(self, kind: str, edge: Fraction) -> Wanted:
        """The payouts that give this house edge, exact and complete (``wanted.giving``)."""
        return giving(self, kind, edge)

    def changes(self, kind: str, low: Fraction, high: Fraction) -> list[Change]:
        """Where, between two payouts, the best action changes with a hand of the first deal.

        By payout, then hand; exact and complete. Raises RulesError where the first is not above 0 and below the second.
        """
        _check(low, high)
        return changes(self, kind, low, high)

    def pieces(self, kind: str, low: Fraction, high: Fraction) -> Pieces:
        """The value between two payouts as a function of straight pieces, with every payout at which it bends.

        >>> from backhand import Rules, Shoe
        >>> payouts = Payouts(Shoe("1,1,1,0,0,1,1,1,1,3"), Rules())
        >>> [str(bend.payout) for bend in payouts.pieces("backhand", Fraction(3, 4), Fraction(1)).bends]
        ['4/5', '19/22', '31/32']

        Raises RulesError where the first is not above 0 and below the second, TooLargeError as ``Varying`` does.
        """
        _check(low, high)
        return Varying(self.shoe, self.rules, kind, low, high, self.progress).pieces()


def _check(low: Fraction, high: Fraction) -> None:
    if not 0 < low < high:
        raise RulesError(f"payouts from {low} to {high}: the first has to be above 0 and below the second")
