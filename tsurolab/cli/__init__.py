"""The command line: ``tsurolab`` and ``python -m tsurolab``.

What it is for: turning words into calls, and results into text. What it is not for: doing anything of its own; every
command is a few calls of the library.

Exit status: 0 done, 1 a check found differences, 2 bad input or output that cannot be written (one line on standard
error), 130, 143 or 129 ended by Ctrl-C, SIGTERM or SIGHUP (after saying what is kept).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from tsurolab.cli import artifacts, games, runs, tournaments
from tsurolab.cli.endings import (
    INTERRUPTED,
    PROGRAM,
    USAGE_ERROR,
    Interrupted,
    abandon_output,
    fail,
    replace_closed_output,
    signals_interrupt,
)
from tsurolab.errors import TsurolabError

app = typer.Typer(
    name=PROGRAM,
    help="Exact combinatorics and full-rules simulation of board games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"{PROGRAM} {version(PROGRAM)}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001  (its callback has done the work)
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


for _command in (
    games.editions,
    games.perft,
    runs.simulate,
    games.replay,
    games.play,
    tournaments.tournament,
    tournaments.ladder,
    artifacts.tables,
    artifacts.figures,
    artifacts.report,
    artifacts.bench,
):
    app.command()(_command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        arguments: the words after the program's name; those of the process if ``None``.

    >>> main(["perft", "tsuro/classic", "--players", "99", "--depth", "1"])
    2
    """
    replace_closed_output()
    with signals_interrupt() as received:
        try:
            status = _run(arguments)
        except Exception:
            if not received:
                raise
            status = fail("interrupted", INTERRUPTED)  # a library made something else of it
        return 128 + received[0] if received and status else status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = app(args=None if arguments is None else list(arguments), prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except USAGE_ERROR as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else PROGRAM
        return fail(f"{error.format_message()} (see: {where} --help)")
    except Interrupted as error:
        return fail(str(error), INTERRUPTED)
    except TsurolabError as error:
        return fail(str(error))
    except UnicodeEncodeError as error:
        return fail(f"the output takes {error.encoding} only: set PYTHONIOENCODING=utf-8, or write to a file")
    except BrokenPipeError:
        abandon_output()
        return 1
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            abandon_output()
        return fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED:
        return fail("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0
