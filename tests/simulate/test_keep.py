"""What is kept: rows, some rows, some fields, tallies only; in memory and in folders."""

import itertools

import fakegame
import numpy as np
import pytest

from tsurolab.errors import BadArgument, BadRecord, OutputError
from tsurolab.games import catalogue
from tsurolab.simulate import Experiment, Run, Store, simulate
from tsurolab.simulate import store as store_module
from tsurolab.simulate.chunk import kept_numbers, play_part
from tsurolab.simulate.tallies import Tallies


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def race(**changes):
    return simulate("race/short", **{"players": 3, "games": 200, "seed": 5, "progress": False} | changes)


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 7)


@pytest.mark.parametrize("workers", [1, 3])
@pytest.mark.parametrize("keep", ["rows", "rows/3", "rows/50", "tallies"])
def test_tallies_and_estimates_are_those_of_all_rows(tmp_path, keep, workers, small_parts):
    whole = race()
    assert whole.tallies == Tallies.of_rows(whole.results, whole.experiment.layout)
    there = [
        race(keep=keep, workers=workers),
        race(keep=keep, workers=workers, out=tmp_path / "run"),
        Run.load(tmp_path / "run"),
        race(keep=keep, out=tmp_path / "run"),
    ]
    for run in there:
        assert run.complete
        assert len(run) == 200
        assert run.tallies == whole.tallies
        assert run.estimates() == whole.estimates()
        assert run.replay(17) == whole.replay(17)


@pytest.mark.parametrize("every", [2, 3, 50, 1000])
def test_every_so_manieth_row(tmp_path, every, small_parts):
    whole = race()
    race(keep=f"rows/{every}", out=tmp_path / "run", workers=2)
    for run in (race(keep=f"rows/{every}", workers=2), Run.load(tmp_path / "run")):
        assert list(run.numbers) == list(range(0, 200, every))
        assert run.results.tobytes() == whole.results[::every].tobytes()
        assert list(run.games.index) == list(run.numbers)
        assert run.row(0) == whole.row(0)
        with pytest.raises(BadArgument, match=rf"the row of game 1 is not kept \(keep 'rows/{every}'\)"):
            run.row(1)


def test_some_fields(tmp_path, small_parts):
    whole = race()
    race(fields=["at", "steps"], out=tmp_path / "run")
    for run in (race(fields=["at", "steps"]), Run.load(tmp_path / "run")):
        assert run.results.dtype.names == ("winners", "steps", "at")
        for name in run.results.dtype.names:
            assert (run.results[name] == whole.results[name]).all()
        assert run.results.dtype.itemsize < whole.results.dtype.itemsize
        assert list(run.games.columns) == [name for name in whole.games.columns if name.split("_")[0] in KEPT]
        assert run.estimates() == [line for line in whole.estimates() if line.quantity in QUANTITIES]
        assert run.replay(9) == whole.replay(9)


KEPT = ("won", "share", "steps", "at")
QUANTITIES = ("win share", "sole win", "shared win", "no winner", "steps", "at")


def test_without_rows(tmp_path):
    race(keep="tallies", out=tmp_path / "run")
    for run in (race(keep="tallies"), Run.load(tmp_path / "run")):
        assert run.replay(9) == race().replay(9)
        for use in (lambda run=run: run.games, lambda run=run: run.results):
            with pytest.raises(BadArgument, match=r"no rows of this run are kept, only tallies: use run.tallies"):
                use()
        with pytest.raises(BadArgument, match="the row of game 3 is not kept"):
            run.row(3)


def test_more_games_than_rows_fit_can_be_tallied_and_stored():
    with pytest.raises(BadArgument, match="keep the tallies only, or give a folder"):
        race(games=10**13)
    stopped = race(games=10**13, keep="tallies", progress=stop_at_once)
    assert stopped.interrupted
    assert race(games=10**13, keep=f"rows/{10**7}", progress=stop_at_once).interrupted


def stop_at_once(done, total):
    raise KeyboardInterrupt


def test_rows_in_a_folder_are_read_when_asked_for(tmp_path, monkeypatch, small_parts):
    run = race(out=tmp_path / "run")
    with monkeypatch.context() as context:
        context.setattr(Store, "read", lambda store: pytest.fail("rows were read"))
        run.summary()
        assert len(Run.load(tmp_path / "run").summary()) == len(run.summary())
    assert run.results.tobytes() == race().results.tobytes()
    (tmp_path / "run" / "games-7-7.parquet").unlink()
    opened = Run.load(tmp_path / "run")
    assert len(opened) == 193
    assert list(opened.numbers) == [*range(7), *range(14, 200)]
    assert opened.results.tobytes() == race().results[opened.numbers].tobytes()
    opened = Run.load(tmp_path / "run")
    (tmp_path / "run" / "games-14-7.parquet").unlink()
    with pytest.raises(BadRecord, match="has fewer rows than when this run was opened"):
        opened.games  # noqa: B018


