"""A person against agents: what is asked, what is answered, what is printed and what is kept."""

import io
import random
import re
import sys
from contextlib import nullcontext

import fakegame
import pytest

import tsurolab as tl
from tsurolab.errors import BadArgument, OutputError, UnknownName
from tsurolab.games.catalogue import all_editions
from tsurolab.games.record import GameRecord
from tsurolab.simulate import play as playing
from tsurolab.simulate.play import (
    PAGE,
    Ending,
    Table,
    check_record_path,
    reader_of,
    say_move,
    seat_opponents,
)

EDITIONS = [edition.name for edition in all_editions()]
FAMILIES = list({name.split("/")[0]: name for name in reversed(EDITIONS)}.values())
"""An edition of each family."""
TILE = re.compile(r"\d\d-\d\d-\d\d-\d\d")
TSURO = "tsuro/classic"


def sit(state, lines, *, seat=0, agents=None, record=None, seed=0, **look):
    """A session with these lines typed: how it ended, and what was printed."""
    out = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    others = seat_opponents(agents, state.players, seat)
    table = Table(state, seat, others, ask=reader_of(typed, out), out=out, record=record, seed=seed, **look)
    session = table.play()
    return session, out.getvalue()


def new(name=TSURO, players=None, seed=3, **options):
    found = tl.game(name, **options)
    return found.new(players=players or found.players[0], seed=seed)


def same_game(record, state):
    """Whether a record replays to a game with these moves, this position and this end."""
    final = record.final()
    found = final.position(), [str(move) for move in final.moves], final.outcome
    return found == (state.position(), [str(move) for move in state.moves], state.outcome)


def answers(text):
    """What was printed after each question: (what was typed, the answer up to the next question)."""
    parts = re.split(r"^seat \d> ", text, flags=re.MULTILINE)[1:]
    return [tuple(part.partition("\n")[::2]) for part in parts]


def visit(state, seat, seed, look=lambda table, text: None):
    """A session with a person who chooses by chance, and who looks at what was printed before each question."""
    out, chooser = io.StringIO(), random.Random(seed)
    seen = 0

    def ask(question):
        nonlocal seen
        text = out.getvalue()
        look(table, text[seen:])
        seen = len(text)
        answer = "" if "Enter to leave" in question else str(chooser.randint(1, len(table._listed)))
        out.write(f"{question}{answer}\n")
        return answer

    table = Table(state, seat, seat_opponents(None, state.players, seat), ask=ask, out=out, seed=seed)
    return table.play(), out.getvalue()


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_is_played_to_its_end(name):
    players = tl.game(name).players
    for seed, (count, seat) in enumerate([(players[0], 0), (players[-1], players[-1] - 1)]):
        session, text = visit(new(name, count, seed=seed), seat, seed)
        assert session.ending is Ending.OVER
        assert session.state.is_over
        assert f"the game is over: {session.state.outcome}; you " in text
        assert "\x1b" not in text
        assert same_game(GameRecord.loads(session.state.record().dumps()), session.state)
        # A line for every move that anybody made.
        told = re.findall(r"^(?:you play|seat \d plays) ", text, flags=re.MULTILINE)
        assert len(told) == session.state.ply


@pytest.mark.parametrize("name", EDITIONS)
def test_lines_through_a_pipe_give_the_same_game_as_the_library(name):
    state = new(name, seed=5)
    session, text = sit(state, ["1"] * 400, seed=9)
    assert session.ending is Ending.OVER
    again, same = sit(new(name, seed=5), ["1"] * 400, seed=9)
    assert (again.state, same) == (session.state, text)
    other, _ = sit(new(name, seed=5), ["1"] * 400, seed=10)
    assert other.state.moves != session.state.moves  # the agents draw from the seed


# ------------------------------------------------------------------------------------------------- nothing hidden shown


def tiles_seen(state, seat):
    """Every tile of Tsuro that a seat may know by name, as it may be turned."""
    own = {turned for tile in state.hand(seat) for turned in _turns(tile)}
    return own | {move.tile for move in state.moves if move.tile}


