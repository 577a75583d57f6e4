"""Agents of Qwirkle: what they choose, what they may see, and what a search asks of the game."""

import os
import random
from collections import Counter

import numpy as np
import pytest
from oracles import qwirkle as oracle

import tsurolab as tl
from tsurolab._jit import stream_key
from tsurolab.games.protocol import copy_record, new_records
from tsurolab.games.qwirkle import kernel, kernel_search
from tsurolab.games.qwirkle.rules import Kind, Reason
from tsurolab.stats.intervals import wilson

THOROUGH = bool(os.environ.get("TSUROLAB_THOROUGH"))
GAME = tl.game("qwirkle/classic")
SMALL = {"colours": 3, "shapes": 3, "copies": 2, "hand_size": 3}
UNIFORM, GREEDY, CAUTIOUS = range(len(kernel.POLICIES))
MOVES = new_records(kernel.MOVE, kernel.MAX_MOVES)

SETUPS = {
    "classic": ({}, {}),
    "hand of three": ({"hand_size": 3}, {"hand_size": 3}),
    "free opening": ({"opening": "free"}, {"free": True}),
    "four colours, three shapes": ({"colours": 4, "shapes": 3}, {"colours": 4, "shapes": 3}),
    "two by two": ({"colours": 2, "shapes": 2, "copies": 6}, {"colours": 2, "shapes": 2}),
    "one colour": ({"colours": 1, "copies": 5, "hand_size": 4}, {"colours": 1, "hand_size": 4}),
    "no bonus": ({"qwirkle_bonus": "none", "finish_bonus": 0, "lone_tile": 0, "shapes": 3},
                 {"bonus": 0, "finish": 0, "lone": 0, "shapes": 3}),
    "six more": ({"qwirkle_bonus": "six", "colours": 3}, {"bonus": 6, "colours": 3}),
}  # fmt: skip


def new_desk(seed=0):
    desk = new_records(kernel.DESK, 1)[0]
    for seat in range(len(desk.rng)):
        desk.rng[seat] = stream_key(seed, 0, 2 + seat)
    return desk


def chosen(state, policy, desk):
    """Return the move an agent chooses."""
    before = state._record.tobytes()
    record = copy_record(state._record)
    kernel.choose(state.game.rules, record, policy, desk, new_records(kernel.STATE, 1)[0], MOVES)
    record.branching_sum, record.branching_max = state._record.branching_sum, state._record.branching_max
    assert record.tobytes() == before
    return state._move_from_record(MOVES[0])


def plain(move):
    """Return the fields of a MOVE record; the bytes between them say nothing."""
    return [*move.item()[:5], *move.tiles.tolist()]


def positions(players, seed, every=1, **options):
    """Yield positions of a game of agents that mostly place tiles and sometimes trade."""
    state, chooser = tl.game("qwirkle/classic", **options).new(players=players, seed=seed), random.Random(seed)
    while not state.is_over:
        if state.ply % every == 0:
            yield state
        plays = [move for move in state.legal_moves if move.placements]
        trades = [move for move in state.legal_moves if move.trade]
        some = plays if plays and (not trades or chooser.random() < 0.9) else trades or state.legal_moves
        most = max(some, key=lambda move: move.points or 0)
        state.play(most if chooser.random() < 0.5 else chooser.choice(some))


def as_play(move):
    return frozenset(((x, y), (colour, shape)) for x, y, colour, shape in move.placements)


def table_of(state, options):
    table = oracle.Table([state.hand(seat) for seat in range(state.players)], state.bag, state.turn, **options)
    table.board = dict(state.board)
    return table


# ------------------------------------------------------------------------------------------------------- what they do


