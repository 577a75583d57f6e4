"""Turn the outside cases into positions and moves of this project, and check what they assert.

Both the oracle and the library are put through the same checks: each is wrapped as a :class:`Table`, something that a
position can be set up on. A case asserts facts about one situation, and its source leaves unmentioned what it does not
look at (hands, other players). Where the full rules need more than the case gives, seats are added after those of the
case. A *bystander* waits on a start mark far from the action with a full hand, so it never moves, draws, or is passed
the dragon tile, and its presence only keeps the game going. A *departed* player is out already, and only means that the
game began with one more, for the dragon tile is not used where two began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from oracles import tsuro as oracle

Case = dict[str, Any]
Position = dict[str, Any]

PLAIN = "12-34-56-78"
"""The tile that joins the two points of each side: whoever enters it comes straight back."""


class Refused(Exception):
    """A table that follows the suicide rule strictly was given a move that breaks it."""


class Table(Protocol):
    """A game set up from a position, by the oracle or by the library."""

    def legal(self) -> set[str]:
        """Return all legal moves as text."""

    def play(self, text: str, deck: list[str] | None = None) -> None:
        """Play; `deck` is the pile's order after hands have returned to it. Raise Refused for an avoidable suicide."""

    def causes(self) -> dict[int, str]:
        """Return who was eliminated by the last move, and why."""

    def position(self) -> Position:
        """Return the position."""

    def winners(self) -> tuple[int, ...] | None:
        """Return the winners, None while the game goes on."""

    def exits(self) -> dict[int, tuple[int, int, int]] | None:
        """Return the points of the edge by which the eliminated left; None where the table does not tell."""

    def drawers(self) -> list[int] | None:
        """Return the seats that drew, in order; None where the table does not tell."""


SetUp = Callable[[Position], Table]


@dataclass
class Scene:
    """A position made from a case, with the seats of the case's colours."""

    position: Position
    seats: dict[str, int]
    mover: str

    def text(self, tile: str) -> str:
        """Return the move that lays `tile` as it is named in front of the mover."""
        faces = self.position["players"][self.seats[self.mover]]["faces"]
        return f"{faces['row']},{faces['col']} {tile}"


IMPOSSIBLE = {
    "recorded_tests-0009 winners": "35 tiles lie on the board while 35 are in the pile: no set has 70",
}
"""Single assertions that contradict their own position; the rest of these cases is checked."""

_FAULT = "the source is wrong, as the case's own check says"
_PASSING = "house rule on lines that start nowhere: avatars that meet pass through each other; here both are out (1.8)"
_LOOPING_OTHERS = "house rule: sending somebody else into an endless loop is forbidden; here it is not (1.5, 1.6)"
_NO_WAY_OUT = "house rule: a loop and an exit each forbid the other; here any may be played when all eliminate (1.5)"
_LOOP_STAYS = "house rule: a marker in an endless loop does not count as eliminated; here it is out"

EXCLUDED = {
    "nwu_unit_tests-0059": _FAULT,
    "neu_a_rules-0014": _FAULT,
    "neu_a_board-0006": _PASSING,
    "neu_a_board-0007": _PASSING,
    "neu_a_rules-0065": _PASSING,
    "neu_a_rules-0086": _PASSING,
    "neu_a_rules-0012": _LOOPING_OTHERS,
    "neu_a_rules-0046": _LOOPING_OTHERS,
    "neu_a_rules-0061": _LOOPING_OTHERS,
    "neu_a_rules-0069": _LOOPING_OTHERS,
    "neu_a_rules-0084": _LOOPING_OTHERS,
    "neu_a_rules-0100": _LOOPING_OTHERS,
    "recorded_tests-0082": _LOOPING_OTHERS,
    "recorded_tests-0092": _LOOPING_OTHERS,
    "recorded_tests-0074": _NO_WAY_OUT,
    "recorded_tests-0075": _NO_WAY_OUT,
    "recorded_tests-0151": _NO_WAY_OUT,
    "recorded_tests-0081": _LOOP_STAYS,
}
"""Whole cases that are faults, or that belong to another rule set in positions that no game reaches."""


# --- building positions -----------------------------------------------------------------------------------------------


def point(port: dict[str, int]) -> dict[str, int]:
    """Return a directed port of a case in the form of a position."""
    return {"row": port["row"], "col": port["col"], "point": port["port"]}