def _turns(tile):
    from tsurolab.games.tsuro.tiles import rotate_name

    return [rotate_name(tile, quarters) for quarters in range(4)]


@pytest.mark.parametrize("name", [name for name in EDITIONS if name.startswith("tsuro/")])
def test_no_hidden_tile_of_tsuro_is_printed(name):
    looks = []

    def look(table, text):
        looks.append(set(TILE.findall(text)) - tiles_seen(table.state, 1))

    options = {"inheritance": False} if name == "tsuro/squiggles" else {}
    for seed in range(4):
        visit(new(name, 3, seed=seed, **options), 1, seed, look)
    assert len(looks) > 20
    assert not any(looks)


def test_inherited_cards_are_shown_to_the_heir_only():
    """What another keeps is told by number; to choose, the heir sees the cards of those that were put out."""
    kept = chosen = 0
    for seed in range(60):
        _, text = visit(new("tsuro/squiggles", 4, seed=seed), 0, seed)
        lines = text.splitlines()
        others = [line for line in lines if re.match(r"seat \d plays keep ", line)]
        assert all(re.fullmatch(r"seat \d plays keep \d cards", line) for line in others)
        kept += len(others)
        chosen += any(line.startswith("you play keep ") and bool(TILE.search(line)) for line in lines)
        if kept and chosen:
            return
    raise AssertionError(f"{kept} others and {chosen} persons inherited")


def test_the_tiles_that_another_trades_are_not_printed(monkeypatch):
    def trader(state, name, *, seed):
        moves = list(state.legal_moves)
        return ([move for move in moves if move.trade] or moves)[-1]

    monkeypatch.setattr(playing, "pick", trader)
    _, text = sit(new("qwirkle/classic", 2, seed=2), ["1"] * 12)
    lines = [line for line in text.splitlines() if line.startswith("seat 1 plays trade")]
    assert len(lines) > 3
    assert all(re.fullmatch(r"seat 1 plays trade \d tiles?", line) for line in lines)


def test_the_hands_of_others_are_not_printed():
    """Tiles of Qwirkle are all over the board, so look at where hands are: only one's own is listed."""
    for name in ("qwirkle/classic", "sorry/points"):
        _, text = sit(new(name, 3, seed=4), ["1"] * 30, seat=2)
        assert "your hand: " in text
        assert "hand of" not in text


# -------------------------------------------------------------------------------------------------------- the questions


def test_a_number_and_a_text_play_a_move():
    state = new()
    session, text = sit(state, ["5,0@8", "2", "quit"])
    assert [str(move) for move in session.state.moves[:1]] == ["5,0@8"]
    assert session.state.ply == 4
    assert "you play 5,0@8\n" in text
    assert session.ending is Ending.LEFT
    assert state.ply == 0  # what was given stays as it was


def test_moves_come_in_pages():
    _, text = sit(new(), ["", "", "", "moves 3", "moves 4", "moves x", "moves", "more", "quit"])
    second, third, no_more, page3, page4, page_x, first, again, _ = (answer for _, answer in answers(text))
    assert f"{PAGE + 1}  " in second
    assert "... and 8 more" in second
    assert "48  " in third
    assert "more" not in third
    assert no_more == "type the number of a move, or ? for help\n"
    assert page3 == third
    assert page4 == "there is no page '4' of moves, only 3\n"
    assert page_x == "there is no page 'x' of moves, only 3\n"
    assert " 1  5,0@1" in first
    assert again == second


def test_part_of_a_move_shows_the_moves_that_have_it():
    session, text = sit(new(), ["@3", "moves", "@", "quit"])
    (_, few), (_, all_again), (_, at), _ = answers(text)
    assert session.state.ply == 0
    shown = re.findall(r"(\d+)  (\S+)", few)
    assert len(shown) == 6
    assert all(move.endswith("@3") for _, move in shown)
    listed = tl.game(TSURO).family.text.listed_moves(new())
    assert all(
        str(listed[int(number) - 1][0]) == move for number, move in shown
    )  # numbers stay those of the whole list
    assert all_again == at
    assert "... and 28 more" in at


