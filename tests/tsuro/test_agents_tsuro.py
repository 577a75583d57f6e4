"""The agents of Tsuro: what they see, what they deal themselves, what they choose, how well they do."""

import random
from collections import Counter

import numpy as np
import pytest
from oracles import tsuro as oracle
from oracles import tsuro_agents
from small_boards import AHEAD, BACK, BEND, CROSS, FILL, HUG, game, sit, table, waits
from tsuro_setups import SETUPS, SetUp

from tsurolab._jit import JIT
from tsurolab.games.protocol import copy_record, new_records
from tsurolab.games.tsuro import kernel, kernel_policies
from tsurolab.games.tsuro.rules import MAX_SEATS, RULES
from tsurolab.games.tsuro.tiles import CLASS_NAMES
from tsurolab.seeds import key

EDITIONS = ["tsuro/classic", "tsuro/squiggles", "tsuro/kosmos-6", "tsuro/kosmos-7"]
compiled = pytest.mark.skipif(not JIT, reason="many games, only when compiled")
setups = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
POSITIONS = 24 if JIT else 2
"""Positions looked at for each set-up."""
NONE = 255
SEEN_BY_NOBODY = ("rng", "branching_sum", "branching_max", "forced_suicides")


def one(dtype):
    return new_records(dtype, 1)[0]


def desk_of(seed):
    desk = one(kernel.DESK)
    for seat in range(MAX_SEATS):
        desk.rng[seat] = np.uint64(key(seed, 0, 2 + seat))
    return desk


def positions(setup: SetUp, count=POSITIONS, *, players=None):
    """Yield states on the way of random games of a set-up; agents of all kinds play, so that all phases are met."""
    found = game(setup.edition, **setup.options)
    dice = random.Random(f"agents {setup.name}")
    seats = list(setup.players)
    moves, board = new_records(kernel.MOVE, kernel.MAX_MOVES), one(kernel.STATE)
    number = 0
    while count:
        number += 1
        state = found.new(players or dice.choice(seats), seed=91, number=number)
        skip = dice.randrange(30)
        desk = desk_of(number)
        while not state.is_over and count:
            if skip == 0:
                skip = dice.randrange(1, 9)
                count -= 1
                yield state
            skip -= 1
            kernel.choose(state._rules, state._record, dice.randrange(3), desk, board, moves)
            kernel.play(state._rules, state._record, copy_record(moves[0]))
            state._legal_moves = None


def hidden(state, seat):
    """Return the record as a seat sees it."""
    record = copy_record(state._record)
    kernel.hide(state._rules, record, seat, one(kernel.VEIL))
    return record


def resampled(rules, record, seat, desk):
    record = copy_record(record)
    kernel.resample(rules, record, seat, desk)
    return record


def shows(state, seat, owner):
    """Whether a seat sees another's hand, by the rules' words."""
    if state._rules.common_hand or owner == seat:
        return True
    return state.phase.name == "INHERIT" and seat == state.turn and bool(int(state._record.gone) >> owner & 1)


def tile_bytes(record, owner):
    return [int(record.hands[owner]) >> 8 * slot & 255 for slot in range(int(record.hand_count[owner]))]


def loose_tiles(record, players):
    """Return the classes in all hands and in the pile."""
    hands = [tile for owner in range(players) for tile in tile_bytes(record, owner)]
    return Counter(hands + [int(tile) for tile in record.deck[: int(record.deck_count)]])


def unseen(state, seat):
    """Return the classes of the whole set that are neither on the board nor in a hand that the seat sees."""
    rules = state._rules
    rest = Counter(int(tile) for tile in rules.deck[: int(rules.deck_size)])
    rest.subtract(CLASS_NAMES.index(oracle.canonical(name)) for name in state.tiles.values())
    for owner in range(state.players):
        if shows(state, seat, owner):
            rest.subtract(tile_bytes(state._record, owner))
    return +rest


# -------------------------------------------------------------------------------------------------------- what is seen


@pytest.mark.jitless
@setups
def test_what_is_hidden_is_put_back_byte_for_byte(setup) -> None:
    for state in positions(setup):
        for seat in range(state.players):
            record, veil = copy_record(state._record), one(kernel.VEIL)
            kernel.hide(state._rules, record, seat, veil)
            assert record.tobytes() != state._record.tobytes()
            kernel.reveal(record, veil)
            assert record.tobytes() == state._record.tobytes()


