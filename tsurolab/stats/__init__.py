"""Statistics of simulations: intervals, tallies that merge exactly, and simulated against exact values.

Knows no game. ``intervals`` has the 95% intervals printed beside every estimate, ``tallies`` the integer sums they come
from, ``scores`` the z-scores that set a simulated value against an exact one.
"""

from tsurolab.stats.intervals import LEVEL, mean_interval, wilson
from tsurolab.stats.scores import z_mean, z_share
from tsurolab.stats.tallies import Tally

__all__ = ["LEVEL", "Tally", "mean_interval", "wilson", "z_mean", "z_share"]
