"""The words of Tsuro agree with the facts of its states, in random games of all editions and options."""

import random
import re

import pytest

import tsurolab as tl
from tsurolab.games.tsuro.commentary import begin, describe, end
from tsurolab.games.tsuro.rules import EDITIONS, Cause, Phase

GAMES = [(edition.name, {}) for edition in EDITIONS]
GAMES += [("tsuro/classic", {"common_hand": True}), ("tsuro/classic", {"solitaire": True})]
GAMES += [("tsuro/classic", {"goal": "longest_path"}), ("tsuro/classic", {"goal": "self_crossings"})]


def games(name, options, count=6):
    """Pairs of states, before and after each move of random games."""
    found = tl.game(name, **options)
    for seed in range(count):
        chooser = random.Random(f"{name} {seed}")
        state = found.new(found.players[-1 - seed % 3], seed=seed)
        while not state.is_over:
            before = state.copy()
            state.play(chooser.choice(list(state.legal_moves)))
            yield before, state.copy()


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_elimination_is_told_with_its_cause(name, options):
    told = 0
    for before, after in games(name, options):
        out = re.findall(r"seat (\d+) is out \((\w+) at row (\d+), column (\d+)\)", after.last_words)
        gone = set(before.alive) - set(after.alive)
        assert {int(seat) for seat, *_ in out} == gone
        for seat, cause, row, col in out:
            record = after._record
            assert Cause(int(record.out_cause[int(seat)])).name.lower() == cause
            assert divmod(int(record.out_square[int(seat)]), after.cols) == (int(row), int(col))
        told += len(out)
    assert told > 5


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_every_marker_that_moves_and_stays_is_told_with_its_way(name, options):
    for before, after in games(name, options):
        if after.last_move.tile is None:
            continue
        told = {
            before.turn if whose == "its marker" else int(whose.split()[-1]): (int(far), int(row), int(col))
            for whose, far, row, col in re.findall(
                r"(its marker|the marker of seat \d+) goes (\d+) tiles? to row (\d+), column (\d+)", after.last_words
            )
        }
        faces = [after.position()["players"][seat]["faces"] for seat in range(after.players)]
        assert told == {
            seat: (len(after.path(seat)) - len(before.path(seat)), faces[seat]["row"], faces[seat]["col"])
            for seat in after.alive
            if len(after.path(seat)) > len(before.path(seat))
        }


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_draws_shuffles_and_the_dragon_are_told(name, options):
    seen = set()
    for before, after in games(name, options):
        words = after.last_words
        drawn = sum(int(count) for count in re.findall(r"draws (\d+) tiles?", words))
        assert drawn == sum(event.kind == "draw" for event in after.last_events)
        shuffled = after.record().chance[-1] is not None
        assert ("the pile is shuffled" in words) == shuffled
        dragon = re.findall(r"the dragon (?:goes to seat (\d+)|is set aside)", words)
        assert dragon == ([] if before.dragon == after.dragon else ["" if after.dragon is None else str(after.dragon)])
        seen |= {"draw"} if drawn else set()
        seen |= {"shuffle"} if shuffled else set()
    assert "draw" in seen
    assert "shuffle" in seen or after._rules.common_hand


def test_the_dragon_comes_and_goes():
    words = [after.last_words for _, after in games("tsuro/classic", {}, 20)]
    assert any("the dragon goes to seat" in line for line in words)
    assert any("the dragon is set aside" in line for line in words)


def test_inherited_cards_are_told():
    pairs = list(games("tsuro/squiggles", {}, 10))
    asked = [after for _, after in pairs if after.phase is Phase.INHERIT]
    kept = [(before, after) for before, after in pairs if before.phase is Phase.INHERIT]
    assert asked
    for after in asked:
        assert f"seat {after.turn} may take over" in after.last_words
    for before, after in kept:
        assert after.last_words.startswith(f"seat {before.turn} keeps {' and '.join(after.last_move.keep)}")


def test_start_marks_and_first_cards_are_told():
    for name in ("tsuro/classic", "tsuro/squiggles"):
        state = tl.game(name).new(3, seed=1)
        move = state.legal_moves[0]
        words = state.play(move).last_words
        assert f"point {move.point} of row {move.row}, column {move.col}" in words
        assert (move.tile or "puts its marker") in words


def test_each_reason_to_end_is_told():
    told = {end(after).split(": ", 1)[1] for _, after in games("tsuro/classic", {}, 40) if after.is_over}
    assert "last marker on the board" in told
    alone = [end(after) for _, after in games("tsuro/classic", {"solitaire": True}, 4) if after.is_over]
    assert all(line.startswith("the player loses: a marker left the board") for line in alone)
    longest = [end(after) for _, after in games("tsuro/classic", {"goal": "longest_path"}, 4) if after.is_over]
    assert all(": longest path; " in line for line in longest)


def test_a_study_whose_paths_begin_nowhere_is_told_without_their_length():
    position = {
        "rows": 6, "cols": 6, "tiles": [], "turn": 0, "deck": [], "dragon": None,
        "players": [
            {"faces": {"row": 2, "col": 2, "point": 8}, "hand": ["14-27-36-58"], "out": False},
            {"faces": {"row": 5, "col": 5, "point": 1}, "hand": ["12-34-56-78"], "out": False},
        ],
    }  # fmt: skip
    state = tl.game("tsuro/classic").from_position(position)
    assert begin(state) == "2 players, 0 tiles in the pile; seat 0 begins"
    before = state.copy()
    state.play(state.legal_moves[0])
    assert re.search(r"its marker goes to row \d, column \d", describe(before, state.last_move, state))
