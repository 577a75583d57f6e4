"""A person against agents, line by line: what ``tsurolab play`` does.

What it is for: asking a person for moves and agents for theirs until the game ends, with any reader and writer of lines
(a terminal, a pipe, a test). What it is not for: pictures and the words of moves (each family's ``text.py``), and the
options of the command line.

Nothing is printed that the person's seat may not know: positions, moves and lists come from the family's text functions
with ``seat`` given. A saved game holds everything, hidden tiles included, as every record does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from tsurolab.agents import pick
from tsurolab.agents.seating import DEFAULT
from tsurolab.draw.sheet import WIDTH
from tsurolab.errors import BadArgument, BadRecord, OutputError, TsurolabError
from tsurolab.games.record import GameRecord
from tsurolab.seeds import MAX_SEED, Stream, check_seed, key
from tsurolab.simulate.files import check_target

if TYPE_CHECKING:
    from tsurolab.games.state import State

PAGE: Final = 20
"""Moves of a page of the list."""
HELP: Final = """\
Type the number of a move, its text, or part of its text to see only such moves.
  moves, moves 3      the first page of your moves, the third one
  Enter               the next page; if there is only one move, plays it
  board               the position once more
  hint, hint AGENT    what an agent would play here
  undo                back to your last decision
  save FILE           write the game so far as a record
  quit                leave the game
  ?                   this text
