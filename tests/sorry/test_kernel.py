"""Whole games by the kernel: conservation, seeds, policies, tallies, figures that were found by others."""

from collections import Counter

import numpy as np
import pytest

import tsurolab as tl
from tsurolab._jit import JIT, scaled
from tsurolab.games.protocol import copy_record, new_records
from tsurolab.games.sorry import kernel, kernel_board, kernel_moves, kernel_policies, kernel_state
from tsurolab.games.sorry.deck import CARDS, DECKS
from tsurolab.games.sorry.rules import EDITIONS, RESULT_FIELDS
from tsurolab.seeds import key, mix

NAMES = [edition.name for edition in EDITIONS]
compiled = pytest.mark.skipif(not JIT, reason="many games, only when compiled")


def play(game, players, count, *, seed=1, first=0, agents=(0, 0, 0, 0)):
    results = new_records(kernel.RESULT, count)
    kernel.playout(game.rules, players, np.array(agents, np.int64), seed, first, count, results)
    return results


@compiled
@pytest.mark.parametrize(
    ("players", "options", "turns", "error"),
    [(2, {}, 169.4, 0.7), (3, {}, 264.4, 1.2), (4, {}, 358.1, 1.6)],
    ids=["2 adjacent", "3", "4"],
)
def test_the_mean_length_of_uniform_games_is_the_one_found_by_a_plain_reference(players, options, turns, error) -> None:
    found = play(tl.game("sorry/classic", **options), players, 8000, seed=11)["turns"].astype(float)
    own_error = found.std() / len(found) ** 0.5
    assert abs(found.mean() - turns) < 3 * (error**2 + own_error**2) ** 0.5


@compiled
def test_opposite_colours_have_equal_chances_and_adjacent_ones_do_not() -> None:
    opposite = play(tl.game("sorry/classic", two_players="opposite"), 2, 8000)
    adjacent = play(tl.game("sorry/classic"), 2, 8000)
    share = [float((rows.winners == 1).mean()) for rows in (opposite, adjacent)]
    error = 0.5 / 8000**0.5
    assert abs(share[0] - 0.5) < 4 * error
    assert share[1] < 0.5 - 4 * error  # red, the one that the other follows, has the worse colour
    assert list(opposite[0].colour[:2]) == [0, 2]
    assert list(adjacent[0].colour[:2]) == [0, 1]


@compiled
def test_the_first_card_that_starts_a_pawn_comes_as_the_exact_figure_says() -> None:
    # one pack, one drawer: (45 + 1) / (9 + 1) cards; the others at the table do not change the mean of the first seat
    # by more than reshuffles do, so the first seat of two is compared with its own exact chance of the first turn
    found = play(tl.game("sorry/classic"), 2, 20000).first_start_card[:, 0]
    assert abs(float((found == 1).mean()) - 9 / 45) < 4 * (0.2 * 0.8 / 20000) ** 0.5


@compiled
def test_greedy_beats_uniform() -> None:
    rows = play(tl.game("sorry/classic"), 2, 300, agents=(1, 0, 0, 0))
    assert (rows.winners == 1).mean() > 0.8
    teams = play(tl.game("sorry/teams"), 4, 100, agents=(0, 1, 0, 1))
    assert (teams.winners == 0b1010).mean() > 0.8


@pytest.mark.jitless
@pytest.mark.parametrize("name", NAMES)
def test_pawns_and_cards_are_conserved(name) -> None:
    game = tl.game(name)
    state = game.new(players=4, seed=4)
    pack = Counter(CARDS[int(code)] for code in game.rules.deck[: int(game.rules.deck_size)])
    for _ in range(150 if JIT else 40):
        record = state._record
        cards = Counter([*state.deck, *state.discards, *(card for seat in range(4) for card in state.hand(seat))])
        if state.card is not None:
            cards[state.card] += 1
        assert cards == pack
        for seat in range(4):
            on_way = int(record.ring[seat]).bit_count() + int(record.zone[seat]).bit_count()
            assert on_way + record.start[seat] + record.home[seat] == 4
            places = [
                place for place in range(65) if (int(record.ring[seat]) | int(record.zone[seat]) << 60) >> place & 1
            ]
            assert record.progress[seat] == sum(places) + 65 * record.home[seat]
            for other in range(seat):
                assert not int(kernel_board.others(record, seat)) & int(record.ring[seat])
                assert other != seat
        if state.is_over:
            break
        state.play(state.legal_moves[mix(state.ply) % len(state.legal_moves)])


