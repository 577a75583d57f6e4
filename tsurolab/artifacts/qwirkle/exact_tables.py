"""The exact tables of the Qwirkle family.

What it is for: the list `TABLES`, and the tables that put values of several functions side by side. What it is not
for: the mathematics (`tsurolab.combinatorics`, `tsurolab.games.qwirkle`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from tsurolab.artifacts.registry import Table
from tsurolab.combinatorics.draws import hypergeometric
from tsurolab.games.qwirkle.hands import count_hand_classes, count_hands, hand_classes, hand_counts
from tsurolab.games.qwirkle.lines import count_lines, line_counts
from tsurolab.games.qwirkle.openings import (
    dealt_qwirkle,
    opening_among,
    opening_summary,
    opening_table,
    start_table,
)
from tsurolab.games.qwirkle.tiles import CLASSIC, TileSet

if TYPE_CHECKING:
    import pandas as pd

MOST_PLAYERS: Final = 4
LARGEST_SET: Final = 8
"""The table of other tile sets goes up to so many colours and shapes."""
UNSEEN: Final = (102, 84, 60, 36, 12)
"""Numbers of unseen tiles in the table of draws: 102 are left when one hand is known."""
DRAWS: Final = (1, 2, 3, 6)


def _decimal(chance: Fraction) -> str:
    return f"{float(chance):.10f}"


def among_table() -> pd.DataFrame:
    """Return the law of the opening among one to four players dealt from one bag.

    Columns: players; opening (the largest group of all hands); probability (a Fraction); decimal; if independent (the
    same for hands from a full bag each); alone and tied (one player, or several, hold it; they add up to the decimal).

    >>> frame = among_table()
    >>> len(frame), frame.query("players == 1")["probability"].sum()
    (24, Fraction(1, 1))
    """
    import pandas as pd

    rows = []
    for players in range(1, MOST_PLAYERS + 1):
        for row in opening_among(players).to_dict("records"):
            chance, alone = row["probability"], row["1 holds it"]
            rows.append(
                {
                    "players": players,
                    "opening": row["opening"],
                    "probability": chance,
                    "decimal": _decimal(chance),
                    "if independent": f"{row['percent if independent'] / 100:.10f}",
                    "alone": _decimal(alone),
                    "tied": _decimal(chance - alone),
                }
            )
    return pd.DataFrame(rows)


def summary_table() -> pd.DataFrame:
    """Return what the deal means for the start, for one to four players, as decimals.

    Columns: players; mean opening; tie (two or more players hold it); Qwirkle dealt (to any player); one deal in.

    >>> summary_table()["mean opening"].tolist()[:2]
    ['2.4589455096', '2.7421503285']
    """
    import pandas as pd

    frame = opening_summary(range(1, MOST_PLAYERS + 1))
    return pd.DataFrame(
        {
            "players": frame["players"],
            "mean opening": [_decimal(mean) for mean in frame["mean opening"]],
            "tie": [_decimal(chance) for chance in frame["tie"]],
            "Qwirkle dealt": [_decimal(chance) for chance in frame["Qwirkle"]],
            "one deal in": [f"{float(1 / chance):.1f}" for chance in frame["Qwirkle"]],
        }
    )


def starts_table() -> pd.DataFrame:
    """Return the chance of starting for a player who knows the own largest group, among two to four players.

    Columns: players; own group; probability (of having it); alone (of then holding the largest alone); tied (with
    others); starts (a Fraction); decimal.

    >>> starts_table().query("players == 2")["decimal"].tolist()[1:3]
    ['0.2883770162', '0.7681314017']
    """
    import pandas as pd

    rows = []
    for players in range(2, MOST_PLAYERS + 1):
        for row in start_table(players).to_dict("records"):
            rows.append(
                {
                    "players": players,
                    "own group": row["own group"],
                    "probability": _decimal(row["probability"]),
                    "alone": _decimal(row["alone"]),
                    "tied": _decimal(row["tied"]),
                    "starts": row["starts"],
                    "decimal": _decimal(row["starts"]),
                }
            )
    return pd.DataFrame(rows)


def draws_table() -> pd.DataFrame:
    """Return the chance to draw at least one copy of a tile, by what is unseen.

    Columns: unseen (tiles in the bag and in other hands); copies (of the tile among them); drawn; probability (a
    Fraction); decimal.

    Source: the hypergeometric law.

    >>> draws_table().query("unseen == 102 and copies == 1 and drawn == 6")["probability"].item()
    Fraction(1, 17)
    """
    import pandas as pd

    rows = []
    for unseen in UNSEEN:
        for copies in range(1, CLASSIC.copies + 1):
            for drawn in DRAWS:
                chance = 1 - hypergeometric(unseen, copies, drawn).get(0, Fraction(0))
                rows.append(
                    {
                        "unseen": unseen,
                        "copies": copies,
                        "drawn": drawn,
                        "probability": chance,
                        "decimal": _decimal(chance),
                    }
                )
    return pd.DataFrame(rows)


def sets_table() -> pd.DataFrame:
    """Return the main counts for other tile sets: as many colours as shapes, three copies, hands of six.

    Columns: colours and shapes (of each so many); tiles; lines; hands (sets of tiles); classes (colours and shapes
    renamed, or swapped); mean group (the largest of a hand); Qwirkle dealt (a Fraction, the chance that a hand holds a
    longest line); one hand in.

    >>> sets_table().query("tiles == 108")[["lines", "classes", "mean group"]].values.tolist()
    [[684, 156, '2.4589455096']]
    """
    import pandas as pd

    rows = []
    for many in range(2, LARGEST_SET + 1):
        tiles = TileSet(many, many, CLASSIC.copies)
        law = opening_table(tiles=tiles)
        mean = sum((group * chance for group, chance in zip(law["largest group"], law["probability"])), Fraction(0))
        dealt = dealt_qwirkle(tiles=tiles)
        rows.append(
            {
                "colours and shapes": many,
                "tiles": tiles.size,
                "lines": sum(count_lines(length, tiles) for length in range(2, many + 1)),
                "hands": count_hands(tiles=tiles),
                "classes": count_hand_classes(tiles=tiles),
                "mean group": _decimal(mean),
                "Qwirkle dealt": dealt,
                "one hand in": f"{float(1 / dealt):.3f}" if dealt else "",
            }
        )
    return pd.DataFrame(rows)


_FROM: Final = "from tsurolab.artifacts.qwirkle.exact_tables import"

TABLES: Final = (
    Table(
        "openings",
        "The largest group of a hand",
        "One row for each size of the largest group of different tiles of one colour or shape in a hand of six of the "
        "108 tiles. It is the opening play of the player who starts.",
        opening_table,
        "tl.qwirkle.opening_table()",
    ),
    Table(
        "start",
        "The deal and the start",
        "One row for each number of players, with hands dealt from one bag: the mean of the largest group of all "
        "hands, and the chances that several players hold it and that somebody is dealt a Qwirkle.",
        summary_table,
        f"{_FROM} summary_table; summary_table()",
    ),
    Table(
        "among",
        "The opening among all players",
        "The largest group of all hands dealt from one bag, by the number of players. Hands from one bag are not "
        "independent: beside the exact value stands the one for independent hands.",
        among_table,
        f"{_FROM} among_table; among_table()",
    ),
    Table(
        "starts",
        "Who starts, knowing the own hand",
        "The chance to start for a player who knows the largest group of the own hand. Ties are drawn by lot.",
        starts_table,
        f"{_FROM} starts_table; starts_table()",
    ),
    Table(
        "lines",
        "The valid lines",
        "One row a length: lines of one colour and of one shape, as sets and in order, and the chance that as many "
        "tiles drawn from the full bag make a line.",
        line_counts,
        "tl.qwirkle.line_counts()",
    ),
    Table(
        "hands",
        "How many hands there are",
        "One row a size, each column a coarser view: sets of the 108 tiles; multisets, copies alike; classes under "
        "renaming colours and shapes; and under swapping the two as well.",
        hand_counts,
        "tl.qwirkle.hand_counts()",
    ),
    Table(
        "hand-classes",
        "The 156 kinds of hands",
        "One row for each class of hands of six under renaming and swapping colours and shapes, the most likely first, "
        "with a hand of the class.",
        hand_classes,
        "tl.qwirkle.hand_classes()",
    ),
    Table(
        "draws",
        "Drawing a tile that one waits for",
        "The chance to draw at least one copy, by the number of unseen tiles and the copies among them. "
        "tl.qwirkle.draw_table has the same for a position.",
        draws_table,
        f"{_FROM} draws_table; draws_table()",
    ),
    Table(
        "sets",
        "Other tile sets",
        "The same counts for tile sets with as many colours as shapes, three copies each, and hands of six.",
        sets_table,
        f"{_FROM} sets_table; sets_table()",
    ),
)
