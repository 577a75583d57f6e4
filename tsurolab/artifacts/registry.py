"""What a family offers to be generated: tables, figures, comparisons, and the words of its report.

What it is for: the contract between the code that writes files and pages, which knows no game, and the families. A
family's offer is the value ``ARTIFACTS`` of the module ``tsurolab.artifacts.<family>``; nothing else has to be told
about it. What it is not for: making anything (see `tsurolab.artifacts.tables`, `figures` and `reports`).

Exact tables are built without arguments and committed. Whatever rests on simulated games is built from a
`tsurolab.artifacts.study.Study`, which plays each run once, however many figures look at it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from tsurolab.errors import BadArgument, unknown
from tsurolab.games.catalogue import FAMILY_NAMES
from tsurolab.stats import SeatFairness, Tally, wilson, z_mean, z_share

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Chart

    from tsurolab.artifacts.study import Study

Drawing: TypeAlias = "str | Chart"
"""A finished SVG document, or a matplotlib figure that `tsurolab.artifacts.charts` turns into one."""


@dataclass(frozen=True)
class Table:
    """An exact table: ``data/tables/<family>-<name>.csv``."""

    name: str
    title: str
    doc: str
    """One or two sentences: what a row is, and what is worth seeing."""
    build: Callable[[], pd.DataFrame]
    code: str
    """The expression that makes it, as typed after ``import tsurolab as tl``; quoted beside the table."""


@dataclass(frozen=True)
class StudyTable:
    """A table of one edition that rests on simulated games; it appears in reports only."""

    name: str
    title: str
    doc: str
    build: Callable[[Study, str], pd.DataFrame]
    editions: tuple[str, ...] = ()
    """The editions that have it, as ``family/edition``; all when empty."""


@dataclass(frozen=True)
class Figure:
    """A picture of the whole family: ``figures/<family>-<name>.svg``."""

    name: str
    title: str
    alt: str
    """What a reader who cannot see it should know."""
    draw: Callable[[Study], Drawing]


@dataclass(frozen=True)
class EditionFigure:
    """A picture of one edition: ``figures/<family>-<edition>-<name>.svg``."""

    name: str
    title: str
    alt: str
    draw: Callable[[Study, str], Drawing]
    editions: tuple[str, ...] = ()
    """The editions that have it, as ``family/edition``; all when empty."""


def for_edition(offered: Iterable[_OfEdition], edition: str) -> list[_OfEdition]:
    """Those tables or figures that an edition has.

    >>> tsuro = artifacts_of("tsuro")
    >>> for_edition(tsuro.edition_figures, "tsuro/classic") == list(tsuro.edition_figures)
    True
    """
    return [one for one in offered if not one.editions or edition in one.editions]


_OfEdition = TypeVar("_OfEdition", bound="StudyTable | EditionFigure")
_Named = TypeVar("_Named", bound="Table | Figure | EditionFigure")


@dataclass(frozen=True)
class Comparison:
    """A quantity with its exact and its simulated value.

    >>> row = Comparison.share("heads", Fraction(1, 2), 60, 100)
    >>> row.z, row.n, row.estimate
    (2.0, 100, 0.6)
    """

    quantity: str
    exact: Fraction
    estimate: float
    low: float
    high: float
    n: int
    z: float

    @classmethod
    def share(cls, quantity: str, exact: Fraction, successes: int, trials: int) -> Comparison:
        """A probability beside a simulated share, with its Wilson interval.

        Raises BadArgument without trials, or for an exact value outside 0 .. 1.
        """
        successes, trials = int(successes), int(trials)
        low, high = wilson(successes, trials)
        z = z_share(successes, trials, exact)
        return cls(quantity, exact, successes / trials, float(low), float(high), trials, z)

    @classmethod
    def mean(cls, quantity: str, exact: Fraction, tally: Tally) -> Comparison:
        """An expected value beside a simulated mean, with its t interval.

        Raises BadArgument for fewer than two values.
        """
        low, high = tally.interval()
        return cls(quantity, exact, float(tally.mean), low, high, tally.n, z_mean(tally, exact))


@dataclass(frozen=True)
class ReportText:
    """The words and the order of a family's report. Texts are Markdown and may hold ``$formulas$``."""

    title: str
    lead: Callable[[Study], str]
    """The answer in a few sentences, with the numbers of this run in it."""
    answer_tables: tuple[str, ...]
    """Names of exact tables that open the page."""
    answer_figures: tuple[str, ...]
    """Names of figures, of the family or of its first edition, that open the page."""
    exact: str
    """How the exact values are found; the other exact tables and figures follow it."""
    methods: str
    """How the simulations are made and read, as far as it is this family's own."""


