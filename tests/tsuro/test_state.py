"""The State of Tsuro: why moves are refused, what is remembered and taken back, what is seen."""

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

from tsurolab.errors import BadArgument, IllegalMove
from tsurolab.games.tsuro.notation import Move
from tsurolab.games.tsuro.state import Event

pytestmark = pytest.mark.jitless

A, B, C, D, E, F, G, H, J, K = FILL[:10]
PATENT = {"edition": "tsuro/squiggles"}
FREE = {"edition": "tsuro/kosmos-6", "free_first_line": True}


def marks():
    """Return a state in which seat 1 has to choose its mark."""
    return table(sit("5,0@1", AHEAD), sit(None, A), turn=1)


def tiles(**rest):
    """Return a state in which seat 0 has to lay a tile on 5,0."""
    return table(sit("5,0@1", AHEAD, BACK), sit("0,3@5", A, B), deck=[C, D], **rest)


def inheriting():
    """Return a state in which seat 0 has to choose two cards of A, B, C, D, E."""
    players = sit(None, CROSS, A, B), sit("5,0@3", C, D, E), sit(None, F, G, H)
    return table(*players, tiles={"5,1": HUG}, deck=[J], **PATENT).play(f"5,0@1 {CROSS}")


def solo():
    """Return a solitaire in which BEND would lose a marker."""
    return table(sit("5,0@1", BEND, AHEAD), sit("5,0@2"), solitaire=True)


# ------------------------------------------------------------------------------------------------------- illegal moves

FIRST = "seat 1 must first place its marker on a free start mark, as in '5,0@2'"
KEEP = f"seat 0 must choose which cards to keep, as in 'keep {A} {B}'"
ILLEGAL = {
    "a number": (tiles, 5, "5 is not legal here: a move of Tsuro is a Move or its text, not int"),
    "nothing": (tiles, None, "a move of Tsuro is a Move or its text, not NoneType"),
    "bytes": (tiles, b"5,0", "a move of Tsuro is a Move or its text, not bytes"),
    "a tile before the marks": (marks, f"0,0 {A}", FIRST),
    "a tile with the mark": (marks, f"0,0@6 {A}", FIRST),
    "an empty move before the marks": (marks, Move(), FIRST),
    "cards before the marks": (marks, f"keep {A}", FIRST),
    "a mark that is taken": (marks, "5,0@1", "it is not a start mark, or a marker stands there"),
    "a mark inside": (marks, "2,2@1", "it is not a start mark, or a marker stands there"),
    "an inner point of a border square": (marks, "5,0@5", "it is not a start mark, or a marker stands there"),
    "a mark outside": (marks, "6,0@1", "it is not a start mark, or a marker stands there"),
    "a side without its option": (marks, "5,0@left", "it is not a start mark, or a marker stands there"),
    "a mark among tiles": (tiles, "5,3@1", f"seat 0 must lay a tile, as in '5,0 {AHEAD}'"),
    "cards among tiles": (tiles, f"keep {A}", f"seat 0 must lay a tile, as in '5,0 {AHEAD}'"),
    "an empty move": (tiles, Move(), "seat 0 must lay a tile"),
    "a tile not held, as text": (tiles, f"5,0 {A}", f"seat 0 does not hold {A}, only {AHEAD}"),
    "a tile not held, as a move": (tiles, Move(5, 0, A, 0), "seat 0 does not hold that tile"),
    "another square": (tiles, f"4,0 {AHEAD}", "the tile must go on the empty square in front of the marker, 5,0"),
    "a square outside": (tiles, f"60,0 {AHEAD}", "the tile must go on the empty square in front of the marker, 5,0"),
    "another square in solitaire": (solo, f"4,0 {AHEAD}", "in front of the marker, 5,0"),
    "another slot": (tiles, Move(5, 0, AHEAD, 1), f"play it as '5,0 {AHEAD}'"),
    "a point with the tile": (tiles, f"5,0@1 {AHEAD}", f"play it as '5,0 {AHEAD}'"),
    "suicide": (tiles, f"5,0 {BACK}", "it puts the player out while another placement does not"),
    "losing a marker": (solo, f"5,0 {BEND}", "it puts the player out while another placement does not"),
    "a tile while inheriting": (inheriting, f"4,0 {A}", KEEP),
    "a mark while inheriting": (inheriting, "4,0@1", KEEP),
    "too many cards": (inheriting, f"keep {A} {B} {C}", KEEP),
    "too few cards": (inheriting, f"keep {A}", KEEP),
    "no cards": (inheriting, "keep", KEEP),
    "a card twice": (inheriting, f"keep {A} {A}", KEEP),
    "a card of one who is in": (inheriting, f"keep {A} {F}", KEEP),
    "cards out of order": (inheriting, Move(keep=(B, A)), KEEP),
}


