"""Qwirkle in characters: every tile in its column and row, and a seat sees no hidden tile."""

import random
import re

import tsurolab as tl
from tsurolab.games.qwirkle.notation import code_of
from tsurolab.games.qwirkle.text import listed_moves, move_text


def positions(players, seed):
    chooser = random.Random(seed)
    state = tl.game("qwirkle/classic").new(players=players, seed=seed)
    while not state.is_over:
        yield state
        plays = list(state.legal_moves)
        state.play(chooser.choice(plays[: max(1, len(plays) // 2)]))
    yield state


def read_grid(text, bag_line):
    """The grid read back from a picture: {(column, row): code}, and the cells marked open or dead."""
    tiles, marks = {}, {}
    columns = []
    for line in text.splitlines()[1:bag_line]:
        cells = [line[4 + 3 * place : 7 + 3 * place].strip() for place in range((len(line) - 2) // 3)]
        if not line[:4].strip():
            columns = [int(cell) for cell in cells]
            continue
        for x, cell in zip(columns, cells, strict=False):
            if cell in ("·", "×"):
                marks[x, int(line[:4])] = cell
            elif cell:
                tiles[x, int(line[:4])] = cell.lstrip("*")
    return tiles, marks


def test_the_grid_can_be_read_back():
    for state in positions(3, 4):
        if state.board:
            text = state.text()
            bag_line = next(place for place, line in enumerate(text.splitlines()) if line.startswith("bag "))
            tiles, marks = read_grid(text, bag_line)
            assert tiles == {cell: code_of(*tile) for cell, tile in state.board.items()}
            assert {cell for cell, mark in marks.items() if mark == "×"} == set(state.dead_cells)
            assert all(state.fits(*cell) for cell, mark in marks.items() if mark == "·")


def test_the_last_play_is_starred():
    for state in positions(2, 9):
        if state.last_move:
            placed = [code_of(each.colour, each.shape) for each in state.last_move.placements]
            assert sorted(re.findall(r"\*(\w\w)", state.text())) == sorted(placed)


def test_what_a_seat_sees_does_not_depend_on_what_is_hidden():
    chooser = random.Random(1)
    for state in positions(3, 6):
        position = state.position()
        if state.is_over or chooser.random() < 0.8:
            continue
        for seat in range(3):
            twin = state.position()
            others = [each for each in range(3) if each != seat]
            hidden = [tile for each in others for tile in twin["hands"][each]] + twin["bag"]
            chooser.shuffle(hidden)
            for each in others:
                twin["hands"][each] = [hidden.pop() for _ in twin["hands"][each]]
            twin["bag"] = hidden
            one, other = (state.game.from_position(each) for each in (position, twin))
            assert one.text(seat=seat) == other.text(seat=seat)
            if seat == state.turn:
                assert listed_moves(one) == listed_moves(other)


def test_which_tiles_another_trades_is_not_told():
    traded = 0
    for state in positions(2, 2):
        for move in state.legal_moves:
            if move.trade:
                traded += 1
                plural = "s" * (len(move.trade) != 1)
                assert move_text(state, move, seat=1 - state.turn) == f"trade {len(move.trade)} tile{plural}"
                assert move_text(state, move, seat=state.turn) == move_text(state, move) == str(move)
    assert traded


def test_plays_are_listed_by_points_and_trades_last():
    for state in positions(2, 3):
        listed = [move for move, _ in listed_moves(state)]
        points = [move.points for move in listed if move.placements]
        assert points == sorted(points, reverse=True)
        assert all(move.placements for move in listed[: len(points)])
        for move, words in listed_moves(state)[:3]:
            if move.placements:
                assert words.split()[0] == str(state.score(move).points)
