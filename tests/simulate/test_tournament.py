"""Tournaments of a made-up game: seats, scores, ratings and folders know no game."""

import json
from fractions import Fraction

import fakegame
import numpy as np
import pytest

from tsurolab.errors import BadArgument, BadRecord, OutputError, UnknownName
from tsurolab.games import catalogue
from tsurolab.simulate import Run
from tsurolab.simulate import tournament as play
from tsurolab.simulate.chunk import play_part
from tsurolab.simulate.columns import win_shares
from tsurolab.simulate.run import run_experiment
from tsurolab.simulate.schedule import Schedule
from tsurolab.simulate.tournament import Tournament
from tsurolab.simulate.tournament_folder import MANIFEST

AGENTS = ("uniform", "hurried", "calm")
"""``calm`` plays as ``uniform`` does, under another name."""


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    monkeypatch.setattr(fakegame, "POLICIES", AGENTS)
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


def race(*agents, **changes):
    return play("race/short", agents or AGENTS, **{"games": 20, "seed": 5, "progress": False} | changes)


def results(one):
    """All that a tournament says."""
    return one.to_dict()


# ------------------------------------------------------------------------------------------------------- who meets whom


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, [("uniform", "hurried"), ("hurried", "uniform")]),
        (3, [("uniform", "hurried", "uniform"), ("hurried", "uniform", "hurried")]),
        (4, [("uniform", "hurried") * 2, ("hurried", "uniform") * 2]),
    ],
)
def test_each_agent_has_every_seat_once_a_deal(players, seats):
    schedule = Schedule("race/short", ("uniform", "hurried"), players=players)
    found = [experiment.seats for _, experiment in schedule.experiments][1:]
    assert found == seats
    assert all({one[seat] for one in found} == {"uniform", "hurried"} for seat in range(players))


def test_all_pairs_or_neighbours():
    met = [("uniform", "hurried"), ("uniform", "calm"), ("hurried", "calm")]
    assert list(Schedule("race/short", AGENTS).meetings) == met
    chain = Schedule("race/short", AGENTS, pairs="neighbours")
    assert list(chain.meetings) == [met[0], met[2]]
    assert len(list(chain.experiments)) == 5


def test_all_seatings_play_the_same_games_of_the_same_seed():
    experiments = [experiment for _, experiment in Schedule("race/short", AGENTS, games=7, seed=9).experiments]
    assert {(one.seed, one.games, one.players) for one in experiments} == {(9, 7, 2)}
    assert len({one.digest for one in experiments}) == len(experiments)


def test_folders_have_names_of_their_own_that_any_system_takes():
    policies = tuple(f"an-agent-with-a-long-name-{number}" for number in range(8))
    schedule = Schedule("race/short", ("uniform", "monte-carlo:64:hurried", "mine@0123456789ab", "hurried"))
    names = [name for name, _ in schedule.experiments]
    assert names[3] == "03-uniform-mine-0123456789ab"
    assert len(set(names)) == len(names) == 13
    assert all(len(name) < 70 and name.replace("-", "").isalnum() for name in names), policies


@pytest.mark.parametrize(
    ("agents", "changes", "error", "words"),
    [
        (("uniform",), {}, BadArgument, "has 2 to 24 agents, not 1"),
        ("uniform", {}, BadArgument, "a list of two or more, not 'uniform'"),
        (("uniform", "hurried", "uniform"), {}, BadArgument, "uniform is in the tournament twice"),
        (("uniform", "huried"), {}, UnknownName, "did you mean 'hurried'"),
        (AGENTS, {"games": 0}, BadArgument, "games must be a whole number"),
        (AGENTS, {"games": 10**12}, BadArgument, "games must be a whole number"),
        (AGENTS, {"players": 5}, BadArgument, "is for 2 to 4 players, not 5"),
        (AGENTS, {"pairs": "neighbors"}, UnknownName, "did you mean 'neighbours'"),
        (AGENTS, {"seed": -1}, BadArgument, "seed"),
        (AGENTS, {"equal": "nobody"}, UnknownName, "unknown agent 'nobody'"),
        (AGENTS, {"workers": 0}, BadArgument, "workers"),
        (AGENTS, {"executor": "cloud"}, UnknownName, "unknown executor"),
        (AGENTS, {"gaol": 3}, UnknownName, "did you mean 'goal'"),
    ],
)
def test_what_cannot_be_played_is_refused(agents, changes, error, words):
    with pytest.raises(error, match=words):
        play("race/short", agents, **{"games": 5, "progress": False} | changes)


