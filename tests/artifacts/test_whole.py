"""The main job does everything once, the parts side by side, and a failure ends all of them."""

import multiprocessing

import pytest

from tsurolab.artifacts import whole
from tsurolab.errors import OutputError


@pytest.fixture
def done(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    called: list[str] = []
    monkeypatch.setattr(whole, "write_experiments", lambda out, check: called.append("experiments"))
    monkeypatch.setattr(whole, "families", list)
    return called


def test_one_worker_does_one_after_the_other(done, monkeypatch, tmp_path):
    for name in ("tables", "figures"):
        monkeypatch.setattr(whole, f"write_{name}", lambda out, check, name=name: done.append(name))
    monkeypatch.setattr(whole, "build_report", lambda *_: done.append("report") or [tmp_path])
    lines: list[str] = []
    assert whole.build_all(progress=lines.append) == [tmp_path]
    assert done == ["tables", "experiments", "figures", "report"]
    assert lines == ["tables", "figures"]


def test_with_workers_tables_are_written_beside_and_figures_drawn_when_all_is_played(done, monkeypatch, tmp_path):
    """The real tables, by a process of their own; figures get what was drawn beside."""

    def build_report(*_, played):
        done.append("report")
        played()
        return [tmp_path]

    monkeypatch.setattr(whole, "build_report", build_report)
    monkeypatch.setattr(whole, "write_figures", lambda out, check, each: done.append(f"figures {list(each())}"))
    lines: list[str] = []
    assert whole.build_all(workers=2, progress=lines.append) == [tmp_path]
    assert done == ["experiments", "report", "figures []"]
    assert lines == ["tables", "figures"]
    assert (tmp_path / "data" / "tables" / "README.md").exists()


def test_a_failure_ends_what_is_done_beside(done, monkeypatch):
    before = set(multiprocessing.active_children())

    def build_report(*_, played):
        raise OutputError("no room")

    monkeypatch.setattr(whole, "build_report", build_report)
    with pytest.raises(OutputError, match="no room"):
        whole.build_all(workers=2)
    assert set(multiprocessing.active_children()) <= before
