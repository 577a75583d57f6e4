"""Where the grid grows: how often each cell, counted from the first tile, holds a tile at the end of simulated games.

What it is for: heat maps of the grid. What it is not for: drawing them, or results of single games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tsurolab.errors import BadArgument, unknown
from tsurolab.games import catalogue
from tsurolab.seeds import check_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_REACH = 64
"""Beyond so many cells from the first tile nothing is counted."""


def growth(
    edition: str = "qwirkle/classic",
    *,
    players: int = 2,
    agents: str | Sequence[str] = "greedy",
    games: int = 1000,
    seed: int = 1,
    reach: int = 20,
    **options: object,
) -> NDArray[np.float64]:
    """How often each cell holds a tile at the end of a game.

    Args:
        edition: which game is played; ``options`` are its options.
        players: how many seats.
        agents: a policy for all seats, or one for each.
        games: how many games are played, numbers 0, 1, ... of the seed.
        seed: the master seed, 0 .. 2**63 - 1.
        reach: how many cells from the first tile are counted, 1 .. 64.

    Returns:
        Shares from 0 to 1: rows downwards by columns to the right, ``2 * reach + 1`` of each, with the left end of the
        first play in the middle. That play runs to the right, so the map is longer along rows.

    Raises:
        BadArgument: a number out of range.
        UnknownName: an edition, option or policy that does not exist.

    >>> share = growth(games=20, reach=3)
    >>> share.shape, float(share[3, 3])
    ((7, 7), 1.0)
    """
    import numpy as np

    game = catalogue.game(edition, **options)
    if game.edition.family != "qwirkle":
        raise BadArgument(f"growth is for editions of Qwirkle, not {edition}")
    kernel = game.family.kernel
    names = [agents] * players if isinstance(agents, str) else list(agents)
    players = game.check_players(players)
    if len(names) != players:
        raise BadArgument(f"{players} players need {players} agents, not {len(names)}")
    for name in names:
        if name not in kernel.POLICIES:
            raise unknown("agent", name, kernel.POLICIES)
    for what, value, most in (("games", games, 10**9), ("reach", reach, MOST_REACH)):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
            raise BadArgument(f"{what} must be a whole number from 1 to {most}, not {value!r}")
    sums = np.zeros((2 * reach + 1, 2 * reach + 1), np.int64)
    codes = np.array([kernel.POLICIES.index(name) for name in names])
    kernel.add_grids(game.rules, players, codes, check_seed(seed), 0, games, sums)  # type: ignore[attr-defined]
    return sums / games
