"""Experiments: what exactly is simulated.

What it is for: a small frozen value that says which games are played and what is kept of them, whose text form (TOML)
and digest name a run. What it is not for: how they are played (workers, chunks, folders): that changes no result.
"""

from __future__ import annotations

import hashlib
import json
import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import tsurolab.games.catalogue as catalogue
from tsurolab.agents import Agent, seat_agents
from tsurolab.errors import BadArgument, OutputError, TsurolabError, unknown
from tsurolab.games.protocol import Edition, Family
from tsurolab.seeds import check_seed
from tsurolab.simulate.estimates import WIN_SHARE, check_quantity
from tsurolab.simulate.tallies import WINNERS, Layout

if TYPE_CHECKING:
    import numpy as np

MOST_GAMES: Final = 1 << 53
"""More games than any run has; game numbers stay exact in every format."""
PATIENCE: Final = 10**9
"""The most games of a run that is to reach a precision, if nothing is said."""
ROWS, TALLIES = "rows", "tallies"
"""What can be kept of games: a row of each and tallies of all, or the tallies only."""
_KEEP = re.compile(r"(rows)(?:/(\d+))?|(tallies)")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NOT_SAID: Final[Any] = None


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


def check_precision(value: object) -> float:
    """``value`` as the width of an interval.

    Raises:
        BadArgument: not a number above 0.

    >>> check_precision("0.01")
    0.01
    """
    try:
        width = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        width = 0.0
    if isinstance(value, bool) or not isfinite(width) or width <= 0:
        raise BadArgument(f"precision is the width of an interval, a number above 0 such as 0.01, not {value!r}")
    return width


def check_keep(value: object) -> str:
    """``value`` if it says what to keep: ``"rows"``, ``"tallies"``, or ``"rows/100"`` for every 100th row.

    Raises:
        BadArgument: it does not.

    >>> check_keep("rows/100"), check_keep("rows/1")
    ('rows/100', 'rows')
    """
    match = _KEEP.fullmatch(value) if isinstance(value, str) else None
    if not match or (match[2] and not 1 <= int(match[2]) <= MOST_GAMES):
        raise BadArgument(f'keep must be "rows", "tallies", or "rows/100" for every 100th row, not {value!r}')
    if match[2]:
        return ROWS if int(match[2]) == 1 else f"{ROWS}/{int(match[2])}"
    return match[0]


