"""Tallies: exact, mergeable, and with the same estimates as the rows they come from."""

from fractions import Fraction

import fakegame
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsurolab.errors import BadArgument, BadRecord, UnknownName
from tsurolab.games.catalogue import all_editions, family
from tsurolab.games.protocol import ResultField
from tsurolab.simulate import kernel_tallies
from tsurolab.simulate.chunk import play_chunk
from tsurolab.simulate.columns import win_shares
from tsurolab.simulate.estimates import check_quantity, estimates, find_quantities
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.tallies import Counter, Layout, Tallies, add_up
from tsurolab.stats import Tally, part_interval, wilson

MIXED = np.dtype(
    [
        ("winners", "u1"),
        ("small", "i1"),
        ("odd", "u2", 3),
        ("below", "i2"),
        ("large", "u4", 3),
        ("signed", "i4"),
        ("huge", "i8", 3),
        ("vast", "u8"),
    ]
)
FIELDS = {"winners": ResultField("who", "seat mask")}
ENDS = {"u1": (0, 255), "i1": (-128, 127), "u2": (0, 65535), "i2": (-32768, 32767), "u4": (0, 2**32 - 1)}
ENDS |= {"i4": (-(2**31), 2**31 - 1), "i8": (-(2**63), 2**63 - 1), "u8": (0, 2**64 - 1)}


