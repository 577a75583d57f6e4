"""Agents that users write: a plain Python function, compiled into the loop that plays the games.

What it is for: the decorator :func:`agent`, the name under which such a function stands in experiments, and sending it
to other processes. What it is not for: playing (:mod:`tsurolab.agents.matches`).

The name carries a digest of the function's text, so that a run never goes on with another function of the same name.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib.util
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, cast, overload

from tsurolab.errors import BadAgent, TsurolabError

Choice = Callable[[Any, Any, Any, int], int]
"""``(rules, state, moves, count)`` to the index of a move."""

PLAIN: Final = ":plain"
"""End of the name of an agent that is run by Python."""
_NAME: Final = re.compile(r"(?P<name>[^\W\d]\w*)@(?P<digest>[0-9a-f]{12})(?P<plain>:plain)?")
_FILE: Final = re.compile(r"(?P<path>.+\.py):(?P<name>[^\W\d]\w*)")
_ARGUMENTS: Final = ("rules", "state", "moves", "count")
_known: dict[str, Agent] = {}
"""Every agent made in this process, by its full name."""


class Agent:
    """A user's agent. Made by :func:`agent`.

    It can be called as the function it was made from, and be given wherever an agent's name can.
    """

    def __init__(self, function: Choice, *, compiled: bool = True) -> None:
        self.function = function
        self.compiled = compiled
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._machine_code: dict[Any, Any] = {}

    @cached_property
    def name(self) -> str:
        """Its name in experiments: the function's, ``@``, and twelve digits that stand for its text."""
        return f"{self.__name__}@{_digest(self.function)}{'' if self.compiled else PLAIN}"

    @cached_property
    def plain(self) -> Agent:
        """The same agent run by Python, for debugging: it can print, and an error in it has a traceback.

        It plays the same games, some hundred times slower.
        """
        return _register(Agent(self.function, compiled=False)) if self.compiled else self

    def machine_code(self, rules: Any, state: Any, moves: Any) -> Any:
        """The function compiled for records of these types.

        Raises:
            BadAgent: it cannot be compiled; the message gives the reason and how to look closer.
        """
        key = (rules.dtype, state.dtype, moves.dtype)
        if key not in self._machine_code:
            from tsurolab import _jit

            try:
                self._machine_code[key] = _jit.compiled_like(self.function, rules, state, moves, 1)
            except _jit.NotCompiled as error:
                fields = [name for record in (rules, state, moves) for name in record.dtype.names or ()]
                raise BadAgent(
                    f"the agent {self.__name__} does not compile: {_reason(str(error), fields)} An agent may use "
                    f"numbers, loops, NumPy and fields of the records; {self.__name__}.plain is it run by Python"
                ) from None
        return self._machine_code[key]

    def __call__(self, rules: Any, state: Any, moves: Any, count: int) -> int:
        """What the function answers."""
        return self.function(rules, state, moves, count)

    def __repr__(self) -> str:
        """Its name in experiments."""
        return f"<agent {self.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with the function's code, so that another process need not have its file."""
        return _restore, (pack([_register(self).name]), self.name)


def _restore(packed: bytes, name: str) -> Agent:
    unpack(packed)
    return find(name)


def _register(made: Agent) -> Agent:
    return _known.setdefault(made.name, made)


@overload
def agent(function: Choice) -> Agent: ...
@overload
def agent(*, compiled: bool = True) -> Callable[[Choice], Agent]: ...
def agent(function: Choice | None = None, *, compiled: bool = True) -> Agent | Callable[[Choice], Agent]:
    """Make an agent of a function, as a decorator.

    Args:
        function: takes ``rules``, ``state``, ``moves`` and ``count``, records of the family's kernel, and returns the
            index of one of ``moves[0] .. moves[count - 1]``, the legal moves. What the seat to play
            (``state.turn``) may not see is blank in ``state``. It must not change what it is given.
            Random numbers come from ``tl.agents.random_below(state, n)``.
        compiled: whether it is compiled; ``mine.plain`` is the same agent run by Python.

    Raises:
        BadAgent: it does not take four arguments, or is no plain function.

    >>> @agent
    ... def last(rules, state, moves, count):
    ...     return count - 1
    >>> last(None, None, None, 5)
    4
    """

    def make(function: Choice) -> Agent:
        if isinstance(function, Agent):
            return function
        if not isinstance(function, FunctionType):
            raise BadAgent(f"an agent is made of a plain function, not of {function!r}")
        taken = list(inspect.signature(function).parameters.values())
        if len(taken) != len(_ARGUMENTS) or any(each.kind != each.POSITIONAL_OR_KEYWORD for each in taken):
            raise BadAgent(
                f"an agent takes {', '.join(_ARGUMENTS)}; {function.__name__} takes "
                f"{', '.join(map(str, taken)) or 'nothing'}"
            )
        return _register(Agent(function, compiled=compiled))

    return make if function is None else make(function)


