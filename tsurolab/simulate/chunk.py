"""Chunks: some consecutive games, played and tallied block by block.

What it is for: the unit of work of every executor (:func:`play_part`), and how large to make it. What it is not for:
threads, processes or folders. Game *i* of a seed is the same game in whatever chunk it is played.

A block is as many games as have their rows in the processor's cache: rows are tallied, and taken apart into columns,
while they are there, and what is not kept needs no more memory than a block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import thread_time
from typing import TYPE_CHECKING, Any, Final

from tsurolab.agents import play_games
from tsurolab.games.protocol import new_records
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.tallies import Counter, Tallies

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHORT: Final = 0.1
"""Seconds that a chunk should take: short for Ctrl-C and progress, long against the cost of handing it out."""
STORED: Final = 1.0
"""The same when each chunk becomes a file, which has its own cost."""
SENT: Final = 0.5
"""The same when chunks are handed out by a scheduler that serves many machines."""
MOST_GAMES: Final = 1 << 20
BLOCK_BYTES: Final = 1 << 19
"""Bytes of a block of rows: they fit the second cache of a core."""
MEASURE_SECONDS: Final = 0.004


@dataclass(frozen=True)
class Part:
    """What came out of some consecutive games; small, and can be sent to another process or machine."""

    first: int
    """Number of the first game."""
    count: int
    """How many games."""
    tallies: Tallies
    """Of all of them."""
    rows: NDArray[np.void] | None = None
    """The rows that are kept, if they are wanted as they are."""
    file: bytes | None = None
    """The rows that are kept, and the tallies, as a Parquet file, if that is wanted."""


def kept_numbers(first: int, count: int, every: int) -> range:
    """The games of ``first .. first + count - 1`` whose rows are kept: all multiples of ``every``; none if it is 0.

    >>> list(kept_numbers(5, 10, 4)), len(kept_numbers(5, 10, 0))
    ([8, 12], 0)
    """
    return range(-(-first // every) * every, first + count, every) if every else range(0)


def play_part(experiment: Experiment, first: int, count: int, *, packed: bool = False) -> Part:
    """Play games ``first .. first + count - 1`` of an experiment; tally all of them, and keep the rows it asks for.

    Args:
        experiment: what is played.
        first: number of the first game.
        count: how many games.
        packed: give the rows as the bytes of a Parquet file instead.

    >>> part = play_part(Experiment("tsuro/classic", players=2, games=10, keep="rows/3"), 4, 6)
    >>> part.tallies.n, len(part.rows)
    (6, 2)
    """
    import numpy as np

    from tsurolab.simulate.packing import Packer

    kernel, every = experiment.family.kernel, experiment.every
    counter = Counter(experiment.layout, kernel.RESULT)
    numbers = kept_numbers(first, count, every)
    whole = every == 1 and not packed and not experiment.fields  # the rows as the kernel writes them
    rows = new_records(kernel.RESULT if whole else experiment.row_type, 0 if packed else len(numbers))
    packer = Packer(experiment, first, count, numbers) if packed and every else None
    kept = 0
    for at, block in _blocks(experiment, first, count, rows if whole else None):
        counter.add(block)
        if not every or whole:
            continue
        wanted = block[-(first + at) % every :: every]
        if packer:
            packer.add(wanted)
        else:
            for name in rows.dtype.names:
                rows[name][kept : kept + len(wanted)] = wanted[name]
        kept += len(wanted)
    tallies = counter.tallies()
    if packer:
        return Part(first, count, tallies, file=packer.finish(tallies))
    if packed or not every:
        return Part(first, count, tallies)
    return Part(first, count, tallies, rows=np.asarray(rows).view(experiment.row_type))


def _blocks(experiment: Experiment, first: int, count: int, rows: Any) -> Iterator[tuple[int, Any]]:
    """Play games block by block, into ``rows`` if given, else into the same few rows again and again."""
    game, kernel = experiment.game, experiment.family.kernel
    most = max(1, BLOCK_BYTES // kernel.RESULT.itemsize)
    again = new_records(kernel.RESULT, min(most, count)) if rows is None else None
    for at in range(0, count, most):
        size = min(most, count - at)
        if again is None:
            block = rows[at : at + size]
        else:
            block = again[:size]
            block.view("u1")[:] = 0  # kernels fill zeroed records
        play_games(game, experiment.seats, experiment.seed, first + at, block)
        yield at, block


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
    play_part(experiment, 0, 1)
    count, spent = 1, 0.0
    while spent < MEASURE_SECONDS and count < MOST_GAMES:
        count *= 2
        begun = thread_time()
        play_chunk(experiment, 0, count)
        spent = thread_time() - begun
    timed = int(count * seconds / max(spent, 1e-9))
    return max(1, min(timed, fair_share(games, workers), MOST_GAMES))


def fair_share(games: int, workers: int) -> int:
    """The most games of a chunk that leave some chunks for every worker.

    >>> fair_share(80, 2), fair_share(80, 1)
    (10, 80)
    """
    return -(-games // (4 * workers)) if workers > 1 else games


def split(ranges: Iterable[range], size: int) -> Iterator[tuple[int, int]]:
    """Cut ranges of game numbers into chunks ``(first, count)`` of at most ``size`` games, at multiples of ``size``.

    Whatever was played before, the chunks are so those of a run that was never stopped.

    >>> list(split([range(0, 5), range(9, 12)], 2))
    [(0, 2), (2, 2), (4, 1), (9, 1), (10, 2)]
    """
    for each in ranges:
        first = each.start
        while first < each.stop:
            end = min(first - first % size + size, each.stop)
            yield first, end - first
            first = end


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