def test_an_only_move_is_played_by_enter():
    state = tl.game("sorry/classic").from_position(
        {
            "players": ["red", "blue"],
            "card": "12",
            "pawns": {"red": ["start"] * 4, "blue": ["start"] * 4},
            "deck": ["3"],
        }
    )
    session, text = sit(state, ["", "quit"])
    assert "your only move: Enter plays it\n" in text
    assert str(session.state.moves[0]) == "12: pass"


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(
    "line",
    [
        *("0", "99999999999999999999999", "-1", "+1", "1.5", "x" * 5000, "zz", "@", "é", "\x00", "\x1b[2J", "½", "٣"),
        *(
            "moves 0",
            "moves 99999999999999999999",
            "save",
            "hint nobody",
            "undo",
            "keep",
            "keep 12",
            "99,99 12-34-56-78",
        ),
        *("rv@99999999999999999999,0", "qq@0,0", "trade", "trade rv", "5: t9+5", "t99+1", "S: sorry t99", ":", "7:"),
    ],
)
def test_a_wrong_line_gets_one_answer_and_is_asked_again(name, line):
    state = new(name, seed=8)
    seat = state.turn
    session, text = sit(state, [line, "quit"], seat=seat)
    assert session.state.ply == 0
    (typed, answer), (last, _) = answers(text)
    assert typed == line
    assert last == "quit"
    listed = re.match(r" *\d+  ", answer)
    assert listed or answer.count("\n") == 1
    assert len(answer) < 400 or listed
    assert "Traceback" not in text


def test_an_illegal_move_says_why():
    _, text = sit(new(seed=1), ["5,0@8", "3,3 12-34-56-78", "0,0@8", "quit"])
    reasons = [answer for _, answer in answers(text)[1:3]]
    assert reasons[0].startswith("not played: seat 0 does not hold ")
    assert reasons[1].startswith("not played: ")


def test_help_tells_commands_and_notation():
    for name in EDITIONS:
        state = new(name)
        _, text = sit(state, ["?", "help", "quit"], seat=state.turn)
        (_, first), (_, second), _ = answers(text)
        assert first == second == playing.HELP + state.game.family.text.HELP


def test_a_hint_is_what_the_agent_would_play(monkeypatch):
    def chooser(state, name, *, seed):
        return state.legal_moves[4 if name == "bold" else 0]

    monkeypatch.setattr(playing, "pick", chooser)
    _, text = sit(new(), ["hint", "hint bold", "quit"], agents="shy")
    assert [answer for _, answer in answers(text)[:2]] == [
        "shy would play 1: 5,0@1\n",
        "bold would play 5: 5,2@1\n",
    ]


def test_a_hint_changes_nothing():
    plain, _ = sit(new("sorry/classic", seed=1), ["1"] * 400)
    asked, _ = sit(new("sorry/classic", seed=1), ["hint", "1"] * 400)
    assert plain.state == asked.state


def test_board_shows_the_position_again():
    _, text = sit(new(), ["board", "quit"])
    assert answers(text)[0][1] == "\n" + new().text(seat=0) + "\n"


# -------------------------------------------------------------------------------------------------------------- undo


def test_undo_goes_back_to_the_last_decision():
    session, text = sit(new(players=3), ["1", "1", "undo", "undo", "undo", "quit"])
    assert session.state.ply == 0
    assert session.state == new(players=3)
    kinds = [answer.splitlines()[0] for _, answer in answers(text)[2:5]]
    assert kinds == ["3 moves taken back", "3 moves taken back", "nothing to undo: you have made no move yet"]


def test_after_undo_the_same_moves_give_the_same_game():
    straight, _ = sit(new("sorry/classic", seed=7), ["1"] * 500)
    winding, _ = sit(new("sorry/classic", seed=7), ["1", "1", "1", "undo", "undo"] + ["1"] * 500)
    assert winding.state == straight.state


def test_the_last_seat_undoes_to_its_own_turn():
    session, text = sit(new(players=4), ["1", "undo", "quit"], seat=3)
    assert session.state.ply == 3
    assert session.state.turn == 3
    assert "1 move taken back\n" not in text
    assert "4 moves taken back\n" in text


