"""Tallies: the number of some integers, their sum and the sum of their squares, kept exactly.

What it is for: summaries of many games that merge without rounding, so that the order of merging and the number of
workers cannot be seen in the result. What it is not for: keeping the values, or their distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from tsurolab.errors import BadArgument
from tsurolab.stats.intervals import LEVEL, mean_interval

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


WIDEST: Final = 1 << 63
"""Sums from here on do not fit a machine's integers."""


def exact_products(first: NDArray[Any], second: NDArray[Any]) -> int | Fraction:
    """The exact sum of the products of two arrays of whole numbers, booleans or fractions.

    Args:
        first: a flat array, not empty.
        second: another of the same length.

    Raises:
        BadArgument: the values are neither whole numbers, booleans nor fractions.

    >>> import numpy as np
    >>> exact_products(np.array([2, 3]), np.array([Fraction(1, 2), Fraction(1, 3)]))
    Fraction(2, 1)
    """
    import numpy as np

    for array in (first, second):
        exact = array.dtype.kind in "iub" or (
            array.dtype.kind == "O" and all(isinstance(value, (int, np.integer, Fraction)) for value in array)
        )
        if not exact:
            raise BadArgument(f"exact sums take whole numbers, booleans or fractions, not values of type {array.dtype}")
    if first.dtype.kind == "O" or second.dtype.kind == "O":
        return sum((_exact(a) * _exact(b) for a, b in zip(first, second)), 0)
    largest = [max(abs(int(array.min())), abs(int(array.max()))) for array in (first, second)]
    if max(largest) >= WIDEST or largest[0] * largest[1] * first.size >= WIDEST:
        return sum(int(a) * int(b) for a, b in zip(first, second))
    return int(np.vdot(first.astype(np.int64, copy=False), second.astype(np.int64, copy=False)))


def _exact(value: Any) -> int | Fraction:
    return value if isinstance(value, Fraction) else int(value)


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
        total, squares = exact_products(array, np.ones(array.size, np.int64)), exact_products(array, array)
        return cls(array.size, int(total), int(squares))

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
