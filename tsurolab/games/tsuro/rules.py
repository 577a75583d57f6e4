"""The editions of Tsuro as data: sources, rulings, options, and the RULES record that the kernel reads.

What it is for: everything that differs between editions. What it is not for: what happens on a turn (``kernel.py``).

Board geometry is part of the record. A *port* of a square is a point less one, 0..7. An *end* is where a path stops:
``square * 8 + port`` for a port of an empty square (the square is the one that the path faces), or ``EDGE + notch`` at
the rim. Notches are numbered anticlockwise from the left end of the bottom edge, as points are on a tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final

import numpy as np

from tsurolab.errors import BadArgument
from tsurolab.games.protocol import Edition, Family, Mark, Option, ResultField, Ruling, Source, Status, new_records
from tsurolab.games.tsuro.tiles import CLASS_NAMES, canonical_name

MAX_SIDE: Final = 10
MAX_CELLS: Final = MAX_SIDE * MAX_SIDE
MAX_NOTCHES: Final = 8 * MAX_SIDE
MAX_SEATS: Final = 8
MAX_HAND: Final = 7
MAX_DECK: Final = 128
EDGE_BIT: Final = 10
EDGE: Final = 1 << EDGE_BIT
"""The number of the first end at the rim: ends below it, fewer than 8 * MAX_CELLS, face an empty square."""
MAX_ENDS: Final = EDGE + MAX_NOTCHES
NOWHERE: Final = -1
"""The end of a marker that is not on the board."""

MATE: Final = (5, 4, 7, 6, 1, 0, 3, 2)
"""Leaving a square by port p, a path enters the neighbour by port ``MATE[p]``."""
STEP: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Row and column steps across the bottom, right, top and left side."""
SIDES: Final = ("bottom", "right", "top", "left")


class Start(IntEnum):
    """How a start is chosen."""

    MARKS = 0
    """All markers are placed on start marks before any tile (rule 1.2)."""
    FIRST_CARD = 1
    """The start mark comes with the first card (rule 2.3)."""
    SIDE = 2
    """A side of a border square is chosen; which of its two marks, when the square is filled (rule 3.3)."""


class Redraw(IntEnum):
    """How far a round of redrawing goes (rules 1.13 and 1.17)."""

    UNTIL_FULL = 0
    TO_CURRENT = 1


class Goal(IntEnum):
    """Who wins (rules 1.19 and 1.25)."""

    LAST_STANDING = 0
    LONGEST_PATH = 1
    SELF_CROSSINGS = 2


class Phase(IntEnum):
    """What the seat to play decides."""

    MARKS = 0
    TILES = 1
    INHERIT = 2


class Reason(IntEnum):
    """Why a game ended (0 while it goes on)."""

    LAST_STANDING = 1
    """One marker is left (rule 1.19)."""
    ALL_ELIMINATED = 2
    """The last markers left by the same tile and share the win (rule 1.20)."""
    TILES_EXHAUSTED = 3
    """No tile is left to any survivor; they share the win (rules 1.21 and 1.22)."""
    MARKER_LOST = 4
    """Solitaire only: a marker left the board."""


class Cause(IntEnum):
    """Why a marker left the board (0 while it is on)."""

    EDGE = 1
    COLLISION = 2
    LOOP = 3
    """Its path runs in a circle: only in positions that no game reaches."""


RULES: Final = np.dtype(
    [
        ("rows", "i8"),
        ("cols", "i8"),
        ("notches", "i8"),
        ("hand_size", "i8"),
        ("deck_size", "i8"),
        ("deck_draw", "i8"),
        ("dragon", "i8"),
        ("collision_is_suicide", "i8"),
        ("start", "i8"),
        ("inheritance", "i8"),
        ("redraw", "i8"),
        ("goal", "i8"),
        ("common_hand", "i8"),
        ("solitaire", "i8"),
        ("random_first", "i8"),
        ("repeats", "i8"),
        ("deck", "u1", MAX_DECK),
        ("notch_end", "u2", MAX_NOTCHES),
        ("link", "u4", MAX_ENDS),
    ],
    align=True,
)
"""An edition as the kernel reads it. ``deck`` lists the classes of all tiles; ``deck_draw`` of them take part (0 for
all) and ``repeats`` says whether a class is there twice; ``link`` is the other end of every path on the empty board."""

