"""The look of matplotlib figures, and their SVG: the same bytes every time, readable on light and on dark pages.

What it is for: `chart`, which starts a figure in the one style, and `chart_svg`, which writes it. What it is not for:
boards and tiles, which are drawn by `tsurolab.draw`.

Matplotlib writes light colours. Here each that belongs to the palette gets its custom property beside it, as in the
pictures of `tsurolab.draw`, so a chart follows the page. Identifiers are numbered anew, coordinates are rounded to
1/100 px and what names the time, the program and the outside world is left out: the bytes do not depend on the day, the
machine, or what else is in a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from tsurolab.draw import DARK, LIGHT, PLAYERS, Player, escape
from tsurolab.draw.picture import FONT
from tsurolab.draw.svg import PREFIX

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

STYLE: Final = Path(__file__).with_name("tsurolab.mplstyle")
MARKERS: Final = ("o", "s", "^", "D", "h", "v", "P", "*")
"""The eight players' marks in charts, after the shapes that `tsurolab.draw` gives them."""
NOTE_LETTERS: Final = 15
"""Letters of a note that fit on an inch."""
INK, SOFT, RULE = LIGHT["ink"], LIGHT["soft"], LIGHT["rule"]
_CLASS: Final = f"{PREFIX} {PREFIX}-chart"


@contextmanager
def style() -> Iterator[None]:
    """The style of all charts, for what is drawn inside."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(mpl.rc_params_from_file(str(STYLE), use_default_template=False))
        yield


def chart(title: str, note: str, *, width: float = 5.4, height: float = 3.4, **grid: Any) -> tuple[Figure, Any]:
    """Start a figure: its title, below it a note in small letters that says what was counted, and its axes.

    Parameters: `width` and `height` in inches; `grid` as for ``Figure.subplots``. Returns the figure and its axes (one,
    or an array). No window and no global state of matplotlib is touched. Call inside `style`.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    lines = wrap(note, int(width * NOTE_LETTERS))
    # The empty lines of the title are the room for the note, which has smaller letters.
    figure.suptitle(title + "\n" * len(lines), x=0.012, ha="left", fontsize=12, fontweight="bold")
    figure.text(0.012, 1 - 0.345 / height, "\n".join(lines), ha="left", va="top", fontsize=8.5, color=SOFT)
    axes = figure.subplots(**grid)
    return figure, axes


def seat_look(seat: int) -> tuple[str, str, Player]:
    """The light colour, the chart marker and the whole look of a seat."""
    return PLAYERS[seat].light, MARKERS[seat], PLAYERS[seat]


def percent(axes: Axes, *, axis: str = "y", digits: int = 0) -> None:
    """Show an axis of shares in per cent."""
    from matplotlib.ticker import PercentFormatter

    (axes.yaxis if axis == "y" else axes.xaxis).set_major_formatter(PercentFormatter(1, decimals=digits, symbol=" %"))


def chart_svg(figure: Figure, *, name: str, title: str, alt: str) -> str:
    """Return a matplotlib figure as an SVG document.

    Parameters: `name` starts every identifier, so that charts can stand in one page; `title` and `alt` are the words
    for readers who do not see it.

    >>> from matplotlib.figure import Figure
    >>> with style():
    ...     text = chart_svg(Figure(figsize=(1, 1)), name="empty", title="Nothing", alt="An empty square.")
    >>> "<desc>An empty square.</desc>" in text, "http" in text.replace("http://www.w3.org/2000/svg", "")
    (True, False)
    """
    import matplotlib as mpl

    stream = StringIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with style():
        # The style of the figure's making, for what is decided only on writing.
        mpl.rcParams["svg.fonttype"] = "none"
        figure.savefig(stream, format="svg", metadata=metadata)
    text = stream.getvalue()
    text = re.sub(r"<\?xml.*?\?>\s*|<!DOCTYPE.*?>\s*|<!--.*?-->\s*|<metadata>.*?</metadata>\s*", "", text, flags=re.S)
    text = _renumbered(text, name)
    text = text.replace("xlink:href", "href").replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "")
    text = _rounded(text)
    text = re.sub(r"'DejaVu Sans'[^;\"]*", FONT, text)
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", text, flags=re.S)
    text = _themed(text)
    text = re.sub(r"[ \t]+\n", "\n", re.sub(r"\n\s*", "\n", text))
    size = re.search(r'<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>', text, flags=re.S)
    assert size is not None
    wide, high = (f"{float(length) * 4 / 3:.0f}" for length in size.groups())
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {size[1]} {size[2]}" class="{_CLASS}" role="img" aria-label="{escape(f"{title}. {alt}")}" '
        f'style="max-width:100%;height:auto">\n'
        f"<title>{escape(title)}</title>\n<desc>{escape(alt)}</desc>\n<style>{_sheet(text)}</style>"
    )
    return text[: size.start()] + head + text[size.end() :]


def _rounded(text: str) -> str:
    """Coordinates to two places: what stands inside a tag, never what a reader sees.

    >>> _rounded('<text x="1.23456">0.975</text>')
    '<text x="1.23">0.975</text>'
    """
    long = re.compile(r"-?\d+\.\d{3,}")
    return re.sub(r"<[^>]*>", lambda tag: long.sub(lambda found: _short(found[0]), tag[0]), text)


def _short(digits: str) -> str:
    shown = f"{float(digits):.2f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown


def _renumbered(text: str, name: str) -> str:
    """Keep only the identifiers that something refers to, as ``name-1``, ``name-2``, ... in order of appearance."""
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    numbers: dict[str, str] = {}

    def kept(found: re.Match[str]) -> str:
        if found[1] not in used:
            return ""
        return f' id="{numbers.setdefault(found[1], f"{name}-{len(numbers) + 1}")}"'

    text = re.sub(r'\sid="([^"]*)"', kept, text)
    return re.sub(r'(url\(#|href="#)([^")]+)', lambda found: found[1] + numbers.get(found[2], found[2]), text)


_ROLES: Final = {colour.lower(): role for role, colour in reversed(LIGHT.items()) if not role.startswith("on-")}


def _themed(text: str) -> str:
    """Put the custom property of the palette after each of its colours, and name the colour of bare text."""

    def both(found: re.Match[str]) -> str:
        role = _ROLES.get(found[2].lower())
        return f"{found[0]}; {found[1]}: var(--{PREFIX}-{role})" if role else found[0]

    return re.sub(r"\b(fill|stroke): (#[0-9a-fA-F]{6})", both, text)


def _sheet(text: str) -> str:
    roles = sorted(set(re.findall(rf"var\(--{PREFIX}-([a-z0-9-]+)\)", text)))
    light, dark = (";".join(f"--{PREFIX}-{role}:{theme[role]}" for role in roles) for theme in (LIGHT, DARK))
    name = f".{PREFIX}"
    return "\n".join(
        (
            f"{name}-chart *{{stroke-linejoin:round;stroke-linecap:butt}}",
            f"{name}{{{light}}}",
            f"@media (prefers-color-scheme:dark){{{name}{{{dark}}}}}",
            f'[data-jp-theme-light="true"] {name}{{{light}}}',
            f'[data-jp-theme-light="false"] {name}{{{dark}}}',
        )
    )
