"""Statistics of simulations: intervals, tallies that merge exactly, and simulated against exact values.

Knows no game. ``intervals`` has the 95% intervals printed beside every estimate, ``tallies`` the integer sums they come
from, ``scores`` the z-scores that set a simulated value against an exact one, ``sequential`` the wider intervals of
runs that are looked at again and again and stop when they know enough.
"""

from tsurolab.stats.intervals import LEVEL, bootstrap, clopper_pearson, mean_interval, wilson
from tsurolab.stats.scores import z_mean, z_share
from tsurolab.stats.sequential import confidence_sequence, games_needed, looks, share_confidence_sequence
from tsurolab.stats.tallies import Tally

__all__ = [
    "LEVEL",
    "Tally",
    "bootstrap",
    "clopper_pearson",
    "confidence_sequence",
    "games_needed",
    "looks",
    "mean_interval",
    "share_confidence_sequence",
    "wilson",
    "z_mean",
    "z_share",
]
