"""Odd paths on the command line: one line, status 2, before anything is played or built."""

import os
from pathlib import Path

import pytest

from tsurolab.cli import main
from tsurolab.errors import OutputError
from tsurolab.simulate.files import check_folder, check_target, write_file

SEATED = ["tsuro/classic", "--players", "2"]
MANY = [*SEATED, "--games", "100000000"]
"""A run that nobody waits for."""
LONG = "x" * 300
PAIR = ["--agents", "uniform,greedy"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", *MANY, "--csv", "/"], "cannot write /: it is the name of a folder"),
        (["simulate", *MANY, "--csv", "."], "cannot write .: it is the name of a folder"),
        (["simulate", *MANY, "--csv", ".."], "cannot write ..: it is the name of a folder"),
        (["simulate", *MANY, "--csv", "/tmp"], "cannot write /tmp: Is a directory"),
        (["simulate", *MANY, "--csv", LONG], "File name too long"),
        (["simulate", *MANY, "--csv", "a\0b"], "no null character"),
        (["simulate", *MANY, "--save-experiment", "/"], "cannot write /: it is the name of a folder"),
        (["simulate", *MANY, "--save-experiment", LONG], "File name too long"),
        (["simulate", *MANY, "--save-experiment", "-"], "- is no file or folder here; for one of that name give ./-"),
        (["simulate", *MANY, "--out", "/"], "/ has files but no manifest.json"),
        (["simulate", *MANY, "--out", __file__], "cannot write to the folder"),
        (["simulate", *MANY, "--out", LONG], "File name too long"),
        (["simulate", *MANY, "--out", "-"], "- is no file or folder here"),
        (["tournament", *MANY, *PAIR, "--html", "/"], "it is the name of a folder"),
        (["tournament", *MANY, *PAIR, "--html", LONG], "File name too long"),
        (["tournament", *MANY, *PAIR, "--out", __file__], "cannot write"),
        (["ladder", *MANY, "--html", "-"], "- is no file or folder here"),
        (["ladder", *MANY, "--html", "/tmp"], "cannot write /tmp: Is a directory"),
        (["play", "tsuro/classic", "--record", "/"], "/ is there and is no game record"),
        (["play", "--resume", "/"], "cannot read the record /: Is a directory"),
        (["replay", "/"], "/ is not the folder of a run"),
        (["replay", LONG], "File name too long"),
        (["replay", "-"], "- is no file or folder here"),
        (["tables", "--out", __file__], "cannot write to the folder"),
        (["tables", "--out", LONG], "File name too long"),
        (["figures", "--out", __file__], "cannot write to the folder"),
        (["report", "--out", __file__], "cannot write to the folder"),
        (["report", "--seed", "-1"], "seed must be an integer from 0"),
        (["report", "--workers", "0"], "workers must be a whole number from 1"),
    ],
)
def test_an_odd_path_is_one_line(words, message, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tsurolab.artifacts.tables.all_artifacts", _too_late)
    monkeypatch.setattr("tsurolab.artifacts.figures.family_figures", _too_late)
    assert main(words) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("tsurolab: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""
    assert list(tmp_path.iterdir()) == []


def _too_late():
    raise AssertionError("tables or figures were begun before their folder was looked at")


def test_what_replay_writes_goes_where_it_can(tmp_path, capsys):
    run = str(tmp_path / "run")
    assert main(["simulate", *SEATED, "--games", "2", "--out", run, "-q"]) == 0
    capsys.readouterr()
    for option in ("--svg", "--html", "--record"):
        for path in (f"{__file__}/x", LONG):
            assert main(["replay", run, "--game", "1", option, path]) == 2
            assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission(tmp_path, capsys):
    tmp_path.chmod(0o500)
    assert main(["simulate", *MANY, "--csv", str(tmp_path / "x")]) == 2
    assert "Permission denied" in capsys.readouterr().err
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("path", ["", ".", "..", "/", "a/..", "a\0b"])
def test_names_that_no_file_has(path):
    for write in (check_target, lambda name: write_file(name, "text")):
        with pytest.raises(OutputError, match="cannot write"):
            write(path)


def test_a_folder_is_looked_at_and_made(tmp_path):
    assert check_folder(tmp_path / "a" / "b").is_dir()
    assert list((tmp_path / "a" / "b").iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=f"cannot write to the folder {tmp_path / 'file'}: "):
        check_folder(tmp_path / "file")
    assert check_folder(tmp_path / "a") == Path(tmp_path / "a")