@pytest.mark.parametrize(("position", "move", "why"), ILLEGAL.values(), ids=ILLEGAL)
def test_an_illegal_move_is_refused_with_its_reason_and_changes_nothing(position, move, why):
    state = position()
    before, ply = state.copy(), state.ply
    with pytest.raises(IllegalMove, match=why):
        state.play(move)
    assert move not in state.legal_moves
    assert (state, state.ply) == (before, ply)


@pytest.mark.parametrize("text", ["", "hello", "5,0", "5,0@9", "5,0@north", "5,0 12-34", "keep x"])
def test_garbage_is_no_move(text):
    state = tiles()
    with pytest.raises(IllegalMove):
        state.parse(text)
    with pytest.raises(IllegalMove):
        state.play(text)
    assert text not in state.legal_moves


def test_a_finished_game_takes_no_move_and_says_how_it_ended():
    state = table(sit("5,0@1", BACK), sit("0,3@5", A)).play(f"5,0 {BACK}")
    for move in (f"5,0 {BACK}", "garbage", 5):
        with pytest.raises(IllegalMove, match=r"the game is over \(last standing: seat 1 wins\); undo\(\) or start"):
            state.play(move)


def test_a_move_without_a_slot_finds_its_tile_in_the_hand():
    assert tiles().play(Move(5, 0, AHEAD)).last_move.slot is not None


def test_an_empty_hand_is_said_to_hold_nothing():
    state = table(sit(None), sit(None, A))
    with pytest.raises(IllegalMove, match=f"seat 0 does not hold {B}, only nothing"):
        state.play(f"5,0 {B}")


def test_a_repeated_tile_is_found_in_its_first_slot():
    state = table(sit("5,0@1", A, AHEAD, AHEAD), sit("0,3@5", B), strict=False)
    assert state.parse(f"5,0 {AHEAD}") == Move(5, 0, AHEAD, 1)
    with pytest.raises(IllegalMove, match=f"play it as '5,0 {AHEAD}'"):
        state.play(Move(5, 0, AHEAD, 2))


def test_a_first_card_without_its_mark_is_told_a_mark_of_its_square():
    state = table(sit(None, AHEAD), sit(None, A), **PATENT)
    with pytest.raises(IllegalMove, match=f"play it as '3,0@[78] {AHEAD}'"):
        state.play(f"3,0 {AHEAD}")


def test_a_suicidal_first_card_is_told_so_though_another_mark_of_the_square_would_do():
    state = table(sit(None, BEND), sit(None, A), **PATENT)
    with pytest.raises(IllegalMove, match="it puts the player out while another placement does not"):
        state.play(f"5,0@2 {BEND}")


@pytest.mark.parametrize("move", [[5, 0], {"row": 5}])
def test_a_list_or_a_mapping_is_no_move(move):
    with pytest.raises(IllegalMove, match="a move of Tsuro is a Move or its text, not"):
        tiles().play(move)


def test_a_move_with_a_malformed_tile_is_an_illegal_move():
    with pytest.raises(IllegalMove):
        tiles().play(Move(5, 0, "12-34", 0))


# ------------------------------------------------------------------------------------------------------- undo and copy


@pytest.mark.parametrize("position", [marks, tiles, solo, inheriting])
def test_undo_takes_any_move_back_and_returns_it(position):
    state = position()
    before, past = state.copy(), state.moves
    for move in list(state.legal_moves):
        state.play(move)
        assert state.last_move == move
        assert state != before
        assert state.undo() == move
        assert (state, state.moves, texts(state)) == (before, past, texts(before))