RESULT_FIELDS: Final[Mapping[str, ResultField]] = {
    "winners": ResultField("who won, or shares the win", "seat mask"),
    "reason": ResultField("why the game ended", "code", ("", *(reason.name.lower() for reason in Reason))),
    "tiles": ResultField("tiles laid"),
    "start": ResultField("start notch, anticlockwise from the left end of the bottom edge", "code", missing=255),
    "out_turn": ResultField("number of the tile that put the seat out; 0 if it stayed in", "code", missing=0),
    "out_cause": ResultField("why the seat left", "code", ("stayed", *(cause.name.lower() for cause in Cause))),
    "out_square": ResultField(
        "square (row * columns + column) where the seat left; 255 if it stayed in", "code", missing=255
    ),
    "path_length": ResultField("tile crossings of the seat's whole path"),
    "forced_suicides": ResultField("turns on which every placement put the player out"),
    "dragon_turns": ResultField("turns that began while the seat held the dragon tile"),
    "branching_sum": ResultField("legal placements, summed over the turns"),
    "branching_max": ResultField("most legal placements of one turn"),
    "loops": ResultField("closed loops on the board"),
}

# ---------------------------------------------------------------------------------------------------------- sources

_WIKI = Source("WIKI", "the project brief's text of the encyclopedia article on Tsuro")
_SK = Source("SK", "the base rules in Slovak, from the project brief")
_FAQ = Source("FAQ", "Tsuro FAQ of the BoardGameGeek community", "https://boardgamegeek.com/wiki/page/Tsuro_FAQ")
_MIR = Source("MIR", "the base rules restated", "https://www.mircic91.com/how-to-play-tsuro/")
_64OZ = Source("64OZ", "the base rulebook, first part", "https://64-ounce-games.myshopify.com/pages/tsuro")
_STEEL = Source(
    "STEEL",
    "a review with details of the turn",
    "https://steelowlbg.wordpress.com/2016/07/05/calliope-games-tsuro-review/",
)
_NU = Source("NU", "a course implementation with full dragon rules", "https://github.com/paralysedforce/Tsuro")
_QUIB = Source("QUIB", "an online implementation's rules and modes", "https://github.com/quibbble/boardgame")
_PAT = Source("PAT", "US patent 4180271", "https://patents.google.com/patent/US4180271A/en")
_CHEL = Source("CHEL", "the KOSMOS rules in German, 2007", "http://members.chello.at/topolino/b2007/Tsuro.html")
_FAIR = Source(
    "FAIR", "WizKids against KOSMOS", "https://www.fairplay-online.de/2007/10/tsuro-wizkids-oder-kosmos.html"
)
_SPT = Source("SPT", "a review of the KOSMOS edition", "https://spieletest.at/gesellschaftsspiel/1759/Tsuro")
_SUR = Source("SUR", "contents of the KOSMOS box", "http://surrealist.de/spielmonster/Rezensionen/Tsuro/tsuro.htm")

# ---------------------------------------------------------------------------------------------------------- rulings