def test_a_run_that_goes_on_does_not_change_one_that_was_opened(tmp_path, small_parts):
    race(games=50, out=tmp_path / "run")
    opened = Run.load(tmp_path / "run")
    race(games=90, out=tmp_path / "run")
    assert opened.row(49) == race(games=50).row(49)
    assert opened.results.tobytes() == race(games=50).results.tobytes()
    other = Run.load(tmp_path / "run")
    for path in (tmp_path / "run").iterdir():
        path.unlink()
    race(games=90, seed=6, out=tmp_path / "run")
    with pytest.raises(BadRecord, match="has another run than when this one was opened: race/short"):
        other.replay(3)


def test_files_of_tallies_are_merged(tmp_path, monkeypatch, small_parts):
    monkeypatch.setattr(store_module, "MANY", 4)
    seen = []

    def look(done, total):
        files = list((tmp_path / "run").glob("tallies-*.parquet"))
        seen.append(len(files))
        if done:
            assert Run.load(tmp_path / "run").tallies.n == done

    race(keep="tallies", out=tmp_path / "run", progress=look)
    assert max(seen) <= 5
    assert [path.name for path in (tmp_path / "run").glob("*.parquet")] == ["tallies-0-200.parquet"]
    grown = race(keep="tallies", games=300, out=tmp_path / "run", workers=2)
    assert (grown.played, grown.tallies) == (100, race(games=300).tallies)
    assert [path.name for path in (tmp_path / "run").glob("*.parquet")] == ["tallies-0-300.parquet"]


def tallied(folder, sizes, monkeypatch):
    """A folder with files of tallies of so many games each."""
    with Store.begin(folder, Experiment("race/short", {}, 3, None, sum(sizes), 5, keep="tallies")) as store:
        store.begin_session(10)
        for first, size in zip(itertools.accumulate(sizes, initial=0), sizes):
            store.write(play_part(store.experiment, first, size, packed=True))
    return store


def test_a_merge_that_cannot_be_written_loses_nothing(tmp_path, monkeypatch):
    store = tallied(tmp_path / "run", [10, 20, 30], monkeypatch)

    def full(*_, **__):
        raise OutputError("cannot write: No space left on device")

    with monkeypatch.context() as context:
        context.setattr(store_module, "write_file", full)
        with pytest.raises(OutputError, match="No space left"):
            store.compact()
    assert len(store.parts) == 3
    assert Run.load(tmp_path / "run").tallies == race(games=60).tallies


def test_a_damaged_merged_file_removes_nothing(tmp_path, monkeypatch):
    store = tallied(tmp_path / "run", [10, 20], monkeypatch)
    (tmp_path / "run" / "tallies-0-30.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadRecord, match=r"tallies-0-30.parquet is damaged: .*; delete it"):
        race(games=30, keep="tallies", out=tmp_path / "run")
    (tmp_path / "run" / "tallies-0-30.parquet").unlink()
    assert len(store.parts) == 2
    assert race(games=30, keep="tallies", out=tmp_path / "run").played == 0


def test_one_damaged_byte_never_gives_other_tallies(tmp_path, monkeypatch):
    store = tallied(tmp_path / "run", [60], monkeypatch)
    part = store.parts[0].path
    whole = part.read_bytes()
    noticed = 0
    for place in range(0, len(whole), len(whole) // 150):
        part.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        try:
            assert Run.load(tmp_path / "run").tallies == race(games=60).tallies
        except BadRecord:
            noticed += 1
    assert noticed > 50


def test_a_file_that_goes_while_the_folder_is_read(tmp_path, monkeypatch):
    """A writer merges files between the listing and the reading."""
    tallied(tmp_path / "run", [10, 20, 30], monkeypatch)
    store, merging = Store.open(tmp_path / "run"), Store.open(tmp_path / "run")
    read, called = store._tallies, []

    def merge_first(part):
        if not called:
            called.append(part)
            merging.compact()
        return read(part)

    monkeypatch.setattr(store, "_tallies", merge_first)
    assert store.load()[1] == race(games=60).tallies
    assert called


def test_which_rows_a_part_has():
    assert list(kept_numbers(0, 10, 3)) == [0, 3, 6, 9]
    assert list(kept_numbers(1, 2, 3)) == []
    assert list(kept_numbers(4, 3, 1)) == [4, 5, 6]
    for first, count, every in itertools.product(range(7), range(1, 9), range(1, 6)):
        wanted = [number for number in range(first, first + count) if number % every == 0]
        assert list(kept_numbers(first, count, every)) == wanted
        experiment = Experiment("race/short", games=50, keep=f"rows/{every}")
        part = play_part(experiment, first, count)
        assert len(part.rows) == len(wanted)
        assert part.tallies.n == count


def test_blocks_cannot_be_seen(monkeypatch):
    experiment = Experiment("race/short", {}, 3, None, 50, 5, keep="rows/3")
    parts = []
    for size in (1, 4 * fakegame.RESULT.itemsize, 1 << 18):
        monkeypatch.setattr("tsurolab.simulate.chunk.BLOCK_BYTES", size)
        parts.append((play_part(experiment, 4, 40), play_part(experiment, 4, 40, packed=True)))
    for one, packed in parts[1:]:
        assert np.array_equal(one.rows, parts[0][0].rows)
        assert one.tallies == parts[0][0].tallies
        assert packed.file == parts[0][1].file
