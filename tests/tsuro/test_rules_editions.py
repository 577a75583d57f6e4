"""The patent's game (2), the KOSMOS edition (3) and what every option changes, one test a rule or option.

The outcome of each position follows from the rules' text, whose numbers these are. Positions are given in the words of
``small_boards``.
"""

from collections import Counter
from itertools import combinations

import pytest
from small_boards import (
    AHEAD,
    BACK,
    BEND,
    CROSS,
    FILL,
    GONE,
    HUG,
    board,
    draws,
    ended,
    game,
    outs,
    sit,
    table,
    texts,
    waits,
)

import tsurolab as tl
from tsurolab.errors import BadArgument, IllegalMove

pytestmark = pytest.mark.jitless

A, B, C, D, E, F, G, H, J, K, L, M = FILL[:12]
AVOIDABLE = "it puts the player out while another placement does not"
PATENT = {"edition": "tsuro/squiggles"}
SIX = {"edition": "tsuro/kosmos-6"}
SEVEN = {"edition": "tsuro/kosmos-7"}


def all_tiles(state):
    """Return the classes of all tiles in hands and pile, with their number."""
    hands = [tile for player in state.position()["players"] for tile in player["hand"]]
    return Counter(hands + state.deck)


# ------------------------------------------------------------------------------------------------ 2 the patent's game


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (3, 4), (2, 2), (10, 10)])
def test_rule_2_1_the_board_is_of_any_size_with_two_start_marks_at_every_border_side(rows, cols):
    marks = {str(move).split()[0] for move in game("tsuro/squiggles", rows=rows, cols=cols).new(players=2).legal_moves}
    assert len(marks) == 4 * (rows + cols)
    assert {mark.split("@")[0] for mark in marks} == {
        f"{row},{col}" for row in range(rows) for col in range(cols) if row in (0, rows - 1) or col in (0, cols - 1)
    }


def test_rule_2_2_cards_are_all_different_or_by_choice_not():
    assert all_tiles(game("tsuro/squiggles").new(players=4)) == Counter(tile.name for tile in tl.tsuro.tiles())
    doubled = game("tsuro/squiggles", tile_set={AHEAD: 12, BEND: 8}).new(players=4)
    assert all_tiles(doubled) == {AHEAD: 12, BEND: 8}


STRAIGHT = {"0,0": (5, 6, 7, 8), "0,1": (3, 4, 5, 6), "1,0": (1, 2, 7, 8), "1,1": (1, 2, 3, 4)}
"""The marks of a 2 x 2 board, all of which AHEAD leads inwards."""
BEND_IN_CORNERS = {"1,0@1", "1,0@8", "1,1@2", "1,1@3", "0,1@4", "0,1@5", "0,0@6", "0,0@7"}
"""Those of them from which BEND leads inwards."""


def test_rule_2_3_the_start_mark_is_chosen_with_the_first_card():
    state = table(sit(None, AHEAD), sit(None, BEND), rows=2, cols=2, strict=False, **PATENT)
    assert texts(state) == {f"{square}@{point} {AHEAD}" for square, points in STRAIGHT.items() for point in points}
    state.play(f"1,0@1 {AHEAD}")
    assert waits(state, 0) == "0,0@1"
    assert (state.turn, waits(state, 1)) == (1, None)


def test_rule_2_3_the_first_card_goes_to_any_free_mark_whose_square_is_empty():
    state = table(sit(None, BEND), sit(None, AHEAD), rows=2, cols=2, strict=False, **PATENT)
    assert {text.split()[0] for text in texts(state)} == BEND_IN_CORNERS
    state.play(f"1,0@1 {BEND}")
    # 1,0 is filled; 0,0@5 would run down over it to the left edge; 1,1@4 leads to 1,1@7 where seat 0 waits
    entries = {"0,0": (6, 7, 8), "0,1": (3, 4, 5, 6), "1,1": (1, 2, 3)}
    assert texts(state) == {f"{square}@{point} {AHEAD}" for square, points in entries.items() for point in points}


@pytest.mark.parametrize(
    ("tile", "where"),
    [(HUG, "the same edge: 3 leads back down by 2"), (CROSS, "another edge: 3 leads left by 7")],
)
def test_rule_2_4_a_player_is_out_when_both_ends_of_the_line_touch_the_edge(tile, where):
    line = {"5,1": "18-26-37-45"}  # the line begins at the bottom edge and runs from 1 to 8, left
    state = table(sit("5,0@3", tile), sit(None, A), sit(None, B), tiles=line, **PATENT)
    state.play(f"5,0 {tile}")
    assert outs(state) == {0: "edge"}, where


