"""Replay: one game of an experiment, pulled out and played step by step.

What it is for: turning a row of a table of results into the very game it came from. What it is not for: records of
games that were not simulated (:mod:`tsurolab.games.record`).

The kernel plays the game once more and writes down its moves; the moves are then played through the family's State,
which checks each of them. All three must agree: the row, the kernel's game, and the State's.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

from tsurolab.agents import trace_game
from tsurolab.errors import BadArgument, BadRecord, IllegalMove
from tsurolab.games.protocol import new_records
from tsurolab.games.record import GameRecord
from tsurolab.games.state import State
from tsurolab.simulate.experiment import Experiment

if TYPE_CHECKING:
    import numpy as np


def check_number(number: object, games: int) -> int:
    """``number`` as the number of one of ``games`` games.

    Raises:
        BadArgument: not a whole number of 0 .. ``games - 1``.

    >>> check_number(3, 10)
    3
    """
    try:
        found = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        found = -1
    if isinstance(number, bool) or not 0 <= found < games:
        raise BadArgument(f"a game of this run is a whole number from 0 to {games - 1}, not {number!r}")
    return found


def replay_state(experiment: Experiment, number: int, row: np.void | None = None) -> State:
    """The final state of one game, its whole history behind it.

    Args:
        experiment: what was simulated.
        number: the game's number.
        row: its RESULT, or some fields of it, to be compared.

    Raises:
        BadArgument: no such game.
        BadRecord: the game does not agree with ``row``, or the kernel's game with the State's.

    >>> final = replay_state(Experiment("tsuro/classic", players=3, games=10, seed=1), 4)
    >>> final.is_over, final.number
    (True, 4)
    """
    number = check_number(number, experiment.games)
    game, kernel = experiment.game, experiment.family.kernel
    traced = new_records(kernel.STATE, 1)[0]
    moves = new_records(kernel.MOVE, kernel.MAX_GAME)
    count = trace_game(game, experiment.seats, experiment.seed, number, traced, moves)
    if row is not None:
        _check_row(experiment, number, traced, row)
    state = game.new(experiment.players, seed=experiment.seed, number=number)
    for ply in range(count):
        try:
            state.play(state._move_from_record(moves[ply]))
        except IllegalMove as error:
            raise BadRecord(f"move {ply + 1} of game {number} cannot be replayed: {error}") from error
    twin = game.family.state_class(game, traced, seed=experiment.seed, number=number)
    if (state.outcome, state.position()) != (twin.outcome, twin.position()):
        raise BadRecord(f"game {number} ends with {state.outcome} when replayed, with {twin.outcome} when simulated")
    return state


def _check_row(experiment: Experiment, number: int, traced: object, row: np.void) -> None:
    import numpy as np

    kernel = experiment.family.kernel
    result = new_records(kernel.RESULT, 1)[0]
    kernel.outcome(experiment.game.rules, traced, result)
    names = row.dtype.names or ()
    differ = [
        f"{name} {result[name]}, not {row[name]}" for name in names if not np.array_equal(result[name], row[name])
    ]
    if differ:
        raise BadRecord(f"game {number} played again differs from its row: {'; '.join(differ)}")


def replay_game(experiment: Experiment, number: int, row: np.void | None = None) -> GameRecord:
    """The record of one game; see :func:`replay_state`.

    >>> replay_game(Experiment("tsuro/classic", games=10, seed=1), 4).number
    4
    """
    return GameRecord.of(replay_state(experiment, number, row))
