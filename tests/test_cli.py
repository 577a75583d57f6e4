"""The command line: what it prints, what it writes, how it fails, and what an interrupt leaves."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tsurolab.cli import main
from tsurolab.games.record import GameRecord
from tsurolab.simulate import Experiment, Run, Store
from tsurolab.simulate.chunk import play_chunk, play_part

TSURO = ["simulate", "tsuro/classic", "--players", "3", "--seed", "7", "--workers", "1"]


def run(*words):
    """The program as a process of its own."""
    command = [sys.executable, "-m", "tsurolab", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("runs") / "run"
    assert main([*TSURO, "--games", "50", "--out", str(path), "--quiet"]) == 0
    return path


def test_without_words_it_says_what_it_can(capsys):
    assert main([]) == 0
    shown = capsys.readouterr().out
    for command in ("editions", "simulate", "replay", "perft", "tables", "figures", "report", "bench"):
        assert f"\n  {command} " in shown


def test_version(capsys):
    from importlib.metadata import version

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tsurolab {version('tsurolab')}\n"


def test_the_program_starts_light():
    heavy = ("numba", "pandas", "numpy", "sympy", "scipy", "matplotlib")
    code = f"import sys, tsurolab.cli; print([name for name in {heavy} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "[]\n"


def test_editions(capsys):
    assert main(["editions"]) == 0
    short = capsys.readouterr().out
    assert main(["editions", "--verbose"]) == 0
    long = capsys.readouterr().out
    for name in ("tsuro/classic", "tsuro/squiggles", "tsuro/kosmos-6", "tsuro/kosmos-7"):
        assert f"\n{name} " in short
        assert f"{name}: " in long
    assert "[assumed]" in long
    assert "collision_is_suicide=True" in long


def test_perft(capsys):
    assert main(["perft", "tsuro/classic", "--players", "2", "--depth", "2"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["depth", "sequences"], ["1", "48"], ["2", "2,256"]]  # start marks: 48 * 47
    assert main(["perft", "tsuro/classic", "--players", "2", "--depth", "2", "--divide"]) == 0
    counts = [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]]
    assert counts == ["47"] * 48


def test_simulate_prints_estimates_with_intervals(capsys):
    assert main([*TSURO, "--games", "50"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("tsuro/classic, 3 players (uniform), 50 games, seed 7\n50 games; 95% intervals\n")
    assert "\nwin share " in shown.out
    assert "games/s" in shown.err
    assert "\x1b" not in shown.out + shown.err


def test_simulate_for_machines(capsys, tmp_path):
    path = tmp_path / "deep" / "summary.csv"
    assert main([*TSURO, "--games", "50", "--json", "--csv", str(path), "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    data = json.loads(shown.out)
    assert data["experiment"]["seed"] == 7
    assert data["finished"] == [[0, 49]]
    assert not data["interrupted"]
    with path.open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["quantity"] for line in lines] == [line["quantity"] for line in data["summary"]]
    shares = [line for line in data["summary"] if line["quantity"] == "win share"]
    assert [line["seat"] for line in shares] == [0, 1, 2]
    assert all(line["low"] < line["estimate"] < line["high"] for line in shares)
    assert main([*TSURO, "--games", "50", "--csv", "-", "--quiet"]) == 0
    assert capsys.readouterr().out == path.read_text()


def test_one_game_has_no_interval_and_says_so_in_json(capsys):
    assert main([*TSURO, "--games", "1", "--json", "--quiet"]) == 0
    lines = json.loads(capsys.readouterr().out)["summary"]
    assert {(line["low"], line["high"]) for line in lines if line["method"] == "t"} == {(None, None)}


def test_options_reach_the_edition(capsys):
    words = [*TSURO, "--games", "5", "--json", "--quiet", "--option", "dragon=no", "-o", "hand_size = 2"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["experiment"]["options"] == {"dragon": False, "hand_size": 2}


def test_the_same_command_plays_nothing_twice(folder, capsys):
    assert main([*TSURO, "--games", "50", "--out", str(folder)]) == 0
    assert capsys.readouterr().err == "nothing to play: all 50 games are there already\n"
    assert len(Run.load(folder)) == 50


def test_replay_prints_the_moves(folder, capsys):
    assert main(["replay", str(folder), "--game", "33"]) == 0
    lines = capsys.readouterr().out.splitlines()
    record = Run.load(folder).replay(33)
    states = list(record.replay())
    assert lines[0] == f"Start: {states[0].last_words}"
    assert lines[1:-1] == [f"{ply}. {state.last_words}" for ply, state in enumerate(states[1:], 1)]
    assert lines[-1] == f"End: {states[-1].final_words}"


def test_replay_writes_pictures_page_and_record(folder, tmp_path, capsys):
    words = ["--svg", tmp_path / "svg", "--html", tmp_path / "web" / "game.html", "--record", tmp_path / "game.jsonl"]
    assert main(["replay", str(folder), "--game", "33", *map(str, words)]) == 0
    record = GameRecord.load(tmp_path / "game.jsonl")
    assert record == Run.load(folder).replay(33)
    pictures = sorted(path.name for path in (tmp_path / "svg").iterdir())
    assert pictures == [f"move-{ply:02}.svg" for ply in range(len(record.moves) + 1)]
    assert (tmp_path / "svg" / pictures[-1]).read_text() == record.final()._repr_svg_()
    page = (tmp_path / "web" / "game.html").read_text()
    assert page.count("<li>") == len(record.moves) + 2
    capsys.readouterr()
    assert main(["replay", str(tmp_path / "game.jsonl")]) == 0
    assert record.final().last_words in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "game.jsonl"), "--game", "3"]) == 2
    assert "is the record of game 33, not 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["simulate", "tsuro/clasic", "--players", "4"],
            "unknown edition 'tsuro/clasic'; did you mean 'tsuro/classic'?",
        ),
        (["simulate", "tsuro/classic"], "say how many seats: --players N"),
        (["simulate", "tsuro/classic", "--players", "9"], "tsuro/classic is for 2 to 8 players, not 9"),
        (["simulate", "tsuro/classic", "--players", "two"], "Invalid value for '--players'"),
        ([*TSURO, "--games", "0"], "games must be a whole number from 1 to"),
        ([*TSURO, "--games", "-5"], "games must be a whole number from 1 to"),
        ([*TSURO, "--games", "1000000000000"], "1,000,000,000,000 games need "),
        ([*TSURO, "--games", "9" * 40], "games must be a whole number from 1 to"),
        ([*TSURO, "--workers", "0"], "workers must be a whole number from 1 to"),
        ([*TSURO, "--executor", "cloud"], "unknown executor 'cloud'"),
        ([*TSURO, "--agents", "unifrom"], "unknown agent 'unifrom'; did you mean 'uniform'?"),
        ([*TSURO, "--option", "dragon"], "an option is given as NAME=VALUE, not 'dragon'"),
        ([*TSURO, "--option", "dragons=no"], "unknown option of tsuro/classic 'dragons'; did you mean 'dragon'?"),
        ([*TSURO, "--option", "dragon=maybe"], "option dragon is a switch: true or false, not 'maybe'"),
        ([*TSURO, "--seed", "-1"], "seed must be an integer from 0 to 2**63 - 1, not -1"),
        ([*TSURO, "--json", "--csv", "-"], "give --json or --csv -, not both"),
        ([*TSURO, "--out", "/dev/null/run"], "cannot write to the folder /dev/null/run: Not a directory"),
        ([*TSURO, "--games", "5", "--quiet", "--json", "--csv", "/dev/null/x"], "cannot write /dev/null/x: "),
        ([*TSURO, "--games", "100000000", "--csv", "/dev/null/x"], "cannot write /dev/null/x: "),  # before any game
        ([*TSURO, "--csv", ""], "must have a name, not an empty one"),
        ([*TSURO, "--out", ""], "must have a name, not an empty one"),
        (["replay", ".", "--svg", ""], "must have a name, not an empty one"),
        (["replay", ".", "--html", " "], "must have a name, not an empty one"),
        (["replay", ".", "--record", ""], "must have a name, not an empty one"),
        (["replay", ""], "must have a name, not an empty one"),
        (["tables", "--out", ""], "must have a name, not an empty one"),
        (["replay", "nowhere"], "cannot read nowhere: there is no such run or record"),
        (["replay", "."], "is not the folder of a run"),
        (["replay", __file__], "line 1 of the record is not JSON"),
        (["perft", "tsuro/classic", "--players", "2", "--depth", "0"], "--depth must be 1 or more, not 0"),
        (["report", "--games", "0"], "--games must be a whole number from 1 to"),
        (["sing"], "No such command 'sing'."),
        (["--loud"], "No such option: --loud"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words, message, capsys):
    assert main(words) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("tsurolab: ")
    assert message in shown
    assert shown.count("\n") == 1


def test_bad_replays(folder, capsys, tmp_path):
    for words, message in [
        ([], "has 50 games: say which with --game"),
        (["--game", "50"], "a game of this run is a whole number from 0 to 49, not 50"),
        (["--game", "1", "--svg", str(folder / "manifest.json")], "cannot write "),
        (["--game", "1", "--html", str(tmp_path)], "Is a directory"),
        (["--game", "1", "--record", "/dev/null/x"], "cannot write the record /dev/null/x"),
    ]:
        assert main(["replay", str(folder), *words]) == 2
        shown = capsys.readouterr().err
        assert message in shown
        assert shown.count("\n") == 1


def test_another_run_in_the_folder(folder, capsys):
    assert main([*TSURO, "--games", "49", "--out", str(folder)]) == 2
    assert "has another run (games 50, not 49): give another folder" in capsys.readouterr().err
    assert len(Run.load(folder)) == 50


def test_an_experiment_in_a_file(tmp_path, capsys):
    path, folder = tmp_path / "one.toml", tmp_path / "run"
    words = ["--players", "2", "--agents", "uniform", "--games", "60", "--seed", "4", "--keep", "rows/20"]
    words += ["--fields", "tiles, loops", "-o", "rows=4", "--save-experiment", str(path), "--out", str(folder)]
    assert main(["simulate", "tsuro/classic", *words]) == 0
    shown = capsys.readouterr()
    assert f"wrote {path}" in shown.err
    experiment = Experiment.load(path)
    assert (experiment.keep, experiment.fields) == ("rows/20", ("winners", "tiles", "loops"))
    assert Run.load(folder).experiment == experiment
    assert main(["simulate", str(path), "--out", str(folder)]) == 0
    again = capsys.readouterr()
    assert again.out == shown.out
    assert "nothing to play: all 60 games are there already" in again.err
    for number in (20, 21):  # with and without a row that is kept
        assert main(["replay", str(folder), "--game", str(number)]) == 0
        assert "1. seat" in capsys.readouterr().out
    overrides = ["--games", "70", "--players", "3", "-o", "rows=5", "--seed", "5", "--keep", "tallies", "--json", "-q"]
    assert main(["simulate", str(path), *overrides]) == 0
    said = json.loads(capsys.readouterr().out)["experiment"]
    changes = {"games": 70, "players": 3, "agents": ["uniform"] * 3, "options": {"rows": 5}, "seed": 5}
    assert said == json.loads(json.dumps(experiment.to_dict())) | changes | {"keep": "tallies"}


def test_a_precision_on_the_command_line(capsys):
    words = ["simulate", "tsuro/classic", "--players", "2", "--precision", "0.08", "--keep", "tallies"]
    assert main([*words, "--of", "win share[1]"]) == 0
    shown = capsys.readouterr()
    assert "; precision reached\n" in shown.out
    assert shown.out.count("confidence sequence") == 1
    assert main([*words, "--of", "tiles", "--games", "1500"]) == 0
    shown = capsys.readouterr()
    assert "1,500 games; 95% intervals; precision not reached\n" in shown.out
    assert "precision 0.08 is not reached: after 1,500 games the interval of tiles is " in shown.err
    assert main([*words, "--games", "3000", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reached_precision"] is True


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tsuro/classic"], "say how many seats: --players N"),
        (["nowhere.toml"], "cannot read nowhere.toml: No such file or directory"),
        (["tsuro/classic", "--players", "2", "--keep", "none"], "keep must be"),
        (["tsuro/classic", "--players", "2", "--fields", "tile"], "unknown field of the results 'tile'; did you mean"),
        (["tsuro/classic", "--players", "2", "--precision", "0"], "precision is the width of an interval"),
        (["tsuro/classic", "--players", "2", "--precision", "1", "--of", "luck"], "unknown quantity 'luck'"),
        (["tsuro/classic", "--players", "2", "--of", "tiles"], "says what a precision is about"),
    ],
)
def test_experiments_that_cannot_be(words, message, capsys):
    assert main(["simulate", *words]) == 2
    shown = capsys.readouterr().err
    assert message in shown
    assert shown.count("\n") == 1


def test_an_interrupted_run_prints_what_it_has(capsys, monkeypatch):
    def stopped(experiment, chunks, **_):
        yield play_part(experiment, 0, 20)
        raise KeyboardInterrupt

    monkeypatch.setattr("tsurolab.simulate.run.play_chunks", stopped)
    assert main([*TSURO, "--games", "50"]) == 130
    shown = capsys.readouterr()
    assert "\n20 games; 95% intervals\n" in shown.out
    assert shown.err == ("tsurolab: interrupted: 20 of 50 games are finished (0-19); nothing is kept without --out\n")


def test_an_interrupt_elsewhere(capsys, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tsurolab.games.perft.perft", stopped)
    assert main(["perft", "tsuro/classic", "--players", "2", "--depth", "1"]) == 130
    assert capsys.readouterr().err == "tsurolab: interrupted\n"


def begin(*words, until):
    """A process in a group of its own, once ``until()`` holds."""
    command = [sys.executable, "-m", "tsurolab", *map(str, words)]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 150  # the kernels may have to be compiled first
    while not until():
        if process.poll() is not None or time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            pytest.fail(f"the run did not begin: {process.communicate()}")
        time.sleep(0.02)
    return process


def parts(folder: Path) -> int:
    return len(list(folder.glob("games-*.parquet")))


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize("executor", ["threads", "processes"])
def test_killed_then_interrupted_then_resumed(tmp_path, executor):
    folder = tmp_path / "run"
    words = [*TSURO[:-1], 2, "--games", 20_000_000, "--out", folder, "--executor", executor]
    before = {}
    if executor == "threads":
        process = begin(*words, until=lambda: parts(folder) >= 2)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
        before = {path.name: path.read_bytes() for _, _, path in Store.open(folder).parts}
        assert before

    process = begin(*words, until=lambda: parts(folder) > len(before))
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    kept = Store.open(folder)
    done = sum(map(len, kept.done))
    assert f"{done:,} games; 95% intervals" in out
    assert err.startswith(f"tsurolab: interrupted: {done:,} of 20,000,000 games are finished (")
    assert err.endswith(f" and kept in {folder}; the same command resumes\n")
    assert err.count("\n") == 1
    assert all((folder / name).read_bytes() == data for name, data in before.items())
    numbers, rows = max(kept.read(), key=lambda part: part[0].start)
    assert rows.tobytes() == play_chunk(kept.experiment, numbers.start, len(rows)).tobytes()


def test_a_reader_that_goes_away_is_no_fault():
    command = [sys.executable, "-m", "tsurolab", "editions", "--verbose"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_is_full_is_one_line():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "tsurolab", "editions", "--verbose"]
        found = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=30)
    assert found.returncode == 2
    assert found.stderr == "tsurolab: output: No space left on device\n"


def test_it_is_the_same_program_as_a_module():
    found = run("perft", "tsuro/classic", "--players", "99", "--depth", "1")
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr == "tsurolab: tsuro/classic is for 2 to 8 players, not 99\n"


def seen(terminal):
    """What a terminal was sent, once nobody writes to it any more."""
    shown = b""
    with suppress(OSError):  # it is gone once all is read
        while more := os.read(terminal, 65536):
            shown += more
    os.close(terminal)
    return shown


def test_a_terminal_gets_a_progress_bar_and_others_none():
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tsurolab", *TSURO, "--games", "30000"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, text=True, env={**os.environ, "TERM": "xterm"}
    )
    os.close(theirs)
    out, _ = process.communicate(timeout=60)
    shown = seen(ours)
    assert process.returncode == 0
    assert b"of 30,000 games" in shown
    assert "of 30,000 games" not in out
    assert "of 30,000 games" not in run(*TSURO, "--games", "3000").stderr


@pytest.mark.parametrize("columns", [40, 200])
def test_a_table_that_does_not_fit_is_plain_lines(columns):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tsurolab", "editions"]
    env = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE, env=env)
    os.close(theirs)
    shown = seen(ours).decode()
    _, err = process.communicate(timeout=60)
    assert err == b""
    assert "…" not in shown
    assert "tsuro/squiggles" in shown
    assert ("\u2502" in shown) == (columns == 200)


@pytest.mark.parametrize("closed", ["1", "2"])
def test_closed_output_is_no_fault(tmp_path, closed):
    found = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}>&-', "sh", sys.executable, "-m", "tsurolab", *TSURO, "--games", "5"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert found.returncode == 0
    assert ("games played" in found.stderr, "win share" in found.stdout) == (closed == "1", closed == "2")
    assert "games played" not in found.stdout
    assert "Traceback" not in found.stderr


def test_a_record_that_cannot_be_replayed_names_its_file(folder, tmp_path, capsys):
    path = Run.load(folder).replay(3).save(tmp_path / "game.jsonl")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], lines[-1].replace("winners", "losers")]))
    assert main(["replay", str(path)]) == 2
    assert f"tsurolab: {path}: the record says the game ended with" in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (getattr(signal, "SIGHUP", 1), 129)])
def test_other_ends_are_like_an_interrupt(tmp_path, number, status):
    folder = tmp_path / "run"
    words = [*TSURO, "--games", 20_000_000, "--out", folder]
    process = begin(*words, until=lambda: parts(folder) >= 1)
    second = run(*words)
    assert second.returncode == 2
    assert second.stderr == (
        f"tsurolab: {folder} is being written by another run (process {process.pid}): "
        "wait for it, or give another folder\n"
    )
    process.send_signal(number)
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == status, err
    assert "games; 95% intervals" in out
    assert err.startswith("tsurolab: interrupted: ")
    assert err.endswith(f" and kept in {folder}; the same command resumes\n")
    assert not (folder / "writer.lock").exists()


def children(process):
    """The process numbers of the living children of a process."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_alive(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(), reason="needs /proc")
def test_workers_end_with_their_parent(tmp_path):
    folder = tmp_path / "run"
    words = [*TSURO[:-1], 2, "--games", 20_000_000, "--out", folder, "--executor", "processes"]
    process = begin(*words, until=lambda: parts(folder) >= 1)
    workers = children(process.pid)
    process.kill()
    process.wait(timeout=60)
    assert len(workers) >= 2
    deadline = time.monotonic() + 20
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [each for each in workers if is_alive(each)]
    for each in left:
        os.kill(each, signal.SIGKILL)
    process.communicate(timeout=60)
    assert not left
