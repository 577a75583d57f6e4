"""How many closed loops a board of random tiles has on average: exactly where that is possible, else by sampling.

What it is for: `expected_loops`, which says how it got its value, and `loop_terms`, the exact share of the short loops
on a board of any size. What it is not for: the loops of one given board (see `tsurolab.games.tsuro.topology.loops`).

Two models of a random board:

- ``"uniform"``: each square has one of the 105 matchings, equally likely and independent of the others;
- ``"distinct"``: the squares have different tiles of the set of 35, dealt at random, each in a random rotation. That is
  the same as choosing at random among the placements that `tsurolab.games.tsuro.topology.count_placements` counts.

Gaps are squares without a tile, at random places.

Three ways to the value. *Transfer* (uniform, no gaps): the tiles are laid one by one, and what is kept is how the lines
that reach the edge of the laid part are joined behind it, with its probability; nothing else matters for later loops.
*Sum*: by linearity the expected number of loops is the sum over all loops that could exist
of the probability that all their lines are there. *Sampling*: the loops of seeded random boards are counted.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from tsurolab.combinatorics.actions import apply
from tsurolab.combinatorics.matchings import checked_int, matchings
from tsurolab.errors import TooLarge, unknown
from tsurolab.games.tsuro.loop_sampling import MODELS, checked_board, sample_loops
from tsurolab.games.tsuro.points import ACROSS, Point, Square
from tsurolab.games.tsuro.tiles import CLASS_NAMES, ORIENTED_NAMES, POINTS, TURNS, parse_name
from tsurolab.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["METHODS", "MODELS", "LoopExpectation", "expected_loops", "loop_terms", "sample_loops"]

METHODS = ("auto", "exact", "sampled")
"""How a value may be got: the exact way when there is one, else by sampling; only exactly; only by sampling."""

TRANSFER_MILLISECONDS = (0.0, 0.1, 0.4, 2.6, 20.0, 120.0, 1400.0)
"""What the transfer costs for each square of a board 0, 1, 2, ... wide, about, on one core; no board is wider."""

AUTO_SECONDS = 2.0
"""The dearest transfer, by that table, that `expected_loops` does without being asked to: 25 squares 4 wide."""

MOST_SECONDS = 60.0
"""The dearest one that it does at all: 6 x 6, 5 x 100."""

MOST_SAMPLED_TILES = 10**8
"""The most squares, of all sampled boards together, that it samples: some minutes."""

Lines: TypeAlias = frozenset[tuple[int, int]]
"""Some of the lines of a tile, as pairs of ports 0..7."""


@dataclass(frozen=True)
class LoopExpectation:
    """An expected number of closed loops, and how it was found."""

    value: Fraction | float
    """The expected number of loops: a Fraction when exact."""
    method: str
    """``"exact"`` or ``"sampled"``."""
    how: str
    """In words: by transfer, by a sum over loops, or by sampling."""
    standard_error: float
    """Of a sampled value; 0 of an exact one."""
    samples: int
    """Boards sampled; 0 for an exact value."""
    tiles: int
    """Tiles on the board."""

    @property
    def per_tile(self) -> Fraction | float:
        """The expected number of loops for each tile of the board."""
        return self.value / self.tiles


def expected_loops(
    rows: int = 6,
    cols: int = 6,
    model: str = "uniform",
    *,
    gaps: int = 0,
    torus: bool = False,
    method: str = "auto",
    samples: int = 10_000,
    seed: int = 1,
) -> LoopExpectation:
    """Return the expected number of closed loops on a board of random tiles, exact where possible, and say which.

    Parameters: `model` is one of `MODELS`; `gaps` squares are left empty; `torus` joins opposite borders; `method` is
    one of `METHODS`; `samples` boards are drawn from `seed` when the value is sampled.

    Exact: the uniform model without gaps, on boards whose transfer costs at most `AUTO_SECONDS` (asked for with
    method="exact", `MOST_SECONDS`); both models, with gaps or not, on boards of at most 6 squares and rows of at most
    8. The cost of a transfer grows with the number of squares, and six times or more with each square of width: 4 x 4
    takes a third of a second, 5 x 5 three, 6 x 6 most of a minute.

    Sampled: about 2 microseconds for each square of each board, so 10,000 boards of 6 x 6 take a second, and as many of
    60 x 60 more than a minute; fewer `samples` take less.

    Raises BadArgument for a value out of range or more than 35 different tiles, UnknownName for another model or
    method, TooLarge when method is "exact" and there is no exact way or only one that takes too long, or when more than
    `MOST_SAMPLED_TILES` squares would be sampled.

    >>> expected_loops(1, 2).value
    Fraction(1, 49)
    >>> expected_loops(1, 2, "distinct").method, expected_loops(6, 6, samples=100).method
    ('exact', 'sampled')
    """
    rows, cols, gaps = checked_board(rows, cols, model, gaps)
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    samples, seed = checked_int("samples", samples, 2), check_seed(seed)
    tiles = rows * cols - gaps
    width = min(rows, cols)
    if method != "sampled" and not torus:
        most = MOST_SECONDS if method == "exact" else AUTO_SECONDS
        if model == "uniform" and not gaps and _transfer_seconds(rows, cols) <= most:
            value = _transfer(max(rows, cols), width)
            return LoopExpectation(value, "exact", "transfer, square by square", 0.0, 0, tiles)
        if (width == 1 and rows * cols <= 8) or rows * cols <= 6:
            terms = _terms(rows, cols, model, gaps, POINTS * rows * cols)
            value = sum((term for _, term in terms.values()), Fraction(0))
            return LoopExpectation(value, "exact", "sum over all possible loops", 0.0, 0, tiles)
    if method == "exact":
        raise TooLarge(
            f"no exact way to the {model} model on {rows} x {cols} with {gaps} gaps{' on a torus' if torus else ''}; "
            f"it exists for the uniform model without gaps where it takes at most about {MOST_SECONDS:.0f} s (up to "
            f"{len(TRANSFER_MILLISECONDS) - 1} wide), and for at most 6 squares and rows of at most 8; "
            'use method="sampled", or loop_terms for the short loops'
        )
    if rows * cols * samples > MOST_SAMPLED_TILES:
        raise TooLarge(
            f"{samples:,} boards of {rows} x {cols} have {rows * cols * samples:,} squares, more than "
            f"{MOST_SAMPLED_TILES:,}: give samples of at most {max(2, MOST_SAMPLED_TILES // (rows * cols)):,}"
        )
    counts = sample_loops(rows, cols, model, gaps=gaps, torus=torus, samples=samples, seed=seed)
    error = float(counts.std(ddof=1)) / math.sqrt(samples)
    return LoopExpectation(float(counts.mean()), "sampled", f"sampling, seed {seed}", error, samples, tiles)


# ---------------------------------------------------------------------------------------------------------------------
# Transfer


def _transfer_seconds(rows: int, cols: int) -> float:
    """About how long the transfer takes; it goes along the longer side."""
    width = min(rows, cols)
    return rows * cols * TRANSFER_MILLISECONDS[width] / 1000 if width < len(TRANSFER_MILLISECONDS) else math.inf


@cache
def _joins(behind: tuple[int, ...]) -> tuple[tuple[int, int, tuple[tuple[int, int], ...]], ...]:
    """What a random tile does to the lines that reach its upper and its left edge.

    `behind[p]` is the other of the four arriving lines that line p is joined to behind, or -1 when it goes elsewhere.
    Gives (how many of the 105 matchings, loops closed, pairs joined); 0..3 is where arriving line p comes from, 4 the
    lower edge and 5 the right edge.
    """
    found: Counter[tuple[int, tuple[tuple[int, int], ...]]] = Counter()
    for matching in matchings(POINTS):
        # Here ports 0, 1 are the upper edge, 2, 3 the left, 4, 5 the lower, 6, 7 the right.
        mate = {a: b for pair in matching for a, b in (pair, pair[::-1])}
        ends = [port for port in range(POINTS) if port >= 4 or behind[port] < 0]
        seen: set[int] = set()
        joined = []
        for start in ends:
            if start in seen:
                continue
            at = mate[start]
            seen.update((start, at))
            while at not in ends:
                at = mate[behind[at]]
                seen.update((at, mate[at]))
            joined.append((min(start, at), max(start, at)))
        closed = 0
        for start in range(4):
            if start not in seen:
                closed += 1
                at = start
                while at not in seen:
                    seen.update((at, mate[at]))
                    at = behind[mate[at]]
        codes = [tuple(port if port < 4 else port // 2 + 2 for port in pair) for pair in joined]
        found[closed, tuple(sorted((a, b) for a, b in codes))] += 1
    return tuple((many, closed, pairs) for (closed, pairs), many in found.items())


def _transfer(rows: int, cols: int) -> Fraction:
    # The front has one slot a column (its lowest laid edge), and slot `cols`, the right edge of the last tile laid.
    # Each slot has two line ends. A state is the sorted list of the joins between slots; slot `dead` is the border. The
    # two ends of a slot need no names: a random tile treats them alike.
    side, dead = cols, cols + 1
    states: dict[tuple[tuple[int, int], ...], int] = {tuple((slot, dead) for slot in range(cols) for _ in range(2)): 1}
    loops = 0
    for row in range(rows):
        states = {tuple(sorted((*state, (side, dead), (side, dead)))): many for state, many in states.items()}
        for col in range(cols):
            below = dead if row == rows - 1 else col
            right = dead if col == cols - 1 else side
            after: defaultdict[tuple[tuple[int, int], ...], int] = defaultdict(int)
            loops *= len(ORIENTED_NAMES)
            for state, many in states.items():
                kept, origin, behind = _arrivals(state, col, side)
                named = (*origin, below, right)
                for ways, closed, pairs in _joins(behind):
                    made = list(kept)
                    for a, b in pairs:
                        u, v = named[a], named[b]
                        if u != dead or v != dead:
                            made.append((u, v) if u < v else (v, u))
                    made.sort()
                    after[tuple(made)] += ways * many
                    loops += closed * ways * many
            states = after
    return Fraction(loops, len(ORIENTED_NAMES) ** (rows * cols))


def _arrivals(
    state: tuple[tuple[int, int], ...], col: int, side: int
) -> tuple[list[tuple[int, int]], list[int], tuple[int, ...]]:
    """Split a state at a square: (joins that miss it, slots the four arriving lines come from, lines joined behind)."""
    kept: list[tuple[int, int]] = []
    origin = [-1] * 4
    behind = [-1] * 4
    free = {col: 0, side: 2}
    for u, v in state:
        lines = []
        for slot in (u, v):
            if slot in free:
                lines.append(free[slot])
                free[slot] += 1
        if not lines:
            kept.append((u, v))
        elif len(lines) == 2:
            behind[lines[0]], behind[lines[1]] = lines[1], lines[0]
        else:
            origin[lines[0]] = v if u in free else u
    return kept, origin, tuple(behind)


# ---------------------------------------------------------------------------------------------------------------------
# Sum over possible loops


def loop_terms(
    rows: int = 6, cols: int = 6, model: str = "uniform", *, gaps: int = 0, longest: int = 4
) -> pd.DataFrame:
    """Return the exact expected number of short loops on a board of any size, by length.

    Columns: segments (the length; always even); squares (different ones that a loop crosses); loops (how many such
    loops are possible); expected (a Fraction); value (the same as a float). The sum of `expected` is a lower bound of
    `expected_loops`. In the uniform model j given lines lie on a tile with probability 1/7, 1/35, 1/105, 1/105 for
    j = 1, 2, 3, 4; so two neighbours share a loop of two segments with probability 1/49, and the four tiles round an
    inner corner have sixteen possible loops of four segments, 1/2401 each.

    Parameters: as for `expected_loops`; `longest` is the most segments, from 2 to 10 (8 takes a second, 10 half a
    minute).

    Raises BadArgument or UnknownName as `expected_loops` does.

    >>> loop_terms(6, 6)[["segments", "squares", "loops", "expected"]]
       segments  squares  loops  expected
    0         2        2     60     60/49
    1         4        3    296  296/1715
    2         4        4    400  400/2401
    """
    import pandas as pd

    rows, cols, gaps = checked_board(rows, cols, model, gaps)
    longest = checked_int("longest", longest, 2, 10)
    found = sorted(_terms(rows, cols, model, gaps, longest).items())
    return pd.DataFrame(
        {
            "segments": [segments for (segments, _), _ in found],
            "squares": [squares for (_, squares), _ in found],
            "loops": [many for _, (many, _) in found],
            "expected": pd.Series([term for _, (_, term) in found], dtype=object),
            "value": [float(term) for _, (_, term) in found],
        }
    )


def _terms(rows: int, cols: int, model: str, gaps: int, longest: int) -> dict[tuple[int, int], tuple[int, Fraction]]:
    """{(segments, squares): (possible loops, expected loops)} on a board, for loops up to a length."""
    groups: Counter[tuple[int, tuple[Lines, ...]]] = Counter()
    for loop in _shapes(rows, cols, longest):
        height = 1 + max(row for row, _ in loop) - min(row for row, _ in loop)
        breadth = 1 + max(col for _, col in loop) - min(col for _, col in loop)
        places = (rows - height + 1) * (cols - breadth + 1)
        kinds = sorted((_least_turn(frozenset(lines)) for lines in loop.values()), key=sorted)
        groups[sum(map(len, loop.values())), tuple(kinds)] += places
    terms: dict[tuple[int, int], tuple[int, Fraction]] = {}
    for (segments, forms), many in groups.items():
        squares = len(forms)
        if squares > rows * cols - gaps:
            continue
        chance = _uniform_chance(forms) if model == "uniform" else _distinct_chance(forms)
        # None of the gaps may lie on the loop.
        chance *= Fraction(math.comb(rows * cols - squares, gaps), math.comb(rows * cols, gaps))
        before, total = terms.get((segments, squares), (0, Fraction(0)))
        terms[segments, squares] = before + many, total + many * chance
    return terms


def _shapes(rows: int, cols: int, longest: int) -> Iterator[dict[Square, set[tuple[int, int]]]]:
    """Generate each loop of at most `longest` segments that fits on the board, once for all its shifts.

    A loop is {square: lines}. It is walked from the least of its points, and from there down or to the right, so each
    comes once.
    """
    # The four points of square (0, 0) that are named after it, and the square and point that they lead to.
    for point in (1, 2, 3, 4):
        down, right, entry = ACROSS[point]
        yield from _walk((0, 0, point), (down, right), entry, {}, {(0, 0, point)}, rows, cols, longest)


def _walk(
    start: Point,
    square: Square,
    entry: int,
    lines: dict[Square, set[tuple[int, int]]],
    seen: set[Point],
    rows: int,
    cols: int,
    left: int,
) -> Iterator[dict[Square, set[tuple[int, int]]]]:
    """Extend a walk that has just entered a square, with `left` segments to go; give the loops that close."""
    row, col = square
    # Rows never go above the start; columns may go left of it.
    columns = [other for _, other in lines] + [col, start[1]]
    if row < 0 or row >= rows or max(columns) - min(columns) >= cols or left < 1 + abs(row) + abs(col):
        return
    for point, (down, right, across) in ACROSS.items():
        # Not `point_name`: here the plane goes on beyond any border.
        name = (row, col, point) if point <= 4 else (row + down, col + right, across)
        line = (min(entry, point) - 1, max(entry, point) - 1)
        if name == start and point != entry and square == (0, 0):
            lines.setdefault(square, set()).add(line)
            yield {where: set(some) for where, some in lines.items()}
        elif name > start and name not in seen:
            lines.setdefault(square, set()).add(line)
            seen.add(name)
            yield from _walk(start, (row + down, col + right), across, lines, seen, rows, cols, left - 1)
            seen.discard(name)
        else:
            continue
        lines[square].discard(line)
        if not lines[square]:
            del lines[square]


@cache
def _least_turn(lines: Lines) -> Lines:
    turned = (frozenset((min(turn[a], turn[b]), max(turn[a], turn[b])) for a, b in lines) for turn in TURNS)
    return min(turned, key=sorted)


def _uniform_chance(kinds: tuple[Lines, ...]) -> Fraction:
    chance = Fraction(1)
    for lines in kinds:
        for placed in range(len(lines)):
            chance /= POINTS - 1 - 2 * placed
    return chance


@cache
def _holding(lines: Lines) -> tuple[int, ...]:
    """In how many of its four turns each of the 35 tiles has these lines."""
    every = [parse_name(name) for name in CLASS_NAMES]
    return tuple(sum(lines <= set(apply(turn, pairs)) for turn in TURNS) for pairs in every)


@cache
def _distinct_chance(kinds: tuple[Lines, ...]) -> Fraction:
    whole = 4 ** len(kinds) * math.perm(len(CLASS_NAMES), len(kinds))
    return Fraction(_over_different(tuple(_holding(lines) for lines in kinds)), whole)


def _over_different(factors: tuple[tuple[int, ...], ...]) -> int:
    """Sum f1(t1) f2(t2) ... over all choices of different tiles t1, t2, ...

    Moebius inversion over the partitions of the factors into blocks: a block of k factors on one tile weighs
    (-1)^(k-1) (k-1)!. Sets of factors are bit masks; the block of the first factor is split off, the rest is known.
    """
    full = 1 << len(factors)
    products: list[tuple[int, ...]] = [(1,) * len(CLASS_NAMES)]
    for mask in range(1, full):
        last = mask.bit_length() - 1
        products.append(tuple(a * b for a, b in zip(products[mask - (1 << last)], factors[last])))
    blocks = [0] + [
        (-1) ** (mask.bit_count() - 1) * math.factorial(mask.bit_count() - 1) * sum(products[mask])
        for mask in range(1, full)
    ]
    totals = [1]
    for mask in range(1, full):
        first = mask & -mask
        rest = part = mask - first
        total = blocks[first | part] * totals[rest - part]
        while part:
            part = (part - 1) & rest
            total += blocks[first | part] * totals[rest - part]
        totals.append(total)
    return totals[-1]
