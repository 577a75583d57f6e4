"""The documents: links lead somewhere, the code in the README runs, every table is named."""

import re
from pathlib import Path

import pytest

import tsurolab as tl

ROOT = Path(__file__).resolve().parents[1]
PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "data/tables/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = (ROOT / page).read_text()
    for target in re.findall(r"\]\(([^)#]+)", text):
        assert "://" in target or ((ROOT / page).parent / target).exists(), target


def test_the_python_of_the_readme_runs():
    first, second, agents = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    namespace: dict[str, object] = {}
    exec(first.replace("1_000_000", "400").replace("123456", "123"), namespace)
    assert namespace["run"].games.shape[0] == 400
    exec(second.replace("10_000", "50"), namespace)
    exec(agents.replace("300", "20").replace("games=100", "games=5"), namespace)


def test_every_edition_is_named_in_the_readme():
    text = (ROOT / "README.md").read_text()
    for name, row in tl.editions().iterrows():
        assert f"| `{name}` | {row['players']} | {row['status']} | {row['summary']} |" in text


def test_every_table_is_named_in_the_readme():
    text = (ROOT / "README.md").read_text()
    for table in (ROOT / "data" / "tables").glob("*.csv"):
        assert f"data/tables/{table.name}" in text, table.name


def test_the_tree_in_the_architecture_exists():
    text = (ROOT / "ARCHITECTURE.md").read_text()
    for name in ("combinatorics", "draw", "stats", "games", "agents", "simulate", "artifacts", "cli", "_jit.py"):
        assert name in text
        assert (ROOT / "tsurolab" / name).exists()
