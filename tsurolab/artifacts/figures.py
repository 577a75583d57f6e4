"""The figures as SVG files: ``<out>/<family>-<figure>.svg`` and ``<out>/<family>-<edition>-<figure>.svg``.

What it is for: `write_figures`, the command ``tsurolab figures``. What it is not for: what is on a figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from tsurolab.artifacts.charts import chart_svg, style
from tsurolab.artifacts.files import settle
from tsurolab.artifacts.registry import EditionFigure, FamilyArtifacts, Figure, artifacts_of, families, for_edition
from tsurolab.artifacts.study import Study

Each: TypeAlias = Callable[[Callable[[str], dict[str, str]], Iterable[str]], Iterable[dict[str, str]]]
SEED: Final = 1
"""The seed of the simulated games in committed figures."""


def draw(figure: Figure | EditionFigure, study: Study, *, family: str, edition: str | None = None) -> str:
    """Return a figure as an SVG document.

    Parameters: `study` has the simulated games; an `EditionFigure` needs the `edition`, as ``family/edition``.
    """
    with style():
        if isinstance(figure, EditionFigure):
            assert edition is not None
            made = figure.draw(study, edition)
        else:
            made = figure.draw(study)
    if isinstance(made, str):
        return made
    return chart_svg(made, name=file_stem(figure, family, edition), title=figure.title, alt=figure.alt)


def file_stem(figure: Figure | EditionFigure, family: str, edition: str | None = None) -> str:
    """The name of a figure's file without its ending: family, edition if it has one, figure."""
    middle = [edition.split("/")[1]] if isinstance(figure, EditionFigure) and edition else []
    return "-".join([family, *middle, figure.name])


def drawn(offer: FamilyArtifacts, study: Study) -> Iterator[tuple[str, str]]:
    """Each committed figure of a family as (name of the file without its ending, SVG)."""
    for figure in offer.figures:
        yield file_stem(figure, offer.family), draw(figure, study, family=offer.family)
    for edition in offer.committed_editions:
        for one in for_edition(offer.edition_figures, edition):
            yield (
                file_stem(one, offer.family, edition),
                draw(one, study, family=offer.family, edition=edition),
            )


def family_figures(family: str) -> dict[str, str]:
    """The committed figures of a family: {file name: SVG}."""
    offer = artifacts_of(family)
    study = Study(offer.committed_editions, games=offer.figure_games, seed=SEED, shares=offer.run_shares)
    return {f"{stem}.svg": text for stem, text in drawn(offer, study)}


def write_figures(out: Path, check: bool, *, each: Each = map) -> list[str]:
    """Write every figure of every family, or compare.

    Parameters: files go to `out`; with `check` nothing is written. Simulated figures come from a fixed seed. `each`
    calls a function for every family, as ``map`` does; that of a pool does several at once.

    Returns a line for each file that differs (is missing, different, or not made any more); when writing, for each file
    that was brought up to date.

    Raises OutputError for a folder that cannot be written.
    """
    made: dict[str, str] = {}
    for figures in each(family_figures, families()):
        made |= figures
    return settle(Path(out), made, check=check, kinds=(".svg",))