def agree_with_the_oracle(state, same, tries):
    """Each agent chooses among the plays that the oracle finds best, and leaves none of them out."""
    table = table_of(state, same)
    plays = table.plays()
    for policy, name in enumerate(kernel.POLICIES):
        best = oracle.best_plays(table, plays, name, int(state._rules.copies))
        desk = new_desk(state.ply)
        if not best:
            move = chosen(state, policy, desk)
            assert tuple(sorted(move.trade)) in table.trades() or (move.is_pass and table.must_pass())
            continue
        found = {as_play(chosen(state, policy, desk)) for _ in range(tries * len(best) if len(best) < 5 else tries)}
        assert found <= best, name
        assert found == best or len(best) >= 5, name


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_agents_choose_among_what_the_oracle_finds_best(name, players):
    options, same = SETUPS[name]
    for seed in range(12 if THOROUGH else 1):
        for state in positions(players, seed + players, every=1 if THOROUGH else 4, **options):
            agree_with_the_oracle(state, same, 30)


@pytest.mark.jitless
def test_agents_choose_among_what_the_oracle_finds_best_in_a_short_game():
    checked = 0
    for state in positions(2, 3, **SMALL):
        agree_with_the_oracle(state, {key: SMALL[key] for key in ("colours", "shapes", "hand_size")}, 20)
        checked += 1
    assert checked > 5


LINE_OF_FOUR = [[place, 0, "red", shape] for place, shape in enumerate(("circle", "star4", "diamond", "square"))]
CIRCLES = [[0, 1, "blue", "circle"], [0, 2, "green", "circle"]]
FIFTH, FOURTH = ["red", "star8"], ["yellow", "circle"]
"""The red star8 makes the line five long; the yellow circle the circles four, which no one tile completes."""


@pytest.mark.jitless
@pytest.mark.parametrize(
    "more, rivals, hand, move",
    [
        ([], 6, [FIFTH, FOURTH], "yc@"),  # 4 points; 5 less half of 12 x 6/28 are less
        ([], 2, [FIFTH, FOURTH], "r8@"),  # 12 x 2/28: a small hand rarely has the clover
        ([[3, 1, "red", "clover"]], 6, [FIFTH, FOURTH], "r8@"),  # the only red clover is on the table
        ([[-1, 0, "red", "star8"], [4, 1, "red", "star8"]], 6, [["red", "clover"], FOURTH], "rv@"),  # completed at once
    ],
)
def test_cautious_offers_no_line_of_five_to_who_may_hold_the_sixth_tile(more, rivals, hand, move):
    game = tl.game("qwirkle/classic", copies=1)
    others = [["purple", shape] for shape in oracle.SHAPES]
    board = LINE_OF_FOUR + CIRCLES + more
    state = game.from_position({"board": board, "hands": [hand, others[:rivals]]})
    assert str(chosen(state, GREEDY, new_desk())).startswith("rv@" if move == "rv@" else "r8@")
    assert str(chosen(state, CAUTIOUS, new_desk())).startswith(move)


def test_cautious_takes_the_bonus_for_going_out():
    """Three points and the end are worth more than five points."""
    position = {"board": LINE_OF_FOUR, "hands": [[FIFTH, ["red", "clover"]], [["purple", "clover"]]], "bag": []}
    assert str(chosen(GAME.from_position(position), CAUTIOUS, new_desk())).count("r") == 2
    hand = [FIFTH, ["blue", "star8"]]  # a column of two beside the line, or the fifth tile alone
    board = [*LINE_OF_FOUR, [3, -1, "blue", "square"]]
    state = GAME.from_position({"board": board, "hands": [hand, [["purple", "clover"]]], "bag": []})
    assert len(chosen(state, CAUTIOUS, new_desk()).placements) == 2


# ------------------------------------------------------------------------------------------------------ how they fare


def played(agents, count, seed=9, game=GAME):
    results = kernel.result_array(count)
    kernel.playout(game.rules, len(agents), np.array(agents), seed, 0, count, results)
    return results


