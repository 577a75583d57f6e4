"""Runs are played once and shared; editions can have smaller runs, and tables and figures of their own."""

from dataclasses import replace

import numpy as np

from tsurolab.artifacts.book import Book
from tsurolab.artifacts.common import MOST_BINS, _bin_width, _distribution
from tsurolab.artifacts.figures import drawn
from tsurolab.artifacts.registry import artifacts_of, for_edition
from tsurolab.artifacts.study import SIDE_SHARE, Study

EDITION = "tsuro/classic"


def test_an_edition_with_a_share_has_that_many_times_fewer_games_in_all_its_runs():
    whole, part = Study([EDITION], games=240), Study([EDITION], games=240, shares={EDITION: 3})
    assert (whole.size(EDITION), part.size(EDITION)) == (240, 80)
    assert len(part.main(EDITION)) == 80
    sizes = {players: len(run) for players, run in part.by_players(EDITION)}
    assert sizes[4] == 80
    assert {many for players, many in sizes.items() if players != 4} == {80 // SIDE_SHARE} == {part.side_size(EDITION)}


def test_a_smaller_run_is_the_beginning_of_the_larger_one():
    whole, part = Study([EDITION], games=60, seed=3), Study([EDITION], games=60, seed=3, shares={EDITION: 2})
    assert (whole.main(EDITION).results[:30] == part.main(EDITION).results).all()


def test_the_report_says_which_editions_have_fewer_games():
    book = Book("tsuro", [EDITION], games=100, seed=1)
    assert "100 games," in book.methods()
    book.study = Study([EDITION], games=100, seed=1, shares={EDITION: 4})
    assert f"100 games ({book.study.main(EDITION).experiment.edition_data.title}: 25)," in book.methods()


def test_tables_and_figures_of_some_editions_stand_at_no_other():
    offer = artifacts_of("tsuro")
    one, *others = offer.edition_figures
    elsewhere = replace(one, name="elsewhere", editions=("tsuro/seas",))
    here = replace(one, name="here", editions=(EDITION,))
    assert for_edition((elsewhere, here, *others), EDITION) == [here, *others]
    tiny = replace(offer, figures=(), edition_figures=(elsewhere, here))
    assert [name for name, _ in drawn(tiny, Study([EDITION], games=8))] == ["tsuro-classic-here"]


def test_long_distributions_are_shown_by_groups_that_hold_every_game():
    values = np.random.default_rng(1).integers(90, 1500, 3000)
    width = _bin_width(int(values.max()))
    places, shares = _distribution(values, width)
    assert width == 20
    assert len(places) <= MOST_BINS + 2
    assert abs(shares.sum() - 1) < 1e-12
    assert shares[0] == shares[-1] == 0
    # A value lies in the group whose middle is less than half a width away.
    wanted = [((abs(values - place)) <= (width - 1) / 2).mean() for place in places]
    assert np.allclose(shares, wanted)
    assert (_distribution(np.array([3, 3, 5]))[0] == [2, 3, 4, 5, 6]).all()