def _digest(named: Mapping[str, Any]) -> str:
    text = json.dumps(named, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Experiment:
    """Games 0 .. ``games - 1`` of a seed, for one edition with its options, players and agents.

    With ``precision``, games are played until the 95% interval of a quantity is no wider than that; see
    :mod:`tsurolab.simulate.precision`.

    Raises:
        UnknownName: no such edition, option, agent, field or quantity.
        BadArgument: a player count, game count, seed, option value, precision or ``keep`` out of range.

    >>> one = Experiment("tsuro/classic", players=4, games=1000, seed=7)
    >>> one.agents
    ('uniform', 'uniform', 'uniform', 'uniform')
    >>> Experiment.from_toml(one.to_toml()) == one
    True
    """

    edition: str
    options: Mapping[str, object] = field(default_factory=dict, hash=False)
    """Options that differ from the edition's own values."""
    players: int = 2
    agents: Sequence[str | Agent] | str | Agent | None = None
    """Once made: one name a seat. On the way in also ``None`` (all uniform), one name, or a list that goes round."""
    games: int = _NOT_SAID
    """How many games; with ``precision`` the most that are played. If nothing is said 1, or with it ``PATIENCE``."""
    seed: int = 0
    precision: float | None = None
    """How wide the 95% interval of ``of`` may be, from low to high end."""
    of: str = WIN_SHARE
    """The quantity of the summary that ``precision`` is about: all its seats, or one as in ``"win share[0]"``."""
    keep: str = ROWS
    """``"rows"``, ``"tallies"``, or ``"rows/100"``: the row of every 100th game, and tallies of all."""
    fields: Sequence[str] = ()
    """The fields of RESULT that are kept, in its order; empty for all. ``winners`` is always among them."""

    def __post_init__(self) -> None:
        """Check every field and bring it to its one form."""
        edition = catalogue.edition(self.edition)
        if not isinstance(self.options, Mapping):
            raise BadArgument(f"options must map names to values, not {self.options!r}")
        checked = edition.check_options(self.options)
        defaults = {option.name: option.default for option in edition.options}
        chosen = {name: checked[name] for name in sorted(checked) if checked[name] != defaults[name]}
        players = catalogue.Game(edition, chosen).check_players(self.players)
        kernel = catalogue.family(edition.family).kernel
        try:
            json.dumps(chosen)
        except (TypeError, ValueError) as error:
            raise BadArgument(
                f"the options of an experiment must be plain values, to be kept as text: {error}"
            ) from None
        games: Any = self.games
        if games is None:
            games = 1 if self.precision is None else PATIENCE
        self._set("options", chosen)
        self._set("players", players)
        self._set("agents", seat_agents(self.agents, players, kernel.POLICIES))
        self._set("games", check_count(games, "games", MOST_GAMES))
        self._set("seed", check_seed(self.seed))
        self._set("keep", check_keep(self.keep))
        self._set("fields", _check_fields(self.fields, kernel.RESULT.names or ()))
        if self.precision is not None:
            self._set("precision", check_precision(self.precision))
            if not isinstance(self.of, str):
                raise BadArgument(f"the quantity of a precision is given by its name, not {self.of!r}")
            check_quantity(self.of, self.layout)
        elif self.of != WIN_SHARE:
            raise BadArgument(f"of {self.of!r} says what a precision is about: give precision too")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @property
    def seats(self) -> tuple[str, ...]:
        """The agent of each seat."""
        return cast(tuple[str, ...], self.agents)

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
    def every(self) -> int:
        """Of how many games one row is kept; 0 if none is.

        >>> [Experiment("tsuro/classic", keep=keep).every for keep in ("rows", "rows/100", "tallies")]
        [1, 100, 0]
        """
        return 0 if self.keep == TALLIES else int(self.keep.partition("/")[2] or 1)

    @cached_property
    def row_type(self) -> np.dtype[Any]:
        """The type of a row: RESULT, or those fields of it that are kept."""
        import numpy as np

        result = self.family.kernel.RESULT
        return np.dtype([(name, result[name]) for name in self.fields]) if self.fields else result

    @cached_property
    def layout(self) -> Layout:
        """The columns that are tallied."""
        return Layout(self.row_type, self.players, self.family.result_fields)

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
            "precision": self.precision,
            "of": self.of,
            "keep": self.keep,
            "fields": list(self.fields),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Experiment:
        """The experiment that :meth:`to_dict` described; what has a usual value may be left out.

        Raises:
            BadArgument: edition, players, or both of games and precision are missing, or a value is out of range.
            UnknownName: an unknown key, or no such edition, option, agent, field or quantity.
        """
        if not isinstance(data, Mapping):
            raise BadArgument(f"an experiment has the keys {', '.join(KEYS)}; this is {data!r}")
        for key in data:
            if key not in KEYS:
                raise unknown("key of an experiment", key, KEYS)
        lacking = [key for key in ("edition", "players") if key not in data]
        if data.get("games") is None and data.get("precision") is None:
            lacking.append("games (or precision)")
        if lacking:
            raise BadArgument(f"an experiment needs {', '.join(lacking)}; it has only {', '.join(map(str, data))}")
        return cls(**data)

    def to_toml(self) -> str:
        """As TOML; :meth:`from_toml` reads it back. What has its usual value is left out.

        >>> print(Experiment("tsuro/classic", {"rows": 5}, 3, games=10).to_toml(), end="")
        edition = "tsuro/classic"
        players = 3
        agents = ["uniform", "uniform", "uniform"]
        games = 10
        seed = 0
        <BLANKLINE>
        [options]
        rows = 5
        """
        usual: dict[str, Any] = {"precision": None, "keep": ROWS, "fields": []}
        data = self.to_dict()
        options = data.pop("options")
        if self.precision is None:
            del data["of"]
        lines = [f"{key} = {_toml(value)}" for key, value in data.items() if key not in usual or value != usual[key]]
        if options:
            lines += ["", "[options]"]
            lines += [f"{name if _BARE.fullmatch(name) else _toml(name)} = {_toml(options[name])}" for name in options]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_toml(cls, text: str) -> Experiment:
        """The experiment that a TOML text describes. Raises as :meth:`from_dict` does.

        >>> Experiment.from_toml('edition = "tsuro/classic"; players = 3')
        Traceback (most recent call last):
        ...
        tsurolab.errors.BadArgument: an experiment is written in TOML; this is not: ...
        """
        import tomllib

        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadArgument(f"an experiment is written in TOML; this is not: {error}") from None
        return cls.from_dict(data)

    def save(self, path: str | Path) -> Path:
        """Write it as a TOML file and return the path.

        Raises:
            OutputError: the file cannot be written.
        """
        from tsurolab.simulate.files import write_file

        return write_file(path, self.to_toml())

    @classmethod
    def load(cls, path: str | Path) -> Experiment:
        """The experiment in a TOML file.

        Raises:
            OutputError: the file cannot be read.
            BadArgument: it does not hold an experiment, or a value is out of range; the message names the file.
            UnknownName: it names something that does not exist.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise OutputError(f"cannot read {path}: {error.strerror or error}") from None
        except ValueError:
            raise BadArgument(f"{path} does not hold an experiment: it is not text") from None
        try:
            return cls.from_toml(text)
        except TsurolabError as error:
            raise type(error)(f"{path}: {error}") from None
        except RecursionError:
            raise BadArgument(f"{path} does not hold an experiment: its values are nested too deeply") from None

    def __str__(self) -> str:
        """In words, on one line."""
        options = "".join(f" {name}={value}" for name, value in self.options.items())
        agents = self.seats[0] if len(set(self.seats)) == 1 else ", ".join(self.seats)
        games = f"{self.games:,} games"
        if self.precision is not None:
            games = f"{self.of} to {self.precision:g} with at most {games}"
        return f"{self.edition}{options}, {self.players} players ({agents}), {games}, seed {self.seed}"


KEYS: Final = tuple(Experiment.__dataclass_fields__)


def _check_fields(given: object, known: Sequence[str]) -> tuple[str, ...]:
    """The fields to keep in the order of RESULT; empty if that is all of them."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise BadArgument(f"fields must be a list of names of fields, not {given!r}")
    for name in given:
        if name not in known:
            raise unknown("field of the results", name, known)
    wanted = tuple(name for name in known if name in given or name == WINNERS)
    return wanted if given and wanted != tuple(known) else ()


def _toml(value: object) -> str:
    """A plain value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(_toml(each) for each in value)}]"
    raise BadArgument(f"{value!r} cannot be written as TOML: give a number, a text, a switch, or a list of them")
