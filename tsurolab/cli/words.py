"""Words of the command line that several commands share, and how they are read.

What it is for: options and arguments with their help. What it is not for: options of one command alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tsurolab.errors import BadArgument


def read_path(text: object) -> Path:
    """The path of an option or argument."""
    if not str(text).strip():
        raise typer.BadParameter("a file or folder must have a name, not an empty one")
    if text == "-":
        raise typer.BadParameter("- is no file or folder here; for one of that name give ./-")
    if "\0" in str(text):
        raise typer.BadParameter("the name of a file or folder holds no null character")
    return Path(str(text))


def read_options(words: Sequence[str] | None) -> dict[str, object]:
    """``name=value`` words as a mapping; the edition checks the values."""
    options: dict[str, object] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise BadArgument(f"an option is given as NAME=VALUE, not {word!r}")
        if name.strip() in options:
            raise BadArgument(f"option {name.strip()} is given twice, as {options[name.strip()]} and {value.strip()}")
        options[name.strip()] = value.strip()
    return options


def read_names(text: str) -> list[str]:
    """Names between commas."""
    return [name.strip() for name in text.split(",")]


Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the edition; can be given again."),
]
Seed = Annotated[int, typer.Option(help="The master seed.")]
Players = Annotated[int, typer.Option(help="How many seats.")]
EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="As listed by: tsurolab editions")]
Workers = Annotated[
    int | None,
    typer.Option(help="Chunks played at once. [default: all cores; of a cluster, all threads of its workers]"),
]
ExecutorName = Annotated[
    str | None,
    typer.Option("--executor", help="threads, processes or dask. [default: threads, or dask with --scheduler]"),
]
Scheduler = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Of a Dask cluster whose workers play, such as tcp://10.0.0.5:8786."),
]
