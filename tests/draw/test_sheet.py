"""The sheet of characters: places, roles, colour, and what replaces box drawing."""

import re

import pytest

from tsurolab.draw.sheet import PLAIN, ROLES, WIDTH, Sheet, can_draw
from tsurolab.errors import UnknownName


def test_what_is_put_later_lies_above():
    sheet = Sheet()
    sheet.put(1, 3, "abc")
    sheet.put(1, 4, "X")
    sheet.put(1, 0, "--")
    assert sheet.render() == "\n-- aXc"
    assert (sheet.height, sheet.width) == (2, 6)


def test_lines_have_no_blanks_at_their_ends():
    sheet = Sheet()
    sheet.put(0, 0, "a   ", "red")
    sheet.put(2, 0, "    ")
    assert sheet.render() == "a\n\n"
    assert sheet.render(colour=True) == "\x1b[91ma\x1b[0m\n\n"


@pytest.mark.parametrize("role", ROLES)
def test_colour_changes_no_character(role):
    sheet = Sheet()
    sheet.put(0, 0, "one", role)
    sheet.put(0, 3, "two")
    sheet.put(0, 6, "three", "red")
    coloured = sheet.render(colour=True)
    assert coloured.startswith(f"\x1b[{ROLES[role]}mone")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == sheet.render() == "onetwothree"


def test_a_role_must_exist():
    with pytest.raises(UnknownName, match="did you mean 'red'"):
        Sheet().put(0, 0, "x", "redd")


def test_long_words_go_on_below():
    sheet = Sheet()
    sheet.add("hand: " + "  ".join(["12-34-56-78"] * 9))
    lines = sheet.render().splitlines()
    assert len(lines) == 2
    assert max(map(len, lines)) <= WIDTH
    assert lines[1].startswith("  12-34-56-78")
    assert sheet.render().count("12-34-56-78") == 9


def test_ascii_replaces_every_character_by_one():
    drawn = "".join(map(chr, PLAIN))
    sheet = Sheet()
    sheet.put(0, 0, drawn)
    plain = sheet.render(plain=True)
    assert plain.isascii()
    assert len(plain) == len(drawn)


@pytest.mark.parametrize(
    "encoding, can", [("utf-8", True), ("utf-16", True), ("latin-1", False), ("ascii", False), ("no-such", False)]
)
def test_whether_an_output_can_draw(encoding, can):
    assert can_draw(encoding) is can
