"""Locks: one writer for each folder.

What it is for: a second process that would write to the folder of a living run is refused. What it is not for: reading,
which needs no lock.

The lock is the operating system's, on an open file: it ends with its process however that ends, so there is none to
clear away by hand.
"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from typing import Any, Final

from tsurolab.errors import OutputError

NAME: Final = "writer.lock"
"""The file that is locked. Its text is the process that has it; without a lock it means nothing."""
_FAR: Final = 1 << 30
"""Where Windows locks a byte: behind the text, which then stays readable."""
_TAKEN: Final = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_UNKNOWN: Final = (errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EINVAL)
"""What file systems without locks answer."""


class Lock:
    """The right to write to a folder, until :meth:`release` or the end of the process.

    Raises:
        OutputError: somebody else has it; the message names the process.
        OSError: the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.certain = True
        """False where the file system has no locks."""
        self._file: Any = None
        while self._file is None:
            file = open(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)  # noqa: SIM115
            try:
                self._take(file)
                if self._is_current(file):
                    self._file = file
            finally:
                if self._file is None:
                    file.close()
        self._file.seek(0)
        self._file.truncate()
        self._file.write(str(os.getpid()).encode())

    def _take(self, file: Any) -> None:
        try:
            _lock(file)
        except OSError as error:
            if error.errno in _TAKEN:
                holder = self._holder(file)
                raise OutputError(
                    f"{self.path.parent} is being written by another run{holder}: wait for it, or give another folder"
                ) from None
            if error.errno not in _UNKNOWN:
                raise
            self.certain = False

    @staticmethod
    def _holder(file: Any) -> str:
        with contextlib.suppress(OSError):
            file.seek(0)
            text = file.read(20)
            if text.isdigit():
                return f" (process {int(text)})"
        return ""

    def _is_current(self, file: Any) -> bool:
        """Whether the file still has its name: its last holder removed it on release."""
        try:
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self.path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let others write; more than one call does no harm."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self.path.unlink(missing_ok=True)
            self._file.close()
            self._file = None


def _lock(file: Any) -> None:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        windows: Any = msvcrt
        file.seek(_FAR)
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)
    else:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
