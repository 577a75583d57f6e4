"""The parts of a tournament's report, one method a section: what the cells of its template notebook call.

What it is for: `open_tournaments` in ``templates/tournament.ipynb``, and in a notebook of one's own. What it is not
for: running the template and making a page of it (see `tsurolab.artifacts.tournament_report`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tsurolab.agents import DEFAULT
from tsurolab.artifacts import exhibits
from tsurolab.artifacts.common import in_percent
from tsurolab.artifacts.exhibits import Html
from tsurolab.artifacts.tournament_charts import ladder_chart, rating_chart, seat_chart
from tsurolab.draw import escape
from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.simulate.ladder import Ladder, ladder
from tsurolab.simulate.tournament import Tournament, tournament
from tsurolab.simulate.wording import (
    games_words,
    ladder_rows,
    pair_rows,
    pairs_note,
    rating_rows,
    show_elo,
    show_p,
    skill_rows,
)
from tsurolab.stats import LEVEL, adjust, simultaneous_level

if TYPE_CHECKING:
    import pandas as pd

    from tsurolab.simulate.wording import Rows

DATA = "application/vnd.tsurolab.tournament+json"
"""The kind of data that a cell's output has beside its HTML."""
CLEAR = 0.05
"""A p-value below this is called a difference."""


class TournamentBook:
    """The report on one or more tournaments; a tournament of ever longer thinking agents is also a ladder.

    Raises BadArgument without tournaments, or for one whose agents no finished games connect.

    >>> result = tournament("qwirkle/classic", ["uniform", "greedy"], games=20, seed=1, progress=False)
    >>> "**greedy**" in TournamentBook([result]).lead()
    True
    """

    def __init__(self, results: Sequence[Tournament]) -> None:
        if not results:
            raise BadArgument("a report on tournaments needs at least one")
        for each in results:
            if not each.connected:
                raise BadArgument(
                    f"the finished games do not connect all agents, so there is no report on {each.schedule}"
                )
        self.results = tuple(results)

    @property
    def ladders(self) -> list[Ladder]:
        """Those of the tournaments that are ladders."""
        found = []
        for each in self.results:
            if is_ladder(each):
                found.append(Ladder(each))
        return found

    # the sections, in the order of the page

    def lead(self) -> str:
        """The answer in a few sentences, as Markdown."""
        return "\n\n".join(contest_words(each, seats=not self._is_beside(each)) for each in self.results)

    def _is_beside(self, result: Tournament) -> bool:
        """Whether it is a ladder beside a tournament of the same edition, which says as much of the seats."""
        game = (result.schedule.edition, result.schedule.players)
        others = (each.schedule for each in self.results if not is_ladder(each))
        return is_ladder(result) and game in {(each.edition, each.players) for each in others}

    def answer(self) -> Html:
        """The pictures that say most: ratings, and the ladders together."""
        shown = [
            exhibits.figure(rating_chart(each, name=f"ratings-{number}"), _caption(each))
            for number, each in enumerate(self.results)
            if not is_ladder(each)
        ]
        if self.ladders:
            shown.append(exhibits.figure(ladder_chart(self.ladders, name="ladders"), skill_caption()))
        compared = Html("")
        if len(self.ladders) > 1:
            doc = "The gain of each fourfold of rollouts, from the lowest to the highest rung; 95% intervals."
            compared = exhibits.table(_frame(skill_rows(self.ladders)), "How much skill is in each game", doc)
        return exhibits.pictures(shown) + compared

    def contests(self) -> Html:
        """Every tournament: who scored what against whom."""
        shown = Html("")
        for number, each in enumerate(self.results, 1):
            shown += exhibits.heading(_title(each), 3, f"tournament-{number}")
            shown += exhibits.paragraph(find_edition(each.schedule.edition).summary)
            shown += contest_tables(each)
        return shown

    def seats(self) -> Html:
        """What the seats are worth, in every tournament."""
        shown = Html("")
        drawn = []
        for number, each in enumerate(self.results):
            if each.seat_sums and not self._is_beside(each):
                drawn.append(exhibits.figure(seat_chart(each, name=f"seats-{number}"), _seat_caption(each)))
        shown += exhibits.pictures(drawn)
        return shown + exhibits.table(self._seat_table(), "Are all seats alike?", _SEAT_DOC)

    def _seat_table(self) -> pd.DataFrame:
        import pandas as pd

        tests = {
            (number, words): test for number, each in enumerate(self.results) for words, test in each.fairness.items()
        }
        adjusted = dict(zip(tests, adjust([test.p_value for test in tests.values()]).p_values))
        rows = []
        for number, each in enumerate(self.results):
            for words, sums in each.seat_sums.items():
                fairness = tests.get((number, words))
                row: dict[str, object] = {
                    "edition": each.schedule.edition,
                    "games": _which_games(each, words),
                    "deals": f"{sums.n:,}",
                }
                for seat, (share, (low, high)) in enumerate(zip(sums.shares, sums.intervals())):
                    row[f"seat {seat}"] = in_percent(float(share), low, high)
                if fairness is not None:
                    row["chi-square"] = f"{fairness.statistic:.2f}"
                    row["df"] = str(fairness.df)
                    row["p"] = show_p(fairness.p_value)
                    row["p (Holm)"] = show_p(adjusted[number, words])
                rows.append(row)
        frame = pd.DataFrame(rows).fillna("")
        last = [name for name in ("chi-square", "df", "p", "p (Holm)") if name in frame]
        return frame[[name for name in frame if name not in last] + last]

    def provenance(self) -> Html:
        """Seeds, runs and versions."""
        import pandas as pd

        runs = pd.DataFrame(
            {
                "run": experiment.digest,
                "edition": experiment.edition,
                "options": ", ".join(f"{name}={value}" for name, value in experiment.options.items()),
                "agents by seat": ", ".join(experiment.seats),
                "games": f"{experiment.games:,}",
                "seed": experiment.seed,
                "edition version": experiment.edition_data.version,
            }
            for each in self.results
            for _, experiment in each.schedule.experiments
        )
        commands = "".join(map(again, self.results))
        unfinished = [each for each in self.results if not each.complete]
        stopped = "".join(
            f"<p>{escape(each.schedule.edition)}: stopped after {each.games:,} of {each.wanted:,} games.</p>"
            for each in unfinished
        )
        doc = "Each with the same deals, whatever the number of workers."
        return Html(commands + stopped) + exhibits.table(runs, "Runs", doc) + exhibits.programs()


