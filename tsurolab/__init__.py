"""tsurolab: the combinatorics and the simulation of Tsuro, Qwirkle and Sorry!.

This module is the front door and nothing else: every name loads its part of the library on first use, so that
``import tsurolab`` stays light.

>>> import tsurolab as tl
>>> len(tl.tsuro.tiles())
35
>>> tl.game("tsuro/classic").new(players=4, seed=7)
<tsuro/classic: 4 players, 0 moves, seat 0 to play>
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tsurolab import agents as agents
    from tsurolab import combinatorics as combinatorics
    from tsurolab import qwirkle as qwirkle
    from tsurolab import sorry as sorry
    from tsurolab import stats as stats
    from tsurolab import tsuro as tsuro
    from tsurolab.agents import agent as agent
    from tsurolab.errors import TsurolabError as TsurolabError
    from tsurolab.games.catalogue import Game as Game
    from tsurolab.games.catalogue import editions as editions
    from tsurolab.games.catalogue import game as game
    from tsurolab.games.record import GameRecord as GameRecord
    from tsurolab.simulate import Run as Run
    from tsurolab.simulate import simulate as simulate
    from tsurolab.simulate.ladder import ladder as ladder
    from tsurolab.simulate.tournament import tournament as tournament

__version__ = "0.1.0"

_WHERE = {
    "agent": ("tsurolab.agents", "agent"),
    "agents": ("tsurolab.agents", None),
    "combinatorics": ("tsurolab.combinatorics", None),
    "sorry": ("tsurolab.sorry", None),
    "stats": ("tsurolab.stats", None),
    "tsuro": ("tsurolab.tsuro", None),
    "qwirkle": ("tsurolab.qwirkle", None),
    "TsurolabError": ("tsurolab.errors", "TsurolabError"),
    "Game": ("tsurolab.games.catalogue", "Game"),
    "GameRecord": ("tsurolab.games.record", "GameRecord"),
    "game": ("tsurolab.games.catalogue", "game"),
    "editions": ("tsurolab.games.catalogue", "editions"),
    "simulate": ("tsurolab.simulate", "simulate"),
    "tournament": ("tsurolab.simulate", "tournament"),
    "ladder": ("tsurolab.simulate", "ladder"),
    "Run": ("tsurolab.simulate", "Run"),
}

__all__ = [*_WHERE, "__version__"]


def __getattr__(name: str) -> Any:
    """Load a part of the library on first use."""
    if name not in _WHERE:
        raise AttributeError(f"module 'tsurolab' has no attribute {name!r}; it has {', '.join(_WHERE)}")
    module, attribute = _WHERE[name]
    loaded = importlib.import_module(module)
    value = loaded if attribute is None else getattr(loaded, attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The names of the front door."""
    return sorted(__all__)