def column(name):
    low, high = ENDS[MIXED[name].base.str[1:]]
    return st.one_of(st.sampled_from([low, high, 0, high // 2 + 1, low // 2]), st.integers(low, high))


@st.composite
def mixed_rows(draw, most=8):
    rows = np.zeros(draw(st.integers(0, most)), MIXED)
    for row in rows:
        for name in MIXED.names:
            shape = MIXED[name].shape
            row[name] = [draw(column(name)) for _ in range(shape[0])] if shape else draw(column(name))
    return rows


def plainly(rows, name, seat):
    """Number, sum and sum of squares in Python's integers."""
    values = [int(value) for value in (rows[name] if seat is None else rows[name][:, seat])]
    return Tally(len(values), sum(values), sum(value * value for value in values))


@pytest.mark.jitless
@settings(deadline=None)
@given(mixed_rows())
def test_every_column_is_tallied_exactly(rows):
    tallies = Tallies.of(rows, 2, FIELDS)
    assert tallies.n == len(rows)
    assert [str(each) for each in tallies.layout.narrow] == ["winners", "small"]
    assert "odd[1]" in map(str, tallies.layout.wide)
    assert "odd[2]" not in map(str, tallies.layout.columns)  # an empty seat
    for each in tallies.layout.columns:
        assert tallies.tally(each.field, each.seat) == plainly(rows, each.field, each.seat)
    for value in range(-128, 128):
        assert tallies.histogram("small")[value & 255] == np.count_nonzero(rows["small"] == value)


@settings(deadline=None)
@given(mixed_rows(), mixed_rows(), mixed_rows())
def test_tallies_merge_in_any_order(one, two, three):
    a, b, c = (Tallies.of(rows, 3, FIELDS) for rows in (one, two, three))
    whole = Tallies.of(np.concatenate([one, two, three]), 3, FIELDS)
    assert (a + b) + c == a + (b + c) == c + a + b == whole == add_up([b, c, a], a.layout)
    assert a + Tallies.empty(a.layout) == a


@settings(deadline=None)
@given(mixed_rows())
def test_tallies_go_to_a_table_and_back(rows):
    import pyarrow as pa

    tallies = Tallies.of(rows, 2, FIELDS)
    table = pa.table(tallies.to_columns())
    back = Tallies.from_columns(table.to_pydict(), tallies.layout)
    assert back == tallies
    assert all(type(each.total) is int for each in back.sums)


def test_tables_that_are_no_tallies():
    layout = Layout(MIXED, 2, FIELDS)
    good = Tallies.of(np.ones(5, MIXED), 2, FIELDS).to_columns()
    for change, message in [
        ({"field": ["other", *good["field"][1:]]}, "not tallies of such games: KeyError"),
        ({"count": [6, *good["count"][1:]]}, "contradict each other"),
        ({"sum": [*good["sum"][:-1], "many"]}, "ValueError"),
        ({"seat": good["seat"][:-1]}, "ValueError"),
    ]:
        with pytest.raises(BadRecord, match=message):
            Tallies.from_columns(good | change, layout)
    with pytest.raises(BadRecord, match="KeyError"):
        Tallies.from_columns({"field": []}, layout)


def test_the_sums_are_emptied_before_they_overflow(monkeypatch):
    rows = np.zeros(50, MIXED)
    rows["large"], rows["signed"] = 2**32 - 1, -(2**31)
    monkeypatch.setattr(kernel_tallies, "MOST_ROWS", 7)
    assert Tallies.of(rows, 3, FIELDS).sums == tuple(
        plainly(rows, each.field, each.seat) for each in Layout(MIXED, 3, FIELDS).wide
    )
    # as many rows as may come before that, of the largest values there are
    assert 2**29 * (2**32 - 1) < 2**63


def test_rows_that_have_more_fields_or_are_not_in_one_piece():
    rows = np.zeros(20, MIXED)
    rows["winners"], rows["below"] = np.arange(20), -np.arange(20)
    layout = Layout(np.dtype([("winners", "u1"), ("below", "i2")]), 2, FIELDS)
    counter = Counter(layout, MIXED)
    for first in range(0, 20, 6):
        counter.add(rows[first : first + 6][::2])
    kept = [row for first in range(0, 20, 6) for row in range(first, min(first + 6, 20), 2)]
    assert counter.tallies() == Tallies.of_rows(rows[kept], layout)
    assert counter.tallies().tally("below").total == -sum(kept)


def test_tallies_of_other_columns_do_not_add():
    with pytest.raises(BadArgument, match="only tallies of the same columns"):
        Tallies.of(np.zeros(1, MIXED), 2, FIELDS) + Tallies.of(np.zeros(1, MIXED), 3, FIELDS)
    assert Tallies.of(np.zeros(1, MIXED), 2, FIELDS) != Tallies.of(np.zeros(1, MIXED), 3, FIELDS)


def test_columns_that_are_not_there():
    tallies = Tallies.of(np.zeros(1, MIXED), 2, FIELDS)
    with pytest.raises(UnknownName, match="unknown one-byte column 'odd"):
        tallies.histogram("odd", 0)
    with pytest.raises(UnknownName, match="unknown one-byte column 'smal'; did you mean 'small'"):
        tallies.tally("smal")


def test_named_values_must_fit_a_byte():
    for meaning in (ResultField("", "mask", ("a",)), ResultField("", "code", ("a",)), ResultField("", "seat mask")):
        with pytest.raises(BadArgument, match="field below must be one byte wide"):
            Layout(MIXED, 2, FIELDS | {"below": meaning})
    with pytest.raises(BadArgument, match="field x must hold whole numbers"):
        Layout(np.dtype([("x", "f8")]), 2, {})


EDITIONS = [each.name for each in all_editions()]


@pytest.fixture(scope="module")
def rows_of():
    played = {}

    def play(name, players):
        if (name, players) not in played:
            played[name, players] = play_chunk(Experiment(name, players=players, games=150, seed=3), 0, 150)
        return played[name, players]

    return play


@pytest.mark.parametrize("name", EDITIONS)
def test_estimates_are_those_of_the_rows(name, rows_of):
    """Each quantity once more, from the rows, column by column."""
    meanings = family(name.split("/")[0]).result_fields
    players = next(each for each in all_editions() if each.name == name).players[-1]
    rows = rows_of(name, players)
    lines = list(Tallies.of(rows, players, meanings).estimates())
    assert lines == list(estimates(Tallies.of(rows[::-1], players, meanings)))
    found = {(line.quantity, line.seat): line for line in lines}
    assert len(found) == len(lines)
    shares = win_shares(rows, players)
    checked = 0
    for seat in range(players):
        line = found["win share", seat]
        assert line.estimate == pytest.approx(shares[:, seat].mean())
        exact = [Fraction(share).limit_denominator(8) for share in shares[:, seat]]
        interval = part_interval(150, sum(exact), sum(share * share for share in exact))
        assert (line.low, line.high, line.method) == (*interval, "Wilson")
        assert found["sole win", seat].estimate == (shares[:, seat] == 1).mean()
        assert found["shared win", seat].estimate == pytest.approx(
            ((shares[:, seat] > 0) & (shares[:, seat] < 1)).mean()
        )
    assert found["no winner", None].estimate == (rows["winners"] == 0).mean()
    for field, meaning in meanings.items():
        seats = range(players) if rows[field].ndim > 1 else [None]
        for seat in seats if field != "winners" else ():
            values = rows[field] if seat is None else rows[field][:, seat]
            words = field.replace("_", " ")
            if meaning.kind == "count":
                assert found[words, seat][2:] == (values.mean(), *Tally.of(values).interval(), 150, "t")
                checked += 1
            elif meaning.kind == "seat mask":
                for bit in range(players):
                    count = int((values >> bit & 1).sum())
                    assert found[words, bit][2:] == (count / 150, *map(float, wilson(count, 150)), 150, "Wilson")
            else:
                for code, named in enumerate(meaning.names):
                    if named:
                        count = int((values >> code & 1 if meaning.kind == "mask" else values == code).sum())
                        line = found[f"{words}: {named.replace('_', ' ')}", seat]
                        assert line[2:] == (count / 150, *map(float, wilson(count, 150)), 150, "Wilson")
                        checked += 1
    assert checked > 5


@pytest.mark.parametrize("name", EDITIONS)
def test_empty_seats_are_the_same_in_every_game(name, rows_of):
    """What lets them be left out of tallies and of files."""
    players = next(each for each in all_editions() if each.name == name).players[0]
    rows = rows_of(name, players)
    for field in rows.dtype.names:
        if rows[field].ndim > 1:
            assert (rows[field][:, players:] == rows[field][0, players:]).all(), field


def test_quantities_are_found_by_name():
    layout = Experiment("tsuro/classic", players=3).layout
    tallies = Tallies.empty(layout)
    assert [each.seat for each in find_quantities("win share", tallies)] == [0, 1, 2]
    assert [each.seat for each in find_quantities("win share[1]", tallies)] == [1]
    assert [each.seat for each in find_quantities("tiles", tallies)] == [None]
    check_quantity("reason: last standing", layout)
    with pytest.raises(UnknownName, match="unknown quantity 'win shares'; did you mean 'win share'"):
        check_quantity("win shares", layout)
    with pytest.raises(BadArgument, match="seats 0 to 2 at most, so there is no win share"):
        check_quantity("win share[3]", layout)


def test_the_masks_of_winners(monkeypatch):
    fakegame.install(monkeypatch)
    experiment = Experiment("race/short", players=3, games=90, seed=1)
    rows = play_chunk(experiment, 0, 90)
    masks = Tallies.of_rows(rows, experiment.layout).winner_masks
    assert masks.sum() == 90
    assert masks[3] == (rows["winners"] == 3).sum() > 0
    family.cache_clear()
