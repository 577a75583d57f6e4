"""The editions of Sorry! as data: sources, rulings, options, and the RULES record that the kernel reads.

What it is for: everything that differs between editions. What it is not for: what happens on a turn (``kernel.py``)
and the packs of cards (``deck.py``).

A pawn's way is counted in *places* of its own colour, the same for all four: place 0 is the square just behind the
circle, 1 the circle, 59 the entry to the safety zone, 60..64 the zone, 65 home. A move forward adds to the place and
never wraps; that place 0 is also the square after place 59 matters only to moves backward. Place p of colour c (red 0,
blue 1, yellow 2, green 3) is track square ``(p + 3 + 15 * c) % 60``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np

from tsurolab.errors import BadArgument
from tsurolab.games.protocol import Edition, Family, Mark, Option, ResultField, Ruling, Source, Status, new_records
from tsurolab.games.sorry.deck import CARDS, DECKS

COLOURS: Final = ("red", "blue", "yellow", "green")
"""Clockwise."""
MAX_SEATS: Final = 4
MAX_PAWNS: Final = 4
MAX_HAND: Final = 10
MAX_CARDS: Final = 64
"""Room for a pack."""

TRACK: Final = 60
SIDE: Final = 15
"""Squares from one colour's base to the next one's."""
BEHIND: Final = 3
"""Track square of red's place 0."""
CIRCLE: Final = 1
ENTRY: Final = 59
ZONE: Final = 60
HOME: Final = 65
START: Final = 66
"""Not a place on the way: where pawns wait."""

_SHORT_HEADS: Final = tuple(SIDE * turn - 2 for turn in (1, 2, 3))
_LONG_HEADS: Final = tuple(SIDE * turn + 6 for turn in (1, 2, 3))
_OWN_SHORT_HEAD: Final = SIDE * 4 - 2
_OWN_LONG_HEAD: Final = 6


class Reason(IntEnum):
    """Why a game ended (0 while it goes on)."""

    ALL_HOME = 1
    """A player, or a team, has all pawns home."""
    TOO_LONG = 2
    """No rule of Sorry!: a guard that stops a game after an absurd number of cards."""


class Kind(IntEnum):
    """What a move does."""

    PASS = 0
    START = 1
    STEP = 2
    SWAP = 3
    SORRY = 4
    DISCARD = 5


RULES: Final = np.dtype(
    [
        ("pawns", "i8"),
        ("deck_size", "i8"),
        ("fast_start", "i8"),
        ("opposite", "i8"),
        ("random_first", "i8"),
        ("two_draws_again", "i8"),
        ("displaced_slides", "i8"),
        ("sorry_steps", "i8"),
        ("hand_size", "i8"),
        ("teams", "i8"),
        ("split_parts", "i8"),
        ("partner_swap", "i8"),
        ("plain", "i8"),
        ("short_heads", "i8"),
        ("long_heads", "i8"),
        ("score_own", "i8"),
        ("score_home", "i8"),
        ("score_out", "i8"),
        ("score_bump", "i8"),
        ("score_bonus", "i8", 3),
        ("deck", "u1", MAX_CARDS),
    ],
    align=True,
)
"""An edition as the kernel reads it. ``deck`` lists the pack as codes (indices of ``CARDS``); ``short_heads`` and
``long_heads`` have a bit for every place that is a triangle on which a pawn slides 3 or 4 squares on; ``plain`` says
that the quick choice among the moves may be used."""


class ScoreTable(NamedTuple):
    """How a game is scored; all but the first is the winner's alone."""

    own: int
    """For each own pawn home."""
    opponents_home: int = 0
    """To the winner for each pawn that opponents have home."""
    opponents_out: int = 0
    """To the winner for each pawn that opponents do not have home."""
    bump: int = 0
    """For each opposing pawn sent back, to everybody."""
    bonus: tuple[int, int, int] = (0, 0, 0)
    """To the winner when no opponent has more than 0, 1, 2 pawns home; only the best of them counts."""


