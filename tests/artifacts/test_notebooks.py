"""Notebooks are committed without outputs, have parameters, and run with small ones."""

from pathlib import Path

import nbformat
import pytest

from tsurolab.artifacts.reports import NOTEBOOK, run_template

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
SMALL = {
    "tsuro_tiles": {"largest_points": 3, "loop_samples": 50},
    "tsuro_game": {"games": 200, "workers": 1},
    "qwirkle_openings": {"players": 2, "deals": 500},
    "qwirkle_game": {"games": 400, "workers": 1},
    "sorry_cards": {"deals": 200, "journeys": 500},
    "sorry_game": {"games": 200, "workers": 1},
    "agents": {"games": 100, "deals": 20, "workers": 1},
    "tournaments": {"deals": 20, "rungs": [1, 4], "width": 0.2, "games": 1000, "workers": 1},
}


@pytest.mark.parametrize("path", [*NOTEBOOKS, NOTEBOOK], ids=lambda path: path.stem)
def test_committed_clean(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert set(notebook.metadata) <= {"kernelspec", "language_info"}
    assert set(notebook.metadata.language_info) == {"name"}
    names = [cell.id for cell in notebook.cells]
    assert len(names) == len(set(names))
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
    assert sum("parameters" in cell.metadata.get("tags", []) for cell in notebook.cells) == 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_with_small_parameters(path):
    small = SMALL[path.stem]
    notebook = run_template(path, small)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum("injected-parameters" in cell.metadata.tags for cell in code) == 1
    assert all(cell.execution_count for cell in code)
    pictures = [output for cell in code for output in cell.outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_parameters_in_the_test_are_those_of_the_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    cell = next(cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", []))
    names: dict[str, object] = {}
    exec(cell.source, names)
    assert set(SMALL[path.stem]) <= set(names)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_that_use_pandas_show_whole_cells(path):
    code = [cell.source for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
    if any("import pandas" in source for source in code):
        assert any('pd.set_option("display.max_colwidth", None)' in source for source in code)
