"""Quantities of Tsuro that have an exact and a simulated value, side by side.

What it is for: the table with z-scores in the report. What it is not for: either computation.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tsurolab.artifacts.registry import Comparison
from tsurolab.artifacts.study import Study
from tsurolab.artifacts.tsuro.first_turn import corner_share, first_tile_neighbour_out, first_tile_out
from tsurolab.artifacts.tsuro.game_charts import notch_kinds
from tsurolab.games.catalogue import game
from tsurolab.games.tsuro.loop_counts import expected_loops
from tsurolab.games.tsuro.loop_sampling import sample_loops
from tsurolab.games.tsuro.tiles import CLASS_NAMES, SYMMETRY_CLASSES, symmetry_class
from tsurolab.stats import Tally

EDITION = "tsuro/classic"
PLAYERS = 2
MOST_DEALS = 4000
MOST_BOARDS = 20_000


def compare(study: Study) -> list[Comparison]:
    """Every such quantity. The games are of the classic edition whatever the study's editions are.

    >>> rows = compare(Study(["tsuro/classic"], games=200))
    >>> all(abs(row.z) < 6 for row in rows)
    True
    """
    return [*_deals(study), *_first_tiles(study), *_starts(study), *_loops(study)]


def _deals(study: Study) -> list[Comparison]:
    """The first tile of each deal by symmetry class."""
    deals = min(study.games, MOST_DEALS)
    table = game(EDITION)
    dealt: Counter[str] = Counter()
    for number in range(deals):
        dealt[symmetry_class(table.new(PLAYERS, seed=study.seed, number=number).hand(0)[0])] += 1  # type: ignore[attr-defined]
    of_class = Counter(symmetry_class(name) for name in CLASS_NAMES)
    return [
        Comparison.share(
            f"first tile dealt has symmetry: {symmetry}",
            Fraction(of_class[symmetry], len(CLASS_NAMES)),
            dealt[symmetry],
            deals,
        )
        for symmetry in SYMMETRY_CLASSES
        if of_class[symmetry]
    ]


def _first_tiles(study: Study) -> list[Comparison]:
    rows = []
    for size in (1, 2, 3):
        options = {} if size == 3 else {"hand_size": size}
        results = study.run(EDITION, PLAYERS, **options).results
        hand = f"hand of {size}"
        for seat, words, exact in (
            (0, "the first tile puts seat 0 out", first_tile_out(size)),
            (1, "the first tile puts seat 1 out", first_tile_neighbour_out(size)),
        ):
            out = int((results["out_turn"][:, seat] == 1).sum())
            rows.append(Comparison.share(f"{words} ({hand})", exact, out, len(results)))
    return rows


def _starts(study: Study) -> list[Comparison]:
    import numpy as np

    starts = study.run(EDITION, PLAYERS).results["start"]
    kinds = np.array(notch_kinds(6, 6))
    first, second = kinds[starts[:, 0]], kinds[starts[:, 1]]
    games = len(starts)
    both = int(((first <= 2) & (second <= 2)).sum())
    # Of the 16 marks of corner squares the second player finds 15 free, of 47.
    return [
        Comparison.share("seat 0 starts on a corner square", corner_share(), int((first <= 2).sum()), games),
        Comparison.share("both start on corner squares", Fraction(16 * 15, 48 * 47), both, games),
    ]


def _loops(study: Study) -> list[Comparison]:
    rows = []
    boards = min(study.games, MOST_BOARDS)
    for high, wide, model in ((2, 2, "uniform"), (2, 3, "distinct"), (3, 3, "uniform"), (4, 4, "uniform")):
        exact = expected_loops(high, wide, model, method="exact").value
        assert isinstance(exact, Fraction)
        counts = sample_loops(high, wide, model, samples=boards, seed=study.seed)
        words = f"closed loops on a full {high} × {wide} board, tiles {model}"
        rows.append(Comparison.mean(words, exact, Tally.of(counts)))
    return rows
