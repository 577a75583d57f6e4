"""The 35 tiles: names, symmetry by geometry, the tables, and tile lists of outside programs."""

import itertools
import pickle

import caseload
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsurolab.combinatorics import count_tiles
from tsurolab.errors import BadArgument, UnknownName
from tsurolab.games.tsuro.tiles import (
    CLASS_NAMES,
    CLASS_OF,
    FIRST_ORIENTED,
    MIRRORS,
    ORIENTATIONS,
    ORIENTED_INDEX,
    ORIENTED_NAMES,
    PLANES,
    Tile,
    canonical_name,
    cycle_type_table,
    mirror_name,
    mirror_planes,
    name_of,
    oriented_tiles,
    parse_name,
    rotate_name,
    symmetry_class,
    symmetry_table,
    tile,
    tile_table,
    tiles,
)

names = st.sampled_from(ORIENTED_NAMES)

# Where the points 1..8 lie, seen with y upwards, on a square of side 6 about the origin.
PLACES = {
    1: dict(enumerate([(-1, -3), (1, -3), (3, -1), (3, 1), (1, 3), (-1, 3), (-3, 1), (-3, -1)], 1)),
    2: dict(enumerate([(-3, -3), (0, -3), (3, -3), (3, 0), (3, 3), (0, 3), (-3, 3), (-3, 0)], 1)),
}
REFLECT = {
    "vertical": lambda x, y: (-x, y),
    "horizontal": lambda x, y: (x, -y),
    "rising diagonal": lambda x, y: (y, x),
    "falling diagonal": lambda x, y: (-y, -x),
}


def moved(name, move, implementation=1):
    """The name after a movement of the plane, by the places of the points."""
    places = PLACES[implementation]
    number = {place: point for point, place in places.items()}
    pairs = [sorted(number[move(*places[int(point)])] for point in pair) for pair in name.split("-")]
    return "-".join(f"{a}{b}" for a, b in sorted(pairs))


def quarter(x, y):
    return (-y, x)


def test_names_against_all_orders_of_the_points():
    naive = set()
    for order in itertools.permutations("12345678"):
        naive.add("-".join(sorted("".join(sorted(order[at : at + 2])) for at in range(0, 8, 2))))
    assert set(ORIENTED_NAMES) == naive
    assert len(ORIENTED_NAMES) == 105


def test_index_conventions():
    assert len(CLASS_NAMES) == len(FIRST_ORIENTED) == len(ORIENTATIONS) == count_tiles(4, 2) == 35
    assert list(CLASS_NAMES) == sorted(CLASS_NAMES)
    expected = []
    for index, name in enumerate(CLASS_NAMES):
        turned = [name]
        while (other := moved(turned[-1], quarter)) != name:
            turned.append(other)
        assert min(turned) == name
        assert len(expected) == FIRST_ORIENTED[index]
        assert len(turned) == ORIENTATIONS[index]
        expected += turned
    assert list(ORIENTED_NAMES) == expected
    assert [CLASS_NAMES[index] for index in CLASS_OF] == [canonical_name(name) for name in ORIENTED_NAMES]
    assert [ORIENTED_INDEX[name] for name in ORIENTED_NAMES] == list(range(105))
    assert sorted(ORIENTATIONS) == [1] * 5 + [2] * 10 + [4] * 20


@given(names, st.integers(-9, 9))
def test_rotation_adds_two_to_every_point(name, turns):
    added = [sorted((int(point) - 1 + 2 * turns) % 8 + 1 for point in pair) for pair in name.split("-")]
    assert rotate_name(name, turns) == "-".join(f"{a}{b}" for a, b in sorted(added))
    assert canonical_name(rotate_name(name, turns)) == canonical_name(name)
    assert rotate_name(rotate_name(name, turns), -turns) == name


@pytest.mark.parametrize("implementation", [1, 2])
def test_rotations_and_mirrors_by_geometry(implementation):
    for name in ORIENTED_NAMES:
        assert rotate_name(name, 1) == moved(name, quarter, implementation)
        for plane in PLANES:
            assert mirror_name(name, plane, implementation) == moved(name, REFLECT[plane], implementation)
        kept = tuple(plane for plane in PLANES if moved(name, REFLECT[plane], implementation) == name)
        assert mirror_planes(name, implementation) == kept


