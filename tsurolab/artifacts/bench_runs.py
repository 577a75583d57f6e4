"""What runs cost beyond the kernels: workers, a cluster on this machine, the store, searching, users' agents, memory.

What it is for: rows of ``tsurolab bench`` (:mod:`tsurolab.artifacts.bench`) that say whether a long run is worth its
workers, its folder or its agents. What it is not for: the speed of the kernels themselves.

What is compared is measured in turns within one call, so that both sides see the same load of the machine; of several
turns the fastest counts.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from logging import ERROR
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

from tsurolab.agents import agent, evaluate, play_games, trace_game
from tsurolab.games.catalogue import Game
from tsurolab.games.catalogue import game as find_game
from tsurolab.games.protocol import new_records
from tsurolab.simulate import Experiment
from tsurolab.simulate.run import run_experiment

TURNS: Final = 3
"""How often each side of a comparison is measured."""
UNIFORM: Final = "uniform"
TRACED: Final = 40
"""Games whose moves are counted, to know how many a game has."""
FEWEST_GAMES: Final = 200
MOST_GAMES: Final = 20_000_000
LISTING: Final = 10
"""So many times fewer games where every decision lists all moves, which the uniform policy need not do."""
_MEMORY: Final = """
import resource, sys, tsurolab as tl
sizes = []
for games in {sizes}:
    tl.simulate({edition!r}, players={players}, games=games, keep="tallies", workers=2, progress=False)
    sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024))
