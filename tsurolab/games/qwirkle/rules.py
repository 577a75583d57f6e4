"""The editions of Qwirkle as data: sources, rulings, options, and the RULES record that the kernel reads.

What it is for: everything that differs between editions. What it is not for: what happens on a turn (``kernel.py``) and
what a tile is (``tiles.py``).

Rule numbers are those of the family's rules text: 1.1 set-up, 1.2 a turn, 1.3 score, 1.4 drawing and trading, 1.5 end.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final

import numpy as np

from tsurolab.errors import BadArgument
from tsurolab.games.protocol import Edition, Family, Mark, Option, ResultField, Ruling, Source, Status, new_records
from tsurolab.games.qwirkle.tiles import TileSet

MAX_SEATS: Final = 4
MAX_HAND: Final = 6
MAX_TYPES: Final = 36
"""The most different tiles: 6 colours x 6 shapes."""
MAX_TILES: Final = 120
"""The most tiles of a game; a grid of so many is narrower than the torus it lies on, whatever its form."""
MAX_SLOTS: Final = 4 * MAX_TILES
"""No grid has more empty cells beside it."""
MAX_LINES: Final = MAX_HAND + 1
"""The most lines of one play: its own and one across each tile."""

TORUS: Final = (1 << 14) - 1
"""The last cell of the torus of 128 x 128."""
ORIGIN: Final = 64 * 128 + 64
"""The cell of the first tile."""
DEAD: Final = 63
"""Mark of an empty cell where no tile can ever go."""
SLOT: Final = 64
"""Mark of the first slot."""


class Reason(IntEnum):
    """Why a game ended (0 while it goes on)."""

    WENT_OUT = 1
    """A player has placed the last tile of the hand and the bag is empty."""
    BLOCKED = 2
    """None of the tiles in hands and bag fits anywhere."""
    STALLED = 3
    """Too many rounds have passed without a placement."""


class Kind(IntEnum):
    """What a move is."""

    PLACE = 0
    TRADE = 1
    PASS = 2


class TieStart(IntEnum):
    """Who starts among players with equally large groups (rule 1.1.5)."""

    RANDOM = 0
    OLDEST = 1
    YOUNGEST = 2


RULES: Final = np.dtype(
    [
        ("colours", "i8"),
        ("shapes", "i8"),
        ("copies", "i8"),
        ("types", "i8"),
        ("hand_size", "i8"),
        ("every", "i8"),
        ("bonus", "i8"),
        ("bonus_each", "i8"),
        ("finish_bonus", "i8"),
        ("lone_tile", "i8"),
        ("free_opening", "i8"),
        ("tie_start", "i8"),
        ("stall_rounds", "i8"),
        ("beside", "i8", MAX_TYPES),
    ],
    align=True,
)
"""An edition as the kernel reads it. ``every`` has a bit for every tile of the set; ``beside[t]`` for those that can
share a line with tile t. A completed line counts ``bonus + bonus_each * length`` more."""

RESULT_FIELDS: Final[Mapping[str, ResultField]] = {
    "winners": ResultField("who won, or shares the win", "seat mask"),
    "reason": ResultField("why the game ended", "code", ("", *(reason.name.lower() for reason in Reason))),
    "starter": ResultField("the seat that started", "seat mask"),
    "went_out": ResultField("the seat that placed its last tile and had the bonus for it", "seat mask"),
    "opening": ResultField("tiles of the first play"),
    "turns": ResultField("turns of all players: plays, trades and passes"),
    "score": ResultField("points, the bonus for going out included"),
    "qwirkles": ResultField("lines completed"),
    "plays": ResultField("turns in which tiles were placed"),
    "tiles": ResultField("tiles placed"),
    "trades": ResultField("turns in which tiles were traded"),
    "passes": ResultField("turns passed"),
    "best_turn": ResultField("most points of one turn, without the bonus for going out"),
    "opened": ResultField(
        "points of the lines that the next player completed at once after this seat had made them longer"
    ),
    "left": ResultField("tiles left in the hand at the end"),
    "width": ResultField("columns of the grid at the end"),
    "height": ResultField("rows of the grid at the end"),
    "dead_cells": ResultField("empty cells beside the grid that no tile of the set fits, at the end"),
    "branching_sum": ResultField("legal plays, trades not counted, summed over the turns"),
    "branching_max": ResultField("most legal plays of one turn, trades not counted"),
}

# ---------------------------------------------------------------------------------------------------------- sources

_BRIEF = Source("BRIEF", "the project brief's text of the encyclopedia article on Qwirkle")
_BOOK = Source(
    "BOOK",
    "the printed English rules of MindWare",
    "https://www.mindware.orientaltrading.com/pdf/instructions/32016.pdf",
)
_FLIP = Source(
    "FLIP",
    "a review that says what the first move must be",
    "http://flippingthetable.blogspot.com/2016/08/circles-stars-and-diamonds-qwirkle.html",
)
_SPT = Source("SPT", "a review of the German edition", "https://www.spieletest.at/gesellschaftsspiel/2999/")
_GAMEX = Source("GAMEX", "German rules: the youngest starts", "https://gamexpla.in/en/g/4wc")
_SCOREAPP = Source("SCOREAPP", "a guide to scoring", "https://scoreapp.nl/en/guides/qwirkle-scoring-explained")
_NEWTOM = Source("NEWTOM", "an online implementation", "https://github.com/newtomsoft/Qwirkle.backend")
_HENRIK = Source(
    "HENRIK", "an implementation with tests of the printed examples", "https://github.com/henriksu/qwirkle"
)
_NEO = Source("NEO", "an implementation with smaller tile sets", "https://github.com/neolefty/kind-of-like-qwirkle")

# ---------------------------------------------------------------------------------------------------------- rulings

_RULINGS: Final = (
    Ruling(
        "1.1.4",
        "Order and direction of the first play are free and make no difference: legal moves list it from the first "
        "cell to the right, in every order.",
        Mark.ASSUMED,
        "opening",
    ),
    Ruling(
        "1.1.5",
        "Ages do not exist here: a tie for the start is drawn at random, from the game's seed.",
        Mark.ASSUMED,
        "tie_start",
    ),
    Ruling("1.1.6", "A lone first tile scores 1, though it makes no line.", Mark.SOURCED, "lone_tile"),
    Ruling("1.1.7", "Nobody trades instead of the first play.", Mark.DERIVED),
    Ruling(
        "1.3", "A completed line of a smaller tile set counts twice, as six tiles do.", Mark.ASSUMED, "qwirkle_bonus"
    ),
    Ruling("1.4", "At most as many tiles can be traded as the bag holds.", Mark.SOURCED),
    Ruling("1.4", "A player passes only when the bag is empty and no tile of the hand fits.", Mark.ASSUMED),
    Ruling(
        "1.5",
        "The game ends at once, without a bonus, when no tile of the hands and the bag fits anywhere.",
        Mark.ASSUMED,
    ),
    Ruling("1.5", "The game ends without a bonus after ten rounds without a placement.", Mark.ASSUMED, "stall_rounds"),
    Ruling("1.5", "Equal totals share the win.", Mark.ASSUMED),
)

# ---------------------------------------------------------------------------------------------------------- options

_OPTIONS: Final = (
    Option("colours", 6, "colours of the tile set", range(1, 7)),
    Option("shapes", 6, "shapes of the tile set", range(1, 7)),
    Option("copies", 3, f"copies of each tile; at most {MAX_TILES} tiles in all", range(1, 31)),
    Option("hand_size", 6, "tiles in a full hand", range(1, MAX_HAND + 1)),
    Option(
        "opening",
        "largest",
        "what the first play is: the largest group of the hand (1.1.4), or any line",
        ("largest", "free"),
    ),
    Option(
        "tie_start",
        "random",
        "who starts when groups are equally large: a seat drawn at random, or the oldest or the youngest of them, "
        "where seats are in order of age, the oldest first (1.1.5)",
        ("random", "oldest", "youngest"),
    ),
    Option(
        "qwirkle_bonus",
        "length",
        "what a completed line counts more: as much as it has tiles, always six, or nothing (1.3)",
        ("length", "six", "none"),
    ),
    Option("finish_bonus", 6, "points for going out (1.5)", range(0, 101)),
    Option("lone_tile", 1, "points for a first play of one tile (1.1.6)", range(0, 2)),
    Option("stall_rounds", 10, "rounds without a placement after which the game ends (1.5)", range(1, 11)),
)

EDITIONS: Final = (
    Edition(
        name="qwirkle/classic",
        title="Qwirkle (MindWare 2006)",
        version=1,
        players=range(2, 5),
        status=Status.COMPLETE,
        summary="108 tiles of 6 colours and 6 shapes, hands of six, 6 points more for a completed line and going out.",
        sources=(_BRIEF, _BOOK, _FLIP, _SPT, _GAMEX, _SCOREAPP, _NEWTOM, _HENRIK, _NEO),
        rulings=_RULINGS,
        options=_OPTIONS,
    ),
)

FAMILY: Final = Family(name="qwirkle", title="Qwirkle", module="tsurolab.games.qwirkle", editions=EDITIONS)


# ---------------------------------------------------------------------------------------------------- building rules


def _number(options: Mapping[str, object], name: str) -> int:
    value = options[name]
    assert isinstance(value, int)
    return value


def tile_set(options: Mapping[str, object]) -> TileSet:
    """The tiles of a game with these options.

    Raises:
        BadArgument: more tiles than a game takes.

    >>> tile_set({"colours": 4, "shapes": 3, "copies": 2}).size
    24
    """
    tiles = TileSet(_number(options, "colours"), _number(options, "shapes"), _number(options, "copies"))
    if tiles.size > MAX_TILES:
        raise BadArgument(
            f"{tiles.colours} colours x {tiles.shapes} shapes x {tiles.copies} copies make {tiles.size} tiles; "
            f"a game takes at most {MAX_TILES}"
        )
    return tiles


def seats(edition: Edition, options: Mapping[str, object]) -> range:
    """How many can play: each gets a full hand.

    >>> seats(EDITIONS[0], {"colours": 3, "shapes": 3, "copies": 2, "hand_size": 6})
    range(2, 4)
    """
    hands = tile_set(options).size // _number(options, "hand_size")
    return range(edition.players[0], min(edition.players[-1], hands) + 1)


def build_rules(edition: Edition, options: Mapping[str, object]) -> Any:
    """The RULES record of an edition with checked options.

    Raises:
        BadArgument: options that do not go together.
    """
    tiles = tile_set(options)
    record = new_records(RULES, 1)[0]
    record.colours, record.shapes, record.copies = tiles.colours, tiles.shapes, tiles.copies
    record.types, record.hand_size = tiles.types, options["hand_size"]
    if not seats(edition, options):
        raise BadArgument(
            f"{tiles.size} tiles are too few: {edition.players[0]} players need hands of {record.hand_size}"
        )
    record.every = (1 << tiles.types) - 1
    for tile in range(tiles.types):
        for other in range(tiles.types):
            if other != tile and (other // tiles.shapes == tile // tiles.shapes or (other - tile) % tiles.shapes == 0):
                record.beside[tile] |= 1 << other
    record.bonus = 6 * (options["qwirkle_bonus"] == "six")
    record.bonus_each = options["qwirkle_bonus"] == "length"
    record.finish_bonus, record.lone_tile = options["finish_bonus"], options["lone_tile"]
    record.free_opening = options["opening"] == "free"
    record.tie_start = TieStart[str(options["tie_start"]).upper()]
    record.stall_rounds = options["stall_rounds"]
    return record
