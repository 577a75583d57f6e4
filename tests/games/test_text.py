"""Every edition shows itself in characters: narrow enough, in ASCII where needed, colour only on request."""

import io
import random
import re
import sys

import pytest

from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import all_editions, game

EDITIONS = [edition.name for edition in all_editions()]
pytestmark = pytest.mark.parametrize("name", EDITIONS)


def positions(name, seed=0):
    """Positions of one game with the most players, and the last one."""
    chooser = random.Random(f"{name} {seed}")
    found = game(name)
    state = found.new(players=found.players[-1], seed=seed)
    while not state.is_over:
        if chooser.random() < 0.2 or not state.ply:
            yield state.copy()
        state.play(chooser.choice(list(state.legal_moves)))
    yield state


def test_pictures_fit_a_terminal(name):
    for state in positions(name):
        for seat in (None, 0, state.players - 1):
            text = state.text(seat=seat)
            assert max(map(len, text.splitlines())) <= 80
            assert "\x1b" not in text
            assert text == "\n".join(line.rstrip() for line in text.split("\n"))
            assert text.splitlines()[0] == repr(state)[1:-1]


def test_ascii_and_colour_show_the_same_places(name):
    for state in positions(name):
        text, plain = state.text(seat=0), state.text(seat=0, plain=True)
        assert plain.isascii()
        assert [len(line) for line in plain.split("\n")] == [len(line) for line in text.split("\n")]
        coloured = state.text(seat=0, colour=True)
        assert "\x1b[" in coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text


def test_a_text_picture_changes_nothing(name):
    for state in positions(name):
        before = state.copy()
        state.text(seat=0)
        state.game.family.text.listed_moves(state)
        assert state == before
        assert state.moves == before.moves


def test_print_uses_what_the_output_can_hold(name, monkeypatch):
    state = game(name).new(players=game(name).players[0], seed=3)
    for encoding, wanted in (("utf-8", state.text()), ("ascii", state.text(plain=True))):
        output = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
        monkeypatch.setattr(sys, "stdout", output)
        print(state)
        output.flush()
        assert output.buffer.getvalue().decode(encoding) == wanted + "\n"


@pytest.mark.parametrize("seat", [-1, 9, True, "0", 1.5])
def test_a_seat_that_does_not_exist_is_refused(name, seat):
    state = game(name).new(players=game(name).players[0], seed=3)
    with pytest.raises(BadArgument, match="seat must be 0 to"):
        state.text(seat=seat)


def test_the_list_of_moves_is_all_legal_moves_once(name):
    text = game(name).family.text
    for state in positions(name):
        listed = [move for move, _ in text.listed_moves(state)]
        assert sorted(map(str, listed)) == sorted(map(str, state.legal_moves))
        assert all(words.isascii() and "\n" not in words for _, words in text.listed_moves(state))


def test_one_sees_the_whole_of_the_own_moves(name):
    text = game(name).family.text
    for state in positions(name):
        for move in list(state.legal_moves)[::7]:
            assert text.move_text(state, move, seat=state.turn) == text.move_text(state, move, seat=None)
            assert str(move) in text.move_text(state, move, seat=None)


def test_help_fits_a_terminal(name):
    words = game(name).family.text.HELP
    assert words.isascii()
    assert words.endswith("\n")
    assert max(map(len, words.splitlines())) <= 80
