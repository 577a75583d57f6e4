"""Random games of every edition and option: the library against the oracle, move by move."""

import os
import random
from typing import Any

import pytest
from oracles import sorry as oracle
from sorry_cases import key
from sorry_setups import CROWDED, SETUPS, SetUp, scattered, table_of

import tsurolab as tl

THOROUGH = bool(os.environ.get("TSUROLAB_THOROUGH"))
GAMES = 30 if THOROUGH else 1
"""Games a set-up and player count."""
PLIES = 2000 if THOROUGH else 110
"""Cards a game: enough for a reshuffle or two."""


def agree(state: Any, table: oracle.Table) -> dict[tuple[str, bool, oracle.Key], Any]:
    """Compare the legal moves of both by their outcomes; return the library's by outcome."""
    by_outcome: dict[tuple[str, bool, oracle.Key], Any] = {}
    for move in state.legal_moves:
        after = state.copy().play(move)
        name = (move.card, move.kind not in ("pass", "discard"), key(after.position()["pawns"]))
        assert name not in by_outcome, f"{move} and {by_outcome[name]} have one outcome"
        by_outcome[name] = move
    assert set(by_outcome) == {(card, used, name) for card, used, name, _ in table.choices()}
    return by_outcome


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_random_games_agree_with_the_oracle(setup: SetUp) -> None:
    game = tl.game(setup.edition, **setup.options)
    rules = oracle.Rules(**setup.rules)
    luck = random.Random(setup.name)
    for players in setup.players:
        for number in range(GAMES):
            state = game.new(players=players, seed=luck.randrange(10**6), number=number)
            table = table_of(state, rules)
            for _ in range(PLIES):
                moves = agree(state, table)
                chosen = luck.choice(sorted(moves, key=str))
                card, used, _ = chosen
                pawns = next(p for c, u, n, p in table.choices() if (c, u, n) == chosen)
                state.play(moves[chosen])
                shuffled = table.use(card, used, pawns)
                if table.winners:
                    break
                if shuffled:
                    table.deck, table.discards = state._past[-1][2]["deck"], []
                table.draw()
                position = state.position()
                assert key(position["pawns"]) == key(table.pawns)
                assert (position["turn"], position["card"]) == (table.turn, table.card)
                assert (position["deck"], position["discards"]) == (table.deck, table.discards)
                assert position.get("hands", {}) == table.hands
                for seat, colour in enumerate(state.colours):
                    left = sum(oracle.distance(colour, square) for square in table.pawns[colour])
                    assert state._record.progress[seat] == 65 * rules.pawns - left
            else:
                continue
            assert state.is_over
            assert {state.colours[seat] for seat in state.outcome.winners} == set(table.winners)
            assert int(state._record.turns) == table.turns


@pytest.mark.parametrize("setup", CROWDED, ids=lambda setup: setup.name)
def test_crowded_boards_agree_with_the_oracle(setup: SetUp) -> None:
    game = tl.game(setup.edition, **setup.options)
    rules = oracle.Rules(**setup.rules)
    luck = random.Random(f"crowd {setup.name}")
    for _ in range(600 if THOROUGH else 4 if setup.rules.get("seven_parts") else 15):
        players = ["red", "blue", "yellow", "green"][: max(setup.players)]
        first = luck.randrange(60)
        crowd = list(range(first, first + luck.choice([18, 24, 60])))
        pawns = scattered(players, luck, 4, crowd)
        for card in ("7", "11", "S", "4", "10") if not rules.hand_size else ():
            position = {"players": players, "turn": luck.choice(players), "card": card, "pawns": pawns}
            state = game.from_position(position)
            agree(state, table_of(state, rules))


def test_a_seven_over_all_eight_pawns() -> None:
    game = tl.game("sorry/teams", seven_parts=8)
    rules = oracle.Rules(teams=True, seven_parts=8)
    luck = random.Random(8)
    for count in (2, 3, 4, 5):
        squares = luck.sample(range(60), 8)
        mine = [f"t{square}" for square in squares[:count]]
        pawns = {
            "red": [*mine[::2], *["home"] * (4 - len(mine[::2]))],
            "blue": ["t40", "start", "start", "start"] if "t40" not in mine else ["start"] * 4,
            "yellow": [*mine[1::2], *["start"] * (4 - len(mine[1::2]))],
            "green": ["start"] * 4,
        }
        state = game.from_position({"players": list(pawns), "turn": "red", "card": "7", "pawns": pawns})
        agree(state, table_of(state, rules))


def test_the_oracle_plays_as_long_as_the_library() -> None:
    luck = random.Random(5)
    turns = [oracle.random_game(oracle.Rules(), ["red", "blue"], luck).turns for _ in range(60)]
    run = tl.simulate("sorry/classic", players=2, games=4000, seed=3, progress=False)
    mean = sum(turns) / len(turns)
    spread = (sum((each - mean) ** 2 for each in turns) / (len(turns) - 1) / len(turns)) ** 0.5
    assert abs(mean - run.games["turns"].mean()) < 4 * spread
