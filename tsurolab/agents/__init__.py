"""Agents: who decides. Compiled policies, Monte Carlo search, and functions that users write; names no game.

``agent`` marks a user's function, ``pick`` asks an agent for one move, ``evaluate`` shows what a search thinks of each
move, ``seat_agents`` turns what a user names into one agent a seat.
"""

from __future__ import annotations

from typing import Any

from tsurolab.agents.matches import check_users, evaluate, functions_of, pick, play_games, trace_game
from tsurolab.agents.seating import DEFAULT, Seat, read_seat, seat_agents
from tsurolab.agents.user import Agent, agent, pack, unpack

__all__ = [
    "DEFAULT",
    "Agent",
    "Seat",
    "agent",
    "check_users",
    "evaluate",
    "functions_of",
    "pack",
    "pick",
    "play_games",
    "random_below",
    "read_seat",
    "seat_agents",
    "trace_game",
    "unpack",
]


def __getattr__(name: str) -> Any:
    """``random_below`` loads the compiler on first use."""
    if name == "random_below":
        from tsurolab.agents.kernel_draws import random_below

        globals()[name] = random_below
        return random_below
    raise AttributeError(f"module 'tsurolab.agents' has no attribute {name!r}; it has {', '.join(__all__)}")