@pytest.mark.parametrize("policy", [GREEDY, CAUTIOUS])
@pytest.mark.parametrize("others", [1, 3])
def test_greedy_and_cautious_beat_uniform(policy, others):
    rows = played((policy, *[UNIFORM] * others), 200)
    assert wilson(int((rows.winners == 1).sum()), 200, level=0.999)[0] > 0.9


def test_cautious_holds_its_own_against_greedy_and_opens_fewer_lines():
    games = 2500
    first, second = played((CAUTIOUS, GREEDY), games), played((GREEDY, CAUTIOUS), games, seed=10)
    shares = np.concatenate(
        [(first.winners == 1) + (first.winners == 3) / 2, (second.winners == 2) + (second.winners == 3) / 2]
    )
    assert shares.mean() - 3 * shares.std() / len(shares) ** 0.5 > 0.5
    assert first.opened[:, 0].mean() < 0.6 * first.opened[:, 1].mean()
    assert second.opened[:, 1].mean() < 0.6 * second.opened[:, 0].mean()


def test_whole_games_go_through_choose():
    for agents in ([CAUTIOUS, GREEDY, UNIFORM], [CAUTIOUS] * 3):
        final, moves = new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, kernel.MAX_GAME)
        count = kernel.trace(GAME.rules, 3, np.array(agents), 4, 7, final, moves)
        state, desk = GAME.new(players=3, seed=4, number=7), new_records(kernel.DESK, 1)[0]
        for seat in range(3):
            desk.rng[seat] = stream_key(4, 7, 2 + seat)
        for move in moves[:count]:
            assert chosen(state, agents[state.turn], desk) == state._move_from_record(move)
            state.play(state._move_from_record(move))
        assert state.is_over
        result = new_records(kernel.RESULT, 1)[0]
        kernel.outcome(GAME.rules, final, result)
        assert result.tobytes() == played(agents, 8, seed=4)[7].tobytes()


@pytest.mark.jitless
def test_cautious_games_on_file_come_out_as_they_did():
    rows = played((CAUTIOUS, GREEDY), 4, game=tl.game("qwirkle/classic", **SMALL))
    assert [(row.turns, *row.score[:2].tolist()) for row in rows] == CAUTIOUS_GAMES


CAUTIOUS_GAMES = [(9, 32, 28), (11, 30, 32), (11, 24, 48), (7, 12, 34)]

# ----------------------------------------------------------------------------------------------------- what they see


def hidden_from(state, seat):
    """Return the record as a seat sees it, and the veil."""
    record, veil = copy_record(state._record), new_records(kernel.VEIL, 1)[0]
    kernel.hide(state.game.rules, record, seat, veil)
    return record, veil


def dealt_anew(state, seat, seed):
    twin = state.copy()
    kernel.resample(state.game.rules, twin._record, seat, new_desk(seed))
    return twin


def some_positions():
    yield from positions(2, 5, every=7)
    yield from positions(3, 6, every=9, hand_size=4)
    yield from positions(4, 7, every=9, colours=4, shapes=4)


def small_positions():
    yield from positions(2, 1, every=3, **SMALL)
    yield from positions(3, 2, every=3, **SMALL)


def check_the_veil(found):
    for state in found:
        for seat in range(state.players):
            record, veil = hidden_from(state, seat)
            others = [other for other in range(state.players) if other != seat]
            assert not record.hands[others].any()
            assert not record.bag.any()
            assert not record.rng.any()
            assert record.hands[seat].tobytes() == state._record.hands[seat].tobytes()
            for name in kernel.STATE.names:
                if name not in kernel.VEIL.names:
                    assert np.array_equal(record[name], state._record[name])
            kernel.reveal(record, veil)
            assert record.tobytes() == state._record.tobytes()


