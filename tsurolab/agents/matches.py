"""Playing with agents: many games, one game traced, one decision.

What it is for: from seats by name to played games, for any family. Seats that are all compiled policies go to the
family's own ``playout``; others to the text that all families share (:mod:`tsurolab.agents.kernel_match`), or, where a
user's agent is run by Python, to a loop here. What it is not for: many games in parallel (:mod:`tsurolab.simulate`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tsurolab.agents.seating import Seat, read_seat
from tsurolab.agents.user import PLAIN, check_answer, find, wrong_answer
from tsurolab.errors import BadAgent, BadArgument, IllegalMove
from tsurolab.games.catalogue import family as find_family
from tsurolab.games.protocol import Family, copy_record, new_records
from tsurolab.games.state import State
from tsurolab.seeds import Stream, check_seed

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from tsurolab.games.catalogue import Game

TEXTS: Final = (
    "start_agents",
    "rollout",
    "try_out",
    "put_in_order",
    "search",
    "ask",
    "decide",
    "match",
    "match_trace",
)
"""The functions of ``kernel_match``, each after those it calls."""
_NAMES: Final = (
    "STATE",
    "MOVE",
    "DESK",
    "VEIL",
    "MAX_MOVES",
    "HORIZON",
    "deal",
    "legal",
    "play",
    "outcome",
    "choose",
    "hide",
    "resample",
    "reward",
    "shortlist",
    "count_choices",
)
"""What they need of a family's kernel."""


def _kernels(family: Family) -> SimpleNamespace:
    """The shared text compiled for a family."""
    return _kernels_of(family.name)


@cache
def _kernels_of(name: str) -> SimpleNamespace:
    from tsurolab import _jit
    from tsurolab.agents import kernel_match

    kernel = find_family(name).kernel
    names = {each: getattr(kernel, each) for each in _NAMES}
    for text in TEXTS:
        names[text] = _jit.bound(getattr(kernel_match, text), name, names)
    return SimpleNamespace(**names)


def _placeholder(family: Family) -> Any:
    return _placeholder_of(family.name)


@cache
def _placeholder_of(name: str) -> Any:
    """Stands where there is no user's function."""
    from tsurolab import _jit
    from tsurolab.agents.kernel_match import first_move

    return _jit.compiled_like(first_move, *_examples(find_family(name), None))


def _examples(family: Family, rules: Any) -> tuple[Any, Any, Any, int]:
    """Arguments of the types that a user's function gets."""
    kernel = family.kernel
    if rules is None:
        edition = family.editions[0]
        rules = family.build_rules(edition, edition.check_options({}))
    return rules, new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, 1), 1


class Table(NamedTuple):
    """The agents of a game as its kernel takes them."""

    seats: tuple[Seat, ...]
    records: Any
    """``kernel_match.AGENT``, one a seat."""
    functions: tuple[Any, ...]
    """The users' functions, always the same number of them; none where only policies sit."""

    @property
    def is_policies(self) -> bool:
        """Whether the family's own ``playout`` can play with them."""
        return not self.functions

    @property
    def is_plain(self) -> bool:
        """Whether one of them is run by Python."""
        return any(seat.name.endswith(PLAIN) for seat in self.seats)


def _table(game: Game, names: Sequence[str], *, with_functions: bool | None = None) -> Table:
    """The agents by seat; users' functions are left out where nobody asks for them, unless told."""
    from tsurolab.agents.kernel_match import AGENT, FUNCTION, MOST_FUNCTIONS, POLICY, SEARCH

    family, policies = game.family, game.family.kernel.POLICIES
    seats = tuple(read_seat(name, policies) for name in names)
    records = new_records(AGENT, len(seats))
    users = list(dict.fromkeys(seat.name for seat in seats if seat.is_users))
    for record, seat in zip(records, seats, strict=True):
        record.kind = FUNCTION if seat.is_users else SEARCH if seat.rollouts else POLICY
        record.policy = policies.index(seat.policy) if seat.policy else 0
        record.rollouts = seat.rollouts
        record.function = users.index(seat.name) if seat.is_users else 0
    examples = _examples(family, game.rules)[:3]
    if with_functions is None:
        with_functions = any(seat.is_users or seat.rollouts for seat in seats)
    if not with_functions:
        return Table(seats, records, ())
    functions = [_placeholder(family) if name.endswith(PLAIN) else find(name).machine_code(*examples) for name in users]
    functions += [_placeholder(family)] * (MOST_FUNCTIONS - len(functions))
    return Table(seats, records, tuple(functions))


