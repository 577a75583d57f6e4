"""Commands about single games: editions, perft, replay, play.

What it is for: what can be played, counting moves, showing a game, playing one. What it is not for: many games
(:mod:`tsurolab.cli.runs`).
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tsurolab.cli.endings import PROGRAM, Interrupted
from tsurolab.cli.terminal import needs, print_lines, print_table, remark_compiling, say
from tsurolab.cli.words import EditionName, Options, Players, Quiet, Seed, read_names, read_options, read_path
from tsurolab.errors import BadArgument, BadRecord, OutputError

if TYPE_CHECKING:
    from tsurolab.games.record import GameRecord
    from tsurolab.games.state import State


COUNT_WIDTH: Final = 17
"""Columns for a count of sequences: up to a thousand million million, with commas."""
PLAYING: Final = ("legal", "play")
"""The kernel functions that a game played move by move begins with."""


def editions(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Sources, rulings and options too.")] = False,
) -> None:
    """List what can be played, and how well its rules are known."""
    from tsurolab.games.catalogue import all_editions

    found = list(all_editions())
    if not verbose:
        rows = [(each.name, f"{each.players[0]}-{each.players[-1]}", each.status.value, each.title) for each in found]
        print_table(("edition", "players", "status", "title"), rows)
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


def perft(
    edition: EditionName,
    players: Players,
    depth: Annotated[int, typer.Option(help="How many moves.")],
    seed: Seed = 0,
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="The last depth by first move.")] = False,
    quiet: Quiet = False,
) -> None:
    """Count the sequences of legal moves of one deal, exactly."""
    from tsurolab.games import perft as counting
    from tsurolab.games.catalogue import game

    if depth < 1:
        raise BadArgument(f"--depth must be 1 or more, not {depth}")
    found = game(edition, **read_options(option))
    remark_compiling({found.edition.family: PLAYING}, quiet)
    state = found.new(players, seed=seed)
    if divide:
        head = ("move", f"sequences of {depth}")
        width = max([len(str(move)) for move in state.legal_moves], default=0)
        by_move = ((move, f"{count:,}") for move, count in counting.divided(state, depth))
        print_lines(chain([head], by_move), (max(width, len(head[0])), len(head[1])), right=(1,))
    else:
        by_depth = ((str(each), f"{counting.perft(state, each):,}") for each in range(1, depth + 1))
        print_lines(chain([("depth", "sequences")], by_depth), (5, COUNT_WIDTH), right=(0, 1))


def replay(
    source: Annotated[
        Path, typer.Argument(parser=read_path, metavar="RUN|RECORD", help="The folder of a run, or a record's file.")
    ],
    game: Annotated[int | None, typer.Option(help="The number of the game, from 0.")] = None,
    svg: Annotated[
        Path | None, typer.Option(parser=read_path, metavar="DIR", help="Write a picture of every position.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(parser=read_path, metavar="FILE", help="Write a page that steps through the game.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(parser=read_path, metavar="FILE", help="Write the game as a record.")
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.py:NAME", help="A user's agent that took part; can be given again."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Show one game of a run, or of a record, move by move."""
    from tsurolab.agents.user import name_of

    for each in agents or ():
        if name_of(each) is None:
            raise BadArgument(f"--agents takes the file and the name of a user's agent, as mine.py:mine, not {each!r}")
    from tsurolab.simulate.files import write_file
    from tsurolab.simulate.page import move_lines, replay_page

    found = _find_game(source, game, quiet)
    try:
        states = list(found.replay())
    except BadRecord as error:
        raise BadRecord(f"{source}: {error}") from error
    if record:
        say(f"wrote {found.save(record)}", quiet)
    if svg:
        digits = len(str(len(states) - 1))
        for ply, state in enumerate(states):
            write_file(svg / f"move-{ply:0{digits}}.svg", state._repr_svg_())
        say(f"wrote {len(states)} pictures to {svg}", quiet)
    if html:
        say(f"wrote {write_file(html, replay_page(found))}", quiet)
    if not (record or svg or html):
        for line in move_lines(states):
            print(line)


def _find_game(source: Path, number: int | None, quiet: bool) -> GameRecord:
    from tsurolab.games.catalogue import edition
    from tsurolab.games.record import GameRecord

    if source.is_file():
        record = GameRecord.load(source)
        if number is not None and number != record.number:
            raise BadArgument(f"{source} is the record of game {record.number}, not {number}")
        remark_compiling({edition(record.edition).family: PLAYING}, quiet)
        return record
    if not source.is_dir():
        raise OutputError(f"cannot read {source}: there is no such run or record")
    from tsurolab.simulate.replay import check_number, replay_game
    from tsurolab.simulate.store import Store

    store = Store.open(source)
    if number is None:
        raise BadArgument(f"{source} has {store.experiment.games:,} games: say which with --game")
    number = check_number(number, store.experiment.games)
    remark_compiling(needs(store.experiment, use="traces"), quiet)
    return replay_game(store.experiment, number, store.row(number))


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
        Path | None,
        typer.Option(parser=read_path, metavar="FILE", help="Write the game here at the end, or on leaving."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(parser=read_path, metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
) -> None:
    """Play in the terminal, or through a pipe, against agents."""
    from tsurolab.simulate.play import Ending, Table, check_record_path, seat_opponents

    if record:
        record = check_record_path(record)
    names = None if agents is None else read_names(agents)
    state = _start_of_play(edition, players, seed, option, resume, names)
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
        raise Interrupted(f"interrupted; {how}")
    print(how)


def _start_of_play(
    edition: str | None,
    players: int | None,
    seed: int,
    option: Sequence[str] | None,
    resume: Path | None,
    agents: Sequence[str] | None,
) -> State:
    """The state that a person is to play from: a new game, or the end of a record."""
    from tsurolab.agents import functions_of
    from tsurolab.games.catalogue import game
    from tsurolab.games.record import GameRecord

    if resume is None:
        if edition is None:
            raise BadArgument("say what to play: an edition (tsurolab editions lists them), or --resume FILE")
        found = game(edition, **read_options(option))
        needed = functions_of(found.family, agents or (), use="decisions")
        remark_compiling({found.edition.family: needed}, False)
        return found.new(found.players[0] if players is None else players, seed=seed)
    if edition is not None or players is not None or option:
        raise BadArgument("--resume takes edition, players and options from the record: leave them out")
    record = GameRecord.load(resume)
    try:
        state = record.final()
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
