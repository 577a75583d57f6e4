"""Finding games by name, and the errors for names that do not exist."""

import pytest

import tsurolab as tl
from tsurolab.errors import BadArgument, TsurolabError, UnknownName
from tsurolab.games.catalogue import FAMILY_NAMES, edition, family
from tsurolab.games.protocol import Option


def test_an_unknown_edition_names_the_nearest():
    with pytest.raises(UnknownName, match=r"unknown edition 'tsuro/clasic'; did you mean 'tsuro/classic'\?"):
        tl.game("tsuro/clasic")
    with pytest.raises(KeyError):
        tl.game("chess")
    with pytest.raises(TsurolabError, match="unknown family 'chess'"):
        family("chess")


def test_the_table_of_editions_lists_every_edition():
    table = tl.editions()
    assert set(FAMILY_NAMES) == {name.split("/")[0] for name in table.index}
    assert table.index.is_unique
    assert set(table["status"]) <= {"complete", "mostly sourced", "reconstructed"}


def test_games_are_equal_when_their_options_are():
    assert tl.game("tsuro/classic") == tl.game("tsuro/classic", dragon=True)
    assert tl.game("tsuro/classic") != tl.game("tsuro/classic", dragon=False)
    assert hash(tl.game("tsuro/classic")) == hash(tl.game("tsuro/classic", dragon=True))
    assert eval(repr(tl.game("tsuro/classic", rows=5)), {"game": tl.game}) == tl.game("tsuro/classic", rows=5)


@pytest.mark.parametrize(
    ("value", "found"), [(True, True), ("yes", True), ("on", True), ("1", True), ("off", False), (False, False)]
)
def test_a_switch_takes_words(value, found):
    assert Option("all64", False, "", (False, True)).check(value) is found


@pytest.mark.parametrize("value", ["perhaps", 2, None, ""])
def test_a_switch_refuses_other_words(value):
    with pytest.raises(BadArgument, match="option all64 is a switch: true or false"):
        Option("all64", False, "", (False, True)).check(value)


@pytest.mark.parametrize("value", [0, 11, "x", 2.5, True, None])
def test_a_number_must_be_in_range(value):
    with pytest.raises(BadArgument, match="option rows must be a whole number from 1 to 10"):
        tl.game("tsuro/classic", rows=value)


def test_a_choice_must_be_one_of_those_listed():
    with pytest.raises(BadArgument, match="option goal must be one of last_standing, longest_path, self_crossings"):
        tl.game("tsuro/classic", goal="win")


def test_an_edition_is_found_by_name():
    assert edition("tsuro/kosmos-7").family == "tsuro"
