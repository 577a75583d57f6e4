"""Numbers in the tables of a page are numbers to the reader's eye: no powers of ten, and enough digits."""

from fractions import Fraction

import pandas as pd

from tsurolab.artifacts.exhibits import comparison, table
from tsurolab.artifacts.registry import Comparison


def test_large_and_small_floats_stand_in_one_column_of_numbers():
    text = table(pd.DataFrame({"one in": [1.765135, 218741.90535, 0.0869]}), "Openings").text
    for shown in ("1.765", "218,742", "0.0869"):
        assert f'<td class="number">{shown}</td>' in text


def test_rare_events_show_their_chance_in_a_comparison():
    rows = [
        Comparison.share("rare", Fraction(243, 53154283), 0, 20_000),
        Comparison.share("coin", Fraction(1, 2), 1, 2),
    ]
    text = comparison(rows).text
    for shown in ("0.0000046", "0.50000"):
        assert f'<td class="number">{shown}</td>' in text