# --------------------------------------------------------------------------------------------------------------- scores


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scores_are_those_counted_by_hand_from_the_rows(players):
    result = race(players=players)
    for meeting in result.meetings:
        scores = []
        for experiment in result.schedule.seatings(meeting.agent, meeting.opponent):
            shares = win_shares(run_experiment(experiment, progress=False).results, players)
            sides = np.array([1 if name == meeting.agent else -1 for name in experiment.seats])
            scores.append((1 + shares @ sides) / 2)
        deals = np.mean(scores, axis=0)
        assert float(meeting.score) == pytest.approx(deals.mean())
        assert float(meeting.variance) == pytest.approx(deals.var(ddof=1))
        assert meeting.deals == 20
        turned = result.meeting(meeting.opponent, meeting.agent)
        assert turned.score == 1 - meeting.score
        assert turned.p_value == pytest.approx(meeting.p_value)
        assert turned.interval() == pytest.approx([1 - end for end in reversed(meeting.interval())])


def test_a_good_seat_helps_nobody(monkeypatch):
    def deal(rules, players, seed, game, state):
        state.players = players
        state.at[:] = 0
        state.at[0] = 4  # seat 0 starts far ahead
        state.turn = state.reason = state.winners = 0
        state.steps = 0

    monkeypatch.setattr(fakegame, "deal", deal)
    fakegame.install(monkeypatch)
    for players in (2, 3, 4):
        result = race("uniform", "calm", players=players, games=60)
        [meeting] = result.meetings
        assert meeting.tally.first > 1.2 * meeting.deals * meeting.most / 2 > 0  # the side with seat 0 wins more
        assert meeting.score == Fraction(1, 2)
        assert meeting.p_value == 1
        assert result.fairness["all uniform"].p_value < 1e-6
        if players % 2 == 0:
            assert result.fairness["tournament"].p_value < 1e-6
            assert result.own_seats.shares[0] > 1.2 * result.own_seats.shares[1]
            assert result.own_seats.n == 60


def test_seats_that_are_alike_are_found_fair():
    result = race(games=100, players=4)
    assert result.equal_seats.n == result.own_seats.n == 100
    assert sum(result.equal_seats.shares) == sum(result.own_seats.shares) == 1
    assert all(each.p_value > 0.001 for each in result.fairness.values())
    lines = result.seats()
    assert lines["low"].lt(lines["win share"]).all()
    assert lines["win share"].lt(lines["high"]).all()


def test_with_an_odd_number_of_seats_the_middle_one_is_alone_and_not_compared():
    result = race("uniform", "hurried", games=40, players=3)
    assert result.own_seats is None
    assert list(result.fairness) == ["all uniform"]


def test_the_better_agent_has_the_higher_rating_and_equal_ones_the_same():
    result = race(games=60)
    ratings = {each.name: each for each in result.ratings()}
    assert ratings["uniform"].strength == ratings["uniform"].standard_error == 0  # the anchor, unless told
    assert ratings["hurried"].low > 100
    assert abs(ratings["calm"].strength) < 30
    assert result.rating_table()["agent"].iloc[0] == "hurried"
    assert sum(each.strength for each in race("hurried", "calm").ratings()) == pytest.approx(0)
    moved = {each.name: each.strength for each in result.ratings(anchor="hurried")}
    assert moved["uniform"] == pytest.approx(-ratings["hurried"].strength)
    with pytest.raises(UnknownName, match="unknown agent of this tournament 'nobody'"):
        result.ratings(anchor="nobody")


