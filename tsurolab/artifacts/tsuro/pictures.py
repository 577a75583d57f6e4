"""The figures of the Tsuro family that are drawings: tiles, symmetries, boards and a whole game.

What it is for: posters and boards for ``figures/`` and reports. What it is not for: charts (see
`tsurolab.artifacts.tsuro.game_charts`).
"""

from __future__ import annotations

from collections import defaultdict
from itertools import groupby, pairwise
from math import hypot
from typing import Any, Final, cast

from tsurolab.artifacts.common import game_history
from tsurolab.artifacts.study import Study
from tsurolab.combinatorics import cycle_type, fixed_matchings
from tsurolab.draw import PLAYERS, Picture, circle, column, grid, group, paint, path, rectangle, text
from tsurolab.draw.svg import fill, number, stroke
from tsurolab.games.tsuro.drawing import board_svg, game_strip_svg
from tsurolab.games.tsuro.rules import Phase
from tsurolab.games.tsuro.state import TsuroState
from tsurolab.games.tsuro.tile_drawing import PLACES, tiles_svg
from tsurolab.games.tsuro.tiles import CLASS_NAMES, MIRRORS, SYMMETRY_CLASSES, TURNS, symmetry_class
from tsurolab.simulate import Run

_SIDE: Final = 104.0
_WORDS: Final = {
    "fourfold": "four mirrors, every turn",
    "double, vertical and horizontal": "two mirrors, upright",
    "double, both diagonals": "two mirrors, diagonal",
    "half turn only": "half turn, no mirror",
    "one, vertical or horizontal": "one upright mirror",
    "one, diagonal": "one diagonal mirror",
    "none": "no symmetry",
}
_WAYS: Final = {1: "one way to lie", 2: "two ways to lie", 4: "four ways to lie"}


def poster(_: Study) -> str:
    """The 35 tiles in the order of their names."""
    return tiles_svg(CLASS_NAMES, columns=7, title="The 35 tiles of Tsuro")


def poster_by_symmetry(_: Study) -> str:
    """The 35 tiles, grouped by symmetry."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in CLASS_NAMES:
        groups[symmetry_class(name)].append(name)
    shown = []
    for symmetry in SYMMETRY_CLASSES:
        if symmetry in groups:
            names = groups[symmetry]
            turns = 1 if symmetry == "fourfold" else 2 if symmetry.startswith(("double", "half")) else 4
            shown.append((f"{len(names)} tiles: {_WORDS[symmetry]}, {_WAYS[turns]}", names))
    return tiles_svg(groups=shown, columns=6, title="The 35 tiles by symmetry")


def symmetries(_: Study) -> str:
    """The eight symmetries of the square as permutations of the eight points: the points of a cycle joined."""
    elements = {
        f"turn by {90 * quarter}°" + (" anticlockwise" if quarter % 2 else ""): turn
        for quarter, turn in enumerate(TURNS)
    }
    elements |= {f"{plane} mirror": mirror for plane, mirror in MIRRORS[1].items()}
    pictures, words = [], []
    for name, permutation in elements.items():
        kind = cycle_type(permutation)
        shape = " ".join(f"{length}^{many}" for length, many in kind.items())
        fixed = fixed_matchings(kind)
        pictures.append(_element_picture(name, permutation, shape, fixed))
        words.append(f"{name}: {shape}, leaves {fixed} of 105 matchings as they are")
    whole = column([(None, grid(pictures, columns=4, gap=8))], title="What turns and mirrors do to the eight points")
    whole = Picture(whole.width, whole.height, whole.body, whole.label, "; ".join(words))
    return whole.svg(margin=18)


def _element_picture(name: str, permutation: tuple[int, ...], shape: str, fixed: int) -> Picture:
    body = [rectangle(0, 0, _SIDE, _SIDE, radius=6, class_=paint("card", "card-edge"), stroke_width=1.2)]
    dots = []
    for look, cycle in enumerate(_cycles(permutation)):
        places = [(x * _SIDE, y * _SIDE) for x, y in (PLACES[port] for port in cycle)]
        role = f"player-{look % len(PLAYERS)}"
        if len(places) > 1:
            line = "L".join(f"{number(x)} {number(y)}" for x, y in places)
            body.append(path(f"M{line}" + ("Z" if len(places) > 2 else ""), class_=stroke(role), stroke_width=2))
        if len(places) > 2:
            heads = [_arrow_head(one, other) for one, other in zip(places, places[1:] + places[:1])]
            body.append(path(heads, class_=fill(role)))
        for port, (x, y) in zip(cycle, places):
            dots.append(circle(x, y, 7.5, class_=paint(role, "paper"), stroke_width=1.2))
            label = text(port + 1, x, y + 3.4, size=9.5, role=f"on-{role}", anchor="middle", bold=True)
            dots.append(label)
    words = group(
        text(name, _SIDE / 2, _SIDE + 22, size=11, anchor="middle", bold=True),
        text(f"{shape}: leaves {fixed}", _SIDE / 2, _SIDE + 37, size=10.5, role="soft", anchor="middle"),
    )
    return Picture(_SIDE + 44, _SIDE + 54, group(*body, *dots, words, at=(22, 9)), name)


def _arrow_head(start: tuple[float, float], end: tuple[float, float]) -> str:
    """A small triangle in the middle of a line, pointing to its end."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    across, down = 6 * across / length, 6 * down / length
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    corners = (
        (x + across, y + down),
        (x - across - 0.8 * down, y - down + 0.8 * across),
        (x - across + 0.8 * down, y - down - 0.8 * across),
    )
    return "M" + "L".join(f"{number(one)} {number(other)}" for one, other in corners) + "Z"


