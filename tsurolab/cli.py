"""The command line: ``tsurolab`` and ``python -m tsurolab``.

What it is for: turning words into calls, and results into text. What it is not for: doing anything of its own; every
command is a few calls of the library.

Exit status: 0 done, 1 a check found differences, 2 bad input or output that cannot be written (one line on standard
error), 130, 143 or 129 ended by Ctrl-C, SIGTERM or SIGHUP (after saying what is kept).
"""

from __future__ import annotations

import os
import shlex
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import typer

from tsurolab.errors import BadArgument, BadRecord, OutputError, TsurolabError

if TYPE_CHECKING:
    from tsurolab.games.protocol import State
    from tsurolab.games.record import GameRecord
    from tsurolab.simulate import Experiment, Ladder, Run, Tournament

PROGRAM: Final = "tsurolab"
INTERRUPTED: Final = 130
_USAGE_ERROR: Final = cast(
    "type[Any]", next(each for each in typer.BadParameter.__mro__ if each.__name__ == "ClickException")
)
"""The base of Typer's own errors, which it does not export."""

app = typer.Typer(
    name=PROGRAM,
    help="Exact combinatorics and full-rules simulation of board games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no remarks.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the edition; can be given again."),
]
Seed = Annotated[int, typer.Option(help="The master seed.")]
Players = Annotated[int, typer.Option(help="How many seats.")]
EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="As listed by: tsurolab editions")]


class _Interrupted(TsurolabError):
    """Ctrl-C or its like, with a message that says what is kept."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        arguments: the words after the program's name; those of the process if ``None``.

    >>> main(["perft", "tsuro/classic", "--players", "99", "--depth", "1"])
    2
    """
    _replace_closed_output()
    with _signals_interrupt() as received:
        status = _run(arguments)
        return 128 + received[0] if received and status else status


