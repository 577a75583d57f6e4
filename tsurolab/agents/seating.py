"""Which agent sits where: from what a user names to one full name a seat, and from a name to what it means.

What it is for: ``agents=None``, ``"uniform"`` or ``["greedy", "monte-carlo:64", mine]`` become a name for every seat,
and a name a :class:`Seat`. What it is not for: playing (:mod:`tsurolab.agents.matches`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tsurolab.agents.user import name_of
from tsurolab.errors import BadArgument, unknown

DEFAULT: Final = "uniform"
"""Chooses among the legal moves with equal chances; every family has it."""
MONTE_CARLO: Final = "monte-carlo"
ROLLOUT_POLICY: Final = "greedy"
"""Who plays the rollouts of a Monte Carlo agent that is given nobody: slower than uniform, and far better judges."""
ROLLOUTS: Final = 64
"""The budget of a Monte Carlo agent that is given none."""
MOST_ROLLOUTS: Final = 10**7


class Seat(NamedTuple):
    """What an agent's name means."""

    name: str
    policy: str | None = None
    """The compiled policy that decides; of a Monte Carlo agent, that plays its rollouts."""
    rollouts: int = 0
    """The budget for each decision of a Monte Carlo agent, else 0."""
    is_users: bool = False
    """Whether it is a user's function."""


def read_seat(name: str, policies: Sequence[str]) -> Seat:
    """What a name means.

    Args:
        name: a policy; ``monte-carlo``, ``monte-carlo:ROLLOUTS`` or ``monte-carlo:ROLLOUTS:POLICY``; or the name of a
            user's agent, which need not be defined here.
        policies: the names that the family's kernel knows.

    Raises:
        UnknownName: there is no such agent.
        BadArgument: a number of rollouts out of range.

    >>> read_seat("monte-carlo:256:uniform", ("uniform", "greedy"))
    Seat(name='monte-carlo:256:uniform', policy='uniform', rollouts=256, is_users=False)
    """
    if name in policies:
        return Seat(name, name)
    full = name_of(name)
    if full:
        return Seat(full, is_users=True)
    head, _, rest = name.partition(":")
    if head != MONTE_CARLO:
        raise unknown("agent", name, (*policies, f"{MONTE_CARLO}:{ROLLOUTS}"))
    digits, _, policy = rest.partition(":")
    policy = policy or (ROLLOUT_POLICY if ROLLOUT_POLICY in policies else DEFAULT)
    digits = digits or str(ROLLOUTS)
    if policy not in policies:
        raise unknown("policy for rollouts", policy, policies)
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits) <= MOST_ROLLOUTS:
        raise BadArgument(f"{MONTE_CARLO} takes 1 to {MOST_ROLLOUTS} rollouts, as in {MONTE_CARLO}:64, not {digits!r}")
    shown = "" if policy == ROLLOUT_POLICY else f":{policy}"
    return Seat(f"{MONTE_CARLO}:{int(digits)}{shown}", policy, int(digits))


def seat_agents(agents: object, players: int, policies: Sequence[str]) -> tuple[str, ...]:
    """The agent's full name for each seat.

    Args:
        agents: ``None`` for uniform agents, one for all, or a list by seat; a shorter list goes round again. Each is
            a name (see :func:`read_seat`) or a user's agent.
        players: how many seats.
        policies: the names that the family's kernel knows.

    Raises:
        UnknownName: a name that the family does not have.
        BadArgument: no names, more names than seats, or something that is no name.
        BadAgent: a user's agent that cannot be read.

    >>> seat_agents(["greedy", "uniform"], 3, ("uniform", "greedy"))
    ('greedy', 'uniform', 'greedy')
    """
    if agents is None:
        agents = DEFAULT
    if isinstance(agents, str) or name_of(agents):
        agents = [agents]
    if not isinstance(agents, Sequence):
        raise BadArgument(f"agents must be a name or a list of names ({', '.join(policies)}), not {agents!r}")
    given = list(agents)
    if not 1 <= len(given) <= players:
        raise BadArgument(f"agents must be one name, or up to {players} names for {players} seats, not {len(given)}")
    names = []
    for each in given:
        name = each if isinstance(each, str) else name_of(each)
        if name is None:
            raise BadArgument(f"an agent is given by its name ({', '.join(policies)}, ...), not {each!r}")
        names.append(read_seat(name, policies).name)
    return tuple(names[seat % len(names)] for seat in range(players))
