"""Meetings: what the games of two agents say, as exact sums and as a score with its interval.

What it is for: from the winners of every game to the score of a pair, paired by deal, and to the win shares of the
seats. What it is not for: playing, or ratings over many pairs (:mod:`tsurolab.simulate.tournament`).

In a game with the agent in the even seats, let d be the win share of the agent's seats less that of the opponent's
(shared wins divided; nobody wins: 0). The agent's points are (1 + d) / 2: 1 for a win, 0 for a loss, 1/2 for a game
that both win or nobody does. A deal's score is the mean over its two seatings. All sums are of whole numbers, in units
that make every share whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from tsurolab.errors import BadRecord
from tsurolab.stats import LEVEL, PairedTally, mean_interval, part_interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def share_unit(players: int) -> int:
    """The least number in which every share of a win is whole.

    >>> share_unit(4)
    12
    """
    return lcm(*range(1, players + 1))


def seat_shares(players: int) -> NDArray[np.int64]:
    """The win shares of each seat, in units of 1 / :func:`share_unit`, by the mask of the winners.

    >>> seat_shares(2).tolist()
    [[0, 0], [2, 0], [0, 2], [1, 1]]
    """
    import numpy as np

    won = np.arange(1 << players)[:, None] >> np.arange(players) & 1
    shares: NDArray[np.int64] = won * (share_unit(players) // won.sum(axis=1, keepdims=True).clip(1))
    return shares


def even_points(players: int) -> NDArray[np.int64]:
    """The points of the agent in the even seats, by the mask of the winners, from 0 to twice :func:`share_unit`.

    >>> even_points(2).tolist()  # nobody, seat 0, seat 1, both
    [2, 4, 0, 2]
    """
    import numpy as np

    sides = np.where(np.arange(players) % 2 == 0, 1, -1)
    points: NDArray[np.int64] = share_unit(players) + seat_shares(players) @ sides
    return points


@dataclass(frozen=True)
class Meeting:
    """Two agents on the same deals, in both seatings.

    >>> Meeting("a", "b", 2, PairedTally.of([4, 4, 2], [0, 4, 2])).score
    Fraction(2, 3)
    """

    agent: str
    opponent: str
    players: int
    tally: PairedTally
    """Deal by deal: the points that the agent has from the even seats, and those that the opponent has from there."""

    def turned(self) -> Meeting:
        """The same, seen from the opponent."""
        tally = self.tally
        back = PairedTally(
            tally.n, tally.second, tally.first, tally.second_squares, tally.first_squares, tally.products
        )
        return Meeting(self.opponent, self.agent, self.players, back)

    @property
    def deals(self) -> int:
        """How many deals both seatings have finished."""
        return self.tally.n

    @property
    def most(self) -> int:
        """The points of a game that is won."""
        return 2 * share_unit(self.players)

    @property
    def score(self) -> Fraction:
        """The agent's mean score, exact: 1/2 when both are as good."""
        return Fraction(1, 2) + self.tally.difference().difference / (2 * self.most)

    @property
    def variance(self) -> Fraction:
        """The variance of a deal's score as seen (divisor n - 1); 0 for fewer than two deals."""
        tally = self.tally
        total = tally.first - tally.second
        squares = tally.first_squares - 2 * tally.products + tally.second_squares
        if tally.n < 2:
            return Fraction(0)
        return Fraction(tally.n * squares - total * total, tally.n * (tally.n - 1) * (2 * self.most) ** 2)

    def interval(self, *, level: float = LEVEL) -> tuple[float, float]:
        """The interval of the score, paired by deal (see :func:`tsurolab.stats.part_interval`)."""
        tally, most = self.tally, self.most
        if not tally.n:
            return 0.0, 1.0
        gap = tally.first - tally.second
        squares = tally.first_squares - 2 * tally.products + tally.second_squares
        # A deal's score is 1/2 + gap / (2 most): its sum and the sum of its squares.
        total = Fraction(tally.n, 2) + Fraction(gap, 2 * most)
        scores = Fraction(tally.n, 4) + Fraction(gap, 2 * most) + Fraction(squares, 4 * most * most)
        return part_interval(tally.n, total, scores, level=level)

    @property
    def p_value(self) -> float:
        """The two-sided p-value of a score of 1/2: the paired t test; the sign test where all deals have one score."""
        if not self.variance:
            return 1.0 if self.score == Fraction(1, 2) else min(1.0, 2.0 ** (1 - self.deals))
        return self.tally.difference().p_value

    @property
    def variance_reduction(self) -> float:
        """How many times as many deals the same interval takes when each seating has deals of its own."""
        return self.tally.difference().variance_reduction

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data; :meth:`from_dict` reads it back."""
        tally = self.tally
        sums = [tally.first, tally.second, tally.first_squares, tally.second_squares, tally.products]
        return {"agent": self.agent, "opponent": self.opponent, "sums": [tally.n, *map(int, sums)]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], players: int) -> Meeting:
        """The meeting that :meth:`to_dict` described.

        Raises:
            BadRecord: it is damaged.
        """
        try:
            n, first, second, first_squares, second_squares, products = map(int, data["sums"])
            tally = PairedTally(n, first, second, first_squares, second_squares, products)
            return cls(str(data["agent"]), str(data["opponent"]), players, tally)
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"a meeting has the keys agent, opponent and sums (six numbers): {error}") from None


@dataclass(frozen=True)
class SeatSums:
    """The win shares of the seats over some deals, as exact sums.

    >>> import numpy as np
    >>> SeatSums.of(np.array([[2, 0], [0, 2], [1, 1]]), 2).shares
    (Fraction(1, 2), Fraction(1, 2))
    """

    n: int
    """How many deals."""
    unit: int
    """What stands for a whole win."""
    sums: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    """The sums of the products of two seats' shares."""

    @classmethod
    def of(cls, shares: NDArray[np.int64], unit: int) -> SeatSums:
        """The sums over an array of deals by seats."""
        from tsurolab.stats.tallies import Tally

        seats = range(shares.shape[1])
        sums = tuple(int(shares[:, seat].sum()) for seat in seats)
        # xy = ((x + y)^2 - x^2 - y^2) / 2, so that the tally's care for large numbers serves products as well
        squares = [Tally.of(shares[:, seat]).squares for seat in seats]
        products = tuple(
            tuple((Tally.of(shares[:, a] + shares[:, b]).squares - squares[a] - squares[b]) // 2 for b in seats)
            for a in seats
        )
        return cls(len(shares), unit, sums, products)

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """Each seat's mean win share, exact."""
        return tuple(Fraction(total, self.n * self.unit) for total in self.sums)

    def intervals(self, *, level: float = LEVEL) -> list[tuple[float, float]]:
        """The t interval of each seat's win share."""
        found = []
        for seat, total in enumerate(self.sums):
            low, high = mean_interval(self.n, total, self.products[seat][seat], level=level)
            found.append((low / self.unit, high / self.unit))
        return found

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data; :meth:`from_dict` reads it back."""
        return {
            "n": self.n,
            "unit": self.unit,
            "sums": list(self.sums),
            "products": [list(row) for row in self.products],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> SeatSums:
        """The sums that :meth:`to_dict` described.

        Raises:
            BadRecord: they are damaged.
        """
        try:
            products: Sequence[Sequence[Any]] = data["products"]
            sums = tuple(map(int, data["sums"]))
            if [len(row) for row in products] != [len(sums)] * len(sums):
                raise ValueError("products are not a square of the sums' size")
            return cls(int(data["n"]), int(data["unit"]), sums, tuple(tuple(map(int, row)) for row in products))
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"the sums of seats have the keys n, unit, sums and products: {error}") from None
