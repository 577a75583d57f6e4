"""The report on tournaments: its template notebook, executed, as one self-contained page.

What it is for: `build_tournament_report`, and with it ``tsurolab tournament --html`` and ``tsurolab ladder --html``.
What it is not for: what is in it (`tsurolab.artifacts.tournament_book`), or how a notebook becomes a page
(`tsurolab.artifacts.reports`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tsurolab.artifacts.reports import TEMPLATES, Progress, as_page, page_foot, run_template
from tsurolab.artifacts.tournament_book import TournamentBook
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.simulate.files import check_target, write_file
from tsurolab.simulate.ladder import Ladder
from tsurolab.simulate.tournament import Tournament

NOTEBOOK: Final = TEMPLATES / "tournament.ipynb"


def build_tournament_report(
    results: Sequence[Tournament | Ladder], path: str | Path, *, progress: Progress | None = None
) -> Path:
    """Write a page on one or more tournaments and ladders.

    Parameters: `path` is the file; `progress` is called with a line for each step.

    Returns the path.

    Raises BadArgument without tournaments or for one whose agents no finished games connect, OutputError for a file
    that cannot be written.
    """
    played = [each.tournament if isinstance(each, Ladder) else each for each in results]
    TournamentBook(played)  # refuses what cannot be shown
    path = check_target(path)
    report = progress or (lambda _: None)
    parameters = {"results": [each.to_dict() for each in played]}
    notebook = run_template(NOTEBOOK, parameters, lambda text: report(f"page: {text}"))
    return write_file(path, as_page(notebook, _page_words(played)))


def _page_words(played: Sequence[Tournament]) -> dict[str, str]:
    editions = list(dict.fromkeys(find_edition(each.schedule.edition).title for each in played))
    games = sum(each.games for each in played)
    agents = list(dict.fromkeys(name for each in played for name in each.schedule.agents))
    several = len(editions) > 1
    listed = f"{', '.join(editions)}. " if several else ""
    return {
        "title": "Tournaments and ladders" if several else f"Tournament: {editions[0]}",
        "what": f"{listed}{len(agents)} agents: {', '.join(agents)}. {games:,} games.",
        "foot": page_foot(),
    }
