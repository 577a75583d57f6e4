"""Many comparisons at once: p-values and intervals that allow for how many there are.

What it is for: tables with a test a row (every pair of agents, every seat, every edition), where at 5% each twentieth
row would stand out by chance alone. What it is not for: a single comparison, or looking again and again at the same one
(:mod:`tsurolab.stats.sequential`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from tsurolab.errors import BadArgument, unknown
from tsurolab.stats.intervals import check_level

METHODS: Final = {
    "bonferroni": "family-wise error",
    "sidak": "family-wise error",
    "holm": "family-wise error",
    "holm-sidak": "family-wise error",
    "fdr_bh": "false discovery rate",
    "fdr_by": "false discovery rate",
}
"""The adjustments offered, by the names of statsmodels, and what each keeps below the level."""


@dataclass(frozen=True)
class AdjustedPValues:
    """p-values adjusted for their number: each may be set against the level as if it were alone."""

    p_values: tuple[float, ...]
    """The adjusted p-values, in the order given."""
    method: str
    """The name of the adjustment, a key of :data:`METHODS`."""
    controls: str
    """What the adjustment keeps below the level: the family-wise error or the false discovery rate."""


def adjust(p_values: Iterable[float], *, method: str = "holm") -> AdjustedPValues:
    """Adjust p-values for their number.

    Args:
        p_values: one for each comparison made, those that came to nothing included.
        method: ``holm`` (the default) and ``bonferroni`` hold for tests that depend on each other in any way, ``sidak``
            and ``holm-sidak`` for independent ones; these four control the chance of any false finding. ``fdr_bh``
            (independent tests) and ``fdr_by`` (any) control the share of false ones among the findings.

    Returns:
        The adjusted p-values in the same order, with the method's name and what it controls.

    Raises:
        BadArgument: a value that is not between 0 and 1.
        UnknownName: an unknown method.

    Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scand. J. Statist. 6 (1979);
    Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate", J. Roy. Statist. Soc. B 57 (1995); computed by
    ``statsmodels.stats.multitest.multipletests``.

    >>> adjust([0.01, 0.04, 0.02]).p_values
    (0.03, 0.04, 0.04)
    """
    if method not in METHODS:
        raise unknown("adjustment", method, METHODS)
    values = [float(p) for p in p_values]
    if not all(0 <= p <= 1 for p in values):
        raise BadArgument(f"p-values are between 0 and 1, not {values}")
    if not values:
        return AdjustedPValues((), method, METHODS[method])
    from statsmodels.stats.multitest import multipletests

    adjusted = multipletests(values, method=method)[1]
    return AdjustedPValues(tuple(float(p) for p in adjusted), method, METHODS[method])


def simultaneous_level(
    level: float, comparisons: int, *, method: Literal["bonferroni", "sidak"] = "bonferroni"
) -> float:
    """The level for each of several intervals, such that all of them hold together with the level given.

    Args:
        level: the confidence that all intervals hold what they should.
        comparisons: how many intervals there are.
        method: ``bonferroni`` for any intervals; ``sidak``, narrower by a hair, for independent ones and for two-sided
            intervals of jointly normal estimates.

    Raises:
        BadArgument: a level that is not between 0 and 1, or no intervals.
        UnknownName: an unknown method.

    Source: Z. Sidak, "Rectangular confidence regions for the means of multivariate normal distributions", J. Amer.
    Statist. Assoc. 62 (1967).

    >>> print(f"{simultaneous_level(0.95, 10):.6f} {simultaneous_level(0.95, 10, method='sidak'):.6f}")
    0.995000 0.994884
    """
    check_level(level)
    if comparisons < 1:
        raise BadArgument(f"intervals that hold together are at least one, not {comparisons!r}")
    if method == "sidak":
        return float(level ** (1 / comparisons))
    if method == "bonferroni":
        return 1 - (1 - level) / comparisons
    raise unknown("method", method, ("bonferroni", "sidak"))
