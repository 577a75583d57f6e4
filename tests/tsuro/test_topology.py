"""Graphs of boards, open paths and loops, placements."""

import itertools
import json
import math

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.points import ACROSS, point_name
from tsurolab.games.tsuro.tiles import ORIENTATIONS, ORIENTED_NAMES
from tsurolab.games.tsuro.topology import (
    count_placements,
    loops,
    open_paths,
    path_graph,
    path_table,
    perimeter,
    read_board,
)

names = st.sampled_from(ORIENTED_NAMES)


@st.composite
def boards(draw, full=False):
    """({square: name}, rows, columns), some squares empty unless `full`."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    board = {}
    for square in itertools.product(range(rows), range(cols)):
        if full or draw(st.booleans()):
            board[square] = draw(names)
    return board, rows, cols


def naive_paths(board, rows, cols):
    """{(segments, closed): how many}: by following each line of each tile from square to square."""
    mate = {
        square: {int(a): int(b) for pair in name.split("-") for a, b in (pair, pair[::-1])}
        for square, name in board.items()
    }
    found = {}
    seen = set()
    starts = [(square, point) for square in board for point in range(1, 9)]
    # Open paths first: they start where no tile lies behind.
    starts.sort(key=lambda start: behind(start) in board)
    for start in starts:
        if start in seen:
            continue
        closed = behind(start) in board
        square, point = start
        segments = 0
        while square in board and (square, point) not in seen:
            out = mate[square][point]
            seen.update({(square, point), (square, out)})
            segments += 1
            down, right, point = ACROSS[out]
            square = (square[0] + down, square[1] + right)
        found[segments, closed] = found.get((segments, closed), 0) + 1
    return found


def behind(start):
    (row, col), point = start
    down, right, _ = ACROSS[point]
    return (row + down, col + right)


def test_crossing_an_edge_and_back():
    assert {point: ACROSS[point][2] for point in ACROSS} == {1: 6, 2: 5, 3: 8, 4: 7, 5: 2, 6: 1, 7: 4, 8: 3}
    for point, (down, right, other) in ACROSS.items():
        assert ACROSS[other] == (-down, -right, point)
        assert point_name(3, 3, point) == point_name(3 + down, 3 + right, other)


@given(boards())
@settings(max_examples=60)
def test_paths_against_following_lines(case):
    board, rows, cols = case
    paths = [*open_paths(board, rows, cols), *loops(board, rows, cols)]
    found = {}
    for path in paths:
        found[path.segments, path.closed] = found.get((path.segments, path.closed), 0) + 1
        assert len(set(path.points)) == len(path.points) == path.segments + (not path.closed)
    assert found == naive_paths(board, rows, cols)
    assert sum(path.segments for path in paths) == 4 * len(board)


@given(boards())
@settings(max_examples=60)
def test_open_paths_number_the_perimeter(case):
    board, rows, cols = case
    assert len(open_paths(board, rows, cols)) == perimeter(board, rows, cols)


@given(boards(full=True))
@settings(max_examples=40)
def test_a_full_board_has_as_many_open_paths_as_outer_edges(case):
    board, rows, cols = case
    assert len(open_paths(board, rows, cols)) == 2 * (rows + cols)


@given(st.lists(names, min_size=36, max_size=36))
@settings(max_examples=10)
def test_four_n_open_paths_on_the_full_board(laid):
    board = dict(zip(itertools.product(range(6), range(6)), laid))
    assert len(open_paths(board, rows=6, cols=6)) == 24


@given(boards())
@settings(max_examples=40)
def test_the_graph(case):
    board, rows, cols = case
    graph = path_graph(board, rows, cols)
    assert graph.number_of_nodes() == 2 * (rows * (cols + 1) + cols * (rows + 1))
    assert graph.number_of_edges() == 4 * len(board)
    assert set(dict(graph.degree).values()) <= {0, 1, 2}
    assert sum(border for _, border in graph.nodes(data="border")) == 4 * (rows + cols)
    # Every component is a path or a cycle, so the loops number edges - nodes + components.
    components = nx.number_connected_components(graph)
    assert len(loops(board, rows, cols)) == (graph.number_of_edges() - graph.number_of_nodes() + components)


def test_a_loop_of_two_segments_joins_the_same_two_points_twice():
    (loop,) = loops({(0, 0): "12-34-56-78", (0, 1): "12-34-56-78"}, rows=1, cols=2)
    assert loop.segments == 2
    assert loop.points == ((0, 0, 3), (0, 0, 4))
    assert loop.squares == ((0, 0), (0, 1))


def test_a_loop_round_a_corner():
    # Each tile joins neighbouring sides near the corner: four corners' worth of 18-23-45-67.
    board = dict.fromkeys(itertools.product(range(3), range(3)), "18-23-45-67")
    found = loops(board, rows=3, cols=3)
    assert [loop.segments for loop in found] == [4] * 4
    assert {loop.squares[0] for loop in found} <= set(board)
    assert len(open_paths(board, rows=3, cols=3)) == 12


def test_a_position_is_read_like_a_mapping():
    position = json.loads(
        json.dumps(
            {
                "rows": 2,
                "cols": 3,
                "tiles": [{"row": 0, "col": 1, "tile": "15-26-37-48"}, {"row": 1, "col": 1, "tile": "12-34-56-78"}],
                "players": [{"faces": None, "hand": [], "out": False}],
                "turn": 0,
                "deck": [],
                "dragon": None,
            }
        )
    )
    board = {(0, 1): "15-26-37-48", (1, 1): "12-34-56-78"}
    assert read_board(position) == read_board(board, rows=2, cols=3)
    assert open_paths(position) == open_paths(board, rows=2, cols=3)
    table = path_table(position)
    assert list(table["segments"]).count(3) == 1  # in by the top, back by the lower tile, out by the top
    assert table["segments"].sum() == 8
    assert path_table({}, rows=2, cols=2).empty


@pytest.mark.parametrize(
    ("board", "size", "reason"),
    [
        ({(0, 0): "12-34-56-78"}, {}, "needs its size"),
        ({(0, 2): "12-34-56-78"}, {"rows": 2, "cols": 2}, "the column of a tile must be a whole number from 0 to 1"),
        ({(-1, 0): "12-34-56-78"}, {"rows": 2, "cols": 2}, "the row of a tile"),
        ({(0, 0): "12-34-56-77"}, {"rows": 2, "cols": 2}, "point 7 twice"),
        ({0: "12-34-56-78"}, {"rows": 2, "cols": 2}, r"a square is a pair \(row, column\), not 0"),
        ({}, {"rows": 0, "cols": 2}, "rows must be"),
        ("board", {"rows": 2, "cols": 2}, "a board is a position or a mapping"),
        ({"rows": 2, "cols": 2, "tiles": [{"row": 0}]}, {}, "a list of {'row', 'col', 'tile'}"),
        ({"rows": 2, "cols": 2, "tiles": [{"row": 0, "col": 0, "tile": "12-34-56-78"}] * 2}, {}, "two tiles lie on"),
    ],
)
def test_bad_boards_are_refused_with_the_reason(board, size, reason):
    for function in (path_graph, open_paths, loops, perimeter, path_table):
        with pytest.raises(BadArgument, match=reason):
            function(board, **size)


def test_placements_of_the_whole_set():
    count = count_placements(rows=6, cols=6, gaps=1)
    assert count == math.factorial(36) * 2**50
    assert count == 418827251978827567489519860148832792500140559564800000000


def test_placements_of_small_sets_one_by_one():
    # A set of three tiles with 1, 2 and 4 orientations on a 2 x 2 board.
    tiles = [(which, turn) for which, turns in enumerate((1, 2, 4)) for turn in range(turns)]
    for gaps in range(5):
        counted = 0
        for laid in itertools.product([None, *tiles], repeat=4):
            used = [one[0] for one in laid if one]
            counted += len(used) == len(set(used)) == 4 - gaps
        assert count_placements(2, 2, gaps, orientations=(1, 2, 4)) == counted


def test_placements_of_two_neighbours_one_by_one():
    classes = [which for which, turns in enumerate(ORIENTATIONS) for _ in range(turns)]
    counted = sum(a != b for a in classes for b in classes)
    assert count_placements(1, 2, gaps=0) == counted


def test_placements_at_the_ends_of_the_range():
    assert count_placements(6, 6, gaps=0) == 0  # 36 squares, 35 tiles
    assert count_placements(6, 6, gaps=36) == 1
    for arguments in ((0, 6, 1), (6, 6, 37), (6, 6, -1), (6, 6.0, 1)):
        with pytest.raises(BadArgument, match="must be a whole number"):
            count_placements(*arguments)
    with pytest.raises(BadArgument, match="a number of orientations"):
        count_placements(2, 2, 1, orientations=(0, 1, 2))
