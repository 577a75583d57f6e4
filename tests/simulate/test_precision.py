"""Runs to a precision: they stop at the first look at which the interval is narrow enough, wherever they are played."""

import fakegame
import numpy as np
import pytest

from tsurolab.errors import BadArgument
from tsurolab.games import catalogue
from tsurolab.simulate import Experiment, Run, simulate
from tsurolab.simulate.chunk import play_chunk, play_part
from tsurolab.simulate.executors import play_chunks
from tsurolab.simulate.precision import METHOD, PILOT_GAMES, Goal
from tsurolab.stats.sequential import confidence_sequence, looks, share_confidence_sequence


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def race(**changes):
    usual = {"players": 3, "games": 20_000, "seed": 5, "precision": 0.08, "progress": False}
    return simulate("race/short", **usual | changes)


@pytest.fixture(scope="module")
def rows():
    with pytest.MonkeyPatch.context() as patch:
        fakegame.install(patch)
        played = play_chunk(Experiment("race/short", players=3, games=20_000, seed=5), 0, 2500)
    catalogue.family.cache_clear()
    return played


def shares(rows, seat):
    won = rows["winners"].astype(int)[:, None] >> np.arange(3) & 1
    return won[:, seat] / won.sum(axis=1)


def stop_of(rows, width):
    """The first look at which the win shares of all seats are known so well, from the rows alone."""
    for games in looks(last=20_000):
        ends = (
            share_confidence_sequence(games, round(shares(rows[:games], seat).sum() * 6) / 6, width=width)
            for seat in range(3)
        )
        if max(high - low for low, high in ends) <= width:
            return games
    raise AssertionError


def test_it_stops_at_the_first_look_that_is_narrow_enough(rows):
    run = race()
    assert len(run) == stop_of(rows, 0.08) > 1000
    assert run.complete
    assert run.reached_precision
    assert not run.interrupted
    assert run.results.tobytes() == rows[: len(run)].tobytes()
    lines = {(line.quantity, line.seat): line for line in run.estimates()}
    assert {key for key, line in lines.items() if line.method == METHOD} == {("win share", seat) for seat in range(3)}
    for seat in range(3):
        line = lines["win share", seat]
        assert line.low < line.estimate < line.high
        assert line.high - line.low <= 0.08
    assert (run.summary()["method"] == METHOD).sum() == 3


@pytest.mark.parametrize("keep", ["rows", "rows/10", "tallies"])
def test_workers_folders_and_what_is_kept_change_nothing(tmp_path, keep, rows):
    there = [race(keep=keep, workers=workers) for workers in (1, 2)]
    there.append(race(keep=keep, workers=2, out=tmp_path / "run"))
    there.append(Run.load(tmp_path / "run"))
    there.append(race(keep=keep, out=tmp_path / "run"))
    assert there[-1].played == 0
    for run in there:
        assert run.reached_precision
        assert run.estimates() == there[0].estimates()
        assert run.tallies == race().tallies
        if keep != "tallies":
            assert run.results.tobytes() == rows[: len(run)][:: run.experiment.every].tobytes()


