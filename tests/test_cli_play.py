"""``tsurolab play`` as a program: through pipes, on a terminal, interrupted, saved and resumed."""

import io
import os
import re
import select
import signal
import subprocess
import sys
import time

import pytest

from tsurolab.cli import main
from tsurolab.games.catalogue import all_editions, game
from tsurolab.games.record import GameRecord

EDITIONS = [edition.name for edition in all_editions()]
COMMAND = [sys.executable, "-m", "tsurolab", "play"]


def run(*words, typed="", **environment):
    """The program as a process of its own, reading from a pipe."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
    found = subprocess.run(
        [*COMMAND, *map(str, words)], input=typed.encode(), capture_output=True, timeout=60, env=environment
    )
    return found.returncode, found.stdout.decode(), found.stderr.decode()


def typed_in(monkeypatch, capsys, text, *words):
    """The program in this process: its status, its output, its errors."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    status = main(["play", *map(str, words)])
    return status, *capsys.readouterr()


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_to_its_end_through_a_pipe(name, tmp_path, monkeypatch, capsys):
    path = tmp_path / "game.jsonl"
    status, out, err = typed_in(monkeypatch, capsys, "1\n" * 600, name, "--record", path, "--seed", 5)
    assert (status, err) == (0, "")
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) < 200
    final = GameRecord.load(path).final()
    assert final.is_over
    assert final.players == game(name).players[0]
    assert f"the game is over: {final.outcome}; you " in out
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out


def test_a_process_reads_lines_and_ends_with_them():
    status, out, err = run("tsuro/classic", "--players", 3, "--seat", 1, "--seed", 4, typed="9\nhint\n?\nboard\n")
    assert (status, err) == (0, "")
    assert "\nseat 1> 9\nyou play " in out
    assert out.endswith(
        "the game is not saved; the same deal again: tsurolab play tsuro/classic --players 3 --seat 1 --seed 4\n"
    )


def test_options_reach_the_game_and_the_words_for_going_on():
    status, out, _ = run("tsuro/classic", "-o", "rows=4", "-o", "hand_size=2", "--agents", "uniform", typed="quit\n")
    assert status == 0
    assert re.search(r"^1 \S+   2 \S+$", out, flags=re.MULTILINE)
    assert out.splitlines()[-1].endswith("--seat 0 --seed 0 --agents uniform --option rows=4 --option hand_size=2")
    assert not re.search(r"^ 4 ", out, flags=re.MULTILINE)


def test_no_input_at_all():
    status, out, err = run("sorry/classic", typed="")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("the game is not saved")


