"""What a family of games provides.

What it is for: the descriptions (:class:`Edition`, :class:`Option`, ...), and what its modules hold: the functions that
it compiles (:class:`Kernel`), its words and its pictures in characters. What it is not for: any rule of any game,
positions (:mod:`tsurolab.games.state`), or finding a game by name (:mod:`tsurolab.games.catalogue`).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

from tsurolab.errors import BadArgument, unknown

if TYPE_CHECKING:
    import numpy as np

    from tsurolab.games.state import State


class Status(str, Enum):
    """How well the printed rules of an edition are known."""

    COMPLETE = "complete"
    MOSTLY_SOURCED = "mostly sourced"
    RECONSTRUCTED = "reconstructed"


class Mark(str, Enum):
    """Where a ruling comes from."""

    SOURCED = "sourced"
    DERIVED = "derived"
    ASSUMED = "assumed"


@dataclass(frozen=True)
class Source:
    """A text that states rules: its short key, what it is, and where it can be read (empty if only on paper)."""

    key: str
    what: str
    address: str = ""


@dataclass(frozen=True)
class Ruling:
    """One decision where the sources are silent or disagree; never shown as the printed rule."""

    point: str
    """The number of the rule in the family's rules text."""
    text: str
    mark: Mark
    option: str = ""
    """The option that changes it, if there is one."""


@dataclass(frozen=True)
class Option:
    """A field of an edition's rules that a user may set."""

    name: str
    default: object
    doc: str
    choices: tuple[object, ...] | range = ()
    """The values allowed; a ``range`` for whole numbers; ``(False, True)`` for a switch; empty for a free value."""

    def check(self, value: object) -> object:
        """Return ``value`` as one of the choices, from Python or from command-line text.

        Raises:
            BadArgument: the value is none of the choices.

        >>> Option("all64", False, "", (False, True)).check("yes")
        True
        >>> Option("rows", 6, "", range(2, 11)).check("7")
        7
        """
        if self.choices == (False, True):
            text = str(value).strip().lower()
            if text in ("true", "yes", "on", "1"):
                return True
            if text in ("false", "no", "off", "0"):
                return False
            raise BadArgument(f"option {self.name} is a switch: true or false, not {value!r}")
        if isinstance(self.choices, range):
            try:
                number = int(str(value))
            except ValueError:
                number = self.choices.start - 1
            if number in self.choices and not isinstance(value, bool):
                return number
            raise BadArgument(
                f"option {self.name} must be a whole number from {self.choices[0]} to {self.choices[-1]}, not {value!r}"
            )
        if self.choices and value not in self.choices:
            allowed = ", ".join(str(choice) for choice in self.choices)
            raise BadArgument(f"option {self.name} must be one of {allowed}, not {value!r}")
        return value


@dataclass(frozen=True)
class Edition:
    """A game as it was published or designed: data over its family's kernel."""

    name: str
    """``family/edition``, as in ``tl.game(name)``."""
    title: str
    version: int
    """Raised whenever the same seed would give another game."""
    players: range
    status: Status
    summary: str
    sources: tuple[Source, ...]
    rulings: tuple[Ruling, ...]
    options: tuple[Option, ...]
    settings: Mapping[str, object] = field(default_factory=dict)
    """The values of the family's rules that make this edition."""

    @property
    def family(self) -> str:
        """The first half of the name."""
        return self.name.split("/")[0]

    def check_options(self, given: Mapping[str, object]) -> dict[str, object]:
        """All options of the edition with the ``given`` ones checked and put in.

        Raises:
            UnknownName: an option that this edition does not have.
            BadArgument: a value that the option does not take.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise unknown(f"option of {self.name}", name, known)
        return {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}

    def check_players(self, players: object, allowed: range | None = None) -> int:
        """``players`` as an int that this edition can seat.

        Raises:
            BadArgument: not a whole number, or too few or too many.
        """
        seats = allowed or self.players
        if isinstance(players, bool) or not hasattr(players, "__index__") or int(cast(int, players)) not in seats:
            raise BadArgument(f"{self.name} is for {seats[0]} to {seats[-1]} players, not {players!r}")
        return int(cast(int, players))


class ResultField(NamedTuple):
    """What a field of a family's RESULT record means."""

    doc: str
    kind: Literal["count", "code", "mask", "seat mask"] = "count"
    """A number; a code with names; bits with names; or one bit a seat. An array field has one value a seat."""
    names: tuple[str, ...] = ()
    """Names of the codes 0, 1, ... or of the bits."""
    missing: int | None = None
    """What a code without names says where there is nothing to say."""


