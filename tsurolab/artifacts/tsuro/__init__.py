"""What the Tsuro family offers to be generated: `ARTIFACTS`.

What it is for: the list of its tables and figures, and the words of its report. What it is not for: how each is made
(`exact_tables`, `first_turn`, `pictures`, `game_charts`, `comparison`).
"""

from __future__ import annotations

from typing import Final

from tsurolab.artifacts.common import (
    first_player,
    in_percent,
    length_figure,
    overview_table,
    reasons_figure,
    seat_shares,
    seats_table,
    summary_table,
    win_share_figure,
)
from tsurolab.artifacts.registry import Contests, EditionFigure, FamilyArtifacts, Figure, ReportText
from tsurolab.artifacts.study import Study
from tsurolab.artifacts.tsuro import game_charts, pictures
from tsurolab.artifacts.tsuro.comparison import compare
from tsurolab.artifacts.tsuro.exact_tables import TABLES
from tsurolab.artifacts.tsuro.game_charts import corner_and_middle
from tsurolab.stats import Tally

FIGURES: Final = (
    Figure(
        "tiles",
        "The 35 tiles",
        "A poster of the 35 tiles in seven columns, in the order of their names, which stand below them.",
        pictures.poster,
    ),
    Figure(
        "tiles-by-symmetry",
        "The 35 tiles by symmetry",
        "The same tiles in seven groups, from five tiles with every symmetry of the square to eight with none.",
        pictures.poster_by_symmetry,
    ),
    Figure(
        "symmetries",
        "Turns and mirrors of the eight points",
        "For each of the eight symmetries of the square the eight points of a tile, those of one cycle joined, "
        "with arrows where a cycle has more than two.",
        pictures.symmetries,
    ),
)

EDITION_FIGURES: Final = (
    win_share_figure("With uniform agents the points lie close to 1."),
    length_figure("tiles", "tiles laid", alt="With more players games are longer and spread less."),
    reasons_figure(),
    EditionFigure(
        "causes",
        "What becomes of a marker",
        "A horizontal bar for each number of players, divided into markers that stay in, leave by the edge, or "
        "collide.",
        game_charts.causes,
    ),
    EditionFigure(
        "exits",
        "Where markers leave",
        "The board with the share of all eliminations on each square; border squares have most, corners above all.",
        game_charts.exits,
    ),
    EditionFigure(
        "start-marks",
        "Win share by start mark",
        "Left the board with a bar at each start mark, outwards where it wins more than an equal share. Right the same "
        "for marks at the same distance from a corner, with 95% intervals.",
        game_charts.start_marks,
    ),
    EditionFigure(
        "path-lengths",
        "Length of a marker's path",
        "The share of paths by length, for winners and for the others; winners' paths are longer.",
        game_charts.path_lengths,
    ),
    EditionFigure(
        "game",
        "One whole game",
        "A board for each tile laid, in reading order, the new tile outlined, the paths of the markers in their "
        "colours.",
        pictures.whole_game,
    ),
    EditionFigure(
        "board",
        "A board at the end of a game",
        "A nearly full board at the end of a game, with the paths of all markers.",
        pictures.played_board,
    ),
)


def _lead(study: Study) -> str:
    lines = [
        "A Tsuro tile joins eight points in pairs. There are **105** ways to do that, and **35** different tiles when "
        "a tile may be turned; **5** look the same from every side, and **30** would be left if a tile could be turned "
        "over."
    ]
    for edition in study.editions:
        run = study.main(edition)
        players = run.experiment.players
        length = Tally.of(run.results["tiles"])
        low, high = length.interval()
        first = seat_shares(run)[0]
        where = "inside" if first[1] <= 1 / players <= first[2] else "outside"
        corner, middle = (in_percent(*share) for share in corner_and_middle(run))
        seat = (
            "The first player is drawn by lot; seat 0 has"
            if first_player(run) != "seat 0"
            else ("Seat 0, who plays first, has")
        )
        lines.append(
            f"**{run.experiment.edition_data.title}**, {players} players who choose at random: a game lasts "
            f"**{float(length.mean):.2f} tiles** (95% interval {low:.2f}–{high:.2f}). {seat} "
            f"**{in_percent(*first)}** of the wins; an equal share, {1 / players:.2%}, lies {where} this interval. "
            f"Markers that start on the marks next to a corner have {corner}, those on the middle marks of a side "
            f"{middle}."
        )
    return "\n\n".join(lines)


_EXACT: Final = r"""
A tile is a perfect matching of eight points: $7 \cdot 5 \cdot 3 \cdot 1 = 105$ of them. The turns of the square move
the points, and two tiles are the same when a turn takes one to the other. Burnside's lemma counts the classes: their
number is the average number of matchings that a turn leaves as they are,

$$ \frac{1}{4}\,(105 + 5 + 25 + 5) = 35. $$

The half turn joins the points in four cycles of two, the quarter turns in two cycles of four. A matching that stays the
same joins each cycle of length $k$ to another of the same length in one of $k$ ways, or, for even $k$, to itself in one
way. So the count needs the cycle type alone, and there is a closed form for tiles of any shape. With the four mirrors
the average is

$$ \frac{1}{8}\,(105 + 5 + 25 + 5 + 4 \cdot 25) = 30, $$

so ten tiles come in five pairs of left and right. A full board of $n \times n$ tiles has $8n$ ends at its border,
each the end of one path, so $4n$ open paths whatever the tiles are. The 35 tiles can be laid on a $6 \times 6$ board
with one gap in $36! \cdot 2^{50}$ ways: $36!$ for the places of 35 tiles and a gap, and $1^5 \cdot 2^{10} \cdot 4^{20}$
for the ways in which they lie.
"""

_METHODS: Final = """
The first turn is exact because it depends on three things only: the square, the point at which the marker waits, and
the hand. On the empty board every placement that leads to the border is suicide and is refused while another is
possible. The expected number of closed loops on a board of random tiles comes from laying it square by square and
keeping, with its probability, only how the lines that reach the laid part's edge are joined behind it.
"""

ARTIFACTS: Final = FamilyArtifacts(
    family="tsuro",
    tables=TABLES,
    figures=FIGURES,
    edition_figures=EDITION_FIGURES,
    study_tables=(overview_table("tiles", "tiles laid"), seats_table(), summary_table()),
    report=ReportText(
        title="Tsuro",
        lead=_lead,
        answer_tables=("symmetry", "burnside"),
        answer_figures=("tiles-by-symmetry", "win-share", "start-marks", "board"),
        exact=_EXACT,
        methods=_METHODS,
    ),
    compare=compare,
    committed_editions=("tsuro/classic",),
    contests=Contests(deals=300, rung_deals=160),
)
