"""The oracle against the cases: a second opinion must be right before it may be asked."""

import caseload
import pytest
from oracles import sorry as oracle
from sorry_cases import Case, Key, check_one_pawn, check_outcomes


def outcomes(case: Case) -> list[Key]:
    table = oracle.state_of(case)
    # a move that changes nothing and a forfeit are told apart by "used", and no case has both
    return list({name for _, _, name, _ in table.choices()})


@pytest.mark.parametrize(
    "case", [p for name in ("authored_classic", "consensus", "contested") for p in caseload.parameters(f"sorry/{name}")]
)
def test_a_card_leads_to_the_outcomes_of_the_case(case: Case) -> None:
    check_outcomes(case, outcomes)


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_legal_moves"))
def test_the_moves_of_one_pawn(case: Case) -> None:
    check_one_pawn(case, outcomes)


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_positions"))
def test_where_a_number_of_steps_leads(case: Case) -> None:
    found = oracle.walk(case["turn"], case["from"], case["squares"])
    assert (found or "illegal") == case["to"] or (case["from"] == "home" and case["to"] == "home")


@pytest.mark.parametrize("case", caseload.parameters("sorry/apologies_distance"))
def test_the_distance_to_home(case: Case) -> None:
    assert oracle.distance(case["turn"], case["from"]) == case["distance"]
