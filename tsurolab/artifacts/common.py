"""Figures and tables that any family can offer, made from what all RESULT records share.

What it is for: win share by seat, length of the games, how games end, and the summary of a run. A family takes them
into its ``ARTIFACTS`` and says which field is the length. What it is not for: anything that only one family has.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tsurolab.artifacts.charts import INK, SOFT, chart, percent, seat_look
from tsurolab.artifacts.registry import EditionFigure, SeatTest, StudyTable
from tsurolab.artifacts.study import UNIFORM, Study
from tsurolab.simulate.columns import win_shares
from tsurolab.stats import Tally, seat_fairness_of_masks, wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure as Chart
    from numpy.typing import NDArray

    from tsurolab.games.state import State
    from tsurolab.simulate import Run

INTERVAL = "95% intervals"


def games_note(runs: list[tuple[int, Run]]) -> str:
    """How many games were counted, in words.

    >>> study = Study(["tsuro/classic"], games=8)
    >>> games_note(list(study.by_players("tsuro/classic"))[:3])
    '8 games with 4 players, 2 with each other number'
    """
    sizes = {players: len(run) for players, run in runs}
    most = max(sizes.values())
    main = [players for players, many in sizes.items() if many == most]
    others = {many for many in sizes.values() if many != most}
    if not others:
        each = " with each number of players" if len(sizes) > 1 else ""
        return f"{most:,} games{each}"
    return f"{most:,} games with {main[0]} players, {min(others):,} with each other number"


def game_history(run: Run, number: int) -> list[State]:
    """The states of a game, from the deal to the end.

    >>> states = game_history(Study(["tsuro/classic"], games=8).main("tsuro/classic"), 5)
    >>> states[0].ply, states[1].ply, states[-1].is_over
    (0, 1, True)
    """
    state = run.state(number)
    states = [state.copy()]
    while state.ply:
        state.undo()
        states.append(state.copy())
    return states[::-1]


def first_player(run: Run) -> str:
    """Who plays first in the games of a run, in words; empty where the rules let the hands or the cards decide.

    >>> first_player(Study(["tsuro/classic"], games=2).main("tsuro/classic"))
    'seat 0'
    >>> first_player(Study(["tsuro/squiggles"], games=2).main("tsuro/squiggles"))
    'drawn by lot'
    """
    by_lot = getattr(run.experiment.game.rules, "random_first", None)
    return "" if by_lot is None else "drawn by lot" if by_lot else "seat 0"


_WHO_IS_FIRST = {"seat 0": "Seat 0 plays first. ", "drawn by lot": "The first player is drawn by lot. ", "": ""}


def seat_shares(run: Run) -> list[tuple[float, float, float]]:
    """The win share of each seat as (estimate, low, high), shared wins divided.

    >>> study = Study(["tsuro/classic"], games=50)
    >>> round(sum(share for share, _, _ in seat_shares(study.main("tsuro/classic"))), 6)
    1.0
    """
    lines = [line for line in run.estimates() if line.quantity == "win share"]
    return [(line.estimate, line.low, line.high) for line in lines]


def seat_tests(study: Study, edition: str) -> Iterator[SeatTest]:
    """The tests that all seats win equally often, for each number of uniform players.

    >>> [test.table for test in seat_tests(Study(["sorry/classic"], games=40), "sorry/classic")]
    ['2', '3', '4']
    """
    for players, run in study.by_players(edition):
        by = "seat, which is the order of play" if first_player(run) == "seat 0" else "seat"
        yield SeatTest(str(players), UNIFORM, by, seat_fairness_of_masks(run.tallies.winner_masks, players))


def order_test(run: Run, first: NDArray[Any], *, table: str, agents: str = UNIFORM) -> SeatTest:
    """The test that all places in the order of play win equally often.

    Parameters: `first` is the seat that began each game.

    >>> import numpy as np
    >>> run = Study(["tsuro/classic"], games=40).main("tsuro/classic")
    >>> by_seat = seat_fairness_of_masks(run.tallies.winner_masks, 4)
    >>> order_test(run, np.zeros(40, int), table="4").result == by_seat
    True
    """
    import numpy as np

    players = run.experiment.players
    masks, first = run.results["winners"].astype(np.int64), first.astype(np.int64)
    turned = (masks >> first | masks << (players - first)) & ((1 << players) - 1)
    return SeatTest(table, agents, "order of play", seat_fairness_of_masks(np.bincount(turned), players))


def win_share_figure(doc: str = "") -> EditionFigure:
    """The figure of the win share by seat, for every number of players."""
    return EditionFigure(
        "win-share",
        "Win share by seat",
        "A group of points for each number of players, one point a seat in the order in which they take turns. A point "
        "is the seat's share of the wins over an equal share, so 1 is fair; bars are 95% intervals. " + doc,
        _draw_win_share,
    )


def _draw_win_share(study: Study, edition: str) -> Chart:
    runs = list(study.by_players(edition))
    figure, axes = chart(
        "Win share by seat",
        f"{_WHO_IS_FIRST[first_player(runs[0][1])]}Uniform agents; {games_note(runs)}; {INTERVAL}",
        width=5.8,
    )
    at, ticks, lowest, highest = 0.0, [], 1.0, 1.0
    for players, run in runs:
        for seat, (share, low, high) in enumerate(seat_shares(run)):
            colour, marker, _ = seat_look(seat)
            values = [share * players, low * players, high * players]
            lowest, highest = min(lowest, values[1]), max(highest, values[2])
            axes.plot([at + seat] * 2, values[1:], color=colour)
            axes.plot(at + seat, values[0], marker, color=colour)
        ticks.append((at + (players - 1) / 2, players))
        at += players + 1.3
    axes.axhline(1, color=INK, linewidth=0.8, zorder=0)
    room = max(0.02, (highest - lowest) * 0.12)
    axes.set_ylim(lowest - room, highest + room * 2)
    at = 0.0
    for players, _ in runs:
        for seat in range(players):
            axes.text(at + seat, highest + room * 0.7, str(seat), ha="center", fontsize=7.5, color=SOFT)
        at += players + 1.3
    axes.set_xticks([place for place, _ in ticks], [str(players) for _, players in ticks])
    axes.set_xlabel("number of players (within a group: seats 0, 1, ... as they take turns)")
    axes.set_ylabel("win share × players (1 = fair)")
    return figure


def length_figure(field: str, what: str, *, alt: str = "") -> EditionFigure:
    """The figure of the length of the games.

    Parameters: `field` of RESULT is the length; `what` it counts, such as ``"tiles laid"``; `alt` is added to the words
    for those who do not see it.
    """

    def draw(study: Study, edition: str) -> Chart:
        runs = list(study.by_players(edition))
        shown = _spread(runs, 4)
        width = _bin_width(max(int(run.results[field].max()) for _, run in shown))
        figure, axes = chart(
            "How long a game lasts", f"Uniform agents; {games_note(runs)}; dot: mean (its interval is smaller)"
        )
        for place, (players, run) in enumerate(shown):
            values = run.results[field].astype(int)
            lengths, shares = _distribution(values, width)
            colour, marker, _ = seat_look(place)
            axes.step(lengths, shares, where="mid", color=colour, label=f"{players} players")
            mean = values.mean()
            axes.plot(mean, shares[_nearest(lengths, float(mean))], marker, color=colour)
        axes.set_xlabel(what)
        axes.set_ylabel("share of games" if width == 1 else f"share of games, by {width} {what}")
        axes.set_ylim(0)
        percent(axes)
        axes.legend()
        return figure

    words = f"For some numbers of players the share of games that end with so many {what}. {alt}"
    return EditionFigure("length", "How long a game lasts", words.strip(), draw)


def _spread(runs: list[tuple[int, Run]], most: int) -> list[tuple[int, Run]]:
    """At most so many of the runs, ends included, evenly spread."""
    if len(runs) <= most:
        return runs
    return [runs[round(place * (len(runs) - 1) / (most - 1))] for place in range(most)]


MOST_BINS = 120
"""A distribution of more values than this is shown by groups of values."""


def _bin_width(most: int) -> int:
    """How many values go into one step of a distribution up to `most`: 1, 2, 5, 10, 20, ...

    >>> [_bin_width(most) for most in (36, 120, 121, 900, 1300)]
    [1, 1, 2, 10, 20]
    """
    width = 1
    while most > MOST_BINS * width:
        width = width * 2 if str(width)[0] != "2" else width * 5 // 2
    return width


def _distribution(values: NDArray[Any], width: int = 1) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middles of the groups of so many values, and the shares of the values that are in them."""
    import numpy as np

    groups = values // width
    low, high = int(groups.min()), int(groups.max())
    counts = np.bincount(groups - low, minlength=high - low + 1)
    # One empty place on either side, so that the line starts and ends on the axis.
    middles = np.asarray(np.arange(low - 1, high + 2) * float(width) + (width - 1) / 2, np.float64)
    shares = np.asarray(np.r_[0, counts, 0] / len(values), np.float64)
    return middles, shares


