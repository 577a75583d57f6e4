"""The agents of Sorry!: what they choose, what they may see, and what is dealt anew for them."""

import json
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from oracles import sorry as oracle
from oracles import sorry_agents
from sorry_cases import key as pawns_key
from sorry_setups import CROWDED, SETUPS, scattered, table_of

import tsurolab as tl
from tsurolab._jit import JIT
from tsurolab.games.protocol import copy_record, new_records
from tsurolab.games.sorry import kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.seeds import key

compiled = pytest.mark.skipif(not JIT, reason="many games, only when compiled")
AGENTS = range(len(kernel.POLICIES))
UNIFORM, GREEDY, CAUTIOUS = (kernel.POLICIES.index(name) for name in ("uniform", "greedy", "cautious"))
HIDDEN = ("rng", "hands", "deck")
BY_SETUP = pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)


def record(dtype):
    return new_records(dtype, 1)[0]


def desk_of(*seed):
    desk = record(kernel.DESK)
    desk.rng[:] = [key(*seed, seat) for seat in range(4)]
    return desk


def move_in(each):
    """The record of a move that is kept as bytes."""
    return np.frombuffer(each, kernel.MOVE).view(np.recarray)[0]


def choose(rules, state, agent, *seed):
    """The move that an agent chooses, as bytes."""
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    kernel.choose(rules, state, agent, desk_of(*seed), record(kernel.STATE), moves)
    return moves[0].tobytes()


def listed(rules, state):
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    return [moves[at].tobytes() for at in range(kernel.legal(rules, state, moves))]


def states(setup, count, *, every=7):
    """States of seeded games in which uniform and careful agents mix, every few cards."""
    game = tl.game(setup.edition, **setup.options)
    luck = random.Random(f"agents {setup.name}")
    state = None
    while count:
        if state is None or state.is_over:
            state = game.new(players=luck.choice(setup.players), seed=luck.randrange(10**6))
        yield state
        count -= 1
        for _ in range(luck.randrange(1, every + 1)):
            if not state.is_over:
                desk, moves = desk_of(luck.randrange(10**6), 0), new_records(kernel.MOVE, kernel.MAX_MOVES)
                agent = luck.choice([UNIFORM, CAUTIOUS])
                kernel.choose(game.rules, state._record, agent, desk, record(kernel.STATE), moves)
                state.play(state._move_from_record(moves[0]))


def few(compiled_count, plain_count=3):
    return compiled_count if JIT else plain_count


def hidden_from(rules, state, seat):
    """A copy of the record without what a seat may not see, and the veil."""
    work, veil = copy_record(state), record(kernel.VEIL)
    kernel.hide(rules, work, seat, veil)
    return work, veil


def dealt_anew(rules, state, seat, *seed):
    work = copy_record(state)
    kernel.resample(rules, work, seat, desk_of(*seed))
    return work


# -------------------------------------------------------------------------------------------------- what a seat may see


@pytest.mark.jitless
@BY_SETUP
def test_what_is_hidden_comes_back_byte_for_byte(setup):
    for state in states(setup, few(30)):
        for seat in range(state.players):
            work, veil = hidden_from(state._rules, state._record, seat)
            assert work.tobytes() != state._record.tobytes()
            kernel.reveal(work, veil)
            assert work.tobytes() == state._record.tobytes()


@pytest.mark.jitless
@BY_SETUP
def test_the_pile_the_streams_and_the_hands_of_others_are_hidden_and_nothing_else(setup):
    for state in states(setup, few(30)):
        before = state._record
        for seat in range(state.players):
            work, _ = hidden_from(state._rules, before, seat)
            assert all(
                work[name].tobytes() == before[name].tobytes() for name in before.dtype.names if name not in HIDDEN
            )
            assert list(work.rng) == [0, 0]
            assert list(work.deck) == [kernel.NONE] * int(before.deck_count) + [0] * (64 - int(before.deck_count))
            for other in range(4):
                count = int(before.hand_count[other])
                held = list(before.hands[other, :count]) if other == seat else [kernel.NONE] * count
                assert list(work.hands[other]) == held + [0] * (10 - count)


@pytest.mark.jitless
@BY_SETUP
def test_states_that_differ_in_what_is_hidden_look_alike_and_get_the_same_choices(setup):
    different = 0
    for number, state in enumerate(states(setup, few(40))):
        rules, real, seat = state._rules, state._record, state.turn
        twin = dealt_anew(rules, real, seat, 5, number)
        different += twin.deck.tobytes() != real.deck.tobytes()
        seen, _ = hidden_from(rules, real, seat)
        assert hidden_from(rules, twin, seat)[0].tobytes() == seen.tobytes()
        if not state.is_over:
            assert listed(rules, seen) == listed(rules, real) == listed(rules, twin)
            for agent in AGENTS:
                wanted = choose(rules, real, agent, 6, number)
                assert choose(rules, twin, agent, 6, number) == wanted
                assert choose(rules, seen, agent, 6, number) == wanted
    assert different


