"""Random streams: one 64-bit key for every (master seed, game number, stream).

What it is for: game *i* of seed *s* is the same game whatever the number of workers, chunks or machines, and an agent
that thinks longer does not change the deal. What it is not for: drawing numbers; kernels do that with the generator of
:mod:`tsurolab._jit`, whose state sits in the game's record.

The mixing function is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014); :func:`key` is the plain Python twin of ``_jit.stream_key`` and the tests hold them equal.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from tsurolab.errors import BadArgument

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
MAX_SEED: Final = (1 << 63) - 1


class Stream(IntEnum):
    """What a stream of random numbers is used for."""

    DEAL = 0
    CHANCE = 1
    AGENT = 2  # agent of seat k: AGENT + k


def mix(value: int) -> int:
    """The SplitMix64 finaliser: a bijection of the 64-bit integers.

    >>> hex(mix(0x9E3779B97F4A7C15))
    '0xe220a8397b1dcdaf'
    """
    value &= MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def key(seed: int, game: int, stream: int) -> int:
    """The 64-bit key of one stream of one game.

    >>> key(1, 0, Stream.DEAL) != key(1, 1, Stream.DEAL) != key(1, 1, Stream.CHANCE)
    True
    """
    base = mix(seed + GOLDEN)
    base = mix(base + (game + 1) * GOLDEN)
    return mix(base + (stream + 1) * GOLDEN)


def check_seed(seed: object) -> int:
    """Return ``seed`` as an int of 0 .. 2**63 - 1, or raise :class:`BadArgument`.

    >>> check_seed(7)
    7
    """
    import operator

    try:
        value = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise BadArgument(f"seed must be an integer from 0 to 2**63 - 1, not {seed!r}") from None
    if isinstance(seed, bool) or not 0 <= value <= MAX_SEED:
        raise BadArgument(f"seed must be an integer from 0 to 2**63 - 1, not {seed!r}")
    return value
