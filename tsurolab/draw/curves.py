"""Smooth cubic curves: their text, length and points.

What it is for: lines that leave one place in a given direction and reach another from a given direction. What it is not
for: deciding which places are joined, which is a game's business. Lengths are in whatever unit the points are in.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import NamedTuple

from tsurolab.draw.svg import number

Point = tuple[float, float]
"""A place (x, y), y downwards."""


class Curve(NamedTuple):
    """A cubic curve from `start` to `end` that leaves towards `first` and arrives from `second`.

    >>> Curve((0, 0), (1, 0), (2, 0), (3, 0)).data()
    'M0 0C1 0 2 0 3 0'
    """

    start: Point
    first: Point
    second: Point
    end: Point

    def data(self) -> str:
        """Return the path data."""
        shown = [f"{number(x)} {number(y)}" for x, y in self]
        return f"M{shown[0]}C{' '.join(shown[1:])}"

    def at(self, share: float) -> Point:
        """Return the point at a share 0..1 of the curve's parameter.

        >>> Curve((0, 0), (1, 0), (2, 0), (3, 0)).at(0.5)
        (1.5, 0.0)
        """
        rest = 1 - share
        weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x = sum(weight * point[0] for weight, point in zip(weights, self))
        return x, sum(weight * point[1] for weight, point in zip(weights, self))

    def points(self, count: int = 17) -> list[Point]:
        """Return `count` points along the curve, ends included."""
        return [self.at(step / (count - 1)) for step in range(count)]

    def length(self) -> float:
        """Return the length, to about a thousandth.

        >>> round(Curve((0, 0), (1, 0), (2, 0), (3, 0)).length(), 3)
        3.0
        """
        places = self.points(33)
        return sum(dist(one, next_one) for one, next_one in pairwise(places))

    def moved(self, x: float, y: float, scale: float = 1) -> Curve:
        """Return the curve scaled about (0, 0) and then moved by (x, y)."""
        return Curve(*((x + scale * place[0], y + scale * place[1]) for place in self))


def leaving(start: Point, out: Point, end: Point, back: Point, reach: tuple[float, float]) -> Curve:
    """Return the curve that leaves `start` along `out` and arrives at `end` against `back`.

    Parameters: `out` and `back` are unit vectors, each pointing away from its own end into the curve; `reach` says
    how far the curve keeps to each before it bends, in the unit of the points.

    >>> leaving((0, 0), (1, 0), (3, 3), (0, -1), (1.5, 2)).data()
    'M0 0C1.5 0 3 1 3 3'
    """
    return Curve(
        start,
        (start[0] + reach[0] * out[0], start[1] + reach[0] * out[1]),
        (end[0] + reach[1] * back[0], end[1] + reach[1] * back[1]),
        end,
    )


def run(curves: Iterable[Curve], *, places: int = 1) -> str:
    """Return the data of one path through many curves, short: it moves only where a curve starts at another place.

    Parameters: `places` is the number of decimal places; rounding does not add up along the path.

    >>> one = Curve((0, 0), (1, 0), (2, 0), (3, 0))
    >>> run([one, one.moved(3, 0)])
    'M0 0c1 0 2 0 3 0c1 0 2 0 3 0'
    """
    parts = []
    here: Point | None = None
    for curve in curves:
        points = [(round(x, places), round(y, places)) for x, y in curve]
        start = points[0]
        if start != here:
            parts.append(f"M{number(start[0], places)} {number(start[1], places)}")
        steps = [(x - start[0], y - start[1]) for x, y in points[1:]]
        parts.append("c" + " ".join(f"{number(x, places)} {number(y, places)}" for x, y in steps))
        here = points[3]
    return "".join(parts)
