"""Golden data of every edition, and what holds in all random games: tiles are conserved, deals are uniform.

``tests/golden/perft.json`` has counts of move sequences, which the oracle confirms; ``tests/golden/tsuro/*.jsonl`` has
one seeded game of each edition, which the oracle plays too. Both change only when an edition's version does. Written
anew by ``PYTHONPATH=tests python tests/tsuro/test_golden.py``.
"""

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest
from oracles import tsuro as oracle
from small_boards import draws, game

import tsurolab as tl
from tsurolab.games.catalogue import family
from tsurolab.games.perft import perft
from tsurolab.games.record import GameRecord

THOROUGH = bool(os.environ.get("TSUROLAB_THOROUGH"))
GOLDEN = Path(__file__).resolve().parents[1] / "golden"
PERFT = GOLDEN / "perft.json"
EDITIONS = [edition.name for edition in family("tsuro").editions]

RULES = {
    "tsuro/classic": {},
    "tsuro/squiggles": {"start": "first_card", "inheritance": True},
    "tsuro/kosmos-6": {},
    "tsuro/kosmos-7": {"dragon": False},
}
"""What the oracle must know of each edition."""

TRANSCRIPTS = {
    "tsuro/classic": {"players": 8, "seed": 35, "number": 8},
    "tsuro/squiggles": {"players": 6, "seed": 35, "number": 1},
    "tsuro/kosmos-6": {"players": 4, "seed": 35, "number": 2},
    "tsuro/kosmos-7": {"players": 8, "seed": 35, "number": 0},
}

CROWDED = ["5,0@1", "5,0@8", "5,1@2"]
APART = ["5,2@1", "2,0@7"]


def case(edition, players, depth, opening=(), **options):
    return {
        "edition": edition,
        "options": options,
        "players": players,
        "seed": 1,
        "opening": list(opening),
        "depth": depth,
    }


CASES = [
    case("tsuro/classic", 2, 3),
    case("tsuro/classic", 2, 4, APART),
    case("tsuro/classic", 3, 4, CROWDED),
    case("tsuro/classic", 3, 4, CROWDED, collision_is_suicide=False),
    case("tsuro/classic", 3, 3, CROWDED, common_hand=True),
    case("tsuro/classic", 3, 3, CROWDED, solitaire=True),
    case("tsuro/classic", 3, 4, ["0,0@5", "0,0@6", "0,0@8"], rows=2, cols=2),
    case("tsuro/squiggles", 2, 1),
    case("tsuro/squiggles", 3, 2, rows=2, cols=2, hand_size=2),
    case("tsuro/squiggles", 3, 3, rows=1, cols=3, hand_size=2),
    case("tsuro/kosmos-6", 2, 2),
    case("tsuro/kosmos-6", 3, 4, CROWDED),
    case("tsuro/kosmos-6", 3, 4, ["5,0@bottom", "5,0@left", "5,1@bottom"], free_first_line=True),
    case("tsuro/kosmos-6", 2, 4, APART, all64=True),
    case("tsuro/kosmos-7", 2, 2),
    case("tsuro/kosmos-7", 3, 4, ["6,0@1", "6,0@8", "6,1@2"]),
    case("tsuro/kosmos-7", 3, 4, ["6,0@bottom", "6,0@left", "6,1@bottom"], free_first_line=True),
]


def opened(entry):
    """Return the position from which an entry of the perft table counts."""
    state = game(entry["edition"], **entry["options"]).new(entry["players"], seed=entry["seed"])
    for mark in entry["opening"]:
        state.play(mark)
    return state


def second_of(state, options):
    """Return the oracle's game from the same position."""
    known = dict(RULES[state.game.edition.name])
    known |= {name: value for name, value in options.items() if name in oracle.Options.__dataclass_fields__}
    if options.get("free_first_line"):
        known["start"] = "side"
    if options.get("all64"):
        known["dragon"] = False
    return oracle.OracleGame(state.position(), oracle.Options(**known))


def pile_of(state):
    """Return the pile as it lay before the draws of the last move."""
    return [tile for _, tile in draws(state)] + state.deck


