"""The speed measurements give a row for everything that the command promises."""

from tsurolab.artifacts.bench import run_bench


def test_quick_rows():
    lines: list[str] = []
    rows = run_bench(seconds=0.02, quick=True, progress=lines.append)
    assert {tuple(row) for row in rows} == {("what", "value", "unit", "remark")}
    found = {row["what"]: row for row in rows}
    assert {
        "tsuro/classic, 2 players",
        "tsuro/classic, 4 players",
        "tsuro/classic: 2 workers to 1",
        "tsuro/classic: first result",
        "import tsurolab",
    } <= set(found)
    for row in rows:
        assert float(row["value"].replace(",", "")) > 0
    assert "ns for each of" in found["tsuro/classic, 4 players"]["remark"]
    assert len(lines) == len(rows)
