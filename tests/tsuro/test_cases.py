"""The outside cases through the public surface: ``game.from_position``, ``legal_moves``, ``play``, ``position``."""

from functools import cache

import caseload
import pytest
from case_positions import CHECKS, EXCLUDED, Case, Position, Refused, check_trace_legal, game_scene, why_impossible

import tsurolab as tl
from tsurolab.errors import IllegalMove, ImpossiblePosition

FILES = ("neu_a_board", "neu_a_rules", "neu_a_tile_traversal", "nwu_unit_tests", "recorded_tests", "trace_turns")
ALL = [parameter for name in FILES for parameter in caseload.parameters(f"tsuro/{name}")]


@cache
def game(rows: int, alone: bool) -> tl.Game:
    """Return ``tsuro/classic``, or its solitaire where a marker is alone on the board.

    The large boards of one source are asked for; small ones come from the position, which the 6 x 6 game also takes.
    """
    size = {"rows": 10, "cols": 10} if rows == 10 else {}
    return tl.game("tsuro/classic", solitaire=alone, **size)


class LibraryTable:
    """A table of the library; it refuses an avoidable suicide, with that reason."""

    def __init__(self, position: Position) -> None:
        alone = sum(not player["out"] for player in position["players"]) == 1
        self.state = game(position["rows"], alone).from_position(position)

    def legal(self) -> set[str]:
        texts = [str(move) for move in self.state.legal_moves]
        assert len(set(texts)) == len(texts)
        return set(texts)

    def play(self, text: str, deck: list[str] | None = None) -> None:
        if text not in self.legal():
            with pytest.raises(IllegalMove, match="puts the player out while another placement does not"):
                self.state.play(text)
            raise Refused(text)
        self.state.play(text) if deck is None else self.state.play(text, deck=deck)

    def causes(self) -> dict[int, str]:
        return {event.seat: event.cause for event in self.state.last_events if event.kind == "out"}

    def position(self) -> Position:
        return self.state.position()

    def winners(self) -> tuple[int, ...] | None:
        outcome = self.state.outcome
        return None if outcome is None else outcome.winners

    def exits(self) -> None:
        return None

    def drawers(self) -> list[int]:
        return [event.seat for event in self.state.last_events if event.kind == "draw"]


@pytest.mark.parametrize("case", ALL)
def test_the_library_agrees_with_the_case(case: Case) -> None:
    if case["id"] in EXCLUDED:
        with pytest.raises(AssertionError):  # it must differ where the oracle does
            CHECKS[case["kind"]](case, LibraryTable)
        return
    wrong = why_impossible(case)
    if wrong:
        with pytest.raises(ImpossiblePosition, match=wrong):
            CHECKS[case["kind"]](case, LibraryTable)
        return
    CHECKS[case["kind"]](case, LibraryTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/trace_turns"))
def test_the_library_allows_just_the_traced_placements(case: Case) -> None:
    check_trace_legal(case, LibraryTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/trace_games"))
def test_the_library_agrees_with_the_whole_game(case: Case) -> None:
    CHECKS["game"](case, LibraryTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/trace_games")[:3])
def test_traced_games_begin_from_positions_that_a_strict_reader_takes(case: Case) -> None:
    position = game_scene(case).position
    state = game(6, False).from_position(position, strict=True)
    assert {key: state.position()[key] for key in ("rows", "cols", "tiles", "turn", "deck", "dragon")} == {
        key: position[key] for key in ("rows", "cols", "tiles", "turn", "deck", "dragon")
    }
