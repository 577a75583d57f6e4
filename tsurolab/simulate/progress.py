"""Progress: how many games are done, how fast, and how long it still takes.

What it is for: a bar on a terminal, the same in a notebook, or a function of the caller's. What it is not for: output;
nothing is ever written where standard error is not a terminal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from tsurolab.errors import BadArgument

Report = Callable[[int, int], None]
"""Called with the games done and the games wanted."""
Progress = bool | Report | None
"""``None``: a bar where somebody can see it; ``True`` or ``False``: always or never; or a function of one's own."""

PAUSE: Final = 0.2
"""Seconds between two updates in a notebook."""
PATIENCE: Final = 1.0
"""Seconds before a notebook shows anything: short runs leave no trace."""


@contextmanager
def reporting(progress: Progress, done: int, total: int) -> Iterator[Report]:
    """The function to call as games are finished, for as long as they are played.

    Args:
        progress: see ``Progress``.
        done: games that a resumed run has already.
        total: games wanted.

    Raises:
        BadArgument: ``progress`` is none of these.

    >>> with reporting(lambda done, total: print(f"{done} of {total}"), 0, 10) as report:
    ...     report(4, 10)
    0 of 10
    4 of 10
    """
    if callable(progress):
        progress(done, total)
        yield progress
    elif progress not in (None, True, False):
        raise BadArgument(f"progress must be True, False, None or a function of (done, total), not {progress!r}")
    elif progress is False:
        yield _silent
    elif _in_notebook():
        with _notebook_bar(done) as report:
            yield report
    elif progress or (sys.stderr is not None and sys.stderr.isatty()):
        with _terminal_bar(done, total) as report:
            yield report
    else:
        yield _silent


def _silent(done: int, total: int) -> None:
    """Say nothing."""


def _in_notebook() -> bool:
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module else None
    return type(shell).__name__ == "ZMQInteractiveShell"


@contextmanager
def _terminal_bar(done: int, total: int) -> Iterator[Report]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    begun, before = monotonic(), done
    with Progress(
        BarColumn(bar_width=30),
        TextColumn("{task.percentage:>3.0f}%  {task.completed:,.0f} of {task.total:,.0f} games  {task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("games", total=total, completed=done, rate="")

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total, rate=show_rate(done - before, monotonic() - begun))

        yield report


@contextmanager
def _notebook_bar(before: int) -> Iterator[Report]:
    from IPython import display

    begun, last = monotonic(), 0.0
    handle: Any = None
    html: Any = display.HTML
    show: Any = display.display

    def report(done: int, total: int) -> None:
        nonlocal handle, last
        now = monotonic()
        if now - begun < PATIENCE or now - last < PAUSE:
            return
        last = now
        left = (total - done) * (now - begun) / max(done - before, 1)
        shown = html(
            f'<progress value="{done}" max="{total}"></progress> {done:,} of {total:,} games, '
            f"{show_rate(done - before, now - begun)}, {left:.0f} s left"
        )
        if handle is None:
            handle = show(shown, display_id=True)
        else:
            handle.update(shown)

    try:
        yield report
    finally:
        if handle is not None:
            handle.update(html(""))


def show_rate(games: float, seconds: float) -> str:
    """A speed in words.

    >>> show_rate(3_000_000, 2), show_rate(5, 2), show_rate(1, 0)
    ('1,500,000 games/s', '2.5 games/s', '')
    """
    if seconds <= 0:
        return ""
    rate: Any = games / seconds
    return f"{rate:,.0f} games/s" if rate >= 10 else f"{rate:.1f} games/s"
