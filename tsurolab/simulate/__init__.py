"""Simulation: many games of one edition, the same for any number of workers. Knows no game.

``experiment`` says what is run, ``chunk`` plays a few games, ``executors`` plays many with threads or processes,
``tallies`` is what is known of all of them and ``estimates`` what follows from it, ``precision`` says when that is
enough. ``store`` keeps a run in a folder, with ``packing`` for its Parquet files, ``files`` for writing and ``lock``
for one writer. ``run`` is what the user holds, ``columns`` its rows as a table, ``replay`` pulls one game out, ``page``
shows it in a browser, ``progress`` says how far a run is, ``play`` seats a person. ``tournament`` plays agents against
each other on the same deals (``schedule``: who meets whom, ``meetings`` and ``ratings``: what comes out), ``ladder``
agents that think ever longer.

The package can be called like its function: ``tsurolab.simulate`` is the same name for both, and which of the two it
holds depends on what was imported first.

>>> import tsurolab.simulate
>>> len(tsurolab.simulate("tsuro/classic", players=2, games=5))
5
"""

import sys
from types import ModuleType
from typing import Any

from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.ladder import Ladder, ladder, skill_table
from tsurolab.simulate.page import replay_page
from tsurolab.simulate.replay import replay_game, replay_state
from tsurolab.simulate.run import Run, simulate
from tsurolab.simulate.store import Store
from tsurolab.simulate.tallies import Tallies
from tsurolab.simulate.tournament import Tournament, tournament

__all__ = [
    "Experiment",
    "Ladder",
    "Run",
    "Store",
    "Tallies",
    "Tournament",
    "ladder",
    "replay_game",
    "replay_page",
    "replay_state",
    "simulate",
    "skill_table",
    "tournament",
]


class _Callable(ModuleType):
    """A package that passes calls on to its function of the same name."""

    def __call__(self, *arguments: Any, **options: Any) -> Run:
        return simulate(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
