"""A study plays each run once, told apart by players, size, agents and options."""

import numpy as np
import pytest

from tsurolab.artifacts import reports
from tsurolab.artifacts.registry import artifacts_of
from tsurolab.artifacts.study import Study
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

    def run_template(path, parameters, progress=None):
        asked.append((parameters["family"], parameters["games"]))

    monkeypatch.setattr(reports, "run_template", run_template)
    monkeypatch.setattr(reports, "as_page", lambda notebook, words: words["what"])
    paths = reports.build_report(out=tmp_path)
    assert asked == [(path.stem, artifacts_of(path.stem).report_games) for path in paths]
    for (_, games), path in zip(asked, paths):
        assert f"{games:,} games in each edition's main run" in path.read_text()
    reports.build_report(games=70, out=tmp_path)
    assert {games for _, games in asked[len(paths) :]} == {70}
