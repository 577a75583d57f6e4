"""Columns: RESULT records as a table for people, and as estimates with intervals.

What it is for: ``run.games`` and ``run.summary()``, for any family, from what its ``RESULT_FIELDS`` say of each field.
What it is not for: playing or storing.

A field is a number, a code with names, bits with names, or one bit a seat; an array field has one value a seat. The
field ``winners`` (one bit a seat) is what all families share: from it come ``won`` and the win share, 1 / number of
winners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.games.protocol import ResultField
from tsurolab.stats import Tally, wilson

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

WINNERS: Final = "winners"
WON: Final = "won"
SHARE: Final = "share"


class Estimate(NamedTuple):
    """One line of a summary: a quantity with its 95% interval."""

    quantity: str
    seat: int | None
    """``None`` for the game as a whole."""
    estimate: float
    low: float
    high: float
    n: int
    method: str
    """``"Wilson"`` for a share, ``"t"`` for a mean."""


def _values(rows: NDArray[np.void], name: str, players: int) -> Iterator[tuple[int | None, NDArray[Any]]]:
    """The values of a field as (seat, column): one column, or one for each seat in play."""
    column = rows[name]
    if column.ndim == 1:
        yield None, column
    else:
        for seat in range(players):
            yield seat, column[:, seat]


def _fields(rows: NDArray[np.void], fields: Mapping[str, ResultField]) -> Iterator[tuple[str, ResultField]]:
    for name in rows.dtype.names or ():
        yield name, fields.get(name, ResultField(""))


def win_shares(rows: NDArray[np.void], players: int) -> NDArray[np.float64]:
    """Each seat's share of each win: 1 for a sole winner, 1/2 each for two, 0 for losers.

    Args:
        rows: RESULT rows.
        players: how many seats.

    Returns:
        An array of games by seats.
    """
    import numpy as np

    won = _bits(rows[WINNERS], players)
    shares: NDArray[np.float64] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    return shares


def _bits(mask: NDArray[Any], count: int) -> NDArray[np.bool_]:
    """The low bits of each mask, one column a bit."""
    import numpy as np

    return (mask.astype(np.int64)[:, None] >> np.arange(count) & 1).astype(bool)


def games_frame(
    rows: NDArray[np.void], numbers: NDArray[np.int64], players: int, fields: Mapping[str, ResultField]
) -> pd.DataFrame:
    """One row a game, with the game's number as index.

    Args:
        rows: RESULT rows.
        numbers: the game number of each row.
        players: how many seats; columns of empty seats are left out.
        fields: what the fields mean.

    Returns:
        A DataFrame: per-seat fields as ``name_0``, ``name_1``, ...; masks as booleans; named codes as categories;
        a field's ``missing`` as ``NA``.
    """
    import pandas as pd

    columns: dict[str, Any] = {}
    for name, field in _fields(rows, fields):
        for seat, values in _values(rows, name, players):
            label = name if seat is None else f"{name}_{seat}"
            if field.kind == "seat mask":
                stem = WON if label == WINNERS else label
                columns.update({f"{stem}_{bit}": each for bit, each in enumerate(_bits(values, players).T)})
            elif field.kind == "mask":
                for bit, each in zip(field.names, _bits(values, len(field.names)).T):
                    columns[f"{name}_{bit}" if seat is None else f"{name}_{bit}_{seat}"] = each
            elif field.kind == "code" and field.names:
                columns[label] = _named(values, field.names)
            else:
                columns[label] = values if field.missing is None else _with_gaps(values, field.missing)
        if name == WINNERS:
            shares = win_shares(rows, players)
            columns.update({f"{SHARE}_{seat}": shares[:, seat] for seat in range(players)})
    return pd.DataFrame(columns, index=pd.Index(numbers, name="game"))


def _named(values: NDArray[Any], names: tuple[str, ...]) -> Any:
    """Codes as categories; a code without a name is a missing value."""
    import numpy as np
    import pandas as pd

    codes = np.where((values >= 0) & (values < len(names)), values.astype(np.int64), -1)
    return pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(list(names)))


def _with_gaps(values: NDArray[Any], missing: int) -> Any:
    """Whole numbers, with a missing value for each ``missing``."""
    import numpy as np
    import pandas as pd

    return pd.arrays.IntegerArray(values.astype(np.int64), values == missing)


def _share(quantity: str, seat: int | None, tally: Tally) -> Estimate:
    low, high = wilson(tally.total, tally.n)
    return Estimate(quantity, seat, float(tally.mean), float(low), float(high), tally.n, "Wilson")


def _mean(quantity: str, seat: int | None, tally: Tally, scale: int = 1) -> Estimate:
    low, high = tally.interval()
    return Estimate(quantity, seat, float(Fraction(tally.mean, scale)), low / scale, high / scale, tally.n, "t")


def _wins(rows: NDArray[np.void], players: int) -> Iterator[Estimate]:
    won = _bits(rows[WINNERS], players)
    winners = won.sum(axis=1)
    scale = lcm(*range(1, players + 1))
    parts = won * (scale // winners.clip(1))[:, None]  # whole numbers: shares that add up exactly
    for seat in range(players):
        yield _mean("win share", seat, Tally.of(parts[:, seat]), scale)
    for seat in range(players):
        yield _share("sole win", seat, Tally.of(won[:, seat] & (winners == 1)))
    for seat in range(players):
        yield _share("shared win", seat, Tally.of(won[:, seat] & (winners > 1)))
    yield _share("no winner", None, Tally.of(winners == 0))


def estimates(rows: NDArray[np.void], players: int, fields: Mapping[str, ResultField]) -> Iterator[Estimate]:
    """Every quantity of a family's RESULT, estimated from some games, with its 95% interval.

    Shares (wins, reasons, bits) have Wilson intervals, means have t intervals. Codes without names have no mean and are
    left out, and so are names that are empty.

    Args:
        rows: RESULT rows, at least one.
        players: how many seats.
        fields: what the fields mean.
    """
    for name, field in _fields(rows, fields):
        words = name.replace("_", " ")
        if name == WINNERS and field.kind == "seat mask":
            yield from _wins(rows, players)
            continue
        columns = list(_values(rows, name, players))
        if field.kind == "count":
            for seat, values in columns:
                yield _mean(words, seat, Tally.of(values))
        elif field.kind == "seat mask":
            for _, values in columns:
                for bit, each in enumerate(_bits(values, players).T):
                    yield _share(words, bit, Tally.of(each))
        else:
            for code, named in enumerate(field.names):
                for seat, values in columns if named else ():
                    there = values >> code & 1 == 1 if field.kind == "mask" else values == code
                    yield _share(f"{words}: {_words(named)}", seat, Tally.of(there))


def _words(name: str) -> str:
    return name.replace("_", " ")


def summary_frame(lines: Iterable[Estimate]) -> pd.DataFrame:
    """Estimates as a DataFrame; ``seat`` is missing for the game as a whole."""
    import pandas as pd

    frame = pd.DataFrame(list(lines), columns=list(Estimate._fields))
    return frame.astype({"seat": "Int64", "n": "int64"})
