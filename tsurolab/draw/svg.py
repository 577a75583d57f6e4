"""SVG elements as text: numbers, attributes, shapes, groups and words.

What it is for: making short, well-formed, repeatable SVG without a tree of objects; every function returns a string.
What it is not for: whole documents (see `tsurolab.draw.picture`) and colours (see `tsurolab.draw.palette`). No function
makes an ``id``, so many pictures can stand in one page.

Colours are not written into elements. `fill` and `stroke` name a role of the palette, and the style sheet of the
picture says what the role looks like on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Iterable

from tsurolab.errors import BadArgument

PREFIX = "tlab"
"""The start of every class and custom property, so that they meet no other names in a page."""

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
# XML 1.0 allows no other control characters, not even escaped.
_FORBIDDEN = {code: "\N{REPLACEMENT CHARACTER}" for code in [*range(32), 0xFFFE, 0xFFFF] if chr(code) not in "\t\n\r"}


def number(value: float, places: int = 2) -> str:
    """Return the shortest text of a number rounded to some decimal places.

    Raises BadArgument for an infinite value or one that is not a number.

    >>> number(2.50), number(-0.001), number(7), number(1 / 3)
    ('2.5', '0', '7', '0.33')
    """
    if not abs(value) < float("inf"):
        raise BadArgument(f"a length in a picture must be a finite number, not {value!r}")
    shown = f"{value:.{places}f}"
    if "." in shown:
        shown = shown.rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


def escape(words: object) -> str:
    """Return text that is safe inside an element or an attribute.

    >>> escape('<a> & "b"')
    '&lt;a&gt; &amp; &quot;b&quot;'
    """
    return str(words).translate(_FORBIDDEN).translate(_ESCAPES)


def element(tag: str, *children: str, **attributes: object) -> str:
    """Return one element; children are SVG already, attribute values are escaped.

    Parameters: an underscore at the end of an attribute's name is dropped (``class_``) and others become hyphens
    (``stroke_width``). None leaves an attribute out, floats are shortened by `number`.

    >>> element("circle", cx=1.0, cy=2.5, stroke_width=None, class_="dot")
    '<circle cx="1" cy="2.5" class="dot"/>'
    """
    parts = [tag]
    for key, value in attributes.items():
        if value is None:
            continue
        name = key.rstrip("_").replace("_", "-")
        shown = number(value) if isinstance(value, float) else escape(value)
        parts.append(f'{name}="{shown}"')
    inside = "".join(children)
    return f"<{' '.join(parts)}>{inside}</{tag}>" if inside else f"<{' '.join(parts)}/>"


def fill(role: str) -> str:
    """Return the class that fills with a colour of the palette.

    >>> fill("paper")
    'tlab-fill-paper'
    """
    return f"{PREFIX}-fill-{role}"


def stroke(role: str) -> str:
    """Return the class that draws a line in a colour of the palette.

    >>> stroke("ink")
    'tlab-line-ink'
    """
    return f"{PREFIX}-line-{role}"


def paint(inside: str | None = None, edge: str | None = None) -> str:
    """Return the classes for an area filled by one role and edged by another.

    >>> paint("card", "rule")
    'tlab-fill-card tlab-line-rule'
    """
    classes = [fill(inside)] if inside is not None else []
    return " ".join([*classes, stroke(edge)] if edge is not None else classes)


def group(
    *children: str, at: tuple[float, float] | None = None, scale: float | None = None, **attributes: object
) -> str:
    """Return a group, moved to a place and scaled there.

    Parameters: `at` is (x, y) in px; `scale` is a factor.

    >>> group("<a/>", at=(3, 4.5), scale=2)
    '<g transform="translate(3 4.5) scale(2)"><a/></g>'
    """
    steps = []
    if at is not None and at != (0, 0):
        steps.append(f"translate({number(at[0])} {number(at[1])})")
    if scale is not None and scale != 1:
        steps.append(f"scale({number(scale, 4)})")
    return element("g", *children, transform=" ".join(steps) or None, **attributes)


def rectangle(x: float, y: float, width: float, height: float, *, radius: float = 0, **attributes: object) -> str:
    """Return a rectangle with rounded corners.

    >>> rectangle(0, 0, 10, 5, radius=1)
    '<rect x="0" y="0" width="10" height="5" rx="1"/>'
    """
    rounding = float(radius) if radius else None
    return element("rect", x=float(x), y=float(y), width=float(width), height=float(height), rx=rounding, **attributes)


def circle(x: float, y: float, radius: float, **attributes: object) -> str:
    """Return a circle about (x, y).

    >>> circle(1, 2, 3)
    '<circle cx="1" cy="2" r="3"/>'
    """
    return element("circle", cx=float(x), cy=float(y), r=float(radius), **attributes)


def line(start: tuple[float, float], end: tuple[float, float], **attributes: object) -> str:
    """Return a straight line.

    >>> line((0, 0), (4, 2.5))
    '<path d="M0 0L4 2.5"/>'
    """
    return path(f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}", **attributes)


def path(d: str | Iterable[str], **attributes: object) -> str:
    """Return a path from its data, one text or several that are joined.

    >>> path(["M0 0", "L1 1"])
    '<path d="M0 0L1 1"/>'
    """
    return element("path", d=d if isinstance(d, str) else "".join(d), **attributes)


def text(
    words: object,
    x: float,
    y: float,
    *,
    size: float = 12,
    role: str = "ink",
    anchor: str = "start",
    bold: bool = False,
    spaced: bool = False,
) -> str:
    """Return words on a base line that starts, has its middle, or ends at (x, y).

    Parameters: `anchor` is "start", "middle" or "end"; `size` is in px; `spaced` uses a typeface of even width.

    >>> text("a < b", 1, 2, anchor="middle")
    '<text x="1" y="2" font-size="12" text-anchor="middle" class="tlab-fill-ink">a &lt; b</text>'
    """
    return element(
        "text",
        escape(words),
        x=float(x),
        y=float(y),
        font_size=float(size),
        font_weight=600 if bold else None,
        font_family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" if spaced else None,
        text_anchor=None if anchor == "start" else anchor,
        class_=fill(role),
    )


def title(words: object) -> str:
    """Return the words that a reader hears, and sees when the pointer rests on the shape.

    >>> title("row 0, column 2")
    '<title>row 0, column 2</title>'
    """
    return element("title", escape(words))