def _nearest(places: NDArray[np.float64], value: float) -> int:
    return int(abs(places - value).argmin())


def reasons_figure() -> EditionFigure:
    """The figure of how games end, for every number of players."""
    return EditionFigure(
        "reasons",
        "How games end",
        "A horizontal bar for each number of players, divided by the reason why its games ended.",
        _draw_reasons,
    )


def _draw_reasons(study: Study, edition: str) -> Chart:
    runs = list(study.by_players(edition))
    names = runs[0][1].experiment.family.result_fields["reason"].names
    figure, axes = chart(
        "How games end",
        f"Uniform agents; {games_note(runs)}",
        height=1.5 + 0.26 * len(runs),
    )
    codes = [
        code
        for code, name in enumerate(names)
        if name and any((run.results["reason"] == code).any() for _, run in runs)
    ]
    left = [0.0] * len(runs)
    for place, code in enumerate(codes):
        shares = [float((run.results["reason"] == code).mean()) for _, run in runs]
        colour = seat_look(place)[0]
        axes.barh(range(len(runs)), shares, left=left, color=colour, height=0.66, label=names[code].replace("_", " "))
        for row, share in enumerate(shares):
            if share > 0.08:
                middle = left[row] + share / 2
                light = place in (1, 4)
                axes.text(
                    middle,
                    row,
                    f"{share:.0%}",
                    ha="center",
                    va="center",
                    fontsize=8,
                    color="#15130F" if light else "#FFFFFF",
                )
        left = [before + share for before, share in zip(left, shares)]
    axes.set_yticks(range(len(runs)), [str(players) for players, _ in runs])
    axes.invert_yaxis()
    axes.set_ylabel("players")
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of games")
    axes.grid(False)
    axes.spines["left"].set_visible(False)
    percent(axes, axis="x")
    figure.legend(loc="outside lower left", ncols=3)
    return figure


