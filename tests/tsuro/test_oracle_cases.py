"""The oracle itself agrees with the outside cases; without that its second opinion would be worth little."""

import caseload
import pytest
from case_positions import CHECKS, EXCLUDED, Case, Position, all_classes, check_game, check_trace_legal
from oracles import tsuro as oracle

FILES = ("neu_a_board", "neu_a_rules", "neu_a_tile_traversal", "nwu_unit_tests", "recorded_tests", "trace_turns")
ALL = [parameter for name in FILES for parameter in caseload.parameters(f"tsuro/{name}")]


class OracleTable:
    """A table of the oracle; it plays an avoidable suicide when told to, so that every case can be followed."""

    def __init__(self, position: Position) -> None:
        alone = sum(not player["out"] for player in position["players"]) == 1
        self.game = oracle.OracleGame(position, oracle.Options(solitaire=alone))

    def legal(self) -> set[str]:
        return self.game.legal()

    def play(self, text: str, deck: list[str] | None = None) -> None:
        self.game.play(text, deck, force=True)

    def causes(self) -> dict[int, str]:
        return {out.seat: out.cause for out in self.game.last.eliminated}

    def position(self) -> Position:
        return self.game.position()

    def winners(self) -> tuple[int, ...] | None:
        return self.game.winners

    def exits(self) -> dict[int, tuple[int, int, int] | None]:
        return {out.seat: out.exit for out in self.game.last.eliminated}

    def drawers(self) -> list[int]:
        return [seat for seat, _ in self.game.last.draws]


class StrictTable(OracleTable):
    """A table of the oracle that plays legal moves only."""

    def play(self, text: str, deck: list[str] | None = None) -> None:
        self.game.play(text, deck)


@pytest.mark.parametrize("case", ALL)
def test_the_oracle_agrees_with_the_case(case: Case) -> None:
    if case["id"] in EXCLUDED:
        with pytest.raises(AssertionError):  # else the exclusion is out of date
            CHECKS[case["kind"]](case, OracleTable)
        assert case["check"]["agrees"] is False or case["official_position"] is False
        return
    CHECKS[case["kind"]](case, OracleTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/trace_games"))
def test_the_oracle_agrees_with_the_whole_game(case: Case) -> None:
    check_game(case, StrictTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/trace_turns"))
def test_the_oracle_allows_just_the_traced_placements(case: Case) -> None:
    check_trace_legal(case, OracleTable)


@pytest.mark.parametrize("case", caseload.parameters("tsuro/tile_lists", "tile_list"))
def test_the_oracle_counts_the_classes_of_a_tile_list(case: Case) -> None:
    expected = case["expected"]
    if not case["check"]["agrees"]:
        assert "upstream fault" in case["note"]
        expected = {"distinct_classes": case["check"]["classes"]}
    assert len({oracle.canonical(tile) for tile in case["tiles"]}) == expected["distinct_classes"]
    if "distinct_oriented" in expected:
        assert len(set(case["tiles"])) == expected["distinct_oriented"]


@pytest.mark.parametrize("case", caseload.parameters("tsuro/tile_lists", "tile_count"))
def test_the_oracle_counts_the_tiles(case: Case) -> None:
    expected = case["expected"]
    classes = all_classes()
    tiles = sorted({name for c in classes for name in oracle.orientations(c)})
    assert len(classes) == expected["classes_rotation"]
    assert len(tiles) == expected["matchings"]
    assert sum(oracle.turned(name, 1) == name for name in tiles) == expected["fixed_by_90"]
    assert sum(oracle.turned(name, 2) == name for name in tiles) == expected["fixed_by_180"]
