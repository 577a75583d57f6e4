"""The compiled game: whole games, agents, tallies, symmetry, and counts of move trees."""

import random
from collections import Counter

import numpy as np
import pytest
from oracles import qwirkle as oracle

import tsurolab as tl
from tsurolab.errors import BadArgument
from tsurolab.games.perft import perft
from tsurolab.games.protocol import new_records
from tsurolab.games.qwirkle import kernel, kernel_plays
from tsurolab.games.qwirkle.rules import Kind, Reason

GAME = tl.game("qwirkle/classic")
SMALL = tl.game("qwirkle/classic", colours=3, shapes=3, copies=2, hand_size=3)
UNIFORM, GREEDY = (kernel.POLICIES.index(name) for name in ("uniform", "greedy"))


def played(agents, count, first=0, seed=9, game=GAME):
    results = kernel.result_array(count)
    kernel.playout(game.rules, len(agents), np.array(agents), seed, first, count, results)
    return results


def traced(agents, number, seed=9, game=GAME):
    """Return the kernel's final record of a game, and the State that played its moves."""
    record = new_records(kernel.STATE, 1)[0]
    moves = new_records(kernel.MOVE, kernel.MAX_GAME)
    count = kernel.trace(game.rules, len(agents), np.array(agents), seed, number, record, moves)
    state = game.new(players=len(agents), seed=seed, number=number)
    for ply in range(count):
        state.play(state._move_from_record(moves[ply]))
    return record, state


# ---------------------------------------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("agents", [(GREEDY, GREEDY), (UNIFORM, GREEDY, UNIFORM), (UNIFORM,) * 4])
def test_a_game_is_the_same_in_any_chunk(agents):
    whole = played(agents, 12)
    assert whole[5:9].tobytes() == played(agents, 4, first=5).tobytes()
    assert len({row.tobytes() for row in whole}) == 12
    assert whole.tobytes() != played(agents, 12, seed=10).tobytes()


@pytest.mark.parametrize("agents", [(GREEDY, UNIFORM), (GREEDY,) * 4])
def test_results_tell_what_happened(agents):
    rows = played(agents, 5)
    for number, row in enumerate(rows):
        record, state = traced(agents, number)
        result = new_records(kernel.RESULT, 1)[0]
        kernel.outcome(GAME.rules, record, result)
        assert result.tobytes() == row.tobytes()
        seats = range(state.players)
        first = GAME.new(players=len(agents), seed=9, number=number)
        tallies = {name: [0] * 4 for name in ("plays", "tiles", "trades", "passes", "qwirkles", "best_turn", "opened")}
        scores = [0] * 4
        twin, before = first.copy(), None
        for move in state.moves:
            seat = twin.turn
            old = len(twin.board)
            twin.play(move)
            score = twin.last_score
            scores[seat] += score.points + score.bonus
            tallies["plays"][seat] += bool(move.placements)
            tallies["tiles"][seat] += len(twin.board) - old
            tallies["trades"][seat] += bool(move.trade)
            tallies["passes"][seat] += move.is_pass
            tallies["best_turn"][seat] = max(tallies["best_turn"][seat], score.points)
            for line in score.lines:
                if line.length == 6:
                    assert line.points == 12
                    tallies["qwirkles"][seat] += 1
                    for p in before[1].placements if before else ():
                        if line.x <= p.x <= line.last_x and line.y <= p.y <= line.last_y:
                            tallies["opened"][before[0]] += 12
                            break
            before = (seat, move)
        for name, values in tallies.items():
            assert row[name].tolist() == values, name
        assert row.score.tolist() == scores
        assert state.scores == scores[: len(seats)]
        assert row.turns == len(state.moves)
        assert row.opening == len(state.moves[0].placements)
        assert row.starter == 1 << first.turn
        assert row.left.tolist()[: len(seats)] == [len(state.hand(seat)) for seat in seats]
        columns, lines = {x for x, _ in state.board}, {y for _, y in state.board}
        assert (row.width, row.height) == (max(columns) - min(columns) + 1, max(lines) - min(lines) + 1)
        assert row.dead_cells == len(state.dead_cells)
        assert Reason(row.reason) == state.outcome.reason
        assert tuple(seat for seat in seats if row.winners >> seat & 1) == state.outcome.winners
        if state.outcome.reason is Reason.WENT_OUT:
            assert row.went_out == 1 << state.turn


