"""Every edition tells its games in words, a line for the start, for every move, and for the end."""

import random

import pytest

from tsurolab.games.catalogue import all_editions, game
from tsurolab.games.record import GameRecord

pytestmark = pytest.mark.parametrize("name", [edition.name for edition in all_editions()])


def played(name, seed):
    chooser = random.Random(f"{name} {seed}")
    found = game(name)
    state = found.new(players=found.players[seed % len(found.players)], seed=seed)
    while not state.is_over:
        yield state
        state.play(chooser.choice(list(state.legal_moves)))
    yield state


def test_a_line_for_every_position_and_one_for_the_end(name):
    for number, state in enumerate(played(name, 21)):
        words, before = state.last_words, (hash(state), state.ply)
        assert words == words.strip()
        assert "\n" not in words
        assert f"{state.players} " in words if number == 0 else words.startswith("seat ")
        assert (hash(state), state.ply) == before
        assert bool(state.final_words) == state.is_over
    assert number == state.ply > 0


def test_a_move_is_told_with_the_seat_that_made_it(name):
    mover = None
    for state in played(name, 22):
        assert mover is None or state.last_words.startswith(f"seat {mover} ")
        mover = state.turn


def test_the_end_names_the_winners_and_no_others(name):
    for seed in range(23, 26):
        state = list(played(name, seed))[-1]
        told = state.final_words.split(":")[0]
        for seat in range(state.players):
            assert (f"{seat}" in told.split(" with ")[0]) == (seat in state.outcome.winners)


def test_a_replay_tells_the_same_words(name):
    states = [state.copy() for state in played(name, 27)]
    record = GameRecord.loads(states[-1].record().dumps())
    assert [state.last_words for state in record.replay()] == [state.last_words for state in states]