@pytest.mark.jitless
def test_a_card_face_down_has_no_name_and_no_move():
    game = tl.game("sorry/points")
    state = game.new(players=3, seed=2)
    work, _ = hidden_from(game.rules, state._record, 1)
    seen = type(state)(game, work)
    assert seen.hand(1) == state.hand(1)
    assert seen.hand(0) == seen.position()["hands"]["yellow"] == ["?"] * 5
    assert seen.deck == ["?"] * len(state.deck)
    assert listed(game.rules, work) == []
    assert seen._repr_svg_().startswith("<svg")
    with pytest.raises(tl.TsurolabError, match="'\\?' is not a card"):
        game.from_position(seen.position())


@pytest.mark.jitless
def test_on_a_hidden_state_one_can_play_until_an_unseen_card_is_drawn():
    game = tl.game("sorry/classic")
    state = game.new(players=2, seed=2)
    seen = type(state)(game, hidden_from(game.rules, state._record, 0)[0])
    seen.play(state.legal_moves[0])
    assert (seen.card, seen.turn, len(listed(game.rules, seen._record))) == (None, 1, 0)


# ----------------------------------------------------------------------------------------------------- dealing it anew


def whole_pack(state):
    held = [card for seat in range(state.players) for card in state.hand(seat)]
    return Counter([*state.deck, *state.discards, *held, *([state.card] if state.card else [])])


@pytest.mark.jitless
@BY_SETUP
def test_dealing_anew_keeps_all_that_is_seen_and_the_pack(setup):
    for number, state in enumerate(states(setup, few(30))):
        before = state._record
        for seat in range(state.players):
            work = dealt_anew(state._rules, before, seat, 7, number)
            assert all(
                work[name].tobytes() == before[name].tobytes() for name in before.dtype.names if name not in HIDDEN
            )
            assert list(work.hands[seat]) == list(before.hands[seat])
            assert whole_pack(type(state)(state.game, work)) == whole_pack(state)
            assert not set(map(int, work.rng)) & set(map(int, before.rng))


@pytest.mark.jitless
@BY_SETUP
def test_dealing_anew_depends_on_what_is_seen_and_on_the_stream_alone(setup):
    for number, state in enumerate(states(setup, few(30))):
        rules, real = state._rules, state._record
        for seat in range(state.players):
            wanted = dealt_anew(rules, real, seat, 8, number).tobytes()
            assert dealt_anew(rules, dealt_anew(rules, real, seat, 9, number), seat, 8, number).tobytes() == wanted
            assert dealt_anew(rules, hidden_from(rules, real, seat)[0], seat, 8, number).tobytes() == wanted


def chi_square(seen, expected):
    assert set(seen) == set(expected)
    return sum((seen[name] - count) ** 2 / count for name, count in expected.items())


@compiled
def test_every_order_of_the_pile_is_equally_likely():
    game = tl.game("sorry/classic")
    state = game.from_position(
        {"players": ["red", "blue"], "card": "8", "deck": ["1", "3", "3", "S"],
         "pawns": {"red": ["t5", "start", "start", "start"], "blue": ["start"] * 4}}
    )  # fmt: skip
    orders = Counter(permutations(["1", "3", "3", "S"]))
    desk, work = desk_of(10, 0), copy_record(state._record)
    seen = Counter()
    for _ in range(12_000):
        kernel.resample(game.rules, work, 0, desk)
        seen[tuple(type(state)(game, work).deck)] += 1
    # 11 degrees of freedom: above 31.3 once in 1000 times
    assert chi_square(seen, {order: 12_000 * ways / 24 for order, ways in orders.items()}) < 31.3


@compiled
def test_every_deal_of_hands_and_pile_is_equally_likely():
    game = tl.game("sorry/points", hand_size=2)
    state = game.from_position(
        {"players": ["red", "blue", "yellow"], "turn": "blue", "deck": ["1"],
         "hands": {"red": ["2", "5"], "blue": ["3", "8"], "yellow": ["S", "12"]},
         "pawns": {colour: ["start"] * 4 for colour in ("red", "blue", "yellow")}}
    )  # fmt: skip
    deals = list(permutations(["1", "2", "5", "S", "12"]))
    desk, work = desk_of(11, 0), copy_record(state._record)
    seen = Counter()
    for _ in range(12_000):
        kernel.resample(game.rules, work, 1, desk)
        dealt = type(state)(game, work)
        assert dealt.hand(1) == ["3", "8"]
        seen[(*dealt.hand(0), *dealt.hand(2), *dealt.deck)] += 1
    # 119 degrees of freedom: above 171 once in 1000 times
    assert chi_square(seen, dict.fromkeys(deals, 100)) < 171


