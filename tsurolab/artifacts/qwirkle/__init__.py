"""What the Qwirkle family offers to be generated: `ARTIFACTS`.

What it is for: the list of its tables and figures, and the words of its report. What it is not for: how each is made
(`exact_tables`, `study_tables`, `game_charts`, `pictures`, `comparison`).
"""

from __future__ import annotations

from typing import Final

from tsurolab.artifacts.common import in_percent, length_figure, summary_table
from tsurolab.artifacts.qwirkle import game_charts, pictures
from tsurolab.artifacts.qwirkle.comparison import compare
from tsurolab.artifacts.qwirkle.exact_tables import TABLES
from tsurolab.artifacts.qwirkle.order_of_play import AGENTS, pair_run, place_shares, seat_tests
from tsurolab.artifacts.qwirkle.study_tables import STUDY_TABLES, greedy_wins, points_a_placement, score_of_pair, shown
from tsurolab.artifacts.registry import Contests, EditionFigure, FamilyArtifacts, Figure, ReportText
from tsurolab.artifacts.study import Study
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.games.qwirkle.hands import count_hand_classes
from tsurolab.games.qwirkle.lines import highest_turn
from tsurolab.games.qwirkle.openings import dealt_qwirkle, opening_summary, opening_table
from tsurolab.stats import wilson

FIGURES: Final = (
    Figure(
        "opening-laws",
        "The opening, exactly",
        "Bars for the largest group of one hand, and of all hands of two, three and four players. With more players "
        "groups of three become more likely than groups of two.",
        game_charts.opening_laws,
    ),
    Figure(
        "tiles",
        "The 36 different tiles",
        "A poster of the tiles, a row for each colour and a column for each shape. The letter is the colour's.",
        pictures.poster,
    ),
    Figure(
        "highest-turn",
        "A turn of 84 points",
        "A block of six rows and six columns, a colour a row and a shape a column. The last row, outlined, completes "
        "itself and six columns: seven lines of 12 points, 84 in all.",
        pictures.highest,
    ),
    Figure(
        "highest-turn-out",
        "A turn of 90 points",
        "A large grid, the bag empty. Six red tiles, outlined, complete their row and six columns, 84 points, and "
        "going out gives 6 more.",
        pictures.highest_and_out,
    ),
)

EDITION_FIGURES: Final = (
    EditionFigure(
        "first-player",
        "The advantage of starting",
        "For uniform and for greedy players, and for each number of players, the win share by order of play over an "
        "equal share, with 95% intervals. Who plays last wins least.",
        game_charts.first_player,
    ),
    EditionFigure(
        "scores",
        "Final scores",
        "The share of players by final score, for two and for four players, uniform and greedy, first and last to "
        "play.",
        game_charts.scores,
    ),
    EditionFigure(
        "opened",
        "What greedy leaves to the opponent",
        "Left the points of Qwirkles that a player opens to the next, for each pair of agents. Right how many Qwirkles "
        "a greedy player gives to a greedy one in a game.",
        game_charts.opened,
    ),
    EditionFigure(
        "opening",
        "The opening: exact and simulated",
        "On a logarithmic scale the share of games by the size of the first play, beside the exact probability.",
        game_charts.opening_compared,
    ),
    EditionFigure(
        "qwirkles",
        "Qwirkles in a game",
        "The share of games by the number of completed lines, for uniform and greedy players. Most uniform games have "
        "none.",
        game_charts.qwirkles,
    ),
    length_figure("turns", "turns", alt="The number of players makes little difference."),
    EditionFigure(
        "growth",
        "Where the grid grows",
        "Two maps of the cells round the first play, the stronger the colour the more games have a tile there. Greedy "
        "players build a denser grid.",
        game_charts.grid_growth,
    ),
    EditionFigure(
        "table",
        "A table at the end of a game",
        "All tiles of a game of two greedy players with many Qwirkles; the last play is outlined, cells that no tile "
        "fits are hatched.",
        pictures.played_table,
    ),
    EditionFigure(
        "game",
        "One whole game",
        "Nine tables of one game of two greedy players, in reading order, the tiles that are new outlined, with the "
        "scores of both.",
        pictures.whole_game,
    ),
)


