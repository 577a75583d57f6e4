"""Packing: rows and tallies as Parquet files, and back.

What it is for: the bytes of one part of a stored run, fast to write and easy to query. What it is not for: folders,
names of files and resuming (:mod:`tsurolab.simulate.store`).

Rows are taken apart into columns while their block is in the processor's cache. Columns are those of the family's
RESULT; an array field has one column a seat, ``name_0``, ``name_1``, ... Seats that are not in play hold the same in
every game and are noted once. Of the encodings that readers know, splitting numbers into streams of bytes and packing
those with LZ4 is the fastest to write by far: an eighth of a microsecond and 25 bytes for a game of Tsuro.

What is known of the games of a part goes into its footer, the tallies of all its games included: they are there or not
with the very file that has the rows.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.errors import BadRecord
from tsurolab.simulate.tallies import TABLE, Tallies

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tsurolab.simulate.experiment import Experiment

GAME: Final = "game"
"""The column with the game's number."""
_META: Final = b"tsurolab"
_SPLIT: Final = "BYTE_STREAM_SPLIT"
_STEPS: Final = "DELTA_BINARY_PACKED"
_BATCH: Final = 1 << 16
"""Values that are encoded at a time."""
_PAGE: Final = 1 << 23
"""Bytes of a page of a column: as many as are useful, since no reader looks for single games by page."""


class _Field(NamedTuple):
    """A column of a file: its name there, and where it is in a row."""

    label: str
    name: str
    seat: int | None


def _fields(dtype: np.dtype[Any], seats: Mapping[str, range]) -> Iterator[_Field]:
    """The columns of rows: every field, for array fields those of some seats."""
    for name in dtype.names or ():
        if dtype[name].shape:
            for seat in seats[name]:
                yield _Field(f"{name}_{seat}", name, seat)
        else:
            yield _Field(name, name, None)


def _column(rows: NDArray[np.void], field: _Field) -> NDArray[Any]:
    return rows[field.name] if field.seat is None else rows[field.name][:, field.seat]


class Packer:
    """The rows of a part on their way into a file.

    Args:
        experiment: what was played.
        first: number of the part's first game.
        count: how many games it has.
        numbers: the games whose rows come.
    """

    def __init__(self, experiment: Experiment, first: int, count: int, numbers: range) -> None:
        self.experiment = experiment
        self.about: dict[str, Any] = {"series": experiment.series, "first": first, "count": count}
        self.numbers = numbers
        self._filled = 0
        self._columns: dict[_Field, NDArray[Any]] = {}
        self._begin(None)

    def _begin(self, rows: NDArray[np.void] | None) -> None:
        """Make room for the columns; what the seats not in play hold is taken from the first block."""
        import numpy as np

        dtype, players = self.experiment.row_type, self.experiment.players
        seats, constant = {}, {}
        for name in dtype.names or ():
            if shape := dtype[name].shape:
                empty = None if rows is None else rows[name][:, players:]
                same = empty is None or bool((empty == empty[0]).all())
                seats[name] = range(players if same else shape[0])
                constant[name] = [] if empty is None else empty[0].tolist()
        self.about["constant"] = constant
        self._columns = {field: np.empty(len(self.numbers), dtype[field.name].base) for field in _fields(dtype, seats)}

    def add(self, rows: NDArray[np.void]) -> None:
        """Take in the next rows."""
        if not len(rows):
            return
        if not self._filled:
            self._begin(rows)
        end = self._filled + len(rows)
        for field, column in self._columns.items():
            column[self._filled : end] = _column(rows, field)
        self._filled = end

    def finish(self, tallies: Tallies) -> bytes:
        """The file."""
        import numpy as np
        import pyarrow as pa

        columns: dict[str, NDArray[Any]] = {GAME: np.arange(self.numbers.start, self.numbers.stop, self.numbers.step)}
        columns |= {field.label: column for field, column in self._columns.items()}
        encodings = dict.fromkeys(columns, _SPLIT) | {GAME: _STEPS}
        return _written(
            pa.table(columns),
            self.about | {"tallies": tallies.to_columns()},
            compression="lz4",
            use_dictionary=False,
            column_encoding=encodings,
        )


