"""The report is one page that loads nothing from outside, opens with the answer, and says what is assumed."""

import re
from html.parser import HTMLParser

import pytest

from tsurolab.artifacts.reports import Template, build_report, markdown, run_template, run_templates
from tsurolab.errors import BadArgument, OutputError, TsurolabError, UnknownName

SECTIONS = [
    "The answer",
    "Exact and simulated, side by side",
    "The games",
    "The seats",
    "Agents against each other",
    "The ladder of skill",
    "The exact part",
    "Methods",
    "Rulings and sources",
    "Seeds and versions",
]


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    lines: list[str] = []
    out = tmp_path_factory.mktemp("reports")
    paths = build_report(["tsuro/classic"], 300, out, seed=5, workers=1, progress=lines.append)
    return paths, lines


@pytest.fixture(scope="module")
def page(built):
    return built[0][0].read_text(encoding="utf-8")


class Outside(HTMLParser):
    """Collects every address that a page would load or lead to."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.tags = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in {"src", "href", "xlink:href", "srcset", "data", "action", "poster"} and not value.startswith(
                "#"
            ):
                self.found.append((tag, name, value))


def _part(page, section):
    """A section of the page."""
    after = [*SECTIONS, None][SECTIONS.index(section) + 1]
    return page[page.index(f"{section}</h2>") : page.index(f"{after}</h2>") if after else None]


def test_one_page_a_family(built):
    assert [path.name for path in built[0]] == ["tsuro.html"]


def test_nothing_is_loaded_from_outside_and_nothing_leads_there(page):
    parser = Outside()
    parser.feed(page)
    assert parser.found == []
    assert not {"script", "link", "iframe", "object", "embed", "img", "base"} & set(parser.tags)
    assert "@import" not in page
    assert all(address.startswith("#") for address in re.findall(r"url\(([^)]*)\)", page))


def test_every_link_inside_has_a_target(page):
    places = set(re.findall(r'\sid="([^"]+)"', page))
    targets = re.findall(r'href="#([^"]+)"', page)
    assert len(places) == len(re.findall(r'\sid="([^"]+)"', page))
    assert set(targets) <= places


def test_sections_stand_in_order_and_the_answer_first(page):
    assert re.findall(r"<h2 [^>]*>(.*?)</h2>", page) == SECTIONS
    answer = page[page.index("The answer</h2>") : page.index("Exact and simulated, side by side</h2>")]
    for words in ("<strong>105</strong>", "<strong>35</strong>", "The 35 tiles by symmetry", "Win share by seat"):
        assert words in answer


def test_it_is_made_for_phones_dark_pages_and_paper(page):
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in page
    for words in ("prefers-color-scheme:dark", "@media print", "@media (max-width:", "overflow-x:auto"):
        assert words in page


def test_formulas_are_mathml(page):
    assert "<mfrac>" in page
    assert not re.search(r"\$[^<$]*\\", page)
    assert "FORMULA" not in page


def test_pictures_have_words(page):
    pictures = re.findall(r"<svg[^>]*>", page)
    assert len(pictures) >= 10
    assert all('role="img"' in one and 'aria-label="' in one for one in pictures)


def test_exact_values_stand_beside_simulated_ones_with_scores(page):
    part = _part(page, "Exact and simulated, side by side")
    assert "25057/2936325" in part
    scores = [float(z) for z in re.findall(r'<td class="number">([+-]\d+\.\d\d)</td></tr>', part)]
    assert len(scores) >= 15
    assert max(map(abs, scores)) < 5


def test_every_seat_test_is_corrected_for_their_number_and_says_so(page):
    from tsurolab.artifacts.common import seat_tests
    from tsurolab.artifacts.study import Study
    from tsurolab.stats import adjust

    part = _part(page, "The seats")
    tests = list(seat_tests(Study(["tsuro/classic"], games=300, seed=5), "tsuro/classic"))
    adjusted = adjust([test.result.p_value for test in tests]).p_values
    cells = re.findall(r'<td class="number">([<\d.]+)</td></tr>', part)
    assert [float(cell.strip("<")) for cell in cells] == pytest.approx(adjusted, abs=1e-4)
    differ = sum(p < 0.05 for p in adjusted)
    assert f"Of {len(tests)} tests {differ} find" in part
    assert "corrected together by Holm&#x27;s method" in part or "corrected together by Holm's method" in part


def test_agents_meet_and_climb_with_the_numbers_of_this_run(page):
    from tsurolab.artifacts.study import LEAST_DEALS, Study
    from tsurolab.artifacts.tournament_book import contest_words, crosstable

    study = Study(["tsuro/classic"], games=300, seed=5)
    result, ladder = study.tournament("tsuro/classic"), study.ladder("tsuro/classic")
    assert all(each.deals == LEAST_DEALS for each in (*result.meetings, *ladder.tournament.meetings))
    for cell in crosstable(result).to_numpy().ravel():
        assert f">{cell}<" in _part(page, "Agents against each other")
    assert "Skill ladder" in _part(page, "The ladder of skill")
    answer = _part(page, "The answer")
    for words in (contest_words(result), contest_words(ladder.tournament, seats=False)):
        assert re.sub(r"\*\*(.*?)\*\*", r"<strong>\1</strong>", words) in answer
    again = _part(page, "Seeds and versions")
    assert all(each.schedule.digest in again for each in (result, ladder))


def test_assumed_rulings_are_marked(page):
    import tsurolab as tl
    from tsurolab.games.protocol import Mark

    edition = tl.game("tsuro/classic").edition
    assumed = sum(ruling.mark is Mark.ASSUMED for ruling in edition.rulings)
    assert page.count('<li class="assumed"><span class="mark">assumed</span>') == assumed > 0
    assert all(source.key in page for source in edition.sources)


def test_seeds_and_versions_are_there(page):
    part = _part(page, "Seeds and versions")
    for words in ("numba", "numpy", "uniform", ">300<", ">75<"):
        assert words in part


def test_the_command_that_makes_the_page_again_is_there(page):
    part = _part(page, "Seeds and versions")
    assert ">tsurolab report tsuro/classic --games 300 --seed 5<" in part


def test_no_backticks_are_shown(page):
    assert "`" not in re.sub(r"<pre>.*?</pre>", "", page, flags=re.S)


def test_a_wide_table_shows_that_it_scrolls(page):
    assert "no-repeat local" in page
    assert ".scroll::-webkit-scrollbar{" in page


def test_code_is_folded_away_and_what_cells_print_is_left_out(page):
    assert page.count('<details class="source">') >= 8
    assert "games = 300" in page
    assert "4 players: 300 games" not in page


def test_there_is_a_line_for_each_step(built):
    lines = built[1]
    for section in SECTIONS:
        assert f"report tsuro: {section}" in lines
    assert "report tsuro: tsuro/classic, 4 players: 300 games" in lines
    assert lines[-1] == "report tsuro: page"


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"editions": ["tsuro/clasic"]}, UnknownName, "did you mean 'tsuro/classic'"),
        ({"editions": []}, BadArgument, "list of names"),
        ({"editions": "tsuro/classic"}, BadArgument, "list of names"),
        ({"games": 0}, BadArgument, "games must be"),
        ({"games": 4}, BadArgument, "games must be at least 5 for a report on tsuro/classic, not 4"),
        ({"editions": ["sorry/classic", "sorry/points"], "games": 64}, BadArgument, "at least 65"),
        ({"seed": -1}, BadArgument, "seed"),
        ({"workers": 0}, BadArgument, "workers"),
    ],
)
def test_bad_arguments_are_refused_before_anything_is_done(tmp_path, arguments, error, words):
    with pytest.raises(error, match=words):
        build_report(**{"editions": ["tsuro/classic"], "out": tmp_path / "out", **arguments})
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_refused_before_any_game(tmp_path):
    (tmp_path / "file").write_text("")
    lines: list[str] = []
    with pytest.raises(OutputError, match="cannot write"):
        build_report(["tsuro/classic"], 100, tmp_path / "file" / "out", progress=lines.append)
    assert lines == []


def test_a_failing_cell_is_named_by_its_section(tmp_path):
    import nbformat

    cells = [
        nbformat.v4.new_markdown_cell("## Part"),
        nbformat.v4.new_code_cell("1 / 0", metadata={"tags": ["parameters"]}),
    ]
    path = tmp_path / "bad.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    with pytest.raises(TsurolabError, match="failed in 'Part': ZeroDivisionError"):
        run_template(path, {})
    with pytest.raises(OutputError, match="cannot read"):
        run_template(tmp_path / "none.ipynb", {})


def test_notebooks_side_by_side_keep_their_order_and_one_failure_ends_all(tmp_path):
    import time

    import nbformat

    def notebook(name, source):
        cells = [nbformat.v4.new_code_cell("wait = 0", metadata={"tags": ["parameters"]})]
        path = tmp_path / f"{name}.ipynb"
        nbformat.write(nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell(source)]), path)
        return path

    heard: list[str] = []
    path = notebook("good", "import time; time.sleep(wait); wait")
    templates = [Template(path, {"wait": wait}) for wait in (2, 0)]
    done = run_templates(templates, at_once=2)
    assert [each.cells[-1].outputs[0].data["text/plain"] for each in done] == ["2", "0"]
    slow, bad = notebook("slow", "import time; time.sleep(600)"), notebook("bad", "print('now'); 1 / 0")
    started = time.monotonic()
    with pytest.raises(TsurolabError, match=r"bad.ipynb failed in 'start': ZeroDivisionError"):
        run_templates([Template(slow, {}), Template(bad, {}, heard.append)], at_once=2)
    assert "now" in heard
    assert time.monotonic() - started < 500  # it did not wait for the other


def test_several_families_have_a_page_on_their_tournaments(tmp_path, monkeypatch):
    from tsurolab.artifacts import reports
    from tsurolab.artifacts.study import Study
    from tsurolab.artifacts.tournament_book import DATA

    names = {"tsuro": "tsuro/classic", "sorry": "sorry/classic"}
    study = Study([*names.values()], games=20)
    played = {family: study.tournament(name) for family, name in names.items()}

    def run_templates(templates, at_once=1):
        import nbformat

        found = []
        for each in templates:
            data = {"text/html": "", DATA: played[each.parameters["family"]].to_dict()}
            cell = nbformat.v4.new_code_cell("", outputs=[nbformat.v4.new_output("execute_result", data=data)])
            found.append(nbformat.v4.new_notebook(cells=[cell]))
        return found

    real = reports.run_templates
    monkeypatch.setattr(reports, "run_templates", run_templates)
    monkeypatch.setattr("tsurolab.artifacts.tournament_report.run_template", lambda *some: real([Template(*some)])[0])
    paths = build_report(list(names.values()), 20, tmp_path)
    assert [path.name for path in paths] == ["tsuro.html", "sorry.html", "tournament.html"]
    page = paths[-1].read_text()
    assert "<h1>Tournaments and ladders</h1>" in page
    assert all(each.schedule.digest in page for each in played.values())
    assert [path.name for path in build_report(["tsuro/classic"], 20, tmp_path)] == ["tsuro.html"]


def test_dollars_that_are_no_formula_stay():
    assert "5 $ or 6 $" in markdown("it costs 5 $ or 6 $")
