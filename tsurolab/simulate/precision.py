"""Precision: playing until the interval of a quantity is as narrow as wanted.

What it is for: when such a run looks at its tallies, what interval it sees, and whether it is done. What it is not for:
playing; and the mathematics (:mod:`tsurolab.stats.sequential`).

Looking again and again at a usual interval and stopping when it is narrow spoils its coverage. A confidence sequence
stands any number of looks. The looks are at numbers of games fixed beforehand, so that a run ends with the same game
whatever the number of workers, and however often it was stopped and resumed.

A confidence sequence has to be told how much values vary, before the first is seen. For values between 0 and 1 the
largest variance there is will do. For others it is that of a few games of another seed, which are then thrown away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from tsurolab.seeds import key
from tsurolab.simulate.chunk import play_part
from tsurolab.simulate.estimates import WIN_SHARE, Estimate, Quantity, estimates, find_quantities
from tsurolab.simulate.experiment import TALLIES, Experiment
from tsurolab.simulate.tallies import Tallies
from tsurolab.stats.sequential import (
    LARGEST_SHARE_VARIANCE,
    confidence_sequence,
    looks,
    share_confidence_sequence,
)

METHOD: Final = "confidence sequence"
PILOT_GAMES: Final = 200
_PILOT_STREAM: Final = 99
"""The seed of the pilot is the number that this stream of game 0 would begin with: no seed that a person chooses."""


class Goal:
    """The precision that an experiment asks for.

    Args:
        experiment: one with a precision.
        pilot: the variance of one value, where it is known from before.

    >>> goal = Goal(Experiment("tsuro/classic", players=2, precision=0.1))
    >>> list(goal.looks())[:3], goal.pilot
    ([1000, 1100, 1210], 0.25)
    """

    def __init__(self, experiment: Experiment, pilot: float | None = None) -> None:
        assert experiment.precision is not None
        self.experiment = experiment
        self.width = experiment.precision
        self.pilot = _pilot(experiment) if pilot is None else pilot
        """The variance that one value is thought to have."""

    def looks(self) -> Iterator[int]:
        """The numbers of games after which to look, the most that are played last."""
        return looks(last=self.experiment.games)

    def intervals(self, tallies: Tallies) -> list[tuple[Quantity, float, float]]:
        """Each quantity in question, with the low and the high end of its interval."""
        return [(each, *self._interval(each)) for each in find_quantities(self.experiment.of, tallies)]

    def _interval(self, quantity: Quantity) -> tuple[float, float]:
        n, scale = quantity.tally.n, quantity.scale
        total, squares = Fraction(quantity.tally.total, scale), Fraction(quantity.tally.squares, scale * scale)
        if quantity.kind == "mean":
            return confidence_sequence(n, total, squares, width=self.width, variance=self.pilot)
        return share_confidence_sequence(n, total, width=self.width, variance=self.pilot)

    def width_of(self, tallies: Tallies) -> float:
        """The width of the widest interval."""
        return max(high - low for _, low, high in self.intervals(tallies))

    def is_reached(self, done: tuple[range, ...], tallies: Tallies) -> bool:
        """Whether the games done end with a look, and every interval is narrow enough there."""
        if len(done) != 1 or done[0].start or not self._is_look(done[0].stop):
            return False
        return self.width_of(tallies) <= self.width

    def _is_look(self, games: int) -> bool:
        return games in self.looks() if games < self.experiment.games else True

    def estimates(self, tallies: Tallies) -> list[Estimate]:
        """All estimates, those in question with the interval that holds whenever one looks."""
        held = {(each.name, each.seat): (low, high) for each, low, high in self.intervals(tallies)}
        return [
            line._replace(low=ends[0], high=ends[1], method=METHOD)
            if (ends := held.get((line.quantity, line.seat)))
            else line
            for line in estimates(tallies)
        ]


def _pilot(experiment: Experiment) -> float:
    """The largest variance of the quantities in question, from a few games of a seed of their own."""
    quantities = find_quantities(experiment.of, Tallies.empty(experiment.layout))
    if all(each.kind != "mean" for each in quantities):
        return LARGEST_SHARE_VARIANCE
    seed = key(experiment.seed, 0, _PILOT_STREAM) >> 1
    trial = replace(experiment, seed=seed, games=PILOT_GAMES, keep=TALLIES, precision=None, of=WIN_SHARE)
    tallies = play_part(trial, 0, PILOT_GAMES).tallies
    variance = max(float(each.tally.variance) for each in find_quantities(experiment.of, tallies))
    return variance or LARGEST_SHARE_VARIANCE