def test_an_output_without_box_drawing_gets_ascii():
    status, out, err = run("tsuro/classic", typed="1\nquit\n", PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert "+-.--.-+" in out
    assert out.isascii()


def test_nobody_reads_the_output_any_more():
    process = subprocess.Popen(COMMAND + ["sorry/classic"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=-1)
    process.stdout.close()
    _, err = process.communicate(b"1\n" * 500, timeout=60)
    assert process.returncode == 1
    assert err == b""


def test_save_quit_and_go_on(tmp_path, monkeypatch, capsys):
    path = tmp_path / "my game.jsonl"
    status, out, _ = typed_in(monkeypatch, capsys, f"1\n1\nsave {path}\nquit\n", "sorry/points", "--players", 3)
    assert status == 0
    assert out.splitlines()[-1] == f"go on with: tsurolab play --resume '{path}' --seat 0 --seed 0"
    before = GameRecord.load(path)
    assert before.outcome is None
    status, out, _ = typed_in(monkeypatch, capsys, "1\n" * 500, "--resume", path, "--record", path)
    assert status == 0
    after = GameRecord.load(path)
    assert after.outcome is not None
    assert after.moves[: len(before.moves)] == before.moves
    assert (after.players, after.edition) == (3, "sorry/points")
    status, out, err = typed_in(monkeypatch, capsys, "", "--resume", path)
    assert status == 2
    assert re.fullmatch(r"tsurolab: the game of .* is over \(.*\); tsurolab replay shows it\n", err)


def test_leaving_a_resumed_game_says_what_is_kept(tmp_path, monkeypatch, capsys):
    path = tmp_path / "g"
    typed_in(monkeypatch, capsys, "1\n", "tsuro/classic", "--record", path)
    status, out, _ = typed_in(monkeypatch, capsys, "1\nquit\n", "--resume", path)
    assert status == 0
    assert out.splitlines()[-1] == f"what you played now is not saved; {path} is as it was"


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "say what to play: an edition"),
        (["tsuro/clasic"], "did you mean 'tsuro/classic'"),
        (["tsuro/classic", "--players", 9], "is for 2 to 8 players, not 9"),
        (["tsuro/classic", "--seat", 2], "seat must be 0 to 1, not 2"),
        (["tsuro/classic", "--seat", -1], "seat must be 0 to 1, not -1"),
        (["tsuro/classic", "--agents", "clever"], "unknown agent 'clever'"),
        (["tsuro/classic", "--agents", "uniform,uniform"], "up to 1 names for 1 opponents, not 2"),
        (["tsuro/classic", "--agents", ""], "unknown agent ''"),
        (["tsuro/classic", "--seed", -1], "seed must be an integer"),
        (["tsuro/classic", "-o", "rows"], "NAME=VALUE"),
        (["tsuro/classic", "-o", "rows=99"], "option rows must be"),
        (["tsuro/classic", "--record", "/"], "/ is there and is no game record"),
        (["--resume", "/no/such/file"], "cannot read the record /no/such/file"),
        (["tsuro/classic", "--resume", "x"], "--resume takes edition, players and options from the record"),
        (["--players", "2", "--resume", "x"], "leave them out"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words, message, monkeypatch, capsys):
    status, out, err = typed_in(monkeypatch, capsys, "1\n", *words)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err


def test_a_damaged_record_is_named(tmp_path, monkeypatch, capsys):
    path = tmp_path / "bad.jsonl"
    path.write_text("no record\n", encoding="utf-8")
    for words in (["--resume", path], ["tsuro/classic", "--record", path]):
        status, out, err = typed_in(monkeypatch, capsys, "", *words)
        assert (status, out) == (2, "")
        assert str(path) in err
        assert err.count("\n") == 1
    assert path.read_text(encoding="utf-8") == "no record\n"


@pytest.mark.parametrize("number, status", [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_keeps_the_record_and_says_how_to_go_on(tmp_path, number, status):
    path = tmp_path / "game.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "sorry/classic", "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )
    process.stdin.write(b"1\n")
    process.stdin.flush()
    shown = b""
    while shown.count(b"seat 0> ") < 2:
        shown += os.read(process.stdout.fileno(), 1 << 16)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == status
    assert err.decode() == (f"tsurolab: interrupted; go on with: tsurolab play --resume {path} --seat 0 --seed 0\n")
    assert len(GameRecord.load(path).moves) >= 1


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
@pytest.mark.parametrize("colour", [True, False])
def test_on_a_terminal_it_is_coloured_unless_told_otherwise(colour):
    master, slave = os.openpty()
    environment = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "PYTHONIOENCODING")}
    environment |= {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | ({} if colour else {"NO_COLOR": "1"})
    process = subprocess.Popen(
        [*COMMAND, "tsuro/classic", "--players", "3"], stdin=slave, stdout=slave, stderr=slave, env=environment
    )
    os.close(slave)
    shown = ""
    try:
        for words, line in (("seat 0> ", "5,0@8\n"), ("seat 0> ", "quit\n"), ("again: tsurolab play", "")):
            shown, found = "", ""
            deadline = time.monotonic() + 60
            while words not in found and time.monotonic() < deadline:
                if select.select([master], [], [], 1)[0]:
                    shown += os.read(master, 1 << 16).decode(errors="replace")
                    found = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
            assert words in found
            if "you play" in found:
                assert "you play 5,0@8" in found
                assert ("\x1b[94m" in shown) is colour
            os.write(master, line.encode())
        assert process.wait(timeout=60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(master)
