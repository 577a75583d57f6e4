"""The charts of Qwirkle: exact laws, scores, the advantage of starting, Qwirkles given away, and where the grid grows.

What it is for: matplotlib figures for ``figures/`` and reports. What it is not for: tables of the same runs
(`study_tables`) and drawings of tiles (`pictures`).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from tsurolab.artifacts.charts import INK, RULE, SOFT, chart, percent, seat_look
from tsurolab.artifacts.common import INTERVAL, games_note
from tsurolab.artifacts.qwirkle.order_of_play import AGENTS, PLACES, duel_run, in_order, pair_run, place_shares, scaled
from tsurolab.artifacts.study import Study
from tsurolab.games.qwirkle.growth import growth
from tsurolab.games.qwirkle.lines import line_score
from tsurolab.games.qwirkle.openings import joint_openings
from tsurolab.games.qwirkle.tiles import CLASSIC
from tsurolab.stats import Tally, wilson

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure as Chart
    from numpy.typing import NDArray

BIN: Final = 5
"""Points in one step of a distribution of scores."""
OUTSIDE_SCORES: Final = {"uniform": 126, "greedy": 205}
"""Points a player of two that other programs have reported."""
REACH: Final = 13
"""The map of the grid shows so many cells on each side of the first tile."""
MOST_GRIDS: Final = 4000
LEVELS: Final = (0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)


def opening_law(players: int) -> dict[int, Fraction]:
    """The exact law of the opening among some players.

    >>> round(float(opening_law(2)[3]), 4)
    0.606
    """
    law = dict.fromkeys(range(1, CLASSIC.longest + 1), Fraction(0))
    for groups, chance in joint_openings(players).items():
        law[groups[0]] += chance
    return law


def opening_laws(_: Study) -> Chart:
    """The largest group of all hands, for one to four players, exactly."""
    figure, axes = chart(
        "The opening, exactly",
        "The largest group of all hands, dealt from one bag. Openings of 1, 5 and 6 are below 0.5% each",
        width=5.8,
    )
    for place, players in enumerate(range(1, 5)):
        law = opening_law(players)
        colour = seat_look(place)[0]
        words = "one hand" if players == 1 else f"{players} players"
        across = [size + (place - 1.5) * 0.21 for size in law]
        axes.bar(across, [float(chance) for chance in law.values()], width=0.19, color=colour, label=words)
        for x, chance in zip(across, law.values()):
            if chance >= Fraction(1, 100):
                axes.text(x, float(chance) + 0.008, f"{100 * float(chance):.0f}", ha="center", fontsize=7.5, color=SOFT)
    axes.set_xticks(range(1, CLASSIC.longest + 1))
    axes.set_xlabel("tiles in the largest group")
    axes.set_ylabel("probability")
    percent(axes)
    axes.legend()
    return figure


def opening_compared(study: Study, edition: str) -> Chart:
    """The opening: exact and simulated, on a scale that shows the rare ones."""
    runs = list(study.by_players(edition))
    figure, axes = chart(
        "The opening: exact and simulated",
        f"Bar: exact probability. Mark: share of simulated games; {games_note(runs)}; {INTERVAL}. An opening that did "
        "not occur has an interval only",
        width=5.8,
        height=3.6,
    )
    for place, (players, run) in enumerate(runs):
        colour, marker, _ = seat_look(place)
        opening = run.results["opening"]
        for size, chance in opening_law(players).items():
            at = size + (place - 1) * 0.24
            axes.plot(
                [at - 0.1, at + 0.1], [float(chance)] * 2, color=INK, linewidth=2.6, solid_capstyle="butt", zorder=3
            )
            found = int((opening == size).sum())
            low, high = (float(end) for end in wilson(found, len(opening)))
            axes.plot([at, at], [max(low, 1e-8), high], color=colour, zorder=4)
            if found:
                axes.plot(at, found / len(opening), marker, color=colour, zorder=5)
        axes.plot([], [], marker, color=colour, label=f"{players} players")
    axes.set_yscale("log")
    axes.set_ylim(3e-8, 2)
    axes.set_xticks(range(1, CLASSIC.longest + 1))
    axes.set_xlabel("tiles of the first play")
    axes.set_ylabel("share of games")
    axes.set_yticks([1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1])
    axes.set_yticklabels(["10⁻⁷", "10⁻⁶", "10⁻⁵", "10⁻⁴", "10⁻³", "0.01", "0.1", "1"])
    axes.minorticks_off()
    axes.legend(loc="lower center", ncols=3)
    return figure


def first_player(study: Study, edition: str) -> Chart:
    """Win share by order of play, for uniform and for greedy players."""
    figure, panels = chart(
        "The advantage of starting",
        f"Win share by order of play; {games_note(list(study.by_players(edition)))}; {INTERVAL}. Who has the largest "
        "group starts",
        width=6.6,
        height=3.6,
        ncols=2,
        sharey=True,
    )
    for axes, agent in zip(panels, AGENTS):
        at, ticks = 0.0, []
        for players, run in study.by_players(edition, agents=agent):
            for place, (share, low, high) in enumerate(place_shares(run)):
                colour, marker, _ = seat_look(place)
                axes.plot([at + place] * 2, [low * players, high * players], color=colour)
                label = PLACES[place] if players == 4 else None
                axes.plot(at + place, share * players, marker, color=colour, label=label)
            ticks.append((at + (players - 1) / 2, players))
            at += players + 1.3
        axes.axhline(1, color=INK, linewidth=0.8, zorder=0)
        axes.set_title(agent, fontsize=10, fontweight="normal")
        axes.set_xticks([place for place, _ in ticks], [str(players) for _, players in ticks])
        axes.set_xlabel("number of players")
    panels[0].set_ylabel("win share × players (1 = fair)")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4)
    return figure


def _binned(scores: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The share of scores in each step of `BIN` points, as the corners of a line that starts and ends at nothing."""
    import numpy as np

    counts = np.bincount(scores // BIN)
    first = int(np.flatnonzero(counts)[0])
    middles = (np.arange(first - 1, len(counts) + 1) + 0.5) * BIN
    return middles, np.r_[0, counts[first:], 0] / len(scores)


def scores(study: Study, edition: str) -> Chart:
    """Final scores by agent and order of play, with two and with four players."""
    figure, panels = chart(
        "Final scores",
        f"Share of players in steps of {BIN} points; all players of a game are of one kind; "
        f"{games_note(list(study.by_players(edition)))}. Triangles: scores that other programs report for two players",
        width=6.8,
        height=3.7,
        ncols=2,
    )
    for axes, players in zip(panels, (2, 4)):
        top = 0.0
        for kind, agent in enumerate(AGENTS):
            run = dict(study.by_players(edition, agents=agent))[players]
            ordered = in_order(run, run.results["score"].astype(int))
            for place in sorted({0, players - 1}):
                colour = seat_look((0, 2)[kind])[0]
                middles, shares = _binned(ordered[:, place])
                words = f"{agent}, {'first' if place == 0 else 'last'} to play"
                line = "-" if place == 0 else (0, (3, 1.5))
                axes.step(middles, shares, where="mid", color=colour, linestyle=line, linewidth=1.3, label=words)
                top = max(top, float(shares.max()))
        if players == 2:
            for outside in OUTSIDE_SCORES.values():
                axes.plot(outside, top * 1.1, "v", color=INK, markersize=5)
                axes.text(outside + 5, top * 1.1, str(outside), va="center", fontsize=8, color=INK)
        axes.set_ylim(0, top * 1.2)
        axes.set_title(f"{players} players", fontsize=10, fontweight="normal")
        axes.set_xlabel("points")
        percent(axes)
    panels[0].set_ylabel("share of players")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=2)
    return figure


