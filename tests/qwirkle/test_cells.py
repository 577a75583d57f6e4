"""Open and dead cells of a table, against trying every tile and the game of the rule book."""

from __future__ import annotations

import json
import random
from typing import Any

import caseload
import pytest

from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.qwirkle.cells import dead_cells, fitting_tiles, laid
from tsurolab.games.qwirkle.lines import highest_turn
from tsurolab.games.qwirkle.tiles import CLASSIC, COLOURS, SHAPES, TileSet


def example_game() -> dict[str, Any]:
    path = caseload.find("qwirkle/example_game")
    if path is None:
        pytest.skip("no case file qwirkle/example_game.json")
    return json.loads(path.read_text(encoding="utf-8"))


def valid(board: dict[tuple[int, int], tuple[Any, Any]]) -> bool:
    """Whether every line of the table is valid, walked cell by cell."""
    for right, down in ((1, 0), (0, 1)):
        for x, y in board:
            run = [board[x, y]]
            while (x + right * len(run), y + down * len(run)) in board:
                run.append(board[x + right * len(run), y + down * len(run)])
            colours, shapes = {colour for colour, _ in run}, {shape for _, shape in run}
            if len(run) > 1 and {len(colours), len(shapes)} != {1, len(run)}:
                return False
    return True


def grown(seed: int, count: int, tiles: TileSet) -> list[list[Any]]:
    """Lay random tiles beside others as long as the lines stay valid."""
    draw = random.Random(seed)
    board = {(0, 0): (0, 0)}
    for _ in range(count * 40):
        x, y = draw.choice(sorted(board))
        right, down = draw.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        cell = (x + right, y + down)
        more = {**board, cell: (draw.randrange(tiles.colours), draw.randrange(tiles.shapes))}
        if cell not in board and valid(more):
            board = more
        if len(board) == count:
            break
    return [[x, y, tiles.colour_names[colour], tiles.shape_names[shape]] for (x, y), (colour, shape) in board.items()]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("tiles", [CLASSIC, TileSet(3, 4, 3)])
def test_a_tile_fits_where_all_lines_stay_valid(seed, tiles):
    position = {"board": grown(seed, 12, tiles)}
    board = laid(position, tiles)
    assert valid(board)
    assert len(board) >= 8
    found = fitting_tiles(position, tiles)
    beside = {(x + right, y + down) for x, y in board for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    assert list(found) == sorted(beside - set(board), key=lambda cell: cell[::-1])
    for cell, fitting in found.items():
        assert fitting == tuple(i for i in range(tiles.types) if valid({**board, cell: tiles.pair(i)}))


def test_the_dead_cells_of_the_rule_book_are_dead():
    game = example_game()
    board: list[list[Any]] = []
    names = {
        cell: name for turn in game["turns"] for name, cell in ((t["cell"], (t["x"], t["y"])) for t in turn["tiles"])
    }
    assert names[0, 0] == "A1"
    for turn in game["turns"]:
        board += [[tile["x"], tile["y"], tile["colour"], tile["shape"]] for tile in turn["tiles"]]
        assert valid(laid({"board": board}))
        dead = dead_cells({"board": board})
        assert ((1, 1) in dead) == (turn["turn"] >= 8), "B2 is dead after turn 8"
        if turn["turn"] == 11:
            assert {(2, 4), (5, 5)} <= set(dead), "C5 and F6 are dead after turn 11"


def test_a_line_of_six_kills_both_its_ends():
    row = [[x, 0, "red", shape] for x, shape in enumerate(SHAPES)]
    assert dead_cells({"board": row}) == ((-1, 0), (6, 0))
    block = highest_turn()["position"]["board"] + highest_turn()["play"]
    assert len(dead_cells({"board": block})) == 24
    assert all(not fitting for fitting in fitting_tiles({"board": block}).values())


@pytest.mark.parametrize(
    ("board", "error", "words"),
    [
        ([[0, 0, "red", "circle"], [0, 0, "red", "square"]], BadArgument, "two tiles lie at x 0, y 0"),
        ([[0, 0, "red"]], BadArgument, "a position has board"),
        ([[0, "a", "red", "circle"]], BadArgument, "a position has board"),
        ([[0, 0, "pink", "circle"]], UnknownName, "unknown colour 'pink'"),
        ([[0, 0, COLOURS[0], "blob"]], UnknownName, "unknown shape 'blob'"),
    ],
)
def test_a_malformed_board_is_refused_with_the_reason(board, error, words):
    with pytest.raises(error, match=words):
        fitting_tiles({"board": board})
