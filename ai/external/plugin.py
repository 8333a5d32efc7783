"""Load an engine class with `strategy` or `act` from a Python file.

The class is built with the game if its constructor takes it. Parameters of the constructor with a
default are its options. Any error is a ``ValueError`` with a message: the file runs in a process of
its own, which reports it.
"""

from __future__ import annotations

import importlib.util
import inspect
import operator
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from ai.external.protocol import EngineOption, Hello, OptionKind, parse_option, plain
from ai.external.rows import checked_strategy
from engine.errors import IllegalActionError
from engine.game import Game
from engine.player import Action, ActionKind, PublicState, SeatRecord, SeatView, Strategy, verify

_KINDS: dict[type, OptionKind] = {bool: "bool", int: "int", float: "float", str: "text"}
T = TypeVar("T")
_FAILURES = (Exception, SystemExit)
"""Exceptions of untrusted code, all of which are reported to the caller."""


class Plugin:
    """The engine class of a Python file, and its instance once built for a game.

    Raises ValueError if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._class = _load(path)
        self._engine: Any = None
        self._takes_game = False
        self._options = dict(self._declared())
        can = {name: hasattr(self._class, name) for name in ("act", "strategy", "observe")}
        self.hello = Hello(
            name=plain(path.stem) or "engine",
            version=plain(str(getattr(self._class, "version", ""))),
            options=tuple(self._options.values()),
            has_ranges=can["strategy"],
            acts=can["act"],
            observes=can["observe"],
        )

    def _declared(self) -> dict[str, EngineOption]:
        """Return the constructor's parameters: the game, and options with a default."""
        options: dict[str, EngineOption] = {}
        try:
            parameters = inspect.signature(self._class).parameters.values()
            hints = get_type_hints(self._class.__init__)
        except _FAILURES:
            parameters, hints = inspect.signature(self._class).parameters.values(), {}
        for place, parameter in enumerate(parameters):
            default = parameter.default
            if place == 0 and (default is parameter.empty or type(default) not in _KINDS):
                self._takes_game = True
            elif type(default) in _KINDS:
                options[parameter.name] = _parameter_option(parameter.name, default, hints)
        return options

    def build(self, game: Game, options: Mapping[str, str]) -> None:
        """Build the engine for a game. Raises ValueError if it cannot be built."""
        kinds: dict[OptionKind, Any] = {
            "int": int,
            "float": float,
            "bool": lambda text: text == "true",
        }
        given = {
            name: kinds.get(self._options[name].kind, str)(text)
            for name, text in options.items()
            if name in self._options
        }
        try:
            self._engine = self._class(*((game,) if self._takes_game else ()), **given)
        except _FAILURES as error:
            raise ValueError(f"it does not load: {one_line(error)}") from error

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self._engine, method)(*arguments)
        except _FAILURES as error:
            raise ValueError(f"{method} failed: {one_line(error)}") from error

    def _checked(
        self,
        method: str,
        check: Callable[[Any, PublicState], T],
        spot: PublicState,
        *arguments: Any,
    ) -> T:
        answer = self._call(method, *arguments)
        try:
            return check(answer, spot)
        except ValueError as error:
            raise ValueError(f"{method} gave {error}") from None

    def strategy(self, spot: PublicState) -> Strategy:
        """The full-range strategy, validated.

        Raises ValueError if it is not a strategy for this spot.
        """
        return self._checked("strategy", _checked_answer, spot, spot)

    def act(self, view: SeatView, rng: np.random.Generator) -> Action:
        """The action for the seat's own combo, validated.

        Raises ValueError if it fails, or returns no action or an illegal one.
        """
        return self._checked("act", _checked_action, view.spot, view, rng)

    def observe(self, record: SeatRecord) -> None:
        """Forward a finished hand. Raises ValueError if it fails."""
        self._call("observe", record)


def _parameter_option(name: str, default: Any, hints: Mapping[str, Any]) -> EngineOption:
    """Return the option for a parameter; a ``Literal`` of strings is a choice."""
    hint = hints.get(name)
    words = str(default).lower() if isinstance(default, bool) else str(default)
    line = f"{name} type {_KINDS[type(default)]} default {words}"
    if get_origin(hint) is Literal and all(isinstance(word, str) for word in get_args(hint)):
        line = f"{name} type choice default {words} choices {' '.join(get_args(hint))}"
    return parse_option(line)


def one_line(error: BaseException) -> str:
    """Return an untrusted exception as one line, even if its own text fails."""
    try:
        words = str(error)
    except BaseException:  # an untrusted __str__ may do anything
        words = "its words cannot be read"
    return plain(f"{type(error).__name__}: {words}")


def _load(path: Path) -> Any:
    if not path.is_file():
        raise ValueError("there is no such file")
    name = "_engine_file"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError("a Python file ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses in the file look up their module
    sys.path.append(str(path.parent))  # for its own imports
    try:
        spec.loader.exec_module(module)
        classes: list[Any] = [
            value
            for value in vars(module).values()
            if inspect.isclass(value)
            and value.__module__ == name
            and (hasattr(value, "strategy") or hasattr(value, "act"))
        ]
    except _FAILURES as error:
        raise ValueError(f"it does not load: {one_line(error)}") from error
    if len(classes) == 1:
        return classes[0]
    count = "no class" if not classes else f"{len(classes)} classes"
    raise ValueError(f"it has {count} with `strategy` or `act`, and needs one")


def _checked_action(action: Any, spot: PublicState) -> Action:
    """Return a validated action with an integer amount.

    Raises ValueError naming what it is instead of a legal action.
    """
    if not isinstance(action, Action) or not isinstance(action.kind, ActionKind):
        raise ValueError(plain(f"no Action but {type(action).__name__} {action!r}", 100))
    try:
        amount = operator.index(action.raise_to)
        checked = Action(action.kind, amount if action.kind is ActionKind.RAISE else 0)
        verify(spot.legal, spot.betting, checked)
    except TypeError:
        raise ValueError(
            plain(f"an amount that is not an integer: {action.raise_to!r}", 100)
        ) from None
    except IllegalActionError as error:
        raise ValueError(f"an illegal action: {error}") from None
    return checked


def _checked_answer(answer: Any, spot: PublicState) -> Strategy:
    """Return a validated strategy for a spot. Raises ValueError naming what it is instead."""
    try:
        given, rows = tuple(answer.actions), _floats(answer.probabilities)
    except AttributeError:
        raise ValueError(f"no Strategy but {type(answer).__name__}") from None
    except TypeError:
        raise ValueError("actions or probabilities that are not arrays") from None
    if rows is None:
        raise ValueError("no probabilities")
    actions = tuple(_checked_action(action, spot) for action in given)
    if len(set(actions)) < len(actions):
        raise ValueError("the same action twice")
    values, error = (_floats(getattr(answer, name, None)) for name in ("values", "error"))
    return checked_strategy(spot, actions, rows, values, error, str(getattr(answer, "note", "")))


def _floats(given: Any) -> NDArray[np.float64] | None:
    """Return numbers as sent; other values become NaN, which validation rejects."""
    if given is None:
        return None
    try:
        numbers = np.asarray(given)
    except ValueError:
        raise ValueError("actions or probabilities that are not arrays") from None
    if numbers.dtype.kind not in "fiu":
        return np.full(numbers.shape, np.nan)
    return numbers.astype(np.float64)
