"""Chunks: a few consecutive games in one call of a kernel.

What it is for: the unit of work of every executor, and how large to make it. What it is not for: threads, processes or
files. Game *i* of a seed is the same game in whatever chunk it is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from tsurolab.agents import play_games
from tsurolab.games.protocol import new_records
from tsurolab.simulate.experiment import Experiment

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHORT: Final = 0.1
"""Seconds that a chunk should take: short for Ctrl-C and progress, long against the cost of handing it out."""
STORED: Final = 0.2
"""The same when each chunk becomes a file."""
MOST_GAMES: Final = 1 << 18
MEASURE_SECONDS: Final = 0.004


def play_chunk(experiment: Experiment, first: int, count: int) -> NDArray[np.void]:
    """Play games ``first .. first + count - 1`` of an experiment.

    Args:
        experiment: what is played.
        first: number of the first game.
        count: how many games.

    Returns:
        A structured array of the family's RESULT, one row a game.

    >>> rows = play_chunk(Experiment("tsuro/classic", players=2), 0, 3)
    >>> bool(rows[1] == play_chunk(Experiment("tsuro/classic", players=2), 1, 1)[0])
    True
    """
    import numpy as np

    kernel = experiment.family.kernel
    results = new_records(kernel.RESULT, count)
    play_games(experiment.game, experiment.seats, experiment.seed, first, results)
    return np.asarray(results).view(kernel.RESULT)


def chunk_size(experiment: Experiment, games: int, workers: int, seconds: float = SHORT) -> int:
    """How many games make a chunk of about so many ``seconds``, measured with a few games that are thrown away.

    Compiles the kernel, or loads it, on the way. There are some chunks for every worker even in a short run. What is
    measured is this thread's time, so that a busy machine does not make tiny chunks.
    """
    play_chunk(experiment, 0, 1)
    count, spent = 1, 0.0
    while spent < MEASURE_SECONDS and count < MOST_GAMES:
        count *= 2
        begun = thread_time()
        play_chunk(experiment, 0, count)
        spent = thread_time() - begun
    timed = int(count * seconds / max(spent, 1e-9))
    share = -(-games // (4 * workers)) if workers > 1 else games
    return max(1, min(timed, share, MOST_GAMES))


def split(ranges: Iterable[range], size: int) -> Iterator[tuple[int, int]]:
    """Cut ranges of game numbers into chunks ``(first, count)`` of at most ``size`` games.

    >>> list(split([range(0, 5), range(9, 10)], 2))
    [(0, 2), (2, 2), (4, 1), (9, 1)]
    """
    for each in ranges:
        for first in range(each.start, each.stop, size):
            yield first, min(size, each.stop - first)


def merge(chunks: Iterable[Any]) -> tuple[range, ...]:
    """Chunks or ranges of game numbers as the fewest ranges, in order.

    >>> merge([(4, 2), (0, 2), range(2, 4), (9, 1)])
    (range(0, 6), range(9, 10))
    """
    merged: list[range] = []
    pieces = (each if isinstance(each, range) else range(each[0], each[0] + each[1]) for each in chunks)
    for piece in sorted(pieces, key=lambda each: (each.start, each.stop)):
        if not piece:
            continue
        if merged and piece.start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(merged[-1].stop, piece.stop))
        else:
            merged.append(piece)
    return tuple(merged)


def missing(done: Iterable[range], games: int) -> tuple[range, ...]:
    """The ranges of ``0 .. games - 1`` that are not in ``done`` (merged ranges).

    >>> missing((range(0, 6), range(9, 10)), 12)
    (range(6, 9), range(10, 12))
    """
    gaps, start = [], 0
    for each in done:
        if each.start > start:
            gaps.append(range(start, each.start))
        start = max(start, each.stop)
    if start < games:
        gaps.append(range(start, games))
    return tuple(gaps)


def show_ranges(ranges: Iterable[range]) -> str:
    """Game numbers in words.

    >>> show_ranges((range(0, 6), range(9, 10)))
    '0-5, 9'
    """
    shown = [f"{each.start}-{each.stop - 1}" if len(each) > 1 else str(each.start) for each in ranges]
    return ", ".join(shown[:6]) + (f", ... {len(shown) - 6} more ranges" if len(shown) > 6 else "") or "none"
