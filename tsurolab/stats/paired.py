"""Paired differences: two agents, or two rules, compared on the same deals.

What it is for: the difference of two means when both played the same deals (common random numbers). The luck of a deal
falls on both and cancels in the difference, so that far fewer games tell the two apart. What it is not for: two runs
with deals of their own, whose intervals are those of :mod:`tsurolab.stats.intervals`.

Everything comes from exact sums that merge without rounding, like :class:`tsurolab.stats.Tally`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING

from tsurolab.errors import BadArgument
from tsurolab.stats.intervals import LEVEL, mean_interval
from tsurolab.stats.tallies import exact_products

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class PairedDifference:
    """The mean of the first less the mean of the second, over the same deals."""

    n: int
    """How many deals."""
    difference: Fraction
    """The mean difference, exact."""
    low: float
    """The low end of its interval."""
    high: float
    """The high end of its interval."""
    level: float
    """The confidence of the interval."""
    p_value: float
    """The two-sided p-value of the paired t-test that the mean difference is 0."""
    variance_reduction: float
    """How many times as many deals the same interval takes when the two play deals of their own; 1 gains nothing."""


@dataclass(frozen=True)
class PairedTally:
    """How many pairs there were, both sums, both sums of squares, and the sum of the products.

    >>> PairedTally.of([1, 2], [0, 2]) + PairedTally.of([3], [1])
    PairedTally(n=3, first=6, second=3, first_squares=14, second_squares=5, products=7)
    """

    n: int = 0
    first: int | Fraction = 0
    second: int | Fraction = 0
    first_squares: int | Fraction = 0
    second_squares: int | Fraction = 0
    products: int | Fraction = 0

    @classmethod
    def of(cls, first: ArrayLike, second: ArrayLike) -> PairedTally:
        """The tally of two arrays of the same length, one entry a deal.

        Args:
            first: whole numbers, booleans or fractions, deal by deal.
            second: the same of the other, for the same deals in the same order.

        Raises:
            BadArgument: arrays of different lengths, or values that are not exact.

        >>> PairedTally.of([Fraction(1, 2), 1], [Fraction(1, 3), 0]).products
        Fraction(1, 6)
        """
        import numpy as np

        a, b = np.asarray(first).ravel(), np.asarray(second).ravel()
        if a.size != b.size:
            raise BadArgument(
                f"pairs are one value of each a deal, not {a.size} of the first and {b.size} of the second"
            )
        if not a.size:
            return cls()
        one = np.ones(a.size, np.int64)
        return cls(
            a.size,
            exact_products(a, one),
            exact_products(b, one),
            exact_products(a, a),
            exact_products(b, b),
            exact_products(a, b),
        )

    def __add__(self, other: PairedTally) -> PairedTally:
        """The tally of both sets of pairs together."""
        return PairedTally(
            self.n + other.n,
            self.first + other.first,
            self.second + other.second,
            self.first_squares + other.first_squares,
            self.second_squares + other.second_squares,
            self.products + other.products,
        )

    def difference(self, *, level: float = LEVEL) -> PairedDifference:
        """The mean difference with its interval and p-value (see :func:`paired_difference`).

        Raises:
            BadArgument: there are no pairs, or no pairs have these sums.
        """
        from scipy.special import stdtr

        total = self.first - self.second
        squares = self.first_squares - 2 * self.products + self.second_squares
        low, high = mean_interval(self.n, total, squares, level=level)
        spread = Fraction(self.n * squares - total * total)
        unpaired = Fraction(
            self.n * (self.first_squares + self.second_squares) - self.first * self.first - self.second * self.second
        )
        if self.n == 1 or (not total and not spread):
            p_value = 1.0
        elif not spread:
            p_value = 0.0
        else:  # t^2 = mean^2 / (variance / n), and spread = n (n - 1) variance
            t = sqrt(Fraction(total) ** 2 * (self.n - 1) / spread)
            p_value = float(2 * stdtr(self.n - 1, -t))
        reduction = float(unpaired / spread) if spread else (inf if unpaired else 1.0)
        return PairedDifference(self.n, Fraction(total) / self.n, low, high, level, p_value, reduction)


def paired_difference(first: ArrayLike, second: ArrayLike, *, level: float = LEVEL) -> PairedDifference:
    """The mean difference of two on the same deals: Student's interval and the paired t-test.

    Args:
        first: whole numbers, booleans or fractions, deal by deal. Where a deal is played more than once (with seats
            exchanged, say), the entry is the sum or the mean of its games: deals are independent, games of one are not.
        second: the same of the other, for the same deals in the same order.
        level: the confidence of the interval.

    Returns:
        The mean difference, its interval and p-value, and what pairing gained. With one deal the interval is infinite.

    Raises:
        BadArgument: no deals, arrays of different lengths, or values that are not exact (in place of floats take whole
            numbers, such as shares in sixtieths, or fractions).

    Source: Student's paired test; for common random numbers A. M. Law, "Simulation Modeling and Analysis", chapter 11.

    >>> result = paired_difference([5, 9, 4, 7], [4, 7, 4, 5])
    >>> print(result.difference, f"{result.low:.3f} {result.high:.3f} {result.p_value:.4f}")
    5/4 -0.273 2.773 0.0796
    >>> print(f"{result.variance_reduction:.1f}")
    7.5
    """
    return PairedTally.of(first, second).difference(level=level)
