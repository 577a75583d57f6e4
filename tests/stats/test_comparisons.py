"""Adjusted p-values and simultaneous levels, by hand and by how often anything is found where nothing is."""

import gc

import numpy as np
import pytest
from scipy import stats as scipy_stats

from tsurolab.errors import BadArgument, UnknownName
from tsurolab.stats import adjust, simultaneous_level
from tsurolab.stats.comparisons import METHODS


def test_holm_by_hand():
    """The smallest times 4, the next times 3 but not below it, and so on."""
    result = adjust([0.2, 0.01, 0.03, 0.011])
    assert result.p_values == pytest.approx((0.2, 0.04, 0.06, 0.04))
    assert (result.method, result.controls) == ("holm", "family-wise error")


def test_other_methods_by_hand():
    assert adjust([0.01, 0.5], method="bonferroni").p_values == pytest.approx((0.02, 1))
    assert adjust([0.01, 0.5], method="sidak").p_values == pytest.approx((1 - 0.99**2, 0.75))
    assert adjust([0.04, 0.02, 0.03], method="fdr_bh").p_values == pytest.approx((0.04, 0.04, 0.04))
    assert adjust([0.01, 0.02], method="fdr_by").controls == "false discovery rate"


@pytest.mark.parametrize("method", METHODS)
def test_where_nothing_is_to_be_found_something_is_found_as_rarely_as_said(method, monkeypatch):
    """Ten tests in each of 1000 tables; without adjustment four tables in ten would show a finding."""
    monkeypatch.setattr(gc, "collect", lambda: 0)  # statsmodels collects garbage in every call, which takes its time
    tables = np.random.default_rng(4).random((1000, 10))
    found = np.mean([min(adjust(table, method=method).p_values) < 0.05 for table in tables])
    assert found < 0.05 + 3.1 * np.sqrt(0.05 * 0.95 / 1000)
    assert (tables.min(axis=1) < 0.05).mean() > 0.35


@pytest.mark.parametrize("method", ["bonferroni", "sidak"])
@pytest.mark.parametrize("comparisons", [1, 7, 28])
def test_intervals_at_the_simultaneous_level_hold_together(method, comparisons):
    each = simultaneous_level(0.95, comparisons, method=method)
    assert 0.95 - 1e-12 <= each**comparisons < 0.9525  # all of independent ones
    z = scipy_stats.norm.ppf((1 + each) / 2)
    common = np.random.default_rng(5).standard_normal((20_000, 1))
    draws = 0.6 * common + 0.8 * np.random.default_rng(6).standard_normal((20_000, comparisons))
    held = (np.abs(draws) < z).all(axis=1).mean()
    assert held > 0.95 - 3.1 * np.sqrt(0.05 * 0.95 / 20_000)


def test_edges():
    assert adjust([]).p_values == ()
    assert adjust([0.3]).p_values == (0.3,)
    assert simultaneous_level(0.9, 1) == pytest.approx(0.9)


def test_arguments_that_cannot_be():
    with pytest.raises(BadArgument, match="between 0 and 1"):
        adjust([0.5, 1.5])
    with pytest.raises(BadArgument, match="between 0 and 1"):
        adjust([float("nan")])
    with pytest.raises(UnknownName, match="did you mean 'holm'"):
        adjust([0.5], method="hom")
    with pytest.raises(UnknownName, match="unknown method 'holm'"):
        simultaneous_level(0.95, 3, method="holm")
    with pytest.raises(BadArgument, match="at least one, not 0"):
        simultaneous_level(0.95, 0)
    with pytest.raises(BadArgument, match="the level of an interval"):
        simultaneous_level(95, 3)
