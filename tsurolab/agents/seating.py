"""Which agent sits where: from what a user names to one policy a seat.

What it is for: ``agents=None``, ``"uniform"`` or ``["greedy", "uniform"]`` become a name and a kernel code for every
seat. What it is not for: playing; a family's kernel holds the policies (``POLICIES``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tsurolab.errors import BadArgument, unknown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT: Final = "uniform"
"""Chooses among the legal moves with equal chances; every family has it."""


def seat_agents(agents: str | Sequence[str] | None, players: int, policies: Sequence[str]) -> tuple[str, ...]:
    """The agent's name for each seat.

    Args:
        agents: ``None`` for uniform agents, one name for all, or names by seat; a shorter list goes round again.
        players: how many seats.
        policies: the names that the family's kernel knows.

    Raises:
        UnknownName: a name that the family does not have.
        BadArgument: no names, more names than seats, or something that is no name.

    >>> seat_agents(["greedy", "uniform"], 3, ("uniform", "greedy"))
    ('greedy', 'uniform', 'greedy')
    """
    if agents is None:
        agents = DEFAULT
    if not isinstance(agents, Sequence):
        raise BadArgument(f"agents must be a name or a list of names ({', '.join(policies)}), not {agents!r}")
    names = [agents] if isinstance(agents, str) else list(agents)
    if not 1 <= len(names) <= players:
        raise BadArgument(f"agents must be one name, or up to {players} names for {players} seats, not {len(names)}")
    for name in names:
        if not isinstance(name, str):
            raise BadArgument(f"an agent is given by its name ({', '.join(policies)}), not {name!r}")
        if name not in policies:
            raise unknown("agent", name, policies)
    return tuple(names[seat % len(names)] for seat in range(players))


def codes(names: Sequence[str], policies: Sequence[str]) -> NDArray[np.int64]:
    """The kernel's code of each seat's agent.

    Args:
        names: one name a seat, as :func:`seat_agents` returns them.
        policies: the names that the family's kernel knows, in its order.

    Returns:
        An array of ``int64``, one code a seat.

    >>> codes(("greedy", "uniform"), ("uniform", "greedy"))
    array([1, 0])
    """
    import numpy as np

    return np.array([policies.index(name) for name in names], np.int64)
