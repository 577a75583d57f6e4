"""Expected loops: three ways that must agree, closed forms, and sampling within its standard error."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from tsurolab.errors import BadArgument, TooLarge, UnknownName
from tsurolab.games.tsuro.loop_counts import _terms, expected_loops, loop_terms, sample_loops
from tsurolab.games.tsuro.loop_sampling import _count_loops, _numbered_points
from tsurolab.games.tsuro.tiles import ORIENTED_NAMES, canonical_name
from tsurolab.games.tsuro.topology import loops


def has(name, pair):
    return pair in name.split("-")


def near(sampled, exact):
    """Within four standard errors; the seeds are fixed, so this does not flicker."""
    return abs(sampled.value - float(exact)) < 4 * sampled.standard_error


@pytest.mark.parametrize("length", range(1, 9))
def test_a_row_of_squares_has_a_closed_form(length):
    # A loop over d + 1 squares in a row turns in the first and the last (1/7 each) and passes each square between by
    # two lines, in two ways (1/35 each).
    formula = sum((length - d) * Fraction(1, 49) * Fraction(2, 35) ** (d - 1) for d in range(1, length))
    for rows, cols in ((1, length), (length, 1)):
        result = expected_loops(rows, cols)
        assert (result.value, result.method, result.standard_error) == (formula, "exact", 0)


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (2, 3), (3, 2), (1, 6)])
def test_transfer_agrees_with_the_sum_over_loops(rows, cols):
    # Two ways that share nothing but the tiles. No loop has more segments than twice the inner edges.
    inner = rows * (cols - 1) + cols * (rows - 1)
    terms = _terms(rows, cols, "uniform", 0, 2 * inner)
    result = expected_loops(rows, cols)
    assert result.how.startswith("transfer")
    assert sum(expected for _, expected in terms.values()) == result.value


def test_two_by_two_exactly():
    result = expected_loops(2, 2)
    assert result.value == Fraction(27988, 300125)
    assert result.per_tile == Fraction(27988, 1200500)


def test_two_neighbours_one_by_one():
    pairs = list(itertools.product(ORIENTED_NAMES, repeat=2))
    closed = [has(a, "34") and has(b, "78") for a, b in pairs]
    assert expected_loops(1, 2).value == Fraction(sum(closed), len(pairs)) == Fraction(1, 49)
    # Different tiles, each weighed by the share of its four turns.
    weight = {
        name: Fraction(4, sum(canonical_name(o) == canonical_name(name) for o in ORIENTED_NAMES))
        for name in ORIENTED_NAMES
    }
    different = [(a, b) for a, b in pairs if canonical_name(a) != canonical_name(b)]
    whole = sum(weight[a] * weight[b] for a, b in different)
    some = sum(weight[a] * weight[b] for a, b in different if has(a, "34") and has(b, "78"))
    assert expected_loops(1, 2, "distinct").value == some / whole


def test_round_one_corner():
    for rows, cols in ((2, 2), (6, 6), (3, 7)):
        terms = loop_terms(rows, cols).set_index(["segments", "squares"])
        corners = (rows - 1) * (cols - 1)
        edges = rows * (cols - 1) + cols * (rows - 1)
        assert terms.loc[(2, 2), "expected"] == Fraction(edges, 49)
        assert terms.loc[(4, 4), "expected"] == corners * 16 * Fraction(1, 7) ** 4
        assert terms.loc[(4, 4), "loops"] == 16 * corners


def test_the_terms_of_a_large_board_stay_below_its_expected_loops():
    low = [float(sum(loop_terms(4, 4, longest=longest)["expected"])) for longest in (2, 4, 6, 8)]
    assert low == sorted(low)
    assert low[-1] < float(expected_loops(4, 4).value) < low[-1] + 0.1


@pytest.mark.parametrize(
    ("rows", "cols", "model", "gaps"),
    [
        (2, 2, "uniform", 0),
        (3, 3, "uniform", 0),
        (4, 4, "uniform", 0),
        (2, 3, "uniform", 2),
        (2, 2, "distinct", 0),
        (2, 2, "distinct", 1),
        (1, 7, "distinct", 0),
    ],
)
def test_sampling_agrees_with_the_exact_value(rows, cols, model, gaps):
    exact = expected_loops(rows, cols, model, gaps=gaps)
    sampled = expected_loops(rows, cols, model, gaps=gaps, method="sampled", samples=20_000, seed=7)
    assert (exact.method, sampled.method) == ("exact", "sampled")
    assert isinstance(exact.value, Fraction)
    assert sampled.samples == 20_000
    assert exact.tiles == sampled.tiles == rows * cols - gaps
    assert near(sampled, exact.value)


def test_loops_a_tile_on_a_torus():
    # An independent run on a 150 x 150 torus gave 0.0772 loops a tile, to the digits given.
    sampled = expected_loops(60, 60, torus=True, samples=150, seed=3)
    assert sampled.method == "sampled"
    assert abs(sampled.per_tile - 0.0772) < 4 * sampled.standard_error / sampled.tiles + 0.00005
    assert sampled.standard_error / sampled.tiles < 0.0005


@pytest.mark.parametrize(("model", "gaps"), [("uniform", 0), ("uniform", 4), ("distinct", 1)])
def test_counted_loops_are_those_of_the_graph(model, gaps):
    rows, cols = 4, 5
    rng = np.random.default_rng(11)
    laid = rng.integers(0, 105, size=(12, rows * cols))
    laid[:, :gaps] = -1
    counted = _count_loops(laid, *_numbered_points(rows, cols, torus=False))
    for board, many in zip(laid, counted):
        filled = {divmod(at, cols): ORIENTED_NAMES[index] for at, index in enumerate(board) if index >= 0}
        assert many == len(loops(filled, rows, cols))


def test_samples_are_those_of_their_seed():
    one = sample_loops(4, 4, "distinct", samples=500, seed=5)
    assert np.array_equal(one, sample_loops(4, 4, "distinct", samples=500, seed=5))
    assert not np.array_equal(one, sample_loops(4, 4, "distinct", samples=500, seed=6))
    assert one.min() >= 0


def test_random_boards_obey_their_model():
    from tsurolab.games.tsuro.loop_sampling import _random_boards

    rng = np.random.default_rng(2)
    distinct = _random_boards(rng, 36, "distinct", 1, 200)
    for board in distinct:
        classes = [canonical_name(ORIENTED_NAMES[index]) for index in board if index >= 0]
        assert len(classes) == len(set(classes)) == 35
    assert len({int(np.flatnonzero(board < 0)[0]) for board in distinct}) > 20
    uniform = _random_boards(rng, 36, "uniform", 0, 2000)
    # 72 000 draws of 105: chi squared of 104 degrees has mean 104 and deviation 14.4.
    counts = np.bincount(uniform.ravel(), minlength=105)
    chi = ((counts - counts.mean()) ** 2 / counts.mean()).sum()
    assert abs(chi - 104) < 4 * 14.5


def test_asking_for_what_is_not_there():
    with pytest.raises(TooLarge, match=r"no exact way to the distinct model on 6 x 6 with 1 gaps;.*loop_terms"):
        expected_loops(6, 6, "distinct", gaps=1, method="exact")
    with pytest.raises(TooLarge, match=r"no exact way to the uniform model on 40 x 6 .* at most about 60 s"):
        expected_loops(40, 6, method="exact")
    with pytest.raises(TooLarge, match="no exact way to the uniform model on 7 x 7"):
        expected_loops(7, 7, method="exact")
    with pytest.raises(TooLarge, match=r"10,000,000 boards of 6 x 6 have 360,000,000 squares.*at most 2,777,777"):
        expected_loops(6, 6, samples=10_000_000)
    with pytest.raises(TooLarge, match="on a torus"):
        expected_loops(2, 2, torus=True, method="exact")
    with pytest.raises(BadArgument, match="needs 36 different tiles and the set has 35; give gaps of at least 1"):
        expected_loops(6, 6, "distinct")
    with pytest.raises(UnknownName, match="did you mean 'uniform'"):
        expected_loops(2, 2, "unifrom")
    with pytest.raises(UnknownName, match="unknown method 'guess'"):
        expected_loops(2, 2, method="guess")
    for arguments in ({"rows": 0}, {"gaps": 36}, {"samples": 1}, {"seed": -1}):
        with pytest.raises(BadArgument, match="must be"):
            expected_loops(**{"rows": 6, "cols": 6, "samples": 5} | arguments)
    with pytest.raises(BadArgument, match="longest must be"):
        loop_terms(6, 6, longest=12)


def test_what_takes_long_is_sampled_unless_it_is_asked_for():
    from tsurolab.games.tsuro import loop_counts

    def method(rows, cols):
        return expected_loops(rows, cols, samples=2).method

    assert [method(4, 4), method(3, 60), method(100, 4), method(5, 5)] == ["exact", "exact", "sampled", "sampled"]
    # Six wide is the widest that can be asked for, and a square of six the only one within the limit, or nearly.
    assert loop_counts._transfer_seconds(6, 6) <= loop_counts.MOST_SECONDS < loop_counts._transfer_seconds(8, 6)
    assert loop_counts._transfer_seconds(7, 7) == float("inf")
