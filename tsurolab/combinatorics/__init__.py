"""Exact combinatorics of tiles: matchings, the symmetry of polygons and grids, multisets, and counts up to symmetry.

What it is for: exact values, as integers and SymPy rationals, and short lists; nothing here is random or compiled, and
nothing knows a game. SymPy and pandas are loaded by the functions that return their objects.

`matchings` holds the values, `actions` the groups that move them, `counting` the closed forms, `enumeration` the lists.
`multisets` counts draws from a stock, `grids` what fills a grid up to renaming its rows and columns. `fillings` lists
such patterns and sums over disjoint draws; it needs NumPy and is imported by its own name.
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
from tsurolab.combinatorics.draws import hypergeometric
from tsurolab.combinatorics.enumeration import orbit_sizes, tile_classes
from tsurolab.combinatorics.grids import count_fillings, filling_series, grid_cycle_index, grid_parts, partitions
from tsurolab.combinatorics.matchings import (
    MAX_POINTS,
    Matching,
    as_matching,
    count_matchings,
    matchings,
    rank,
    unrank,
)
from tsurolab.combinatorics.multisets import (
    chance_of_all,
    count_choices,
    count_multisets,
    multiset_series,
    multisets,
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
    "chance_of_all",
    "chains",
    "closure",
    "compose",
    "count_choices",
    "count_fillings",
    "count_matchings",
    "count_multisets",
    "count_tiles",
    "cycle_index",
    "cycle_type",
    "cyclic_group",
    "dihedral_group",
    "filling_series",
    "draws",
    "fixed_matchings",
    "grid_cycle_index",
    "grid_parts",
    "hypergeometric",
    "identity",
    "inverse",
    "matchings",
    "multiset_series",
    "multisets",
    "orbit",
    "orbit_sizes",
    "order",
    "partitions",
    "polygon_group",
    "rank",
    "reflection",
    "rotation",
    "stabiliser",
    "tile_classes",
    "unrank",
]