_TWO_MARKS = Ruling("1.2", "Two markers may start at the two marks of one square.", Mark.DERIVED)
_SEAT_ZERO = Ruling("1.2", "Seat 0 stands for the oldest player and goes first.", Mark.ASSUMED)
_COLLISION = Ruling(
    "1.5",
    "Your own collision counts as suicide and is refused while another placement keeps you in.",
    Mark.SOURCED,
    "collision_is_suicide",
)
_MEETING = Ruling(
    "0.1.6",
    "Two markers collide when the new tile joins their paths; each would otherwise run back along the other's path to "
    "its start mark at the edge.",
    Mark.DERIVED,
)
_TOGETHER = Ruling("1.9", "All hands of one turn go back together, before any draw.", Mark.ASSUMED)
_ROUND = Ruling(
    "1.13",
    "When hands come back, the round of drawing goes on until all hands are full.",
    Mark.SOURCED,
    "redraw",
)
_FIRST_SHORT = Ruling(
    "1.15",
    "When hands come back and nobody holds the dragon, the round starts from the active player, or the next living one "
    "clockwise if the active one is out.",
    Mark.ASSUMED,
)
_HOLDER = Ruling(
    "1.16",
    "An eliminated holder's dragon goes clockwise to the next living player with a hand that is not full, who draws "
    "first; if there is none it is set aside.",
    Mark.ASSUMED,
)
_PASS = Ruling(
    "1.22",
    "A player without a tile is passed over; the game ends when the pile and all living hands are empty.",
    Mark.ASSUMED,
)
_LAST_DRAW = Ruling("1.19", "A game that is decided ends at once: nobody draws after it.", Mark.ASSUMED)
_SOLO = Ruling(
    "1.24",
    "Solitaire: one hand for all markers, any living marker's square may be filled; a placement that loses a marker is "
    "refused while another is possible, and losing one ends the game.",
    Mark.ASSUMED,
    "solitaire",
)
_COMMON = Ruling(
    "1.25", "With a common hand nobody has tiles to give back, and the dragon is not used.", Mark.ASSUMED, "common_hand"
)
_GOALS = Ruling(
    "1.25",
    "Longest path and most self-crossings are compared among all players when the game has ended as usual; a path that "
    "meets another ends at the meeting.",
    Mark.ASSUMED,
    "goal",
)
_FIRST_CARD = Ruling("2.3", "The first card may go to any free start mark whose square is empty.", Mark.ASSUMED)
_HAND = Ruling("2.5", "A hand has three cards and a random player begins.", Mark.ASSUMED, "hand_size")
_VOLUNTARY = Ruling("2.9", "A voluntary collision is treated as suicide.", Mark.ASSUMED, "collision_is_suicide")
_INHERIT = Ruling(
    "2.10",
    "The active player keeps as many cards as the hand held out of it and the eliminated hands; the rest is shuffled "
    "into the deck before the draw. An active player who is also out inherits nothing.",
    Mark.ASSUMED,
    "inheritance",
)
_NEXT = Ruling("2.11", "The NEXT card follows the rules of the dragon tile.", Mark.ASSUMED, "dragon")
_ENTRANCE = Ruling("3.3", "A figure starts at a fixed entrance.", Mark.SOURCED, "free_first_line")
_FREE_LINE = Ruling(
    "3.3",
    "With a free first line one figure starts at each side; if another tile fills its square first, it takes the "
    "entrance that keeps it in, or the lower-numbered point if both do or neither does.",
    Mark.ASSUMED,
    "free_first_line",
)
_SIXTY_FOUR = Ruling(
    "3.8",
    "The 64 tiles are every class once and 29 classes a second time; the six single ones are chosen by `singles_seed`.",
    Mark.ASSUMED,
    "singles_seed",
)
_DECK_6 = Ruling("3.5", "On 6 x 6, 35 of the 64 tiles and the dragon take part.", Mark.SOURCED, "all64")
_DECK_7 = Ruling("3.6", "On 7 x 7 all 64 tiles take part and there is no dragon.", Mark.ASSUMED)
_FULL_BOARD = Ruling(
    "3.7", "A completed board has driven everybody off: those removed by the last tile share the win.", Mark.DERIVED
)
_KOSMOS_SUICIDE = Ruling("3.9", "The suicide rule is that of the base game.", Mark.ASSUMED)
_BORDER = Ruling("2.1", "A board must have a border square for each player.", Mark.ASSUMED)

# ---------------------------------------------------------------------------------------------------------- options

