"""Runs in folders: they resume, refuse what is not theirs, and name what is damaged."""

import errno
import json
import os
import platform
import subprocess
import sys

import fakegame
import numpy as np
import pytest

from tsurolab.errors import BadArgument, BadRecord, OutputError
from tsurolab.games import catalogue
from tsurolab.simulate import Experiment, Run, Store, simulate
from tsurolab.simulate.chunk import play_part
from tsurolab.simulate.files import check_target, write_file


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def race(**changes):
    return simulate("race/short", **{"players": 3, "games": 60, "seed": 5, "progress": False} | changes)


def stored(folder, size=10, games=60):
    """A whole run, kept in parts of ``size`` games."""
    run = race(games=games)
    with Store.begin(folder, run.experiment) as store:
        store.begin_session(size)
        for first in range(0, games, size):
            write(store, first, size)
    return run, store


def write(store, first, count):
    """Play some games of a store's experiment and keep them there."""
    store.write(play_part(store.experiment, first, count, packed=True))


def test_what_was_written_is_read(tmp_path):
    run, store = stored(tmp_path / "run")
    loaded = Run.load(tmp_path / "run")
    assert loaded.results.tobytes() == run.results.tobytes()
    assert loaded.experiment == run.experiment
    assert loaded.folder == tmp_path / "run"
    assert store.row(37) == run.results[37]
    assert loaded.replay(37) == run.replay(37)
    assert repr(store).endswith(": games 0-59 of 60>")


def test_the_manifest_says_what_was_run_and_with_what(tmp_path):
    run, _ = stored(tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["experiment"] == run.experiment.to_dict()
    assert manifest["digest"] == run.experiment.digest
    assert manifest["edition_version"] == 1
    assert manifest["versions"]["numpy"] == np.__version__
    assert {"python", "tsurolab", "numba"} <= set(manifest["versions"])


def test_the_manifest_says_when_and_where(tmp_path):
    from datetime import datetime

    race(games=30, out=tmp_path / "run")
    race(games=60, out=tmp_path / "run")
    race(games=60, out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["part"] == 60  # all of it in one piece, whatever is missing
    assert manifest["machine"] == {
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
    }
    assert [session["games"] for session in manifest["sessions"]] == [30, 30]  # the third one played nothing
    for session in manifest["sessions"]:
        times = [datetime.fromisoformat(session[key]) for key in ("started", "finished")]
        assert datetime.fromisoformat(manifest["created"]) <= times[0] <= times[1]
        assert session["versions"] == manifest["versions"]


def test_the_parts_are_those_of_the_first_session(tmp_path, monkeypatch):
    stored(tmp_path / "run", size=10)
    for lost in (0, 20, 50):
        (tmp_path / "run" / f"games-{lost}-10.parquet").unlink()
    names = {path.name for path in (tmp_path / "run").glob("*.parquet")}
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: pytest.fail("parts were measured anew"))
    assert race(out=tmp_path / "run").played == 30
    new = {path.name for path in (tmp_path / "run").glob("*.parquet")} - names
    assert new == {"games-0-10.parquet", "games-20-10.parquet", "games-50-10.parquet"}


def test_other_programs_can_read_a_part(tmp_path):
    import pandas as pd

    run, store = stored(tmp_path / "run")
    frame = pd.read_parquet(store.parts[1][2])
    assert list(frame["game"]) == list(range(10, 20))
    assert list(frame["at_2"]) == list(run.results["at"][10:20, 2])
    assert "at_3" not in frame.columns  # an empty seat takes no room


def test_the_same_run_again_plays_only_what_is_missing(tmp_path):
    run, store = stored(tmp_path / "run")
    for lost in (0, 20, 50):
        (tmp_path / "run" / f"games-{lost}-10.parquet").unlink()
    (tmp_path / "run" / "games-20-10.parquet.part").write_bytes(b"half of it")  # killed while writing
    kept = {path.name: path.read_bytes() for _, _, path in store.parts}
    again = race(out=tmp_path / "run", workers=2)
    assert again.played == 30
    assert again.results.tobytes() == run.results.tobytes()
    assert not list((tmp_path / "run").glob("*.part"))
    assert all((tmp_path / "run" / name).read_bytes() == data for name, data in kept.items())
    assert race(out=tmp_path / "run").played == 0


def test_a_part_within_another_counts_no_game_twice(tmp_path):
    run, store = stored(tmp_path / "run")
    write(store, 12, 5)
    write(store, 0, 30)
    assert store.done == (range(0, 60),)
    assert len(store.parts) == 4
    loaded = Run.load(tmp_path / "run")
    assert len(loaded) == 60
    assert loaded.tallies == run.tallies
    assert loaded.results.tobytes() == run.results.tobytes()
    assert race(out=tmp_path / "run").played == 0
    names = {path.name for path in (tmp_path / "run").glob("*.parquet")}
    assert names == {"games-0-30.parquet", "games-30-10.parquet", "games-40-10.parquet", "games-50-10.parquet"}


def test_parts_that_overlap_are_refused(tmp_path):
    _, store = stored(tmp_path / "run")
    write(store, 5, 20)
    before = {path.name for path in (tmp_path / "run").iterdir()}
    for use in (lambda: Run.load(tmp_path / "run"), lambda: race(out=tmp_path / "run")):
        with pytest.raises(BadRecord, match=r"games-5-20.parquet has games that games-0-10.parquet has too"):
            use()
    assert {path.name for path in (tmp_path / "run").iterdir()} == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 6}, "seed 5, not 6"),
        ({"games": 59}, "games 60, not 59"),
        ({"games": 61, "seed": 6}, "(seed 5, not 6)"),
        ({"goal": 4}, "options {}, not {'goal': 4}"),
        ({"agents": "hurried"}, "agents"),
    ],
)
def test_another_run_in_the_folder_is_refused(tmp_path, change, words):
    stored(tmp_path / "run")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    with pytest.raises(BadArgument) as caught:
        race(out=tmp_path / "run", **change)
    assert f"{tmp_path / 'run'} has another run (" in str(caught.value)
    assert words in str(caught.value)
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before


