"""Finding games by name: the list of families, :func:`game`, and the table of editions.

What it is for: everything that turns ``"tsuro/classic"`` into something to play with. What it is not for: rules; a
new family is one name in ``FAMILY_NAMES`` and one folder.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from tsurolab.errors import unknown
from tsurolab.games.protocol import Edition, Family, new_records
from tsurolab.games.state import State
from tsurolab.seeds import check_seed

if TYPE_CHECKING:
    import pandas as pd

FAMILY_NAMES: Final = ("tsuro", "qwirkle", "sorry")


@cache
def family(name: str) -> Family:
    """The family of that name.

    Raises:
        UnknownName: there is none.

    >>> family("tsuro").title
    'Tsuro'
    """
    if name not in FAMILY_NAMES:
        raise unknown("family", name, FAMILY_NAMES)
    found = importlib.import_module(f"tsurolab.games.{name}.rules").FAMILY
    assert isinstance(found, Family)
    return found


def all_editions() -> Iterator[Edition]:
    """Every edition of every family, in catalogue order.

    >>> "tsuro/classic" in [edition.name for edition in all_editions()]
    True
    """
    for name in FAMILY_NAMES:
        yield from family(name).editions


def edition(name: str) -> Edition:
    """The edition of that name.

    Raises:
        UnknownName: there is none; the message names the nearest.
    """
    known = {each.name: each for each in all_editions()}
    if name not in known:
        raise unknown("edition", name, known)
    return known[name]


class Game:
    """An edition with its options chosen: what deals new games and reads positions."""

    def __init__(self, edition: Edition, options: Mapping[str, object]) -> None:
        self.edition = edition
        self.given = dict(options)
        self.options: Mapping[str, object] = edition.check_options(options)
        self.family = family(edition.family)
        self.rules: Any = self.family.build_rules(edition, self.options)

    @cached_property
    def players(self) -> range:
        """How many can play."""
        return self.family.seats(self.edition, self.options)

    def check_players(self, players: object) -> int:
        """``players`` as an int that this game can seat; raises :class:`BadArgument`."""
        return self.edition.check_players(players, self.players)

    def new(self, players: int, *, seed: int = 0, number: int = 0) -> State:
        """Deal a new game.

        Args:
            players: how many seats.
            seed: the master seed, 0 .. 2**63 - 1.
            number: the game's number within that seed: ``simulate(..., seed=s)`` plays games 0, 1, 2, ...

        Raises:
            BadArgument: a player count or seed out of range.

        >>> game("tsuro/classic").new(players=4, seed=7)
        <tsuro/classic: 4 players, 0 moves, seat 0 to play>
        """
        players = self.check_players(players)
        seed, number = check_seed(seed), check_seed(number)
        record = new_records(self.family.kernel.STATE, 1)[0]
        self.family.kernel.deal(self.rules, players, seed, number, record)
        return self.family.state_class(self, record, seed=seed, number=number)

    def from_position(self, position: Mapping[str, Any], *, strict: bool = False) -> Any:
        """The state that ``position`` describes (see the family's State.position for the keys).

        Args:
            position: JSON-able data.
            strict: refuse also what can be played on but that no game from the start can reach.

        Raises:
            ImpossiblePosition: with the first reason found.
        """
        return self.family.state_class.from_position(self, position, strict=strict)  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        """Code that evaluates to an equal game."""
        extra = "".join(f", {name}={value!r}" for name, value in self.given.items())
        return f"game({self.edition.name!r}{extra})"

    def __eq__(self, other: object) -> bool:
        """Equal edition and equal options."""
        return isinstance(other, Game) and (self.edition.name, self.options) == (other.edition.name, other.options)

    def __hash__(self) -> int:
        """By edition."""
        return hash(self.edition.name)


def game(name: str, **options: object) -> Game:
    """The game of an edition, with options set by name.

    Args:
        name: ``family/edition``; :func:`editions` lists them.
        options: values for the edition's options, as ``tsurolab editions --verbose`` lists them.

    Raises:
        UnknownName: no such edition or option.
        BadArgument: a value that the option does not take.

    >>> game("tsuro/classic", collision_is_suicide=False)
    game('tsuro/classic', collision_is_suicide=False)
    """
    return Game(edition(name), options)


def editions() -> pd.DataFrame:
    """Every edition: title, players, status, number of rulings, sources, options.

    >>> editions().loc["tsuro/classic", "status"]
    'complete'
    """
    import pandas as pd

    rows = [
        {
            "edition": each.name,
            "title": each.title,
            "players": f"{each.players[0]}-{each.players[-1]}",
            "status": each.status.value,
            "version": each.version,
            "rulings": len(each.rulings),
            "options": ", ".join(option.name for option in each.options),
            "sources": ", ".join(source.key for source in each.sources),
            "summary": each.summary,
        }
        for each in all_editions()
    ]
    return pd.DataFrame(rows).set_index("edition")
