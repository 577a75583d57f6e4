"""One decision of one agent, for games that are played move by move.

What it is for: :func:`pick`, which asks an agent by name for a move of a State. What it is not for: whole games at full
speed; a family's kernel plays those with its compiled policies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tsurolab.agents.seating import DEFAULT
from tsurolab.errors import BadArgument, unknown
from tsurolab.seeds import check_seed, key

if TYPE_CHECKING:
    from tsurolab.games.protocol import State

NAMES = (DEFAULT,)
"""The agents that can be asked."""


def pick(state: State, agent_name: str, *, seed: int) -> Any:
    """The move that an agent plays in a position.

    Args:
        state: the position; it stays as it is.
        agent_name: ``"uniform"``.
        seed: of the agent's random choices, 0 .. 2**63 - 1; the same seed gives the same move.

    Raises:
        UnknownName: no such agent.
        BadArgument: the game is over, or a seed out of range.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=1)
    >>> pick(state, "uniform", seed=1) in state.legal_moves
    True
    """
    if agent_name not in NAMES:
        raise unknown("agent", agent_name, NAMES)
    moves = state.legal_moves
    if not moves:
        raise BadArgument(f"the game is over ({state.outcome}): there is no move to pick")
    return moves[key(check_seed(seed), state.ply, state.turn) % len(moves)]
