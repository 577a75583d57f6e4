"""Users' agents as values: names, digests, files, other processes. No game is played."""

import pickle
import subprocess
import sys

import cloudpickle
import pytest

import tsurolab as tl
from tsurolab.agents import Agent, pack, unpack, user
from tsurolab.agents.seating import read_seat, seat_agents
from tsurolab.errors import BadAgent, BadArgument, UnknownName

POLICIES = ("uniform", "greedy", "cautious")
WEIGHT = 3


@tl.agent
def last(rules, state, moves, count):
    """The last move."""
    return count - 1


def make(weight):
    @tl.agent
    def weighted(rules, state, moves, count):
        return min(weight, count - 1)

    return weighted


def test_a_name_carries_a_digest_of_the_text():
    assert last.name.startswith("last@")
    assert len(last.name) == len("last@") + 12

    @tl.agent
    def again(rules, state, moves, count):
        # another comment, another line break
        return count - 1

    def twin(rules, state, moves, count):
        """Another docstring."""
        return count - 1

    twin.__name__ = "again"
    assert tl.agent(twin).name.partition("@")[2] != again.name.partition("@")[2]  # the function's own name counts

    def other(rules, state, moves, count):
        return count - 2

    assert tl.agent(other).name.partition("@")[2] != again.name.partition("@")[2]


def test_what_a_function_uses_from_around_it_counts(monkeypatch):
    assert make(1).name != make(2).name
    assert make(1).name == make(1).name

    def by_global(rules, state, moves, count):
        return min(WEIGHT, count - 1)

    before = Agent(by_global).name
    monkeypatch.setattr(sys.modules[__name__], "WEIGHT", 4)
    assert Agent(by_global).name != before


def test_a_function_that_is_called_counts():
    def halve(count):
        return count // 2

    def middle(rules, state, moves, count):
        return halve(count)

    before = Agent(middle).name

    def halve(count):  # noqa: F811
        return count // 3

    assert Agent(middle).name != before


def test_a_name_that_has_no_value_yet_is_told():
    with pytest.raises(BadAgent, match="uses later, which has no value yet"):

        @tl.agent
        def early(rules, state, moves, count):
            return later

    later = 3


def test_it_can_still_be_called():
    assert last(None, None, None, 4) == 3
    assert last.__doc__ == "The last move."
    assert repr(last) == f"<agent {last.name}>"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda state: 0,
        lambda rules, state, moves, *, count: 0,
        lambda *everything: 0,
        len,
        3,
        "uniform",
    ],
)
def test_what_is_no_agent_is_refused(wrong):
    with pytest.raises(BadAgent, match="an agent"):
        tl.agent(wrong)


def test_seats_take_names_and_agents():
    assert seat_agents(last, 2, POLICIES) == (last.name, last.name)
    assert seat_agents([last, "greedy"], 3, POLICIES) == (last.name, "greedy", last.name)
    assert seat_agents(last.function, 1, POLICIES) == (last.name,)
    assert seat_agents([last.name], 1, POLICIES) == (last.name,)
    assert seat_agents(last.plain, 1, POLICIES) == (last.name + ":plain",)
    assert last.plain.plain is last.plain


@pytest.mark.parametrize(
    "given, name",
    [
        ("monte-carlo", "monte-carlo:64"),
        ("monte-carlo:16", "monte-carlo:16"),
        ("monte-carlo:016", "monte-carlo:16"),
        ("monte-carlo:16:greedy", "monte-carlo:16"),
        ("monte-carlo::uniform", "monte-carlo:64:uniform"),
        ("cautious", "cautious"),
    ],
)
def test_names_have_one_form(given, name):
    assert read_seat(given, POLICIES).name == name


@pytest.mark.parametrize(
    "given", ["monte-carlo:0", "monte-carlo:-4", "monte-carlo:many", "monte-carlo:1e3", "monte-carlo:99999999"]
)
def test_a_wrong_number_of_rollouts(given):
    with pytest.raises(BadArgument, match="1 to 10000000 rollouts"):
        read_seat(given, POLICIES)


@pytest.mark.parametrize("given", ["gready", "monte-carlo:4:gready", "", "mine@12", "montecarlo:4"])
def test_an_unknown_agent(given):
    with pytest.raises(UnknownName, match="unknown"):
        read_seat(given, POLICIES)


@pytest.mark.parametrize("given", [3, [3], [None], {"greedy"}, [["greedy"]]])
def test_what_is_no_name(given):
    with pytest.raises(BadArgument, match="agent"):
        seat_agents(given, 2, POLICIES)


def test_an_agent_that_is_not_defined_here_is_named_but_not_found():
    name = "mine@0123456789ab"
    assert seat_agents([name], 1, POLICIES) == (name,)
    with pytest.raises(BadAgent, match="run the code that defines it first"):
        user.find(name)
    with pytest.raises(BadAgent, match=f"here {last.name} is defined"):
        user.find("last@0123456789ab")


def test_an_agent_from_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "import tsurolab as tl\n\n@tl.agent\ndef first(rules, state, moves, count):\n    return 0\n\n"
        "def bare(rules, state, moves, count):\n    return count - 1\n",
        encoding="utf-8",
    )
    assert read_seat(f"{file}:first", POLICIES).name.startswith("first@")
    assert read_seat(f"{file}:bare", POLICIES).name.startswith("bare@")
    with pytest.raises(BadAgent, match="has no agent second; it has first"):
        read_seat(f"{file}:second", POLICIES)
    with pytest.raises(BadAgent, match="there is no file"):
        read_seat(f"{tmp_path / 'other.py'}:first", POLICIES)
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_this_name\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BadAgent, match="cannot be run: ModuleNotFoundError"):
            read_seat(f"{broken}:first", POLICIES)


def test_pickling_keeps_the_name():
    assert pickle.loads(pickle.dumps(last)) is user.find(last.name)
    assert cloudpickle.loads(cloudpickle.dumps(make(5))).name == make(5).name


def test_agents_reach_other_processes_under_their_names(tmp_path):
    file = tmp_path / "sent.py"
    file.write_text("import tsurolab as tl\n\ndef sent(rules, state, moves, count):\n    return 7\n", encoding="utf-8")
    name = read_seat(f"{file}:sent", POLICIES).name
    packed = tmp_path / "packed"
    packed.write_bytes(pack([name, "greedy", last.name, last.plain.name]))
    file.unlink()
    code = (
        "import sys; from tsurolab.agents import unpack, user; unpack(open(sys.argv[1], 'rb').read()); "
        "print([user.find(name)(None, None, None, 5) for name in sys.argv[2:]])"
    )
    names = [name, last.name, last.plain.name]
    done = subprocess.run(
        [sys.executable, "-c", code, str(packed), *names], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout.strip() == "[7, 4, 4]", done.stderr
    assert pack(["greedy", "monte-carlo:4"]) == b""
    unpack(b"")
    with pytest.raises(BadAgent, match="not defined here"):
        pack(["mine@0123456789ab"])
