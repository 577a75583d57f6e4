"""A slow, plain simulator of Tsuro, the second opinion for the tests.

It is written from the text of the rules and walks every path step by step on a dictionary of tiles. It shares no code
with the library, knows no trick, and is not meant to be fast or to be played with. Numbers in the comments are those of
the rules of the family: 1.x the base game, 2.x the patent ("Squiggles"), 3.x the KOSMOS edition.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

Cell = tuple[int, int]
Wait = tuple[int, int, int]
"""The empty square in front of a marker (row, column) and the point by which the marker would enter it."""

Pairs = dict[int, int]
Segment = tuple[int, int, int, int]
"""Row, column, the point of entry and the point of exit of one line of a tile."""

ACROSS = {
    1: (1, 0, 6),
    2: (1, 0, 5),
    3: (0, 1, 8),
    4: (0, 1, 7),
    5: (-1, 0, 2),
    6: (-1, 0, 1),
    7: (0, -1, 4),
    8: (0, -1, 3),
}
"""Leaving by a point: the step to the next row and column, and the point of entry there."""

SIDES = {"bottom": 1, "right": 3, "top": 5, "left": 7}
"""The lower point of each side of a square."""


# --- tiles ------------------------------------------------------------------------------------------------------------


@cache
def pairing(name: str) -> Pairs:
    """Return both directions of the four lines of a tile: ``"12-34-56-78"`` gives 1 -> 2, 2 -> 1, 3 -> 4 and so on."""
    lines: Pairs = {}
    for a, b in (map(int, pair) for pair in name.split("-")):
        lines[a], lines[b] = b, a
    if sorted(lines) != [1, 2, 3, 4, 5, 6, 7, 8]:
        raise ValueError(f"{name!r} does not join the points 1..8 in pairs")
    return lines


def turned(name: str, quarter_turns: int) -> str:
    """Return the tile after quarter turns anticlockwise, each adding 2 to every point (mod 8)."""
    points = [sorted((int(p) - 1 + 2 * quarter_turns) % 8 + 1 for p in pair) for pair in name.split("-")]
    return "-".join(f"{a}{b}" for a, b in sorted(points))


@cache
def orientations(name: str) -> list[str]:
    """Return the distinct ways in which a tile can lie."""
    return sorted({turned(name, turns) for turns in range(4)})


def canonical(name: str) -> str:
    """Return the name of the tile's class, the least of its orientations."""
    return orientations(name)[0]


def side_of(point: int) -> str:
    """Return the name of the side on which a point lies."""
    return next(side for side, lower in SIDES.items() if point in (lower, lower + 1))


# --- options and results ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options:
    """What differs between editions."""

    hand_size: int = 3
    dragon: bool = True
    collision_is_suicide: bool = True  # 1.5
    redraw: str = "until_full"  # 1.13, or "to_current", 1.17
    start: str = "marks"  # 1.2, or "first_card", 2.3, or "side", 3.3
    inheritance: bool = False  # 2.10
    goal: str = "last_standing"  # or "longest_path", "self_crossings", 1.25
    common_hand: bool = False  # 1.25
    solitaire: bool = False  # 1.24


@dataclass(frozen=True)
class Out:
    """One marker that left: who, why ("edge", "collision", "loop"), on which square, the edge point left by."""

    seat: int
    cause: str
    cell: Cell
    exit: Wait | None


@dataclass
class Result:
    """What one move did."""

    eliminated: list[Out] = field(default_factory=list)
    draws: list[tuple[int, str]] = field(default_factory=list)
    shuffled: bool = False
    pile: list[str] = field(default_factory=list)
    """The pile after hands returned to it, before any draw; empty if none did."""


@dataclass
class Walk:
    """Where following a path ends: the lines walked, why it stopped and the last point."""

    lines: list[Segment]
    end: str
    at: Wait


