"""Random boards of tiles, and their closed loops counted.

What it is for: `sample_loops`, the counts of seeded random boards. What it is not for: exact values and the choice
between both (see `tsurolab.games.tsuro.loop_counts`, which also explains the two models).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tsurolab.combinatorics.matchings import Matching, checked_int
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.tsuro.points import ACROSS, MAX_SIDE, Point, point_name
from tsurolab.games.tsuro.tiles import CLASS_NAMES, FIRST_ORIENTED, ORIENTATIONS, ORIENTED_NAMES, POINTS, parse_name
from tsurolab.seeds import check_seed

if TYPE_CHECKING:
    import numpy as np

MODELS = ("uniform", "distinct")
"""The two models of a random board."""


def checked_board(rows: int, cols: int, model: str, gaps: int) -> tuple[int, int, int]:
    """Return (rows, columns, gaps) after checking that a random board of these can be made.

    Raises BadArgument for a number out of range or more than 35 different tiles, UnknownName for another model.

    >>> checked_board(6, 6, "distinct", 1)
    (6, 6, 1)
    """
    rows, cols = checked_int("rows", rows, 1, MAX_SIDE), checked_int("cols", cols, 1, MAX_SIDE)
    gaps = checked_int("gaps", gaps, 0, rows * cols - 1)
    if model not in MODELS:
        raise unknown("model", model, MODELS)
    if model == "distinct" and rows * cols - gaps > len(CLASS_NAMES):
        raise BadArgument(
            f"{rows} x {cols} with {gaps} gaps needs {rows * cols - gaps} different tiles and the set has "
            f"{len(CLASS_NAMES)}; give gaps of at least {rows * cols - len(CLASS_NAMES)}"
        )
    return rows, cols, gaps


def sample_loops(
    rows: int = 6,
    cols: int = 6,
    model: str = "uniform",
    *,
    gaps: int = 0,
    torus: bool = False,
    samples: int = 10_000,
    seed: int = 1,
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the number of closed loops of each of `samples` random boards, as an array of that many integers.

    Parameters: as for `expected_loops`. The same arguments give the same array.

    Raises BadArgument or UnknownName as `checked_board` does.

    >>> sample_loops(3, 3, samples=8, seed=2).shape
    (8,)
    """
    import numpy as np

    rows, cols, gaps = checked_board(rows, cols, model, gaps)
    samples, seed = checked_int("samples", samples, 1), check_seed(seed)
    rng = np.random.Generator(np.random.PCG64(seed))
    nodes, count = _numbered_points(rows, cols, torus)
    batch = max(1, 200_000 // count)
    parts = [
        _count_loops(_random_boards(rng, rows * cols, model, gaps, min(batch, samples - done)), nodes, count)
        for done in range(0, samples, batch)
    ]
    return np.concatenate(parts)


def _numbered_points(rows: int, cols: int, torus: bool) -> tuple[np.ndarray[Any, Any], int]:
    """The number of the point at each port of each square, shape (squares, 8), and how many points there are."""
    import numpy as np

    numbers: dict[Point, int] = {}
    table = np.empty((rows * cols, POINTS), dtype=np.int64)
    for row in range(rows):
        for col in range(cols):
            for point, (down, right, across) in ACROSS.items():
                name = point_name(row, col, point)
                if torus and point > 4:
                    name = ((row + down) % rows, (col + right) % cols, across)
                table[row * cols + col, point - 1] = numbers.setdefault(name, len(numbers))
    return table, len(numbers)


def _random_boards(rng: np.random.Generator, squares: int, model: str, gaps: int, boards: int) -> np.ndarray[Any, Any]:
    """Random boards as oriented indices 0..104, -1 for a gap, shape (boards, squares)."""
    import numpy as np

    if model == "uniform":
        laid = rng.integers(0, len(ORIENTED_NAMES), size=(boards, squares))
    else:
        order = rng.permuted(np.tile(np.arange(len(CLASS_NAMES)), (boards, 1)), axis=1)
        # Squares beyond the set are gaps, moved to a random place below.
        classes = np.zeros((boards, squares), dtype=np.int64)
        filled = squares - gaps
        classes[:, :filled] = order[:, :filled]
        turns = rng.integers(0, 4, size=(boards, squares)) % np.array(ORIENTATIONS)[classes]
        laid = np.array(FIRST_ORIENTED)[classes] + turns
    if gaps:
        laid[:, squares - gaps :] = -1
        laid = rng.permuted(laid, axis=1)
    return laid


def _count_loops(
    laid: np.ndarray[Any, Any], nodes: np.ndarray[Any, Any], count: int
) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The loops of each board: the connected parts of its graph in which every point has two lines."""
    import numpy as np
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    pairs: list[Matching] = [parse_name(name) for name in ORIENTED_NAMES]
    boards = laid.shape[0]
    board, square = np.nonzero(laid >= 0)
    ports = np.array(pairs)[laid[board, square]]
    ends = nodes[square[:, None, None], ports] + (board * count)[:, None, None]
    a, b = ends[..., 0].ravel(), ends[..., 1].ravel()
    points = boards * count
    graph = coo_array((np.ones(a.size, dtype=np.int8), (a, b)), shape=(points, points))
    parts, label = connected_components(graph, directed=False)
    degree = np.bincount(a, minlength=points) + np.bincount(b, minlength=points)
    closed = np.ones(parts, dtype=bool)
    closed[label[degree < 2]] = False
    owner = np.empty(parts, dtype=np.int64)
    owner[label] = np.arange(points) // count
    return np.bincount(owner[closed], minlength=boards).astype(np.int64)
