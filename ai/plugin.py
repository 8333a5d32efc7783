"""Third-party engines: a Python file with one class that has `strategy` or `act`.

The class is built with the game if its constructor takes an argument, else without. Whatever it
lacks of ``engine.player.Agent`` is filled in here: with `strategy` alone it acts by drawing from
the row of its combo, with `act` alone it has no ranges.
"""

from __future__ import annotations

import importlib.util
import inspect
import operator
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.agent import PolicyTable
from engine.combos import combo_index, num_combos
from engine.errors import CancelledError, EngineError, IllegalActionError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import (
    Action,
    ActionKind,
    PublicState,
    SeatRecord,
    SeatView,
    Strategy,
    sample_action,
    verify,
)
from engine.policy import blocked

_MAX_NOTE = 200
_TOLERANCE = 1e-6
_FAILURES = (Exception, SystemExit)
"""Whatever a stranger's code does is a message: it neither crashes the program nor ends it."""


class PluginAgent:
    """A third-party engine behind the full interface; its errors name its file.

    Args:
        path: the Python file.
        game: the game it is to play.

    Raises:
        EngineError: if the file cannot be used.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self.name = f"python:{path}"
        self._path = path
        self._inner = _load(path, game)
        self.has_ranges = hasattr(self._inner, "strategy")

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self._inner, method)(*arguments)
        except CancelledError:
            raise
        except _FAILURES as error:
            raise EngineError(f"{self._path}: {method} failed: {_one_line(error)}") from error

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The answer for the whole range, checked.

        Raises:
            EngineError: if there is none, or it is no strategy for this spot.
        """
        if not self.has_ranges:
            raise EngineError(f"{self._path}: this engine can only act and has no ranges")
        answer = self._call("strategy", spot)
        try:
            return _checked_strategy(answer, spot)
        except ValueError as error:
            raise EngineError(f"{self._path}: strategy gave {error}") from None

    def act(self, view: SeatView, rng: np.random.Generator) -> Action:
        """The engine's own `act`, or a draw from its `strategy`.

        Raises:
            EngineError: if it fails, or gives no action or an illegal one.
        """
        if hasattr(self._inner, "act"):
            action = self._call("act", view, rng)
            try:
                return _checked_action(action, view.spot)
            except ValueError as error:
                raise EngineError(f"{self._path}: act gave {error}") from None
        combo = combo_index(view.hole, view.spot.game.deck)
        return sample_action(self.strategy(view.spot), combo, rng)

    def observe(self, record: SeatRecord) -> None:
        """Pass on a finished hand if the engine cares."""
        if hasattr(self._inner, "observe"):
            self._call("observe", record)

    def table(self) -> PolicyTable | None:
        """No table: the engine is asked decision by decision."""
        return None

    def save_state(self) -> dict[str, Any]:
        """What the engine gives to keep.

        Raises:
            EngineError: if it fails or gives no dict.
        """
        if not hasattr(self._inner, "save_state"):
            return {}
        state = self._call("save_state")
        if not isinstance(state, dict):
            raise EngineError(f"{self._path}: save_state gave no dict but {type(state).__name__}")
        return state

    def load_state(self, state: dict[str, Any]) -> None:
        """Give back what it gave to keep."""
        if hasattr(self._inner, "load_state"):
            self._call("load_state", state)


def _one_line(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]


def _load(path: Path, game: Game) -> Any:
    if not path.is_file():
        raise EngineError(f"{path}: there is no such file")
    name = f"_engine_file_{abs(hash(path.resolve()))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise EngineError(f"{path}: a Python file ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses in the file look their module up
    try:
        spec.loader.exec_module(module)
        classes: list[Any] = [
            value
            for value in vars(module).values()
            if inspect.isclass(value)
            and value.__module__ == name
            and (hasattr(value, "strategy") or hasattr(value, "act"))
        ]
        if len(classes) == 1:
            takes_game = len(inspect.signature(classes[0]).parameters) > 0
            return classes[0](game) if takes_game else classes[0]()
    except _FAILURES as error:
        raise EngineError(f"{path}: it does not load: {_one_line(error)}") from error
    count = "no class" if not classes else f"{len(classes)} classes"
    raise EngineError(f"{path}: it has {count} with `strategy` or `act`, and needs one")


def _checked_action(action: Any, spot: PublicState) -> Action:
    """An action, its amount a plain integer.

    Raises:
        ValueError: saying what it is instead of a legal action.
    """
    if not isinstance(action, Action) or not isinstance(action.kind, ActionKind):
        raise ValueError(f"no Action but {type(action).__name__} {action!r}"[:100])
    try:
        amount = operator.index(action.raise_to)
        checked = Action(action.kind, amount if action.kind is ActionKind.RAISE else 0)
        verify(spot.legal, spot.betting, checked)
    except TypeError:
        raise ValueError(f"an amount that is no integer: {action.raise_to!r}"[:100]) from None
    except IllegalActionError as error:
        raise ValueError(f"an illegal action: {error}") from None
    return checked


def _checked_strategy(answer: Any, spot: PublicState) -> Strategy:
    """A strategy for a spot.

    Raises:
        ValueError: saying what it is instead.
    """
    try:
        given, rows = tuple(answer.actions), np.asarray(answer.probabilities)
    except AttributeError:
        raise ValueError(f"no Strategy but {type(answer).__name__}") from None
    except (TypeError, ValueError):
        raise ValueError("actions or probabilities that are no arrays") from None
    actions = tuple(_checked_action(action, spot) for action in given)
    if len(set(actions)) < len(actions):
        raise ValueError("the same action twice")
    game = spot.game
    shape = (num_combos(len(game.deck), game.num_hole), len(actions))
    if rows.shape != shape:
        raise ValueError(f"probabilities of shape {rows.shape}, not {shape}")
    if rows.dtype.kind not in "fiu" or not (rows >= 0).all() or not np.isfinite(rows).all():
        raise ValueError("probabilities that are not all numbers of 0 or more")
    sums = rows.sum(axis=1)[~blocked(game, spot.board)]
    if not np.allclose(sums, 1.0, rtol=0.0, atol=_TOLERANCE):
        raise ValueError("rows that do not sum to 1")
    values, error = (_checked_numbers(answer, name, shape) for name in ("values", "error"))
    note = str(getattr(answer, "note", ""))[:_MAX_NOTE]
    return Strategy(actions, rows.astype(np.float64), values, error, note)


def _checked_numbers(answer: Any, name: str, shape: tuple[int, int]) -> NDArray[np.float64] | None:
    """Values or their errors, if the answer has any.

    Raises:
        ValueError: saying what they are instead.
    """
    given = getattr(answer, name, None)
    if given is None:
        return None
    numbers = np.asarray(given)
    if numbers.shape != shape or numbers.dtype.kind not in "fiu" or not np.isfinite(numbers).all():
        raise ValueError(f"{name} that are not finite numbers of shape {shape}")
    return numbers.astype(np.float64)