print(*sizes)
"""


class Measure(NamedTuple):
    """One row: what was measured, its value as text, the unit, and what else has to be known."""

    what: str
    value: str
    unit: str
    remark: str


def fastest_in_turns(sides: Mapping[str, Callable[[], object]], turns: int = TURNS) -> dict[str, float]:
    """Call each side in turns and return the seconds of its fastest call.

    >>> sorted(fastest_in_turns({"a": lambda: None, "b": lambda: sum(range(1000))}))
    ['a', 'b']
    """
    best = dict.fromkeys(sides, float("inf"))
    for _ in range(turns):
        for name, call in sides.items():
            begun = perf_counter()
            call()
            best[name] = min(best[name], perf_counter() - begun)
    return best


def measure_runs(
    edition: str, players: int, speed: float, seconds: float, *, cluster: bool = False
) -> Iterator[Measure]:
    """Measure one edition: workers, cluster, store, searching, a user's agent, memory.

    Parameters: `speed` in games a second, on one core, says how many games take about `seconds`, which each side of a
    comparison gets in each turn; `cluster` has a Dask cluster measured too, if Dask is there: it takes some seconds to
    start.

    >>> [one.unit for one in measure_runs("tsuro/classic", 2, 1000.0, 0.001)][-2:]
    ['ns a move', 'MiB']
    """
    games = min(MOST_GAMES, max(FEWEST_GAMES, int(speed * seconds)))
    yield from measure_workers(edition, players, games, cluster=cluster)
    yield from _store(edition, players, games)
    yield _rollouts(edition, players, seconds)
    yield _users_agent(edition, players, max(FEWEST_GAMES, games // LISTING))
    yield from _memory(edition, players, games)


def _run(experiment: Experiment, **how: Any) -> Callable[[], object]:
    return lambda: run_experiment(experiment, progress=False, **how)


def measure_workers(edition: str, players: int, games: int, *, cluster: bool = False) -> Iterator[Measure]:
    """Measure one worker, two, and if wanted a cluster of two, on the same games."""
    experiment = Experiment(edition, players=players, games=games, keep="tallies")
    sides = {"1 worker": _run(experiment, workers=1), "2 workers": _run(experiment, workers=2)}
    remarks = {"1 worker": "threads", "2 workers": "threads", "a cluster of 2": "Dask, 2 processes of 1 thread here"}
    with _cluster() if cluster else nullcontext("") as address:
        if address:
            sides["a cluster of 2"] = _run(experiment, scheduler=address)
            sides["a cluster of 2"]()  # its workers load the kernels
        best = fastest_in_turns(sides)
    for name, spent in best.items():
        ratio = "" if name == "1 worker" else f"; {best['1 worker'] / spent:.2f} times 1 worker"
        remark = f"{remarks[name]}, tallies only, {games:,} games{ratio}"
        yield Measure(f"{edition}: {name}", f"{games / spent:,.0f}", "games/s", remark)


@contextmanager
def _cluster() -> Iterator[str]:
    """The address of a Dask scheduler with two worker processes on this machine; empty if Dask is not there."""
    if importlib.util.find_spec("distributed") is None:
        yield ""
        return
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=ERROR
    ) as cluster:
        yield cluster.scheduler_address


def _store(edition: str, players: int, games: int) -> Iterator[Measure]:
    """Keeping a run in a folder, against the kernel alone."""
    game = find_game(edition)
    results = new_records(game.family.kernel.RESULT, games)
    kept = {keep: Experiment(edition, players=players, games=games, keep=keep) for keep in ("rows", "tallies")}
    with tempfile.TemporaryDirectory(prefix="tsurolab-bench-") as folder:

        def keep_in_folder(keep: str) -> None:
            with tempfile.TemporaryDirectory(dir=folder) as each:
                run_experiment(kept[keep], workers=1, progress=False, out=Path(each) / "run")

        best = fastest_in_turns(
            {
                "bare": lambda: play_games(game, (UNIFORM,) * players, 0, 0, results),
                "rows": lambda: keep_in_folder("rows"),
                "tallies": lambda: keep_in_folder("tallies"),
            }
        )
    for keep in ("rows", "tallies"):
        remark = f"1 worker, a folder of {keep}, against the kernel alone; {games:,} games"
        yield Measure(f"{edition}: {keep} kept", f"{best[keep] / best['bare']:.2f}", "times", remark)


def _rollouts(edition: str, players: int, seconds: float) -> Measure:
    state = find_game(edition).new(players, seed=1)
    while len(state.legal_moves) < 2:  # nothing is searched where there is no choice
        state.play(state.legal_moves[0])
    asked, spent, tried = 200, 0.0, 0
    while True:
        begun = perf_counter()
        tried = int(evaluate(state, asked)["rollouts"].sum())
        spent = perf_counter() - begun
        if spent >= seconds / 2 or asked >= 10**6:
            break
        asked = min(10**6, max(2 * asked, int(asked * seconds / max(spent, 1e-6))))
    best = min(spent, *fastest_in_turns({"": lambda: evaluate(state, asked)}, TURNS - 1).values())
    return Measure(
        f"{edition}: rollouts",
        f"{tried / best:,.0f}",
        "rollouts/s",
        f"monte-carlo, one core, {players} players, first choice of a game",
    )


def _users_agent(edition: str, players: int, games: int) -> Measure:
    """A user's agent that does what the uniform policy does, both in the loop that is shared."""
    from tsurolab.agents import random_below

    def any_move(rules: Any, state: Any, moves: Any, count: int) -> int:  # noqa: ARG001  (an agent takes four)
        return int(random_below(state, count))

    game, mine = find_game(edition), agent(any_move).name
    results = new_records(game.family.kernel.RESULT, games)

    def play(name: str) -> Callable[[], None]:
        return lambda: play_games(game, (name,) * players, 1, 0, results, shared=True)

    for name in (UNIFORM, mine):
        play_games(game, (name,) * players, 1, 0, results[:10], shared=True)
    best = fastest_in_turns({UNIFORM: play(UNIFORM), mine: play(mine)})
    cost = {name: 1e9 * best[name] / games / moves_a_game(game, (name,) * players) for name in (UNIFORM, mine)}
    return Measure(
        f"{edition}: a user's agent",
        f"{cost[mine] - cost[UNIFORM]:,.0f}",
        "ns a move",
        f"more than the {UNIFORM} policy in the same loop: {cost[mine]:,.0f} to {cost[UNIFORM]:,.0f}",
    )


def moves_a_game(game: Game, names: tuple[str, ...]) -> float:
    """The mean number of moves of a few games.

    >>> moves_a_game(find_game("tsuro/classic"), ("uniform", "uniform")) > 2
    True
    """
    kernel = game.family.kernel
    state, moves = new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, kernel.MAX_GAME)
    return sum(trace_game(game, names, 1, number, state, moves) for number in range(TRACED)) / TRACED


def _memory(edition: str, players: int, games: int) -> Iterator[Measure]:
    if importlib.util.find_spec("resource") is None:  # Windows
        return
    sizes = (max(1, games // 10), games)
    code = _MEMORY.format(edition=edition, players=players, sizes=sizes)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    small, large = (int(word) / 2**20 for word in done.stdout.split())
    remark = f"peak of a process, 2 workers, {games:,} games; {large - small:.1f} MiB more than for a tenth of them"
    yield Measure(f"{edition}: memory of tallies", f"{large:,.0f}", "MiB", remark)
