"""The geometry (0.1) and the base game up to the end of a turn (1.1-1.10), one test a rule.

The outcome of each position follows from the rules' text, whose numbers these are. Positions are given in the words of
``small_boards``.
"""

from collections import Counter

import pytest
from oracles import tsuro as oracle
from small_boards import (
    AHEAD,
    BACK,
    BEND,
    CROSS,
    FILL,
    HUG,
    LOOP_TILES,
    draws,
    game,
    outs,
    sit,
    table,
    texts,
    waits,
)

import tsurolab as tl
from tsurolab.errors import IllegalMove

pytestmark = pytest.mark.jitless

A, B, C, D, E, F, G, H, J, K, L, M = FILL[:12]
CORNERS = {"5,0": {1, 2, 7, 8}, "5,5": {1, 2, 3, 4}, "0,5": {3, 4, 5, 6}, "0,0": {5, 6, 7, 8}}
AVOIDABLE = "it puts the player out while another placement does not"

# ------------------------------------------------------------------------------------------------------- 0.1 geometry


@pytest.mark.parametrize(
    ("square", "point"),
    [("2,1", 1), ("2,1", 2), ("1,2", 3), ("1,2", 4), ("0,1", 5), ("0,1", 6), ("1,0", 7), ("1,0", 8)],
)
def test_rule_0_1_1_a_path_enters_the_next_square_by_the_point_that_it_touches(square, point):
    state = table(sit(f"{square}@{point}", AHEAD), rows=3, cols=3)
    state.play(f"{square} {AHEAD}")
    assert waits(state, 0) == f"1,1@{point}"


def test_rule_0_1_2_points_are_numbered_anticlockwise_from_the_left_end_of_the_bottom_side():
    marks = texts(game().new(players=2))
    found = {corner: {int(text[-1]) for text in marks if text.startswith(corner)} for corner in CORNERS}
    assert found == CORNERS


def test_rule_0_1_2_a_quarter_turn_anticlockwise_adds_two_to_every_point():
    state = table(sit("4,2@1", "13-25-47-68"), tiles={"5,2": AHEAD})
    assert texts(state) == {f"4,2 {tile}" for tile in ("13-25-47-68", "16-28-35-47", "16-24-38-57", "17-25-38-46")}


def test_rule_0_1_3_there_are_105_tiles_as_they_lie_in_35_classes():
    ways = {tile.name: len(table(sit("2,2@1", tile.name), strict=False).legal_moves) for tile in tl.tsuro.tiles()}
    assert sum(ways.values()) == 105
    assert Counter(ways.values()) == {1: 5, 2: 10, 4: 20}


def test_rule_0_1_4_a_marker_follows_its_path_until_the_square_it_faces_is_empty():
    state = table(sit("5,2@1", AHEAD), tiles={"4,2": CROSS, "3,2": HUG})
    state.play(f"5,2 {AHEAD}")
    assert waits(state, 0) == "3,3@8"
    assert state.path(0) == [(5, 2, 1, 6), (4, 2, 1, 5), (3, 2, 2, 3)]


def test_rule_0_1_4_where_paths_cross_a_marker_goes_straight_on():
    state = table(sit("5,2@1", CROSS, A), sit("5,2@2", B), deck=[C])
    state.play(f"5,2 {CROSS}")
    assert (waits(state, 0), waits(state, 1)) == ("4,2@2", "4,2@1")


def test_rule_0_1_5_a_path_may_cross_one_tile_twice_and_that_is_no_loop():
    state = table(sit("5,2@1", BEND), tiles=LOOP_TILES)
    state.play(f"5,2 {BEND}")
    assert waits(state, 0) == "5,4@7"
    visited = [(row, col) for row, col, _, _ in state.path(0)]
    assert visited == [(5, 2), (5, 3), (4, 3), (4, 2), (5, 2), (5, 3)]


