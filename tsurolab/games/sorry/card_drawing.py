"""Pictures of the cards of Sorry!: one card, a pile of them, a whole pack.

What it is for: the look of a card. What it is not for: boards and states (see `tsurolab.games.sorry.drawing`, which is
also where to import the public functions from). The words on the cards are ours and short; the rules say more.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsurolab.draw.picture import Picture, column, grid
from tsurolab.draw.svg import fill, group, paint, path, rectangle, stroke, text
from tsurolab.errors import BadArgument, unknown
from tsurolab.games.sorry.deck import CARDS, DECKS

WORDS: Mapping[str, tuple[str, ...]] = {
    "1": ("start a pawn", "or move 1"),
    "2": ("start a pawn", "or move 2;", "draw again"),
    "3": ("move 3",),
    "4": ("move 4 back",),
    "5": ("move 5",),
    "7": ("move 7, or", "split it over", "two pawns"),
    "8": ("move 8",),
    "10": ("move 10", "or 1 back"),
    "11": ("move 11, or", "change places", "with another"),
    "12": ("move 12",),
    "S": ("from start to", "an opponent’s", "place"),
}
"""Card -> what stands on it."""

_ICE_WORDS: Mapping[str, tuple[str, ...]] = {
    "1": ("place the ice;", "start a pawn", "or move 1"),
    "2": ("may place the", "fire; start a", "pawn or move 2"),
    "S": ("to an opponent’s", "place, or", "move 4"),
}
"""What differs on the cards of Fire & Ice."""

HIGH = 1.46
"""Height of a card of width 1."""


def positive(size: float) -> float:
    """Return a size in px as given; raises BadArgument for one that is not positive."""
    if not 0 < size < 1e5:
        raise BadArgument(f"a size is a positive number of px, not {size!r}")
    return size


def _frame(width: float, inside: str, edge: str = "card-edge") -> str:
    line = max(1.0, width / 70)
    return rectangle(
        line / 2,
        line / 2,
        width - line,
        width * HIGH - line,
        radius=width * 0.1,
        class_=paint(inside, edge),
        stroke_width=line,
    )


def card_picture(card: str, width: float, *, words: bool = True, pack: str = "classic") -> Picture:
    """Return the face of a card `width` px wide; raises UnknownName for a card that does not exist."""
    if card not in CARDS:
        raise unknown("card", card, CARDS)
    high = width * HIGH
    lines = (_ICE_WORDS.get(card) if pack == "fire-and-ice" else None) or WORDS[card]
    middle = high * (0.45 if words else 0.5)
    parts = [_frame(width, "card")]
    if card == "S":
        band = width * 0.3
        parts.append(rectangle(width * 0.06, middle - band / 2, width * 0.88, band, radius=3, class_=fill("red")))
        parts.append(
            text("Sorry!", width / 2, middle + band * 0.23, size=band * 0.66, role="on-red", anchor="middle", bold=True)
        )
        corner = "S"
    else:
        size = width * 0.52
        parts.append(text(card, width / 2, middle + size * 0.36, size=size, anchor="middle", bold=True))
        corner = card
    small = width * 0.13
    if small > 6:
        parts.append(text(corner, width * 0.09, width * 0.19, size=small, role="soft", bold=True))
        parts.append(text(corner, width * 0.91, width * 0.19, size=small, role="soft", anchor="end", bold=True))
    if words:
        size = width * 0.108
        # Words stand on three lines at most, the last always at the same height.
        top = high * 0.955 - size * 1.18 * 3 + size * 1.18 * (3 - len(lines)) / 2
        for number, words_of_line in enumerate(lines):
            y = top + size * 1.18 * (number + 0.8)
            parts.append(text(words_of_line, width / 2, y, size=size, role="soft", anchor="middle"))
    told = "Sorry!" if card == "S" else card
    return Picture(width, high, "".join(parts), f"Card {told}: {' '.join(lines)}")


def back_picture(width: float) -> Picture:
    """Return the back of a card `width` px wide: a diamond of the four colours."""
    high = width * HIGH
    x, y, reach = width / 2, high / 2, width * 0.3
    corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    parts = [_frame(width, "ground", "soft")]
    for number, colour in enumerate(("red", "blue", "yellow", "green")):
        one, two = corners[number - 1], corners[number]
        data = f"M{x:.2f} {y:.2f}L{one[0]:.2f} {one[1]:.2f}L{two[0]:.2f} {two[1]:.2f}Z"
        parts.append(path(data, class_=paint(colour, "ground"), stroke_width=max(0.6, width * 0.02)))
    inset = width * 0.07
    parts.append(
        rectangle(
            inset,
            inset,
            width - 2 * inset,
            high - 2 * inset,
            radius=width * 0.06,
            class_=stroke("soft"),
            stroke_width=max(0.6, width * 0.012),
        )
    )
    return Picture(width, high, "".join(parts), "Back of a card")


def heap_picture(top: Picture, under: int) -> Picture:
    """Return a card on some others, of which the edges are seen; at most eight are drawn."""
    step = top.width * 0.028
    shown = min(under, 8)
    edges = [group(_frame(top.width, "card"), at=(step * (shown - number), step * number)) for number in range(shown)]
    # The lowest card lies furthest right and up, so that the top card's corner is free.
    body = group(*edges, group(top.body, at=(0, step * shown)))
    return Picture(top.width + step * shown, top.height + step * shown, body, top.label)


def card_svg(card: str, *, size: float = 120, words: bool = True, caption: str | None = None) -> str:
    """Return one card.

    Parameters: `card` is one of `CARDS`; `size` is the width in px; `words` writes what it does; `caption` comes below.

    Raises UnknownName for a card that does not exist, BadArgument for a size that is not positive.

    >>> card_svg("11").count("<text")
    6
    """
    picture = card_picture(card, positive(size), words=words)
    if caption:
        label = picture.label
        picture = grid([picture], columns=1, captions=[caption], caption_size=max(11.0, size / 10))
        return picture.svg(margin=8, label=label)
    return picture.svg(margin=8)


def deck_svg(
    name: str = "classic",
    *,
    left: Mapping[str, int] | None = None,
    columns: int = 6,
    size: float = 92,
    title: str | None = None,
) -> str:
    """Return a pack: each kind of card on as many others as there are copies.

    Parameters: `left` is {card: copies} of a pile that is drawn from, by default the whole pack; cards that are gone
    are faint. `columns` kinds side by side, each `size` px wide.

    Raises UnknownName for a pack or card that does not exist.

    >>> "45 cards" in deck_svg("classic")
    True
    """
    positive(size)
    if name not in DECKS:
        raise unknown("deck", name, DECKS)
    pack = DECKS[name]
    for card in left or ():
        if card not in pack:
            raise unknown("card", card, pack)
    counts = {card: many if left is None else left.get(card, 0) for card, many in pack.items()}
    heaps, captions = [], []
    most = max(*pack.values(), *counts.values()) - 1
    for card, many in counts.items():
        face = card_picture(card, size, pack=name)
        heap = heap_picture(face, max(0, many - 1))
        room = heap_picture(face, most)
        body = heap.body if many else group(face.body, opacity=0.35)
        # All heaps stand in boxes of one size, their top cards in the same place.
        heaps.append(Picture(room.width, room.height, group(body, at=(0, room.height - heap.height)), face.label))
        share = f"{many} of {pack[card]}" if many != pack[card] else f"{many}"
        captions.append(f"{share} {'card' if share == '1' else 'cards'}")
    total, full = sum(counts.values()), sum(pack.values())
    heading = title if title is not None else f"{name}: {total if total == full else f'{total} of {full}'} cards"
    drawn = grid(heaps, columns=columns, captions=captions, gap=size * 0.2, caption_size=max(10.0, size / 8))
    return column([(None, drawn)], title=heading).svg(margin=18, label=heading or f"Pack {name}")
