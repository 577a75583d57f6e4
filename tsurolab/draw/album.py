"""Many pictures that are nearly alike, as one small text: what they share is kept once.

What it is for: a page that shows one picture after another without holding each of them whole. What it is not for:
drawing; and nothing of a picture is changed.

A picture is a tree of elements. Every different element is kept once, as a *piece*: its text if it holds no other
element, else the list of texts and of numbers of pieces that it is made of. Two positions of a game then share all that
did not move. ``PUT_TOGETHER`` does in a browser what :meth:`Album.picture` does here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from tsurolab.errors import BadArgument

Part = int | str
"""A piece by its number, or a text as it is."""

PUT_TOGETHER: Final = """
function picture(album, number) {
  const part = each => typeof each === "number" ? piece(album.pieces[each]) : each;
  const piece = each => typeof each === "string" ? each : each.map(part).join("");
  return piece(album.pieces[album.pictures[number]]);
}
"""
"""A function of JavaScript: the text of picture ``number`` of an album that was read from its JSON."""

_RUN: Final = 16
"""So many neighbours make a piece of their own, so that a long list is not kept anew when its end changes."""
_TAG: Final = re.compile(r"<(?P<close>/)?[^<>]*?(?P<empty>/)?>")


class Album:
    """Pictures in order, each a well-formed text of elements.

    >>> album = Album(["<g><a/><b>1</b></g>", "<g><a/><b>2</b></g>", "<g><a/><b>1</b></g>"])
    >>> len(album), len(album.pieces), album.picture(1)
    (3, 5, '<g><a/><b>2</b></g>')
    """

    def __init__(self, pictures: Iterable[str]) -> None:
        self.pieces: list[str | tuple[Part, ...]] = []
        self._numbers: dict[str | tuple[Part, ...], int] = {}
        self._places = [self._taken_apart(picture) for picture in pictures]

    def __len__(self) -> int:
        """How many pictures there are."""
        return len(self._places)

    def _piece(self, content: str | tuple[Part, ...]) -> int:
        if content not in self._numbers:
            self._numbers[content] = len(self.pieces)
            self.pieces.append(content)
        return self._numbers[content]

    def _element(self, parts: list[Part]) -> int:
        if all(isinstance(part, str) for part in parts):
            return self._piece("".join(map(str, parts)))
        while len(parts) > 2 * _RUN:
            parts = [self._piece(tuple(parts[at : at + _RUN])) for at in range(0, len(parts), _RUN)]
        return self._piece(tuple(parts))

    def _taken_apart(self, picture: str) -> int:
        """The number of the piece that is the whole picture; raises BadArgument if its elements are not closed."""
        open_parts: list[list[Part]] = [[]]
        at = 0
        for tag in _TAG.finditer(picture):
            if tag.start() > at:
                open_parts[-1].append(picture[at : tag.start()])
            at = tag.end()
            if tag["close"]:
                parts = open_parts.pop()
                if not open_parts:
                    break
                open_parts[-1].append(self._element([*parts, tag[0]]))
            elif tag["empty"]:
                open_parts[-1].append(self._piece(tag[0]))
            else:
                open_parts.append([tag[0]])
        if len(open_parts) != 1:
            raise BadArgument(f"a picture is well-formed text whose elements are closed, not {picture[:40]!r}...")
        whole = [*open_parts[0], *([picture[at:]] if at < len(picture) else [])]
        return whole[0] if len(whole) == 1 and isinstance(whole[0], int) else self._element(whole)

    def picture(self, number: int) -> str:
        """The text of a picture, as it was given."""
        return self._text(self._places[number])

    def _text(self, number: int) -> str:
        piece = self.pieces[number]
        if isinstance(piece, str):
            return piece
        return "".join(part if isinstance(part, str) else self._text(part) for part in piece)

    def dumps(self) -> str:
        """The album as JSON that may stand in a ``<script>`` element: it holds no end of an element.

        >>> Album(["<a>1</a>"]).dumps()
        '{"pieces":["\\\\u003ca>1\\\\u003c/a>"],"pictures":[0]}'
        """
        text = json.dumps({"pieces": self.pieces, "pictures": self._places}, separators=(",", ":"), ensure_ascii=False)
        return text.replace("<", "\\u003c")
