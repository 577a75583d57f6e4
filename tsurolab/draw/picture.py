"""Whole pictures: a drawing with a size and words for those who do not see it, and grids of drawings.

What it is for: turning SVG fragments into one document that stands alone, fits the width of its page, and carries its
own ground, so that it reads well wherever it is put. What it is not for: what is on the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tsurolab.draw.palette import style_sheet
from tsurolab.draw.svg import PREFIX, element, escape, fill, group, rectangle, text
from tsurolab.errors import BadArgument

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',Arial,sans-serif"


@dataclass(frozen=True)
class Picture:
    """A drawing `width` by `height` px, its SVG `body`, a `label` of a few words and a longer `description`."""

    width: float
    height: float
    body: str
    label: str = ""
    description: str = ""

    def svg(self, *, margin: float = 12, ground: str | None = "paper", label: str | None = None) -> str:
        """Return the document as text, the same bytes every time.

        Parameters: `margin` px are left free on all sides, and the ground (a role of the palette, or None for a
        transparent picture) lies under all. `label` replaces the picture's own.

        >>> Picture(10, 10, "", label="nothing").svg(margin=0, ground=None).splitlines()[0][:80]
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 1'
        """
        wide, high = ceil(self.width + 2 * margin), ceil(self.height + 2 * margin)
        under = rectangle(0, 0, wide, high, radius=min(8, margin), class_=fill(ground)) if ground else ""
        inside = under + group(self.body, at=(margin, margin))
        heard = self.label if label is None else label
        document = element(
            "svg",
            "\n" + (element("title", escape(heard)) + "\n" if heard else ""),
            element("desc", escape(self.description)) + "\n" if self.description else "",
            element("style", style_sheet(inside)) + "\n",
            inside + "\n",
            xmlns="http://www.w3.org/2000/svg",
            width=wide,
            height=high,
            viewBox=f"0 0 {wide} {high}",
            class_=PREFIX,
            role="img",
            aria_label=". ".join(part.rstrip(".") for part in (heard, self.description) if part) or None,
            fill="none",
            font_family=FONT,
            style="max-width:100%;height:auto",
        )
        return document + "\n"

    def scaled(self, factor: float) -> Picture:
        """Return the picture at another size."""
        return Picture(
            self.width * factor,
            self.height * factor,
            group(self.body, scale=factor),
            self.label,
            self.description,
        )


def grid(
    pictures: Sequence[Picture],
    *,
    columns: int,
    captions: Sequence[str | None] | None = None,
    gap: float = 12,
    caption_size: float = 11,
    spaced: bool = False,
) -> Picture:
    """Return pictures side by side and below each other, each centred in a box of equal size with its caption below.

    Parameters: `columns` is the most that stand side by side, `gap` the space between them in px, `spaced` sets
    captions in a typeface of even width.

    Raises BadArgument when `columns` is below 1 or the captions are not as many as the pictures.

    >>> grid([Picture(10, 10, "")] * 3, columns=2, gap=4).width
    24
    """
    if columns < 1:
        raise BadArgument(f"a grid has at least 1 column, not {columns}")
    if captions is not None and len(captions) != len(pictures):
        raise BadArgument(f"there are {len(captions)} captions for {len(pictures)} pictures; give one for each")
    if not pictures:
        return Picture(0, 0, "")
    columns = min(columns, len(pictures))
    wide = max(picture.width for picture in pictures)
    high = max(picture.height for picture in pictures)
    below = caption_size * 1.5 if captions is not None and any(captions) else 0
    parts = []
    for place, picture in enumerate(pictures):
        row, across = divmod(place, columns)
        x, y = across * (wide + gap), row * (high + below + gap)
        parts.append(group(picture.body, at=(x + (wide - picture.width) / 2, y + (high - picture.height) / 2)))
        if below and captions is not None and captions[place]:
            words = captions[place]
            base = y + high + caption_size * 1.2
            parts.append(
                text(words, x + wide / 2, base, size=caption_size, role="soft", anchor="middle", spaced=spaced)
            )
    rows = ceil(len(pictures) / columns)
    return Picture(
        columns * wide + (columns - 1) * gap,
        rows * (high + below) + (rows - 1) * gap,
        "\n".join(parts),
        description="; ".join(picture.label for picture in pictures if picture.label),
    )


def column(
    parts: Sequence[tuple[str | None, Picture]],
    *,
    title: str | None = None,
    gap: float = 20,
    title_size: float = 18,
    heading_size: float = 13,
) -> Picture:
    """Return pictures below each other, each under its heading, all under a title.

    Parameters: `parts` are pairs of a heading (or None) and a picture; sizes and the `gap` between parts are in px.

    >>> column([("one", Picture(10, 10, "")), (None, Picture(30, 5, ""))], gap=5).width
    30
    """
    body, y = [], 0.0
    wide = max((picture.width for _, picture in parts), default=0)
    if title:
        body.append(text(title, 0, title_size * 0.8, size=title_size, bold=True))
        y += title_size * 0.8 + gap * 0.9
    for place, (heading, picture) in enumerate(parts):
        y += gap if place else 0
        if heading:
            body.append(text(heading, 0, y + heading_size * 0.8, size=heading_size, bold=True))
            y += heading_size * 0.8 + 9
        body.append(group(picture.body, at=(0, y)))
        y += picture.height
    described = [": ".join(part for part in (heading, picture.description) if part) for heading, picture in parts]
    return Picture(wide, y, "\n".join(body), title or "", ". ".join(part for part in described if part))