SCORES: Final[Mapping[str, ScoreTable]] = {
    "1939": ScoreTable(1, opponents_home=1, bonus=(24, 16, 8)),
    "1939-not-home": ScoreTable(1, opponents_out=1, bonus=(24, 16, 8)),
    "hasbro": ScoreTable(5, opponents_out=5, bonus=(100, 50, 25)),
    "expert": ScoreTable(5, opponents_out=2, bump=1, bonus=(30, 20, 10)),
}
"""The scoring systems found (rule 2.2)."""

RESULT_FIELDS: Final[Mapping[str, ResultField]] = {
    "winners": ResultField("who has all pawns home", "seat mask"),
    "reason": ResultField("why the game ended", "code", ("", *(reason.name.lower() for reason in Reason))),
    "first": ResultField("the seat that began", "code", tuple(f"seat_{seat}" for seat in range(MAX_SEATS))),
    "colour": ResultField("the seat's colour", "code", COLOURS),
    "turns": ResultField("turns of all players"),
    "cards": ResultField("cards used by all players, forfeits included"),
    "shuffles": ResultField("times the discards were shuffled into a new pile"),
    "lead_changes": ResultField("turns after which another seat than before was alone in front"),
    "deficit": ResultField("the most squares that the seat was behind the front at the end of a turn"),
    "deficit_overcome": ResultField("the winner's deficit"),
    "bumps_given": ResultField("pawns of other colours sent back by the seat"),
    "bumps_taken": ResultField("pawns of the seat sent back by others"),
    "self_bumps": ResultField("own pawns sent back by the seat's own slides"),
    "slides": ResultField("slides of the seat"),
    "swaps": ResultField("pawns exchanged by an 11"),
    "sorries": ResultField("Sorry! cards used"),
    "forfeits": ResultField("cards that the seat could not, or did not, use"),
    "home": ResultField("pawns home at the end"),
    "progress": ResultField("squares that the seat's pawns have covered at the end, 65 for each one home"),
    "first_start": ResultField("own turn on which the seat's first pawn left start; 0 if none did"),
    "first_start_card": ResultField("own turn on which the seat first had a 1 or a 2; 0 if it never had"),
    "score": ResultField("points by the edition's score table"),
    **{f"used_{card}": ResultField(f"cards {card} that moved a pawn") for card in CARDS},
    **{f"unused_{card}": ResultField(f"cards {card} that moved none") for card in CARDS},
    **{f"squares_{card}": ResultField(f"squares that cards {card} won for the side that used them") for card in CARDS},
}
"""Progress is counted in squares: a pawn's place, 0 in start, 65 home."""

# ---------------------------------------------------------------------------------------------------------- sources

_SEED = Source("SEED", "the project brief's text of the encyclopedia article on Sorry!")
_H2005 = Source("H2005", "Hasbro leaflet of 2005", "https://manualzz.com/doc/23076058")
_P1939 = Source(
    "P1939", "Parker rules of 1939, as reprinted by Winning Moves", "https://www.scribd.com/document/513365569"
)
_P1939Q = Source(
    "P1939Q", "sentences of the 1939 booklet on the 7", "https://curvesandchaos.com/how-does-the-7-card-work-in-sorry/"
)
_11NOTE = Source(
    "11NOTE",
    "the note under the 11, quoted",
    "https://www.redbloxgames.com/faq/faq-how-to-play-sorry-express.html",
)
_WIKI = Source("WIKI", "encyclopedia text on cards and teams", "https://en.wikipedia.org/wiki/Sorry!_(game)")
_LIQUI = Source("LIQUI", "on the pack of 1996", "https://www.liquisearch.com/sorry_game/rules")
_CP = Source("CP", "on the diamond", "https://www.conservapedia.com/Sorry!_(board_game)")
_AAF = Source("AAF", "on the old board", "https://www.allaboutfunandgames.com/classic-board-game-of-sorry")
_ULTRA = Source("ULTRA", "variants, among them one for experts", "https://www.ultraboardgames.com/sorry/variants.php")