@dataclass(frozen=True)
class SeatTest:
    """The test that all seats of some games win equally often."""

    table: str
    """How many players, and how they sit where that can differ."""
    agents: str
    by: str
    """What the seats are told apart by, such as ``"order of play"``."""
    result: SeatFairness


@dataclass(frozen=True)
class Contests:
    """Who plays whom in a report, and the ladder of agents that think ever longer.

    Both are played on the first edition of a page, with as many players as a tournament has unless told. Deals are
    those of a pair in a report of the family's own size; they grow and shrink with it.
    """

    agents: tuple[str, ...] = ("uniform", "greedy", "cautious", "monte-carlo:16")
    deals: int = 400
    equal: str = "greedy"
    """Who plays all seats to show what these are worth between agents that try to win."""
    rungs: tuple[int, ...] = (1, 4, 16, 64)
    rung_deals: int = 250


@dataclass(frozen=True)
class FamilyArtifacts:
    """All that a family offers. The order is the order in files' lists and in reports."""

    family: str
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...]
    edition_figures: tuple[EditionFigure, ...]
    report: ReportText
    compare: Callable[[Study], list[Comparison]]
    """Every quantity that has an exact and a simulated value."""
    study_tables: tuple[StudyTable, ...] = ()
    committed_editions: tuple[str, ...] = ()
    """The editions whose figures are committed, as ``family/edition``."""
    run_shares: Mapping[str, int] = field(default_factory=dict)
    """Editions whose runs are smaller than others, as their games take long or say little new: how many times."""
    main_agents: tuple[str, ...] = ("uniform",)
    """The policies whose main runs the report rests on: one plays all seats."""
    contests: Contests = Contests()
    seat_tests: Callable[[Study, str], Iterable[SeatTest]] | None = None
    """The tests of an edition's seats; unless given by seat, of the uniform runs with each number of players."""
    figure_games: int = 40_000
    """Games of the largest run that committed figures use: a few seconds for all of them."""
    report_games: int = 200_000
    """Games of each edition's main run in a report, unless another number is asked for."""
    bench_players: tuple[int, ...] = field(default=(2, 4))
    """Player counts whose speed is measured."""

    def table(self, name: str) -> Table:
        """The exact table of a name. Raises UnknownName."""
        return _named(self.tables, name, "table")

    def figure(self, name: str) -> Figure | EditionFigure:
        """The figure of a name, of the family or of an edition. Raises UnknownName."""
        offered: tuple[Figure | EditionFigure, ...] = (*self.figures, *self.edition_figures)
        return _named(offered, name, "figure")


def _named(offered: tuple[_Named, ...], name: str, kind: str) -> _Named:
    for one in offered:
        if one.name == name:
            return one
    raise unknown(kind, name, [one.name for one in offered])


@cache
def families() -> tuple[str, ...]:
    """The families of the catalogue that offer artifacts, in the catalogue's order.

    >>> families()[0]
    'tsuro'
    """
    return tuple(name for name in FAMILY_NAMES if importlib.util.find_spec(f"{__package__}.{name}") is not None)


def artifacts_of(family: str) -> FamilyArtifacts:
    """What a family offers.

    Raises UnknownName for a family without artifacts.

    >>> artifacts_of("tsuro").table("tiles").code
    'tl.tsuro.tile_table()'
    """
    if family not in families():
        raise unknown("family with artifacts", family, families())
    offer = cast(FamilyArtifacts, importlib.import_module(f"{__package__}.{family}").ARTIFACTS)
    _check_names(offer)
    return offer


def _check_names(offer: FamilyArtifacts) -> None:
    names = [one.name for one in offer.tables]
    drawn = [one.name for one in offer.figures] + [one.name for one in offer.edition_figures]
    for kind, some in (("table", names), ("figure", drawn)):
        twice = sorted({name for name in some if some.count(name) > 1})
        if twice:
            raise BadArgument(f"the artifacts of {offer.family} have two {kind}s named {', '.join(twice)}")


def all_artifacts() -> Iterator[FamilyArtifacts]:
    """What each family offers, in the catalogue's order."""
    for family in families():
        yield artifacts_of(family)
