"""The State of Sorry!: positions as data, moves as text, and why a move is refused.

What it is for: checks and conversions around the kernel's record. What it is not for: rules (``kernel.py``) and
pictures (``drawing.py``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from tsurolab.errors import BadArgument, IllegalMove
from tsurolab.games.protocol import GameLike, copy_record, new_records
from tsurolab.games.sorry import kernel, kernel_board, kernel_moves
from tsurolab.games.sorry.deck import CARDS, FACE_DOWN
from tsurolab.games.sorry.notation import Move, Part, parse_move, place_of_square, square_name
from tsurolab.games.sorry.rules import CIRCLE, COLOURS, HOME, START, ZONE, Kind, Reason
from tsurolab.games.state import State

NONE = kernel.NONE


def _card_names(codes: Any) -> list[str]:
    return [CARDS[int(code)] if code != NONE else FACE_DOWN for code in codes]


@dataclass(frozen=True)
class Event:
    """Something that happened in a play, in order."""

    kind: str
    """``"move"``, ``"slide"``, ``"swap"`` (a pawn carried by another's 11), ``"bump"``, ``"shuffle"`` or ``"draw"``."""
    colour: str | None = None
    """Whose pawn it was; of a draw, who drew."""
    origin: str | None = None
    """The square that the pawn left."""
    to: str | None = None
    """The square that it came to."""
    card: str | None = None
    """Of a draw: the card."""


class SorryState(State):
    """A position of any edition of Sorry!.

    >>> import tsurolab as tl
    >>> game = tl.game("sorry/classic")
    >>> state = game.from_position(
    ...     {"players": ["red", "blue"], "turn": "red", "card": "7", "deck": ["1"],
    ...      "pawns": {"red": ["t20", "s4", "start", "start"], "blue": ["t26", "home", "home", "home"]}})
    >>> [str(move) for move in state.legal_moves]
    ['7: t20+7', '7: t20+6 s4+1']
    >>> state.play("t20+6 s4+1").position()["pawns"]["blue"]
    ['home', 'home', 'home', 'start']
    """

    Reason = Reason

    # --------------------------------------------------------------------------------------------------------- moves

    def _move_from_record(self, move: Any) -> Move:
        card, kind = CARDS[int(move.card)], Kind(int(move.kind))
        if kind in (Kind.PASS, Kind.DISCARD):
            return Move(card, kind.name.lower())
        parts = []
        for part in range(int(move.parts)):
            colour = self.colours[int(move.owner[part])]
            origin = square_name(colour, int(move.place[part]))
            parts.append(Part(origin, int(move.steps[part]), colour if self._rules.teams else None))
        owner = self.colours[int(move.owner[0])]
        aimed = kind in (Kind.SWAP, Kind.SORRY)
        return Move(card, kind.name.lower(), tuple(parts), square_name(owner, int(move.target)) if aimed else None)

    def _move_to_record(self, move: Move) -> Any:
        record = new_records(kernel.MOVE, 1)[0]
        record.card, record.kind = CARDS.index(move.card), Kind[move.kind.upper()]
        record.parts, record.target = max(1, len(move.parts)), NONE
        record.owner[0], record.place[0] = self.turn, START
        for index, part in enumerate(move.parts):
            owner = self._seat(part.colour)
            record.owner[index] = owner
            record.place[index] = place_of_square(self.colours[owner], part.origin)
            record.steps[index] = part.steps
        if move.kind == "start":
            record.target = CIRCLE
        elif move.target is not None:
            record.target = place_of_square(self.colours[int(record.owner[0])], move.target)
        return record

    def _seat(self, colour: str | None) -> int:
        return self.turn if colour is None else self.colours.index(colour)

    def parse(self, text: str) -> Move:
        """The move that ``text`` names in this position (see :mod:`tsurolab.games.sorry.notation`).

        The card may be left out when one is drawn, and a pawn's colour when it cannot be another's. Text for a move
        that has the same outcome as a listed one, such as a 7 with its parts in another order, gives the listed one.

        Raises:
            IllegalMove: the text is no move, or names a colour that the player may not move.
        """
        try:
            move = parse_move(text, self.card)
            move = replace(move, parts=tuple(self._own(part) for part in move.parts))
        except BadArgument as error:
            raise IllegalMove(str(error)) from None
        if self.is_over or move in self.legal_moves._set:
            return move
        return self._listed(move) or move

    def _own(self, part: Part) -> Part:
        """The part with the colour that is usual in this edition: none, or whose pawn stands there."""
        mine = [self.colours[seat] for seat in self._side()]
        if part.colour is not None and part.colour not in mine:
            raise BadArgument(f"{self.colours[self.turn]} moves {' and '.join(mine)}, not {part.colour}")
        if not self._rules.teams:
            return replace(part, colour=None)
        if part.colour is not None or part.origin in ("start", "home"):
            return replace(part, colour=part.colour or mine[0])
        there = [colour for colour in mine if part.origin in self.pawns(colour)]
        if len(there) > 1:
            raise BadArgument(f"both {' and '.join(there)} have a pawn on {part.origin}; name the colour before it")
        return replace(part, colour=there[0] if there else mine[0])

    def _side(self) -> list[int]:
        """The seats whose pawns may be moved: one's own and the partner's."""
        partner = int(self._record.partner[self.turn])
        return [self.turn, partner] if partner >= 0 else [self.turn]

    def _listed(self, move: Move) -> Move | None:
        """The legal move that has the same outcome, if this one can be played at all."""
        outcome = self._after(move)
        if outcome is None:
            return None
        return next(
            (each for each in self.legal_moves if each.card == move.card and self._after(each) == outcome), None
        )

    def _after(self, move: Move) -> tuple[bytes, ...] | None:
        """The pawns after a split 7 or an exchange, or ``None`` if that cannot be played; else ``None``."""
        record, work = self._move_to_record(replace(move, parts=move.parts[:7])), copy_record(self._record)
        if move.kind == "swap" and move.card == "11":
            owner = int(record.owner[0])
            rivals = int(kernel_moves.rivals_of(self._rules, work, owner, int(self._rules.partner_swap)))
            place, target = int(record.place[0]), int(record.target)
            if place >= ZONE or not int(work.ring[owner]) >> place & 1 or target >= ZONE or not rivals >> target & 1:
                return None
            kernel_board.apply(self._rules, work, record)
        elif move.kind == "step" and move.card == "7":
            if self._split_fault(move, work):
                return None
        else:
            return None
        return work.ring.tobytes(), work.zone.tobytes(), work.home.tobytes()

    def _split_fault(self, move: Move, work: Any) -> str | None:
        """Play the parts of a 7 on a copy of the record; why that cannot be done, if so."""
        most = int(self._rules.split_parts)
        if sum(part.steps for part in move.parts) != 7 or any(part.steps < 1 for part in move.parts):
            return "the parts of a 7 go forward and make 7 together"
        if len(move.parts) > most:
            return f"a 7 is split over at most {most} pawns, not {len(move.parts)}"
        if len({(part.origin, part.colour) for part in move.parts}) < len(move.parts):
            return "the parts of a 7 are for different pawns"
        for part in move.parts:
            if part.origin not in self.pawns(self.colours[self._seat(part.colour)]):
                return f"there is no pawn of the player's on {part.origin}"
        moved: set[tuple[int, int]] = set()
        for part in move.parts:
            seat = self._seat(part.colour)
            place = place_of_square(self.colours[seat], part.origin)
            if not self._stands(work, seat, place) or (seat, place) in moved:
                return f"the pawn on {part.origin} is sent back before its turn comes"
            fault = self._step_fault(work, seat, part)
            if fault:
                return fault
            kernel_board.step(self._rules, work, seat, place, part.steps)
            end = int(kernel_board.target_place(place, part.steps))
            moved.add((seat, int(kernel_board.slide_end(self._rules, end)) if end < ZONE else end))
        return None

    @staticmethod
    def _stands(record: Any, seat: int, place: int) -> bool:
        if place < ZONE:
            return bool(int(record.ring[seat]) >> place & 1)
        return place < HOME and bool(int(record.zone[seat]) >> (place - ZONE) & 1)

    def _step_fault(self, record: Any, seat: int, part: Part) -> str | None:
        colour = self.colours[seat]
        place = place_of_square(colour, part.origin)
        if not self._stands(record, seat, place):
            return f"{colour} has no pawn on {part.origin}"
        if kernel_board.can_step(record, seat, place, part.steps):
            return None
        end = int(kernel_board.target_place(place, part.steps))
        if end > HOME:
            return f"{part.origin}{part.steps:+d} goes beyond home, which takes exactly {HOME - place}"
        return f"{part.origin}{part.steps:+d} ends on {square_name(colour, end)}, where {colour} has a pawn"

    # ------------------------------------------------------------------------------------------------ why a move is not

    def _why_not(self, move: Any) -> str:
        if not isinstance(move, Move):
            return f"a move of Sorry! is a Move or its text, not {type(move).__name__}"
        if self._rules.hand_size:
            hand = self.hand(self.turn)
            if move.card not in hand:
                return f"{self.colours[self.turn]} does not hold a {move.card}, only {', '.join(hand)}"
        elif move.card != self.card:
            return f"the card in play is {self.card}, not {move.card}"
        if move.kind in ("pass", "discard"):
            return self._why_not_without(move)
        fault = {"start": self._start_fault, "sorry": self._sorry_fault, "swap": self._swap_fault}.get(
            move.kind, self._steps_fault
        )(move)
        same = self._listed(move)
        return fault or (f"it is listed as '{same}', which has the same outcome" if same else "no rule allows it")

    def _why_not_without(self, move: Move) -> str:
        other = "discard" if self._rules.hand_size else "pass"
        if move.kind != other:
            return f"in {self.game.edition.name} one writes '{move.card}: {other}'"
        return f"a card must be used if it can be, as in '{self.legal_moves[0]}'"

    def _start_fault(self, move: Move) -> str | None:
        seat = self._seat(move.parts[0].colour)
        colour = self.colours[seat]
        if move.card not in ("1", "2"):
            return f"only a 1 or a 2 brings a pawn out, not a {move.card}"
        if not self._record.start[seat]:
            return f"{colour} has no pawn in start"
        return f"{colour} has a pawn on the circle, {square_name(colour, CIRCLE)}"

    def _sorry_fault(self, move: Move) -> str | None:
        seat = self._seat(move.parts[0].colour)
        if move.card != "S":
            return f"only a Sorry! (S) takes a pawn from start to an opponent's square, not a {move.card}"
        if not self._record.start[seat]:
            return f"{self.colours[seat]} has no pawn in start"
        return f"there is no opponent to be taken on {move.target}; one must stand on the track"

    def _swap_fault(self, move: Move) -> str | None:
        part = move.parts[0]
        seat = self._seat(part.colour)
        if move.card != "11":
            return f"only an 11 exchanges pawns, not a {move.card}"
        place = place_of_square(self.colours[seat], part.origin)
        if place >= ZONE or not self._stands(self._record, seat, place):
            return f"{self.colours[seat]} has no pawn on the track at {part.origin}"
        if self._after(move) is None:
            return f"there is no opponent to exchange with on {move.target}; one must stand on the track"
        return None

    def _steps_fault(self, move: Move) -> str | None:
        allowed = {"4": (-4,), "10": (10, -1)}.get(move.card, ())
        if move.card == "S":
            if not self._rules.sorry_steps:
                return "a Sorry! brings a pawn from start to an opponent's square, as in 'S: sorry t30'"
            allowed = (int(self._rules.sorry_steps),)
        if move.card == "7":
            return self._split_fault(move, copy_record(self._record))
        if len(move.parts) != 1:
            return f"a {move.card} moves one pawn, not {len(move.parts)}; only a 7 can be split"
        part = move.parts[0]
        allowed = allowed or (int(move.card),)
        if part.steps not in allowed:
            return f"a {move.card} moves a pawn {' or '.join(f'{steps:+d}' for steps in allowed)}, not {part.steps:+d}"
        return self._step_fault(self._record, self._seat(part.colour), part)

    # --------------------------------------------------------------------------------------------------------- chance

    def _chance(self, before: Any) -> dict[str, Any] | None:
        if not self._record.shuffled:
            return None
        drawer = int(before.turn)
        if self._rules.hand_size:
            drawn = self.hand(drawer)[-1]
        else:
            drawn = str(self.card)
        return {"deck": [drawn, *self.deck]}

    def _play_given(self, move: Any, chance: Mapping[str, Any]) -> None:
        if set(chance) != {"deck"}:
            raise BadArgument(
                f"the only chance outcome of Sorry! is deck=[cards in drawing order], not {sorted(chance)}"
            )
        kernel.settle(self._rules, self._record, move)
        if self._record.reason or not kernel.gather(self._record):
            raise BadArgument("no cards are shuffled after this play: the pile is not empty or the game is over")
        self._set_deck(chance["deck"])
        kernel.draw(self._rules, self._record)

    def _set_deck(self, cards: Sequence[str]) -> None:
        count = int(self._record.deck_count)
        for card in cards:
            if card not in CARDS:
                raise BadArgument(f"{card!r} is no card; there are {', '.join(CARDS)}")
        given = [CARDS.index(card) for card in cards]
        if sorted(given) != sorted(int(code) for code in self._record.deck[:count]):
            raise BadArgument(f"the shuffled pile must hold the {count} discards and nothing else")
        self._record.deck[:count] = given[::-1]

    # ---------------------------------------------------------------------------------------------------- what is seen

    @property
    def colours(self) -> tuple[str, ...]:
        """The colour of each seat."""
        return tuple(COLOURS[int(code)] for code in self._record.colour[: self.players])

    @property
    def card(self) -> str | None:
        """The card in play; ``None`` with hands, and when the game is over."""
        code = int(self._record.card)
        return CARDS[code] if code != NONE else None

    @property
    def deck(self) -> list[str]:
        """The pile, in drawing order; ``"?"`` for cards that lie face down to the seat from which this is seen."""
        return _card_names(self._record.deck[: int(self._record.deck_count)][::-1])

    @property
    def discards(self) -> list[str]:
        """The cards used since the last shuffle, in order."""
        return [CARDS[int(code)] for code in self._record.discards[: int(self._record.discard_count)]]

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat, ``"?"`` for those that may not be seen; empty in editions without hands.

        Raises:
            BadArgument: no such seat.
        """
        seat = self._check_seat(seat)
        return _card_names(self._record.hands[seat, : int(self._record.hand_count[seat])])

    def pawns(self, colour: str) -> list[str]:
        """The squares of a colour's pawns, the one nearest home first.

        Raises:
            BadArgument: the colour does not play.
        """
        if colour not in self.colours:
            raise BadArgument(f"the colours here are {', '.join(self.colours)}, not {colour!r}")
        return self._pawns_of(self._record, self.colours.index(colour))

    def _pawns_of(self, record: Any, seat: int) -> list[str]:
        on_way = int(record.ring[seat]) | int(record.zone[seat]) << ZONE
        places = [place for place in reversed(range(HOME)) if on_way >> place & 1]
        names = [square_name(self.colours[seat], place) for place in places]
        return ["home"] * int(record.home[seat]) + names + ["start"] * int(record.start[seat])

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat by the edition's score table; all 0 where there is none."""
        return tuple(int(kernel.score(self._rules, self._record, seat)) for seat in range(self.players))

    @property
    def last_events(self) -> list[Event]:
        """What the last play brought about, in order: moves, slides, bumps, then the shuffle and the draw."""
        if not self._past:
            return []
        before, move, _ = self._past[-1]
        return [*self._pawn_events(before, move), *self._card_events(before)]

    def _pawn_events(self, before: Any, move: Move) -> list[Event]:
        if move.kind in ("pass", "discard"):
            return []
        record = type(self)(self.game, copy_record(before))._move_to_record(move)
        work = copy_record(before)
        events: list[Event] = []
        for part in range(int(record.parts)):
            owner, place = int(record.owner[part]), int(record.place[part])
            was = copy_record(work)
            if move.kind == "step":
                kernel_board.step(self._rules, work, owner, place, int(record.steps[part]))
                landing = int(kernel_board.target_place(place, int(record.steps[part])))
            else:
                kernel_board.apply(self._rules, work, record)
                landing = int(record.target)
            events += self._landing_events(was, work, owner, place, landing, move.kind == "swap")
        return events

    def _landing_events(self, was: Any, work: Any, owner: int, place: int, landing: int, swapped: bool) -> list[Event]:
        """A pawn of ``owner`` went from ``place`` to ``landing``: that, its slide, and who was sent back."""
        colour = self.colours[owner]
        events = [Event("move", colour, square_name(colour, place), square_name(colour, landing))]
        rests = {}  # seat -> where its pawn that moved stands in the end
        if landing < ZONE:
            rests[owner] = int(kernel_board.slide_end(self._rules, landing))
        if swapped:
            other = int(kernel_board.owner_at(was, owner, landing))
            name = self.colours[other]
            carried = square_name(colour, place)
            events.append(Event("swap", name, square_name(colour, landing), carried))
            was.ring[other] ^= 1 << place_of_square(name, square_name(colour, landing))
            was.ring[other] |= 1 << place_of_square(name, carried)
        slides = int(work.slides[was.turn]) - int(was.slides[was.turn])
        if rests.get(owner, landing) != landing:
            events.append(Event("slide", colour, square_name(colour, landing), square_name(colour, rests[owner])))
            slides -= 1
        if swapped and slides:  # the pawn that was carried slides too, by option
            rests[other] = int(kernel_board.slide_end(self._rules, place_of_square(name, carried)))
            events.append(Event("slide", name, carried, square_name(name, rests[other])))
        for seat in range(self.players):
            lost = int(was.ring[seat]) & ~int(work.ring[seat])
            if seat == owner and place < ZONE:
                lost &= ~(1 << place)
            if swapped and seat == other and other in rests:
                lost &= ~(1 << place_of_square(name, carried))
            if seat in rests and (int(was.ring[seat]) | ~int(work.ring[seat])) >> rests[seat] & 1:
                lost |= 1 << rests[seat]  # a fellow was swept off where this pawn came to rest, or this pawn itself
            back = int(work.start[seat]) - int(was.start[seat]) + (seat == owner and place == START)
            gone = [at for at in range(ZONE) if lost >> at & 1]
            for at in gone[: max(back, 0)]:
                events.append(Event("bump", self.colours[seat], square_name(self.colours[seat], at), "start"))
        return events

    def _card_events(self, before: Any) -> list[Event]:
        if self.is_over:
            return []
        drawer = self.colours[int(before.turn) if self._rules.hand_size else self.turn]
        card = self.hand(int(before.turn))[-1] if self._rules.hand_size else self.card
        shuffle = [Event("shuffle")] if self._record.shuffled else []
        return [*shuffle, Event("draw", drawer, card=card)]

    # ------------------------------------------------------------------------------------------------------- positions

    def position(self) -> dict[str, Any]:
        """The position as JSON-able data.

        Keys: ``players`` (colours in the order of play), ``turn`` (a colour), ``card`` (in play, or ``None``),
        ``pawns`` (by colour, the pawn nearest home first; pawns of one colour are alike and may be given in any order),
        ``deck`` in drawing order, ``discards`` in order of use. With hands also ``hands`` by colour; ``outcome`` of a
        game that the guard has stopped. Cards that may not be seen are ``"?"``; such a position cannot be read back.

        >>> import tsurolab as tl
        >>> position = tl.game("sorry/classic").new(players=3, seed=1).position()
        >>> tl.game("sorry/classic").from_position(position).position() == position
        True
        """
        return self._position_of(self._record)

    def _position_of(self, record: Any) -> dict[str, Any]:
        seats = range(self.players)
        position: dict[str, Any] = {
            "players": list(self.colours),
            "turn": self.colours[int(record.turn)],
            "card": CARDS[int(record.card)] if int(record.card) != NONE else None,
            "pawns": {self.colours[seat]: self._pawns_of(record, seat) for seat in seats},
            "deck": _card_names(record.deck[: int(record.deck_count)][::-1]),
            "discards": [CARDS[int(code)] for code in record.discards[: int(record.discard_count)]],
        }
        if self._rules.hand_size:
            position["hands"] = {
                self.colours[seat]: _card_names(record.hands[seat, : int(record.hand_count[seat])]) for seat in seats
            }
        if record.reason == Reason.TOO_LONG:
            position["outcome"] = {"reason": Reason.TOO_LONG.name, "winners": []}
        return position

    @classmethod
    def from_position(cls, game: GameLike, position: Mapping[str, Any], *, strict: bool = False) -> Self:
        """Read what :meth:`position` writes.

        Only ``players`` and ``pawns`` are needed, and ``hands`` in editions that have them. Without ``turn`` the first
        player is on turn. Of ``deck`` and ``discards`` the missing one is what the pack has besides; if both are
        missing all other cards are discards, so that the next draw shuffles. Without ``card`` one is drawn. Cards may
        be missing or too many, and players sit in any order, but for ``strict``.

        Raises:
            ImpossiblePosition: with the first reason found.
        """
        from tsurolab.games.sorry.positions import read_position

        return cls(game, read_position(game, position, strict=strict))

    # -------------------------------------------------------------------------------------------------------- pictures

    def svg(self, *, narrow: bool = False) -> str:
        """The board, the cards, and the way of the pawns that moved last."""
        from tsurolab.games.sorry.drawing import NARROW, state_svg

        before = self._position_of(self._past[-1][0]) if self._past else None
        if narrow:
            return state_svg(self._drawn_position(), last_move=before, width=NARROW, beside=False)
        return state_svg(self._drawn_position(), last_move=before)


STATE_CLASS = SorryState
