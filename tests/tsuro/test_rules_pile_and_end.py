"""The base game: drawing and the dragon tile (1.11-1.18), and how it ends (1.19-1.25), one test a rule.

The outcome of each position follows from the rules' text, whose numbers these are. Positions are given in the words of
``small_boards``.
"""

import pytest
from small_boards import (
    AHEAD,
    BACK,
    BEND,
    CROSS,
    FILL,
    GONE,
    HUG,
    LOOP_TILES,
    draws,
    ended,
    game,
    outs,
    sit,
    table,
    texts,
    waits,
)

pytestmark = pytest.mark.jitless

A, B, C, D, E, F, G, H, J, K, L = FILL[:11]

# --------------------------------------------------------------------------------- 1 base: drawing and the dragon tile


def test_rule_1_11_the_active_player_draws_one():
    state = table(sit("5,0@1", AHEAD, A, B), sit("0,5@5", C, D, E), deck=[F, G])
    state.play(f"5,0 {AHEAD}")
    assert draws(state) == [(0, F)]
    assert (state.hand(0), state.hand(1), state.deck) == ([A, B, F], [C, D, E], [G])


def test_rule_1_11_an_active_player_who_is_out_draws_nothing():
    state = table(sit("5,0@1", BACK), sit("0,5@5", A, B, C), sit("0,0@6", D, E, F), deck=[G])
    state.play(f"5,0 {BACK}")
    assert draws(state) == []
    assert state.deck == [G]


def test_rule_1_12_with_an_empty_pile_the_active_player_takes_the_dragon_and_draws_nothing():
    state = table(sit("5,0@1", AHEAD, A, B), sit("0,5@5", C, D, E), sit("0,0@6", F, G, H))
    state.play(f"5,0 {AHEAD}")
    assert state.dragon == 0
    assert [(event.kind, event.seat) for event in state.last_events] == [("dragon", 0)]
    assert state.hand(0) == [A, B]


def test_rule_1_12_only_the_first_short_player_gets_the_dragon():
    state = table(sit("5,0@1", A, B), sit("0,5@5", AHEAD, D, E), sit("0,0@6", F, G, H), turn=1, dragon=0)
    state.play(f"0,5 {AHEAD}")
    assert state.dragon == 0
    assert state.last_events == []
    assert state.hand(1) == [D, E]


def test_rules_1_10_and_1_12_two_players_do_not_use_the_dragon():
    state = table(sit("5,0@1", AHEAD, A, B), sit("0,5@5", C, D, E))
    assert state.play(f"5,0 {AHEAD}").dragon is None


@pytest.mark.parametrize(("players", "holder"), [(2, None), (3, 0)])
def test_rules_1_10_and_1_12_whether_there_is_a_dragon_is_known_from_the_deal_on(players, holder):
    state = game(tile_set={AHEAD: 3 * players}).new(players)
    for mark in ("5,0@1", "0,5@5", "0,0@6")[:players]:
        state.play(mark)
    assert state.play(f"5,0 {AHEAD}").dragon == holder


CORNER = sit("5,0@2", A, B, C), sit("5,0@7", D, E, F)
"""With BEND laid on 5,0 from point 1 these two collide and give six tiles back."""


def test_rule_1_13_the_holder_draws_first_then_clockwise_round_and_round_until_all_are_full():
    state = table(sit("5,0@1", BEND, G), *CORNER, sit("5,0@8", H, J), sit("0,5@5", K), dragon=4)
    state.play(f"5,0 {BEND}", deck=[A, B, C, D, E, F])
    assert draws(state) == [(4, A), (0, B), (3, C), (4, D), (0, E)]
    assert [len(state.hand(seat)) for seat in range(5)] == [3, 0, 0, 3, 3]


