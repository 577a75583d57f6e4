"""The charts of simulated games that only Tsuro has: where markers leave, why, and which start marks win.

What it is for: matplotlib figures for ``figures/`` and reports. What it is not for: charts that every family has (see
`tsurolab.artifacts.common`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tsurolab.artifacts.charts import INK, RULE, SOFT, chart, percent, seat_look
from tsurolab.artifacts.common import INTERVAL, games_note
from tsurolab.artifacts.study import Study
from tsurolab.games.tsuro.rules import Cause, notch_ends
from tsurolab.simulate.columns import win_shares
from tsurolab.stats import wilson

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure as Chart
    from numpy.typing import NDArray

    from tsurolab.simulate import Run

BLUE = seat_look(0)[0]


def _size(run: Run) -> tuple[int, int]:
    rules = run.experiment.game.rules
    return int(rules.rows), int(rules.cols)


def exits(study: Study, edition: str) -> Chart:
    """Where markers leave: the share of all eliminations on each square."""
    import numpy as np
    from matplotlib.patches import Rectangle

    run = study.main(edition)
    rows, cols = _size(run)
    players = run.experiment.players
    left = run.results["out_cause"][:, :players] > 0
    squares = run.results["out_square"][:, :players][left].astype(int)
    shares = np.bincount(squares, minlength=rows * cols)[: rows * cols].reshape(rows, cols) / len(squares)
    figure, axes = chart(
        "Where markers leave",
        f"{players} players, uniform agents; {len(run):,} games. On each square the share of the {len(squares):,} "
        "markers that left",
        width=4.6,
        height=5.0,
    )
    strongest = 0.6 / shares.max()
    for row in range(rows):
        for col in range(cols):
            share = float(shares[row, col])
            axes.add_patch(Rectangle((col, row), 1, 1, facecolor=BLUE, alpha=round(share * strongest, 3), linewidth=0))
            axes.add_patch(Rectangle((col, row), 1, 1, fill=False, edgecolor=RULE, linewidth=0.8))
            axes.text(col + 0.5, row + 0.5, f"{share:.1%}", ha="center", va="center", fontsize=9, color=INK)
    axes.set_xlim(0, cols)
    axes.set_ylim(rows, 0)
    axes.set_aspect("equal")
    axes.set_xticks(np.arange(cols) + 0.5, [str(col) for col in range(cols)])
    axes.set_yticks(np.arange(rows) + 0.5, [str(row) for row in range(rows)])
    axes.set_xlabel("column")
    axes.set_ylabel("row")
    axes.grid(False)
    axes.tick_params(length=0)
    for side in axes.spines.values():
        side.set_visible(False)
    return figure


def causes(study: Study, edition: str) -> Chart:
    """Why markers leave: by the edge or by a collision, or not at all, for every number of players."""
    runs = list(study.by_players(edition))
    figure, axes = chart(
        "What becomes of a marker", f"Uniform agents; {games_note(runs)}", height=1.5 + 0.26 * len(runs)
    )
    names = {0: "stays in", int(Cause.EDGE): "leaves by the edge", int(Cause.COLLISION): "collides"}
    left = [0.0] * len(runs)
    for place, (code, name) in enumerate(names.items()):
        shares = [float((run.results["out_cause"][:, :players] == code).mean()) for players, run in runs]
        colour = seat_look((3, 0, 1)[place])[0]
        axes.barh(range(len(runs)), shares, left=left, color=colour, height=0.66, label=name)
        for row, share in enumerate(shares):
            if share > 0.07:
                shade = "#15130F" if place == 2 else "#FFFFFF"
                axes.text(left[row] + share / 2, row, f"{share:.0%}", ha="center", va="center", fontsize=8, color=shade)
        left = [before + share for before, share in zip(left, shares)]
    axes.set_yticks(range(len(runs)), [str(players) for players, _ in runs])
    axes.invert_yaxis()
    axes.set_ylabel("players")
    axes.set_xlim(0, 1)
    axes.set_xlabel("share of markers")
    axes.grid(False)
    axes.spines["left"].set_visible(False)
    percent(axes, axis="x")
    figure.legend(loc="outside lower left", ncols=3)
    return figure


def start_wins(run: Run) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return how many markers started at each notch, and the sum of their win shares.

    >>> run = Study(["tsuro/classic"], games=100).main("tsuro/classic")
    >>> starts, wins = start_wins(run)
    >>> int(starts.sum()), round(float(wins.sum()))
    (400, 100)
    """
    import numpy as np

    players = run.experiment.players
    notches = int(run.experiment.game.rules.notches)
    starts = run.results["start"][:, :players].astype(int)
    shares = win_shares(run.results, players)
    known = starts < notches
    counts = np.bincount(starts[known], minlength=notches)
    return counts, np.bincount(starts[known], weights=shares[known], minlength=notches)


def notch_kinds(rows: int, cols: int) -> list[int]:
    """Return, for each notch, how far it is from the nearest corner of the board, counted in marks from 1.

    >>> notch_kinds(2, 2)
    [1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1]
    """
    kinds = []
    for length in (cols, rows, cols, rows):
        kinds += [min(place, 2 * length - 1 - place) + 1 for place in range(2 * length)]
    return kinds