def _lead(study: Study) -> str:
    usual = opening_table().set_index("largest group")["probability"][[2, 3]].sum()
    means = opening_summary([1, 4])["mean opening"]
    lines = [
        "The player who starts lays the largest group of the own hand: different tiles of one colour or one shape. "
        f"In **{float(usual):.1%}** of hands that is **2 or 3** tiles; one hand in "
        f"**{float(1 / dealt_qwirkle()):,.0f}** is a whole Qwirkle. The largest group of one hand has "
        f"{float(means[0]):.2f} tiles on average, that of four hands from one bag {float(means[1]):.2f}. Up to "
        f"renaming and swapping colours and shapes there are **{count_hand_classes()}** different hands. No turn "
        f"scores more than **{highest_turn()['score']}** points, or **{highest_turn(going_out=True)['score']}** with "
        "the bonus for going out."
    ]
    for edition in study.editions:
        uniform, greedy = (pair_run(study, edition, agent) for agent in AGENTS)
        scores = [shown(*score_of_pair(study, edition, agent), 1) for agent in AGENTS]
        starts = [in_percent(*place_shares(run)[0]) for run in (uniform, greedy)]
        last = in_percent(*place_shares(study.main(edition, agents="greedy"))[-1])
        won, games = greedy_wins(study, edition)
        low, high = (float(end) for end in wilson(won, games))
        lines.append(
            f"**{find_edition(edition).title}**, two players (95% intervals in brackets): greedy ones, who take the "
            f"highest score of each turn, make **{scores[1]} points** each and {shown(*points_a_placement(greedy))} a "
            f"placement, uniform ones **{scores[0]}**. Greedy beats uniform in **{won:,} of {games:,}** games "
            f"({in_percent(won / games, low, high)}). Who starts has {starts[0]} of the wins between uniform players, "
            f"and {starts[1]} between greedy ones. The last of four greedy players has {last}, where 25% would be fair."
        )
    return "\n\n".join(lines)


_EXACT: Final = r"""
A line is a set of different tiles of one colour, or of one shape. Two different tiles share at most one of the two, so
there are $6\binom{6}{n}$ lines of $n$ tiles of one colour, as many of one shape, and $12\binom{6}{n}$ in all: 180, 240,
180, 72 and 12 for $n = 2, \ldots, 6$.

A hand is a set of six of the 108 tiles; its different tiles are cells of a grid of six colours by six shapes. Its
largest group has at most $k$ tiles when no row and no column of the grid has more than $k$ of these cells. With
$R_k(s)$ for the number of sets of $s$ cells like that, counted row by row, the hands are

$$ \sum_{s} R_k(s)\,[x^6]\,\bigl((1+x)^3 - 1\bigr)^s, $$

because each cell holds its tile in one to three copies. A dealt Qwirkle is one of 12 lines, each tile in one of three
copies: $12 \cdot 3^6 = 8748$ of the $\binom{108}{6}$ hands.

Hands of several players come from one bag and are not independent. The sum over disjoint hands $A$ and $B$ is taken by
inclusion and exclusion over the tiles that they would have in common,

$$ \sum_{A \cap B = \emptyset} f(A)\,g(B) = \sum_{S} (-1)^{|S|} \sum_{A \supseteq S} f(A) \sum_{B \supseteq S} g(B), $$

where only the pattern of $S$ matters: the filling of the grid up to permutations of rows and of columns and swapping
the two. For two hands there are up to 156 patterns of a size, for three and four (pairs of hands against each other)
up to 114,331. By Pólya's theorem for the group $(S_6 \times S_6) : Z_2$ these are all.

No turn scores above 84: the tiles of a play lie in one line and each crosses at most one other, so at most six tiles
make at most seven lines, and no line scores above 12. The pictures show positions that reach 84, and 90 with the bonus
for going out.
"""

_METHODS: Final = """
Greedy agents take a play of the highest score now, ties with equal chances. Both kinds place tiles when they can,
trade only when no tile fits, and pass only when they must. A greedy game has the same deal as the uniform game of its
number. Since the seat that starts is dealt, results are told by order of play. Points a placement are a ratio of sums,
with an interval by the delta method. Exact laws of the deal are also held against deals without a game, up to 20,000
for each number of players.
"""

ARTIFACTS: Final = FamilyArtifacts(
    family="qwirkle",
    tables=TABLES,
    figures=FIGURES,
    edition_figures=EDITION_FIGURES,
    study_tables=(*STUDY_TABLES, summary_table()),
    report=ReportText(
        title="Qwirkle",
        lead=_lead,
        answer_tables=("openings", "start"),
        answer_figures=("opening-laws", "first-player", "scores", "opened", "highest-turn", "table", "growth"),
        exact=_EXACT,
        methods=_METHODS,
    ),
    compare=compare,
    committed_editions=("qwirkle/classic",),
    main_agents=AGENTS,
    seat_tests=seat_tests,
    contests=Contests(deals=300, rung_deals=160),
    figure_games=12_000,
    report_games=40_000,
)