def check_choices_under_the_veil(found):
    """What is hidden makes no difference to what an agent does, or to which moves there are."""
    board = new_records(kernel.STATE, 1)[0]
    for state in found:
        rules, seat = state.game.rules, state.turn
        other = dealt_anew(state, seat, state.ply)
        other._record.branching_sum += 5
        record, veil = hidden_from(state, seat)
        again, _ = hidden_from(other, seat)
        assert record.tobytes() == again.tobytes()
        count = kernel.legal(rules, record, MOVES)
        listed = list(map(plain, MOVES[:count]))
        assert count == kernel.legal(rules, state._record, MOVES) == kernel.legal(rules, other._record, MOVES)
        assert list(map(plain, MOVES[:count])) == listed
        for policy in range(len(kernel.POLICIES)):
            moves = []
            for each in (state._record, other._record, record):
                kernel.choose(rules, copy_record(each), policy, new_desk(3), board, MOVES)
                moves.append(plain(MOVES[0]))
                assert state._move_from_record(MOVES[0]) in state.legal_moves
            assert moves[0] == moves[1] == moves[2]
        before = int(state._record.branching_sum)
        kernel.choose(rules, record, GREEDY, new_desk(), board, MOVES)
        plays = sum(move[0] == Kind.PLACE for move in listed)
        kernel.reveal(record, veil)
        assert record.branching_sum == before + plays
        assert record.branching_max == max(plays, state._record.branching_max)


def test_a_veil_takes_what_a_seat_may_not_see_and_gives_it_back():
    check_the_veil(some_positions())


def test_agents_and_moves_do_not_depend_on_what_is_hidden():
    check_choices_under_the_veil(some_positions())


@pytest.mark.jitless
def test_the_veil_in_a_small_game():
    check_the_veil(small_positions())
    check_choices_under_the_veil(small_positions())


# --------------------------------------------------------------------------------------------------------- deal anew


def check_resampling(found):
    differ = 0
    for state in found:
        for seat in range(state.players):
            twin = dealt_anew(state, seat, 1)
            record, old = twin._record, state._record
            for name in set(kernel.STATE.names) - {"hands", "bag", "rng"}:
                assert np.array_equal(record[name], old[name]), name
            assert twin.hand(seat) == state.hand(seat)
            whole = [Counter(each.bag) + sum((Counter(each.hand(s)) for s in range(each.players)), Counter())
                     for each in (twin, state)]  # fmt: skip
            assert whole[0] == whole[1]
            assert not record.bag[int(record.bag_count) :].any()
            for other in range(state.players):
                assert not record.hands[other, int(record.hand_count[other]) :].any()
            assert set(record.rng.tolist()).isdisjoint(old.rng.tolist())
            assert dealt_anew(dealt_anew(state, seat, 2), seat, 1) == twin
            differ += dealt_anew(state, seat, 2)._record.hands.tobytes() != record.hands.tobytes()
    assert differ > 10


def test_dealing_anew_keeps_what_is_seen_and_forgets_what_is_not():
    check_resampling(some_positions())


@pytest.mark.jitless
def test_dealing_anew_in_a_small_game():
    check_resampling([*small_positions(), *positions(3, 5, **SMALL)])


def test_every_deal_is_equally_likely():
    """Five unseen tiles, two of them equal, for a hand of two and a bag of three: 60 ordered deals."""
    position = {
        "board": [[0, 0, "red", "circle"]],
        "hands": [[["blue", "circle"]], [["red", "star4"], ["red", "clover"]]],
        "bag": [["red", "clover"], ["green", "square"], ["blue", "star8"]],
    }
    state = GAME.from_position(position)
    desk, twin, counts, times = new_desk(8), state.copy(), Counter(), 12_000
    for _ in range(times):
        kernel.resample(GAME.rules, twin._record, 0, desk)
        counts[twin._record.hands[1, :2].tobytes() + twin._record.bag[:3].tobytes()] += 1
    assert len(counts) == 60
    chi_square = sum((count - times / 60) ** 2 / (times / 60) for count in counts.values())
    assert 59 - 4 * 118**0.5 < chi_square < 59 + 4 * 118**0.5


