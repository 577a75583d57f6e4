"""The real game: the same results for any executor, number of workers and chunking, and seeds that work."""

import multiprocessing
import os
import random
import subprocess
import sys

import numpy as np
import pytest

from tsurolab.agents import agent
from tsurolab.errors import NoWorkers
from tsurolab.simulate import Experiment, simulate
from tsurolab.simulate.chunk import chunk_size, split
from tsurolab.simulate.executors import play_chunks

GAMES = 600


def tsuro(edition="tsuro/classic", **changes):
    return simulate(edition, **{"players": 4, "games": GAMES, "seed": 3, "progress": False} | changes)


@pytest.fixture(scope="module")
def rows():
    return tsuro().results


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_threads_give_the_rows_of_one_worker(rows, workers):
    assert tsuro(workers=workers).results.tobytes() == rows.tobytes()


def test_processes_give_the_rows_of_one_worker(rows):
    assert tsuro(workers=2, executor="processes").results.tobytes() == rows.tobytes()


@pytest.mark.parametrize("size", [1, 97, GAMES])
def test_chunks_cannot_be_seen(rows, size):
    found = np.zeros(len(rows), rows.dtype)  # zeros_like leaves what is between the fields as it comes
    experiment = Experiment("tsuro/classic", {}, 4, None, GAMES, 3)
    for part in play_chunks(experiment, split([range(GAMES)], size), workers=2):
        found[part.first : part.first + part.count] = part.rows
    assert found.tobytes() == rows.tobytes()


def test_fewer_games_are_the_first_ones(rows):
    assert tsuro(games=50).results.tobytes() == rows[:50].tobytes()


def test_global_generators_change_nothing_and_are_not_touched(rows):
    random.seed(1)
    np.random.seed(1)  # noqa: NPY002
    states = random.getstate(), np.random.get_state()[1].tobytes()  # noqa: NPY002
    assert tsuro(workers=2).results.tobytes() == rows.tobytes()
    assert (random.getstate(), np.random.get_state()[1].tobytes()) == states  # noqa: NPY002


def test_seeds_differ_and_games_within_a_seed_differ(rows):
    other = tsuro(seed=4).results
    assert sum(mine == theirs for mine, theirs in zip(rows, other, strict=True)) < GAMES / 100
    assert len({row.tobytes() for row in rows}) > GAMES * 0.99
    shifted = sum(mine == theirs for mine, theirs in zip(rows[1:], other[:-1], strict=True))
    assert shifted < GAMES / 100  # game i of seed s is not game i - 1 of seed s + 1


@pytest.mark.parametrize("edition", ["tsuro/classic", "tsuro/squiggles", "tsuro/kosmos-6", "tsuro/kosmos-7"])
def test_replays_are_the_games_of_the_rows(edition):
    run = tsuro(edition, players=3, games=40)
    for number in range(0, 40, 8):
        state, row = run.state(number), run.results[number]
        record = run.replay(number)
        assert sum(1 << seat for seat in state.outcome.winners) == row["winners"]
        assert state.outcome.reason.value == row["reason"]
        assert len(state.position()["tiles"]) == row["tiles"]
        assert (record.seed, record.number) == (run.experiment.seed, number)
        assert record.final().position() == state.position()


@pytest.mark.parametrize("first", ["tsurolab.Run", "tsurolab.simulate.Run", "tsurolab.simulate"])
def test_simulate_is_callable_whatever_was_imported_first(first):
    code = f"import tsurolab; {'import tsurolab.simulate; ' * (first.count('.') > 1)}{first}; "
    code += "print(len(tsurolab.simulate('tsuro/classic', players=2, games=3)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (found.stdout, found.stderr) == ("3\n", "")


def test_chunks_are_short_and_enough_for_all_workers():
    experiment = Experiment("tsuro/classic", {}, 4, None, 10**6, 3)
    size = chunk_size(experiment, 10**6, 2)
    assert 100 < size <= 1 << 18
    assert chunk_size(experiment, 80, 2) == 10
    assert chunk_size(experiment, 1, 2) == 1


def test_a_seat_that_stayed_in_left_nowhere():
    run = tsuro(games=50)
    frame = run.games
    for seat in range(4):
        stayed = frame[f"out_cause_{seat}"] == "stayed"
        assert 0 < stayed.sum() < 50
        assert (frame[f"out_square_{seat}"].isna() == stayed).all()
        assert (frame[f"out_turn_{seat}"].isna() == stayed).all()
        assert frame[f"start_{seat}"].notna().all()


def test_all_cores_are_used_unless_the_run_is_over_in_no_time(monkeypatch):
    asked = []

    def noting(*arguments, workers, **options):
        asked.append(workers)
        return play_chunks(*arguments, workers=workers, **options)

    monkeypatch.setattr("tsurolab.simulate.run.play_chunks", noting)
    monkeypatch.setattr("tsurolab.simulate.run.available_cores", lambda: 3)
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda experiment, games, *_: min(games, 100))
    few, many = tsuro(games=100), tsuro(games=101)
    assert asked == [1, 3]
    assert few.results.tobytes() == many.results[:100].tobytes() == tsuro(games=100, workers=2).results.tobytes()


def test_a_worker_process_that_dies_leaves_what_is_finished(monkeypatch, tmp_path):
    mark = tmp_path / "now"

    @agent(compiled=False)
    def deadly(rules, state, moves, count):
        if multiprocessing.parent_process() is not None and mark.exists():
            os._exit(1)
        return 0

    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 5)

    def told(done, total):
        if done >= 20:
            mark.touch()

    how = {"players": 2, "games": 200, "agents": deadly, "seed": 3}
    with pytest.raises(
        NoWorkers, match=r"a worker process died.*; [\d,]+ games are finished and kept in this"
    ) as caught:
        simulate("tsuro/classic", **how, workers=2, executor="processes", progress=told)
    finished = caught.value.finished
    assert 20 <= len(finished) < 200
    assert (finished.results == simulate("tsuro/classic", **how, progress=False).results[finished.numbers]).all()