def qwirkles(study: Study, edition: str) -> Chart:
    """Qwirkles of a game, of all players together."""
    import numpy as np

    figure, panels = chart(
        "Qwirkles in a game",
        f"Completed lines of six, all players together; {games_note(list(study.by_players(edition)))}; dot: mean (its "
        "interval is smaller)",
        width=6.4,
        height=3.5,
        ncols=2,
        sharey=True,
    )
    for axes, players in zip(panels, (2, 4)):
        for kind, agent in enumerate(AGENTS):
            run = dict(study.by_players(edition, agents=agent))[players]
            made = run.results["qwirkles"][:, :players].astype(int).sum(axis=1)
            shares = np.bincount(made) / len(made)
            colour, marker, _ = seat_look((0, 2)[kind])
            axes.bar(np.arange(len(shares)) + (kind - 0.5) * 0.4, shares, width=0.38, color=colour, label=agent)
            axes.plot(made.mean(), 0.9 - 0.07 * kind, marker, color=colour)
            axes.text(made.mean() + 0.6, 0.9 - 0.07 * kind, f"{made.mean():.2f}", va="center", fontsize=8.5, color=INK)
        axes.set_title(f"{players} players", fontsize=10, fontweight="normal")
        axes.set_xlabel("Qwirkles")
        axes.set_ylim(0, 1)
    panels[0].set_ylabel("share of games")
    percent(panels[0])
    panels[0].legend(loc="center right")
    return figure


