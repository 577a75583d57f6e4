"""The outside cases through the public surface: ``game.from_position``, ``legal_moves``, ``play``, ``position``."""

import caseload
import pytest
from sorry_cases import Case, Key, check_constraints, check_one_pawn, check_outcomes, key

import tsurolab as tl
from tsurolab.errors import ImpossiblePosition
from tsurolab.games.sorry import kernel_board
from tsurolab.games.sorry.notation import place_of_square, square_name
from tsurolab.games.sorry.rules import HOME, SCORES, START

CLASSIC = tl.game("sorry/classic")
DIAMOND = tl.game("sorry/diamond")
POINTS = {name: tl.game("sorry/points", scoring=name) for name in SCORES}
TEAMS = tl.game("sorry/teams")
VARIANTS = (
    {case["id"]: case for case in caseload.load("sorry/authored_variants")}
    if caseload.find("sorry/authored_variants")
    else {}
)


def state_of(case: Case, game: tl.Game = CLASSIC):
    position = {name: case[name] for name in ("players", "turn", "card", "pawns", "deck") if name in case}
    position.setdefault("players", list(case["pawns"]))
    return game.from_position(position)


def outcomes(case: Case, game: tl.Game = CLASSIC) -> list[Key]:
    if game is not TEAMS and set(case["pawns"][case["turn"]]) == {"home"}:
        with pytest.raises(ImpossiblePosition, match="the game is over, so there is no card"):
            state_of(case, game)
        return []
    state = state_of(case, game)
    return [key(state.copy().play(move).position()["pawns"]) for move in state.legal_moves]


def kinds(case: Case) -> set[str]:
    names = {"step": "fwd"}
    return {"split" if len(move.parts) > 1 else names.get(move.kind, move.kind) for move in state_of(case).legal_moves}


@pytest.mark.parametrize(
    "case", [p for name in ("authored_classic", "consensus", "contested") for p in caseload.parameters(f"sorry/{name}")]
)
def test_a_card_leads_to_the_outcomes_of_the_case(case: Case) -> None:
    check_outcomes(case, outcomes)


@pytest.mark.parametrize("case", caseload.parameters("sorry/authored_classic"))
def test_the_diamond_edition_moves_identically(case: Case) -> None:
    check_outcomes(case, lambda each: outcomes(each, DIAMOND))


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_legal_moves"))
def test_the_moves_of_one_pawn(case: Case) -> None:
    check_one_pawn(case, outcomes)


@pytest.mark.parametrize("case", caseload.parameters("sorry/sorry_core_scenarios"))
def test_the_demands_on_a_list_of_moves(case: Case) -> None:
    check_constraints(case, outcomes, kinds)


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_positions"))
def test_where_a_number_of_steps_leads(case: Case) -> None:
    colour, steps = case["turn"], case["squares"]
    place = place_of_square(colour, case["from"])
    if place >= HOME:
        assert case["to"] in ("illegal", case["from"])
        return
    end = int(kernel_board.target_place(place, steps))
    found = "illegal" if end > HOME else square_name(colour, end)
    assert found == case["to"]


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_distance"))
def test_the_distance_to_home(case: Case) -> None:
    place = place_of_square(case["turn"], case["from"])
    assert case["distance"] == HOME - (0 if place == START else place)


def variants(*names: str) -> list[object]:
    return [pytest.param(case, id=case["id"]) for case in VARIANTS.values() if case["kind"] in names] or [
        pytest.param(None, id="absent", marks=pytest.mark.skip(reason="no case file sorry/authored_variants.json"))
    ]