_SWITCH = (False, True)
_SUICIDE_OPTION = Option(
    "collision_is_suicide", True, "count your own collision as suicide, refused while avoidable (1.5)", _SWITCH
)
_SIZE_OPTIONS = (
    Option("rows", 6, "rows of the board", range(1, MAX_SIDE + 1)),
    Option("cols", 6, "columns of the board", range(1, MAX_SIDE + 1)),
)
_HAND_OPTION = Option("hand_size", 3, "tiles in a full hand", range(1, MAX_HAND + 1))
_REDRAW_OPTION = Option(
    "redraw",
    "until_full",
    "how far a redraw round goes: until all hands are full (1.13), or once round to the current player (1.17)",
    ("until_full", "to_current"),
)
_DRAGON_OPTION = Option("dragon", True, "use the dragon tile with three and more players (1.11-1.16)", _SWITCH)
_GOAL_OPTION = Option(
    "goal",
    "last_standing",
    "who wins: the last marker, the longest path, or most self-crossings of one's own path (1.25)",
    ("last_standing", "longest_path", "self_crossings"),
)
_COMMON_OPTION = Option("common_hand", False, "one open hand shared by all (1.25)", _SWITCH)
_SOLITAIRE_OPTION = Option(
    "solitaire", False, "one person keeps 1 to 8 markers alive until all tiles are laid (1.24)", _SWITCH
)
_ALL64_OPTION = Option("all64", False, "shuffle all 64 tiles and use no dragon (3.5)", _SWITCH)
_LINE_OPTION = Option(
    "free_first_line", False, "choose the line with the first tile, not the start mark (3.3)", _SWITCH
)
_SINGLES_OPTION = Option(
    "singles_seed", 0, "which six classes occur once among the 64: the seed of their choice (3.8)", range(2**31)
)
_MULTISET_OPTION = Option(
    "tile_set", None, "the tiles as a mapping from name to copies, or a list of names; None for the edition's own"
)

EDITIONS: Final = (
    Edition(
        name="tsuro/classic",
        title="Tsuro (WizKids 2005, Calliope)",
        version=1,
        players=range(2, 9),
        status=Status.COMPLETE,
        summary="6 x 6 board, the 35 tiles once each, the dragon tile with three and more players.",
        sources=(_WIKI, _SK, _FAQ, _MIR, _64OZ, _STEEL, _NU, _QUIB),
        rulings=(
            _MEETING,
            _SEAT_ZERO,
            _TWO_MARKS,
            _COLLISION,
            _TOGETHER,
            _ROUND,
            _FIRST_SHORT,
            _HOLDER,
            _LAST_DRAW,
            _PASS,
            _SOLO,
            _COMMON,
            _GOALS,
        ),
        options=(
            _SUICIDE_OPTION,
            *_SIZE_OPTIONS,
            _HAND_OPTION,
            _DRAGON_OPTION,
            _REDRAW_OPTION,
            _GOAL_OPTION,
            _COMMON_OPTION,
            _SOLITAIRE_OPTION,
            _MULTISET_OPTION,
        ),
    ),
    Edition(
        name="tsuro/squiggles",
        title="Squiggles (US patent 4180271, first implementation)",
        version=1,
        players=range(2, 9),
        status=Status.MOSTLY_SOURCED,
        summary="The start is chosen with the first card; who puts others out may inherit their cards.",
        sources=(_WIKI, _PAT),
        rulings=(
            _MEETING,
            _BORDER,
            _FIRST_CARD,
            _HAND,
            _VOLUNTARY,
            _INHERIT,
            _NEXT,
            _ROUND,
            _FIRST_SHORT,
            _HOLDER,
            _LAST_DRAW,
            _PASS,
        ),
        options=(
            _SUICIDE_OPTION,
            *_SIZE_OPTIONS,
            Option("hand_size", 3, "cards in a full hand", range(1, 4)),
            Option("dragon", True, "use the NEXT card with three and more players (2.11)", _SWITCH),
            Option("inheritance", True, "the active player may swap for cards of the eliminated (2.10)", _SWITCH),
            Option("random_first", True, "a random player begins (2.5); otherwise seat 0", _SWITCH),
            _REDRAW_OPTION,
            _MULTISET_OPTION,
        ),
        settings={"start": Start.FIRST_CARD},
    ),
    Edition(
        name="tsuro/kosmos-6",
        title="Tsuro (KOSMOS 2007), phoenix side, 6 x 6",
        version=1,
        players=range(2, 5),
        status=Status.MOSTLY_SOURCED,
        summary="6 x 6 board; 35 of 64 tiles, drawn at random, and the dragon; or all 64 without it.",
        sources=(_WIKI, _CHEL, _SPT, _FAIR, _SUR),
        rulings=(
            _MEETING,
            _SEAT_ZERO,
            _ENTRANCE,
            _FREE_LINE,
            _DECK_6,
            _SIXTY_FOUR,
            _FULL_BOARD,
            _KOSMOS_SUICIDE,
            _COLLISION,
            _TOGETHER,
            _ROUND,
            _FIRST_SHORT,
            _HOLDER,
            _LAST_DRAW,
            _PASS,
        ),
        options=(
            _SUICIDE_OPTION,
            _LINE_OPTION,
            _ALL64_OPTION,
            _SINGLES_OPTION,
            _HAND_OPTION,
            _REDRAW_OPTION,
            _MULTISET_OPTION,
        ),
        settings={"rows": 6, "cols": 6, "kosmos": True},
    ),
    Edition(
        name="tsuro/kosmos-7",
        title="Tsuro (KOSMOS 2007), dragon side, 7 x 7",
        version=1,
        players=range(2, 9),
        status=Status.MOSTLY_SOURCED,
        summary="7 x 7 board, all 64 tiles, no dragon.",
        sources=(_WIKI, _CHEL, _SPT, _FAIR, _SUR),
        rulings=(
            _MEETING,
            _SEAT_ZERO,
            _ENTRANCE,
            _FREE_LINE,
            _DECK_7,
            _SIXTY_FOUR,
            _FULL_BOARD,
            _KOSMOS_SUICIDE,
            _COLLISION,
            _TOGETHER,
            _FIRST_SHORT,
            _LAST_DRAW,
            _PASS,
        ),
        options=(_SUICIDE_OPTION, _LINE_OPTION, _SINGLES_OPTION, _HAND_OPTION, _MULTISET_OPTION),
        settings={"rows": 7, "cols": 7, "kosmos": True, "all64": True},
    ),
)