# ---------------------------------------------------------------------------------------------------------- rulings

_OWN_SLIDE = Ruling("2.1", "A sliding pawn is never bumped by its own slide.", Mark.ASSUMED)
_OWN_HEAD = Ruling("2.1", "A triangle on which an own pawn stands may not be landed on.", Mark.ASSUMED)
_ORDER = Ruling(
    "2.1",
    "The parts of a 7 are played one after the other in the player's order; a later part sees the board as it then is, "
    "and an order in which a part cannot be played is no move.",
    Mark.ASSUMED,
)
_PAST = Ruling("2.1", "A slide never carries a pawn past its own entry.", Mark.DERIVED)
_BEHIND = Ruling(
    "2.1",
    "A pawn that has gone back two or more squares behind its circle may go forward into its zone; from one square "
    "behind it goes round the board.",
    Mark.DERIVED,
)
_DISPLACED = Ruling(
    "2.1", "The pawn that is moved by another's 11 does not slide.", Mark.ASSUMED, option="displaced_slides"
)
_IN_THE_WAY = Ruling(
    "2.1",
    "When an 11 puts a pawn on a triangle and the displaced pawn stands on that slide, the displaced pawn goes to its "
    "start.",
    Mark.DERIVED,
)
_LAST_TWO = Ruling("2.1", "After a winning 2 no card is drawn.", Mark.ASSUMED)
_RESHUFFLE = Ruling("2.1", "A card is discarded before the next is drawn, so a 2 may be shuffled in.", Mark.ASSUMED)
_FIRST = Ruling(
    "2.1",
    "Seat 0 begins; drawing for it gives every seat the same chance, which is what 'random' does.",
    Mark.SOURCED,
    option="first_player",
)
_SEATING = Ruling(
    "2.1",
    "Two players take adjacent colours, or opposite ones by option; three take red, blue and yellow.",
    Mark.ASSUMED,
    option="two_players",
)
_GUARD = Ruling("2.1", "A game is stopped after 20 000 cards; no rule says so and no game comes near.", Mark.ASSUMED)
_EXPRESS = Ruling(
    "2.7",
    "A Sorry! that may also move a pawn 4 forward belongs to the edition of 2013; here it is an option.",
    Mark.SOURCED,
    option="sorry_forward",
)
_OWN_COLOUR = Ruling(
    "2.7",
    "Slides carry the other colours; the wording of 2013, read literally, carries the own colour only.",
    Mark.SOURCED,
    option="slides",
)
_DIAMOND = Ruling(
    "2.1",
    "The bar on passing the own diamond forward follows from the way into the zone; backward it may be passed.",
    Mark.DERIVED,
)
_PACK = Ruling("2.1", "With the pack of 55 cards the rules are those of the classic edition.", Mark.ASSUMED)
_HAND_TWO = Ruling("2.2", "After a 2 from the hand the hand is filled up and the player plays again.", Mark.ASSUMED)
_HAND_DISCARD = Ruling(
    "2.2",
    "A player who can play no card, or nothing but the exchange of an 11, may discard one and draw; a discarded 2 does "
    "not play again.",
    Mark.ASSUMED,
)
_HAND_START = Ruling("2.2", "All pawns begin in start.", Mark.ASSUMED, option="fast_start")
_SCORE_SIGN = Ruling(
    "2.2",
    "The winner scores for pawns that opponents have home, as the source is worded; the other reading is "
    "'1939-not-home'.",
    Mark.ASSUMED,
    option="scoring",
)
_SCORE_BONUS = Ruling("2.2", "Of the winner's bonuses only the highest counts.", Mark.ASSUMED, option="scoring")
_TEAM_SEVEN = Ruling(
    "2.3",
    "A 7 is split over two pawns at most; the leaflet of 2005 allows any or all eight.",
    Mark.SOURCED,
    option="seven_parts",
)
_TEAM_OWN = Ruling("2.3", "Every pawn keeps the zone, the entry and the slides of its own colour.", Mark.ASSUMED)
_TEAM_SORRY = Ruling(
    "2.3", "Sorry! must be used; on the partner only when no opponent stands on the track.", Mark.ASSUMED
)
_TEAM_SWAP = Ruling("2.3", "An 11 exchanges with opponents only.", Mark.ASSUMED, option="partner_swap")