def test_processes_end_with_the_same_game():
    """In a family that worker processes know."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogue, "FAMILY_NAMES", ("tsuro", "qwirkle", "sorry"))
        catalogue.family.cache_clear()
        runs = [
            simulate("tsuro/classic", players=2, precision=0.08, keep="tallies", progress=False, **how)
            for how in ({}, {"workers": 2, "executor": "processes"})
        ]
    assert runs[0].done == runs[1].done
    assert runs[0].tallies == runs[1].tallies
    assert runs[0].reached_precision


@pytest.mark.parametrize("of", ["win share[1]", "steps", "news: odd", "at[2]"])
def test_any_quantity(of):
    run = race(of=of, precision=0.25 if of[0] in "sa" else 0.12, games=10_000)
    marked = [line for line in run.estimates() if line.method == METHOD]
    assert run.reached_precision
    assert len(marked) == 1
    assert marked[0].quantity == of.partition("[")[0]
    assert (f"[{marked[0].seat}]" in of) == (marked[0].seat is not None)
    assert marked[0].high - marked[0].low <= run.experiment.precision


def test_a_mean_is_looked_at_with_the_variance_of_a_pilot():
    experiment = Experiment("race/short", players=3, games=20_000, seed=5, precision=0.2, of="steps")
    goal, again = Goal(experiment), Goal(experiment)
    assert goal.pilot == again.pilot != 0.25
    part = play_part(experiment, 0, 2000)
    assert 0.5 < goal.pilot / float(part.tallies.tally("steps").variance) < 2
    assert PILOT_GAMES < 1000
    tally = part.tallies.tally("steps")
    ends = confidence_sequence(tally.n, tally.total, tally.squares, width=0.2, variance=goal.pilot)
    assert [(low, high) for _, low, high in goal.intervals(part.tallies)] == [ends]
    assert Goal(experiment, 7.5).pilot == 7.5


def test_the_pilot_is_kept_with_the_run(tmp_path, monkeypatch):
    run = race(of="steps", precision=0.2, out=tmp_path / "run")
    monkeypatch.setattr("tsurolab.simulate.precision._pilot", lambda _: pytest.fail("a pilot was played"))
    assert Run.load(tmp_path / "run").estimates() == run.estimates()
    assert race(of="steps", precision=0.2, out=tmp_path / "run").played == 0


def test_what_is_not_reached_is_said(tmp_path):
    run = race(precision=0.02, games=3000, out=tmp_path / "run")
    assert len(run) == 3000
    assert run.complete
    assert run.reached_precision is False
    assert race(games=3000, precision=None).reached_precision is None
    grown = race(precision=0.02, games=4000, out=tmp_path / "run")
    assert grown.played == 1000


def test_interrupted_and_resumed(tmp_path, rows):
    def stop(done, total):
        if done > 1000:
            raise KeyboardInterrupt

    for workers in (1, 2):
        run = race(progress=stop, workers=workers, out=tmp_path / str(workers))
        assert run.interrupted
        assert not run.reached_precision
        assert 1000 < len(run) < stop_of(rows, 0.08)
        again = race(out=tmp_path / str(workers), workers=2)
        assert again.reached_precision
        assert len(again) == stop_of(rows, 0.08)
        assert again.played == len(again) - len(run)
        assert again.results.tobytes() == rows[: len(again)].tobytes()


def test_progress_is_that_to_the_next_look():
    seen = []
    run = race(keep="tallies", progress=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, 1000)
    assert seen[-1] == (len(run), len(run))
    assert {total for _, total in seen} == {look for look in looks(last=20_000) if look <= len(run)}


def test_a_part_that_was_lost_is_played_again(tmp_path):
    run = race(out=tmp_path / "run")
    (tmp_path / "run" / "games-1000-100.parquet").unlink()
    lost = Run.load(tmp_path / "run")
    assert not lost.reached_precision
    again = race(out=tmp_path / "run")
    assert (again.played, again.done, again.tallies) == (100, run.done, run.tallies)


def test_games_that_come_back_out_of_order_are_waited_for():
    """Nothing beyond a look is begun before everything up to it is back, with any number of workers."""
    experiment = Experiment("race/short", players=3, games=100)
    back = []

    def chunks():
        for look in (40, 70, 100):
            first = sum(back)
            yield from ((number, 5) for number in range(first, look, 5))
            while sum(back) < look:
                yield None

    for workers in (1, 3):
        back.clear()
        for part in play_chunks(experiment, chunks(), workers=workers):
            assert part.first < next(look for look in (40, 70, 100) if sum(back) < look)
            back.append(part.count)
        assert sum(back) == 100


def test_more_rows_than_fit_are_refused_at_the_look_that_needs_them(monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.MOST_ROWS", 1200)
    with pytest.raises(BadArgument, match="the rows of 1,210 games need"):
        race()
    assert race(keep="rows/10").reached_precision
