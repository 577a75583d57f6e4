"""Work for other processes: what they are sent, and what hands it to them.

What it is for: :class:`Work`, an experiment with all that another process or machine needs to play its chunks, and
:class:`Pool`, which every executor is to the loop that hands out chunks. What it is not for: starting processes
(:mod:`tsurolab.simulate.executors`) or reaching machines (:mod:`tsurolab.simulate.cluster`).
"""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import tsurolab
import tsurolab.games.catalogue as catalogue
from tsurolab.agents import pack, unpack
from tsurolab.errors import NoWorkers, UnknownName
from tsurolab.simulate.chunk import Part, play_part
from tsurolab.simulate.experiment import Experiment

AHEAD: Final = 2
"""Chunks handed out for each worker: one in work, one waiting."""


class Pool(NamedTuple):
    """Some workers, as the loop that hands out chunks sees them."""

    submit: Callable[[int, int], Future[Part]]
    """Hand out a chunk, given as first game and number of games."""
    ahead: Callable[[], int]
    """How many chunks to have handed out at present."""
    look: Callable[[], None]
    """Called when nothing has come back for a while; raises :class:`NoWorkers` if nothing will."""


def versions(edition: str) -> dict[str, str]:
    """The versions in this process on which the games of an edition depend.

    Users' agents are sent as byte code, which only the same Python can read.

    >>> sorted(versions("tsuro/classic"))
    ['Python', 'tsuro/classic', 'tsurolab']
    """
    try:
        of_edition = str(catalogue.edition(edition).version)
    except UnknownName:
        of_edition = "not there"
    python = ".".join(platform.python_version_tuple()[:2])
    return {"tsurolab": tsurolab.__version__, edition: of_edition, "Python": python}


def differences(theirs: Mapping[str, str], needed: Mapping[str, str]) -> str:
    """What differs from the versions that are needed, in words; empty if nothing does.

    >>> differences({"tsurolab": "0.1.0", "Python": "3.11"}, {"tsurolab": "0.2.0"})
    'tsurolab 0.1.0 instead of 0.2.0'
    """
    lines = [
        f"{name} {theirs.get(name, 'not there')} instead of {version}"
        for name, version in needed.items()
        if theirs.get(name) != version
    ]
    return ", ".join(lines)


@dataclass(frozen=True)
class Work:
    """An experiment as another process gets it; called with a chunk, it plays it there.

    >>> import pickle
    >>> sent = pickle.dumps(Work.of(Experiment("tsuro/classic", players=2, games=10, keep="tallies")))
    >>> pickle.loads(sent)(0, 10).tallies.n
    10
    """

    experiment: Experiment
    packed: bool
    """Whether rows come back as the bytes of files."""
    agents: bytes
    """The users' agents among the seats; see :func:`tsurolab.agents.pack`."""
    needs: Mapping[str, str]
    """The versions that play the same games, agents included."""

    @classmethod
    def of(cls, experiment: Experiment, *, packed: bool = False) -> Work:
        """The work of playing an experiment.

        Args:
            experiment: what is played.
            packed: give rows as the bytes of files; see :func:`tsurolab.simulate.chunk.play_part`.

        Raises:
            BadAgent: a user's agent is not defined here, or cannot be sent.
        """
        agents = pack(experiment.seats)
        needs = versions(experiment.edition)
        if not agents:
            del needs["Python"]
        return cls(experiment, packed, agents, needs)

    def __call__(self, first: int, count: int) -> Part:
        """Play games ``first .. first + count - 1``.

        The first chunk of an experiment in a process is played while others wait for it, so that nothing is compiled
        twice.

        Raises:
            NoWorkers: another version is installed here, which might play other games.
        """
        if self._key not in _begun:
            with _first:
                if self._key not in _begun:
                    self._check()
                    unpack(self.agents)
                    part = self._play(first, count)
                    _begun.add(self._key)
                    return part
        return self._play(first, count)

    def _play(self, first: int, count: int) -> Part:
        return play_part(self.experiment, first, count, packed=self.packed)

    @cached_property
    def _key(self) -> Any:
        return self.experiment.series, self.agents, tuple(self.needs.items())

    def _check(self) -> None:
        found = differences(versions(self.experiment.edition), self.needs)
        if found:
            raise NoWorkers(f"a worker on {platform.node() or 'another machine'} has {found}")


_first: Final = threading.Lock()
_begun: Final[set[Any]] = set()
"""The works of which this process has played a chunk."""
