"""Words for tournaments: their tables as text, and what must be said beside them.

What it is for: one wording for the command line, notebooks and pages. What it is not for: the numbers
(:mod:`tsurolab.simulate.tournament`, :mod:`tsurolab.simulate.ladder`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tsurolab.simulate.ladder import Ladder
    from tsurolab.simulate.meetings import SeatSums
    from tsurolab.simulate.tournament import Tournament

Rows = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The heads of the columns, and the cells of each row."""

SMALLEST_P: Final = 1e-4
"""p-values below this are shown as such."""
MOST_FACTOR: Final = 1000
"""Gains of pairing above this are shown as such: next to nothing is left of the spread."""
MINUS: Final = "\u2212"
INTERVALS: Final = "95% intervals, each by itself. Scores are paired by deal: both agents play both sides of each."


def pairs_note(pairs: int) -> str:
    """What is to be said of the p-values.

    >>> pairs_note(1)
    'The p-value is that of a score of 1/2 by the paired t test. Paired: how many times as many deals say as much when
    the two seatings have deals of their own.'
    """
    adjusted = f"; p (Holm) is adjusted by Holm's method for {pairs} pairs" if pairs > 1 else ""
    return (
        f"The p-value is that of a score of 1/2 by the paired t test{adjusted}. "
        "Paired: how many times as many deals say as much when the two seatings have deals of their own."
    )


def show_p(value: float) -> str:
    """A p-value in words.

    >>> show_p(0.0341), show_p(1e-9)
    ('0.0341', '<0.0001')
    """
    return f"<{SMALLEST_P:.4f}" if value < SMALLEST_P else f"{value:.4f}"


def show_elo(value: float) -> str:
    """A rating in words, with a true minus.

    >>> show_elo(12.4), show_elo(-0.2)
    ('12', '0')
    """
    shown = f"{value:.0f}"
    return "0" if shown == "-0" else shown.replace("-", MINUS)


def _factor(value: float) -> str:
    return f"{value:.2f}" if isfinite(value) and value < MOST_FACTOR else f">{MOST_FACTOR}"


def pair_rows(result: Tournament) -> Rows:
    """The pairs of a tournament."""
    frame = result.pairs()
    heads = ("agent", "opponent", "score", "low", "high", "paired", "p", "p (Holm)", "deals")
    return heads, [
        (
            agent,
            opponent,
            f"{score:.4f}",
            f"{low:.4f}",
            f"{high:.4f}",
            _factor(paired),
            show_p(p),
            show_p(holm),
            f"{n:,}",
        )
        for agent, opponent, score, low, high, paired, p, holm, n in frame.itertuples(index=False, name=None)
    ]


def rating_rows(result: Tournament) -> Rows:
    """The ratings of a tournament, the strongest agent first."""
    frame = result.rating_table()
    return ("rating", "Elo", "low", "high"), [
        (agent, show_elo(elo), *(("", "") if not error else (show_elo(low), show_elo(high))))
        for agent, elo, low, high, error in frame.itertuples(index=False, name=None)
    ]


def seat_lines(result: Tournament) -> Iterator[str]:
    """What the seats are worth, a line for each kind of games."""
    for words, fairness in result.fairness.items():
        shares = show_shares(result.seat_sums[words])
        test = "seats cannot differ" if not fairness.df else f"all equal: p {show_p(fairness.p_value)}"
        yield f"win share by seat, {games_words(result, words)}: {shares} ({test})"


def games_words(result: Tournament, words: str) -> str:
    """Which games the sums of seats come from."""
    return "games of the tournament" if words == "tournament" else f"{result.schedule.equal} agents only"


def show_shares(sums: SeatSums) -> str:
    """The win share of each seat, in seat order."""
    return ", ".join(f"{float(share):.4f}" for share in sums.shares)


def ladder_rows(one: Ladder) -> Rows:
    """The rungs of a ladder."""
    heads = ("rung", "rollouts", "Elo", "low", "high", "score against the rung below", "p (Holm)", "deals")
    rows: list[tuple[str, ...]] = []
    for row in one.table().to_dict("records"):
        first = row["rung"] == 1
        score = f"{row['score']:.4f} ({row['score low']:.4f} to {row['score high']:.4f})"
        ends = ("", "") if first else (show_elo(row["low"]), show_elo(row["high"]))
        met = ("", "", "") if first else (score, show_p(row["p (holm)"]), f"{row['deals']:,}")
        rows.append((str(row["rung"]), f"{row['rollouts']:,}", show_elo(row["elo"]), *ends, *met))
    return heads, rows


def gain_line(one: Ladder) -> str:
    """The headline of a ladder."""
    gain = one.gain()
    low, high = show_elo(gain.low), show_elo(gain.high)
    return (
        f"{one.schedule.edition}, {one.schedule.players} players: "
        f"{show_elo(gain.elo)} Elo ({low} to {high}) for each fourfold of rollouts, on average"
    )


def skill_rows(ladders: Sequence[Ladder]) -> Rows:
    """Editions by the gain of their ladders, the largest first."""
    from tsurolab.simulate.ladder import skill_table

    heads = ("edition", "players", "Elo a fourfold", "low", "high", "top against bottom", "rungs")
    return heads, [
        (edition, str(players), show_elo(elo), show_elo(low), show_elo(high), f"{top:.4f}", rungs)
        for edition, players, rungs, elo, low, high, top, _ in skill_table(ladders).itertuples(index=False, name=None)
    ]


def as_html(table: Rows) -> str:
    """A table for a notebook."""
    heads, rows = table
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