def _cycles(permutation: tuple[int, ...]) -> list[list[int]]:
    cycles, seen = [], set[int]()
    for start in range(len(permutation)):
        cycle, at = [], start
        while at not in seen:
            seen.add(at)
            cycle.append(at)
            at = permutation[at]
        if cycle:
            cycles.append(cycle)
    return cycles


def _first_game(run: Run, fewest: int, most: int) -> int:
    """The number of the first game with so many tiles laid that has one winner; game 0 if there is none."""
    for place, row in enumerate(run.results):
        if fewest <= int(row["tiles"]) <= most and int(row["winners"]).bit_count() == 1:
            return place
    return 0


def whole_game(study: Study, edition: str) -> str:
    """One whole game: a board for every tile laid."""
    run = study.main(edition)
    number_ = shown_game(study, edition)
    states, captions = _frames(cast(list[TsuroState], game_history(run, number_)))
    frames = [_drawable(state) for state in states]
    title = f"Game {number_} of seed {run.experiment.seed}: {_won(states[-1])}"
    # A letter takes about 5.2 px, and there is room between the boards.
    size = max(150.0, 5.2 * max(map(len, captions)) - 8)
    return game_strip_svg(frames, columns=4, size=size, captions=captions, title=title)


def shown_game(study: Study, edition: str) -> int:
    """The number of the game that `whole_game` draws.

    >>> study = Study(["tsuro/classic"], games=400)
    >>> number = shown_game(study, "tsuro/classic")
    >>> int(study.main("tsuro/classic").results["tiles"][number])
    14
    """
    return _first_game(study.main(edition), 14, 16)


def _frames(history: list[TsuroState]) -> tuple[list[TsuroState], list[str]]:
    """The states to draw and what to say of each: one before the first tile, then one a tile.

    What else is decided between two tiles, such as which tiles of a player who has left are kept, belongs to the tile
    that came before it.
    """
    groups = [list(states) for _, states in groupby(history, key=lambda state: len(state.tiles))]
    waiting = any(player["faces"] for player in groups[0][-1].position()["players"])
    captions = ["the markers are placed" if waiting else "the board is empty"]
    for earlier, group_ in pairwise(groups):
        before, after = earlier[-1], group_[-1]
        outs = [str(seat) for seat in before.alive if seat not in after.alive]
        heirs = dict.fromkeys(str(state.turn) for state in group_ if state.phase is Phase.INHERIT)
        gone = f"; {' and '.join(outs)} out" if outs else ""
        kept = f"; {' and '.join(heirs)} inherit{'s' * (len(heirs) == 1)}" if heirs else ""
        captions.append(f"tile {len(after.tiles)} by seat {before.turn}{gone}{kept}")
    return [group_[-1] for group_ in groups], captions


def _drawable(state: TsuroState) -> dict[str, Any]:
    """The position of a state with the paths of all markers, also of those that have left."""
    position = state.position()
    if state.is_over:
        position["turn"] = None
        assert state.outcome is not None
        position["outcome"] = {"reason": state.outcome.reason.name, "winners": list(state.outcome.winners)}
    for seat, player in enumerate(position["players"]):
        player["path"] = [list(step) for step in state.path(seat)]
    return position


def _won(state: TsuroState) -> str:
    assert state.outcome is not None
    seats = " and ".join(str(seat) for seat in state.outcome.winners)
    return f"seat {seats} wins" if len(state.outcome.winners) == 1 else f"seats {seats} share the win"


def played_board(study: Study, edition: str) -> str:
    """One board at the end of a game with many players and many tiles."""
    _, run = list(study.by_players(edition))[-1]
    tiles = run.results["tiles"]
    number_ = int(tiles.argmax())
    return board_svg(_drawable(cast(TsuroState, run.state(number_))), size=430, labels=True)