@pytest.mark.jitless
def test_positions_with_too_few_or_too_many_cards_are_dealt_anew_from_what_could_be_there():
    game = tl.game("sorry/classic")
    pawns = {"red": ["start"] * 4, "blue": ["start"] * 4}
    base = {"players": ["red", "blue"], "card": "8", "pawns": pawns}
    lacking = game.from_position(base | {"deck": ["1"] * 5, "discards": []})
    piles = [type(lacking)(game, dealt_anew(game.rules, lacking._record, 0, 12, n)).deck for n in range(6)]
    assert all(len(pile) == 5 for pile in piles)
    assert {card for pile in piles for card in pile} > {"1"}
    spare = game.from_position(base | {"deck": ["1"] * 20, "discards": ["1"] * 40})
    pile = type(spare)(game, dealt_anew(game.rules, spare._record, 0, 12, 0)).deck
    assert len(pile) == 20
    assert set(pile) <= set(CARDS)


# ----------------------------------------------------------------------------------------------------- what they choose


@pytest.mark.jitless
@BY_SETUP
def test_agents_choose_legal_moves_change_nothing_and_do_not_look_at_the_board_they_get(setup):
    for number, state in enumerate(states(setup, few(25, 2))):
        if state.is_over:
            continue
        rules, before = state._rules, state._record.tobytes()
        legal = set(listed(rules, state._record))
        for agent in AGENTS:
            used = record(kernel.STATE)
            used.view(np.ndarray).reshape(1).view(np.uint8)[:] = 0xA5
            moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
            desk = desk_of(13, number)
            kernel.choose(rules, state._record, agent, desk, used, moves)
            assert moves[0].tobytes() in legal
            assert moves[0].tobytes() == choose(rules, state._record, agent, 13, number)
            assert state._record.tobytes() == before
            assert [desk.rng[seat] == key(13, number, seat) for seat in range(4) if seat != state.turn] == [True] * 3


def chosen(state, agent, wanted, number):
    """All outcomes that an agent chooses between, found by asking it with many streams."""
    found = set()
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    board = record(kernel.STATE)
    desk = desk_of(14, number)
    for _ in range(30 * wanted):
        kernel.choose(state._rules, state._record, agent, desk, board, moves)
        found.add(moves[0].tobytes())
        if len(found) > wanted:
            break
    outcomes = set()
    for each in found:
        move = state._move_from_record(move_in(each))
        after = state.copy().play(move)
        outcomes.add((move.card, move.kind not in ("pass", "discard"), pawns_key(after.position()["pawns"])))
    return outcomes


def check_choices(state, rules, number):
    table = table_of(state, rules)
    for agent in (GREEDY, CAUTIOUS):
        wanted = sorry_agents.best(table, kernel.POLICIES[agent])
        assert chosen(state, agent, len(wanted), number) == wanted, kernel.POLICIES[agent]


@pytest.mark.jitless
@BY_SETUP
def test_greedy_and_cautious_choose_what_the_oracle_likes_best(setup):
    rules = oracle.Rules(**setup.rules)
    for number, state in enumerate(states(setup, few(20, 2), every=12)):
        if not state.is_over:
            check_choices(state, rules, number)


@compiled
@pytest.mark.parametrize("setup", CROWDED, ids=lambda setup: setup.name)
def test_on_crowded_boards_too(setup):
    game = tl.game(setup.edition, **setup.options)
    rules = oracle.Rules(**setup.rules)
    luck = random.Random(f"crowded agents {setup.name}")
    for number in range(3 if rules.teams else 8):
        players = ["red", "blue", "yellow", "green"][: max(setup.players)]
        first = luck.randrange(60)
        pawns = scattered(players, luck, 4, list(range(first, first + luck.choice([18, 24, 60]))))
        for card in ("1", "4", "7", "10", "11", "S") if setup.rules.get("seven_parts") is None else ("4", "11"):
            position = {"players": players, "turn": luck.choice(players), "card": card, "pawns": pawns}
            check_choices(game.from_position(position), rules, number)


def position_of(red, blue, card):
    return {"players": ["red", "blue"], "turn": "red", "card": card,
            "pawns": {"red": red, "blue": blue}}  # fmt: skip