def test_rule_2_5_a_hand_has_three_cards_and_a_random_player_begins():
    states = [game("tsuro/squiggles").new(players=4, seed=5, number=number) for number in range(400)]
    assert {len(state.hand(seat)) for state in states for seat in range(4)} == {3}
    first = Counter(state.turn for state in states)
    assert sum((first[seat] - 100) ** 2 / 100 for seat in range(4)) < 16.27  # chi-square, 3 degrees, one in a thousand


def test_rule_2_6_short_path_the_player_advances_to_the_end_of_the_joined_line():
    state = table(sit(None, AHEAD), sit(None, A), tiles={"4,2": CROSS, "3,2": BEND}, **PATENT)
    state.play(f"5,2@1 {AHEAD}")  # up to 4,2@1, over it to 3,2@2, and left by 7
    assert waits(state, 0) == "3,1@4"


def test_rule_2_7_suicide_is_illegal_while_another_play_exists():
    state = table(sit(None, BACK, BEND), sit(None, A), **PATENT)
    assert not any(text.endswith(BACK) for text in texts(state))
    with pytest.raises(IllegalMove, match=AVOIDABLE):
        state.play(f"5,0@1 {BACK}")
    state = table(sit(None, BACK), sit(None, A), sit(None, B), **PATENT)
    assert len(state.legal_moves) == 48
    assert outs(state.play(f"5,0@1 {BACK}")) == {0: "edge"}


def test_rule_2_8_interference_extending_another_line_is_legal_and_moves_that_player():
    state = table(sit(None, AHEAD), sit("5,0@3", A), sit(None, B), tiles={"5,1": HUG}, deck=[C], **PATENT)
    state.play(f"5,0@1 {AHEAD}")
    assert outs(state) == {1: "edge"}
    state = table(sit(None, BEND), sit("5,0@3", A), tiles={"5,1": HUG}, deck=[C], **PATENT)
    state.play(f"5,0@1 {BEND}")
    assert (waits(state, 0), waits(state, 1)) == ("4,1@1", "4,0@1")  # seat 0 goes on over 5,1 from 7 to 6


JOINING = "13-25-47-68"
"""Laid on 5,0 from point 1 it joins the line that waits at 3."""


def test_rule_2_9_collision_joining_two_lines_puts_both_out():
    players = sit(None, JOINING), sit("5,0@3", A), sit(None, B)
    state = table(*players, tiles={"5,1": HUG}, deck=[C, D, E], collision_is_suicide=False, **PATENT)
    state.play(f"5,0@1 {JOINING}")
    assert outs(state) == {0: "collision", 1: "collision"}
    assert state.path(0) == [(5, 0, 1, 3)]
    assert state.path(1) == [(5, 1, 1, 8), (5, 0, 3, 1)]  # to the start of the other, which acts as an edge


def test_rule_2_9_a_voluntary_collision_is_suicide():
    state = table(sit(None, JOINING), sit("5,0@3", A), sit(None, B), tiles={"5,1": HUG}, **PATENT)
    assert f"5,0@1 {JOINING}" not in texts(state)
    assert f"5,0@2 {JOINING}" in texts(state)


def inheriting(**options):
    """Return a state where seat 0, holding A and B, has just put seat 1 out, who held C, D and E."""
    players = sit(None, CROSS, A, B), sit("5,0@3", C, D, E), sit(None, F, G, H)
    return table(*players, tiles={"5,1": HUG}, deck=[J], **PATENT, **options).play(f"5,0@1 {CROSS}")


def test_rule_2_10_the_active_player_keeps_any_cards_of_the_own_hand_and_the_eliminated_ones():
    state = inheriting()
    assert (outs(state), state.turn, state.phase.name) == ({1: "edge"}, 0, "INHERIT")
    assert texts(state) == {f"keep {one} {two}" for one, two in combinations(sorted([A, B, C, D, E]), 2)}
    with pytest.raises(IllegalMove, match="seat 0 must choose which cards to keep"):
        state.play(f"4,0 {A}")


def test_rule_2_10_as_many_cards_are_kept_as_the_own_hand_held():
    players = sit(None, CROSS, A), sit("5,0@3", C, D), sit(None, F, G)
    state = table(*players, tiles={"5,1": HUG}, **PATENT).play(f"5,0@1 {CROSS}")
    assert texts(state) == {f"keep {A}", f"keep {C}", f"keep {D}"}
    empty = table(sit(None, CROSS), *players[1:], tiles={"5,1": HUG}, **PATENT).play(f"5,0@1 {CROSS}", deck=[D, C])
    assert (empty.phase.name, draws(empty)) == ("TILES", [(0, D), (2, C)])