@pytest.mark.jitless
@setups
def test_no_hidden_tile_is_left_and_nothing_else_is_gone(setup) -> None:
    for state in positions(setup):
        for seat in range(state.players):
            record, real = hidden(state, seat), state._record
            assert not record.rng.any()
            assert set(record.deck[: int(record.deck_count)].tolist()) <= {NONE}
            for owner in range(state.players):
                if shows(state, seat, owner):
                    assert record.hands[owner] == real.hands[owner]
                else:
                    assert set(tile_bytes(record, owner)) <= {NONE}
            for name in set(kernel.STATE.names or ()) - {"hands", "deck", *SEEN_BY_NOBODY}:
                assert record[name].tobytes() == real[name].tobytes(), name


@pytest.mark.jitless
@setups
def test_positions_that_differ_in_what_is_hidden_look_the_same_and_are_played_the_same(setup) -> None:
    moves, board = new_records(kernel.MOVE, kernel.MAX_MOVES), one(kernel.STATE)
    different = 0
    for state in positions(setup):
        rules, seat = state._rules, state.turn
        other = resampled(rules, state._record, seat, desk_of(5))
        different += other.hands.tobytes() != state._record.hands.tobytes() or other.deck.tobytes() != (
            state._record.deck.tobytes()
        )
        twin = state.copy()
        twin._record = other
        twin._legal_moves = None
        assert hidden(state, seat).tobytes() == hidden(twin, seat).tobytes()
        assert list(twin.legal_moves) == list(state.legal_moves)
        for policy in range(len(kernel.POLICIES)):
            chosen = set()
            for record in (copy_record(state._record), copy_record(other), hidden(state, seat)):
                desk = desk_of(policy)
                kernel.choose(rules, record, policy, desk, board, moves)
                chosen.add((moves[0].tobytes(), desk.rng.tobytes()))
            assert len(chosen) == 1
    assert different


@pytest.mark.jitless
@setups
def test_the_legal_moves_of_the_seat_to_play_need_nothing_hidden(setup) -> None:
    for state in positions(setup):
        twin = state.copy()
        twin._record = hidden(state, state.turn)
        twin._legal_moves = None
        assert list(twin.legal_moves) == list(state.legal_moves)


@pytest.mark.jitless
def test_branching_that_is_tallied_behind_the_veil_is_kept() -> None:
    state = next(positions(SETUPS[0]))
    record, veil, moves = copy_record(state._record), one(kernel.VEIL), new_records(kernel.MOVE, kernel.MAX_MOVES)
    record.branching_sum, record.branching_max = 700, 9
    kernel.hide(state._rules, record, state.turn, veil)
    assert (record.branching_sum, record.branching_max) == (0, 0)
    kernel.choose(state._rules, record, 1, desk_of(1), one(kernel.STATE), moves)
    kernel.reveal(record, veil)
    ways = len(state.legal_moves) if state.phase.name == "TILES" else 0
    assert (record.branching_sum, record.branching_max) == (700 + ways, max(9, ways))


@pytest.mark.jitless
def test_who_inherits_sees_the_hands_to_choose_from_and_nobody_else_does() -> None:
    state = table(
        sit(None, CROSS, FILL[0], FILL[1]),
        sit("5,0@3", *FILL[2:5]),
        sit(None, *FILL[5:8]),
        tiles={"5,1": HUG},
        deck=[FILL[9]],
        edition="tsuro/squiggles",
    ).play(f"5,0@1 {CROSS}")
    assert (state.turn, state.phase.name) == (0, "INHERIT")
    assert tile_bytes(hidden(state, 0), 1) == tile_bytes(state._record, 1)
    assert set(tile_bytes(hidden(state, 0), 2)) == {NONE}
    assert set(tile_bytes(hidden(state, 2), 1)) == {NONE}
    again = resampled(state._rules, state._record, 0, desk_of(1))
    assert tile_bytes(again, 1) == tile_bytes(state._record, 1)


@pytest.mark.jitless
def test_a_hidden_position_shows_tiles_face_down_and_a_move_can_be_tried_on_it() -> None:
    state = table(sit("5,0@1", AHEAD, BACK), sit("0,3@5", *FILL[:3]), deck=FILL[4:6])
    state._record = hidden(state, 0)
    assert (state.hand(0), state.hand(1), state.deck) == ([AHEAD, BACK], ["?"] * 3, ["?"] * 2)
    assert "<svg" in state._repr_svg_()
    state.play(f"5,0 {AHEAD}")
    assert state.hand(0) == [BACK, "?"]
    assert waits(state, 0) == "4,0@1"


