"""Games between agents of every kind, for every family: the same games by every way of playing them, and nothing seen
that is hidden."""

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.agents import Agent, check_users, evaluate, pick, play_games, trace_game
from tsurolab.agents import matches as loop
from tsurolab.errors import BadAgent, BadArgument, IllegalMove
from tsurolab.games.catalogue import FAMILY_NAMES, all_editions
from tsurolab.games.protocol import new_records

FIRST = {name: next(each.name for each in all_editions() if each.family == name) for name in FAMILY_NAMES}
EDITIONS = [each.name for each in all_editions()]
SEED = 11


def played(edition, names, games=12, first=0, seed=SEED, **options):
    game = tl.game(edition, **options)
    results = new_records(game.family.kernel.RESULT, games)
    play_games(game, names, seed, first, results)
    return results


def share(results, seat):
    """The mean win share of a seat."""
    winners = np.array([int(mask).bit_count() for mask in results.winners])
    won = results.winners.astype(int) >> seat & 1
    return float((won / np.maximum(winners, 1)).mean())


def seated(edition, *names):
    """Names going round the smallest table of an edition."""
    players = tl.game(edition).players[0]
    return tuple(names[seat % len(names)] for seat in range(players))


@tl.agent
def first(rules, state, moves, count):
    return 0


@tl.agent
def anyone(rules, state, moves, count):
    """What ``uniform`` does."""
    return tl.agents.random_below(state, count)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_shared_loop_plays_the_games_of_the_familys_own(edition):
    game = tl.game(edition)
    kernels = loop._kernels(game.family)
    for names in (
        seated(edition, "uniform"),
        seated(edition, "greedy", "cautious"),
        seated(edition, "uniform", "greedy"),
    ):
        own = played(edition, names)
        table = loop._table(game, names, with_functions=True)
        results, wrong = new_records(game.family.kernel.RESULT, len(own)), np.zeros(3, np.int64)
        count = kernels.match(
            game.rules, game.rules, len(names), table.records, table.functions, SEED, 0, len(own), results, wrong
        )
        assert count == len(own)
        assert results.tobytes() == own.tobytes()


@pytest.mark.parametrize("edition", EDITIONS)
def test_compiled_and_run_by_python_are_the_same_games(edition):
    names = seated(edition, anyone.name, "greedy")
    plain = seated(edition, anyone.plain.name, "greedy")
    assert played(edition, names, 3).tobytes() == played(edition, plain, 3).tobytes()


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("names", [(anyone.name, "monte-carlo:4"), (first.plain.name, "monte-carlo:3:uniform")])
def test_a_traced_game_is_the_played_one(edition, names):
    game, names = tl.game(edition), seated(edition, *names)
    kernel = game.family.kernel
    state, moves, result = (
        new_records(dtype, n) for dtype, n in ((kernel.STATE, 1), (kernel.MOVE, kernel.MAX_GAME), (kernel.RESULT, 1))
    )
    count = trace_game(game, names, SEED, 2, state[0], moves)
    kernel.outcome(game.rules, state[0], result[0])
    assert result.tobytes() == played(edition, names, 1, first=2).tobytes()
    again = game.new(len(names), seed=SEED, number=2)
    for move in moves[:count]:
        again.play(again._move_from_record(move))
    assert again.outcome.winners == tuple(seat for seat in range(len(names)) if int(state[0].winners) >> seat & 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_game_numbers_and_chunks_cannot_be_seen(edition):
    names = seated(edition, anyone.name, "monte-carlo:3")
    whole = played(edition, names, 5)
    parts = new_records(whole.dtype, 5)
    parts[:2], parts[2:] = played(edition, names, 2), played(edition, names, 3, first=2)
    assert all(np.array_equal(whole[name], parts[name]) for name in whole.dtype.names)


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_an_agent_changes_neither_the_deal_nor_anothers_stream(family):
    """Another budget on one seat leaves the first move of the other as it is: thinking costs nobody else numbers."""
    game = tl.game(FIRST[family])
    kernel = game.family.kernel
    starter = game.new(2, seed=SEED).turn
    openings = []
    for name in ("uniform", "monte-carlo:2", "monte-carlo:8", anyone.name):
        state, moves = new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, kernel.MAX_GAME)
        trace_game(game, ("uniform", name) if starter == 0 else (name, "uniform"), SEED, 0, state, moves)
        openings.append(moves[0].tobytes())
    assert len(set(openings)) == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_agent_sees_what_is_hidden(edition):
    """The choice of every agent is the same in all positions that look the same to its seat."""
    game, compared = tl.game(edition), 0
    for number in range(3):
        state = game.new(game.players[0], seed=SEED, number=number)
        for ply in range(14):
            if state.is_over:
                break
            for name in ("greedy", "cautious", "monte-carlo:6", peeking.name):
                mine = pick(state, name, seed=ply)
                twin = state.resample(state.turn, seed=100 + ply)
                twin._past = list(state._past)  # the agent's stream is that of the same ply
                assert pick(twin, name, seed=ply) == mine, name
                compared += 1
            state.play(pick(state, seed=ply))
    assert compared > 40