def test_a_run_grows(tmp_path):
    run, store = stored(tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    before = json.loads(manifest.read_text())
    kept = {path.name: path.read_bytes() for _, _, path in store.parts}
    grown = race(games=75, out=tmp_path / "run", workers=2)
    assert (grown.played, len(grown)) == (15, 75)
    assert grown.results.tobytes() == race(games=75).results.tobytes()
    assert grown.results[:60].tobytes() == run.results.tobytes()
    loaded = Run.load(tmp_path / "run")
    assert loaded.complete
    assert loaded.experiment == grown.experiment
    assert all((tmp_path / "run" / name).read_bytes() == data for name, data in kept.items())
    after = json.loads(manifest.read_text())
    changed = {key for key in before if before[key] != after[key]}
    assert changed - {"part"} == {"digest", "experiment", "sessions"}
    assert (len(before["sessions"]), len(after["sessions"])) == (1, 2)


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear reader")
    with pytest.raises(BadArgument, match=r"has files but no manifest.json"):
        race(out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_is_refused_before_any_game(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(OutputError, match=r"cannot write to the folder .*file/run: Not a directory"):
        race(out=tmp_path / "file" / "run")
    with pytest.raises(OutputError, match=r"cannot write to the folder .*file: File exists"):
        race(out=tmp_path / "file")


def test_a_full_disk_keeps_what_is_finished(tmp_path, monkeypatch):
    written = []

    def full(descriptor):
        written.append(descriptor)
        if len(written) > 4:  # the manifest twice and two parts
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"cannot write .*games-\d+-\d+.parquet: No space left on device"):
        race(games=400, out=tmp_path / "run", workers=2)
    monkeypatch.undo()
    fakegame.install(monkeypatch)
    assert len(Store.open(tmp_path / "run").parts) == 2
    assert not list((tmp_path / "run").glob("*.part"))
    again = race(games=400, out=tmp_path / "run")
    assert 0 < again.played < 400
    assert again.results.tobytes() == race(games=400).results.tobytes()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limits")
@pytest.mark.parametrize("keep", ["rows", "tallies"])
def test_a_file_that_the_system_does_not_take(tmp_path, keep):
    """As with a full disk: the system refuses the rest of a file that is half written."""
    import resource
    import signal

    race(games=20, out=tmp_path / "run", keep=keep)
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").glob("*.parquet")}
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
        with pytest.raises(OutputError, match=r"cannot write .*(games|tallies)-\d+-\d+.parquet: File too large"):
            race(games=400, out=tmp_path / "run", keep=keep)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert not list((tmp_path / "run").glob("*.part"))
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").glob("*.parquet")} == before
    assert race(games=400, out=tmp_path / "run", keep=keep).tallies == race(games=400).tallies


def cut(data):
    return data[: len(data) // 2]


def flip(data):
    middle = len(data) // 3
    return data[:middle] + bytes(255 - byte for byte in data[middle : middle + 40]) + data[middle + 40 :]


@pytest.mark.parametrize("damage", [cut, flip, lambda data: b"", lambda data: b"not a table at all"])
def test_a_damaged_part_is_named(tmp_path, damage):
    stored(tmp_path / "run")
    part = tmp_path / "run" / "games-20-10.parquet"
    part.write_bytes(damage(part.read_bytes()))
    for use in (lambda: Run.load(tmp_path / "run").results, lambda: race(out=tmp_path / "run")):
        with pytest.raises(BadRecord) as caught:
            use()
        assert str(part) in str(caught.value)
        assert "delete it, and the same run again plays games 20-29 anew" in str(caught.value)
        assert "\n" not in str(caught.value)
    part.unlink()
    assert race(out=tmp_path / "run").played == 10


def test_one_damaged_byte_never_gives_other_rows(tmp_path):
    run, store = stored(tmp_path / "run")
    part = store.parts[2][2]
    whole = part.read_bytes()
    noticed = 0
    for place in range(0, len(whole), len(whole) // 60):
        part.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        try:
            loaded = Run.load(tmp_path / "run")
            assert loaded.tallies == run.tallies
            assert loaded.results.tobytes() == run.results.tobytes()
        except BadRecord:
            noticed += 1
    assert noticed > 20


def test_a_part_under_a_false_name_is_noticed(tmp_path):
    stored(tmp_path / "run")
    folder = tmp_path / "run"
    (folder / "games-20-10.parquet").write_bytes((folder / "games-30-10.parquet").read_bytes())
    with pytest.raises(BadRecord, match=r"games-20-10.parquet is damaged: its games are not those of its name"):
        Run.load(folder)


def test_a_part_of_another_run_is_noticed(tmp_path):
    stored(tmp_path / "run")
    with Store.begin(tmp_path / "other", Experiment("race/short", {}, 3, None, 60, 6)) as store:
        write(store, 20, 10)
    store.parts[0][2].replace(tmp_path / "run" / "games-20-10.parquet")
    with pytest.raises(BadRecord, match=r"games-20-10\.parquet belongs to another run"):
        Run.load(tmp_path / "run")


def test_a_part_beyond_the_end_is_noticed(tmp_path):
    _, store = stored(tmp_path / "run")
    write(store, 60, 10)
    with pytest.raises(BadRecord, match=r"games-60-10.parquet does not belong to this run of 60 games"):
        Run.load(tmp_path / "run")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[:30], "is damaged: it is not JSON"),
        (lambda text: "[]", "is not that of a run"),
        (lambda text: text.replace('"tsurolab-run"', '"other"'), "is not that of a run"),
        (
            lambda text: text.replace('"format_version": 3', '"format_version": 2'),
            "version 2 of the format of runs",
        ),
        (lambda text: text.replace('"part": 10', '"part": -1'), "is damaged: its part is -1"),
        (lambda text: text.replace('"seed": 5', '"seed": 4'), "is damaged: its digest is "),
        (lambda text: text.replace('"seed": 5', '"seed": -5'), "is damaged: seed must be"),
        (lambda text: text.replace('"digest"', '"digits"'), "is damaged: 'digest' is missing"),
        (lambda text: text.replace("race/short", "race/long"), "is damaged: unknown edition 'race/long'"),
        (
            lambda text: text.replace('"edition_version": 1', '"edition_version": 0'),
            "version 0 of race/short; .* version 1",
        ),
    ],
)
def test_a_damaged_manifest_is_named(tmp_path, change, message):
    stored(tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(change(manifest.read_text()))
    with pytest.raises(BadRecord, match=message) as caught:
        Run.load(tmp_path / "run")
    assert str(tmp_path / "run") in str(caught.value)


def test_a_folder_without_a_run(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(OutputError, match=r"is not the folder of a run: it has no manifest\.json"):
            Run.load(folder)


def test_an_unfinished_run_can_be_read(tmp_path):
    run = race()
    with Store.begin(tmp_path / "run", run.experiment) as store:
        write(store, 20, 10)
    loaded = Run.load(tmp_path / "run")
    assert not loaded.complete
    assert list(loaded.numbers) == list(range(20, 30))
    assert loaded.replay(25) == run.replay(25)
    with pytest.raises(BadArgument, match=r"game 3 is not in .*run; it has games 20-29"):
        store.row(3)


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = write_file(tmp_path / "deep" / "file.txt", "first")
    with pytest.raises(OutputError, match=r"cannot write .*file.txt/below: (Not a directory|File exists)"):
        write_file(path / "below", "second")
    with pytest.raises(OutputError, match="Is a directory"):
        write_file(tmp_path / "deep", "second")
    assert path.read_text() == "first"
    assert [each.name for each in tmp_path.iterdir()] == ["deep"]


def test_a_folder_has_one_writer_at_a_time(tmp_path):
    run, _ = stored(tmp_path / "run")
    half = tmp_path / "run" / "games-20-10.parquet.1-00.part"
    with Store.begin(tmp_path / "run", run.experiment):
        half.write_bytes(b"of a living writer")
        with pytest.raises(OutputError, match=rf"is being written by another run \(process {os.getpid()}\): wait"):
            race(out=tmp_path / "run")
        assert half.exists()
        assert len(Run.load(tmp_path / "run")) == 60  # readers need not wait
    assert race(out=tmp_path / "run").played == 0
    assert not half.exists()
    assert {path.suffix for path in (tmp_path / "run").iterdir()} == {".json", ".parquet"}


def test_the_lock_of_a_dead_process_holds_nobody_up(tmp_path):
    code = (
        "import os, pathlib, sys; from tsurolab.simulate.lock import Lock; "
        "lock = Lock(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    dead = subprocess.run([sys.executable, "-c", code, str(tmp_path)], timeout=60)
    assert dead.returncode != 0
    assert int((tmp_path / "writer.lock").read_text()) > 0
    assert race(out=tmp_path).played == 60


def test_without_locks_only_old_leftovers_go(tmp_path, monkeypatch):
    def none(file):
        raise OSError(errno.ENOLCK, "No locks available")

    stored(tmp_path / "run")
    old, new = (tmp_path / "run" / f"games-{first}-10.parquet.1-00.part" for first in (0, 10))
    other = tmp_path / "run" / "mine.part"
    for path in (old, new, other):
        path.write_bytes(b"half")
    for path in (old, other):
        os.utime(path, (0, 0))
    monkeypatch.setattr("tsurolab.simulate.lock._lock", none)
    assert race(out=tmp_path / "run").played == 0
    assert not old.exists()
    assert new.exists()
    assert other.exists()


def test_writers_of_one_file_do_not_meet(tmp_path, monkeypatch):
    fsync, path = os.fsync, tmp_path / "file.txt"

    def another_writes(descriptor):
        monkeypatch.setattr(os, "fsync", fsync)
        write_file(path, "theirs", flush=True)

    monkeypatch.setattr(os, "fsync", another_writes)
    write_file(path, "ours", flush=True)
    assert path.read_text() == "ours"
    assert [each.name for each in tmp_path.iterdir()] == ["file.txt"]


def test_a_target_is_tried_beforehand(tmp_path):
    assert check_target(tmp_path / "deep" / "file.csv") == tmp_path / "deep" / "file.csv"
    assert not list((tmp_path / "deep").iterdir())
    (tmp_path / "file").write_text("")
    for bad in (tmp_path / "file" / "below.csv", tmp_path / "deep"):
        with pytest.raises(OutputError, match=f"cannot write {bad}: "):
            check_target(bad)


def test_a_part_is_read_without_other_threads(tmp_path):
    stored(tmp_path / "run")
    code = (
        "import os, sys, fakegame, pytest, pyarrow.parquet; from tsurolab.simulate import Store; "
        "fakegame.install(pytest.MonkeyPatch()); count = lambda: len(os.listdir('/proc/self/task')); before = count(); "
        "parts = len(list(Store.open(sys.argv[1]).read())); print(parts, count() - before)"
    )
    if not os.path.isdir("/proc/self/task"):
        pytest.skip("threads are counted in /proc")
    found = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "run")],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": os.path.dirname(fakegame.__file__)},
    )
    assert (found.stdout, found.stderr) == ("6 0\n", "")