def test_p_values_are_adjusted_by_holm():
    result = race(games=30)
    raw = [each.p_value for each in result.meetings]
    by_hand, last = {}, 0.0
    for place, number in enumerate(sorted(range(3), key=lambda each: raw[each])):
        last = max(last, min(1.0, raw[number] * (3 - place)))
        by_hand[number] = last
    assert result.adjusted == pytest.approx([by_hand[number] for number in range(3)])
    table = result.pairs()
    assert list(table["p (holm)"]) == list(result.adjusted)
    assert "adjusted by Holm's method for 3 pairs" in result._repr_html_()


def test_tables_for_other_programs_are_plain_values():
    tables = race(games=1).tables()
    json.dumps(tables, allow_nan=False)
    assert [len(tables[name]) for name in ("pairs", "seats", "ratings")] == [3, 4, 3]


def test_the_crosstable_has_every_score_twice():
    result = race()
    table = result.crosstable()
    assert np.isnan(np.diag(table)).all()
    off = ~np.eye(3, dtype=bool)
    assert (table.to_numpy() + table.to_numpy().T)[off] == pytest.approx(1)
    assert table.loc["hurried", "calm"] == float(result.meeting("hurried", "calm").score)
    with pytest.raises(BadArgument, match="uniform and calm have not met"):
        race(pairs="neighbours").meeting("uniform", "calm")


def test_a_chain_of_neighbours_connects_all():
    result = race(pairs="neighbours")
    assert len(result.meetings) == 2
    assert result.connected
    assert [each.name for each in result.ratings()] == list(AGENTS)


def test_one_deal_says_little_but_does_not_fail():
    result = race(games=1)
    for meeting in result.meetings:
        assert meeting.p_value == 1
        low, high = meeting.interval()
        assert 0 <= low <= float(meeting.score) <= high <= 1
        assert high - low > 0.5
    assert len(result.ratings()) == 3
    assert result.fairness == {}


# ----------------------------------------------------------------------------------------------- playing and its folder


@pytest.mark.parametrize("workers", [1, 2])
def test_folders_and_workers_cannot_be_seen(tmp_path, workers):
    kept = race(workers=workers, out=tmp_path / "t")
    assert results(kept) == results(race())
    assert results(Tournament.load(tmp_path / "t")) == results(kept)
    assert kept.complete
    assert kept.played == kept.games == kept.wanted == 7 * 20


def test_progress_is_over_the_whole_tournament(tmp_path):
    told = []
    race(out=tmp_path / "t", progress=lambda *each: told.append(each))
    assert told[0] == (0, 140)
    assert told[-1] == (140, 140)
    assert told == sorted(told)
    again = []
    result = race(out=tmp_path / "t", games=30, progress=lambda *each: again.append(each))
    assert again[0] == (140, 210)
    assert again[-1] == (210, 210)
    assert result.played == 70


def interrupting(monkeypatch, after):
    """Let the run after so many others stop as if by Ctrl-C: with half of its games."""
    played = []

    def stopping(experiment, **how):
        played.append(experiment)
        if len(played) <= after:
            return run_experiment(experiment, **how)
        half = 10
        if how["out"]:
            how["out"].mkdir()
        part = play_part(experiment, 0, half)
        return Run(experiment, part.tallies, [range(half)], rows=part.rows, interrupted=True, played=half)

    monkeypatch.setitem(play_globals(), "run_experiment", stopping)


def play_globals():
    from tsurolab.simulate.tournament import play_schedule

    return play_schedule.__globals__


@pytest.mark.parametrize(("after", "deals"), [(0, []), (1, []), (2, [10]), (3, [20]), (6, [20, 20, 10])])
def test_an_interrupt_leaves_what_both_seatings_have(monkeypatch, after, deals):
    whole = race()
    interrupting(monkeypatch, after)
    result = race()
    assert result.interrupted
    assert not result.complete
    assert result.games == result.played == after * 20 + 10
    assert [each.deals for each in result.meetings] == deals
    assert result.connected == (len(deals) == 3)
    assert [each for each in result.meetings if each.deals == 20] == list(whole.meetings[: deals.count(20)])
    assert len(result.pairs()) == len(deals)
    assert "not complete" in result._repr_html_()
    if not result.connected:
        with pytest.raises(BadArgument, match="never met"):
            result.ratings()