def functions_of(family: Family, names: Sequence[str], *, use: str = "games") -> tuple[str, ...]:
    """The compiled functions that playing with these agents begins with, which is what their first use waits for.

    Args:
        family: whose games.
        names: the agents' names.
        use: ``"games"`` for :func:`play_games`, ``"traces"`` for :func:`trace_game`, ``"decisions"`` for one move at a
            time (:func:`pick`).

    >>> functions_of(find_family("tsuro"), ["greedy", "uniform"])
    ('playout',)
    >>> functions_of(find_family("tsuro"), ["greedy", "monte-carlo:64"], use="traces")
    ('trace', 'match_trace')
    """
    seats = [read_seat(name, family.kernel.POLICIES) for name in names]
    if use == "decisions" or any(seat.name.endswith(PLAIN) for seat in seats):
        return ("legal", "play", "search") if any(seat.rollouts for seat in seats) else ("legal", "play")
    own, shared = ("trace", "match_trace") if use == "traces" else ("playout", "match")
    return (own, shared) if any(seat.is_users or seat.rollouts for seat in seats) else (own,)


# --------------------------------------------------------------------------------------------------------- whole games


def play_games(game: Game, names: Sequence[str], seed: int, first: int, results: Any, *, shared: bool = False) -> None:
    """Play games ``first``, ``first + 1``, ... of a seed and fill ``results``.

    Args:
        game: the edition with its options.
        names: the agent's full name for each seat, as :func:`~tsurolab.agents.seating.seat_agents` gives them.
        seed: the master seed.
        first: number of the first game.
        results: records of the family's RESULT, as many as games are wanted.
        shared: let the loop that families share play also where only policies sit; for comparing its speed.

    Raises:
        BadAgent: a user's agent is not defined here, does not compile, or answered with a move that is not there.

    >>> from tsurolab.games.catalogue import game
    >>> tsuro = game("tsuro/classic")
    >>> results = new_records(tsuro.family.kernel.RESULT, 3)
    >>> play_games(tsuro, ("uniform", "monte-carlo:4"), 1, 0, results)
    >>> bool((results.tiles > 0).all())
    True
    """
    table = _table(game, names, with_functions=True if shared else None)
    kernel, players, count = game.family.kernel, len(names), len(results)
    if table.is_policies:
        kernel.playout(game.rules, players, table.records.policy.copy(), seed, first, count, results)
    elif table.is_plain:
        for place in range(count):
            desk = _PlainDesk(game.family, game.rules, table)
            state = new_records(kernel.STATE, 1)[0]
            desk.play(seed, first + place, state)
            kernel.outcome(game.rules, state, results[place])
    else:
        wrong = _room_for_errors()
        with _errors_named(table):
            played = _kernels(game.family).match(
                game.rules,
                copy_record(game.rules),
                players,
                table.records,
                table.functions,
                seed,
                first,
                count,
                results,
                wrong,
            )
        if played < count:
            raise _error(table, wrong, first + played)


def trace_game(game: Game, names: Sequence[str], seed: int, number: int, state: Any, moves: Any) -> int:
    """Play one game exactly as :func:`play_games` does and keep its moves.

    Args:
        game: the edition with its options.
        names: the agent's full name for each seat.
        seed: the master seed.
        number: the game's number.
        state: a STATE record, which then holds the end of the game.
        moves: room for ``MAX_GAME`` MOVE records.

    Returns:
        How many moves were played.

    Raises:
        BadAgent: see :func:`play_games`.
    """
    table, kernel, players = _table(game, names), game.family.kernel, len(names)
    if table.is_policies:
        return kernel.trace(game.rules, players, table.records.policy.copy(), seed, number, state, moves)
    if table.is_plain:
        return _PlainDesk(game.family, game.rules, table).play(seed, number, state, moves)
    wrong = _room_for_errors()
    with _errors_named(table):
        count = _kernels(game.family).match_trace(
            game.rules,
            copy_record(game.rules),
            players,
            table.records,
            table.functions,
            seed,
            number,
            state,
            moves,
            wrong,
        )
    if count < 0:
        raise _error(table, wrong, number)
    return int(count)