def name_of(given: object) -> str | None:
    """The full name of a user's agent, given as such, by that name, or as ``file.py:function``; ``None`` if it is none.

    Raises:
        BadAgent: the file cannot be run, or has no such function.

    >>> name_of("greedy") is None
    True
    """
    if isinstance(given, Agent):
        return _register(given).name
    if isinstance(given, FunctionType):
        return agent(given).name
    if isinstance(given, str):
        if _NAME.fullmatch(given):
            return given
        file = _FILE.fullmatch(given)
        if file:
            return _from_file(Path(file["path"]), file["name"]).name
    return None


def find(name: str) -> Agent:
    """The user's agent of that full name.

    Raises:
        BadAgent: it has not been made in this process.

    >>> find("mine@000000000000")
    Traceback (most recent call last):
    tsurolab.errors.BadAgent: mine@000000000000 is a user's agent that is not defined here: ...
    """
    if name.endswith(PLAIN) and name.removesuffix(PLAIN) in _known:
        return _known[name.removesuffix(PLAIN)].plain
    if name not in _known:
        alike = [each for each in _known if each.startswith(name.partition("@")[0] + "@")]
        other = f"; here {alike[-1].removesuffix(PLAIN)} is defined" if alike else ""
        raise BadAgent(
            f"{name} is a user's agent that is not defined here: run the code that defines it first, or name its file "
            f"on the command line as --agents FILE.py:NAME (its text must be the same){other}"
        )
    return _known[name]


def _from_file(path: Path, name: str) -> Agent:
    if not path.is_file():
        raise BadAgent(f"there is no file {path} to take the agent {name} from")
    module_name = f"tsurolab_agents_of_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    module = sys.modules.get(module_name)
    if module is None:
        spec = importlib.util.spec_from_file_location(module_name, path)
        if spec is None or spec.loader is None:
            raise BadAgent(f"{path} cannot be read as Python")
        module = importlib.util.module_from_spec(spec)
        sys.modules[module_name] = module
        try:
            spec.loader.exec_module(module)
        except TsurolabError:
            del sys.modules[module_name]
            raise
        except (Exception, SystemExit) as error:
            del sys.modules[module_name]
            raise BadAgent(f"{path} cannot be run: {type(error).__name__}: {error}") from error
    found = getattr(module, name, None)
    if isinstance(found, FunctionType):
        found = agent(cast(Choice, found))
    if not isinstance(found, Agent):
        there = sorted(key for key, value in vars(module).items() if isinstance(value, Agent))
        raise BadAgent(f"{path} has no agent {name}; it has {', '.join(there) or 'none'}")
    return found


# ---------------------------------------------------------------------------------------------------- other processes


def pack(names: Iterable[str]) -> bytes:
    """The users' agents among ``names`` as bytes for another process; empty if there are none.

    Raises:
        BadAgent: one of them is not defined here, or cannot be sent.
    """
    agents = [find(name) for name in sorted(set(names)) if name_of(name)]
    if not agents:
        return b""
    import cloudpickle

    modules = {sys.modules[each.function.__module__] for each in agents if each.function.__module__ in sys.modules}
    modules = {module for module in modules if module.__name__.partition(".")[0] not in ("tsurolab", "__main__")}
    for module in modules:  # the other process may not have the file
        cloudpickle.register_pickle_by_value(module)
    try:
        return cast(bytes, cloudpickle.dumps([(each.function, each.compiled, each.name) for each in agents]))
    except Exception as error:
        shown = ", ".join(each.name for each in agents)
        raise BadAgent(f"{shown} cannot be sent to another process: {error}") from error
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def unpack(packed: bytes) -> None:
    """Make the agents known that :func:`pack` has packed, under the names they had."""
    if not packed:
        return
    import pickle

    for function, compiled, name in pickle.loads(packed):
        if name not in _known:
            made = Agent(function, compiled=compiled)
            made.__dict__["name"] = name  # its text may not be at hand here
            _known[name] = made


# ------------------------------------------------------------------------------------------------------------- digests


def _digest(function: Choice) -> str:
    """Twelve hexadecimal digits for a function's text and for what it uses from around it."""
    return hashlib.sha256("\n".join(_parts(function, set())).encode()).hexdigest()[:12]


