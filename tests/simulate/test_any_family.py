"""Simulation knows no game: everything works for a family that is made up in these tests."""

import json

import fakegame
import numpy as np
import pytest

from tsurolab.errors import BadArgument, BadRecord, UnknownName
from tsurolab.games import catalogue
from tsurolab.games.protocol import ResultField
from tsurolab.simulate import Experiment, Run, Store, replay_page, simulate
from tsurolab.simulate.chunk import merge, missing, play_chunk, split
from tsurolab.simulate.executors import play_chunks
from tsurolab.simulate.tallies import Tallies


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def race(**changes):
    return simulate("race/short", **{"players": 3, "games": 60, "seed": 5, "progress": False} | changes)


def test_rows_are_those_of_playing_each_game_alone():
    run = race()
    alone = np.concatenate([play_chunk(run.experiment, number, 1) for number in range(60)])
    assert run.results.tobytes() == alone.tobytes()
    assert len(run) == 60
    assert run.complete
    assert not run.interrupted


@pytest.mark.parametrize("size", [1, 7, 60])
@pytest.mark.parametrize("workers", [1, 2])
def test_chunks_and_workers_cannot_be_seen(size, workers):
    experiment = race().experiment
    rows = np.zeros(60, fakegame.RESULT)
    tallies = Tallies.empty(experiment.layout)
    for part in play_chunks(experiment, split([range(60)], size), workers=workers):
        rows[part.first : part.first + part.count] = part.rows
        tallies += part.tallies
    assert tallies == race().tallies == Tallies.of_rows(rows, experiment.layout)
    assert rows.tobytes() == race().results.tobytes()


def test_seeds_and_game_numbers_make_other_games():
    one, two = race(), race(seed=6)
    assert one.results.tobytes() != two.results.tobytes()
    assert len({row.tobytes() for row in one.results}) > 10
    longer = race(games=61)
    assert longer.results[:60].tobytes() == one.results.tobytes()


def test_a_column_for_every_field_and_every_seat_in_play():
    run = race()
    frame = run.games
    assert list(frame.columns) == [
        *["won_0", "won_1", "won_2", "share_0", "share_1", "share_2", "reason", "steps", "at_0", "at_1", "at_2"],
        *["news_too_far", "news_odd", "halfway_0", "halfway_1", "halfway_2", "place"],
    ]
    assert frame.index.name == "game"
    assert list(frame.index) == list(range(60))
    assert np.allclose(frame[["share_0", "share_1", "share_2"]].sum(axis=1), 1)
    assert set(frame["reason"].cat.categories) == {"", "arrived", "together"}
    for number in range(60):
        row, line = run.results[number], frame.loc[number]
        winners = [seat for seat in range(3) if int(row["winners"]) >> seat & 1]
        assert [seat for seat in range(3) if line[f"won_{seat}"]] == winners
        assert [line[f"share_{seat}"] for seat in winners] == [1 / len(winners)] * len(winners)
        assert line["reason"] == ("", "arrived", "together")[row["reason"]]
        assert [line[f"at_{seat}"] for seat in range(3)] == list(row["at"][:3])
        assert (line["news_too_far"], line["news_odd"]) == (bool(row["news"] & 1), bool(row["news"] & 2))


def test_the_summary_agrees_with_the_table():
    run = race(games=200)
    frame, summary = run.games, run.summary().set_index(["quantity", "seat"])
    assert list(run.summary().columns) == ["quantity", "seat", "estimate", "low", "high", "n", "method"]
    whole = run.summary().set_index("quantity")
    for seat in range(3):
        others = frame[[f"won_{other}" for other in range(3) if other != seat]].any(axis=1)
        won = frame[f"won_{seat}"]
        assert summary.loc[("win share", seat), "estimate"] == pytest.approx(frame[f"share_{seat}"].mean())
        assert summary.loc[("sole win", seat), "estimate"] == pytest.approx((won & ~others).mean())
        assert summary.loc[("shared win", seat), "estimate"] == pytest.approx((won & others).mean())
        assert summary.loc[("at", seat), "estimate"] == pytest.approx(frame[f"at_{seat}"].mean())
        assert summary.loc[("halfway", seat), "estimate"] == pytest.approx(frame[f"halfway_{seat}"].mean())
    assert whole.loc["reason: together", "estimate"] == pytest.approx((frame["reason"] == "together").mean())
    assert whole.loc["news: too far", "estimate"] == pytest.approx(frame["news_too_far"].mean())
    assert whole.loc["steps", "method"] == "t"
    assert whole.loc["no winner", "estimate"] == 0
    assert not any(name.startswith("place") for name in whole.index)  # a code without names has no mean
    assert (run.summary()["low"] <= run.summary()["estimate"]).all()
    assert (run.summary()["estimate"] <= run.summary()["high"]).all()
    assert (run.summary()["n"] == 200).all()


