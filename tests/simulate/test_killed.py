"""Runs that are killed: nothing is lost but what was in work, nothing is counted twice, and the end is the same."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import fakegame
import pytest
from killed_run import GAMES

from tsurolab.games import catalogue
from tsurolab.simulate import Run, Store, simulate
from tsurolab.simulate.chunk import play_part
from tsurolab.simulate.tallies import add_up

SCRIPT = Path(__file__).with_name("killed_run.py")


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def play(moment, number, folder, keep):
    """Play in another process; return how many games it has played, or None if it was killed."""
    words = [sys.executable, str(SCRIPT), moment, str(number), str(folder), keep]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return int(done.stdout) if done.returncode == 0 else None


def check(folder):
    """What is in the folder is what its games are, each counted once."""
    if not (folder / "manifest.json").exists():
        return 0
    run = Run.load(folder)
    alone = (play_part(run.experiment, games.start, len(games)) for games in run.done)
    assert run.tallies == add_up((part.tallies for part in alone), run.experiment.layout)
    assert len(run) == sum(map(len, run.done))
    return len(run)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize(
    ("keep", "moments"),
    [
        ("tallies", [("flush", 1), ("rename", 4), ("flush", 7), ("remove", 1), ("rename", 8), ("remove", 3)]),
        ("rows", [("rename", 1), ("flush", 2), ("flush", 6), ("rename", 9), ("time", 40)]),
        ("rows/5", [("flush", 9), ("rename", 5)]),
    ],
)
def test_killed_again_and_again(tmp_path, keep, moments):
    folder, before = tmp_path / "run", 0
    for moment, number in moments:
        killed = play(moment, number, folder, keep) is None
        assert killed or moment == "time", f"the {number}th {moment} never came"
        there = check(folder)
        assert there >= before
        before = there
    assert play("never", 0, folder, keep) == GAMES - before
    whole = Run.load(folder)
    undisturbed = simulate("race/short", players=3, games=GAMES, seed=5, keep=keep, progress=False)
    assert whole.tallies == undisturbed.tallies
    assert whole.estimates() == undisturbed.estimates()
    if keep != "tallies":
        assert whole.results.tobytes() == undisturbed.results.tobytes()
        other = play("never", 0, tmp_path / "other", keep)
        assert other == GAMES
        files = [
            {path.name: path.read_bytes() for path in each.glob("games-*")} for each in (folder, tmp_path / "other")
        ]
        assert files[0] == files[1]  # the very same
    assert not list(folder.glob("*.part"))
    if keep == "tallies":
        assert [part.path.name for part in Store.open(folder).parts] == [f"tallies-0-{GAMES}.parquet"]


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("keep", ["tallies", "rows"])
def test_killed_at_any_time(tmp_path, keep):
    dice, folder, kills = random.Random(os.urandom(8)), tmp_path / "run", 0
    for _ in range(12):
        kills += play("time", dice.randrange(1, 120), folder, keep) is None
        check(folder)
    assert play("never", 0, folder, keep) is not None
    assert check(folder) == GAMES


def test_killed_on_the_way_to_a_precision(tmp_path):
    keep, folder = "to 0.06", tmp_path / "run"
    for moment, number in [("rename", 12), ("flush", 30), ("remove", 3)]:
        assert play(moment, number, folder, keep) is None
        check(folder)
    assert play("never", 0, folder, keep) > 0
    run = Run.load(folder)
    undisturbed = simulate(
        "race/short", players=3, seed=5, keep="tallies", games=20_000, precision=0.06, progress=False
    )
    assert run.reached_precision
    assert undisturbed.reached_precision
    assert (run.done, run.tallies) == (undisturbed.done, undisturbed.tallies)
    assert run.estimates() == undisturbed.estimates()
