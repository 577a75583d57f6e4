"""The pictures of tournaments: ratings, what the seats are worth, and skill ladders.

What it is for: one function a picture, from a tournament or ladder to a finished SVG. What it is not for: tables and
words (`tsurolab.artifacts.tournament_book`), or pictures of one family's games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import TYPE_CHECKING, Any

from tsurolab.artifacts.charts import INK, SOFT, chart, chart_svg, seat_look, style
from tsurolab.artifacts.common import INTERVAL
from tsurolab.simulate.ladder import STEP, Ladder
from tsurolab.simulate.tournament import Tournament
from tsurolab.simulate.wording import games_words, show_elo

if TYPE_CHECKING:
    from tsurolab.stats import Rating

LETTERS = 22
"""An agent's name with more letters is cut on the axis of a chart."""
OFFSET = 0.13
"""How far two points at the same place stand apart."""
MOST_LINES = 8
"""Ladders on one chart: as many as there are looks."""


def rating_chart(result: Tournament, *, name: str) -> str:
    """The ratings of a tournament as an SVG document, the strongest agent on top.

    Parameters: `name` starts the picture's identifiers.

    Raises BadArgument for agents that no finished games connect.
    """
    ratings = sorted(result.ratings(), key=lambda each: each.strength)
    with style():
        figure, axes = chart(
            "Ratings",
            f"{_players(result)}; {_deals(result)} a pair, both seatings of each; Bradley-Terry on the Elo scale; "
            f"{INTERVAL}",
            height=1.75 + 0.34 * len(ratings),
        )
        colour, marker, _ = seat_look(0)
        for row, each in enumerate(ratings):
            axes.plot([each.low, each.high], [row, row], color=colour)
            axes.plot(each.strength, row, marker, color=colour)
            axes.annotate(
                show_elo(each.strength),
                (each.strength, row),
                xytext=(0, 6),
                textcoords="offset points",
                ha="center",
                fontsize=8.5,
                color=INK,
            )
        axes.set_yticks(range(len(ratings)), [_cut(each.name) for each in ratings])
        axes.set_ylim(-0.6, len(ratings) - 0.3)
        axes.grid(axis="x")
        axes.grid(visible=False, axis="y")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.set_xlabel(f"Elo ({_zero(ratings)})")
    return chart_svg(figure, name=name, title="Ratings", alt=_rating_words(ratings))


def _zero(ratings: Sequence[Rating]) -> str:
    anchors = [each.name for each in ratings if not each.standard_error]
    return f"0: {anchors[0]}" if anchors else "0: the mean of the agents"


def _rating_words(ratings: Sequence[Rating]) -> str:
    listed = "; ".join(
        f"{each.name} {show_elo(each.strength)}"
        + (f" ({show_elo(each.low)} to {show_elo(each.high)})" if each.standard_error else "")
        for each in reversed(ratings)
    )
    return f"A point with its interval for each agent, the strongest on top. {listed}."


def seat_chart(result: Tournament, *, name: str) -> str:
    """The win share of each seat as an SVG document, between equal agents and in the tournament's own games."""
    players = result.schedule.seats
    with style():
        figure, axes = chart(
            "Win share by seat",
            f"{_players(result)}; {_deals(result)} between equal agents and in each seating of a pair; {INTERVAL}",
            height=3.8,
        )
        words = []
        for place, (kind, sums) in enumerate(result.seat_sums.items()):
            colour, marker, _ = seat_look(place)
            aside = (place - (len(result.seat_sums) - 1) / 2) * 2 * OFFSET
            at = [seat + aside for seat in range(players)]
            for seat, (low, high) in enumerate(sums.intervals()):
                axes.plot([at[seat]] * 2, [low * players, high * players], color=colour)
            shares = [float(share) * players for share in sums.shares]
            axes.plot(at, shares, marker, color=colour, label=games_words(result, kind))
            words.append(f"{games_words(result, kind)}: {', '.join(f'{share:.3f}' for share in shares)}")
        axes.axhline(1, color=INK, linewidth=0.8, zorder=0)
        axes.margins(x=0.12, y=0.18)
        axes.set_xticks(range(players), [str(seat) for seat in range(players)])
        axes.set_xlabel("seat, as they take turns")
        axes.set_ylabel("win share × players (1 = fair)")
        figure.legend(loc="outside lower left", ncols=2)
    alt = f"Points with intervals for each seat; 1 is an equal share. {'; '.join(words)}."
    return chart_svg(figure, name=name, title="Win share by seat", alt=alt)


def ladder_chart(ladders: Sequence[Ladder], *, name: str) -> str:
    """Skill ladders as an SVG document: rating over rollouts, a line for each of up to ``MOST_LINES`` ladders."""
    shown = list(ladders)[:MOST_LINES]
    title = "Skill ladder" if len(shown) == 1 else "Skill ladders"
    with style():
        figure, axes = chart(
            title,
            f"Monte Carlo agents, each against the one below on the same deals; {INTERVAL} of the difference to the "
            "lowest rung",
            height=3.6 if len(shown) == 1 else 3.6 + 0.22 * ((len(shown) + 1) // 2),
        )
        words, ticks = [], sorted({count for one in shown for count in one.rollouts})
        for place, one in enumerate(shown):
            colour, marker, _ = seat_look(place)
            ratings, gain = one.ratings(), one.gain()
            shift = (place - (len(shown) - 1) / 2) * 0.05
            at = [log(count) / log(STEP) + shift for count in one.rollouts]
            label = f"{one.schedule.edition}, {one.schedule.players} players"
            axes.plot(at, [each.strength for each in ratings], marker, color=colour, linestyle="-", label=label)
            for where, each in zip(at, ratings):
                axes.plot([where] * 2, [each.low, each.high], color=colour)
            words.append(f"{label}: {show_elo(gain.elo)} Elo for each fourfold of rollouts")
        axes.axhline(0, color=SOFT, linewidth=0.8, zorder=0)
        axes.set_xticks([log(count) / log(STEP) for count in ticks], [f"{count:,}" for count in ticks])
        axes.set_xlabel("rollouts a decision")
        axes.set_ylabel("Elo above the lowest rung")
        if len(shown) > 1:
            figure.legend(loc="outside lower left", ncols=2)
    alt = f"Rating over rollouts, one line a game. {'; '.join(words)}."
    return chart_svg(figure, name=name, title=title, alt=alt)


def _players(result: Tournament) -> str:
    return f"{result.schedule.edition}, {result.schedule.players} players"


def _deals(result: Tournament) -> str:
    fewest = min(each.deals for each in result.meetings)
    return f"{fewest:,} deals"


def _cut(name: Any) -> str:
    text = str(name)
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"
