"""What the report of Sorry! says of simulated games agrees with exact values and with counting rows by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import tsurolab as tl
from tsurolab.artifacts.book import Book
from tsurolab.artifacts.registry import artifacts_of, for_edition
from tsurolab.artifacts.sorry import comparison, measures
from tsurolab.artifacts.sorry.game_tables import STUDY_TABLES
from tsurolab.artifacts.sorry.whole_game import covered, ends_of_turns, ordinary_game, progress
from tsurolab.artifacts.study import Study

CLASSIC = "sorry/classic"


@pytest.fixture(scope="module")
def study():
    return Study([CLASSIC, "sorry/waddingtons"], games=2400, seed=3)


def test_exact_and_simulated_values_agree(study):
    rows = comparison.compare(study)
    assert len(rows) > 45
    assert len({row.quantity for row in rows}) == len(rows)
    assert max(abs(row.z) for row in rows) < 4
    assert sum(row.z**2 for row in rows) / len(rows) < 1.8
    assert any("waddingtons" in row.quantity for row in rows)
    assert not any("first-edition" in row.quantity for row in rows)


def test_the_comparison_notices_another_pack(study, monkeypatch):
    """Games of 55 cards set beside the values of 45 must not pass."""
    waddingtons = Study(["sorry/waddingtons"], games=2400, seed=3)
    main = waddingtons.main("sorry/waddingtons")
    wrong = SimpleNamespace(
        by_players=lambda _: [(4, main)], main_players=lambda _: 4, games=2400, seed=3, editions=(CLASSIC,)
    )
    assert max(abs(row.z) for row in comparison._starts(wrong, "classic")) > 4


def test_game_lengths_are_those_of_the_other_program(study):
    table = comparison.reference_table(study, CLASSIC)
    assert table["players"].tolist() == ["2, adjacent", "3", "4"]
    assert all(abs(float(z)) < 4 for z in table["z of the difference"])


def test_first_pawn_out_is_counted_by_turn_and_then_by_order_of_play():
    turns = np.array([[3, 2, 4], [2, 2, 2], [0, 0, 5], [0, 9, 3]])
    assert comparison._first_out(turns) == [1, 1, 2]


def test_win_shares_by_colour_and_order_are_those_of_the_rows(study):
    for each in measures.seatings(study, CLASSIC):
        rows = each.run.results
        assert set(rows["first"]) == set(range(each.players))
        red = [seat for seat in range(each.players) if rows["colour"][0, seat] == 0]
        assert each.by_colour["red"].estimate == pytest.approx(np.mean(rows["winners"] == 1 << red[0]))
        began = rows["winners"] == 1 << rows["first"].astype(int)
        assert each.by_order[0].estimate == pytest.approx(began.mean())
        assert sum(value.estimate for value in each.by_order.values()) == pytest.approx(1)
        assert all(value.low < value.estimate < value.high for value in each.by_colour.values())


def test_partners_share_their_wins():
    teams = Study(["sorry/teams"], games=60, seed=1)
    (only,) = measures.seatings(teams, "sorry/teams")
    shares = {colour: value.estimate for colour, value in only.by_colour.items()}
    assert shares["red"] == shares["yellow"]
    assert shares["blue"] == shares["green"]
    assert sum(shares.values()) == pytest.approx(1)


def test_ratios_over_cards_have_intervals_that_cover_as_often_as_they_say():
    """Games of different length, cards in a game alike: the interval must not treat cards as independent."""
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(400):
        wholes = rng.integers(20, 60, 200)
        parts = rng.binomial(wholes, rng.beta(4, 12, 200))
        value = measures.ratio(parts, wholes)
        hits += value.low <= 0.25 <= value.high
    assert 0.92 < hits / 400 < 0.98


def test_comebacks_are_counted_over_players_and_over_games(study):
    run = study.main(CLASSIC)
    rows = run.results
    behind = rows["deficit"] >= 65
    won = (rows["winners"].astype(int)[:, None] >> np.arange(4) & 1).astype(bool)
    assert measures.after_deficit(run, 65).estimate == pytest.approx(won[behind].mean())
    assert measures.overcome(run, 65).estimate == pytest.approx((rows["deficit_overcome"] >= 65).mean())
    # Who has been behind wins less often than others, and the further the less.
    chances = [measures.after_deficit(run, squares).estimate for squares in (0, 65, 130, 195)]
    assert chances == sorted(chances, reverse=True)
    assert measures.after_deficit(run, 10_000).low == 0


def test_cards_of_a_run_are_those_of_its_pack(study):
    run = study.main(CLASSIC)
    effects = measures.card_effects(run)
    assert sum(each.of_played.estimate for each in effects) == pytest.approx(1)
    assert all(each.of_played.estimate == pytest.approx(each.of_pack, rel=0.01) for each in effects)
    assert measures.pack_of(study.main("sorry/waddingtons")) == "waddingtons"
    best = max(effects, key=lambda each: each.squares.estimate)
    assert best.card == "S"


def test_the_shown_game_is_the_one_of_its_number(study):
    run = study.main(CLASSIC)
    game = ordinary_game(run)
    row = run.row(game.number)
    turns = ends_of_turns(game.states)
    assert len(turns) == row["turns"] + 1
    lines, homes = progress(game.states)
    assert [lines[colour][-1] for colour in game.states[0].colours] == row["progress"].tolist()
    winner = game.states[-1].outcome.winners[0]
    assert len(homes[game.states[0].colours[winner]]) >= 3  # two pawns may come home with one 7
    deficit = max(max(each) - each[winner] for each in zip(*lines.values()))
    assert deficit == row["deficit_overcome"]


def test_progress_counts_start_as_nothing_and_home_as_65():
    position = {"pawns": {"blue": ["start", "t19", "s4", "home"]}}
    assert covered(position, "blue") == 0 + 1 + 64 + 65


def test_each_edition_has_the_tables_and_figures_that_suit_it():
    offer = artifacts_of("sorry")
    names = {one.name for one in for_edition(offer.edition_figures, "sorry/points")}
    assert "start" not in names
    assert "win-share" in names
    assert for_edition(offer.edition_figures, "sorry/diamond") == []
    assert "reference" in {one.name for one in for_edition(STUDY_TABLES, CLASSIC)}
    assert "reference" not in {one.name for one in for_edition(STUDY_TABLES, "sorry/first-edition")}
    known = {edition.name for edition in tl.game(CLASSIC).family.editions}
    listed = {name for one in (*offer.edition_figures, *STUDY_TABLES) for name in one.editions}
    assert listed <= known
    assert set(offer.run_shares) <= known


def test_the_report_opens_with_the_answer_for_every_edition():
    editions = ["sorry/classic", "sorry/points", "sorry/teams", "sorry/diamond"]
    book = Book("sorry", editions, games=160, seed=1)
    lead = book.lead()
    exact = ("**1/5**", "**2/11**", "**23/5**", "**56/11**", "**27.63 cards**")
    for words in (*exact, "rarely out of it", "Colour matters"):
        assert words in lead
    for name in editions:
        assert tl.game(name).edition.title in lead
    shown = book.simulated().text
    assert shown.count("Is anybody ever out of it?") >= 4
    assert shown.count("<svg") == sum(len(for_edition(book.offer.edition_figures, name)) for name in editions) - 4
    assert "Mean turns beside another program" in shown