def _share_of(here: NDArray[np.bool_], counts: NDArray[Any], wins: NDArray[Any]) -> tuple[float, float, float]:
    """The win share of the markers that started at some notches, with its interval."""
    started, won = int(counts[here].sum()), float(wins[here].sum())
    if not started:
        return 0.0, 0.0, 1.0
    low, high = wilson(won, started)
    return won / started, float(low), float(high)


def corner_and_middle(run: Run) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Return the win share, with its interval, of markers that start next to a corner, and in the middle of a side.

    >>> corner, middle = corner_and_middle(Study(["tsuro/classic"], games=100).main("tsuro/classic"))
    >>> corner[1] < corner[0] < corner[2]
    True
    """
    import numpy as np

    kinds = np.array(notch_kinds(*_size(run)))
    counts, wins = start_wins(run)
    return _share_of(kinds == 1, counts, wins), _share_of(kinds == kinds.max(), counts, wins)


def start_marks(study: Study, edition: str) -> Chart:
    """Win share by start mark: round the board, and folded by symmetry with intervals."""
    import numpy as np
    from matplotlib.ticker import MaxNLocator

    run = study.main(edition)
    rows, cols = _size(run)
    players = run.experiment.players
    counts, wins = start_wins(run)
    figure, (board, folded) = chart(
        "Win share by start mark",
        f"{players} players, uniform agents; {len(run):,} games, {int(counts.sum()):,} starts; {INTERVAL}",
        width=6.6,
        height=3.9,
        ncols=2,
        width_ratios=(1.25, 1),
    )
    shares = wins / np.maximum(counts, 1)
    _ring(board, rows, cols, shares, players)
    kinds = np.array(notch_kinds(rows, cols))
    for kind in range(1, int(kinds.max()) + 1):
        share, low, high = _share_of(kinds == kind, counts, wins)
        folded.plot([kind, kind], [low, high], color=BLUE)
        folded.plot(kind, share, "o", color=BLUE)
    folded.axhline(1 / players, color=INK, linewidth=0.8, zorder=0)
    folded.set_xlabel("marks from the nearest corner")
    folded.set_ylabel("win share of a marker")
    folded.set_xticks(range(1, int(kinds.max()) + 1))
    folded.yaxis.set_major_locator(MaxNLocator(7, steps=[1, 2, 5, 10]))
    percent(folded, digits=1)
    return figure


def _ring(axes: Any, rows: int, cols: int, shares: NDArray[np.float64], players: int) -> None:
    """The board with a bar at each mark, outwards where it wins more than its share and inwards where less."""
    from matplotlib.patches import Rectangle

    away = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
    gaps = shares * players - 1
    scale = 1.2 / max(float(abs(gaps).max()), 1e-9)
    axes.add_patch(Rectangle((0, 0), cols, rows, fill=False, edgecolor=SOFT, linewidth=0.9))
    for row in range(1, rows):
        axes.plot([0, cols], [row, row], color=RULE, linewidth=0.6, zorder=0)
    for col in range(1, cols):
        axes.plot([col, col], [0, rows], color=RULE, linewidth=0.6, zorder=0)
    third, rest = 1 / 3, 2 / 3
    places = ((third, 1), (rest, 1), (1, rest), (1, third), (rest, 0), (third, 0), (0, third), (0, rest))
    for notch, end in enumerate(notch_ends(rows, cols)):
        square, port = divmod(end, 8)
        x, y = square % cols + places[port][0], square // cols + places[port][1]
        across, down = away[port // 2]
        reach = float(gaps[notch]) * scale
        colour, _, _ = seat_look(0 if reach >= 0 else 1)
        axes.plot([x, x + across * reach], [y, y + down * reach], color=colour, linewidth=4.2, solid_capstyle="butt")
    least, most = float(shares.min()), float(shares.max())
    axes.text(
        cols / 2,
        rows / 2,
        f"outwards: above {1 / players:.1%}\ninwards: below\n\nlowest {least:.1%}\nhighest {most:.1%}",
        ha="center",
        va="center",
        fontsize=9,
        color=INK,
    )
    axes.set_xlim(-1.4, cols + 1.4)
    axes.set_ylim(rows + 1.4, -1.4)
    axes.set_aspect("equal")
    axes.axis("off")


def path_lengths(study: Study, edition: str) -> Chart:
    """How long the paths of winners and of others are."""
    import numpy as np

    run = study.main(edition)
    players = run.experiment.players
    lengths = run.results["path_length"][:, :players].astype(int)
    won = win_shares(run.results, players) > 0
    figure, axes = chart(
        "Length of a marker's path",
        f"{players} players, uniform agents; {len(run):,} games; dot: mean",
    )
    for place, (name, chosen) in enumerate((("winners", lengths[won]), ("the others", lengths[~won]))):
        if not len(chosen):
            continue
        counts = np.bincount(chosen) / len(chosen)
        colour, marker, _ = seat_look(place)
        axes.step(np.arange(len(counts)), counts, where="mid", color=colour, label=f"{name} ({len(chosen):,} paths)")
        axes.plot(chosen.mean(), counts[round(float(chosen.mean()))], marker, color=colour)
    axes.set_xlim(0, int(np.quantile(lengths, 0.999)) + 1)
    axes.set_ylim(0)
    axes.set_xlabel("tile crossings, counted each time")
    axes.set_ylabel("share of paths")
    percent(axes)
    axes.legend()
    return figure
