"""Everything that is generated: tables, figures, reports, and speed measurements. Knows no game.

`registry` says what a family offers, and finds it in a module named after the family (`tsurolab.artifacts.tsuro`).
`tables`, `experiments` and `figures` write files that are the same bytes every time; `study` plays the simulations that
figures and reports share; `charts` is the look of matplotlib figures; `common` has the figures that any family can use;
`exhibits`, `book`, `tournament_book` and `reports` make the pages, with `notebooks` to execute them; `whole` is the
main job; `bench` measures.

>>> from tsurolab.artifacts import families
>>> "tsuro" in families()
True
"""

from tsurolab.artifacts.figures import write_figures
from tsurolab.artifacts.registry import artifacts_of, families
from tsurolab.artifacts.reports import build_report
from tsurolab.artifacts.tables import write_tables

__all__ = ["artifacts_of", "build_report", "families", "write_figures", "write_tables"]
