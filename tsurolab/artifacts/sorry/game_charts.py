"""The charts of simulated games that only Sorry! has: colours, starts, cards, comebacks, packs, and a game as a race.

What it is for: matplotlib figures for ``figures/`` and reports. What it is not for: charts that every family has (see
`tsurolab.artifacts.common`), and exact values alone (`exact_charts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tsurolab.artifacts.charts import INK, MARKERS, SOFT, chart, percent, seat_look
from tsurolab.artifacts.common import INTERVAL, games_note
from tsurolab.artifacts.sorry import measures
from tsurolab.artifacts.sorry.exact_charts import LOOKS
from tsurolab.artifacts.sorry.exact_tables import PACKS, TITLES
from tsurolab.artifacts.sorry.measures import JOURNEY, Value, card_effects, pack_of, seatings
from tsurolab.artifacts.sorry.whole_game import ordinary_game, progress
from tsurolab.artifacts.study import Study
from tsurolab.combinatorics.draws import mean
from tsurolab.draw import LIGHT
from tsurolab.games.sorry.chain import chain
from tsurolab.games.sorry.deck import deck
from tsurolab.games.sorry.rules import COLOURS

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Chart

HUES: Final = {colour: (LIGHT[colour], MARKERS[place]) for place, colour in enumerate(COLOURS)}
"""Colour of pawns -> its light colour and its mark."""


def _bar(axes: Any, x: float, value: Value, colour: str, marker: str, scale: float = 1.0) -> None:
    """A point with its interval."""
    axes.plot([x, x], [value.low * scale, value.high * scale], color=colour)
    axes.plot(x, value.estimate * scale, marker, color=colour)


def win_share(study: Study, edition: str) -> Chart:
    """Win share by order of play and by colour."""
    tables = list(seatings(study, edition))
    each = len(tables[0].run)
    figure, (order, colours) = chart(
        "Win share by order of play and by colour",
        f"Over an equal share, so 1 is fair. Uniform agents, the first player drawn by lot; {each:,} games a group; "
        f"{INTERVAL}",
        width=5.3,
        height=5.6,
        nrows=2,
        sharey=True,
    )
    ticks, at = [], 0.0
    for table in tables:
        for place, value in table.by_order.items():
            _bar(order, at + place, value, SOFT, "o", table.players)
            order.annotate(
                f"{place + 1}.",
                (at + place, value.high * table.players),
                textcoords="offset points",
                xytext=(0, 3),
                ha="center",
                fontsize=7.5,
                color=SOFT,
            )
        for place, (name, value) in enumerate(table.by_colour.items()):
            _bar(colours, at + place, value, *HUES[name], table.players)
        ticks.append((at + (table.players - 1) / 2, table.words.replace(", ", ",\n")))
        at += table.players + 1.1
    for axes, words in ((order, "order of play"), (colours, "colour of the pawns")):
        axes.axhline(1, color=INK, linewidth=0.8, zorder=0)
        axes.set_xticks([place for place, _ in ticks], [words for _, words in ticks])
        axes.tick_params(axis="x", labelsize=8)
        axes.set_xlabel(f"players; within a group: {words}")
        axes.set_ylabel("share × players")
    for name, (colour, marker) in HUES.items():
        colours.plot([], [], marker, color=colour, linestyle="none", label=name)
    colours.legend(loc="upper right", ncols=4, columnspacing=0.8, handletextpad=0.1)
    low, high = order.get_ylim()
    order.set_ylim(low, high + (high - low) * 0.2)
    return figure


def start(study: Study, edition: str) -> Chart:
    """How soon cards start pawns and pawns are out: simulated, with the exact values."""
    import numpy as np

    run = study.main(edition)
    players, pack = run.experiment.players, deck(pack_of(run))
    last = 12
    turns = list(range(1, last + 1))
    figure, (card, everybody) = chart(
        "How soon players start",
        f"{players} players, {TITLES[pack.name]}; dots: {len(run):,} games (their intervals are smaller); lines: exact",
        width=5.3,
        height=5.6,
        nrows=2,
        sharey=True,
    )
    had = run.results["first_start_card"][:, :players].astype(int)
    out = run.results["first_start"][:, :players].astype(int)
    out = np.where(out > 0, out, np.iinfo(out.dtype).max)
    blue, amber, green = (seat_look(seat)[0] for seat in (0, 1, 3))
    for cards, colour, dash, words in (
        (None, blue, "-", "has had a 1 or 2, exact"),
        (["1", "2", "S"], amber, (0, (4, 2)), "... or a Sorry!, exact"),
    ):
        exact = [float(pack.start_within(turn, players=players, cards=cards)) for turn in turns]
        card.plot(turns, exact, color=colour, linestyle=dash, label=words)
    card.plot(turns, [(had[:, 0] <= turn).mean() for turn in turns], "o", color=blue, markersize=4)
    card.plot(
        turns, [(out[:, 0] <= turn).mean() for turn in turns], "D", color=green, markersize=4, label="pawn is out"
    )
    card.set_xlabel("own turns of the first player")
    table = pack.starting_table(last, players=[players])
    for name, simulated, colour, marker in (
        ("everybody", had.max(axis=1), blue, "o"),
        ("nobody", had.min(axis=1), amber, "s"),
    ):
        everybody.plot(turns, table[f"{name} (float)"], color=colour, label=name)
        shares = [(simulated <= turn).mean() for turn in turns]
        shares = shares if name == "everybody" else [1 - share for share in shares]
        everybody.plot(turns, shares, marker, color=colour, markersize=4)
    everybody.set_xlabel("own turns: has had a 1 or 2")
    card.set_ylim(0, 1.02)
    for axes, place in ((card, "lower right"), (everybody, "upper left")):
        axes.set_ylabel("probability")
        percent(axes)
        axes.set_xticks(range(0, last + 1, 3))
        axes.legend(loc=place)
    return figure


def cards(study: Study, edition: str) -> Chart:
    """What each card does."""
    run = study.main(edition)
    effects = card_effects(run)
    figure, (unused, squares) = chart(
        "What each card does",
        f"{run.experiment.players} players, uniform agents; {len(run):,} games (95% intervals are smaller than the "
        "lines)",
        width=5.6,
        height=3.8,
        ncols=2,
        sharey=True,
    )
    rows = range(len(effects))
    for axes, values, colour, words in (
        (unused, [each.unused.estimate for each in effects], seat_look(1)[0], "share that moved no pawn"),
        (squares, [each.squares.estimate for each in effects], seat_look(0)[0], "squares won by a card, on average"),
    ):
        axes.barh(rows, values, height=0.68, color=colour)
        for row, value in zip(rows, values):
            shown = f"{value:.1%}" if axes is unused else f"{value:.1f}"
            axes.annotate(
                shown,
                (max(value, 0), row),
                textcoords="offset points",
                xytext=(4, 0),
                va="center",
                fontsize=8.5,
                color=INK,
            )
        axes.set_xlabel(words)
        axes.grid(False)
        axes.set_xlim(min(0.0, min(values) * 1.1), max(values) * 1.22)
    unused.set_yticks(rows, ["Sorry!" if each.card == "S" else each.card for each in effects])
    unused.invert_yaxis()
    unused.set_ylabel("card")
    percent(unused, axis="x")
    return figure


def comebacks(study: Study, edition: str) -> Chart:
    """What becomes of those who fall behind."""
    runs = list(study.by_players(edition))
    figure, (winner, chance) = chart(
        "Is anybody ever out of it?",
        f"Squares behind the front at the end of a turn, at worst; a pawn's whole way has {JOURNEY}. Uniform agents; "
        f"{games_note(runs)}; {INTERVAL}",
        width=5.3,
        height=5.8,
        nrows=2,
        sharex=True,
    )
    for players, run in runs:
        colour, marker, _ = seat_look(players - 2)
        most = JOURNEY * 3
        places = list(range(0, most + 1, 5))
        shares = [measures.overcome(run, place).estimate for place in places]
        winner.plot(places, shares, color=colour, label=f"{players} players")
        for place in range(0, most + 1, JOURNEY):
            _bar(winner, place, measures.overcome(run, place), colour, marker)
            _bar(chance, place, measures.after_deficit(run, place), colour, marker)
        chance.plot(places, [measures.after_deficit(run, place).estimate for place in places], color=colour)
    for axes, words in (
        (winner, "the winner was once so far behind"),
        (chance, "who was once so far behind still wins"),
    ):
        axes.set_title(words, fontsize=9, fontweight="normal", color=INK)
        axes.set_xticks(range(0, JOURNEY * 3 + 1, JOURNEY))
        percent(axes)
    winner.set_ylabel("share of games")
    winner.set_ylim(0, 1.04)
    chance.set_ylabel("share of players")
    chance.set_ylim(0)
    chance.set_xlabel("squares behind")
    winner.legend(loc="lower left")
    return figure


def lead_changes(study: Study, edition: str) -> Chart:
    """How often the lead changes."""
    import numpy as np

    runs = list(study.by_players(edition))
    figure, axes = chart(
        "How often the lead changes",
        f"Turns after which another than before is alone in front. Uniform agents; {games_note(runs)}; mark: mean",
        width=5.6,
    )
    width = 2
    for players, run in runs:
        colour, marker, _ = seat_look(players - 2)
        changes = run.results["lead_changes"].astype(int)
        counts = np.bincount(changes // width) / len(changes)
        places = np.arange(len(counts)) * width + (width - 1) / 2
        axes.step(places, counts, where="mid", color=colour, label=f"{players} players: mean {changes.mean():.1f}")
        axes.plot(changes.mean(), counts[int(changes.mean() // width)], marker, color=colour)
    axes.set_xlim(0, int(np.quantile(runs[-1][1].results["lead_changes"], 0.998)))
    axes.set_xlabel("lead changes in a game")
    axes.set_ylabel(f"share of games, by {width}")
    axes.set_ylim(0)
    percent(axes)
    axes.legend()
    return figure


def packs(study: Study) -> Chart:
    """How the packs differ: exact values and simulated lengths, over those of the classic pack."""
    from matplotlib.ticker import MultipleLocator

    figure, axes = chart(
        "How the packs differ",
        f"Over the classic pack's value, which is written at the right. The first four exact, the others simulated; "
        f"{INTERVAL}",
        width=5.8,
        height=3.7,
    )
    exact = {
        "draws to the first 1 or 2": [float(deck(name).expected_wait()) for name in PACKS],
        "longest run without one": [float(mean(deck(name).longest_run())) for name in PACKS],
        "cards a turn": [float(deck(name).cards_per_turn()) for name in PACKS],
        "cards of a lone pawn": [float(chain(name).expected_cards()) for name in PACKS],
    }
    rows: list[tuple[str, list[Value]]] = [
        (words, [Value(value, value, value) for value in values]) for words, values in exact.items()
    ]
    runs = [dict(study.by_players(f"sorry/{name}")) for name in PACKS]
    for players in (2, 3, 4):
        rows.append((f"turns, {players} players", [measures.mean(run[players].results["turns"]) for run in runs]))
    for row, (_, values) in enumerate(rows):
        base = values[0].estimate
        for place, (name, value) in enumerate(zip(PACKS, values)):
            colour, marker, _ = LOOKS[name]
            y = row + (place - 1) * 0.2
            axes.plot([value.low / base, value.high / base], [y, y], color=colour)
            axes.plot(value.estimate / base, y, marker, color=colour, label=TITLES[name] if row == 0 else None)
        shown = f"{base:.1f}" if base > 100 else f"{base:.2f}"
        axes.annotate(
            shown, (1, row), xycoords=("axes fraction", "data"), xytext=(6, 0), textcoords="offset points",
            va="center", fontsize=8.5, color=SOFT,
        )  # fmt: skip
    axes.axvline(1, color=INK, linewidth=0.8, zorder=0)
    axes.axhline(len(exact) - 0.5, color=SOFT, linewidth=0.6, linestyle=(0, (3, 3)))
    axes.set_yticks(range(len(rows)), [words for words, _ in rows])
    axes.invert_yaxis()
    axes.set_xlabel("over the classic pack's value")
    axes.xaxis.set_major_locator(MultipleLocator(0.05))
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    percent(axes, axis="x")
    figure.legend(loc="outside lower left", ncols=3)
    return figure


def race(study: Study, edition: str) -> Chart:
    """One whole game as a race: squares covered by each colour, turn by turn."""
    run = study.main(edition)
    game = ordinary_game(run)
    figure, axes = chart(
        "One whole game as a race",
        f"Game {game.number} of seed {run.experiment.seed}, near the average in length, lead changes and deficit. "
        "Squares covered by all four pawns; each mark: a pawn comes home",
        width=5.8,
        height=3.8,
    )
    lines, homes = progress(game.states)
    for colour, values in lines.items():
        hue, marker = HUES[colour]
        axes.plot(range(len(values)), values, color=hue, linewidth=1.3, drawstyle="steps-post", label=colour)
        axes.plot(homes[colour], [values[turn] for turn in homes[colour]], marker, color=hue, markersize=6)
    axes.axhline(4 * JOURNEY, color=INK, linewidth=0.8, zorder=0)
    axes.annotate("all home", (0, 4 * JOURNEY), textcoords="offset points", xytext=(2, -11), fontsize=8.5, color=SOFT)
    axes.set_yticks(range(0, 4 * JOURNEY + 1, JOURNEY))
    axes.set_ylabel("squares covered")
    axes.set_xlabel("turns of all players")
    axes.set_xlim(0, max(map(len, lines.values())))
    axes.set_ylim(0, 4 * JOURNEY * 1.03)
    axes.legend(loc="upper left", bbox_to_anchor=(0, 0.92))
    return figure
