"""Closed counts: OEIS terms, Tournier's formula as a second way, enumeration as a third."""

import math
import time

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.combinatorics import (
    apply,
    burnside_table,
    canonical,
    count_matchings,
    count_tiles,
    cycle_index,
    cycle_type,
    fixed_matchings,
    matchings,
    orbit_sizes,
    polygon_group,
    tile_classes,
)
from tsurolab.combinatorics.counting import group_parts
from tsurolab.errors import BadArgument, TooLarge

# Terms of the OEIS, all with offset 0: name -> (sides, points a side of term n, flips, terms).
OEIS = {
    "A132100": (
        lambda n: (4, n),
        False,
        "1,2,35,2688,508277,163715822,79059439095,53364540054860,47974697008198313,55410773910104281242,"
        "79957746695043660483467,140965507420235075126987480,298142048193613276717321211805,"
        "745056978435827991570581878537478",
    ),
    "A132101": (
        lambda n: (2, n),
        False,
        "1,1,3,11,65,513,5363,68219,1016481,17243105,327431363,6874989963,158118876449,3952936627361,"
        "106729080101235,3095142009014843,95949394016339393,3166329948046914369,110821547820208233731",
    ),
    "A132102": (
        lambda n: (n, 2),
        False,
        "1,1,3,7,35,193,1799,19311,254143,3828921,65486307,1249937335,26353147811,608142583137,15247011443103,"
        "412685556939751,11993674252049647,372509404162520641,12313505313357313047,431620764875678503143",
    ),
    "A132103": (lambda n: (2, n), True, "1,1,3,8,45,283,2847,34518,511209"),
    "A132104": (
        lambda n: (4, n),
        True,
        "1,2,30,1447,257107,81898020,39531524384,26682303327353,23987350539183237,27705387002314059046,"
        "39978873351170263411714,70482753710219315731386411,149071024096816130023228547735",
    ),
    "A132105": (
        lambda n: (n, 2),
        True,
        "1,1,3,7,30,137,1065,10307,130040,1927853,32809979,625303343,13178378742,304081128617,7623562484349,"
        "206343110670031,5996839161108904,186254714746749377,6156752738537004317,215810382975655205399",
    ),
    "A007769": (
        lambda n: (2 * n, 1),
        False,
        "1,1,2,5,18,105,902,9749,127072,1915951,32743182,624999093,13176573910,304072048265,7623505722158,"
        "206342800616597,5996837126024824,186254702826289089,6156752656678674792,215810382466145354405",
    ),
    "A001147, a monogon": (lambda n: (1, 2 * n), False, "1,1,3,15,105,945"),
    "A132101, a monogon turned over": (lambda n: (1, 2 * n), True, "1,1,3,11,65,513"),
    "A054499": (lambda n: (2 * n, 1), True, "1,1,2,5,17,79"),
    "triangle": (lambda n: (3, n), False, "1,0,7,0,3483,0"),
    "triangle turned over": (lambda n: (3, n), True, "1,0,7,0,1907,0"),
    "hexagon": (lambda n: (6, n), False, "1,5,1799"),
    "octagon": (lambda n: (8, n), False, "1,18,254143"),
    "octagon turned over": (lambda n: (8, n), True, "1,17,130040"),
}


@pytest.mark.parametrize("name", OEIS)
def test_published_terms(name):
    shape, flips, text = OEIS[name]
    terms = [int(term) for term in text.split(",")]
    assert [count_tiles(*shape(n), flips=flips) for n in range(len(terms))] == terms


def odd_double_factorial(n):
    return math.prod(range(n, 1, -2)) if n > 0 else 1