def test_replay_is_that_very_game():
    run = race()
    for number in (0, 17, 59):
        state, record = run.state(number), run.replay(number)
        assert list(run.results[number]["at"][:3]) == state.position()["at"][:3]
        assert state.ply == run.results[number]["steps"] == len(record.moves)
        assert record.outcome == {"reason": state.outcome.reason.name, "winners": list(state.outcome.winners)}
        assert record.final().position() == state.position()


def test_a_row_that_is_not_of_that_game_is_noticed():
    run = race()
    run.results[3] = run.results[4]
    with pytest.raises(BadRecord, match="game 3 played again differs from its row: "):
        run.replay(3)


def test_agents_sit_where_they_are_named():
    run = race(agents=["hurried", "uniform"], players=4)
    assert run.experiment.agents == ("hurried", "uniform", "hurried", "uniform")
    frame = run.games
    assert (frame["at_0"] >= frame["at_1"]).all()
    assert (frame["at_0"] == frame["at_2"]).all()


def test_the_page_holds_every_position_and_loads_nothing():
    record = race().replay(2)
    page = replay_page(record)
    assert page.count("<li>") == len(record.moves) + 2
    album = json.loads(page.split('id="album">')[1].split("</script>")[0])
    assert len(album["pictures"]) == 2 * (len(record.moves) + 1)
    at = [0, 0, 0]
    for ply, move in enumerate(record.moves, 1):
        at[(ply - 1) % 3] += int(move)
        assert f"{ply}. seat {(ply - 1) % 3} goes {move} &amp; comes to {at[(ply - 1) % 3]}<" in page
    assert f"End: the winners are {record.outcome['winners']}<" in page
    assert not any(word in page for word in ("src=", "href=", "url(", "@import", "<template"))
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_options_reach_the_game_and_name_the_run():
    short, long = race(goal=4), race()
    assert short.results["steps"].max() < long.results["steps"].min()
    assert short.experiment.digest != long.experiment.digest
    assert race(goal=10).experiment == long.experiment
    assert short.replay(0).options == {"goal": 4}


def test_experiments_go_to_text_and_back():
    experiment = Experiment("race/short", {"goal": "7"}, 3, "hurried", 12, 9)
    data = json.loads(json.dumps(experiment.to_dict()))
    assert Experiment.from_dict(data) == experiment
    assert data["options"] == {"goal": 7}
    digests = {
        Experiment.from_dict(data | change).digest
        for change in ({}, {"seed": 8}, {"games": 13}, {"players": 2, "agents": "hurried"})
    }
    assert len(digests) == 4
    assert hash(experiment) == hash(Experiment.from_dict(data))
    assert Experiment.from_dict({"edition": "race/short", "players": 3, "games": 12}).seed == 0
    with pytest.raises(BadArgument, match=r"needs players, games \(or precision\); it has only edition"):
        Experiment.from_dict({"edition": "race/short"})
    with pytest.raises(UnknownName, match="unknown key of an experiment 'sed'; did you mean 'seed'"):
        Experiment.from_dict(data | {"sed": 3})


@pytest.mark.parametrize("games", [0, -1, 1.5, "many", True, 2**60])
def test_bad_game_counts(games):
    with pytest.raises(BadArgument, match="games must be a whole number from 1 to"):
        race(games=games)


def test_neither_games_nor_precision():
    with pytest.raises(BadArgument, match="give games or precision"):
        race(games=None)


