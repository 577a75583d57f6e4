"""The store: a run as a folder of Parquet files that survives being killed.

What it is for: ``manifest.json`` says what is run, when, where and with what, and each chunk of games becomes one file:
``games-<first>-<count>.parquet`` with rows, or ``tallies-<first>-<count>.parquet`` where no rows are kept. A file is
written under a temporary name, flushed to disk and then renamed. What is there under its own name is therefore whole;
what is missing is played when the same run is asked for again. One process at a time writes to a folder. What it is not
for: playing, or what is in a file (:mod:`tsurolab.simulate.packing`).

Any reader of Parquet can query ``games-*.parquet``, also while the run goes on. Files of tallies are merged as they
become many. Between the renaming of a merged file and the removal of those it holds, both are there: a part that lies
within another is left out by readers here and removed by the next writer.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import re
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from tsurolab.errors import BadArgument, BadRecord, OutputError, TsurolabError
from tsurolab.simulate.chunk import Part, kept_numbers, merge, show_ranges
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.files import UNFINISHED, flush_folder, write_file
from tsurolab.simulate.lock import NAME as LOCK
from tsurolab.simulate.lock import Lock
from tsurolab.simulate.tallies import Tallies, add_up

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = "tsurolab-run"
FORMAT_VERSION: Final = 3
"""2: parts carry the digest of the series, so that a run can grow. 3: parts carry tallies; the manifest has the size of
parts, the machine and the sessions."""
MANIFEST: Final = "manifest.json"
ROWS_FILE, TALLIES_FILE = "games", "tallies"
"""How the names of parts begin."""
MANY: Final = 64
"""Files of tallies that are merged into one."""
_PART = re.compile(r"(games|tallies)-(\d+)-(\d+)\.parquet")
_LEFT = re.compile(r"((games|tallies)-\d+-\d+\.parquet|manifest\.json)(\.\d+-[0-9a-f]+)?\.part")
"""Temporary names in the folder of a run."""
_OLD: Final = 86_400.0
"""Seconds after which a temporary file is left over for sure, where no lock says so."""
_TRIES: Final = 5
"""How often a folder is read anew because files were merged meanwhile."""


def versions() -> dict[str, str]:
    """The versions of the programs that a result may depend on."""
    from importlib.metadata import version

    return {
        "python": ".".join(map(str, sys.version_info[:3])),
        **{n: version(n) for n in ("tsurolab", "numpy", "numba")},
    }


def machine() -> dict[str, Any]:
    """The kind of machine this is: what a speed depends on, and nothing that names it."""
    return {"machine": platform.machine(), "system": platform.system(), "cores": os.cpu_count()}


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat(timespec="seconds")


class PartFile(NamedTuple):
    """A finished file of the folder: its first game, how many there are, and where it is."""

    first: int
    games: int
    path: Path

    @property
    def stop(self) -> int:
        """The game after the last one."""
        return self.first + self.games

    @property
    def has_rows(self) -> bool:
        """Whether it has rows, and not only tallies."""
        return self.path.name.startswith(ROWS_FILE)


class Store:
    """The folder of one run. Made by :meth:`begin` (to write) or :meth:`open` (to read).

    A store to write to is the only one of its folder until it is closed: use it in a ``with`` statement.
    """

    def __init__(self, folder: Path, experiment: Experiment, manifest: dict[str, Any]) -> None:
        self.folder = folder
        self.experiment = experiment
        self.manifest = manifest
        self._lock: Lock | None = None
        self._session: dict[str, Any] | None = None
        self._loose = 0

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
            store._remove_merged()
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
                store.experiment = experiment
                store._write_manifest(digest=experiment.digest, experiment=experiment.to_dict(), part=None)
        else:
            store = cls(folder, experiment, {})
            store._write_manifest(
                format=FORMAT,
                format_version=FORMAT_VERSION,
                digest=experiment.digest,
                experiment=experiment.to_dict(),
                edition_version=experiment.edition_data.version,
                versions=versions(),
                machine=machine(),
                created=_now(),
                part=None,
                pilot=None,
                sessions=[],
            )
        return store

    @classmethod
    def open(cls, folder: str | Path) -> Store:
        """The store in a folder that has one.

        Raises:
            OutputError: the folder or its manifest cannot be read.
            BadRecord: the manifest is damaged, or of another version of the edition or of the program.
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
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'{manifest} is not that of a run: it must have "format": "{FORMAT}"')
        if data.get("format_version") != FORMAT_VERSION:
            raise BadRecord(
                f"{folder} was written in version {data.get('format_version')} of the format of runs; this program "
                f"reads version {FORMAT_VERSION}: play the run again into another folder (its games are the same)"
            )
        try:
            experiment = Experiment.from_dict(data["experiment"])
            digest, version = data["digest"], data["edition_version"]
            part, sessions = data["part"], data["sessions"]
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
        if not isinstance(sessions, list) or (part is not None and (type(part) is not int or part < 1)):
            raise BadRecord(f"{manifest} is damaged: its part is {part!r}, its sessions {sessions!r}")
        return cls(folder, experiment, data)

    def _check_same(self, experiment: Experiment) -> None:
        kept, asked = self.experiment.to_dict(), json.loads(json.dumps(experiment.to_dict()))
        if kept["games"] < asked["games"]:
            kept["games"] = asked["games"]
        differ = [f"{key} {kept[key]!r}, not {asked[key]!r}" for key in kept if kept[key] != asked[key]]
        if differ:
            raise BadArgument(f"{self.folder} has another run ({'; '.join(differ)}): give another folder")

    def _write_manifest(self, **changes: Any) -> None:
        data = self.manifest | changes
        write_file(self.folder / MANIFEST, json.dumps(data, indent=2) + "\n", flush=True)
        self.manifest = data

    @property
    def part(self) -> int | None:
        """How many games a file has, once that was measured; a resumed run makes the same files."""
        part: int | None = self.manifest["part"]
        return part

    @property
    def pilot(self) -> float | None:
        """The variance that a run to a precision was begun with; see :mod:`tsurolab.simulate.precision`."""
        return self.manifest.get("pilot")

    def begin_session(self, part: int, pilot: float | None = None) -> None:
        """Note that games are being played now, in files of ``part`` games."""
        self._session = {"started": _now(), "finished": None, "versions": versions(), "machine": machine()}
        self._write_manifest(part=part, pilot=pilot, sessions=[*self.manifest["sessions"], self._session])

    def end_session(self, games: int) -> None:
        """Note that no more games are played, and how many there were."""
        if self._session is not None:
            self._session |= {"finished": _now(), "games": games}
            self._write_manifest(sessions=self.manifest["sessions"])
            self._session = None

    # ------------------------------------------------------------------------------------------------- what is there

    def _found(self) -> list[PartFile]:
        found = []
        for path in self.folder.glob("*.parquet"):
            match = _PART.fullmatch(path.name)
            if match and int(match[3]):
                found.append(PartFile(int(match[2]), int(match[3]), path))
        return sorted(found, key=lambda each: (each.first, -each.games, each.path.name))

    def _sorted_out(self) -> tuple[list[PartFile], list[PartFile]]:
        """The parts in game order, and those that lie within others."""
        parts: list[PartFile] = []
        within: list[PartFile] = []
        for each in self._found():
            if each.stop > self.experiment.games:
                raise BadRecord(f"{each.path} does not belong to this run of {self.experiment.games} games: remove it")
            if not parts or each.first >= parts[-1].stop:
                parts.append(each)
            elif each.stop <= parts[-1].stop and each.has_rows == parts[-1].has_rows:
                within.append(each)
            else:
                raise BadRecord(
                    f"{each.path} has games that {parts[-1].path.name} has too: remove one of the two, "
                    "and the same run again plays what is missing"
                )
        return parts, within

    @property
    def parts(self) -> list[PartFile]:
        """First game, number of games and path of every finished file, in game order; no game is in two of them.

        Raises:
            BadRecord: files that overlap, or a file that is not of this run.
        """
        return self._sorted_out()[0]

    @property
    def done(self) -> tuple[range, ...]:
        """The games that are there, as ranges."""
        return merge(range(each.first, each.stop) for each in self.parts)

    def load(self) -> tuple[tuple[range, ...], Tallies]:
        """The games that are there, and the tallies of all of them.

        Raises:
            BadRecord: a file is damaged or of another run; the message names it.
            OutputError: a file cannot be read.
        """
        for left in reversed(range(_TRIES)):
            parts = self.parts
            try:
                tallies = add_up((self._tallies(each) for each in parts), self.experiment.layout)
            except _Gone as error:
                if not left:
                    raise OutputError(str(error)) from None
                continue
            return merge(range(each.first, each.stop) for each in parts), tallies
        raise AssertionError("the last try returns or raises")

    def _tallies(self, part: PartFile) -> Tallies:
        from tsurolab.simulate.packing import unpack_tallies

        with self._reading(part):
            return unpack_tallies(part.path, self.experiment, part.first, part.games)

    def read(self) -> Iterator[tuple[range, NDArray[np.void]]]:
        """The numbers and the rows of the games of every file with rows, in game order.

        Raises:
            BadRecord: a file is damaged or of another run; the message names it.
            OutputError: a file cannot be read.
        """
        for part in self.parts:
            if part.has_rows:
                yield self._read_part(part)

    def _read_part(self, part: PartFile) -> tuple[range, NDArray[np.void]]:
        from tsurolab.simulate.packing import unpack_rows

        numbers = kept_numbers(part.first, part.games, self.experiment.every)
        with self._reading(part):
            return numbers, unpack_rows(part.path, self.experiment, part.first, part.games, numbers)

    def row(self, number: int) -> np.void | None:
        """The row of one game, read from its file alone; ``None`` if the game is there but its row is not kept.

        Raises:
            BadArgument: the game is not there (yet).
            BadRecord: its file is damaged.
        """
        for part in self.parts:
            if part.first <= number < part.stop:
                every = self.experiment.every
                if not part.has_rows or number % every:
                    return None
                numbers, rows = self._read_part(part)
                row: np.void = rows[numbers.index(number)]
                return row
        raise BadArgument(f"game {number} is not in {self.folder}; it has games {show_ranges(self.done)}")

    @contextlib.contextmanager
    def _reading(self, part: PartFile) -> Iterator[None]:
        """Say of whatever goes wrong with a file which one it is, and what to do."""
        import pyarrow as pa

        games = show_ranges([range(part.first, part.stop)])
        cure = f"delete it, and the same run again plays games {games} anew"
        from tsurolab.simulate.packing import ForeignPart

        try:
            yield
        except FileNotFoundError:
            raise _Gone(f"{part.path} was removed while the run was read") from None
        except PermissionError as error:
            raise OutputError(f"cannot read {part.path}: {error.strerror or error}") from None
        except ForeignPart as error:
            raise BadRecord(
                f"{part.path} belongs to another run ({error}, not {self.experiment.series}): remove it"
            ) from None
        except (pa.ArrowException, OSError, KeyError, TypeError, ValueError, zlib.error) as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise BadRecord(f"{part.path} is damaged: {reason}; {cure}") from None

    # --------------------------------------------------------------------------------------------------------- writing

    def write(self, part: Part) -> Path:
        """Keep a part: as a file of rows if it has one, else its tallies.

        Raises:
            OutputError: the file cannot be written (a full disk, for instance); finished files stay.
        """
        from tsurolab.simulate.packing import pack_tallies

        kind, data = ROWS_FILE, part.file
        if data is None:
            kind, data = TALLIES_FILE, pack_tallies(self.experiment, part.first, part.count, part.tallies)
            self._loose += 1
        path = write_file(self.folder / f"{kind}-{part.first}-{part.count}.parquet", data, flush=True)
        if self._loose >= MANY:
            self.compact()
        return path

    def compact(self) -> None:
        """Merge files of tallies whose games follow each other, so that a long run has few of them.

        Raises:
            BadRecord: one of them is damaged.
            OutputError: the merged file cannot be written; the others stay.
        """
        self._loose = 0
        group: list[PartFile] = []
        for part in [*self.parts, None]:
            if part and not part.has_rows and (not group or part.first == group[-1].stop):
                group.append(part)
                continue
            self._merge(group)
            group = [part] if part and not part.has_rows else []

    def _merge(self, group: list[PartFile]) -> None:
        from tsurolab.simulate.packing import pack_tallies

        if len(group) < 2:
            return
        first, count = group[0].first, group[-1].stop - group[0].first
        tallies = add_up((self._tallies(each) for each in group), self.experiment.layout)
        data = pack_tallies(self.experiment, first, count, tallies)
        write_file(self.folder / f"{TALLIES_FILE}-{first}-{count}.parquet", data, flush=True)
        flush_folder(self.folder)
        for each in group:
            each.path.unlink(missing_ok=True)

    def _remove_merged(self) -> None:
        """Remove parts that lie within others: what a writer left that was killed while it merged."""
        parts, within = self._sorted_out()
        for inner in within:
            for outer in parts:
                if outer.first <= inner.first < outer.stop:
                    self._tallies(outer)  # raises if it is damaged: then nothing is removed
            inner.path.unlink(missing_ok=True)
        self._loose = sum(not each.has_rows for each in parts)

    def check(self) -> None:
        """Read every file with rows to its last byte. Raises as :meth:`read` does."""
        for _ in self.read():
            pass


class _Gone(OutputError):
    """A file was there when the folder was listed, and is no more."""


def _others(folder: Path) -> bool:
    """Whether a folder has files that no run put there."""
    return any(each.name != LOCK and not _LEFT.fullmatch(each.name) for each in folder.iterdir())


def _remove_unfinished(folder: Path, age: float) -> None:
    """Remove what killed writers left: temporary files older than ``age`` seconds; all if it is 0."""
    for left in folder.glob(f"*{UNFINISHED}"):
        with contextlib.suppress(FileNotFoundError):
            if _LEFT.fullmatch(left.name) and (not age or time.time() - left.stat().st_mtime > age):
                left.unlink()
