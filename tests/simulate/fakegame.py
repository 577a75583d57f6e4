"""A family of games that tsurolab does not have: a race to ten by steps of one or two, in plain Python.

It obeys the protocol of a family and nothing else, so what works with it knows no game. Each round every seat steps;
the game ends when somebody has ten or more, after the round, so that several can win together.
"""

import sys
from enum import IntEnum
from types import ModuleType

import numpy as np

from tsurolab.errors import IllegalMove
from tsurolab.games import catalogue
from tsurolab.games.protocol import Edition, Family, Option, ResultField, Status, new_records
from tsurolab.games.state import State
from tsurolab.seeds import key

GOAL = 10
STATE = np.dtype(
    [("players", "u1"), ("turn", "u1"), ("reason", "u1"), ("winners", "u1"), ("steps", "i4"), ("at", "i4", 4)]
)
MOVE = np.dtype([("step", "u1")])
RESULT = np.dtype(
    [
        ("winners", "u1"),
        ("reason", "u1"),
        ("steps", "i4"),
        ("at", "i8", 4),
        ("news", "u1"),
        ("halfway", "u1"),
        ("place", "u1"),
    ]
)
MAX_MOVES, MAX_GAME = 2, 64
POLICIES = ("uniform", "hurried")
RULES = np.dtype([("goal", "i4")])


class Reason(IntEnum):
    ARRIVED = 1
    TOGETHER = 2


def deal(rules, players, seed, game, state):
    state.players = players
    state.at[:] = 0
    state.turn = state.reason = state.winners = 0
    state.steps = 0


def legal(rules, state, moves):
    moves[0].step, moves[1].step = 1, 2
    return 2


def play(rules, state, move):
    state.at[state.turn] += move.step
    state.steps += 1
    state.turn = (state.turn + 1) % state.players
    if state.turn == 0 and max(state.at) >= rules.goal:
        state.winners = sum(1 << seat for seat in range(state.players) if state.at[seat] >= rules.goal)
        state.reason = Reason.ARRIVED if int(state.winners).bit_count() == 1 else Reason.TOGETHER


def outcome(rules, state, result):
    for name in ("winners", "reason", "steps"):
        result[name] = state[name]
    result.at[:] = state.at
    result.news = int(max(state.at) > rules.goal) | int(state.steps % 2) << 1
    result.halfway = sum(1 << seat for seat in range(state.players) if state.at[seat] * 2 >= rules.goal)
    result.place = 77


def _choose(agents, seed, game, state, move):
    luck = key(seed, game, 2 + int(state.turn)) >> int(state.steps) & 1
    move.step = 2 if POLICIES[agents[state.turn]] == "hurried" else 1 + luck


def trace(rules, players, agents, seed, game, state, moves):
    deal(rules, players, seed, game, state)
    while not state.reason:
        _choose(agents, seed, game, state, moves[state.steps])
        play(rules, state, moves[state.steps])
    return int(state.steps)


def playout(rules, players, agents, seed, first, count, results):
    state, moves = new_records(STATE, 1)[0], new_records(MOVE, MAX_GAME)
    for game in range(count):
        trace(rules, players, agents, seed, first + game, state, moves)
        outcome(rules, state, results[game])


class RaceState(State):
    Reason = Reason

    def _move_from_record(self, move):
        return int(move.step)

    def _move_to_record(self, move):
        record = new_records(MOVE, 1)[0]
        record.step = move
        return record

    def parse(self, text):
        if text not in ("1", "2"):
            raise IllegalMove(f"a step is 1 or 2, not {text}")
        return int(text)

    def position(self):
        return {"players": self.players, "turn": self.turn, "at": [int(at) for at in self._record.at]}

    @classmethod
    def from_position(cls, game, position, *, strict=False):
        record = new_records(STATE, 1)[0]
        deal(game.rules, position["players"], 0, 0, record)
        record.at[:] = position["at"]
        return cls(game, record)

    def _why_not(self, move):
        return "a step is 1 or 2"

    def _chance(self, before):
        return None

    def _play_given(self, move, chance):
        raise AssertionError("the race has no chance")

    def svg(self, *, narrow=False):
        return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{self.position()["at"]}</title></svg>'


def begin(state):
    return f"{state.players} racers"


def describe(before, move, after):
    seat = before.turn
    return f"seat {seat} goes {move} & comes to {after.position()['at'][seat]}"


def end(state):
    return f"the winners are {list(state.outcome.winners)}"


FIELDS = {
    "winners": ResultField("who won", "seat mask"),
    "reason": ResultField("why", "code", ("", "arrived", "together")),
    "steps": ResultField("steps of all"),
    "at": ResultField("where each seat came to"),
    "news": ResultField("what happened", "mask", ("too_far", "odd")),
    "halfway": ResultField("who came half the way", "seat mask"),
    "place": ResultField("a code that has no names", "code", missing=77),
}


def _module(name, **content):
    module = ModuleType(name)
    module.__dict__.update(content)
    return module


def build_rules(edition, options):
    rules = new_records(RULES, 1)[0]
    rules.goal = options["goal"]
    return rules


EDITION = Edition(
    "race/short",
    "A race",
    1,
    range(2, 5),
    Status.COMPLETE,
    "To ten.",
    (),
    (),
    (Option("goal", GOAL, "", range(2, 21)),),
)
FAMILY = Family("race", "Race", "race_family", (EDITION,))


def install(monkeypatch):
    """Make the race the only family."""
    kernel = {name: globals()[name] for name in ("STATE", "MOVE", "RESULT", "MAX_MOVES", "MAX_GAME", "POLICIES")}
    functions = {f.__name__: f for f in (deal, legal, play, outcome, playout, trace)}
    rules = {"FAMILY": FAMILY, "RESULT_FIELDS": FIELDS, "build_rules": build_rules}
    for name, content in {
        "tsurolab.games.race.rules": rules,
        "race_family.rules": rules,
        "race_family.kernel": {**kernel, **functions},
        "race_family.state": {"STATE_CLASS": RaceState},
        "race_family.commentary": {"begin": begin, "describe": describe, "end": end},
    }.items():
        monkeypatch.setitem(sys.modules, name, _module(name, **content))
    monkeypatch.setattr(catalogue, "FAMILY_NAMES", ("race",))
    catalogue.family.cache_clear()
