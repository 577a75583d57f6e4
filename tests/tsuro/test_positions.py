"""Positions as data: what is refused and why, what is taken for study, and what comes back as it was written."""

import copy
import json

import pytest
from small_boards import AHEAD, BEND, CROSS, FILL, GONE, HUG, board, ended, game, outs, sit, table, texts, waits

from tsurolab.errors import ImpossiblePosition, TsurolabError

A, B, C, D, E, F, G, H = FILL[:8]
TWO = sit("5,2@1", A), sit("0,3@5", B)
PLAIN = board(*TWO, tiles={"4,2": AHEAD}, deck=[C])


def changed(path, value):
    """Return PLAIN with the entry at a path of keys replaced, or removed where the value is ``...``."""
    position = copy.deepcopy(PLAIN)
    *way, last = path
    inner = position
    for key in way:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return position


FACES = ("players", 0, "faces")
FIRST_TILE = ("tiles", 0)

MALFORMED = {
    "no mapping": ([], "a position is a mapping with the keys rows, cols, tiles, players, turn, deck, dragon, not"),
    "text": ("5,0@1", "a position is a mapping"),
    "unknown key": (changed(["colour"], 1), "unknown key 'colour'; a position has rows, cols, tiles"),
    "no players": (changed(["players"], ...), "players must be a list, not None"),
    "players no list": (changed(["players"], 4), "players must be a list, not 4"),
    "nobody": (changed(["players"], []), "there must be 1 to 8 players, not 0"),
    "nine players": (changed(["players"], [GONE] * 9), "there must be 1 to 8 players, not 9"),
    "player no mapping": (changed(["players", 1], "B"), "player 1 must be a mapping, not 'B'"),
    "no rows": (changed(["rows"], 0), "rows must be a whole number from 1 to 10, not 0"),
    "too many columns": (changed(["cols"], 11), "cols must be a whole number from 1 to 10, not 11"),
    "rows as text": (changed(["rows"], "6"), "rows must be a whole number from 1 to 10, not '6'"),
    "columns as fraction": (changed(["cols"], 6.0), "cols must be a whole number from 1 to 10, not 6.0"),
    "rows as truth": (changed(["rows"], True), "rows must be a whole number from 1 to 10, not True"),
    "tiles no list": (changed(["tiles"], {}), "tiles must be a list, not {}"),
    "tile no mapping": (changed(FIRST_TILE, AHEAD), r"tiles\[0\] must be a mapping"),
    "tile without row": (changed([*FIRST_TILE, "row"], ...), r"tiles\[0\]: row must be a whole number from 0 to 5"),
    "tile outside": (changed([*FIRST_TILE, "col"], 6), r"tiles\[0\]: col must be a whole number from 0 to 5, not 6"),
    "tile below zero": (changed([*FIRST_TILE, "row"], -1), r"tiles\[0\]: row must be a whole number from 0 to 5"),
    "tile without name": (changed([*FIRST_TILE, "tile"], ...), "a tile is four pairs of the points 1..8"),
    "tile of three pairs": (changed([*FIRST_TILE, "tile"], "12-34-56"), "tile '12-34-56' has 3 pairs"),
    "tile uses a point twice": (changed([*FIRST_TILE, "tile"], "12-34-56-77"), "uses point 7 twice and point 8 not"),
    "tile with point 9": (changed([*FIRST_TILE, "tile"], "12-34-56-79"), "has '9', which is no point"),
    "two tiles on a square": (changed(["tiles"], PLAIN["tiles"] * 2), r"tiles\[1\]: square 4,2 has two tiles"),
    "hand no list": (changed(["players", 0, "hand"], A), "player 0's hand must be a list"),
    "hand of four": (changed(["players", 0, "hand"], [A, C, D, E]), "player 0 holds 4 tiles; a full hand is 3"),
    "hand with nonsense": (changed(["players", 0, "hand"], ["x"]), "tile 'x' has 1 pair"),
    "hand with a number": (changed(["players", 0, "hand"], [7]), "a tile is four pairs of the points 1..8"),
    "out no truth": (changed(["players", 0, "out"], "no"), "player 0: out is true or false, not 'no'"),
    "out but facing": (changed(["players", 0, "out"], True), "player 0 is out but faces a square"),
    "out with tiles": (
        board(*TWO, sit(None, C, out=True)),
        "player 2 is out but holds tiles; they go back to the pile",
    ),
    "faces no mapping": (changed(FACES, "5,2@1"), "player 0's faces must be a mapping"),
    "faces outside": (changed([*FACES, "row"], 6), "player 0's faces: row must be a whole number from 0 to 5, not 6"),
    "no point": (changed([*FACES, "point"], ...), "player 0's point must be a whole number from 1 to 8, not None"),
    "point 0": (changed([*FACES, "point"], 0), "player 0's point must be a whole number from 1 to 8, not 0"),
    "point 9": (changed([*FACES, "point"], 9), "player 0's point must be a whole number from 1 to 8, not 9"),
    "faces a tile": (changed([*FACES, "row"], 4), "player 0 faces square 4,2, which has a tile; it must be empty"),
    "side without its option": (
        changed(FACES, {"row": 5, "col": 2, "side": "bottom"}),
        "player 0: a side .bottom, right, top, left. is only chosen with free_first_line",
    ),
    "two at one point": (
        board(sit("5,2@1", A), sit("5,2@1", B)),
        "players 0 and 1 wait at the same point of 5,2",
    ),
    "start mark to come after a tile": (
        board(sit("5,2@1", A), sit(None, B), tiles={"4,2": AHEAD}),
        "player 1 is in the game but faces no square; all markers are placed before any tile",
    ),
    "deck no list": (changed(["deck"], None), "deck must be a list, not None"),
    "deck with nonsense": (changed(["deck"], ["12-34"]), "tile '12-34' has 2 pairs"),
    "deck too large": (changed(["deck"], [C] * 127), "129 tiles in hands and deck; there can be 128"),
    "turn outside": (changed(["turn"], 2), "turn must be a whole number from 0 to 1, not 2"),
    "turn as text": (changed(["turn"], "0"), "turn must be a whole number from 0 to 1, not '0'"),
    "turn of nobody": (changed(["turn"], None), "turn must be a whole number from 0 to 1, not None"),
    "turn of one who is out": (board(*TWO, GONE, turn=2), "it is the turn of player 2, who is out"),
    "turn of one without tiles": (board(sit("5,2@1"), *TWO[1:]), "it is the turn of player 0, who holds no tile"),
    "turn of one whose marker is placed": (
        board(sit("5,2@1", A), sit(None, B)),
        "it is the turn of player 0, whose marker is placed while others are not",
    ),
    "all out": (board(GONE, GONE), "all players are out; give the outcome, or let one be in"),
    "dragon outside": (changed(["dragon"], 2), "dragon must be a whole number from 0 to 1, not 2"),
    "dragon as text": (changed(["dragon"], "nobody"), "dragon must be a whole number"),
    "dragon of one who is out": (board(*TWO, GONE, dragon=2), "the dragon is held by player 2, who is out"),
    "start outside": (
        board(*TWO, GONE | {"start": 48}),
        "player 2's start must be a whole number from 0 to 47, not 48",
    ),
    "left by flying": (
        board(*TWO, GONE | {"left": {"cause": "flying"}}),
        "player 2 left by 'flying'; a cause is edge, collision, loop",
    ),
    "left without a turn": (
        board(*TWO, GONE | {"left": {"cause": "edge", "row": 0, "col": 0, "path": 1}}),
        "player 2's turn of leaving must be a whole number from 1 to 128, not None",
    ),
    "left nowhere": (
        board(*TWO, GONE | {"left": {"cause": "edge", "turn": 1, "row": 9, "col": 0, "path": 1}}),
        "player 2's leaving: row must be a whole number from 0 to 5, not 9",
    ),
    "left without a path": (
        board(*TWO, GONE | {"left": {"cause": "edge", "turn": 1, "row": 0, "col": 0}}),
        "player 2's path must be a whole number from 0 to 512, not None",
    ),
    "left no mapping": (board(*TWO, GONE | {"left": "edge"}), "player 2's left must be a mapping"),
    "dragon turns below zero": (
        changed(["players", 0, "dragon_turns"], -1),
        "player 0's dragon_turns must be a whole number from 0 to 255, not -1",
    ),
    "forced suicides as text": (changed(["forced_suicides"], "1"), "forced_suicides must be a whole number"),
    "pending without inheritance": (
        changed(["pending"], {"inherit": [1]}),
        "tsuro/classic with these options knows no pending inheritance",
    ),
    "outcome no mapping": (changed(["outcome"], "draw"), "outcome must be a mapping, not 'draw'"),
    "outcome without a reason": (
        changed(["outcome"], {"reason": "DRAW", "winners": []}),
        "outcome reason 'DRAW'; a reason is LAST_STANDING, ALL_ELIMINATED, TILES_EXHAUSTED, MARKER_LOST",
    ),
    "outcome without winners": (changed(["outcome"], {"reason": "LAST_STANDING"}), "outcome winners must be a list"),
    "winner outside": (
        changed(["outcome"], {"reason": "LAST_STANDING", "winners": [2]}),
        "winner must be a whole number from 0 to 1, not 2",
    ),
}