@pytest.mark.parametrize("players", [2, 5, 8])
def test_rule_0_1_5_a_path_traced_back_reaches_its_start_mark_and_no_two_markers_wait_at_one_point(players):
    state = game().new(players=players, seed=31)
    marks = {}
    while not state.is_over:
        move = state.legal_moves[state.ply * 7 % len(state.legal_moves)]
        if state.phase.name == "MARKS":
            marks[state.turn] = str(move)
        state.play(move)
        waiting = [waits(state, seat) for seat in state.alive if seat in marks]
        assert len(set(waiting)) == len(waiting)
        for seat in state.alive if len(marks) == players else ():
            faces = state.position()["players"][seat]["faces"]
            row, col, point = faces["row"], faces["col"], faces["point"]
            while True:
                down, right, enter = oracle.ACROSS[point]
                if (row + down, col + right) not in state.tiles:
                    break
                row, col = row + down, col + right
                point = oracle.pairing(state.tiles[row, col])[enter]
            assert f"{row},{col}@{point}" == marks[seat]


def test_rule_0_1_6_joining_two_paths_puts_both_out_even_when_they_meet_tiles_away():
    tile = "16-23-48-57"  # 1 leads up to 4,2, which sends the path back down to 5, and on to 7 where the other waits
    tiles = {"5,0": AHEAD, "5,1": CROSS, "4,2": BACK}
    players = sit("5,2@1", tile), sit("5,2@7", A), sit("0,5@5", B), sit("0,0@6", C)
    state = table(*players, tiles=tiles, collision_is_suicide=False)
    state.play(f"5,2 {tile}")
    assert outs(state) == {0: "collision", 1: "collision"}
    assert state.path(0) == [(5, 2, 1, 6), (4, 2, 1, 2), (5, 2, 5, 7)]
    back_to_the_start_of_the_other = [(5, 2, 7, 5), (4, 2, 2, 1), (5, 2, 6, 1)]
    assert state.path(1) == [(5, 0, 8, 3), (5, 1, 8, 4), *back_to_the_start_of_the_other]


def test_rule_0_1_6_a_marker_that_has_not_moved_yet_collides_too():
    state = table(sit("5,0@1", BACK), sit("5,0@2", A), sit("0,0@6", B), sit("0,5@5", C))
    state.play(f"5,0 {BACK}")
    assert outs(state) == {0: "collision", 1: "collision"}


def test_rule_0_1_6_lines_that_only_cross_or_lead_to_one_empty_square_do_not_collide():
    state = table(sit("5,0@1", BEND), sit("5,2@1", HUG), sit("0,5@5", A), deck=[B, C, D])
    state.play(f"5,0 {BEND}").play(f"5,2 {HUG}")
    assert (waits(state, 0), waits(state, 1)) == ("5,1@7", "5,1@3")
    assert state.alive == (0, 1, 2)


# ------------------------------------------------------------------------------------------------------ 1 base: set-up