def test_cautious_steps_out_of_reach_where_greedy_sees_no_difference():
    game = tl.game("sorry/classic")
    # blue's only pawn can take the pawn on t50 with a 5, on t51 with no card, and can never come to t20
    state = game.from_position(position_of(["t50", "t20", "home", "home"], ["t45", "home", "home", "home"], "1"))
    moves = {str(state._move_from_record(move_in(each))) for each in listed(game.rules, state._record)}
    assert moves == {"1: t50+1", "1: t20+1"}
    for agent, wanted in ((GREEDY, moves), (CAUTIOUS, {"1: t50+1"})):
        found = {choose(game.rules, state._record, agent, 15, number) for number in range(40)}
        assert {str(state._move_from_record(move_in(each))) for each in found} == wanted


# --------------------------------------------------------------------------------------------------------- whole games


def share(edition, players, agents, games, **options):
    """The share of games that the seats of agent ``agents[0]`` win, both seatings taken together."""
    game = tl.game(edition, **options)
    won = 0
    for turn in (agents, agents[::-1]):
        seats = (list(turn) * 2)[:4]
        mine = sum(1 << seat for seat in range(4) if seats[seat] == agents[0])
        results = new_records(kernel.RESULT, games)
        kernel.playout(game.rules, players, np.array(seats, np.int64), 16, 0, games, results)
        won += int(((results.winners & mine) != 0).sum())
    return won / (2 * games)


@compiled
@pytest.mark.parametrize(
    ("edition", "players", "games"),
    [
        ("sorry/classic", 2, 400),
        ("sorry/classic", 4, 200),
        ("sorry/first-edition", 2, 200),
        ("sorry/waddingtons", 2, 200),
        ("sorry/diamond", 2, 200),
        ("sorry/points", 2, 200),
        ("sorry/teams", 4, 60),
    ],
)
@pytest.mark.parametrize("agent", [GREEDY, CAUTIOUS], ids=["greedy", "cautious"])
def test_greedy_and_cautious_beat_uniform(edition, players, games, agent):
    assert share(edition, players, (agent, UNIFORM), games) > 0.75


@compiled
def test_cautious_holds_its_own_against_greedy():
    for edition, players, games in (("sorry/classic", 2, 1500), ("sorry/classic", 4, 1000), ("sorry/points", 4, 700)):
        assert share(edition, players, (CAUTIOUS, GREEDY), games) > 0.47


GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "sorry-games.json"


def golden_games():
    """Winners, turns and cards of a few games of every set-up, by agents."""
    found = {}
    for setup in SETUPS:
        game = tl.game(setup.edition, **setup.options)
        for name in kernel.POLICIES:
            agent = kernel.POLICIES.index(name)
            seats = np.array([agent, UNIFORM, agent, agent], np.int64)
            results = new_records(kernel.RESULT, 3)
            kernel.playout(game.rules, max(setup.players), seats, 123, 5, 3, results)
            found[f"{setup.name}: {name}"] = [[int(row[f]) for f in ("winners", "turns", "cards")] for row in results]
    return found


@compiled
def test_the_games_of_a_seed_stay_the_same():
    """Written anew by ``PYTHONPATH=.:tests:tests/sorry python tests/sorry/test_agents_sorry.py``."""
    assert golden_games() == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.jitless
def test_a_win_is_shared_among_the_winners():
    for edition, winners in (("sorry/classic", 1), ("sorry/teams", 2)):
        game = tl.game(edition, pawns=4 if JIT else 1)
        state, moves = record(kernel.STATE), new_records(kernel.MOVE, kernel.MAX_GAME)
        kernel.trace(game.rules, 4, np.array([CAUTIOUS] * 4, np.int64), 17, 0, state, moves)
        rewards = [kernel.reward(game.rules, state, seat) for seat in range(4)]
        assert sum(rewards) == 1
        assert [bool(each) for each in rewards] == [bool(int(state.winners) >> seat & 1) for seat in range(4)]
        assert max(rewards) == 1 / winners
        state.winners = 0
        assert kernel.reward(game.rules, state, 0) == 0


@pytest.mark.jitless
def test_all_moves_are_worth_searching():
    state = tl.game("sorry/classic").new(players=2, seed=1)
    moves = new_records(kernel.MOVE, kernel.MAX_MOVES)
    count = kernel.legal(state._rules, state._record, moves)
    before = moves.tobytes()
    assert kernel.shortlist(state._rules, state._record, moves, count) == count >= 1
    assert moves.tobytes() == before


if __name__ == "__main__":
    lines = [f"{json.dumps(name)}: {json.dumps(games)}" for name, games in golden_games().items()]
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