def stands_at(faces: dict[str, int] | None, rows: int, cols: int) -> dict[str, int] | None:
    """Return the point of the last tile on which a marker stands, None on a start mark."""
    if faces is None:
        return None
    down, right, across = oracle.ACROSS[faces["point"]]
    row, col = faces["row"] + down, faces["col"] + right
    return {"row": row, "col": col, "port": across} if 0 <= row < rows and 0 <= col < cols else None


def seated(
    rows: int,
    cols: int,
    tiles: Iterable[dict[str, Any]],
    tokens: list[tuple[str, dict[str, int], list[str]]],
    mover: str,
    *,
    deck: Iterable[str] = (),
    dragon: str | None = None,
    bystanders: int = 0,
    departed: int = 0,
    away_from: Iterable[tuple[int, int]] = (),
) -> Scene:
    """Build a position from tiles {row, col, conn} and tokens (colour, faces, hand).

    On a board without a free start mark there is no room for bystanders; a table plays a lone marker as solitaire.
    """
    board = [{"row": t["row"], "col": t["col"], "tile": t["conn"]} for t in tiles]
    seats = {colour: seat for seat, (colour, _, _) in enumerate(tokens)}
    players = [
        {"faces": point(faces), "hand": [oracle.canonical(tile) for tile in hand], "out": False}
        for _, faces, hand in tokens
    ]
    deck = [oracle.canonical(tile) for tile in deck]
    taken = {(t["row"], t["col"]) for t in board} | set(away_from)
    taken |= {(p["faces"]["row"], p["faces"]["col"]) for p in players}
    used = [t["tile"] for t in board] + deck + [tile for p in players for tile in p["hand"]]
    spare = spare_tiles(used)
    edge = [(r, c, 5) for r in (0,) for c in range(cols)] + [(rows - 1, c, 1) for c in range(cols)]
    edge += [(r, 0, 7) for r in range(rows)] + [(r, cols - 1, 3) for r in range(rows)]
    for row, col, mark in edge:
        if bystanders and (row, col) not in taken:
            players.append({"faces": {"row": row, "col": col, "point": mark}, "hand": spare[:3], "out": False})
            taken.add((row, col))
            spare, bystanders = spare[3:], bystanders - 1
    players += [{"faces": None, "hand": [], "out": True} for _ in range(departed)]
    position = {
        "rows": rows,
        "cols": cols,
        "tiles": board,
        "players": players,
        "turn": seats[mover],
        "deck": deck,
        "dragon": None if dragon is None else seats[dragon],
    }
    return Scene(position, seats, mover)


@cache
def all_classes() -> tuple[str, ...]:
    """Return the 35 canonical names."""

    def matchings(points: list[int]) -> list[list[str]]:
        if not points:
            return [[]]
        first, rest = points[0], points[1:]
        return [[f"{first}{p}", *more] for p in rest for more in matchings([q for q in rest if q != p])]

    return tuple(sorted({oracle.canonical("-".join(m)) for m in matchings(list(range(1, 9)))}))


def spare_tiles(used: Iterable[str]) -> list[str]:
    """Return classes for bystanders' hands: first those that the case does not use, then any."""
    classes = all_classes()
    taken = {oracle.canonical(tile) for tile in used}
    return [c for c in classes if c not in taken] + list(classes)


def turn_scene(case: Case, *, hand_before: bool = False) -> Scene:
    """Build the position before the turn of a case of kind "turn"."""
    action, expected, board = case["action"], case["expected"], case["board"]
    mover = action["player"]
    tokens = []
    for p in case["players"]:
        hand = list(p["hand"])
        if p["color"] == mover:
            hand = list(case["hand_before"]) if hand_before else [*hand, oracle.canonical(action["conn"])]
        tokens.append((p["color"], p["faces"], hand))
    dragon = next((p["color"] for p in case["players"] if p["dragon"]), None)
    bystanders = bystanders_for_turn(case, expected)
    return seated(
        board["rows"],
        board["cols"],
        case["tiles"],
        tokens,
        mover,
        deck=case["deck"],
        dragon=dragon,
        bystanders=bystanders,
        departed=max(0, 3 - len(tokens) - bystanders) if "dragon" in expected else 0,
        away_from=[(action["row"], action["col"])],
    )


