"""Estimates: every quantity of a family's results with its 95% interval.

What it is for: ``run.summary()``, for any family, from tallies and from what its ``RESULT_FIELDS`` say of each field.
What it is not for: tables of single games (:mod:`tsurolab.simulate.columns`).

Estimates come from exact whole numbers alone, so that a run kept as tallies has the very estimates of one kept as rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from tsurolab.errors import BadArgument, unknown
from tsurolab.stats import Tally, part_interval

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from tsurolab.simulate.tallies import Layout, Tallies

WIN_SHARE: Final = "win share"
_NAMED = re.compile(r"(.+?)(?:\[(\d+)\])?")


class Estimate(NamedTuple):
    """One line of a summary: a quantity with its 95% interval."""

    quantity: str
    seat: int | None
    """``None`` for the game as a whole."""
    estimate: float
    low: float
    high: float
    n: int
    method: str
    """``"Wilson"`` for a share, ``"t"`` for a mean, ``"confidence sequence"`` for what a run was stopped by."""


class Quantity(NamedTuple):
    """Something that is estimated: the mean of whole numbers, divided by ``scale``."""

    name: str
    seat: int | None
    tally: Tally
    scale: int = 1
    kind: Literal["mean", "share", "part"] = "mean"
    """Of any numbers; of values that are 0 or 1; of values between 0 and 1."""

    def estimate(self) -> Estimate:
        """The mean and its interval: Wilson's for a share and for values between 0 and 1, Student's t otherwise."""
        tally = self.tally
        if self.kind == "share":
            low, high = part_interval(tally.n, tally.total, tally.total)
            return Estimate(self.name, self.seat, float(tally.mean), low, high, tally.n, "Wilson")
        mean = float(Fraction(tally.mean, self.scale))
        if self.kind == "part":
            low, high = part_interval(
                tally.n, Fraction(tally.total, self.scale), Fraction(tally.squares, self.scale * self.scale)
            )
            return Estimate(self.name, self.seat, mean, low, high, tally.n, "Wilson")
        start, end = tally.interval()
        return Estimate(self.name, self.seat, mean, start / self.scale, end / self.scale, tally.n, "t")


def _share(name: str, seat: int | None, n: int, count: object) -> Quantity:
    there = int(count)  # type: ignore[call-overload]
    return Quantity(name, seat, Tally(n, there, there), kind="share")


def _wins(tallies: Tallies) -> Iterator[Quantity]:
    """Win shares (1 / number of winners), sole and shared wins from how often each set of seats won."""
    players, n = tallies.layout.players, tallies.n
    scale = lcm(*range(1, players + 1))
    totals, squares, sole, shared = ([0] * players for _ in range(4))
    masks = tallies.winner_masks
    nobody = 0
    for mask in masks.nonzero()[0].tolist():
        count, winners = int(masks[mask]), [seat for seat in range(players) if mask >> seat & 1]
        nobody += count if not winners else 0
        for seat in winners:
            part = scale // len(winners)  # a whole number: shares that add up exactly
            totals[seat] += part * count
            squares[seat] += part * part * count
            (sole if len(winners) == 1 else shared)[seat] += count
    for seat in range(players):
        yield Quantity(WIN_SHARE, seat, Tally(n, totals[seat], squares[seat]), scale, "part")
    for name, counts in (("sole win", sole), ("shared win", shared)):
        for seat in range(players):
            yield _share(name, seat, n, counts[seat])
    yield _share("no winner", None, n, nobody)


def quantities(tallies: Tallies) -> Iterator[Quantity]:
    """Every quantity of a family's RESULT: win shares, means of numbers, shares of codes and bits that have names.

    Codes without names have no mean and are left out, and so are names that are empty.
    """
    from tsurolab.simulate.tallies import WINNERS

    layout, n = tallies.layout, tallies.n
    for field in layout.dtype.names or ():
        meaning, words = layout.meaning(field), _words(field)
        columns = [each for each in layout.columns if each.field == field]
        if field == WINNERS and meaning.kind == "seat mask":
            yield from _wins(tallies)
        elif meaning.kind == "count":
            for column in columns:
                yield Quantity(words, column.seat, tallies.tally(field, column.seat))
        elif meaning.kind == "seat mask":
            for column in columns:
                counts = tallies.histogram(field, column.seat)
                for seat in range(layout.players):
                    yield _share(words, seat, n, _with_bit(counts, seat))
        else:
            for code, name in enumerate(meaning.names):
                for column in columns if name else ():
                    counts = tallies.histogram(field, column.seat)
                    there = _with_bit(counts, code) if meaning.kind == "mask" else counts[code]
                    yield _share(f"{words}: {_words(name)}", column.seat, n, there)


def _with_bit(counts: NDArray[Any], bit: int) -> int:
    """How many of the values counted have a bit set."""
    return sum(int(count) for value, count in enumerate(counts) if value >> bit & 1)


def estimates(tallies: Tallies) -> Iterator[Estimate]:
    """Every quantity with its 95% interval: Wilson's for shares (wins, reasons, bits), Student's t for means.

    Args:
        tallies: of one game or more.

    Raises:
        BadArgument: of no game.
    """
    if not tallies.n:
        raise BadArgument("no game is finished, so there is nothing to estimate")
    for quantity in quantities(tallies):
        yield quantity.estimate()


def find_quantities(name: str, tallies: Tallies) -> list[Quantity]:
    """The quantities of a name: ``"win share"`` for every seat, ``"win share[0]"`` for one.

    Raises:
        UnknownName: there is no such quantity.
    """
    match = _NAMED.fullmatch(name.strip())
    stem, seat = (match[1], match[2]) if match else (name, None)
    every = list(quantities(tallies))
    found = [each for each in every if each.name == stem and (seat is None or each.seat == int(seat))]
    if not found:
        known = dict.fromkeys(each.name for each in every)
        if stem in known:
            raise BadArgument(f"{stem} is of seats 0 to {tallies.layout.players - 1} at most, so there is no {name}")
        raise unknown("quantity", stem, known)
    return found


def _words(name: str) -> str:
    return name.replace("_", " ")


def summary_frame(lines: Iterable[Estimate]) -> pd.DataFrame:
    """Estimates as a DataFrame; ``seat`` is missing for the game as a whole."""
    import pandas as pd

    frame = pd.DataFrame(list(lines), columns=list(Estimate._fields))
    return frame.astype({"seat": "Int64", "n": "int64"})


def check_quantity(name: str, layout: Layout) -> None:
    """Check that results of a layout give a quantity of this name. Raises as :func:`find_quantities` does."""
    from tsurolab.simulate.tallies import Tallies

    find_quantities(name, Tallies.empty(layout))