FAMILY: Final = Family(name="tsuro", title="Tsuro", module="tsurolab.games.tsuro", editions=EDITIONS)


# ---------------------------------------------------------------------------------------------------- building rules


def seats(edition: Edition, options: Mapping[str, object]) -> range:
    """How many can play: solitaire needs but one marker, a small board seats fewer.

    >>> seats(EDITIONS[0], {"solitaire": True})
    range(1, 9)
    """
    values = {**edition.settings, **options}
    rows, cols = _size(values)
    border = rows * cols - max(0, rows - 2) * max(0, cols - 2)
    first = 1 if options.get("solitaire") else edition.players[0]
    room = border if values.get("start") == Start.FIRST_CARD else 4 * (rows + cols)
    return range(first, min(edition.players[-1], room) + 1)


def _size(values: Mapping[str, object]) -> tuple[int, int]:
    rows, cols = values.get("rows", 6), values.get("cols", 6)
    assert isinstance(rows, int)
    assert isinstance(cols, int)
    return rows, cols


def kosmos_multiset(singles_seed: int) -> list[int]:
    """The 64 tiles of the KOSMOS box as class indices: all 35 classes, 29 of them twice.

    Which six occur once is not known; they are chosen by ``singles_seed`` (ruling 3.8).

    >>> len(kosmos_multiset(0)), len(set(kosmos_multiset(0)))
    (64, 35)
    """
    from tsurolab.seeds import key

    order = sorted(range(len(CLASS_NAMES)), key=lambda index: key(singles_seed, index, 0))
    return sorted([*range(len(CLASS_NAMES)), *order[6:]])


