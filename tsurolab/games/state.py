"""What every state can do: the friendly face over a kernel's record.

What it is for: :class:`State`, which a person plays with, its :class:`LegalMoves`, and the :class:`Observation` of one
seat. What it is not for: rules; families fill in what differs between them.
"""

from __future__ import annotations

import copy
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from tsurolab.errors import BadArgument, IllegalMove
from tsurolab.games.protocol import GameLike, Kernel, Outcome, copy_record, new_records
from tsurolab.seeds import Stream, check_seed, key

if TYPE_CHECKING:
    from tsurolab.games.record import GameRecord


class LegalMoves(Sequence[Any]):
    """The legal moves of one position: it iterates, counts, answers ``in`` and shows itself.

    ``move in state.legal_moves`` takes a move or its text.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._moves: list[Any] = state._legal()
        self._set = frozenset(self._moves)

    def __len__(self) -> int:
        """How many distinct moves there are."""
        return len(self._moves)

    def __getitem__(self, index: Any) -> Any:
        """A move by its place in the kernel's order, or a list for a slice."""
        return self._moves[index]

    def __iter__(self) -> Iterator[Any]:
        """The moves in the kernel's order."""
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the text of one, is legal."""
        if isinstance(move, str):
            try:
                move = self._state.parse(move)
            except (IllegalMove, BadArgument):
                return False
        try:
            return move in self._set
        except TypeError:  # what cannot be hashed is no move
            return False

    def __repr__(self) -> str:
        """The moves as text, the first twelve if there are many."""
        shown = ", ".join(str(move) for move in self._moves[:12])
        more = f", ... {len(self) - 12} more" if len(self) > 12 else ""
        return f"<{len(self)} legal moves: {shown}{more}>"


class State(ABC):
    """A position of a game with its history: what a person plays with.

    Everything that happens is done by the family's kernel on one record; this class checks, converts and remembers.
    Families subclass it and fill in the abstract methods.
    """

    Reason: ClassVar[type[Enum]]

    def __init__(self, game: GameLike, record: Any, *, seed: int | None = None, number: int | None = None) -> None:
        self.game = game
        self.seed = seed
        self.number = number
        self._rules = game.rules
        self._record = record
        self._past: list[tuple[Any, Any, dict[str, Any] | None]] = []
        self._legal_moves: LegalMoves | None = None

    # what a family fills in

    @abstractmethod
    def _move_from_record(self, move: Any) -> Any:
        """The public move of a MOVE record."""

    @abstractmethod
    def _move_to_record(self, move: Any) -> Any:
        """The MOVE record of a public move."""

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The move that ``text`` names in this position. Raises :class:`IllegalMove` with the reason."""

    @abstractmethod
    def position(self) -> dict[str, Any]:
        """This position as JSON-able data; ``game.from_position`` reads it back."""

    @abstractmethod
    def _why_not(self, move: object) -> str:
        """Why ``move`` is not legal here, in one line."""

    @abstractmethod
    def _chance(self, before: Any) -> dict[str, Any] | None:
        """The chance outcomes of the last play, as JSON-able data, or ``None`` if there were none."""

    @abstractmethod
    def _play_given(self, move: Any, chance: Mapping[str, Any]) -> None:
        """Play a move record with the chance outcomes given, drawing no random number."""

    @abstractmethod
    def svg(self, *, narrow: bool = False) -> str:
        """The position as a picture: board beside players, or below each other where the page is as ``narrow`` as a
        phone."""

    # what all families share

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg()

    @property
    def _kernel(self) -> Kernel:
        return self.game.family.kernel

    @property
    def players(self) -> int:
        """How many seats the game has."""
        return int(self._record.players)

    @property
    def turn(self) -> int:
        """The seat to play, from 0 (the last one to have played when the game is over)."""
        return int(self._record.turn)

    @property
    def ply(self) -> int:
        """How many moves have been played since this state began."""
        return len(self._past)

    @property
    def outcome(self) -> Outcome | None:
        """``None`` while the game goes on, else why it ended and who won."""
        if not self._record.reason:
            return None
        winners = tuple(seat for seat in range(self.players) if int(self._record.winners) >> seat & 1)
        return Outcome(self.Reason(int(self._record.reason)), winners)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._record.reason)

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves played since this state began."""
        return tuple(move for _, move, _ in self._past)

    @property
    def last_move(self) -> Any:
        """The last move played, or ``None``."""
        return self._past[-1][1] if self._past else None

    @property
    def last_words(self) -> str:
        """What the last move did and brought about, in one line; how things stand if no move has been played.

        >>> import tsurolab as tl
        >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
        >>> state.last_words
        '2 players, 29 tiles in the pile; seat 0 begins'
        >>> state.play("5,0@7").last_words
        'seat 0 puts its marker on point 7 of row 5, column 0'
        """
        told = self.game.family.commentary
        if not self._past:
            return told.begin(self)
        before = self.copy()
        return told.describe(before, before.undo(), self)

    @property
    def final_words(self) -> str:
        """Who won and why the game ended, in one line; empty while it goes on."""
        return self.game.family.commentary.end(self) if self.is_over else ""

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat to play; empty when the game is over."""
        if self._legal_moves is None:
            self._legal_moves = LegalMoves(self)
        return self._legal_moves

    def _completed(self, move: Any) -> Any:
        """``move`` with what a family can fill in by itself."""
        return move

    def _legal(self) -> list[Any]:
        if self.is_over:
            return []
        buffer = new_records(self._kernel.MOVE, self._kernel.MAX_MOVES)
        count = self._kernel.legal(self._rules, self._record, buffer)
        return [self._move_from_record(buffer[index]) for index in range(count)]

    def play(self, move: Any, **chance: Any) -> Self:
        """Play a move, given as a move or as its text; returns the state itself.

        Args:
            move: one of :attr:`legal_moves`, or text that :meth:`parse` understands.
            chance: outcomes of chance to use instead of random ones (a replay gives them); named as in a record.

        Raises:
            IllegalMove: the game is over, or the move is not legal here; the message says why.
        """
        if self.is_over:
            raise IllegalMove(f"the game is over ({self.outcome}); undo() or start a new one")
        if isinstance(move, str):
            move = self.parse(move)
        else:
            move = self._completed(move)
        if move not in self.legal_moves:
            raise IllegalMove(f"{move} is not legal here: {self._why_not(move)}")
        before = copy_record(self._record)
        try:
            if chance:
                self._play_given(self._move_to_record(move), chance)
            else:
                self._kernel.play(self._rules, self._record, self._move_to_record(move))
            happened = self._chance(before)
        except Exception:
            self._record = before
            raise
        self._past.append((before, move, happened))
        self._legal_moves = None
        return self

    def undo(self) -> Any:
        """Take back the last move and return it.

        Raises:
            IllegalMove: there is no move to take back.
        """
        if not self._past:
            raise IllegalMove("nothing to undo: no move has been played since this state began")
        self._record, move, _ = self._past.pop()
        self._legal_moves = None
        return move

    def copy(self) -> Self:
        """An independent copy, history included."""
        twin = copy.copy(self)
        twin._record = copy_record(self._record)
        twin._past = list(self._past)
        return twin

    def observe(self, seat: int) -> Observation:
        """What ``seat`` may see of this position: an independent value in which the rest is blank.

        Raises:
            BadArgument: there is no such seat.
        """
        return Observation(self, self._check_seat(seat))

    def resample(self, seat: int, *, seed: int = 0) -> Self:
        """A copy in which all that ``seat`` cannot see is dealt anew, uniformly, and so is all later chance.

        What others did is not taken as a hint of what they hold. The result depends on what the seat sees and on
        ``seed`` alone; its history begins here.

        Raises:
            BadArgument: there is no such seat, or the seed is out of range.

        >>> import tsurolab as tl
        >>> state = tl.game("tsuro/classic").new(players=3, seed=1)
        >>> other = state.resample(0, seed=5)
        >>> other.hand(0) == state.hand(0), other.hand(1) == state.hand(1)
        (True, False)
        """
        seat, desk = self._check_seat(seat), new_records(self._kernel.DESK, 1)[0]
        desk.rng[seat] = key(check_seed(seed), self.ply, Stream.AGENT + seat)
        twin = self.copy()
        twin._kernel.resample(twin._rules, twin._record, seat, desk)
        twin._past, twin._legal_moves, twin.seed, twin.number = [], None, None, None
        return twin

    def _drawn_position(self) -> dict[str, Any]:
        """The position as pictures take it: of a finished game, nobody's turn, and who won."""
        position = self.position()
        if self.outcome:
            position["turn"] = None
            position["outcome"] = {"reason": self.outcome.reason.name, "winners": list(self.outcome.winners)}
        return position

    def _check_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not hasattr(seat, "__index__") or int(cast(int, seat)) not in range(self.players):
            raise BadArgument(f"seat must be 0 to {self.players - 1}, not {seat!r}")
        return int(cast(int, seat))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """The same as :meth:`copy`."""
        return self.copy()

    def record(self) -> GameRecord:
        """The game so far, from where this state began, as a record that replays without random numbers."""
        from tsurolab.games.record import GameRecord

        return GameRecord.of(self)

    def text(self, *, seat: int | None = None, colour: bool = False, plain: bool = False) -> str:
        """The position as a picture in characters, at most 80 columns wide.

        Args:
            seat: who looks; what this seat may not know is not shown, such as the hands of others. ``None`` shows all
                hands. The order of a pile or bag is never shown.
            colour: with ANSI colours, for a terminal that has them.
            plain: in ASCII only, for a terminal that has no more.

        Raises:
            BadArgument: no such seat.

        >>> import tsurolab as tl
        >>> print(tl.game("tsuro/classic").new(players=2, seed=1).text(seat=0).splitlines()[0])
        tsuro/classic: 2 players, 0 moves, seat 0 to play
        """
        seat = None if seat is None else self._check_seat(seat)
        return self.game.family.text.position_text(self, seat=seat, colour=colour, plain=plain)

    def __str__(self) -> str:
        """The position as :meth:`text` shows it, in what characters the output has."""
        from tsurolab.draw.sheet import can_draw

        return self.text(plain=not can_draw(getattr(sys.stdout, "encoding", None)))

    def __eq__(self, other: object) -> bool:
        """Two states are equal when their rules and their records are, byte for byte."""
        return (
            isinstance(other, State)
            and self._rules.tobytes() == other._rules.tobytes()
            and self._record.tobytes() == other._record.tobytes()
        )

    def __hash__(self) -> int:
        """The hash of the record; a state that plays on changes it."""
        return hash(self._record.tobytes())

    def __repr__(self) -> str:
        """One line: the edition, the players, and whose turn it is or how it ended."""
        now = str(self.outcome) if self.is_over else f"seat {self.turn} to play"
        return f"<{self.game.edition.name}: {self.players} players, {self.ply} moves, {now}>"


class Observation:
    """A position as one seat sees it; made by :meth:`State.observe`.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=3, seed=1)
    >>> state.observe(0) == state.resample(0, seed=5).observe(0)
    True
    """

    def __init__(self, state: State, seat: int) -> None:
        self.game = state.game
        self.seat = seat
        self.record = copy_record(state._record)
        """The kernel's STATE record with other hands, piles and generators blank: what a user's agent gets."""
        state._kernel.hide(state._rules, self.record, seat, new_records(state._kernel.VEIL, 1)[0])
        self.legal_moves: tuple[Any, ...] = tuple(state.legal_moves) if state.turn == seat else ()
        """The legal moves of the seat if it is its turn, else none."""

    def __eq__(self, other: object) -> bool:
        """Two observations are equal when the seat and all that it sees are."""
        return (
            isinstance(other, Observation)
            and (self.game, self.seat) == (other.game, other.seat)
            and self.record.tobytes() == other.record.tobytes()
        )

    def __hash__(self) -> int:
        """The hash of what is seen."""
        return hash((self.seat, self.record.tobytes()))

    def __repr__(self) -> str:
        """One line: whose view of what."""
        return f"<{self.game.edition.name} as seat {self.seat} sees it, {len(self.legal_moves)} legal moves>"
