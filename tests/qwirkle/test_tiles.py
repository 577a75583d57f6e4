"""Tile sets of Qwirkle: names, codes and indices go both ways."""

from __future__ import annotations

import pytest

from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.qwirkle.tiles import CLASSIC, COLOURS, SHAPES, Tile, TileSet, tile, tiles


def test_the_classic_set_has_108_tiles_of_36_kinds():
    assert (CLASSIC.size, CLASSIC.types, CLASSIC.longest) == (108, 36, 6)
    assert len(set(tiles())) == 36


@pytest.mark.parametrize("shape", [TileSet(), TileSet(3, 5, 1), TileSet(8, 7, 2)])
def test_every_index_reads_back_from_its_code_its_names_and_its_pair(shape):
    for index in range(shape.types):
        assert shape.parse(shape.code(index)) == index
        assert shape.parse(" ".join(shape.names(index))) == index
        assert shape.index(*shape.names(index)) == index == shape.index(*shape.pair(index))
    assert len({shape.code(index) for index in range(shape.types)}) == shape.types


def test_a_tile_knows_its_place_and_draws_itself():
    for index, one in enumerate(tiles()):
        assert one.index == index == COLOURS.index(one.colour) * 6 + SHAPES.index(one.shape)
        assert tile(one.code) == one == tile(str(one)) == eval(repr(one))
    assert tile("bv")._repr_svg_().startswith("<svg")


def test_the_codes_are_those_of_the_example_game():
    assert [tile(code).shape for code in ("rc", "rx", "rd", "rs", "r8", "rv")] == list(SHAPES)
    assert [tile(letter + "c").colour for letter in "roygbp"] == list(COLOURS)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: TileSet(colours=0), BadArgument, "colours of a tile set must be a whole number from 1 to 99, not 0"),
        (lambda: TileSet(copies=2.0), BadArgument, "copies of a tile set"),
        (lambda: TileSet(shapes=True), BadArgument, "shapes of a tile set"),
        (lambda: CLASSIC.index("pink", "circle"), UnknownName, "unknown colour 'pink'"),
        (lambda: CLASSIC.index(0, 6), BadArgument, "shape must be a name or a whole number from 0 to 5, not 6"),
        (lambda: CLASSIC.pair(36), BadArgument, "from 0 to 35, not 36"),
        (lambda: TileSet(2, 2).parse("yc"), BadArgument, "a colour of 'ro'"),
        (lambda: CLASSIC.parse(7), BadArgument, "7 is no tile"),
        (lambda: Tile("red", "blob"), UnknownName, "unknown shape 'blob'"),
    ],
)
def test_bad_input_says_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()
