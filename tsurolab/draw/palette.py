"""The colours, by what they are for, on light and on dark pages, and the style sheet that carries them.

What it is for: one calm look for every picture, with eight player colours that readers with any of the three colour
deficiencies can tell apart, and a letter, a shape and a dash pattern for each so that colour is never needed. What it
is not for: drawing charts, though they can take their colours from here.

The player colours start from the hues of Okabe and Ito ("Color Universal Design", 2008) and were moved in lightness so
that any two stay apart on these grounds, seen with normal and with simulated deficient vision.

A page chooses dark by the reader's setting (``prefers-color-scheme``); inside notebooks the theme of the page decides.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tsurolab.draw.svg import PREFIX
from tsurolab.errors import BadArgument


class Player(NamedTuple):
    """How one player looks: colour on light and dark pages, and what replaces colour."""

    letter: str
    colour: str
    light: str
    dark: str
    shape: str
    dash: tuple[float, ...]


PLAYERS: tuple[Player, ...] = (
    Player("A", "blue", "#184783", "#3A86E0", "disc", ()),
    Player("B", "amber", "#C9962F", "#D9A566", "square", (1, 1)),
    Player("C", "pink", "#DE4598", "#BC72A4", "triangle", (0.01, 1)),
    Player("D", "green", "#12876A", "#4FE8A4", "diamond", (2.4, 1.2)),
    Player("E", "sky", "#2BA8E8", "#86BEF5", "hexagon", (0.01, 2)),
    Player("F", "red", "#8A2F14", "#EA5A1E", "drop", (2.4, 1.2, 0.01, 1.2)),
    Player("G", "olive", "#7F780C", "#DAD52A", "cross", (0.5, 2.2)),
    Player("H", "ink", "#26262E", "#F6F2EA", "star", (4, 1.5)),
)
"""The eight players, in the order of their seats."""


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two hex colours, 1 to 21, as WCAG 2.1 defines it.

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    levels = sorted((luminance(one), luminance(other)))
    return (levels[1] + 0.05) / (levels[0] + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance of a hex colour, 0 to 1, as WCAG 2.1 defines it.

    >>> luminance("#FFFFFF"), luminance("#000000")
    (1.0, 0.0)
    """
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _players(theme: str) -> dict[str, str]:
    """Return the roles of the players: their colour, and the colour of a number written on it."""
    roles = {}
    for seat, look in enumerate(PLAYERS):
        colour = look.light if theme == "light" else look.dark
        roles[f"player-{seat}"] = colour
        roles[f"on-player-{seat}"] = "#FFFFFF" if contrast(colour, "#FFFFFF") >= 3.4 else "#15130F"
    return roles


HUES: dict[str, tuple[str, str]] = {
    "red": ("#B3261E", "#DD4B39"),
    "yellow": ("#F0B41C", "#F5CF4E"),
    "green": ("#2E9C78", "#52CFA0"),
    "blue": ("#1D4F9C", "#3F7FDB"),
}
"""Colours that a game has by name, on light and on dark pages; told apart with any colour deficiency."""


def _hues(theme: str) -> dict[str, str]:
    """Return the roles of the named colours, and of words written on them."""
    roles = {}
    for name, (light, dark) in HUES.items():
        colour = light if theme == "light" else dark
        roles[name] = colour
        roles[f"on-{name}"] = "#FFFFFF" if contrast(colour, "#FFFFFF") >= 3.4 else "#15130F"
    return roles


LIGHT: dict[str, str] = (
    {
        "paper": "#FBF8F2",
        "ink": "#2D2B29",
        "soft": "#6F6860",
        "rule": "#DDD4C5",
        "ground": "#E9E1D2",
        "cell": "#EFE8DB",
        "card": "#F9F4EA",
        "card-edge": "#D6CBB8",
        "road": "#85503F",
        "track": "#CFC4B0",
        "accent": "#B8860B",
        "glow": "#F6E3AE",
    }
    | _players("light")
    | _hues("light")
)
"""Role -> colour on a light page."""

DARK: dict[str, str] = (
    {
        "paper": "#1B1A19",
        "ink": "#EEE8DD",
        "soft": "#A79F93",
        "rule": "#3D3934",
        "ground": "#2A2623",
        "cell": "#1F1D1B",
        "card": "#35302B",
        "card-edge": "#4C463F",
        "road": "#E0BE96",
        "track": "#6E655A",
        "accent": "#E8BE4C",
        "glow": "#4D4120",
    }
    | _players("dark")
    | _hues("dark")
)
"""Role -> colour on a dark page."""

_USED = re.compile(rf"{PREFIX}-(fill|line)-([a-z0-9-]+)")


def player(seat: int) -> Player:
    """Return the look of a seat.

    Raises BadArgument above the eighth.

    >>> player(3).colour, player(3).shape
    ('green', 'diamond')
    """
    if not 0 <= seat < len(PLAYERS):
        raise BadArgument(f"there are colours for seats 0 to {len(PLAYERS) - 1}, not for seat {seat}")
    return PLAYERS[seat]


def style_sheet(body: str) -> str:
    """Return the style rules for the roles that a picture uses, light and dark.

    Parameters: `body` is the SVG inside the picture. Each rule gives the light colour first and the custom property
    after it, so that programs which know no custom properties still show the light picture.

    Raises BadArgument for a role that the palette has not.

    >>> print(style_sheet('<rect class="tlab-fill-paper"/>'))
    .tlab{--tlab-paper:#FBF8F2}
    @media (prefers-color-scheme:dark){.tlab{--tlab-paper:#1B1A19}}
    [data-jp-theme-light="true"] .tlab{--tlab-paper:#FBF8F2}
    [data-jp-theme-light="false"] .tlab{--tlab-paper:#1B1A19}
    .tlab-fill-paper{fill:#FBF8F2;fill:var(--tlab-paper)}
    """
    used = sorted(set(_USED.findall(body)))
    roles = sorted({role for _, role in used})
    for role in roles:
        if role not in LIGHT:
            raise BadArgument(f"the palette has no role {role!r}; it has {', '.join(LIGHT)}")
    light, dark = (";".join(f"--{PREFIX}-{role}:{theme[role]}" for role in roles) for theme in (LIGHT, DARK))
    rules = [
        f".{PREFIX}{{{light}}}",
        f"@media (prefers-color-scheme:dark){{.{PREFIX}{{{dark}}}}}",
        f'[data-jp-theme-light="true"] .{PREFIX}{{{light}}}',
        f'[data-jp-theme-light="false"] .{PREFIX}{{{dark}}}',
    ]
    for kind, role in used:
        name = "stroke" if kind == "line" else "fill"
        rules.append(f".{PREFIX}-{kind}-{role}{{{name}:{LIGHT[role]};{name}:var(--{PREFIX}-{role})}}")
    return "\n".join(rules)