def test_rule_2_10_what_is_left_over_is_shuffled_into_the_deck_before_the_draw():
    state = inheriting().play(f"keep {B} {D}", deck=[A, J, E, C])
    assert draws(state) == [(0, A)]
    assert sorted(state.hand(0)) == sorted([B, D, A])
    assert (state.hand(1), state.deck, state.turn) == ([], [J, E, C], 2)


def test_rule_2_10_an_active_player_who_is_also_out_inherits_nothing():
    players = sit("5,0@5", AHEAD, CROSS), sit("5,0@3", A, B), sit(None, C, D, E), sit(None, F, G, H)
    state = table(*players, tiles={"5,1": HUG, "4,0": BEND}, **PATENT)
    state.play(f"5,0 {AHEAD}")  # 5 leads down by 2, 3 left by 8
    assert outs(state) == {0: "edge", 1: "edge"}
    assert (state.phase.name, state.turn) == ("TILES", 2)
    assert sorted(state.deck) == sorted([CROSS, A, B])


def test_rule_2_11_the_next_card_follows_the_rules_of_the_dragon():
    state = table(sit(None, AHEAD, A), sit(None, B), sit(None, C), **PATENT)
    assert state.play(f"5,2@1 {AHEAD}").dragon == 0
    players = sit(None, CROSS), sit("5,0@3", A, B, C), sit(None, D), sit(None, E, F)
    state = table(*players, tiles={"5,1": HUG}, dragon=2, **PATENT)
    state.play(f"5,0@1 {CROSS}", deck=[A, B, C])
    assert draws(state) == [(2, A), (3, B), (0, C)]
    assert state.dragon == 2


# ------------------------------------------------------------------------------------------------- 3 the KOSMOS edition


def test_rule_3_1_two_to_four_on_6_x_6_and_two_to_eight_on_7_x_7():
    assert game("tsuro/kosmos-6").players == range(2, 5)
    assert game("tsuro/kosmos-7").players == range(2, 9)
    sizes = {name: (game(name).new(2).rows, game(name).new(2).cols) for name in ("tsuro/kosmos-6", "tsuro/kosmos-7")}
    assert sizes == {"tsuro/kosmos-6": (6, 6), "tsuro/kosmos-7": (7, 7)}


@pytest.mark.parametrize("edition", ["tsuro/kosmos-6", "tsuro/kosmos-7"])
def test_rule_3_2_three_are_dealt_and_hands_are_filled_to_three(edition):
    state = game(edition).new(players=4, seed=2)
    for mark in ("2,0@7", "0,2@5", "3,0@7", "0,3@5"):
        state.play(mark)
    assert [len(state.hand(seat)) for seat in range(4)] == [3] * 4
    state.play(state.legal_moves[0])
    assert len(draws(state)) == 1
    assert len(state.hand(0)) == 3


@pytest.mark.parametrize(("edition", "marks"), [("tsuro/kosmos-6", 48), ("tsuro/kosmos-7", 56)])
def test_rules_3_3_and_3_4_a_figure_starts_at_a_fixed_entrance_one_of_48_or_56(edition, marks):
    state = game(edition).new(players=2)
    assert len(state.legal_moves) == marks
    assert waits(state.play("2,0@8"), 0) == "2,0@8"


@pytest.mark.parametrize(("edition", "sides"), [("tsuro/kosmos-6", 24), ("tsuro/kosmos-7", 28)])
def test_rule_3_3_by_option_a_border_side_is_chosen(edition, sides):
    state = game(edition, free_first_line=True).new(players=2)
    assert len(state.legal_moves) == sides
    state.play("5,0@left")
    assert waits(state, 0) == "5,0@left"
    assert len(state.legal_moves) == sides - 1
    assert "5,0@left" not in texts(state)


def test_rule_3_3_the_line_is_chosen_with_the_first_tile():
    state = table(sit("5,0@bottom", AHEAD, BEND), sit("0,5@top", A), free_first_line=True, **SIX)
    assert texts(state) == {f"5,0@1 {AHEAD}", f"5,0@2 {AHEAD}", f"5,0@1 {BEND}"}  # 2 with BEND leaves at the left
    assert waits(state.play(f"5,0@2 {AHEAD}"), 0) == "4,0@2"