def test_rule_1_13_when_all_are_full_the_dragon_is_aside_and_the_rest_stays_in_the_pile():
    state = table(sit("5,0@1", BEND, G), *CORNER, sit("5,0@8", H, J), sit("0,5@5", K), dragon=4)
    state.play(f"5,0 {BEND}", deck=[A, B, C, D, E, F])
    assert (state.dragon, state.deck) == (None, [F])
    assert [(event.kind, event.seat) for event in state.last_events][-1] == ("dragon", None)


def test_rule_1_14_the_next_player_who_should_have_drawn_takes_the_dragon():
    state = table(sit("5,0@1", BEND, G), sit("5,0@2", A, B), sit("0,5@5", H), sit("0,0@6", J, K), dragon=2)
    state.play(f"5,0 {BEND}", deck=[A, B])
    assert draws(state) == [(2, A), (3, B)]
    assert state.dragon == 0


def test_rule_1_14_that_may_be_the_same_holder():
    state = table(sit("5,0@1", BEND, G), sit("5,0@2", A, B, C), sit("0,5@5", H), sit("0,0@6", J, K), dragon=2)
    state.play(f"5,0 {BEND}", deck=[A, B, C])
    assert draws(state) == [(2, A), (3, B), (0, C)]
    assert state.dragon == 2


def test_rule_1_15_with_no_dragon_out_only_the_active_player_draws():
    state = table(sit("5,0@1", BEND, G, H), sit("5,0@2", A, B, C), sit("0,5@5", J, K, L), deck=[D])
    state.play(f"5,0 {BEND}", deck=[B, D, C, A])
    assert draws(state) == [(0, B)]
    assert (state.dragon, state.deck) == (None, [D, C, A])


def test_rule_1_15_when_the_active_player_is_out_the_next_living_player_draws_first():
    players = sit("5,0@1", BACK, HUG), sit("0,5@5", J, K), sit("0,0@6", L)
    state = table(*players, deck=[D])
    state.play(f"5,0 {BACK}", deck=[HUG, D])
    assert draws(state) == [(1, HUG), (2, D)]
    assert state.dragon == 2


def test_rule_1_16_the_dragon_of_an_eliminated_holder_passes_clockwise_to_the_next_short_hand():
    holder, full, short = sit("5,0@2", A, B), sit("0,5@5", C, D, E), sit("0,0@6", F)
    state = table(sit("5,0@1", BEND, G, H), holder, full, short, dragon=1)
    state.play(f"5,0 {BEND}", deck=[A, B])
    assert draws(state) == [(3, A), (0, B)]  # the new holder draws first
    assert state.dragon == 3  # and should have drawn next


def test_rule_1_16_the_dead_are_skipped():
    players = sit("5,0@1", BEND, G, H), sit("5,0@2", A), sit("5,0@7", B), sit("0,5@5", C, D)
    state = table(*players, dragon=1)
    state.play(f"5,0 {BEND}", deck=[A, B])
    assert draws(state) == [(3, A), (0, B)]
    assert state.dragon is None


def test_rule_1_16_a_holder_who_leaves_by_its_own_tile_passes_the_dragon_too():
    players = sit("5,0@1", BACK), sit("0,5@5", A, B, C), sit("0,0@6", D, E), sit("3,5@3", F, G)
    state = table(*players, dragon=0)
    state.play(f"5,0 {BACK}")
    assert state.dragon == 2
    assert draws(state) == []


def test_rule_1_16_with_no_short_hand_the_dragon_is_set_aside():
    state = table(sit("5,0@1", BACK, HUG), sit("0,5@5", A, B, C), sit("0,0@6", D, E, F), dragon=0)
    state.play(f"5,0 {BACK}")
    assert (state.dragon, state.deck) == (None, [HUG])
    assert draws(state) == []


def test_rule_1_17_by_option_the_round_stops_at_the_current_player():
    players = sit("5,0@1", BEND, G), *CORNER, sit("5,0@8", H, J), sit("0,5@5", K)
    state = table(*players, dragon=4, redraw="to_current")
    state.play(f"5,0 {BEND}", deck=[A, B, C, D, E, F])
    assert draws(state) == [(4, A), (0, B)]
    assert (state.dragon, state.deck) == (None, [C, D, E, F])