@pytest.mark.parametrize("case", variants("turn"))
def test_a_turn_lasts_as_many_cards_as_the_case_says(case: Case) -> None:
    if "pawns" not in case:  # an empty pile after a 2: the discards come back, the 2 among them
        state = CLASSIC.from_position(
            {
                "players": ["red"],
                "turn": "red",
                "card": "2",
                "deck": [],
                "discards": ["5"],
                "pawns": {"red": ["start"] * 4},
            }
        )
        state.play("start")
        assert sorted([state.card, *state.deck]) == ["2", "5"]
        return
    state = state_of(case)
    turn, used = state.turn, 0
    while state.turn == turn and not state.is_over and used < 9:
        wanted = case["expect"].get("red")
        move = next(
            (m for m in state.legal_moves if wanted and state.copy().play(m).pawns("red")[0] == wanted[0]),
            state.legal_moves[0],
        )
        state.play(move)
        used += 1
    assert used == case["expect"]["cards_used"]
    if "winner" in case["expect"]:
        assert [state.colours[seat] for seat in state.outcome.winners] == [case["expect"]["winner"]]
    if "next" in case["expect"]:
        assert state.colours[state.turn] == case["expect"]["next"]
    if "red" in case["expect"]:
        assert sorted(state.pawns("red")) == sorted(case["expect"]["red"])


@pytest.mark.parametrize("case", variants("score_1939", "score_2003"))
def test_the_score_of_a_finished_game(case: Case) -> None:
    game = POINTS["1939" if case["kind"] == "score_1939" else "hasbro"]
    pawns = {colour: ["home"] * count + ["start"] * (4 - count) for colour, count in case["home"].items()}
    players = [colour for colour in ("red", "blue", "yellow", "green") if colour in pawns]
    state = game.from_position({"players": players, "turn": "red", "pawns": pawns, "hands": {}})
    assert dict(zip(players, state.scores)) == case["expect"]


@pytest.mark.parametrize("case", variants("deck"))
def test_the_packs(case: Case) -> None:
    name = {44: "first-edition", 45: "classic", 55: "waddingtons"}[case["total"]]
    position = tl.game(f"sorry/{name}").new(players=2, seed=1).position()
    cards = [position["card"], *position["deck"]]
    assert {card: cards.count(card) for card in case["counts"]} == case["counts"]
    assert len(cards) == case["total"]


@pytest.mark.parametrize("case", variants("team"))
def test_partners(case: Case) -> None:
    if "pairs" in case.get("expect", {}):
        state = TEAMS.new(players=4, seed=1)
        pairs = {frozenset((state.colours[seat], state.colours[int(state._record.partner[seat])])) for seat in range(4)}
        assert pairs == {frozenset(pair) for pair in case["expect"]["pairs"]}
        return
    if "option" in case:
        assert [tl.game("sorry/teams", seven_parts=value).rules.split_parts for value in case["values"]] == case[
            "values"
        ]
        return
    found = outcomes(case, TEAMS)
    for must in case.get("must", []):
        assert key({**case["pawns"], **must}) in found
    if case.get("passing") is False:
        assert key(case["pawns"]) not in found
    if "winner_team" in case.get("expect", {}):
        state = state_of(case, TEAMS).play("yellow s4+1")
        assert [state.colours[seat] for seat in state.outcome.winners] == case["expect"]["winner_team"]


def test_a_sorry_that_may_move_four_forward() -> None:
    game = tl.game("sorry/classic", pawns=3, sorry_forward=True)
    case = {
        "pawns": {"red": ["t20", "start", "start"], "yellow": ["t40", "start", "start"]},
        "turn": "red",
        "card": "S",
    }
    assert set(outcomes(case, game)) == {
        key({"red": ["t28", "start", "start"], "yellow": ["t40", "start", "start"]}),
        key({"red": ["t20", "t40", "start"], "yellow": ["start", "start", "start"]}),
    }


def test_every_case_kind_of_an_existing_edition_is_used() -> None:
    unknown = {case["kind"] for case in VARIANTS.values()} - {
        *("turn", "score_1939", "score_2003", "deck", "team"),
        "exact",  # exact deck mathematics, in test_deck.py
        *("fire_ice", "express", "not_sorry", "bump_em"),  # games that are not built
    }
    assert not unknown