def test_too_many_rows_name_memory_and_limit():
    with pytest.raises(
        BadArgument, match=r"5,000,000,000,000 games need [\d,.]+ GiB of memory .* the limit here is [\d,]+ games"
    ):
        race(games=5 * 10**12)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"workers": 0}, BadArgument, "workers must be a whole number from 1"),
        ({"workers": 1.5}, BadArgument, "workers must be a whole number"),
        ({"workers": 10**6}, BadArgument, "workers must be"),
        ({"executor": "cloud"}, UnknownName, r"unknown executor 'cloud' \(known: threads, processes, dask\)"),
        ({"players": 5}, BadArgument, "race/short is for 2 to 4 players, not 5"),
        ({"seed": -1}, BadArgument, "seed must be an integer from 0"),
        ({"agents": "hurrid"}, UnknownName, "unknown agent 'hurrid'; did you mean 'hurried'"),
        ({"agents": []}, BadArgument, "agents must be one name, or up to 3 names for 3 seats, not 0"),
        ({"agents": ["uniform"] * 4}, BadArgument, "up to 3 names for 3 seats, not 4"),
        ({"agents": [3]}, BadArgument, "an agent is given by its name"),
        ({"agents": 3}, BadArgument, "agents must be a name or a list of names"),
        ({"laps": 2}, UnknownName, "unknown option of race/short 'laps'"),
        ({"goal": 99}, BadArgument, "option goal must be a whole number from 2 to 20"),
        ({"progress": "bar"}, BadArgument, "progress must be True, False, None or a function"),
    ],
)
def test_bad_arguments(change, error, message):
    with pytest.raises(error, match=message):
        race(**change)


@pytest.mark.parametrize("number", [-1, 60, 1.0, "3", True])
def test_games_that_a_run_does_not_have(number):
    with pytest.raises(BadArgument, match="a game of this run is a whole number from 0 to 59"):
        race().replay(number)


def test_progress_counts_to_the_end():
    seen = []
    race(progress=lambda done, total: seen.append((done, total)), workers=2)
    assert seen[0] == (0, 60)
    assert seen[-1] == (60, 60)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_an_interrupt_keeps_finished_chunks(tmp_path):
    def stop(done, total):
        if done:
            raise KeyboardInterrupt

    run = race(games=400, workers=2, progress=stop, out=tmp_path / "run")
    assert run.interrupted
    assert 0 < len(run) < 400
    assert list(run.games.index) == list(run.numbers)
    assert run.results.tobytes() == race(games=400).results[run.numbers].tobytes()
    left_out = missing(run.done, 400)[0].start
    with pytest.raises(BadArgument, match=f"game {left_out} is not finished; this run has games "):
        run.replay(left_out)
    loaded = Run.load(tmp_path / "run")
    assert set(run.numbers) <= set(loaded.numbers)
    resumed = race(games=400, out=tmp_path / "run")
    assert resumed.played == 400 - len(loaded)
    assert resumed.results.tobytes() == race(games=400).results.tobytes()


def test_an_interrupt_just_after_a_file_was_written(tmp_path, monkeypatch):
    write = Store.write

    def stop(store, part):
        write(store, part)
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "write", stop)
    run = race(games=400, workers=2, out=tmp_path / "run")
    assert run.interrupted
    assert run.played == len(run) > 0
    assert run.done == Store.open(tmp_path / "run").done
    assert run.results.tobytes() == race(games=400).results[run.numbers].tobytes()


def test_an_interrupt_before_the_first_game():
    def stop(done, total):
        raise KeyboardInterrupt

    run = race(progress=stop)
    assert run.interrupted
    assert len(run) == 0
    assert len(run.games) == 0
    with pytest.raises(BadArgument, match="no game of this run is finished"):
        run.summary()
    assert "0 finished (none)" in repr(run)
    assert "<p>" in run._repr_html_()


def test_a_run_shows_itself():
    run = race()
    assert repr(run) == (f"<Run {run.experiment.digest}: race/short, 3 players (uniform), 60 games, seed 5; complete>")
    html = run._repr_html_()
    assert html.count("<tr") == 1 + len(run.summary())
    assert "&lt;NA&gt;" not in html
    assert "<NA>" not in html


def test_ranges_of_games():
    done = merge([range(5, 9), (0, 3), range(2, 4), range(7, 7)])
    assert done == (range(0, 4), range(5, 9))
    assert missing(done, 10) == (range(4, 5), range(9, 10))
    assert missing((), 3) == (range(0, 3),)
    assert missing((range(0, 3),), 3) == ()


def test_what_a_field_calls_missing_is_missing(monkeypatch):
    assert race().games["place"].isna().all()
    few = race(games=20, goal=3)
    least = int(few.results["at"][:, 0].min())
    monkeypatch.setitem(fakegame.FIELDS, "at", ResultField("where", "code", missing=least))
    column = few.games["at_0"]
    assert list(column.isna()) == list(few.results["at"][:, 0] == least)
    assert 0 < column.isna().sum() < 20
    assert column.dropna().tolist() == [at for at in few.results["at"][:, 0] if at != least]
