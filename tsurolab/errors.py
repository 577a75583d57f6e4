"""The exceptions of tsurolab.

What it is for: one base class and a few subclasses, each also a builtin, so that both ``except TsurolabError`` and
``except ValueError`` do what a reader expects. What it is not for: printing; the command line turns these into one
line on standard error and exit status 2.

A message says what was given and what would have been right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class TsurolabError(Exception):
    """Base of every error that tsurolab raises on purpose."""


class BadArgument(TsurolabError, ValueError):
    """A value that a function cannot take: a player count, an option, a tile name, a game count."""


class UnknownName(TsurolabError, KeyError):
    """An edition, option, agent or tile that does not exist. The message lists what does."""

    def __str__(self) -> str:
        """The message as written (``KeyError`` would show it quoted)."""
        return str(self.args[0]) if self.args else ""


class IllegalMove(TsurolabError, ValueError):
    """A move that the rules do not allow in this position."""


class ImpossiblePosition(TsurolabError, ValueError):
    """A position that no game can show, with the first reason found."""


class TooLarge(TsurolabError, ValueError):
    """An enumeration above the limit that was set for it. The closed form may still answer."""


class BadRecord(TsurolabError, ValueError):
    """A game record that is damaged, or that belongs to another edition or version."""


class BadAgent(TsurolabError, ValueError):
    """A user's agent that does not compile, is not defined here, or answered with a move that is not there."""


class NoWorkers(TsurolabError, ConnectionError):
    """Workers, or the scheduler they take their work from, that cannot be reached, do not fit, or were lost."""

    finished: Any = None
    """The run, or the tournament, of what was finished when they were lost in the middle of one; else ``None``."""

    def keeping(self, finished: Any, games: int, folder: object = None) -> NoWorkers:
        """The same error with what was finished, so many games, and where it is; this one if there are none.

        >>> str(NoWorkers("the scheduler was lost").keeping("a run", 1200, "runs/1"))
        'the scheduler was lost; 1,200 games are finished and kept in runs/1: the same call goes on from there'
        """
        if not games:
            return self
        where = f"in {folder}: the same call goes on from there" if folder else "in this error's finished"
        first = self if self.finished is None else self.__cause__
        told = NoWorkers(f"{first}; {games:,} games are finished and kept {where}")
        told.finished, told.__cause__ = finished, first
        return told


class OutputError(TsurolabError, OSError):
    """A file or folder that cannot be written or read."""


def unknown(kind: str, given: object, known: Iterable[object]) -> UnknownName:
    """The error for a name that does not exist, with the nearest existing names first.

    >>> str(unknown("edition", "tsuro/clasic", ["tsuro/classic", "tsuro/squiggles"]))
    "unknown edition 'tsuro/clasic'; did you mean 'tsuro/classic'? (known: tsuro/classic, tsuro/squiggles)"
    """
    import difflib

    names = [str(name) for name in known]
    near = difflib.get_close_matches(str(given)[:60], names, n=1)
    shown = repr(given) if len(repr(given)) <= 60 else f"{repr(given)[:57]}..."
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return UnknownName(f"unknown {kind} {shown}{hint} (known: {', '.join(names)})")