def oracle_perft(second, state, depth):
    """Count as perft does, with the oracle's legal moves; the state only tells the order of shuffled piles."""
    if depth == 1:
        return len(second.legal())
    total = 0
    for text in sorted(second.legal()):
        after = state.copy().play(text)
        twin = second.copy()
        twin.play(text, pile_of(after))
        total += oracle_perft(twin, after, depth - 1)
    return total


def load_perft():
    return json.loads(PERFT.read_text(encoding="utf-8"))["cases"]


def name_of(entry):
    options = " ".join(f"{name}={value}" for name, value in entry["options"].items())
    return f"{entry['edition']} {entry['players']} {options} {'opened' if entry['opening'] else ''}".strip()


# --------------------------------------------------------------------------------------------------------------- perft


def test_the_first_counts_are_those_that_anyone_can_work_out():
    table = {name_of(entry): entry["counts"] for entry in load_perft()}
    assert table["tsuro/classic 2"][:2] == [48, 48 * 47]
    assert table["tsuro/kosmos-6 2"][:2] == [48, 48 * 47]
    assert table["tsuro/kosmos-7 2"] == [56, 56 * 55]


def test_every_edition_has_counts():
    assert {entry["edition"] for entry in load_perft()} == set(EDITIONS)
    assert [{key: entry[key] for key in CASES[0]} for entry in load_perft()] == CASES


@pytest.mark.parametrize("entry", load_perft() if PERFT.exists() else [], ids=name_of)
def test_perft_counts_are_the_golden_ones(entry):
    state = opened(entry)
    assert [perft(state, depth) for depth in range(1, entry["depth"] + 1)] == entry["counts"]


@pytest.mark.parametrize("entry", load_perft() if PERFT.exists() else [], ids=name_of)
def test_the_oracle_counts_the_same(entry):
    state = opened(entry)
    checked = 0
    for depth, count in enumerate(entry["counts"], 1):
        before = entry["counts"][depth - 2] if depth > 1 else 1
        if before <= 300 or THOROUGH:
            assert oracle_perft(second_of(state, entry["options"]), state, depth) == count
            checked += 1
    assert checked


# --------------------------------------------------------------------------------------------------------- transcripts


def transcript(name):
    return GOLDEN / f"{name}.jsonl"


def simulated(name):
    wanted = TRANSCRIPTS[name]
    number = wanted["number"]
    run = tl.simulate(name, players=wanted["players"], games=number + 1, seed=wanted["seed"], progress=False)
    return run.replay(number)


@pytest.mark.jitless
@pytest.mark.parametrize("name", EDITIONS)
def test_the_golden_game_replays_byte_for_byte(name):
    record = GameRecord.load(transcript(name))
    assert record.final().record().dumps() == transcript(name).read_text(encoding="utf-8")


@pytest.mark.jitless
@pytest.mark.parametrize("name", EDITIONS)
def test_the_golden_game_is_still_the_game_of_its_seed(name):
    assert simulated(name).dumps() == transcript(name).read_text(encoding="utf-8")


@pytest.mark.jitless
@pytest.mark.parametrize("name", EDITIONS)
def test_the_oracle_plays_the_golden_game_to_the_same_end(name):
    record = GameRecord.load(transcript(name))
    states = list(record.replay())
    second = second_of(states[0], {})
    for move, chance, state in zip(record.moves, record.chance, states[1:], strict=True):
        second.play(move, chance["deck"] if chance else None)
        here, there = state.position(), second.position()
        assert (here["tiles"], here["deck"], here["dragon"]) == (there["tiles"], there["deck"], there["dragon"]) or (
            state.is_over
        )
        assert [player["faces"] for player in here["players"]] == [player["faces"] for player in there["players"]]
    assert second.winners == tuple(record.outcome["winners"])


def test_the_golden_games_show_what_is_special():
    records = {name: GameRecord.load(transcript(name)) for name in EDITIONS}
    assert all(any(record.chance) for record in records.values())  # hands came back
    assert any(move.startswith("keep") for move in records["tsuro/squiggles"].moves)
    for name in ("tsuro/classic", "tsuro/kosmos-6"):
        assert any(state.dragon is not None for state in records[name].replay()), name


