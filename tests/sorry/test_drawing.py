"""Pictures of Sorry!: true to the board and the position, repeatable, and safe in any page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from math import dist
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.sorry.board_drawing import pawn, place_of, track_place
from tsurolab.games.sorry.deck import CARDS, DECKS
from tsurolab.games.sorry.drawing import board_svg, card_svg, deck_svg, game_strip_svg, moved_pawns, state_svg
from tsurolab.games.sorry.ways import COLOURS, walk

SVG = "{http://www.w3.org/2000/svg}"
FULL: dict[str, Any] = {
    "players": list(COLOURS),
    "turn": "red",
    "card": "7",
    "pawns": {
        "red": ["t4", "home", "start", "s2"],
        "blue": ["t28", "start", "start", "start"],
        "yellow": ["t41", "s0", "home", "home"],
        "green": ["start"] * 4,
    },
    "deck": ["1"] * 17,
    "discards": ["12", "S", "3"],
}
WAYS = [("blue", "t18", "t28"), ("red", "t25", "start")]
HANDS = FULL | {"card": None, "hands": {colour: ["1", "12", "S", "10", "4"] for colour in COLOURS}}
NEXT = FULL | {"pawns": FULL["pawns"] | {"red": ["t8", "home", "start", "home"]}, "turn": "blue"}
EVERY = {
    "board": lambda: board_svg(FULL, last_move=WAYS),
    "bare board": lambda: board_svg(FULL, labels=False, legend=False, cards=False),
    "state": lambda: state_svg(FULL, last_move=WAYS),
    "narrow state": lambda: state_svg(FULL, beside=False, width=360),
    "hands": lambda: state_svg(HANDS),
    "strip": lambda: game_strip_svg([FULL, NEXT], title="a & b"),
    "card": lambda: card_svg("S", caption="a < b"),
    "deck": lambda: deck_svg("waddingtons"),
    "pile": lambda: deck_svg("classic", left={"1": 2}),
}


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)


def words(drawn: str) -> list[str]:
    return [node.text or "" for node in parsed(drawn).iter(f"{SVG}text")]


def heard(drawn: str) -> list[str]:
    return [node.text or "" for node in parsed(drawn).iter(f"{SVG}title")]


# ------------------------------------------------------------------------------------------------------- the board


def test_the_track_runs_clockwise_round_the_edge_from_the_top_left_corner():
    places = [track_place(index) for index in range(60)]
    assert [places[corner] for corner in (0, 15, 30, 45)] == [(0.5, 0.5), (15.5, 0.5), (15.5, 15.5), (0.5, 15.5)]
    assert len(set(places)) == 60
    assert all(dist(one, two) == 1 for one, two in pairwise([*places, places[0]]))
    assert all(min(x, y, 16 - x, 16 - y) == 0.5 for x, y in places)


@pytest.mark.parametrize("colour, entry, out", [("red", 2, 4), ("blue", 17, 19), ("yellow", 32, 34), ("green", 47, 49)])
def test_the_safety_zone_leads_from_the_entry_to_home_and_start_touches_its_exit(colour, entry, out):
    way = [track_place(entry), *(place_of(colour, f"s{step}") for step in range(5))]
    assert all(dist(one, two) == 1 for one, two in pairwise(way))
    steps = {(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in pairwise(way)}
    assert len(steps) == 1
    home, start = place_of(colour, "home"), place_of(colour, "start")
    assert 1 < dist(home, way[-1]) < 2.2
    assert 1 < dist(start, track_place(out)) < 2.2
    inner = [place_of(other, name) for other in COLOURS for name in ("start", "home")]
    assert min(dist(home, other) for other in inner if other != home) > 2.9


def test_the_four_sides_are_turns_of_each_other():
    for square in ("start", "home", *(f"s{n}" for n in range(5))):
        x, y = place_of("red", square)
        for colour in COLOURS[1:]:
            x, y = 16 - y, x
            assert place_of(colour, square) == pytest.approx((x, y))


def test_slides_have_their_triangle_bar_and_disc_on_their_squares():
    drawn = board_svg({"players": [], "pawns": {}}, labels=False, size=640)
    told = [title for title in heard(drawn) if title.startswith("slide")]
    assert sorted(told) == sorted(
        f"slide of {colour}, from t{base + head} to t{base + end}"
        for colour, base in zip(COLOURS, (0, 15, 30, 45))
        for head, end in ((1, 4), (9, 13))
    )
    for node in parsed(drawn).iter(f"{SVG}g"):
        name = node.find(f"{SVG}title")
        if name is None or not name.text.startswith("slide"):
            continue
        head, end = (int(square) for square in re.findall(r"t(\d+)", name.text))
        (disc,) = node.iter(f"{SVG}circle")
        assert dist((float(disc.attrib["cx"]) / 40, float(disc.attrib["cy"]) / 40), track_place(end)) < 1e-3
        bar, triangle = node.iter(f"{SVG}path")
        ends = [tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", bar.attrib["d"])]
        assert ends == [tuple(40 * c for c in track_place(square)) for square in (head, end)]
        corners = [(float(x) / 40, float(y) / 40) for x, y in re.findall(r"([\d.]+) ([\d.]+)", triangle.attrib["d"])]
        assert all(dist(corner, track_place(head)) < 0.6 for corner in corners)
        # The tip, the third corner, points along the slide.
        assert dist(corners[2], track_place(end)) < min(dist(corner, track_place(end)) for corner in corners[:2])


def pawns_drawn(drawn: str, unit: float) -> list[tuple[str, tuple[float, float]]]:
    """The names of the pawns with the places of their middles, in squares."""
    found = []
    for node in parsed(drawn).iter(f"{SVG}g"):
        name = node.find(f"{SVG}title")
        if name is not None and " pawn " in (name.text or ""):
            (head,) = node.iter(f"{SVG}circle")
            # The head lies above the middle by 57 % of half the height.
            middle = float(head.attrib["cy"]) + 0.57 * 0.53 * unit
            found.append((name.text, (float(head.attrib["cx"]) / unit, middle / unit)))
    return found


def test_every_pawn_stands_on_its_square_or_in_its_circle():
    found = pawns_drawn(board_svg(FULL, labels=False, size=640), 40)
    assert len(found) == 16
    for name, place in found:
        colour, _, _, square = name.split()
        away = dist(place, place_of(colour, square))
        assert away < (1.0 if square in ("start", "home") else 0.01), name
    squares = Counter((name.split()[0], name.split()[3]) for name, _ in found)
    assert squares == Counter((colour, square) for colour, squares in FULL["pawns"].items() for square in squares)
    places = [place for _, place in found]
    assert min(dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 0.8


def test_a_pawn_carries_its_letter_so_that_colour_is_not_needed():
    for colour in COLOURS:
        drawn = pawn(colour, 0, 0, 20)
        assert re.search(r"<text[^>]*>(.)</text>", drawn).group(1) == colour[0].upper()
        assert f"tlab-fill-{colour}" in drawn


def test_the_circles_are_named_below_their_pawns_or_in_the_middle():
    shown = words(board_svg(FULL, labels=False, legend=False, cards=False))
    assert Counter(shown)["Start"] == Counter(shown)["Home"] == 4


def test_the_middle_shows_the_pile_and_the_card():
    shown = words(board_svg(FULL, legend=False))
    assert {"17 left", "to play"} <= set(shown)
    played = board_svg(FULL | {"card": None, "deck": []}, legend=False)
    assert {"0 left", "played"} <= set(words(played))
    assert "left" not in " ".join(words(board_svg(FULL, legend=False, cards=False)))
    assert "17 left" in words(board_svg(FULL | {"deck": 17}, legend=False))


def test_every_fifth_square_is_numbered():
    bare = {"players": [], "pawns": {}}
    numbers = [int(word) for word in words(board_svg(bare)) if word.isdigit()]
    assert numbers == list(range(0, 60, 5))
    assert not [word for word in words(board_svg(bare, labels=False)) if word.isdigit()]


# --------------------------------------------------------------------------------------------------------- last moves


@pytest.mark.parametrize(
    "colour, start, end, way",
    [
        ("red", "t0", "s1", "t0 t1 t2 s0 s1"),
        ("red", "s1", "t1", "s1 s0 t2 t1"),
        ("blue", "t58", "t2", "t58 t59 t0 t1 t2"),
        ("blue", "s3", "home", "s3 s4 home"),
        ("green", "t46", "s0", "t46 t47 s0"),
        ("yellow", "start", "t34", "start t34"),
        ("red", "t20", "t19", "t20 t19"),
    ],
)
def test_a_way_is_traced_square_by_square(colour, start, end, way):
    assert walk(colour, start, end) == way.split()


@pytest.mark.parametrize(
    "start, end", [("t4", "start"), ("start", "t20"), ("t4", "t30"), ("home", "t4"), ("s0", "t40")]
)
def test_a_pawn_that_was_carried_has_no_way(start, end):
    assert walk("red", start, end) is None
    position = {"players": ["red"], "pawns": {"red": [end]}}
    assert "stroke-dasharray" in board_svg(position, last_move=[("red", start, end)])
    assert "stroke-dasharray" not in board_svg(position, last_move=[("red", "t4", "t5")])


def step(origin: str, steps: int = 0, colour: str | None = None) -> Any:
    return SimpleNamespace(origin=origin, steps=steps, colour=colour)


def move(kind: str, *parts: Any, target: str | None = None) -> Any:
    return SimpleNamespace(kind=kind, parts=parts, target=target)


def test_a_last_move_is_given_as_triples_or_a_move_or_the_position_before():
    drawn = board_svg(NEXT, last_move=[("red", "t4", "t8"), ("red", "s2", "home")])
    assert board_svg(NEXT, last_move=move("step", step("t4", 4), step("s2", 3))) == drawn
    assert board_svg(NEXT, last_move=FULL) == drawn
    assert drawn != board_svg(NEXT)
    assert "red moved from t4 to t8" in parsed(drawn).attrib["aria-label"]


@pytest.mark.parametrize(
    "last_move, pawns, turn, ways",
    [
        (move("step", step("t22", 2)), {"red": ["t28"], "blue": ["t9"]}, "red", ["red moved from t22 to t28"]),
        (move("step", step("s0", -4)), {"blue": ["t14"], "red": ["t59"]}, "red", ["blue moved from s0 to t14"]),
        (move("start", step("start")), {"green": ["t49"], "red": ["t4"]}, "red", ["green moved from start to t49"]),
        (move("start", step("start")), {"green": ["t46"], "red": ["t4"]}, "red", ["red moved from start to t4"]),
        (move("sorry", step("start"), target="t16"), {"red": ["t19"]}, "red", ["red moved from start to t19"]),
        (
            move("swap", step("t18"), target="t30"),
            {"red": ["t30"], "yellow": ["t18"]},
            "yellow",
            ["red moved from t18 to t30", "yellow moved from t30 to t18"],
        ),
        (
            move("step", step("t5", 3, "red"), step("s1", 4, "yellow")),
            {"red": ["t8"], "blue": ["t8"], "yellow": ["home"]},
            "yellow",
            ["red moved from t5 to t8", "yellow moved from s1 to home"],
        ),
        (move("pass"), {"red": ["t8"], "blue": ["t9"]}, "red", []),
        (move("step", step("t4", 5)), {"red": ["t8"]}, "red", []),
    ],
)
def test_the_pawns_that_a_move_names_are_found_on_the_board_after_it(last_move, pawns, turn, ways):
    position = {"players": list(pawns), "pawns": pawns, "turn": turn}
    told = parsed(board_svg(position, last_move=last_move)).attrib["aria-label"]
    assert re.findall(r"\w+ moved from \w+ to \w+", told) == ways


@pytest.mark.parametrize(
    "before, after, ways",
    [
        ({"red": ["start"] * 4}, {"red": ["start", "t4", "start", "start"]}, [("red", "start", "t4")]),
        ({"red": ["t4", "t20"]}, {"red": ["t23", "t8"]}, [("red", "t4", "t8"), ("red", "t20", "t23")]),
        ({"red": ["t4", "t8"]}, {"red": ["t8", "t11"]}, [("red", "t4", "t11")]),
        (
            {"red": ["t4"], "blue": ["t9"]},
            {"red": ["t9"], "blue": ["start"]},
            [("red", "t4", "t9"), ("blue", "t9", "start")],
        ),
        (
            {"red": ["t4"], "blue": ["t40"]},
            {"red": ["t40"], "blue": ["t4"]},
            [("red", "t4", "t40"), ("blue", "t40", "t4")],
        ),
        ({"red": ["home", "s4"]}, {"red": ["home", "home"]}, [("red", "s4", "home")]),
        ({"red": ["t4"]}, {"red": ["t4"]}, []),
    ],
)
def test_the_pawns_that_moved_are_found_from_two_positions(before, after, ways):
    one, two = ({"players": list(pawns), "pawns": pawns} for pawns in (before, after))
    assert moved_pawns(one, two) == ways


def test_pawns_are_neither_lost_nor_found():
    one = {"players": ["red"], "pawns": {"red": ["t4"]}}
    with pytest.raises(BadArgument, match="red has 1 pawns before and 2 after"):
        moved_pawns(one, {"players": ["red"], "pawns": {"red": ["t4", "t5"]}})


def test_a_strip_shows_each_position_with_what_moved():
    drawn = game_strip_svg([FULL, NEXT, NEXT | {"card": "S"}, NEXT | {"card": None, "turn": None}], columns=2)
    assert [word for word in words(drawn) if ":" in word] == ["red: 7", "blue: 7", "blue: Sorry!", ": to draw"]
    assert game_strip_svg([FULL, NEXT]) != game_strip_svg([NEXT, NEXT])
    assert {"x", "y"} <= set(words(game_strip_svg([FULL, NEXT], captions=["x", "y"])))
    assert game_strip_svg([FULL, FULL], ways=False) == game_strip_svg([FULL, FULL])
    assert len(game_strip_svg([FULL, NEXT], ways=False)) < len(game_strip_svg([FULL, NEXT]))
    with pytest.raises(BadArgument, match="1 captions for 2"):
        game_strip_svg([FULL, NEXT], captions=["x"])
    assert parsed(game_strip_svg([])).attrib["role"] == "img"


# ------------------------------------------------------------------------------------------------------ cards and packs


def test_every_card_has_its_own_picture_and_says_what_it_is():
    drawn = {card: card_svg(card) for card in CARDS}
    assert len(set(drawn.values())) == len(CARDS)
    for card, picture in drawn.items():
        assert parsed(picture).attrib["aria-label"].startswith(f"Card {'Sorry!' if card == 'S' else card}: ")
    assert words(card_svg("2", words=False)) == ["2", "2", "2"]


@pytest.mark.parametrize("name", DECKS)
def test_a_pack_shows_as_many_edges_as_copies(name):
    drawn = deck_svg(name)
    total = sum(DECKS[name].values())
    assert f"{name}: {total} cards" in words(drawn)
    frames = [node for node in parsed(drawn).iter(f"{SVG}rect") if "tlab-fill-card" in node.attrib.get("class", "")]
    assert len(frames) == total
    assert [word for word in words(drawn) if re.fullmatch(r"\d cards?", word)] == [
        f"{many} cards" for many in DECKS[name].values()
    ]


def test_cards_that_are_gone_are_faint():
    drawn = deck_svg("classic", left={"1": 5, "3": 1})
    assert "classic: 6 of 45 cards" in words(drawn)
    assert "1 of 4 cards" in words(drawn)
    assert words(drawn).count("0 of 4 cards") == drawn.count('opacity="0.35"') == 9


# ------------------------------------------------------------------------------------------------------- every picture


@pytest.mark.parametrize("kind", EVERY)
def test_every_picture_is_well_formed_and_says_what_it_shows(kind):
    root = parsed(EVERY[kind]())
    assert root.attrib["role"] == "img"
    assert len(root.attrib["aria-label"]) > 5
    assert root.find(f"{SVG}title").text


@pytest.mark.parametrize("kind", EVERY)
def test_every_picture_can_stand_beside_others_in_a_page_without_the_net(kind):
    drawn = EVERY[kind]()
    assert re.findall(r"https?://[^\s\"'<)]+", drawn) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\s(id|href|xlink:href|src)=|url\(|@import|<script", drawn)
    for classes in re.findall(r'class="([^"]*)"', drawn):
        assert all(name == "tlab" or name.startswith("tlab-") for name in classes.split())
    style = parsed(drawn).find(f"{SVG}style").text
    for name in set(re.findall(r"tlab-(?:fill|line)-[a-z0-9-]+", drawn)):
        assert f".{name}{{" in style
    assert "prefers-color-scheme:dark" in style


def test_the_bytes_are_the_same_in_another_process_with_another_hash_seed():
    code = (
        "import json,sys; from tsurolab.games.sorry import drawing as d; p=json.loads(sys.stdin.read());"
        "sys.stdout.write(d.state_svg(p)+d.game_strip_svg([p,p])+d.deck_svg('classic'))"
    )
    made = {
        subprocess.run(
            [sys.executable, "-c", code],
            input=json.dumps(FULL),
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert made == {state_svg(FULL) + game_strip_svg([FULL, FULL]) + deck_svg("classic")}


@pytest.mark.parametrize(
    "players", [["red"], ["red", "blue"], ["red", "yellow"], ["green", "red", "blue"], list(COLOURS)]
)
def test_a_state_of_any_players_fits_its_width(players):
    position = HANDS | {"players": players}
    root = parsed(state_svg(position))
    assert float(root.attrib["width"]) == 720
    assert 450 < float(root.attrib["height"]) < 560
    shown = words(state_svg(position))
    assert [colour for colour in COLOURS if colour in shown or f"{colour}, to play" in shown] == [
        colour for colour in COLOURS if colour in players
    ]


def test_the_legend_tells_where_everybody_is_and_who_plays_what():
    shown = words(board_svg(FULL))
    assert {"red to play a 7: t4, s2, 1 start, 1 home", "green: 4 start"} <= set(shown)
    assert "red to play Sorry!: t4, s2, 1 start, 1 home" in words(board_svg(FULL | {"card": "S"}))
    label = parsed(state_svg(FULL, last_move=WAYS)).attrib["aria-label"]
    assert "yellow: t41, s0, 2 home" in label
    assert "blue moved from t18 to t28" in label


@pytest.mark.parametrize(
    "change, error, reason",
    [
        ({"players": ["pink"], "pawns": {"pink": []}}, UnknownName, "unknown colour 'pink'"),
        ({"pawns": FULL["pawns"] | {"red": ["t60"]}}, UnknownName, "unknown square 't60'"),
        ({"pawns": FULL["pawns"] | {"red": ["s5"]}}, UnknownName, "unknown square 's5'"),
        ({"pawns": FULL["pawns"] | {"red": ["t04"]}}, UnknownName, "unknown square 't04'"),
        ({"pawns": FULL["pawns"] | {"red": ["start"] * 5}}, BadArgument, "red has 5 pawns"),
        ({"pawns": {"red": []}}, BadArgument, "this one fails at 'blue'"),
        ({"players": None}, BadArgument, "a position has players"),
        ({"card": "6"}, UnknownName, "unknown card '6'"),
        ({"discards": ["9"]}, UnknownName, "unknown card '9'"),
        ({"hands": {"red": ["9"]}}, UnknownName, "unknown card '9'"),
    ],
)
def test_a_position_that_is_none_is_refused_with_the_reason(change, error, reason):
    for call in (board_svg, state_svg, lambda position: game_strip_svg([position])):
        with pytest.raises(error, match=reason):
            call(FULL | change)


@pytest.mark.parametrize(
    "call, error, reason",
    [
        (lambda: board_svg(FULL, last_move=[("red", "t4")]), BadArgument, "a last move is a move, triples"),
        (lambda: board_svg(FULL, last_move=7), BadArgument, "a last move is a move, triples"),
        (lambda: board_svg(FULL, last_move=[("red", "t4", "t99")]), UnknownName, "unknown square 't99'"),
        (lambda: board_svg(FULL, size=0), BadArgument, "positive"),
        (lambda: state_svg(FULL, width=float("nan")), BadArgument, "positive"),
        (lambda: card_svg("6"), UnknownName, "unknown card '6'"),
        (lambda: card_svg("7", size=-1), BadArgument, "positive"),
        (lambda: deck_svg("uno"), UnknownName, "unknown deck 'uno'"),
        (lambda: deck_svg("classic", left={"6": 1}), UnknownName, "unknown card '6'"),
        (lambda: pawn("pink", 0, 0, 9), UnknownName, "unknown colour 'pink'"),
    ],
)
def test_bad_arguments_are_refused_with_the_reason(call, error, reason):
    with pytest.raises(error, match=reason):
        call()


def test_drawing_is_light_to_import():
    heavy = "numpy numba pandas sympy networkx matplotlib scipy"
    code = f"import sys, tsurolab.games.sorry.drawing; print([m for m in '{heavy}'.split() if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "[]"


def test_winners_of_a_finished_game_are_told_beside_their_pawns():
    position = {"players": ["red", "blue"], "pawns": {"red": ["home"] * 4, "blue": ["start"] * 4}, "turn": None}
    alone = position | {"outcome": {"reason": "ALL_HOME", "winners": [0]}}
    assert state_svg(alone).count(">red wins</text>") == 1
    assert "red wins: 4 home" in board_svg(alone)
    assert "wins" not in state_svg(position)
    both = state_svg(position | {"outcome": {"reason": "ALL_HOME", "winners": [0, 1]}})
    assert (both.count(">red shares the win</text>"), both.count(">blue shares the win</text>")) == (1, 1)
    with pytest.raises(BadArgument, match="this one fails at"):
        state_svg(position | {"outcome": {"winners": [7]}})