def bystanders_for_turn(case: Case, expected: dict[str, Any]) -> int:
    """Return how many bystanders a turn needs, none if the case says that the game ends by it.

    Else: enough for two living markers, and one where nobody would have a tile left, which would end the game.
    """
    players = case["players"]
    if expected.get("winners") and len(players) > 1:
        return 0
    idle = not case["deck"] and not any(p["hand"] for p in players)
    return max(2 - len(players), int(idle), 0)


def token_scene(case: Case, mover: str, hand: list[str], cells: Iterable[tuple[int, int]] = ()) -> Scene:
    """Build the position of a case that has only tiles and tokens: one bystander, and a hand for the mover alone."""
    tokens = [(c, t["faces"], hand if c == mover else []) for c, t in case["tokens"].items()]
    faces = case["tokens"][mover]["faces"]
    away = [*cells, (faces["row"], faces["col"])]
    rows, cols = case["board"]["rows"], case["board"]["cols"]
    return seated(rows, cols, case["tiles"], tokens, mover, bystanders=1, away_from=away)


def why_impossible(case: Case) -> str | None:
    """Return what is wrong with the tokens of a case, for a reader that refuses what cannot be played on.

    Some sources let two avatars wait at one point, which no game can bring about (0.1.5), or set a token down where it
    could never be.
    """
    board, players = case.get("board"), case.get("players") or list(case.get("tokens", {}).values())
    filled = {(t["row"], t["col"]) for t in case.get("tiles", [])}
    seen = []
    for faces in (p["faces"] for p in players if "faces" in p):
        if faces in seen:
            return "wait at the same point"
        if not (0 <= faces["row"] < board["rows"] and 0 <= faces["col"] < board["cols"]):
            return "must be a whole number from 0 to"
        if (faces["row"], faces["col"]) in filled:
            return "which has a tile; it must be empty"
        seen.append(faces)
    return None


# --- checks, a kind each ----------------------------------------------------------------------------------------------


def check_traversal(case: Case, set_up: SetUp) -> None:
    """A marker that enters the tile in the middle of an empty 3 x 3 board comes out where the case says."""
    turns = -case["rotate_cw_deg"] // 90
    assert oracle.turned(case["tile"], turns) == case["conn"]
    faces = {"row": 1, "col": 1, "port": case["enter"]}
    scene = seated(3, 3, [], [("me", faces, [oracle.canonical(case["conn"])])], "me", bystanders=1)
    table = set_up(scene.position)
    table.play(scene.text(case["conn"]))
    position = table.position()
    assert stands_at(position["players"][0]["faces"], 3, 3) == {"row": 1, "col": 1, "port": case["expected"]["exit"]}


def check_legality(case: Case, set_up: SetUp) -> None:
    """The move is legal, or not, with the hand given."""
    action = case["action"]
    if action["player"] not in case["tokens"]:
        assert case["expected"]["legal"] is False  # somebody who is not on the board can do nothing
        return
    scene = token_scene(case, action["player"], case["hand"])
    assert (scene.text(action["conn"]) in set_up(scene.position).legal()) == case["expected"]["legal"]


def check_legal_set(case: Case, set_up: SetUp) -> None:
    """The set of legal placements, or their number, with or without counting equal rotations once."""
    (mover,) = case["tokens"]
    scene = token_scene(case, mover, case["hand"])
    names = {text.split()[1] for text in set_up(scene.position).legal()}
    expected = case["expected"]
    if "legal" in expected:
        assert names == set(expected["legal"])
    elif expected["count_of"] == "distinct oriented placements":
        assert len(names) == expected["count"]
    else:
        assert expected["count_of"] == "hand tiles x 4 rotations"
        turned = [oracle.turned(tile, turns) for tile in case["hand"] for turns in range(4)]
        assert sum(name in names for name in turned) == expected["count"]


def check_trace_legal(case: Case, set_up: SetUp) -> None:
    """The full legal set of a traced turn."""
    scene = turn_scene(case, hand_before=True)
    assert set_up(scene.position).legal() == {scene.text(name) for name in case["legal"]}


def check_turn(case: Case, set_up: SetUp) -> None:
    """A whole turn: who is out, where the others stand, draws, dragon, winners, and who is next."""
    scene = turn_scene(case)
    expected = {k: v for k, v in case["expected"].items() if f"{case['id']} {k}" not in IMPOSSIBLE}
    if len(case["players"]) == 1:
        expected.pop("winners", None)  # alone before the turn: that game was over, and a bystander stands in
    check_move(case, scene, scene.text(case["action"]["conn"]), expected, set_up)


def check_token_move(case: Case, set_up: SetUp) -> None:
    """One tile on a board with tokens: who is out, where the others stand."""
    action, expected = case["action"], case["expected"]
    mover = action["player"]
    if expected.get("error"):
        assert mover not in case["tokens"]  # the source refuses a move by somebody who is not on the board
        return
    scene = token_scene(case, mover, [oracle.canonical(action["conn"])])
    expected = dict(expected)
    if isinstance(expected.get("eliminated"), bool):
        assert expected.pop("eliminated") == (mover in eliminated_colours(scene, action["conn"], set_up))
    for key in ("at", "exit_at"):
        if "row" in (expected.get(key) or {}):
            expected[key] = {mover: expected[key]}
    check_move(case, scene, scene.text(action["conn"]), expected, set_up)


def eliminated_colours(scene: Scene, tile: str, set_up: SetUp) -> set[str]:
    """Return the colours that the tile puts out; the mover where the table refuses the tile as suicide."""
    table = set_up(scene.position)
    try:
        table.play(scene.text(tile))
    except Refused:
        judge_refusal(scene, scene.text(tile))
        return {scene.mover}
    return {colour for colour, seat in scene.seats.items() if seat in table.causes()}


def judge_refusal(scene: Scene, text: str) -> None:
    """Check that a refused move is an avoidable suicide indeed; what else it would do, only the oracle can be asked."""
    game = oracle.OracleGame(scene.position)
    outs = game.placements()[text]
    assert scene.seats[scene.mover] in [out.seat for out in outs], f"{text} was refused, but the mover stays in"
    assert text not in game.legal(), f"{text} was refused, but it cannot be avoided"


def check_move(case: Case, scene: Scene, text: str, expected: dict[str, Any], set_up: SetUp) -> None:
    """Play `text` and compare all that `expected` asserts."""
    table = set_up(scene.position)
    seats, mover = scene.seats, scene.mover
    try:
        table.play(text)
    except Refused:
        judge_refusal(scene, text)
        gone = expected.get("eliminated", expected.get("removed", [mover] if expected.get("loop") else None))
        assert gone is None or mover in gone, f"{case['id']}: {text} was refused, but the mover stays in"
        assert gone is not None or mover not in (expected.get("at") or {}), f"{case['id']}: {text} was refused"
        return
    position, causes = table.position(), table.causes()
    players = position["players"]
    rows, cols = position["rows"], position["cols"]
    alive = [c for c in order_after(scene, position) if not players[seats[c]]["out"]]
    over = table.winners() is not None
    for key, value in expected.items():
        if key in ("eliminated", "removed"):
            assert {c for c, s in seats.items() if s in causes} == set(value), key
        elif key == "loop":
            assert ("loop" in causes.values()) == value, key
        elif key == "tile_stays":
            pass  # a house rule of that source: after a loop the tile is taken off again
        elif key == "at":
            assert {c: stands_at(players[seats[c]]["faces"], rows, cols) for c in value} == value, key
        elif key == "faces":
            assert {c: players[seats[c]]["faces"] for c in alive} == {c: point(f) for c, f in value.items()}, key
        elif key == "exit_at":
            exits = table.exits()
            for colour, where in value.items():
                assert seats[colour] in causes, key
                assert exits is None or exits[seats[colour]] == (where["row"], where["col"], where["port"]), key
        elif key == "alive_order":
            assert alive == value, key
            if not over:
                assert position["turn"] == next(s for s in clockwise(scene, players) if players[s]["hand"]), key
        elif key == "alive_set":
            assert set(alive) == set(value), key
        elif key == "winners":
            expected_seats = None if value is None else {seats[c] for c in value}
            found = table.winners()
            assert (None if found is None else set(found)) == expected_seats, key
        elif key in ("hand_sizes", "deck_size", "dragon", "draws"):
            if not over:  # after the end the programs differ, and it does not matter
                check_tiles(key, value, scene, position)
        else:
            raise AssertionError(f"{case['id']}: nothing checks {key!r}")


def check_tiles(key: str, value: Any, scene: Scene, position: Position) -> None:
    """Compare hands, pile, dragon and draws after a turn."""
    players, seats = position["players"], scene.seats
    if key == "hand_sizes":
        assert {c: len(players[seats[c]]["hand"]) for c in value} == value, key
    elif key == "deck_size":
        assert len(position["deck"]) == value, key
    elif key == "dragon":
        assert position["dragon"] == (None if value is None else seats[value]), key
    else:
        for colour, named in value.items():
            drawn = [oracle.canonical(tile) for tile in named]
            before = scene.position["players"][seats[colour]]["hand"]
            kept = len(before) - (colour == scene.mover)
            assert players[seats[colour]]["hand"][kept:] == drawn, key


def clockwise(scene: Scene, players: list[dict[str, Any]]) -> list[int]:
    """Return all living seats from the one after the mover."""
    start = scene.seats[scene.mover]
    order = [(start + step) % len(players) for step in range(1, len(players) + 1)]
    return [seat for seat in order if not players[seat]["out"]]


def order_after(scene: Scene, position: Position) -> list[str]:
    """Return the living colours of the case in the order in which they play after the mover."""
    colours = {seat: colour for colour, seat in scene.seats.items()}
    return [colours[seat] for seat in clockwise(scene, position["players"]) if seat in colours]


def leaver_scene(case: Case, *, holder_leaves: bool, deck_size: int) -> Scene:
    """Build a position in which one more player, seated first, must leave the board and so starts the draw round."""
    spots = [(5, 0, 1), (5, 5, 1), (0, 5, 5), (3, 0, 7)]
    spare = [tile for tile in all_classes() if tile != PLAIN]
    back = min(2, deck_size)
    tokens = [("leaver", {"row": 0, "col": 0, "port": 5}, [PLAIN] * (1 + back))]
    for p, (row, col, port) in zip(case["players"], spots, strict=False):
        tokens.append((p["color"], {"row": row, "col": col, "port": port}, spare[: p["hand_size"]]))
        spare = spare[p["hand_size"] :]
    deck = spare[: deck_size - back]
    dragon = "leaver" if holder_leaves else next(p["color"] for p in case["players"] if p["dragon"])
    idle = not deck_size and not any(p["hand_size"] for p in case["players"])
    return seated(6, 6, [], tokens, "leaver", deck=deck, dragon=dragon, bystanders=int(idle))


def check_draw(case: Case, set_up: SetUp) -> None:
    """The draw round with the dragon tile: order of draws, hands, pile and dragon."""
    scene = leaver_scene(case, holder_leaves=False, deck_size=case["deck_size"])
    expected = dict(case["expected"])
    order = expected.pop("order", None)
    table = set_up(scene.position)
    table.play(scene.text(PLAIN))
    assert table.winners() is None
    for key, value in expected.items():
        check_tiles(key, value, scene, table.position())
    if order is not None and table.drawers() is not None:
        assert table.drawers() == [scene.seats[c] for c in order]


def check_dragon_pass(case: Case, set_up: SetUp) -> None:
    """Who gets the dragon tile when its holder leaves the board."""
    scene = leaver_scene(case, holder_leaves=True, deck_size=0)
    table = set_up(scene.position)
    table.play(scene.text(PLAIN))
    assert table.winners() is None
    check_tiles("dragon", case["expected"]["dragon"], scene, table.position())


def check_moves(case: Case, set_up: SetUp) -> None:
    """Several tiles in turn on a 10 x 10 board of another rule set, and what becomes of red.

    That rule set has no head-on elimination on lines that start nowhere, and stops at a loop or when two avatars come
    to rest on one port. Each tile is a position of its own here.
    """
    verdict, red = case["expected"]["verdict"], case["expected"]["player"]
    rows, cols = case["board"]["rows"], case["board"]["cols"]
    tiles = [dict(t) for t in case["tiles"]]
    faces = {c: dict(t["faces"]) for c, t in case["tokens"].items()}
    found = "survives" if red in faces else "not_in_game"
    for action in case["actions"]:
        mover, tile = action["player"], action["conn"]
        if mover not in faces:
            continue
        tokens = [(c, f, [oracle.canonical(tile)] if c == mover else []) for c, f in faces.items()]
        away = [(faces[mover]["row"], faces[mover]["col"])]
        scene = seated(rows, cols, tiles, tokens, mover, bystanders=1, away_from=away)
        table = set_up(scene.position)
        try:
            table.play(scene.text(tile))
        except Refused:
            judge_refusal(scene, scene.text(tile))
            if mover == red:
                assert verdict in ("eliminated", "loop")
            return
        causes = {c: table.causes()[s] for c, s in scene.seats.items() if s in table.causes()}
        after = table.position()["players"]
        tiles.append({**dict(zip(("row", "col"), away[0], strict=True)), "conn": tile})
        moved = {c: after[s]["faces"] for c, s in scene.seats.items() if c not in causes}
        faces = {c: {"row": f["row"], "col": f["col"], "port": f["point"]} for c, f in moved.items()}
        resting = [(f["row"], f["col"], f["port"]) for f in faces.values()]
        if "loop" in causes.values():
            found = "loop"
            break
        if len(set(resting)) < len(resting):
            found = "same_port"
            break
        if red in causes:
            found = "eliminated"
            break
    assert found == verdict
    if "at" in case["expected"]:
        f = faces[red]
        assert stands_at({"row": f["row"], "col": f["col"], "point": f["port"]}, rows, cols) == case["expected"]["at"]


def game_scene(case: Case) -> Scene:
    """Build the position of a traced game after all markers have been placed."""
    tokens = [(c, case["start_faces"][c], case["hands"][c]) for c in case["players"]]
    return seated(6, 6, [], tokens, case["players"][0], deck=case["deck"])


def check_game(case: Case, set_up: SetUp) -> None:
    """A whole game: eliminations, draws, dragon, pile and order of every turn, and the winners."""
    scene = game_scene(case)
    seats = scene.seats
    colours = {seat: colour for colour, seat in seats.items()}
    table = set_up(scene.position)
    last = len(case["turns"]) - 1
    after = table.position()
    for number, turn in enumerate(case["turns"]):
        before = after
        mover = seats[turn["player"]]
        assert before["turn"] == mover, number
        faces = before["players"][mover]["faces"]
        text = f"{faces['row']},{faces['col']} {turn['conn']}"
        back = [tile for c in turn["eliminated"] for tile in before["players"][seats[c]]["hand"]]
        if mover in [seats[c] for c in turn["eliminated"]]:
            back.remove(oracle.canonical(turn["conn"]))
        first = mover if before["dragon"] is None else before["dragon"]
        order = pile_order(before["deck"] + back, case["turns"][number:], seats, first) if back else None
        table.play(text, order)  # refused if it is not legal
        after = table.position()
        assert {colours[s] for s in table.causes()} == set(turn["eliminated"]), number
        assert (table.winners() is not None) == (number == last), number
        if number == last:
            break
        for colour, seat in seats.items():
            hand = list(before["players"][seat]["hand"])
            if seat == mover:
                hand.remove(oracle.canonical(turn["conn"]))
            drawn = [oracle.canonical(tile) for c, tile in turn["draws"] if c == colour]
            expected = [] if after["players"][seat]["out"] else hand + drawn
            assert sorted(after["players"][seat]["hand"]) == sorted(expected), (number, colour)
        assert len(after["deck"]) == turn["deck"], number
        if len(seats) > 2:  # the source hands the dragon tile to one of two players as well, without effect
            assert after["dragon"] == (None if turn["dragon"] is None else seats[turn["dragon"]]), number
        living = [colours[s] for s in clockwise(Scene(after, seats, turn["player"]), after["players"])]
        assert living == turn["order"], number
    assert {colours[s] for s in table.winners() or ()} == set(case["expected"]["winners"])


def pile_order(pile: list[str], turns: list[dict[str, Any]], seats: dict[str, int], first: int) -> list[str]:
    """Return the pile in the order in which the rest of the game draws it, with what is never drawn at the end.

    A case lists the draws of a turn by seats. Where several draw in a turn they draw one each, clockwise from `first`,
    the holder of the dragon tile, then round again: everyone's first tile, everyone's second, and so on.
    """
    rounds: Counter[str] = Counter()
    now = []
    for colour, tile in turns[0]["draws"]:
        rounds[colour] += 1
        now.append((rounds[colour], (seats[colour] - first) % len(seats), tile))
    later = [tile for turn in turns[1:] for _, tile in turn["draws"]]
    left = list(pile)
    order = []
    for tile in map(oracle.canonical, [tile for _, _, tile in sorted(now)] + later):
        if tile in left:
            left.remove(tile)
            order.append(tile)
    return order + left


CHECKS: dict[str, Callable[[Case, SetUp], None]] = {
    "traversal": check_traversal,
    "legality": check_legality,
    "legal_set": check_legal_set,
    "turn": check_turn,
    "move": check_token_move,
    "elimination": check_token_move,
    "loop": check_token_move,
    "moves": check_moves,
    "draw": check_draw,
    "dragon_pass": check_dragon_pass,
    "game": check_game,
}
