"""Records of games: what is written, and every way in which one can be damaged."""

import json
from dataclasses import replace

import pytest

import tsurolab as tl
from tsurolab.errors import BadRecord, OutputError
from tsurolab.games.record import GameRecord


@pytest.fixture(scope="module")
def record():
    state = tl.game("tsuro/classic").new(players=5, seed=12)
    while not state.is_over:
        state.play(state.legal_moves[len(state.legal_moves) // 3])
    return state.record()


def test_a_record_is_a_head_a_line_a_move_and_the_outcome(record):
    lines = [json.loads(line) for line in record.dumps().splitlines()]
    assert lines[0]["edition"] == "tsuro/classic"
    assert lines[0]["start"]["players"][0]["hand"]
    assert [line["move"] for line in lines[1:-1]] == list(record.moves)
    assert lines[-1]["outcome"]["winners"]
    assert any("chance" in line for line in lines)


def test_it_saves_and_loads(record, tmp_path):
    path = record.save(tmp_path / "new folder" / "game.jsonl")
    assert GameRecord.load(path) == record
    assert [file.name for file in path.parent.iterdir()] == ["game.jsonl"]


def damaged(record, change):
    lines = record.dumps().splitlines()
    change(lines)
    return "\n".join(lines) + "\n"


def put(lines, place=0, **values):
    lines[place] = json.dumps(json.loads(lines[place]) | values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines.pop(), "cut short or damaged"),
        (lambda lines: lines.pop(3), "cut short or damaged"),
        (lambda lines: lines.__setitem__(4, "{oops"), "line 5 of the record is not JSON"),
        (lambda lines: lines.__setitem__(4, "[1]"), "line 5 of the record is list, not an object"),
        (lambda lines: lines.__setitem__(4, '{"mov":"x"}'), 'line 5 of the record must have a "move" as text'),
        (lambda lines: lines.__setitem__(0, '{"format":"other"}'), "not a game record"),
        (lambda lines: lines.__setitem__(0, lines[0].replace('"format_version":1', '"format_version":7')), "version 7"),
        (lambda lines: lines.__setitem__(0, lines[0].replace('"start":', '"begin":')), "head is damaged"),
        (lambda lines: lines.clear(), "it is empty"),
        (lambda lines: put(lines, players=float("inf")), "Infinity is no number"),
        (lambda lines: lines.__setitem__(0, lines[0].replace('"players":5', '"players":1e999')), "1e999 is no number"),
        (lambda lines: lines.__setitem__(4, "[" * 100_000), "line 5 of the record is nested too deeply"),
        (lambda lines: lines.__setitem__(4, '{"move":' + "9" * 5000 + "}"), "line 5 of the record is not JSON"),
        (lambda lines: put(lines, edition=None), "edition must be text, not None"),
        (lambda lines: put(lines, edition_version="1"), "edition_version must be a whole number, not '1'"),
        (lambda lines: put(lines, edition_version=True), "edition_version must be a whole number, not True"),
        (lambda lines: put(lines, players=4), "players is 4, its start has 5 seats"),
        (lambda lines: put(lines, seed="12"), "seed must be a whole number or null, not '12'"),
        (lambda lines: put(lines, number=[]), r"number must be a whole number or null, not \[\]"),
        (lambda lines: put(lines, number=-1), "number must be from 0 to"),
        (lambda lines: put(lines, seed=1 << 64), "seed must be from 0 to"),
        (lambda lines: put(lines, options=[]), r"options must be an object, not \[\]"),
        (lambda lines: put(lines, start=[["a", 1]]), "start must be an object"),
        (lambda lines: put(lines, -1, outcome=[]), r"outcome, in its last line, must be an object or null, not \[\]"),
    ],
)
def test_a_damaged_record_names_its_damage(record, change, message):
    with pytest.raises(BadRecord, match=message):
        GameRecord.loads(damaged(record, change))


def test_a_move_that_the_rules_do_not_allow_is_named(record):
    text = damaged(record, lambda lines: lines.__setitem__(8, '{"move":"0,0 12-34-56-78"}'))
    with pytest.raises(BadRecord, match=r"move 8 of the record .* cannot be played"):
        list(GameRecord.loads(text).replay())


def test_a_pile_that_does_not_match_is_named(record):
    place = next(index for index, chance in enumerate(record.chance) if chance) + 1

    def change(lines):
        line = json.loads(lines[place])
        line["chance"]["deck"][0:1] = []
        lines[place] = json.dumps(line)

    with pytest.raises(BadRecord, match=f"move {place} of the record .* the shuffled pile must hold"):
        list(GameRecord.loads(damaged(record, change)).replay())


def test_an_outcome_that_the_replay_does_not_reach_is_named(record):
    text = damaged(record, lambda lines: lines.__setitem__(-1, lines[-1].replace("winners", "losers")))
    with pytest.raises(BadRecord, match="the record says the game ended with"):
        list(GameRecord.loads(text).replay())


def test_a_start_that_is_impossible_is_named(record):
    text = damaged(record, lambda lines: lines.__setitem__(0, lines[0].replace('"turn":0', '"turn":9')))
    with pytest.raises(BadRecord, match="the record cannot begin: impossible position: turn must be"):
        list(GameRecord.loads(text).replay())


def test_files_that_cannot_be_read_or_written(record, tmp_path):
    with pytest.raises(OutputError, match="cannot read the record"):
        GameRecord.load(tmp_path / "missing.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadRecord, match="it is not text"):
        GameRecord.load(tmp_path / "binary")
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot write the record"):
        record.save(tmp_path / "file" / "game.jsonl")


@pytest.mark.parametrize("given", [None, b"{}", 3])
def test_only_text_is_a_record(given):
    with pytest.raises(BadRecord, match=f"a game record is text, not {type(given).__name__}"):
        GameRecord.loads(given)


def test_seed_and_number_may_be_missing_values(record):
    text = damaged(record, lambda lines: put(lines, seed=None, number=None))
    assert GameRecord.loads(text).final().seed is None


def test_an_error_of_a_file_names_it(record, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text(damaged(record, lambda lines: lines.pop()))
    with pytest.raises(BadRecord, match=r"game\.jsonl: the record is cut short or damaged"):
        GameRecord.load(path)


def test_players_must_be_those_of_the_replay(record):
    with pytest.raises(BadRecord, match="the record is of 4 players, its start has 5 seats"):
        replace(record, players=4).final()


def test_nothing_is_left_of_a_record_that_could_not_be_written(record, tmp_path):
    (tmp_path / "game.jsonl").mkdir()
    with pytest.raises(OutputError, match="cannot write the record"):
        record.save(tmp_path / "game.jsonl")
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]
