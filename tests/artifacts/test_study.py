"""A study plays each run once, told apart by players, size, agents and options."""

from math import ceil

import nbformat
import numpy as np
import pytest

from tsurolab.artifacts import reports
from tsurolab.artifacts.registry import artifacts_of
from tsurolab.artifacts.study import LEAST_DEALS, Study
from tsurolab.errors import UnknownName


def test_runs_are_told_apart_by_their_agents():
    lines: list[str] = []
    study = Study(["qwirkle/classic"], games=40, seed=3, progress=lines.append)
    plain = study.run("qwirkle/classic", 2)
    greedy = study.run("qwirkle/classic", 2, agents="greedy")
    mixed = study.run("qwirkle/classic", 2, agents=("greedy", "uniform"))
    assert study.run("qwirkle/classic", 2, agents="uniform") is plain
    assert study.run("qwirkle/classic", 2, agents="greedy") is greedy
    assert study.played == (plain, greedy, mixed)
    assert [run.experiment.seats for run in study.played] == [
        ("uniform", "uniform"),
        ("greedy", "greedy"),
        ("greedy", "uniform"),
    ]
    # The deal is the same whoever plays.
    assert np.array_equal(plain.results["opening"], greedy.results["opening"])
    assert lines == [
        "qwirkle/classic, 2 players: 40 games",
        "qwirkle/classic, 2 players, greedy: 40 games",
        "qwirkle/classic, 2 players, greedy and uniform: 40 games",
    ]


def test_side_runs_are_smaller_whoever_plays():
    study = Study(["qwirkle/classic"], games=40)
    assert [(players, len(run)) for players, run in study.by_players("qwirkle/classic", agents="greedy")] == [
        (2, 10),
        (3, 10),
        (4, 40),
    ]
    assert study.main("qwirkle/classic", agents="greedy") is study.played[-1]


def test_agents_without_that_name_are_refused():
    with pytest.raises(UnknownName, match="greedy"):
        Study(["qwirkle/classic"], games=4).run("qwirkle/classic", 2, agents="gready")


def test_a_report_has_the_size_of_its_family_unless_another_is_asked_for(tmp_path, monkeypatch):
    asked = []

    def run_templates(templates, at_once):
        asked.extend((each.parameters["family"], each.parameters["games"]) for each in templates)
        return [nbformat.v4.new_notebook() for _ in templates]

    monkeypatch.setattr(reports, "run_templates", run_templates)
    monkeypatch.setattr(reports, "as_page", lambda notebook, words: words["what"])
    paths = reports.build_report(out=tmp_path)
    assert asked == [(path.stem, artifacts_of(path.stem).report_games) for path in paths]
    for (_, games), path in zip(asked, paths):
        assert f"{games:,} games in each edition's main run" in path.read_text()
    reports.build_report(games=70, out=tmp_path)
    assert {games for _, games in asked[len(paths) :]} == {70}


def test_contests_are_played_once_and_grow_with_the_study():
    lines: list[str] = []
    offer = artifacts_of("sorry")
    small, large = (Study(["sorry/classic"], games=games, seed=3, progress=lines.append) for games in (40, 20_000))
    result = small.tournament("sorry/classic")
    assert small.tournament("sorry/classic") is result
    assert small.contests == (result,)
    assert result.schedule.agents == offer.contests.agents
    assert result.schedule.equal == offer.contests.equal
    assert result.schedule.seed == 3
    assert lines == [f"sorry/classic, a tournament of {', '.join(offer.contests.agents)}: 20 deals a pair"]
    assert large._deals("sorry/classic", 400) == ceil(400 * 20_000 / offer.report_games)
    assert large._deals("sorry/classic", 5) == LEAST_DEALS


def test_places_in_the_order_of_play_are_turned_seats():
    from tsurolab.artifacts.common import order_test
    from tsurolab.simulate.columns import win_shares

    run = Study(["sorry/classic"], games=300, seed=3).run("sorry/classic", 3, first_player="random")
    first = run.results["first"]
    test = order_test(run, first, table="3")
    shares = win_shares(run.results, 3)
    order = (first.astype(int)[:, None] + np.arange(3)) % 3
    assert np.allclose(test.result.shares, np.take_along_axis(shares, order, axis=1).mean(axis=0))
    assert len(set(first.tolist())) == 3