def test_undo_of_an_inheritance_in_two_steps():
    state = inheriting()
    fresh = table(
        sit(None, CROSS, A, B), sit("5,0@3", C, D, E), sit(None, F, G, H), tiles={"5,1": HUG}, deck=[J], **PATENT
    )
    state.play(f"keep {A} {E}")
    assert str(state.undo()) == f"keep {A} {E}"
    assert state.phase.name == "INHERIT"
    assert str(state.undo()) == f"5,0@1 {CROSS}"
    assert state == fresh


def test_undo_after_the_end_goes_on_with_the_game():
    state = table(sit("5,0@1", BACK, HUG), sit("0,3@5", A))
    assert state.play(f"5,0 {BACK}").is_over
    state.undo()
    assert state.outcome is None
    assert texts(state) == {f"5,0 {BACK}", f"5,0 {HUG}"}


def test_there_is_nothing_to_undo_at_the_beginning():
    with pytest.raises(IllegalMove, match="nothing to undo: no move has been played since this state began"):
        tiles().undo()


def test_the_same_move_after_undo_draws_the_same():
    state = table(sit("5,0@1", BEND, A), sit("5,0@2", B, C, D), sit("0,3@5", E, F, G), deck=[H, J, K])
    first = state.play(f"5,0 {BEND}").position()
    state.undo()
    assert state.play(f"5,0 {BEND}").position() == first


def test_a_copy_has_its_own_future_and_the_same_past():
    state = tiles().play(f"5,0 {AHEAD}")
    twin = state.copy()
    assert twin == state
    assert hash(twin) == hash(state)
    twin.undo()
    assert (twin.ply, state.ply) == (0, 1)
    assert twin != state
    assert waits(state, 0) == "4,0@1"


# -------------------------------------------------------------------------------------------------------------- events


def test_there_are_no_events_before_the_first_move_and_none_of_placing_a_mark():
    state = marks()
    assert state.last_events == []
    assert state.play("0,3@5").last_events == []


def test_eliminations_come_first_then_draws_in_order_then_the_dragon():
    players = sit("5,0@1", BEND, G), sit("5,0@2", A, B), sit("0,5@5", H), sit("0,0@6", J, K)
    state = table(*players, dragon=2).play(f"5,0 {BEND}", deck=[A, B])
    assert state.last_events == [
        Event("out", 1, "edge", 5, 0),
        Event("draw", 2, tile=A),
        Event("draw", 3, tile=B),
        Event("dragon", 0),
    ]


def test_a_dragon_that_is_set_aside_goes_to_nobody():
    state = table(sit("5,0@1", BACK, HUG), sit("0,5@5", A, B, C), sit("0,0@6", D, E, F), dragon=0)
    state.play(f"5,0 {BACK}")
    assert state.last_events == [Event("out", 0, "edge", 5, 0), Event("dragon", None)]


def test_an_elimination_says_where_the_path_left_the_board():
    state = table(sit("5,0@1", AHEAD), sit("0,3@5", A), sit("3,5@3", B), tiles={"4,0": CROSS, "3,0": "17-25-36-48"})
    assert waits(state.copy().play(f"5,0 {AHEAD}"), 0) == "2,0@2"
    state = table(sit("5,0@1", AHEAD), sit("0,3@5", A), sit("3,5@3", B), tiles={"4,0": CROSS, "3,0": "13-27-46-58"})
    state.play(f"5,0 {AHEAD}")  # 4,0@1, 3,0@2, and left by 7
    assert state.last_events[0] == Event("out", 0, "edge", 3, 0)


def test_a_collision_is_where_the_tile_was_laid():
    state = table(sit("5,0@1", BACK), sit("5,0@2", A), sit("0,3@5", B), sit("3,5@3", C)).play(f"5,0 {BACK}")
    assert state.last_events[:2] == [Event("out", seat, "collision", 5, 0) for seat in (0, 1)]


def test_nobody_draws_while_cards_are_inherited_nor_after_the_end():
    state = inheriting()
    assert state.last_events == [Event("out", 1, "edge", 5, 0)]
    assert [event.kind for event in state.play(f"keep {A} {B}").last_events] == ["draw"]
    over = table(sit("5,0@1", BEND, A), sit("5,0@2", B), deck=[C]).play(f"5,0 {BEND}")
    assert (draws(over), ended(over)) == ([], ("LAST_STANDING", (0,)))


