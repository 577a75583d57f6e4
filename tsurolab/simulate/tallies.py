"""Tallies: what is known of many games without keeping a row of each, exactly.

What it is for: the values of every one-byte column of RESULT counted, those of wider columns summed with their squares,
all in whole numbers. Tallies of different games add up without rounding, so that neither the order nor the number of
workers can be seen, and a billion games fit in kilobytes. What it is not for: estimates
(:mod:`tsurolab.simulate.estimates` makes them, of rows too, from tallies), or how two columns go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.errors import BadArgument, BadRecord, unknown
from tsurolab.games.protocol import ResultField
from tsurolab.stats import Tally

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tsurolab.simulate.estimates import Estimate

WINNERS: Final = "winners"
"""The field that all families share: one bit for each seat that won."""
VALUES: Final = 256
"""Different values of a byte."""


class Column(NamedTuple):
    """One column of tallies: a field of RESULT, of one seat if it has a value for each."""

    field: str
    seat: int | None
    type: str
    """NumPy's code of the values, such as ``u1``."""

    def __str__(self) -> str:
        """As a person writes it: ``tiles``, ``start[0]``."""
        return self.field if self.seat is None else f"{self.field}[{self.seat}]"


@dataclass(frozen=True)
class Layout:
    """The columns that results of a family have, for some players.

    Raises:
        BadArgument: a mask, or a code with names, is wider than a byte: its values cannot be counted.
    """

    dtype: np.dtype[Any]
    """Of the rows: RESULT, or some fields of it."""
    players: int
    fields: Mapping[str, ResultField]
    """What the fields mean."""

    def __post_init__(self) -> None:
        """Check that every column can be tallied."""
        for column in self.wide:
            meaning = self.meaning(column.field)
            if meaning.kind in ("mask", "seat mask") or meaning.names:
                raise BadArgument(f"field {column.field} must be one byte wide: its values are counted one by one")
            if self.dtype[column.field].base.kind not in "iu":
                raise BadArgument(f"field {column.field} must hold whole numbers, not {self.dtype[column.field].base}")

    def __hash__(self) -> int:
        """The hash of the types and the players."""
        return hash((self.dtype, self.players))

    def meaning(self, field: str) -> ResultField:
        """What a field means; a plain number where nothing is said."""
        return self.fields.get(field, ResultField(""))

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Every field, with one column for each seat in play where it has a value a seat."""
        found = []
        for name in self.dtype.names or ():
            field = self.dtype[name]
            seats: Iterable[int | None] = range(self.players) if field.shape else [None]
            found += [Column(name, seat, field.base.str[1:]) for seat in seats]
        return tuple(found)

    @cached_property
    def narrow(self) -> tuple[Column, ...]:
        """The columns whose values are counted."""
        return tuple(each for each in self.columns if self.dtype[each.field].base.itemsize == 1)

    @cached_property
    def wide(self) -> tuple[Column, ...]:
        """The columns whose values are summed."""
        return tuple(each for each in self.columns if self.dtype[each.field].base.itemsize > 1)


class Tallies:
    """Exact tallies of some games; ``+`` is those of both sets of games.

    >>> from tsurolab.simulate.chunk import play_chunk
    >>> from tsurolab.simulate.experiment import Experiment
    >>> experiment = Experiment("tsuro/classic", players=2, games=100)
    >>> one, two = (Tallies.of_rows(play_chunk(experiment, first, 50), experiment.layout) for first in (0, 50))
    >>> both = one + two
    >>> both.n, both == Tallies.of_rows(play_chunk(experiment, 0, 100), experiment.layout)
    (100, True)
    """

    def __init__(self, layout: Layout, n: int, counts: NDArray[np.int64], sums: Sequence[Tally]) -> None:
        self.layout = layout
        self.n = n
        """How many games."""
        self.counts = counts
        """int64[narrow columns, 256]: how often each byte was there. Not to be written to."""
        self.sums = tuple(sums)
        """The tally of each wide column."""

    @classmethod
    def empty(cls, layout: Layout) -> Tallies:
        """The tallies of no game."""
        import numpy as np

        return cls(layout, 0, np.zeros((len(layout.narrow), VALUES), np.int64), [Tally()] * len(layout.wide))

    @classmethod
    def of(cls, rows: NDArray[np.void], players: int, fields: Mapping[str, ResultField]) -> Tallies:
        """The tallies of RESULT rows.

        Args:
            rows: a structured array; all of its fields are tallied.
            players: how many seats; the others are left out.
            fields: what the fields mean.
        """
        return cls.of_rows(rows, Layout(rows.dtype, players, fields))

    @classmethod
    def of_rows(cls, rows: NDArray[np.void], layout: Layout) -> Tallies:
        """The tallies of rows that have the fields of ``layout``, and perhaps others."""
        counter = Counter(layout, rows.dtype)
        counter.add(rows)
        return counter.tallies()

    def __add__(self, other: Tallies) -> Tallies:
        """The tallies of the games of both.

        Raises:
            BadArgument: they are of different columns.
        """
        if self.layout.columns != other.layout.columns:
            raise BadArgument("only tallies of the same columns can be added")
        sums = [one + two for one, two in zip(self.sums, other.sums, strict=True)]
        return Tallies(self.layout, self.n + other.n, self.counts + other.counts, sums)

    def __eq__(self, other: object) -> bool:
        """Whether both have the same columns and the same numbers."""
        return (
            isinstance(other, Tallies)
            and (self.layout.columns, self.n, self.sums) == (other.layout.columns, other.n, other.sums)
            and bool((self.counts == other.counts).all())
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """How many games, and of what."""
        return f"<Tallies of {self.n:,} games, {len(self.layout.columns)} columns>"

    def histogram(self, field: str, seat: int | None = None) -> NDArray[np.int64]:
        """How often each value of a one-byte column was there.

        Args:
            field: a field of RESULT.
            seat: for a field with one value a seat.

        Returns:
            int64[256], by value; negative values at their place in two's complement.

        Raises:
            UnknownName: no such column.
        """
        found = {str(column): place for place, column in enumerate(self.layout.narrow)}
        name = str(Column(field, seat, ""))
        if name not in found:
            raise unknown("one-byte column", name, found)
        counts: NDArray[np.int64] = self.counts[found[name]]
        return counts

    @property
    def winner_masks(self) -> NDArray[np.int64]:
        """int64[256]: how often exactly the seats of each mask won; bit *s* is seat *s*."""
        return self.histogram(WINNERS)

    def tally(self, field: str, seat: int | None = None) -> Tally:
        """Number, sum and sum of squares of a column.

        Raises:
            UnknownName: no such column.
        """
        for column, tally in zip(self.layout.wide, self.sums, strict=True):
            if (column.field, column.seat) == (field, seat):
                return tally
        counts = self.histogram(field, seat)
        values = values_of(self.layout.dtype[field].base)
        there = [(int(values[each]), int(counts[each])) for each in counts.nonzero()[0]]
        total = sum(value * count for value, count in there)
        return Tally(self.n, total, sum(value * value * count for value, count in there))

    def estimates(self) -> list[Estimate]:
        """Every quantity with its 95% interval; see :func:`tsurolab.simulate.estimates.estimates`."""
        from tsurolab.simulate.estimates import estimates

        return list(estimates(self))

    def to_columns(self) -> dict[str, list[Any]]:
        """As columns of a table, one row for each value that was there or sum; :meth:`from_columns` reads it back.

        A row has the field, the seat, and either a value with its count, or the number of values as count and their sum
        and sum of squares. Those two are decimal text: they may be larger than any integer type.
        """
        rows: list[tuple[Any, ...]] = []
        for column, counts in zip(self.layout.narrow, self.counts, strict=True):
            values = values_of(self.layout.dtype[column.field].base)
            rows += [
                (column.field, column.seat, int(values[each]), int(counts[each]), None, None)
                for each in counts.nonzero()[0]
            ]
        for column, tally in zip(self.layout.wide, self.sums, strict=True):
            rows.append((column.field, column.seat, None, tally.n, str(tally.total), str(tally.squares)))
        return {name: [row[place] for row in rows] for place, name in enumerate(TABLE)}

    @classmethod
    def from_columns(cls, columns: Mapping[str, Sequence[Any]], layout: Layout) -> Tallies:
        """The tallies that :meth:`to_columns` described.

        Raises:
            BadRecord: the columns are not those of such tallies, or contradict each other.
        """
        tallies = cls.empty(layout)
        narrow = {(each.field, each.seat): place for place, each in enumerate(layout.narrow)}
        wide = {(each.field, each.seat): place for place, each in enumerate(layout.wide)}
        sums = list(tallies.sums)
        try:
            for field, seat, value, count, total, squares in zip(*(columns[name] for name in TABLE), strict=True):
                if value is not None:
                    tallies.counts[narrow[field, seat], int(value) & VALUES - 1] += int(count)
                else:
                    sums[wide[field, seat]] += Tally(int(count), int(total), int(squares))
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadRecord(f"these are not tallies of such games: {type(error).__name__} {error}") from None
        numbers = {*map(int, tallies.counts.sum(axis=1)), *(each.n for each in sums)}
        if len(numbers) > 1:
            raise BadRecord("these tallies contradict each other: their columns are of different numbers of games")
        return cls(layout, numbers.pop() if numbers else 0, tallies.counts, sums)


TABLE: Final = ("field", "seat", "value", "count", "sum", "squares")
"""The columns of a table of tallies."""


def values_of(dtype: np.dtype[Any]) -> NDArray[np.int64]:
    """The number that each of the 256 bytes is in a one-byte type."""
    import numpy as np

    return np.arange(VALUES, dtype=np.uint8).view(dtype).astype(np.int64)


def add_up(tallies: Iterable[Tallies], layout: Layout) -> Tallies:
    """The sum of any number of tallies."""
    return reduce(lambda one, two: one + two, tallies, Tallies.empty(layout))


class Counter:
    """Tallies in the making: rows go in block by block.

    Args:
        layout: what is tallied.
        dtype: the type of the rows that come; it has the fields of ``layout``, and perhaps others.
    """

    def __init__(self, layout: Layout, dtype: np.dtype[Any]) -> None:
        import numpy as np

        def place(column: Column) -> int:
            assert dtype.fields is not None
            field, at = dtype.fields[column.field][:2]
            return int(at) + (column.seat or 0) * field.base.itemsize

        types = [layout.dtype[each.field].base for each in layout.wide]
        short = [each.itemsize <= 4 for each in types]
        self.layout = layout
        self._n = 0
        self._narrow = np.array([place(each) for each in layout.narrow], np.int64)
        self._wide = np.array([place(each) for each, fits in zip(layout.wide, short) if fits], np.int64)
        self._sizes = np.array([each.itemsize for each, fits in zip(types, short) if fits], np.int64)
        self._signed = np.array([each.kind == "i" for each, fits in zip(types, short) if fits], np.int64)
        self._short = [each for each, fits in enumerate(short) if fits]
        self._long = [each for each, fits in enumerate(short) if not fits]
        self._counts = np.zeros((len(layout.narrow), VALUES), np.int64)
        self._sums = np.zeros((len(self._wide), 3), np.int64)
        self._exact = [Tally()] * len(layout.wide)

    def add(self, rows: NDArray[np.void]) -> None:
        """Tally some rows."""
        import numpy as np

        from tsurolab.simulate.kernel_tallies import MOST_ROWS, count_bytes, sum_words

        rows = np.ascontiguousarray(rows)
        for first in range(0, len(rows), MOST_ROWS):
            block = rows[first : first + MOST_ROWS]
            if self._n // MOST_ROWS != (self._n + len(block)) // MOST_ROWS:
                self._empty_sums()
            plain = block.view(np.ndarray).view(np.uint8).reshape(len(block), rows.dtype.itemsize)
            if len(self._narrow):
                count_bytes(plain, self._narrow, self._counts)
            if len(self._wide):
                sum_words(plain, self._wide, self._sizes, self._signed, self._sums)
            for each in self._long:
                column = self.layout.wide[each]
                values = block[column.field]
                self._exact[each] += Tally.of(values if column.seat is None else values[:, column.seat])
            self._n += len(block)

    def _empty_sums(self) -> None:
        """Move the sums of whole words to where there is room for any number."""
        for each, (total, low, high) in zip(self._short, self._sums.tolist()):
            before = self._exact[each]
            self._exact[each] = Tally(self._n, before.total + total, before.squares + low + (high << 32))
        self._sums[:] = 0

    def tallies(self) -> Tallies:
        """The tallies of all rows so far."""
        self._empty_sums()
        return Tallies(self.layout, self._n, self._counts.copy(), self._exact)
