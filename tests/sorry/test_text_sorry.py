"""Sorry! in characters: every pawn on its square, and a seat sees no hidden card."""

import random

import pytest

import tsurolab as tl
from tsurolab.games.sorry.text import _place, listed_moves

EDITIONS = ["sorry/classic", "sorry/points", "sorry/teams"]


def positions(name, players, seed, most=150):
    chooser = random.Random(seed)
    state = tl.game(name).new(players=players, seed=seed)
    while not state.is_over and state.ply < most:
        yield state
        state.play(chooser.choice(list(state.legal_moves)))
    yield state


def test_the_track_is_numbered_clockwise_from_the_upper_left_corner():
    lines = tl.game("sorry/classic").new(players=2, seed=1).text().splitlines()[1:]
    assert [int(lines[0][5 * col + 1 : 5 * col + 4]) for col in range(16)] == list(range(16))
    assert [int(lines[row][76:79]) for row in range(16)] == list(range(15, 31))
    assert [int(lines[15][5 * col + 1 : 5 * col + 4]) for col in range(16)] == list(range(45, 29, -1))
    assert [int(lines[row][1:4]) for row in range(1, 16)] == list(range(59, 44, -1))


def test_slides_go_the_way_of_the_track():
    lines = tl.game("sorry/classic").new(players=2, seed=1).text().splitlines()[1:]
    marks = {}
    for number in range(60):
        row, col = _place("red", f"t{number}")
        marks[number] = lines[row].ljust(80)[5 * col + 4]
    assert {number for number, mark in marks.items() if mark == "●"} == {4, 13, 19, 28, 34, 43, 49, 58}
    heads = {number: mark for number, mark in marks.items() if mark in "▶▼◀▲"}
    assert heads == {1: "▶", 9: "▶", 16: "▼", 24: "▼", 31: "◀", 39: "◀", 46: "▲", 54: "▲"}
    assert all(marks[number] in "═║" for number in (2, 3, 10, 11, 12, 17, 18, 56, 57))
    assert all(marks[number] == " " for number in (0, 5, 14, 15, 20, 45, 59))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_pawn_is_where_the_position_says(name):
    for state in positions(name, 4, 3):
        lines = [line.ljust(80) for line in state.text().splitlines()[1:17]]
        board = "\n".join(lines)
        for colour in state.colours:
            letter = colour[0].upper()
            pawns = state.pawns(colour)
            for square in pawns:
                if square[1:].isdigit():
                    row, col = _place(colour, square)
                    assert lines[row][5 * col + 1] == letter
                    assert lines[row][5 * col + 2 : 5 * col + 5].strip(" ▶▼◀▲═║●") == square.lstrip("t")
            assert f"home {letter * pawns.count('home')}" in board
            assert f"start {letter * pawns.count('start')}" in board
            assert board.count(letter) == len(pawns)


@pytest.mark.parametrize("name", EDITIONS)
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden(name):
    chooser = random.Random(name)
    for state in positions(name, 4, 8):
        position = state.position()
        if state.is_over or chooser.random() < 0.8:
            continue
        for seat, colour in enumerate(state.colours):
            twin = state.position()
            hands = {each: cards for each, cards in twin.get("hands", {}).items() if each != colour}
            hidden = [card for cards in hands.values() for card in cards] + twin["deck"]
            chooser.shuffle(hidden)
            for each, cards in hands.items():
                twin["hands"][each] = [hidden.pop() for _ in cards]
            twin["deck"] = hidden
            one, other = (state.game.from_position(each) for each in (position, twin))
            assert one.text(seat=seat) == other.text(seat=seat)
            if seat == state.turn:
                assert listed_moves(one) == listed_moves(other)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_list_says_who_is_bumped_and_where_a_pawn_slides(name):
    seen = set()
    for state in positions(name, 4, 5):
        for move, words in listed_moves(state):
            events = state.copy().play(move).last_events
            for event in events:
                seen.add(event.kind)
                if event.kind == "bump":
                    assert f"bumps {event.colour}" in words
                if event.kind == "slide":
                    assert f"slides to {event.to}" in words
                if event.kind == "move":
                    assert f"to {event.to}" in words
            assert words.count("bumps") == sum(event.kind == "bump" for event in events)
    assert {"move", "bump", "slide"} <= seen
