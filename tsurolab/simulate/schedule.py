"""Schedules: who meets whom in a tournament, in which seats, on which deals.

What it is for: a small frozen value that says what a tournament plays, as a list of experiments. What it is not for:
playing them (:mod:`tsurolab.simulate.tournament`), or what their results mean (:mod:`tsurolab.simulate.meetings`).

Two agents A and B meet twice on every deal: A, B, A, B, ... round the table, and B, A, B, A, ... Both seatings play
games 0, 1, ... of the same seed, so the cards or tiles are dealt alike (common random numbers), and each agent has
every seat equally often: neither a good seat nor a good deal can help one of them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Any, Final

import tsurolab.games.catalogue as catalogue
from tsurolab.agents import DEFAULT, seat_agents
from tsurolab.errors import BadArgument, unknown
from tsurolab.simulate.experiment import Experiment, check_count
from tsurolab.simulate.run import MOST_ROWS

MOST_AGENTS: Final = 24
"""Agents of a tournament: 276 pairs."""
PAIRS: Final = ("all", "neighbours")
KEYS: Final = ("edition", "options", "players", "agents", "games", "seed", "pairs", "equal")
_SLUG: Final = re.compile(r"[^a-z0-9]+")
_SLUG_LETTERS: Final = 60


def usual_players(game: catalogue.Game) -> int:
    """How many seats a tournament has unless told: the smallest even number that can play, else the smallest.

    >>> usual_players(catalogue.game("tsuro/classic"))
    2
    """
    return next((count for count in game.players if count % 2 == 0), game.players[0])


@dataclass(frozen=True)
class Schedule:
    """What a tournament plays: agents, their meetings, and games 0 .. ``games - 1`` of a seed in each seating.

    Raises:
        UnknownName: no such edition, option, agent or choice of pairs.
        BadArgument: fewer than two agents, one of them twice, or a number out of range.

    >>> one = Schedule("qwirkle/classic", ("uniform", "greedy"), games=100)
    >>> [experiment.seats for _, experiment in one.experiments]
    [('uniform', 'uniform'), ('uniform', 'greedy'), ('greedy', 'uniform')]
    """

    edition: str
    agents: Sequence[Any]
    """Once made: full names. On the way in also users' agents."""
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    players: int | None = None
    games: int = 1000
    """Deals of each pair; each is played in both seatings."""
    seed: int = 0
    pairs: str = "all"
    """``"all"``: everybody meets everybody; ``"neighbours"``: each meets the next one of the list."""
    equal: Any = DEFAULT
    """The agent of all seats in the run that shows what the seats themselves are worth."""

    def __post_init__(self) -> None:
        """Check every field and bring it to its one form."""
        edition = catalogue.edition(self.edition)
        game = catalogue.Game(edition, self.options)
        players = usual_players(game) if self.players is None else game.check_players(self.players)
        policies = catalogue.family(edition.family).kernel.POLICIES
        if self.pairs not in PAIRS:
            raise unknown("choice of pairs", self.pairs, PAIRS)
        if isinstance(self.agents, str) or not isinstance(self.agents, Sequence):
            raise BadArgument(f"the agents of a tournament are a list of two or more, not {self.agents!r}")
        names = tuple(seat_agents([each], 1, policies)[0] for each in self.agents)
        if not 2 <= len(names) <= MOST_AGENTS:
            raise BadArgument(f"a tournament has 2 to {MOST_AGENTS} agents, not {len(names)}")
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise BadArgument(f"{', '.join(twice)} is in the tournament twice: an agent does not meet itself")
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "agents", names)
        object.__setattr__(self, "games", check_count(self.games, "games", MOST_ROWS))
        object.__setattr__(self, "equal", seat_agents([self.equal], 1, policies)[0])
        one = self._experiment((self.equal,))
        object.__setattr__(self, "options", one.options)
        object.__setattr__(self, "seed", one.seed)

    def _experiment(self, agents: Sequence[str]) -> Experiment:
        assert self.players is not None
        return Experiment(self.edition, self.options, self.players, agents, self.games, self.seed)

    @property
    def meetings(self) -> tuple[tuple[str, str], ...]:
        """The pairs of agents that meet."""
        some = combinations(self.agents, 2) if self.pairs == "all" else pairwise(self.agents)
        return tuple(some)

    @property
    def seats(self) -> int:
        """How many seats a game has."""
        assert self.players is not None
        return self.players

    @property
    def equal_run(self) -> Experiment:
        """The games with the same agent in all seats."""
        return self._experiment((self.equal,))

    def seatings(self, agent: str, opponent: str) -> tuple[Experiment, Experiment]:
        """The two experiments of a meeting: the agent in the even seats, then the opponent there."""
        return self._experiment((agent, opponent)), self._experiment((opponent, agent))

    @property
    def experiments(self) -> Iterator[tuple[str, Experiment]]:
        """Everything that is played, with the name of its folder: the run with equal agents, then two a meeting."""
        listed = [self.equal_run]
        for agent, opponent in self.meetings:
            listed.extend(self.seatings(agent, opponent))
        digits = len(str(len(listed) - 1))
        for number, experiment in enumerate(listed):
            name = "-".join(dict.fromkeys(experiment.seats))
            slug = _SLUG.sub("-", name.lower())[:_SLUG_LETTERS].strip("-")
            yield f"{number:0{digits}}-{slug}", experiment

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that name the tournament; another edition version has another digest."""
        named = {**self.to_dict(), "edition_version": self.equal_run.edition_data.version}
        text = json.dumps(named, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data; :meth:`from_dict` reads it back.

        >>> one = Schedule("qwirkle/classic", ("uniform", "greedy"), games=100)
        >>> Schedule.from_dict(one.to_dict()) == one
        True
        """
        data = {key: getattr(self, key) for key in KEYS}
        return data | {"options": dict(self.options), "agents": list(self.agents)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Schedule:
        """The schedule that :meth:`to_dict` described.

        Raises:
            BadArgument: keys are missing or unknown, or a value is out of range.
            UnknownName: no such edition, option or agent.
        """
        if not isinstance(data, Mapping) or sorted(data) != sorted(KEYS):
            shown = ", ".join(sorted(map(str, data))) if isinstance(data, Mapping) else repr(data)
            raise BadArgument(f"a schedule has exactly the keys {', '.join(KEYS)}, not {shown}")
        return cls(**data)

    def __str__(self) -> str:
        """In words, on one line."""
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        who = "everybody meets everybody" if self.pairs == "all" else "each meets the next"
        return (
            f"{self.edition}{options}, {self.players} players, {len(self.agents)} agents ({', '.join(self.agents)}), "
            f"{who}, {self.games:,} deals in both seatings, seed {self.seed}"
        )
