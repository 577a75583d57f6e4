"""The colours: told apart by every reader, readable on both grounds, and never needed."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from tsurolab.draw import DARK, LIGHT, PLAYERS, Picture, player, rectangle, style_sheet, text
from tsurolab.draw.marks import disc, ended, shape
from tsurolab.draw.palette import HUES, contrast
from tsurolab.draw.svg import fill, paint, stroke
from tsurolab.errors import BadArgument

# Machado, Oliveira, Fernandes 2009, full deficiency, on linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
# Ottosson 2020: linear RGB to cone responses, and their cube roots to Oklab.
CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
OKLAB = [
    [0.2104542553, 0.7936177850, -0.0040720468],
    [1.9779984951, -2.4285922050, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.8086757660],
]


def oklab(colour: str, vision: str) -> np.ndarray:
    parts = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(VISIONS[vision]) @ linear, 0, 1)
    return np.array(OKLAB) @ np.cbrt(np.array(CONES) @ seen)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_players_and_the_free_roads_are_told_apart(theme: dict[str, str], vision: str) -> None:
    shown = {role: oklab(theme[role], vision) for role in [*(f"player-{seat}" for seat in range(8)), "track"]}
    near = min((float(np.linalg.norm(shown[a] - shown[b])), a, b) for a, b in combinations(shown, 2))
    # A just noticeable difference is about 0.02; the published eight-colour set of Okabe and Ito reaches 0.076.
    assert near[0] > 0.076, near


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_named_colours_are_told_apart(theme: dict[str, str], vision: str) -> None:
    shown = {name: oklab(theme[name], vision) for name in HUES}
    near = min((float(np.linalg.norm(shown[a] - shown[b])), a, b) for a, b in combinations(shown, 2))
    assert near[0] > 0.076, near


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_on_named_colours_have_contrast(theme: dict[str, str]) -> None:
    for name in HUES:
        assert contrast(theme[name], theme[f"on-{name}"]) >= 3.4


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_and_lines_have_contrast(theme: dict[str, str]) -> None:
    assert contrast(theme["ink"], theme["paper"]) > 7
    assert contrast(theme["soft"], theme["paper"]) > 4.5
    assert contrast(theme["road"], theme["card"]) > 4.5
    for seat in range(8):
        assert contrast(theme[f"player-{seat}"], theme["card"]) > 2.2
        assert contrast(theme[f"player-{seat}"], theme[f"on-player-{seat}"]) >= 3.4


def test_players_differ_in_all_that_replaces_colour() -> None:
    for field in ("letter", "colour", "shape", "dash", "light", "dark"):
        assert len({getattr(look, field) for look in PLAYERS}) == 8, field
    assert len({shape(seat, 0, 0, 5).split("class")[0] for seat in range(8)}) == 8


def test_both_themes_have_the_same_roles() -> None:
    assert list(LIGHT) == list(DARK)
    assert all(re.fullmatch("#[0-9A-F]{6}", colour) for colour in [*LIGHT.values(), *DARK.values()])


def test_the_style_sheet_has_only_prefixed_names_and_all_that_are_used() -> None:
    body = rectangle(0, 0, 1, 1, class_=paint("card", "rule")) + text("x", 0, 0, role="soft")
    sheet = style_sheet(body)
    for selector in re.findall(r"\.([a-z][\w-]*)", sheet):
        assert selector.startswith("tlab")
    for name in (fill("card"), stroke("rule"), fill("soft")):
        assert f".{name}{{" in sheet
    assert "ink" not in sheet
    assert sheet.index("prefers-color-scheme") < sheet.index("data-jp-theme-light")


def test_dark_is_offered_by_the_reader_s_setting_and_by_the_notebook_s_theme() -> None:
    sheet = style_sheet(rectangle(0, 0, 1, 1, class_=fill("paper")))
    assert f"@media (prefers-color-scheme:dark){{.tlab{{--tlab-paper:{DARK['paper']}}}}}" in sheet
    assert f'[data-jp-theme-light="false"] .tlab{{--tlab-paper:{DARK["paper"]}}}' in sheet
    assert f'[data-jp-theme-light="true"] .tlab{{--tlab-paper:{LIGHT["paper"]}}}' in sheet


def test_a_role_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadArgument, match="no role 'papper'"):
        Picture(1, 1, rectangle(0, 0, 1, 1, class_=fill("papper"))).svg()


@pytest.mark.parametrize("seat", [-1, 8])
@pytest.mark.parametrize("mark", [lambda s: player(s), lambda s: disc(s, 0, 0, 5), lambda s: ended(s, 0, 0, 5)])
def test_a_ninth_player_is_refused(seat: int, mark: object) -> None:
    with pytest.raises(BadArgument, match="seats 0 to 7"):
        mark(seat)  # type: ignore[operator]


def test_a_disc_shows_its_seat_or_its_label() -> None:
    space = "{http://www.w3.org/2000/svg}"
    for label, shown in ((None, "5"), ("X", "X")):
        root = ET.fromstring(Picture(9, 9, disc(5, 4, 4, 4, label)).svg())
        assert next(root.iter(f"{space}text")).text == shown
