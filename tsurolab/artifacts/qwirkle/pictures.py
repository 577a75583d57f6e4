"""The figures of the Qwirkle family that are drawings: tiles, highest turns, tables and a whole game.

What it is for: posters and tables for ``figures/`` and reports. What it is not for: charts (see
`tsurolab.artifacts.qwirkle.game_charts`).
"""

from __future__ import annotations

from typing import Any, Final, cast

from tsurolab.artifacts.qwirkle.order_of_play import pair_run
from tsurolab.artifacts.study import Study
from tsurolab.games.qwirkle.drawing import board_svg, game_strip_svg
from tsurolab.games.qwirkle.lines import highest_turn
from tsurolab.games.qwirkle.state import QwirkleState
from tsurolab.games.qwirkle.tile_drawing import tiles_svg
from tsurolab.simulate import Run

FRAMES: Final = 9
"""Tables in the picture of a whole game."""


def poster(_: Study) -> str:
    """The 36 different tiles."""
    return tiles_svg()


def _after(turn: dict[str, Any]) -> dict[str, Any]:
    """The table of a highest turn after the play."""
    return {"board": turn["position"]["board"] + turn["play"]}


def highest(_: Study) -> str:
    """The turn of 84 points, the play outlined."""
    turn = highest_turn()
    return board_svg(_after(turn), last_move=turn["play"], size=430)


def highest_and_out(_: Study) -> str:
    """The turn of 90 points, the bonus for going out included, the play outlined."""
    turn = highest_turn(going_out=True)
    return board_svg(_after(turn), last_move=turn["play"], size=620)


def _history(run: Run, number: int) -> list[QwirkleState]:
    """The states of a game, from the deal to the end."""
    state = cast(QwirkleState, run.state(number))
    states = [state.copy()]
    while state.ply:
        state.undo()
        states.append(state.copy())
    return states[::-1]


def whole_game(study: Study, edition: str) -> str:
    """One whole game of two greedy players: the shortest of the run, in nine tables."""
    run = pair_run(study, edition, "greedy")
    number = int(run.results["turns"].argmin())
    states = _history(run, number)
    last = len(states) - 1
    shown = [round(1 + frame * (last - 1) / (FRAMES - 1)) for frame in range(FRAMES)]
    captions = [f"turn {turn}, {states[turn].scores[0]} : {states[turn].scores[1]}" for turn in shown]
    title = f"Game {number} of seed {run.experiment.seed}: {_won(states[-1])}"
    frames = [states[turn].position() for turn in shown]
    return game_strip_svg(frames, columns=3, size=236, captions=captions, title=title)


def _won(state: QwirkleState) -> str:
    assert state.outcome is not None
    seats = " and ".join(str(seat) for seat in state.outcome.winners)
    points = " : ".join(str(score) for score in state.scores)
    return f"seat {seats} wins, {points}" if len(state.outcome.winners) == 1 else f"seats {seats} share it, {points}"


def played_table(study: Study, edition: str) -> str:
    """The table at the end of the game of two greedy players with the most Qwirkles, dead cells hatched."""
    run = pair_run(study, edition, "greedy")
    number = int(run.results["qwirkles"].sum(axis=1).argmax())
    state = cast(QwirkleState, run.state(number))
    return board_svg(state.position(), last_move=state.last_move, size=560, dead=True)
