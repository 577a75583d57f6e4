"""Find and read the case files: positions and outcomes that were not invented for these tests.

The cases generated for this project are copied into ``tests/cases``. The rest, taken from outside programs, live in
``shared/cases`` beside the repository. A test that needs a file which is in neither place is skipped.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent
PLACES = (HERE / "cases", HERE.parent.parent / "shared" / "cases")


@cache
def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def find(name: str) -> Path | None:
    """Return the file of `name`, such as ``"tsuro/trace_turns"``, or None when no place has it."""
    return next((place / f"{name}.json" for place in PLACES if (place / f"{name}.json").is_file()), None)


def load(name: str) -> list[dict[str, Any]]:
    """Return the cases of `name`; skip the running test, with the places looked in, when there is no such file."""
    path = find(name)
    if path is None:
        pytest.skip(f"no case file {name}.json in {' or '.join(str(place) for place in PLACES)}")
    cases: list[dict[str, Any]] = _read(path)["cases"]
    return cases


def parameters(name: str, *kinds: str) -> list[Any]:
    """Return one pytest parameter a case, of the given kinds or of all; one skipped parameter without the file."""
    path = find(name)
    if path is None:
        why = f"no case file {name}.json in {' or '.join(str(place) for place in PLACES)}"
        return [pytest.param(None, id=f"{name}: absent", marks=pytest.mark.skip(reason=why))]
    return [pytest.param(case, id=case["id"]) for case in load(name) if not kinds or case["kind"] in kinds]
