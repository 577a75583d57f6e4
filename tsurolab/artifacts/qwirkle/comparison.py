"""Quantities of Qwirkle that have an exact and a simulated value, side by side.

What it is for: the table with z-scores in the report. What it is not for: either computation.
"""

from __future__ import annotations

from fractions import Fraction

from tsurolab.artifacts.qwirkle.deals import EDITION, Deals, sample_deals
from tsurolab.artifacts.qwirkle.order_of_play import WHOLE, runs, scaled, win_parts
from tsurolab.artifacts.registry import Comparison
from tsurolab.artifacts.study import Study
from tsurolab.games.qwirkle.bag import draw_chance
from tsurolab.games.qwirkle.hands import hand_classes
from tsurolab.games.qwirkle.openings import dealt_qwirkle, joint_openings, opening_table, start_table
from tsurolab.stats import Tally, z_mean

MOST_DEALS = 20_000
GROUPS = (2, 3, 4)
"""Sizes of the own group for which the chance of starting is compared; others are rare."""


def compare(study: Study) -> list[Comparison]:
    """Every such quantity. The games are of the classic edition whatever the study's editions are.

    >>> rows = compare(Study(["qwirkle/classic"], games=200))
    >>> all(abs(row.z) < 6 for row in rows)
    True
    """
    deals = {players: sample_deals(players, min(study.games, MOST_DEALS), study.seed) for players in (2, 3, 4)}
    return [*_hand(deals[2]), *_openings(study), *_starts(deals), *_draws(deals[2]), *_seats(study)]


def _hand(deals: Deals) -> list[Comparison]:
    """The hand of seat 0."""
    groups, many = deals.groups()[:, 0], len(deals.hands)
    rows = []
    for size, chance in opening_table()[["largest group", "probability"]].itertuples(index=False):
        if chance != dealt_qwirkle():
            words = f"one hand: the largest group has {size} tile{'s' * (size > 1)}"
            rows.append(Comparison.share(words, chance, int((groups == size).sum()), many))
    dealt = int((groups == 6).sum())
    rows.append(Comparison.share("one hand: a Qwirkle is dealt", dealt_qwirkle(), dealt, many))
    classes = hand_classes()
    exact = sum(classes.loc[classes["different tiles"] == 6, "chance"], Fraction(0))
    different = sum(len(set(hand)) == 6 for hand in deals.hands[:, 0].tolist())
    rows.append(Comparison.share("one hand: no tile twice", exact, different, many))
    return rows


def _openings(study: Study) -> list[Comparison]:
    """The first play of whole games."""
    rows = []
    for players, run in study.by_players(EDITION):
        opening, joint = run.results["opening"], joint_openings(players)
        law = {size: sum((p for groups, p in joint.items() if groups[0] == size), Fraction(0)) for size in range(1, 7)}
        words = f"{players} players: the opening has"
        for size in (2, 3, 4):
            rows.append(
                Comparison.share(f"{words} {size} tiles", law[size], int((opening == size).sum()), len(opening))
            )
        rows.append(Comparison.share(f"{words} 5 or 6 tiles", law[5] + law[6], int((opening >= 5).sum()), len(opening)))
        rows.append(
            Comparison.share(
                f"{players} players: the opening is a Qwirkle", law[6], int((opening == 6).sum()), len(opening)
            )
        )
        mean = sum((size * chance for size, chance in law.items()), Fraction(0))
        rows.append(Comparison.mean(f"{players} players: tiles of the opening", mean, Tally.of(opening)))
    return rows


def _starts(deals: dict[int, Deals]) -> list[Comparison]:
    """Ties for the start, and who starts."""
    rows = []
    for players, some in deals.items():
        groups, many = some.groups(), len(some.hands)
        joint = joint_openings(players)
        tie = sum((p for sizes, p in joint.items() if sizes.count(sizes[0]) > 1), Fraction(0))
        tied = int(((groups == groups.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
        rows.append(Comparison.share(f"{players} players: several hold the largest group", tie, tied, many))
        starts = some.starter == 0
        rows.append(Comparison.share(f"{players} players: seat 0 starts", Fraction(1, players), starts.sum(), many))
        table = start_table(players).set_index("own group")["starts"]
        for size in GROUPS:
            having = groups[:, 0] == size
            if having.any():
                words = f"{players} players: seat 0 starts when its largest group has {size}"
                rows.append(Comparison.share(words, table[size], int((starts & having).sum()), int(having.sum())))
    return rows


def _draws(deals: Deals) -> list[Comparison]:
    """Whether a tile, the red circle, comes: to the hand of seat 0, or with the next six tiles of the bag."""
    held = (deals.hands[:, 0] == 0).sum(axis=1)
    comes = (deals.bag == 0).any(axis=1)
    rows = [
        Comparison.share(
            "one hand: it holds a red circle",
            draw_chance({"board": []}, ["rc"], drawn=6),
            int((held > 0).sum()),
            len(held),
        )
    ]
    for copies in (0, 1):
        # Which other tiles the hand holds makes no difference.
        hand = ([["red", "circle"]] * copies + [["blue", "square"]] * 3 + [["green", "square"]] * 3)[:6]
        exact = draw_chance({"board": [], "hands": [hand]}, ["rc"], drawn=6, seat=0)
        known = held == copies
        if known.any():
            words = f"the next six tiles hold a red circle when the own hand has {copies or 'none'}"
            rows.append(Comparison.share(words, exact, int((comes & known).sum()), int(known.sum())))
    reds = Tally.of((deals.hands[:, 0] < 6).sum(axis=1))
    rows.append(Comparison.mean("one hand: red tiles", Fraction(1), reds))
    return rows


def _seats(study: Study) -> list[Comparison]:
    """Seats differ by nothing but their names, so that equal agents have equal chances before the deal."""
    rows = []
    for agent, players, run in runs(study, EDITION):
        tally = Tally.of(win_parts(run)[:, 0])
        exact = Fraction(1, players)
        words = f"{players} {agent} players: win share of seat 0, by symmetry"
        rows.append(Comparison(words, exact, *scaled(tally, WHOLE), tally.n, z_mean(tally, exact * WHOLE)))
    return rows
