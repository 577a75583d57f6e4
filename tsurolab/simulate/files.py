"""Files: written whole or not at all.

What it is for: everything that tsurolab writes goes under a temporary name first and is then renamed, so that neither a
full disk nor a killed process leaves half a file under its name. What it is not for: what is in a file.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from secrets import token_hex
from typing import Final

from tsurolab.errors import OutputError

UNFINISHED: Final = ".part"
"""End of a temporary name."""


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
    path = _named(path)
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
    path = _named(path)
    unfinished = unfinished_path(path)
    try:
        with contextlib.suppress(FileNotFoundError):
            if stat.S_ISDIR(path.stat().st_mode):  # the name itself may be too long
                raise OutputError(f"cannot write {path}: Is a directory")
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.touch(exist_ok=False)
        unfinished.unlink()
    except OSError as error:
        if isinstance(error, OutputError):
            raise
        raise OutputError(f"cannot write {path}: {error.strerror or error}") from None
    return path


def check_folder(folder: str | Path) -> Path:
    """``folder`` if files can be written there, as far as can be known beforehand; it is made.

    Raises:
        OutputError: it cannot be written.
    """
    folder = Path(folder)
    try:
        check_target(folder / "folder")
    except OutputError as error:
        _, _, why = str(error).rpartition(": ")
        raise OutputError(f"cannot write to the folder {folder}: {why}") from None
    return folder


def _named(path: str | Path) -> Path:
    """``path`` if it can be the name of a file."""
    path = Path(path)
    if not path.name or path.name == "..":
        raise OutputError(f"cannot write {path}: it is the name of a folder; give that of a file")
    if "\0" in str(path):
        raise OutputError(f"cannot write {str(path)!r}: a name holds no null character")
    return path


def flush_folder(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
