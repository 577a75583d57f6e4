"""What simulated games of Sorry! say: win share by colour and order, what cards do, comebacks.

What it is for: numbers with intervals, for the charts, tables and words of the report. What it is not for: drawing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tsurolab.artifacts.common import order_test
from tsurolab.artifacts.registry import SeatTest
from tsurolab.artifacts.study import UNIFORM, Study
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.games.catalogue import game as find_game
from tsurolab.games.sorry.deck import CARDS, DECKS
from tsurolab.games.sorry.rules import COLOURS, HOME
from tsurolab.simulate import Run
from tsurolab.simulate.columns import win_shares
from tsurolab.stats import Tally, seat_fairness_of_masks, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

JOURNEY = HOME
"""Squares from start to home."""


class Value(NamedTuple):
    """An estimate and its 95% interval."""

    estimate: float
    low: float
    high: float


def share(some: int, all_: int) -> Value:
    """A share of a count with its Wilson interval; all of 0 .. 1 when nothing was counted.

    >>> share(1, 2).estimate, share(0, 0)
    (0.5, Value(estimate=0.0, low=0.0, high=1.0))
    """
    if not all_:
        return Value(0.0, 0.0, 1.0)
    low, high = wilson(some, all_)
    return Value(some / all_, float(low), float(high))


def mean(values: NDArray[Any]) -> Value:
    """A mean of integers with its t interval."""
    tally = Tally.of(values)
    return Value(float(tally.mean), *tally.interval())


def ratio(parts: NDArray[Any], wholes: NDArray[Any]) -> Value:
    """The ratio of two sums over games with its interval; games are independent, the cards in one game are not.

    Source: the linearised ratio estimator, W. G. Cochran, "Sampling Techniques", 1977, section 2.11.

    >>> import numpy as np
    >>> ratio(np.array([1, 2, 3]), np.array([2, 4, 6]))
    Value(estimate=0.5, low=0.5, high=0.5)
    """
    import numpy as np

    parts, wholes = parts.astype(float), wholes.astype(float)
    total = float(wholes.sum())
    if not total:
        return Value(0.0, 0.0, 0.0)
    value = float(parts.sum()) / total
    half = 1.96 * float(np.sqrt(((parts - value * wholes) ** 2).sum())) / total
    return Value(value, value - half, value + half)


# -------------------------------------------------------------------------------------------------- colours and order


class Seating(NamedTuple):
    """The win shares at one kind of table, the first player drawn by lot."""

    words: str
    players: int
    run: Run
    by_order: dict[int, Value]
    """By place in the order of play, 0 for who plays first."""
    by_colour: dict[str, Value]


def seatings(study: Study, edition: str) -> Iterator[Seating]:
    """The win shares by order of play and by colour, for each number of players; two sit in two ways.

    >>> first = next(seatings(Study(["sorry/classic"], games=40), "sorry/classic"))
    >>> first.words, round(sum(value.estimate for value in first.by_colour.values()), 9)
    ('2, adjacent', 1.0)
    """
    options = {option.name for option in find_edition(edition).options}
    for players in find_game(edition).players:
        ways: list[tuple[str, dict[str, str]]] = [("", {})]
        if players == 2 and "two_players" in options:
            ways = [(f", {way}", {"two_players": way}) for way in ("adjacent", "opposite")]
        for words, chosen in ways:
            run = study.run(edition, players, study.side_size(edition), first_player="random", **chosen)
            yield _seating(f"{players}{words}", players, run)


def seat_tests(study: Study, edition: str) -> Iterator[SeatTest]:
    """The tests that all places in the order of play, and all colours, win equally often; the first drawn by lot.

    >>> [(test.table, test.by) for test in seat_tests(Study(["sorry/teams"], games=40), "sorry/teams")]
    [('4', 'order of play'), ('4', 'colour')]
    """
    for seating in seatings(study, edition):
        yield order_test(seating.run, seating.run.results["first"], table=seating.words)
        # Colours sit where they sit: a seat has the same one in every game.
        masks = seating.run.tallies.winner_masks
        yield SeatTest(seating.words, UNIFORM, "colour", seat_fairness_of_masks(masks, seating.players))


def _seating(words: str, players: int, run: Run) -> Seating:
    import numpy as np

    results = run.results
    shares = win_shares(results, players)
    order = (np.arange(players) - results["first"].astype(int)[:, None]) % players
    colours = results["colour"][:, :players]
    by_order = {place: mean_share(shares[order == place]) for place in range(players)}
    by_colour = {
        name: mean_share(shares[colours == code]) for code, name in enumerate(COLOURS) if (colours == code).any()
    }
    return Seating(words, players, run, by_order, by_colour)


def mean_share(shares: NDArray[np.float64]) -> Value:
    """The mean of win shares with its interval: Wilson's where nobody shares a win, else Student's t.

    Wins are shared by two at most: by partners.
    """
    total = float(shares.sum())
    if ((shares == 0) | (shares == 1)).all():
        return share(round(total), len(shares))
    halves = shares * 2
    exact = Tally.of(halves.round().astype(int))
    low, high = exact.interval()
    return Value(float(exact.mean) / 2, low / 2, high / 2)


# ------------------------------------------------------------------------------------------------------------- cards


class CardEffect(NamedTuple):
    """What one kind of card does in a run."""

    card: str
    of_pack: float
    """Its share of the pack."""
    of_played: Value
    """Its share of the cards that were turned up or played."""
    unused: Value
    """The share of them that moved no pawn."""
    squares: Value
    """Squares that one won for the side that had it, on average, unused ones counted."""


def pack_of(run: Run) -> str:
    """The name of the pack that a run plays with.

    >>> pack_of(Study(["sorry/waddingtons"], games=4).main("sorry/waddingtons"))
    'waddingtons'
    """
    return str(run.experiment.game.options["deck"])


def card_effects(run: Run) -> list[CardEffect]:
    """What each kind of card does in a run.

    >>> effects = card_effects(Study(["sorry/classic"], games=20).main("sorry/classic"))
    >>> [effect.card for effect in effects][-1], effects[0].of_pack
    ('S', 0.1111111111111111)
    """
    results, pack = run.results, DECKS[pack_of(run)]
    cards = results["cards"].astype(int)
    effects = []
    for card in CARDS:
        used, unused = results[f"used_{card}"].astype(int), results[f"unused_{card}"].astype(int)
        effects.append(
            CardEffect(
                card,
                pack[card] / sum(pack.values()),
                ratio(used + unused, cards),
                ratio(unused, used + unused),
                ratio(results[f"squares_{card}"], used + unused),
            )
        )
    return effects


# --------------------------------------------------------------------------------------------------------- comebacks


def after_deficit(run: Run, squares: int) -> Value:
    """The win share of seats that were at some time at least so many squares behind the front.

    >>> after_deficit(Study(["sorry/classic"], games=40).main("sorry/classic"), 0).estimate
    0.25
    """
    players = run.experiment.players
    behind = run.results["deficit"][:, :players] >= squares
    won = win_shares(run.results, players) * behind
    if not behind.any():
        return Value(0.0, 0.0, 1.0)
    return ratio(won.sum(axis=1), behind.sum(axis=1))


def overcome(run: Run, squares: int) -> Value:
    """The share of games whose winner was at some time at least so many squares behind the front.

    >>> overcome(Study(["sorry/classic"], games=40).main("sorry/classic"), 0).estimate
    1.0
    """
    return share(int((run.results["deficit_overcome"] >= squares).sum()), len(run))
