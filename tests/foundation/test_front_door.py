"""``import tsurolab``: every name that it offers can be had, and the errors behave as the builtins they are."""

import pytest

import tsurolab as tl
from tsurolab import errors


@pytest.mark.parametrize("name", [name for name in tl.__all__ if name != "__version__"])
def test_every_name_can_be_had(name):
    assert getattr(tl, name) is not None
    assert name in dir(tl)


def test_every_name_of_the_family_can_be_had():
    for name in tl.tsuro.__all__:
        assert getattr(tl.tsuro, name) is not None
    assert set(dir(tl.tsuro)) == set(tl.tsuro.__all__)


def test_a_name_that_does_not_exist_lists_those_that_do():
    with pytest.raises(AttributeError, match="has no attribute 'chess'; it has agent"):
        getattr(tl, "chess")  # noqa: B009
    with pytest.raises(AttributeError, match=r"module 'tsurolab.tsuro' has no attribute 'pawn'; it has"):
        getattr(tl.tsuro, "pawn")  # noqa: B009


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (errors.BadArgument, ValueError),
        (errors.UnknownName, KeyError),
        (errors.IllegalMove, ValueError),
        (errors.ImpossiblePosition, ValueError),
        (errors.TooLarge, ValueError),
        (errors.BadRecord, ValueError),
        (errors.OutputError, OSError),
    ],
)
def test_an_error_is_also_a_builtin(error, builtin):
    assert issubclass(error, builtin)
    assert issubclass(error, errors.TsurolabError)
    assert str(error("what was given")) == "what was given"


def test_an_unknown_name_without_a_near_one_lists_all():
    assert str(errors.unknown("shape", "xyz", ["circle", "square"])) == "unknown shape 'xyz' (known: circle, square)"
