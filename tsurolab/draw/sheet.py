"""Pictures in characters: a sheet to write on, row by row, for a terminal.

What it is for: placing text by row and column, colouring it when asked (ANSI escapes), and replacing box drawing by
ASCII where a terminal cannot show it. What it is not for: any game (their ``text.py`` modules), and SVG.

A role is a word for a colour: a seat (``seat-0`` to ``seat-7``) or the name of a colour. Without colour a sheet shows
the same characters, so nothing may be told by colour alone.
"""

from __future__ import annotations

import textwrap
from typing import Final

from tsurolab.errors import unknown

WIDTH: Final = 80
"""Columns of a terminal."""

PLAIN: Final = str.maketrans("┌┬┐├┼┤└┴┘─│·×▶▼◀▲═║●", "+++++++++-|.x>v<^=|o")
"""Every character beyond ASCII that a sheet may hold, and what replaces it."""

_SEATS: Final = ("94", "33", "95", "32", "96", "31", "93", "1")
ROLES: Final = {
    **{f"seat-{seat}": code for seat, code in enumerate(_SEATS)},
    "red": "91",
    "orange": "38;5;208",
    "yellow": "93",
    "green": "92",
    "blue": "94",
    "purple": "95",
    "strong": "1",
    "faint": "2",
}
"""Role -> what comes between ``ESC [`` and ``m`` (ECMA-48, select graphic rendition)."""


def can_draw(encoding: str | None) -> bool:
    """Whether text of that encoding can hold every character of a sheet.

    >>> can_draw("utf-8"), can_draw("ascii"), can_draw(None)
    (True, False, False)
    """
    try:
        "".join(map(chr, PLAIN)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Sheet:
    """Rows of characters, each with a role.

    >>> sheet = Sheet()
    >>> sheet.put(0, 2, "┌─┐")
    >>> sheet.put(1, 0, "0", "seat-0")
    >>> print(sheet.render())
      ┌─┐
    0
    >>> sheet.render(plain=True).splitlines()[0], sheet.render(colour=True).splitlines()[1]
    ('  +-+', '\\x1b[94m0\\x1b[0m')
    """

    def __init__(self) -> None:
        self._rows: list[list[tuple[str, str]]] = []

    @property
    def height(self) -> int:
        """How many rows there are so far."""
        return len(self._rows)

    @property
    def width(self) -> int:
        """Columns of the longest row."""
        return max(map(len, self._rows), default=0)

    def put(self, row: int, col: int, text: str, role: str = "") -> None:
        """Write ``text`` from a place on to the right, over what is there.

        Args:
            row: from the top, from 0.
            col: from the left, from 0.
            text: one line.
            role: one of ``ROLES``, or nothing for the terminal's own colour.

        Raises:
            UnknownName: no such role.
        """
        if role and role not in ROLES:
            raise unknown("role", role, ROLES)
        while len(self._rows) <= row:
            self._rows.append([])
        line = self._rows[row]
        line.extend([(" ", "")] * (col + len(text) - len(line)))
        line[col : col + len(text)] = [(character, role) for character in text]

    def add(self, text: str = "", role: str = "", *, hang: int = 2) -> None:
        """Write ``text`` below everything else, over several rows if it is too long for a terminal.

        Args:
            text: one line of words.
            role: as for :meth:`put`.
            hang: by how much its further rows are indented.
        """
        lines = textwrap.wrap(text, WIDTH, subsequent_indent=" " * hang, break_on_hyphens=False, drop_whitespace=True)
        for line in lines or [""]:
            self.put(self.height, 0, line, role)

    def render(self, *, colour: bool = False, plain: bool = False) -> str:
        """The sheet as lines without blanks at their ends.

        Args:
            colour: with ANSI escapes.
            plain: in ASCII only.
        """
        lines = []
        for row in self._rows:
            text = "".join(character for character, _ in row).rstrip()
            if plain:
                text = text.translate(PLAIN)
            lines.append(_painted(text, [role for _, role in row]) if colour else text)
        return "\n".join(lines)


def _painted(text: str, roles: list[str]) -> str:
    parts = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and roles[end] == roles[start]:
            end += 1
        code = ROLES.get(roles[start])
        parts.append(f"\x1b[{code}m{text[start:end]}\x1b[0m" if code else text[start:end])
        start = end
    return "".join(parts)