def test_rule_1_18_the_dragon_is_irrelevant_to_the_last_two():
    state = table(sit("5,0@1", BEND, A), sit("5,0@2", B, C), GONE, dragon=0)
    state.play(f"5,0 {BEND}")
    assert ended(state) == ("LAST_STANDING", (0,))
    assert draws(state) == []


# --------------------------------------------------------------------------------------------------------- 1 base: end


def test_rule_1_19_the_last_marker_on_the_board_wins():
    state = table(sit("5,0@1", BEND, A), sit("5,0@2", B), GONE, deck=[C])
    state.play(f"5,0 {BEND}")
    assert ended(state) == ("LAST_STANDING", (0,))
    assert len(state.legal_moves) == 0
    state = table(sit("5,0@1", BACK), sit("0,5@5", A))
    assert ended(state.play(f"5,0 {BACK}")) == ("LAST_STANDING", (1,))


def test_rule_1_20_the_last_markers_eliminated_by_one_tile_share_the_win_but_not_earlier_losers():
    state = table(sit("5,0@1", BACK), sit("5,0@2", A), GONE, sit("5,0@7", B), deck=[C])
    state.play(f"5,0 {BACK}")  # 1 and 2 collide, 7 leaves by 8
    assert outs(state) == {0: "collision", 1: "collision", 3: "edge"}
    assert ended(state) == ("ALL_ELIMINATED", (0, 1, 3))


def test_rule_1_21_all_35_tiles_placed_the_survivors_share_the_win_round_the_empty_square():
    holes = [(2, 2), (2, 3)]
    tiles = {f"{row},{col}": AHEAD for row in range(6) for col in range(6) if (row, col) not in holes}
    state = table(sit("2,2@8", AHEAD), sit("2,3@1"), sit("2,3@5"), tiles=tiles, tile_set={AHEAD: 35})
    state.play(f"2,2 {AHEAD}")
    assert len(state.tiles) == 35
    assert ended(state) == ("TILES_EXHAUSTED", (0, 1, 2))
    assert [waits(state, seat) for seat in range(3)] == ["2,3@8", "2,3@1", "2,3@5"]


def test_rule_1_21_those_whom_the_last_tile_puts_out_do_not_win():
    state = table(sit("5,0@1", BEND), sit("5,0@2"), sit("5,0@8"))
    assert ended(state.play(f"5,0 {BEND}")) == ("TILES_EXHAUSTED", (0, 2))


def test_rule_1_22_a_player_without_a_tile_is_passed_over_and_the_game_ends_with_the_last_tile():
    state = table(sit("5,0@1", AHEAD, BEND), sit("0,5@5"), sit("0,0@6", CROSS))
    assert state.play(f"5,0 {AHEAD}").turn == 2
    assert state.play(f"0,0 {CROSS}").turn == 0
    assert state.outcome is None
    assert ended(state.play(f"4,0 {BEND}")) == ("TILES_EXHAUSTED", (0, 1, 2))


def test_rule_1_23_of_two_players_the_first_lays_18_tiles_and_the_second_17_if_both_last():
    up = [(row, 0, AHEAD) for row in range(9, 1, -1)] + [(1, 0, BEND)]
    down = [(1, 1, BEND)] + [(row, 1, AHEAD) for row in range(2, 8)] + [(8, 1, HUG), (8, 2, HUG)]
    first = up + down
    second = [(row, col + 5, tile) for row, col, tile in first[:17]]
    draw = [tile for pair in zip(first[3:], second[3:], strict=False) for _, _, tile in pair] + [HUG]
    hands = [[tile for _, _, tile in walk[:3]] for walk in (first, second)]
    kinds = {AHEAD: 28, BEND: 4, HUG: 3}
    players = sit("9,0@1", *hands[0]), sit("9,5@1", *hands[1])
    state = table(*players, deck=draw, rows=10, cols=10, tile_set=kinds)
    laid = [[], []]
    while not state.is_over:
        seat = state.turn
        row, col, tile = (first, second)[seat][len(laid[seat])]
        laid[seat].append(tile)
        state.play(f"{row},{col} {tile}")
    assert [len(tiles) for tiles in laid] == [18, 17]
    assert ended(state) == ("TILES_EXHAUSTED", (0, 1))


