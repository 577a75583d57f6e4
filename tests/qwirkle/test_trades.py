"""A trade is the same trade, and the same shuffle, whether a simulation or a person makes it."""

import pytest

import tsurolab as tl
from tsurolab.games.protocol import copy_record, new_records


@pytest.mark.parametrize("seed", range(4))
def test_every_trade_of_the_kernel_is_the_one_of_the_state(seed):
    state = tl.game("qwirkle/classic").new(2, seed=seed)
    state.play(next(move for move in state.legal_moves if move.placements))
    kernel = state._kernel
    buffer = new_records(kernel.MOVE, kernel.MAX_MOVES)
    count = kernel.legal(state._rules, state._record, buffer)
    compared = 0
    for place in range(count):
        move = state._move_from_record(buffer[place])
        if not move.trade:
            continue
        record = copy_record(state._record)
        kernel.play(state._rules, record, buffer[place])
        twin = state.copy().play(move)
        assert twin._record.tobytes() == record.tobytes(), str(move)
        compared += 1
    assert compared > 10
