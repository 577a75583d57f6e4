"""The compiler's front door: the only module that imports Numba.

What it is for: the :func:`kernel` decorator, the random generator that kernels share, and a compilation cache that
notices every edit. What it is not for: rules; kernels live with their family.

Numba's own cache looks at one file at a time, so a cached caller keeps an old copy of a function that it calls in
another file. Here the cache folder carries a digest of *all* kernel sources, of this file and of the compiler's
version: any edit starts a new folder, and folders of older digests are removed. The folder sits beside the package, or
in the user's cache folder where the package cannot be written.

Signed and unsigned integers are never mixed in a kernel: the generator works on ``uint64`` inside and hands out
``int64``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import numba
import numpy as np
from numba.core import config as _config

from tsurolab.seeds import GOLDEN, MASK, key, mix

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE: Final = Path(__file__).resolve().parent
JIT: Final = not bool(_config.DISABLE_JIT)
"""False when ``NUMBA_DISABLE_JIT=1``: kernels then run as plain Python, for coverage and debugging."""


@cache
def source_digest() -> str:
    """Digest of every kernel source, of the data they are compiled with, and of the versions that matter."""
    digest = hashlib.sha256()
    digest.update(f"{sys.version_info[:3]} {numba.__version__} {np.__version__}".encode())
    names = ("kernel*", "rules", "tiles", "deck")
    sources = {Path(__file__).resolve(), *(path for name in names for path in PACKAGE.glob(f"games/*/{name}.py"))}
    for source in sorted(sources):
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home())))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")))


@cache
def cache_folder() -> Path:
    """The folder of compiled kernels: the first of three places that can be written."""
    name = f"kernels-{source_digest()}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    bases = [Path(named)] if named else [PACKAGE / "__pycache__", _user_cache() / "tsurolab"]
    for base in bases:
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        for old in base.glob("kernels-*"):
            if old != folder:
                shutil.rmtree(old, ignore_errors=True)
        return folder
    return Path(tempfile.mkdtemp(prefix="tsurolab-"))


def kernel(function: F) -> F:
    """Compile ``function`` on first call; cached on disk, without the global interpreter lock, without checks.

    With ``NUMBA_DISABLE_JIT=1`` the function is returned as it is.
    """
    if not JIT:
        return function
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder())
    try:
        compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


_GOLDEN = np.uint64(GOLDEN)
_MUL1 = np.uint64(0xBF58476D1CE4E5B9)
_MUL2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _1 = (np.uint64(shift) for shift in (30, 27, 31, 32, 1))

if JIT:

    @kernel
    def _mix(value: Any) -> Any:
        value = (value ^ (value >> _30)) * _MUL1
        value = (value ^ (value >> _27)) * _MUL2
        return value ^ (value >> _31)

    @kernel
    def stream_key(seed: Any, game: Any, stream: Any) -> Any:
        """The compiled twin of :func:`tsurolab.seeds.key`: ``uint64`` from three ``int64``."""
        base = _mix(np.uint64(seed) + _GOLDEN)
        base = _mix(base + (np.uint64(game) + _1) * _GOLDEN)
        return _mix(base + (np.uint64(stream) + _1) * _GOLDEN)

    @kernel
    def next64(rng: Any, stream: Any) -> Any:
        """The next 64 random bits of ``rng[stream]`` (SplitMix64)."""
        rng[stream] += _GOLDEN
        return _mix(rng[stream])

    @kernel
    def scaled(bits: Any, n: Any) -> Any:
        """The upper 32 of 64 random bits as an ``int64`` of 0 .. n-1, for 0 < n < 2**31; bias below n / 2**32."""
        return np.int64(((bits >> _32) * np.uint64(n)) >> _32)

    @kernel
    def swapped(bits: Any) -> Any:
        """64 bits with their halves swapped."""
        return (bits << _32) | (bits >> _32)

else:

    def stream_key(seed: Any, game: Any, stream: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return np.uint64(key(int(seed), int(game), int(stream)))

    def next64(rng: Any, stream: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        value = (int(rng[stream]) + GOLDEN) & MASK
        rng[stream] = np.uint64(value)
        return np.uint64(mix(value))

    def scaled(bits: Any, n: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return ((int(bits) >> 32) * int(n)) >> 32

    def swapped(bits: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return (int(bits) << 32 | int(bits) >> 32) & MASK


@kernel
def below(rng: Any, stream: Any, n: Any) -> Any:
    """A random ``int64`` of 0 .. n-1 from ``rng[stream]``, for 0 < n < 2**31; the bias is below n / 2**32."""
    return scaled(next64(rng, stream), n)


@kernel
def shuffle(rng: Any, stream: Any, items: Any, n: Any) -> None:
    """Put ``items[0] .. items[n-1]`` into a random order (Fisher and Yates, two swaps for each 64 random bits)."""
    last = n - 1
    while last > 0:
        bits = next64(rng, stream)
        for _ in range(2):
            if last > 0:
                pick = scaled(bits, last + 1)
                held = items[last]
                items[last] = items[pick]
                items[pick] = held
                bits = swapped(bits)
                last -= 1