# ------------------------------------------------------------------------------------------------------- dealing anew


@pytest.mark.jitless
@setups
def test_dealing_anew_keeps_what_is_seen_all_counts_and_the_set(setup) -> None:
    for state in positions(setup):
        real, players = state._record, state.players
        for seat in range(players):
            record = resampled(state._rules, real, seat, desk_of(3))
            twin = state.copy()
            twin._record = record
            assert hidden(twin, seat).tobytes() == hidden(state, seat).tobytes()
            assert record.rng.tobytes() != real.rng.tobytes()
            dealt = loose_tiles(record, players)
            assert dealt.total() == loose_tiles(real, players).total()
            if state._rules.deck_draw:
                visible = Counter(
                    t for owner in range(players) if shows(state, seat, owner) for t in tile_bytes(real, owner)
                )
                assert dealt - visible <= unseen(state, seat)
            else:
                assert dealt == loose_tiles(real, players)


@pytest.mark.jitless
@setups
def test_a_new_deal_depends_on_the_stream_and_on_what_is_seen_alone(setup) -> None:
    for state in positions(setup):
        rules, seat = state._rules, state.turn
        before = resampled(rules, state._record, seat, desk_of(3))
        for other in (resampled(rules, state._record, seat, desk_of(4)), hidden(state, seat)):
            assert resampled(rules, other, seat, desk_of(3)).tobytes() == before.tobytes()


@pytest.mark.jitless
def test_a_new_deal_draws_from_the_stream_of_its_seat_only() -> None:
    state = next(positions(SETUPS[0], players=4))
    desk, untouched = desk_of(3), desk_of(3)
    kernel.resample(state._rules, copy_record(state._record), 2, desk)
    assert desk.rng[2] != untouched.rng[2]
    assert [desk.rng[seat] == untouched.rng[seat] for seat in (0, 1, 3)] == [True] * 3


def chi_square(counts, cells, total):
    return sum((counts[cell] - total / cells) ** 2 / (total / cells) for cell in counts) + (cells - len(counts)) * (
        total / cells
    )


@compiled
def test_every_new_deal_is_as_likely_as_any_other() -> None:
    """Five unseen tiles, one in a hand and four in the pile: 120 deals."""
    state = table(
        sit("5,0@1", AHEAD), sit("0,3@5", FILL[0]), deck=FILL[1:5], tile_set=dict.fromkeys([AHEAD, *FILL[:5]], 1)
    )
    desk, total = desk_of(8), 24_000
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(total):
        record = resampled(state._rules, state._record, 0, desk)
        seen[(*tile_bytes(record, 1), *(int(tile) for tile in record.deck[:4]))] += 1
    assert len(seen) == 120
    assert chi_square(seen, 120, total) < 173.6  # once in a thousand times with 119 degrees of freedom


@compiled
def test_the_tiles_that_take_no_part_are_unseen_too() -> None:
    state = game("tsuro/kosmos-6").new(2, seed=3)
    kosmos, desk, total = unseen(state, 0), desk_of(9), 6000
    assert kosmos.total() == 61
    assert loose_tiles(state._record, 2).total() == 35
    tops: Counter[int] = Counter()
    for _ in range(total):
        record = resampled(state._rules, state._record, 0, desk)
        tops[int(record.deck[int(record.deck_count) - 1])] += 1
    found = sum((tops[tile] - total * copies / 61) ** 2 / (total * copies / 61) for tile, copies in kosmos.items())
    assert found < 65.2  # once in a thousand times with 34 degrees of freedom


@pytest.mark.jitless
def test_a_study_with_more_tiles_than_the_set_can_be_dealt_anew() -> None:
    state = table(sit("5,0@1", AHEAD), sit("0,3@5", BEND, BEND), deck=[BEND] * 60, strict=False)
    record = resampled(state._rules, state._record, 0, desk_of(2))
    assert loose_tiles(record, 2).total() == 63
    assert max(loose_tiles(record, 2)) < len(CLASS_NAMES)


# ------------------------------------------------------------------------------------------------------------- choices


def text_of(state, move):
    return str(state._move_from_record(move))