def test_branching_counts_the_plays_of_every_turn():
    row = played((GREEDY, UNIFORM), 1)[0]
    _, state = traced((GREEDY, UNIFORM), 0)
    twin, counts = GAME.new(players=2, seed=9), []
    for move in state.moves:
        counts.append(sum(bool(legal.placements) for legal in twin.legal_moves))
        twin.play(move)
    assert (row.branching_sum, row.branching_max) == (sum(counts), max(counts))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_108_tiles_are_conserved(seed):
    state, chooser = GAME.new(players=3, seed=seed), random.Random(seed)
    full = {(colour, shape): 3 for colour in oracle.COLOURS for shape in oracle.SHAPES}
    while not state.is_over:
        trades = [move for move in state.legal_moves if move.trade]
        state.play(chooser.choice(trades if trades and chooser.random() < 0.2 else state.legal_moves))
        held = [tile for seat in range(3) for tile in state.hand(seat)]
        assert Counter([*state.board.values(), *held, *state.bag]) == full


@pytest.mark.parametrize("policy, points, each", [(GREEDY, 205, 8.13), (UNIFORM, 126, 3.98)])
def test_scores_of_two_equal_agents_are_those_of_other_engines(policy, points, each):
    rows = played((policy, policy), 600)
    assert np.all(rows.reason == Reason.WENT_OUT)
    scores = rows.score[:, :2].astype(float)
    assert abs(scores.mean() - points) < 2
    assert abs(scores.sum() / rows.plays.sum() - each) < 0.08
    assert 2.6 < rows.opening.mean() < 2.9
    assert rows.width.max() < 40


def test_greedy_beats_uniform_in_every_one_of_100_games():
    rows = played((GREEDY, UNIFORM), 100)
    assert np.all(rows.winners == 1)


def test_nobody_waits_for_ever_when_little_fits():
    game = tl.game("qwirkle/classic", colours=2, shapes=2, copies=6, hand_size=4)
    rows = played((UNIFORM, UNIFORM), 300, game=game)
    assert set(rows.reason.tolist()) <= {Reason.WENT_OUT, Reason.BLOCKED, Reason.STALLED}
    assert (rows.reason == Reason.BLOCKED).any()
    assert not (rows.went_out[rows.reason == Reason.BLOCKED]).any()
    assert rows.turns.max() < kernel.MAX_GAME


@pytest.mark.jitless
def test_games_on_file_come_out_as_they_did():
    games = [traced((GREEDY, UNIFORM), number, game=SMALL) for number in range(3)]
    assert [(state.ply, state.scores, state.outcome.reason.name) for _, state in games] == GOLDEN


GOLDEN = [(11, [42, 20], "WENT_OUT"), (10, [50, 18], "WENT_OUT"), (10, [36, 26], "WENT_OUT")]

# ------------------------------------------------------------------------------------------------------------- choosing


def picks(state, mode, times):
    """Return how often each play is taken."""
    rules = state.game.rules
    desk = new_records(kernel_plays.DESK, 1)[0]
    desk.rng[:] = range(4)
    move = new_records(kernel.MOVE, 1)
    counts = Counter()
    for _ in range(times):
        kernel_plays.find_plays(rules, state._record, mode, desk, move)
        kernel_plays.unpack(desk.choice, desk.points, move[0])
        found = state._move_from_record(move[0])
        counts[found] += 1
        assert found.points == next(legal.points for legal in state.legal_moves if legal == found)
    return counts


def middle_of_a_game():
    state, chooser = GAME.new(players=2, seed=4), random.Random(5)
    while state.ply < 12:
        state.play(chooser.choice([move for move in state.legal_moves if move.placements] or state.legal_moves))
    return state


def test_uniform_takes_every_play_equally_often():
    state = middle_of_a_game()
    plays = [move for move in state.legal_moves if move.placements]
    counts = picks(state, UNIFORM, 100 * len(plays))
    assert set(counts) == set(plays)
    chi_square = sum((counts[move] - 100) ** 2 / 100 for move in plays)
    assert abs(chi_square - len(plays)) < 5 * (2 * len(plays)) ** 0.5


def test_greedy_takes_each_of_the_best_equally_often():
    chooser = random.Random(1)
    state = GAME.new(players=2, seed=3)
    best = []
    while len(best) < 3:
        state.play(chooser.choice([move for move in state.legal_moves if move.placements] or state.legal_moves))
        most = max((move.points for move in state.legal_moves if move.placements), default=0)
        best = [move for move in state.legal_moves if move.placements and move.points == most]
    counts = picks(state, GREEDY, 400 * len(best))
    assert set(counts) == set(best)
    assert all(320 < count < 480 for count in counts.values())


