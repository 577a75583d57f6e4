"""Editions with options as the library and the oracle know them, and positions for both, for all tests that compare
the two."""

import random
from dataclasses import dataclass, field
from typing import Any

from oracles import sorry as oracle


@dataclass(frozen=True)
class SetUp:
    """An edition with options, and the same for the oracle."""

    name: str
    edition: str
    options: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    players: tuple[int, ...] = (2, 3, 4)


def same(name: str, **options: Any) -> SetUp:
    """Return a set-up of sorry/classic whose options have the same names in the oracle."""
    return SetUp(name, "sorry/classic", options, options)


POINTS = {"pack": "first-edition", "hand_size": 5}
SETUPS = [
    same("classic"),
    SetUp("opposite", "sorry/classic", {"two_players": "opposite"}, {}, (2,)),
    SetUp("first edition", "sorry/first-edition", {}, {"pack": "first-edition"}),
    SetUp("waddingtons", "sorry/waddingtons", {}, {"pack": "waddingtons"}),
    SetUp("diamond", "sorry/diamond"),
    same("three pawns", pawns=3),
    same("one pawn", pawns=1),
    same("fast start", fast_start=True),
    same("a 2 does not draw again", two_draws_again=False),
    same("the displaced pawn slides", displaced_slides=True),
    same("Sorry! or 4 forward", sorry_forward=True),
    same("own slides", slides="own"),
    same("own slides, displaced", slides="own", displaced_slides=True),
    SetUp("points", "sorry/points", {}, POINTS),
    SetUp(
        "hands of ten",
        "sorry/points",
        {"hand_size": 10, "fast_start": True},
        POINTS | {"hand_size": 10, "fast_start": True},
    ),
    SetUp("hand of one", "sorry/points", {"hand_size": 1}, POINTS | {"hand_size": 1}),
    SetUp("teams", "sorry/teams", {}, {"teams": True}, (4,)),
    SetUp("teams, 7 over three", "sorry/teams", {"seven_parts": 3}, {"teams": True, "seven_parts": 3}, (4,)),
    SetUp("partners exchange", "sorry/teams", {"partner_swap": True}, {"teams": True, "partner_swap": True}, (4,)),
    SetUp(
        "teams, own slides",
        "sorry/teams",
        {"slides": "own", "displaced_slides": True},
        {"teams": True, "slides": "own", "displaced_slides": True},
        (4,),
    ),
]


def table_of(state: Any, rules: oracle.Rules) -> oracle.Table:
    position = state.position()
    return oracle.Table(
        players=position["players"],
        pawns=position["pawns"],
        turn=position["turn"],
        deck=list(position["deck"]),
        rules=rules,
        card=position["card"],
        discards=list(position["discards"]),
        hands={colour: list(cards) for colour, cards in position.get("hands", {}).items()},
    )


def scattered(players: list[str], luck: random.Random, pawns: int, crowd: list[int]) -> dict[str, list[str]]:
    """Return pawns thrown onto the board, most of them near one another so that much happens."""
    free = [f"t{square % 60}" for square in crowd]
    luck.shuffle(free)
    found = {}
    for colour in players:
        zone = [f"s{number}" for number in range(5)]
        luck.shuffle(zone)
        found[colour] = [
            luck.choices([lambda: free.pop(), lambda z=zone: z.pop(), lambda: "start", lambda: "home"], [6, 2, 1, 1])[
                0
            ]()
            for _ in range(pawns)
        ]
        if set(found[colour]) == {"home"}:
            found[colour][0] = "start"
    return found


CROWDED = [SETUPS[0], *SETUPS[9:13], *SETUPS[16:]]
"""Where a crowded board is worth a look: one drawn card, and every option on how pawns move."""
