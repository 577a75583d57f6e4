"""The parts of a family's report, one method a section: what the cells of the template notebook call.

What it is for: `open_book` in ``templates/report.ipynb``, and in a notebook of one's own. What it is not for: running
the template and making a page of it (see `tsurolab.artifacts.reports`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tsurolab.artifacts import common, exhibits
from tsurolab.artifacts.exhibits import Html
from tsurolab.artifacts.figures import draw
from tsurolab.artifacts.registry import EditionFigure, Figure, artifacts_of, for_edition
from tsurolab.artifacts.study import SIDE_SHARE, Study
from tsurolab.artifacts.tournament_book import CLEAR, Contest, again, contest_tables, contest_words, skill_caption
from tsurolab.artifacts.tournament_charts import ladder_chart, rating_chart
from tsurolab.draw import escape
from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.games.catalogue import family as find_family
from tsurolab.simulate import Tournament
from tsurolab.simulate.wording import show_p
from tsurolab.stats import SeatFairness, adjust


class Book:
    """A family's report on some of its editions.

    Parameters: as for `tsurolab.artifacts.study.Study`; all editions are of one family.

    Raises UnknownName for an edition or a family without artifacts, BadArgument for editions of different families or
    too few games.

    >>> book = Book("tsuro", ["tsuro/classic"], games=50, seed=1)
    >>> "35" in book.lead()
    True
    """

    def __init__(
        self,
        family: str,
        editions: Sequence[str],
        *,
        games: int,
        seed: int,
        workers: int = 1,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.offer = artifacts_of(family)
        self.study = Study.of_report(self.offer, editions, games=games, seed=seed, workers=workers, progress=progress)
        for name in self.study.editions:
            if find_edition(name).family != family:
                raise BadArgument(f"{name} is no edition of {family}; a report is about one family")
        check_games(family, self.study.editions, games)
        self.family = find_family(family)

    def _figure(self, figure: Figure | EditionFigure, edition: str | None = None) -> Html:
        svg = draw(figure, self.study, family=self.family.name, edition=edition)
        return exhibits.figure(svg, figure.alt)

    def _exact_table(self, name: str) -> Html:
        table = self.offer.table(name)
        return exhibits.table(table.build(), table.title, table.doc, table.code)

    # the sections, in the order of the page

    def lead(self) -> str:
        """The answer in a few sentences, as Markdown."""
        first = self.study.editions[0]
        agents = contest_words(self.study.tournament(first))
        skill = contest_words(self.study.ladder(first).tournament, seats=False)
        return "\n\n".join((self.offer.report.lead(self.study), f"{agents} {skill}"))

    def answer(self) -> Html:
        """The tables and pictures that say most."""
        report, first = self.offer.report, self.study.editions[0]
        shown = Html("")
        for name in report.answer_tables:
            shown += self._exact_table(name)
        return shown + exhibits.pictures(self._figure(self.offer.figure(name), first) for name in report.answer_figures)

    def exact_text(self) -> str:
        """How the exact values are found, as Markdown."""
        return self.offer.report.exact

    def exact(self) -> Html:
        """The exact tables and pictures that do not stand at the top."""
        report = self.offer.report
        rest = [one for one in self.offer.figures if one.name not in report.answer_figures]
        shown = exhibits.pictures(self._figure(one) for one in rest)
        for table in self.offer.tables:
            if table.name not in report.answer_tables:
                shown += exhibits.table(table.build(), table.title, table.doc, table.code, fold=True)
        return shown

    def comparison(self) -> Html:
        """Exact and simulated values side by side."""
        return exhibits.comparison(self.offer.compare(self.study))

    def simulated(self) -> Html:
        """Every edition: its numbers and its pictures."""
        shown, first = Html(""), self.study.editions[0]
        for name in self.study.editions:
            edition = find_edition(name)
            shown += exhibits.heading(edition.title, 3, f"edition-{name.split('/')[1]}")
            status = f"{edition.summary} How well the printed rules are known: {edition.status.value}."
            shown += exhibits.paragraph(status)
            for table in for_edition(self.offer.study_tables, name):
                shown += exhibits.table(table.build(self.study, name), table.title, table.doc)
            taken = self.offer.report.answer_figures if name == first else ()
            rest = [one for one in for_edition(self.offer.edition_figures, name) if one.name not in taken]
            shown += exhibits.pictures(self._figure(one, name) for one in rest)
        return shown

    def seats(self) -> Html:
        """Whether all seats win equally often: a test for every kind of table, corrected for their number."""
        import pandas as pd

        tests = self.offer.seat_tests or common.seat_tests
        found = [(name, test) for name in self.study.editions for test in tests(self.study, name)]
        adjusted = adjust([test.result.p_value for _, test in found]).p_values
        rows = pd.DataFrame(
            {
                "edition": name,
                "players": test.table,
                "agents": test.agents,
                "told apart by": test.by,
                "games": f"{test.result.n:,}",
                "wins least": _share_of(test.result, min),
                "wins most": _share_of(test.result, max),
                "chi-square": f"{test.result.statistic:.2f}",
                "df": test.result.df,
                "p": show_p(test.result.p_value),
                "p (Holm)": show_p(p),
            }
            for (name, test), p in zip(found, adjusted)
        )
        differ = sum(p < CLEAR for p in adjusted)
        words = (
            f"Of {len(found)} tests {differ} {'finds' if differ == 1 else 'find'} a difference at {CLEAR:.0%} when all "
            f"are corrected together by Holm's method; without that {sum(t.result.p_value < CLEAR for _, t in found)} "
            f"would, and about {CLEAR * len(found):.1f} would by chance if no seat mattered at all. Small differences "
            "are found where there are many games: the columns with the shares say how large they are."
        )
        doc = (
            "Wald's chi-square test that all seats have the same share of the wins, shared wins divided; with the "
            f"seats that win least and most. p (Holm) is adjusted for all {len(found)} tests of this page. Seats and "
            "places are numbered from 0."
        )
        first = rows["edition"] == self.study.editions[0]
        shown = exhibits.paragraph(words) + exhibits.table(rows[first], "Are all seats alike?", doc, fold=False)
        if first.all():
            return shown
        return shown + exhibits.table(rows[~first], "Are all seats alike in the other editions?", doc, fold=True)

    def contests(self) -> Contest:
        """Agents of every kind against each other, on the first edition."""
        result = self.study.tournament(self.study.editions[0])
        picture = exhibits.figure(rating_chart(result, name=f"{self.family.name}-ratings"), _where(result))
        return Contest((exhibits.pictures([picture]) + contest_tables(result)).text, result.to_dict())

    def ladder(self) -> Contest:
        """Agents that think ever longer, each against the one below, on the first edition."""
        one = self.study.ladder(self.study.editions[0])
        chart = ladder_chart([one], name=f"{self.family.name}-ladder")
        picture = exhibits.figure(chart, f"{_where(one.tournament)} {skill_caption()}")
        return Contest((exhibits.pictures([picture]) + contest_tables(one.tournament)).text, one.to_dict())

    def methods(self) -> str:
        """How the numbers are made, as Markdown."""
        study = self.study
        smaller = [
            f"{find_edition(name).title}: {study.size(name):,}"
            for name in study.editions
            if study.size(name) < study.games
        ]
        fewer = f" ({'; '.join(smaller)})" if smaller else ""
        return (
            "Every game is played by the full rules of its edition. Uniform agents choose among the legal moves with "
            "equal chances; where nothing else is said, all agents are uniform. "
            f"The main run of an edition has {study.games:,} games{fewer}, runs beside it, such as those with other "
            f"numbers of players, 1/{SIDE_SHARE} of that.\n\n"
            "Game $i$ of a seed is the same game whatever the number of workers. Shares have Wilson intervals, means "
            "and shared wins have Student's $t$ intervals, all at 95%. A share $k/n$ is set against its exact value "
            "$p$ by\n\n$$ z = \\frac{k/n - p}{\\sqrt{p\\,(1-p)/n}}. $$\n\n"
            + self.offer.report.methods
            + _CONTEST_METHODS
        )

    def rulings(self) -> Html:
        """The rulings of every edition, assumed ones marked, and its sources."""
        shown = Html("")
        for name in self.study.editions:
            edition = find_edition(name)
            shown += exhibits.heading(edition.title, 3)
            shown += exhibits.rulings(edition) + exhibits.folded("Sources", exhibits.sources(edition))
        return shown

    def provenance(self) -> Html:
        """Seeds, runs and versions."""
        import pandas as pd

        runs = pd.DataFrame(
            {
                "run": run.experiment.digest,
                "edition": run.experiment.edition,
                "options": ", ".join(f"{name}={value}" for name, value in run.experiment.options.items()),
                "players": run.experiment.players,
                "agents": ", ".join(dict.fromkeys(run.experiment.seats)),
                "games": f"{len(run):,}",
                "seed": run.experiment.seed,
                "edition version": run.experiment.edition_data.version,
            }
            for run in self.study.played
        )
        command = f"tsurolab report {' '.join(self.study.editions)} --games {self.study.games} --seed {self.study.seed}"
        page = Html(f'<p>This page again: <code class="command">{escape(command)}</code></p>')
        doc = "The same command with the same seed gives the same games."
        contests = Html("".join(again(each) for each in self.study.contests))
        return page + exhibits.table(runs, "Runs", doc, fold=False) + contests + exhibits.programs()


def _share_of(result: SeatFairness, which: Callable[..., int]) -> str:
    """The seat that wins least or most, and its share."""
    seat = which(range(len(result.shares)), key=lambda each: result.shares[each])
    return f"{seat}: {result.shares[seat]:.2%}"


def _where(result: Tournament) -> str:
    """What was played, for a caption."""
    return f"{find_edition(result.schedule.edition).title}, {result.schedule.players} players."


_CONTEST_METHODS = r"""