def test_undo_after_the_end_goes_on(tmp_path):
    over, _ = sit(new(seed=2), ["1"] * 60)
    count = sum(1 for before, _, _ in over.state._past if before.turn == 0)
    session, text = sit(new(seed=2), ["1"] * count + ["nonsense", f"save {tmp_path / 'a.jsonl'}", "undo", "quit"])
    assert session.ending is Ending.LEFT
    assert not session.state.is_over
    assert "the game is over: save FILE, undo or Enter, not 'nonsense'\n" in text
    assert same_game(GameRecord.load(tmp_path / "a.jsonl"), over.state)
    assert session.saved is None  # the file holds the whole game, not this one


# --------------------------------------------------------------------------------------------------- saving and leaving


def test_save_writes_the_game_so_far_and_it_goes_on_from_there(tmp_path):
    path = tmp_path / "new" / "game.jsonl"
    session, text = sit(new("sorry/points", 3), ["1", "1", f"save {path}", "quit"])
    assert session.saved == path
    assert f"wrote {path}: {session.state.ply} moves\n" in text
    assert same_game(GameRecord.load(path), session.state)
    loaded = GameRecord.load(path).final()
    resumed, words = sit(loaded, ["undo", "quit"])
    assert resumed.state.ply == session.state.ply - 3
    assert "3 moves taken back" in words


def test_a_file_that_is_no_longer_the_game_is_not_the_saved_one(tmp_path):
    session, _ = sit(new(), ["1", f"save {tmp_path / 'g'}", "1", "quit"])
    assert session.saved is None


@pytest.mark.parametrize("ending, lines", [(Ending.LEFT, ["1", "quit"]), (Ending.NO_INPUT, ["1"])])
def test_the_record_asked_for_is_written_on_leaving(tmp_path, ending, lines):
    path = tmp_path / "game.jsonl"
    session, _ = sit(new(), lines, record=path)
    assert (session.ending, session.saved) == (ending, path)
    assert same_game(GameRecord.load(path), session.state)


def test_the_record_asked_for_is_written_at_the_end_without_a_question(tmp_path):
    path = tmp_path / "game.jsonl"
    session, text = sit(new(), ["1"] * 60, record=path)
    assert session.ending is Ending.OVER
    assert "save FILE" not in text
    assert GameRecord.load(path).outcome == {
        "reason": session.state.outcome.reason.name,
        "winners": list(session.state.outcome.winners),
    }


def test_an_interrupt_leaves_a_whole_game(tmp_path):
    path = tmp_path / "game.jsonl"
    asked = []

    def ask(question):
        asked.append(question)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return "1"

    state = new(players=3)
    table = Table(state, 0, {1: "uniform", 2: "uniform"}, ask=ask, out=io.StringIO(), record=path)
    session = table.play()
    assert session.ending is Ending.INTERRUPTED
    assert session.state.ply == 6
    assert same_game(GameRecord.load(path), session.state)


def test_an_interrupt_while_an_agent_thinks_leaves_a_whole_game(monkeypatch, tmp_path):
    calls = []

    def slow(state, name, *, seed):
        calls.append(name)
        if len(calls) == 4:  # the first call checks the name
            raise KeyboardInterrupt
        return state.legal_moves[0]

    monkeypatch.setattr(playing, "pick", slow)
    session, _ = sit(new(players=4), ["2"] * 9, record=tmp_path / "g")
    assert session.ending is Ending.INTERRUPTED
    assert session.state.ply == 3
    assert same_game(GameRecord.load(tmp_path / "g"), session.state)


@pytest.mark.parametrize("what", ["folder", "text", "under a file"])
def test_no_other_file_is_written_over(tmp_path, what):
    target = tmp_path / "thing"
    if what == "folder":
        target.mkdir()
    else:
        target.write_text("my letters\n", encoding="utf-8")
    name = target / "game" if what == "under a file" else target
    session, text = sit(new(), [f"save {name}", "quit"])
    assert session.saved is None
    assert answers(text)[0][1].count("\n") == 1
    assert str(target) in answers(text)[0][1]
    assert what == "folder" or target.read_text(encoding="utf-8") == "my letters\n"
    with pytest.raises(OutputError):
        check_record_path(name)