# -------------------------------------------------------------------------------------------------- all random games


def all_tiles(state):
    hands = [tile for player in state.position()["players"] for tile in player["hand"]]
    return Counter([oracle.canonical(tile) for tile in state.tiles.values()] + hands + state.deck)


@pytest.mark.jitless
@pytest.mark.parametrize(
    ("name", "options", "total"),
    [
        ("tsuro/classic", {}, 35),
        ("tsuro/classic", {"common_hand": True}, 35),
        ("tsuro/classic", {"solitaire": True}, 35),
        ("tsuro/classic", {"hand_size": 7}, 35),
        ("tsuro/squiggles", {}, 35),
        ("tsuro/kosmos-6", {}, 35),
        ("tsuro/kosmos-6", {"all64": True}, 64),
        ("tsuro/kosmos-6", {"free_first_line": True}, 35),
        ("tsuro/kosmos-7", {}, 64),
    ],
)
def test_no_tile_is_lost_or_made_in_any_move_of_a_game(name, options, total):
    found = game(name, **options)
    whole = Counter(tile.name for tile in tl.tsuro.tiles())
    for number in range(2):
        chooser = random.Random(f"{name} {number}")
        state = found.new(found.players[-1] if number else min(4, found.players[-1]), seed=8, number=number)
        start = all_tiles(state)
        assert start.total() == total
        assert start == whole or "kosmos" in name
        while not state.is_over:
            state.play(chooser.choice(state.legal_moves))
            assert all_tiles(state) == start


def chi_square(counts, expected):
    return sum((counts[tile] - share) ** 2 / share for tile, share in expected.items())


LIMIT = 65.2
"""What chi-square with 34 degrees of freedom exceeds once in a thousand times."""


@pytest.mark.parametrize("name", EDITIONS)
def test_every_tile_is_as_likely_as_any_other_wherever_it_is_dealt(name):
    found = game(name)
    box = Counter(oracle.canonical(tile) for tile in whole_box(name))
    deals = [found.new(3, seed=77, number=number) for number in range(2500)]
    expected = {tile: len(deals) * copies / box.total() for tile, copies in box.items()}
    places = {
        "first of seat 0": Counter(state.hand(0)[0] for state in deals),
        "last of seat 2": Counter(state.hand(2)[2] for state in deals),
        "top of the pile": Counter(state.deck[0] for state in deals),
        "bottom of the pile": Counter(state.deck[-1] for state in deals),
    }
    for place, counts in places.items():
        assert chi_square(counts, expected) < LIMIT, place


def whole_box(name):
    """Return all tiles of an edition: what is dealt, or for KOSMOS 6 x 6 what it is drawn from."""
    state = game(name, **({"all64": True} if name == "tsuro/kosmos-6" else {})).new(2)
    return all_tiles(state).elements()


def test_first_and_second_tile_of_a_hand_are_dealt_independently_of_each_other():
    names = [tile.name for tile in tl.tsuro.tiles()]
    gaps = Counter()
    for number in range(2500):
        first, second, _ = game().new(2, seed=78, number=number).hand(0)
        gaps[(names.index(second) - names.index(first)) % 35] += 1
    assert gaps[0] == 0
    assert chi_square(gaps, dict.fromkeys(range(1, 35), 2500 / 34)) < LIMIT


# ------------------------------------------------------------------------------------------------------------- writing


def write_golden():
    """Count and play everything anew, and write it."""
    entries = []
    for entry in CASES:
        state = opened(entry)
        entries.append({**entry, "counts": [perft(state, depth) for depth in range(1, entry["depth"] + 1)]})
    about = "move sequences by depth from the position after `opening`, of the deal of that seed"
    GOLDEN.mkdir(exist_ok=True)
    lines = ",\n  ".join(json.dumps(entry) for entry in entries)
    PERFT.write_text(f'{{"about": {json.dumps(about)},\n "cases": [\n  {lines}\n ]}}\n', encoding="utf-8")
    for name in TRANSCRIPTS:
        simulated(name).save(transcript(name))


if __name__ == "__main__":
    write_golden()
