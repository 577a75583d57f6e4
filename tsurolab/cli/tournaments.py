"""The commands ``tournament`` and ``ladder``: agents against each other on the same deals.

What it is for: their words and their tables. What it is not for: runs of one seating (:mod:`tsurolab.cli.runs`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tsurolab.cli.endings import ended_early
from tsurolab.cli.terminal import needs, print_json, print_table, remark_compiling, say
from tsurolab.cli.words import (
    EditionName,
    ExecutorName,
    Options,
    Quiet,
    Scheduler,
    Seed,
    Workers,
    read_names,
    read_options,
    read_path,
)
from tsurolab.errors import BadArgument, NoWorkers

if TYPE_CHECKING:
    from tsurolab.simulate import Ladder, Tournament
    from tsurolab.simulate.schedule import Schedule

Games = Annotated[int, typer.Option(help="Deals of each pair; each is played in both seatings.")]
SomePlayers = Annotated[
    int | None, typer.Option("--players", help="How many seats. [default: the smallest even number that can play]")
]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", parser=read_path, metavar="DIR", help="A folder for every game's row; resumes."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print results as JSON.")]
AsPage = Annotated[
    Path | None, typer.Option("--html", parser=read_path, metavar="FILE", help="Write a page with tables and pictures.")
]


def tournament(
    edition: EditionName,
    agents: Annotated[str, typer.Option(metavar="A,B,...", help="Two or more agents.")],
    games: Games = 1000,
    players: SomePlayers = None,
    seed: Seed = 0,
    pairs: Annotated[str, typer.Option(help="Who meets: all, or neighbours in the list.")] = "all",
    equal: Annotated[str, typer.Option(metavar="AGENT", help="Who shows what the seats are worth.")] = "uniform",
    workers: Workers = None,
    executor: ExecutorName = None,
    scheduler: Scheduler = None,
    out: OutFolder = None,
    option: Options = None,
    json: AsJson = False,
    html: AsPage = None,
    quiet: Quiet = False,
) -> None:
    """Let agents play each other on the same deals. Seats are exchanged; scores and ratings are printed."""
    from tsurolab.simulate.schedule import Schedule

    names = read_names(agents)
    schedule = Schedule(edition, names, read_options(option), players, games, seed, pairs, equal)
    _check_page(html)
    remark_compiling(needs(*(each for _, each in schedule.experiments)), quiet)
    how: dict[str, Any] = {"workers": workers, "executor": executor, "scheduler": scheduler}
    result, lost = _play_schedule(schedule, quiet, out, how)
    if json:
        print_json(result.to_dict() | {"tables": result.tables()})
    elif result.meetings:
        _print_tournament(result)
    _finish([result], html, quiet, lost)


def ladder(
    edition: Annotated[list[str], typer.Argument(metavar="EDITION", help="One edition, or several to compare.")],
    rungs: Annotated[str, typer.Option(metavar="A,B,...", help="Rollouts a decision of each rung.")] = "1,4,16,64",
    policy: Annotated[str, typer.Option(help="Who plays the rollouts.")] = "greedy",
    games: Games = 1000,
    players: SomePlayers = None,
    seed: Seed = 0,
    workers: Workers = None,
    executor: ExecutorName = None,
    scheduler: Scheduler = None,
    out: OutFolder = None,
    option: Options = None,
    json: AsJson = False,
    html: AsPage = None,
    quiet: Quiet = False,
) -> None:
    """Let Monte Carlo agents play those with fewer rollouts. It shows how much skill is in a game."""
    from tsurolab.simulate.ladder import Ladder, rung_names
    from tsurolab.simulate.schedule import Schedule

    names = rung_names(_read_rungs(rungs), policy)
    editions = list(dict.fromkeys(edition))
    options = read_options(option)
    schedules = [Schedule(each, names, options, players, games, seed, "neighbours") for each in editions]
    _check_page(html)
    played: list[Ladder] = []
    how: dict[str, Any] = {"workers": workers, "executor": executor, "scheduler": scheduler}
    lost: NoWorkers | None = None
    for schedule in schedules:
        remark_compiling(needs(*(each for _, each in schedule.experiments)), quiet)
        where = out / schedule.edition.replace("/", "-") if out and len(schedules) > 1 else out
        result, lost = _play_schedule(schedule, quiet, where, how)
        played.append(Ladder(result))
        if not json:
            _print_ladder(played[-1])
        if result.interrupted:
            break
    if json:
        print_json({"ladders": [each.to_dict() | {"tables": each.tournament.tables()} for each in played]})
    elif len(played) > 1 and not played[-1].tournament.interrupted:
        _print_skill(played)
    _finish([each.tournament for each in played], html, quiet, lost)


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


def _play_schedule(
    schedule: Schedule, quiet: bool, out: Path | None, how: dict[str, Any]
) -> tuple[Tournament, NoWorkers | None]:
    """Play a tournament; if workers were lost, what was finished of it with that error."""
    from tsurolab.simulate.tournament import play_schedule

    try:
        return play_schedule(schedule, progress=False if quiet else None, out=out, **how), None
    except NoWorkers as error:
        if error.finished is None:
            raise
        return error.finished, error


def _finish(played: Sequence[Tournament], html: Path | None, quiet: bool, lost: NoWorkers | None) -> None:
    """Write the page, and say how far the tournaments are."""
    games, wanted = sum(each.games for each in played), sum(each.wanted for each in played)
    if played[-1].interrupted:
        folder = played[-1].folder
        kept = f" and kept in {folder}; the same command resumes" if folder else "; nothing is kept without --out"
        raise ended_early(lost, f"{games:,} of {wanted:,} games are finished{kept}")
    if html:
        from tsurolab.artifacts.tournament_report import build_tournament_report

        path = build_tournament_report(played, html, progress=lambda line: say(line, quiet))
        say(f"wrote {path}", quiet)
    new, seconds = sum(each.played for each in played), sum(each.seconds for each in played)
    if not new:
        say(f"nothing to play: all {games:,} games are there already", quiet)
        return
    from tsurolab.simulate.progress import show_rate

    was_there = f", {games - new:,} were there already" if games > new else ""
    say(f"{new:,} games played in {seconds:.2f} s ({show_rate(new, seconds)}){was_there}", quiet)


def _print_tournament(result: Tournament) -> None:
    from tsurolab.simulate.wording import INTERVALS, pair_rows, pairs_note, rating_rows, seat_lines

    print(result.schedule)
    print(INTERVALS)
    print_table(*pair_rows(result), right=range(2, 9))
    print(pairs_note(len(result.meetings)))
    if result.connected:
        print()
        print_table(*rating_rows(result), right=range(1, 4))
    print()
    for line in seat_lines(result):
        print(line)


def _print_ladder(one: Ladder) -> None:
    from tsurolab.simulate.wording import INTERVALS, gain_line, ladder_rows

    print(one.schedule)
    if not one.tournament.connected:
        return
    print(INTERVALS)
    print_table(*ladder_rows(one), right=range(8))
    print(gain_line(one))
    print()


def _print_skill(ladders: Sequence[Ladder]) -> None:
    from tsurolab.simulate.wording import skill_rows

    print_table(*skill_rows(ladders), right=range(1, 6))
