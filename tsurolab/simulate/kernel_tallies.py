"""The compiled part of tallies: one pass over rows of results, row by row.

What it is for: counting the values of one-byte columns and summing those of wider ones, for rows of any family, which
are bytes here. What it is not for: what a column means, and keeping sums that may grow for ever
(:mod:`tsurolab.simulate.tallies`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tsurolab._jit import kernel

LOW: Final = np.uint64((1 << 32) - 1)
HIGH: Final = np.uint64(32)
MOST_ROWS: Final = 1 << 29
"""Rows after which the sums must be taken away: none of them has overflowed by then."""


@kernel
def count_bytes(rows, places, counts):
    """Count the values of one-byte columns.

    ``rows`` is uint8[games, bytes of a row], ``places`` int64[columns] says at which byte each column is, and
    ``counts`` is int64[columns, 256].
    """
    columns = places.shape[0]
    for row in range(rows.shape[0]):
        for column in range(columns):
            counts[column, rows[row, places[column]]] += 1


@kernel
def sum_words(rows, places, sizes, signed, sums):
    """Sum the values of columns of two or four bytes, and their squares.

    ``signed`` is 1 for columns with negative values. ``sums`` is int64[columns, 3]: the sum, and the sums of the lower
    and of the upper 32 bits of the squares.
    """
    columns = places.shape[0]
    for row in range(rows.shape[0]):
        for column in range(columns):
            place = places[column]
            value = np.int64(rows[row, place]) | np.int64(rows[row, place + 1]) << 8
            if sizes[column] == 4:
                value |= np.int64(rows[row, place + 2]) << 16 | np.int64(rows[row, place + 3]) << 24
            if signed[column] and value >> (8 * sizes[column] - 1):
                value -= np.int64(1) << (8 * sizes[column])
            magnitude = np.uint64(abs(value))
            square = magnitude * magnitude
            sums[column, 0] += value
            sums[column, 1] += np.int64(square & LOW)
            sums[column, 2] += np.int64(square >> HIGH)