@pytest.mark.parametrize(
    ("tile", "entered", "why"),
    [
        (BEND, "4,0@2", "7 would leave by 2, 8 leads up by 5"),
        (AHEAD, "5,1@7", "both keep it in: the lower point"),
        ("14-23-56-78", None, "both lead out"),
    ],
)
def test_rule_3_3_when_another_fills_the_square_the_entrance_is_taken_that_keeps_the_figure_in(tile, entered, why):
    players = sit("5,0@bottom", tile), sit("5,0@left", A), sit("0,5@top", B)
    state = table(*players, free_first_line=True, **SIX)
    state.play(f"5,0@1 {tile}")
    assert waits(state, 1) == entered, why
    assert outs(state) == ({} if entered else {1: "edge"})


def test_rule_3_5_on_6_x_6_35_of_the_64_tiles_take_part():
    deals = [all_tiles(game("tsuro/kosmos-6").new(players=3, seed=4, number=number)) for number in range(40)]
    assert {deal.total() for deal in deals} == {35}
    assert {max(deal.values()) for deal in deals} == {2}
    assert len({tuple(sorted(deal.items())) for deal in deals}) == 40


def test_rule_3_5_on_6_x_6_the_dragon_takes_part():
    state = table(sit("5,0@1", AHEAD, A), sit("0,5@5", B), sit("0,0@6", C), **SIX)
    assert state.play(f"5,0 {AHEAD}").dragon == 0


def test_rule_3_5_by_option_all_64_are_shuffled_and_there_is_no_dragon():
    assert all_tiles(game("tsuro/kosmos-6", all64=True).new(players=3)).total() == 64
    state = table(sit("5,0@1", AHEAD, A), sit("0,5@5", B), sit("0,0@6", C), all64=True, **SIX)
    assert state.play(f"5,0 {AHEAD}").dragon is None


def test_rule_3_6_on_7_x_7_all_64_take_part_and_with_an_empty_pile_nobody_draws():
    assert all_tiles(game("tsuro/kosmos-7").new(players=8)).total() == 64
    state = table(sit("6,0@1", AHEAD, A), sit("0,6@5", B), sit("0,0@6", C), rows=7, cols=7, **SEVEN)
    state.play(f"6,0 {AHEAD}")
    assert state.last_events == []
    assert (state.dragon, state.hand(0), state.turn) == (None, [A], 1)


def test_rule_3_7_a_completed_board_is_a_win_shared_by_those_whom_the_last_tile_removes():
    tiles = {f"{row},{col}": AHEAD for row in range(7) for col in range(7) if (row, col) != (3, 3)}
    players = sit("3,3@1", AHEAD, AHEAD), sit("3,3@2", AHEAD), GONE, sit("3,3@7", AHEAD)
    state = table(*players, tiles=tiles, rows=7, cols=7, tile_set={AHEAD: 64}, **SEVEN)
    state.play(f"3,3 {AHEAD}")
    assert len(state.tiles) == 49
    assert ended(state) == ("ALL_ELIMINATED", (0, 1, 3))


def test_rule_3_8_the_64_are_every_class_once_and_29_classes_again():
    counts = all_tiles(game("tsuro/kosmos-7").new(players=2))
    assert Counter(counts.values()) == {2: 29, 1: 6}


def test_rule_3_9_winning_and_elimination_are_those_of_the_base_game():
    state = table(sit("5,0@1", BACK, BEND), sit("5,0@2", A), **SIX)
    with pytest.raises(IllegalMove, match=AVOIDABLE):
        state.play(f"5,0 {BACK}")
    assert ended(state.play(f"5,0 {BEND}")) == ("LAST_STANDING", (0,))


# ---------------------------------------------------------------------------------------------------------- the options


@pytest.mark.parametrize(("suicide", "legal"), [(True, {AHEAD}), (False, {AHEAD, BACK})])
def test_option_collision_is_suicide_tells_whether_an_avoidable_collision_is_refused(suicide, legal):
    players = sit("5,2@1", AHEAD, BACK), sit("5,2@2", A), sit("0,5@5", B)
    state = table(*players, collision_is_suicide=suicide)
    assert texts(state) == {f"5,2 {tile}" for tile in legal}


