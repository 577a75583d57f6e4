"""What the command line shows: remarks on standard error, tables and JSON on standard output.

What it is for: printing. What it is not for: what is printed; each command knows that.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def say(message: str, quiet: bool) -> None:
    """A remark, unless nobody wants any."""
    if not quiet:
        print(message, file=sys.stderr)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
    """A table: drawn on a terminal that is wide enough, aligned text elsewhere.

    Args:
        columns: the heads.
        rows: the cells of each row.
        right: the columns aligned to the right.
    """
    lines = [list(columns), *(list(row) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(columns))]
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        console = Console()
        if sum(widths) + 3 * len(widths) + 1 <= console.width:
            table = Table(header_style="bold")
            for place, name in enumerate(columns):
                table.add_column(name, justify="right" if place in right else "left")
            for row in rows:
                table.add_row(*(Text(cell) for cell in row))
            console.print(table)
            return
    for line in lines:
        cells = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip())


def print_json(data: Any) -> None:
    """Data of the library's own as JSON."""
    import json

    print(json.dumps(data, indent=1, allow_nan=False))


def remark_compiling(family: str, quiet: bool) -> None:
    """Say why nothing is to be seen for a while, where somebody sees it."""
    if quiet or not sys.stderr.isatty():
        return
    from tsurolab import _jit

    if _jit.JIT and not _jit.is_compiled(family):
        say(f"compiling the kernels of {family}; once for each version, about 20 s", quiet)
