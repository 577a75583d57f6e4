"""The report on tournaments is one page that loads nothing, says who is best and how that is known."""

import re

import nbformat
import pytest

from tsurolab.artifacts.reports import run_template
from tsurolab.artifacts.tournament_book import TournamentBook, command, crosstable, is_ladder, open_tournaments
from tsurolab.artifacts.tournament_charts import ladder_chart, rating_chart, seat_chart
from tsurolab.artifacts.tournament_report import NOTEBOOK, build_tournament_report
from tsurolab.cli import main
from tsurolab.errors import BadArgument, BadRecord, OutputError
from tsurolab.simulate import Ladder, Tournament
from tsurolab.simulate import tournament as play
from tsurolab.simulate.meetings import Meeting, SeatSums
from tsurolab.simulate.schedule import Schedule
from tsurolab.stats import PairedTally

SECTIONS = ["The answer", "Agents against each other", "The seats", "Methods", "Seeds and versions"]


@pytest.fixture(scope="module")
def sorry():
    return play("sorry/classic", ["uniform", "greedy"], games=40, seed=3, progress=False)


def made_up(edition, names, scores, pairs, players=2):
    """A tournament with these scores of each against the next, 1000 deals each, without playing."""
    schedule = Schedule(edition, names, players=players, games=1000, pairs=pairs)
    most = Meeting("", "", players, PairedTally()).most
    meetings = []
    for (agent, opponent), won in zip(schedule.meetings, scores, strict=True):
        ours = [most] * won + [0] * (1000 - won)
        meetings.append(Meeting(agent, opponent, players, PairedTally.of(ours, [most - each for each in ours])))
    import numpy as np

    seats = SeatSums.of(np.eye(players, dtype=np.int64)[np.arange(1000) % players] * 12, 12)
    return Tournament(schedule, tuple(meetings), (), seats, None, games=(2 * len(meetings) + 1) * 1000)


@pytest.fixture(scope="module")
def climb():
    return made_up("qwirkle/classic", ["monte-carlo:1", "monte-carlo:4", "monte-carlo:16"], [300, 400], "neighbours")


@pytest.fixture(scope="module")
def luck():
    return made_up("sorry/teams", ["monte-carlo:1:greedy", "monte-carlo:4:greedy"], [499], "neighbours", 4)


@pytest.fixture(scope="module")
def page(sorry, climb, luck, tmp_path_factory):
    path = tmp_path_factory.mktemp("pages") / "deep" / "t.html"
    lines: list[str] = []
    assert build_tournament_report([sorry, Ladder(climb), luck], path, progress=lines.append) == path
    assert lines[-1] == "page: Seeds and versions"
    return path.read_text(encoding="utf-8")


def test_sections_stand_in_order(page):
    assert re.findall(r"<h2 [^>]*>(.*?)</h2>", page) == SECTIONS


def test_nothing_is_loaded_from_outside(page):
    assert not re.search(r"<(script|link|iframe|object|embed|img|base)\b", page)
    assert all(target.startswith("#") for target in re.findall(r'(?:href|src)="([^"]*)"', page))
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))
    assert "@import" not in page


def test_every_picture_has_words_and_names_of_its_own(page):
    pictures = re.findall(r"<svg[^>]*>", page)
    assert len(pictures) == 1 + 1 + 3  # ratings, ladders, the seats of each
    assert all('role="img"' in each and len(re.search(r'aria-label="([^"]*)"', each)[1]) > 60 for each in pictures)
    places = re.findall(r'\sid="([^"]+)"', page)
    assert len(places) == len(set(places))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(places)


def test_the_answer_names_the_best_and_the_gain_of_ladders(page, sorry, climb):
    answer = page[page.index("The answer</h2>") : page.index("Agents against each other</h2>")]
    assert "<strong>greedy</strong> is the strongest" in answer
    assert f"<strong>{Ladder(climb).gain().elo:.0f} Elo</strong>" in answer
    assert "How much skill is in each game" in answer
    assert answer.index('<td class="words">qwirkle/classic') < answer.index('<td class="words">sorry/teams')


def test_the_best_of_many_is_called_the_strongest_only_beyond_what_chance_picks():
    names = [f"agent_{letter}@0123456789ab" for letter in "abcdef"]
    close = [500] * 15
    close[0] = 455  # the first loses to the second: by itself beyond chance, as the best of six not
    many = TournamentBook([made_up("sorry/classic", names, close, "all")]).lead()
    assert "**agent_b@0123456789ab** is ahead, though not beyond doubt" in many
    two = TournamentBook([made_up("sorry/classic", names[:2], [455], "all")]).lead()
    assert "**agent_b@0123456789ab** is the strongest" in two