def pack_tallies(experiment: Experiment, first: int, count: int, tallies: Tallies) -> bytes:
    """The tallies of a part as the bytes of a Parquet file: a table that can be queried."""
    import pyarrow as pa

    columns = tallies.to_columns()
    types = (pa.string(), pa.int16(), pa.int16(), pa.int64(), pa.string(), pa.string())
    table = pa.table(columns, schema=pa.schema(list(zip(TABLE, types, strict=True))))
    about = {"series": experiment.series, "first": first, "count": count, "check": _checksum(columns)}
    return _written(table, about, compression="zstd")


def _checksum(columns: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps({name: columns[name] for name in TABLE}).encode())


def _written(table: Any, about: Mapping[str, Any], **options: Any) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    noted = b64encode(zlib.compress(json.dumps(about).encode()))
    sink = pa.BufferOutputStream()
    pq.write_table(
        table.replace_schema_metadata({_META: noted}),
        sink,
        write_statistics=[GAME] if GAME in table.column_names else False,
        write_page_checksum=True,
        row_group_size=max(1, table.num_rows),
        write_batch_size=_BATCH,
        data_page_size=_PAGE,
        **options,
    )
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _open(source: Path | bytes, experiment: Experiment, first: int, count: int) -> tuple[Any, dict[str, Any]]:
    """A file and what its footer says, if it is that of the games of its name."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    # No other threads: one that still works when a fault is found can end the whole process.
    reader = pa.BufferReader(source) if isinstance(source, bytes) else pa.OSFile(str(source))
    file = pq.ParquetFile(reader, page_checksum_verification=True, pre_buffer=False)
    about = json.loads(zlib.decompress(b64decode(file.schema_arrow.metadata[_META], validate=True)))
    if about["series"] != experiment.series:
        raise ForeignPart(about["series"])
    if (about["first"], about["count"]) != (first, count):
        raise BadRecord("its games are not those of its name")
    return file, about


class ForeignPart(Exception):
    """A part of another run; the argument is that run's series."""


def unpack_tallies(path: Path, experiment: Experiment, first: int, count: int) -> Tallies:
    """The tallies in a file of either kind; of a file with rows, its footer alone is read.

    Raises:
        ForeignPart: it is of another run.
        BadRecord: it contradicts itself or its name.
        OSError, ValueError, KeyError, zlib.error: it is damaged.
    """
    file, about = _open(path, experiment, first, count)
    with file:
        columns = about.get("tallies")
        if columns is None:
            columns = file.read(use_threads=False).to_pydict()
            if _checksum(columns) != about["check"]:
                raise BadRecord("its tallies do not agree with their checksum")
    tallies = Tallies.from_columns(columns, experiment.layout)
    if tallies.n != count:
        raise BadRecord(f"its tallies are of {tallies.n} games, not {count}")
    return tallies


def unpack_rows(path: Path, experiment: Experiment, first: int, count: int, numbers: range) -> NDArray[np.void]:
    """The rows in a file; they are those of the games ``numbers``. Raises as :func:`unpack_tallies` does."""
    import numpy as np

    file, about = _open(path.read_bytes(), experiment, first, count)
    with file:
        table = file.read(use_threads=False)
    wanted = np.arange(numbers.start, numbers.stop, numbers.step)
    if table.num_rows != len(numbers) or not (table[GAME].to_numpy() == wanted).all():
        raise BadRecord("its games are not those of its name")
    rows = np.zeros(len(numbers), experiment.row_type)
    constant = about["constant"]
    for name, held in constant.items():
        if held and len(rows):
            rows[name][:, experiment.players :] = held
    there = set(table.column_names)
    seats = {name: range(rows.dtype[name].shape[0]) for name in constant}
    for field in _fields(rows.dtype, seats):
        in_play = field.seat is None or field.seat < experiment.players
        if in_play or field.label in there:
            _column(rows, field)[...] = table[field.label].to_numpy()
    return rows