class Kernel(Protocol):
    """What a family's ``kernel.py`` holds. Functions take no checks: their callers have made them.

    ``rules``, ``state``, ``move``, ``result`` are single NumPy records of the dtypes below, changed in place.
    """

    STATE: np.dtype[Any]
    MOVE: np.dtype[Any]
    RESULT: np.dtype[Any]
    MAX_MOVES: int
    """More moves than any position allows: the length of the buffer for ``legal``."""
    MAX_GAME: int
    """More moves than any game has: the length of the buffer for ``trace``."""
    POLICIES: tuple[str, ...]
    """Names of the compiled agents; an agent's code in ``playout`` is its index here."""
    DESK: np.dtype[Any]
    """What choosing needs beside the state; it begins with ``rng``, the agents' streams by seat."""
    VEIL: np.dtype[Any]
    """Room for what :meth:`hide` takes away."""

    def deal(self, rules: Any, players: int, seed: int, game: int, state: Any) -> None:
        """Set up game number ``game`` of master seed ``seed``."""

    def legal(self, rules: Any, state: Any, moves: Any) -> int:
        """Write every distinct legal move to ``moves`` and return their number."""

    def play(self, rules: Any, state: Any, move: Any) -> None:
        """Play a legal move, chance included, up to the next decision."""

    def outcome(self, rules: Any, state: Any, result: Any) -> None:
        """Fill a RESULT record from a finished game."""

    def playout(self, rules: Any, players: int, agents: Any, seed: int, first: int, count: int, results: Any) -> None:
        """Play games ``first .. first+count-1`` with the agents (codes by seat) and fill ``results``."""

    def trace(self, rules: Any, players: int, agents: Any, seed: int, game: int, state: Any, moves: Any) -> int:
        """Play one game exactly as ``playout`` does, keeping its moves; return their number."""

    def choose(self, rules: Any, state: Any, policy: int, desk: Any, board: Any, moves: Any) -> None:
        """Write to ``moves[0]`` what a policy chooses for the seat to play; ``board`` is a state to try moves on."""

    def hide(self, rules: Any, state: Any, seat: int, veil: Any) -> None:
        """Move all that a seat may not see out of the state into ``veil``, and leave blanks."""

    def reveal(self, state: Any, veil: Any) -> None:
        """Undo :meth:`hide`, byte for byte."""

    def resample(self, rules: Any, state: Any, seat: int, desk: Any) -> None:
        """Deal all that a seat cannot see anew, by ``desk.rng[seat]``; depends on nothing else that is hidden."""

    def reward(self, rules: Any, state: Any, seat: int) -> float:
        """What the end of a game is worth to a seat, from 0 to 1: what a Monte Carlo agent maximises."""

    def shortlist(self, rules: Any, state: Any, moves: Any, count: int) -> int:
        """Put the moves worth searching first and return how many these are."""

    def count_choices(self, rules: Any, state: Any, moves: Any, count: int) -> None:
        """Take the legal moves of one decision into the tallies of the game, as ``playout`` does for its policies."""


