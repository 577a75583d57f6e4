"""Golden pictures in characters, a few positions of each family (see golden_text.py)."""

import pytest
from golden_text import FOLDER, PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_the_one_on_file(name):
    assert PICTURES[name]() + "\n" == (FOLDER / name).read_text(encoding="utf-8")


def test_no_picture_is_left_over():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(PICTURES)
