"""What the command line shows: remarks on standard error, tables and JSON on standard output.

What it is for: printing. What it is not for: what is printed; each command knows that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tsurolab.simulate import Experiment

OWN_SECONDS: Final = 20
"""About how long the kernels of a family take to be compiled."""
SHARED_SECONDS: Final = 25
"""The same for the loop that families share, with its search."""


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
    print_lines(lines, widths, right=right)


def print_lines(lines: Iterable[Sequence[str]], widths: Sequence[int], *, right: Sequence[int] = ()) -> None:
    """Aligned text, each line as soon as it is known.

    Args:
        lines: the cells of each line, heads too.
        widths: of the columns; a cell that is wider sticks out.
        right: the columns aligned to the right.
    """
    for line in lines:
        cells = (
            cell.rjust(width) if place in right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join(cells).rstrip(), flush=True)


def print_json(data: Any) -> None:
    """Data of the library's own as JSON."""
    import json

    print(json.dumps(data, indent=1, allow_nan=False))


def needs(*experiments: Experiment, use: str = "games") -> dict[str, set[str]]:
    """By family, the kernel functions that some experiments begin with; see :func:`tsurolab.agents.functions_of`."""
    from tsurolab.agents import functions_of

    found: dict[str, set[str]] = {}
    for each in experiments:
        names = functions_of(each.family, each.seats, use=use)
        found.setdefault(each.edition_data.family, set()).update(names)
    return found


def remark_compiling(functions: Mapping[str, Iterable[str]], quiet: bool) -> None:
    """Say why nothing is to be seen for a while, where somebody sees it.

    Args:
        functions: by family, the kernel functions that are about to be used (:func:`needs`).
        quiet: say nothing.
    """
    if quiet or not sys.stderr.isatty():
        return
    from tsurolab import _jit
    from tsurolab.agents.matches import TEXTS

    if not _jit.JIT:
        return
    missing = {
        family: [name for name in names if not _jit.is_compiled(family, name)] for family, names in functions.items()
    }
    own = [family for family, names in missing.items() if not set(TEXTS).issuperset(names)]
    shared = [family for family, names in missing.items() if not set(TEXTS).isdisjoint(names)]
    what = [f"the kernels of {', '.join(own)}"] if own else []
    what += [f"the loop for searching and users' agents of {', '.join(shared)}"] if shared else []
    if what:
        seconds = OWN_SECONDS * len(own) + SHARED_SECONDS * len(shared)
        say(f"compiling {' and '.join(what)}; once for each version, about {seconds} s", quiet)
