"""The charts of exact values of Sorry!: waits, starts, runs, steps, and a lone pawn.

What it is for: matplotlib figures for ``figures/`` and reports. What it is not for: simulated games (`game_charts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tsurolab.artifacts.charts import INK, SOFT, chart, percent, seat_look
from tsurolab.artifacts.sorry.exact_tables import PACKS, TITLES
from tsurolab.artifacts.study import Study
from tsurolab.combinatorics.draws import Distribution, at_most, mean
from tsurolab.games.sorry.chain import SQUARES, PawnChain, chain, destinations
from tsurolab.games.sorry.deck import DECKS, deck

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Chart

LOOKS: Final = {name: seat_look(place) for place, name in enumerate((*PACKS, "fire-and-ice"))}
"""Pack -> its colour, marker and look in all charts."""
_JOURNEY: Final = 80
_SAMPLED: Final = 20_000
_DASHES: Final = {"classic": "-", "first-edition": (0, (5, 1.6)), "waddingtons": (0, (1.2, 1.4)), "fire-and-ice": "-"}


def _steps(axes: Any, values: Distribution, name: str, most: int, label: str) -> None:
    """A cumulative distribution as points joined by a line, up to `most`."""
    sums = at_most(values)
    places = list(range(most + 1))
    heights = [float(sums[place]) if place in sums else float(place > max(sums)) for place in places]
    colour, marker, _ = LOOKS[name]
    axes.plot(places, heights, color=colour, linestyle=_DASHES[name], label=label)
    middle = next(index for index, height in enumerate(heights) if height >= 0.5)
    axes.plot(places[middle], heights[middle], marker, color=colour)


def waiting(_study: Study) -> Chart:
    """How long one waits for a card that starts a pawn, and for Sorry!."""
    figure, (start, sorry) = chart(
        "Waiting for a card",
        "Exact, draws without replacement from a fresh pack; mark: the median",
        width=5.3,
        height=5.4,
        nrows=2,
        sharex=True,
        sharey=True,
    )
    for name in DECKS:
        pack = deck(name)
        _steps(start, pack.wait(), name, 30, TITLES[name])
        _steps(sorry, pack.wait("S"), name, 30, TITLES[name])
    for axes, words in ((start, "a card that starts a pawn"), (sorry, "a Sorry!")):
        axes.set_title(words, fontsize=9, fontweight="normal", color=INK)
        axes.set_ylabel("probability by then")
        percent(axes)
    sorry.set_xlabel("draws")
    start.set_ylim(0, 1.02)
    start.legend(loc="lower right")
    return figure


def starting(_study: Study) -> Chart:
    """How soon one player, and everybody, has had a card that starts a pawn."""
    turns = 15
    figure, axes = chart(
        "How soon players can start",
        "Exact, classic pack, all draw from one pile: probability to have had a 1 or a 2",
        width=5.6,
        height=4.0,
    )
    table = deck("classic").starting_table(turns)
    places = list(range(turns + 1))
    given = table[table["players"] == 4]["given player (float)"].tolist()
    axes.plot(places, [0, *given], color=INK, label="one given player, any number at the table")
    for seat, players in enumerate((2, 3, 4)):
        colour, marker, _ = seat_look(seat)
        everybody = table[table["players"] == players]["everybody (float)"].tolist()
        axes.plot(
            places,
            [0, *everybody],
            color=colour,
            marker=marker,
            markersize=3.6,
            label=f"everybody of {players} players",
        )
    axes.set_xlabel("own turns")
    axes.set_ylabel("probability")
    axes.set_ylim(0, 1.02)
    axes.set_xticks(range(0, turns + 1, 3))
    percent(axes)
    figure.legend(loc="outside lower left", ncols=2)
    return figure


def longest_run(_study: Study) -> Chart:
    """The longest run without a card that starts a pawn."""
    figure, axes = chart(
        "The longest run without a 1 or a 2",
        "Exact, in one pass through the pack; mark: the mean",
        width=5.6,
    )
    for name in PACKS:
        runs = deck(name).longest_run()
        colour, marker, _ = LOOKS[name]
        places = list(range(min(runs) - 1, 33))
        heights = [float(runs.get(place, 0)) for place in places]
        axes.plot(places, heights, color=colour, linestyle=_DASHES[name], label=TITLES[name])
        middle = float(mean(runs))
        low = int(middle) - places[0]
        height = heights[low] + (heights[low + 1] - heights[low]) * (middle - int(middle))
        axes.plot(middle, height, marker, color=colour)
    axes.set_xlabel("cards in the longest run")
    axes.set_ylabel("probability")
    axes.set_ylim(0)
    percent(axes)
    axes.legend()
    return figure


def steps(_study: Study) -> Chart:
    """The steps of a card and of a first turn."""
    figure, (card, turn) = chart(
        "Steps of a card and of a turn",
        "Exact, classic pack, if pawns can use every card (10: 10 forward, Sorry!: none); line: mean",
        width=5.3,
        height=5.0,
        nrows=2,
        sharex=True,
        sharey=True,
    )
    pack = deck("classic")
    for axes, values, words in (
        (card, pack.steps_per_card(), "a card"),
        (turn, pack.steps_per_turn(), "the first turn"),
    ):
        shown = {place: float(chance) for place, chance in values.items() if place <= 20}
        axes.bar(list(shown), list(shown.values()), width=0.78, color=LOOKS["classic"][0])
        middle = float(mean(values))
        axes.axvline(middle, color=INK, linewidth=0.9, linestyle=(0, (4, 2)))
        axes.text(middle + 0.4, 0.118, f"{middle:.2f}", fontsize=8.5, color=INK)
        axes.set_xlabel(f"steps of {words}")
        axes.set_xticks(range(-4, 21, 4))
        axes.tick_params(labelbottom=True)
        axes.set_ylabel("probability")
        percent(axes)
    card.set_ylim(0, 0.125)
    card.set_yticks([0, 0.04, 0.08, 0.12])
    return figure


def lone_pawn(_study: Study) -> Chart:
    """The number of cards that a lone pawn needs from start to home."""
    import numpy as np

    figure, axes = chart(
        "A pawn alone: cards from start to home",
        f"Classic pack. Lines: exact, with replacement. Dots: {_SAMPLED:,} journeys without replacement, a 10 used "
        "forward",
        width=5.8,
    )
    places = list(range(_JOURNEY + 1))
    for seat, (policy, words) in enumerate((("forward", "a 10 used forward"), ("back", "a 10 used for 1 back"))):
        journey = chain("classic", policy=policy)
        chances = journey.distribution(_JOURNEY)
        expected = float(journey.expected_cards())
        label = f"{words}: mean {expected:.2f}"
        axes.plot(places, [float(chances.get(n, 0)) for n in places], color=seat_look(seat)[0], label=label)
    sampled = chain("classic").sampled_cards(_SAMPLED, seed=1)
    counts = np.bincount(sampled, minlength=_JOURNEY + 1)[: _JOURNEY + 1] / _SAMPLED
    axes.plot(places, counts, "o", markersize=2.4, color=INK, label=f"without replacement: mean {sampled.mean():.2f}")
    axes.set_xlabel("cards")
    axes.set_ylabel("probability")
    axes.set_ylim(0)
    percent(axes)
    axes.legend()
    return figure


def squares(_study: Study) -> Chart:
    """How far each square is from home."""
    journey = chain("classic", policy="best")
    # In the order of a pawn's way: from the circle round to the entry, the zone; t3 and t0 to t2 stand at its end.
    order = ["t3", *(f"t{(4 + step) % 60}" for step in range(59)), *(f"s{step}" for step in range(5))]
    assert set(order) | {"start", "home"} == set(SQUARES)
    expected = [float(journey.expected_cards(square)) for square in order]
    figure, axes = chart(
        "How far is it home?",
        f"Expected cards from each square of red's way, exact, classic pack with replacement, a 10 used as well as it "
        f"can be. From start: {float(journey.expected_cards()):.2f}",
        width=5.6,
    )
    places = range(len(order))
    axes.plot(places, expected, color=SOFT, linewidth=1.0, zorder=2)
    for seat, (kind, words) in enumerate(
        (
            ("forward", "a 10 goes 10 forward"),
            ("chosen", "a 10 better goes 1 back"),
            ("forced", "a 10 must go 1 back: forward is too far"),
        )
    ):
        here = [place for place in places if _use_of_ten(order[place], journey) == kind]
        colour, marker, _ = seat_look(seat)
        heights = [expected[place] for place in here]
        axes.plot(here, heights, marker, color=colour, markersize=4, linestyle="none", label=words, zorder=3)
    named = ("t4", "t15", "t30", "t45", "t54", "t2", "s4")
    axes.set_xticks([order.index(square) for square in named], named)
    for square, words, shift in (("t3", "t3: 1 back is the entry", (0, -16)), ("t4", "t4: the circle", (0, 9))):
        place = order.index(square)
        axes.annotate(
            words, (place, expected[place]), textcoords="offset points", xytext=shift, fontsize=8.5, color=INK
        )
    axes.set_xlabel("square, in the order of the way")
    axes.set_ylabel("expected cards to home")
    axes.set_ylim(0, 26)
    axes.legend(loc="lower left")
    return figure


def _use_of_ten(square: str, journey: PawnChain) -> str:
    """What a 10 is best used for on a square: "forward", "chosen" or "forced" for 1 back."""
    if square in journey.back_from:
        return "chosen"
    return "forced" if len(destinations(square, "10")) == 1 else "forward"
