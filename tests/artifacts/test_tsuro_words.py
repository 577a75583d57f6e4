"""What reports and pictures of Tsuro say of a game is true of it: who begins, what happens between tiles, who wins."""

import re

import pytest

from tsurolab.artifacts.book import Book
from tsurolab.artifacts.common import first_player, game_history
from tsurolab.artifacts.figures import draw
from tsurolab.artifacts.registry import artifacts_of
from tsurolab.artifacts.study import Study
from tsurolab.artifacts.tsuro import pictures
from tsurolab.errors import BadArgument
from tsurolab.games.tsuro.drawing import board_svg, state_svg

SQUIGGLES, CLASSIC = "tsuro/squiggles", "tsuro/classic"
TSURO = artifacts_of("tsuro")


@pytest.fixture(scope="module")
def study():
    return Study([SQUIGGLES, CLASSIC], games=60)


def _begins(run):
    """The seats that begin, from the games themselves."""
    return {game_history(run, number)[0].turn for number in range(20)}


def test_who_begins_is_what_the_games_show(study):
    assert first_player(study.main(CLASSIC)) == "seat 0"
    assert _begins(study.main(CLASSIC)) == {0}
    assert first_player(study.main(SQUIGGLES)) == "drawn by lot"
    assert len(_begins(study.main(SQUIGGLES))) > 1
    assert first_player(study.run(SQUIGGLES, 4, random_first=False)) == "seat 0"


@pytest.mark.parametrize(("edition", "lot"), [(CLASSIC, False), (SQUIGGLES, True)])
def test_words_figures_and_tables_say_who_begins(edition, lot):
    study = Study([edition], games=60)
    lead = TSURO.report.lead(study)
    assert ("Seat 0, who plays first" in lead) != lot
    assert ("drawn by lot" in lead) == lot
    svg = draw(TSURO.figure("win-share"), study, family="tsuro", edition=edition)
    assert ("Seat 0 plays first" in svg) != lot
    assert ("The first player is drawn by lot" in svg) == lot
    table = next(one for one in TSURO.study_tables if one.name == "win-share")
    assert set(table.build(study, edition)["first player"]) == {"drawn by lot" if lot else "seat 0"}
    assert "first" not in table.doc


def _inherited(study):
    """A game in which cards are inherited, as its states."""
    run = study.main(SQUIGGLES)
    for number in range(len(run)):
        history = game_history(run, number)
        if any(state.phase.name == "INHERIT" for state in history):
            return history
    raise AssertionError("no game with inherited cards")


def test_a_strip_has_one_frame_a_tile_and_tells_what_is_inherited(study):
    history = _inherited(study)
    frames, captions = pictures._frames(history)
    assert [len(state.tiles) for state in frames] == list(range(len(history[-1].tiles) + 1))
    assert captions[0] == "the board is empty"
    assert [re.match(r"tile (\d+) by seat \d", words)[1] for words in captions[1:]] == [
        str(place) for place in range(1, len(frames))
    ]
    for place, words in enumerate(captions):
        heirs = {state.turn for state in history if state.phase.name == "INHERIT" and len(state.tiles) == place}
        told = re.search(r"; ([\d and]+) inherits?$", words)
        assert {int(seat) for seat in re.findall(r"\d", told[1] if told else "")} == heirs
        outs = re.search(r"; ([\d and]+) out", words)
        gone = set(frames[place - 1].alive) - set(frames[place].alive) if place else set()
        assert {int(seat) for seat in re.findall(r"\d", outs[1] if outs else "")} == gone


def test_a_strip_begins_with_markers_where_they_are_placed_first(study):
    frames, captions = pictures._frames(game_history(study.main(CLASSIC), 3))
    assert captions[0] == "the markers are placed"
    assert all(player["faces"] for player in frames[0].position()["players"])


def test_the_drawn_board_says_who_won(study):
    run = list(study.by_players(CLASSIC))[-1][1]
    winners = run.state(int(run.results["tiles"].argmax())).outcome.winners
    svg = pictures.played_board(study, CLASSIC)
    word = "wins" if len(winners) == 1 else "shares the win"
    assert len(re.findall(rf">{word}[^<]*</text>", svg)) == len(winners) > 0


def test_the_turns_by_90_and_270_degrees_look_different(study):
    pictures_ = [
        pictures._element_picture("one", turn, "4^2", 5).body for turn in (pictures.TURNS[1], pictures.TURNS[3])
    ]
    assert pictures_[0] != pictures_[1]
    heads = [sorted(re.findall(r"M[^MZ]*Z", body)) for body in pictures_]
    assert heads[0] != heads[1]
    # The arrow from point 1 (bottom left) to point 3 (right, below): to the right and up.
    first = pictures._arrow_head((0.0, 0.0), (10.0, 0.0))
    assert first.startswith("M11 0L")


def test_a_report_with_too_few_games_is_refused_and_the_least_number_works():
    with pytest.raises(BadArgument, match="at least 5"):
        Book("tsuro", [CLASSIC], games=4, seed=1)
    book = Book("tsuro", [CLASSIC], games=5, seed=1)
    assert "<svg" in book.answer().text
    assert "NaN" not in book.simulated().text


@pytest.mark.parametrize("drawing", [board_svg, state_svg])
@pytest.mark.parametrize("out", [False, True])
def test_a_finished_position_says_who_won(drawing, out):
    player = {"faces": None if out else {"row": 0, "col": 0, "point": 8}, "hand": [], "out": out}
    gone = {"faces": None, "hand": [], "out": True}
    position = {"rows": 2, "cols": 2, "tiles": [], "turn": None, "players": [player, gone, player]}
    assert "win" not in drawing(position)
    one = drawing({**position, "outcome": {"reason": "LAST_STANDING", "winners": [0]}})
    assert len(re.findall(r">wins, [^<]*</text>", one)) == 1
    both = drawing({**position, "outcome": {"reason": "ALL_ELIMINATED", "winners": [0, 2]}})
    assert len(re.findall(r">shares the win, [^<]*</text>", both)) == 2
    assert "wins" not in both
    assert "seat 0: shares the win" in both