def test_another_interrupt_between_two_runs(monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setitem(play_globals(), "run_experiment", stopped)
    result = race()
    assert result.interrupted
    assert result.games == 0
    assert result.meetings == ()


def test_the_same_call_goes_on(monkeypatch, tmp_path):
    with monkeypatch.context() as patch:
        runs = []

        def stopping(experiment, **how):
            runs.append(experiment)
            if len(runs) == 4:
                raise KeyboardInterrupt
            return run_experiment(experiment, **how)

        patch.setitem(play_globals(), "run_experiment", stopping)
        first = race(out=tmp_path / "t")
    assert first.interrupted
    assert first.games == 60
    assert results(Tournament.load(tmp_path / "t")) == results(first)
    second = race(out=tmp_path / "t")
    assert second.played == 80
    assert results(second) == results(race())
    assert race(out=tmp_path / "t").played == 0


def test_more_games_play_what_is_missing_and_fewer_are_refused(tmp_path):
    race(out=tmp_path / "t")
    more = race(out=tmp_path / "t", games=30)
    assert more.played == 7 * 10
    assert results(more) == results(race(games=30))
    with pytest.raises(BadArgument, match=r"another tournament \(games 30, not 20\)"):
        race(out=tmp_path / "t")


def test_another_tournament_or_other_files_in_the_folder(tmp_path):
    race("uniform", "hurried", out=tmp_path / "t")
    before = (tmp_path / "t" / MANIFEST).read_bytes()
    with pytest.raises(BadArgument, match=r"another tournament \(agents .*; seed 5, not 6\): give another folder"):
        race(out=tmp_path / "t", seed=6)
    assert (tmp_path / "t" / MANIFEST).read_bytes() == before
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(BadArgument, match=r"has files but no tournament.json"):
        race(out=tmp_path / "other")
    with pytest.raises(OutputError, match="cannot write"):
        race(out=tmp_path / "other" / "letter.txt" / "t")
    with pytest.raises(OutputError, match="is not the folder of a tournament"):
        Tournament.load(tmp_path / "other")


def test_the_manifest_names_every_run(tmp_path):
    result = race(out=tmp_path / "t")
    data = json.loads((tmp_path / "t" / MANIFEST).read_text())
    assert data["digest"] == result.schedule.digest
    assert [each["folder"] for each in data["runs"]] == sorted(path.name for path in (tmp_path / "t").glob("?-*"))
    for each in data["runs"]:
        run = Run.load(tmp_path / "t" / each["folder"])
        assert run.experiment.digest == each["digest"]
        assert list(run.experiment.seats) == each["agents"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "another"}, "is not that of a tournament"),
        ({"format_version": 99}, "is not that of a tournament"),
        ({"digest": "0" * 12}, "its digest is '000000000000'"),
        ({"schedule": {}}, "a schedule has exactly the keys"),
    ],
)
def test_a_damaged_manifest_is_named(tmp_path, change, words):
    race(out=tmp_path / "t")
    path = tmp_path / "t" / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(BadRecord, match=words):
        Tournament.load(tmp_path / "t")
    path.write_text("{")
    with pytest.raises(BadRecord, match="is not JSON"):
        race(out=tmp_path / "t")


def test_results_as_text_are_the_results():
    result = race(players=3)
    text = json.dumps(results(result))
    again = Tournament.from_dict(json.loads(text))
    assert results(again) == results(result)
    assert again.meetings == result.meetings
    assert again.ratings() == result.ratings()
    assert again.fairness == result.fairness
    damaged = json.loads(text)
    damaged["meetings"][0]["sums"] = [1, 2]
    with pytest.raises(BadRecord, match="six numbers"):
        Tournament.from_dict(damaged)
    with pytest.raises(BadRecord, match="is not that of a tournament"):
        Tournament.from_dict({})