@pytest.mark.parametrize(("position", "why"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_or_impossible_position_is_refused_with_its_reason(position, why):
    with pytest.raises(ImpossiblePosition, match=f"^impossible position: .*{why}") as caught:
        game().from_position(position)
    assert isinstance(caught.value, TsurolabError)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


def test_the_position_that_these_are_changes_of_is_possible():
    state = game().from_position(PLAIN, strict=True)
    assert state.position() == PLAIN


OPTIONAL = {
    "pending but nobody": (
        {"edition": "tsuro/squiggles"},
        {"pending": {"inherit": []}},
        "knows no pending inheritance",
    ),
    "pending from one who is in": (
        {"edition": "tsuro/squiggles"},
        {"pending": {"inherit": [1]}},
        "pending inheritance from player 1, who is not out",
    ),
    "pending from outside": (
        {"edition": "tsuro/squiggles"},
        {"pending": {"inherit": [7]}},
        "pending seat must be a whole number from 0 to 1, not 7",
    ),
    "pending no mapping": ({"edition": "tsuro/squiggles"}, {"pending": [1]}, "pending must be a mapping"),
    "dragon where there is none": (
        {"dragon": False},
        {"dragon": 0},
        "player 0 holds the dragon tile, which tsuro/classic with these options lacks",
    ),
    "dragon on 7 x 7": (
        {"edition": "tsuro/kosmos-7"},
        {"dragon": 1},
        "player 1 holds the dragon tile, which tsuro/kosmos-7 with these options lacks",
    ),
    "dragon with a common hand": (
        {"common_hand": True},
        {"dragon": 0, "players": [sit("5,2@1", A), sit("0,3@5")]},
        "holds the dragon tile, which tsuro/classic with these options lacks",
    ),
    "own hand where all have one": (
        {"common_hand": True},
        {},
        "player 1 has a hand of its own; with a common hand it is written at player 0",
    ),
    "unknown side": (
        {"edition": "tsuro/kosmos-6", "free_first_line": True},
        {"players": [sit("5,2@north", A), TWO[1]]},
        "a side .bottom, right, top, left. is only chosen with free_first_line",
    ),
    "side away from the rim": (
        {"edition": "tsuro/kosmos-6", "free_first_line": True},
        {"players": [sit("5,2@top", A), TWO[1]], "tiles": []},
        "player 0: the top side of 5,2 is not at the rim",
    ),
    "hand above the option": ({"hand_size": 1}, {"players": [sit("5,2@1", A, C), TWO[1]]}, "a full hand is 1"),
}


@pytest.mark.parametrize(("options", "changes", "why"), OPTIONAL.values(), ids=OPTIONAL)
def test_what_an_edition_or_option_makes_impossible_is_refused(options, changes, why):
    with pytest.raises(ImpossiblePosition, match=why):
        game(**options).from_position(PLAIN | changes)


def test_a_side_of_an_inner_square_is_refused_even_when_a_tile_leads_from_it_to_the_rim():
    inner = board(sit("4,2@bottom", BEND), sit("0,3@5", B), tiles={"5,2": AHEAD})
    with pytest.raises(ImpossiblePosition, match="the bottom side of 4,2 is not at the rim"):
        game("tsuro/kosmos-6", free_first_line=True).from_position(inner)


# -------------------------------------------------------------------------------------------------------------- strict

STRICT = {
    "a tile twice": (
        board(sit("5,2@1", A), sit("0,3@5", A)),
        f"tile {A} is there 2 times; the set has 1",
    ),
    "a tile on the board and in the deck": (
        board(*TWO, tiles={"2,2": "17-28-34-56"}, deck=["12-34-57-68"]),
        "tile 12-34-57-68 is there 2 times; the set has 1",
    ),
    "a path that begins nowhere": (
        board(sit("3,2@1", A), sit("0,3@5", B)),
        "the path of player 0 does not begin at a start mark",
    ),
    "two ends of one path": (
        board(sit("2,2@6", A), sit("0,2@1", B), tiles={"1,2": AHEAD}),
        "the path of player 0 does not begin at a start mark",
    ),
    "a dragon while the pile has tiles": (
        board(*TWO, sit("3,5@3", C), deck=[D], dragon=0),
        "player 0 holds the dragon though the pile has tiles",
    ),
}


@pytest.mark.parametrize(("position", "why"), STRICT.values(), ids=STRICT)
def test_what_no_game_can_reach_is_refused_only_if_strict(position, why):
    with pytest.raises(ImpossiblePosition, match=f"impossible position: {why}"):
        game().from_position(position, strict=True)
    state = game().from_position(position)
    assert state.position() == position
    state.play(state.legal_moves[0])


@pytest.mark.parametrize("name", ["tsuro/kosmos-6", "tsuro/kosmos-7"])
def test_strict_knows_how_often_a_tile_is_in_the_box(name):
    counts = game(name).new(2, seed=1)
    size = counts.rows
    box = [tile for seat in (0, 1) for tile in counts.hand(seat)] + counts.deck
    double = next(tile for tile in box if box.count(tile) == 2)
    players = sit("0,0@6", double, double), sit("0,1@5", A)
    assert table(*players, edition=name, rows=size, cols=size).hand(0) == [double, double]
    with pytest.raises(ImpossiblePosition, match=f"tile {double} is there 3 times; the set has 2"):
        table(*players, deck=[double], edition=name, rows=size, cols=size)


def test_strict_allows_the_dragon_beside_a_pile_where_rounds_may_stop_early():
    position = board(*TWO, sit("3,5@3", C), deck=[D], dragon=0)
    assert game(redraw="to_current").from_position(position, strict=True).dragon == 0


# ------------------------------------------------------------------------------------------------------------- accepted


def test_only_the_players_need_be_given():
    state = game().from_position({"players": [{"hand": [A]}, {"hand": [B]}]})
    assert state.position() == board(sit(None, A), sit(None, B))
    assert (state.phase.name, len(state.legal_moves)) == ("MARKS", 48)


def test_a_tile_of_a_hand_or_pile_may_be_named_any_way_round():
    state = table(sit("5,2@1", "17-28-34-56"), sit("0,3@5", B), deck=["13-24-56-78"], strict=False)
    assert (state.hand(0), state.deck) == (["12-34-57-68"], ["12-34-57-68"])


def test_pairs_of_a_tile_on_the_board_may_stand_in_any_order():
    state = table(*TWO, tiles={"2,2": "85-14-72-63"})
    assert state.tiles == {(2, 2): BEND}


def test_a_board_of_another_size_is_taken_as_it_is_given():
    position = board(sit("1,0@1", A), sit("0,2@5", B), rows=2, cols=3)
    state = game().from_position(position)
    assert (state.rows, state.cols) == (2, 3)
    assert state.position() == position


def test_one_player_alone_is_a_study_that_goes_on_while_there_are_tiles():
    state = table(sit("4,2@1", BEND, CROSS), tiles={"5,2": AHEAD})
    assert state.outcome is None
    state.play(f"4,2 {CROSS}")
    assert (waits(state, 0), state.outcome) == ("3,2@2", None)
    state.play(f"3,2 {BEND}")
    assert ended(state) == ("TILES_EXHAUSTED", (0,))


def test_repeated_tiles_of_a_study_are_one_choice():
    state = table(sit("5,2@1", CROSS, CROSS), sit("0,3@5", B), strict=False)
    assert texts(state) == {f"5,2 {CROSS}"}
    assert state.play(f"5,2 {CROSS}").hand(0) == [CROSS]


RING = {"2,3": HUG, "3,3": HUG, "3,2": HUG}
"""Leaving 2,2 by 3 the path goes right, down, left, up, and back to 2,2@2."""


def test_a_path_that_runs_in_a_circle_puts_the_marker_out():
    players = sit("2,2@2", HUG), sit("0,3@5", B), sit("5,2@1", C)
    state = table(*players, tiles=RING, strict=False)
    assert state.loops == 0
    state.play(f"2,2 {HUG}")
    assert outs(state) == {0: "loop"}
    assert (state.loops, state.path(0)) == (1, [])


def test_closed_loops_of_the_tiles_given_are_counted():
    assert table(*TWO, tiles=RING | {"2,2": HUG}, strict=False).loops == 1
    assert table(*TWO, tiles=RING | {"2,2": BEND}, strict=False).loops == 0


@pytest.mark.parametrize(
    ("players", "end"),
    [
        ((sit("5,2@1", A), GONE), ("LAST_STANDING", (0,))),
        ((sit("5,2@1"), sit("0,3@5")), ("TILES_EXHAUSTED", (0, 1))),
    ],
)
def test_a_position_that_is_decided_is_over(players, end):
    assert ended(table(*players, tiles={"2,2": AHEAD})) == end


@pytest.mark.parametrize(
    ("players", "outcome"),
    [
        ((GONE, GONE), {"reason": "ALL_ELIMINATED", "winners": [0, 1]}),
        ((GONE, sit("5,2@1", A)), {"reason": "LAST_STANDING", "winners": [1]}),
    ],
)
def test_an_outcome_is_taken_as_it_is_told(players, outcome):
    state = game().from_position(board(*players, tiles={"2,2": AHEAD}) | {"outcome": outcome})
    assert ended(state) == (outcome["reason"], tuple(outcome["winners"]))
    assert len(state.legal_moves) == 0


# ---------------------------------------------------------------------------------------------------------- round trips

LEFT = {"turn": 3, "cause": "edge", "row": 0, "col": 2, "path": 3}
ROUND = {
    "marks to come": ({}, board(sit("5,2@1", A, B, C), sit(None, D, E, F), turn=1, deck=[G, H])),
    "tiles": ({}, board(*TWO, tiles={"2,2": "17-28-34-56", "4,4": BEND}, deck=[C, D])),
    "dragon": ({}, board(*TWO, sit("3,5@3", C, D, E), dragon=1) | {"forced_suicides": 2}),
    "one who left": ({}, board(*TWO, GONE | {"start": 6, "left": LEFT}, tiles={"2,2": AHEAD})),
    "dragon turns": ({}, board(TWO[0] | {"dragon_turns": 4}, TWO[1], tiles={"2,2": AHEAD})),
    "common hand": ({"common_hand": True}, board(sit("5,2@1", A, B, C), sit("0,3@5"), deck=[D])),
    "solitaire": ({"solitaire": True}, board(sit("5,2@1", A, B), sit("0,3@5"))),
    "first cards": ({"edition": "tsuro/squiggles"}, board(sit("4,2@1", A), sit(None, B), tiles={"5,2": AHEAD}, turn=1)),
    "pending": (
        {"edition": "tsuro/squiggles"},
        board(sit("4,2@1", A), sit(None, B), sit(None, C, out=True), tiles={"5,2": AHEAD})
        | {"pending": {"inherit": [2]}},
    ),
    "side": (
        {"edition": "tsuro/kosmos-6", "free_first_line": True},
        board(sit("5,0@bottom", A), sit("5,0@left", B), sit("3,5@3", C)),
    ),
    "seven by seven": ({"edition": "tsuro/kosmos-7"}, board(sit("6,6@2", A), sit("0,0@6", A), rows=7, cols=7)),
    "all out": (
        {},
        board(GONE, GONE, tiles={"2,2": AHEAD}) | {"outcome": {"reason": "ALL_ELIMINATED", "winners": [0, 1]}},
    ),
    "marker lost": (
        {"solitaire": True},
        board(sit("5,2@1", A), GONE) | {"outcome": {"reason": "MARKER_LOST", "winners": []}},
    ),
    "longest path": (
        {"goal": "longest_path"},
        board(GONE, sit("5,2@1", A)) | {"outcome": {"reason": "LAST_STANDING", "winners": [0]}},
    ),
}


@pytest.mark.parametrize(("options", "position"), ROUND.values(), ids=ROUND)
def test_a_hand_written_position_comes_back_exactly(options, position):
    found = game(**options)
    state = found.from_position(json.loads(json.dumps(position)))
    assert state.position() == position
    assert found.from_position(state.position()) == state


def test_reading_changes_neither_the_position_nor_the_game():
    position = copy.deepcopy(PLAIN)
    found = game()
    before = found.rules.tobytes()
    found.from_position(board(sit("1,0@1", CROSS), sit("0,2@5", B), rows=2, cols=3)).play(f"1,0 {CROSS}")
    state = found.from_position(position)
    state.play(state.legal_moves[0])
    assert position == PLAIN
    assert found.rules.tobytes() == before
