"""Experiments: what exactly is simulated.

What it is for: a small frozen value that says which games are played, whose text form and digest name a run. What it
is not for: how they are played (workers, chunks, folders); none of that changes a result.
"""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import tsurolab.games.catalogue as catalogue
from tsurolab.agents import seat_agents
from tsurolab.errors import BadArgument
from tsurolab.games.protocol import Edition, Family
from tsurolab.seeds import check_seed

KEYS: Final = ("edition", "options", "players", "agents", "games", "seed")
MOST_GAMES: Final = 1 << 53
"""More games than any run has; game numbers stay exact in every format."""


def check_count(value: object, what: str, most: int) -> int:
    """``value`` as an int of 1 .. ``most``.

    Raises:
        BadArgument: not a whole number, or out of range.

    >>> check_count(8, "games", 10)
    8
    """
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = 0
    if isinstance(value, bool) or not 1 <= number <= most:
        raise BadArgument(f"{what} must be a whole number from 1 to {most}, not {value!r}")
    return number


def _digest(named: Mapping[str, Any]) -> str:
    text = json.dumps(named, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Experiment:
    """Games 0 .. ``games - 1`` of a seed, for one edition with its options, players and agents.

    Raises:
        UnknownName: no such edition, option or agent.
        BadArgument: a player count, game count, seed or option value out of range.

    >>> one = Experiment("tsuro/classic", players=4, games=1000, seed=7)
    >>> one.agents
    ('uniform', 'uniform', 'uniform', 'uniform')
    >>> Experiment.from_dict(one.to_dict()) == one
    True
    """

    edition: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    """Options that differ from the edition's own values."""
    players: int = 2
    agents: Sequence[str] | str | None = None
    """Once made: one name a seat. On the way in also ``None`` (all uniform), one name, or a list that goes round."""
    games: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        """Check every field and bring it to its one form."""
        edition = catalogue.edition(self.edition)
        if not isinstance(self.options, Mapping):
            raise BadArgument(f"options must map names to values, not {self.options!r}")
        checked = edition.check_options(self.options)
        defaults = {option.name: option.default for option in edition.options}
        chosen = {name: checked[name] for name in sorted(checked) if checked[name] != defaults[name]}
        players = catalogue.Game(edition, chosen).check_players(self.players)
        policies = catalogue.family(edition.family).kernel.POLICIES
        try:
            json.dumps(chosen)
        except (TypeError, ValueError) as error:
            raise BadArgument(
                f"the options of an experiment must be plain values, to be kept as text: {error}"
            ) from None
        self._set("options", chosen)
        self._set("players", players)
        self._set("agents", seat_agents(self.agents, players, policies))
        self._set("games", check_count(self.games, "games", MOST_GAMES))
        self._set("seed", check_seed(self.seed))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The agent of each seat."""
        return tuple(self.agents or ())

    @property
    def game(self) -> catalogue.Game:
        """The edition with its options, ready to deal."""
        return catalogue.game(self.edition, **self.options)

    @property
    def edition_data(self) -> Edition:
        """The edition's entry in the catalogue."""
        return catalogue.edition(self.edition)

    @property
    def family(self) -> Family:
        """The family of the edition."""
        return catalogue.family(self.edition_data.family)

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that name the experiment; another edition version has another digest.

        >>> len(Experiment("tsuro/classic").digest)
        12
        """
        return _digest({**self.to_dict(), "edition_version": self.edition_data.version})

    @property
    def series(self) -> str:
        """The digest of all but ``games``: two experiments of a series differ in how many games they play only.

        >>> Experiment("tsuro/classic", games=5).series == Experiment("tsuro/classic", games=9).series
        True
        """
        named = {**self.to_dict(), "edition_version": self.edition_data.version}
        del named["games"]
        return _digest(named)

    def to_dict(self) -> dict[str, Any]:
        """As JSON-able data; :meth:`from_dict` reads it back."""
        return {
            "edition": self.edition,
            "options": dict(self.options),
            "players": self.players,
            "agents": list(self.seats),
            "games": self.games,
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Experiment:
        """The experiment that :meth:`to_dict` described.

        Raises:
            BadArgument: keys are missing or unknown, or a value is out of range.
            UnknownName: no such edition, option or agent.
        """
        if not isinstance(data, Mapping) or sorted(data) != sorted(KEYS):
            shown = ", ".join(sorted(map(str, data))) if isinstance(data, Mapping) else repr(data)
            raise BadArgument(f"an experiment has exactly the keys {', '.join(KEYS)}, not {shown}")
        return cls(**data)

    def __str__(self) -> str:
        """In words, on one line."""
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        agents = self.seats[0] if len(set(self.seats)) == 1 else ", ".join(self.seats)
        return f"{self.edition}{options}, {self.players} players ({agents}), {self.games:,} games, seed {self.seed}"