def tournier(sides, points, flips):
    """The number of tiles by the formula of L. Tournier (comments of OEIS A132100, 2014), written from the formula."""

    def alpha(p, r):
        if p % 2:
            return p ** (r // 2) * odd_double_factorial(r - 1)
        return sum(p**j * math.comb(r, 2 * j) * odd_double_factorial(2 * j - 1) for j in range(r // 2 + 1))

    n = sides * points
    if n % 2:
        return 0
    turned = sum(int(sympy.totient(p)) * alpha(p, n // p) for p in range(1, sides + 1) if sides % p == 0) // sides
    if not flips:
        return turned
    if points % 2 == 0:
        return (turned + alpha(2, n // 2)) // 2
    return (2 * turned + alpha(2, n // 2) + alpha(2, n // 2 - 1)) // 4


@given(st.integers(1, 30), st.integers(1, 30), st.booleans())
def test_against_tourniers_formula(sides, points, flips):
    assert count_tiles(sides, points, flips) == tournier(sides, points, flips)


def test_two_hundred_points_a_side_at_once():
    start = time.perf_counter()
    count = count_tiles(4, 200)
    assert time.perf_counter() - start < 0.5
    assert len(str(count)) == 988
    assert count == tournier(4, 200, False)


@given(st.permutations(range(8)) | st.permutations(range(6)) | st.permutations(range(10)) | st.permutations(range(7)))
def test_fixed_matchings_from_the_cycle_type_alone(permutation):
    counted = sum(apply(permutation, matching) == matching for matching in matchings(len(permutation)))
    assert fixed_matchings(cycle_type(permutation)) == counted


@pytest.mark.parametrize("sides", range(9))
@pytest.mark.parametrize("points", range(6))
@pytest.mark.parametrize("flips", [False, True])
def test_parts_describe_the_group(sides, points, flips):
    parts = list(group_parts(sides, points, flips))
    described = sorted(sorted(part.cycle_type.items()) for part in parts for _ in range(part.size))
    group = polygon_group(sides, points, flips)
    assert described == sorted(sorted(cycle_type(element).items()) for element in group)
    assert len({part.element for part in parts}) == len(parts)


@pytest.mark.parametrize(
    ("sides", "points"), [(s, p) for s in range(9) for p in range(6) if s * p <= 10] + [(4, 3), (6, 2), (1, 10)]
)
@pytest.mark.parametrize("flips", [False, True])
def test_enumeration_agrees_with_the_closed_form(sides, points, flips):
    classes = tile_classes(sides, points, flips)
    assert len(classes) == count_tiles(sides, points, flips)
    assert list(classes) == sorted(set(classes))
    sizes = orbit_sizes(sides, points, flips)
    assert sum(sizes.values()) == len(classes)
    assert sum(size * many for size, many in sizes.items()) == count_matchings(sides * points)


@pytest.mark.parametrize("flips", [False, True])
def test_classes_are_the_canonical_forms(flips):
    group = polygon_group(4, 2, flips)
    assert tile_classes(4, 2, flips) == tuple(sorted({canonical(matching, group) for matching in matchings(8)}))


def test_square_tiles_by_number_of_positions():
    assert orbit_sizes(4, 2) == {1: 5, 2: 10, 4: 20}


def test_too_large_a_list_is_refused_with_the_count_and_the_other_way():
    with pytest.raises(TooLarge, match=r"508277 classes out of 2027025 matchings.*limit of 200000.*count_tiles"):
        tile_classes(4, 4)
    with pytest.raises(TooLarge, match=r"limit of 104 "):
        tile_classes(4, 2, limit=104)
    with pytest.raises(TooLarge, match="more than 10"):
        tile_classes(4, 200)
    assert len(tile_classes(4, 2, limit=105)) == 35


@pytest.mark.parametrize(("sides", "points"), [(4, 2), (6, 2), (5, 2), (2, 3), (4, 3), (1, 4), (12, 1)])
@pytest.mark.parametrize("flips", [False, True])
def test_cycle_index_evaluates_to_the_count(sides, points, flips):
    index = sympy.Poly(cycle_index(sides, points, flips))
    lengths = [int(symbol.name[2:]) for symbol in index.gens]
    value = sum(
        coefficient * fixed_matchings({k: m for k, m in zip(lengths, powers) if m})
        for powers, coefficient in index.terms()
    )
    assert value == count_tiles(sides, points, flips)
    # The coefficients of a cycle index are the shares of the group's elements.
    assert index.eval(dict.fromkeys(index.gens, 1)) == 1


def test_cycle_index_of_nothing():
    assert cycle_index(0, 2) == cycle_index(4, 0, flips=True) == 1


def test_cycle_index_counts_necklaces():
    # Polya: colourings of six beads in three colours up to turns (OEIS A001867) and up to turns and mirrors (A027671).
    for flips, expected in ((False, 130), (True, 92)):
        index = cycle_index(6, 1, flips)
        assert index.subs(dict.fromkeys(index.free_symbols, 3)) == expected


@pytest.mark.parametrize("flips", [False, True])
@pytest.mark.parametrize(("sides", "points"), [(4, 2), (6, 2), (4, 60), (0, 2), (3, 4)])
def test_burnside_table_adds_up(sides, points, flips):
    table = burnside_table(sides, points, flips)
    assert list(table.columns) == ["element", "cycle type", "fixed matchings", "class size", "product"]
    assert sum(table["product"]) == count_tiles(sides, points, flips) * sum(table["class size"])


def test_burnside_table_of_the_square_turned_over():
    table = burnside_table(4, 2, flips=True)
    assert dict(zip(table["element"], table["fixed matchings"])) == {
        "identity": 105,
        "half turn": 25,
        "turns of order 4": 5,
        "mirrors through two sides": 25,
        "mirrors through two corners": 25,
    }
    assert set(table["cycle type"]) == {"1^8", "2^4", "4^2"}


@pytest.mark.parametrize(
    "points",
    [-1, 2.0, "2", None, True, 10**9, 10**5000],
    ids=lambda value: str(value)[:20] if value != 10**5000 else "huge",
)
def test_bad_numbers(points):
    for function in (count_tiles, cycle_index, burnside_table, tile_classes):
        with pytest.raises(BadArgument, match="points must be"):
            function(4, points)
        with pytest.raises(BadArgument, match="sides must be"):
            function(points, 2)


def test_other_bad_arguments():
    with pytest.raises(BadArgument, match=r"sides \* points must be at most 20000"):
        count_tiles(200, 200)
    with pytest.raises(BadArgument, match="flips must be True or False"):
        count_tiles(4, 2, flips=2)
    with pytest.raises(BadArgument, match="a cycle length"):
        fixed_matchings({0: 2})
    with pytest.raises(BadArgument, match="at most 20000 points"):
        fixed_matchings({200: 200})
