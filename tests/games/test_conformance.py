"""Every edition of the catalogue keeps the contracts that all games share.

A new edition is tested by being in the catalogue; nothing here names a game.
"""

import copy
import json
import pickle
import random

import numpy as np
import pytest

from tsurolab.errors import BadArgument, BadRecord, IllegalMove, UnknownName
from tsurolab.games.catalogue import all_editions, family, game
from tsurolab.games.protocol import Mark, new_records
from tsurolab.games.record import GameRecord
from tsurolab.simulate import simulate

EDITIONS = [edition.name for edition in all_editions()]
pytestmark = pytest.mark.parametrize("name", EDITIONS)


def played(name, seed, *, moves=10_000):
    """A game of random legal moves, by a generator of its own."""
    chooser = random.Random(f"{name} {seed}")
    found = game(name)
    state = found.new(players=found.players[seed % len(found.players)], seed=seed)
    while not state.is_over and state.ply < moves:
        state.play(chooser.choice(list(state.legal_moves)))
    return state


def test_an_edition_says_where_its_rules_come_from(name):
    edition = game(name).edition
    assert edition.title
    assert edition.summary
    assert edition.sources
    assert edition.version >= 1
    for ruling in edition.rulings:
        assert ruling.point
        assert ruling.text.endswith((".", "?"))
        assert isinstance(ruling.mark, Mark)
        assert not ruling.option or ruling.option in {option.name for option in edition.options}


def test_defaults_of_options_are_allowed_by_themselves(name):
    edition = game(name).edition
    for option in edition.options:
        if option.default is not None:
            assert option.check(option.default) == option.default
            assert option.check(str(option.default)) == option.default or not option.choices
        assert option.doc


def test_a_copy_plays_alone_and_keeps_its_hash(name):
    state = played(name, 1, moves=6)
    twin = state.copy()
    before = hash(twin), twin.position()
    state.play(state.legal_moves[0])
    assert (hash(twin), twin.position()) == before
    assert twin != state


@pytest.mark.parametrize("twin", [lambda state: pickle.loads(pickle.dumps(state)), copy.deepcopy])
def test_a_state_can_be_pickled_and_copied_deeply(name, twin):
    state = played(name, 12, moves=5)
    again = twin(state)
    assert (again, again.moves, again.position()) == (state, state.moves, state.position())
    again.play(again.legal_moves[0]).undo()
    assert again == state


def test_what_is_no_move_is_refused(name):
    state = played(name, 13, moves=3)
    for thing in ([], {}, None, 7, object()):
        assert thing not in state.legal_moves
        with pytest.raises(IllegalMove):
            state.play(thing)
    for text in ("", "?", "9" * 5000, "5,0@²", "１,２", "\n", "5,0@1 " * 50):
        assert text not in state.legal_moves
        with pytest.raises(IllegalMove):
            state.play(text)


def test_undo_restores_every_byte(name):
    state = played(name, 2)
    past = []
    while state.ply:
        past.append(state.undo())
    fresh = game(name).new(players=state.players, seed=2)
    assert state == fresh
    for move in reversed(past):
        fresh.play(move)
    assert fresh.is_over
    with pytest.raises(IllegalMove, match="nothing to undo"):
        state.undo()


def test_legal_moves_are_distinct_and_each_can_be_played_and_read_back(name):
    state = played(name, 3, moves=5)
    while not state.is_over:
        moves = list(state.legal_moves)
        assert moves
        assert len(set(moves)) == len(moves) == len(state.legal_moves)
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts)
        for move in moves[:: max(1, len(moves) // 12)]:
            assert state.parse(str(move)) == move
            assert move in state.legal_moves
            assert str(move) in state.legal_moves
            state.copy().play(move)
        state.play(moves[len(moves) // 2])
    assert len(state.legal_moves) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play(moves[0])


def test_positions_are_data_and_round_trip_all_along_a_game(name):
    final = played(name, 4)
    state = game(name).new(players=final.players, seed=4)
    for move in final.moves:
        position = json.loads(json.dumps(state.position()))
        again = game(name).from_position(position, strict=True)
        assert again.position() == position
        assert [str(each) for each in again.legal_moves] == [str(each) for each in state.legal_moves]
        state.play(move)
    again = game(name).from_position(json.loads(json.dumps(state.position())))
    assert again.is_over
    assert again.outcome == state.outcome


def test_a_record_replays_without_random_numbers(name):
    state = played(name, 5)
    record = GameRecord.loads(state.record().dumps())
    states = list(record.replay())
    assert len(states) == state.ply + 1
    assert states[-1].position() == state.position()
    assert states[-1].outcome == state.outcome
    assert states[-1].record().dumps() == record.dumps()


def test_a_record_of_another_version_says_so(name):
    record = played(name, 5, moves=3).record()
    text = record.dumps().replace(f'"edition_version":{record.edition_version}', '"edition_version":999', 1)
    with pytest.raises(BadRecord, match="made with version 999"):
        list(GameRecord.loads(text).replay())


def test_the_kernel_plays_the_games_that_a_run_reports(name):
    found = game(name)
    players = found.players[-1]
    run = simulate(name, players=players, games=40, seed=6, progress=False)
    for number in (0, 7, 39):
        state = run.state(number)
        assert state.is_over
        assert sum(1 << seat for seat in state.outcome.winners) == int(run.results["winners"][number])
        assert run.replay(number).final().position() == state.position()


def test_results_do_not_depend_on_workers(name):
    runs = [
        simulate(name, players=game(name).players[0], games=120, seed=7, workers=workers, progress=False).results
        for workers in (1, 2)
    ]
    assert runs[0].tobytes() == runs[1].tobytes()


def test_every_result_field_is_explained_and_every_code_has_a_name(name):
    found = family(game(name).edition.family)
    assert set(found.result_fields) == set(found.kernel.RESULT.names)
    run = simulate(name, players=game(name).players[-1], games=60, seed=8, progress=False)
    for field, meaning in found.result_fields.items():
        assert meaning.doc
        if meaning.kind == "code" and meaning.names:
            assert int(np.max(run.results[field])) < len(meaning.names)


def test_dealing_is_a_function_of_seed_and_number(name):
    found = game(name)
    players = found.players[0]
    assert found.new(players, seed=9, number=3) == found.new(players, seed=9, number=3)
    assert found.new(players, seed=9, number=3).position() != found.new(players, seed=9, number=4).position()
    assert found.new(players, seed=9).position() != found.new(players, seed=10).position()


def test_a_state_draws_itself(name):
    for moves in (0, 4, 10_000):
        picture = played(name, 10, moves=moves)._repr_svg_()
        assert picture.startswith("<svg")
        assert picture.rstrip().endswith("</svg>")
        assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_players_out_of_range_are_refused(name):
    found = game(name)
    for players in (found.players[-1] + 1, found.players[0] - 1, 0, -1, 2.5, "4", True, None):
        with pytest.raises(BadArgument, match=f"{name} is for {found.players[0]} to {found.players[-1]} players"):
            found.new(players)


def test_unknown_options_are_refused(name):
    with pytest.raises(UnknownName, match="unknown option of"):
        game(name, colour="red")


def test_a_legal_buffer_is_never_filled(name):
    found = game(name)
    kernel = found.family.kernel
    state = found.new(players=found.players[-1], seed=11)
    buffer = new_records(kernel.MOVE, kernel.MAX_MOVES)
    while not state.is_over:
        assert kernel.legal(found.rules, state._record, buffer) < kernel.MAX_MOVES
        state.play(state.legal_moves[-1])
    assert state.ply < kernel.MAX_GAME