def test_events_are_those_of_the_last_move_only():
    state = table(sit("5,0@1", BEND, A), sit("5,0@2", B), sit("0,3@5", AHEAD), deck=[C, D, E, F, G])
    assert outs(state.play(f"5,0 {BEND}")) == {1: "edge"}
    assert outs(state.play(f"0,3 {AHEAD}")) == {}


# -------------------------------------------------------------------------------------------------------- path and hand


def test_a_path_lists_every_tile_crossed_with_points_in_and_out():
    state = table(sit("5,2@1", BEND), sit("0,3@5", A), tiles=LOOP_TILES)
    assert state.path(0) == state.path(1) == []
    state.play(f"5,2 {BEND}")
    assert state.path(0) == [
        (5, 2, 1, 4),
        (5, 3, 7, 6),
        (4, 3, 1, 7),
        (4, 2, 4, 1),
        (5, 2, 6, 3),
        (5, 3, 8, 4),
    ]


def test_a_path_of_a_marker_that_left_ends_at_the_edge():
    state = table(sit("4,0@1", HUG), sit("0,3@5", A), sit("3,5@3", B), tiles={"5,0": AHEAD}).play(f"4,0 {HUG}")
    assert state.path(0) == [(5, 0, 1, 6), (4, 0, 1, 8)]


def test_a_path_is_known_from_a_position_alone():
    state = table(sit("3,2@2", A), sit("0,3@5", B), tiles={"5,2": AHEAD, "4,2": CROSS})
    assert state.path(0) == [(5, 2, 1, 6), (4, 2, 1, 5)]


def test_a_path_that_begins_on_no_mark_is_empty():
    assert table(sit("3,2@1", A), sit("0,3@5", B), tiles={"4,2": AHEAD}, strict=False).path(0) == []
    assert marks().path(1) == []


def test_a_hand_is_in_the_order_of_its_slots():
    state = table(sit("5,0@1", A, AHEAD, B), sit("0,3@5", C), deck=[D])
    assert state.hand(0) == [A, AHEAD, B]
    assert state.play(f"5,0 {AHEAD}").hand(0) == [A, B, D]


@pytest.mark.parametrize("seat", [-1, 2, 8, 100])
def test_a_hand_of_nobody(seat):
    with pytest.raises(BadArgument, match=f"seat must be 0 to 1, not {seat}"):
        tiles().hand(seat)


@pytest.mark.parametrize("seat", [-1, 2, 8])
def test_a_path_of_nobody(seat):
    with pytest.raises(BadArgument, match=f"seat must be 0 to 1, not {seat}"):
        tiles().path(seat)


@pytest.mark.parametrize("seat", ["0", None, 0.5])
def test_a_hand_of_what_is_no_seat(seat):
    with pytest.raises(BadArgument, match="seat must be 0 to 1, not"):
        tiles().hand(seat)


@pytest.mark.parametrize(
    ("hand", "suicide", "counted"),
    [([BACK], True, 1), ([BACK], False, 1), ([BACK, AHEAD], False, 0), ([HUG], False, 0)],
)
def test_only_forced_suicides_are_counted(hand, suicide, counted):
    players = sit("5,2@1", *hand), sit("5,2@2", A), sit("0,3@5", B), sit("0,0@6", C)
    state = table(*players, collision_is_suicide=suicide).play(f"5,2 {hand[0]}")
    assert state.position().get("forced_suicides", 0) == counted


def test_what_is_seen_of_a_position():
    state = table(sit("4,0@1", A), sit("0,3@5", B), GONE, tiles={"5,0": AHEAD}, deck=[C], dragon=None)
    assert (state.rows, state.cols, state.players, state.turn) == (6, 6, 3, 0)
    assert (state.alive, state.dragon, state.deck, state.tiles) == ((0, 1), None, [C], {(5, 0): AHEAD})
    assert repr(state) == "<tsuro/classic: 3 players, 0 moves, seat 0 to play>"


# ------------------------------------------------------------------------------------------------ the outcome of chance


