"""What the case files of Sorry! claim, checked against any table: the library's, or the oracle's.

A table is made of a position and answers with the set of positions after one card. Pawns of one colour are alike.
"""

from collections.abc import Callable, Mapping
from typing import Any

Case = dict[str, Any]
Key = tuple[tuple[str, tuple[str, ...]], ...]
Outcomes = Callable[[Case], list[Key]]
"""All positions to which a card leads; an unchanged one is a forfeit, or a move that changes nothing."""


def key(pawns: Mapping[str, list[str]]) -> Key:
    return tuple((colour, tuple(sorted(pawns[colour]))) for colour in sorted(pawns))


def check_outcomes(case: Case, outcomes: Outcomes) -> None:
    found = outcomes(case)
    assert len(set(found)) == len(found)
    assert set(found) == {key({**case["pawns"], **expected["changed"]}) for expected in case["expect"]}


def at_the_table(case: Case) -> Case:
    """The case without opponents that have all pawns home, who could not be there any more."""
    done = [colour for colour in case["players"] if set(case["pawns"][colour]) == {"home"} and colour != case["turn"]]
    left = {colour: squares for colour, squares in case["pawns"].items() if colour not in done}
    return {**case, "players": [colour for colour in case["players"] if colour in left], "pawns": left}


def check_one_pawn(case: Case, outcomes: Outcomes) -> None:
    """The moves in which one pawn takes part; no move at all is a forfeit, or the game is over."""
    case = at_the_table(case)
    found = set(outcomes(case)) or {key(case["pawns"])}
    expected = {key({colour: move["after"][colour] for colour in case["pawns"]}) for move in case["expect"]}
    if case["official"] != "agrees":  # known: it puts two pawns on one square
        bad = {name for name in expected if any(len(set(on_way(each))) < len(on_way(each)) for _, each in name)}
        assert bad
        assert not found & bad
        expected -= bad
    assert expected <= found
    others = [square for n, square in enumerate(case["pawns"][case["turn"]]) if n != case["pawn"]]
    if all(square == "home" for square in others):
        assert found == (expected or {key(case["pawns"])})


def on_way(squares: tuple[str, ...]) -> list[str]:
    return [square for square in squares if square not in ("start", "home")]


def _single(case: Case, pawn: str, square: str) -> Key:
    """The position after one pawn has come to a square, whoever else was there."""
    colour, number = pawn[:-1], int(pawn[-1])
    squares = list(case["pawns"][colour])
    squares[number] = square
    return key({**case["pawns"], colour: squares})


def check_constraints(case: Case, outcomes: Outcomes, listed: Callable[[Case], set[str]]) -> None:
    """What the tests of one outside program demand of its list of moves.

    ``listed`` tells the kinds of moves: fwd, split, start, swap, sorry, pass.
    """
    wanted, found, kinds = case["expect"], set(outcomes(case)), listed(case)
    demands: list[bool] = []
    if wanted.get("only_pass"):
        demands.append(found == {key(case["pawns"])} and kinds == {"pass"})
    if "after" in wanted:
        demands.append(key({**case["pawns"], **wanted["after"]}) in found)
    if "include_state" in wanted:
        demands.append(key({**case["pawns"], **wanted["include_state"]}) in found)
    demands += [_single(case, *each) in found for each in wanted.get("include", [])]
    demands += [_single(case, *each) not in found for each in wanted.get("exclude", [])]
    demands += [kind in kinds for kind in wanted.get("has_via", [])]
    demands += [kind not in kinds for kind in wanted.get("no_via", [])]
    assert demands
    assert all(demands) == (case["official"] == "agrees")
