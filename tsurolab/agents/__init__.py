"""Agents: who plays. Knows no game; the families' kernels hold the compiled policies that are named here."""

from tsurolab.agents.seating import DEFAULT, codes, seat_agents

__all__ = ["DEFAULT", "codes", "seat_agents"]
