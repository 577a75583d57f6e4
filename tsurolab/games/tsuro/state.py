"""The State of Tsuro: positions as data, moves as text, and why a move is refused.

What it is for: checks and conversions around the kernel's record. What it is not for: rules (``kernel.py``) and
pictures (``drawing.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from tsurolab.errors import BadArgument, IllegalMove
from tsurolab.games.protocol import GameLike, new_records
from tsurolab.games.state import State
from tsurolab.games.tsuro import kernel, kernel_paths, kernel_record, kernel_turn
from tsurolab.games.tsuro.notation import Move, parse_move
from tsurolab.games.tsuro.rules import EDGE, SIDES, Cause, Phase, Reason
from tsurolab.games.tsuro.tiles import CLASS_NAMES, FACE_DOWN, ORIENTED_INDEX, ORIENTED_NAMES, canonical_name

NONE = kernel_record.NONE
_CLASS_INDEX = {name: index for index, name in enumerate(CLASS_NAMES)}


def _class_name(index: Any) -> str:
    return CLASS_NAMES[int(index)] if index != NONE else FACE_DOWN


@dataclass(frozen=True)
class Event:
    """Something that happened in a turn: a marker left the board, a tile was drawn, the dragon moved."""

    kind: str
    """``"out"``, ``"draw"`` or ``"dragon"``."""
    seat: int | None
    """Whom it happened to; ``None`` when the dragon was set aside."""
    cause: str | None = None
    """Of an elimination: ``"edge"``, ``"collision"`` or ``"loop"``."""
    row: int | None = None
    col: int | None = None
    tile: str | None = None
    """Of a draw: the canonical name."""


class TsuroState(State):
    """A position of any edition of Tsuro.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
    >>> state.play("5,0@7").play("0,5@3").turn
    0
    >>> len(state.legal_moves) > 0 and state.legal_moves[0].row
    5
    """

    Reason = Reason

    # --------------------------------------------------------------------------------------------------------- moves

    def _move_from_record(self, move: Any) -> Move:
        if move.square == NONE:
            return Move(keep=tuple(CLASS_NAMES[index] for index in move.keep if index != NONE))
        row, col = divmod(int(move.square), self.cols)
        port = int(move.port)
        placed = int(move.tile) != NONE
        return Move(
            row,
            col,
            ORIENTED_NAMES[int(move.tile)] if placed else None,
            int(move.slot) if placed else None,
            port + 1 if port < 8 else None,
            SIDES[port - 8] if 8 <= port < NONE else None,
        )

    def _move_to_record(self, move: Move) -> Any:
        record = new_records(kernel.MOVE, 1)[0]
        record.square = record.port = record.tile = record.slot = NONE
        record.keep = NONE
        if move.keep is not None:
            for place, name in enumerate(move.keep):
                record.keep[place] = _CLASS_INDEX[name]
            return record
        assert move.row is not None
        assert move.col is not None
        record.square = move.row * self.cols + move.col
        if move.point is not None:
            record.port = move.point - 1
        elif move.side is not None:
            record.port = 8 + SIDES.index(move.side)
        if move.tile is not None:
            record.tile, record.slot = ORIENTED_INDEX[move.tile], move.slot
        return record

    def parse(self, text: str) -> Move:
        """The move that ``text`` names in this position (see :mod:`tsurolab.games.tsuro.notation`).

        Raises:
            IllegalMove: the text is no move, or names a tile that is not in the hand.
        """
        try:
            move = parse_move(text)
        except BadArgument as error:
            raise IllegalMove(str(error)) from None
        if move.tile is None:
            return move
        hand = self.hand(self.turn)
        name = canonical_name(move.tile)
        if name not in hand:
            held = ", ".join(hand) or "nothing"
            turned = "" if move.tile == name else f" (of which {move.tile} is a turn)"
            raise IllegalMove(f"seat {self.turn} does not hold {name}{turned}, only {held}")
        return replace(move, slot=hand.index(name))

    def _completed(self, move: Any) -> Any:
        """A move with the slot of its tile filled in, where only the slot is missing."""
        if isinstance(move, Move) and move.tile is not None and move.slot is None:
            alike = [legal for legal in self.legal_moves if str(legal) == str(move)]
            return alike[0] if alike else move
        return move

    def _why_not(self, move: object) -> str:
        seat = self.turn
        if not isinstance(move, Move):
            return f"a move of Tsuro is a Move or its text, not {type(move).__name__}"
        if self.phase is Phase.MARKS and (move.tile is not None or (move.point is None and move.side is None)):
            return f"seat {seat} must first place its marker on a free start mark, as in '{self.legal_moves[0]}'"
        if self.phase is Phase.INHERIT:
            return f"seat {seat} must choose which cards to keep, as in '{self.legal_moves[0]}'"
        if self.phase is Phase.MARKS:
            return "it is not a start mark, or a marker stands there"
        if move.tile is None:
            return f"seat {seat} must lay a tile, as in '{self.legal_moves[0]}'"
        try:
            name = canonical_name(move.tile)
        except BadArgument as error:
            return str(error)
        if name not in self.hand(seat):
            return f"seat {seat} does not hold that tile"
        squares = {(legal.row, legal.col) for legal in self.legal_moves}
        if (move.row, move.col) not in squares:
            allowed = " or ".join(f"{row},{col}" for row, col in sorted(squares)[:4])
            return f"the tile must go on the empty square in front of the marker, {allowed}"
        # A first card also names the mark where the marker enters; any other move has none.
        alike = [
            legal
            for legal in self.legal_moves
            if (legal.row, legal.col, legal.tile) == (move.row, move.col, move.tile)
            and (move.point is None or legal.point in (None, move.point))
        ]
        if alike:
            return f"play it as '{alike[0]}'"
        return "it puts the player out while another placement does not"

    def _play_given(self, move: Any, chance: Mapping[str, Any]) -> None:
        if set(chance) != {"deck"}:
            raise BadArgument(
                f"the only chance outcome of Tsuro is deck=[names in drawing order], not {sorted(chance)}"
            )
        record, tables = self._record, self._rules
        if record.phase == Phase.MARKS:
            kernel.play(tables, record, move)
            return
        if record.phase == Phase.INHERIT:
            kernel_turn.inherit(record, move)
        else:
            kernel_turn.lay(tables, record, move)
            if record.phase == Phase.INHERIT:
                return
        if kernel_turn.give_back(tables, record):
            self._set_deck(chance["deck"])
        kernel_turn.settle(tables, record)

    def _set_deck(self, names: Sequence[str]) -> None:
        count = int(self._record.deck_count)
        given = [_class_index(name) for name in names]
        if sorted(given) != sorted(int(index) for index in self._record.deck[:count]):
            raise BadArgument(f"the shuffled pile must hold the {count} tiles of the pile and the returned hands")
        self._record.deck[:count] = given[::-1]

    def _chance(self, before: Any) -> dict[str, Any] | None:
        if not self._record.returned or self.phase is Phase.INHERIT:
            return None
        # The pile as it was just after the shuffle: what has been drawn from it since, then what is left.
        return {"deck": [*(tile for _, tile in self._draws(before)), *self.deck]}

    # ---------------------------------------------------------------------------------------------------- what is seen

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self._rules.rows)

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self._rules.cols)

    @property
    def phase(self) -> Phase:
        """What the seat to play decides: a start mark, a tile, or which cards to keep."""
        return Phase(int(self._record.phase))

    @property
    def alive(self) -> tuple[int, ...]:
        """The seats still in the game."""
        return tuple(seat for seat in range(self.players) if int(self._record.alive) >> seat & 1)

    @property
    def dragon(self) -> int | None:
        """The seat that holds the dragon tile, or ``None``."""
        holder = int(self._record.dragon)
        return holder if holder >= 0 else None

    @property
    def deck(self) -> list[str]:
        """The draw pile by canonical names, in drawing order; ``"?"`` for tiles that lie face down to who looks on."""
        return self._deck_of(self._record)

    @property
    def tiles(self) -> dict[tuple[int, int], str]:
        """The tiles on the board, as they lie, by (row, column)."""
        count = self.rows * self.cols
        return {
            divmod(square, self.cols): ORIENTED_NAMES[int(tile)]
            for square, tile in enumerate(self._record.tiles[:count])
            if tile != NONE
        }

    @staticmethod
    def _deck_of(record: Any) -> list[str]:
        return [_class_name(index) for index in record.deck[: int(record.deck_count)][::-1]]

    def hand(self, seat: int) -> list[str]:
        """The tiles of a seat by canonical names; the common hand for every seat when there is one.

        ``"?"`` stands for a tile that may not be seen.
        """
        owner = 0 if self._rules.common_hand else self._check_seat(seat)
        count = int(self._record.hand_count[owner])
        return [_class_name(kernel_record.tile_in(self._record, owner, slot)) for slot in range(count)]

    def path(self, seat: int) -> list[tuple[int, int, int, int]]:
        """The path of a seat's marker so far: (row, column, point in, point out) for each tile crossed.

        Also of markers that have left; empty if the marker has not moved, or if it began on no start mark.
        """
        notch = int(self._record.start[self._check_seat(seat)])
        if notch < 0:
            return []
        steps = int(kernel_turn.path_length_of(self._record, seat))
        end = int(self._rules.notch_end[notch])
        path = []
        for _ in range(steps):
            if end >= EDGE:
                break
            square, port = divmod(end, 8)
            tile = int(self._record.tiles[square])
            if tile == NONE:
                break
            leave = int(kernel_paths.THROUGH[tile, port])
            path.append((*divmod(square, self.cols), port + 1, leave + 1))
            end = int(self._rules.link[square * 8 + leave])
        return path

    @property
    def last_events(self) -> list[Event]:
        """What the last move brought about: eliminations, then draws in order, then a move of the dragon."""
        return self._events(self._past[-1][0]) if self._past else []

    def _events(self, before: Any) -> list[Event]:
        record = self._record
        events = []
        for seat in range(self.players):
            if int(before.alive) >> seat & 1 and not int(record.alive) >> seat & 1:
                row, col = divmod(int(record.out_square[seat]), self.cols)
                events.append(Event("out", seat, Cause(int(record.out_cause[seat])).name.lower(), row, col))
        events += [Event("draw", seat, tile=tile) for seat, tile in self._draws(before)]
        if before.dragon != record.dragon:
            events.append(Event("dragon", self.dragon))
        return events

    def _draws(self, before: Any) -> list[tuple[int, str]]:
        """Who drew what: each hand's new tiles are its last ones, and rounds go clockwise from the first to draw."""
        record, mover = self._record, int(before.turn)
        if record.phase == Phase.INHERIT or self.is_over or before.phase == Phase.MARKS:
            return []
        common = bool(self._rules.common_hand)
        new: dict[int, list[str]] = {}
        for seat in range(self.players):
            if seat if common else not int(record.alive) >> seat & 1:
                continue
            laid = (0 if common else mover) == seat and before.phase == Phase.TILES
            had = int(before.hand_count[seat]) - laid
            if had < record.hand_count[seat]:
                new[seat] = self.hand(seat)[had:]
        first = self._first_to_draw(before)
        order = [(first + step) % self.players for step in range(self.players)]
        longest = max((len(names) for names in new.values()), default=0)
        return [(seat, new[seat][turn]) for turn in range(longest) for seat in order if turn < len(new.get(seat, []))]

    def _first_to_draw(self, before: Any) -> int:
        holder, alive = int(before.dragon), int(self._record.alive)
        if holder < 0:
            return int(before.turn)
        if alive >> holder & 1:
            return holder
        for step in range(1, self.players):
            seat = (holder + step) % self.players
            if alive >> seat & 1 and int(before.hand_count[seat]) - (seat == before.turn) < self._rules.hand_size:
                return seat
        return holder

    # ------------------------------------------------------------------------------------------------------- positions

    def position(self) -> dict[str, Any]:
        """This position as JSON-able data.

        Keys: ``rows``, ``cols``; ``tiles`` (row, col, tile as it lies); ``players`` (``faces``: the empty square in
        front and the point of entry, or ``None`` before the start is chosen and after leaving; ``hand``; ``out``);
        ``turn``; ``deck`` in drawing order; ``dragon``. What these cannot tell is added where it exists: of a player
        who is out, the ``start`` notch and how he ``left``; ``pending`` while cards are being inherited;
        ``outcome`` of a game that has ended. Tiles that may not be seen are ``"?"``; such a position cannot be read
        back.

        >>> import tsurolab as tl
        >>> position = tl.game("tsuro/classic").new(players=3, seed=1).position()
        >>> tl.game("tsuro/classic").from_position(position).position() == position
        True
        """
        record = self._record
        players: list[dict[str, Any]] = []
        for seat in range(self.players):
            owner = seat if not self._rules.common_hand or seat == 0 else None
            player: dict[str, Any] = {
                "faces": self._faces(seat),
                "hand": self.hand(seat) if owner is not None else [],
                "out": not int(record.alive) >> seat & 1,
            }
            if player["out"] and record.start[seat] >= 0:
                player["start"] = int(record.start[seat])
            if record.out_cause[seat]:
                player["left"] = {
                    "turn": int(record.out_turn[seat]),
                    "cause": Cause(int(record.out_cause[seat])).name.lower(),
                    "row": int(record.out_square[seat]) // self.cols,
                    "col": int(record.out_square[seat]) % self.cols,
                    "path": int(record.path_length[seat]),
                }
            if record.dragon_turns[seat]:
                player["dragon_turns"] = int(record.dragon_turns[seat])
            players.append(player)
        position: dict[str, Any] = {
            "rows": self.rows,
            "cols": self.cols,
            "tiles": [{"row": row, "col": col, "tile": tile} for (row, col), tile in self.tiles.items()],
            "players": players,
            "turn": self.turn,
            "deck": self.deck,
            "dragon": self.dragon,
        }
        if self.phase is Phase.INHERIT:
            position["pending"] = {"inherit": [s for s in range(self.players) if int(record.gone) >> s & 1]}
        if record.forced_suicides:
            position["forced_suicides"] = int(record.forced_suicides)
        if self.outcome and self._outcome_is_news():
            position["outcome"] = {"reason": self.outcome.reason.name, "winners": list(self.outcome.winners)}
        return position

    def _outcome_is_news(self) -> bool:
        """Whether the rest of the position does not tell how the game ended."""
        reason = Reason(int(self._record.reason))
        return bool(self._rules.goal) or reason in (Reason.ALL_ELIMINATED, Reason.MARKER_LOST)

    def _faces(self, seat: int) -> dict[str, Any] | None:
        end = int(self._record.at[seat])
        if end < 0:
            return None
        square, port = divmod(end, 8)
        row, col = divmod(square, self.cols)
        if int(self._record.undecided) >> seat & 1:
            return {"row": row, "col": col, "point": None, "side": SIDES[port // 2]}
        return {"row": row, "col": col, "point": port + 1}

    @classmethod
    def from_position(cls, game: GameLike, position: Mapping[str, Any], *, strict: bool = False) -> Self:
        """Read what :meth:`position` writes; only its documented keys are needed.

        A board of another size than the edition's is taken as it is given. Tiles may be missing from the whole, and
        without ``strict`` also be there more than once, or paths begin nowhere: such studies can be played on.

        Raises:
            ImpossiblePosition: with the first reason found.
        """
        from tsurolab.games.tsuro.positions import read_position

        tables, record = read_position(game, position, strict=strict)
        state = cls(game, record)
        state._rules = tables
        return state

    # -------------------------------------------------------------------------------------------------------- pictures

    @property
    def loops(self) -> int:
        """How many closed loops the tiles on the board form."""
        return int(self._record.loops)

    def _drawn_position(self) -> dict[str, Any]:
        position = super()._drawn_position()
        for seat, player in enumerate(position["players"]):
            player["path"] = [list(step) for step in self.path(seat)]
        return position

    def svg(self, *, narrow: bool = False) -> str:
        """The board, the hands, and the last move outlined."""
        from tsurolab.games.tsuro.drawing import NARROW, state_svg

        if narrow:
            return state_svg(self._drawn_position(), last_move=self.last_move, width=NARROW, beside=False)
        return state_svg(self._drawn_position(), last_move=self.last_move)


def _class_index(name: object) -> int:
    return _CLASS_INDEX[canonical_name(str(name))]


STATE_CLASS = TsuroState
