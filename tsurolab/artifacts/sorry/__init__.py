"""What the Sorry! family offers to be generated: `ARTIFACTS`.

What it is for: the list of its tables and figures, and the words of its report. What it is not for: how each is made
(`exact_tables`, `exact_charts`, `game_tables`, `game_charts`, `pictures`, `comparison`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tsurolab.artifacts.common import length_figure, summary_table
from tsurolab.artifacts.registry import EditionFigure, FamilyArtifacts, Figure, ReportText
from tsurolab.artifacts.sorry import exact_charts, game_charts, measures, pictures
from tsurolab.artifacts.sorry.comparison import compare
from tsurolab.artifacts.sorry.exact_tables import TABLES
from tsurolab.artifacts.sorry.game_tables import STUDY_TABLES, percent, plain
from tsurolab.artifacts.sorry.measures import JOURNEY, seat_tests, seatings
from tsurolab.artifacts.study import Study
from tsurolab.games.sorry.chain import chain

_DRAWN: Final = ("sorry/classic", "sorry/first-edition", "sorry/waddingtons", "sorry/teams")
"""Editions in which cards are drawn one by one; the diamond edition moves as the classic one and is left out."""
_SHOWN: Final = (*_DRAWN, "sorry/points")

FIGURES: Final = (
    Figure(
        "pack",
        "The pack of 45 cards",
        "The eleven kinds of cards of the classic pack with what they do and how many there are: five 1s, four of each "
        "other kind.",
        pictures.pack("classic", "Classic: 45 cards"),
    ),
    Figure(
        "pack-first-edition",
        "The pack of the first edition",
        "The eleven kinds of cards, four of each.",
        pictures.pack("first-edition", "First edition, 1939: 44 cards"),
    ),
    Figure(
        "pack-waddingtons",
        "The pack of Waddingtons, 1996",
        "The eleven kinds of cards, five of each.",
        pictures.pack("waddingtons", "Waddingtons, 1996: 55 cards"),
    ),
    Figure(
        "pack-fire-and-ice",
        "The pack of Fire & Ice",
        "The eleven kinds of cards of Fire & Ice, of which 1, 2 and Sorry! do other things.",
        pictures.pack("fire-and-ice", "Fire & Ice, 2013: 45 cards"),
    ),
    Figure(
        "waiting",
        "Waiting for a card",
        "For each pack the probability to have drawn a card that starts a pawn, and a Sorry!, by the number of draws. "
        "In the classic pack half of all waits are over with the fourth draw; in Fire & Ice nearly all with two.",
        exact_charts.waiting,
    ),
    Figure(
        "starting",
        "How soon players can start",
        "By the number of own turns the probability that one given player, and that everybody at a table of two, three "
        "or four, has had a 1 or a 2. The more players, the longer until everybody has.",
        exact_charts.starting,
    ),
    Figure(
        "longest-run",
        "The longest run without a 1 or a 2",
        "For each pack the distribution of the longest run of other cards in one pass; most lie between 6 and 20.",
        exact_charts.longest_run,
    ),
    Figure(
        "steps",
        "Steps of a card and of a turn",
        "Bars for the steps of a card, from 4 back to 12 forward, and of a whole first turn, in which a 2 draws again.",
        exact_charts.steps,
    ),
    Figure(
        "lone-pawn",
        "A pawn alone: cards from start to home",
        "The distribution of the number of cards that one pawn needs, with a 10 used forward or back, and dots for "
        "draws without replacement, which need a little fewer.",
        exact_charts.lone_pawn,
    ),
    Figure(
        "squares",
        "How far is it home?",
        "The expected number of cards to home for each square of a pawn's way, falling slowly from the circle to the "
        "safety zone; on the square behind the circle and on one before the zone a 10 is better used for 1 back.",
        exact_charts.squares,
    ),
    Figure(
        "packs-compared",
        "How the packs differ",
        "For waits, runs, cards a turn, a lone pawn and the turns of games, the values of the packs over those of the "
        "classic one. With fewer cards that start a pawn everything takes longer.",
        game_charts.packs,
    ),
)

EDITION_FIGURES: Final = (
    EditionFigure(
        "win-share",
        "Win share by order of play and by colour",
        "Above a point for each place in the order of play, below one for each colour, by number of players; bars are "
        "95% intervals, 1 is fair. Order hardly matters; colour does where the colours do not sit evenly round the "
        "board.",
        game_charts.win_share,
        _SHOWN,
    ),
    replace(
        length_figure("turns", "turns", alt="With more players games are longer and spread more."), editions=_SHOWN
    ),
    EditionFigure(
        "comebacks",
        "Is anybody ever out of it?",
        "Above the share of games whose winner was once so many squares behind, below the win share of players who "
        "were once so far behind, for each number of players. Both fall slowly.",
        game_charts.comebacks,
        _SHOWN,
    ),
    EditionFigure(
        "lead-changes",
        "How often the lead changes",
        "The distribution of the number of lead changes in a game, for each number of players.",
        game_charts.lead_changes,
        _SHOWN,
    ),
    EditionFigure(
        "cards",
        "What each card does",
        "For each card a bar for how often it moved no pawn and one for the squares that it won. Sorry! wins most by "
        "far.",
        game_charts.cards,
        _SHOWN,
    ),
    EditionFigure(
        "start",
        "How soon players start",
        "Dots from simulated games on the exact lines for the first 1 or 2, and, for the first pawn that is out, "
        "between the lines without and with Sorry!.",
        game_charts.start,
        _DRAWN,
    ),
    EditionFigure(
        "race",
        "One whole game as a race",
        "The squares covered by each colour, turn by turn, in one ordinary game; lines fall when pawns are sent back.",
        game_charts.race,
        ("sorry/classic",),
    ),
    EditionFigure(
        "game",
        "One whole game on the board",
        "Twelve boards of the same game at equal distances, from the deal to the last turn.",
        pictures.whole_game,
        ("sorry/classic",),
    ),
    EditionFigure(
        "board",
        "A busy board",
        "The moment of the same game with most pawns on their way, with the last move, the pile and the card in play.",
        pictures.played_board,
        ("sorry/classic",),
    ),
)


def _lead(study: Study) -> str:
    journey = chain("classic")
    lines = [
        "A pawn starts with a 1 or a 2. A card is one of these with probability **1/5** in the pack of 45, **2/11** in "
        "the packs of 44 and 55; drawn without replacement the first comes with draw **23/5**, **5** and **56/11** on "
        "average. As a 2 draws again, a first turn has **23/21**, **45/41** and **56/51** cards. A pawn alone needs "
        f"**{float(journey.expected_cards()):.2f} cards** from start to home when cards are put back at once."
    ]
    first, *others = study.editions
    run = study.main(first)
    lines.append(
        f"**{run.experiment.edition_data.title}**, {run.experiment.players} players who choose at random: a game lasts "
        f"**{_turns(study, first)}** of all players together (in brackets 95% intervals). {_colours(study, first)} "
        f"{_comebacks(study, first)}"
    )
    if others:
        lines.append("The same for the other editions:")
        lines.append(
            "\n".join(
                f"- {study.main(name).experiment.edition_data.title}, {study.main_players(name)} players: "
                f"**{_turns(study, name)}**"
                for name in others
            )
        )
    return "\n\n".join(lines)


def _turns(study: Study, edition: str) -> str:
    """How long a game lasts, in words."""
    return f"{plain(measures.mean(study.main(edition).results['turns']))} turns"


def _colours(study: Study, edition: str) -> str:
    """Whether order of play and colour matter, in words."""
    tables = {each.words: each for each in seatings(study, edition)}
    last = list(tables.values())[-1]
    words = (
        f"Who plays first has {percent(last.by_order[0])} of the wins at {last.players} players, where an equal share "
        f"is {1 / last.players:.1%}."
    )
    if "2, adjacent" in tables:
        two = tables["2, adjacent"].by_colour
        red, blue = percent(two["red"]), percent(two["blue"])
        words += (
            f" Colour matters where the colours are not evenly spaced: of two neighbours red wins {red} and blue, the "
            f"next one clockwise, {blue}."
        )
    return words


def _comebacks(study: Study, edition: str) -> str:
    """Whether anybody is ever out of it, in words."""
    run = study.main(edition)
    players = run.experiment.players
    return (
        f"Players are rarely out of it: the lead changes {plain(measures.mean(run.results['lead_changes']))} times a "
        f"game, and in {percent(measures.overcome(run, JOURNEY))} of the games the winner was at some time a pawn's "
        f"whole way, {JOURNEY} squares, or more behind. Who was once that far behind still wins "
        f"{percent(measures.after_deficit(run, JOURNEY))} of the time ({1 / players:.0%} is an equal share), and once "
        f"two whole ways behind {percent(measures.after_deficit(run, 2 * JOURNEY))}."
    )


_EXACT: Final = r"""
Cards are drawn without replacement from a pack of $N$ cards, $K$ of which are wanted. The number among $n$ draws is
hypergeometric, and the wait for the first has the mean

