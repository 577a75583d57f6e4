"""Random games of every option: the library against the oracle, move by move."""

import os
import random
from collections import Counter

import pytest
from oracles import qwirkle as oracle

import tsurolab as tl

THOROUGH = bool(os.environ.get("TSUROLAB_THOROUGH"))

SETUPS = {
    "classic": ({}, {}),
    "hand of three": ({"hand_size": 3}, {"hand_size": 3}),
    "hand of one": ({"hand_size": 1}, {"hand_size": 1}),
    "free opening": ({"opening": "free"}, {"free": True}),
    "four colours, three shapes": ({"colours": 4, "shapes": 3}, {"colours": 4, "shapes": 3}),
    "two by two": ({"colours": 2, "shapes": 2, "copies": 6}, {"colours": 2, "shapes": 2}),
    "three by three, many copies": ({"colours": 3, "shapes": 3, "copies": 6}, {"colours": 3, "shapes": 3}),
    "one colour": ({"colours": 1, "copies": 5, "hand_size": 4}, {"colours": 1, "hand_size": 4}),
    "no bonus": ({"qwirkle_bonus": "none", "finish_bonus": 0, "lone_tile": 0, "shapes": 3},
                 {"bonus": 0, "finish": 0, "lone": 0, "shapes": 3}),
    "six more": ({"qwirkle_bonus": "six", "colours": 3}, {"bonus": 6, "colours": 3}),
    "short patience": ({"stall_rounds": 1, "colours": 6, "shapes": 6, "hand_size": 2}, {"stall": 1, "hand_size": 2}),
}  # fmt: skip


def as_play(move):
    return frozenset(((x, y), (colour, shape)) for x, y, colour, shape in move.placements)


def table_of(state, options):
    return oracle.Table([state.hand(seat) for seat in range(state.players)], state.bag, state.turn, **options)


def compare(state, table):
    assert state.board == table.board
    assert [Counter(state.hand(seat)) for seat in range(state.players)] == [Counter(hand) for hand in table.hands]
    assert state.bag == table.bag
    assert state.scores == table.scores
    assert (state.outcome.reason.name if state.outcome else None) == table.reason
    if table.reason:
        assert state.outcome.winners == table.winners()
        assert len(state.legal_moves) == 0
    else:
        assert state.turn == table.turn


def compare_moves(state, table):
    moves = list(state.legal_moves)
    assert len(set(moves)) == len(moves)
    placed = {as_play(move): move.points for move in moves if move.placements}
    assert placed == {play: table.points(play) for play in table.plays()}
    assert {tuple(sorted(move.trade)) for move in moves if move.trade} == table.trades()
    assert any(move.is_pass for move in moves) == table.must_pass()


def follow(state, table, chooser, every=1):
    while not state.is_over:
        if state.ply % every == 0:
            compare_moves(state, table)
        plays = [move for move in state.legal_moves if move.placements]
        trades = [move for move in state.legal_moves if move.trade]
        move = chooser.choice(
            plays if plays and (not trades or chooser.random() < 0.8) else trades or state.legal_moves
        )
        state.play(move)
        if move.placements:
            table.place(as_play(move))
        elif move.trade:
            table.trade(move.trade, state.bag)
        else:
            table.skip()
        compare(state, table)


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_agree_with_the_oracle_move_by_move(name, players):
    options, same = SETUPS[name]
    game = tl.game("qwirkle/classic", **options)
    for number in range(10 if THOROUGH else 1):
        state = game.new(players=players, seed=17, number=number)
        follow(state, table_of(state, same), random.Random(players * 1000 + number), every=1 if THOROUGH else 12)


@pytest.mark.jitless
def test_a_short_game_agrees_with_the_oracle_at_every_turn():
    state = tl.game("qwirkle/classic", colours=3, shapes=4, copies=2, hand_size=4).new(players=2, seed=3)
    follow(state, table_of(state, {"colours": 3, "shapes": 4, "hand_size": 4}), random.Random(2))
    assert state.is_over


def test_greedy_and_uniform_agents_play_what_the_oracle_allows():
    import numpy as np

    from tsurolab.games.protocol import new_records
    from tsurolab.games.qwirkle import kernel

    game = tl.game("qwirkle/classic")
    for number in range(6 if THOROUGH else 1):
        moves = new_records(kernel.MOVE, kernel.MAX_GAME)
        traced = new_records(kernel.STATE, 1)[0]
        count = kernel.trace(game.rules, 2, np.array([1, 0]), 23, number, traced, moves)
        state = game.new(players=2, seed=23, number=number)
        table = table_of(state, {})
        for ply in range(count):
            move = state._move_from_record(moves[ply])
            if move.placements:
                if state.turn == 0 and ply % 3 == 0:
                    assert table.points(as_play(move)) == max(table.points(play) for play in table.plays())
                assert moves[ply].points == table.points(as_play(move))
                table.place(as_play(move))
            state.play(move)
            if move.trade:
                table.trade(move.trade, state.bag)
            elif move.is_pass:
                table.skip()
            compare(state, table)
        assert state.is_over
