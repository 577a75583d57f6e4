"""Deals of Qwirkle by the game's own dealing, many at a time: what exact laws of the deal are held against.

What it is for: `sample_deals`. What it is not for: the laws (`tsurolab.games.qwirkle.openings`, `bag`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tsurolab.games.catalogue import game
from tsurolab.games.protocol import new_records
from tsurolab.games.qwirkle.tiles import CLASSIC

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

EDITION = "qwirkle/classic"


@dataclass(frozen=True, eq=False)
class Deals:
    """Some deals of the classic edition."""

    hands: NDArray[np.uint8]
    """Tile indices: deal, seat, place in the hand."""
    starter: NDArray[np.int64]
    """The seat that starts."""
    bag: NDArray[np.uint8]
    """The next six tiles of the bag."""

    def groups(self) -> NDArray[Any]:
        """The size of the largest group of each hand: deal, seat."""
        import numpy as np

        held = (self.hands[..., None] == np.arange(CLASSIC.types, dtype=np.uint8)).any(axis=2)
        grid = held.reshape(*held.shape[:2], CLASSIC.colours, CLASSIC.shapes)
        groups: NDArray[Any] = np.maximum(grid.sum(axis=3).max(axis=2), grid.sum(axis=2).max(axis=2))
        return groups


def sample_deals(players: int, deals: int, seed: int) -> Deals:
    """Deal games 0, 1, ... of a seed.

    >>> some = sample_deals(2, 10, seed=1)
    >>> some.hands.shape, some.bag.shape
    ((10, 2, 6), (10, 6))
    >>> bool((some.groups().max(axis=1) == some.groups()[range(10), some.starter]).all())
    True
    """
    import numpy as np

    table = game(EDITION)
    kernel = table.family.kernel
    record = new_records(kernel.STATE, 1)[0]
    hands = np.empty((deals, players, 6), np.uint8)
    starter, bag = np.empty(deals, np.int64), np.empty((deals, 6), np.uint8)
    for number in range(deals):
        kernel.deal(table.rules, players, seed, number, record)
        hands[number] = record.hands[:players]
        starter[number] = record.starter
        count = int(record.bag_count)
        bag[number] = record.bag[count - 6 : count]
    return Deals(hands, starter, bag)