def _run(arguments: Sequence[str] | None) -> int:
    try:
        status = app(args=None if arguments is None else list(arguments), prog_name=PROGRAM, standalone_mode=False)
        sys.stdout.flush()
    except _USAGE_ERROR as error:
        context = getattr(error, "ctx", None)
        where = context.command_path if context else PROGRAM
        return _fail(f"{error.format_message()} (see: {where} --help)")
    except _Interrupted as error:
        return _fail(str(error), INTERRUPTED)
    except TsurolabError as error:
        return _fail(str(error))
    except BrokenPipeError:
        _abandon_output()
        return 1
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _abandon_output()
        return _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        status = INTERRUPTED
    if status == INTERRUPTED:
        return _fail("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0


def _fail(message: str, status: int = 2) -> int:
    with suppress(OSError):  # a terminal that is gone
        print(f"{PROGRAM}: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return status


def _replace_closed_output() -> None:
    """Stand-ins for output that was closed from outside, so that neither prints nor files take its place."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115  (until the end)


@contextmanager
def _signals_interrupt() -> Iterator[list[int]]:
    """Let SIGTERM and SIGHUP end the program as Ctrl-C does; gives the numbers of those that came."""
    received: list[int] = []

    def stop(number: int, _frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    changed = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]  # nohup ignores SIGHUP
    try:
        for number in changed:
            signal.signal(number, stop)
        yield received
    finally:
        for number in changed:
            signal.signal(number, signal.SIG_DFL)


def _abandon_output() -> None:
    """Nobody reads any more: let nothing be written when Python closes."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no real file
        return


def _say(message: str, quiet: bool) -> None:
    if not quiet:
        print(message, file=sys.stderr)


def _print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> None:
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


def _path(text: object) -> Path:
    """The path of an option or argument."""
    if not str(text).strip():
        raise typer.BadParameter("a file or folder must have a name, not an empty one")
    return Path(str(text))


def _remark_compiling(family: str, quiet: bool) -> None:
    """Say why nothing is to be seen for a while, where somebody sees it."""
    if quiet or not sys.stderr.isatty():
        return
    from tsurolab import _jit

    if _jit.JIT and not _jit.is_compiled(family):
        _say(f"compiling the kernels of {family}; once for each version, about 20 s", quiet)


def _read_options(words: Sequence[str] | None) -> dict[str, object]:
    """``name=value`` words as a mapping; the edition checks the values."""
    options: dict[str, object] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name.strip():
            raise BadArgument(f"an option is given as NAME=VALUE, not {word!r}")
        options[name.strip()] = value.strip()
    return options


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


# ---------------------------------------------------------------------------------------------------------- the games


@app.command()
def editions(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Sources, rulings and options too.")] = False,
) -> None:
    """List what can be played, and how well its rules are known."""
    from tsurolab.games.catalogue import all_editions

    found = list(all_editions())
    if not verbose:
        rows = [(each.name, f"{each.players[0]}-{each.players[-1]}", each.status.value, each.title) for each in found]
        _print_table(("edition", "players", "status", "title"), rows)
        return
    for place, each in enumerate(found):
        print(("\n" if place else "") + f"{each.name}: {each.title} (version {each.version})")
        print(f"  {each.players[0]} to {each.players[-1]} players; rules {each.status.value}")
        print(f"  {each.summary}")
        print("  sources:")
        for source in each.sources:
            print(f"    {source.key}: {source.what}" + (f" <{source.address}>" if source.address else ""))
        print("  rulings (assumed ones are not printed rules):")
        for ruling in each.rulings:
            option = f" (option {ruling.option})" if ruling.option else ""
            print(f"    {ruling.point} [{ruling.mark.value}] {ruling.text}{option}")
        print("  options:")
        for option_ in each.options:
            print(f"    {option_.name}={option_.default}: {option_.doc}")


@app.command()
def perft(
    edition: EditionName,
    players: Players,
    depth: Annotated[int, typer.Option(help="How many moves.")],
    seed: Seed = 0,
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="The last depth by first move.")] = False,
) -> None:
    """Count the sequences of legal moves of one deal, exactly."""
    from tsurolab.games import perft as counting
    from tsurolab.games.catalogue import game

    if depth < 1:
        raise BadArgument(f"--depth must be 1 or more, not {depth}")
    state = game(edition, **_read_options(option)).new(players, seed=seed)
    if divide:
        rows = [(move, f"{count:,}") for move, count in counting.divide(state, depth).items()]
        _print_table(("move", f"sequences of {depth}"), rows, right=(1,))
    else:
        rows = [(str(each), f"{counting.perft(state, each):,}") for each in range(1, depth + 1)]
        _print_table(("depth", "sequences"), rows, right=(0, 1))


# ---------------------------------------------------------------------------------------------------------- simulation


USUAL_GAMES: Final = 10_000
"""Games of ``tsurolab simulate`` if nothing is said."""


