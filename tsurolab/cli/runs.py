"""The command ``simulate``: many games of one experiment.

What it is for: the words of an experiment, and its summary as text, JSON and CSV. What it is not for: agents against
each other (:mod:`tsurolab.cli.tournaments`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tsurolab.cli.endings import ended_early
from tsurolab.cli.terminal import needs, print_table, remark_compiling, say
from tsurolab.cli.words import ExecutorName, Options, Quiet, Scheduler, Workers, read_names, read_options, read_path
from tsurolab.errors import BadArgument, NoWorkers

if TYPE_CHECKING:
    from tsurolab.simulate import Experiment, Run

USUAL_GAMES: Final = 10_000
"""Games of ``tsurolab simulate`` if nothing is said."""


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
    workers: Workers = None,
    executor: ExecutorName = None,
    scheduler: Scheduler = None,
    out: Annotated[
        Path | None, typer.Option(parser=read_path, metavar="DIR", help="A folder to keep the run in; resumes.")
    ] = None,
    save_experiment: Annotated[
        Path | None,
        typer.Option(parser=read_path, metavar="FILE.toml", help="Write what is run as a file to run again."),
    ] = None,
    option: Options = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the summary as CSV; - for output.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print experiment and summary as JSON.")] = False,
    quiet: Quiet = False,
) -> None:
    """Play many games; every quantity comes with its 95% interval."""
    from tsurolab.simulate.files import check_target, write_file
    from tsurolab.simulate.run import run_experiment

    if json and csv == "-":
        raise BadArgument("give --json or --csv -, not both: each wants the whole output")
    given = {
        "players": players,
        "agents": None if agents is None else read_names(agents),
        "games": games,
        "seed": seed,
        "precision": precision,
        "of": of,
        "keep": keep,
        "fields": None if fields is None else read_names(fields),
    }
    experiment = _find_experiment(edition, {k: v for k, v in given.items() if v is not None}, read_options(option))
    if save_experiment:
        say(f"wrote {experiment.save(save_experiment)}", quiet)
    if csv is not None and csv != "-":
        check_target(read_path(csv))
    remark_compiling(needs(experiment), quiet)
    lost: NoWorkers | None = None
    try:
        run = run_experiment(
            experiment,
            workers=workers,
            executor=executor,
            scheduler=scheduler,
            progress=False if quiet else None,
            out=out,
        )
    except NoWorkers as error:
        if error.finished is None:
            raise
        run, lost = error.finished, error
    if len(run):
        if json:
            print(_as_json(run))
        elif csv == "-":
            print(_as_csv(run), end="")
        else:
            _print_summary(run)
        if csv and csv != "-":
            write_file(csv, _as_csv(run))
    if run.interrupted:
        raise ended_early(lost, _what_is_kept(run))
    if run.reached_precision is False:
        say(_what_was_reached(run), quiet)
    resumed = len(run) - run.played
    if not run.played:
        say(f"nothing to play: all {resumed:,} games are there already", quiet)
        return
    was_there = f", {resumed:,} were there already" if resumed else ""
    say(f"{run.played:,} games played in {run.seconds:.2f} s ({run.rate}){was_there}", quiet)


def _find_experiment(source: str, given: dict[str, Any], options: dict[str, object]) -> Experiment:
    """The experiment of an edition or of a file, with what was said on the command line."""
    from tsurolab.games.catalogue import edition as find_edition
    from tsurolab.simulate.experiment import Experiment

    if not source.endswith(".toml"):
        find_edition(source)
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

    finished = f"{len(run):,} of {run.experiment.games:,} games are finished ({show_ranges(run.done)})"
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
    print_table(("quantity", "seat", "estimate", "low", "high", "method"), rows, right=(1, 2, 3, 4))


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