@pytest.mark.jitless
@pytest.mark.parametrize("name", NAMES)
def test_a_played_and_a_traced_game_are_the_same(name) -> None:
    game = tl.game(name, pawns=1 if not JIT else 4)
    agents = np.array([1, 0, 1, 0], np.int64)
    results = play(game, 4, 2, agents=agents)
    moves = new_records(kernel.MOVE, kernel.MAX_GAME)
    for number in range(2):
        traced = new_records(kernel.STATE, 1)[0]
        count = kernel.trace(game.rules, 4, agents, 1, number, traced, moves)
        again = new_records(kernel.RESULT, 1)[0]
        kernel.outcome(game.rules, traced, again)
        assert again.tobytes() == results[number].tobytes()
        state = game.new(players=4, seed=1, number=number)
        for ply in range(count):
            state.play(state._move_from_record(moves[ply]))
        assert state._record.tobytes() == traced.tobytes()


@pytest.mark.jitless
def test_a_game_does_not_depend_on_the_games_played_with_it() -> None:
    game = tl.game("sorry/classic", pawns=4 if JIT else 1)
    count = 60 if JIT else 4
    together = play(game, 4, count, agents=(0, 1, 0, 0))
    for first, number in ((0, 1), (1, 2), (3, count - 3)):
        alone = play(game, 4, number, first=first, agents=(0, 1, 0, 0))
        assert alone.tobytes() == together[first : first + number].tobytes()


def sampled_states(name, count, **options):
    """States from uniform games, every few cards."""
    game = tl.game(name, **options)
    state, desk = new_records(kernel.STATE, 1)[0], new_records(kernel_state.DESK, 1)[0]
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    number = 0
    while number < count:
        kernel.deal(game.rules, 4, 77, number, state)
        desk.rng[:] = [key(77, number, 2 + seat) for seat in range(4)]
        while not state.reason and number < count:
            yield game.rules, copy_record(state)
            number += 1
            for _ in range(3):
                if not state.reason:
                    kernel_policies.choose_listed(game.rules, state, desk, moves)
                    kernel.play(game.rules, state, moves[0])


@pytest.mark.jitless
def test_choosing_quickly_takes_the_move_at_the_drawn_place_of_the_list() -> None:
    quick = new_records(kernel.MOVE, 1)[0]
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    desk = new_records(kernel_state.DESK, 1)[0]
    used = Counter()
    for number, (rules, state) in enumerate(sampled_states("sorry/classic", 1500 if JIT else 60)):
        count = kernel.legal(rules, state, moves)
        seed = key(3, number, 0)
        desk.rng[:] = seed
        card = CARDS[int(state.card)]
        if kernel_policies.choose_quickly(rules, state, desk, quick):
            used[card] += 1
            wanted = moves[int(scaled(np.uint64(mix(seed + 0x9E3779B97F4A7C15)), count))]
            for name in ("card", "kind", "parts", "target"):
                assert quick[name] == wanted[name], card
            parts = int(quick.parts)
            for name in ("owner", "place", "steps"):
                assert list(quick[name][:parts]) == list(wanted[name][:parts]), card
    assert not JIT or set(used) == set(CARDS)