@app.command()
def simulate(
    edition: Annotated[
        str, typer.Argument(metavar="EDITION|FILE.toml", help="An edition, or the file of an experiment.")
    ],
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    games: Annotated[
        int | None,
        typer.Option(help=f"How many games; with --precision the most. [default: {USUAL_GAMES}]"),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The master seed. [default: 0]")] = None,
    agents: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Agents by seat, going round. [default: uniform]")
    ] = None,
    precision: Annotated[
        float | None, typer.Option(metavar="WIDTH", help="Play until a 95% interval is no wider than this.")
    ] = None,
    of: Annotated[
        str | None,
        typer.Option(metavar="QUANTITY", help="Of what, such as tiles or win share[0]. [default: win share]"),
    ] = None,
    keep: Annotated[
        str | None, typer.Option(help="rows, tallies, or rows/100 for every 100th game's. [default: rows]")
    ] = None,
    fields: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Fields of the results to keep. [default: all]")
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Chunks played at once. [default: all cores]")] = None,
    executor: Annotated[str, typer.Option(help="threads or processes.")] = "threads",
    out: Annotated[
        Path | None, typer.Option(parser=_path, metavar="DIR", help="A folder to keep the run in; resumes.")
    ] = None,
    save_experiment: Annotated[
        Path | None, typer.Option(parser=_path, metavar="FILE.toml", help="Write what is run as a file to run again.")
    ] = None,
    option: Options = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the summary as CSV; - for output.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print experiment and summary as JSON.")] = False,
    quiet: Quiet = False,
) -> None:
    """Play many games and print every quantity with its 95% interval."""
    from tsurolab.simulate.files import check_target
    from tsurolab.simulate.run import run_experiment

    if json and csv == "-":
        raise BadArgument("give --json or --csv -, not both: each wants the whole output")
    given = {
        "players": players,
        "agents": None if agents is None else _names(agents),
        "games": games,
        "seed": seed,
        "precision": precision,
        "of": of,
        "keep": keep,
        "fields": None if fields is None else _names(fields),
    }
    experiment = _find_experiment(edition, {k: v for k, v in given.items() if v is not None}, _read_options(option))
    if save_experiment:
        _say(f"wrote {experiment.save(save_experiment)}", quiet)
    if csv is not None and csv != "-":
        check_target(_path(csv))
    _remark_compiling(experiment.edition_data.family, quiet)
    run = run_experiment(
        experiment,
        workers=os.cpu_count() or 1 if workers is None else workers,
        executor=executor,
        progress=False if quiet else None,
        out=out,
    )
    if len(run):
        if json:
            print(_as_json(run))
        elif csv == "-":
            print(_as_csv(run), end="")
        else:
            _print_summary(run)
        if csv and csv != "-":
            _write(csv, _as_csv(run))
    if run.interrupted:
        raise _Interrupted(_what_is_kept(run))
    if run.reached_precision is False:
        _say(_what_was_reached(run), quiet)
    resumed = len(run) - run.played
    if not run.played:
        _say(f"nothing to play: all {resumed:,} games are there already", quiet)
        return
    was_there = f", {resumed:,} were there already" if resumed else ""
    _say(f"{run.played:,} games played in {run.seconds:.2f} s ({run.rate}){was_there}", quiet)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _find_experiment(source: str, given: dict[str, Any], options: dict[str, object]) -> Experiment:
    """The experiment of an edition or of a file, with what was said on the command line."""
    from tsurolab.simulate.experiment import Experiment

    if not source.endswith(".toml"):
        if "players" not in given:
            raise BadArgument(f"say how many seats: --players N (or give the file of an experiment, not {source})")
        if "precision" not in given:
            given.setdefault("games", USUAL_GAMES)
        return Experiment(source, options, **given)
    data = Experiment.load(source).to_dict()
    if "players" in given and "agents" not in given and given["players"] != data["players"]:
        if len(set(data["agents"])) > 1:
            raise BadArgument(f"{source} seats {data['players']} agents: give --agents with --players")
        del data["agents"][1:]
    if options:
        data["options"] |= options
    return Experiment.from_dict(data | given)


def _what_was_reached(run: Run) -> str:
    width = max((line.high - line.low for line in run.estimates() if line.method == "confidence sequence"), default=0.0)
    return (
        f"precision {run.experiment.precision:g} is not reached: after {len(run):,} games the interval of "
        f"{run.experiment.of} is {width:.4g} wide"
    )


def _what_is_kept(run: Run) -> str:
    from tsurolab.simulate.chunk import show_ranges

    finished = f"interrupted: {len(run):,} of {run.experiment.games:,} games are finished ({show_ranges(run.done)})"
    if run.folder:
        return f"{finished} and kept in {run.folder}; the same command resumes"
    return f"{finished}; nothing is kept without --out"


def _print_summary(run: Run) -> None:
    rows = []
    last = ""
    for line in run.estimates():
        numbers = (f"{value:.4f}" for value in (line.estimate, line.low, line.high))
        name = "" if line.quantity == last else line.quantity
        rows.append((name, "" if line.seat is None else str(line.seat), *numbers, line.method))
        last = line.quantity
    print(run.experiment)
    reached = {None: "", True: "; precision reached", False: "; precision not reached"}[run.reached_precision]
    print(f"{len(run):,} games; 95% intervals{reached}")
    _print_table(("quantity", "seat", "estimate", "low", "high", "method"), rows, right=(1, 2, 3, 4))