def test_later_chance_is_new_after_dealing_anew():
    state = next(each for each in positions(2, 3) if each.ply == 4)
    streams = {tuple(dealt_anew(state, 0, seed)._record.rng.tolist()) for seed in range(20)}
    assert len({stream for pair in streams for stream in pair}) == 40
    assert tuple(dealt_anew(state, 0, 3)._record.rng.tolist()) == tuple(dealt_anew(state, 0, 3)._record.rng.tolist())


# ------------------------------------------------------------------------------------------------------- for a search


def ended(scores, winners):
    record = new_records(kernel.STATE, 1)[0]
    record.players, record.winners = len(scores), sum(1 << seat for seat in winners)
    record.score[: len(scores)] = scores
    record.reason = Reason.WENT_OUT
    return record


@pytest.mark.jitless
@pytest.mark.parametrize(
    "scores, winners, rewards",
    [
        ([100, 100], [0, 1], [0.5, 0.5]),
        ([125, 100], [0], [0.875, 0.125]),
        ([100, 200], [1], [0.05, 0.95]),
        ([50, 50, 25], [0, 1], [0.5, 0.5, 0.125]),
        ([0, 0, 0, 0], [0, 1, 2, 3], [0.375] * 4),
    ],
)
def test_the_reward_is_half_the_share_of_the_win_and_half_the_squashed_margin(scores, winners, rewards):
    record = ended(scores, winners)
    assert [kernel.reward(GAME.rules, record, seat) for seat in range(len(scores))] == pytest.approx(rewards)


@pytest.mark.jitless
def test_a_game_that_goes_on_is_worth_its_margin_alone():
    record = ended([125, 100], [])
    record.reason = 0
    assert [kernel.reward(GAME.rules, record, seat) for seat in range(2)] == pytest.approx([0.75, 0.25])


def test_rewards_of_real_games_are_shares_and_favour_winners():
    for number in range(30):
        final, moves = new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, kernel.MAX_GAME)
        kernel.trace(GAME.rules, 3, np.array([GREEDY] * 3), 6, number, final, moves)
        rewards = [kernel.reward(GAME.rules, final, seat) for seat in range(3)]
        assert all(0 <= reward <= 1 for reward in rewards)
        assert max(rewards[seat] for seat in range(3) if final.winners >> seat & 1) == max(rewards)


def check_shortlist(found):
    longest = 0
    for state in found:
        rules, record = state.game.rules, state._record
        count = kernel.legal(rules, record, MOVES)
        before = MOVES[:count].copy()
        kept = kernel.shortlist(rules, record, MOVES, count)
        assert sorted(map(plain, MOVES[:count])) == sorted(map(plain, before))
        plays = [move for move in before if move.kind == Kind.PLACE]
        if plays:
            wanted = sorted(plays, key=lambda move: -int(move.points))
        else:
            wanted = sorted(before, key=lambda move: -int(move["count"]))
        wanted = wanted[: kernel_search.MOST_SEARCHED]
        assert [plain(move) for move in MOVES[:kept]] == [plain(move) for move in wanted]
        longest = max(longest, count)
    return longest


def test_the_shortlist_holds_the_plays_of_most_points_or_the_largest_trades():
    assert check_shortlist(some_positions()) > 40
    blue = [["blue", shape] for shape in ("square", "star8", "clover")]
    stuck = GAME.from_position(
        {"board": [[0, 0, "red", "circle"]], "hands": [[*blue, *[["green", b[1]] for b in blue]], blue]}
    )
    assert check_shortlist([stuck]) == 63
    passing = GAME.from_position({"board": [[0, 0, "red", "circle"]], "hands": [blue, [["red", "clover"]]], "bag": []})
    assert check_shortlist([passing]) == 1


@pytest.mark.jitless
def test_the_shortlist_in_a_small_game():
    assert check_shortlist(small_positions()) > 5
