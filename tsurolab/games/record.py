"""Games on paper: writing a game as JSON Lines and playing it again without drawing a random number.

What it is for: a record says the edition and its version, the position it began with, every move, every outcome of
chance, and how it ended. A seed is not a record: another version of the program may deal another game from it. What it
is not for: storing results of many games.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from tsurolab.errors import BadRecord, IllegalMove, OutputError, TsurolabError
from tsurolab.games.state import State

FORMAT: Final = "tsurolab-record"
FORMAT_VERSION: Final = 1


@dataclass(frozen=True)
class GameRecord:
    """One game, complete or not.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
    >>> record = state.play(state.legal_moves[0]).record()
    >>> GameRecord.loads(record.dumps()).final().position() == state.position()
    True
    """

    edition: str
    edition_version: int
    options: dict[str, Any]
    players: int
    start: dict[str, Any]
    """The position it began with."""
    moves: tuple[str, ...]
    chance: tuple[dict[str, Any] | None, ...]
    """For each move the outcomes of chance that came with it."""
    outcome: dict[str, Any] | None = None
    seed: int | None = None
    number: int | None = None
    notes: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> GameRecord:
        """The record of a state's history."""
        first = state.copy()
        while first.ply:
            first.undo()
        outcome = state.outcome
        return cls(
            edition=state.game.edition.name,
            edition_version=state.game.edition.version,
            options=dict(getattr(state.game, "given", {})),
            players=state.players,
            start=first.position(),
            moves=tuple(str(move) for _, move, _ in state._past),
            chance=tuple(chance for _, _, chance in state._past),
            outcome=None if outcome is None else {"reason": outcome.reason.name, "winners": list(outcome.winners)},
            seed=state.seed,
            number=state.number,
        )

    def dumps(self) -> str:
        """As JSON Lines: a head, a line a move, and the outcome."""
        head = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "edition": self.edition,
            "edition_version": self.edition_version,
            "options": self.options,
            "players": self.players,
            "seed": self.seed,
            "number": self.number,
            "start": self.start,
        }
        lines: list[dict[str, Any]] = [head]
        for move, chance in zip(self.moves, self.chance, strict=True):
            lines.append({"move": move} if chance is None else {"move": move, "chance": chance})
        lines.append({"moves": len(self.moves), "outcome": self.outcome})
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)

    @classmethod
    def loads(cls, text: str) -> GameRecord:
        """Read what :meth:`dumps` wrote.

        Raises:
            BadRecord: not a record, damaged, or cut short; the message names the line.
        """
        if not isinstance(text, str):
            raise BadRecord(f"a game record is text, not {type(text).__name__}")
        if not text.strip():
            raise BadRecord("not a game record: it is empty")
        lines = []
        for number, line in enumerate(text.splitlines(), 1):
            try:
                value = json.loads(line, parse_constant=_finite, parse_float=_finite)
            except json.JSONDecodeError as error:
                raise BadRecord(f"line {number} of the record is not JSON ({error.msg})") from None
            except ValueError as error:
                raise BadRecord(f"line {number} of the record is not JSON ({error})") from None
            except RecursionError:
                raise BadRecord(f"line {number} of the record is nested too deeply") from None
            if not isinstance(value, dict):
                raise BadRecord(f"line {number} of the record is {type(value).__name__}, not an object")
            lines.append(value)
        if not lines or lines[0].get("format") != FORMAT:
            raise BadRecord(f'not a game record: the first line must be an object with "format": "{FORMAT}"')
        if lines[0].get("format_version") != FORMAT_VERSION:
            given = lines[0].get("format_version")
            raise BadRecord(f"record format version {given!r}; this program reads version {FORMAT_VERSION}")
        head, body, last = lines[0], lines[1:-1], lines[-1]
        if len(lines) < 2 or last.get("moves") != len(body):
            raise BadRecord(
                f"the record is cut short or damaged: {len(lines) - 1} lines after the head, "
                "and the last does not count the moves before it"
            )
        for number, entry in enumerate(body, 2):
            if not isinstance(entry.get("move"), str) or not isinstance(entry.get("chance", {}), dict):
                raise BadRecord(f'line {number} of the record must have a "move" as text')
        outcome = last.get("outcome", "missing")
        if not isinstance(outcome, dict | None):
            raise BadRecord(f"the record's outcome, in its last line, must be an object or null, not {outcome!r}")
        try:
            _check_head(head)
            return cls(
                edition=head["edition"],
                edition_version=head["edition_version"],
                options=head["options"],
                players=head["players"],
                start=head["start"],
                moves=tuple(entry["move"] for entry in body),
                chance=tuple(entry.get("chance") for entry in body),
                outcome=outcome,
                seed=head["seed"],
                number=head["number"],
            )
        except KeyError as error:
            raise BadRecord(f"the record's head is damaged: {error} is missing") from None

    def save(self, path: str | Path) -> Path:
        """Write to ``path`` (by a temporary name, then renamed), creating its folder.

        Raises:
            OutputError: the file cannot be written.
        """
        path = Path(path)
        part = path.with_name(f"{path.name[:50]}.{os.getpid()}-{token_hex(4)}.part")  # no other writer has this name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with open(part, "x", encoding="utf-8", newline="\n") as file:
                file.write(self.dumps())
            part.replace(path)
        except BaseException as error:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise OutputError(f"cannot write the record {path}: {error.strerror or error}") from None
            raise
        return path

    @classmethod
    def load(cls, path: str | Path) -> GameRecord:
        """Read a file that :meth:`save` wrote.

        Raises:
            OutputError: the file cannot be read.
            BadRecord: it is not a record, or damaged; the message names the file.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise OutputError(f"cannot read the record {path}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a game record: it is not text") from None
        try:
            return cls.loads(text)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}") from None

    def replay(self) -> Iterator[State]:
        """The states from the start to the end; each is a copy of its own, its history behind it.

        Raises:
            BadRecord: another version of the edition, or a move that its rules do not allow.
        """
        from tsurolab.games.catalogue import edition, game

        try:
            current = edition(self.edition).version
            if current != self.edition_version:
                raise BadRecord(
                    f"the record was made with version {self.edition_version} of {self.edition}; "
                    f"this program has version {current}"
                )
            state: State = game(self.edition, **self.options).from_position(self.start)
            if state.players != self.players:
                raise BadRecord(f"the record is of {self.players} players, its start has {state.players} seats")
            state.seed, state.number = self.seed, self.number
        except BadRecord:
            raise
        except TsurolabError as error:
            raise BadRecord(f"the record cannot begin: {error}") from error
        yield state.copy()
        for number, (move, chance) in enumerate(zip(self.moves, self.chance, strict=True), 1):
            try:
                state.play(move, **(chance or {}))
            except (IllegalMove, TsurolabError) as error:
                raise BadRecord(f"move {number} of the record ({move}) cannot be played: {error}") from error
            yield state.copy()
        found = GameRecord.of(state).outcome
        if found != self.outcome:
            raise BadRecord(f"the record says the game ended with {self.outcome}, the replay with {found}")

    def final(self) -> State:
        """The last state of :meth:`replay`."""
        state = None
        for state in self.replay():  # noqa: B007
            pass
        assert state is not None
        return state


_HEAD: Final = {
    "edition": (str, "text"),
    "edition_version": (int, "a whole number"),
    "options": (dict, "an object"),
    "players": (int, "a whole number"),
    "start": (dict, "an object"),
    "seed": (int | None, "a whole number or null"),
    "number": (int | None, "a whole number or null"),
}


def _check_head(head: dict[str, Any]) -> None:
    """Whether the head's values are of their kind and agree; a missing one is a ``KeyError``."""
    for name, (kind, words) in _HEAD.items():
        value = head[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadRecord(f"the record's head is damaged: {name} must be {words}, not {value!r}")
        if isinstance(value, int) and not 0 <= value < 1 << 63:
            raise BadRecord(f"the record's head is damaged: {name} must be from 0 to 2**63 - 1, not {value}")
    seats = head["start"].get("players")
    count = len(seats) if isinstance(seats, list) else seats
    if count is not None and count != head["players"]:
        raise BadRecord(f"the record's head is damaged: players is {head['players']}, its start has {count} seats")


def _finite(text: str) -> float:
    """A number as JSON writes it; the words for others that Python would take are refused."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is no number")
    return number