def test_option_collision_is_suicide_does_not_excuse_an_exit_at_the_edge():
    state = table(sit("5,0@1", AHEAD, BACK, HUG), sit("0,5@5", A), sit("0,0@6", B), collision_is_suicide=False)
    assert texts(state) == {f"5,0 {AHEAD}"}


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 6), (4, 5), (10, 10)])
def test_options_rows_and_cols_set_the_size_of_the_board(rows, cols):
    state = game(rows=rows, cols=cols).new(players=2)
    assert (state.rows, state.cols) == (rows, cols)
    assert len(state.legal_moves) == 4 * (rows + cols)


@pytest.mark.parametrize("size", range(1, 8))
def test_option_hand_size_is_what_is_dealt_and_filled_up_to(size):
    state = game(hand_size=size).new(players=4, seed=1)
    for mark in ("2,0@7", "0,2@5", "3,0@7", "0,3@5"):
        state.play(mark)
    assert [len(state.hand(seat)) for seat in range(4)] == [size] * 4
    state.play(state.legal_moves[0])
    assert len(state.hand(0)) == size


@pytest.mark.parametrize("edition", ["tsuro/classic", "tsuro/squiggles"])
@pytest.mark.parametrize(("dragon", "holder"), [(True, 0), (False, None)])
def test_option_dragon_leaves_the_dragon_out(edition, dragon, holder):
    position = board(sit("5,2@1", AHEAD, A), sit("0,5@5", B), sit("0,0@6", C))
    state = game(edition, dragon=dragon).from_position(position, strict=True)
    assert state.play(f"5,2 {AHEAD}").dragon == holder


def test_option_redraw_without_a_holder_stops_at_the_active_player():
    players = sit("5,0@1", BEND, G), sit("5,0@2", A, B, C), sit("0,5@5", H)
    state = table(*players, redraw="to_current").play(f"5,0 {BEND}", deck=[A, B, C])
    assert draws(state) == [(0, A)]


@pytest.mark.parametrize(("inheritance", "phase"), [(True, "INHERIT"), (False, "TILES")])
def test_option_inheritance_switches_inheriting_off(inheritance, phase):
    state = inheriting(inheritance=inheritance)
    assert state.phase.name == phase
    if not inheritance:
        assert state.hand(0)[:2] == [A, B]
        assert state.turn == 2


def test_option_random_first_off_lets_seat_0_begin():
    plain = game("tsuro/squiggles", random_first=False)
    assert {plain.new(players=5, seed=6, number=number).turn for number in range(30)} == {0}


def test_option_tile_set_takes_a_mapping_or_a_list():
    for tiles in ({AHEAD: 3, BEND: 4}, [AHEAD] * 3 + [BEND] * 4, f"{AHEAD},{BEND} " * 3 + BEND):
        assert all_tiles(tl.game("tsuro/classic", tile_set=tiles).new(players=2)) == {AHEAD: 3, BEND: 4}


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        ({}, "tile_set has 0 tiles; a game takes 1 to 128"),
        ({AHEAD: 129}, "'16-25-38-47' needs 0 to 128 copies, not 129"),
        ([AHEAD] * 129, "tile_set has 129 tiles"),
        ({AHEAD: -1}, "needs 0 to 128 copies, not -1"),
        ({AHEAD: True}, "needs 0 to 128 copies, not True"),
        ({"12-34-56": 2}, "tile '12-34-56' has 3 pairs"),
        (7, "tile_set must map names to copies or list names, not 7"),
    ],
)
def test_option_tile_set_says_what_is_wrong_with_it(tiles, why):
    with pytest.raises(BadArgument, match=why):
        tl.game("tsuro/classic", tile_set=tiles)


def test_option_singles_seed_chooses_the_six_single_classes():
    def singles(seed):
        counts = all_tiles(game("tsuro/kosmos-7", singles_seed=seed).new(players=2))
        return frozenset(tile for tile, copies in counts.items() if copies == 1)

    chosen = [singles(seed) for seed in range(6)]
    assert {len(each) for each in chosen} == {6}
    assert len(set(chosen)) == 6
    assert singles(3) == chosen[3]


def test_option_solitaire_seats_one_to_eight_markers_and_has_its_own_goal():
    assert game(solitaire=True).players == range(1, 9)
    with pytest.raises(BadArgument, match="solitaire has a goal of its own"):
        tl.game("tsuro/classic", solitaire=True, goal="longest_path")


def test_options_of_a_small_board_limit_the_players():
    assert game("tsuro/squiggles", rows=1, cols=3).players == range(2, 4)
    assert game(rows=1, cols=1).players == range(2, 9)
    assert game("tsuro/squiggles", rows=1, cols=2).players == range(2, 3)
