"""Commands that write what is made of results: tables, figures, report, bench.

What it is for: calling :mod:`tsurolab.artifacts`. What it is not for: what is in an artifact.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from tsurolab.cli.terminal import print_table, remark_compiling, say
from tsurolab.cli.words import Quiet, Seed, Workers, read_path

Check = Annotated[bool, typer.Option("--check", help="Compare with what is there; write nothing.")]


def tables(
    check: Check = False,
    out: Annotated[Path, typer.Option(parser=read_path, metavar="DIR", help="The folder.")] = Path("data"),
) -> None:
    """Write every exact table and experiment, or compare them.

    They are to be the same byte for byte.
    """
    from tsurolab.artifacts.experiments import write_experiments
    from tsurolab.artifacts.tables import write_tables

    _report_differences(write_tables(out, check) + write_experiments(out, check), check)


def figures(
    check: Check = False,
    out: Annotated[Path, typer.Option(parser=read_path, metavar="DIR", help="The folder.")] = Path("figures"),
) -> None:
    """Draw every figure, or compare those on file. They are to be the same byte for byte."""
    from tsurolab.artifacts.figures import write_figures

    _report_differences(write_figures(out, check), check)


def _report_differences(differences: Sequence[str], check: bool) -> None:
    for line in differences:
        print(line)
    if check and differences:
        raise typer.Exit(1)
    if check:
        print("all the same")


def report(
    edition: Annotated[list[str] | None, typer.Argument(metavar="EDITION", help="Only these editions.")] = None,
    games: Annotated[int | None, typer.Option(help="Games of each edition's main run. [default: by family]")] = None,
    out: Annotated[Path, typer.Option(parser=read_path, metavar="DIR", help="The folder.")] = Path("reports"),
    seed: Seed = 1,
    workers: Workers = None,
    quiet: Quiet = False,
) -> None:
    """Write a self-contained page for each family. Without editions, tables and figures come first."""
    from tsurolab.seeds import check_seed
    from tsurolab.simulate.executors import check_workers
    from tsurolab.simulate.experiment import check_count
    from tsurolab.simulate.files import check_folder
    from tsurolab.simulate.run import MOST_ROWS

    if games is not None:
        check_count(games, "--games", MOST_ROWS)
    check_seed(seed)
    count = check_workers(os.cpu_count() or 1 if workers is None else workers)
    families = _families(edition)
    check_folder(out)
    from tsurolab.artifacts.reports import build_report
    from tsurolab.artifacts.whole import build_all

    def step(message: str) -> None:
        say(message, quiet)

    remark_compiling(dict.fromkeys(families, ("playout", "match")), quiet)
    build = build_report if edition else build_all
    for path in build(edition or None, games, out, seed, count, step):
        print(path)


def _families(editions: Sequence[str] | None) -> list[str]:
    """The families of some editions, or all that offer artifacts."""
    from tsurolab.artifacts.registry import families
    from tsurolab.games.catalogue import edition

    return list(dict.fromkeys(edition(name).family for name in editions)) if editions else list(families())


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Shorter measurements.")] = False, quiet: Quiet = False
) -> None:
    """Measure the speed of simulation on this machine."""
    from tsurolab.artifacts.bench import run_bench

    remark_compiling(dict.fromkeys(_families(None), ("playout", "match")), quiet)
    rows = run_bench(quick=quick, progress=lambda message: say(message, quiet))
    if rows:
        columns = list(rows[0])
        print_table(columns, [[str(row[name]) for name in columns] for row in rows], right=range(1, len(columns)))
