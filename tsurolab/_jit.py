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

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir as _ir
from numba.core import cgutils as _cgutils
from numba.core import config as _config
from numba.core import types as _types
from numba.core.errors import NumbaExperimentalFeatureWarning as _NewFeature
from numba.extending import intrinsic as _intrinsic

from tsurolab.seeds import GOLDEN, MASK, key, mix

F = TypeVar("F", bound=Callable[..., Any])

# Users' functions are passed to kernels as values; the compiler calls that new whenever it happens.
warnings.filterwarnings("ignore", category=_NewFeature)

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
    sources.update(PACKAGE.glob("agents/kernel_*.py"), PACKAGE.glob("simulate/kernel_*.py"))
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


_OWN_NAME: Final = re.compile(r"tsurolab-kernels-[0-9a-f]{16}")


@cache
def cache_folder() -> Path:
    """The folder of compiled kernels: the first of four places that can be written.

    Beside the package, then the user's cache folder, then one temporary folder a user; ``NUMBA_CACHE_DIR`` comes before
    all of them. Older folders of ours are removed beside the package only, where nobody else puts any: another
    environment may be using those in shared places.
    """
    name = f"tsurolab-kernels-{source_digest()}"
    named = os.environ.get("NUMBA_CACHE_DIR")
    beside = PACKAGE / "__pycache__"
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    shared = Path(tempfile.gettempdir()) / f"tsurolab-{user}"
    for base in [Path(named)] if named else [beside, _user_cache() / "tsurolab", shared]:
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError:
            continue
        if base == beside:
            for old in base.iterdir():
                if old != folder and _OWN_NAME.fullmatch(old.name):
                    shutil.rmtree(old, ignore_errors=True)
        return folder
    return Path(tempfile.mkdtemp(prefix="tsurolab-"))


def is_compiled(family: str, function: str = "playout") -> bool:
    """Whether the cache holds a kernel function of a family, so that its first use does not have to wait.

    Args:
        family: the name of its folder, which is also the label of the texts bound for it (see :func:`bound`).
        function: of the family's own ``kernel*.py``, or of a text that families share, such as ``"match"``.
    """
    own, shared = f"{family}_*/kernel*.{function}-*.nbi", f"*/kernel_*.{family}_{function}-*.nbi"
    return any(next(cache_folder().glob(pattern), None) for pattern in (own, shared))


def _compile(function: F, **options: bool) -> F:
    if not JIT:
        return function
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(cache_folder())
    try:
        compiled: F = numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function)
    finally:
        _config.CACHE_DIR = before
    return compiled


def kernel(function: F) -> F:
    """Compile ``function`` on first call; cached on disk, without the global interpreter lock, without checks.

    With ``NUMBA_DISABLE_JIT=1`` the function is returned as it is.
    """
    return _compile(function)


def inlined(function: F) -> F:
    """A :func:`kernel` whose code is put in place of every call: for small parts of hot loops."""
    return _compile(function, forceinline=True)


def bound(function: F, label: str, names: Mapping[str, Any]) -> F:
    """A kernel out of a text that several families share: ``function`` with ``names`` put in for its free names.

    Args:
        function: plain code; its globals need not have the names.
        label: what tells the twins of one text apart, such as the family's name; the cache on disk needs it.
        names: kernels, dtypes and numbers.
    """
    return kernel(plain(function, label, names))


def plain(function: F, label: str, names: Mapping[str, Any]) -> F:
    """The same as :func:`bound`, not compiled: the text run by Python, calling compiled kernels."""
    twin: Any = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    twin.__qualname__ = f"{label}_{function.__name__}"
    twin.__module__ = function.__module__
    twin.__doc__ = function.__doc__
    return cast(F, twin)


class NotCompiled(Exception):
    """The compiler refused a function; the text says why, in its own words."""


_CHECKED: Final[dict[str, Any]] = {"nogil": True, "error_model": "python", "boundscheck": True}
"""How users' functions are compiled."""