"""
_LONGEST: Final = 200
"""No move has more characters."""
_SHOWN: Final = 40
"""Characters of a wrong input that are repeated in the answer."""


class Ending(Enum):
    """How a session came to its end."""

    OVER = "the game is over"
    LEFT = "the person left"
    NO_INPUT = "the input ended"
    INTERRUPTED = "Ctrl-C or its like"


@dataclass(frozen=True)
class Session:
    """What is left when a session has ended."""

    state: State
    ending: Ending
    saved: Path | None
    """The file that holds this very game as it now is, if one does."""


class _Leave(Exception):
    """The person has had enough."""


def reader_of(source: TextIO, out: TextIO) -> Callable[[str], str]:
    """What asks for a line from ``source``; it shows question and answer on ``out``.

    The answer is repeated, since a pipe does not show what it brings. At the end of the input it raises ``EOFError``.

    >>> import io, sys
    >>> reader_of(io.StringIO("undo\\n"), sys.stdout)("> ")
    > undo
    'undo'
    """

    def ask(question: str) -> str:
        out.write(question)
        out.flush()
        line = source.readline()
        if not line:
            out.write("\n")
            raise EOFError
        line = line.rstrip("\r\n")
        out.write(line + "\n")
        return line

    return ask


def check_record_path(path: str | Path) -> Path:
    """``path`` if a record can be written there; an existing file must be a record.

    Raises:
        OutputError: it cannot be written, or is a file of another kind.
    """
    path = Path(path)
    with suppress(RuntimeError):  # there is no such user
        path = path.expanduser()
    try:
        if path.exists():
            if not path.is_file():
                raise BadRecord
            GameRecord.load(path)
        return check_target(path)
    except BadRecord:
        raise OutputError(f"{path} is there and is no game record; give the name of another file") from None
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise OutputError(f"{str(path)!r} cannot be the name of a file: {error}") from None


def seat_opponents(agents: str | Sequence[str] | None, players: int, seat: int) -> dict[int, str]:
    """The agent of every seat but the person's.

    Args:
        agents: ``None`` for uniform agents, one name for all, or names in the order of the seats; a shorter list goes
            round again.
        players: how many seats.
        seat: the person's.

    Raises:
        BadArgument: no such seat, no name, or more names than there are opponents.

    >>> seat_opponents(["greedy", "uniform"], 4, 1)
    {0: 'greedy', 2: 'uniform', 3: 'greedy'}
    """
    if isinstance(seat, bool) or seat not in range(players):
        raise BadArgument(f"seat must be 0 to {players - 1}, not {seat!r}")
    names = [DEFAULT] if agents is None else [agents] if isinstance(agents, str) else list(agents)
    others = [each for each in range(players) if each != seat]
    if not 1 <= len(names) <= max(1, len(others)):
        most = len(others)
        raise BadArgument(f"agents must be one name, or up to {most} names for {most} opponents, not {len(names)}")
    return {each: names[place % len(names)] for place, each in enumerate(others)}


def say_move(before: State, move: Any, after: State, *, seat: int) -> str:  # noqa: ARG001  (for words about what happened)
    """A line about a move that was made, as the person at ``seat`` sees it.

    Args:
        before: the position before the move.
        move: what was played.
        after: the position after it.
        seat: the person's seat.
    """
    who = "you play" if before.turn == seat else f"seat {before.turn} plays"
    return f"{who} {before.game.family.text.move_text(before, move, seat=seat)}"


class Table:
    """One person at a table with agents.

    >>> import io, sys
    >>> import tsurolab as tl
    >>> state = tl.game("sorry/classic").new(players=2, seed=1)
    >>> words = io.StringIO()
    >>> table = Table(state, 0, {1: "uniform"}, ask=reader_of(io.StringIO("quit\\n"), words), out=words)
    >>> table.play().ending
    <Ending.LEFT: 'the person left'>
    """

    def __init__(
        self,
        state: State,
        seat: int,
        agents: Mapping[int, str],
        *,
        ask: Callable[[str], str],
        out: TextIO,
        seed: int = 0,
        record: Path | None = None,
        colour: bool = False,
        plain: bool = False,
    ) -> None:
        """Sit down.

        Args:
            state: where the game begins or goes on.
            seat: the person's.
            agents: the agents' names by seat, for every other seat.
            ask: shows a question and returns the line that answers it; raises ``EOFError`` when there is none.
            out: where everything is printed.
            seed: of the agents' random choices.
            record: a file to write the game to when the session ends.
            colour: print positions with ANSI colours.
            plain: print positions in ASCII only.

        Raises:
            UnknownName: an agent that does not exist.
            BadArgument: no such seat, or a seat without an agent.
        """
        if set(agents) != set(range(state.players)) - {seat} or seat not in range(state.players):
            raise BadArgument(f"agents must be given for every seat of 0 to {state.players - 1} but {seat}")
        self.state = state
        self.seat = seat
        self._agents = dict(agents)
        self._ask, self._out = ask, out
        self._seed = check_seed(seed)
        self._record = record
        self._look = {"seat": seat, "colour": colour, "plain": plain}
        self._decisions = _decisions_of(state, seat)
        self._saved: tuple[Path, int, Any] | None = None
        self._listed: list[tuple[Any, str]] = []
        self._view: list[int] = []
        self._page = 0
        if not state.is_over:
            for name in dict.fromkeys(self._agents.values()):  # a wrong name is refused before the first move
                pick(state, name, seed=0)

    def play(self) -> Session:
        """Play until the game is over or the person leaves.

        Raises:
            OutputError: the record that was asked for cannot be written.
        """
        try:
            ending = self._sit()
        except _Leave:
            ending = Ending.LEFT
        except EOFError:
            ending = Ending.NO_INPUT
        except KeyboardInterrupt:
            self._say("")
            ending = Ending.INTERRUPTED
        if self.state.is_over:
            ending = Ending.OVER
        if self._record is not None:
            self._save(self._record)
        return Session(self.state, ending, self._file())

    def _sit(self) -> Ending:
        self._say(f"you are seat {self.seat}; ? helps")
        while True:
            while not self.state.is_over:
                if self.state.turn == self.seat:
                    self._decide()
                else:
                    self._make(pick(self.state, self._agents[self.state.turn], seed=self._agent_seed()))
            self._board()
            self._say(self._outcome())
            if self._record is not None or not self._last_words():
                return Ending.OVER

    # -------------------------------------------------------------------------------------------------------- decisions

    def _decide(self) -> None:
        """One decision of the person: questions until one is answered by a move or by going back."""
        self._board()
        self._listed = _without_repeats(self.state.game.family.text.listed_moves(self.state))
        self._view, self._page = list(range(len(self._listed))), 0
        self._list()
        while not self._answered(self._ask(f"seat {self.seat}> ").strip()):
            pass

    def _answered(self, text: str) -> bool:
        """Do what a line says; whether the position is another one now."""
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if not text:
            return self._enter()
        if re.fullmatch(r"[+-]?[0-9]+", text):
            return self._number(text)
        if word in ("?", "help"):
            self._say(HELP + self.state.game.family.text.HELP.rstrip("\n"))
        elif word in ("moves", "more"):
            self._moves(rest if word == "moves" else str(self._page + 2))
        elif text == "board":
            self._board()
        elif word == "hint":
            self._hint(rest)
        elif word == "save":
            self._save_as(rest)
        elif text == "undo":
            return self._undo()
        elif text in ("quit", "exit", "q"):
            raise _Leave
        else:
            return self._text(text)
        return False

    def _enter(self) -> bool:
        if len(self._listed) == 1:
            return self._choose(0)
        if (self._page + 1) * PAGE < len(self._view):
            self._page += 1
            self._list()
        else:
            self._say("type the number of a move, or ? for help")
        return False

    def _number(self, text: str) -> bool:
        number = int(text[-9:])
        if len(text) > 9 or not 1 <= number <= len(self._listed) or text[0] in "+-":
            self._say(f"there is no move {_short(text)}; your moves have the numbers 1 to {len(self._listed)}")
            return False
        return self._choose(number - 1)

    def _choose(self, place: int) -> bool:
        self._decisions.append(self.state.ply)
        self._make(self._listed[place][0])
        return True

    def _text(self, text: str) -> bool:
        """A move by its text, or else the moves with that text in them."""
        if len(text) > _LONGEST:
            self._say(f"no move is so long: {_short(text)}")
            return False
        try:
            move = self.state.copy().play(text).last_move
        except TsurolabError as error:
            reason = " ".join(str(error).split())
        else:
            self._decisions.append(self.state.ply)
            self._make(move)
            return True
        part = " ".join(text.lower().split())
        found = [place for place, (move, _) in enumerate(self._listed) if part in str(move).lower()]
        if found:
            self._view, self._page = found, 0
            self._list()
        else:
            self._say(f"not played: {reason}")
        return False

    def _undo(self) -> bool:
        if not self._decisions:
            self._say("nothing to undo: you have made no move yet")
            return False
        ply = self._decisions.pop()
        before = self.state.copy()
        while before.ply > ply:
            before.undo()
        count = self.state.ply - before.ply
        self.state = before
        self._say(f"{count} move{'s' * (count != 1)} taken back")
        return True

    def _hint(self, name: str) -> None:
        name = name or next(iter(self._agents.values()), DEFAULT)
        try:
            move = pick(self.state, name, seed=self._agent_seed())
        except TsurolabError as error:
            self._say(str(error))
            return
        numbers = [place for place, (each, _) in enumerate(self._listed, 1) if str(each) == str(move)]
        self._say(f"{name} would play {numbers[0]}: {move}" if numbers else f"{name} would play {move}")

    # ------------------------------------------------------------------------------------------------------------ moves

    def _agent_seed(self) -> int:
        """A seed for this one decision, the same whenever the game comes here again."""
        return key(self._seed, self.state.ply, Stream.AGENT + self.state.turn) & MAX_SEED

    def _make(self, move: Any) -> None:
        # The new state takes the old one's place at once, so that an interrupt leaves a whole game.
        before, after = self.state, self.state.copy().play(move)
        self.state = after
        self._say(say_move(before, move, after, seat=self.seat))

    def _outcome(self) -> str:
        outcome = self.state.outcome
        assert outcome is not None
        if self.seat not in outcome.winners:
            yours = "you have not won"
        else:
            yours = "you have won" if len(outcome.winners) == 1 else "you share the win"
        return f"the game is over: {outcome}; {yours}"

    def _last_words(self) -> bool:
        """After the game: save it, or go back into it; whether it goes on."""
        while True:
            text = self._ask("save FILE, undo, or Enter to leave> ").strip()
            word, _, rest = text.partition(" ")
            if word == "save":
                self._save_as(rest.strip())
            elif text == "undo":
                if self._undo():
                    return True
            elif text in ("", "quit", "exit", "q"):
                return False
            else:
                self._say(f"the game is over: save FILE, undo or Enter, not {_short(text)}")

    # ---------------------------------------------------------------------------------------------------------- records

    def _save_as(self, name: str) -> None:
        if not name:
            self._say("say where: save FILE")
            return
        try:
            self._save(check_record_path(name))
        except OSError as error:
            self._say(" ".join(str(error).split()))

    def _save(self, path: Path) -> None:
        self.state.record().save(path)
        self._saved = path, self.state.ply, self.state
        self._say(f"wrote {path}: {self.state.ply} move{'s' * (self.state.ply != 1)}")

    def _file(self) -> Path | None:
        return self._saved[0] if self._saved and self._saved[1:] == (self.state.ply, self.state) else None

    # ----------------------------------------------------------------------------------------------------------- output

    def _say(self, text: str) -> None:
        self._out.write(text + "\n")
        self._out.flush()

    def _board(self) -> None:
        self._say("\n" + self.state.text(**self._look))  # type: ignore[arg-type]

    def _moves(self, page: str) -> None:
        pages = -(-len(self._view) // PAGE)
        if not page:
            self._view, self._page = list(range(len(self._listed))), 0
        elif page.isascii() and page.isdigit() and 1 <= int(page[:9]) <= pages:
            self._page = int(page) - 1
        else:
            self._say(f"there is no page {_short(page)} of moves, only {pages}")
            return
        self._list()

    def _list(self) -> None:
        """The page of moves that is being looked at, in as many columns as there is room for."""
        first = self._page * PAGE
        shown = self._view[first : first + PAGE]
        digits = len(str(len(self._listed)))
        entries = []
        for place in shown:
            move, words = self._listed[place]
            entries.append(f"{place + 1:>{digits}}  {move}" + (f"  ({words})" if words else ""))
        for line in _columns(entries):
            self._say(line)
        rest = len(self._view) - first - len(shown)
        if rest:
            self._say(f"... and {rest} more: Enter shows them, or type part of a move")
        elif len(self._listed) == 1:
            self._say("your only move: Enter plays it")


def _decisions_of(state: State, seat: int) -> list[int]:
    """How many moves had been played at each decision of a seat."""
    twin = state.copy()
    plies = []
    while twin.ply:
        twin.undo()
        if twin.turn == seat:
            plies.append(twin.ply)
    return plies[::-1]


def _without_repeats(listed: list[tuple[Any, str]]) -> list[tuple[Any, str]]:
    """Moves that read alike are alike to a person: two equal tiles in a hand."""
    return list({str(move): (move, words) for move, words in reversed(listed)}.values())[::-1]


def _columns(entries: Sequence[str]) -> list[str]:
    """Entries as lines, to be read down the columns.

    >>> _columns(["1  " + "first" * 6, "2  second", "3  third"])
    ['1  firstfirstfirstfirstfirstfirst  3  third', '2  second']
    """
    if not entries:
        return []
    wide = max(map(len, entries)) + 2
    count = max(1, (WIDTH + 2) // wide)
    rows = -(-len(entries) // count)
    return ["".join(entry.ljust(wide) for entry in entries[row::rows]).rstrip() for row in range(rows)]


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
