"""The compiler's front door: bits, lanes, records, and a cache that notices every edit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tsurolab
from tsurolab import _jit

PACKAGE = Path(tsurolab.__file__).parent


@_jit.kernel
def lowest(word):
    return _jit.lowest_bit(word)


@_jit.kernel
def count(word):
    return _jit.count_bits(word)


@_jit.kernel
def lanes(values, first, mask, wanted):
    return _jit.equal_lanes(values, first, mask, wanted)


PAIR = np.dtype([("number", "i8"), ("bytes", "u1", 4)])


@_jit.kernel
def filled(amount):
    pairs = _jit.records(PAIR, 3)
    pair = pairs[2]
    total = 0
    for step in range(amount):
        pair.number += step
        pair.bytes[step & 3] = step & 255
    total += pair.number + pair.bytes[1] + pairs[0].number
    _jit.keep_alive(pairs)
    return total


@pytest.mark.jitless
@given(st.integers(0, 2**62))
def test_bits_are_counted(word):
    assert count(word) == word.bit_count()


@pytest.mark.jitless
@given(st.integers(1, 2**62))
def test_the_lowest_bit_is_found(word):
    assert lowest(word) == (word & -word).bit_length() - 1


@pytest.mark.jitless
@pytest.mark.parametrize("kind", [np.uint32, np.int64, np.uint8])
@given(data=st.data())
@settings(max_examples=50)
def test_equal_lanes_are_those_a_loop_finds(kind, data):
    values = np.array(data.draw(st.lists(st.integers(0, 255), min_size=12, max_size=12)), kind)
    first, mask, wanted = (data.draw(st.integers(0, top)) for top in (4, 255, 255))
    found = sum(1 << lane for lane in range(8) if int(values[first + lane]) & mask == wanted)
    assert lanes(values, first, mask, wanted) == found


@pytest.mark.jitless
def test_records_made_in_a_kernel_can_be_used():
    assert filled(10) == sum(range(10)) + 9


def run(code, cwd, **environment):
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=cwd, env=os.environ | environment, timeout=300
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


@pytest.fixture
def copied(tmp_path):
    """A copy of the package that may be edited."""
    shutil.copytree(PACKAGE, tmp_path / "tsurolab", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


FOLDER = "import tsurolab._jit as j; print(j.cache_folder()); print(j.PACKAGE)"


def test_an_edit_of_any_kernel_starts_a_new_cache(copied):
    before, package = run(FOLDER, copied).split()
    assert Path(package) == copied / "tsurolab"
    assert Path(before).is_dir()
    source = copied / "tsurolab" / "games" / "tsuro" / "kernel_paths.py"
    source.write_text(source.read_text() + "\n# an edit\n")
    after = run(FOLDER, copied).split()[0]
    assert after != before
    assert Path(after).is_dir()
    assert not Path(before).exists(), "old caches are removed"


def test_a_package_that_cannot_be_written_uses_the_users_cache(copied):
    (copied / "tsurolab" / "__pycache__").write_text("a file where the folder would be")
    found = run(
        FOLDER, copied, XDG_CACHE_HOME=str(copied / "cache"), HOME=str(copied / "home"), PYTHONDONTWRITEBYTECODE="1"
    )
    assert Path(found.split()[0]).is_relative_to(copied / "cache") or sys.platform != "linux"


def test_with_no_place_to_write_one_temporary_folder_a_user_serves(copied):
    (copied / "tsurolab" / "__pycache__").write_text("")
    (copied / "blocked").write_text("")
    (copied / "temporary").mkdir()
    places = {"XDG_CACHE_HOME": str(copied / "blocked"), "TMPDIR": str(copied / "temporary")}
    folders = {run(FOLDER, copied, **places, PYTHONDONTWRITEBYTECODE="1").split()[0] for _ in range(2)}
    assert len(folders) == 1
    assert Path(folders.pop()).is_relative_to(copied / "temporary")


def test_folders_of_others_are_never_removed(copied):
    others = [copied / "numba" / name for name in ("kernels-precious", "tsurolab-kernels-0123456789abcdef")]
    for folder in others:
        folder.mkdir(parents=True)
        (folder / "file").write_text("precious")
    run(FOLDER, copied, NUMBA_CACHE_DIR=str(copied / "numba"))
    beside = copied / "tsurolab" / "__pycache__"
    (beside / "kernels-precious").mkdir(parents=True)
    run(FOLDER, copied)
    assert all((folder / "file").read_text() == "precious" for folder in others)
    assert (beside / "kernels-precious").is_dir()


def test_it_is_known_whether_a_family_is_compiled(copied):
    code = "from tsurolab import _jit; print(_jit.is_compiled('tsuro'))"
    assert run(code, copied) == "False"


def test_the_users_own_cache_setting_of_numba_is_left_alone():
    code = (
        "from numba.core import config; before = config.CACHE_DIR\n"
        "import tsurolab._jit\nassert config.CACHE_DIR == before\nprint('same')"
    )
    assert run(code, PACKAGE.parent) == "same"


HEAVY = ("numpy", "numba", "pandas", "matplotlib", "sympy", "networkx", "scipy")


def test_importing_the_package_loads_nothing_heavy():
    code = f"import sys, tsurolab; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert run(code, PACKAGE.parent) == "[]"


def test_the_command_line_starts_without_anything_heavy():
    code = f"import sys, tsurolab.cli; print([name for name in {HEAVY!r} if name in sys.modules])"
    assert run(code, PACKAGE.parent) == "[]"
