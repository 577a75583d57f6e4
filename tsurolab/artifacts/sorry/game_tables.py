"""The tables of simulated games that only Sorry! has: colours and order of play, what cards do, comebacks.

What it is for: numbers with intervals for reports. What it is not for: charts (`game_charts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsurolab.artifacts.registry import StudyTable
from tsurolab.artifacts.sorry import measures
from tsurolab.artifacts.sorry.comparison import reference_table
from tsurolab.artifacts.sorry.measures import JOURNEY, Value, card_effects, seatings
from tsurolab.artifacts.study import Study
from tsurolab.games.sorry.deck import deck
from tsurolab.games.sorry.rules import COLOURS

if TYPE_CHECKING:
    import pandas as pd


def percent(value: Value, digits: int = 1) -> str:
    """A share with its interval.

    >>> percent(Value(0.25, 0.2421, 0.2587))
    '25.0% (24.2–25.9)'
    """
    return f"{value.estimate:.{digits}%} ({100 * value.low:.{digits}f}–{100 * value.high:.{digits}f})"


def plain(value: Value, digits: int = 1) -> str:
    """A mean with its interval.

    >>> plain(Value(3.0, 2.5, 3.5))
    '3.0 (2.5–3.5)'
    """
    return f"{value.estimate:.{digits}f} ({value.low:.{digits}f}–{value.high:.{digits}f})"


def _columns(tables: dict[str, dict[str, str]], words: str) -> pd.DataFrame:
    """A table with one column for each of {heading: {quantity: value}}; the quantities are the first column."""
    import pandas as pd

    names = list(dict.fromkeys(name for column in tables.values() for name in column))
    columns = {heading: [column.get(name, "") for name in names] for heading, column in tables.items()}
    return pd.DataFrame({words: names} | columns)


def _colours(study: Study, edition: str) -> pd.DataFrame:
    tables = {}
    for each in seatings(study, edition):
        column = {f"plays {place + 1}.": percent(value) for place, value in each.by_order.items()}
        tables[f"{each.words} players" if each.words.isdigit() else each.words] = column
    for each, column in zip(seatings(study, edition), tables.values()):
        column |= {name: percent(each.by_colour[name]) for name in COLOURS if name in each.by_colour}
        column["games"] = f"{len(each.run):,}"
    rows = _columns(tables, "order or colour")
    order = [f"plays {place + 1}." for place in range(len(COLOURS))] + [*COLOURS, "games"]
    return rows.sort_values("order or colour", key=lambda names: names.map(order.index), ignore_index=True)


def _cards(study: Study, edition: str) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(
        {
            "card": "Sorry!" if each.card == "S" else each.card,
            "of the pack": f"{each.of_pack:.2%}",
            "of the cards played": percent(each.of_played, 2),
            "moved no pawn": percent(each.unused),
            "squares won": plain(each.squares, 2),
        }
        for each in card_effects(study.main(edition))
    )


def _comebacks(study: Study, edition: str) -> pd.DataFrame:
    tables = {}
    for players, run in study.by_players(edition):
        column = {
            "lead changes in a game": plain(measures.mean(run.results["lead_changes"])),
            "winner's largest deficit, squares": plain(measures.mean(run.results["deficit_overcome"])),
        }
        for squares in (JOURNEY, 2 * JOURNEY, 3 * JOURNEY):
            column[f"winner was once {squares} behind"] = percent(measures.overcome(run, squares))
        for squares in (JOURNEY, 2 * JOURNEY, 3 * JOURNEY):
            column[f"once {squares} behind: wins"] = percent(measures.after_deficit(run, squares))
        tables[f"{players} players"] = column | {"games": f"{len(run):,}"}
    return _columns(tables, "quantity")


def _pace(study: Study, edition: str) -> pd.DataFrame:
    tables = {}
    for players, run in study.by_players(edition):
        results = run.results
        endless = deck(measures.pack_of(run)).cards_per_turn()
        tables[f"{players} players"] = {
            "turns": plain(measures.mean(results["turns"])),
            "cards": plain(measures.mean(results["cards"])),
            "cards a turn": plain(measures.ratio(results["cards"], results["turns"]), 4),
            "cards a turn in a game without end, exact": f"{endless} = {float(endless):.4f}",
            "shuffles": plain(measures.mean(results["shuffles"]), 2),
            "pawns sent back": plain(measures.mean(results["bumps_given"].sum(axis=1))),
            "slides": plain(measures.mean(results["slides"].sum(axis=1))),
            "exchanges by 11": plain(measures.mean(results["swaps"].sum(axis=1))),
            "Sorry! cards used": plain(measures.mean(results["sorries"].sum(axis=1))),
            "cards not used": plain(measures.mean(results["forfeits"].sum(axis=1))),
            "games": f"{len(run):,}",
        }
    return _columns(tables, "quantity")


STUDY_TABLES = (
    StudyTable(
        "pace",
        "A game in numbers",
        "Means over the games, all players together; in brackets 95% intervals. A game ends within a pass of the pack, "
        "so its cards a turn are not quite those of a game without end.",
        _pace,
        ("sorry/classic", "sorry/first-edition", "sorry/waddingtons", "sorry/diamond", "sorry/teams"),
    ),
    StudyTable(
        "reference",
        "Mean turns beside another program's",
        "The other program is a plain one written from the printed leaflet, with the same choice at random; ± is its "
        "standard error. Both are simulated.",
        reference_table,
        ("sorry/classic",),
    ),
    StudyTable(
        "colours",
        "Win share by order of play and by colour",
        "Who plays first is drawn by lot, so that order and colour do not mix. In brackets: 95% intervals.",
        _colours,
    ),
    StudyTable(
        "cards",
        "What each card does",
        "Main run. Squares won count for the side that had the card, and the squares that others lose do not count; "
        "a card that moved no pawn won none. In brackets: 95% intervals.",
        _cards,
    ),
    StudyTable(
        "comebacks",
        "Is anybody ever out of it?",
        f"A pawn needs {JOURNEY} squares from start to home. A deficit is the distance to the front, counted at the "
        "end of each turn; partners count together. In brackets: 95% intervals.",
        _comebacks,
    ),
)
