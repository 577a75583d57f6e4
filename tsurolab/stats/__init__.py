"""Statistics of simulations: intervals, tests and ratings, from sums that merge exactly.

Knows no game. ``tallies`` has the integer sums that estimates come from, ``intervals`` the 95% intervals printed
beside every estimate, ``scores`` the z-scores that set a simulated value against an exact one, ``paired`` the
difference of two on the same deals, ``comparisons`` what many tests at once must allow for, ``fairness`` the test that
all seats win alike, ``ratings`` strengths from who beat whom, and ``sequential`` the wider intervals of runs that are
looked at again and again and stop when they know enough.
"""

from tsurolab.stats.comparisons import AdjustedPValues, adjust, simultaneous_level
from tsurolab.stats.fairness import SeatFairness, seat_fairness, seat_fairness_of_masks
from tsurolab.stats.intervals import LEVEL, bootstrap, clopper_pearson, mean_interval, part_interval, wilson
from tsurolab.stats.paired import PairedDifference, PairedTally, paired_difference
from tsurolab.stats.ratings import Rating, bradley_terry
from tsurolab.stats.scores import z_mean, z_share
from tsurolab.stats.sequential import confidence_sequence, games_needed, looks, share_confidence_sequence
from tsurolab.stats.tallies import Tally

__all__ = [
    "LEVEL",
    "AdjustedPValues",
    "PairedDifference",
    "PairedTally",
    "Rating",
    "SeatFairness",
    "Tally",
    "adjust",
    "bootstrap",
    "bradley_terry",
    "clopper_pearson",
    "confidence_sequence",
    "games_needed",
    "looks",
    "mean_interval",
    "paired_difference",
    "part_interval",
    "seat_fairness",
    "seat_fairness_of_masks",
    "share_confidence_sequence",
    "simultaneous_level",
    "wilson",
    "z_mean",
    "z_share",
]
