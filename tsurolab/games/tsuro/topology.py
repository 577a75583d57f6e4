"""The topology of a filled, or partly filled, board: its graph of points, open paths, closed loops and placements.

What it is for: exact statements about boards, with networkx. The loops of random boards are part of the subject;
`expected_loops`, `loop_terms` and `sample_loops` are defined in `tsurolab.games.tsuro.loop_counts` and
`tsurolab.games.tsuro.loop_sampling` and named here too. What it is not for: playing (the kernel follows paths itself).

A board is either a position, as `State.position()` gives it, of which "rows", "cols" and "tiles" are read, or a mapping
{(row, column): name of the tile as it lies} together with `rows` and `cols`. Rows count from the top, columns from the
left, from 0. Squares without a tile are empty. Points are named as in `tsurolab.games.tsuro.points`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from tsurolab.combinatorics.matchings import Matching, checked_int
from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.loop_counts import LoopExpectation, expected_loops, loop_terms
from tsurolab.games.tsuro.loop_sampling import sample_loops
from tsurolab.games.tsuro.points import ACROSS, MAX_SIDE, Point, Square, point_name
from tsurolab.games.tsuro.tiles import ORIENTATIONS, parse_name

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

__all__ = [
    "ACROSS",
    "MAX_SIDE",
    "Board",
    "LoopExpectation",
    "Path",
    "Point",
    "Square",
    "count_placements",
    "expected_loops",
    "loop_terms",
    "loops",
    "open_paths",
    "path_graph",
    "path_table",
    "perimeter",
    "point_name",
    "read_board",
    "sample_loops",
]

Board: TypeAlias = Mapping[Any, Any]
"""A position, or {(row, column): tile name}."""


@dataclass(frozen=True, order=True)
class Path:
    """A path over the tiles of a board: open, with two ends, or closed.

    >>> open_paths({(0, 0): "12-34-56-78"}, rows=1, cols=1)[0]
    Path(points=((0, 0, 1), (0, 0, 2)), squares=((0, 0),), closed=False)
    """

    points: tuple[Point, ...]
    """The points in order, ends included; of a closed path each point once, from the least."""
    squares: tuple[Square, ...]
    """The square of each segment, in order."""
    closed: bool
    """Whether it is a loop."""

    @property
    def segments(self) -> int:
        """The length: how many times the path crosses a tile."""
        return len(self.squares)


def read_board(
    board: Board, rows: int | None = None, cols: int | None = None
) -> tuple[dict[Square, Matching], int, int]:
    """Return ({square: pairs of ports 0..7}, rows, columns) of a board given in either form, after checking it.

    Raises BadArgument when the size is missing, a square is off the board or filled twice, or a tile is malformed.

    >>> read_board({(0, 0): "12-34-56-78"}, rows=1, cols=2)
    ({(0, 0): ((0, 1), (2, 3), (4, 5), (6, 7))}, 1, 2)
    """
    if not isinstance(board, Mapping):
        raise BadArgument(f"a board is a position or a mapping {{(row, column): tile name}}, not {board!r}")
    placed: list[tuple[Any, Any]]
    if "tiles" in board:
        rows, cols = board.get("rows", rows), board.get("cols", cols)
        try:
            placed = [((entry["row"], entry["col"]), entry["tile"]) for entry in board["tiles"]]
        except (TypeError, KeyError):
            raise BadArgument("the tiles of a position are a list of {'row', 'col', 'tile'}") from None
    else:
        placed = list(board.items())
    if rows is None or cols is None:
        raise BadArgument("a board needs its size: give rows and cols")
    rows, cols = checked_int("rows", rows, 1, MAX_SIDE), checked_int("cols", cols, 1, MAX_SIDE)
    filled: dict[Square, Matching] = {}
    for square, name in placed:
        if not (isinstance(square, tuple) and len(square) == 2):
            raise BadArgument(f"a square is a pair (row, column), not {square!r}")
        row = checked_int("the row of a tile", square[0], 0, rows - 1)
        col = checked_int("the column of a tile", square[1], 0, cols - 1)
        if (row, col) in filled:
            raise BadArgument(f"two tiles lie on row {row}, column {col}; a square holds one")
        filled[row, col] = parse_name(name)
    return filled, rows, cols


def path_graph(board: Board, rows: int | None = None, cols: int | None = None) -> nx.MultiGraph:
    """Return the graph of a board: a node for each point, an edge for each line of a tile.

    Nodes are named by `point_name` and carry `border` (whether the point lies on the border of the board). Edges carry
    `row`, `col` and `pair` (the two points 1..8 on that tile). Every node has degree 0, 1 or 2: the number of tiles
    that touch it. Two tiles can join the same two points, so it is a multigraph.

    Raises BadArgument as `read_board` does.

    >>> graph = path_graph({(0, 0): "12-34-56-78", (0, 1): "12-34-56-78"}, rows=1, cols=2)
    >>> graph.number_of_nodes(), graph.number_of_edges()
    (14, 8)
    """
    import networkx as nx

    filled, rows, cols = read_board(board, rows, cols)
    graph = nx.MultiGraph(rows=rows, cols=cols)
    for row in range(rows):
        for col in range(cols):
            for point, (down, right, _) in ACROSS.items():
                border = not (0 <= row + down < rows and 0 <= col + right < cols)
                graph.add_node(point_name(row, col, point), border=border)
    for (row, col), pairs in sorted(filled.items()):
        for a, b in pairs:
            ends = point_name(row, col, a + 1), point_name(row, col, b + 1)
            graph.add_edge(*ends, row=row, col=col, pair=(a + 1, b + 1))
    return graph


def _paths(board: Board, rows: int | None, cols: int | None) -> list[Path]:
    graph = path_graph(board, rows, cols)
    # Ends first: from an end the whole open path is walked, so what is left of degree two is closed.
    starts = sorted(graph.nodes, key=lambda node: (graph.degree[node] != 1, node))
    seen: set[Point] = set()
    paths: list[Path] = []
    for start in starts:
        if start in seen or graph.degree[start] == 0:
            continue
        points, squares = [start], []
        used: set[tuple[int, int, tuple[int, int]]] = set()
        while True:
            for _, neighbour, data in graph.edges(points[-1], data=True):
                line = (data["row"], data["col"], data["pair"])
                if line not in used:
                    used.add(line)
                    points.append(neighbour)
                    squares.append((data["row"], data["col"]))
                    break
            else:
                break
        closed = graph.degree[start] == 2
        seen.update(points)
        paths.append(Path(tuple(points[:-1] if closed else points), tuple(squares), closed))
    return paths


def open_paths(board: Board, rows: int | None = None, cols: int | None = None) -> tuple[Path, ...]:
    """Return the open paths of a board, each from its lesser end, by that end.

    Their number is `perimeter`, whatever the tiles are: every edge of the filled region has two points, each the end of
    a path. So a full board has 2 (rows + columns) of them, and n x n has 4n.

    Raises BadArgument as `read_board` does.

    >>> full = {(row, col): "15-26-37-48" for row in range(2) for col in range(2)}
    >>> [path.segments for path in open_paths(full, rows=2, cols=2)]
    [2, 2, 2, 2, 2, 2, 2, 2]
    """
    return tuple(sorted(path for path in _paths(board, rows, cols) if not path.closed))


def loops(board: Board, rows: int | None = None, cols: int | None = None) -> tuple[Path, ...]:
    """Return the closed loops of a board, by their least point.

    Raises BadArgument as `read_board` does.

    >>> loops({(0, 0): "12-34-56-78", (0, 1): "12-34-56-78"}, rows=1, cols=2)
    (Path(points=((0, 0, 3), (0, 0, 4)), squares=((0, 0), (0, 1)), closed=True),)
    """
    return tuple(sorted(path for path in _paths(board, rows, cols) if path.closed))


def path_table(board: Board, rows: int | None = None, cols: int | None = None) -> pd.DataFrame:
    """Return the paths of a board, open ones first, one row a path.

    Columns: closed; segments (tiles crossed, counted each time); squares (different ones); start and end, as
    ``row,column@point`` (of a loop both are its least point).

    Raises BadArgument as `read_board` does.

    >>> path_table({(0, 0): "12-34-56-78"}, rows=1, cols=1).head(2)
       closed  segments  squares  start    end
    0   False         1        1  0,0@1  0,0@2
    1   False         1        1  0,0@3  0,0@4
    """
    import pandas as pd

    paths = sorted(_paths(board, rows, cols), key=lambda path: (path.closed, path))
    return pd.DataFrame(
        [
            {
                "closed": path.closed,
                "segments": path.segments,
                "squares": len(set(path.squares)),
                "start": "{},{}@{}".format(*path.points[0]),
                "end": "{},{}@{}".format(*path.points[0 if path.closed else -1]),
            }
            for path in paths
        ],
        columns=["closed", "segments", "squares", "start", "end"],
    )


def perimeter(board: Board, rows: int | None = None, cols: int | None = None) -> int:
    """Return the number of tile edges that touch no other tile: the number of open paths, without following any.

    Raises BadArgument as `read_board` does.

    >>> perimeter({(0, 0): "12-34-56-78", (0, 1): "12-34-56-78"}, rows=6, cols=6)
    6
    """
    filled, _, _ = read_board(board, rows, cols)
    steps = {(down, right) for down, right, _ in ACROSS.values()}
    return sum((row + down, col + right) not in filled for row, col in filled for down, right in steps)


def count_placements(rows: int = 6, cols: int = 6, gaps: int = 1, orientations: Sequence[int] = ORIENTATIONS) -> int:
    """Count the ways to lay different tiles of a set on a board, all squares but `gaps` filled.

    Two ways differ when some square shows different lines. Parameters: `orientations` says how many orientations each
    tile of the set has; the tiles are all different. With k = rows * cols - gaps squares to fill the count is

        C(rows * cols, gaps) * k! * e_k(orientations):

    choose the gaps; choose which k tiles to lay and how each is turned, which is the elementary symmetric polynomial
    e_k of the numbers of orientations; deal these out over the squares in k! ways. For the 35 tiles on 6 x 6 with one
    gap that is 36 * 35! * (1^5 * 2^10 * 4^20) = 36! * 2^50. With more squares to fill than tiles the count is 0.

    Raises BadArgument when a number is out of range.

    >>> count_placements() == math.factorial(36) * 2**50
    True
    >>> count_placements(1, 1, gaps=0)
    105
    """
    rows, cols = checked_int("rows", rows, 1, MAX_SIDE), checked_int("cols", cols, 1, MAX_SIDE)
    gaps = checked_int("gaps", gaps, 0, rows * cols)
    squares = rows * cols - gaps
    sums = [1]
    for number in orientations:
        number = checked_int("a number of orientations", number, 1, 4)
        sums = [a + number * b for a, b in zip([*sums, 0], [0, *sums])]
    if squares >= len(sums):
        return 0
    return math.comb(rows * cols, gaps) * math.factorial(squares) * sums[squares]