def seats_table() -> StudyTable:
    """The table of win shares by seat, for every number of players."""
    return StudyTable(
        "win-share",
        "Win share by seat",
        "Wins shared by several seats are divided between them. In brackets: 95% intervals.",
        _build_seats,
    )


def _build_seats(study: Study, edition: str) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for players, run in study.by_players(edition):
        row: dict[str, object] = {"players": players, "games": f"{len(run):,}"}
        if first := first_player(run):
            row["first player"] = first
        for seat, (share, low, high) in enumerate(seat_shares(run)):
            row[f"seat {seat}"] = in_percent(share, low, high)
        rows.append(row)
    return pd.DataFrame(rows).fillna("")


def overview_table(field: str, what: str) -> StudyTable:
    """The table of the main figures of the games, for every number of players.

    Parameters: `field` of RESULT is the length; `what` it counts.
    """

    def build(study: Study, edition: str) -> pd.DataFrame:
        import pandas as pd

        rows = []
        for players, run in study.by_players(edition):
            results = run.results
            winners = (win_shares(results, players) > 0).sum(axis=1)
            length = Tally.of(results[field])
            low, high = length.interval()
            first = seat_shares(run)[0]
            rows.append(
                {
                    "players": players,
                    "games": f"{len(run):,}",
                    f"mean {what}": f"{float(length.mean):.2f} ({low:.2f}–{high:.2f})",
                    "shortest": int(results[field].min()),
                    "longest": int(results[field].max()),
                    "one winner": _share(int((winners == 1).sum()), len(run)),
                    "several winners": _share(int((winners > 1).sum()), len(run)),
                    "win share of seat 0": in_percent(*first),
                }
            )
        return pd.DataFrame(rows)

    return StudyTable("overview", "The games in numbers", "In brackets: 95% intervals.", build)


def _share(some: int, all_: int) -> str:
    low, high = wilson(some, all_)
    return in_percent(some / all_, float(low), float(high))


def in_percent(value: float, low: float, high: float) -> str:
    """A share with its interval.

    >>> in_percent(0.25, 0.2421, 0.2587)
    '25.00% (24.21–25.87)'
    """
    return f"{value:.2%} ({100 * low:.2f}–{100 * high:.2f})"


def summary_table() -> StudyTable:
    """The full summary of an edition's main run."""

    def build(study: Study, edition: str) -> pd.DataFrame:
        import pandas as pd

        frame = study.main(edition).summary()
        seats = ["all" if pd.isna(seat) else str(seat) for seat in frame["seat"]]
        return pd.DataFrame(
            {
                "quantity": frame["quantity"],
                "seat": seats,
                "estimate": [f"{value:.4f}" for value in frame["estimate"]],
                "low": [f"{value:.4f}" for value in frame["low"]],
                "high": [f"{value:.4f}" for value in frame["high"]],
                "interval": frame["method"],
            }
        )

    return StudyTable("summary", "Every quantity of the main run", "All with 95% intervals.", build)
