"""Golden pictures in characters: the positions that are shown, and how to write the pictures anew.

After a change that is meant to be seen, run this file as a program, and look at what it has written.
"""

from pathlib import Path

import tsurolab as tl

FOLDER = Path(__file__).parent / "golden" / "text"


def _tsuro_study():
    return tl.game("tsuro/classic").from_position(
        {
            "rows": 3,
            "cols": 3,
            "tiles": [
                {"row": 2, "col": 0, "tile": "15-26-38-47"},
                {"row": 1, "col": 0, "tile": "12-35-47-68"},
                {"row": 0, "col": 2, "tile": "14-27-36-58"},
            ],
            "players": [
                {"faces": {"row": 0, "col": 0, "point": 1}, "hand": ["12-34-56-78", "15-26-37-48", "13-26-48-57"]},
                {"faces": {"row": 1, "col": 2, "point": 6}, "hand": ["12-35-46-78"]},
                {
                    "faces": None,
                    "hand": [],
                    "out": True,
                    "start": 5,
                    "left": {"turn": 2, "cause": "edge", "row": 2, "col": 0, "path": 1},
                },
            ],
            "turn": 1,
            "deck": ["14-25-36-78"],
            "dragon": 0,
        }
    )


def _qwirkle_study():
    board = [[-1, 0, "red", "circle"], [0, 0, "red", "square"], [1, 0, "red", "clover"]]
    board += [[1, 1, "blue", "clover"], [2, 1, "green", "clover"]]
    state = tl.game("qwirkle/classic").from_position(
        {
            "board": board,
            "hands": [[["red", "diamond"], ["yellow", "star8"]], [["purple", "star4"], ["orange", "square"]], []],
            "bag": [["yellow", "diamond"]],
            "scores": [12, 7, 0],
        }
    )
    return state.play("rd@-1,-1")


def _qwirkle_wide():
    ends = [[-5, 0, "red", "circle"], [-5, 1, "red", "star4"], [30, 1, "green", "diamond"]]
    return tl.game("qwirkle/classic").from_position({"board": ends, "hands": [[["red", "diamond"]], []]})


def _sorry_study(edition, **more):
    pawns = {
        "red": ["home", "s2", "t20", "start"],
        "blue": ["s0", "t19", "t16", "t4"],
        "yellow": ["home", "home", "t59", "t28"],
        "green": ["s4", "t48", "start", "start"],
    }
    return tl.game(edition).from_position(
        {"players": list(pawns), "turn": "yellow", "pawns": pawns, "deck": ["3", "12"], "discards": ["8", "S"], **more}
    )


def _sorry_points():
    hands = {"red": ["1", "S"], "blue": ["2", "7"], "yellow": ["10", "11"], "green": ["12", "4"]}
    return _sorry_study("sorry/points", hands=hands)


def _two_colours():
    pawns = {"red": ["home"] * 4, "blue": ["t20", "s1", "start", "start"]}
    return tl.game("sorry/classic").from_position(
        {"players": ["red", "blue"], "turn": "red", "pawns": pawns, "deck": ["3"]}
    )


PICTURES = {
    "tsuro-start.txt": lambda: tl.game("tsuro/classic").new(players=8, seed=1).play("5,0@8").text(seat=0),
    "tsuro-study.txt": lambda: _tsuro_study().text(),
    "tsuro-study-seat-0.txt": lambda: _tsuro_study().text(seat=0),
    "tsuro-study-plain.txt": lambda: _tsuro_study().text(seat=1, plain=True),
    "tsuro-side.txt": lambda: (
        tl.game("tsuro/kosmos-7", free_first_line=True).new(players=3, seed=4).play("6,0@bottom").text(seat=2)
    ),
    "tsuro-common-hand.txt": lambda: (
        tl.game("tsuro/classic", rows=2, cols=9, common_hand=True).new(players=2, seed=3).text(seat=1)
    ),
    "qwirkle-start.txt": lambda: tl.game("qwirkle/classic").new(players=3, seed=2).text(seat=1),
    "qwirkle-study.txt": lambda: _qwirkle_study().text(),
    "qwirkle-study-seat-1.txt": lambda: _qwirkle_study().text(seat=1),
    "qwirkle-wide.txt": lambda: _qwirkle_wide().text(seat=0),
    "sorry-classic.txt": lambda: _sorry_study("sorry/classic", card="7").text(),
    "sorry-classic-plain.txt": lambda: _sorry_study("sorry/classic", card="7").text(seat=2, plain=True),
    "sorry-teams.txt": lambda: _sorry_study("sorry/teams", card="11").text(seat=3),
    "sorry-points.txt": lambda: _sorry_points().text(),
    "sorry-points-seat-1.txt": lambda: _sorry_points().text(seat=1),
    "sorry-over.txt": lambda: _two_colours().text(seat=1),
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / name).write_text(draw() + "\n", encoding="utf-8", newline="\n")
