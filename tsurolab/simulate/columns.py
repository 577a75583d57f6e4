"""Columns: RESULT records as a table for people.

What it is for: ``run.games``, for any family, from what its ``RESULT_FIELDS`` say of each field. What it is not for:
playing, storing, or estimates (:mod:`tsurolab.simulate.estimates`).

A field is a number, a code with names, bits with names, or one bit a seat; an array field has one value a seat. The
field ``winners`` (one bit a seat) is what all families share: from it come ``won`` and the win share, 1 / number of
winners.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from tsurolab.games.protocol import ResultField
from tsurolab.simulate.tallies import WINNERS

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

WON: Final = "won"
SHARE: Final = "share"


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