def given_away(study: Study, edition: str) -> list[tuple[str, str, NDArray[Any]]]:
    """Points of Qwirkles that a player opened to the next: (player, opponent, points of each game and player)."""
    duel = duel_run(study, edition).results["opened"]
    uniform, greedy = (pair_run(study, edition, agent).results["opened"] for agent in AGENTS)
    return [
        ("uniform", "uniform", uniform[:, :2].ravel()),
        ("greedy", "uniform", duel[:, 0]),
        ("uniform", "greedy", duel[:, 1]),
        ("greedy", "greedy", greedy[:, :2].ravel()),
    ]


def opened(study: Study, edition: str) -> Chart:
    """What a player leaves to the next one: Qwirkles completed at once in lines that the player made longer."""
    import numpy as np

    given = given_away(study, edition)
    figure, (left, right) = chart(
        "What greedy leaves to the opponent",
        "Points of lines that the next player completed at once after this one had made them longer; two players, "
        f"{len(pair_run(study, edition, 'greedy')):,} games of each pair; {INTERVAL}",
        width=7,
        height=3.4,
        ncols=2,
        width_ratios=(1.25, 1),
    )
    for row, (player, _, points) in enumerate(given):
        mean, low, high = scaled(Tally.of(points))
        colour = seat_look(0 if player == "uniform" else 2)[0]
        left.barh(row, mean, color=colour, height=0.6)
        left.plot([low, high], [row, row], color=INK)
        left.text(high + 0.25, row, f"{mean:.2f}", va="center", fontsize=8.5)
    left.set_yticks(range(len(given)), [f"{player} to {opponent}" for player, opponent, _ in given])
    left.invert_yaxis()
    left.set_xlim(0, scaled(Tally.of(given[-1][2]))[2] * 1.18)
    left.set_xlabel("points given away a game")
    left.grid(axis="x")
    left.grid(visible=False, axis="y")
    points = given[-1][2]
    counts = np.bincount(points // line_score(CLASSIC.longest)) / len(points)
    right.bar(np.arange(len(counts)), counts, width=0.7, color=seat_look(2)[0])
    right.set_xlim(-0.6, min(len(counts) - 0.4, 6.6))
    right.set_xlabel("Qwirkles given away a game,\ngreedy to greedy")
    right.set_ylabel("share of players")
    percent(right)
    return figure


def grid_growth(study: Study, edition: str) -> Chart:
    """Where the grid grows: how often each cell holds a tile at the end."""
    games = min(len(pair_run(study, edition, "greedy")), MOST_GRIDS)
    figure, panels = chart(
        "Where the grid grows",
        f"How often a cell holds a tile at the end of a game of two; {games:,} games each. Cells are counted from the "
        "left end of the first play (ring), which runs to the right",
        width=6.6,
        height=4.2,
        ncols=2,
        sharey=True,
    )
    for axes, agent in zip(panels, AGENTS):
        shares = growth(edition, players=2, agents=agent, games=games, seed=study.seed, reach=REACH)
        _map(axes, shares)
        axes.set_title(agent, fontsize=10, fontweight="normal")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=len(LEVELS) - 1, handlelength=1, columnspacing=1.2)
    return figure


def _map(axes: Any, shares: NDArray[np.float64]) -> None:
    """Cells of one level of shares as one shape: a small picture, and few colours that can be told apart."""
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    colour = seat_look(0)[0]
    for level, (low, high) in enumerate(pairwise(LEVELS)):
        corners, codes = [], []
        for row, col in zip(*((shares >= low) & (shares < high)).nonzero()):
            x, y = int(col) - REACH - 0.5, int(row) - REACH - 0.5
            corners += [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]
            codes += [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY]
        look: dict[str, Any] = {
            "facecolor": colour,
            "alpha": round(0.1 + 0.9 * level / (len(LEVELS) - 2), 2),
            "linewidth": 0,
        }
        if corners:
            axes.add_patch(PathPatch(Path(corners, codes), **look))
        words = f"≥{low:.0%}"
        axes.add_patch(Rectangle((0, 0), 0, 0, label=words, **look))
    axes.plot(0, 0, "o", markersize=4.5, markerfacecolor="none", markeredgecolor=seat_look(1)[0], markeredgewidth=1.6)
    axes.set_xlim(-REACH - 0.5, REACH + 0.5)
    axes.set_ylim(REACH + 0.5, -REACH - 0.5)
    axes.set_xticks(range(-10, 11, 5))
    axes.set_yticks(range(-10, 11, 5))
    axes.set_aspect("equal")
    axes.grid(visible=False)
    for side in ("left", "bottom"):
        axes.spines[side].set_color(RULE)
