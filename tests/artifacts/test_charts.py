"""Charts are the same bytes every time, follow the page's colours, and have no identifier of their own making."""

import re

from tsurolab.artifacts.charts import chart, chart_svg, style
from tsurolab.draw import DARK, LIGHT


def _drawn(name="one"):
    with style():
        figure, axes = chart("A title", "a note that says how many were counted " * 4)
        axes.plot([0, 1, 2], [1.23456789, 0, 1])
        axes.set_xlim(0, 2)
        axes.set_xlabel("turns")
    return chart_svg(figure, name=name, title="A title", alt="A line that falls & rises.")


def test_the_same_chart_is_the_same_bytes():
    assert _drawn() == _drawn()


def test_the_style_leaves_no_trace_in_matplotlib():
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    _drawn()
    assert dict(mpl.rcParams) == before


def test_identifiers_begin_with_the_name_and_all_are_used():
    text = _drawn("mine")
    names = re.findall(r'\sid="([^"]+)"', text)
    assert names
    assert all(name.startswith("mine-") for name in names)
    for name in names:
        assert f"#{name}" in text


def test_palette_colours_follow_the_page():
    text = _drawn()
    assert f"--tlab-ink:{LIGHT['ink']}" in text
    assert f"--tlab-ink:{DARK['ink']}" in text
    assert "fill: var(--tlab-paper)" in text


def test_words_for_those_who_do_not_see_it_are_escaped():
    text = _drawn()
    assert "<desc>A line that falls &amp; rises.</desc>" in text
    assert 'aria-label="A title. A line that falls &amp; rises."' in text


def test_a_long_note_is_broken_into_lines():
    text = _drawn()
    assert len(re.findall(r"a note that says", text)) >= 2
    assert max(map(len, re.findall(r">([^<]*how many[^<]*)<", text))) < 100


def test_what_a_reader_sees_is_not_rounded():
    with style():
        figure, axes = chart("A title", "a note")
        axes.plot([0, 1], [0.961234, 0.989])
        axes.set_ylim(0.96, 0.99)
        axes.set_yticks([0.965, 0.975, 0.985])
        axes.text(0.123456, 0.98, "0.12345")
    text = chart_svg(figure, name="ticks", title="A title", alt="Words.")
    seen = re.findall(r">([^<>]+)</text>", text)
    assert {"0.965", "0.975", "0.985", "0.12345"} <= set(seen)
    tags = re.findall(r"<[^>]*>", text)
    assert not [tag for tag in tags if re.search(r"\d\.\d{3}", tag)]
