"""The store: a run as a folder of Parquet files that survives being killed.

What it is for: ``manifest.json`` says what is run, and each chunk of games becomes one file
``games-<first>-<count>.parquet``, written under a temporary name, flushed to disk and then renamed. What is there under
its own name is therefore whole; what is missing is played when the same run is asked for again. One process at a time
writes to a folder. What it is not for: playing.

Columns are those of the family's RESULT; an array field has one column a seat, ``name_0``, ``name_1``, ... Any reader
of Parquet can query the folder, also while the run goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final, Self

from tsurolab.errors import BadArgument, BadRecord, OutputError, TsurolabError
from tsurolab.simulate.chunk import merge, show_ranges
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.lock import NAME as LOCK
from tsurolab.simulate.lock import Lock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = "tsurolab-run"
FORMAT_VERSION: Final = 2
"""2: parts carry the digest of the series, so that a run can grow."""
MANIFEST: Final = "manifest.json"
UNFINISHED: Final = ".part"
"""End of a temporary name."""
GAME: Final = "game"
"""The column with the game's number."""
_PART = re.compile(r"games-(\d+)-(\d+)\.parquet")
_LEFT = re.compile(r"(games-\d+-\d+\.parquet|manifest\.json)(\.\d+-[0-9a-f]+)?\.part")
"""Temporary names in the folder of a run."""
_OLD: Final = 86_400.0
"""Seconds after which a temporary file is left over for sure, where no lock says so."""
_META = b"tsurolab"


def unfinished_path(path: Path) -> Path:
    """A temporary name beside ``path`` that no other writer has."""
    return path.with_name(f"{path.name[:50]}.{os.getpid()}-{token_hex(4)}{UNFINISHED}")


