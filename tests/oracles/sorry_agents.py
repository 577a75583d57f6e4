"""What the agents of Sorry! like best, by a slow and plain second opinion.

Written from the description of the agents in words: it walks pawns over names of squares with the oracle of the rules,
and shares no code with the library.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from oracles.sorry import (
    FORWARD,
    PARTNER,
    SLIDES,
    Key,
    Pawns,
    Rules,
    Table,
    circle,
    distance,
    on_track,
    pack,
    walk,
)

Choice = tuple[str, bool, Key]


def place(colour: str, square: str) -> int:
    """Return the squares that a pawn has covered: 0 in start, 65 home."""
    return 65 - (0 if square == "home" else distance(colour, square))


def worth(pawns: Pawns, colour: str) -> int:
    total = 0
    for square in pawns[colour]:
        total += place(colour, square)
        if square == "home":
            total += 10
        elif square == "start":
            total -= 10
        elif square.startswith("s"):
            total += 5
    return total


def sides(table: Table) -> tuple[list[str], list[str]]:
    """Return the colours of the player's side and those of the opponents."""
    mine = [table.turn]
    if table.rules.teams and PARTNER[table.turn] in table.players:
        mine.append(PARTNER[table.turn])
    return mine, [colour for colour in table.players if colour not in mine]


def advantage(table: Table, pawns: Pawns) -> Fraction:
    """Return the worth of the own side less that of the mean opponent, or of the other team."""
    mine, theirs = sides(table)
    against = sum(worth(pawns, colour) for colour in theirs)
    return sum(worth(pawns, colour) for colour in mine) - Fraction(against, 1 if len(mine) == 2 else len(theirs))


def unseen(table: Table) -> Counter[str]:
    """Return the cards that the player has not seen; the whole pack if there are none."""
    seen = Counter(table.discards)
    seen.update(table.hands[table.turn] if table.rules.hand_size else [table.card])
    whole = Counter(pack(table.rules.pack))
    return whole - seen or whole


def swept(rules: Rules, pawns: Pawns, colour: str, square: str | None) -> list[str]:
    """Return the squares that a pawn sweeps that lands on one; none if it may not land there, or leaves the track."""
    if square is None or not on_track(square) or square in pawns[colour]:
        return []
    if square in SLIDES:
        owner, squares = SLIDES[square]
        if (owner != colour) == (rules.slides == "others"):
            return squares
    return [square]


def struck(rules: Rules, pawns: Pawns, mover: str, card: str) -> set[str]:
    """Return the squares from which a card lets a colour send a pawn back."""
    on_way = [square for square in pawns[mover] if square not in ("start", "home")]
    if card == "S":
        if "start" in pawns[mover]:
            return {f"t{number}" for number in range(60)}
        numbers = [4] if rules.sorry_forward else []
    elif card == "4":
        numbers = [-4]
    elif card == "10":
        numbers = [10, -1]
    elif card == "7":
        numbers = list(range(1, 8)) if len(on_way) > 1 else [7]
    else:
        numbers = [FORWARD[card]]
    found: set[str] = set()
    for square in on_way:
        for steps in numbers:
            found.update(swept(rules, pawns, mover, walk(mover, square, steps)))
    if card in ("1", "2") and "start" in pawns[mover]:
        found.update(swept(rules, pawns, mover, circle(mover)))
    return found


def threat(rules: Rules, pawns: Pawns, mine: list[str], mover: str, card: str) -> int:
    """Return the most that a card with a pawn of ``mover`` takes from one pawn of these colours."""
    worst = 0
    hit = struck(rules, pawns, mover, card)
    for colour in mine:
        for square in pawns[colour]:
            if on_track(square):
                if square in hit:
                    worst = max(worst, place(colour, square) + 10)
                if card == "11":
                    for other in filter(on_track, pawns[mover]):
                        worst = max(worst, place(colour, square) - place(colour, other))
    return worst


def exposure(table: Table, pawns: Pawns) -> Fraction:
    """Return what the next card of each opponent may cost, in the mean over the cards not seen."""
    mine, theirs = sides(table)
    cards = unseen(table)
    total = 0
    for opponent in theirs:
        movers = [opponent]
        if table.rules.teams and PARTNER[opponent] in table.players:
            movers.append(PARTNER[opponent])
        for card, copies in cards.items():
            total += copies * max(threat(table.rules, pawns, mine, mover, card) for mover in movers)
    return Fraction(total, cards.total())


def best(table: Table, agent: str) -> set[Choice]:
    """Return the choices between which an agent is indifferent, by their outcomes."""
    values: dict[Choice, Fraction] = {}
    for card, used, name, pawns in table.choices():
        value = Fraction(0)
        if agent != "uniform":
            value = advantage(table, pawns)
        if agent == "cautious":
            value -= exposure(table, pawns) / 2
        values[card, used, name] = value
    return {name for name, value in values.items() if value == max(values.values())}
