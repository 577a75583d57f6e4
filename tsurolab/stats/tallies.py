"""Tallies: the number of some integers, their sum and the sum of their squares, kept exactly.

What it is for: summaries of many games that merge without rounding, so that the order of merging and the number of
workers cannot be seen in the result. What it is not for: keeping the values, or their distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from tsurolab.errors import BadArgument
from tsurolab.stats.intervals import LEVEL, mean_interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Tally:
    """How many values there were, their sum, and the sum of their squares.

    >>> Tally.of([1, 2]) + Tally.of([3])
    Tally(n=3, total=6, squares=14)
    """

    n: int = 0
    total: int = 0
    squares: int = 0

    @classmethod
    def of(cls, values: ArrayLike) -> Tally:
        """The tally of an array of integers or booleans of any shape.

        Raises:
            BadArgument: the values are not integers.

        >>> Tally.of([True, False, True])
        Tally(n=3, total=2, squares=2)
        """
        import numpy as np

        array = np.asarray(values).ravel()
        if array.size == 0:
            return cls()
        if array.dtype.kind not in "iub":
            raise BadArgument(f"a tally takes whole numbers, not values of type {array.dtype}")
        if array.dtype.kind == "b":
            count = int(np.count_nonzero(array))
            return cls(array.size, count, count)
        largest = max(abs(int(array.min())), abs(int(array.max())))
        if largest * largest * array.size >= 1 << 63:  # the sums would not fit: use Python's integers
            exact = [int(value) for value in array]
            return cls(array.size, sum(exact), sum(value * value for value in exact))
        wide = array.astype(np.int64, copy=False)
        return cls(array.size, int(wide.sum()), int(np.vdot(wide, wide)))

    def __add__(self, other: Tally) -> Tally:
        """The tally of both sets of values together."""
        return Tally(self.n + other.n, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> Fraction:
        """The exact mean.

        Raises:
            BadArgument: there are no values.
        """
        if not self.n:
            raise BadArgument("no values have no mean")
        return Fraction(self.total, self.n)

    @property
    def variance(self) -> Fraction:
        """The exact sample variance (divisor n - 1).

        Raises:
            BadArgument: there are fewer than two values.

        >>> Tally.of([1, 2, 3, 4]).variance
        Fraction(5, 3)
        """
        if self.n < 2:
            raise BadArgument(f"a variance needs two values or more, not {self.n}")
        return Fraction(self.n * self.squares - self.total * self.total, self.n * (self.n - 1))

    def interval(self, *, level: float = LEVEL) -> tuple[float, float]:
        """Student's t interval of the mean (see :func:`tsurolab.stats.mean_interval`)."""
        return mean_interval(self.n, self.total, self.squares, level=level)