@given(names)
def test_parse_and_name(name):
    assert name_of(parse_name(name)) == name
    shuffled = "-".join(pair[::-1] for pair in reversed(name.split("-")))
    assert parse_name(shuffled) == parse_name(name)
    assert tile(shuffled) == Tile(name) == tile(name)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has 1 pair;"),
        ("12-34-56", "has 3 pairs"),
        ("12-34-56-78-12", "has 5 pairs"),
        ("12-34-56-7", "the part '7', which is no pair"),
        ("12-34-567-8", "the part '567'"),
        ("12-34-56-79", "'9', which is no point"),
        ("02-34-56-78", "'0', which is no point"),
        ("12-34-56-7²", "'²', which is no point"),
        ("12-34-56-77", "point 7 twice and point 8 not at all"),
        ("11-22-33-44", "point 1 twice and point 5 and point 6 and point 7 and point 8"),
        ("12 34 56 78", "has 1 pair;"),
        (" 12-34-56-78", "the part ' 12'"),
        (12345678, "not 12345678"),
        (None, "not None"),
        (["12", "34", "56", "78"], "four pairs of the points"),
    ],
)
def test_bad_names_are_refused_with_the_reason(text, reason):
    for function in (parse_name, canonical_name, tile, Tile):
        with pytest.raises(BadArgument, match=reason):
            function(text)


def test_other_bad_arguments():
    with pytest.raises(UnknownName, match="did you mean 'vertical'"):
        mirror_name("12-34-56-78", "verticle")
    for implementation in (0, 3, "1"):
        with pytest.raises(BadArgument, match="implementation must be a whole number from 1 to 2"):
            symmetry_table(implementation)
    for turns in (1.0, "1", True):
        with pytest.raises(BadArgument, match="quarter_turns"):
            rotate_name("12-34-56-78", turns)


def test_tiles_are_values():
    assert len(tiles()) == len(set(tiles())) == 35
    assert list(tiles()) == sorted(tiles())
    for index, one in enumerate(tiles()):
        assert one.index == index
        assert eval(repr(one)) == one
        assert pickle.loads(pickle.dumps(one)) == one
        assert all(tile(name) == one for name in one.oriented)
        assert len(one.oriented) == one.orientations
    assert oriented_tiles() == tuple(name for one in tiles() for name in one.oriented)
    with pytest.raises(AttributeError):
        tiles()[0].name = "x"


def test_stabilisers_and_chirality_by_geometry():
    for one in tiles():
        kept, at = [], one.name
        for angle in (0, 90, 180, 270):
            if at == one.name:
                kept.append(angle)
            at = moved(at, quarter)
        assert list(one.stabiliser_c4) == kept
        assert len(one.stabiliser_d4) == len(kept) + len(one.mirror_planes)
        assert len(one.stabiliser_d4) in (1, 2, 4, 8)
        images = {canonical_name(moved(one.name, reflect)) for reflect in REFLECT.values()}
        assert len(images) == 1
        assert one.chiral == (images != {one.name}) == (not one.mirror_planes)
        if one.chiral:
            assert one.partner.name in images
            assert one.partner.partner == one
        else:
            assert one.partner is None


def cross(p, q, r, s):
    """Whether two segments cross, by the signs of areas."""

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0

    return side(p, q, r) != side(p, q, s) and side(r, s, p) != side(r, s, q)


def test_crossings_and_same_side_pairs_by_geometry():
    places = PLACES[1]
    sides = [{1, 2}, {3, 4}, {5, 6}, {7, 8}]
    for one in tiles():
        chords = [(places[a], places[b]) for a, b in one.pairs]
        assert one.crossings == sum(cross(*u, *v) for u, v in itertools.combinations(chords, 2))
        assert one.same_side_pairs == sum(set(pair) in sides for pair in one.pairs)
    # Of the 105 matchings, the Catalan number 14 have no crossing and one has all six.
    by_crossings = [sum(one.orientations for one in tiles() if one.crossings == many) for many in range(7)]
    assert by_crossings == [14, 28, 28, 20, 10, 4, 1]


def test_the_table_of_symmetry():
    table = symmetry_table()
    columns = ["planes of symmetry", "orientations", "classes", "oriented tiles", "chiral pairs"]
    assert table[columns].to_numpy().tolist() == [
        ["fourfold", 1, 5, 5, 0],
        ["double, vertical and horizontal", 2, 4, 8, 0],
        ["double, both diagonals", 2, 4, 8, 0],
        ["half turn only", 2, 2, 4, 1],
        ["one, vertical or horizontal", 4, 6, 24, 0],
        ["one, diagonal", 4, 6, 24, 0],
        ["none", 4, 8, 32, 4],
    ]
    assert sorted(" ".join(table["tiles"]).split()) == list(CLASS_NAMES)
    assert table["classes"].sum() - table["chiral pairs"].sum() == count_tiles(4, 2, flips=True) == 30
    for row in table.to_dict("records"):
        for name in row["tiles"].split():
            assert tile(name).symmetry == row["planes of symmetry"]
        if row["chiral pairs"]:
            listed = row["tiles"].split()
            assert [tile(name).partner.name for name in listed[::2]] == listed[1::2]


