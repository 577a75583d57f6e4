"""Exact combinatorics of tiles: matchings, the symmetry of polygons, and counts up to symmetry.

What it is for: exact values, as integers and SymPy rationals, and short lists; nothing here is random or compiled, and
nothing knows a game. SymPy and pandas are loaded by the functions that return their objects.

`matchings` holds the values, `actions` the groups that move them, `counting` the closed forms, `enumeration` the lists.
`draws` (drawing without replacement) and `chains` (absorbing Markov chains) are modules to be used by name.
"""

from tsurolab.combinatorics import chains, draws
from tsurolab.combinatorics.actions import (
    Permutation,
    apply,
    as_permutation,
    canonical,
    closure,
    compose,
    cycle_type,
    cyclic_group,
    dihedral_group,
    identity,
    inverse,
    orbit,
    order,
    polygon_group,
    reflection,
    rotation,
    stabiliser,
)
from tsurolab.combinatorics.counting import (
    burnside_table,
    count_tiles,
    cycle_index,
    fixed_matchings,
)
from tsurolab.combinatorics.enumeration import orbit_sizes, tile_classes
from tsurolab.combinatorics.matchings import (
    MAX_POINTS,
    Matching,
    as_matching,
    count_matchings,
    matchings,
    rank,
    unrank,
)

__all__ = [
    "MAX_POINTS",
    "Matching",
    "Permutation",
    "apply",
    "as_matching",
    "as_permutation",
    "burnside_table",
    "canonical",
    "chains",
    "closure",
    "compose",
    "count_matchings",
    "count_tiles",
    "cycle_index",
    "cycle_type",
    "cyclic_group",
    "dihedral_group",
    "draws",
    "fixed_matchings",
    "identity",
    "inverse",
    "matchings",
    "orbit",
    "orbit_sizes",
    "order",
    "polygon_group",
    "rank",
    "reflection",
    "rotation",
    "stabiliser",
    "tile_classes",
    "unrank",
]