def best_by_kernel(state, policy):
    """Return what the kernel likes best: of all legal moves, and of a plain turn's placements."""
    rules, desk = state._rules, desk_of(1)
    record = copy_record(state._record)
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    count = kernel.legal(rules, record, moves)
    equals = kernel_policies.best_moves(rules, record, desk, policy, moves, count)
    listed = {text_of(state, moves[index]) for index in range(equals)}
    if kernel_policies.is_plain_turn(rules, record):
        mask = kernel_policies.best_placements(rules, record, desk, policy, kernel_policies.legal_mask(rules, record))
        hand = state.hand(state.turn)
        places = [place for place in range(64) if int(mask) >> place & 1]
        turned = {oracle.turned(hand[place >> 3], place & 7) for place in places}
        assert turned == {text.split()[1] for text in listed}
    assert record.tobytes() == state._record.tobytes()
    return listed


@pytest.mark.jitless
@setups
def test_agents_like_best_what_a_slow_agent_likes_best(setup) -> None:
    judged = Counter()
    for state in positions(setup):
        position = state.position()
        second = oracle.OracleGame(position, oracle.Options(**setup.rules))
        second.leaving = position.get("pending", {}).get("inherit", [])
        legal = second.legal()
        if len(legal) > (300 if JIT else 60):  # a first card on an empty board: the oracle would take long
            continue
        for policy, agent in enumerate(kernel.POLICIES):
            if agent != "uniform":
                expected = tsuro_agents.best(second, agent)
                assert best_by_kernel(state, policy) == expected, (agent, state.position())
                judged[agent] += 1 if len(expected) < len(legal) else 0
    assert len(judged) == 2 or not JIT


@pytest.mark.jitless
@setups
def test_agents_choose_legal_moves_and_only_tally(setup) -> None:
    moves, board = new_records(kernel.MOVE, kernel.MAX_MOVES), one(kernel.STATE)
    for state in positions(setup):
        for policy in range(len(kernel.POLICIES)):
            record, desk = copy_record(state._record), desk_of(policy)
            kernel.choose(state._rules, record, policy, desk, board, moves)
            assert state._move_from_record(moves[0]) in state.legal_moves
            assert [seat for seat in range(MAX_SEATS) if desk.rng[seat] != desk_of(policy).rng[seat]] == [state.turn]
            if state.phase.name == "TILES":
                assert record.branching_sum == state._record.branching_sum + len(state.legal_moves)
            for tally in ("branching_sum", "branching_max"):
                record[tally] = state._record[tally]
            assert record.tobytes() == state._record.tobytes()


@compiled
def test_equals_are_chosen_with_equal_chances() -> None:
    state = game("tsuro/classic").new(2, seed=1)
    best = best_by_kernel(state, 2)
    assert len(best) > 2
    moves, board, desk = new_records(kernel.MOVE, kernel.MAX_MOVES), one(kernel.STATE), desk_of(4)
    chosen: Counter[str] = Counter()
    for _ in range(400 * len(best)):
        kernel.choose(state._rules, copy_record(state._record), 2, desk, board, moves)
        chosen[text_of(state, moves[0])] += 1
    assert set(chosen) == best
    assert chi_square(chosen, len(best), 400 * len(best)) < 2 * len(best) + 20


@pytest.mark.jitless
@pytest.mark.parametrize("policy", [1, 2])
def test_an_agent_wins_at_once_where_it_can(policy) -> None:
    state = table(sit("5,0@1", *FILL[:2]), sit("5,0@8", *FILL[2:5]), deck=FILL[5:8])
    winning = {text for text in map(str, state.legal_moves) if state.copy().play(text).is_over}
    assert 0 < len(winning) < len(state.legal_moves)
    assert best_by_kernel(state, policy) <= winning


@pytest.mark.jitless
@setups
def test_the_destination_is_where_the_marker_rests(setup) -> None:
    for state in positions(setup):
        if setup.rules.get("solitaire"):
            continue
        seat = state.turn
        for move in list(state.legal_moves)[::7]:
            end = int(kernel.destination(state._rules, state._record, state._move_to_record(move)))
            after = state.copy().play(move)._record
            rests = int(after.at[seat])
            assert end == rests, str(move)


@pytest.mark.jitless
def test_the_destination_in_solitaire_is_that_of_the_marker_that_faces_the_square() -> None:
    state = table(sit("5,0@1", AHEAD, HUG), sit("5,3@1"), solitaire=True)
    ahead = {str(move): move for move in state.legal_moves}[f"5,3 {AHEAD}"]
    assert kernel.destination(state._rules, state._record, state._move_to_record(ahead)) == (4 * 6 + 3) * 8 + 0