def test_tables_have_scores_intervals_and_say_what_is_corrected(page, sorry):
    [meeting] = sorry.meetings
    low, high = meeting.interval()
    assert f"{float(meeting.score):.2%} ({100 * low:.2f}–{100 * high:.2f})" in page
    for words in ("Win share against each agent", "paired t test", "Wald", "common random"):
        assert re.search(words, page), words
    assert "adjusted by Holm's method for 2 pairs" in page


def test_seeds_commands_and_versions_are_there(page, sorry, climb, luck):
    part = page[page.index("Seeds and versions</h2>") :]
    for each in (sorry, climb, luck):
        assert each.schedule.digest in part
        assert command(each) in part
        assert all(experiment.digest in part for _, experiment in each.schedule.experiments)
    assert command(luck).startswith("tsurolab ladder sorry/teams --rungs 1,4 --policy greedy --players 4 --games 1000")
    assert "statsmodels" in part


def test_the_command_of_a_page_is_one_that_the_program_takes(monkeypatch, sorry):
    asked = []
    monkeypatch.setattr("tsurolab.simulate.schedule.Schedule", lambda *given: asked.append(given) or 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(command(sorry).split()[1:])
    assert asked == [("sorry/classic", ["uniform", "greedy"], {}, 2, 40, 3, "all", "uniform")]


def test_the_page_is_the_same_again(sorry, tmp_path):
    pages = [build_tournament_report([sorry], tmp_path / name).read_bytes() for name in ("a.html", "b.html")]
    assert pages[0] == pages[1]
    assert str(tmp_path).encode() not in pages[0]


def test_charts_of_many_agents_and_long_names():
    names = ["uniform", "greedy", "monte-carlo:1000000:greedy", "a_function_with_a_long_name@0123456789ab"]
    result = made_up("sorry/classic", names, [400, 300, 450, 350, 500, 600], "all")
    assert "a_function_with_a_lon…" in rating_chart(result, name="r")
    assert "a_function_with_a_long_name@0123456789ab" in rating_chart(result, name="r")  # in its words
    assert seat_chart(result, name="s").count("<svg") == 1
    assert len(crosstable(result)) == 4
    assert not is_ladder(result)


def test_a_chain_that_is_no_ladder_is_shown_as_a_tournament(sorry):
    chain = made_up("sorry/classic", ["uniform", "greedy"], [400], "neighbours")
    assert not is_ladder(chain)
    assert "--pairs neighbours" in command(chain)
    assert TournamentBook([chain]).ladders == []


def test_ladder_chart_has_a_line_for_each(climb, luck):
    svg = ladder_chart([Ladder(climb), Ladder(luck)], name="l")
    for words in ("qwirkle/classic, 2 players", "sorry/teams, 4 players", "Elo for each fourfold of rollouts"):
        assert words in svg


def test_what_cannot_be_shown_is_refused_before_anything_is_written(sorry, tmp_path):
    unfinished = Tournament(sorry.schedule, (), (), None, None)
    for results, words in (([], "at least one"), ([unfinished], "do not connect all agents")):
        with pytest.raises(BadArgument, match=words):
            build_tournament_report(results, tmp_path / "t.html")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OutputError, match="cannot write"):
        build_tournament_report([sorry], tmp_path)
    with pytest.raises(BadRecord):
        open_tournaments([{"format": "other"}])


def test_the_template_is_clean_and_plays_with_its_own_parameters():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbformat.validate(notebook)
    assert sum("parameters" in cell.metadata.get("tags", []) for cell in notebook.cells) == 1
    assert all(
        cell.outputs == [] and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code"
    )
    small = {"edition": "sorry/classic", "games": 20}
    done = run_template(NOTEBOOK, small)
    texts = [output.data for cell in done.cells for output in cell.get("outputs", ()) if "data" in output]
    assert any("**greedy**" in data.get("text/markdown", "") for data in texts)


def test_the_command_line_writes_the_page(tmp_path, capsys):
    path = tmp_path / "page.html"
    words = ["tournament", "sorry/classic", "--agents", "uniform,greedy", "--games", "20", "--workers", "1"]
    assert main([*words, "--html", str(path)]) == 0
    assert f"wrote {path}\n" in capsys.readouterr().err
    assert "Win share against each agent" in path.read_text()