# ---------------------------------------------------------------------------------------------------------- options

_SWITCH = (False, True)


def _deck_option(default: str) -> Option:
    return Option("deck", default, "the pack of cards", tuple(DECKS))


def _fast_start(default: bool) -> Option:
    return Option("fast_start", default, "one pawn of each colour begins on the circle", _SWITCH)


_TWO_PLAYERS = Option(
    "two_players", "adjacent", "colours of two players: red and blue, or red and yellow", ("adjacent", "opposite")
)
_COMMON_OPTIONS = (
    Option("first_player", "seat_0", "who begins", ("seat_0", "random")),
    Option("pawns", 4, "pawns of each colour; the edition of 2013 has 3", range(1, MAX_PAWNS + 1)),
    Option("two_draws_again", True, "a 2 draws again; not in the edition of 2013", _SWITCH),
    Option("displaced_slides", False, "a pawn displaced by an 11 onto a triangle slides", _SWITCH),
    Option("sorry_forward", False, "Sorry! may instead move a pawn 4 forward, as in 2013", _SWITCH),
    Option("slides", "others", "on which slides a pawn slides: those of other colours or its own", ("others", "own")),
)


def _classic_options(deck: str) -> tuple[Option, ...]:
    return (_deck_option(deck), _TWO_PLAYERS, _fast_start(False), *_COMMON_OPTIONS)


_CLASSIC_SOURCES = (_H2005, _SEED, _P1939, _P1939Q, _11NOTE, _WIKI)
_CLASSIC_RULINGS = (
    _OWN_SLIDE,
    _OWN_HEAD,
    _PAST,
    _BEHIND,
    _ORDER,
    _DISPLACED,
    _IN_THE_WAY,
    _LAST_TWO,
    _RESHUFFLE,
    _FIRST,
    _SEATING,
    _EXPRESS,
    _OWN_COLOUR,
    _GUARD,
)

