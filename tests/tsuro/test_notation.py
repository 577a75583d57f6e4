"""Text of moves: what is written is read back, and what is no move is refused with its reason."""

import pytest
from small_boards import AHEAD, BEND, CROSS

import tsurolab as tl
from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.notation import Move, parse_move
from tsurolab.games.tsuro.rules import SIDES

CLASSES = [tile.name for tile in tl.tsuro.tiles()]

MOVES = {
    "2,3 14-27-36-58": Move(2, 3, BEND),
    "0,9 12-34-56-78": Move(0, 9, "12-34-56-78"),
    "5,0@8": Move(5, 0, point=8),
    "9,9@3": Move(9, 9, point=3),
    "5,0@left": Move(5, 0, side="left"),
    "5,0@8 14-27-36-58": Move(5, 0, BEND, point=8),
    "0,1@top 15-26-37-48": Move(0, 1, CROSS, side="top"),
    "keep 12-34-56-78": Move(keep=("12-34-56-78",)),
    "keep 12-34-56-78 16-25-38-47": Move(keep=("12-34-56-78", AHEAD)),
    "keep": Move(keep=()),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items(), ids=MOVES)
def test_a_move_and_its_text(text, move):
    assert str(move) == text
    assert parse_move(text) == move


@pytest.mark.parametrize("tile", tl.tsuro.oriented_tiles())
def test_every_tile_as_it_lies_is_read_back(tile):
    assert parse_move(str(Move(1, 2, tile))) == Move(1, 2, tile)


@pytest.mark.parametrize("point", range(1, 9))
def test_every_mark_is_read_back(point):
    assert parse_move(f"1,2@{point}") == Move(1, 2, point=point)


@pytest.mark.parametrize("side", SIDES)
def test_every_side_is_read_back(side):
    assert parse_move(f"1,2@{side}") == Move(1, 2, side=side)


def test_the_slot_of_a_move_is_no_part_of_its_text():
    assert str(Move(2, 3, BEND, 0)) == str(Move(2, 3, BEND, 2))
    assert parse_move(str(Move(2, 3, BEND, 2))).slot is None


def test_the_repr_of_a_move_evaluates():
    for move in MOVES.values():
        assert eval(repr(move)) == move


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("  2,3   14-27-36-58 ", "2,3 14-27-36-58"),
        ("2 , 3 14-27-36-58", "2,3 14-27-36-58"),
        ("02,03 14-27-36-58", "2,3 14-27-36-58"),
        ("2,3\t85-63-72-41", "2,3 14-27-36-58"),
        ("5,0 @ 8", "5,0@8"),
        ("5,0@8  63-14-72-58", "5,0@8 14-27-36-58"),
        ("keep 16-25-38-47 12-34-56-78", "keep 12-34-56-78 16-25-38-47"),
        ("  keep 17-28-34-56", "keep 12-34-57-68"),
    ],
)
def test_spaces_and_the_order_of_pairs_and_cards_do_not_matter(text, same):
    assert str(parse_move(text)) == same


NO_MOVE = "is not a move; write row,column and a tile as in '2,3 14-27-36-58'"
MALFORMED = {
    "": NO_MOVE,
    "   ": NO_MOVE,
    "hello": NO_MOVE,
    "2": NO_MOVE,
    "2,": NO_MOVE,
    ",3": NO_MOVE,
    "2;3 14-27-36-58": NO_MOVE,
    "2 3 14-27-36-58": NO_MOVE,
    "-2,3 14-27-36-58": NO_MOVE,
    "2,-3 14-27-36-58": NO_MOVE,
    "2.0,3 14-27-36-58": NO_MOVE,
    "a,b 14-27-36-58": NO_MOVE,
    "2,314-27-36-58": NO_MOVE,
    "2,3,4 14-27-36-58": NO_MOVE,
    "2,3 14-27-36-58 5": NO_MOVE,
    "2,3 14 27 36 58": NO_MOVE,
    "2,3 14/27/36/58": NO_MOVE,
    "14-27-36-58": NO_MOVE,
    "14-27-36-58 2,3": NO_MOVE,
    "5,0@": NO_MOVE,
    "@8": NO_MOVE,
    "5,0@8@7": NO_MOVE,
    "Keep 12-34-56-78": NO_MOVE,
    "2,3": "'2,3' names no tile and no start mark; write a move as in '2,3 14-27-36-58' or '5,0@8'",
    "5,0@0": "a start mark is a point 1..8 or one of bottom, right, top, left, not '0'",
    "5,0@9": "a start mark is a point 1..8 or one of bottom, right, top, left, not '9'",
    "5,0@88": "a start mark is a point 1..8 or one of bottom, right, top, left, not '88'",
    "5,0@north": "not 'north'",
    "5,0@Left": "not 'Left'",
    "5,0@north 14-27-36-58": "not 'north'",
    "2,3 14-27-36": "tile '14-27-36' has 3 pairs",
    "2,3 14-27-36-58-12": "tile '14-27-36-58-12' has 5 pairs",
    "2,3 1-4-2-7": "which is no pair",
    "2,3 14-27-36-59": "has '9', which is no point",
    "2,3 14-27-36-50": "has '0', which is no point",
    "2,3 14-27-36-51": "uses point 1 twice and point 8 not at all",
    "2,3 11-27-36-58": "uses point 1 twice and point 4 not at all",
    "2,3 ----": "has 5 pairs",
    "2,3 14273658": "has 1 pair;",
    "5,0@8 14": "tile '14' has 1 pair;",
    "keep 12-34": "tile '12-34' has 2 pairs",
    "keep 2,3": "tile '2,3' has 1 pair",
    "keep 12-34-56-78 x": "tile 'x' has 1 pair",
}


@pytest.mark.parametrize(("text", "why"), MALFORMED.items(), ids=[repr(text) for text in MALFORMED])
def test_what_is_no_move_is_refused_with_its_reason(text, why):
    with pytest.raises(BadArgument) as caught:
        parse_move(text)
    assert why in str(caught.value)
