"""Pictures of Qwirkle: true to the position, repeatable, safe in any page, and readable without colour."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tsurolab.draw.palette import DARK, LIGHT, contrast
from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.qwirkle.cells import dead_cells
from tsurolab.games.qwirkle.drawing import board_svg, game_strip_svg, hand_svg, state_svg, tile_svg, tiles_svg
from tsurolab.games.qwirkle.lines import highest_turn
from tsurolab.games.qwirkle.tile_drawing import BODY, EDGE, FACES
from tsurolab.games.qwirkle.tiles import COLOUR_LETTERS, COLOURS, SHAPES

SVG = "{http://www.w3.org/2000/svg}"
POSITION: dict[str, Any] = {
    "board": [[0, 0, "red", "circle"], [1, 0, "red", "diamond"], [1, 1, "blue", "diamond"]],
    "hands": [[["green", "clover"], ["yellow", "star8"]], [["purple", "square"]]],
    "bag": [["red", "circle"]] * 40,
    "turn": 1,
    "scores": [2, 12],
}
HIGHEST = highest_turn(going_out=True)["position"]


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def words(drawn: str) -> list[str]:
    return [node.text or "" for node in parsed(drawn).iter(f"{SVG}text")]


def told(drawn: str) -> list[str]:
    """Return the titles of the tiles and cells, without the picture's own."""
    return [node.text or "" for node in parsed(drawn).iter(f"{SVG}title")][1:]


def drawings() -> list[str]:
    return [
        tile_svg("red", "clover"),
        tiles_svg(),
        hand_svg(["rc", "blue star4"]),
        board_svg(POSITION, last_move=[(1, 1)], dead=True, highlight=[(2, 0)]),
        state_svg(POSITION),
        state_svg(HIGHEST, beside=False),
        game_strip_svg([{"board": []}, POSITION, HIGHEST], title="A game"),
    ]


def test_pictures_are_well_formed_and_the_same_every_time():
    first, second = drawings(), drawings()
    assert first == second
    for drawn in first:
        root = parsed(drawn)
        assert root.tag == f"{SVG}svg"
        assert root.attrib["aria-label"]
        # Nothing is loaded from elsewhere, and two pictures can stand in one page.
        assert not re.search(r"\bid=|href|url\(|@import|<script", drawn)
        box = [float(part) for part in root.attrib["viewBox"].split()]
        assert box[2] == float(root.attrib["width"])
        assert box[3] == float(root.attrib["height"])


def test_all_36_tiles_look_different_without_colour():
    shapes, letters = set(), set()
    for colour in COLOURS:
        for shape in SHAPES:
            drawn = tile_svg(colour, shape)
            plain = drawn.replace(FACES[colour], "grey").replace(f"{colour} {shape}", "")
            shapes.add(plain)
            assert words(drawn) == [COLOUR_LETTERS[COLOURS.index(colour)].upper()]
            letters.add(words(drawn)[0])
    assert len(shapes) == 36
    assert len(letters) == 6


def test_shapes_and_letters_have_contrast_and_tiles_an_edge_on_any_page():
    for colour in FACES.values():
        assert contrast(colour, BODY) >= 4.5
    assert len(set(FACES.values())) == len(COLOURS) == len(FACES)
    for theme in (LIGHT, DARK):
        assert max(contrast(BODY, theme["cell"]), contrast(EDGE, theme["cell"])) >= 2


def test_a_table_shows_each_tile_in_its_cell():
    drawn = board_svg(POSITION)
    assert told(drawn) == ["x 0, y 0: red circle", "x 1, y 0: red diamond", "x 1, y 1: blue diamond"]
    root = parsed(drawn)
    places = {}
    for node in root.iter(f"{SVG}g"):
        titles = [child.findtext(f"{SVG}title") for child in node if child.tag == f"{SVG}g"]
        name = next((title for title in titles if title and title.startswith("x ")), None)
        if name:
            x, y = map(float, re.findall(r"translate\(([\d.]+) ([\d.]+)\)", node.attrib["transform"])[0])
            places[name] = (x, y)
    (x0, y0), (x1, y1), (x2, y2) = places.values()
    assert x1 - x0 == pytest.approx(y2 - y0)
    assert x1 - x0 > 20
    assert (y0, x1) == (y1, x2)


def test_columns_and_rows_are_numbered_as_the_position_counts_them():
    assert words(board_svg({"board": [[4, -3, "red", "circle"]]})) == ["R", "3", "4", "5", "-4", "-3", "-2"]
    assert words(board_svg({"board": [[4, -3, "red", "circle"]]}, labels=False)) == ["R"]
    wide = {"board": [[x, 0, "red", "circle"] for x in range(0, 60)]}
    numbers = [word for word in words(board_svg(wide)) if word.lstrip("-").isdigit()]
    assert "10" in numbers
    assert "11" not in numbers


def test_small_tiles_have_no_letter():
    assert "R" in words(board_svg(POSITION, size=200))
    assert words(board_svg(POSITION, size=40, labels=False)) == []


class Placement:
    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y


class Move:
    placements = (Placement(1, 1), Placement(1, 0))


def test_the_last_move_is_outlined_however_it_is_given():
    plain = board_svg(POSITION)
    ways = [
        Move(),
        {"placements": [[1, 1, "blue", "diamond"], [1, 0, "red", "diamond"]]},
        [(1, 1), (1, 0)],
        [[1, 1, "blue", "diamond"], [1, 0, "red", "diamond"]],
    ]
    given = {board_svg(POSITION, last_move=move) for move in ways}
    assert len(given) == 1
    outlined = given.pop()
    # Two cells that touch share one outline of six sides.
    data = next(n.attrib["d"] for n in parsed(outlined).iter(f"{SVG}path") if "tlab-line-accent" in n.get("class", ""))
    assert data.count("M") == 6
    assert "tlab-line-accent" not in plain
    assert board_svg(POSITION, last_move={"exchange": ["rc"]}) == plain == board_svg(POSITION, last_move=None)
    with pytest.raises(BadArgument, match="last play"):
        board_svg(POSITION, last_move=7)


