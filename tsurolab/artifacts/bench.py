"""Speeds on this machine: games a second, time for each step of a game, what runs cost, start-up.

What it is for: `run_bench`, the command ``tsurolab bench``, and the speed of the kernels. What it is not for: workers,
store and agents (:mod:`tsurolab.artifacts.bench_runs`); comparison with other programs (see the
folder ``benchmarks``). Speeds of different machines do not compare; ratios taken in one run do.

A speed is that of the fastest of several short runs, so that other work on the machine disturbs it least.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any, Final

from tsurolab.artifacts.bench_runs import measure_runs
from tsurolab.artifacts.registry import all_artifacts
from tsurolab.games.catalogue import Game
from tsurolab.games.catalogue import game as find_game
from tsurolab.games.protocol import new_records

Progress = Callable[[str], None]
Row = dict[str, str]

SECONDS: Final = 0.6
QUICK_SECONDS: Final = 0.12
REPEATS: Final = 3
_IMPORT: Final = "import time; t = time.perf_counter(); import tsurolab; print(time.perf_counter() - t)"
_WARM: Final = (
    "import time; t = time.perf_counter(); import tsurolab as tl; "
    "tl.simulate({edition!r}, players={players}, games=1, progress=False); print(time.perf_counter() - t)"
)


def run_bench(*, seconds: float | None = None, quick: bool = False, progress: Progress | None = None) -> list[Row]:
    """Measure, and return a row for each measurement: what, value, unit, and a remark.

    Parameters: `seconds` that each speed is measured for, in several runs; `quick` takes less time for all; `progress`
    is called with a line for each step.
    """
    seconds = (QUICK_SECONDS if quick else SECONDS) if seconds is None else seconds
    report = progress or (lambda _: None)
    rows: list[Row] = []
    for offer in all_artifacts():
        for name in (edition for edition in _editions(offer.family, quick)):
            game = find_game(name)
            for players in offer.bench_players:
                if players in game.players:
                    report(f"{name}, {players} players")
                    rows.append(_speed(game, players, seconds))
        first = offer.committed_editions[0]
        report(f"{first}: runs")
        players = offer.bench_players[-1]
        speed, _ = games_a_second(find_game(first), players, seconds)
        rows.extend(each._asdict() for each in measure_runs(first, players, speed, seconds, cluster=not quick))
        report(f"{first}: warm start")
        warm = _fastest_process(_WARM.format(edition=first, players=offer.bench_players[0]), 1 if quick else REPEATS)
        rows.append(_row(f"{first}: first result", f"{warm:.2f}", "s", "new process, kernels already compiled"))
    report("import")
    spent = _fastest_process(_IMPORT, 1 if quick else REPEATS)
    rows.append(_row("import tsurolab", f"{spent:.3f}", "s", "new process"))
    return rows


def _editions(family: str, quick: bool) -> Iterator[str]:
    from tsurolab.games.catalogue import family as find_family

    names = [each.name for each in find_family(family).editions]
    yield from names[:1] if quick else names


def _row(what: str, value: str, unit: str, remark: str) -> Row:
    return {"what": what, "value": value, "unit": unit, "remark": remark}


def play_seconds(game: Game, players: int, games: int) -> tuple[float, Any]:
    """Play some games in one call of the kernel; return the seconds it took, and the results.

    >>> import tsurolab as tl
    >>> spent, results = play_seconds(tl.game("tsuro/classic"), 2, 10)
    >>> spent > 0, len(results)
    (True, 10)
    """
    import numpy as np

    kernel = game.family.kernel
    results = new_records(kernel.RESULT, games)
    agents = np.zeros(players, np.int64)
    begun = perf_counter()
    kernel.playout(game.rules, players, agents, 1, 0, games, results)
    return perf_counter() - begun, results


def games_a_second(game: Game, players: int, seconds: float) -> tuple[float, Any]:
    """Return the speed of the fastest of a few runs that take about so many seconds together, and its results."""
    play_seconds(game, players, 10)
    games = 1000
    spent, results = play_seconds(game, players, games)
    games = max(100, int(games * seconds / REPEATS / max(spent, 1e-6)))
    runs = []
    for _ in range(REPEATS):
        spent, results = play_seconds(game, players, games)
        runs.append(spent)
    return games / min(runs), results


def _speed(game: Game, players: int, seconds: float) -> Row:
    speed, results = games_a_second(game, players, seconds)
    names = results.dtype.names or ()
    lengths = (name for name in ("tiles", "turns", "plies", "moves") if name in names)
    length = next((name for name in lengths if results.dtype[name].shape == ()), None)  # not one value a seat
    remark = "one core, uniform agents"
    if length:
        step = 1e9 / speed / float(results[length].mean())
        remark += f"; {step:.0f} ns for each of {float(results[length].mean()):.1f} {length}"
    return _row(f"{game.edition.name}, {players} players", f"{speed:,.0f}", "games/s", remark)


def _fastest_process(code: str, repeats: int) -> float:
    command = [sys.executable, "-c", code]
    times = []
    for _ in range(repeats + 1):  # the first one fills the caches and is not counted
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        times.append(float(done.stdout))
    return min(times[1:])
