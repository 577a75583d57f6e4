"""The words of Sorry! agree with the tallies of its states, in random games of all editions and options."""

import random
import re

import pytest

import tsurolab as tl
from tsurolab.games.sorry.commentary import describe, end
from tsurolab.games.sorry.rules import EDITIONS, Reason

GAMES = [(edition.name, {}) for edition in EDITIONS]
GAMES += [
    (edition.name, {option.name: option.choices[-1]})
    for edition in EDITIONS[:1]
    for option in edition.options
    if option.choices == (False, True)
]
GAMES.append(("sorry/teams", {"partner_swap": True}))


def games(name, options, count=3):
    """Pairs of states, before and after each move of random games, with a fondness for exchanges."""
    found = tl.game(name, **options)
    for seed in range(count):
        chooser = random.Random(f"{name} {seed}")
        state = found.new(found.players[-1 - seed % len(found.players)], seed=seed)
        while not state.is_over and state.ply < 400:
            before = state.copy()
            moves = list(state.legal_moves)
            swaps = [move for move in moves if move.kind == "swap"]
            state.play(chooser.choice(swaps or moves))
            yield before, state.copy()


def risen(before, after, *names):
    return sum(int(after._record[name].sum() - before._record[name].sum()) for name in names)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_pawn_sent_back_is_told_and_every_slide(name, options):
    bumps = slides = 0
    for before, after in games(name, options):
        words = after.last_words
        assert words.count("bumps ") == risen(before, after, "bumps_given", "self_bumps"), words
        assert words.count("slides to ") == risen(before, after, "slides"), words
        bumps, slides = bumps + words.count("bumps "), slides + words.count("slides to ")
    assert bumps > 20
    assert slides > 20


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_whom_a_bump_sends_back_is_told(name, options):
    for before, after in games(name, options):
        mover = before.colours[before.turn]
        told = re.findall(r"bumps (its own pawn|\w+) on (t\d+)", after.last_words)
        back = {colour: after.pawns(colour).count("start") - before.pawns(colour).count("start")
                for colour in after.colours}  # fmt: skip
        for colour in after.colours:
            left = sum(part.origin == "start" and (part.colour or mover) == colour for part in after.last_move.parts)
            name_told = "its own pawn" if colour == mover else colour
            squares = [square for who, square in told if who == name_told]
            assert len(squares) == back[colour] + left


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_cards_shuffles_and_second_turns_are_told(name, options):
    shuffles = 0
    for before, after in games(name, options):
        move, words = after.last_move, after.last_words
        card = "Sorry!" if move.card == "S" else move.card
        assert re.match(rf"seat {before.turn} \({before.colours[before.turn]}\) (draws|plays) an? {card}: ", words)
        assert ("draws a" in words) == (not after._rules.hand_size)
        shuffled = not after.is_over and after.record().chance[-1] is not None
        assert ("the discards are shuffled" in words) == shuffled
        assert words.endswith("plays again") == (not after.is_over and after.turn == before.turn)
        assert ("it cannot be used" in words) == (move.kind == "pass")
        assert ("thrown away" in words) == (move.kind == "discard")
        shuffles += shuffled
    assert shuffles


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_ways_of_pawns_are_told(name, options):
    kinds = set()
    for _, after in games(name, options):
        move, words = after.last_move, after.last_words
        kinds.add(move.kind)
        for part in move.parts:
            if move.kind == "step":
                back = "back " if part.steps < 0 else ""
                assert f"moves {back}{abs(part.steps)} from {part.origin} to " in words
            elif move.kind == "swap":
                assert f"exchanges {part.origin} for {move.target} and " in words.replace(",", " and")
            elif move.kind == "sorry":
                assert f"goes from start to {move.target}" in words
            else:
                assert "comes out to t" in words
    assert {"step", "start", "swap", "sorry"} <= kinds


def test_a_pawn_that_slides_over_its_own_fellow_is_told():
    state = tl.game("sorry/classic").from_position(
        {"players": ["red", "blue"], "turn": "red", "card": "1", "deck": ["1"],
         "pawns": {"red": ["t15", "t19", "start", "start"], "blue": ["start"] * 4}})  # fmt: skip
    before = state.copy()
    state.play("t15+1")
    assert describe(before, state.last_move, state) == (
        "seat 0 (red) draws a 1: moves 1 from t15 to t16, slides to t19 and bumps its own pawn on t19"
    )


def test_a_carried_pawn_that_slides_is_told():
    state = tl.game("sorry/classic", displaced_slides=True).from_position(
        {"players": ["red", "blue"], "turn": "red", "card": "11", "deck": ["1"],
         "pawns": {"red": ["t1", "start", "start", "start"], "blue": ["t30", "t3", "start", "start"]}})  # fmt: skip
    before = state.copy()
    state.play("swap t1 t30")
    assert describe(before, state.last_move, state) == (
        "seat 0 (red) draws an 11: exchanges t1 for t30, blue goes to t1, blue slides to t4 and bumps blue on t3"
    )


def test_the_end_is_told_with_points_where_they_count():
    for name, counts in (("sorry/classic", False), ("sorry/points", True), ("sorry/teams", False)):
        ended = False
        found = tl.game(name)
        chooser = random.Random(3)
        state = found.new(4, seed=3)
        while not state.is_over:
            state.play(chooser.choice(list(state.legal_moves)))
            ended = True
        assert ended
        assert state.outcome.reason is Reason.ALL_HOME
        words = end(state)
        for seat in state.outcome.winners:
            assert f"{seat} ({state.colours[seat]})" in words
        assert ("points: " in words) == counts