Two agents meet on every deal in two seatings, A, B, A, B, ... and B, A, B, A, ... round the table, and all pairs have
the same deals. An agent's points on a deal are the mean of both, so neither a seat nor a deal favours anybody;
intervals and $p$-values are those of the paired scores, and the $p$-values of all pairs are corrected by Holm's method.
Ratings are Bradley-Terry strengths on the Elo scale, with errors that allow for the shared deals. A Monte Carlo agent
takes the move that does best in so many rollouts; before each one everything that its seat may not see is dealt anew,
and greedy agents play on. In a game of pure luck all rungs of the ladder would be equally strong.
"""


def check_games(family: str, editions: Sequence[str], games: int) -> None:
    """Raise BadArgument when a run of a report would have a single game, so that its means have no interval.

    >>> check_games("tsuro", ["tsuro/classic"], 5)
    """
    share = max(artifacts_of(family).run_shares.get(name, 1) for name in editions)
    least = SIDE_SHARE * share + 1
    if games < least:
        raise BadArgument(f"games must be at least {least} for a report on {', '.join(editions)}, not {games}")


def open_book(
    family: str,
    editions: Sequence[str],
    games: int,
    seed: int,
    workers: int = 1,
    progress: Callable[[str], None] | None = None,
) -> Book:
    """The report of a family, ready to be shown section by section; see `Book`."""
    return Book(family, editions, games=games, seed=seed, workers=workers, progress=progress)