@tl.agent
def peeking(rules, state, moves, count):
    """Tries to choose by the generator's and the pile's state, which is blank."""
    return (np.int64(state.rng[1] & np.uint64(0xFFFF)) + count // 2) % count


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_observation_is_what_resampling_keeps(edition):
    state = tl.game(edition).new(tl.game(edition).players[0], seed=SEED)
    for ply in range(20):
        for seat in range(state.players):
            seen = state.observe(seat)
            twin = state.resample(seat, seed=ply)
            assert twin.observe(seat) == seen
            assert hash(twin.observe(seat)) == hash(seen)
            assert twin.resample(seat, seed=1) == twin.resample(seat, seed=3).resample(seat, seed=1)
            assert seen.legal_moves == (tuple(state.legal_moves) if seat == state.turn else ())
            assert not seen.record.rng.any()
        state.play(pick(state, seed=ply))
        if state.is_over:
            break
    with pytest.raises(BadArgument, match="seat must be 0 to"):
        state.observe(9)
    with pytest.raises(BadArgument, match="seat must be 0 to"):
        state.resample(-1)


@pytest.mark.parametrize("family", ["tsuro", "sorry"])  # in Qwirkle uniform never trades while a play fits
def test_a_users_uniform_agent_is_as_good_as_uniform(family):
    results = played(FIRST[family], (anyone.name, "uniform"), 3000)
    assert abs(share(results, 0) - share(played(FIRST[family], ("uniform", "uniform"), 3000), 0)) < 0.04


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_the_same_seed_is_the_same_search(family):
    state = tl.game(FIRST[family]).new(2, seed=SEED)
    while len(state.legal_moves) < 3 or state.ply < 4:
        state.play(pick(state, seed=state.ply))
    assert pick(state, "monte-carlo:20", seed=1) == pick(state, "monte-carlo:20", seed=1)
    assert pick(state, "monte-carlo:20:uniform", seed=1) in state.legal_moves
    one, two = evaluate(state, 60, seed=1), evaluate(state, 60, seed=1)
    assert one.equals(two)
    tried = one[one["rollouts"] > 0]
    assert 0 < tried["rollouts"].sum() <= 60
    assert tried["reward"].between(0, 1).all()
    assert pick(state, "monte-carlo:60", seed=1) == one["move"].iloc[0]


@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_more_rollouts_play_better(family):
    weak = played(FIRST[family], ("monte-carlo:1", "monte-carlo:32"), 120)
    assert share(weak, 1) > 0.6


def test_sequential_halving_spends_its_budget_on_the_better_half():
    state = tl.game("tsuro/classic").new(2, seed=SEED)
    state.play(pick(state)).play(pick(state))
    table = evaluate(state, 1000, seed=2)
    visits = table["rollouts"].tolist()
    assert visits == sorted(visits, reverse=True)
    assert visits[0] > 2 * visits[-1]
    assert 900 < sum(visits) <= 1000


def test_a_search_without_a_choice_or_a_budget():
    state = tl.game("sorry/classic").new(2, seed=SEED)
    while len(state.legal_moves) > 1:
        state.play(pick(state))
    table = evaluate(state, 10)
    assert table["move"].tolist() == list(state.legal_moves)
    assert table["rollouts"].tolist() == [0]
    assert table["reward"].isna().all()
    with pytest.raises(BadArgument, match="rollouts"):
        evaluate(state, 0)
    with pytest.raises(BadArgument, match="rollouts"):
        evaluate(state, "many")


def test_nothing_to_decide_when_the_game_is_over():
    state = tl.game("tsuro/classic").new(2, seed=SEED)
    while not state.is_over:
        state.play(pick(state))
    with pytest.raises(IllegalMove, match="the game is over"):
        pick(state)


# ------------------------------------------------------------------------------------------------ what users do wrong


@tl.agent
def beyond(rules, state, moves, count):
    return count


@tl.agent
def negative(rules, state, moves, count):
    return -1


@tl.agent
def halved(rules, state, moves, count):
    return count / 2


@tl.agent
def cheating(rules, state, moves, count):
    state.turn = 1 - state.turn
    return 0


@tl.agent
def divides(rules, state, moves, count):
    return 1 // (count - count)


@tl.agent
def misspelt(rules, state, moves, count):
    return state.trun


@tl.agent
def far_out(rules, state, moves, count):
    return np.zeros(3, np.int64)[count + 5]


COUNTER = [0]


def counting(rules, state, moves, count):
    COUNTER[0] += 1
    return COUNTER[0] % count


@pytest.mark.parametrize(
    "wrong, told", [(beyond, "answered .*, where a whole number from 0 to"), (negative, "answered -1")]
)
@pytest.mark.parametrize("family", FAMILY_NAMES)
def test_an_answer_that_is_no_move(family, wrong, told):
    for agent in (wrong, wrong.plain):
        with pytest.raises(BadAgent, match=told):
            played(FIRST[family], ("uniform", agent.name), 3)
    with pytest.raises(BadAgent, match=r"\(seat 1, game 40\)"):
        played(FIRST[family], ("uniform", wrong.name), 3, first=40)


@pytest.mark.parametrize(
    "wrong, told",
    [
        (beyond, "answered"),
        (halved, "answered [0-9.]+, where a whole number"),
        (cheating, "changed its state"),
    ],
)
def test_a_check_before_a_run_says_what_is_wrong(wrong, told):
    with pytest.raises(BadAgent, match=told):
        check_users(tl.game("tsuro/classic"), (wrong.name, "uniform"), SEED)


def test_an_agent_with_a_memory_is_found_out():
    with pytest.raises(BadAgent, match=r"does not compile|plays otherwise"):
        check_users(tl.game("tsuro/classic"), (Agent(counting).name and tl.agent(counting).name, "uniform"), SEED)


def test_a_fair_agent_passes_the_check():
    check_users(tl.game("qwirkle/classic"), (anyone.name, "greedy"), SEED)
    check_users(tl.game("qwirkle/classic"), ("uniform", "greedy"), SEED)


def test_an_agent_that_does_not_compile_is_told_why():
    with pytest.raises(BadAgent, match=r"misspelt does not compile.*trun.*misspelt\.plain"):
        played("tsuro/classic", (misspelt.name, "uniform"), 1)


def all_misspelt(rules, state, moves, count):
    return np.argmax(moves[:count].tyle)


def nothing(rules, state, moves, count):  # noqa: RET503  (forgets to answer)
    if count > 3:
        return 1


def imports(rules, state, moves, count):
    import random

    return random.randrange(count)


@pytest.mark.parametrize(
    "wrong, told",
    [
        (misspelt.function, "no record that an agent is given has a field 'trun'; did you mean 'turn'?"),
        (all_misspelt, "no record that an agent is given has a field 'tyle'; did you mean 'tile'?"),
        (nothing, "it returns none in some case, where a number is right (in the line: "),
        (imports, "Use of unsupported opcode (IMPORT_NAME) found."),
    ],
)
def test_the_reason_is_in_words_and_without_the_compilers_own(wrong, told):
    with pytest.raises(BadAgent) as raised:
        played("tsuro/classic", (tl.agent(wrong).name, "uniform"), 1)
    shown = str(raised.value)
    assert f"does not compile: {told}" in shown
    assert "nopython" not in shown
    assert "$" not in shown
    assert 'File "' not in shown


WEIGHT = 2


def weigh(number, depth):
    return weigh(number + WEIGHT, depth - 1) if depth > 0 else number


def by_weight(count):
    return weigh(count, 3) % count


@tl.agent
def with_callees(rules, state, moves, count):
    return by_weight(count)


def with_a_callee_around():
    def first_of(count):
        return by_weight(count)

    @tl.agent
    def enclosed(rules, state, moves, count):
        return first_of(count)

    return enclosed


@tl.agent
def calls_an_agent(rules, state, moves, count):
    return with_callees(rules, state, moves, count)


@pytest.mark.parametrize(
    "agent", [with_callees, with_a_callee_around(), calls_an_agent], ids=lambda each: each.__name__
)
def test_an_agent_may_call_plain_functions_and_agents(agent):
    @tl.agent
    def alike(rules, state, moves, count):
        return (count + 6) % count

    seats = [(each.name, "uniform") for each in (agent, agent.plain, alike)]
    games = [played("sorry/classic", each, 4) for each in seats]
    assert games[0].tobytes() == games[1].tobytes() == games[2].tobytes()


@tl.agent
def overflowing(rules, state, moves, count):
    best, chosen = -(10**6), 0
    for each in range(count):
        value = moves[each].target - moves[each].place[0]
        if value > best:
            best, chosen = value, each
    return chosen


def test_an_agent_whose_numbers_overflow_is_told_so():
    with pytest.raises(BadAgent, match=r"overflowing@.*plays otherwise.*overflows.*np\.int64"):
        check_users(tl.game("sorry/classic"), (overflowing.name, overflowing.name), SEED)


@pytest.mark.parametrize("wrong, error", [(divides, ZeroDivisionError), (far_out, IndexError)])
def test_an_error_inside_an_agent_is_raised(wrong, error):
    for agent in (wrong, wrong.plain):
        with pytest.raises(BadAgent, match=f"{agent.__name__}.* raised {error.__name__}") as caught:
            played("tsuro/classic", (agent.name, "uniform"), 1)
        assert isinstance(caught.value.__cause__, error)


@tl.agent
def vandal(rules, state, moves, count):
    """Writes into everything it is given."""
    rules.hand_size = 1
    state.turn = 1 - state.turn
    state.winners = 3
    state.placed = 9
    moves[0].tile = 7
    moves[count - 1] = moves[0]
    return 0


def test_what_an_agent_writes_does_not_reach_the_game():
    honest, spoilt = (played("tsuro/classic", (name, "uniform"), 200) for name in (first.name, vandal.name))
    assert honest.tobytes() == spoilt.tobytes()
