"""Elements, curves and pictures: repeatable, well formed, and safe in a page beside others."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.draw import Curve, Picture, circle, column, element, grid, group, number, rectangle, text
from tsurolab.draw.curves import leaving, run
from tsurolab.errors import BadArgument, TsurolabError


@given(st.floats(-1e6, 1e6))
def test_numbers_are_short_and_near(value: float) -> None:
    shown = number(value)
    assert abs(float(shown) - value) <= 0.005 + 1e-9
    assert shown != "-0"
    assert "e" not in shown
    assert "." not in shown or not shown.endswith(("0", "."))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_no_picture_can_show_are_refused(value: float) -> None:
    with pytest.raises(BadArgument, match="finite"):
        number(value)


@given(st.text())
def test_any_text_makes_a_well_formed_picture(words: str) -> None:
    drawn = Picture(10, 10, text(words, 0, 0), label=words, description=words).svg()
    root = ET.fromstring(drawn)
    assert root.attrib["role"] == "img"


def test_words_come_back_from_the_document_as_they_went_in() -> None:
    words = 'a < b & "c" > <script>'
    root = ET.fromstring(Picture(10, 10, text(words, 0, 0), label=words).svg())
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == words
    assert root.attrib["aria-label"] == words
    assert next(root.iter(f"{space}text")).text == words


def test_an_attribute_of_none_is_left_out_and_hyphens_are_made() -> None:
    assert element("g", stroke_width=1.50, class_="a", id_=None) == '<g stroke-width="1.5" class="a"/>'


def test_a_group_at_the_origin_has_no_transform() -> None:
    assert group("x", at=(0, 0), scale=1) == "<g>x</g>"


def test_length_of_a_quarter_circle() -> None:
    quarter = leaving((1, 0), (0, 1), (0, 1), (1, 0), (0.5523, 0.5523))
    assert quarter.length() == pytest.approx(pi / 2, abs=2e-3)
    assert quarter.at(0) == (1, 0)
    assert quarter.at(1) == (0, 1)


def test_a_run_of_curves_does_not_drift() -> None:
    step = Curve((0, 0), (0.04, 0), (0.08, 0), (0.14, 0))
    data = run([step.moved(0.14 * place, 0) for place in range(50)])
    assert data.count("M") == 1
    ends = [float(piece.split()[-2]) for piece in data.split("c")[1:]]
    assert sum(ends) == pytest.approx(7.0, abs=0.051)


def test_a_grid_centres_small_pictures_and_leaves_room_for_captions() -> None:
    small, large = Picture(10, 10, "<a/>"), Picture(30, 20, "<b/>")
    made = grid([small, large, small], columns=2, captions=["one", None, "three"], gap=10, caption_size=10)
    assert (made.width, made.height) == (70, 2 * (20 + 15) + 10)
    assert '<g transform="translate(10 5)"><a/></g>' in made.body
    assert '<g transform="translate(10 50)"><a/></g>' in made.body
    assert made.body.count("<text") == 2


def test_a_grid_without_pictures_is_empty() -> None:
    assert grid([], columns=3) == Picture(0, 0, "")


def test_a_grid_refuses_what_does_not_fit() -> None:
    with pytest.raises(BadArgument, match="2 captions for 1 pictures"):
        grid([Picture(1, 1, "")], columns=1, captions=["a", "b"])
    with pytest.raises(BadArgument, match="at least 1 column"):
        grid([Picture(1, 1, "")], columns=0)


def test_a_column_stands_below_its_title_and_headings() -> None:
    made = column([("one", Picture(10, 10, "<a/>")), ("two", Picture(40, 10, "<b/>"))], title="all", gap=20)
    assert made.width == 40
    assert [made.body.index(word) for word in ("all", "one", "<a/>", "two", "<b/>")] == sorted(
        made.body.index(word) for word in ("all", "one", "<a/>", "two", "<b/>")
    )
    assert made.label == "all"


def test_a_scaled_picture_keeps_its_words() -> None:
    made = Picture(10, 20, circle(1, 1, 1), "label", "more").scaled(0.5)
    assert (made.width, made.height, made.label, made.description) == (5, 10, "label", "more")
    assert "scale(0.5)" in made.body


def test_a_document_states_its_size_and_shrinks_with_the_page() -> None:
    root = ET.fromstring(Picture(99.2, 50, rectangle(0, 0, 1, 1)).svg(margin=10))
    assert root.attrib["viewBox"] == "0 0 120 70"
    assert "max-width:100%" in root.attrib["style"]


def test_errors_are_of_the_library() -> None:
    with pytest.raises(TsurolabError):
        number(float("nan"))
