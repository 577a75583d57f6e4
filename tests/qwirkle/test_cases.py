"""The outside cases through the public surface: positions, legal moves, scores, turns."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import caseload
import numpy as np
import pytest

import tsurolab as tl
from tsurolab.errors import IllegalMove, ImpossiblePosition
from tsurolab.games.protocol import new_records
from tsurolab.games.qwirkle import kernel
from tsurolab.games.qwirkle.kernel_plays import largest_group
from tsurolab.games.qwirkle.notation import Move
from tsurolab.games.qwirkle.positions import lines_of, what_is_wrong
from tsurolab.games.qwirkle.tiles import CLASSIC, COLOURS, SHAPES

CLASSIC_GAME = tl.game("qwirkle/classic")

# what the cases call the fault, and what the library says
REASONS = {
    "cell occupied": "already has a tile|does not hold",
    "duplicate tile in a line": "twice|is neither of one colour",
    "line mixes colours and shapes": "twice|is neither of one colour",
    "not connected to the grid": "no tile touches the grid",
    "not in one row or column": "must lie in one row or one column",
    "gap in the line": "the line is broken",
    "tile not in hand": "does not hold",
}


def outside_files():
    shared = caseload.PLACES[1] / "qwirkle"
    return sorted(path.stem for path in [*shared.glob("qw_*.json"), *shared.glob("rmit_*.json")]) or ["qw_absent"]


def disagreements():
    path = caseload.find("qwirkle/known_disagreements")
    return json.loads(path.read_text()) if path else []


OUTSIDE = [each for name in outside_files() for each in caseload.parameters(f"qwirkle/{name}")]


def state_of(board, hand, bag=None, *, game=CLASSIC_GAME, other=(("red", "circle"),), **more):
    """Return a state for two with `hand` to move."""
    position = {"board": board, "hands": [hand, list(other)], "bag": bag, **more}
    return game.from_position(position)


def rest_of(*used, copies=3):
    """Return the tiles of the classic set that are not used."""
    rest = Counter({(colour, shape): copies for colour in COLOURS for shape in SHAPES})
    rest.subtract(Counter(tuple(tile) for tiles in used for tile in tiles))
    return list((+rest).elements())


def renamed(case):
    """Return the game of a case with few colours and shapes, and the case in the names of that game."""
    shapes, colours = case["full"]
    rows = [*case["board"], *case.get("move", [])]
    names = {
        **dict(zip(dict.fromkeys(row[2] for row in rows), COLOURS, strict=False)),
        **dict(zip(dict.fromkeys(row[3] for row in rows), SHAPES, strict=False)),
    }
    game = tl.game("qwirkle/classic", colours=colours, shapes=shapes, copies=6)
    new = {key: [[x, y, names[c], names[s]] for x, y, c, s in case[key]] for key in ("board", "move")}
    return game, {**case, **new}


def tiles_of(rows):
    return [row[2:] for row in rows]


def says_why(state, move, reason):
    """Check that an illegal move is refused, with the reason that the case gives if it gives one."""
    assert move not in state.legal_moves
    if state.is_over:
        return
    with pytest.raises(IllegalMove, match=REASONS.get(reason, "is not legal here: .")):
        state.play(move)


def check_move(case):
    game = CLASSIC_GAME
    if "full" in case:
        game, case = renamed(case)
    move = Move.place(case["move"])
    hand = tiles_of(case["move"])[:6] or [["red", "circle"]]
    out = "end_bonus" in case["expect"]
    state = state_of(case["board"], hand, [] if out else None, game=game, other=[[COLOURS[0], SHAPES[0]]])
    if not case["expect"]["legal"]:
        says_why(state, move, case["own"].get("reason") if len(case["move"]) <= 6 else None)
        return
    assert str(move) in state.legal_moves
    state.play(str(move))
    if "score" in case["expect"]:
        assert state.last_score.points == case["expect"]["score"]
    if out:
        assert state.last_score.bonus == case["expect"]["end_bonus"]
        assert state.outcome.reason.name == "WENT_OUT"
    assert {(x, y): (c, s) for x, y, c, s in [*case["board"], *case["move"]]} == state.board


def check_score_only(case):
    """Only lengths count here, whether the tiles agree or not."""
    board = {(x, y): "" for x, y, *_ in [*case["board"], *case["move"]]}
    new = {(x, y) for x, y, *_ in case["move"]}
    lengths = [len(line) for line in lines_of(board) if new & set(line)]
    assert case["expect"]["score"] == (sum(n + 6 * (n == 6) for n in lengths) or 1)
    if case["own"]["legal"]:
        check_move({**case, "expect": {**case["expect"], "legal": True}})
    else:
        with pytest.raises(IllegalMove):
            state_of(case["board"], tiles_of(case["move"])).play(Move.place(case["move"]))


def check_line(case):
    tiles = [tuple(tile) for tile in case["tiles"]]
    row = [[place, 0, *tile] for place, tile in enumerate(tiles)]
    assert case["expect"]["valid"] == (what_is_wrong(tiles) == "")
    if case["expect"]["valid"]:
        assert len(state_of(row, []).board) == len(tiles)
    else:
        with pytest.raises(ImpossiblePosition, match=r"twice|neither of one colour"):
            CLASSIC_GAME.from_position({"board": row, "hands": [[]]}, strict=True)
        studied = CLASSIC_GAME.from_position({"board": row, "hands": [[]]})
        assert studied.fits(-1, 0) == studied.fits(len(row), 0) == []


def check_board(case):
    rest = rest_of(tiles_of(case["board"]))
    position = {"board": case["board"], "hands": [rest[:6], rest[6:12]], "bag": rest[12:]}
    if case["expect"]["board_ok"]:
        CLASSIC_GAME.from_position(position, strict=True)
    else:
        with pytest.raises(ImpossiblePosition, match=r"^impossible position: the (line|grid)"):
            CLASSIC_GAME.from_position(position, strict=True)


def check_opening(case):
    mask = 0
    for colour, shape in case["hand"]:
        mask |= 1 << CLASSIC.index(colour, shape)
    assert largest_group(CLASSIC_GAME.rules, mask) == case["expect"]["size"]
    if len(case["hand"]) <= 6:
        state = state_of([], case["hand"])
        assert {len(move.placements) for move in state.legal_moves} == {case["expect"]["size"]}
        assert state.largest_group(0) == case["expect"]["size"]


def check_moves(case):
    wanted = {Move.place(each["move"]) for each in case["expect"]["moves"]}
    found = set()
    for first in range(0, len(case["hand"]), 6):
        state = state_of(case["board"], case["hand"][first : first + 6])
        found |= {move for move in state.legal_moves if move.placements}
    assert found == wanted if case["expect"]["complete"] else wanted <= found


def check_cell(case):
    state = state_of(case["board"], [])
    assert state.fits(*case["cell"]) == sorted(map(tuple, case["expect"]["tiles"]), key=lambda t: CLASSIC.index(*t))
    assert (tuple(case["cell"]) in state.dead_cells) == (case["expect"]["tiles"] == [])


CHECKS = {
    "move": check_move,
    "score_only": check_score_only,
    "line": check_line,
    "board": check_board,
    "opening": check_opening,
    "moves": check_moves,
    "cell": check_cell,
}


@pytest.mark.parametrize("case", OUTSIDE)
def test_the_library_agrees_with_the_case(case):
    if case["id"] in disagreements():
        case = {**case, "expect": as_ruled(case)}
    CHECKS[case["kind"]](case)


def as_ruled(case):
    """Return what the rules text says where the source is known to differ from it."""
    if case["kind"] == "opening":
        return {"size": case["own"]}
    ruled = {"legal": case["own"]["legal"]}
    return {**ruled, "score": case["own"]["score"]} if ruled["legal"] else ruled


@pytest.mark.parametrize("case", caseload.parameters("qwirkle/movegen"))
def test_every_play_is_found_once_and_scored(case):
    state = state_of(case["board"], case["hand"])
    plays = [move for move in state.legal_moves if move.placements]
    lines = sorted(";".join(",".join(map(str, placement)) for placement in sorted(move.placements)) for move in plays)
    best = max((move.points for move in plays), default=None)
    assert case["expect"] == {
        "number_of_moves": len(plays),
        "best_score": best,
        "number_of_best": sum(move.points == best for move in plays),
        "by_size": {str(n): c for n, c in sorted(Counter(len(move.placements) for move in plays).items())},
        "digest": hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16],
    }


# ------------------------------------------------------------------------------------------------------ the course's Q


def derived(name):
    return [
        each
        for each in caseload.parameters(f"qwirkle/{name}")
        if not each.values[0] or "derived_qwirkle" in each.values[0]
    ]


@pytest.mark.parametrize("case", derived("q_candidates"))
def test_a_tile_fits_just_these_cells(case):
    state = state_of(case["board"], [case["tile"]])
    found = {(p.x, p.y) for move in state.legal_moves for p in move.placements}
    assert found == {tuple(cell) for cell in case["derived_qwirkle"]["cells"]}


@pytest.mark.parametrize("case", [*derived("q_legal"), *derived("q_score")])
def test_what_qwirkle_says_of_a_play_of_the_course(case):
    expect = case["derived_qwirkle"]
    board = case.get("board", case.get("board_before"))
    state = state_of(board, case.get("hand", tiles_of(case["move"]))[:6])
    move = Move.place(case["move"])
    if not expect["legal"]:
        says_why(state, move, expect["reason"])
        return
    state.play(move)
    if "score" in expect:
        assert state.last_score.points == expect["score"]


# --------------------------------------------------------------------------------------------------------------- turns


def starters(sizes, option):
    """Return every seat that may start when the largest groups have these sizes."""
    rules = tl.game("qwirkle/classic", tie_start=option).rules
    found = set()
    for seed in range(40):
        record = new_records(kernel.STATE, 1)[0]
        kernel.clear(len(sizes), record)
        record.rng[0] = np.uint64(seed)
        for seat, size in enumerate(sizes):
            record.hands[seat, :size] = range(size)  # the red tiles
            record.hand_count[seat] = size
        kernel.choose_starter(rules, record)
        found.add(int(record.starter))
    return found


def check_start_player(given, expect):
    sizes = given["sizes"]
    if "oldest_first" in given:  # seats in order of age, the oldest first
        order = given["oldest_first"]
        assert {order[seat] for seat in starters([sizes[seat] for seat in order], "oldest")} == set(expect["players"])
    else:
        assert starters(sizes, "random") == set(expect["players"])


def check_pass(given, expect):
    state = state_of(given["board"], given["hand"], [["red", "circle"]] * given["bag"], other=[["green", "circle"]])
    assert ("pass" in state.legal_moves) == expect["legal"]
    if not expect["legal"]:
        with pytest.raises(IllegalMove, match=r"nobody passes|can place a tile and so must"):
            state.play("pass")


def check_exchange(given, expect):
    board = [] if given.get("board_empty") else [[0, 0, "green", "star8"]]
    bag = rest_of(tiles_of(board), given["hand"])[: given["bag"]]
    state = state_of(board, given["hand"], bag, other=[["green", "circle"]])
    move = Move(trade=tuple(tuple(tile) for tile in given["offered"]))
    assert (move in state.legal_moves) == expect["legal"]
    if not expect["legal"]:
        with pytest.raises(IllegalMove, match=r"before the first play|bag is empty|does not hold|while the bag holds"):
            state.play(move)
        return
    before, drawn = Counter(state.hand(0)), Counter(state.bag[: len(move.trade)])
    state.play(move)
    assert Counter(state.hand(0)) == before - Counter(move.trade) + drawn
    assert Counter(state.bag) == Counter(map(tuple, bag)) - drawn + Counter(move.trade)
    assert state.scores == [0, 0]
    assert state.turn == 1


def check_play(given, expect):
    bag = rest_of(tiles_of(given["board"]), given["hand"])[: given["bag"]]
    state = state_of(given["board"], given["hand"], bag, other=[["red", "circle"]])
    state.play(Move.place(given["move"]))
    found = {
        "points": state.last_score.points,
        "drawn": len(bag) - len(state.bag),
        "hand_size": len(state.hand(0)),
        "bag": len(state.bag),
        "end_bonus": state.last_score.bonus,
        "over": state.is_over,
    }
    assert {key: found[key] for key in expect} == expect


@pytest.mark.parametrize("case", caseload.parameters("qwirkle/turns"))
def test_turns(case):
    check = {"start_player": check_start_player, "pass": check_pass, "exchange": check_exchange, "play": check_play}
    check[case["kind"]](case["given"], case["expect"])


# -------------------------------------------------------------------------------------------------------- example game


def example():
    path = caseload.find("qwirkle/example_game")
    assert isinstance(path, Path)
    return json.loads(path.read_text())


def cell_name(x, y):
    return f"{'ABCDEFGH'[x]}{y + 1}"


@pytest.mark.jitless
def test_the_example_game_tile_by_tile():
    told = example()
    hands = [[], [], [], []]
    for number, turn in enumerate(told["turns"]):
        hands[number % 4] += [[tile["colour"], tile["shape"]] for tile in turn["tiles"]]
    # Each player holds six tiles from the start, and draws what he plays later: the bag is put in that order.
    held = [list(hand[:6]) for hand in hands]
    later = [list(hand[6:]) for hand in hands]
    rest = rest_of(*hands)
    dull = [tile for tile in rest if tile not in map(tuple, [tile for hand in hands for tile in hand])]
    bag = []
    for number, turn in enumerate(told["turns"]):
        for _ in turn["tiles"]:
            bag.append(later[number % 4].pop(0) if later[number % 4] else dull.pop())
    for hand in held:
        while len(hand) < 6:
            hand.append(dull.pop())
    game = tl.game("qwirkle/classic", opening="free")
    state = game.from_position({"board": [], "hands": held, "bag": bag + dull})
    for turn in told["turns"]:
        move = Move.place((tile["x"], tile["y"], tile["colour"], tile["shape"]) for tile in turn["tiles"])
        state.play(move)
        lines = {f"{cell_name(each.x, each.y)}:{cell_name(each.last_x, each.last_y)}": each.points
                 for each in state.last_score.lines}  # fmt: skip
        assert lines == turn["lines"], turn["turn"]
        assert state.last_score.points == turn["score"]
        dead = {cell_name(*cell) for cell in state.dead_cells if 0 <= cell[0] < 8 and cell[1] >= 0}
        if turn["turn"] == 8:
            assert "B2" in dead
        if turn["turn"] == 11:
            assert {"B2", "C5", "F6"} <= dead
            assert not any(state.fits(*cell) for cell in ((1, 1), (2, 4), (5, 5)))
    assert state.scores == list(told["totals_by_player"].values()) == [20, 22, 25, 18]
    assert len(state.board) == 25
