"""The tables of simulated games of Qwirkle: the games in numbers, order of play, and figures from outside.

What it is for: tables in reports, by agents and number of players. What it is not for: exact tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsurolab.artifacts.common import in_percent
from tsurolab.artifacts.qwirkle.order_of_play import PLACES, duel_run, pair_run, place_shares, ratio, runs, scaled
from tsurolab.artifacts.registry import StudyTable
from tsurolab.artifacts.study import Study
from tsurolab.stats import Tally, wilson

if TYPE_CHECKING:
    import pandas as pd

    from tsurolab.simulate import Run


def shown(mean: float, low: float, high: float, digits: int = 2) -> str:
    """A mean with its interval.

    >>> shown(8.128, 8.121, 8.1347)
    '8.13 (8.12–8.13)'
    """
    return f"{mean:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def points_a_placement(run: Run, *, bonus: bool = False) -> tuple[float, float, float]:
    """Points for each turn in which tiles were placed, with its interval; `bonus` counts that for going out, too."""
    players = run.experiment.players
    results = run.results
    points = results["score"][:, :players].astype(int).sum(axis=1)
    if not bonus:
        points -= (results["went_out"] > 0) * int(run.experiment.game.rules.finish_bonus)
    return ratio(points, results["plays"][:, :players].astype(int).sum(axis=1))


def build_overview(study: Study, edition: str) -> pd.DataFrame:
    """The main figures of the games, for each agent and number of players."""
    import pandas as pd

    rows = []
    for agent, players, run in runs(study, edition):
        results = run.results
        made = results["qwirkles"][:, :players].astype(int).sum(axis=1)
        low, high = (float(end) for end in wilson(int((results["went_out"] > 0).sum()), len(run)))
        rows.append(
            {
                "agents": agent,
                "players": players,
                "games": f"{len(run):,}",
                "turns": shown(*scaled(Tally.of(results["turns"])), 1),
                "points a player": shown(*scaled(Tally.of(results["score"][:, :players].sum(axis=1)), players), 1),
                "points a placement": shown(*points_a_placement(run)),
                "tiles a placement": shown(
                    *ratio(
                        results["tiles"][:, :players].astype(int).sum(axis=1),
                        results["plays"][:, :players].astype(int).sum(axis=1),
                    )
                ),
                "Qwirkles a game": shown(*scaled(Tally.of(made))),
                "best turn of a game": shown(*scaled(Tally.of(results["best_turn"][:, :players].max(axis=1))), 1),
                "highest turn": int(results["best_turn"].max()),
                "legal plays a turn": shown(
                    *ratio(results["branching_sum"].astype(int), results["turns"].astype(int)), 1
                ),
                "grid": f"{results['width'].mean():.1f} × {results['height'].mean():.1f}",
                "dead cells": shown(*scaled(Tally.of(results["dead_cells"])), 1),
                "ends by going out": in_percent(float((results["went_out"] > 0).mean()), low, high),
            }
        )
    return pd.DataFrame(rows)


def build_order(study: Study, edition: str) -> pd.DataFrame:
    """Win share by order of play, for each agent and number of players."""
    import pandas as pd

    rows = []
    for agent, players, run in runs(study, edition):
        row: dict[str, object] = {"agents": agent, "players": players, "games": f"{len(run):,}"}
        row |= {name: in_percent(*share) for name, share in zip(PLACES, place_shares(run))}
        rows.append(row)
    return pd.DataFrame(rows).fillna("")


def greedy_wins(study: Study, edition: str) -> tuple[int, int]:
    """How many games greedy won alone against uniform, and of how many."""
    run = duel_run(study, edition)
    return int((run.results["winners"] == 1).sum()), len(run)


def score_of_pair(study: Study, edition: str, agent: str) -> tuple[float, float, float]:
    """Points a player of two equal agents, with the interval from independent games."""
    results = pair_run(study, edition, agent).results
    return scaled(Tally.of(results["score"][:, :2].sum(axis=1)), 2)


def build_outside(study: Study, edition: str) -> pd.DataFrame:
    """What other programs have reported for two players, beside the same from these runs."""
    import pandas as pd

    won, games = greedy_wins(study, edition)
    low, high = (float(end) for end in wilson(won, games))
    greedy = pair_run(study, edition, "greedy")
    without, with_bonus = points_a_placement(greedy), points_a_placement(greedy, bonus=True)
    rows = [
        (
            "points a placement, two greedy players",
            "near 8.1",
            f"{shown(*without)}; with the bonus for going out {shown(*with_bonus)}",
        ),
        ("points a player, two greedy players", "near 205", shown(*score_of_pair(study, edition, "greedy"))),
        ("points a player, two uniform players", "near 126", shown(*score_of_pair(study, edition, "uniform"))),
        (
            "games that greedy wins against uniform",
            "100 of 100",
            f"{won:,} of {games:,}: {in_percent(won / games, low, high)}",
        ),
    ]
    return pd.DataFrame(rows, columns=["quantity", "outside", "here"])


STUDY_TABLES = (
    StudyTable(
        "overview",
        "The games in numbers",
        "All players of a game are of one kind. A placement is a turn in which tiles were laid; the bonus for "
        "going out is no part of its points. In brackets: 95% intervals.",
        build_overview,
    ),
    StudyTable(
        "order",
        "Win share by order of play",
        "The player with the largest group starts; ties are drawn by lot. Wins shared by several players are divided "
        "between them. In brackets: 95% intervals.",
        build_order,
    ),
    StudyTable(
        "outside",
        "Beside figures from outside",
        "What other programs have reported for two players, from smaller samples. In brackets: 95% intervals.",
        build_outside,
    ),
)
