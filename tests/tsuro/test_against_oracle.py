"""Random games of every edition and option: the library against the oracle, move by move."""

import json
import os
import random
from collections import Counter
from typing import Any

import pytest
from oracles import tsuro as oracle
from tsuro_setups import FEW, SETUPS, SetUp

import tsurolab as tl

THOROUGH = bool(os.environ.get("TSUROLAB_THOROUGH"))
GAMES = 60 if THOROUGH else 4
"""Games a set-up."""

REASONS = {
    "last standing": "LAST_STANDING",
    "all out": "ALL_ELIMINATED",
    "tiles placed": "TILES_EXHAUSTED",
    "marker lost": "MARKER_LOST",
}


def compared(position: dict[str, Any], over: bool) -> dict[str, Any]:
    """Return what must be equal in two positions; hands as multisets, and after the end only what is on the board."""
    players = [{"faces": p["faces"], "out": p["out"]} for p in position["players"]]
    seen = {"tiles": position["tiles"], "players": players}
    if not over:
        hands = [sorted(p["hand"]) for p in position["players"]]
        seen |= {"hands": hands, "turn": position["turn"], "deck": position["deck"], "dragon": position["dragon"]}
    return seen


def all_tiles(position: dict[str, Any]) -> Counter[str]:
    """Return the classes of all tiles, wherever they are."""
    laid = [oracle.canonical(t["tile"]) for t in position["tiles"]]
    return Counter(laid + position["deck"] + [tile for p in position["players"] for tile in p["hand"]])


def choose(rng: random.Random, second: oracle.OracleGame, legal: list[str], mood: int) -> str:
    """Choose a move: any, one of those that put most others out, or one that puts fewest out."""
    if mood == 0 or legal[0].startswith("keep") or "-" not in legal[0]:
        return rng.choice(legal)
    outs = second.placements()
    target = (max if mood == 1 else min)(len(outs[text]) for text in legal)
    return rng.choice([text for text in legal if len(outs[text]) == target])


def play_both(setup: SetUp, players: int, number: int) -> None:
    """Play one game with both, comparing everything after every move."""
    rng = random.Random(f"{setup.name} {players} {number}")
    game = tl.game(setup.edition, **setup.options)
    state = game.new(players=players, seed=20, number=number)
    start = state.position()
    second = oracle.OracleGame(start, oracle.Options(**setup.rules))
    whole = all_tiles(start)
    shared = setup.rules.get("common_hand") or setup.rules.get("solitaire")
    given = rng.random() < 0.5  # half the games are told the order of every shuffled pile
    interrupted = rng.randrange(3 * players, 40)
    while state.outcome is None:
        if state.ply == interrupted:  # a game that was put away and taken out again goes on as it would have
            state = game.from_position(json.loads(json.dumps(state.position())))
        where = f"{setup.name}, {players} players, game {number}, move {state.ply}"
        legal = sorted(str(move) for move in state.legal_moves)
        assert legal == sorted(second.legal()), where
        text = choose(rng, second, legal, number % 3)
        trial = second.copy()
        trial.play(text)
        if given and trial.last.pile:
            order = rng.sample(trial.last.pile, len(trial.last.pile))
            state.play(text, deck=order)
            done = second.play(text, order)
        else:
            state.play(text)
            chance = state.record().chance[-1]
            done = second.play(text, chance["deck"] if chance else None)
            assert chance is not None or not done.shuffled, where
        events = state.last_events
        left = [(e.seat, e.cause, (e.row, e.col)) for e in events if e.kind == "out"]
        assert left == [(out.seat, out.cause, out.cell) for out in done.eliminated], where
        drawn = [(e.seat, e.tile) for e in events if e.kind == "draw"]
        if shared:
            assert [tile for _, tile in drawn] == [tile for _, tile in done.draws], where
        else:
            assert drawn == done.draws, where
        over = state.outcome is not None
        assert compared(state.position(), over) == compared(second.position(), over), where
        assert all_tiles(state.position()) == whole, where
        assert over == (second.winners is not None), where
        if "start" in setup.rules or state.phase.name == "TILES":
            for seat in range(players):
                assert state.path(seat) == second.paths[seat], where
    assert state.outcome.winners == second.winners, where
    assert state.outcome.reason.name == REASONS[second.reason or ""], where
    assert int(state._record.loops) == second.closed_loops(), where
    assert not second.legal()
    assert len(state.legal_moves) == 0


def study(rng: random.Random) -> dict[str, Any]:
    """Return a position of any tiles and markers, such as no game reaches: lines that start nowhere, loops, copies."""
    rows, cols = rng.randint(2, 5), rng.randint(2, 5)
    classes = list(FEW) if rng.random() < 0.5 else [tile.name for tile in tl.tsuro.tiles()]
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    empty = rng.sample(cells, rng.randint(1, 2))
    tiles = [
        {"row": row, "col": col, "tile": oracle.turned(rng.choice(classes), rng.randrange(4))}
        for row, col in cells
        if (row, col) not in empty
    ]
    waits = []
    for row, col in empty:
        for mark, (down, right, _) in oracle.ACROSS.items():
            if (row + down, col + right) not in empty:
                waits.append({"row": row, "col": col, "point": mark})
    players = []
    for faces in rng.sample(waits, min(len(waits), rng.randint(2, 6))):
        hand = rng.choices(classes, k=rng.randint(1, 3))
        players.append({"faces": faces, "hand": [oracle.canonical(tile) for tile in hand], "out": False})
    deck = [oracle.canonical(tile) for tile in rng.choices(classes, k=rng.randint(0, 3))]
    position = {"rows": rows, "cols": cols, "tiles": tiles, "players": players, "turn": 0, "deck": deck}
    holder = rng.randrange(len(players)) if len(players) > 2 and not deck else None
    return {**position, "dragon": holder}


def test_the_library_judges_positions_that_no_game_reaches_as_the_oracle_does() -> None:
    game = tl.game("tsuro/classic")
    causes: Counter[str] = Counter()
    for number in range(2000 if THOROUGH else 150):
        rng = random.Random(f"study {number}")
        position = study(rng)
        state, second = game.from_position(position), oracle.OracleGame(position)
        legal = sorted(str(move) for move in state.legal_moves)
        assert legal == sorted(second.legal()), (number, position)
        for text in legal:
            one, other = state.copy(), second.copy()
            one.play(text)
            chance = one.record().chance[-1]
            done = other.play(text, chance["deck"] if chance else None)
            left = [(e.seat, e.cause, (e.row, e.col)) for e in one.last_events if e.kind == "out"]
            assert left == [(out.seat, out.cause, out.cell) for out in done.eliminated], (number, text, position)
            over = one.outcome is not None
            assert compared(one.position(), over) == compared(other.position(), over), (number, text, position)
            assert (one.outcome.winners if one.outcome else None) == other.winners, (number, text, position)
            causes.update(out.cause for out in done.eliminated)
    assert min(causes[cause] for cause in ("edge", "collision", "loop")) > 10


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup.name)
def test_the_library_plays_as_the_oracle_does(setup: SetUp) -> None:
    counts = list(setup.players)
    for number in range(GAMES):
        play_both(setup, counts[number * 3 % len(counts)], number)