@pytest.mark.parametrize("players", range(2, 9))
def test_rule_1_1_three_tiles_a_player_are_dealt_from_the_35_and_the_rest_is_the_pile(players):
    state = game().new(players=players, seed=players)
    hands = [state.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [3] * players
    assert len(state.deck) == 35 - 3 * players
    assert sorted([tile for hand in hands for tile in hand] + state.deck) == [tile.name for tile in tl.tsuro.tiles()]
    assert state.dragon is None


def test_rule_1_2_markers_are_placed_clockwise_from_seat_0_before_any_tile():
    state = game().new(players=3)
    order = []
    for mark in ("5,0@1", "0,0@6", "2,5@3"):
        order.append((state.turn, state.phase.name))
        with pytest.raises(IllegalMove, match="must first place its marker on a free start mark"):
            state.play(f"5,0 {state.hand(state.turn)[0]}")
        state.play(mark)
    assert order == [(0, "MARKS"), (1, "MARKS"), (2, "MARKS")]
    assert (state.turn, state.phase.name) == (0, "TILES")


def test_rule_1_2_no_two_markers_on_one_mark_but_two_marks_of_one_square_are_allowed():
    state = game().new(players=4).play("5,0@1")
    assert len(state.legal_moves) == 47
    with pytest.raises(IllegalMove, match="it is not a start mark, or a marker stands there"):
        state.play("5,0@1")
    state.play("5,0@2").play("5,0@7").play("5,0@8")
    assert [waits(state, seat) for seat in range(4)] == ["5,0@1", "5,0@2", "5,0@7", "5,0@8"]


def test_rule_1_3_hands_are_seen_before_a_mark_is_chosen():
    state = game().new(players=2, seed=3)
    assert state.phase.name == "MARKS"
    assert [len(state.hand(seat)) for seat in (0, 1)] == [3, 3]


# -------------------------------------------------------------------------------------------------------- 1 base: turn


def test_rule_1_4_any_tile_of_the_hand_any_way_round_on_the_empty_square_in_front():
    state = table(sit("4,2@1", "13-25-47-68", CROSS), sit("0,5@5", A), tiles={"5,2": AHEAD})
    turns = ("13-25-47-68", "16-28-35-47", "16-24-38-57", "17-25-38-46", CROSS)
    assert texts(state) == {f"4,2 {tile}" for tile in turns}
    with pytest.raises(IllegalMove, match="the tile must go on the empty square in front of the marker, 4,2"):
        state.play(f"4,3 {CROSS}")
    with pytest.raises(IllegalMove, match=f"seat 0 does not hold {A}"):
        state.play(f"4,2 {A}")


def test_rule_1_5_suicide_is_refused_while_another_turn_of_the_tile_keeps_the_player_in():
    state = table(sit("5,2@1", "12-34-57-68"), sit("0,5@5", A))
    assert texts(state) == {"5,2 17-28-34-56", "5,2 13-24-56-78"}
    with pytest.raises(IllegalMove, match=AVOIDABLE):
        state.play("5,2 12-34-57-68")


def test_rule_1_5_suicide_is_refused_while_another_tile_keeps_the_player_in():
    state = table(sit("5,0@1", BACK, HUG, AHEAD), sit("0,5@5", A))
    assert texts(state) == {f"5,0 {AHEAD}"}
    with pytest.raises(IllegalMove, match=AVOIDABLE):
        state.play(f"5,0 {BACK}")


def test_rule_1_5_any_tile_may_be_played_when_all_put_the_player_out():
    state = table(sit("5,0@1", BACK, HUG), sit("0,5@5", A), sit("0,0@6", B))
    assert texts(state) == {f"5,0 {BACK}", f"5,0 {HUG}"}
    state.play(f"5,0 {BACK}")
    assert outs(state) == {0: "edge"}


def test_rule_1_5_your_own_collision_is_suicide():
    state = table(sit("5,2@1", BACK, AHEAD), sit("5,2@2", A), sit("0,5@5", B))
    assert texts(state) == {f"5,2 {AHEAD}"}


def test_rule_1_6_eliminating_others_is_always_allowed():
    state = table(sit("5,0@1", BEND, AHEAD), sit("5,0@2", A), sit("0,5@5", B))
    assert texts(state) == {f"5,0 {BEND}", f"5,0 {AHEAD}"}
    state.play(f"5,0 {BEND}")
    assert outs(state) == {1: "edge"}
    assert waits(state, 0) == "5,1@7"


def test_rule_1_6_a_forced_suicide_may_take_others_along():
    state = table(sit("5,0@1", HUG), sit("5,0@7", A), sit("0,5@5", B), sit("0,0@6", C), tiles={"4,0": BACK})
    state.play(f"5,0 {HUG}")  # 1 leaves by 8 at the left edge; 7 goes up, comes back by 5 and leads right by 4
    assert outs(state) == {0: "edge"}
    assert waits(state, 1) == "5,1@7"
    state = table(sit("5,0@1", BACK), sit("5,0@7", A), sit("0,5@5", B), sit("0,0@6", C))
    state.play(f"5,0 {BACK}")
    assert outs(state) == {0: "edge", 1: "edge"}


def test_rule_1_7_every_marker_that_faces_the_new_tile_moves_to_the_end_of_its_path():
    others = sit("5,0@8", A), sit("5,1@2", B), sit("0,5@5", C)
    state = table(sit("5,0@1", BEND), *others, tiles={"4,0": BACK})
    state.play(f"5,0 {BEND}")  # 1 leads right by 4; 8 leads up by 5 to 4,0, comes back by 6 and leads right by 3
    assert [waits(state, seat) for seat in range(4)] == ["5,1@7", "5,1@8", "5,1@2", "0,5@5"]


def test_rule_1_7_a_marker_moved_by_another_player_plays_from_its_new_place():
    state = table(sit("5,2@1", AHEAD), sit("5,2@2", A), deck=[B])
    state.play(f"5,2 {AHEAD}")
    assert waits(state, 1) == "4,2@2"
    assert {(move.row, move.col) for move in state.legal_moves} == {(4, 2)}


def test_rule_1_8_a_marker_that_ends_at_the_edge_is_out_and_paths_that_join_put_both_out():
    players = sit("5,0@1", BEND), sit("5,0@2", A), sit("5,0@7", B), sit("5,0@8", C), sit("0,5@5", D)
    state = table(*players)
    state.play(f"5,0 {BEND}")
    assert outs(state) == {1: "collision", 2: "collision"}
    assert state.alive == (0, 3, 4)
    assert waits(state, 3) == "4,0@2"


def test_rule_1_8_four_markers_at_one_corner_in_two_pairs_are_all_out():
    players = sit("5,0@1", BACK), sit("5,0@2", A), sit("5,0@7", B), sit("5,0@8", C), sit("0,5@5", D), sit("0,0@6", E)
    state = table(*players)
    state.play(f"5,0 {BACK}")
    assert outs(state) == dict.fromkeys(range(4), "collision")


def test_rule_1_8_a_player_can_be_out_before_its_first_turn():
    state = table(sit("5,0@1", BEND), sit("5,0@2", A, B, C), sit("0,5@5", D, E, F), deck=[G])
    state.play(f"5,0 {BEND}")
    assert state.alive == (0, 2)
    assert state.turn == 2
    assert sorted([*state.hand(0), *state.deck]) == sorted([A, B, C, G])


def test_rule_1_9_all_hands_of_the_eliminated_go_back_together_before_any_draw():
    players = (
        sit("5,0@1", BEND, A),
        sit("5,0@2", B, C),
        sit("5,0@7", D, E),
        sit("5,0@8", F, G, H),
        sit("0,5@5", J, K, L),
    )
    state = table(*players, deck=[M])
    state.play(f"5,0 {BEND}", deck=[D, M, B, C, E])
    assert draws(state) == [(0, D), (0, M)]
    assert (state.hand(1), state.hand(2), state.deck) == ([], [], [B, C, E])


def test_rule_1_9_the_pile_is_shuffled_with_the_hands_that_came_back():
    on_top, expected, variance = 0, 0.0, 0.0
    for number in range(110):
        state = game().new(players=5, seed=9, number=number)
        for mark in ("5,0@1", "5,0@2", "5,0@7", "0,5@4", "0,5@5"):
            state.play(mark)
        pile = state.deck
        state.play(state.legal_moves[0])
        if outs(state):
            [*_, chance] = state.record().chance
            share = 1 - len(pile) / len(chance["deck"])
            on_top += chance["deck"][0] not in pile
            expected += share
            variance += share * (1 - share)
    assert variance > 5
    assert abs(on_top - expected) < 4 * variance**0.5


def test_rule_1_10_the_turn_passes_clockwise_to_the_next_living_player():
    state = table(sit("5,0@1", BEND), sit("5,0@2", A), sit("0,5@5", AHEAD), sit("0,0@6", B), deck=[C, D, E])
    seats = [state.turn, state.play(f"5,0 {BEND}").turn, state.play(f"0,5 {AHEAD}").turn]
    assert seats == [0, 2, 3]
    state = table(sit("5,0@1", AHEAD), sit("0,5@5", BACK), sit("0,0@6", A), sit("3,5@3", B), turn=1)
    assert state.play(f"0,5 {BACK}").turn == 2
