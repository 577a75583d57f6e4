"""The committed tables and figures are what the code makes, byte for byte, and a check says how files differ."""

import re
from pathlib import Path

import pytest

from tsurolab.artifacts.figures import write_figures
from tsurolab.artifacts.files import settle
from tsurolab.artifacts.registry import Table, artifacts_of, families
from tsurolab.artifacts.tables import as_csv, write_tables
from tsurolab.errors import BadArgument, OutputError, UnknownName

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    write_figures(folder / "figures", False)
    write_tables(folder / "data", False)
    return folder


def test_committed_tables_are_up_to_date():
    assert write_tables(ROOT / "data", True) == []


def test_committed_figures_are_up_to_date():
    assert write_figures(ROOT / "figures", True) == []


def test_every_table_is_described_with_the_code_that_made_it(made):
    text = (made / "data" / "tables" / "README.md").read_text()
    for family in families():
        for table in artifacts_of(family).tables:
            assert f"[{family}-{table.name}.csv]({family}-{table.name}.csv)" in text
            assert f"`{table.code}`" in text


def test_the_quoted_code_makes_the_table():
    for family in families():
        for table in artifacts_of(family).tables:
            *before, expression = table.code.split("; ")
            names: dict[str, object] = {}
            exec("\n".join(["import tsurolab as tl", *before]), names)
            assert as_csv(eval(expression, names)) == as_csv(table.build())


def test_tables_are_plain_csv(made):
    files = sorted((made / "data" / "tables").glob("*.csv"))
    assert files
    for path in files:
        data = path.read_bytes()
        assert b"\r" not in data
        assert data.endswith(b"\n")
        data.decode("utf-8")


def test_figures_load_nothing_and_say_what_they_show(made):
    files = sorted((made / "figures").glob("*.svg"))
    assert len(files) >= 10
    for path in files:
        text = path.read_text()
        assert "<title>" in text
        assert 'role="img"' in text
        assert 'aria-label="' in text
        assert "prefers-color-scheme:dark" in text
        assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"\d\.\d{4}", re.sub(r"<desc>.*?</desc>|aria-label=\"[^\"]*\"", "", text))


def test_charts_have_no_identifier_in_common(made):
    seen: set[str] = set()
    for path in sorted((made / "figures").glob("*.svg")):
        here = re.findall(r'\sid="([^"]+)"', path.read_text())
        assert len(here) == len(set(here))
        assert seen.isdisjoint(here)
        seen.update(here)


def test_check_names_what_is_missing_different_and_stale(tmp_path):
    (tmp_path / "b.csv").write_text("old")
    (tmp_path / "c.csv").write_text("stale")
    (tmp_path / "notes.txt").write_text("not ours")
    lines = settle(tmp_path, {"a.csv": "1\n", "b.csv": "2\n"}, check=True, kinds=(".csv",))
    assert [line.split(": ")[0] for line in lines] == ["missing", "different", "not made any more, delete it"]
    assert (tmp_path / "b.csv").read_text() == "old"
    lines = settle(tmp_path, {"a.csv": "1\n", "b.csv": "2\n"}, check=False, kinds=(".csv",))
    assert [line.split(": ")[0] for line in lines] == ["new", "changed", "not made any more, delete it"]
    (tmp_path / "c.csv").unlink()
    assert settle(tmp_path, {"a.csv": "1\n", "b.csv": "2\n"}, check=True, kinds=(".csv",)) == []


def test_a_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot"):
        settle(tmp_path / "file", {"a.csv": "1"}, check=False, kinds=(".csv",))


def test_unknown_names_are_refused_with_the_known_ones():
    with pytest.raises(UnknownName, match="tsuro"):
        artifacts_of("ludo")
    with pytest.raises(UnknownName, match="did you mean 'tiles'"):
        artifacts_of("tsuro").table("tile")
    with pytest.raises(UnknownName, match="exits"):
        artifacts_of("tsuro").figure("exit")


def test_two_tables_of_one_name_are_refused():
    from dataclasses import replace

    from tsurolab.artifacts import registry

    offer = artifacts_of("tsuro")
    twice: tuple[Table, ...] = (*offer.tables, offer.tables[0])
    with pytest.raises(BadArgument, match="two tables named symmetry"):
        registry._check_names(replace(offer, tables=twice))