class Commentary(Protocol):
    """What a family's ``commentary.py`` holds: a game told in plain lines of words, from what the states know."""

    def begin(self, state: Any) -> str:
        """How things stand where a game, or a study, begins."""

    def describe(self, before: Any, move: Any, after: Any) -> str:
        """What a move did and brought about, between two states."""

    def end(self, state: Any) -> str:
        """Who won a finished game, and why it ended."""


class Text(Protocol):
    """What a family's ``text.py`` holds: positions and moves in characters, for a terminal.

    With ``seat`` given, nothing that this seat may not know is told.
    """

    HELP: str
    """How to write a move, and what the picture means."""

    def position_text(self, state: State, *, seat: int | None, colour: bool, plain: bool) -> str:
        """The position in lines of at most 80 columns; with ANSI colours, or in ASCII only."""

    def move_text(self, state: State, move: Any, *, seat: int | None) -> str:
        """A move about to be made in this position, as ``seat`` sees it."""

    def listed_moves(self, state: State) -> list[tuple[Any, str]]:
        """The legal moves in an order for reading, each with what its player can know of what it does."""


@dataclass(frozen=True)
class Family:
    """A family of games: its editions, and where its modules are."""

    name: str
    title: str
    module: str
    editions: tuple[Edition, ...]

    @property
    def kernel(self) -> Kernel:
        """The family's compiled functions; imports Numba on first use."""
        return cast(Kernel, importlib.import_module(f"{self.module}.kernel"))

    @property
    def state_class(self) -> type[State]:
        """The family's State."""
        return cast("type[State]", importlib.import_module(f"{self.module}.state").STATE_CLASS)

    @property
    def commentary(self) -> Commentary:
        """The family's words for what happens in a game."""
        return cast(Commentary, importlib.import_module(f"{self.module}.commentary"))

    @property
    def text(self) -> Text:
        """How the family's positions and moves look in a terminal."""
        return cast(Text, importlib.import_module(f"{self.module}.text"))

    @property
    def result_fields(self) -> Mapping[str, ResultField]:
        """What the fields of the family's RESULT record mean."""
        return cast("Mapping[str, ResultField]", importlib.import_module(f"{self.module}.rules").RESULT_FIELDS)

    def build_rules(self, edition: Edition, options: Mapping[str, object]) -> Any:
        """The RULES record of an edition with checked options."""
        return importlib.import_module(f"{self.module}.rules").build_rules(edition, options)

    def seats(self, edition: Edition, options: Mapping[str, object]) -> range:
        """How many can play with these options."""
        counter = getattr(importlib.import_module(f"{self.module}.rules"), "seats", None)
        return cast(range, counter(edition, options)) if counter else edition.players


class GameLike(Protocol):
    """What a state needs to know of its game (see :class:`tsurolab.games.catalogue.Game`)."""

    edition: Edition
    family: Family
    options: Mapping[str, object]
    rules: Any


@dataclass(frozen=True)
class Outcome:
    """Why a game ended and who won."""

    reason: Enum
    winners: tuple[int, ...]
    """Seats, from 0; empty when nobody won."""

    def __str__(self) -> str:
        """In words.

        >>> from enum import Enum
        >>> str(Outcome(Enum("Reason", "LAST_STANDING").LAST_STANDING, (2,)))
        'last standing: seat 2 wins'
        """
        reason = self.reason.name.lower().replace("_", " ")
        if not self.winners:
            return f"{reason}: nobody wins"
        seats = ", ".join(str(seat) for seat in self.winners)
        return f"{reason}: seat {seats} wins" if len(self.winners) == 1 else f"{reason}: seats {seats} share the win"


def new_records(dtype: np.dtype[Any], count: int) -> Any:
    """``count`` zeroed records of ``dtype``, with fields as attributes: what kernels take."""
    import numpy as np

    return np.zeros(count, dtype).view(np.recarray)


def copy_record(record: Any) -> Any:
    """An independent copy of a record."""
    twin = new_records(record.dtype, 1)
    twin[0] = record
    return twin[0]
