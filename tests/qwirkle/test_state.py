"""What a person holds: positions, moves as text, scores line by line, records, and why something is refused."""

import copy
import json
import random

import pytest

import tsurolab as tl
from tsurolab.errors import BadArgument, IllegalMove, ImpossiblePosition, UnknownName
from tsurolab.games.qwirkle.notation import Line, Move, Placement, Score, parse_move
from tsurolab.games.record import GameRecord

GAME = tl.game("qwirkle/classic")

TABLE = {
    "board": [[0, 0, "red", "circle"], [1, 0, "red", "square"], [0, 1, "blue", "circle"]],
    "hands": [
        [["red", "clover"], ["blue", "square"], ["blue", "square"], ["green", "circle"], ["green", "star8"]],
        [["red", "diamond"]],
    ],
    "bag": [["yellow", "star4"], ["yellow", "clover"]],
    "turn": 0,
    "scores": [4, 2],
}


def table(**changes):
    return GAME.from_position({**TABLE, **changes})


def random_game(seed, players=2, trades=0.1):
    state, chooser = GAME.new(players=players, seed=seed), random.Random(seed)
    while not state.is_over:
        swaps = [move for move in state.legal_moves if move.trade]
        plays = [move for move in state.legal_moves if move.placements]
        state.play(chooser.choice(swaps if swaps and chooser.random() < trades else plays or state.legal_moves))
    return state


# ----------------------------------------------------------------------------------------------------------- positions


@pytest.mark.jitless
def test_a_position_comes_back_exactly():
    assert table().position() == TABLE
    assert json.loads(json.dumps(table().position())) == TABLE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_of_a_game_can_be_read_and_played_on(players):
    end = random_game(players, players)
    for state in end.record().replay():
        position = state.position()
        twin = GAME.from_position(json.loads(json.dumps(position)), strict=True)
        assert twin.position() == position
        assert twin.outcome == state.outcome
        assert set(twin.legal_moves) == set(state.legal_moves)
        assert {move: move.points for move in twin.legal_moves} == {move: move.points for move in state.legal_moves}
        assert twin.dead_cells == state.dead_cells


def test_a_bag_that_is_not_told_holds_the_rest():
    state = GAME.from_position({"board": TABLE["board"], "hands": TABLE["hands"]})
    assert len(state.bag) == 108 - 3 - 6
    assert state.bag.count(("red", "circle")) == 2
    assert state.bag.count(("blue", "square")) == 1
    assert state.bag == GAME.from_position({"board": TABLE["board"], "hands": TABLE["hands"], "bag": None}).bag
    assert state.scores == [0, 0]


def test_a_position_tells_that_its_game_is_over():
    assert table(hands=[[], [["red", "clover"]]], bag=[], turn=0).outcome.reason.name == "WENT_OUT"
    blocked = table(hands=[[["purple", "star4"]], [["purple", "star8"]]], bag=[])
    assert str(blocked.outcome) == "blocked: seat 0 wins"
    assert str(table(scoreless=20).outcome) == "stalled: seat 0 wins"
    assert str(table(scoreless=20, scores=[3, 3]).outcome) == "stalled: seats 0, 1 share the win"
    assert table(scoreless=19).outcome is None
    assert table(scoreless=19).play("trade bs").outcome.reason.name == "STALLED"
    assert table(scoreless=19).play("bs@1,1").position().get("scoreless") is None