def test_rule_1_24_solitaire_any_marker_s_square_may_be_filled_from_the_one_hand():
    state = table(sit("5,0@1", AHEAD, BEND), sit("0,5@5"), deck=[A], solitaire=True)
    assert texts(state) == {f"{square} {tile}" for square in ("5,0", "0,5") for tile in (AHEAD, BEND)}
    state.play(f"0,5 {AHEAD}")
    assert (waits(state, 0), waits(state, 1)) == ("5,0@1", "1,5@5")
    assert state.hand(0) == [BEND, A]


def test_rule_1_24_solitaire_is_won_when_all_tiles_are_placed_with_every_marker_alive():
    state = table(sit("5,0@1", AHEAD), sit("0,5@5"), solitaire=True)
    assert ended(state.play(f"5,0 {AHEAD}")) == ("TILES_EXHAUSTED", (0, 1))


def test_rule_1_24_solitaire_losing_a_marker_is_refused_while_avoidable_and_ends_the_game():
    state = table(sit("5,0@1", BEND, AHEAD), sit("5,0@2"), solitaire=True)
    assert texts(state) == {f"5,0 {AHEAD}"}  # BEND would keep 1 in, but not 2
    state = table(sit("5,0@1", BEND), sit("5,0@2"), deck=[A], solitaire=True)
    assert ended(state.play(f"5,0 {BEND}")) == ("MARKER_LOST", ())


@pytest.mark.parametrize(("goal", "winners"), [("last_standing", (1,)), ("longest_path", (0,))])
def test_rule_1_25_longest_path_wins(goal, winners):
    state = table(sit("4,0@1", HUG), sit("0,5@5", A), tiles={"5,0": AHEAD}, goal=goal)
    state.play(f"4,0 {HUG}")
    assert [len(state.path(seat)) for seat in (0, 1)] == [2, 0]
    assert ended(state) == ("LAST_STANDING", winners)


CROSSES = BEND
"""Laid on 5,2 with LOOP_TILES its lines 1-4 and 6-3 cross; 7-6 and 8-4 on 5,3 do not."""
TOUCHES_NOT = "14-23-58-67"
"""Its lines 1-4 and 6-7 lie side by side."""


@pytest.mark.parametrize(
    ("goal", "tile", "winners"),
    [
        ("last_standing", CROSSES, (0, 1)),
        ("self_crossings", CROSSES, (1,)),
        ("self_crossings", TOUCHES_NOT, (0, 1)),
    ],
)
def test_rule_1_25_most_self_crossings_win(goal, tile, winners):
    state = table(sit("0,5@5"), sit("5,2@1", tile), tiles=LOOP_TILES, turn=1, goal=goal)
    state.play(f"5,2 {tile}")
    assert [step[:2] for step in state.path(1)].count((5, 2)) == 2
    assert ended(state) == ("TILES_EXHAUSTED", winners)


def test_rule_1_25_an_open_common_hand_is_played_from_and_filled_by_all():
    state = table(sit("5,0@1", BEND, AHEAD, CROSS), sit("0,5@5"), sit("5,0@2"), deck=[A, B], common_hand=True)
    state.play(f"5,0 {BEND}")
    assert outs(state) == {2: "edge"}
    assert state.hand(0) == state.hand(1) == [AHEAD, CROSS, A]
    state.play(f"0,5 {AHEAD}").play(f"5,1 {A}")
    assert state.hand(0) == [CROSS, B]
    assert state.dragon is None