EDITIONS: Final = (
    Edition(
        name="sorry/classic",
        title="Sorry! (Hasbro, pack of 45)",
        version=1,
        players=range(2, 5),
        status=Status.MOSTLY_SOURCED,
        summary="Four pawns each, cards drawn one by one, five 1s in the pack.",
        sources=_CLASSIC_SOURCES,
        rulings=_CLASSIC_RULINGS,
        options=_classic_options("classic"),
    ),
    Edition(
        name="sorry/first-edition",
        title="Sorry! (first US edition, pack of 44)",
        version=1,
        players=range(2, 5),
        status=Status.MOSTLY_SOURCED,
        summary="As classic, with four cards of each kind.",
        sources=(_P1939, _P1939Q, _SEED, _11NOTE),
        rulings=_CLASSIC_RULINGS,
        options=_classic_options("first-edition"),
    ),
    Edition(
        name="sorry/waddingtons",
        title="Sorry! (Waddingtons 1996, pack of 55)",
        version=1,
        players=range(2, 5),
        status=Status.MOSTLY_SOURCED,
        summary="As classic, with five cards of each kind.",
        sources=(_LIQUI, _SEED, *_CLASSIC_SOURCES[:1]),
        rulings=(_PACK, *_CLASSIC_RULINGS),
        options=_classic_options("waddingtons"),
    ),
    Edition(
        name="sorry/diamond",
        title="Sorry! (older boards with diamonds)",
        version=1,
        players=range(2, 5),
        status=Status.MOSTLY_SOURCED,
        summary="As classic; a diamond behind each circle may not be passed forward, which no pawn could do anyway.",
        sources=(_CP, _AAF, _SEED, _P1939),
        rulings=(_DIAMOND, *_CLASSIC_RULINGS),
        options=_classic_options("classic"),
    ),
    Edition(
        name="sorry/points",
        title="Sorry! for points (1939, hands of five)",
        version=1,
        players=range(2, 5),
        status=Status.RECONSTRUCTED,
        summary="Five cards in hand, one played a turn; pawns home score.",
        sources=(_P1939, _SEED, _ULTRA, _H2005),
        rulings=(_HAND_TWO, _HAND_DISCARD, _HAND_START, _SCORE_SIGN, _SCORE_BONUS, *_CLASSIC_RULINGS),
        options=(
            _deck_option("first-edition"),
            Option("hand_size", 5, "cards in a hand", range(1, MAX_HAND + 1)),
            Option("scoring", "1939", "the score table", tuple(SCORES)),
            _TWO_PLAYERS,
            _fast_start(False),
            *_COMMON_OPTIONS,
        ),
    ),
    Edition(
        name="sorry/teams",
        title="Sorry! for partners",
        version=1,
        players=range(4, 5),
        status=Status.MOSTLY_SOURCED,
        summary="Red and yellow against blue and green; a player may move any pawn of the team.",
        sources=(_H2005, _WIKI, _P1939, _SEED),
        rulings=(_TEAM_SEVEN, _TEAM_OWN, _TEAM_SORRY, _TEAM_SWAP, *(r for r in _CLASSIC_RULINGS if r is not _SEATING)),
        options=(
            _deck_option("classic"),
            Option("seven_parts", 2, "over how many pawns a 7 may be split: 2 (1939) up to 8 (2005)", range(2, 9)),
            Option("partner_swap", False, "an 11 may exchange with the partner if no opponent can be had", _SWITCH),
            _fast_start(False),
            *_COMMON_OPTIONS,
        ),
        settings={"teams": True},
    ),
)

FAMILY: Final = Family("sorry", "Sorry!", "tsurolab.games.sorry", EDITIONS)


def _heads(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def build_rules(edition: Edition, options: Mapping[str, object]) -> Any:
    """The RULES record of an edition with checked options.

    Raises:
        BadArgument: options that do not go together.
    """
    values: dict[str, Any] = {**options, **edition.settings}
    record = new_records(RULES, 1)[0]
    pack = [CARDS.index(card) for card, copies in DECKS[values["deck"]].items() for _ in range(copies)]
    record.deck_size = len(pack)
    record.deck[: len(pack)] = pack
    record.pawns = values["pawns"]
    record.fast_start = values["fast_start"]
    record.opposite = values.get("two_players") == "opposite"
    record.random_first = values["first_player"] == "random"
    record.two_draws_again = values["two_draws_again"]
    record.displaced_slides = values["displaced_slides"]
    record.sorry_steps = 4 if values["sorry_forward"] else 0
    record.hand_size = values.get("hand_size", 0)
    record.teams = values.get("teams", False)
    record.split_parts = values.get("seven_parts", 2)
    record.partner_swap = values.get("partner_swap", False)
    own = values["slides"] == "own"
    record.short_heads = _heads((_OWN_SHORT_HEAD,) if own else _SHORT_HEADS)
    record.long_heads = _heads((_OWN_LONG_HEAD,) if own else _LONG_HEADS)
    record.plain = not (record.teams or record.hand_size or record.displaced_slides or record.sorry_steps or own)
    if record.hand_size * MAX_SEATS >= record.deck_size:
        raise BadArgument(
            f"hand_size {values['hand_size']} leaves no pile: four hands take {record.hand_size * MAX_SEATS} of the "
            f"pack's {record.deck_size} cards"
        )
    if "scoring" in values:
        table = SCORES[values["scoring"]]
        record.score_own, record.score_bump = table.own, table.bump
        record.score_home, record.score_out = table.opponents_home, table.opponents_out
        record.score_bonus[:] = table.bonus
    return record