def _with_callees(function: Any, found: dict[Any, Any]) -> Any:
    """A twin of a user's function that names compiled functions where ``function`` names plain ones.

    ``found`` has those that were met before, so that functions may call one another.
    """
    code = function.__code__
    names = dict(function.__globals__)
    cells = tuple(CellType() for _ in code.co_freevars)
    twin = FunctionType(code, names, function.__name__, function.__defaults__, cells)
    found[function] = numba.njit(**_CHECKED)(twin)
    names.update({name: _callee(names[name], found) for name in _names_in(code) if name in names})
    for cell, outer in zip(cells, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # a name that has no value yet
            cell.cell_contents = _callee(outer.cell_contents, found)
    return twin


def _callee(value: Any, found: dict[Any, Any]) -> Any:
    """What a compiled function calls where a plain one calls ``value``; all that is no function stays what it is."""
    function = getattr(value, "function", value)  # a user's agent is called as the function it was made from
    module = getattr(function, "__module__", None) or ""
    if not isinstance(function, FunctionType) or module.partition(".")[0] in ("numpy", "numba", "tsurolab"):
        return value
    if function not in found:
        _with_callees(function, found)
    return found[function]


def _names_in(code: CodeType) -> Iterator[str]:
    """The names that a function uses, those of the functions and lists inside it too."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names_in(inner)


def compiled_like(function: F, *examples: Any) -> F:
    """Compile a function of a user's for arguments like ``examples``, to return ``int64``; not kept on disk.

    All functions that are compiled for the same examples have one type, so that a kernel takes any of them without
    being compiled anew. Plain functions that it calls by name are compiled with it. Indices are checked: a wrong one
    raises instead of reading other memory.

    Raises:
        NotCompiled: with the compiler's reason.
    """
    if not JIT:
        return function
    signature = _types.int64(*(numba.typeof(example) for example in examples))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled: F = numba.njit([signature], **_CHECKED)(_with_callees(function, {}))
    except Exception as error:  # the compiler has many, not all of them its own
        raise NotCompiled(f"{type(error).__name__}: {error}") from None
    return compiled


_GOLDEN = np.uint64(GOLDEN)
_MUL1 = np.uint64(0xBF58476D1CE4E5B9)
_MUL2 = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32, _1 = (np.uint64(shift) for shift in (30, 27, 31, 32, 1))

if JIT:

    @inlined
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

    @inlined
    def next64(rng: Any, stream: Any) -> Any:
        """The next 64 random bits of ``rng[stream]`` (SplitMix64)."""
        rng[stream] += _GOLDEN
        return _mix(rng[stream])

    @inlined
    def scaled(bits: Any, n: Any) -> Any:
        """The upper 32 of 64 random bits as an ``int64`` of 0 .. n-1, for 0 < n < 2**31; bias below n / 2**32."""
        return np.int64(((bits >> _32) * np.uint64(n)) >> _32)

    @inlined
    def swapped(bits: Any) -> Any:
        """64 bits with their halves swapped."""
        return (bits << _32) | (bits >> _32)

    @kernel
    def records(dtype: Any, count: Any) -> Any:
        """``count`` zeroed records, inside a kernel; see :func:`keep_alive` before taking one out."""
        return np.zeros(count, dtype)

    @_intrinsic  # type: ignore[untyped-decorator]
    def lowest_bit(typing_context: Any, mask: Any) -> Any:
        """The place of the lowest bit that is set in an ``int64`` other than 0."""

        def count_zeros(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(_types.boolean, True))

        return _types.int64(_types.int64), count_zeros

    @_intrinsic  # type: ignore[untyped-decorator]
    def count_bits(typing_context: Any, mask: Any) -> Any:
        """How many bits are set in an ``int64``."""

        def population(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return _types.int64(_types.int64), population

    @_intrinsic  # type: ignore[untyped-decorator]
    def equal_lanes(typing_context: Any, values: Any, first: Any, mask: Any, wanted: Any) -> Any:
        """Which of the eight integers ``values[first] .. values[first + 7]`` equal ``wanted`` in the bits of ``mask``.

        One bit each, the first lowest: a loop of eight steps as a handful of vector instructions.
        """

        def compare(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lane = _ir.IntType(signature.args[0].dtype.bitwidth)
            lanes = _ir.VectorType(lane, 8)

            def splat(number: Any) -> Any:
                number = builder.trunc(number, lane) if lane.width < 64 else number
                one = builder.insert_element(_ir.Constant(lanes, _ir.Undefined), number, _ir.IntType(32)(0))
                zeros = _ir.Constant(_ir.VectorType(_ir.IntType(32), 8), [0] * 8)
                return builder.shuffle_vector(one, _ir.Constant(lanes, _ir.Undefined), zeros)

            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            place = builder.bitcast(builder.gep(array.data, [arguments[1]]), lanes.as_pointer())
            loaded = builder.and_(builder.load(place, align=lane.width // 8), splat(arguments[2]))
            hits = builder.bitcast(builder.icmp_unsigned("==", loaded, splat(arguments[3])), _ir.IntType(8))
            return builder.zext(hits, _ir.IntType(64))

        return _types.int64(values, _types.int64, _types.int64, _types.int64), compare

    @_intrinsic  # type: ignore[untyped-decorator]
    def copy_record(typing_context: Any, target: Any, source: Any) -> Any:
        """Copy all bytes of one record into another of the same dtype."""

        def copy_bytes(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte_pointer = _ir.IntType(8).as_pointer()
            to, from_ = (builder.bitcast(argument, byte_pointer) for argument in arguments)
            size = context.get_constant(_types.intp, signature.args[0].size)
            _cgutils.raw_memcpy(builder, to, from_, size, 1)
            return context.get_dummy_value()

        return _types.void(target, source), copy_bytes

else:

    def records(dtype: Any, count: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return np.zeros(int(count), dtype).view(np.recarray)

    def lowest_bit(mask: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def count_bits(mask: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return int(mask).bit_count()

    def equal_lanes(values: Any, first: Any, mask: Any, wanted: Any) -> Any:
        """The plain twin of the compiled function of this name."""
        return sum(1 << lane for lane in range(8) if int(values[first + lane]) & int(mask) == int(wanted))

    def copy_record(target: Any, source: Any) -> None:
        """The plain twin of the compiled function of this name."""
        for name in source.dtype.names:
            target[name] = source[name]

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
def keep_alive(array: Any) -> None:
    """Call this after the last use of a record taken out of an array that a kernel made.

    A record is a bare pointer: without a later use of the array, its memory may be freed while the record is in use.
    """


@inlined
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
