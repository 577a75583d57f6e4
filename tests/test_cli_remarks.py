"""What the command line says while somebody waits: what is being compiled, and each count as it is known."""

import io
import sys

import pytest

from tsurolab.agents.matches import TEXTS
from tsurolab.cli import main
from tsurolab.games.perft import divide, divided

PLAYED = ["tsuro/classic", "--players", "2"]
OWN = "compiling the kernels of tsuro; once for each version, about 20 s\n"
SHARED = "compiling the loop for searching and users' agents of tsuro; once for each version, about 25 s\n"


@pytest.fixture
def said(capsys, monkeypatch):
    """Run a command on a terminal, as if some functions were compiled already; gives the remark."""

    def run(*words, compiled=(), terminal=True):
        monkeypatch.setattr("tsurolab._jit.JIT", True)
        monkeypatch.setattr("tsurolab._jit.is_compiled", lambda family, function: function in compiled)
        monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
        assert main([str(word) for word in words]) == 0
        return "".join(line for line in capsys.readouterr().err.splitlines(True) if line.startswith("compiling"))

    return run


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "run"
    assert main(["simulate", *PLAYED, "--games", "5", "--out", str(folder), "-q"]) == 0
    return folder


def test_the_first_use_says_why_it_takes_long(said):
    words = ["simulate", *PLAYED, "--games", "5"]
    assert said(*words) == OWN
    assert said(*words, compiled=["playout"]) == ""
    assert said(*words, "--quiet") == ""
    assert said(*words, terminal=False) == ""


def test_an_agent_that_searches_needs_more(said):
    words = ["simulate", *PLAYED, "--games", "1", "--agents", "monte-carlo:1"]
    assert said(*words) == (
        "compiling the kernels of tsuro and the loop for searching and users' agents of tsuro; once for each version, "
        "about 45 s\n"
    )
    assert said(*words, compiled=["playout"]) == SHARED
    assert said(*words, compiled=["playout", "match"]) == ""


def test_tournaments_and_ladders_say_it_for_all_their_agents(said):
    words = ["--games", "2", "--players", "2"]
    assert said("tournament", "tsuro/classic", "--agents", "uniform,greedy", *words) == OWN
    agents = "uniform,monte-carlo:1"
    assert said("tournament", "tsuro/classic", "--agents", agents, *words, compiled=["playout"]) == SHARED
    assert said("ladder", "tsuro/classic", "--rungs", "1,2", *words, compiled=["playout"]) == SHARED


def test_perft_and_replay_say_it_too(said, run_folder, tmp_path):
    words = ["perft", *PLAYED, "--depth", "1"]
    assert said(*words) == OWN
    assert said(*words, compiled=["legal", "play"]) == ""
    assert said(*words, "-q") == ""
    record = tmp_path / "game.jsonl"
    words = ["replay", run_folder, "--game", "3", "--record", record]
    assert said(*words) == OWN
    assert said(*words, compiled=["trace"]) == ""
    assert said("replay", record) == OWN
    assert said("replay", record, compiled=["legal", "play"]) == ""


def test_report_and_bench_say_it_for_every_family(said, monkeypatch, tmp_path):
    monkeypatch.setattr("tsurolab.artifacts.reports.build_report", lambda *_: [])
    monkeypatch.setattr("tsurolab.artifacts.bench.run_bench", lambda **_: [])
    assert "the kernels of tsuro and the loop for searching" in said("report", "tsuro/classic", "--out", tmp_path)
    assert said("report", "tsuro/classic", "--out", tmp_path, compiled=["playout", "match"]) == ""
    shown = said("bench")
    assert "the kernels of tsuro, qwirkle, sorry and the loop for searching" in shown
    assert shown.endswith("about 135 s\n")
    assert said("bench", compiled=["playout", "match"]) == ""


def test_playing_says_it_too(said, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert said("play", "tsuro/classic") == OWN
    assert said("play", "tsuro/classic", compiled=["legal", "play"]) == ""
    assert said("play", "tsuro/classic", "--agents", "monte-carlo:1", compiled=["legal", "play"]) == SHARED


def test_what_the_remark_looks_for_is_there_after_use():
    from tsurolab import _jit
    from tsurolab.cli.games import PLAYING

    if not _jit.JIT:
        pytest.skip("nothing is compiled")
    words = ["tsuro/classic", "--players", "2"]
    assert main(["simulate", *words, "--games", "1", "-q"]) == 0
    assert main(["simulate", *words, "--games", "1", "-q", "--agents", "monte-carlo:1"]) == 0
    assert main(["perft", *words, "--depth", "1"]) == 0
    assert all(_jit.is_compiled("tsuro", each) for each in ("playout", "match", "search", *PLAYING))
    assert not _jit.is_compiled("tsuro", "lay_everything")
    assert {"match", "match_trace", "search"} <= set(TEXTS)


def test_perft_shows_each_depth_as_soon_as_it_is_known(capsys, monkeypatch):
    shown = []

    def counted(state, depth):
        shown.append(capsys.readouterr().out.split())
        return 1000**depth

    monkeypatch.setattr("tsurolab.games.perft.perft", counted)
    assert main(["perft", *PLAYED, "--depth", "3"]) == 0
    assert shown == [["depth", "sequences"], ["1", "1,000"], ["2", "1,000,000"]]
    shown.clear()
    capsys.readouterr()
    assert main(["perft", *PLAYED, "--depth", "2", "--divide"]) == 0
    assert shown[0] == ["move", "sequences", "of", "2"]
    assert shown[1][-1] == "1,000"


def test_divided_gives_what_divide_does():
    from tsurolab.games.catalogue import game

    state = game("tsuro/classic").new(players=2, seed=1)
    assert dict(divided(state, 2)) == divide(state, 2)
