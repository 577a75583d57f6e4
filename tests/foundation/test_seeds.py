"""Streams of random numbers: one for each seed, game and purpose, the same compiled and plain."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tsurolab import _jit
from tsurolab.errors import BadArgument
from tsurolab.seeds import GOLDEN, MASK, MAX_SEED, Stream, check_seed, key, mix

whole = st.integers(0, MAX_SEED)


@given(whole, whole, st.integers(0, 20))
def test_the_compiled_key_is_the_plain_key(seed, game, stream):
    assert int(_jit.stream_key(seed, game, stream)) == key(seed, game, stream)


def test_mixing_is_splitmix64():
    # The first outputs of SplitMix64 from state 0, as published with the generator's reference code.
    assert [mix(GOLDEN * (step + 1)) for step in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_streams_do_not_meet():
    keys = {key(seed, game, stream) for seed in range(20) for game in range(50) for stream in range(10)}
    assert len(keys) == 20 * 50 * 10


def test_the_generator_walks_through_its_stream():
    rng = np.array([key(1, 2, Stream.DEAL), 0], np.uint64)
    start = int(rng[0])
    assert [int(_jit.next64(rng, 0)) for _ in range(4)] == [mix(start + GOLDEN * (step + 1)) for step in range(4)]
    assert int(rng[0]) == (start + 4 * GOLDEN) & MASK


@pytest.mark.parametrize("n", [1, 2, 3, 7, 48])
def test_below_is_even(n):
    rng = np.array([key(7, n, 0)], np.uint64)
    draws = np.array([_jit.below(rng, 0, n) for _ in range(400 * n)])
    assert draws.min() == 0
    assert draws.max() == n - 1
    if n > 1:
        assert stats.chisquare(np.bincount(draws, minlength=n)).pvalue > 1e-4


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5])
def test_shuffles_are_permutations_each_equally_likely(n):
    rng = np.array([key(8, n, 0)], np.uint64)
    seen: dict[tuple[int, ...], int] = {}
    orders = max(1, int(np.prod(range(1, n + 1))))
    for _ in range(100 * orders):
        items = np.arange(6, dtype=np.uint8)
        _jit.shuffle(rng, 0, items, n)
        assert sorted(items) == list(range(6))
        assert list(items[n:]) == list(range(n, 6))
        order = tuple(int(item) for item in items[:n])
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == orders
    if orders > 1:
        assert stats.chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.5, "7", None, True])
def test_bad_seeds(seed):
    with pytest.raises(BadArgument, match=r"seed must be an integer from 0 to 2\*\*63 - 1, not"):
        check_seed(seed)


def test_numpy_integers_are_seeds():
    assert check_seed(np.int64(5)) == 5