class OracleGame:
    """One game, from a position on. `position` is the JSON form that the library's states have too."""

    def __init__(self, position: dict[str, Any], options: Options | None = None, started: int | None = None) -> None:
        self.options = options or Options()
        self.rows, self.cols = position["rows"], position["cols"]
        self.board: dict[Cell, str] = {(t["row"], t["col"]): t["tile"] for t in position["tiles"]}
        players = position["players"]
        self.seats = len(players)
        self.started = self.seats if started is None else started
        self.out = [bool(p["out"]) for p in players]
        self.faces: list[Wait | None] = []
        self.undecided: list[bool] = []
        for p in players:
            f = p["faces"]
            side = f.get("side") if f else None
            self.faces.append((f["row"], f["col"], SIDES[side] if side else f["point"]) if f else None)
            self.undecided.append(side is not None)
        self.hands: list[list[str]] = [[canonical(t) for t in p["hand"]] for p in players]
        self.deck = [canonical(t) for t in position["deck"]]
        self.turn: int = position["turn"]
        self.dragon: int | None = position["dragon"]
        self.winners: tuple[int, ...] | None = None
        self.reason: str | None = None
        self.leaving: list[int] = []  # whose hands the active player may choose from, 2.10
        self.paths: list[list[Segment]] = [self._back(wait) if wait else [] for wait in self.faces]
        self.last = Result()
        self._choices: dict[str, list[Out]] | None = None
        self._end([])

    # --- the state, in the form of the library ----------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Return the position as a dictionary, tiles in reading order."""
        players = []
        for seat in range(self.seats):
            wait = None if self.out[seat] else self.faces[seat]
            faces: dict[str, Any] | None = None
            if wait is not None:
                faces = {"row": wait[0], "col": wait[1], "point": wait[2]}
                if self.undecided[seat]:
                    faces |= {"point": None, "side": side_of(wait[2])}
            players.append({"faces": faces, "hand": list(self.hands[seat]), "out": self.out[seat]})
        tiles = [{"row": r, "col": c, "tile": self.board[r, c]} for r, c in sorted(self.board)]
        return {
            "rows": self.rows,
            "cols": self.cols,
            "tiles": tiles,
            "players": players,
            "turn": self.turn,
            "deck": list(self.deck),
            "dragon": self.dragon,
        }

    def copy(self) -> OracleGame:
        """Return an independent copy."""
        twin = copy.copy(self)
        twin.board = dict(self.board)
        twin.faces, twin.undecided, twin.out = list(self.faces), list(self.undecided), list(self.out)
        twin.hands, twin.deck = [list(hand) for hand in self.hands], list(self.deck)
        twin.paths = [list(path) for path in self.paths]
        return twin

    def living(self) -> list[int]:
        """Return the seats still in, in seat order."""
        return [seat for seat in range(self.seats) if not self.out[seat]]

    def clockwise(self, after: int) -> Iterator[int]:
        """Yield every other seat after `after` and at last that seat itself."""
        return ((after + step) % self.seats for step in range(1, self.seats + 1))

    def hand(self, seat: int) -> list[str]:
        """Return the hand a seat plays from: its own, or the one that all share."""
        return self.hands[0] if self.options.common_hand or self.options.solitaire else self.hands[seat]

    def path_lengths(self) -> list[int]:
        """Return the number of lines that each marker has walked."""
        return [len(path) for path in self.paths]

    def self_crossings(self) -> list[int]:
        """Return how often each marker's path crosses itself: two of its lines on one tile whose ends interleave."""
        return [sum(_cross(a, b) for a, b in combinations(path, 2)) for path in self.paths]

    def closed_loops(self) -> int:
        """Return the number of closed lines on the board, which no marker can ever walk."""
        seen: set[tuple[int, int, int]] = set()
        loops = 0
        for cell, name in self.board.items():
            for point in pairing(name):
                if (*cell, point) in seen:
                    continue
                walk = self._follow((*cell, point), {})
                if walk.end == "loop":
                    loops += 1
                    for row, col, enter, leave in walk.lines:
                        seen |= {(row, col, enter), (row, col, leave)}
        return loops

    # --- walking ----------------------------------------------------------------------------------------------------

    def on_board(self, row: int, col: int) -> bool:
        """Say whether there is such a square."""
        return 0 <= row < self.rows and 0 <= col < self.cols

    def _follow(self, wait: Wait, others: dict[Wait, int]) -> Walk:
        """Follow the line that enters a square by a point until it can go no further, or meets one of `others`."""
        here = wait
        lines: list[Segment] = []
        while True:
            row, col, enter = here
            if (row, col) not in self.board:
                return Walk(lines, "waits", here)
            leave = pairing(self.board[row, col])[enter]
            lines.append((row, col, enter, leave))
            if (row, col, leave) in others:
                return Walk(lines, "collision", (row, col, leave))
            down, right, entry = ACROSS[leave]
            if not self.on_board(row + down, col + right):
                return Walk(lines, "edge", (row, col, leave))
            here = (row + down, col + right, entry)
            if here == wait:
                return Walk(lines, "loop", (row, col, leave))

    def _back(self, wait: Wait) -> list[Segment]:
        """Return the lines by which a marker came to where it waits, first line first."""
        row, col, point = wait
        down, right, entry = ACROSS[point]
        if not self.on_board(row + down, col + right):
            return []
        back = self._follow((row + down, col + right, entry), {})
        return [(r, c, leave, enter) for r, c, enter, leave in reversed(back.lines)]

    def exit_point(self, wait: Wait) -> Wait | None:
        """Return the point of the board's edge to which the line leads, or None where it leads to no edge."""
        walk = self._follow(wait, {})
        return walk.at if walk.end == "edge" else None

    def _settle(self, cell: Cell) -> dict[int, Walk]:
        """Walk every marker that faces a square just filled (1.7), all at once.

        A marker that has chosen only a side takes the entrance that keeps it in, the lower if both or neither do (3.3).
        """
        facing = [s for s in self.living() if self.faces[s] is not None and self.faces[s][:2] == cell]
        decided = {self.faces[s]: s for s in facing if not self.undecided[s]}
        for seat in facing:
            if self.undecided[seat]:
                low = self.faces[seat]
                both = (low, (*cell, low[2] + 1))
                safe = [wait for wait in both if self._follow(wait, decided).end == "waits"]
                self.faces[seat] = safe[0] if len(safe) == 1 else low
        waiting = {self.faces[s]: s for s in facing}
        walks = {}
        for seat in facing:
            others = {wait: other for wait, other in waiting.items() if other != seat}
            walks[seat] = self._follow(self.faces[seat], others)
        return walks

    # --- legal moves ------------------------------------------------------------------------------------------------

    def marks(self) -> list[Wait]:
        """Return the start marks: the points on the board's edge."""
        return [
            (row, col, point)
            for row in range(self.rows)
            for col in range(self.cols)
            for point, (down, right, _) in ACROSS.items()
            if not self.on_board(row + down, col + right)
        ]

    def legal(self) -> set[str]:
        """Return every legal move as text."""
        if self.winners is not None:
            return set()
        if self.leaving:
            return self._keeps()
        seat = self.turn
        if self.faces[seat] is None and self.options.start == "marks":
            taken = {self.faces[s] for s in self.living()}
            return {f"{r},{c}@{p}" for r, c, p in self.marks() if (r, c, p) not in taken}
        if self.faces[seat] is None and self.options.start == "side":
            taken = {self.faces[s] for s in self.living()}
            lower = [mark for mark in self.marks() if mark[2] in SIDES.values()]
            return {f"{r},{c}@{side_of(p)}" for r, c, p in lower if (r, c, p) not in taken}
        choices = self.placements()
        safe = {text for text, outs in choices.items() if not self._suicide(outs)}
        return safe or set(choices)

    def placements(self) -> dict[str, list[Out]]:
        """Return every placement that the suicide rule (1.5, 2.7) is asked about, each with those it eliminates."""
        if self._choices is not None:
            return self._choices
        seat = self.turn
        spots: list[tuple[str, Wait]] = []
        wait = self.faces[seat]
        if self.options.solitaire:
            spots = [("", self.faces[s]) for s in self.living()]
        elif wait is None:
            spots = [(f"@{m[2]}", m) for m in self.marks() if m[:2] not in self.board]
        elif self.undecided[seat]:
            spots = [(f"@{p}", (wait[0], wait[1], p)) for p in (wait[2], wait[2] + 1)]
        else:
            spots = [("", wait)]
        found: dict[str, list[Out]] = {}
        for suffix, (row, col, point) in spots:
            for tile in set(self.hand(seat)):
                for name in orientations(tile):
                    text = f"{row},{col}{suffix} {name}"
                    if text not in found:
                        found[text] = self._try((row, col, point), name)
        self._choices = found
        return found

    def _try(self, wait: Wait, name: str) -> list[Out]:
        trial = self.copy()
        if not self.options.solitaire:
            trial.faces[trial.turn] = wait
            trial.undecided[trial.turn] = False
        return trial._lay(wait[:2], name)

    def _suicide(self, outs: list[Out]) -> bool:
        if self.options.solitaire:
            return bool(outs)
        own = [out for out in outs if out.seat == self.turn]
        return any(out.cause != "collision" or self.options.collision_is_suicide for out in own)

    def _keeps(self) -> set[str]:
        """Return the choices of 2.10: as many cards as the own hand holds, out of it and the hands that left."""
        pool = sorted(tile for s in (self.turn, *self.leaving) for tile in self.hands[s])
        return {"keep " + " ".join(kept) for kept in combinations(pool, len(self.hands[self.turn]))}

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, text: str, deck_after_shuffle: list[str] | None = None, force: bool = False) -> Result:
        """Play a move. `deck_after_shuffle`: the pile once hands returned to it; `force`: allow avoidable suicide."""
        legal = self.legal()
        if text not in legal and not (force and text in self.placements()):
            raise ValueError(f"illegal: {text!r}, legal are {sorted(legal)}")
        self._choices = None
        self.last = Result()
        if text.startswith("keep"):
            self._keep(text.split()[1:], deck_after_shuffle)
            return self.last
        place, _, name = text.partition(" ")
        where, _, point = place.partition("@")
        row, col = (int(number) for number in where.split(","))
        seat = self.turn
        if point:
            self.faces[seat] = (row, col, SIDES.get(point) or int(point))
            self.undecided[seat] = point in SIDES
        if not name:
            self._pass_on()
            return self.last
        self.hand(seat).remove(canonical(name))
        self.last.eliminated = self._lay((row, col), name)
        self._after(deck_after_shuffle)
        return self.last

    def _lay(self, cell: Cell, name: str) -> list[Out]:
        """Put the tile down, move the markers and take away those that are out."""
        self.board[cell] = name
        walks = self._settle(cell)
        outs = []
        for seat, walk in sorted(walks.items()):
            self.paths[seat] = self.paths[seat] + walk.lines
            self.undecided[seat] = False
            if walk.end == "waits":
                continue
            where = walk.at[:2] if walk.end == "edge" else cell
            outs.append(Out(seat, walk.end, where, None if walk.end == "loop" else self.exit_point(self.faces[seat])))
        for seat, walk in walks.items():
            self.faces[seat] = walk.at if walk.end == "waits" else None
            self.out[seat] = walk.end != "waits"
        return outs

    def _after(self, order: list[str] | None) -> None:
        seat = self.turn
        gone = [out.seat for out in self.last.eliminated]
        shared = self.options.common_hand or self.options.solitaire
        returned = [] if shared else [tile for s in gone for tile in self.hands[s]]
        over = len(self.living()) < 2
        if self.dragon in gone and not over:  # 1.16
            self.dragon = next((s for s in self.clockwise(self.dragon) if self._short(s)), None)
        if self.options.inheritance and not self.out[seat] and returned and self.hands[seat] and not over:
            self.leaving = [s for s in gone if self.hands[s]]
            return
        if not shared:
            for s in gone:
                self.hands[s] = []
        self._return(returned, order)
        self._finish_turn(gone, bool(returned))

    def _keep(self, kept: list[str], order: list[str] | None) -> None:
        rest = Counter(tile for s in (self.turn, *self.leaving) for tile in self.hands[s])
        rest.subtract(kept)
        for s in self.leaving:
            self.hands[s] = []
        self.hands[self.turn] = kept
        self.leaving = []
        self._return(list(rest.elements()), order)
        self._finish_turn([], True)

    def _return(self, tiles: list[str], order: list[str] | None) -> None:
        """Shuffle tiles into the pile (1.9); the caller says in which order the pile then lies."""
        if not tiles and order is None:
            return
        self.last.shuffled = bool(tiles)
        pile = self.deck + tiles
        if order is not None:
            if Counter(map(canonical, order)) != Counter(pile):
                raise ValueError(f"the pile must hold {sorted(pile)}, not {sorted(order)}")
            pile = [canonical(tile) for tile in order]
        self.deck = pile
        self.last.pile = list(pile)

    def _finish_turn(self, gone: list[int], returned: bool) -> None:
        if self._end(gone):
            return
        self._draw(returned)
        self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the next who still chooses a start, else to the next with a tile (1.22)."""
        living = [s for s in self.clockwise(self.turn) if not self.out[s]]
        if self.options.solitaire and all(self.faces[s] is not None for s in living):
            self.turn = min(living)
            return
        if self.options.start != "first_card":
            unplaced = [s for s in living if self.faces[s] is None]
            if unplaced:
                self.turn = unplaced[0]
                return
        self.turn = next(s for s in living if self.hand(s))

    # --- the end ----------------------------------------------------------------------------------------------------

    def _end(self, gone: list[int]) -> bool:
        living = self.living()
        empty = not self.deck and not any(self.hand(s) for s in living)
        if self.options.solitaire:
            if gone:
                self.winners, self.reason = (), "marker lost"
            elif empty:
                self.winners, self.reason = tuple(living), "tiles placed"
        elif not living:
            self.winners, self.reason = tuple(sorted(gone)), "all out"  # 1.20
        elif len(living) == 1:
            self.winners, self.reason = tuple(living), "last standing"  # 1.19
        elif empty:
            self.winners, self.reason = tuple(living), "tiles placed"  # 1.21, 1.22
        if self.winners is not None and self.options.goal != "last_standing":  # 1.25
            scores = self.path_lengths() if self.options.goal == "longest_path" else self.self_crossings()
            self.winners = tuple(s for s in range(self.seats) if scores[s] == max(scores))
        return self.winners is not None

    # --- drawing ----------------------------------------------------------------------------------------------------

    def _short(self, seat: int) -> bool:
        return not self.out[seat] and len(self.hand(seat)) < self.options.hand_size

    def _take(self, seat: int) -> None:
        tile = self.deck.pop(0)
        self.hand(seat).append(tile)
        self.last.draws.append((seat, tile))

    def _dragon_in_play(self) -> bool:
        """The dragon tile is used when three or more began (and when there is one)."""
        shared = self.options.common_hand or self.options.solitaire
        return self.options.dragon and self.started >= 3 and not shared

    def _draw(self, returned: bool) -> None:
        mover = self.turn
        if self.dragon is not None:
            if returned:  # 1.13
                self._round(self.dragon)
        elif returned:  # 1.15
            self._round(mover if not self.out[mover] else next(s for s in self.clockwise(mover) if not self.out[s]))
        elif self._short(mover):
            if self.deck:
                self._take(mover)  # 1.11
            elif self._dragon_in_play():
                self.dragon = mover  # 1.12

    def _round(self, first: int) -> None:
        """Draw one each, clockwise from `first`, until all hands are full (1.13), or once round to the mover (1.17)."""
        mover = self.turn
        self.dragon = None
        seat = first
        while any(self._short(s) for s in self.living()):
            if self._short(seat):
                if not self.deck:  # 1.14
                    self.dragon = seat if self._dragon_in_play() else None
                    return
                self._take(seat)
            if seat == mover and self.options.redraw == "to_current":
                return
            seat = (seat + 1) % self.seats


def _cross(a: Segment, b: Segment) -> bool:
    if a[:2] != b[:2]:
        return False
    low, high = sorted(a[2:])
    return (low < b[2] < high) != (low < b[3] < high)