# ------------------------------------------------------------------------------------------------------------- symmetry


def transposed(position):
    return {**position, "board": [[y, x, colour, shape] for x, y, colour, shape in position["board"]]}


def renamed(position):
    """Swap the roles of colours and shapes."""
    swap = {
        **dict(zip(oracle.COLOURS, oracle.SHAPES, strict=True)),
        **dict(zip(oracle.SHAPES, oracle.COLOURS, strict=True)),
    }
    return {
        **position,
        "board": [[x, y, swap[shape], swap[colour]] for x, y, colour, shape in position["board"]],
        "hands": [[[swap[shape], swap[colour]] for colour, shape in hand] for hand in position["hands"]],
        "bag": [[swap[shape], swap[colour]] for colour, shape in position["bag"]],
    }


@pytest.mark.parametrize("seed", range(5))
def test_plays_and_points_do_not_change_under_transposition_or_exchange_of_roles(seed):
    state, chooser = GAME.new(players=2, seed=seed), random.Random(seed)
    state.play(state.legal_moves[0])
    while not state.is_over and state.ply < 40:
        position = state.position()
        plain = sorted((move.points, len(move.placements)) for move in state.legal_moves if move.placements)
        cells = {(tuple(sorted((p.y, p.x, p.code) for p in move.placements)), move.points)
                 for move in state.legal_moves if move.placements}  # fmt: skip
        other = GAME.from_position(transposed(position))
        assert cells == {(tuple(sorted((p.x, p.y, p.code) for p in move.placements)), move.points)
                         for move in other.legal_moves if move.placements}  # fmt: skip
        swapped = GAME.from_position(renamed(position))
        assert plain == sorted((move.points, len(move.placements)) for move in swapped.legal_moves if move.placements)
        for _ in range(5):
            if not state.is_over:
                state.play(chooser.choice([move for move in state.legal_moves if move.placements] or state.legal_moves))


@pytest.mark.jitless
def test_a_game_may_wander_as_far_as_its_tiles_reach():
    """A staircase of all tiles, far to the right and down, and far from where coordinates begin."""
    tiles, x, y, board = [(0, 0)], -900, 400, {}
    while len(tiles) < 114:  # steps in colour and in shape by turns make a staircase of valid lines of two
        colour, shape = tiles[-1]
        tiles.append(((colour + 1) % 6, shape) if len(tiles) % 2 else (colour, (shape + 1) % 6))
    for step, (colour, shape) in enumerate(tiles):
        board[x, y] = (oracle.COLOURS[colour], oracle.SHAPES[shape])
        x, y = (x + 1, y) if step % 2 == 0 else (x, y + 1)
    rows = [[*cell, *tile] for cell, tile in board.items()]
    hand = [("red", "circle"), ("blue", "circle"), ("green", "clover")]
    state = GAME.from_position({"board": rows, "hands": [hand, [["red", "circle"]]], "bag": []})
    assert state.board == board
    found = {frozenset(((p.x, p.y), (p.colour, p.shape)) for p in move.placements) for move in state.legal_moves}
    assert found == oracle.plays(board, hand)


# ---------------------------------------------------------------------------------------------------------------- perft


def count_with_oracle(state, table_options, depth):
    table = oracle.Table(
        [state.hand(seat) for seat in range(state.players)], state.bag, state.turn, **table_options
    )  # fmt: skip
    table.board = state.board
    if state.is_over:
        return 0
    moves = len(table.plays()) + len(table.trades()) or 1
    if depth == 1:
        return moves
    assert moves == len(state.legal_moves)
    return sum(count_with_oracle(state.copy().play(move), table_options, depth - 1) for move in state.legal_moves)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_number_of_move_sequences(seed):
    state = SMALL.new(players=2, seed=seed)
    found = [perft(state, depth) for depth in range(1, 5)]
    assert found[: 4 - seed] == [
        count_with_oracle(state, {"hand_size": 3, "colours": 3, "shapes": 3}, n) for n in (1, 2, 3)[: 4 - seed]
    ]
    assert found == PERFT[seed]


PERFT = {1: [6, 66, 1106, 22434], 2: [4, 72, 1888, 35172]}

# -------------------------------------------------------------------------------------------------------------- options


