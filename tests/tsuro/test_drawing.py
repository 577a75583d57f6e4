"""Pictures of Tsuro: true to the tiles and paths, repeatable, and safe in any page."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.drawing import (
    STEPS,
    board_svg,
    game_strip_svg,
    hand_svg,
    state_svg,
    tile_svg,
    tiles_svg,
    trail,
)
from tsurolab.games.tsuro.tile_drawing import PLACES, ROAD, crossed, road, stacked
from tsurolab.games.tsuro.tiles import CLASS_NAMES, ORIENTED_NAMES, parse_name

SVG = "{http://www.w3.org/2000/svg}"
CHORDS = list(combinations(range(8), 2))


def walk(tiles: dict[tuple[int, int], str], row: int, col: int, point: int) -> tuple[list[list[int]], list[int]]:
    """Follow a path by the names alone: its segments, and where it comes to."""
    path = []
    while (row, col) in tiles and len(path) < 1000:
        pair = next(pair for pair in tiles[row, col].split("-") if str(point) in pair)
        out = int(pair.replace(str(point), ""))
        path.append([row, col, point, out])
        down, right = {1: (1, 0), 2: (1, 0), 3: (0, 1), 4: (0, 1), 5: (-1, 0), 6: (-1, 0), 7: (0, -1), 8: (0, -1)}[out]
        row, col, point = row + down, col + right, {1: 6, 2: 5, 3: 8, 4: 7, 5: 2, 6: 1, 7: 4, 8: 3}[out]
    return path, [row, col, point]


def played(rows: int, cols: int, players: int, laid: int, seed: int) -> list[dict[str, Any]]:
    """Play at random, one frame a tile: whoever is in lays any tile before the marker."""
    draw = random.Random(seed)
    marks = [
        [row, col, point]
        for row in range(rows)
        for col in range(cols)
        for point, (down, right, _) in STEPS.items()
        if not (0 <= row + down < rows and 0 <= col + right < cols)
    ]
    starts = draw.sample(marks, min(players, len(marks)))
    tiles: dict[tuple[int, int], str] = {}
    frames = []
    for turn in range(laid + 1):
        seats = []
        for start in starts:
            path, (row, col, point) = walk(tiles, *start)
            out = not (0 <= row < rows and 0 <= col < cols)
            faces = None if out else {"row": row, "col": col, "point": point}
            hand = [] if out else draw.sample(CLASS_NAMES, 3)
            seats.append({"faces": faces, "hand": hand, "out": out, "walked": path})
        inside = [seat for seat, player in enumerate(seats) if not player["out"]]
        mover = inside[turn % len(inside)] if inside else 0
        laid_tiles = [{"row": row, "col": col, "tile": name} for (row, col), name in tiles.items()]
        frames.append(
            {"rows": rows, "cols": cols, "tiles": laid_tiles, "players": seats, "turn": mover, "deck": ["x"] * 3}
        )
        if not inside:
            break
        faces = seats[mover]["faces"]
        tiles[faces["row"], faces["col"]] = draw.choice(ORIENTED_NAMES)
    return frames


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def numbers(node: ET.Element, tag: str, name: str) -> list[float]:
    return [float(found.attrib[name]) for found in node.iter(f"{SVG}{tag}") if name in found.attrib]


def words(drawn: str) -> list[str]:
    return [node.text or "" for node in parsed(drawn).iter(f"{SVG}text")]


FRAMES = played(6, 6, 4, 18, 2)
EVERY = {
    "tile": lambda: tile_svg("14-27-36-58", caption="a & b", show_points=True),
    "poster": lambda: tiles_svg(CLASS_NAMES, title="All"),
    "groups": lambda: tiles_svg(groups=[("some", CLASS_NAMES[:3]), ("others", CLASS_NAMES[3:9])]),
    "hand": lambda: hand_svg(CLASS_NAMES[:3], title="hand"),
    "board": lambda: board_svg(FRAMES[-1], last_move=(2, 2), highlight=[(0, 0)]),
    "state": lambda: state_svg(FRAMES[-1]),
    "narrow state": lambda: state_svg(FRAMES[-1], beside=False, width=360),
    "strip": lambda: game_strip_svg(FRAMES, columns=5),
}


@pytest.mark.parametrize("first, second", CHORDS)
def test_a_road_joins_its_points_and_meets_the_edges_at_right_angles(first: int, second: int) -> None:
    curve = road(first, second)
    assert (curve.start, curve.end) == (PLACES[first], PLACES[second])
    for port, end, control in ((first, curve.start, curve.first), (second, curve.end, curve.second)):
        side = port // 2
        along = 0 if side in (0, 2) else 1
        assert control[along] == pytest.approx(end[along])
        inward = (control[1 - along] - end[1 - along]) * (-1 if side in (0, 1) else 1)
        assert inward > 0.05
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in curve.points())


def test_a_turned_road_is_the_road_turned() -> None:
    for first, second in CHORDS:
        turned = [(y, 1 - x) for x, y in road(first, second).points()]
        other = sorted(((first + 2) % 8, (second + 2) % 8))
        points = road(*other).points()
        points = points if dist(points[0], turned[0]) < 1e-6 else points[::-1]
        assert max(dist(a, b) for a, b in zip(turned, points)) < 1e-9


@pytest.mark.parametrize("one, other", [pair for pair in combinations(CHORDS, 2) if not set(pair[0]) & set(pair[1])])
def test_roads_cross_once_if_they_must_and_keep_apart_if_not(one: tuple[int, int], other: tuple[int, int]) -> None:
    first, second = road(*one).points(60), road(*other).points(60)

    def left(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
        return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])

    crossings = sum(
        left(a, b, c) != left(a, b, d) and left(c, d, a) != left(c, d, b)
        for a, b in pairwise(first)
        for c, d in pairwise(second)
        if abs(a[0] - c[0]) < 0.1 and abs(a[1] - c[1]) < 0.1
    )
    assert crossings == crossed(one, other)
    if not crossings:
        assert min(dist(a, b) for a in first for b in second) > ROAD + 0.02


def test_the_stacking_turns_with_the_tile_unless_the_tile_turns_into_itself() -> None:
    for name in ORIENTED_NAMES:
        pairs = parse_name(name)
        order = stacked(pairs)
        assert sorted(order) == list(pairs)
        turned = tuple(tuple(sorted(((a + 2) % 8, (b + 2) % 8))) for a, b in order)
        next_pairs = tuple(sorted(turned))
        assert set(stacked(next_pairs)) == set(turned)
        half = tuple(sorted(tuple(sorted(((a + 4) % 8, (b + 4) % 8))) for a, b in pairs))
        if half != pairs:
            assert stacked(next_pairs) == turned, name


@pytest.mark.parametrize("kind", EVERY)
def test_every_picture_is_well_formed_and_says_what_it_shows(kind: str) -> None:
    root = parsed(EVERY[kind]())
    assert root.attrib["role"] == "img"
    assert len(root.attrib["aria-label"]) > 5
    assert root.find(f"{SVG}title").text


@pytest.mark.parametrize("kind", EVERY)
def test_every_picture_can_stand_beside_others_in_a_page_without_the_net(kind: str) -> None:
    drawn = EVERY[kind]()
    links = re.findall(r"https?://[^\s\"'<)]+", drawn)
    assert links == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\s(id|href|xlink:href|src)=|url\(|@import|<script", drawn)
    for classes in re.findall(r'class="([^"]*)"', drawn):
        assert all(name == "tlab" or name.startswith("tlab-") for name in classes.split())
    style = parsed(drawn).find(f"{SVG}style").text
    for name in set(re.findall(r"tlab-(?:fill|line)-[a-z0-9-]+", drawn)):
        assert f".{name}{{" in style
    assert "prefers-color-scheme:dark" in style
    assert "nan" not in drawn.lower().replace("dominant", "")


def test_the_bytes_are_the_same_in_another_process_with_another_hash_seed() -> None:
    code = (
        "import json,sys; from tsurolab.games.tsuro import drawing as d; p=json.loads(sys.stdin.read());"
        "sys.stdout.write(d.state_svg(p)+d.game_strip_svg([p,p])+d.tile_svg('15-26-38-47'))"
    )
    position = FRAMES[-1]
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(position),
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": ""},
        ).stdout
        for seed in ("1", "2")
    }
    assert made == {state_svg(position) + game_strip_svg([position, position]) + tile_svg("15-26-38-47")}


@pytest.mark.parametrize("name", ["12-34-56-77", "12-34-56", "hello", "", "12-34-56-79"])
def test_a_name_that_is_no_tile_is_refused_everywhere(name: str) -> None:
    board = {"rows": 6, "cols": 6, "tiles": [{"row": 0, "col": 0, "tile": name}], "players": []}
    held = {"rows": 6, "cols": 6, "tiles": [], "players": [{"faces": None, "hand": [name], "out": False}]}
    for call in (
        lambda: tile_svg(name),
        lambda: tiles_svg([name]),
        lambda: hand_svg([name]),
        lambda: board_svg(board),
        lambda: game_strip_svg([board]),
        lambda: state_svg(held),
    ):
        with pytest.raises(BadArgument):
            call()


def test_a_tile_in_any_spelling_is_the_same_picture_of_roads() -> None:
    def roads(drawn: str) -> list[str]:
        return re.findall(r' d="([^"]*)"', drawn)

    assert roads(tile_svg("52-61-38-47")) == roads(tile_svg("16-25-38-47"))


def test_every_oriented_tile_has_its_own_picture() -> None:
    assert len({re.sub('<title>.*?</title>|aria-label=".*?"', "", tile_svg(name)) for name in ORIENTED_NAMES}) == 105


def test_points_are_numbered_anticlockwise_from_the_bottom_left() -> None:
    root = parsed(tile_svg("12-34-56-78", size=120, show_points=True))
    places = {node.text: (float(node.attrib["x"]), float(node.attrib["y"])) for node in root.iter(f"{SVG}text")}
    assert list(places) == list("12345678")
    assert places["1"][0] < places["2"][0] < places["3"][0]
    assert places["1"][1] == places["2"][1] > places["3"][1] > places["4"][1] > places["5"][1] == places["6"][1]
    assert places["5"][0] > places["6"][0] > places["7"][0] == places["8"][0]
    assert places["7"][1] < places["8"][1]


def test_a_poster_has_a_caption_a_tile_or_none() -> None:
    assert words(tiles_svg(CLASS_NAMES)) == list(CLASS_NAMES)
    assert words(tiles_svg(CLASS_NAMES, captions=False)) == []
    assert words(tiles_svg(CLASS_NAMES[:2], captions=["x", "y"], title="t")) == ["t", "x", "y"]
    with pytest.raises(BadArgument, match="1 captions for 2"):
        tiles_svg(CLASS_NAMES[:2], captions=["x"])


def test_a_grouped_poster_keeps_the_order_of_its_groups() -> None:
    drawn = tiles_svg(groups=[("first", CLASS_NAMES[:2]), ("second", CLASS_NAMES[2:3])])
    assert words(drawn) == ["first", *CLASS_NAMES[:2], "second", CLASS_NAMES[2]]
    with pytest.raises(BadArgument, match="True"):
        tiles_svg(groups=[("first", CLASS_NAMES[:2])], captions=["a", "b"])


def test_an_empty_hand_says_so() -> None:
    assert words(hand_svg([])) == ["no tile in hand"]


@pytest.mark.parametrize("size", [0, -3, float("nan"), float("inf")])
def test_a_size_must_be_positive(size: float) -> None:
    for call in (
        tile_svg,
        lambda name, size: board_svg(FRAMES[0], size=size),
        lambda name, size: hand_svg([name], size=size),
    ):
        with pytest.raises(BadArgument, match="positive"):
            call("12-34-56-78", size=size)


@pytest.mark.parametrize("seed", range(12))
def test_a_trail_traced_back_is_the_path_that_was_walked(seed: int) -> None:
    rows, cols = [(6, 6), (3, 8), (10, 10)][seed % 3]
    for position in played(rows, cols, 8, 30, seed):
        for seat, player in enumerate(position["players"]):
            walked = [tuple(segment) for segment in player["walked"]]
            assert trail(position, seat) == ([] if player["out"] else walked)


def test_a_path_that_is_given_is_drawn_for_one_who_is_out_with_a_cross_at_its_end() -> None:
    tiles = [{"row": 0, "col": 0, "tile": "18-23-45-67"}]
    player: dict[str, Any] = {"faces": None, "hand": [], "out": True}
    position = {"rows": 1, "cols": 1, "tiles": tiles, "players": [player]}
    assert "opacity" not in board_svg(position, legend=False)
    player["path"] = [[0, 0, 1, 8]]
    drawn = board_svg(position, legend=False)
    assert trail(position, 0) == [(0, 0, 1, 8)]
    assert drawn.count("opacity") == 1
    assert "out" in words(board_svg(position))


def test_markers_stand_at_the_points_they_wait_at_with_their_seat() -> None:
    faces = [{"row": 1, "col": 2, "point": point} for point in (1, 8, 5)]
    players = [{"faces": place, "hand": [], "out": False} for place in faces]
    position = {"rows": 6, "cols": 6, "tiles": [], "players": players}
    root = parsed(board_svg(position, legend=False, labels=False, size=640))
    side = 640 / 6.5
    discs = [(float(node.attrib["cx"]), float(node.attrib["cy"])) for node in root.iter(f"{SVG}circle")]
    for place, disc in zip(faces, discs, strict=True):
        x, y = PLACES[place["point"] - 1]
        want = ((0.25 + place["col"] + x) * side, (0.25 + place["row"] + y) * side)
        assert dist(disc, want) < 0.05
    assert [node.text for node in root.iter(f"{SVG}text")] == ["0", "1", "2"]


def test_two_markers_on_neighbouring_marks_do_not_touch() -> None:
    players = [{"faces": {"row": 0, "col": 0, "point": point}, "hand": [], "out": False} for point in (7, 8)]
    for rows, size in ((1, 480), (6, 480), (10, 480), (6, 168)):
        position = {"rows": rows, "cols": rows, "tiles": [], "players": players}
        root = parsed(board_svg(position, legend=False, size=size))
        (_, above), (_, below) = zip(numbers(root, "circle", "cx"), numbers(root, "circle", "cy"))
        radii = numbers(root, "circle", "r")
        assert below - above > sum(radii)


def test_the_legend_tells_who_is_in_out_to_move_and_who_holds_the_dragon() -> None:
    hand = list(CLASS_NAMES[:2])
    players = [
        {"faces": {"row": 0, "col": 0, "point": 8}, "hand": hand, "out": False},
        {"faces": None, "hand": [], "out": True},
        {"faces": {"row": 0, "col": 1, "point": 6}, "hand": hand[:1], "out": False},
    ]
    position = {"rows": 6, "cols": 6, "tiles": [], "players": players, "turn": 2, "deck": [], "dragon": 0}
    told = words(board_svg(position, labels=False))
    assert {"in, 2 tiles, dragon", "out", "to move, 1 tile"} <= set(told)
    heard = parsed(board_svg(position)).attrib["aria-label"]
    assert "seat 0: in, 2 tiles, dragon, before row 0, column 0" in heard
    assert "no tile in the pile" in words(state_svg(position))


def test_rows_and_columns_are_numbered_from_nought() -> None:
    position = {"rows": 3, "cols": 4, "tiles": [], "players": []}
    assert words(board_svg(position)) == ["0", "1", "2", "3", "0", "1", "2"]
    assert words(board_svg(position, labels=False)) == []


@pytest.mark.parametrize("players", range(1, 9))
def test_a_state_of_any_number_of_players_fits_its_width(players: int) -> None:
    position = played(6, 6, players, 6, players)[-1]
    root = parsed(state_svg(position))
    assert float(root.attrib["width"]) == 700
    assert 400 < float(root.attrib["height"]) < 520


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 10), (10, 1), (2, 2), (7, 7), (10, 10)])
def test_boards_of_every_size_are_drawn(rows: int, cols: int) -> None:
    position = played(rows, cols, 8, 25, rows + cols)[-1]
    for drawn in (board_svg(position), state_svg(position), game_strip_svg([position])):
        root = parsed(drawn)
        # One short line a start mark: two for each side of an outer square.
        notches = [
            node.attrib["d"]
            for node in root.iter(f"{SVG}path")
            if re.fullmatch("(M[^a-zM]*[hv][^a-zM]*)+", node.attrib["d"])
        ]
        assert sum(data.count("M") for data in notches) == 4 * (rows + cols)


def test_the_last_move_is_outlined_however_it_is_given() -> None:
    class Move:
        row, col, tile = 2, 3, "12-34-56-78"

    plain = board_svg(FRAMES[-1])
    given = {board_svg(FRAMES[-1], last_move=move) for move in (Move(), (2, 3), {"row": 2, "col": 3})}
    assert len(given) == 1
    assert "tlab-line-accent" in given.pop()
    assert "tlab-line-accent" not in plain
    Move.tile = None  # a start mark lays no tile
    assert board_svg(FRAMES[-1], last_move=Move()) == plain
    with pytest.raises(BadArgument, match="last move"):
        board_svg(FRAMES[-1], last_move=7)


def test_a_strip_follows_those_who_left_and_outlines_what_is_new() -> None:
    frames = next(
        frames
        for frames in (played(3, 3, 3, 9, seed) for seed in range(50))
        if any(player["out"] for player in frames[-1]["players"])
    )
    bare = [{**frame, "players": [{**player, "walked": None} for player in frame["players"]]} for frame in frames]
    given = [
        {**frame, "players": [{**player, "path": player["walked"]} for player in frame["players"]]} for frame in frames
    ]
    assert game_strip_svg(bare) == game_strip_svg(given)
    assert game_strip_svg(bare).count('class="tlab-line-accent"') == len(frames) - 1
    assert words(game_strip_svg(bare))[:3] == ["0 tiles", "1 tile", "2 tiles"]
    with pytest.raises(BadArgument, match="captions"):
        game_strip_svg(bare, captions=["one"])


def test_positions_are_not_changed_by_drawing() -> None:
    before = json.dumps(FRAMES)
    game_strip_svg(FRAMES)
    state_svg(FRAMES[-1])
    assert json.dumps(FRAMES) == before


def test_a_position_that_no_game_can_show_is_still_drawn() -> None:
    # A marker before a filled square, and a path that starts at an empty square inside the board.
    tiles = [{"row": 1, "col": 1, "tile": "16-25-38-47"}, {"row": 1, "col": 2, "tile": "16-25-38-47"}]
    players = [
        {"faces": {"row": 1, "col": 1, "point": 8}, "hand": [], "out": False},
        {"faces": {"row": 1, "col": 3, "point": 7}, "hand": [], "out": False},
    ]
    position = {"rows": 4, "cols": 4, "tiles": tiles, "players": players}
    assert trail(position, 0) == []
    assert trail(position, 1) == [(1, 1, 7, 4), (1, 2, 7, 4)]
    parsed(state_svg(position))


@pytest.mark.parametrize(
    "position, reason",
    [
        ({}, "rows"),
        ({"rows": 0, "cols": 6, "tiles": [], "players": []}, "at least one row"),
        (
            {"rows": 6, "cols": 6, "tiles": [{"row": 6, "col": 0, "tile": "12-34-56-78"}], "players": []},
            "off the 6 by 6",
        ),
        ({"rows": 6, "cols": 6, "tiles": [{"row": 0, "col": 0}], "players": []}, "tile"),
    ],
)
def test_a_malformed_position_is_refused_with_the_reason(position: dict[str, Any], reason: str) -> None:
    for call in (board_svg, state_svg, lambda given: game_strip_svg([given])):
        with pytest.raises(BadArgument, match=reason):
            call(position)
    with pytest.raises(BadArgument, match="seats 0 to 3"):
        trail(FRAMES[0], 4)


def test_drawing_is_light_to_import() -> None:
    heavy = "numpy numba pandas sympy networkx matplotlib scipy"
    code = f"import sys, tsurolab.games.tsuro.drawing; print([m for m in '{heavy}'.split() if m in sys.modules])"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )
