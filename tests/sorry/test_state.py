"""What a person plays with: moves as text, why a move is refused, positions, records, perft."""

import copy
import json

import pytest
from oracles import sorry as oracle

import tsurolab as tl
from tsurolab._jit import JIT
from tsurolab.errors import BadArgument, BadRecord, IllegalMove, ImpossiblePosition, UnknownName
from tsurolab.games.perft import perft
from tsurolab.games.record import GameRecord
from tsurolab.games.sorry.notation import Move, Part, parse_move
from tsurolab.games.sorry.rules import EDITIONS
from tsurolab.seeds import mix

pytestmark = pytest.mark.jitless

NAMES = [edition.name for edition in EDITIONS]
CLASSIC = tl.game("sorry/classic")
START = ["start"] * 4


def red(card, *squares, blue=(), deck=("1",), game=CLASSIC, **more):
    pawns = {"red": [*squares, *START][:4], "blue": [*blue, *START][:4]}
    return game.from_position(
        {"players": ["red", "blue"], "turn": "red", "card": card, "pawns": pawns, "deck": list(deck), **more}
    )


def some_game(name, plies, players=4, **options):
    state = tl.game(name, **options).new(players=players, seed=2)
    for _ in range(plies):
        if state.is_over:
            break
        state.play(state.legal_moves[mix(state.ply + 5) % len(state.legal_moves)])
        yield state


# ------------------------------------------------------------------------------------------------------------- moves


@pytest.mark.parametrize("name", NAMES)
def test_every_move_reads_back_from_its_text(name) -> None:
    for state in some_game(name, 60 if JIT else 15):
        texts = [str(move) for move in state.legal_moves]
        assert len(set(texts)) == len(texts)
        for move in state.legal_moves:
            assert state.parse(str(move)) == move
            assert str(move) in state.legal_moves
            assert eval(repr(move), {"Move": Move, "Part": Part}) == move


def test_a_move_shows_its_parts() -> None:
    state = red("7", "t5", "t9")
    move = state.parse("t5+3 t9+4")
    assert [str(part) for part in move.parts] == ["t5+3", "t9+4"]
    assert (move.card, move.kind, move.target) == ("7", "step", None)


def test_text_of_an_equal_outcome_gives_the_listed_move() -> None:
    state = red("7", "t20", "t40")
    assert str(state.parse("7: t40+4 t20+3")) == "7: t20+3 t40+4"
    assert str(red("7", "t5", "t9").parse("t9+3 t5+4")) == "7: t5+7"
    both = red("11", "t17", "t18", blue=["t16"])
    assert str(both.parse("swap t18 t16")) in both.legal_moves


@pytest.mark.parametrize(
    ("state", "text", "why"),
    [
        (red("5", "t20"), "8: t20+8", "the card in play is 5, not 8"),
        (red("5", "t20"), "t20+8", r"a 5 moves a pawn \+5, not \+8"),
        (red("10", "t20"), "t20-2", r"a 10 moves a pawn \+10 or -1, not -2"),
        (red("4", "t20"), "t20+4", r"a 4 moves a pawn -4, not \+4"),
        (red("5", "t20"), "t21+5", "red has no pawn on t21"),
        (red("5", "t20", "t25"), "t20+5", r"t20\+5 ends on t25, where red has a pawn"),
        (red("5", "s3"), "s3+5", r"s3\+5 goes beyond home, which takes exactly 2"),
        (red("5", "t20"), "pass", "a card must be used if it can be, as in '5: t20\\+5'"),
        (red("5", "t20"), "discard", "one writes '5: pass'"),
        (red("5", "t20"), "t20+2 t20+3", "a 5 moves one pawn, not 2"),
        (red("5", "t20"), "start", "only a 1 or a 2 brings a pawn out"),
        (red("1", "t4"), "start", "red has a pawn on the circle, t4"),
        (red("1", "t5", "t6", "t7", "t8"), "start", "red has no pawn in start"),
        (red("S", "t20", blue=["s2"]), "sorry t40", "there is no opponent to be taken on t40"),
        (red("S", "t5", "t6", "t7", "t8", blue=["t40"]), "sorry t40", "red has no pawn in start"),
        (red("5", "t20", blue=["t40"]), "sorry t40", r"only a Sorry! \(S\) takes a pawn"),
        (red("S", "t20", blue=["t40"]), "t20+4", "a Sorry! brings a pawn from start"),
        (red("11", "t20", blue=["s0"]), "swap t20 t40", "there is no opponent to exchange with on t40"),
        (red("11", "s1", blue=["t40"]), "swap s1 t40", "red has no pawn on the track at s1"),
        (red("5", "t20", blue=["t40"]), "swap t20 t40", "only an 11 exchanges pawns"),
        (red("7", "t20", "t40"), "t20+3 t40+3", "make 7 together"),
        (red("7", "t20", "t40", "t50"), "t20+3 t40+3 t50+1", "a 7 is split over at most 2 pawns, not 3"),
        (red("7", "t20", "t40"), "t20+3 t20+4", "for different pawns"),
        (red("7", "t20", "t40"), "t20+3 t41+4", "there is no pawn of the player's on t41"),
        (red("7", "t15", "t18"), "t15+1 t18+6", "the pawn on t18 is sent back before its turn comes"),
        (red("7", "t12", "t19"), "t12+4 t19+3", "the pawn on t19 is sent back before its turn comes"),
        (red("5", "t20"), "blue t20+5", "red moves red, not blue"),
        (red("5", "t20"), "hello", "is not a move; write one as"),
        (red("5", "t20"), "6: t20+6", "'6' is no card"),
        (red("5", "t20"), "t77+5", "'t77' is no square"),
        (red("5", "t20"), "t20+0", "at least 1 step"),
        (red("11", "t20"), "swap t20", "is not a move"),
    ],
)
def test_a_refused_move_says_why(state, text, why) -> None:
    before = state.position()
    with pytest.raises(IllegalMove, match=why):
        state.play(text)
    assert state.position() == before
    assert text not in state.legal_moves


def test_a_move_object_that_is_not_listed_names_the_listed_one() -> None:
    state = red("7", "t20", "t40")
    with pytest.raises(IllegalMove, match=r"listed as '7: t20\+3 t40\+4', which has the same outcome"):
        state.play(Move("7", "step", (Part("t40", 4), Part("t20", 3))))


def test_with_hands_a_card_must_be_held_and_named() -> None:
    game = tl.game("sorry/points")
    position = {"players": ["red", "blue"], "pawns": {"red": START, "blue": START}}
    stuck = game.from_position({**position, "hands": {"red": ["3", "5", "8", "8", "12"], "blue": ["1"] * 5}})
    assert [str(move) for move in stuck.legal_moves] == ["3: discard", "5: discard", "8: discard", "12: discard"]
    with pytest.raises(IllegalMove, match="names no card"):
        stuck.play("discard")
    with pytest.raises(IllegalMove, match="red does not hold a 1, only 3, 5, 8, 8, 12"):
        stuck.play("1: start")
    stuck.play("8: discard")
    assert stuck.position()["hands"]["red"][:4] == ["3", "5", "8", "12"]
    assert stuck.colours[stuck.turn] == "blue"
    able = game.from_position({**position, "hands": {"red": ["3", "2", "8", "8", "12"], "blue": ["1"] * 5}})
    with pytest.raises(IllegalMove, match="a card must be used if it can be"):
        able.play("3: discard")
    able.play("2: start")
    assert able.colours[able.turn] == "red"  # a 2 plays again, from a hand that has been filled up
    assert len(able.hand(0)) == 5


def test_a_hand_that_can_only_exchange_may_discard() -> None:
    game = tl.game("sorry/points")
    position = {"players": ["red", "blue"], "pawns": {"red": ["t0", *START[1:]], "blue": ["t30", *START[1:]]}}
    state = game.from_position({**position, "hands": {"red": ["11"], "blue": ["1"]}})
    assert {move.kind for move in state.legal_moves} == {"swap", "discard"}


# ----------------------------------------------------------------------------------------------------------- partners


def test_a_colour_is_named_only_where_it_is_needed() -> None:
    game = tl.game("sorry/teams")
    pawns = {"red": ["s1", "t5", *START[2:]], "blue": START, "yellow": ["s1", "t9", *START[2:]], "green": START}
    state = game.from_position({"players": list(pawns), "turn": "red", "card": "1", "pawns": pawns})
    assert str(state.parse("t9+1")) == "1: yellow t9+1"
    with pytest.raises(IllegalMove, match="both red and yellow have a pawn on s1; name the colour"):
        state.play("s1+1")
    with pytest.raises(IllegalMove, match="red moves red and yellow, not blue"):
        state.play("blue t5+1")
    assert str(state.parse("start")) == "1: start red"
    state.play("yellow s1+1")
    assert state.pawns("yellow")[0] == "s2"


def test_an_11_takes_the_partner_only_by_option_and_if_nobody_else_is_there() -> None:
    pawns = {"red": ["t5", *START[1:]], "blue": START, "yellow": ["t39", *START[1:]], "green": START}
    position = {"players": list(pawns), "turn": "red", "card": "11", "pawns": pawns}
    assert all(move.kind == "step" for move in tl.game("sorry/teams").from_position(position).legal_moves)
    by_option = tl.game("sorry/teams", partner_swap=True)
    assert "11: swap red t5 t39" in by_option.from_position(position).legal_moves
    pawns["green"] = ["t20", *START[1:]]
    kinds = {move.target for move in by_option.from_position(position).legal_moves if move.kind == "swap"}
    assert kinds == {"t20"}


# ------------------------------------------------------------------------------------------------------------- events


def test_the_events_tell_the_slide_the_bumps_and_the_draw() -> None:
    state = red("3", "t13", "t17", blue=["t18", "t19"]).play("t13+3")
    told = [(each.kind, each.colour, each.origin, each.to) for each in state.last_events[:-1]]
    assert told[:2] == [("move", "red", "t13", "t16"), ("slide", "red", "t16", "t19")]
    assert sorted(told[2:]) == [
        ("bump", "blue", "t18", "start"),
        ("bump", "blue", "t19", "start"),
        ("bump", "red", "t17", "start"),
    ]
    assert (state.last_events[-1].kind, state.last_events[-1].card) == ("draw", "1")


def test_the_events_of_an_exchange() -> None:
    state = red("11", "t18", blue=["t16"]).play("swap t18 t16")
    assert [(each.kind, each.colour, each.origin, each.to) for each in state.last_events[:-1]] == [
        ("move", "red", "t18", "t16"),
        ("swap", "blue", "t16", "t18"),
        ("slide", "red", "t16", "t19"),
        ("bump", "blue", "t18", "start"),
    ]


def test_the_picture_shows_the_board_and_the_way_of_the_last_move() -> None:
    state = red("5", "t20")
    before = state._repr_svg_()
    assert before.startswith("<svg")
    assert state.play("t20+5")._repr_svg_() != before


# ---------------------------------------------------------------------------------------------------------- positions


@pytest.mark.parametrize("name", NAMES)
def test_positions_round_trip_exactly_and_are_reachable(name) -> None:
    for state in some_game(name, 90 if JIT else 20):
        position = state.position()
        assert json.loads(json.dumps(position)) == position
        twin = state.game.from_position(position, strict=True)
        assert twin.position() == position
        assert [str(move) for move in twin.legal_moves] == [str(move) for move in state.legal_moves]


def test_a_finished_game_round_trips() -> None:
    state = red("1", "s4", "home", "home", "home").play("s4+1")
    assert state.is_over
    assert str(state.outcome) == "all home: seat 0 wins"
    position = state.position()
    assert position["card"] is None
    again = CLASSIC.from_position(position)
    assert (again.outcome, again.position()) == (state.outcome, position)
    with pytest.raises(IllegalMove, match="the game is over"):
        again.play("pass")


def position(**changes):
    base = {"players": ["red", "blue"], "turn": "red", "card": "5", "pawns": {"red": START, "blue": START}}
    return base | changes


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"card": "6"}, "'6' is not a card; there are 1, 2, 3"),
        ({"turn": "green"}, "turn must be one of red, blue, not 'green'"),
        ({"players": ["red", "red"]}, "1 to 4 different colours"),
        ({"players": ["red", "purple"]}, "'purple' is not a colour"),
        ({"players": "red"}, "players must be a list"),
        ({"pawns": {"red": START}}, "the pawns of blue are missing"),
        ({"pawns": {"red": START, "blue": START, "green": START}}, "green has pawns but does not play"),
        ({"pawns": {"red": [*START, "t1"], "blue": START}}, "red has 5 pawns; a player has 4"),
        ({"pawns": {"red": ["t60", *START[1:]], "blue": START}}, "'t60' is no square"),
        ({"pawns": {"red": ["s5", *START[1:]], "blue": START}}, "'s5' is no square"),
        ({"pawns": {"red": [None, *START[1:]], "blue": START}}, "None is no square"),
        ({"pawns": {"red": ["t7", "t7", *START[2:]], "blue": START}}, r"two pawns \(red\) stand on t7"),
        ({"pawns": {"red": ["t7", *START[1:]], "blue": ["t7", *START[1:]]}}, r"two pawns \(red and blue\) stand on t7"),
        ({"pawns": {"red": ["s1", "s1", *START[2:]], "blue": START}}, r"two pawns \(red\) stand on s1"),
        ({"pawns": {"red": ["home"] * 4, "blue": ["home"] * 4}, "card": None}, "red and blue have all pawns home"),
        (
            {"pawns": {"red": START, "blue": ["home"] * 4}, "card": None},
            "blue has all pawns home, so the turn cannot be",
        ),
        ({"pawns": {"red": ["home"] * 4, "blue": START}}, "the game is over, so there is no card '5' in play"),
        ({"pawns": []}, "pawns must be a mapping by colour"),
        ({"deck": ["1", "13"]}, "'13' is not a card"),
        ({"deck": ["1"] * 65}, "105 cards; there can be 64"),
        ({"card": None, "deck": [], "discards": []}, "no card in play and none to draw"),
        ({"hands": {"red": ["1"]}}, "sorry/classic has no hands"),
        ({"outcome": {"reason": "ALL_HOME", "winners": [0]}}, "an outcome is only given of a stopped game"),
        ({"colour": "red"}, "unknown key 'colour'"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(changes, why) -> None:
    with pytest.raises(ImpossiblePosition, match=why):
        CLASSIC.from_position(position(**changes))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"deck": ["1", "1"], "discards": []}, "there are 2 cards 1; the pack has 5"),
        ({"players": ["red"], "pawns": {"red": START}}, "sorry/classic is for 2 to 4 players, not 1"),
        (
            {"players": ["red", "yellow", "blue"], "pawns": {"red": START, "blue": START, "yellow": START}},
            "players sit clockwise",
        ),
    ],
)
def test_only_strict_refuses_what_no_game_reaches(changes, why) -> None:
    CLASSIC.from_position(position(**changes))
    with pytest.raises(ImpossiblePosition, match=why):
        CLASSIC.from_position(position(**changes), strict=True)
    assert CLASSIC.from_position(position(), strict=True).turn == 0


def test_a_position_without_piles_draws_from_all_other_cards() -> None:
    state = CLASSIC.from_position(position(card="12"))
    assert state.deck == []
    assert len(state.discards) == 44
    state.play("pass")
    assert len(state.deck) == 44
    drawn = CLASSIC.from_position(position(card=None))
    assert drawn.card is not None
    assert len(drawn.deck) == 44


def test_hands_are_checked() -> None:
    game = tl.game("sorry/points")
    pawns = {"red": START, "blue": START}
    for hands, why in (
        ({"red": ["1"] * 6}, "red holds 6 cards; a hand has 5"),
        ({"blue": ["1"]}, "it is the turn of red, who holds no card"),
        ({"green": ["1"]}, "'green' has a hand but does not play"),
    ):
        with pytest.raises(ImpossiblePosition, match=why):
            game.from_position({"players": ["red", "blue"], "pawns": pawns, "hands": hands})
    with pytest.raises(ImpossiblePosition, match="cards are in hands, so there is no card '5' in play"):
        game.from_position({"players": ["red", "blue"], "card": "5", "pawns": pawns, "hands": {"red": ["1"]}})


# -------------------------------------------------------------------------------------------------- records, options


@pytest.mark.parametrize("name", NAMES)
def test_a_record_replays_without_random_numbers(name) -> None:
    *_, state = some_game(name, 130 if JIT else 60)
    assert any(chance for _, _, chance in state._past)
    record = GameRecord.loads(state.record().dumps())
    assert record.final().position() == state.position()
    for played, replayed in zip(state.record().replay(), record.replay()):
        assert played == replayed


def test_chance_outcomes_are_checked() -> None:
    state = red("12", deck=())
    discards = [*state.discards, "12"]
    for chance, why in (
        ({"dice": 3}, "the only chance outcome of Sorry! is deck"),
        ({"deck": ["1"]}, f"must hold the {len(discards)} discards"),
        ({"deck": ["0"]}, "'0' is no card"),
    ):
        with pytest.raises(BadArgument, match=why):
            state.play("pass", **chance)
    state.play("pass", deck=sorted(discards))
    assert state.card == "1"
    with pytest.raises(BadArgument, match="no cards are shuffled after this play"):
        state.play(state.legal_moves[0], deck=["1"])


def test_a_damaged_record_is_refused() -> None:
    record = CLASSIC.new(players=2, seed=1).record()
    with pytest.raises(BadRecord, match="cannot be played"):
        GameRecord(**{**record.__dict__, "moves": ("9: t1+9",), "chance": (None,)}).final()


def test_undo_and_copy_restore() -> None:
    state = CLASSIC.new(players=3, seed=9)
    start = state.position()
    twin = state.copy()
    for _ in range(30):
        state.play(state.legal_moves[0])
    assert twin.position() == start
    while state.ply:
        state.undo()
    assert state == twin


def test_options_are_checked() -> None:
    with pytest.raises(BadArgument, match="two_players must be one of adjacent, opposite"):
        tl.game("sorry/classic", two_players="across")
    with pytest.raises(UnknownName, match="hand_size"):
        tl.game("sorry/classic", hand_size=5)
    with pytest.raises(BadArgument, match="sorry/teams is for 4 to 4 players"):
        tl.game("sorry/teams").new(players=2)
    with pytest.raises(BadArgument, match="seven_parts must be a whole number from 2 to 8"):
        tl.game("sorry/teams", seven_parts=9)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.name)
def test_every_option_can_be_set_to_each_of_its_values(edition) -> None:
    for option in edition.options:
        for value in list(option.choices)[:12]:
            state = tl.game(edition.name, **{option.name: value}).new(players=edition.players[-1], seed=1)
            state.play(state.legal_moves[0])
        assert option.doc
    assert all(ruling.option in {"", *(option.name for option in edition.options)} for ruling in edition.rulings)


def test_the_diamond_edition_is_the_classic_one() -> None:
    diamond = tl.game("sorry/diamond").new(players=4, seed=6)
    classic = CLASSIC.new(players=4, seed=6)
    for _ in range(120 if JIT else 20):
        assert diamond._record.tobytes() == classic._record.tobytes()
        move = classic.legal_moves[mix(classic.ply) % len(classic.legal_moves)]
        diamond.play(move)
        classic.play(move)


def test_text_needs_a_card() -> None:
    with pytest.raises(BadArgument, match="names no card"):
        parse_move("t9+5")


BUSY = {
    "red": ["t20", "t59", "s1", "start"],
    "blue": ["t15", "t33", "t37", "start"],
    "yellow": ["t40", "t26", "start", "start"],
    "green": ["t44", "t10", "start", "home"],
}
PERFT = {
    "classic": ("sorry/classic", {"card": "7", "deck": ["11", "S", "10", "2", "4", "1"]}, (18, 232, 1470)),
    "displaced": ("sorry/classic", {"card": "11", "deck": ["11", "7", "S", "1"]}, (20, 317, 2360)),
    "points": ("sorry/points", {"hands": {colour: ["7", "S", "12"] for colour in BUSY}}, (26, 379)),
    "teams": ("sorry/teams", {"card": "7", "deck": ["11", "S", "10"]}, (196,)),
}
"""Sequences of 1, 2, ... moves from a busy board. The oracle counts the same."""
OPTIONS = {"displaced": {"displaced_slides": True}, "teams": {"seven_parts": 3}}
ORACLE = {
    "classic": oracle.Rules(),
    "displaced": oracle.Rules(displaced_slides=True),
    "points": oracle.Rules(pack="first-edition", hand_size=5),
    "teams": oracle.Rules(teams=True, seven_parts=3),
}


def oracle_perft(table, depth):
    if depth == 0:
        return 1
    choices = [] if table.winners else table.choices()
    if depth == 1:
        return len(choices)
    total = 0
    for card, used, _, pawns in choices:
        after = copy.deepcopy(table)
        after.use(card, used, pawns)
        if not after.winners:
            after.draw()
        total += oracle_perft(after, depth - 1)
    return total


@pytest.mark.parametrize("name", PERFT)
def test_perft(name) -> None:
    edition, cards, counts = PERFT[name]
    position = {"players": list(BUSY), "turn": "blue", "pawns": BUSY, "deck": [], "discards": [], **cards}
    if name == "points":
        position["deck"] = ["1", "2", "3", "4"]
    state = tl.game(edition, **OPTIONS.get(name, {})).from_position(position)
    depths = counts if JIT else counts[:1]
    assert tuple(perft(state, depth) for depth in range(1, len(depths) + 1)) == depths
    position.setdefault("card", None)
    table = oracle.Table(rules=ORACLE[name], **position)
    assert oracle_perft(table, len(depths)) == counts[len(depths) - 1]
