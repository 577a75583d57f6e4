"""The speed measurements give a row for everything that the command promises."""

import pytest

from tsurolab.artifacts.bench import run_bench
from tsurolab.artifacts.bench_runs import fastest_in_turns, measure_workers
from tsurolab.artifacts.registry import families


def test_quick_rows():
    lines: list[str] = []
    rows = run_bench(seconds=0.02, quick=True, progress=lines.append)
    assert {tuple(row) for row in rows} == {("what", "value", "unit", "remark")}
    found = {row["what"]: row for row in rows}
    assert {
        "tsuro/classic, 2 players",
        "tsuro/classic, 4 players",
        "tsuro/classic: 1 worker",
        "tsuro/classic: 2 workers",
        "tsuro/classic: rows kept",
        "tsuro/classic: tallies kept",
        "tsuro/classic: rollouts",
        "tsuro/classic: a user's agent",
        "tsuro/classic: memory of tallies",
        "tsuro/classic: first result",
        "import tsurolab",
    } <= set(found)
    for row in rows:
        cost = row["unit"] == "ns a move"  # a difference
        assert float(row["value"].replace(",", "")) >= (-1e6 if cost else 0)
    assert "ns for each of" in found["tsuro/classic, 4 players"]["remark"]
    assert len(lines) == 4 * len(families()) + 1  # two speeds, runs and a warm start of each; the import


def test_a_cluster_on_this_machine_is_measured_where_dask_is():
    pytest.importorskip("distributed")
    pytest.importorskip("tsurolab.simulate.cluster")
    rows = list(measure_workers("tsuro/classic", 2, 500, cluster=True))
    assert [row.what for row in rows] == [
        f"tsuro/classic: {who}" for who in ("1 worker", "2 workers", "a cluster of 2")
    ]
    assert all(float(row.value.replace(",", "")) > 0 for row in rows)
    assert "times 1 worker" in rows[-1].remark


def test_each_side_has_its_turn():
    calls = []
    best = fastest_in_turns({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, turns=2)
    assert calls == ["a", "b", "a", "b"]
    assert set(best) == {"a", "b"}
    assert all(spent < float("inf") for spent in best.values())
