"""Tournaments of real games: the same deals, the same results however they are played, and nothing lost by a kill."""

import json
import subprocess
import sys

import pytest

from tsurolab.cli import main
from tsurolab.simulate import Run, Tournament
from tsurolab.simulate import tournament as play

GAMES = 40
SORRY = ("sorry/classic", ["uniform", "greedy"])
WORDS = ["tournament", "sorry/classic", "--agents", "uniform,greedy", "--games", str(GAMES), "--seed", "3"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("tournaments") / "sorry"
    play(*SORRY, games=GAMES, seed=3, progress=False, out=path)
    return path


@pytest.fixture(scope="module")
def result(folder):
    return Tournament.load(folder)


def test_every_seating_is_dealt_the_same(folder):
    runs = [Run.load(path) for path in sorted(folder.glob("?-*"))]
    assert len(runs) == 3
    starts = [[run.replay(number).start for number in range(10)] for run in runs]
    assert starts[0] == starts[1] == starts[2]
    chances = [[run.replay(number).chance[0] for number in range(10)] for run in runs]
    assert chances[0] == chances[1] == chances[2]  # the first card


@pytest.mark.parametrize("how", [{"workers": 2}, {"workers": 2, "executor": "processes"}])
def test_workers_and_processes_cannot_be_seen(result, how):
    assert play(*SORRY, games=GAMES, seed=3, progress=False, **how).to_dict() == result.to_dict()


def test_greedy_is_better_and_teams_win_as_teams():
    result = play("sorry/teams", ["uniform", "greedy"], games=60, seed=1, progress=False)
    assert result.schedule.players == 4
    [meeting] = result.meetings
    assert meeting.score < 0.2
    for words, sums in result.seat_sums.items():
        assert sums.shares[0] == sums.shares[2], words
        assert sums.shares[1] == sums.shares[3], words
        assert result.fairness[words].df == 1


def test_seats_of_a_real_game_add_up():
    result = play("qwirkle/classic", ["uniform", "greedy"], players=3, games=10, seed=1, progress=False)
    assert sum(result.equal_seats.shares) == 1
    assert result.meeting("greedy", "uniform").score > 0.8


KILLED = """
import os, sys
from tsurolab.cli import main
from tsurolab.simulate.store import Store
written, ours = [], Store.write
def write(*arguments, **options):
    if len(written) == int(sys.argv[1]):
        os._exit(9)
    written.append(ours(*arguments, **options))
    return written[-1]
Store.write = write
main(sys.argv[2:])
"""


@pytest.mark.parametrize("parts", [0, 1, 2])
def test_killed_and_resumed_it_is_the_same(tmp_path, result, parts):
    words = [*WORDS, "--workers", "1", "--quiet", "--out", str(tmp_path / "t")]
    killed = subprocess.run([sys.executable, "-c", KILLED, str(parts), *words], capture_output=True, timeout=120)
    assert killed.returncode == 9, killed.stderr
    kept = Tournament.load(tmp_path / "t")
    assert not kept.complete
    assert kept.games == parts * GAMES
    assert main(words) == 0
    resumed = Tournament.load(tmp_path / "t")
    assert resumed.complete
    assert resumed.to_dict() == result.to_dict()


# ----------------------------------------------------------------------------------------------------- the command line


def test_the_command_prints_scores_ratings_and_methods(capsys, result):
    assert main([*WORDS, "--workers", "1"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(
        "sorry/classic, 2 players, 2 agents (uniform, greedy), everybody meets everybody, 40 deals"
    )
    [meeting] = result.meetings
    for words in (
        "paired by deal",
        f"{float(meeting.score):.4f}",
        "\nrating ",
        "\ngreedy ",
        "The p-value is that of a score of 1/2 by the paired t test",
        "win share by seat, uniform agents only: ",
        "win share by seat, games of the tournament: ",
    ):
        assert words in shown.out
    assert "120 games played in" in shown.err


def test_the_command_for_machines(capsys, result):
    assert main([*WORDS, "--workers", "1", "--json", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    data = json.loads(shown.out)
    assert Tournament.from_dict(data).to_dict() == result.to_dict()
    assert [line["agent"] for line in data["tables"]["ratings"]] == ["greedy", "uniform"]
    assert data["tables"]["pairs"][0]["score"] == pytest.approx(float(result.meetings[0].score))


def test_the_same_command_plays_nothing_twice(capsys, folder):
    assert main([*WORDS, "--out", str(folder)]) == 0
    assert capsys.readouterr().err == "nothing to play: all 120 games are there already\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tournament", "sorry/classic"], "Missing option '--agents'"),
        (["tournament", "sorry/clasic", "--agents", "uniform,greedy"], "did you mean 'sorry/classic'"),
        (["tournament", "sorry/classic", "--agents", "uniform"], "has 2 to 24 agents, not 1"),
        ([*WORDS, "--pairs", "some"], "unknown choice of pairs 'some'"),
        ([*WORDS, "--option", "safety"], "an option is given as NAME=VALUE"),
        ([*WORDS, "--html", "/dev/null/page.html"], "cannot write /dev/null/page.html: "),
        ([*WORDS, "--out", "/dev/null/t"], "cannot write /dev/null/t"),
        (["ladder", "sorry/classic", "--rungs", "1,two"], "--rungs takes numbers of rollouts such as 1,4,16,64"),
        (["ladder", "sorry/classic", "--rungs", "4"], "two or more ever larger numbers of rollouts"),
        (["ladder", "sorry/classic", "--rungs", "4,1"], "two or more ever larger numbers of rollouts"),
        (["ladder", "sorry/classic", "--policy", "greeedy"], "did you mean 'greedy'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words, message, capsys):
    assert main(words) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("tsurolab: ")
    assert message in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize("kept", [True, False])
def test_an_interrupt_says_what_is_kept(capsys, monkeypatch, tmp_path, kept):
    from tsurolab.simulate.run import run_experiment
    from tsurolab.simulate.tournament import play_schedule

    runs = []

    def stopping(experiment, **how):
        runs.append(experiment)
        if len(runs) == 3:
            raise KeyboardInterrupt
        return run_experiment(experiment, **how)

    monkeypatch.setitem(play_schedule.__globals__, "run_experiment", stopping)
    where = ["--out", str(tmp_path / "t")] if kept else []
    assert main([*WORDS, *where, "--workers", "1"]) == 130
    end = f" and kept in {tmp_path / 't'}; the same command resumes" if kept else "; nothing is kept without --out"
    assert capsys.readouterr().err == f"tsurolab: interrupted: 80 of 120 games are finished{end}\n"
