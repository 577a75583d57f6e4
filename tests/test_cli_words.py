"""Odd words on the command line, and in files that it reads: one line and status 2."""

import pytest

from tsurolab.agents import functions_of, play_games
from tsurolab.cli import main
from tsurolab.games.catalogue import game
from tsurolab.games.protocol import new_records
from tsurolab.stats.sequential import games_needed

PLAYED = ["simulate", "tsuro/classic", "--players", "2", "--games", "5", "--quiet", "--workers", "1"]


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deep.toml").write_text("a = " + "[" * 5000)
    (tmp_path / "broken.toml").write_text("a = [1,")
    (tmp_path / "exits.py").write_text("import sys\nsys.exit(3)\n")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "game.jsonl").write_text("no record")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "deep.toml"], "deep.toml does not hold an experiment: its values are nested too deeply"),
        (["simulate", "broken.toml"], "an experiment is written in TOML; this is not"),
        (["simulate", "folder.toml"], "cannot read folder.toml: Is a directory"),
        ([*PLAYED, "--agents", "exits.py:f"], "exits.py cannot be run: SystemExit: 3"),
        ([*PLAYED, "--agents", ",,"], "agents must be one name, or up to 2 names"),
        ([*PLAYED, "--precision", "1e-300"], "a width is at least 1e-100, not 1e-300"),
        ([*PLAYED, "--precision", "nan"], "precision is the width of an interval"),
        ([*PLAYED, "-o", "rows=4", "-o", "rows = 5"], "option rows is given twice, as 4 and 5"),
        (["play", "--resume", "game.jsonl"], "tsurolab: game.jsonl: line 1 of the record is not JSON"),
        (["report", "nope", "--out", "pages"], "unknown edition 'nope'"),
    ],
)
def test_an_odd_word_is_one_line(words, message, capsys, tmp_path):
    assert main(words) == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
    assert not (tmp_path / "pages").exists()


def test_a_small_width_takes_many_games():
    assert games_needed(1e-100) > 10**199


def test_output_that_cannot_show_a_letter(monkeypatch, capsys):
    def refuse(*_, **__):
        raise UnicodeEncodeError("ascii", "\u00e9", 0, 1, "ordinal not in range(128)")

    monkeypatch.setattr("tsurolab.cli.games.print_table", refuse)
    assert main(["editions"]) == 2
    assert capsys.readouterr().err == (
        "tsurolab: the output takes ascii only: set PYTHONIOENCODING=utf-8, or write to a file\n"
    )


COMMANDS = ("editions", "perft", "simulate", "replay", "play", "tournament", "ladder", "tables", "figures", "report")


@pytest.mark.parametrize("command", [*COMMANDS, "bench", None])
def test_help_fits_a_terminal(command, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main([command, "--help"] if command else ["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    if not command:
        assert not any(line.endswith("...") for line in lines[1:])  # no description is cut short


def test_runs_without_rows_are_replayed(tmp_path, capsys):
    for name, words in {
        "tallies": ["--games", "50", "--keep", "tallies"],
        "precise": ["--precision", "0.2", "--games", "5000"],
        "both": ["--precision", "0.2", "--games", "5000", "--keep", "tallies"],
    }.items():
        folder = str(tmp_path / name)
        assert main(["simulate", "tsuro/classic", "--players", "2", *words, "--out", folder, "-q"]) == 0
        capsys.readouterr()
        assert main(["replay", folder, "--game", "33"]) == 0
        shown = capsys.readouterr().out.splitlines()
        assert shown[0].startswith("Start: ")
        assert shown[-1].startswith("End: ")
        assert main(["replay", folder, "--game", "5000"]) == 2
        assert "a game of this run is a whole number from 0 to" in capsys.readouterr().err


def test_the_shared_loop_plays_the_games_of_policies():
    tsuro = game("tsuro/classic")
    own, shared = (new_records(tsuro.family.kernel.RESULT, 20) for _ in range(2))
    play_games(tsuro, ("uniform", "greedy"), 1, 0, own)
    play_games(tsuro, ("uniform", "greedy"), 1, 0, shared, shared=True)
    assert own.tobytes() == shared.tobytes()


def test_what_agents_begin_with():
    tsuro = game("tsuro/classic").family
    assert functions_of(tsuro, ["uniform"], use="decisions") == ("legal", "play")
    assert functions_of(tsuro, ["monte-carlo:4"], use="decisions") == ("legal", "play", "search")
    assert functions_of(tsuro, ["uniform", "mine@0123456789ab"]) == ("playout", "match")
    assert functions_of(tsuro, ["mine@0123456789ab:plain"]) == ("legal", "play")