@dataclass(frozen=True)
class Contest(Html):
    """A piece of HTML on a tournament that carries the tournament itself, for pages that are made of several."""

    data: Mapping[str, Any]
    """What `Tournament.to_dict` gave."""

    def _repr_mimebundle_(self, **_: object) -> dict[str, object]:
        return {"text/html": self.text, DATA: self.data}


def contest_tables(result: Tournament) -> Html:
    """The tables of a tournament or of a ladder."""
    shown = Html("")
    if is_ladder(result):
        doc = "Elo above the lowest rung, and the score against the rung below; 95% intervals."
        shown += exhibits.table(_frame(ladder_rows(Ladder(result))), "The ladder, rung by rung", doc)
    else:
        doc = "The share of the wins that the agent of a row has against that of a column. " + _BRACKETS
        shown += exhibits.table(crosstable(result), "Win share against each agent", doc)
        zero = "" if any(not one.standard_error for one in result.ratings()) else " The mean of all is 0."
        doc = f"Bradley-Terry strengths on the Elo scale with 95% intervals.{zero}"
        shown += exhibits.table(_frame(rating_rows(result)), "Ratings", doc)
    # The scores of a ladder stand in its own table already.
    fold = True if is_ladder(result) else None
    note = pairs_note(len(result.meetings))
    return shown + exhibits.table(_frame(pair_rows(result)), "Every pair", note, fold=fold)