@compiled
def test_uniform_is_uniform_over_distinct_outcomes() -> None:
    desk = new_records(kernel_state.DESK, 1)[0]
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    game = tl.game("sorry/classic")
    state = game.from_position(
        {"players": ["red", "blue"], "turn": "red", "card": "7", "deck": ["1"],
         "pawns": {"red": ["t5", "t9", "t40", "start"], "blue": ["t20", "start", "start", "start"]}}
    )  # fmt: skip
    count = len(state.legal_moves)
    assert count == len({str(state.copy().play(move).position()["pawns"]) for move in state.legal_moves})
    desk.rng[:] = 5
    seen = Counter()
    for _ in range(200 * count):
        if not kernel_policies.choose_quickly(game.rules, state._record, desk, moves[0]):
            kernel_policies.choose_listed(game.rules, state._record, desk, moves)
        seen[str(state._move_from_record(moves[0]))] += 1
    assert set(seen) == {str(move) for move in state.legal_moves}
    assert sum((each - 200) ** 2 / 200 for each in seen.values()) < count + 5 * (2 * count) ** 0.5


@pytest.mark.jitless
def test_sevens_of_one_colour_are_those_of_a_team_of_one() -> None:
    one, team = (new_records(kernel.MOVE, kernel.MAX_MOVES) for _ in range(2))
    desk = new_records(kernel_state.DESK, 1)[0]

    def outcomes(rules, state, moves, count):
        found = []
        for at in range(count):
            after = copy_record(state)
            kernel_board.apply(rules, after, moves[at])
            found.append((after.ring.tobytes(), after.zone.tobytes(), after.home.tobytes()))
        assert len(set(found)) == len(found)
        return set(found)

    for number, (rules, state) in enumerate(sampled_states("sorry/classic", 400 if JIT else 15)):
        count = kernel_moves.sevens(rules, state, int(state.turn), one, 0, desk)
        many = kernel_moves.team_sevens(rules, state, team, 0)
        assert outcomes(rules, state, one, count) == outcomes(rules, state, team, many), number


@compiled
def test_the_tallies_of_the_results_agree_with_one_another() -> None:
    for name in NAMES:
        game = tl.game(name)
        rows = play(game, 4, 200, agents=(1, 0, 0, 0))
        cards = {
            what: sum(rows[f"{what}_{card}"].astype(int) for card in CARDS) for what in ("used", "unused", "squares")
        }
        assert (cards["used"] + cards["unused"] == rows.cards).all()
        assert (cards["unused"] == rows.forfeits.sum(axis=1)).all()
        assert (rows.bumps_given.sum(axis=1) == rows.bumps_taken.sum(axis=1)).all()
        assert (rows.sorries.sum(axis=1) == rows.used_S).all()
        assert (rows.swaps.sum(axis=1) <= rows.used_11).all()
        assert (rows.reason == 1).all()
        assert (rows.first_start[rows.home > 0] > 0).all()
        winner = [[seat for seat in range(4) if row.winners >> seat & 1] for row in rows]
        assert all(row.home[seats].tolist() == [4] * len(seats) for row, seats in zip(rows, winner))
        assert all(row.progress[seats].tolist() == [260] * len(seats) for row, seats in zip(rows, winner))
        assert (rows.deficit_overcome <= rows.deficit.max(axis=1)).all()
        assert set(RESULT_FIELDS) == set(kernel.RESULT.names)


@compiled
def test_packs_of_other_sizes_and_hands_end_too() -> None:
    for deck in DECKS:
        rows = play(tl.game("sorry/classic", deck=deck), 3, 50)
        assert (rows.reason == 1).all()
    assert (play(tl.game("sorry/points", hand_size=10, scoring="expert"), 4, 20).score >= 0).all()
    assert set(play(tl.game("sorry/classic", first_player="random"), 4, 60)["first"]) == {0, 1, 2, 3}


@compiled
def test_a_2_that_does_not_draw_again_ends_the_turn() -> None:
    rows = play(tl.game("sorry/classic", two_draws_again=False), 3, 30)
    assert (rows.turns == rows.cards).all()
    assert (play(tl.game("sorry/classic"), 3, 30).turns < play(tl.game("sorry/classic"), 3, 30).cards).all()
