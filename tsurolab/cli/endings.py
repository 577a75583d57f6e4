"""How the program ends: errors as one line, signals, output that nobody reads any more.

What it is for: the exit status and what is said at the end. What it is not for: the commands.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, cast

import typer

from tsurolab.errors import NoWorkers, TsurolabError

PROGRAM: Final = "tsurolab"
INTERRUPTED: Final = 130
"""Exit status after Ctrl-C."""
USAGE_ERROR: Final = cast(
    "type[Any]", next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
)
"""The base of Typer's own errors, which it does not export."""


class Interrupted(TsurolabError):
    """Ctrl-C or its like, with a message that says what is kept."""


def ended_early(lost: NoWorkers | None, kept: str) -> TsurolabError:
    """The error of an end before the end: by a person, or because workers were lost; and what is kept."""
    return NoWorkers(f"{lost.__cause__}: {kept}") if lost else Interrupted(f"interrupted: {kept}")


def fail(message: str, status: int = 2) -> int:
    """Say in one line why the program ends, and return its exit status."""
    with suppress(OSError):  # a terminal that is gone
        print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return status


def replace_closed_output() -> None:
    """Stand-ins for output that was closed from outside, so that neither prints nor files take its place."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (until the end)


@contextmanager
def signals_interrupt() -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP end the program as Ctrl-C does; gives the numbers of those that came, Ctrl-C's too."""
    received: list[int] = []

    def stop(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    names = ("SIGINT", "SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    usual = (signal.SIG_DFL, signal.default_int_handler)  # nohup ignores SIGHUP
    before = {number: signal.getsignal(number) for number in numbers if signal.getsignal(number) in usual}
    try:
        for number in before:
            signal.signal(number, stop)
        yield received
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def abandon_output() -> None:
    """Nobody reads any more: let nothing be written when Python closes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no real file
        return
