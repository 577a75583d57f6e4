"""Skill ladders: neighbours only, rated above the lowest rung, reduced to a gain for each fourfold of rollouts."""

import json
import math

import numpy as np
import pytest

from tsurolab.cli import main
from tsurolab.errors import BadArgument, BadRecord, UnknownName
from tsurolab.simulate import Ladder, Tournament, skill_table
from tsurolab.simulate import ladder as play
from tsurolab.simulate import tournament as play_tournament
from tsurolab.simulate.ladder import rung_names
from tsurolab.simulate.wording import gain_line

SLOPE = 50.0
"""Elo points that a fourfold of rollouts gains in the made-up games below."""


def thinking(slope):
    """Play for Monte Carlo agents in place of the kernels: who wins depends on their rollouts alone."""

    def play_games(game, names, seed, first, results):
        rollouts = [int(name.split(":")[1]) if ":" in name else 1 for name in names]
        elo = np.array([slope * math.log(each, 4) for each in rollouts])
        chances = 10 ** (elo / 400)
        for row in range(len(results)):
            random = np.random.default_rng([seed, first + row, *rollouts])
            results[row].winners = 1 << int(random.choice(len(names), p=chances / chances.sum()))

    return play_games


@pytest.fixture(autouse=True)
def _made_up(monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.chunk.play_games", thinking(SLOPE))


def climb(edition="tsuro/classic", rungs=(1, 4, 16), **changes):
    return play(edition, rungs, **{"games": 400, "seed": 2, "progress": False} | changes)


def test_each_rung_meets_the_one_below_and_no_other():
    one = climb(games=5)
    assert one.rollouts == (1, 4, 16)
    met = [(each.agent, each.opponent) for each in one.tournament.meetings]
    assert met == [("monte-carlo:1", "monte-carlo:4"), ("monte-carlo:4", "monte-carlo:16")]
    assert one.schedule.pairs == "neighbours"


def test_the_usual_rungs_and_the_policy_of_the_rollouts():
    assert climb(games=1, rungs=(1, 4, 16, 64)).rollouts == (1, 4, 16, 64)
    quick = climb("sorry/classic", policy="uniform", games=1)
    assert quick.schedule.agents[1] == "monte-carlo:4:uniform"
    assert quick.policy == "uniform"
    assert quick.rollouts == (1, 4, 16)
    assert climb("sorry/classic", games=1).schedule.agents[1] == "monte-carlo:4"
    with pytest.raises(UnknownName, match="did you mean 'greedy'"):
        climb("sorry/classic", policy="greeedy")


@pytest.mark.parametrize("rungs", [(), (4,), (4, 4), (4, 1), (0, 1), (1, 2.5), "14"])
def test_rungs_that_are_no_ladder(rungs):
    with pytest.raises(BadArgument, match="two or more ever larger numbers of rollouts"):
        rung_names(rungs)


def test_the_gain_is_that_of_the_ends_over_the_fourfolds_between_them():
    one = climb()
    top, gain = one.ratings()[-1], one.gain()
    assert gain == pytest.approx((top.strength / 2, top.low / 2, top.high / 2))
    assert gain.low < SLOPE < gain.high
    assert one.ratings()[0].strength == 0
    halves = climb(rungs=(1, 2))
    assert halves.gain().elo == pytest.approx(2 * halves.ratings()[-1].strength)
    assert "Elo" in gain_line(one)


def test_gains_cover_what_is_true():
    gains = [climb(seed=seed, games=150).gain() for seed in range(40)]
    inside = sum(gain.low <= SLOPE <= gain.high for gain in gains)
    assert inside >= 34  # of 40 at 95%: fewer have probability 0.01
    assert np.mean([gain.elo for gain in gains]) == pytest.approx(SLOPE, abs=6)


def test_the_table_has_a_row_a_rung():
    one = climb()
    table = one.table()
    assert list(table["rung"]) == [1, 2, 3]
    assert list(table["rollouts"]) == [1, 4, 16]
    assert list(table["elo"]) == [each.strength for each in one.ratings()]
    assert table.loc[0, ["score", "score low", "score high", "deals"]].isna().all()
    for row, meeting in zip((1, 2), one.tournament.meetings, strict=True):
        assert table.loc[row, "score"] == float(1 - meeting.score) > 0.5
        assert table.loc[row, "score low"] < table.loc[row, "score"] < table.loc[row, "score high"]
        assert table.loc[row, "p (holm)"] == one.tournament.adjusted[row - 1]
        assert table.loc[row, "deals"] == 400
    assert gain_line(one) in one._repr_html_()


def test_editions_stand_side_by_side(monkeypatch):
    steep = climb()
    monkeypatch.setattr("tsurolab.simulate.chunk.play_games", thinking(0.0))
    level = climb("sorry/teams")
    table = skill_table([level, steep])
    assert list(table["edition"]) == ["tsuro/classic", "sorry/teams"]
    assert table.loc[0, "low"] > 0
    assert table.loc[1, "low"] < 0 < table.loc[1, "high"]
    assert table.loc[0, "top score"] == pytest.approx(1 / (1 + 10 ** (-2 * table.loc[0, "elo a fourfold"] / 400)))
    assert list(table["players"]) == [2, 4]
    named = skill_table(["tsuro/classic"], rungs=(1, 4), games=5, progress=False)
    assert named.loc[0, "rungs"] == "1, 4"
    assert named.loc[0, "deals"] == 5
    for nothing in ([], "tsuro/classic"):
        with pytest.raises(BadArgument, match="a list of editions or ladders"):
            skill_table(nothing)


def test_a_ladder_goes_to_a_folder_and_to_text_and_back(tmp_path):
    one = climb(games=20, out=tmp_path / "l")
    assert Ladder.load(tmp_path / "l").to_dict() == one.to_dict()
    assert Ladder.from_dict(json.loads(json.dumps(one.to_dict()))).gain() == one.gain()
    assert climb(games=20, out=tmp_path / "l").tournament.played == 0
    with pytest.raises(BadArgument, match="has another tournament"):
        climb(games=20, out=tmp_path / "l", rungs=(1, 4))
    with pytest.raises(BadRecord):
        Ladder.from_dict({})


def test_other_tournaments_are_no_ladder():
    result = play_tournament("sorry/classic", ["uniform", "monte-carlo:4"], games=2, progress=False)
    with pytest.raises(BadArgument, match="a ladder is of monte-carlo agents with ever more rollouts"):
        Ladder(result)


# ----------------------------------------------------------------------------------------------------- the command line

WORDS = ["ladder", "tsuro/classic", "--rungs", "1,4,16", "--games", "30", "--seed", "2", "--workers", "1"]


def test_the_command_prints_the_rungs_and_the_headline(capsys):
    assert main(WORDS) == 0
    shown = capsys.readouterr()
    one = climb(games=30)
    assert gain_line(one) in shown.out
    assert "score against the rung below" in shown.out
    assert "150 games played" in shown.err


def test_several_editions_are_compared_each_in_its_folder(capsys, tmp_path):
    out = tmp_path / "l"
    assert main([*WORDS, "sorry/classic", "--out", str(out), "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert "Elo a fourfold" in shown
    assert sorted(path.name for path in out.iterdir()) == ["sorry-classic", "tsuro-classic"]
    assert Tournament.load(out / "sorry-classic").complete
    assert main([*WORDS, "sorry/classic", "--out", str(out), "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "nothing to play: all 300 games are there already\n"
    ladders = json.loads(shown.out)["ladders"]
    assert [each["schedule"]["edition"] for each in ladders] == ["tsuro/classic", "sorry/classic"]
    assert Ladder.from_dict(ladders[0]).gain() == climb(games=30).gain()


def test_an_interrupt_ends_the_rest(capsys, monkeypatch):
    from tsurolab.simulate.tournament import play_schedule

    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setitem(play_schedule.__globals__, "run_experiment", stopped)
    assert main([*WORDS, "sorry/classic"]) == 130
    shown = capsys.readouterr()
    assert shown.err == "tsurolab: interrupted: 0 of 150 games are finished; nothing is kept without --out\n"