def tile_multiset(tile_set: object) -> list[int]:
    """A tile set given as a mapping from name to copies, or as a list of names, as sorted class indices.

    Raises:
        BadArgument: no tiles, too many, or a name that is no tile.

    >>> tile_multiset({"12-34-56-78": 2})
    [0, 0]
    """
    if isinstance(tile_set, str):
        tile_set = [part for part in tile_set.replace(",", " ").split() if part]
    if isinstance(tile_set, Mapping):
        names: list[str] = []
        for name, copies in tile_set.items():
            if isinstance(copies, bool) or not hasattr(copies, "__index__") or not 0 <= int(copies) <= MAX_DECK:
                raise BadArgument(f"tile_set: {name!r} needs 0 to {MAX_DECK} copies, not {copies!r}")
            names += [name] * int(copies)
    elif isinstance(tile_set, list | tuple):
        names = list(tile_set)
    else:
        raise BadArgument(f"tile_set must map names to copies or list names, not {tile_set!r}")
    if not 1 <= len(names) <= MAX_DECK:
        raise BadArgument(f"tile_set has {len(names)} tiles; a game takes 1 to {MAX_DECK}")
    return sorted(CLASS_NAMES.index(canonical_name(name)) for name in names)


def notch_ends(rows: int, cols: int) -> list[int]:
    """The end of each start notch, anticlockwise from the left end of the bottom edge.

    >>> len(notch_ends(6, 6)), divmod(notch_ends(6, 6)[0], 8)
    (48, (30, 0))
    """
    bottom = [((rows - 1) * cols + col, port) for col in range(cols) for port in (0, 1)]
    right = [(row * cols + cols - 1, port) for row in reversed(range(rows)) for port in (2, 3)]
    top = [(col, port) for col in reversed(range(cols)) for port in (4, 5)]
    left = [(row * cols, port) for row in range(rows) for port in (6, 7)]
    return [square * 8 + port for square, port in (*bottom, *right, *top, *left)]


def set_board(record: Any, rows: int, cols: int) -> None:
    """Write a board of ``rows`` x ``cols`` squares into a RULES record."""
    ends = notch_ends(rows, cols)
    record.rows, record.cols, record.notches = rows, cols, len(ends)
    record.notch_end[:] = 0
    record.notch_end[: len(ends)] = ends
    record.link[:] = 0
    for notch, end in enumerate(ends):
        record.link[end] = EDGE + notch
        record.link[EDGE + notch] = end
    for row in range(rows):
        for col in range(cols):
            for port in range(8):
                down, right = STEP[port // 2]
                if 0 <= row + down < rows and 0 <= col + right < cols:
                    other = (row + down) * cols + col + right
                    record.link[(row * cols + col) * 8 + port] = other * 8 + MATE[port]


def build_rules(edition: Edition, options: Mapping[str, object]) -> Any:
    """The RULES record of an edition with checked options.

    Raises:
        BadArgument: options that do not go together.
    """
    values: dict[str, Any] = {**options, **edition.settings}
    if options.get("all64"):
        values["all64"] = True
    record = new_records(RULES, 1)[0]
    set_board(record, *_size(values))
    if values.get("tile_set") is not None:
        deck = tile_multiset(values["tile_set"])
    elif values.get("kosmos"):
        deck = kosmos_multiset(values["singles_seed"])
    else:
        deck = list(range(len(CLASS_NAMES)))
    record.deck[: len(deck)] = deck
    record.deck_size = len(deck)
    record.repeats = len(set(deck)) < len(deck)
    kosmos, all64 = bool(values.get("kosmos")), bool(values.get("all64"))
    record.deck_draw = 35 if kosmos and not all64 and len(deck) > 35 else 0
    record.hand_size = values["hand_size"]
    record.dragon = values.get("dragon", not all64)
    record.collision_is_suicide = values["collision_is_suicide"]
    record.start = Start.SIDE if values.get("free_first_line") else values.get("start", Start.MARKS)
    record.inheritance = values.get("inheritance", False)
    record.redraw = Redraw[str(values.get("redraw", "until_full")).upper()]
    record.goal = Goal[str(values.get("goal", "last_standing")).upper()]
    record.common_hand = bool(values.get("common_hand")) or bool(values.get("solitaire"))
    record.solitaire = values.get("solitaire", False)
    record.random_first = values.get("random_first", False)
    if record.common_hand:
        record.dragon = 0
    if values.get("solitaire") and record.goal != Goal.LAST_STANDING:
        raise BadArgument("solitaire has a goal of its own: leave goal at last_standing")
    return record