$$ \frac{N+1}{K+1}: \qquad \frac{46}{10} = \frac{23}{5}, \quad \frac{45}{9} = 5, \quad \frac{56}{11}. $$

A turn goes on while it draws a 2, so its number of cards is the wait for a card that is none:
$\frac{46}{42} = \frac{23}{21}$ on a fresh pack. When the pile is empty the discards are shuffled; a long wait, and the
turns of several players at one pile, are followed through the shuffle, so the chances that a player starts within
$t$ own turns are exact for any number of players. Before the first 1 or 2 nobody can move, so who is first to have a
pawn out does not depend on how the game is played.

A pawn alone is a Markov chain on 67 places. With replacement the place is all that matters, and the expected numbers of
cards $h$ solve

$$ h(q) = 1 + \sum_{r} p(q, r)\,h(r), \qquad h(\text{home}) = 0 $$

in rational numbers. The one choice is a 10, forward or 1 back; the best use is found by policy iteration. Without
replacement the pile is part of the state: then the first cards are exact, the whole journey is sampled, and the tables
say so.
"""

_METHODS: Final = f"""
Agents choose with equal chances among the distinct outcomes of a card, not among the ways to describe them: a 7 that
can be told in two orders counts once. Two players have adjacent colours unless said otherwise. Progress is counted in
squares, {JOURNEY} from start to home, so a player has {4 * JOURNEY} when all four pawns are home; who has most is in
front. Ratios over cards, such as the squares that a card wins, have intervals that treat games, not cards, as
independent.

The games of one seed take their shuffles from the same random numbers whatever the pack, so the scores of different
packs are not independent of each other.

The diamond edition moves exactly as the classic one (a test compares them), so its games are few and its pictures are
left out.
"""

ARTIFACTS: Final = FamilyArtifacts(
    family="sorry",
    tables=TABLES,
    figures=FIGURES,
    edition_figures=EDITION_FIGURES,
    study_tables=(*STUDY_TABLES, summary_table()),
    report=ReportText(
        title="Sorry!",
        lead=_lead,
        answer_tables=("packs-compared",),
        answer_figures=("win-share", "comebacks", "waiting", "packs-compared", "race", "board"),
        exact=_EXACT,
        methods=_METHODS,
    ),
    compare=compare,
    committed_editions=("sorry/classic",),
    seat_tests=seat_tests,
    report_games=120_000,
    run_shares={
        "sorry/first-edition": 4,
        "sorry/waddingtons": 4,
        "sorry/diamond": 10,
        "sorry/points": 16,
        "sorry/teams": 16,
    },
)
