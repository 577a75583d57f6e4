"""Fairness of seats: whether all seats of a game win equally often.

What it is for: one test for all seats of a run. The seats of one game depend on each other (one wins because another
does not), and wins may be shared or go to nobody; so the usual chi-square test of counts does not apply, and the test
here takes the covariances of the shares from the games themselves. What it is not for: saying which seat is better;
that is the intervals of the seats' win shares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from tsurolab.errors import BadArgument

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

NOTHING: Final = 1e-10
"""Relative to the largest mean square, an eigenvalue below this is rounding: the combination of seats is always 0."""


@dataclass(frozen=True)
class SeatFairness:
    """The test that all seats have the same expected share of a win."""

    statistic: float
    """About chi-square distributed if the seats are equal."""
    df: int
    """Its degrees of freedom: one less than there are seats, or than there are teams that always win together."""
    p_value: float
    """The probability of a statistic as large, if the seats are equal."""
    n: int
    """How many games."""
    shares: tuple[float, ...]
    """The mean share of each seat, in the unit of the sums given."""


def seat_fairness(
    n: int, share_sums: Sequence[int | Fraction], product_sums: Sequence[Sequence[int | Fraction]]
) -> SeatFairness:
    """The chi-square test that all seats have the same expected share of a win, from exact sums.

    Args:
        n: how many games.
        share_sums: for each seat the sum of its shares, in any unit, such as sixtieths of a win.
        product_sums: for each pair of seats the sum over games of the product of their shares, in the same unit.

    Returns:
        Statistic, degrees of freedom and p-value. Tested is that the seats are equal, not that each has 1/seats, as
        games that nobody wins lower all alike. The distribution is that of many games: with fewer than about 20 wins a
        seat the test rejects somewhat too often. Seats that always win together count as one; with one in all the
        p-value is 1.

    Raises:
        BadArgument: no games, sums that do not fit together.

    Source: A. Wald, "Tests of statistical hypotheses concerning several parameters when the number of observations is
    large", Trans. Amer. Math. Soc. 54 (1943), with the covariances about the hypothesis, as in C. R. Rao's score test
    (Proc. Cambridge Philos. Soc. 44 (1948)). With the mean shares m, the mean products M and the projection P on
    contrasts of seats, the statistic is ``n m' P (P M P)^+ P m``. About the means in place of the hypothesis it would
    be W with ``1/W = 1/statistic - 1/n``, which is infinite where one seat won every game. For two seats and no shared
    wins the statistic is that of the usual test of counts, ``(a - b)^2 / (a + b)``.

    >>> result = seat_fairness(100, [60, 40], [[60, 0], [0, 40]])
    >>> print(f"{result.statistic:.3f} {result.df} {result.p_value:.3f}")
    4.000 1 0.046
    """
    import numpy as np
    from scipy.special import chdtrc

    seats = len(share_sums)
    if n < 1 or not seats or len(product_sums) != seats or any(len(row) != seats for row in product_sums):
        raise BadArgument(
            f"fairness needs a game or more, a sum for each seat and one for each pair of seats, "
            f"not {n} games, {seats} sums and {[len(row) for row in product_sums]} products"
        )
    if any(
        product_sums[i][j] != product_sums[j][i] or n * product_sums[i][i] < share_sums[i] * share_sums[i]
        for i in range(seats)
        for j in range(seats)
    ):
        raise BadArgument(f"no {n} games have the sums {list(share_sums)} and the sums of products {product_sums}")
    average = Fraction(sum(share_sums)) / seats
    contrasts = np.array([float((each - average) / n) for each in share_sums])
    projection = np.eye(seats) - 1 / seats
    moments = projection @ [[float(Fraction(each) / n) for each in row] for row in product_sums] @ projection
    values, vectors = np.linalg.eigh(moments)
    largest = max(float(Fraction(product_sums[seat][seat]) / n) for seat in range(seats))
    varies = values > NOTHING * largest if largest else np.zeros(seats, bool)
    statistic = float(n * ((vectors.T @ contrasts)[varies] ** 2 / values[varies]).sum())
    # Seats that never won are not a team: that they are alike so far takes away no degree of freedom.
    losers = sum(not product_sums[seat][seat] for seat in range(seats))
    df = int(varies.sum()) + max(0, losers - 1)
    p_value = float(chdtrc(df, statistic)) if df else 1.0
    return SeatFairness(statistic, df, p_value, n, tuple(float(Fraction(each) / n) for each in share_sums))


def seat_fairness_of_masks(counts: Mapping[int, int] | ArrayLike, players: int) -> SeatFairness:
    """The test of :func:`seat_fairness` from how often which seats won.

    Args:
        counts: for each set of winners, as a mask with bit i for seat i, the number of games: a mapping, or an array
            whose index is the mask. Mask 0 is a game that nobody won.
        players: how many seats there are.

    Returns:
        The result, with the seats' win shares: a win is shared equally among a game's winners.

    Raises:
        BadArgument: no players, counts that are negative or not whole, winners at seats that do not exist.

    >>> result = seat_fairness_of_masks({0b01: 480, 0b10: 420, 0b11: 100}, 2)
    >>> print(result.shares, f"{result.p_value:.3f}")
    (0.53, 0.47) 0.046
    """
    if players < 1:
        raise BadArgument(f"a game has one player or more, not {players}")
    games = _counted(counts)
    beyond = [mask for mask in games if not 0 <= mask < 1 << players]
    if beyond or any(count < 0 for count in games.values()):
        raise BadArgument(
            f"winners are masks of {players} bits with counts of 0 or more, not {dict(list(games.items())[:8])}"
        )
    unit = lcm(*range(1, players + 1))
    sums = [0] * players
    products = [[0] * players for _ in range(players)]
    for mask, count in games.items():
        winners = [seat for seat in range(players) if mask >> seat & 1]
        share = unit // max(1, len(winners))
        for seat in winners:
            sums[seat] += count * share
            for other in winners:
                products[seat][other] += count * share * share
    result = seat_fairness(sum(games.values()), sums, products)
    shares = tuple(share / unit for share in result.shares)
    return SeatFairness(result.statistic, result.df, result.p_value, result.n, shares)


def _counted(counts: Mapping[int, int] | ArrayLike) -> dict[int, int]:
    """The masks that occur, with their numbers of games."""
    import numpy as np

    pairs: Any = counts.items() if isinstance(counts, Mapping) else enumerate(np.asarray(counts).ravel().tolist())
    games = {}
    for mask, count in pairs:
        if int(count) != count:
            raise BadArgument(f"counts of games are whole numbers, not {count!r}")
        if count:
            games[int(mask)] = int(count)
    return games
