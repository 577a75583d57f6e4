"""Editions with options as the library and the oracle know them, for all tests that compare the two."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

FEW = {"12-34-56-78": 6, "14-27-36-58": 8, "16-25-38-47": 10, "15-26-37-48": 10, "13-28-46-57": 6}
"""A set of tiles with many copies of few classes, among them those that join paths head-on."""


@dataclass(frozen=True)
class SetUp:
    """An edition with options, and the same for the oracle."""

    name: str
    edition: str
    players: Iterable[int]
    options: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)


def classic(name: str, players: Iterable[int], rules: dict[str, Any] | None = None, **options: Any) -> SetUp:
    """Return a set-up of tsuro/classic; `rules` are the options that the oracle needs to know, by its names."""
    return SetUp(name, "tsuro/classic", players, options, rules or {})


def same(name: str, players: Iterable[int], **options: Any) -> SetUp:
    """Return a set-up of tsuro/classic whose options have the same names in the oracle."""
    return SetUp(name, "tsuro/classic", players, options, options)


CURRENT = {"redraw": "to_current"}
FREE = {"free_first_line": True}
CARD = {"start": "first_card", "inheritance": True}

SETUPS = [
    same("classic", range(2, 9)),
    same("collision is no suicide", range(2, 9), collision_is_suicide=False),
    same("redraw to the current player", range(3, 9), redraw="to_current"),
    same("no dragon", range(3, 9), dragon=False),
    same("hand of two", range(2, 9), hand_size=2),
    same("hand of four", range(2, 9), hand_size=4),
    same("hand of one", range(2, 9), hand_size=1),
    same("longest path", range(2, 9), goal="longest_path"),
    same("self-crossings", range(2, 9), goal="self_crossings"),
    same("common hand", range(2, 9), common_hand=True),
    same("solitaire", range(1, 9), solitaire=True),
    classic("board 4 x 5", range(2, 9), rows=4, cols=5),
    classic("board 3 x 3", range(2, 9), rows=3, cols=3),
    classic("board 2 x 2", range(2, 9), rows=2, cols=2),
    classic("board 1 x 6", range(2, 9), rows=1, cols=6),
    classic("board 10 x 10", range(2, 9), rows=10, cols=10),
    classic("few classes", range(2, 9), tile_set=FEW),
    classic(
        "few classes, collision is no suicide",
        range(2, 9),
        {"collision_is_suicide": False},
        tile_set=FEW,
        collision_is_suicide=False,
    ),
    classic("few tiles", range(2, 5), tile_set=dict.fromkeys(FEW, 3)),
    SetUp("squiggles", "tsuro/squiggles", range(2, 9), {}, CARD),
    SetUp("squiggles to current", "tsuro/squiggles", range(3, 9), CURRENT, {**CARD, **CURRENT}),
    SetUp("squiggles no next card", "tsuro/squiggles", range(3, 9), {"dragon": False}, {**CARD, "dragon": False}),
    SetUp("squiggles no inheritance", "tsuro/squiggles", range(2, 9), {"inheritance": False}, {"start": "first_card"}),
    SetUp("squiggles small", "tsuro/squiggles", range(2, 7), {"rows": 3, "cols": 4}, CARD),
    SetUp("squiggles hand of two", "tsuro/squiggles", range(2, 9), {"hand_size": 2}, {**CARD, "hand_size": 2}),
    SetUp("kosmos-6", "tsuro/kosmos-6", range(2, 5)),
    SetUp("kosmos-6 free line", "tsuro/kosmos-6", range(2, 5), FREE, {"start": "side"}),
    SetUp("kosmos-6 all 64", "tsuro/kosmos-6", range(2, 5), {"all64": True}, {"dragon": False}),
    SetUp("kosmos-7", "tsuro/kosmos-7", range(2, 9), {}, {"dragon": False}),
    SetUp("kosmos-7 free line", "tsuro/kosmos-7", range(2, 9), FREE, {"dragon": False, "start": "side"}),
]
