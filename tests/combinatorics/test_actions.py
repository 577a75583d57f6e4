"""Group actions, with SymPy's permutation groups as the oracle for elements and cycle types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.combinatorics import Permutation as Oracle
from sympy.combinatorics import PermutationGroup

from tsurolab.combinatorics import (
    apply,
    as_matching,
    as_permutation,
    canonical,
    closure,
    compose,
    cycle_type,
    cyclic_group,
    dihedral_group,
    identity,
    inverse,
    orbit,
    order,
    polygon_group,
    reflection,
    rotation,
    stabiliser,
    unrank,
)
from tsurolab.errors import BadArgument, TooLarge

permutations = st.integers(0, 12).flatmap(lambda n: st.permutations(range(n))).map(tuple)
polygons = st.sampled_from([(s, p) for s in range(1, 9) for p in range(1, 7) if s * p % 2 == 0 and s * p <= 16])


@st.composite
def acted(draw):
    """A polygon's group, and a matching of its points."""
    sides, points = draw(polygons)
    points_in_order = draw(st.permutations(range(sides * points)))
    matching = as_matching(points_in_order[at : at + 2] for at in range(0, sides * points, 2))
    return polygon_group(sides, points, draw(st.booleans())), matching


@given(permutations)
def test_cycle_type_and_order_against_sympy(permutation):
    oracle = Oracle(list(permutation))
    assert cycle_type(permutation) == oracle.cycle_structure
    assert order(permutation) == oracle.order()
    assert inverse(permutation) == tuple((~oracle).array_form)


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.permutations(range(n)), st.permutations(range(n)))))
def test_composition_against_sympy(pair):
    first, second = map(tuple, pair)
    # SymPy multiplies from left to right.
    assert compose(second, first) == tuple((Oracle(list(first)) * Oracle(list(second))).array_form)
    assert compose(inverse(first), first) == identity(len(first))


@pytest.mark.parametrize(("sides", "points"), [(1, 2), (2, 1), (2, 3), (3, 2), (4, 2), (5, 2), (6, 1), (4, 3)])
def test_groups_against_sympy(sides, points):
    n = sides * points
    turn, mirror = list(rotation(sides, points)), list(reflection(sides, points))
    for group, generators in (
        (cyclic_group(sides, points), [turn]),
        (dihedral_group(sides, points), [turn, mirror]),
    ):
        oracle = PermutationGroup([Oracle(one, size=n) for one in generators])
        assert set(group) == {tuple(element.array_form) for element in oracle.elements}
        assert set(closure(generators)) == set(group)


def test_the_mirror_maps_sides_as_the_docstring_says():
    for sides, points in ((4, 2), (5, 3), (6, 1)):
        for k in range(sides):
            mirror = reflection(sides, points, k)
            for point, image in enumerate(mirror):
                assert image // points == (k - point // points) % sides
                assert image % points == points - 1 - point % points


@given(acted())
def test_orbit_and_stabiliser(case):
    group, matching = case
    positions = orbit(matching, group)
    assert len(positions) * len(stabiliser(matching, group)) == len(group)
    assert matching in positions
    assert all(orbit(other, group) == positions for other in positions)


@given(acted())
def test_canonical_form_names_the_orbit(case):
    group, matching = case
    least = canonical(matching, group)
    assert least in orbit(matching, group)
    assert {canonical(apply(element, matching), group) for element in group} == {least}
    assert canonical(least, group) == least


@given(acted(), st.data())
def test_an_action_follows_composition(case, data):
    group, matching = case
    g, h = data.draw(st.sampled_from(group)), data.draw(st.sampled_from(group))
    assert apply(g, apply(h, matching)) == apply(compose(g, h), matching)
    assert compose(g, h) in group


def test_closure_of_two_permutations_is_the_symmetric_group():
    assert len(closure([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)])) == 120
    with pytest.raises(TooLarge, match="more than 50"):
        closure([(1, 2, 3, 4, 0), (1, 0, 2, 3, 4)], limit=50)


def test_a_polygon_without_sides_or_points_has_elements_all_the_same():
    assert cyclic_group(0, 3) == dihedral_group(0, 3) == ((),)
    assert len(dihedral_group(4, 0)) == 8
    assert orbit([], cyclic_group(4, 0)) == ((),)


def test_bad_arguments():
    with pytest.raises(BadArgument, match=r"lists 0\.\.2 once each"):
        as_permutation([0, 1, 1])
    with pytest.raises(BadArgument, match="cannot act on 8 points"):
        orbit(unrank(8, 0), cyclic_group(4, 1))
    with pytest.raises(BadArgument, match="cannot compose"):
        compose((0, 1), (0, 1, 2))
    with pytest.raises(BadArgument, match="at least one generator"):
        closure([])
    with pytest.raises(BadArgument, match="at least one element"):
        canonical(unrank(4, 0), [])
    for sides, points in ((-1, 2), (4, -1), (4.0, 2), (20_000, 2)):
        with pytest.raises(BadArgument, match="must be"):
            cyclic_group(sides, points)
