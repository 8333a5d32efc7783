"""Validate rows of a range, and convert them to and from protocol lines."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ai.external.protocol import NonsenseError, not_understood, parse_actions, plain
from engine.combos import num_combos, parse_combo
from engine.errors import CardError
from engine.lines import action_text
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked

Numbers = NDArray[np.float64]

_TOLERANCE = 1e-6
_ARRAYS = ("rows", "values", "errors")


def checked_strategy(
    spot: PublicState,
    actions: tuple[Action, ...],
    rows: Numbers,
    values: Numbers | None = None,
    error: Numbers | None = None,
    note: str = "",
) -> Strategy:
    """A full-range strategy from untrusted numbers, validated.

    Args:
        actions: legal ones, each once.
        rows: (num_combos, num_actions) probabilities.
        values: chips from here on, of the same shape.
        error: standard error of the values, of the same shape.

    Raises:
        NonsenseError: with the reason.
    """
    shape = (_num_combos(spot), len(actions))
    if rows.shape != shape:
        raise NonsenseError(
            "probabilities of shape {given}, not {shape}", given=rows.shape, shape=shape
        )
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        raise NonsenseError("probabilities that are not all numbers of 0 or more")
    out = blocked(spot.game, spot.board)
    if not (np.abs(rows.sum(axis=1) - 1.0)[~out] <= _TOLERANCE).all():
        raise NonsenseError("rows that do not sum to 1")
    if not _finite(values, shape):
        raise NonsenseError("values that are not finite numbers of shape {shape}", shape=shape)
    if not _finite(error, shape):
        raise NonsenseError("errors that are not finite numbers of shape {shape}", shape=shape)
    return Strategy(actions, rows, values, error, plain(note))


def _finite(numbers: Numbers | None, shape: tuple[int, int]) -> bool:
    return numbers is None or bool(numbers.shape == shape and np.isfinite(numbers).all())


def strategy_lines(spot: PublicState, answer: Strategy) -> Iterator[str]:
    """The lines of a strategy, with exact numbers."""
    yield " ".join(("actions", *(action_text(spot, action) for action in answer.actions)))
    arrays = (answer.probabilities, answer.values, answer.error)
    for name, numbers in zip(_ARRAYS, arrays, strict=True):
        if numbers is not None:
            data = np.ascontiguousarray(numbers, "<f8").tobytes()
            yield f"{name} {base64.b64encode(data).decode()}"
    if answer.note:
        yield f"note {plain(answer.note)}"
    yield "done"


def parse_strategy(spot: PublicState, lines: Iterable[str]) -> Strategy:
    """Parse the lines of a strategy.

    Rows come as ``row COMBO`` with numbers in decimals, or all at once as ``rows`` with bytes.
    Raises NonsenseError with the reason.
    """
    actions: tuple[Action, ...] = ()
    arrays: dict[str, Numbers] = {}
    note = ""
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "actions" and not actions:
            actions = parse_actions(spot, rest)
        elif word == "row" and actions:
            rows = arrays.setdefault("rows", np.full((_num_combos(spot), len(actions)), np.nan))
            _put(spot, rows, rest)
        elif word in _ARRAYS and actions and word not in arrays:
            arrays[word] = _decoded(rest, (_num_combos(spot), len(actions)))
        elif word == "note":
            note = rest
        elif word != "done":
            raise not_understood(line)
    if "rows" not in arrays:
        raise NonsenseError("no rows")
    rows = arrays["rows"]
    rows[blocked(spot.game, spot.board)] = 0.0  # its numbers for impossible combos are ignored
    if np.isnan(rows).any():
        raise NonsenseError("probabilities that are not all numbers of 0 or more")
    return checked_strategy(spot, actions, rows, arrays.get("values"), arrays.get("errors"), note)


def _put(spot: PublicState, rows: Numbers, words: str) -> None:
    name, *numbers = words.split()
    game = spot.game
    try:
        combo = parse_combo(name, game.deck, game.num_hole)
    except CardError as error:
        raise NonsenseError("{error}", error=error) from None
    if len(numbers) != rows.shape[1]:
        raise NonsenseError(
            "a row of {count} numbers for {actions} actions",
            count=len(numbers),
            actions=rows.shape[1],
        )
    rows[combo] = [float(number) for number in numbers]


def _decoded(text: str, shape: tuple[int, int]) -> Numbers:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise NonsenseError("rows that are not base64") from None
    if len(data) != 8 * shape[0] * shape[1]:
        raise NonsenseError(
            "rows of {given:,} bytes, not {due:,}", given=len(data), due=8 * shape[0] * shape[1]
        )
    return np.frombuffer(data, "<f8").reshape(shape).astype(np.float64)


def _num_combos(spot: PublicState) -> int:
    return num_combos(len(spot.game.deck), spot.game.num_hole)
