"""Experiments as text: TOML, what may be left out, and what is said of mistakes."""

import fakegame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsurolab.errors import BadArgument, OutputError, UnknownName
from tsurolab.games import catalogue
from tsurolab.games.protocol import Edition, Option, Status
from tsurolab.simulate import Experiment
from tsurolab.simulate.experiment import KEYS, PATIENCE, _toml, check_keep


@pytest.fixture(autouse=True)
def _race(monkeypatch):
    fakegame.install(monkeypatch)
    yield
    catalogue.family.cache_clear()


FULL = {
    "edition": "race/short",
    "options": {"goal": 7},
    "players": 3,
    "agents": ["hurried", "uniform", "uniform"],
    "games": 12,
    "seed": 9,
    "precision": 0.5,
    "of": "steps",
    "keep": "rows/4",
    "fields": ["steps", "at"],
}


def test_toml_holds_everything(tmp_path):
    experiment = Experiment(**FULL)
    assert set(FULL) == set(KEYS)
    assert Experiment.from_toml(experiment.to_toml()) == experiment
    path = experiment.save(tmp_path / "deep" / "one.toml")
    assert Experiment.load(path) == experiment
    assert Experiment.load(path).digest == experiment.digest
    assert experiment.to_dict() == FULL | {"fields": ["winners", "steps", "at"]}


def test_every_key_is_in_the_digest():
    changed = {
        "options": {},
        "players": 4,
        "agents": "uniform",
        "games": 13,
        "seed": 8,
        "precision": 0.25,
        "of": "at[1]",
        "keep": "tallies",
        "fields": ["steps"],
    }
    assert set(changed) == set(KEYS) - {"edition"}
    digests = {Experiment(**FULL | {key: value}).digest for key, value in changed.items()}
    assert len(digests | {Experiment(**FULL).digest}) == len(KEYS)


def test_what_is_usual_may_be_left_out():
    short = Experiment.from_toml('edition = "race/short"\nplayers = 3\ngames = 5')
    assert short == Experiment("race/short", players=3, games=5)
    assert (short.keep, short.fields, short.precision, short.seed) == ("rows", (), None, 0)
    precise = Experiment.from_toml('edition = "race/short"\nplayers = 3\nprecision = 1')
    assert (precise.games, precise.of) == (PATIENCE, "win share")
    assert "of" not in short.to_toml()


def test_one_form_for_what_is_the_same():
    def one(**changes):
        return Experiment("race/short", players=3, **changes)

    assert one(fields=["at", "winners", "steps", "at"]) == one(fields=("steps", "at"))
    assert one(fields=fakegame.RESULT.names) == one()
    assert one(keep="rows/1") == one()
    assert one(precision="0.5") == one(precision=0.5)
    assert [check_keep(keep) for keep in ("rows", "tallies", "rows/07")] == ["rows", "tallies", "rows/7"]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"precision": 0}, BadArgument, "precision is the width of an interval, a number above 0 such as 0.01, not 0"),
        ({"precision": "thin"}, BadArgument, "not 'thin'"),
        ({"precision": float("nan")}, BadArgument, "not nan"),
        ({"precision": True}, BadArgument, "not True"),
        ({"of": "stepps"}, UnknownName, "unknown quantity 'stepps'; did you mean 'steps'"),
        ({"of": "at[3]"}, BadArgument, r"seats 0 to 2 at most, so there is no at\[3\]"),
        ({"of": 3}, BadArgument, "given by its name, not 3"),
        ({"of": "halfway"}, UnknownName, "unknown quantity 'halfway'"),  # its field is not kept
        ({"precision": None}, BadArgument, "of 'steps' says what a precision is about: give precision too"),
        ({"keep": "all"}, BadArgument, 'keep must be "rows", "tallies", or "rows/100" .*, not \'all\''),
        ({"keep": "rows/0"}, BadArgument, "not 'rows/0'"),
        ({"keep": "tallies/2"}, BadArgument, "not 'tallies/2'"),
        ({"keep": None}, BadArgument, "not None"),
        ({"fields": ["step"]}, UnknownName, "unknown field of the results 'step'; did you mean 'steps'"),
        ({"fields": "steps"}, BadArgument, "fields must be a list of names of fields, not 'steps'"),
        ({"sed": 3}, UnknownName, "unknown key of an experiment 'sed'; did you mean 'seed'"),
    ],
)
def test_mistakes(change, error, message, tmp_path):
    with pytest.raises(error, match=message):
        Experiment.from_dict(FULL | change)


def test_mistakes_in_files_name_the_file(tmp_path):
    path = tmp_path / "one.toml"
    with pytest.raises(OutputError, match=f"cannot read {path}: No such file"):
        Experiment.load(path)
    for text, error, message in [
        ("edition = ", BadArgument, "an experiment is written in TOML; this is not: "),
        ("", BadArgument, r"needs edition, players, games \(or precision\)"),
        ('edition = "race/shirt"\nplayers = 3\ngames = 2', UnknownName, "did you mean 'race/short'"),
        ('edition = "race/short"\nplayers = 9\ngames = 2', BadArgument, "is for 2 to 4 players, not 9"),
        ('edition = "race/short"\nplayers = 3\ngames = 2.5', BadArgument, "games must be a whole number"),
        ('edition = "race/short"\nplayers = 3\ngames = 2\noptions = 3', BadArgument, "options must map names"),
    ]:
        path.write_text(text)
        with pytest.raises(error, match=message) as caught:
            Experiment.load(path)
        assert str(caught.value).startswith(f"{path}: ")
        assert "\n" not in str(caught.value)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadArgument, match="is not text"):
        Experiment.load(path)


PLAIN = st.one_of(
    st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), st.text()
)


@settings(deadline=None)
@given(st.one_of(PLAIN, st.lists(PLAIN, max_size=3)))
def test_any_plain_value_can_be_written(value):
    import tomllib

    assert tomllib.loads(f"it = {_toml(value)}") == {"it": value}


def test_options_with_odd_names(monkeypatch):
    options = (Option("a b", "x", ""), Option("c", 0, ""), Option("goal", 10, ""))
    edition = Edition("race/odd", "", 1, range(2, 5), Status.COMPLETE, "", (), (), options)
    family = fakegame.FAMILY
    monkeypatch.setattr(fakegame, "FAMILY", family.__class__(family.name, family.title, family.module, (edition,)))
    fakegame.install(monkeypatch)
    one = Experiment("race/odd", {"a b": 'say "no"\n', "c": 0.5})
    assert Experiment.from_toml(one.to_toml()) == one
    with pytest.raises(BadArgument, match="cannot be written as TOML"):
        Experiment("race/odd", {"c": {"deep": 1}}).to_toml()
