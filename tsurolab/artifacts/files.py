"""Generated files: written when they differ, or compared byte for byte.

What it is for: the one way in which tables and figures reach a folder, so that ``--check`` and writing agree. What it
is not for: what is in the files.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tsurolab.errors import OutputError
from tsurolab.simulate.files import write_file


def settle(folder: Path, made: Mapping[str, str], *, check: bool, kinds: tuple[str, ...]) -> list[str]:
    """Bring the generated files of a folder up to date, or say how they differ.

    Parameters: `made` is {file name: text}; with `check` nothing is written; files in `folder` whose name ends with one
    of `kinds` and that are not made any more are named, never deleted.

    Returns a line for each difference; when writing, for each file that was not up to date.

    Raises OutputError for a file or folder that cannot be read or written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     folder = Path(name)
    ...     lines = settle(folder, {"a.csv": "1"}, check=False, kinds=(".csv",))
    ...     [line.split()[0] for line in lines], settle(folder, {"a.csv": "1"}, check=True, kinds=(".csv",))
    (['new:'], [])
    """
    differences = []
    for name, text in made.items():
        path, wanted = folder / name, text.encode("utf-8")
        found = _read(path)
        if found == wanted:
            continue
        state = "different" if found is not None else "missing"
        if check:
            differences.append(f"{state}: {path}")
        else:
            write_file(path, text)
            differences.append(f"{'changed' if found is not None else 'new'}: {path}")
    for path in sorted(folder.glob("*")) if folder.is_dir() else ():
        if path.suffix in kinds and path.name not in made:
            differences.append(f"not made any more, delete it: {path}")
    return differences


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"cannot read {path}: {error.strerror or error}") from None
