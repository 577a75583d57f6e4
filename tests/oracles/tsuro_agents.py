"""What the agents of Tsuro like best, worked out slowly on the oracle's boards: the second opinion for the tests.

It is written from the description of the agents and shares no code with the library: every placement is laid on a copy
of the board, and every line is walked step by step.
"""

from __future__ import annotations

from functools import cache

from oracles.tsuro import ACROSS, SIDES, Cell, OracleGame, Wait, canonical, orientations, pairing, turned

OUT = {"greedy": 1000, "cautious": 20}
CHASE = {"greedy": 3, "cautious": 0}
SHARE, TURN, INWARD, LENGTH, SOLO, DECIDED = 20, 2, 3, 30, 30, 1 << 20


@cache
def classes() -> tuple[str, ...]:
    """Return the canonical names of all tiles."""

    def matchings(points: tuple[int, ...]) -> list[list[str]]:
        if not points:
            return [[]]
        first, rest = points[0], points[1:]
        return [
            [f"{first}{other}", *more]
            for other in rest
            for more in matchings(tuple(point for point in rest if point != other))
        ]

    return tuple(sorted({canonical("-".join(lines)) for lines in matchings((1, 2, 3, 4, 5, 6, 7, 8))}))


def lines_on(game: OracleGame, seat: int, wait: Wait) -> dict[int, Cell]:
    """Return the points from which a line leads on from where `seat` waits, and the square where it ends."""
    row, col, own = wait
    taken = {face[2] for other, face in waiting(game).items() if other != seat and face[:2] == (row, col)}
    found = {}
    for point, (down, right, entry) in ACROSS.items():
        if point == own or point in taken or not game.on_board(row + down, col + right):
            continue
        walk = game._follow((row + down, col + right, entry), {})
        if walk.end == "waits" and walk.at[:2] != (row, col):
            found[point] = walk.at[:2]
    return found


def waiting(game: OracleGame) -> dict[int, Wait]:
    """Return where the living wait, by seat."""
    return {seat: game.faces[seat] for seat in game.living() if game.faces[seat] is not None}


def turns_on(tile: str, point: int, lines: dict[int, Cell]) -> int:
    """Return how many quarter turns of a tile lead on."""
    return sum(pairing(turned(tile, quarter))[point] in lines for quarter in range(4))


def outlook(game: OracleGame, agent: str, seat: int, wait: Wait, hand: list[str]) -> int:
    """Return what it is worth to wait there."""
    row, col, point = wait
    lines = lines_on(game, seat, wait)
    others = {other: face for other, face in waiting(game).items() if other != seat}
    turns = sum(turns_on(tile, point, lines) for tile in hand)
    inward = min(row, game.rows - 1 - row, col, game.cols - 1 - col)
    sharing = sum(face[:2] == (row, col) for face in others.values())
    if game.options.solitaire:
        return turns - SOLO * (sharing + inward)
    worth = sum(any(pairing(name)[point] in lines for name in orientations(tile)) for tile in classes())
    worth += TURN * turns + INWARD * inward - SHARE * sharing
    return worth + CHASE[agent] * sum(face[:2] in lines.values() for face in others.values())


def worth(game: OracleGame, agent: str, text: str) -> int:
    """Return what a legal move is worth to the one to play."""
    seat = game.turn
    if text.startswith("keep"):
        wait = game.faces[seat]
        assert wait is not None
        lines = lines_on(game, seat, wait)
        return sum(turns_on(tile, wait[2], lines) for tile in text.split()[1:])
    place, _, name = text.partition(" ")
    where, _, point = place.partition("@")
    row, col = (int(number) for number in where.split(","))
    if not name:
        entrances = [SIDES[point], SIDES[point] + 1] if point in SIDES else [int(point)]
        return sum(outlook(game, agent, seat, (row, col, entrance), game.hand(seat)) for entrance in entrances)
    after = game.copy()
    if point:
        after.faces[seat] = (row, col, int(point))
        after.undecided[seat] = False
    hand = list(game.hand(seat))
    hand.remove(canonical(name))
    before = len(after.paths[seat])
    outs = {out.seat for out in after._lay((row, col), name)}
    stay = waiting(after)
    if game.options.solitaire:
        return sum(outlook(after, agent, other, face, hand) for other, face in stay.items()) - DECIDED * len(outs)
    value = OUT[agent] * len(outs - {seat})
    if seat in outs:
        return value - DECIDED
    if game.options.goal != "last_standing":
        value += LENGTH * (len(after.paths[seat]) - before)
    elif after.living() == [seat]:
        value += DECIDED
    return value + outlook(after, agent, seat, stay[seat], hand)


def best(game: OracleGame, agent: str) -> set[str]:
    """Return the legal moves that the agent likes best, as text."""
    values = {text: worth(game, agent, text) for text in game.legal()}
    most = max(values.values())
    return {text for text, value in values.items() if value == most}