def returning():
    """Return a state in which BEND on 5,0 gives the three tiles of seat 1 back to a pile of one."""
    return table(sit("5,0@1", BEND, A), sit("5,0@2", B, C, D), sit("0,3@5", E, F, G), deck=[H])


def test_a_given_pile_is_drawn_from_in_its_order():
    state = returning().play(f"5,0 {BEND}", deck=[D, H, B, C])
    assert draws(state) == [(0, D), (0, H)]
    assert state.deck == [B, C]
    assert state.record().chance == ({"deck": [D, H, B, C]},)


def test_a_given_pile_may_name_tiles_any_way_round():
    pile = [quarter_turned(tile) for tile in (D, H, B, C)]
    assert draws(returning().play(f"5,0 {BEND}", deck=pile)) == [(0, D), (0, H)]


def quarter_turned(name):
    """Return the tile after a quarter turn."""
    return "-".join("".join(str((int(point) + 1) % 8 + 1) for point in pair) for pair in name.split("-"))


PILES = {
    "too short": ([D, H, B], "the shuffled pile must hold the 4 tiles of the pile and the returned hands"),
    "too long": ([D, H, B, C, C], "the shuffled pile must hold the 4 tiles"),
    "another tile": ([D, H, B, E], "the shuffled pile must hold the 4 tiles"),
    "one twice": ([D, H, B, B], "the shuffled pile must hold the 4 tiles"),
    "empty": ([], "the shuffled pile must hold the 4 tiles"),
    "nonsense": (["x"] * 4, "tile 'x' has 1 pair"),
    "a number": ([1, 2, 3, 4], "tile '1' has 1 pair"),
}


@pytest.mark.parametrize(("pile", "why"), PILES.values(), ids=PILES)
def test_a_pile_that_cannot_be_is_refused_and_nothing_has_happened(pile, why):
    state = returning()
    before = state.copy()
    with pytest.raises(BadArgument, match=why):
        state.play(f"5,0 {BEND}", deck=pile)
    assert (state, state.ply) == (before, 0)
    assert draws(state.play(f"5,0 {BEND}", deck=[B, C, D, H])) == [(0, B), (0, C)]


@pytest.mark.parametrize("chance", [{"dice": 6}, {"deck": [D, H, B, C], "dice": 6}])
def test_tsuro_has_no_other_chance(chance):
    with pytest.raises(BadArgument, match=r"the only chance outcome of Tsuro is deck=\[names in drawing order\], not"):
        returning().play(f"5,0 {BEND}", **chance)


def test_a_pile_that_cannot_be_is_refused_when_cards_are_inherited_too():
    state = inheriting()
    with pytest.raises(BadArgument, match="the shuffled pile must hold the 4 tiles"):
        state.play(f"keep {A} {B}", deck=[C, D, E])
    assert state.phase.name == "INHERIT"
    assert draws(state.play(f"keep {A} {B}", deck=[J, C, D, E])) == [(0, J)]


@pytest.mark.parametrize("position", [tiles, marks])
def test_a_pile_given_where_nothing_is_shuffled_is_not_recorded(position):
    state = position()
    try:
        state.play(state.legal_moves[0], deck=["nonsense"])
    except BadArgument:
        return
    assert state.record().chance == (None,)


@pytest.mark.parametrize("position", [returning, tiles, inheriting])
def test_what_chance_brought_replays_the_move(position):
    state = position()
    move = state.legal_moves[0]
    played = state.copy().play(move)
    [*_, chance] = played.record().chance
    assert state.copy().play(move, **(chance or {})).position() == played.position()


# ------------------------------------------------------------------------------------------------------ free first line


def test_a_side_is_chosen_and_then_one_of_its_marks():
    state = game(FREE["edition"], free_first_line=True).new(2, seed=1)
    with pytest.raises(IllegalMove, match="it is not a start mark, or a marker stands there"):
        state.play("5,0@7")
    state.play("5,0@left").play("5,0@bottom")
    assert {move.point for move in state.legal_moves} <= {7, 8}
    tile = state.legal_moves[0].tile
    with pytest.raises(IllegalMove, match=f"play it as '5,0@[78] {tile}'"):
        state.play(f"5,0 {tile}")