def check_users(game: Game, names: Sequence[str], seed: int) -> None:
    """Play one game with the users' agents compiled, and once more with them run by Python: both must be the same.

    So a faulty agent is found before a long run, with a message that says what is wrong.

    Raises:
        BadAgent: an agent does not compile, changes what it is given, answers with something that is no move, or
            plays otherwise when it is run by Python.
    """
    if not any(read_seat(name, game.family.kernel.POLICIES).is_users for name in names):
        return
    import numpy as np

    kernel, overflows = game.family.kernel, []
    plain = [find(name).plain.name if "@" in name else name for name in names]
    ends = []
    with np.errstate(over="call", call=lambda *what: overflows.append(what)):
        for seats in (plain, names):
            state, moves = new_records(kernel.STATE, 1)[0], new_records(kernel.MOVE, kernel.MAX_GAME)
            ends.append(moves[: trace_game(game, seats, seed, 0, state, moves)])
    if len(ends[0]) != len(ends[1]) or not _equal(*ends):
        users = ", ".join(dict.fromkeys(name for name in names if "@" in name))
        if overflows:
            raise BadAgent(
                f"{users} plays otherwise when it is compiled than when it is run by Python, where a number overflows: "
                "fields of records are small numbers, many without a sign; make np.int64(...) of them before "
                "calculating"
            )
        raise BadAgent(
            f"{users} plays otherwise when it is compiled than when it is run by Python: it must decide by rules, "
            "state, moves, count and random_below alone, and use no variables from outside that change"
        )


@contextmanager
def _errors_named(table: Table) -> Iterator[None]:
    """Errors inside users' functions as one that names them."""
    users = [seat.name for seat in table.seats if seat.is_users]
    try:
        yield
    except Exception as error:
        if not users:
            raise
        named = " or ".join(dict.fromkeys(users))
        raise BadAgent(f"the agent {named} raised {type(error).__name__}: {error}") from error


def _room_for_errors() -> NDArray[np.int64]:
    import numpy as np

    return np.zeros(3, np.int64)


def _error(table: Table, wrong: NDArray[np.int64], number: int) -> BadAgent:
    error = wrong_answer(table.seats[int(wrong[0])].name, int(wrong[1]), int(wrong[2]))
    return BadAgent(f"{error} (seat {int(wrong[0])}, game {number})")


# -------------------------------------------------------------------------------------------------------- one decision


class _PlainDesk:
    """What deciding needs beside the state, with the loop of ``kernel_match`` written in Python."""

    def __init__(self, family: Family, rules: Any, table: Table) -> None:
        import numpy as np

        kernel = family.kernel
        self.rules, self.table, self.kernels = rules, table, _kernels(family)
        self.desks, self.states = new_records(kernel.DESK, 2), new_records(kernel.STATE, 2)
        self.veils = new_records(kernel.VEIL, 1)
        self.moves, self.roots = (
            new_records(kernel.MOVE, kernel.MAX_MOVES),
            new_records(kernel.MOVE, kernel.MAX_MOVES + 1),
        )
        self.sums, self.visits = np.zeros(kernel.MAX_MOVES), np.zeros(kernel.MAX_MOVES, np.int64)

    def play(self, seed: int, number: int, state: Any, history: Any = None) -> int:
        """Play a game in ``state``; returns the number of its moves, which are put into ``history``."""
        kernels, players = self.kernels, len(self.table.seats)
        kernels.deal(self.rules, players, seed, number, state)
        kernels.start_agents(players, seed, number, self.desks[0])
        count = 0
        while not state.reason:
            self.decide(state)
            if history is not None:
                history[count] = self.moves[0]
            kernels.play(self.rules, state, self.moves[0])
            count += 1
        return count

    def decide(self, state: Any) -> None:
        """Write the move of the seat to play to ``moves[0]``."""
        place = int(state.turn)
        seat, agent = self.table.seats[place], self.table.records[place]
        if seat.is_users:
            self._ask(state, find(seat.name))
        elif seat.rollouts:
            self.search(state)
            self.moves[0] = self.roots[0]
        else:
            self.kernels.choose(self.rules, state, int(agent.policy), self.desks[0], self.states[1], self.moves)

    def search(self, state: Any) -> int:
        """Find the best move, ``roots[0]``; returns how many moves were tried."""
        agent = self.table.records[int(state.turn)]
        rooms = (self.desks[0], self.desks[1], self.states[0], self.states[1], self.moves, self.roots)
        return int(self.kernels.search(self.rules, state, agent, *rooms, self.sums, self.visits))

    def _ask(self, state: Any, agent: Any) -> None:
        kernels, rules, seat = self.kernels, self.rules, int(state.turn)
        view = copy_record(state)
        kernels.hide(rules, view, seat, self.veils[0])
        view.rng[0] = self.desks[0].rng[seat]
        count = kernels.legal(rules, view, self.moves)
        given = (copy_record(rules), copy_record(view), self.moves[:count].copy(), count)
        function = agent.machine_code(*given[:3]) if agent.compiled else agent.function
        try:
            answer = function(*given)
        except Exception as error:
            raise BadAgent(f"the agent {agent.name} raised {type(error).__name__}: {error} (seat {seat})") from error
        index = check_answer(answer, count, agent.name)
        self.desks[0].rng[seat] = given[1].rng[0]
        given[1].rng[0] = view.rng[0]
        named = zip(("rules", "state", "moves"), (rules, view, self.moves[:count]), given, strict=False)
        changed = [name for name, mine, shown in named if not _equal(mine, shown)]
        if changed:
            raise BadAgent(f"the agent {agent.name} changed its {changed[0]}: it must not change what it is given")
        kernels.count_choices(rules, state, self.moves, count)
        self.moves[0] = self.moves[index]


