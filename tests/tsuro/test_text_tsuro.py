"""Tsuro in characters: letters tell the lines, digits the markers, and a seat sees no hidden tile."""

import random

import pytest

import tsurolab as tl
from tsurolab.games.tsuro.notation import Move
from tsurolab.games.tsuro.text import _INSIDE, _ON_FRAME, listed_moves, move_text
from tsurolab.games.tsuro.tiles import ORIENTED_NAMES, parse_name

EDITIONS = ["tsuro/classic", "tsuro/squiggles", "tsuro/kosmos-6", "tsuro/kosmos-7"]


def positions(name, players, seed, **options):
    chooser = random.Random(seed)
    state = tl.game(name, **options).new(players=players, seed=seed)
    while not state.is_over:
        yield state
        state.play(chooser.choice(list(state.legal_moves)))
    yield state


def shown(lines, row, col, places):
    """The characters at places of a square of the board, by point."""
    return {point: lines[2 + 3 * row + down][3 + 7 * col + right] for point, (down, right) in places.items()}


@pytest.mark.parametrize("tile", ORIENTED_NAMES)
def test_equal_letters_are_joined(tile):
    study = {
        "rows": 2,
        "cols": 2,
        "tiles": [{"row": 1, "col": 1, "tile": tile}],
        "players": [{"faces": {"row": 0, "col": 0, "point": 8}, "hand": ["12-34-56-78"]}],
        "deck": [],
    }
    state = tl.game("tsuro/classic", solitaire=True).from_position(study)
    letters = shown(state.text().splitlines(), 1, 1, _INSIDE)
    found = {frozenset(point for point in letters if letters[point] == letter) for letter in "abcd"}
    assert found == {frozenset(port + 1 for port in pair) for pair in parse_name(tile)}


@pytest.mark.parametrize("name", EDITIONS)
def test_a_marker_is_where_the_position_says(name):
    for state in positions(name, 4, 5):
        lines = state.text(seat=0).splitlines()
        for seat, player in enumerate(state.position()["players"]):
            faces = player["faces"]
            if faces:
                assert shown(lines, faces["row"], faces["col"], _ON_FRAME)[faces["point"]] == str(seat)


@pytest.mark.parametrize("name", EDITIONS)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden(name):
    chooser = random.Random(name)
    compared = 0
    for state in positions(name, 4, 11):
        position = state.position()
        if state.is_over or "pending" in position or chooser.random() < 0.7:
            continue
        for seat in state.alive:
            twin = state.position()
            others = [player for each, player in enumerate(twin["players"]) if each != seat]
            hidden = [tile for player in others for tile in player["hand"]] + twin["deck"]
            chooser.shuffle(hidden)
            compared += hidden != [tile for player in others for tile in player["hand"]] + twin["deck"]
            for player in others:
                player["hand"] = [hidden.pop() for _ in player["hand"]]
            twin["deck"] = hidden
            one, other = (state.game.from_position(each) for each in (position, twin))
            assert one.text(seat=seat) == other.text(seat=seat)
            if seat == state.turn:
                assert listed_moves(one) == listed_moves(other)
    assert compared > 5


def test_every_hand_is_shown_to_who_sees_everything():
    state = tl.game("tsuro/classic").new(players=8, seed=2)
    text = state.text()
    assert all(tile in text for seat in range(8) for tile in state.hand(seat))
    assert not any(tile in text for tile in state.deck)


def test_which_cards_another_keeps_is_not_told():
    state = tl.game("tsuro/squiggles").new(players=3, seed=1)
    move = Move(keep=("12-34-56-78", "13-24-56-78"))
    turn = state.turn
    assert move_text(state, move, seat=(turn + 1) % 3) == "keep 2 cards"
    assert move_text(state, move, seat=turn) == move_text(state, move, seat=None) == str(move)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_list_says_where_the_marker_comes_and_who_is_out(name):
    out = 0
    for state in positions(name, 3, 7):
        for move, words in listed_moves(state)[:12]:
            if move.tile is None:
                assert words == ""
                continue
            turn, after = state.turn, state.copy().play(move)
            faces = after.position()["players"][turn]["faces"]
            left = {event.seat: event.cause for event in after.last_events if event.kind == "out"}
            if turn not in left and faces:
                assert words.startswith(f"to {faces['row']},{faces['col']}@{faces['point']}")
            for seat, cause in left.items():
                out += 1
                assert ("" if seat == turn else f"seat {seat} ") + f"out ({cause})" in words
    assert out


def test_paths_are_coloured_but_letters_stay():
    *_, state = positions("tsuro/classic", 2, 3)
    assert any(state.path(seat) for seat in range(2))
    assert "\x1b[94m" in state.text(colour=True)