def contest_words(result: Tournament, *, seats: bool = True) -> str:
    """The answer of a tournament or a ladder in a few sentences, as Markdown; whether with one on the seats."""
    words = _ladder_words(Ladder(result)) if is_ladder(result) else _words(result)
    return f"{words} {_seat_words(result)}".rstrip() if seats else words


def skill_caption() -> str:
    """What a ladder shows."""
    return "The steeper the line, the more there is to be decided well. A game of pure luck would be level."


def again(result: Tournament) -> str:
    """The command that plays a tournament again, as HTML."""
    words = f"{'Ladder' if is_ladder(result) else 'Tournament'} {result.schedule.digest} again"
    return f'<p>{words}: <code class="command">{escape(command(result))}</code></p>'


def is_ladder(result: Tournament) -> bool:
    """Whether a tournament is one of Monte Carlo agents with ever more rollouts, each against the next."""
    if result.schedule.pairs != "neighbours":
        return False
    try:
        Ladder(result)
    except BadArgument:
        return False
    return True


def command(result: Tournament) -> str:
    """The words that play a tournament again, and write its page."""
    schedule = result.schedule
    one = Ladder(result) if is_ladder(result) else None
    if one is None:
        words = ["tournament", schedule.edition, "--agents", ",".join(schedule.agents)]
        words += [] if schedule.pairs == "all" else ["--pairs", schedule.pairs]
        words += [] if schedule.equal == DEFAULT else ["--equal", schedule.equal]
    else:
        words = ["ladder", schedule.edition, "--rungs", ",".join(map(str, one.rollouts))]
        words += [] if one.policy == DEFAULT else ["--policy", one.policy]
    words += ["--players", str(schedule.players), "--games", str(schedule.games), "--seed", str(schedule.seed)]
    for name, value in schedule.options.items():
        words += ["--option", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return " ".join(["tsurolab", *words, "--html", "page.html"])


def crosstable(result: Tournament) -> pd.DataFrame:
    """The score of each agent (row) against each (column), with intervals; a dash where they have not met."""
    import pandas as pd

    rows = []
    for agent in result.schedule.agents:
        row: dict[str, object] = {"agent": agent}
        for opponent in result.schedule.agents:
            row[f"against {opponent}"] = _score(result, agent, opponent)
        rows.append(row)
    return pd.DataFrame(rows)


def _score(result: Tournament, agent: str, opponent: str) -> str:
    if not any({each.agent, each.opponent} == {agent, opponent} for each in result.meetings):
        return "–"
    meeting = result.meeting(agent, opponent)
    return in_percent(float(meeting.score), *meeting.interval())


def _which_games(result: Tournament, words: str) -> str:
    """Which games the sums of seats come from, with ladders told from tournaments."""
    which = games_words(result, words)
    return which.replace("the tournament", "the ladder") if is_ladder(result) else which


def _frame(table: Rows) -> pd.DataFrame:
    import pandas as pd

    heads, rows = table
    return pd.DataFrame(rows, columns=list(heads))


def _title(result: Tournament) -> str:
    schedule = result.schedule
    options = "".join(f", {name} = {value}" for name, value in schedule.options.items())
    kind = "a ladder" if is_ladder(result) else f"{len(schedule.agents)} agents"
    return f"{find_edition(schedule.edition).title}, {schedule.players} players{options}: {kind}"


def _words(result: Tournament) -> str:
    """Who is best, by how much, and what the seats are worth, as Markdown."""
    first, *rest = sorted(result.ratings(anchor=None), key=lambda each: -each.strength)
    ahead = {each.name: each for each in result.ratings(anchor=rest[0].name)}[first.name]
    low, high = show_elo(ahead.low), show_elo(ahead.high)
    # The best of many looks better than it is: the word takes an interval that allows for every pair of agents.
    agents = len(result.schedule.agents)
    level = simultaneous_level(LEVEL, agents * (agents - 1) // 2)
    cautious = {each.name: each for each in result.ratings(anchor=rest[0].name, level=level)}[first.name]
    clear = "the strongest" if cautious.low > 0 else "ahead, though not beyond doubt"
    text = (
        f"In {find_edition(result.schedule.edition).title} with {result.schedule.players} players **{first.name}** is "
        f"{clear}: {show_elo(ahead.strength)} Elo ({low} to {high}) before {rest[0].name}. "
    )
    if any({each.agent, each.opponent} == {first.name, rest[0].name} for each in result.meetings):
        text += f"Of the wins against {rest[0].name} it takes {_score(result, first.name, rest[0].name)}. "
    pairs = len(result.meetings)
    different = sum(p < CLEAR for p in result.adjusted)
    if pairs > 1:
        text += f"Of {pairs} pairs {different} differ at {CLEAR:.0%} when all are tested together (Holm). "
    return text.rstrip()


def _ladder_words(one: Ladder) -> str:
    """The headline of a ladder, as Markdown."""
    gain, rollouts = one.gain(), one.rollouts
    low, high = show_elo(gain.low), show_elo(gain.high)
    return (
        f"In {find_edition(one.schedule.edition).title} with {one.schedule.players} players each fourfold of rollouts "
        f"is worth **{show_elo(gain.elo)} Elo** ({low} to {high}), on average from {rollouts[0]:,} to {rollouts[-1]:,} "
        "rollouts."
    )


def _seat_words(result: Tournament) -> str:
    fairness = result.fairness.get(f"all {result.schedule.equal}")
    if fairness is None or not fairness.df:
        return ""
    if fairness.p_value >= CLEAR:
        return f"Between {result.schedule.equal} agents no seat stands out (p {show_p(fairness.p_value)})."
    shares = result.seat_sums[f"all {result.schedule.equal}"].shares
    best = max(range(len(shares)), key=lambda seat: shares[seat])
    return (
        f"Between {result.schedule.equal} agents the seats differ (p {show_p(fairness.p_value)}): seat {best} wins "
        f"most, {float(shares[best]):.1%}."
    )


def _caption(result: Tournament) -> str:
    return (
        f"{find_edition(result.schedule.edition).title}. Intervals allow for what all pairs have in common: the deals."
    )


def _seat_caption(result: Tournament) -> str:
    words = find_edition(result.schedule.edition).title
    if result.own_seats is None and result.schedule.seats % 2:
        words += (
            ". With an odd number of seats the tournament's own games say nothing of them: one seat is alone between"
        )
        words += " two of the other agent"
    return f"{words}."


_BRACKETS = "In brackets: 95% intervals, each by itself, paired by deal."

_SEAT_DOC = (
    "Win shares with 95% intervals, and Wald's chi-square test that all seats have the same. In games of the "
    "tournament every agent had every seat equally often; there a deal with its two seatings of every pair counts "
    "once. p (Holm) is adjusted by Holm's method for all tests of this table."
)


def open_tournaments(
    results: Sequence[Mapping[str, Any]] = (),
    *,
    edition: str = "",
    agents: Sequence[str] = (),
    rungs: Sequence[int] = (),
    players: int | None = None,
    games: int = 1000,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[str], None] | None = None,
    **options: object,
) -> TournamentBook:
    """The report on finished tournaments, or on one that is played now.

    Parameters: `results` are what `Tournament.to_dict` gave; without any, `agents` and, as a ladder, `rungs` play
    `edition` (see `tsurolab.simulate.tournament` and `ladder` for the rest); `progress` is called with a line for each
    of the two.

    Raises BadArgument or UnknownName for what cannot be played, BadRecord for damaged results.
    """
    if results:
        return TournamentBook([Tournament.from_dict(each) for each in results])
    report = progress or (lambda _: None)
    how: dict[str, Any] = {"players": players, "games": games, "seed": seed, "workers": workers, **options}
    played = []
    if agents:
        report(f"{edition}: {', '.join(agents)}")
        played.append(tournament(edition, list(agents), progress=False, **how))
    if rungs:
        report(f"{edition}: a ladder of {', '.join(map(str, rungs))} rollouts")
        played.append(ladder(edition, rungs, progress=False, **how).tournament)
    return TournamentBook(played)