@pytest.mark.parametrize("name", [".", "..", "/", "a\0b", "~nobody-of-that-name", "x" * 300, "/dev/null"])
def test_names_that_no_file_can_have_are_refused_in_one_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session, text = sit(new(), [f"save {name}", "quit"])
    assert answers(text)[0][1].count("\n") == 1
    assert session.saved is None or session.saved.name == name  # a folder may be named as a user is
    with pytest.raises(OutputError) if session.saved is None else nullcontext():
        check_record_path(name)


def test_a_record_may_be_written_over(tmp_path):
    session, _ = sit(new(), ["1", f"save {tmp_path / 'g'}", "1", f"save {tmp_path / 'g'}", "quit"])
    assert session.saved == tmp_path / "g"
    assert same_game(GameRecord.load(tmp_path / "g"), session.state)


# ------------------------------------------------------------------------------------------------------------- seats


def test_agents_sit_in_the_order_of_the_other_seats():
    assert seat_opponents("a", 3, 1) == {0: "a", 2: "a"}
    assert seat_opponents(["a", "b"], 4, 0) == {1: "a", 2: "b", 3: "a"}
    assert seat_opponents(None, 2, 1) == {0: "uniform"}
    assert seat_opponents(None, 1, 0) == {}


@pytest.mark.parametrize(
    "agents, seat, words",
    [(None, 4, "seat must be 0 to 3"), (None, True, "seat must"), ([], 0, "one name"), (["a"] * 4, 0, "up to 3 names")],
)
def test_wrong_seats_and_agents_are_refused(agents, seat, words):
    with pytest.raises(BadArgument, match=words):
        seat_opponents(agents, 4, seat)


def test_an_unknown_agent_is_refused_before_the_first_move():
    with pytest.raises(UnknownName, match="unknown agent 'unifrom'; did you mean 'uniform'"):
        sit(new(), ["1"], agents="unifrom")


def test_a_table_needs_an_agent_for_every_other_seat():
    with pytest.raises(BadArgument, match="every seat of 0 to 2 but 0"):
        Table(new(players=3), 0, {1: "uniform"}, ask=input, out=io.StringIO())


def test_solitaire_has_no_agents():
    session, text = sit(new(players=1, solitaire=True), ["1"] * 60)
    assert session.ending is Ending.OVER
    assert "seat 0 plays" not in text


def test_a_person_who_is_out_sees_the_rest():
    for seed in range(20):
        session, text = sit(new(players=5, seed=seed), ["1"] * 60, seed=seed)
        assert session.ending is Ending.OVER
        if 0 not in session.state.outcome.winners:
            assert text.rstrip().splitlines()[-2].endswith("you have not won") or "you have not won" in text
            break
    else:
        raise AssertionError("seat 0 won all games")


# ---------------------------------------------------------------------------------------------------------- any family


def test_the_loop_knows_no_game(monkeypatch):
    class Words:
        HELP = "steps\n"
        position_text = staticmethod(lambda state, *, seat, colour, plain: f"at {state.position()['at']}")
        move_text = staticmethod(lambda state, move, *, seat: f"a step of {move}")
        listed_moves = staticmethod(lambda state: [(move, "") for move in state.legal_moves])

    fakegame.install(monkeypatch)
    monkeypatch.setitem(sys.modules, "race_family.text", Words)
    monkeypatch.setattr(playing, "pick", lambda state, name, seed: state.legal_moves[seed & 1])
    session, text = sit(tl.game("race/short").new(players=3, seed=1), ["2"] * 9, seat=1)
    assert session.ending is Ending.OVER
    assert "you play a step of 2\n" in text
    assert "at [0, 0, 0]" not in text.split("seat 1> ")[1]


def test_a_line_about_a_move_names_who_made_it():
    before = new(players=2)
    after = before.copy().play("5,0@8")
    assert say_move(before, after.last_move, after, seat=0) == "you play 5,0@8"
    assert say_move(before, after.last_move, after, seat=1) == "seat 0 plays 5,0@8"
