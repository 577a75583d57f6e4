"""The library's kernel of Tsuro against two other ways to play the same game, measured in one run.

    python benchmarks/compare.py [--quick]

Prints games a second of the kernel, of a compiled kernel that walks paths (`walk_kernel.py`), and of the plain Python
oracle that the tests use (``tests/oracles/tsuro.py``), and their ratios. That all three play the same game is seen in
the mean number of tiles. Two workers and start-up times are in ``tsurolab bench``.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from walk_kernel import walk_playout

import tsurolab as tl
from tsurolab.artifacts.bench import REPEATS, games_a_second


def walk_speed(players: int, seconds: float) -> tuple[float, np.ndarray]:
    """Games a second of the walking kernel, and the tiles laid in each game."""
    tiles, winners = np.zeros(1000, np.int64), np.zeros(1000, np.int64)
    walk_playout(players, 1, 0, 10, tiles, winners)
    begun = perf_counter()
    walk_playout(players, 1, 0, 1000, tiles, winners)
    games = max(1000, int(1000 * seconds / REPEATS / (perf_counter() - begun)))
    tiles, winners, spent = np.zeros(games, np.int64), np.zeros(games, np.int64), []
    for _ in range(REPEATS):
        begun = perf_counter()
        walk_playout(players, 1, 0, games, tiles, winners)
        spent.append(perf_counter() - begun)
    return games / min(spent), tiles


def oracle_speed(players: int, seconds: float) -> tuple[float, np.ndarray]:
    """Games a second of the plain Python oracle, and the tiles laid in each game."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    from oracles.tsuro import OracleGame

    game: Any = tl.game("tsuro/classic")
    dice, tiles, spent = random.Random(1), [], 0.0
    while spent < seconds or len(tiles) < 5:
        position = game.new(players, seed=1, number=len(tiles)).position()
        begun = perf_counter()
        oracle = OracleGame(position)
        while oracle.winners is None:
            oracle.play(dice.choice(sorted(oracle.legal())))
        spent += perf_counter() - begun
        tiles.append(len(oracle.board))
    return len(tiles) / spent, np.array(tiles)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true", help="shorter measurements")
    seconds = 0.3 if options.parse_args().quick else 1.5
    print(f"{'players':>7}  {'':22}{'games/s':>12}  {'ratio':>9}  mean tiles (standard error)")
    for players in (2, 4, 8):
        kernel, results = games_a_second(tl.game("tsuro/classic"), players, seconds)
        walk, walked = walk_speed(players, seconds)
        oracle, asked = oracle_speed(players, seconds)
        for name, speed, tiles in (
            ("tsurolab kernel", kernel, results["tiles"].astype(float)),
            ("walking kernel", walk, walked.astype(float)),
            ("plain Python oracle", oracle, asked.astype(float)),
        ):
            error = tiles.std(ddof=1) / np.sqrt(len(tiles))
            words = f"{tiles.mean():.3f} ({error:.3f})"
            print(f"{players:>7}  {name:22}{speed:>12,.0f}  {kernel / speed:>9,.1f}  {words}")


if __name__ == "__main__":
    main()
