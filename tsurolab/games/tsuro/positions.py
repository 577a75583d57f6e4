"""Positions of Tsuro as data: reading them, and saying what is impossible in them.

What it is for: ``game.from_position``. What it is not for: writing positions (``State.position`` does).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tsurolab.errors import BadArgument, ImpossiblePosition
from tsurolab.games.protocol import GameLike, copy_record, new_records
from tsurolab.games.reading import check_position, listed, mapping, whole
from tsurolab.games.tsuro import kernel_paths, kernel_record, kernel_turn
from tsurolab.games.tsuro.rules import (
    EDGE,
    MAX_DECK,
    MAX_SEATS,
    MAX_SIDE,
    SIDES,
    Cause,
    Phase,
    Reason,
    Redraw,
    Start,
    set_board,
)
from tsurolab.games.tsuro.tiles import CLASS_NAMES, CLASS_OF, ORIENTED_INDEX, canonical_name, name_of, parse_name
from tsurolab.seeds import key

_KEYS: Final = ("rows", "cols", "tiles", "players", "turn", "deck", "dragon")
_MORE_KEYS: Final = ("pending", "forced_suicides", "outcome")
_PLAYER_KEYS: Final = ("faces", "hand", "out", "start", "left", "dragon_turns")
_TILE_KEYS: Final = ("row", "col", "tile")
_FACES_KEYS: Final = ("row", "col", "point", "side")
_CLASS_INDEX: Final = {name: index for index, name in enumerate(CLASS_NAMES)}


def read_position(game: GameLike, position: Mapping[str, Any], *, strict: bool) -> tuple[Any, Any]:
    """The RULES and STATE records of a position.

    Args:
        game: whose rules hold; a board of another size is put into a copy of them.
        position: see :meth:`tsurolab.games.tsuro.state.TsuroState.position`.
        strict: refuse also what no game from the start can reach.

    Raises:
        ImpossiblePosition: with the first reason found.
    """
    try:
        return _Reader(game, position).read(strict)
    except BadArgument as error:
        raise ImpossiblePosition(f"impossible position: {error}") from None


class _Reader:
    """One reading of one position, step by step; every check raises :class:`BadArgument`."""

    def __init__(self, game: GameLike, position: Mapping[str, Any]) -> None:
        check_position(position, _KEYS, _MORE_KEYS)
        self.edition = game.edition.name
        self.position = position
        self.tables = copy_record(game.rules)
        self.record = new_records(kernel_record.STATE, 1)[0]

    def read(self, strict: bool) -> tuple[Any, Any]:
        rows = whole(self.position.get("rows", int(self.tables.rows)), "rows", 1, MAX_SIDE)
        cols = whole(self.position.get("cols", int(self.tables.cols)), "cols", 1, MAX_SIDE)
        if (rows, cols) != (self.tables.rows, self.tables.cols):
            set_board(self.tables, rows, cols)
        self.rows, self.cols = rows, cols
        self.players = listed(self.position.get("players"), "players")
        if not 1 <= len(self.players) <= MAX_SEATS:
            raise BadArgument(f"there must be 1 to {MAX_SEATS} players, not {len(self.players)}")
        kernel_record.clear(self.tables, len(self.players), self.record)
        for stream in range(2):
            self.record.rng[stream] = key(0, 0, stream)
        self._read_tiles()
        for seat, player in enumerate(self.players):
            self._read_player(seat, player)
        self._read_deck()
        self._read_dragon()
        self._read_phase()
        self._read_turn()
        self._read_rest()
        self.tables.repeats = self.tables.repeats or max(self._tiles_left().values(), default=0) > 1
        if strict:
            self._check_reachable()
        return self.tables, self.record

    def _read_tiles(self) -> None:
        for index, entry in enumerate(listed(self.position.get("tiles", []), "tiles")):
            where = f"tiles[{index}]"
            square = self._square(entry, where)
            name = name_of(parse_name(mapping(entry, where, _TILE_KEYS).get("tile")))  # type: ignore[arg-type]
            if self.record.tiles[square] != kernel_record.NONE:
                raise BadArgument(f"{where}: square {self._text(square)} has two tiles")
            tile = ORIENTED_INDEX[name]
            self.record.tiles[square] = tile
            self.record.loops += kernel_paths.join(self.record, square, tile)
            self.record.placed += 1

    def _read_player(self, seat: int, player: Any) -> None:
        where = f"player {seat}"
        player = mapping(player, where, _PLAYER_KEYS)
        record = self.record
        hand = listed(player.get("hand", []), f"{where}'s hand")
        if len(hand) > self.tables.hand_size:
            raise BadArgument(f"{where} holds {len(hand)} tiles; a full hand is {self.tables.hand_size}")
        if hand and seat and self.tables.common_hand:
            raise BadArgument(f"{where} has a hand of its own; with a common hand it is written at player 0")
        for slot, name in enumerate(hand):
            kernel_record.put_tile(record, seat, slot, _CLASS_INDEX[canonical_name(name)])
        record.hand_count[seat] = len(hand)
        out = player.get("out", False)
        if not isinstance(out, bool):
            raise BadArgument(f"{where}: out is true or false, not {out!r}")
        faces = player.get("faces")
        if out:
            record.alive &= ~(1 << seat)
            if faces is not None:
                raise BadArgument(f"{where} is out but faces a square")
            self._read_exit(seat, player)
        elif faces is not None:
            self._read_faces(seat, mapping(faces, f"{where}'s faces", _FACES_KEYS))
        record.dragon_turns[seat] = whole(player.get("dragon_turns", 0), f"{where}'s dragon_turns", 0, 255)

    def _read_faces(self, seat: int, faces: Mapping[str, Any]) -> None:
        where = f"player {seat}"
        square = self._square(faces, f"{where}'s faces")
        if self.record.tiles[square] != kernel_record.NONE:
            raise BadArgument(f"{where} faces square {self._text(square)}, which has a tile; it must be empty")
        if faces.get("side") is not None:
            side = faces["side"]
            if self.tables.start != Start.SIDE or side not in SIDES:
                raise BadArgument(f"{where}: a side ({', '.join(SIDES)}) is only chosen with free_first_line")
            end = square * 8 + 2 * SIDES.index(side)
            self.record.undecided |= 1 << seat
        else:
            end = square * 8 + whole(faces.get("point"), f"{where}'s point", 1, 8) - 1
        for other in range(seat):
            if self.record.at[other] == end:
                raise BadArgument(f"players {other} and {seat} wait at the same point of {self._text(square)}")
        self.record.at[seat] = end
        if int(self.record.undecided) >> seat & 1 and int(self.tables.link[end]) < EDGE:
            raise BadArgument(f"{where}: the {faces['side']} side of {self._text(square)} is not at the rim")
        far = int(kernel_paths.far_end(self.record, end))
        if far >= EDGE:
            self.record.start[seat] = far - EDGE

    def _read_exit(self, seat: int, player: Mapping[str, Any]) -> None:
        if "start" in player:
            last = int(self.tables.notches) - 1
            self.record.start[seat] = whole(player["start"], f"player {seat}'s start", 0, last)
        if "left" in player:
            left = mapping(player["left"], f"player {seat}'s left")
            causes = [cause.name.lower() for cause in Cause]
            if left.get("cause") not in causes:
                raise BadArgument(f"player {seat} left by {left.get('cause')!r}; a cause is {', '.join(causes)}")
            self.record.out_cause[seat] = causes.index(left["cause"]) + 1
            self.record.out_turn[seat] = whole(left.get("turn"), f"player {seat}'s turn of leaving", 1, MAX_DECK)
            self.record.out_square[seat] = self._square(left, f"player {seat}'s leaving")
            self.record.path_length[seat] = whole(left.get("path"), f"player {seat}'s path", 0, 4 * MAX_DECK)

    def _read_deck(self) -> None:
        deck = listed(self.position.get("deck", []), "deck")
        held = int(self.record.hand_count.sum())
        if len(deck) + held > MAX_DECK:
            raise BadArgument(f"{len(deck) + held} tiles in hands and deck; there can be {MAX_DECK}")
        for place, name in enumerate(reversed(deck)):
            self.record.deck[place] = _CLASS_INDEX[canonical_name(name)]
        self.record.deck_count = len(deck)

    def _read_dragon(self) -> None:
        dragon = self.position.get("dragon")
        self.record.dragon_used = bool(self.tables.dragon) and len(self.players) >= 3
        if dragon is None:
            return
        if not self.tables.dragon:
            raise BadArgument(f"player {dragon} holds the dragon tile, which {self.edition} with these options lacks")
        holder = whole(dragon, "dragon", 0, len(self.players) - 1)
        if not int(self.record.alive) >> holder & 1:
            raise BadArgument(f"the dragon is held by player {holder}, who is out")
        self.record.dragon, self.record.dragon_used = holder, True

    def _read_phase(self) -> None:
        record = self.record
        alive = [seat for seat in range(len(self.players)) if int(record.alive) >> seat & 1]
        waiting = [seat for seat in alive if record.at[seat] < 0]
        if self.tables.start != Start.FIRST_CARD:
            if waiting and record.placed:
                raise BadArgument(
                    f"player {waiting[0]} is in the game but faces no square; all markers are placed before any tile"
                )
            record.phase = Phase.MARKS if waiting else Phase.TILES
        pending = self.position.get("pending")
        if pending is not None:
            gone = listed(mapping(pending, "pending").get("inherit"), "pending inherit")
            if not self.tables.inheritance or not gone:
                raise BadArgument(f"{self.edition} with these options knows no pending inheritance")
            for seat in gone:
                if whole(seat, "pending seat", 0, len(self.players) - 1) in alive:
                    raise BadArgument(f"pending inheritance from player {seat}, who is not out")
                record.gone |= 1 << seat
            record.phase = Phase.INHERIT
        else:
            for seat in range(len(self.players)):
                holds = record.hand_count[seat] and not self.tables.common_hand
                if holds and seat not in alive and len(alive) > 1:
                    raise BadArgument(f"player {seat} is out but holds tiles; they go back to the pile")

    def _read_turn(self) -> None:
        record = self.record
        seat = whole(self.position.get("turn", 0), "turn", 0, len(self.players) - 1)
        record.turn = seat
        given = self.position.get("outcome")
        if given is not None:
            self._read_outcome(mapping(given, "outcome"))
            return
        alive = int(record.alive)
        if alive == 0:
            raise BadArgument("all players are out; give the outcome, or let one be in")
        study = len(self.players) == 1 and not self.tables.solitaire
        if (
            record.placed
            and record.phase == Phase.TILES
            and not study
            and kernel_turn.end_if_decided(self.tables, record)
        ):
            return
        if not alive >> seat & 1:
            raise BadArgument(f"it is the turn of player {seat}, who is out")
        if record.phase == Phase.MARKS and record.at[seat] >= 0:
            raise BadArgument(f"it is the turn of player {seat}, whose marker is placed while others are not")
        if record.phase == Phase.TILES and not record.hand_count[seat * (1 - int(self.tables.common_hand))]:
            raise BadArgument(f"it is the turn of player {seat}, who holds no tile")

    def _read_outcome(self, given: Mapping[str, Any]) -> None:
        reasons = [reason.name for reason in Reason]
        if given.get("reason") not in reasons:
            raise BadArgument(f"outcome reason {given.get('reason')!r}; a reason is {', '.join(reasons)}")
        self.record.reason = Reason[given["reason"]]
        for seat in listed(given.get("winners"), "outcome winners"):
            self.record.winners |= 1 << whole(seat, "winner", 0, len(self.players) - 1)
        reason, alive = Reason[given["reason"]], int(self.record.alive)
        if reason is Reason.MARKER_LOST and not self.tables.solitaire:
            raise BadArgument("MARKER_LOST is how solitaire ends; this is another game")
        if reason is Reason.ALL_ELIMINATED and alive:
            raise BadArgument("ALL_ELIMINATED is claimed, but a player is in")
        if reason is Reason.LAST_STANDING and alive.bit_count() != 1:
            raise BadArgument(f"LAST_STANDING is claimed, but {alive.bit_count()} players are in")
        if reason is Reason.TILES_EXHAUSTED and self._living_tiles():
            raise BadArgument("TILES_EXHAUSTED is claimed, but there are tiles to play")
        survived = reason in (Reason.LAST_STANDING, Reason.TILES_EXHAUSTED)
        if survived and not self.tables.goal and int(self.record.winners) != alive:
            raise BadArgument(f"the winners of {reason.name} are those who are in")

    def _living_tiles(self) -> int:
        """Tiles that can still be played: those of the pile and of the living hands."""
        record, everybody = self.record, bool(self.tables.common_hand)
        living = [seat for seat in range(len(self.players)) if everybody or int(record.alive) >> seat & 1]
        return int(record.deck_count) + sum(int(record.hand_count[seat]) for seat in living)

    def _read_rest(self) -> None:
        self.record.forced_suicides = whole(self.position.get("forced_suicides", 0), "forced_suicides", 0, 255)

    def _tiles_left(self) -> Counter[int]:
        """How often each class is in the hands and in the deck."""
        record = self.record
        left = Counter(int(index) for index in record.deck[: int(record.deck_count)])
        for seat in range(len(self.players)):
            left.update(int(kernel_record.tile_in(record, seat, slot)) for slot in range(int(record.hand_count[seat])))
        return left

    def _check_reachable(self) -> None:
        """What no game from the start can show, though it can be played on."""
        record, tables = self.record, self.tables
        seats = range(len(self.players))
        held = Counter(int(tables.deck[place]) for place in range(int(tables.deck_size)))
        seen = self._tiles_left()
        seen.update(CLASS_OF[int(tile)] for tile in record.tiles[: self.rows * self.cols] if tile != kernel_record.NONE)
        for index, copies in seen.items():
            if copies > held[index]:
                raise BadArgument(f"tile {CLASS_NAMES[index]} is there {copies} times; the set has {held[index]}")
        for seat in seats:
            if record.at[seat] >= 0 and record.start[seat] < 0:
                raise BadArgument(f"the path of player {seat} does not begin at a start mark")
        if record.dragon >= 0 and len(self.players) < 3:
            raise BadArgument("the dragon tile is not used with two players")
        if record.dragon >= 0 and record.deck_count and tables.redraw == Redraw.UNTIL_FULL and not record.reason:
            raise BadArgument(f"player {int(record.dragon)} holds the dragon though the pile has tiles")

    def _square(self, entry: Any, where: str) -> int:
        entry = mapping(entry, where)
        row = whole(entry.get("row"), f"{where}: row", 0, self.rows - 1)
        return row * self.cols + whole(entry.get("col"), f"{where}: col", 0, self.cols - 1)

    def _text(self, square: int) -> str:
        return f"{square // self.cols},{square % self.cols}"