WRONG = {
    "a position is a mapping": [],
    "unknown key 'boards'": {"boards": []},
    "there must be 1 to 4 hands, not 0": {"hands": []},
    "hands must be a list": {"hands": "none"},
    r"board\[1\]: cell 0,0 has two tiles": {"board": [[0, 0, "red", "circle"], [0, 0, "red", "clover"]]},
    r"board\[0\] must be \[column, row, colour, shape\]": {"board": [[0, 0, "red circle"]]},
    r"board\[0\]: column must be a whole number, not 1.5": {"board": [[1.5, 0, "red", "circle"]]},
    "'pink', 'circle'. is no tile; a tile is a colour of red": {"hands": [[["pink", "circle"]]]},
    "hand 0 has 7 tiles; a full hand is 6": {"hands": [[["red", "circle"]] * 7]},
    "turn must be a whole number from 0 to 1, not 2": {"turn": 2},
    "there are 2 hands but 1 scores": {"scores": [1]},
    "score 1 must be a whole number from 0": {"scores": [1, -1]},
    "the grid is 200 columns wide": {"board": [[0, 0, "red", "circle"], [199, 0, "red", "circle"]]},
    "there can be 120": {"bag": [["red", "circle"]] * 115},
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_no_position_is_refused(message):
    wrong = WRONG[message]
    with pytest.raises(ImpossiblePosition, match=f"^impossible position: .*{message}"):
        GAME.from_position({**TABLE, **wrong} if isinstance(wrong, dict) else wrong)


def full(board, **changes):
    """Return a position with all 108 tiles."""
    rest = GAME.from_position({"board": board, "hands": [[], []]}).bag
    return {"board": board, "hands": [rest[:6], rest[6:12]], "bag": rest[12:]} | changes


UNREACHABLE = {
    "the line from 0,0 to 1,0 has the red circle twice": full([[0, 0, "red", "circle"], [1, 0, "red", "circle"]]),
    "the line from 0,0 to 0,1 is neither of one colour": full([[0, 0, "red", "circle"], [0, 1, "blue", "square"]]),
    "the grid is in pieces": full([[0, 0, "red", "circle"], [2, 0, "red", "square"]]),
    "is there 4 times; the set has 3": full([[0, 0, "red", "circle"]], bag=[["red", "circle"]] * 3),
    "hand 0 has 2 tiles though the bag is not empty": {
        **full([[0, 0, "red", "circle"]]),
        "hands": [full([[0, 0, "red", "circle"]])["hands"][0][:2], full([[0, 0, "red", "circle"]])["hands"][1]],
        "bag": [*full([[0, 0, "red", "circle"]])["hands"][0][2:], *full([[0, 0, "red", "circle"]])["bag"]],
    },
    "there are scores but no tile on the board": full([], scores=[1, 0]),
}


@pytest.mark.parametrize("message", UNREACHABLE)
def test_what_no_game_reaches_can_be_studied_but_is_refused_when_strict(message):
    position = UNREACHABLE[message]
    GAME.from_position(position)
    with pytest.raises(ImpossiblePosition, match=message):
        tl.game("qwirkle/classic", tie_start="oldest").from_position(
            {"turn": 0, **position} if position["board"] else starting(position), strict=True
        )


def starting(position):
    """Return the position with the turn of a seat that may start."""
    sizes = [GAME.from_position(position).largest_group(seat) for seat in range(2)]
    return {**position, "turn": sizes.index(max(sizes))}


def test_the_seat_with_the_largest_group_starts():
    state = GAME.new(players=4, seed=2)
    sizes = [state.largest_group(seat) for seat in range(4)]
    wrong = sizes.index(min(sizes))
    assert sizes[wrong] < max(sizes)
    with pytest.raises(ImpossiblePosition, match=rf"starts with a group of {max(sizes)}, not seat {wrong} with"):
        GAME.from_position({**state.position(), "turn": wrong}, strict=True)


# --------------------------------------------------------------------------------------------------------------- moves


def test_moves_as_text_come_back():
    for state in random_game(3).record().replay():
        for move in state.legal_moves[::7]:
            assert state.parse(str(move)) == parse_move(str(move)) == move
            assert str(move) in state.legal_moves
            assert eval(repr(move)) == move


def test_the_order_of_tiles_makes_no_difference():
    one = Move((Placement(1, 1, "blue", "square"), Placement(0, 0, "red", "circle")))
    two = Move((Placement(0, 0, "red", "circle"), Placement(1, 1, "blue", "square")))
    assert (one, hash(one)) == (two, hash(two))
    assert parse_move("trade bs rc") == parse_move("trade rc bs")


def test_the_first_play_may_lie_anywhere_and_run_either_way():
    start = GAME.new(players=2, seed=5)
    listed = start.legal_moves[0]
    assert len(listed.placements) > 1
    for x, y, right, down in ((0, 0, 1, 0), (-1000, 77, 0, 1), (5, -5, 1, 0)):
        move = Move.place(
            (x + place * right, y + place * down, p.colour, p.shape) for place, p in enumerate(listed.placements)
        )
        assert move in start.legal_moves
        state = start.copy().play(move)
        assert state.board == {(p.x, p.y): (p.colour, p.shape) for p in move.placements}
        assert state.last_score.points == listed.points
        assert GAME.from_position(state.position()).position() == state.position()
        assert all(abs(p.x - x) < 12 and abs(p.y - y) < 12 for m in state.legal_moves for p in m.placements)
        assert state.undo() == move
        assert state == start


@pytest.mark.parametrize(
    "text, reason",
    [
        ("bs@2,2", "no tile touches the grid"),
        ("bs@0,0", "cell 0,0 already has a tile"),
        ("bs@1,1 bs@1,1", "cell 1,1 already has a tile"),
        ("rd@2,0", "seat 0 does not hold rd, only rv bs bs gc g8"),
        ("gc@0,2 gc@0,3", "seat 0 does not hold gc, only"),
        ("bs@1,1 rv@2,0", "must lie in one row or one column"),
        ("gc@0,2 g8@0,4", "the line is broken: cell 0,3 is empty"),
        ("rv@2,0 gc@4,0", "the line is broken: cell 3,0 is empty"),
        ("gc@2,0", r"the line from 0,0 to 2,0 is neither of one colour \(green, red\) nor of one shape"),
        ("rv@0,2", "the line from 0,0 to 0,2 is neither of one colour"),
        ("bs@1,1 bs@2,1", "the line from 0,1 to 2,1 has the blue square twice"),
        ("trade rd", "seat 0 does not hold rd"),
        ("trade rv bs bs", "3 tiles cannot be traded while the bag holds 2"),
        ("pass", "nobody passes while the bag holds tiles"),
        ("rv@2,0 bs", "is not a move; write 'rv@3,1 rd@3,2'"),
        ("trade", "is not a move"),
        ("rq@2,0", "'rq' is no tile"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(text, reason):
    state = table()
    before = state.position()
    assert text not in state.legal_moves
    with pytest.raises(IllegalMove, match=reason):
        state.play(text)
    assert state.position() == before


def test_a_move_that_is_none_is_refused():
    state = table()
    with pytest.raises(IllegalMove, match="a Move or its text, not int"):
        state.play(7)
    with pytest.raises(UnknownName, match="unknown colour 'pink'"):
        Move((Placement(0, 2, "pink", "circle"),))
    both = Move((Placement(2, 0, "red", "clover"),), (("blue", "square"),))
    with pytest.raises(IllegalMove, match="not both"):
        state.play(both)
    with pytest.raises(UnknownName, match="unknown colour"):
        Move(trade=(("pink", "circle"),))


def test_the_first_play_must_be_the_largest_group():
    hand = [["red", "clover"], ["red", "circle"], ["red", "star8"], ["blue", "star8"], ["blue", "star4"]]
    state = GAME.from_position({"hands": [hand, [["red", "circle"]]]})
    assert {len(move.placements) for move in state.legal_moves} == {3}
    with pytest.raises(IllegalMove, match="the first play must be of 3 tiles"):
        state.play("b8@0,0 bx@1,0")
    with pytest.raises(IllegalMove, match="nobody trades before the first play"):
        state.play("trade bx")
    free = tl.game("qwirkle/classic", opening="free").from_position({"hands": [hand, [["red", "circle"]]]})
    assert {len(move.placements) for move in free.legal_moves} == {1, 2, 3}


def test_whoever_can_place_when_the_bag_is_empty_must():
    state = table(bag=[])
    assert all(move.placements for move in state.legal_moves)
    with pytest.raises(IllegalMove, match=r"seat 0 can place a tile and so must, as in '\w\w@"):
        state.play("pass")
    with pytest.raises(IllegalMove, match="the bag is empty"):
        state.play("trade rv")
    stuck = table(bag=[], hands=[[["purple", "star4"]], [["red", "diamond"]]])
    assert [str(move) for move in stuck.legal_moves] == ["pass"]
    stuck.play("pass").play("rd@2,0")
    assert str(stuck.outcome) == "went out: seat 1 wins"
    assert stuck.scores == [4, 2 + 3 + 6]


def test_nothing_can_be_played_when_the_game_is_over():
    state = random_game(1)
    assert len(state.legal_moves) == 0
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play("pass")


# -------------------------------------------------------------------------------------------------------------- scores


def test_a_score_line_by_line():
    state = table()
    score = state.score("bs@1,1")
    assert score == Score((Line(0, 1, 1, 1, 2), Line(1, 0, 1, 1, 2)), 4)
    assert str(score) == "0,1-1,1: 2 + 1,0-1,1: 2 = 4"
    assert [line.length for line in score.lines] == [2, 2]
    assert state.position() == TABLE
    assert state.play("bs@1,1").last_score == score
    assert str(table().play("trade bs").last_score) == "no line = 0"
    assert table().last_score == Score((), 0)
    with pytest.raises(IllegalMove, match="no tile touches"):
        table().score("bs@9,9")


def test_a_gap_filled_by_tiles_of_the_table_makes_one_line():
    board = [[0, 0, "red", "circle"], [0, 1, "red", "square"], [2, 1, "green", "square"], [2, 0, "green", "circle"],
             [1, 0, "blue", "circle"]]  # fmt: skip
    hand = [["blue", "square"], ["yellow", "square"], ["orange", "square"]]
    state = GAME.from_position({"board": board, "hands": [hand, [["red", "star8"]]]})
    score = state.score("bs@1,1 ys@3,1 os@-1,1")
    assert str(score.lines[0]) == "-1,1-3,1: 5"
    assert score.points == 5 + 2


@pytest.mark.parametrize("bonus, points", [("length", 8), ("six", 10), ("none", 4)])
def test_what_a_completed_line_adds_is_an_option(bonus, points):
    game = tl.game("qwirkle/classic", colours=4, shapes=3, copies=3, qwirkle_bonus=bonus)
    board = [[0, 0, "red", "circle"], [1, 0, "orange", "circle"], [2, 0, "yellow", "circle"]]
    state = game.from_position({"board": board, "hands": [[["green", "circle"], ["red", "star4"]], [["red", "star4"]]]})
    assert state.score("gc@3,0").points == points


def test_the_points_of_a_lone_first_tile_are_an_option():
    hands = [[["red", "circle"], ["blue", "square"]], [["red", "circle"]]]
    assert GAME.from_position({"hands": hands}).score("rc@4,4").points == 1
    none = tl.game("qwirkle/classic", lone_tile=0).from_position({"hands": hands})
    assert none.score("rc@4,4") == Score((), 0)
    assert all(move.points == 0 for move in none.legal_moves)


# ------------------------------------------------------------------------------------------------- histories, records


@pytest.mark.parametrize("seed", [11, 12])
def test_a_record_plays_again_without_random_numbers(seed):
    end = random_game(seed, players=3, trades=0.3)
    record = GameRecord.loads(end.record().dumps())
    assert any(record.chance)
    assert all((chance is not None) == move.startswith("trade") for move, chance in zip(record.moves, record.chance))
    assert record.final().position() == end.position()
    assert record.outcome == {"reason": end.outcome.reason.name, "winners": list(end.outcome.winners)}


def test_a_trade_can_be_given_the_bag_it_leaves():
    state = table()
    mixed = [["blue", "square"], ["yellow", "clover"]]
    state.play("trade bs", bag=mixed)
    assert state.position()["bag"] == mixed
    assert state.hand(0)[-1] == ("yellow", "star4")
    for wrong, reason in (
        ({"bag": [["red", "circle"]]}, "must hold the 2 tiles"),
        ({"deck": []}, "the only chance outcome"),
    ):
        again = table()
        with pytest.raises(BadArgument, match=reason):
            again.play("trade bs", **wrong)
        assert again.position() == TABLE
    with pytest.raises(BadArgument, match="only a trade has a chance outcome"):
        table().play("bs@1,1", bag=[])


def test_copies_stand_alone_and_undo_restores():
    state = GAME.new(players=2, seed=8)
    chooser, stack = random.Random(0), []
    while state.ply < 25 and not state.is_over:
        stack.append((state.copy(), hash(state)))
        state.play(chooser.choice(state.legal_moves))
    while stack:
        state.undo()
        kept, digest = stack.pop()
        assert (state, hash(state)) == (kept, digest)
        assert hash(kept) == digest
    assert copy.copy(state) == state


def test_cells_tell_what_fits():
    state = table()
    assert state.fits(1, 1) == [("red", "circle"), ("blue", "square")]
    assert state.fits(9, 9) == []
    assert state.fits(0, 0) == []
    assert ("red", "star4") in state.fits(2, 0)
    assert len(GAME.new(players=2).fits(3, 3)) == 36
    dead = table(board=[[0, 0, "red", "circle"], [1, 0, "red", "square"], [0, 1, "blue", "circle"],
                        [2, 0, "red", "star8"], [2, 1, "green", "star8"]])  # fmt: skip
    assert dead.dead_cells == [(1, 1)]
    assert dead.fits(1, 1) == []


def test_a_state_shows_itself():
    state = table()
    picture = state._repr_svg_()
    assert picture.startswith("<svg")
    assert repr(state) == "<qwirkle/classic: 2 players, 0 moves, seat 0 to play>"
    with pytest.raises(BadArgument, match="seat must be 0 to 1, not 2"):
        state.hand(2)


def test_the_last_play_is_outlined():
    state = table()
    plain = state._repr_svg_()
    played = state.play("bs@1,1")._repr_svg_()
    traded = table().play("trade bs")._repr_svg_()
    assert "bs" in str(state.last_move)
    assert played != tl.qwirkle.state_svg(state.position())
    assert traded.startswith("<svg")
    assert plain.startswith("<svg")