def write_file(path: str | Path, data: bytes | str, *, flush: bool = False) -> Path:
    """Write a whole file under a temporary name, then rename it; the folder is made if need be.

    Args:
        path: where to.
        data: bytes, or text that is written as UTF-8.
        flush: wait until the bytes are on the disk.

    Raises:
        OutputError: the file cannot be written; nothing is left behind, and an old file stays as it was.
    """
    path = Path(path)
    unfinished = unfinished_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(unfinished, "xb") as file:
            file.write(data.encode() if isinstance(data, str) else data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
        raise
    return path


def check_target(path: str | Path) -> Path:
    """``path`` if :func:`write_file` can write there, as far as can be known beforehand; its folder is made.

    Raises:
        OutputError: it cannot be written.
    """
    path = Path(path)
    unfinished = unfinished_path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise OutputError(f"cannot write {path}: Is a directory")
        unfinished.touch(exist_ok=False)
        unfinished.unlink()
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def versions() -> dict[str, str]:
    """The versions of the programs that a result may depend on."""
    from importlib.metadata import version

    return {
        "python": ".".join(map(str, sys.version_info[:3])),
        **{n: version(n) for n in ("tsurolab", "numpy", "numba")},
    }


class Store:
    """The folder of one run. Made by :meth:`begin` (to write) or :meth:`open` (to read).

    A store to write to is the only one of its folder until it is closed: use it in a ``with`` statement.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        self.folder = folder
        self.experiment = experiment
        self._lock: Lock | None = None

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Let others write to the folder."""
        if self._lock:
            self._lock.release()
            self._lock = None

    def __repr__(self) -> str:
        """The folder and how far it is."""
        return f"<Store {self.folder}: games {show_ranges(self.done)} of {self.experiment.games}>"

    @classmethod
    def begin(cls, folder: str | Path, experiment: Experiment) -> Store:
        """The store of an experiment: a new folder, or one that has the same experiment already.

        A folder that has the same experiment with fewer games grows.

        Raises:
            BadArgument: the folder has another run, or files that are no run; nothing is overwritten.
            OutputError: the folder cannot be made or written, or another run writes to it now.
        """
        folder = Path(folder)
        if folder.is_dir() and not (folder / MANIFEST).exists() and _others(folder):
            raise BadArgument(f"{folder} has files but no {MANIFEST}: give a new or an empty folder for the run")
        lock = None
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = Lock(folder)
            store = cls._begin(folder, experiment)
            _remove_unfinished(folder, 0.0 if lock.certain else _OLD)
            store._lock = lock
        except BaseException as error:
            if lock:
                lock.release()
            if isinstance(error, OSError) and not isinstance(error, TsurolabError):
                raise OutputError(f"cannot write to the folder {folder}: {error.strerror or error}") from None
            raise
        return store

    @classmethod
    def _begin(cls, folder: Path, experiment: Experiment) -> Store:
        if (folder / MANIFEST).exists():
            store = cls.open(folder)
            store._check_same(experiment)
            if store.experiment != experiment:
                store._grow(experiment)
        else:
            store = cls(folder, experiment)
            store._write_manifest()
        return store

    @classmethod
    def open(cls, folder: str | Path) -> Store:
        """The store in a folder that has one.

        Raises:
            OutputError: the folder or its manifest cannot be read.
            BadRecord: the manifest is damaged, or of another version of the edition.
        """
        folder = Path(folder)
        manifest = folder / MANIFEST
        try:
            data = json.loads(manifest.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise OutputError(f"{folder} is not the folder of a run: it has no {MANIFEST}") from None
        except OSError as error:
            raise OutputError(f"cannot read {manifest}: {error.strerror or error}") from None
        except ValueError:
            raise BadRecord(f"{manifest} is damaged: it is not JSON") from None
        if not isinstance(data, dict) or (data.get("format"), data.get("format_version")) != (FORMAT, FORMAT_VERSION):
            raise BadRecord(
                f'{manifest} is not that of a run: it must have "format": "{FORMAT}", version {FORMAT_VERSION}'
            )
        try:
            experiment = Experiment.from_dict(data["experiment"])
            digest, version = data["digest"], data["edition_version"]
        except KeyError as error:
            raise BadRecord(f"{manifest} is damaged: {error} is missing or unknown") from None
        except (TsurolabError, TypeError) as error:
            raise BadRecord(f"{manifest} is damaged: {error}") from None
        if version != experiment.edition_data.version:
            raise BadRecord(
                f"{folder} was made with version {version} of {experiment.edition}; "
                f"this program has version {experiment.edition_data.version}"
            )
        if digest != experiment.digest:
            raise BadRecord(f"{manifest} is damaged: its digest is {digest!r}, its experiment's {experiment.digest!r}")
        return cls(folder, experiment)

    def _check_same(self, experiment: Experiment) -> None:
        kept, asked = self.experiment.to_dict(), json.loads(json.dumps(experiment.to_dict()))
        if kept["games"] < asked["games"]:
            kept["games"] = asked["games"]
        differ = [f"{key} {kept[key]!r}, not {asked[key]!r}" for key in kept if kept[key] != asked[key]]
        if differ:
            raise BadArgument(f"{self.folder} has another run ({'; '.join(differ)}): give another folder")

    def _grow(self, experiment: Experiment) -> None:
        """Let the manifest ask for more games; all else in it stays."""
        manifest = self.folder / MANIFEST
        data = json.loads(manifest.read_text(encoding="utf-8"))
        data |= {"digest": experiment.digest, "experiment": experiment.to_dict()}
        write_file(manifest, json.dumps(data, indent=2) + "\n", flush=True)
        self.experiment = experiment

    def _write_manifest(self) -> None:
        from datetime import UTC, datetime

        data = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "digest": self.experiment.digest,
            "experiment": self.experiment.to_dict(),
            "edition_version": self.experiment.edition_data.version,
            "versions": versions(),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        write_file(self.folder / MANIFEST, json.dumps(data, indent=2) + "\n", flush=True)

    @property
    def parts(self) -> list[tuple[int, int, Path]]:
        """First game, number of games and path of every finished file, in game order."""
        found = []
        for path in self.folder.glob("games-*.parquet"):
            match = _PART.fullmatch(path.name)
            if match:
                found.append((int(match[1]), int(match[2]), path))
        return sorted(found)

    @property
    def done(self) -> tuple[range, ...]:
        """The games that are there, as ranges."""
        return merge((first, count) for first, count, _ in self.parts)

    def write(self, first: int, rows: NDArray[np.void]) -> Path:
        """Keep the rows of games ``first``, ``first + 1``, ...

        Raises:
            OutputError: the file cannot be written (a full disk, for instance); finished files stay.
        """
        import numpy as np
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns: dict[str, Any] = {GAME: np.arange(first, first + len(rows), dtype=np.int64)}
        constant: dict[str, int] = {}
        for name, values in _columns(rows):
            seat = int(name.rpartition("_")[2]) if rows[_field(rows, name)].ndim > 1 else 0
            if seat >= self.experiment.players and (values == values[0]).all():
                constant[name] = int(values[0])  # an empty seat
            else:
                columns[name] = np.ascontiguousarray(values)
        about = {"series": self.experiment.series, "constant": constant}
        table = pa.table(columns).replace_schema_metadata({_META: json.dumps(about).encode()})
        sink = pa.BufferOutputStream()
        pq.write_table(
            table, sink, compression="zstd", compression_level=1, write_statistics=[GAME], write_page_checksum=True
        )
        path = self.folder / f"games-{first}-{len(rows)}.parquet"
        return write_file(path, sink.getvalue().to_pybytes(), flush=True)

    def read(self, *, skip: Collection[tuple[int, int]] = ()) -> Iterator[tuple[int, NDArray[np.void]]]:
        """First game's number and rows of every file, except those with the ``(first, count)`` of ``skip``.

        Raises:
            BadRecord: a file is damaged or of another run; the message names it.
        """
        for first, count, path in self.parts:
            if (first, count) not in skip:
                yield first, self._read_part(first, count, path)

    def row(self, number: int) -> np.void:
        """The row of one game, read from its file alone.

        Raises:
            BadArgument: the game is not there (yet).
            BadRecord: its file is damaged.
        """
        for first, count, path in self.parts:
            if first <= number < first + count:
                row: np.void = self._read_part(first, count, path)[number - first]
                return row
        raise BadArgument(f"game {number} is not in {self.folder}; it has games {show_ranges(self.done)}")

    def _read_part(self, first: int, count: int, path: Path) -> NDArray[np.void]:
        import numpy as np
        import pyarrow as pa
        import pyarrow.parquet as pq

        cure = f"delete it, and the same run again plays games {show_ranges([range(first, first + count)])} anew"
        if first + count > self.experiment.games:
            raise BadRecord(f"{path} does not belong to this run of {self.experiment.games} games: remove it")
        try:
            # No other threads: one that still works when a fault is found can end the whole process.
            source = pa.BufferReader(path.read_bytes())
            file = pq.ParquetFile(source, page_checksum_verification=True, pre_buffer=False)
            table = file.read(use_threads=False)
            about = json.loads(table.schema.metadata[_META])
            series, constant = about["series"], dict(about["constant"])
            rows = np.zeros(count, self.experiment.family.kernel.RESULT)
            if table.num_rows != count or not (table[GAME].to_numpy() == np.arange(first, first + count)).all():
                raise BadRecord(f"{path} is damaged: its games are not those of its name; {cure}")
            for name, values in _columns(rows):
                values[...] = constant[name] if name in constant else table[name].to_numpy()
        except FileNotFoundError:
            raise OutputError(f"{path} was removed while the run was read") from None
        except PermissionError as error:
            raise OutputError(f"cannot read {path}: {error.strerror}") from None
        except (pa.ArrowException, OSError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, BadRecord):
                raise
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BadRecord(f"{path} is damaged ({reason}); {cure}") from None
        if series != self.experiment.series:
            raise BadRecord(f"{path} belongs to another run ({series}, not {self.experiment.series}): remove it")
        return rows


def _others(folder: Path) -> bool:
    """Whether a folder has files that no run put there."""
    return any(each.name != LOCK and not _LEFT.fullmatch(each.name) for each in folder.iterdir())


def _remove_unfinished(folder: Path, age: float) -> None:
    """Remove what killed writers left: temporary files older than ``age`` seconds; all if it is 0."""
    for left in folder.glob(f"*{UNFINISHED}"):
        with contextlib.suppress(FileNotFoundError):
            if _LEFT.fullmatch(left.name) and (not age or time.time() - left.stat().st_mtime > age):
                left.unlink()


def _columns(rows: NDArray[np.void]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Every column of RESULT rows, an array field as one column a seat; views, so they can be written to."""
    for name in rows.dtype.names or ():
        values = rows[name]
        if values.ndim == 1:
            yield name, values
        else:
            for seat in range(values.shape[1]):
                yield f"{name}_{seat}", values[:, seat]


def _field(rows: NDArray[np.void], column: str) -> str:
    """The field of a column's name."""
    names = rows.dtype.names or ()
    return column if column in names else column.rpartition("_")[0]
