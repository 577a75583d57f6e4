"""Reports: the template notebook, executed for a family, as one self-contained page.

What it is for: `build_report`, the command ``tsurolab report``. What it is not for: what is in a report
(`tsurolab.artifacts.book` has the sections, the families' modules the words).

The page loads nothing and leads nowhere outside: pictures are inline SVG, formulas MathML, the style sheet is in the
page, and there is no script. Code is folded away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from tsurolab import __version__
from tsurolab.artifacts.book import check_games
from tsurolab.artifacts.registry import artifacts_of, families
from tsurolab.artifacts.study import REPORT_SEED
from tsurolab.artifacts.tournament_book import DATA
from tsurolab.draw import DARK, LIGHT, escape
from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.games.catalogue import family as find_family
from tsurolab.seeds import check_seed
from tsurolab.simulate import Tournament
from tsurolab.simulate.executors import check_workers
from tsurolab.simulate.experiment import check_count
from tsurolab.simulate.files import check_folder, write_file
from tsurolab.simulate.run import MOST_ROWS

TEMPLATES: Final = Path(__file__).with_name("templates")
NOTEBOOK: Final = TEMPLATES / "report.ipynb"
TOURNAMENT: Final = "tournament.html"
CELL_SECONDS: Final = 3600

Progress = Callable[[str], None]


def build_report(
    editions: Sequence[str] | None = None,
    games: int | None = None,
    out: Path = Path("reports"),
    seed: int = REPORT_SEED,
    workers: int = 1,
    progress: Progress | None = None,
    *,
    played: Callable[[], None] | None = None,
) -> list[Path]:
    """Write a page for each family: its exact tables and pictures, and simulations of its editions.

    Parameters: `editions` by name, or None for all of every family that offers artifacts; `games` of each edition's
    main run, None for the family's own number; `out` is the folder; `seed`; `workers`; `progress` is called with a line
    for each step, and `played` when all games are played and only the pages are left to be written.

    With more than one worker pages are made side by side. Several families have a page more, ``<out>/tournament.html``,
    with the tournaments and ladders of all of them.

    Returns the paths of the pages, ``<out>/<family>.html`` in the order of the families, and that one.

    Raises UnknownName for an edition that does not exist, BadArgument for a number out of range or a family without
    artifacts, OutputError for a folder that cannot be written; all before any game is played.
    """
    plan = _plan(editions)
    if games is not None:
        games = check_count(games, "games", MOST_ROWS)
        for family, names in plan.items():
            check_games(family, names, games)
    seed, workers = check_seed(seed), check_workers(workers)
    report = progress or (lambda _: None)
    out = check_folder(out)
    sizes = {family: artifacts_of(family).report_games if games is None else games for family in plan}
    templates = [
        Template(
            NOTEBOOK,
            {"family": family, "editions": names, "games": sizes[family], "seed": seed, "workers": workers},
            lambda text, family=family: report(f"report {family}: {text}"),  # type: ignore[misc]
        )
        for family, names in plan.items()
    ]
    # One more than there are workers: much of a page keeps one core busy only.
    notebooks = run_templates(templates, at_once=workers + 1 if workers > 1 else 1)
    if played:
        played()
    pages = []
    for (family, names), notebook in zip(plan.items(), notebooks):
        report(f"report {family}: page")
        page = as_page(notebook, _page_words(family, names, sizes[family], seed))
        pages.append(write_file(out / f"{family}.html", page))
    contests = [each for notebook in notebooks for each in _contests(notebook)]
    if len(plan) > 1 and contests:
        from tsurolab.artifacts.tournament_report import build_tournament_report

        pages.append(
            build_tournament_report(contests, out / TOURNAMENT, progress=lambda text: report(f"tournament {text}"))
        )
    return pages


def _contests(notebook: Any) -> list[Tournament]:
    """The tournaments that a page has shown, in order."""
    return [
        Tournament.from_dict(output.data[DATA])
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if DATA in output.get("data", {})
    ]


def _plan(editions: Sequence[str] | None) -> dict[str, list[str]]:
    """{family: its editions}, in the order given."""
    if editions is None:
        return {family: [each.name for each in find_family(family).editions] for family in families()}
    if isinstance(editions, str) or not editions:
        raise BadArgument(f"editions must be a list of names such as ['tsuro/classic'], or None, not {editions!r}")
    plan: dict[str, list[str]] = {}
    for name in dict.fromkeys(editions):
        family = find_edition(name).family
        if family not in families():
            raise BadArgument(f"there is no report for {name}: the family {family} offers no artifacts")
        plan.setdefault(family, []).append(name)
    return plan


def _page_words(family: str, editions: Sequence[str], games: int, seed: int) -> dict[str, str]:
    offer = artifacts_of(family)
    title = offer.report.title
    most = "up to " if any(offer.run_shares.get(name, 1) > 1 for name in editions) else ""
    listed = ", ".join(find_edition(name).title for name in editions)
    return {
        "title": f"{title}: combinatorics and simulation",
        "what": f"{listed}. {most.capitalize()}{games:,} games in each edition's main run, seed {seed}.",
        "foot": page_foot(),
    }


def page_foot() -> str:
    """The last line of a page."""
    return f"Made by tsurolab {__version__} on {date.today().isoformat()}. This page loads nothing from outside."


# ------------------------------------------------------------------------------------------------- running the template


class Template(NamedTuple):
    """A notebook to be executed."""

    path: Path
    parameters: dict[str, Any]
    """Replace those of the cell tagged ``parameters``."""
    progress: Progress | None = None
    """Called with the heading of each section, and with each line that a cell prints."""


def run_template(path: Path, parameters: dict[str, Any], progress: Progress | None = None) -> Any:
    """Execute a notebook with parameters in a fresh kernel and return it with its outputs; see `run_templates`."""
    [notebook] = run_templates([Template(path, parameters, progress)])
    return notebook


def run_templates(templates: Sequence[Template], *, at_once: int = 1) -> list[Any]:
    """Execute notebooks, each in a fresh kernel, so many at once, and return them with their outputs in their order.

    Raises OutputError for a notebook that cannot be read, TsurolabError when a cell fails; the message has the cell's
    section and error; KeyboardInterrupt on Ctrl-C. Whatever is raised, all kernels have been shut down.
    """
    import warnings

    from jupyter_core.utils import run_sync

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of the notebook programs are not for our readers
        from tsurolab.artifacts.notebooks import execute_all, notebook_client
    clients = [notebook_client(each.path, each.parameters, each.progress, seconds=CELL_SECONDS) for each in templates]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run_sync(execute_all)(clients, at_once)
    if any(client.interrupted for client in clients):
        for client in clients:
            client.end()
        raise KeyboardInterrupt
    return [client.nb for client in clients]


# ------------------------------------------------------------------------------------------------------------- the page


def as_page(notebook: Any, words: dict[str, str]) -> str:
    """Return an executed notebook as one self-contained HTML page.

    Parameters: `words` has the ``title``, ``what`` (one line below it) and ``foot`` of the page.
    """
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from nbconvert.exporters.templateexporter import TemplateExporter

        class PageExporter(TemplateExporter):  # type: ignore[misc]
            """Our own template, without what the stock pages load."""

            def _file_extension_default(self) -> str:
                return ".html"

        exporter = PageExporter(
            template_name="report", extra_template_basedirs=[str(TEMPLATES)], template_file="index.html.j2"
        )
        exporter.register_filter("report_markdown", markdown)
        setup = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code" and not _shows(cell))
        page, _ = exporter.from_notebook_node(notebook, {"page": {**words, "palette": palette(), "setup": setup}})
    # Inside a page neither SVG nor MathML needs to name its language.
    page = re.sub(r' xmlns(?::\w+)?="[^"]*"', "", page)
    items = "".join(
        f'<li><a href="#{place}">{name}</a></li>' for place, name in re.findall(r'<h2 id="([^"]+)">(.*?)</h2>', page)
    )
    return str(page.replace("<!--sections-->", f"<ul>{items}</ul>"))


def _shows(cell: Any) -> bool:
    """Whether a cell has something for the reader: what it prints is for the progress only."""
    return any(output.output_type in ("display_data", "execute_result") for output in cell.outputs)


def palette() -> str:
    """The colours of the page, light and dark, as custom properties."""
    roles = ("paper", "ink", "soft", "rule", "cell", "accent")
    light, dark = (";".join(f"--{role}:{theme[role]}" for role in roles) for theme in (LIGHT, DARK))
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def markdown(text: str) -> str:
    """Return Markdown as HTML, its formulas as MathML.

    >>> "<math" in markdown("there are $7 \\\\cdot 5$ ways")
    True
    """
    from nbconvert.filters.markdown_mistune import markdown2html_mistune

    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        block = found[1] is not None
        kept.append(mathml(found[1] if block else found[2], block=block))
        return f"FORMULA{len(kept) - 1}ELUMROF"

    text = re.sub(r"\$\$(.+?)\$\$|\$(?!\s)([^$\n]+?)(?<!\s)\$", keep, text, flags=re.S)
    html = str(markdown2html_mistune(text))
    html = re.sub(r'<a class="anchor-link".*?</a>', "", html)
    html = re.sub(r'<h(\d) id="([^"]*)">', lambda found: f'<h{found[1]} id="{_place(found[2])}">', html)
    return re.sub(r"FORMULA(\d+)ELUMROF", lambda found: kept[int(found[1])], html)


def _place(name: str) -> str:
    return escape(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-"))


def mathml(formula: str, *, block: bool = False) -> str:
    """Return a LaTeX formula as MathML.

    >>> mathml("k^2")[:6]
    '<math '
    """
    from latex2mathml.converter import convert

    return re.sub(r' xmlns="[^"]*"', "", convert(formula.strip(), display="block" if block else "inline"))
