"""Checks for reading positions that somebody wrote: whole numbers, lists, mappings and their keys.

What it is for: one wording of what was given and what would be right, for the readers of all families. What it is not
for: what a position means. Every check raises :class:`BadArgument`; a reader turns that into ``ImpossiblePosition``.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

from tsurolab.errors import BadArgument


def whole(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """``value`` as an int of ``low`` .. ``high``; any whole number without bounds.

    >>> whole(7, "row", 0, 9)
    7
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        wanted = "a whole number" if low is None else f"a whole number from {low} to {high}"
        raise BadArgument(f"{what} must be {wanted}, not {value!r}")
    return number


def listed(value: Any, what: str) -> list[Any]:
    """``value`` as a list, from a list or a tuple.

    >>> listed((1, 2), "hand")
    [1, 2]
    """
    if not isinstance(value, list | tuple):
        raise BadArgument(f"{what} must be a list, not {value!r}")
    return list(value)


def mapping(value: Any, what: str, keys: Sequence[str] = (), *, form: str = "a mapping") -> Mapping[str, Any]:
    """``value`` if it is a mapping, with no key but ``keys`` where these are given; ``form`` says what is wanted.

    >>> mapping({"row": 1}, "square", ("row", "col"))
    {'row': 1}
    """
    if not isinstance(value, Mapping):
        raise BadArgument(f"{what} must be {form}, not {value!r}")
    for name in value:
        if keys and name not in keys:
            raise BadArgument(f"{what} has the unknown key {name!r}; it may have {', '.join(keys)}")
    return value


def check_position(position: Any, keys: Sequence[str], more: Sequence[str]) -> None:
    """Refuse what is no mapping, and keys that are neither ``keys`` nor the rarer ``more``."""
    if not isinstance(position, Mapping):
        raise BadArgument(f"a position is a mapping with the keys {', '.join(keys)}, not {position!r}")
    for name in position:
        if name not in keys and name not in more:
            raise BadArgument(f"unknown key {name!r}; a position has {', '.join(keys)}")
