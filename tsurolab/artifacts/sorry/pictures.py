"""The figures of the Sorry! family that are drawings: packs, a played board, a whole game.

What it is for: posters and boards for ``figures/`` and reports. What it is not for: charts (`exact_charts`,
`game_charts`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tsurolab.artifacts.sorry.whole_game import ends_of_turns, ordinary_game
from tsurolab.artifacts.study import Study
from tsurolab.games.sorry.drawing import board_svg, deck_svg, game_strip_svg
from tsurolab.games.sorry.state import SorryState

FRAMES: Final = 12
"""Boards of the whole game."""


def pack(name: str, title: str) -> Callable[[Study], str]:
    """The drawing of a pack."""
    return lambda _: deck_svg(name, columns=6, title=title)


def whole_game(study: Study, edition: str) -> str:
    """One whole game: boards at equal distances in turns, from the deal to the end."""
    run = study.main(edition)
    game = ordinary_game(run)
    turns = ends_of_turns(game.states)
    last = len(turns) - 1
    chosen = [round(frame * last / (FRAMES - 1)) for frame in range(FRAMES)]
    captions = ["the deal", *(f"after turn {turn}" for turn in chosen[1:-1]), f"turn {last}: {_won(turns[-1])}"]
    frames = [turns[turn].position() for turn in chosen]
    title = f"Game {game.number} of seed {run.experiment.seed}, every {last / (FRAMES - 1):.0f} turns"
    return game_strip_svg(frames, columns=4, size=190, captions=captions, title=title, ways=False)


def _won(state: SorryState) -> str:
    assert state.outcome is not None
    colours = [state.colours[seat] for seat in state.outcome.winners]
    return f"{' and '.join(colours)} win{'s' * (len(colours) == 1)}"


def played_board(study: Study, edition: str) -> str:
    """The board of the same game with most pawns on their way, the last move shown."""
    game = ordinary_game(study.main(edition))
    busiest = max(range(1, len(game.states)), key=lambda ply: _on_the_way(game.states[ply]))
    before, here = (game.states[ply].position() for ply in (busiest - 1, busiest))
    return board_svg(here, last_move=before, size=460)


def _on_the_way(state: SorryState) -> int:
    return sum(square[0] in "ts" and square != "start" for colour in state.colours for square in state.pawns(colour))
