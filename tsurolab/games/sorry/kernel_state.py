"""The records of Sorry!: one game, one move, one result.

What it is for: naming every fact once, for all kernels of the family, and making room for records inside a kernel. What
it is not for: rules.
"""

from typing import Final

import numpy as np

from tsurolab._jit import JIT, kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.rules import MAX_CARDS, MAX_HAND, MAX_PAWNS, MAX_SEATS

MAX_PARTS: Final = 7
"""A 7 has seven steps."""

STATE: Final = np.dtype(
    [
        ("players", "i8"),
        ("turn", "i8"),
        ("reason", "i8"),
        ("winners", "i8"),  # a bit a seat
        ("card", "i8"),  # the code of the drawn card; NONE with hands, and when the game is over
        ("first", "i8"),  # the seat that began
        ("drawer", "i8"),  # the seat that used the last card
        ("deck_count", "i8"),
        ("discard_count", "i8"),
        ("shuffled", "i8"),  # whether the last play shuffled the discards
        ("shuffles", "i8"),
        ("turns", "i8"),
        ("cards", "i8"),
        ("leader", "i8"),  # the last side that was alone in front, a bit a seat
        ("lead_changes", "i8"),
        ("rng", "u8", 2),  # the streams of the deal and of later chance
        ("colour", "i8", MAX_SEATS),
        ("partner", "i8", MAX_SEATS),  # the partner's seat, or -1
        ("ring", "i8", MAX_SEATS),  # a bit a place, in the seat's own frame
        ("zone", "i8", MAX_SEATS),
        ("start", "i8", MAX_SEATS),  # how many pawns wait there
        ("home", "i8", MAX_SEATS),
        ("progress", "i8", MAX_SEATS),  # the sum of the pawns' places, 65 for each one home
        ("deficit", "i8", MAX_SEATS),
        ("own_turns", "i8", MAX_SEATS),
        ("first_start", "i8", MAX_SEATS),
        ("first_start_card", "i8", MAX_SEATS),
        ("bumps_given", "i8", MAX_SEATS),
        ("bumps_taken", "i8", MAX_SEATS),
        ("self_bumps", "i8", MAX_SEATS),
        ("slides", "i8", MAX_SEATS),
        ("swaps", "i8", MAX_SEATS),
        ("sorries", "i8", MAX_SEATS),
        ("forfeits", "i8", MAX_SEATS),
        ("hand_count", "i8", MAX_SEATS),
        ("used", "i8", len(CARDS)),
        ("unused", "i8", len(CARDS)),
        ("squares", "i8", len(CARDS)),
        ("hands", "u1", (MAX_SEATS, MAX_HAND)),
        ("deck", "u1", MAX_CARDS),  # the pile, drawn from the end
        ("discards", "u1", MAX_CARDS),  # the last one at the end
    ],
    align=True,
)
"""One game of Sorry!."""

MOVE: Final = np.dtype(
    [
        ("card", "u1"),
        ("kind", "u1"),  # rules.Kind
        ("parts", "u1"),
        ("target", "u1"),  # where a pawn enters or exchanges, in the frame of owner[0]
        ("owner", "u1", MAX_PARTS),  # whose pawn moves
        ("place", "u1", MAX_PARTS),  # from where
        ("steps", "i1", MAX_PARTS),
    ],
    align=True,
)
"""One use of a card."""

RESULT: Final = np.dtype(
    [
        ("winners", "u1"),
        ("reason", "u1"),
        ("first", "u1"),
        ("colour", "u1", MAX_SEATS),
        ("turns", "u2"),
        ("cards", "u2"),
        ("shuffles", "u2"),
        ("lead_changes", "u2"),
        ("deficit", "u2", MAX_SEATS),
        ("deficit_overcome", "u2"),
        *[
            (name, "u2", MAX_SEATS)
            for name in ("bumps_given", "bumps_taken", "self_bumps", "slides", "swaps", "sorries", "forfeits")
        ],
        ("home", "u1", MAX_SEATS),
        ("progress", "u2", MAX_SEATS),
        ("first_start", "u2", MAX_SEATS),
        ("first_start_card", "u2", MAX_SEATS),
        ("score", "i2", MAX_SEATS),
        *[
            (f"{what}_{card}", kind)
            for what, kind in (("used", "u2"), ("unused", "u2"), ("squares", "i4"))
            for card in CARDS
        ],
    ],
    align=True,
)
"""What is kept of a finished game; ``rules.RESULT_FIELDS`` says what each field means."""

NODE: Final = np.dtype(
    [
        ("left", "i8"),
        ("parent", "i8"),
        ("parts", "i8"),
        ("owner", "i8"),
        ("place", "i8"),
        ("steps", "i8"),
        ("ring", "i8", MAX_SEATS),
        ("zone", "i8", MAX_SEATS),
        ("home", "i8", MAX_SEATS),
        ("start", "i8", MAX_SEATS),
        ("moved_ring", "i8", MAX_SEATS),
        ("moved_zone", "i8", MAX_SEATS),
    ],
    align=True,
)
"""A board after some parts of a team's 7 (``kernel_splits.py``)."""

MAX_SPLITS: Final = 80
"""More distinct outcomes than a 7 of one colour has: 4 whole and 6 pairs split in 6 ways and 2 orders."""
DESK: Final = np.dtype(
    [
        ("rng", "u8", MAX_SEATS),  # the agents' streams
        ("places", "i8", MAX_PAWNS),  # of the pawns of a 7
        ("keys", "i8", (MAX_SPLITS, 3)),  # each outcome of a 7: ring, zone with pawns brought home, bumped pawns
        ("copies", "i8", len(CARDS)),  # how many cards of each kind a seat has not seen
        ("unseen", "u1", 2 * MAX_CARDS),  # those cards one by one
    ],
    align=True,
)
"""What choosing and dealing anew need beside the state: the agents' streams, and room to work in."""

VEIL: Final = np.dtype(
    [("rng", "u8", 2), ("hands", "u1", (MAX_SEATS, MAX_HAND)), ("deck", "u1", MAX_CARDS)], align=True
)
"""What a seat may not see of a state, while it looks at it (``kernel_hidden.py``)."""

if JIT:

    @kernel
    def new_states(count):
        """Zeroed STATE records."""
        return np.zeros(count, STATE)

    @kernel
    def new_moves(count):
        """Zeroed MOVE records."""
        return np.zeros(count, MOVE)

    @kernel
    def new_nodes(count):
        """NODE records with anything in them."""
        return np.empty(count, NODE)

    @kernel
    def new_desks(count):
        """DESK records with anything in them."""
        return np.empty(count, DESK)

else:  # plain arrays have no attributes

    def new_states(count):
        """Zeroed STATE records."""
        return np.zeros(count, STATE).view(np.recarray)

    def new_moves(count):
        """Zeroed MOVE records."""
        return np.zeros(count, MOVE).view(np.recarray)

    def new_nodes(count):
        """NODE records with nothing in them."""
        return np.zeros(count, NODE).view(np.recarray)

    def new_desks(count):
        """DESK records with nothing in them."""
        return np.zeros(count, DESK).view(np.recarray)