def _as_json(run: Run) -> str:
    import json
    from math import isfinite

    def plain(value: Any) -> Any:
        return None if isinstance(value, float) and not isfinite(value) else value

    data = {
        "experiment": run.experiment.to_dict(),
        "digest": run.experiment.digest,
        "finished": [[each.start, each.stop - 1] for each in run.done],
        "interrupted": run.interrupted,
        "reached_precision": run.reached_precision,
        "summary": [{key: plain(value) for key, value in line._asdict().items()} for line in run.estimates()],
    }
    return json.dumps(data, indent=1, allow_nan=False)


def _as_csv(run: Run) -> str:
    import csv
    from io import StringIO

    from tsurolab.simulate.estimates import Estimate

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Estimate._fields)
    writer.writerows(run.estimates())
    return text.getvalue()


def _write(path: str | Path, text: str) -> Path:
    from tsurolab.simulate.files import write_file

    return write_file(path, text)


@app.command()
def replay(
    source: Annotated[
        Path, typer.Argument(parser=_path, metavar="RUN|RECORD", help="The folder of a run, or a record's file.")
    ],
    game: Annotated[int | None, typer.Option(help="The number of the game, from 0.")] = None,
    svg: Annotated[
        Path | None, typer.Option(parser=_path, metavar="DIR", help="Write a picture of every position.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(parser=_path, metavar="FILE", help="Write a page that steps through the game.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(parser=_path, metavar="FILE", help="Write the game as a record.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Show one game of a run, or of a record, move by move."""
    from tsurolab.simulate.page import move_lines, replay_page

    found = _find_game(source, game)
    try:
        states = list(found.replay())
    except BadRecord as error:
        raise BadRecord(f"{source}: {error}") from error
    if record:
        _say(f"wrote {found.save(record)}", quiet)
    if svg:
        digits = len(str(len(states) - 1))
        for ply, state in enumerate(states):
            _write(svg / f"move-{ply:0{digits}}.svg", state._repr_svg_())
        _say(f"wrote {len(states)} pictures to {svg}", quiet)
    if html:
        _say(f"wrote {_write(html, replay_page(found))}", quiet)
    if not (record or svg or html):
        for line in move_lines(states):
            print(line)


def _find_game(source: Path, number: int | None) -> GameRecord:
    from tsurolab.games.record import GameRecord

    if source.is_file():
        record = GameRecord.load(source)
        if number is not None and number != record.number:
            raise BadArgument(f"{source} is the record of game {record.number}, not {number}")
        return record
    if not source.is_dir():
        raise OutputError(f"cannot read {source}: there is no such run or record")
    from tsurolab.simulate.replay import check_number, replay_game
    from tsurolab.simulate.store import Store

    store = Store.open(source)
    if number is None:
        raise BadArgument(f"{source} has {store.experiment.games:,} games: say which with --game")
    number = check_number(number, store.experiment.games)
    return replay_game(store.experiment, number, store.row(number))


@app.command()
def play(
    edition: Annotated[
        str | None, typer.Argument(metavar="EDITION", help="As listed by: tsurolab editions. Not with --resume.")
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats. [default: the fewest]")] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    agents: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Agents of the other seats in order, going round. [default: uniform]"),
    ] = None,
    seed: Seed = 0,
    option: Options = None,
    record: Annotated[
        Path | None, typer.Option(parser=_path, metavar="FILE", help="Write the game here at the end, or on leaving.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(parser=_path, metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
) -> None:
    """Play in the terminal, or through a pipe, against agents."""
    from tsurolab.simulate.play import Ending, Table, check_record_path, seat_opponents

    if record:
        record = check_record_path(record)
    state = _start_of_play(edition, players, seed, option, resume)
    names = None if agents is None else [name.strip() for name in agents.split(",")]
    opponents = seat_opponents(names, state.players, seat)
    session = Table(state, seat, opponents, seed=seed, record=record, **_terminal()).play()
    if session.ending is Ending.OVER:
        return
    seats = ["--seat", str(seat), "--seed", str(seed)] + (["--agents", agents] if agents else [])
    if session.saved:
        how = f"go on with: {shlex.join([PROGRAM, 'play', '--resume', str(session.saved), *seats])}"
    elif resume:
        how = f"what you played now is not saved; {resume} is as it was"
    else:
        words = [PROGRAM, "play", state.game.edition.name, "--players", str(state.players), *seats]
        words += [word for each in option or () for word in ("--option", each)]
        how = f"the game is not saved; the same deal again: {shlex.join(words)}"
    if session.ending is Ending.INTERRUPTED:
        raise _Interrupted(f"interrupted; {how}")
    print(how)


def _start_of_play(
    edition: str | None, players: int | None, seed: int, option: Sequence[str] | None, resume: Path | None
) -> State:
    """The state that a person is to play from: a new game, or the end of a record."""
    from tsurolab.games.catalogue import game
    from tsurolab.games.record import GameRecord

    if resume is None:
        if edition is None:
            raise BadArgument("say what to play: an edition (tsurolab editions lists them), or --resume FILE")
        found = game(edition, **_read_options(option))
        _remark_compiling(found.edition.family, False)
        return found.new(found.players[0] if players is None else players, seed=seed)
    if edition is not None or players is not None or option:
        raise BadArgument("--resume takes edition, players and options from the record: leave them out")
    try:
        state = GameRecord.load(resume).final()
    except BadRecord as error:
        raise BadRecord(f"{resume}: {error}") from error
    if state.is_over:
        raise BadArgument(f"the game of {resume} is over ({state.outcome}); tsurolab replay shows it")
    return state


def _terminal() -> dict[str, Any]:
    """How to ask a person and how to show positions, on this terminal or through this pipe."""
    from tsurolab.draw.sheet import can_draw
    from tsurolab.simulate.play import reader_of

    seen = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if seen:
        with suppress(ImportError):
            import readline  # noqa: F401  (so that input() edits lines)
    source = open(os.devnull, encoding="utf-8") if sys.stdin is None else sys.stdin  # noqa: SIM115  (until the end)
    plain = not can_draw(getattr(sys.stdout, "encoding", None))
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    ask = input if seen else reader_of(source, sys.stdout)
    return {"ask": ask, "out": sys.stdout, "colour": colour, "plain": plain}


Games = Annotated[int, typer.Option(help="Deals of each pair; each is played in both seatings.")]
SomePlayers = Annotated[
    int | None, typer.Option("--players", help="How many seats. [default: the smallest even number that can play]")
]
Workers = Annotated[int | None, typer.Option(help="Chunks played at once. [default: all cores]")]
ExecutorName = Annotated[str, typer.Option("--executor", help="threads or processes.")]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", parser=_path, metavar="DIR", help="A folder for every game's row; resumes."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print results as JSON.")]
AsPage = Annotated[
    Path | None, typer.Option("--html", parser=_path, metavar="FILE", help="Write a page with tables and pictures.")
]


@app.command()
def tournament(
    edition: EditionName,
    agents: Annotated[str, typer.Option(metavar="A,B,...", help="Two or more agents.")],
    games: Games = 1000,
    players: SomePlayers = None,
    seed: Seed = 0,
    pairs: Annotated[str, typer.Option(help="Who meets: all, or neighbours in the list.")] = "all",
    equal: Annotated[str, typer.Option(metavar="AGENT", help="Who shows what the seats are worth.")] = "uniform",
    workers: Workers = None,
    executor: ExecutorName = "threads",
    out: OutFolder = None,
    option: Options = None,
    json: AsJson = False,
    html: AsPage = None,
    quiet: Quiet = False,
) -> None:
    """Let agents play each other on the same deals with seats exchanged; print scores and ratings."""
    from tsurolab.simulate.schedule import Schedule
    from tsurolab.simulate.tournament import play_schedule

    names = [name.strip() for name in agents.split(",")]
    schedule = Schedule(edition, names, _read_options(option), players, games, seed, pairs, equal)
    _check_page(html)
    _remark_compiling(schedule.equal_run.edition_data.family, quiet)
    result = play_schedule(
        schedule,
        workers=os.cpu_count() or 1 if workers is None else workers,
        executor=executor,
        progress=False if quiet else None,
        out=out,
    )
    if json:
        _print_json(result.to_dict() | {"tables": result.tables()})
    elif result.meetings:
        _print_tournament(result)
    _finish([result], html, quiet)


@app.command()
def ladder(
    edition: Annotated[list[str], typer.Argument(metavar="EDITION...", help="One edition, or several to compare.")],
    rungs: Annotated[str, typer.Option(metavar="A,B,...", help="Rollouts a decision of each rung.")] = "1,4,16,64",
    policy: Annotated[str, typer.Option(help="Who plays the rollouts.")] = "greedy",
    games: Games = 1000,
    players: SomePlayers = None,
    seed: Seed = 0,
    workers: Workers = None,
    executor: ExecutorName = "threads",
    out: OutFolder = None,
    option: Options = None,
    json: AsJson = False,
    html: AsPage = None,
    quiet: Quiet = False,
) -> None:
    """Let Monte Carlo agents play those with fewer rollouts: how much skill is in a game?"""
    from tsurolab.simulate.ladder import Ladder, rung_names
    from tsurolab.simulate.schedule import Schedule
    from tsurolab.simulate.tournament import play_schedule

    names = rung_names(_read_rungs(rungs), policy)
    editions = list(dict.fromkeys(edition))
    options = _read_options(option)
    schedules = [Schedule(each, names, options, players, games, seed, "neighbours") for each in editions]
    _check_page(html)
    played: list[Ladder] = []
    for schedule in schedules:
        _remark_compiling(schedule.equal_run.edition_data.family, quiet)
        where = out / schedule.edition.replace("/", "-") if out and len(schedules) > 1 else out
        result = play_schedule(
            schedule,
            workers=os.cpu_count() or 1 if workers is None else workers,
            executor=executor,
            progress=False if quiet else None,
            out=where,
        )
        played.append(Ladder(result))
        if not json:
            _print_ladder(played[-1])
        if result.interrupted:
            break
    if json:
        _print_json({"ladders": [each.to_dict() | {"tables": each.tournament.tables()} for each in played]})
    elif len(played) > 1 and not played[-1].tournament.interrupted:
        _print_skill(played)
    _finish([each.tournament for each in played], html, quiet)


def _read_rungs(words: str) -> list[int]:
    """``1,4,16`` as numbers."""
    try:
        return [int(word) for word in words.split(",")]
    except ValueError:
        raise BadArgument(f"--rungs takes numbers of rollouts such as 1,4,16,64, not {words!r}") from None


def _check_page(html: Path | None) -> None:
    """See that the page can be written before anything is played."""
    if html:
        from tsurolab.simulate.files import check_target

        check_target(html)


def _finish(played: Sequence[Tournament], html: Path | None, quiet: bool) -> None:
    """Write the page, and say how far the tournaments are."""
    games, wanted = sum(each.games for each in played), sum(each.wanted for each in played)
    if played[-1].interrupted:
        folder = played[-1].folder
        kept = f" and kept in {folder}; the same command resumes" if folder else "; nothing is kept without --out"
        raise _Interrupted(f"interrupted: {games:,} of {wanted:,} games are finished{kept}")
    if html:
        from tsurolab.artifacts.tournament_report import build_tournament_report

        path = build_tournament_report(played, html, progress=lambda line: _say(line, quiet))
        _say(f"wrote {path}", quiet)
    new, seconds = sum(each.played for each in played), sum(each.seconds for each in played)
    if not new:
        _say(f"nothing to play: all {games:,} games are there already", quiet)
        return
    from tsurolab.simulate.progress import show_rate

    was_there = f", {games - new:,} were there already" if games > new else ""
    _say(f"{new:,} games played in {seconds:.2f} s ({show_rate(new, seconds)}){was_there}", quiet)


def _print_json(data: Any) -> None:
    import json

    print(json.dumps(data, indent=1, allow_nan=False))


def _print_tournament(result: Tournament) -> None:
    from tsurolab.simulate.wording import INTERVALS, pair_rows, pairs_note, rating_rows, seat_lines

    print(result.schedule)
    print(INTERVALS)
    _print_table(*pair_rows(result), right=range(2, 9))
    print(pairs_note(len(result.meetings)))
    if result.connected:
        print()
        _print_table(*rating_rows(result), right=range(1, 4))
    print()
    for line in seat_lines(result):
        print(line)


def _print_ladder(one: Ladder) -> None:
    from tsurolab.simulate.wording import INTERVALS, gain_line, ladder_rows

    print(one.schedule)
    if not one.tournament.connected:
        return
    print(INTERVALS)
    _print_table(*ladder_rows(one), right=range(8))
    print(gain_line(one))
    print()


def _print_skill(ladders: Sequence[Ladder]) -> None:
    from tsurolab.simulate.wording import skill_rows

    _print_table(*skill_rows(ladders), right=range(1, 6))


# ------------------------------------------------------------------------------------------------------------ artifacts

Check = Annotated[bool, typer.Option("--check", help="Compare with what is there; write nothing.")]


@app.command()
def tables(
    check: Check = False,
    out: Annotated[Path, typer.Option(parser=_path, metavar="DIR", help="The folder.")] = Path("data"),
) -> None:
    """Write every exact table and the experiments of the reports, or check that those on file are the same."""
    from tsurolab.artifacts.experiments import write_experiments
    from tsurolab.artifacts.tables import write_tables

    _report_differences(write_tables(out, check) + write_experiments(out, check), check)


@app.command()
def figures(
    check: Check = False,
    out: Annotated[Path, typer.Option(parser=_path, metavar="DIR", help="The folder.")] = Path("figures"),
) -> None:
    """Draw every figure, or check that those on file are the same byte for byte."""
    from tsurolab.artifacts.figures import write_figures

    _report_differences(write_figures(out, check), check)


def _report_differences(differences: Sequence[str], check: bool) -> None:
    for line in differences:
        print(line)
    if check and differences:
        raise typer.Exit(1)
    if check:
        print("all the same")


@app.command()
def report(
    edition: Annotated[list[str] | None, typer.Argument(metavar="[EDITION]...", help="Only these editions.")] = None,
    games: Annotated[int | None, typer.Option(help="Games of each edition's main run. [default: by family]")] = None,
    out: Annotated[Path, typer.Option(parser=_path, metavar="DIR", help="The folder.")] = Path("reports"),
    seed: Seed = 1,
    workers: Annotated[int | None, typer.Option(help="Chunks played at once. [default: all cores]")] = None,
    quiet: Quiet = False,
) -> None:
    """Write a self-contained page for each family; without editions, tables and figures first."""
    from tsurolab.simulate.executors import check_workers
    from tsurolab.simulate.experiment import check_count
    from tsurolab.simulate.run import MOST_ROWS

    if games is not None:
        check_count(games, "--games", MOST_ROWS)
    count = check_workers(os.cpu_count() or 1 if workers is None else workers)
    from tsurolab.artifacts.reports import build_report
    from tsurolab.artifacts.whole import build_all

    def step(message: str) -> None:
        _say(message, quiet)

    build = build_report if edition else build_all
    for path in build(edition or None, games, out, seed, count, step):
        print(path)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Shorter measurements.")] = False, quiet: Quiet = False
) -> None:
    """Measure the speed of simulation on this machine."""
    from tsurolab.artifacts.bench import run_bench

    rows = run_bench(quick=quick, progress=lambda message: _say(message, quiet))
    if rows:
        columns = list(rows[0])
        _print_table(columns, [[str(row[name]) for name in columns] for row in rows], right=range(1, len(columns)))