def test_tile_sets_that_do_not_fit_are_refused():
    with pytest.raises(BadArgument, match=r"6 colours x 6 shapes x 4 copies make 144 tiles; a game takes at most 120"):
        tl.game("qwirkle/classic", copies=4)
    with pytest.raises(BadArgument, match=r"4 tiles are too few: 2 players need hands of 6"):
        tl.game("qwirkle/classic", colours=2, shapes=2, copies=1)
    assert tl.game("qwirkle/classic", colours=3, shapes=3, copies=2).players == range(2, 4)
    with pytest.raises(BadArgument, match="2 to 3 players, not 4"):
        tl.game("qwirkle/classic", colours=3, shapes=3, copies=2).new(players=4)


@pytest.mark.parametrize("option, seat", [("oldest", 0), ("youngest", 2)])
def test_who_starts_after_a_tie(option, seat):
    game = tl.game("qwirkle/classic", tie_start=option)
    ties = 0
    for number in range(60):
        state = game.new(players=3, seed=2, number=number)
        sizes = [state.largest_group(each) for each in range(3)]
        assert sizes[state.turn] == max(sizes)
        if sizes.count(max(sizes)) == 3:
            ties += 1
            assert state.turn == seat
    assert ties > 5


def test_a_drawn_start_is_fair_among_those_tied():
    starts = Counter()
    for number in range(2000):
        record = new_records(kernel.STATE, 1)[0]
        kernel.deal(GAME.rules, 3, 8, number, record)
        sizes = [kernel_plays.largest_group(GAME.rules, kernel_plays.hand_mask(record, seat)) for seat in range(3)]
        if sizes.count(max(sizes)) == 3:
            starts[int(record.starter)] += 1
    assert all(abs(count - starts.total() / 3) < 4 * (starts.total() * 2 / 9) ** 0.5 for count in starts.values())


def test_the_last_bag_decides_how_many_can_be_traded():
    state = GAME.from_position(
        {
            "board": [[0, 0, "red", "circle"]],
            "hands": [[["blue", "square"], ["blue", "square"], ["green", "star4"]], [["red", "square"]]],
            "bag": [["red", "clover"], ["red", "star8"]],
        }
    )
    assert {str(move) for move in state.legal_moves} == {
        "trade gx", "trade bs", "trade gx bs", "trade bs bs",
    }  # fmt: skip


def test_what_opens_a_line_for_the_next_player_is_counted():
    position = {
        "board": [[place, 0, "red", shape] for place, shape in enumerate(("circle", "star4", "diamond", "square"))],
        "hands": [[["red", "star8"], ["blue", "clover"]], [["red", "clover"], ["blue", "star8"]]],
        "bag": [],
    }
    state = GAME.from_position(position)
    state.play("r8@4,0").play("rv@5,0")
    assert state.last_score.points == 12
    assert state._record.opened.tolist() == [12, 0, 0, 0]
    slow = GAME.from_position({**position, "bag": [["green", "square"]] * 12})
    slow.play("r8@4,0").play("trade b8").play("trade bv").play("rv@5,0")
    assert slow.last_score.points == 12
    assert slow._record.opened.tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("going_out, bonus", [(False, 0), (True, 6)])
def test_the_highest_turn_scores_84(going_out, bonus):
    told = tl.qwirkle.highest_turn(going_out)
    state = GAME.from_position(told["position"])
    assert max(move.points for move in state.legal_moves if move.placements) == 84
    best = next(move for move in state.legal_moves if move.points == 84)
    state.play(best)
    assert (state.last_score.points, state.last_score.bonus) == (84, bonus)
    assert len(state.last_score.lines) == 7


def test_kinds_of_moves_are_as_the_kernel_writes_them():
    assert (Kind.PLACE, Kind.TRADE, Kind.PASS) == (0, 1, 2)


# ---------------------------------------------------------------------------------------------------------- simulation


def test_simulated_games_can_be_pulled_out_and_do_not_depend_on_workers():
    one = tl.simulate("qwirkle/classic", players=2, games=40, seed=3, agents=["greedy", "uniform"], progress=False)
    two = tl.simulate(
        "qwirkle/classic", players=2, games=40, seed=3, agents=["greedy", "uniform"], progress=False, workers=2
    )
    assert one.results.tobytes() == two.results.tobytes()
    for number in (0, 39):
        record = one.replay(number)
        assert record.final().scores == one.results[number]["score"][:2].tolist()
    frame = one.games
    assert {"score_0", "qwirkles_1", "went_out_0", "starter_1", "opened_0", "width", "dead_cells"} <= set(frame.columns)
    assert (frame["starter_0"] ^ frame["starter_1"]).all()
