"""A run in a process of its own that is killed at a chosen moment: python killed_run.py MOMENT NUMBER FOLDER KEEP.

MOMENT says before what it dies: the NUMBER-th flush to disk, renaming or removal of a file, or after NUMBER
milliseconds of playing; "never" lets it live.
"""

import os
import signal
import sys
import threading
from pathlib import Path

import fakegame
import pytest

from tsurolab.simulate import run, simulate, store

GAMES = 200


def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)


def dying(function, number):
    """``function``, but the process is killed before its ``number``-th call."""
    calls = []

    def call(*arguments, **options):
        calls.append(arguments)
        if len(calls) == number:
            die()
        return function(*arguments, **options)

    return call


if __name__ == "__main__":
    moment, number, folder, keep = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    fakegame.install(pytest.MonkeyPatch())
    store.MANY = 4
    run.chunk_size = lambda *_: 7
    if moment == "flush":
        os.fsync = dying(os.fsync, number)
    elif moment == "rename":
        Path.replace = dying(Path.replace, number)
    elif moment == "remove":
        Path.unlink = dying(Path.unlink, number)
    elif moment == "time":
        threading.Timer(number / 1000, die).start()
    options = {"players": 3, "games": GAMES, "seed": 5, "keep": keep, "progress": False, "workers": 2}
    if keep.startswith("to "):
        options |= {"keep": "tallies", "games": 20_000, "precision": float(keep[3:])}
    print(simulate("race/short", out=folder, **options).played, flush=True)
    os._exit(0)
