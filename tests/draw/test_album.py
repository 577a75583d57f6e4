"""Albums: pictures come back as they were, and what they share is kept once."""

import json

import pytest

from tsurolab.draw.album import Album
from tsurolab.errors import BadArgument


def put_together(data, number):
    """What the script of a page does, in Python."""

    def piece(content):
        return content if isinstance(content, str) else "".join(map(part, content))

    def part(each):
        return piece(data["pieces"][each]) if isinstance(each, int) else each

    return piece(data["pieces"][data["pictures"][number]])


def board(*marks):
    squares = "".join(f'<rect x="{x}"/>' for x in range(200))
    return f"<svg>\n<title>a &amp; b</title><g>{squares}{''.join(f'<text>{mark}</text>' for mark in marks)}</g></svg>\n"


def test_pictures_come_back_as_they_were_also_from_json():
    pictures = [board(), board("1"), board("1", "2"), board(), "<a/>", "<a></a>", "words", ""]
    album = Album(pictures)
    data = json.loads(album.dumps())
    assert [album.picture(number) for number in range(len(album))] == pictures
    assert [put_together(data, number) for number in range(len(album))] == pictures


def test_what_pictures_share_is_kept_once():
    one, many = Album([board("0")]), Album([board(str(number)) for number in range(100)])
    assert len(many.dumps()) - len(one.dumps()) < 100 * 250 < 100 * len(board()) / 10
    assert many.dumps().count('x=\\"77\\"') == 1
    assert len(Album([board("0")] * 50).pieces) == len(one.pieces)


def test_no_element_ends_inside_the_json():
    assert "<" not in Album(["<a></a>", "<style>a > b</style>"]).dumps()


@pytest.mark.parametrize("picture", ["<a>", "</a>", "<a><b></a>", "<a></a></b>"])
def test_elements_that_are_not_closed_are_refused(picture):
    with pytest.raises(BadArgument, match="a picture is well-formed text whose elements are closed, not '"):
        Album([picture])