def _parts(function: Any, seen: set[int]) -> Iterator[str]:
    """The text of a function, and of the functions and the values that it names."""
    if id(function) in seen:
        return
    seen.add(id(function))
    yield _text(function)
    code: CodeType = function.__code__
    yield repr(function.__defaults__)
    for name, value in sorted(_around(function).items()):
        inner = getattr(value, "py_func", getattr(value, "function", value))
        if isinstance(value, ModuleType):
            yield f"{name}=module {value.__name__}"
        elif isinstance(inner, FunctionType):
            yield f"{name}=function"
            yield from _parts(inner, seen)
        elif hasattr(value, "tobytes"):
            yield f"{name}={getattr(value, 'dtype', '')}{value.tobytes().hex()}"
        else:
            yield f"{name}={value!r}"
    yield code.co_name


def _around(function: Any) -> dict[str, Any]:
    """The values of the names that a function takes from outside, as far as they are there already."""
    code = function.__code__
    around = {name: function.__globals__[name] for name in code.co_names if name in function.__globals__}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            around[name] = cell.cell_contents
        except ValueError as error:
            raise BadAgent(
                f"the agent {function.__name__} uses {name}, which has no value yet: define it before the agent"
            ) from error
    return around


def _text(function: Any) -> str:
    """What a function does, whatever its comments and line breaks; its byte code where its text is not at hand."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        code = function.__code__
        return f"{code.co_code.hex()} {code.co_consts!r} {code.co_names!r} {code.co_varnames!r}"
    found = next((each for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.Lambda))), None)
    if isinstance(found, ast.FunctionDef):
        found.decorator_list = []
        if ast.get_docstring(found) is not None:
            found.body = found.body[1:] or [ast.Pass()]
    return ast.dump(found or tree)


_SNIPPET: Final = re.compile(r'^File ".*?", line \d+:\n(?P<code>.*?)^\s*\^[\s^]*$', re.MULTILINE | re.DOTALL)
_NO_FIELD: Final = re.compile(r"^KeyError: '(?P<name>\w+)'|Unknown attribute '(?P<of_many>\w+)' of type .*Record\(")
_RETURNED: Final = re.compile(r"No conversion from (?P<kind>.+?) to int64.*")
_OVERHEAD: Final = re.compile(
    r"^(During:|This error|For more|\[|Pass #|- Resolution|- During|To see|http|File |Raised from"
    r"|\w+Error: Failed in nopython mode)"
)
_JARGON: Final = re.compile(
    r"( for '\$[^']*'|, operation: .*|, location: .*|, defined at .*| Raised from .*)$"
    r"|^\w+: (?=Use of unsupported)|Failed in nopython mode pipeline \(step: .*?\)"
)
_LONGEST: Final = 400
"""Letters of a reason that are shown."""


def _reason(text: str, fields: Iterable[str]) -> str:
    """What of a compiler's message speaks of the user's code, with the line that it stumbled over.

    >>> _reason("KeyError: 'stepz'", ["steps", "place"])
    "no record that an agent is given has a field 'stepz'; did you mean 'steps'?"
    """
    missing = _NO_FIELD.search(text)
    if missing:
        name = missing["name"] or missing["of_many"]
        alike = difflib.get_close_matches(name, list(fields), n=1)
        meant = f"; did you mean {alike[0]!r}?" if alike else "."
        return f"no record that an agent is given has a field {name!r}{meant}"
    text = text.replace("\x1b", "")
    shown = [
        match["code"].strip().splitlines()[-1].strip() for match in _SNIPPET.finditer(text) if match["code"].strip()
    ]
    lines = [line.strip() for line in _SNIPPET.sub("", text).splitlines()]
    kept = list(dict.fromkeys(_JARGON.sub("", line).strip() for line in lines if not _OVERHEAD.match(line)))
    told = " ".join(line for line in kept[:8] if line) or text.strip()
    told = _RETURNED.sub(lambda match: f"it returns {match['kind']} in some case, where a number is right", told)
    told = (told[:_LONGEST] + " ...") if len(told) > _LONGEST else told
    at = f" (in the line: {shown[-1]})" if shown else ""
    return f"{told.rstrip('.')}{at}."


def check_answer(answer: object, count: int, name: str) -> int:
    """What a function run by Python answered, as an index.

    Raises:
        BadAgent: it is not a whole number, or there is no such move.
    """
    whole = hasattr(answer, "__index__") and not isinstance(answer, bool)
    index = int(cast(int, answer)) if whole else -1
    if not 0 <= index < count:
        raise wrong_answer(name, answer, count)
    return index


def wrong_answer(name: str, answer: object, count: int) -> BadAgent:
    """The error of an agent that answered with a move that is not there."""
    return BadAgent(f"the agent {name} answered {answer!r}, where a whole number from 0 to {count - 1} is right")
