"""Positions of Sorry! as data: reading them, and saying what is impossible in them.

What it is for: ``game.from_position``. What it is not for: writing positions (``State.position`` does).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from tsurolab._jit import shuffle, stream_key
from tsurolab.errors import BadArgument, ImpossiblePosition
from tsurolab.games.protocol import GameLike, new_records
from tsurolab.games.reading import check_position, listed, mapping
from tsurolab.games.sorry import kernel
from tsurolab.games.sorry.deck import CARDS
from tsurolab.games.sorry.notation import place_of_square
from tsurolab.games.sorry.rules import COLOURS, HOME, MAX_CARDS, MAX_SEATS, START, ZONE, Reason

_KEYS: Final = ("players", "turn", "card", "pawns", "deck", "discards")
_MORE_KEYS: Final = ("hands", "outcome")


def read_position(game: GameLike, position: Mapping[str, Any], *, strict: bool) -> Any:
    """The STATE record of a position.

    Args:
        game: whose rules hold.
        position: see :meth:`tsurolab.games.sorry.state.SorryState.position`.
        strict: refuse also what no game from the start can reach.

    Raises:
        ImpossiblePosition: with the first reason found.
    """
    try:
        return _Reader(game, position).read(strict)
    except BadArgument as error:
        raise ImpossiblePosition(f"impossible position: {error}") from None


class _Reader:
    """One reading of one position, step by step; every check raises :class:`BadArgument`."""

    def __init__(self, game: GameLike, position: Mapping[str, Any]) -> None:
        check_position(position, _KEYS, _MORE_KEYS)
        self.game = game
        self.rules = game.rules
        self.position = position
        self.record = new_records(kernel.STATE, 1)[0]

    def read(self, strict: bool) -> Any:
        self._read_players()
        self._read_pawns()
        self._read_turn()
        self._read_end()
        self._read_cards()
        if strict:
            self._check_reachable()
        return self.record

    def _read_players(self) -> None:
        given = listed(self.position.get("players"), "players")
        for colour in given:
            _one_of(colour, COLOURS, "a colour")
        if not 1 <= len(given) <= MAX_SEATS or len(set(given)) < len(given):
            raise BadArgument(f"players must be 1 to {MAX_SEATS} different colours, not {given!r}")
        self.players: list[str] = given
        kernel.clear(self.rules, len(given), self.record)
        for seat, colour in enumerate(given):
            self.record.colour[seat] = COLOURS.index(colour)
        kernel.find_partners(self.rules, self.record)
        for stream in range(2):
            self.record.rng[stream] = stream_key(0, 0, stream)

    def _read_pawns(self) -> None:
        pawns = mapping(self.position.get("pawns"), "pawns", form="a mapping by colour")
        for colour in pawns:
            _one_of(colour, COLOURS, "a colour")
            if colour not in self.players:
                raise BadArgument(f"{colour} has pawns but does not play; the players are {', '.join(self.players)}")
        taken: dict[str, str] = {}
        for seat, colour in enumerate(self.players):
            if colour not in pawns:
                raise BadArgument(f"the pawns of {colour} are missing")
            squares = listed(pawns[colour], f"the pawns of {colour}")
            if len(squares) != self.rules.pawns:
                raise BadArgument(f"{colour} has {len(squares)} pawns; a player has {int(self.rules.pawns)}")
            self.record.start[seat] = 0
            for square in squares:
                self._put(seat, square, taken)

    def _put(self, seat: int, square: Any, taken: dict[str, str]) -> None:
        colour, record = self.players[seat], self.record
        place = place_of_square(colour, square)
        if place == START:
            record.start[seat] += 1
            return
        record.progress[seat] += place
        if place == HOME:
            record.home[seat] += 1
            return
        key = square if place < ZONE else f"{colour} {square}"
        if key in taken:
            whose = colour if taken[key] == colour else f"{taken[key]} and {colour}"
            raise BadArgument(f"two pawns ({whose}) stand on {square}")
        taken[key] = colour
        if place < ZONE:
            record.ring[seat] |= 1 << place
        else:
            record.zone[seat] |= 1 << (place - ZONE)

    def _read_turn(self) -> None:
        turn = self.position.get("turn", self.players[0])
        if turn not in self.players:
            raise BadArgument(f"turn must be one of {', '.join(self.players)}, not {turn!r}")
        self.record.turn = self.record.first = self.players.index(turn)

    def _read_end(self) -> None:
        """A game is over when a side is home, or when the guard has stopped it."""
        record = self.record
        done = [seat for seat in range(len(self.players)) if kernel.has_won(self.rules, record, seat)]
        sides = {frozenset((seat, int(record.partner[seat]))) - {-1} for seat in done}
        if len(sides) > 1:
            names = " and ".join(self.players[seat] for seat in done)
            raise BadArgument(f"{names} have all pawns home; the game ends with the first")
        if done:
            if int(record.turn) not in done:
                raise BadArgument(
                    f"{self.players[done[0]]} has all pawns home, so the turn cannot be {self.position['turn']}'s"
                    if "turn" in self.position
                    else f"{self.players[done[0]]} has all pawns home and must be named as turn"
                )
            record.reason = Reason.ALL_HOME
            record.winners = sum(1 << seat for seat in done)
        given = self.position.get("outcome")
        if given is not None:
            if (
                mapping(given, "outcome", form="a mapping by colour").get("reason") != Reason.TOO_LONG.name
                or given.get("winners")
                or done
            ):
                raise BadArgument(f"an outcome is only given of a stopped game ({Reason.TOO_LONG.name}), not {given!r}")
            record.reason = Reason.TOO_LONG

    def _read_cards(self) -> None:
        record = self.record
        card = self.position.get("card")
        if card is not None:
            _one_of(card, CARDS, "a card")
            if self.rules.hand_size:
                raise BadArgument(
                    f"in {self.game.edition.name} cards are in hands, so there is no card {card!r} in play"
                )
            if record.reason:
                raise BadArgument(f"the game is over, so there is no card {card!r} in play")
            record.card = CARDS.index(card)
        self._read_hands()
        used = Counter([card] if card is not None else [])
        for seat in range(len(self.players)):
            used.update(CARDS[int(code)] for code in record.hands[seat, : int(record.hand_count[seat])])
        deck, discards = self._piles(used)
        if len(deck) + len(discards) + used.total() > MAX_CARDS:
            raise BadArgument(f"{len(deck) + len(discards) + used.total()} cards; there can be {MAX_CARDS}")
        self.cards = used + Counter(deck) + Counter(discards)
        for pile, cards in ((record.deck, deck[::-1]), (record.discards, discards)):
            for place, name in enumerate(cards):
                pile[place] = CARDS.index(name)
        record.deck_count, record.discard_count = len(deck), len(discards)
        if card is None and not record.reason and not self.rules.hand_size:
            self._draw_first()

    def _piles(self, used: Counter[str]) -> tuple[list[str], list[str]]:
        pack = Counter(CARDS[int(code)] for code in self.rules.deck[: int(self.rules.deck_size)])
        given: dict[str, list[str] | None] = {"deck": None, "discards": None}
        for name in given:
            cards = self.position.get(name)
            if cards is not None:
                given[name] = listed(cards, name)
                for card in cards:
                    _one_of(card, CARDS, "a card")
                used = used + Counter(cards)
        rest = [card for card in CARDS for _ in range(pack[card] - used[card])]
        deck, discards = given["deck"], given["discards"]
        if deck is None and discards is None:
            return [], rest
        return rest if deck is None else deck, rest if discards is None else discards

    def _read_hands(self) -> None:
        hands = self.position.get("hands")
        if not self.rules.hand_size:
            if hands:
                raise BadArgument(f"{self.game.edition.name} has no hands")
            return
        hands = mapping(hands, "hands", form="a mapping by colour")
        for colour in hands:
            if colour not in self.players:
                raise BadArgument(f"{colour!r} has a hand but does not play; players are {', '.join(self.players)}")
        for seat, colour in enumerate(self.players):
            cards = listed(hands.get(colour, []), f"the hand of {colour}")
            if len(cards) > self.rules.hand_size:
                raise BadArgument(f"{colour} holds {len(cards)} cards; a hand has {int(self.rules.hand_size)}")
            if not cards and seat == self.record.turn and not self.record.reason:
                raise BadArgument(f"it is the turn of {colour}, who holds no card")
            for slot, card in enumerate(cards):
                _one_of(card, CARDS, "a card")
                self.record.hands[seat, slot] = CARDS.index(card)
            self.record.hand_count[seat] = len(cards)

    def _draw_first(self) -> None:
        record = self.record
        if kernel.gather(record):
            shuffle(record.rng, 0, record.deck, record.deck_count)
        if not record.deck_count:
            raise BadArgument("there is no card in play and none to draw")
        kernel.draw(self.rules, record)
        record.shuffled = record.shuffles = 0

    def _check_reachable(self) -> None:
        """What no game from the start can show, though it can be played on."""
        edition, count = self.game.edition, len(self.players)
        if count not in edition.players:
            raise BadArgument(
                f"{edition.name} is for {edition.players[0]} to {edition.players[-1]} players, not {count}"
            )
        codes = [COLOURS.index(colour) for colour in self.players]
        first = codes.index(min(codes))
        if codes[first:] + codes[:first] != sorted(codes):
            raise BadArgument(f"players sit clockwise ({', '.join(COLOURS)}), not {', '.join(self.players)}")
        pack = Counter(CARDS[int(code)] for code in self.rules.deck[: int(self.rules.deck_size)])
        for card in CARDS:
            if self.cards[card] != pack[card]:
                raise BadArgument(f"there are {self.cards[card]} cards {card}; the pack has {pack[card]}")
        hand = int(self.rules.hand_size)
        for seat in range(count):
            short = bool(self.record.reason) and seat == self.record.turn
            if self.record.hand_count[seat] != hand - short:
                held = int(self.record.hand_count[seat])
                raise BadArgument(f"{self.players[seat]} holds {held} cards; a hand has {hand - short}")


def _one_of(value: Any, known: tuple[str, ...], what: str) -> None:
    if value not in known:
        raise BadArgument(f"{value!r} is not {what}; there are {', '.join(known)}")
