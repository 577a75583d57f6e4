"""Perft: how many sequences of moves there are to a depth.

What it is for: checking an edition's move generation against counts kept on file; one wrong move anywhere changes them.
What it is not for: speed; it plays through State, with its checks. Chance is what the state's own stream gives, so the
count is of the choices of one deal.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsurolab.errors import BadArgument
from tsurolab.games.state import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of ``depth`` legal moves from a position.

    A game that ends earlier has no sequence of that length.

    Args:
        state: where to begin; it is not changed.
        depth: how many moves, 0 or more.

    Raises:
        BadArgument: the depth is no whole number of 0 or more.

    >>> from tsurolab.games.catalogue import game
    >>> state = game("tsuro/classic").new(players=2, seed=1)
    >>> perft(state, 0), perft(state, 1) == len(state.legal_moves)
    (1, True)
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 0:
        raise BadArgument(f"a depth is a whole number from 0, not {depth!r}")
    return _count(state.copy(), depth)


def divide(state: State, depth: int) -> dict[str, int]:
    """The count of :func:`perft` by the first move, which helps to find a wrong one.

    Raises:
        BadArgument: the depth is no whole number of 1 or more.

    >>> from tsurolab.games.catalogue import game
    >>> state = game("tsuro/classic").new(players=2, seed=1)
    >>> sum(divide(state, 2).values()) == perft(state, 2)
    True
    """
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise BadArgument(f"a depth to divide is a whole number from 1, not {depth!r}")
    return dict(divided(state, depth))


def divided(state: State, depth: int) -> Iterator[tuple[str, int]]:
    """The items of :func:`divide`, each as soon as it is counted; the depth is not checked."""
    for move in state.legal_moves:
        yield str(move), perft(state.copy().play(move), depth - 1)


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    moves = state.legal_moves
    if depth == 1:
        return len(moves)
    total = 0
    for move in list(moves):
        state.play(move)
        total += _count(state, depth - 1)
        state.undo()
    return total
