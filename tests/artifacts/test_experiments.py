"""The committed experiments are the main runs of the reports, and the command line plays them."""

import json
from pathlib import Path

import pytest

from tsurolab.artifacts.book import Book
from tsurolab.artifacts.experiments import report_experiments, write_experiments
from tsurolab.artifacts.registry import artifacts_of, families
from tsurolab.artifacts.study import REPORT_SEED, Study
from tsurolab.cli import main
from tsurolab.games.catalogue import family as find_family
from tsurolab.simulate import Experiment

FOLDER = Path(__file__).resolve().parents[2] / "data" / "experiments"


def test_committed_experiments_are_up_to_date():
    assert write_experiments(FOLDER.parent, True) == []


def test_every_edition_of_a_report_has_its_experiment_and_the_page_lists_it():
    page = (FOLDER / "README.md").read_text()
    named = {Experiment.load(path).edition for path in FOLDER.glob("*.toml")}
    assert named == {each.name for family in families() for each in find_family(family).editions}
    for path in FOLDER.glob("*.toml"):
        assert f"[{path.name}]({path.name})" in page
        assert f"`{Experiment.load(path).digest}`" in page


@pytest.mark.parametrize("family", families())
def test_the_main_runs_of_a_report_are_these_experiments(family, monkeypatch):
    """What a report's book plays as its main runs, in the family's own size, is what the files say."""
    played = []
    monkeypatch.setattr("tsurolab.artifacts.study.run_experiment", lambda experiment, **_: played.append(experiment))
    offer = artifacts_of(family)
    names = [each.name for each in find_family(family).editions]
    book = Book(family, names, games=offer.report_games, seed=REPORT_SEED)
    for name in book.study.editions:
        for agents in offer.main_agents:
            book.study.main(name, agents=agents)
    files = [Experiment.load(FOLDER / f"{stem}.toml") for stem, _ in report_experiments(offer)]
    assert played == files
    assert [each.digest for each in played] == [each.digest for each in files]


@pytest.mark.parametrize("stem", ["tsuro-classic", "qwirkle-classic-greedy", "sorry-teams"])
def test_a_file_plays_the_games_of_the_report(stem, capsys):
    experiment = Experiment.load(FOLDER / f"{stem}.toml")
    study = Study([experiment.edition], games=30, seed=REPORT_SEED)
    wanted = study.main(experiment.edition, agents=experiment.seats[0])
    assert main(["simulate", str(FOLDER / f"{stem}.toml"), "--games", "30", "--workers", "1", "--json"]) == 0
    given = json.loads(capsys.readouterr().out)
    assert given["experiment"] == json.loads(json.dumps(wanted.experiment.to_dict()))
    shares = [line["estimate"] for line in given["summary"] if line["quantity"] == "win share"]
    assert shares == [line.estimate for line in wanted.estimates() if line.quantity == "win share"]


def test_the_command_compares_the_experiments_too(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("tsurolab.artifacts.tables.write_tables", lambda out, check: [])
    assert main(["tables", "--out", str(tmp_path)]) == 0
    assert f"new: {tmp_path / 'experiments' / 'tsuro-classic.toml'}" in capsys.readouterr().out
    path = tmp_path / "experiments" / "tsuro-classic.toml"
    path.write_text(path.read_text().replace("seed = 1", "seed = 2"))
    assert main(["tables", "--out", str(tmp_path), "--check"]) == 1
    assert capsys.readouterr().out == f"different: {path}\n"
