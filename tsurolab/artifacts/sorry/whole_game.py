"""One whole game of a run, for pictures: which game, its states, how far everybody is, and which moments to show.

What it is for: the race and the strip of boards, which show the same game. What it is not for: drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, cast

from tsurolab.artifacts.common import game_history
from tsurolab.games.sorry.notation import place_of_square
from tsurolab.games.sorry.rules import HOME, START
from tsurolab.games.sorry.state import SorryState
from tsurolab.simulate import Run

LOOKED_AT: Final = 2000
"""Games among which the ordinary one is looked for."""


@dataclass(frozen=True)
class WholeGame:
    """A game with all its states."""

    number: int
    """Of the run."""
    states: tuple[SorryState, ...]
    """From the deal to the end."""


@lru_cache(maxsize=4)
def ordinary_game(run: Run) -> WholeGame:
    """The game, of the first `LOOKED_AT`, that is nearest the average in length, lead changes and deficit overcome.

    >>> from tsurolab.artifacts.study import Study
    >>> game = ordinary_game(Study(["sorry/classic"], games=20).main("sorry/classic"))
    >>> game.states[-1].is_over
    True
    """
    import numpy as np

    rows = run.results[:LOOKED_AT]
    apart = np.zeros(len(rows))
    for field in ("turns", "lead_changes", "deficit_overcome"):
        values = rows[field].astype(float)
        apart += ((values - values.mean()) / max(float(values.std()), 1e-9)) ** 2
    number = int(run.numbers[int(apart.round(9).argmin())])
    return WholeGame(number, tuple(cast(list[SorryState], game_history(run, number))))


def covered(position: dict[str, Any], colour: str) -> int:
    """The squares that a colour's pawns have covered in a position: 65 for each one home.

    >>> covered({"pawns": {"red": ["t4", "home", "start", "s0"]}}, "red")
    126
    """
    places = (place_of_square(colour, square) for square in position["pawns"][colour])
    return sum(0 if place == START else place for place in places)


def ends_of_turns(states: tuple[SorryState, ...]) -> list[SorryState]:
    """The deal, and the state after each turn: a turn has several cards when a 2 draws again."""
    kept = [states[0]]
    for before, after in pairwise(states):
        if after.is_over or after.turn != before.turn:
            kept.append(after)
    return kept


def progress(states: tuple[SorryState, ...]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """{colour: squares covered after each turn}, and {colour: turns after which a pawn has come home}."""
    turns = [state.position() for state in ends_of_turns(states)]
    lines, homes = {}, {}
    for colour in states[0].colours:
        lines[colour] = [covered(position, colour) for position in turns]
        home = [position["pawns"][colour].count("home") for position in turns]
        homes[colour] = [turn for turn in range(1, len(home)) if home[turn] > home[turn - 1]]
    assert max(line[-1] for line in lines.values()) % HOME == 0
    return lines, homes