def _equal(one: Any, other: Any) -> bool:
    """Whether records agree in every field; the bytes between fields may differ."""
    import numpy as np

    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


def _desk_for(state: State, name: object, seed: int) -> tuple[_PlainDesk, Any]:
    """A desk with the agent on every seat, its streams for this point of the game, and a copy of the record."""
    from tsurolab.agents.seating import seat_agents
    from tsurolab.seeds import key

    if state.is_over:
        raise IllegalMove(f"the game is over ({state.outcome}): there is nothing to decide")
    game: Any = state.game
    names = seat_agents([name], state.players, game.family.kernel.POLICIES)
    desk = _PlainDesk(game.family, state._rules, _table(game, names))  # its board may be its own
    for seat in range(state.players):
        desk.desks[0].rng[seat] = key(check_seed(seed), state.ply, Stream.AGENT + seat)
    return desk, copy_record(state._record)


def pick(state: State, agent: object = "uniform", *, seed: int = 0) -> Any:
    """The move that an agent chooses for the seat to play.

    Args:
        state: a game that goes on; it stays as it is.
        agent: a name such as ``"greedy"`` or ``"monte-carlo:64"``, or a user's agent.
        seed: for the agent's own choices: the same seed gives the same move.

    Raises:
        IllegalMove: the game is over.
        UnknownName: there is no such agent.
        BadAgent: see :func:`play_games`.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=7)
    >>> pick(state, "uniform", seed=1) in state.legal_moves
    True
    """
    desk, record = _desk_for(state, agent, seed)
    desk.decide(record)
    return state._move_from_record(desk.moves[0])


def evaluate(state: State, rollouts: int = 1000, *, policy: str = "greedy", seed: int = 0) -> pd.DataFrame:
    """What a Monte Carlo agent thinks of each move: its mean reward, best first.

    Args:
        state: a game that goes on; it stays as it is.
        rollouts: how many games are played to their end, more of them for the moves that do well.
        policy: who plays them.
        seed: for the rollouts.

    Returns:
        A DataFrame with the columns move, reward (of the seat to play, 0 to 1; missing if it was not tried) and
        rollouts.

    Raises:
        BadArgument: a number of rollouts out of range.
        IllegalMove: the game is over.

    >>> import tsurolab as tl
    >>> state = tl.game("tsuro/classic").new(players=2, seed=7)
    >>> int(evaluate(state, 100)["rollouts"].sum()) <= 100
    True
    """
    import pandas as pd

    if isinstance(rollouts, bool) or not isinstance(rollouts, int):
        raise BadArgument(f"rollouts must be a whole number, not {rollouts!r}")
    desk, record = _desk_for(state, f"monte-carlo:{rollouts}:{policy}", seed)
    tried = desk.search(record)
    rows = [
        (state._move_from_record(desk.roots[place]), desk.sums[place], int(desk.visits[place]))
        for place in range(max(1, tried))
    ]
    if not tried:
        rows = [(rows[0][0], 0.0, 0)]
    frame = pd.DataFrame(rows, columns=["move", "reward", "rollouts"])
    frame["reward"] = frame["reward"] / frame["rollouts"].where(frame["rollouts"] > 0)
    return frame
