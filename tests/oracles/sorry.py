"""A slow, plain simulator of Sorry!, the second opinion for the tests.

It is written from the text of the rules and walks every pawn square by square on names such as ``t4``, ``s2``,
``start`` and ``home``. It shares no code with the library, knows no trick, and is not meant to be fast or to be played
with.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Pawns = dict[str, list[str]]
Key = tuple[tuple[str, tuple[str, ...]], ...]

CLOCKWISE = ["red", "blue", "yellow", "green"]
CORNER = {"red": 0, "blue": 15, "yellow": 30, "green": 45}
PARTNER = {"red": "yellow", "yellow": "red", "blue": "green", "green": "blue"}
PACKS = {
    "classic": {"1": 5},
    "first-edition": {},
    "waddingtons": dict.fromkeys(["1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "S"], 5),
}
FORWARD = {"1": 1, "2": 2, "3": 3, "5": 5, "7": 7, "8": 8, "10": 10, "11": 11, "12": 12}


def pack(name: str) -> list[str]:
    """Return the cards of a pack: four of each kind where nothing else is said."""
    kinds = ["1", "2", "3", "4", "5", "7", "8", "10", "11", "12", "S"]
    return [card for card in kinds for _ in range(PACKS[name].get(card, 4))]


def slides() -> dict[str, tuple[str, list[str]]]:
    """Return every slide by its triangle: whose colour it has, and its squares from the triangle to the end."""
    found = {}
    for colour, corner in CORNER.items():
        for first, last in ((1, 4), (9, 13)):
            squares = [f"t{(corner + offset) % 60}" for offset in range(first, last + 1)]
            found[squares[0]] = (colour, squares)
    return found


SLIDES = slides()


@dataclass
class Rules:
    """What an edition or option changes."""

    pack: str = "classic"
    pawns: int = 4
    fast_start: bool = False
    two_draws_again: bool = True
    displaced_slides: bool = False
    sorry_forward: bool = False
    slides: str = "others"
    hand_size: int = 0
    teams: bool = False
    seven_parts: int = 2
    partner_swap: bool = False


def circle(colour: str) -> str:
    return f"t{CORNER[colour] + 4}"


def one_forward(colour: str, square: str) -> str | None:
    """Return the next square, or None beyond home."""
    if square == f"t{CORNER[colour] + 2}":
        return "s0"
    if square == "s4":
        return "home"
    if square.startswith("s") and square != "start":
        return f"s{int(square[1:]) + 1}"
    if square.startswith("t"):
        return f"t{(int(square[1:]) + 1) % 60}"
    return None


def one_back(colour: str, square: str) -> str | None:
    if square == "s0":
        return f"t{CORNER[colour] + 2}"
    if square.startswith("s") and square != "start":
        return f"s{int(square[1:]) - 1}"
    if square.startswith("t"):
        return f"t{(int(square[1:]) - 1) % 60}"
    return None


def walk(colour: str, square: str, steps: int) -> str | None:
    """Return where a pawn comes by steps forward, or back if they are negative; None if it cannot."""
    found: str | None = square
    for _ in range(abs(steps)):
        if found is None:
            return None
        found = one_forward(colour, found) if steps > 0 else one_back(colour, found)
    return found


def distance(colour: str, square: str) -> int:
    """Return how many steps forward are left to home; from start one more than from the circle."""
    if square == "start":
        return 1 + distance(colour, circle(colour))
    steps = 0
    found: str | None = square
    while found != "home":
        assert found is not None
        found = one_forward(colour, found)
        steps += 1
    return steps


def clear_square(pawns: Pawns, square: str, colour: str, index: int) -> None:
    """Send every pawn on a track square to its start, but for one."""
    for other, places in pawns.items():
        for number, place in enumerate(places):
            if place == square and (other, number) != (colour, index):
                places[number] = "start"


def land(rules: Rules, pawns: Pawns, colour: str, index: int, square: str) -> bool:
    """Put a pawn on a square, bumping and sliding; whether that is allowed."""
    if square == "home":
        pawns[colour][index] = "home"
        return True
    if any(place == square and number != index for number, place in enumerate(pawns[colour])):
        return False
    pawns[colour][index] = square
    if square.startswith("t"):
        clear_square(pawns, square, colour, index)
        slide(rules, pawns, colour, index)
    return True


def slide(rules: Rules, pawns: Pawns, colour: str, index: int) -> None:
    """Slide a pawn that stands on a triangle."""
    square = pawns[colour][index]
    if square not in SLIDES:
        return
    owner, squares = SLIDES[square]
    if (owner == colour) == (rules.slides == "others"):
        return
    for passed in squares:
        clear_square(pawns, passed, colour, index)
    pawns[colour][index] = squares[-1]


def moved(rules: Rules, pawns: Pawns, colour: str, index: int, steps: int) -> Pawns | None:
    """Return the pawns after one pawn has gone some steps, or None."""
    square = walk(colour, pawns[colour][index], steps)
    if square is None or pawns[colour][index] in ("start", "home"):
        return None
    after = copy.deepcopy(pawns)
    return after if land(rules, after, colour, index, square) else None


def on_track(square: str) -> bool:
    return square.startswith("t")


def team(rules: Rules, pawns: Pawns, colour: str) -> list[str]:
    """Return the colours that a player may move."""
    return [colour] + ([PARTNER[colour]] if rules.teams and PARTNER[colour] in pawns else [])


def victims(rules: Rules, pawns: Pawns, colour: str, partner_too: bool) -> list[tuple[str, int]]:
    """Return the pawns that a Sorry! or an 11 may take."""
    friends = team(rules, pawns, colour)
    everybody = [(c, n) for c in pawns if c != colour for n, place in enumerate(pawns[c]) if on_track(place)]
    opponents = [(c, n) for c, n in everybody if c not in friends]
    return opponents or (everybody if partner_too else [])


def seven(rules: Rules, pawns: Pawns, colour: str) -> Iterator[Pawns]:
    """Yield every way to use up a 7."""
    all_pawns = [(c, n) for c in team(rules, pawns, colour) for n in range(len(pawns[c]))]

    def go(now: Pawns, left: int, used: list[tuple[str, int]]) -> Iterator[Pawns]:
        if left == 0:
            yield now
            return
        if len(used) == rules.seven_parts:
            return
        for c, n in all_pawns:
            if (c, n) not in used and pawns[c][n] not in ("start", "home") and now[c][n] != "start":
                for steps in range(1, left + 1):
                    after = moved(rules, now, c, n, steps)
                    if after is not None:
                        yield from go(after, left - steps, [*used, (c, n)])

    yield from go(pawns, 7, [])


def starts(rules: Rules, pawns: Pawns, colour: str) -> Iterator[Pawns]:
    """Yield the position after a pawn has come from start to its circle."""
    for c in team(rules, pawns, colour):
        if "start" in pawns[c]:
            after = copy.deepcopy(pawns)
            if land(rules, after, c, pawns[c].index("start"), circle(c)):
                yield after


def steps_of(rules: Rules, pawns: Pawns, colour: str, steps: int) -> Iterator[Pawns]:
    for c in team(rules, pawns, colour):
        for n in range(len(pawns[c])):
            after = moved(rules, pawns, c, n, steps)
            if after is not None:
                yield after


def swaps(rules: Rules, pawns: Pawns, colour: str) -> Iterator[Pawns]:
    for c in team(rules, pawns, colour):
        for n, mine in enumerate(pawns[c]):
            if on_track(mine):
                for other, number in victims(rules, pawns, c, rules.partner_swap):
                    after = copy.deepcopy(pawns)
                    after[c][n], after[other][number] = pawns[other][number], mine
                    slide(rules, after, c, n)
                    if rules.displaced_slides and after[other][number] == mine:
                        slide(rules, after, other, number)
                    yield after


def sorries(rules: Rules, pawns: Pawns, colour: str) -> Iterator[Pawns]:
    for c in team(rules, pawns, colour):
        if "start" in pawns[c]:
            for other, number in victims(rules, pawns, c, True):
                after = copy.deepcopy(pawns)
                assert land(rules, after, c, pawns[c].index("start"), pawns[other][number])
                yield after
    if rules.sorry_forward:
        yield from steps_of(rules, pawns, colour, 4)


def uses(rules: Rules, pawns: Pawns, colour: str, card: str) -> tuple[dict[Key, Pawns], bool]:
    """Return every position to which a card leads, and whether the player may do without."""
    if card == "7":
        return distinct(seven(rules, pawns, colour)), False
    if card == "4":
        return distinct(steps_of(rules, pawns, colour, -4)), False
    if card == "S":
        return distinct(sorries(rules, pawns, colour)), False
    found = distinct(steps_of(rules, pawns, colour, FORWARD[card]))
    if card in ("1", "2"):
        found |= distinct(starts(rules, pawns, colour))
    if card == "10":
        found |= distinct(steps_of(rules, pawns, colour, -1))
    if card == "11":
        free = not found
        found |= distinct(swaps(rules, pawns, colour))
        return found, free
    return found, False


def key(pawns: Pawns) -> Key:
    """Return a position as something to compare: pawns of one colour are alike."""
    return tuple((colour, tuple(sorted(pawns[colour]))) for colour in sorted(pawns))


def distinct(positions: Iterator[Pawns]) -> dict[Key, Pawns]:
    return {key(pawns): pawns for pawns in positions}


@dataclass
class Table:
    """A game as it stands."""

    players: list[str]
    pawns: Pawns
    turn: str
    deck: list[str]
    rules: Rules = field(default_factory=Rules)
    card: str | None = None
    discards: list[str] = field(default_factory=list)
    hands: dict[str, list[str]] = field(default_factory=dict)
    turns: int = 0
    winners: list[str] = field(default_factory=list)

    def choices(self) -> list[tuple[str, bool, Key, Pawns]]:
        """Return what can be done as (card, whether it is used, position after, and that with its order)."""
        held = list(dict.fromkeys(self.hands[self.turn])) if self.rules.hand_size else [self.card]
        found: list[tuple[str, bool, Key, Pawns]] = []
        free = True
        for card in held:
            assert card is not None
            positions, optional = uses(self.rules, self.pawns, self.turn, card)
            free = free and (optional or not positions)
            found += [(card, True, name, pawns) for name, pawns in positions.items()]
        if free:
            found += [(card, False, key(self.pawns), self.pawns) for card in held if card is not None]
        return found

    def use(self, card: str, used: bool, pawns: Pawns) -> bool:
        """Use a card and pass the turn on; whether the discards must be shuffled before the next card is drawn."""
        self.pawns = copy.deepcopy(pawns)
        self.discards.append(card)
        if self.rules.hand_size:
            self.hands[self.turn].remove(card)
        self.card = None
        self.drawer = self.turn
        side = team(self.rules, self.pawns, self.turn)
        if all(place == "home" for colour in side for place in self.pawns[colour]):
            self.turns += 1
            self.winners = side
            return False
        again = card == "2" and self.rules.two_draws_again and (used or not self.rules.hand_size)
        if not again:
            self.turns += 1
            self.turn = self.players[(self.players.index(self.turn) + 1) % len(self.players)]
        return not self.deck

    def draw(self) -> None:
        """Draw the next card."""
        card = self.deck.pop(0)
        if self.rules.hand_size:
            self.hands[self.drawer].append(card)
        else:
            self.card = card


def new_table(rules: Rules, players: list[str], luck: random.Random) -> Table:
    """Return a table with a shuffled pack and the first card drawn."""
    deck = pack(rules.pack)
    luck.shuffle(deck)
    first = [circle] if rules.fast_start else []
    pawns = {c: [where(c) for where in first] + ["start"] * (rules.pawns - len(first)) for c in players}
    table = Table(players, pawns, players[0], deck, rules)
    if rules.hand_size:
        table.hands = {c: [table.deck.pop(0) for _ in range(rules.hand_size)] for c in players}
    else:
        table.draw()
    return table


def random_game(rules: Rules, players: list[str], luck: random.Random) -> Table:
    """Play a game with uniform choices among distinct outcomes."""
    table = new_table(rules, players, luck)
    while not table.winners:
        card, used, _, pawns = luck.choice(table.choices())
        if table.use(card, used, pawns):
            table.deck, table.discards = table.discards, []
            luck.shuffle(table.deck)
        if not table.winners:
            table.draw()
    return table


def state_of(case: dict[str, Any]) -> Table:
    """Return the table of a case file's position."""
    return Table(case["players"], copy.deepcopy(case["pawns"]), case["turn"], [], Rules(), case["card"])