def test_the_table_of_the_second_implementation():
    table = symmetry_table(implementation=2)
    assert table["classes"].sum() == 35
    assert table["oriented tiles"].sum() == 105
    assert sorted(" ".join(table["tiles"]).split()) == list(CLASS_NAMES)
    # Burnside with its own mirrors, each of which has two fixed points and leaves 7 matchings.
    assert table["classes"].sum() - table["chiral pairs"].sum() == (105 + 5 + 25 + 5 + 4 * 7) // 8 == 21
    # By geometry, class by class.
    for row in table.to_dict("records"):
        for name in row["tiles"].split():
            planes = {plane for plane in PLANES if moved(name, REFLECT[plane], 2) == name}
            straight = bool(planes & {"vertical", "horizontal"})
            diagonal = bool(planes & {"rising diagonal", "falling diagonal"})
            words = row["planes of symmetry"]
            assert straight == ("horizontal" in words or words == "fourfold")
            assert diagonal == ("diagonal" in words or words == "fourfold")
            assert row["orientations"] == ORIENTATIONS[CLASS_NAMES.index(name)]


@given(names, st.integers(0, 3), st.sampled_from([1, 2]))
def test_symmetry_class_belongs_to_the_class(name, turns, implementation):
    assert symmetry_class(rotate_name(name, turns), implementation) == symmetry_class(name, implementation)


@pytest.mark.parametrize(
    ("implementation", "mirrors", "kind"), [(1, 25, "2^4"), (2, 7, "1^2 2^3")], ids=["two a side", "corners"]
)
def test_cycle_types(implementation, mirrors, kind):
    table = cycle_type_table(implementation)
    assert list(table["fixed matchings"]) == [105, 5, 25, 5] + [mirrors] * 4
    assert list(table["cycle type"]) == ["1^8", "4^2", "2^4", "4^2"] + [kind] * 4
    assert table["permutation"][1] == "(1 3 5 7)(2 4 6 8)"
    assert list(table["element"][4:]) == list(MIRRORS[implementation])


def test_tile_table_has_a_row_a_tile():
    table = tile_table()
    assert list(table["tile"]) == list(CLASS_NAMES)
    assert table["chiral"].sum() == 10
    assert (table["order in D4"] * table["orientations"] * (1 + table["chiral"])).isin([4, 8]).all()
    assert list(table.loc[table["chiral"], "partner"].map(canonical_name)) == list(
        table.loc[table["chiral"], "partner"]
    )
    assert table["orientations"].sum() == 105


def test_a_tile_shows_itself():
    assert Tile("16-25-38-47")._repr_svg_().lstrip().startswith("<svg")


@pytest.mark.parametrize("case", caseload.parameters("tsuro/tile_lists", "tile_list"))
def test_tile_lists_of_outside_programs(case):
    classes = {canonical_name(name) for name in case["tiles"]}
    # Two of the lists are known to be faulty; their files say how many classes they really hold.
    assert len(classes) == case["check"]["classes"]
    if case["check"]["agrees"]:
        assert classes == set(CLASS_NAMES)
        assert len(classes) == case["expected"]["distinct_classes"]
    if "distinct_oriented" in case["expected"]:
        assert {name_of(parse_name(name)) for name in case["tiles"]} == set(ORIENTED_NAMES)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/tile_lists", "tile_count"))
def test_burnside_figures_of_an_outside_program(case):
    expected = case["expected"]
    fixed = dict(zip(cycle_type_table()["element"], cycle_type_table()["fixed matchings"]))
    assert fixed["0°"] == expected["matchings"]
    assert fixed["90°"] == expected["fixed_by_90"]
    assert fixed["180°"] == expected["fixed_by_180"]
    assert fixed["vertical"] == expected["fixed_by_edge_reflection"]
    assert fixed["rising diagonal"] == expected["fixed_by_diagonal_reflection"]
    assert count_tiles(4, 2) == expected["classes_rotation"]
    assert count_tiles(4, 2, flips=True) == expected["classes_rotation_reflection"]
    assert count_tiles(4, 1) == expected["one_path_per_side_classes"]
    assert count_tiles(4, 3) == expected["three_paths_per_side_classes"]
    assert count_tiles(4, 3, flips=True) == expected["three_paths_per_side_classes_with_reflection"]


def test_traversals_of_outside_programs():
    cases = caseload.load("tsuro/neu_a_tile_traversal")
    for case in cases:
        turned = rotate_name(case["tile"], -case["rotate_cw_deg"] // 90)
        assert turned == case["conn"], case["id"]
        mate = {point: other for a, b in parse_name(turned) for point, other in ((a + 1, b + 1), (b + 1, a + 1))}
        assert mate[case["enter"]] == case["expected"]["exit"], case["id"]
    assert len(cases) == 163