def test_an_outline_follows_the_tiles_at_any_size():
    play = highest_turn()["play"]
    for size in (120, 333, 520, 1000):
        drawn = board_svg({"board": play}, last_move=play, size=size)
        data = next(n.attrib["d"] for n in parsed(drawn).iter(f"{SVG}path") if "tlab-line-accent" in n.get("class", ""))
        assert data.count("M") == 14


def test_dead_cells_are_shown_on_request():
    dead = dead_cells(HIGHEST)
    assert len(dead) > 10
    hatched = [words for words in told(board_svg(HIGHEST, dead=True)) if "no tile fits" in words]
    assert hatched == [f"x {x}, y {y}: no tile fits here" for x, y in dead]
    assert not any("no tile fits" in words for words in told(board_svg(HIGHEST)))


def test_a_state_shows_scores_hands_bag_and_who_is_to_move():
    drawn = state_svg(POSITION)
    assert {"2", "12", "to move", "40 tiles in the bag"} <= set(words(drawn))
    assert {"green clover", "yellow star8", "purple square"} <= set(told(drawn))
    heard = parsed(drawn).attrib["aria-label"]
    assert "seat 0, 2 points, holds green clover, yellow star8" in heard
    assert "seat 1, to move, 12 points, holds purple square" in heard
    hidden = state_svg(POSITION, hands=False)
    assert "green clover" not in told(hidden)
    assert "2 tiles" in words(hidden)
    unknown = state_svg({**POSITION, "hands": [None, []], "bag": None})
    assert {"hand not shown", "no tiles"} <= set(words(unknown))
    assert not any("bag" in word for word in words(unknown))


@pytest.mark.parametrize("players", [0, 1, 2, 3, 4])
def test_a_state_of_any_number_of_players_fits_its_width(players):
    position = {**HIGHEST, "hands": [HIGHEST["hands"][0]] * players, "scores": [100] * players}
    root = parsed(state_svg(position))
    assert 740 <= float(root.attrib["width"]) <= 760
    assert 400 < float(root.attrib["height"]) < 560
    narrow = parsed(state_svg(position, width=380, beside=False))
    assert float(narrow.attrib["width"]) <= 380


def test_a_strip_shows_the_same_cells_in_all_frames_and_outlines_what_is_new():
    boards = [POSITION["board"][:many] for many in range(4)]
    drawn = game_strip_svg([{"board": board} for board in boards])
    assert words(drawn)[-1] == "3 tiles"
    assert [word for word in words(drawn) if "tile" in word] == ["0 tiles", "1 tile", "2 tiles", "3 tiles"]
    assert drawn.count('class="tlab-line-accent"') == 3
    grounds = {
        (n.attrib["width"], n.attrib["height"])
        for n in parsed(drawn).iter(f"{SVG}rect")
        if n.get("class") == "tlab-fill-ground"
    }
    assert len(grounds) == 1
    scored = game_strip_svg([{"board": [], "scores": [3, 12]}])
    assert "3 : 12" in words(scored)
    assert "no position" in parsed(game_strip_svg([])).attrib["aria-label"]
    with pytest.raises(BadArgument, match="captions"):
        game_strip_svg([POSITION], captions=["one", "two"])


def test_positions_are_not_changed_by_drawing():
    before = json.dumps(POSITION)
    state_svg(POSITION, dead=True)
    game_strip_svg([POSITION])
    assert json.dumps(POSITION) == before


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: board_svg({}), BadArgument, "a position has board"),
        (lambda: board_svg({"board": [[0, 0, "red", "circle"]] * 2}), BadArgument, "two tiles lie at x 0, y 0"),
        (lambda: state_svg({"board": [], "hands": [["rc", 3]]}), BadArgument, "a position has hands"),
        (lambda: state_svg({"board": [], "scores": ["x"]}), BadArgument, "a position has hands"),
        (lambda: state_svg({"board": [], "hands": [[["pink", "circle"]]]}), UnknownName, "unknown colour 'pink'"),
        (lambda: tile_svg("red", "blob"), UnknownName, "unknown shape 'blob'"),
        (lambda: tile_svg("red", "circle", size=0), BadArgument, "above 0 px, not 0"),
        (lambda: board_svg(POSITION, size=float("nan")), BadArgument, "above 0 px"),
        (lambda: hand_svg([7]), BadArgument, "not 7"),
        (lambda: hand_svg(["zz"]), BadArgument, "'zz' is no tile"),
    ],
)
def test_bad_input_says_what_would_be_right(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_drawing_is_light_to_import():
    heavy = "numpy numba pandas sympy networkx matplotlib scipy"
    code = f"import sys, tsurolab.games.qwirkle.drawing; print([m for m in '{heavy}'.split() if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_winners_of_a_finished_game_are_told_beside_their_scores():
    position = {"board": [], "hands": [[], []], "bag": [], "turn": 0, "scores": [7, 12]}
    alone = state_svg(position | {"outcome": {"reason": "WENT_OUT", "winners": [1]}})
    assert alone.count(">wins</text>") == 1
    assert "seat 1, wins, 12 points" in alone
    assert "to move" not in alone
    both = state_svg(position | {"outcome": {"reason": "BLOCKED", "winners": [0, 1]}})
    assert both.count(">shares the win</text>") == 2
    with pytest.raises(BadArgument, match="this one fails at"):
        state_svg(position | {"outcome": 3})