# --------------------------------------------------------------------------------------------------------- whole games


def played(name, agents, count, *, seed=1, **options):
    found = game(name, **options)
    results = new_records(kernel.RESULT, count)
    codes = np.array([kernel.POLICIES.index(agent) for agent in agents], np.int64)
    kernel.playout(found.rules, len(agents), codes, seed, 0, count, results)
    return results


def share_of(results, seat):
    winners = results["winners"].astype(int)
    return np.mean([(mask >> seat & 1) / max(1, mask.bit_count()) for mask in winners.tolist()])


STRENGTH = {
    ("tsuro/classic", 2): 0.75,
    ("tsuro/classic", 4): 0.5,
    ("tsuro/squiggles", 4): 0.45,
    ("tsuro/kosmos-6", 4): 0.5,
    ("tsuro/kosmos-7", 4): 0.5,
    ("tsuro/kosmos-7", 8): 0.25,
}
"""Shares of wins that one of them has at least among uniform agents, far below what is found."""


@compiled
@pytest.mark.parametrize("agent", ["greedy", "cautious"])
@pytest.mark.parametrize(("name", "players"), STRENGTH)
def test_an_agent_that_thinks_beats_those_that_do_not(name, players, agent) -> None:
    for seat in (0, players - 1):
        agents = ["uniform"] * players
        agents[seat] = agent
        assert share_of(played(name, agents, 3000), seat) > STRENGTH[name, players]


@compiled
@pytest.mark.parametrize("goal", ["longest_path", "self_crossings"])
def test_agents_follow_the_goals(goal) -> None:
    for agent in ("greedy", "cautious"):
        assert share_of(played("tsuro/classic", [agent, *["uniform"] * 3], 3000, goal=goal), 0) > 0.45


@compiled
@pytest.mark.parametrize("markers", [1, 2])
def test_solitaire_is_won_more_often_with_thought(markers) -> None:
    def won(agent):
        return np.mean(played("tsuro/classic", [agent] * markers, 2000, solitaire=True)["winners"] > 0)

    assert min(won("cautious"), won("greedy")) > won("uniform") + 0.1


@compiled
def test_greedy_and_cautious_are_a_match_for_each_other() -> None:
    first = share_of(played("tsuro/classic", ["greedy", "cautious"], 4000), 0)
    second = share_of(played("tsuro/classic", ["cautious", "greedy"], 4000), 1)
    assert 0.4 < (first + second) / 2 < 0.65


@pytest.mark.jitless
@setups
def test_a_traced_game_is_the_one_that_was_played(setup) -> None:
    found = game(setup.edition, **setup.options)
    players = max(setup.players)
    codes = np.array([1 + seat % 3 for seat in range(players)], np.int64) % 3
    games = 3 if JIT else 1
    results, result = new_records(kernel.RESULT, games), one(kernel.RESULT)
    kernel.playout(found.rules, players, codes, 5, 0, games, results)
    record, moves = one(kernel.STATE), new_records(kernel.MOVE, kernel.MAX_GAME)
    count = kernel.trace(found.rules, players, codes, 5, games - 1, record, moves)
    kernel.outcome(found.rules, record, result)
    assert result.tobytes() == results[games - 1].tobytes()
    state = found.new(players, seed=5, number=games - 1)
    for index in range(count):
        state.play(state._move_from_record(moves[index]))
    assert state.is_over
    assert state._record.at.tobytes() == record.at.tobytes()


@pytest.mark.jitless
def test_rewards_are_shares_of_the_win() -> None:
    record, rules = one(kernel.STATE), one(RULES)
    record.players, record.winners = 4, 0b1010
    assert [float(kernel.reward(rules, record, seat)) for seat in range(4)] == [0, 0.5, 0, 0.5]
    record.winners = 0
    assert float(kernel.reward(rules, record, 0)) == 0
    record.winners, rules.solitaire = 0b1111, 1
    assert float(kernel.reward(rules, record, 2)) == 1


@pytest.mark.jitless
def test_all_moves_are_worth_searching() -> None:
    state = game("tsuro/classic").new(3, seed=1)
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    assert kernel.shortlist(state._rules, state._record, moves, 48) == 48
