"""The form of a spot: from the texts of its fields to their meanings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.solver.spot import BLIND, FIELDS, MAX_TEXT, Spot
from engine.cards import RANKS, SUITS, Card, card_name, parse_cards
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.errors import CardError, IllegalActionError, RangeError
from engine.player import Action, ActionKind, PublicState
from engine.ranges import Weights, parse_range, range_text
from engine.typed_numbers import plain_number
from pokergui.formatting.notices import capital
from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.work.solving import LEAST_TARGET
from pokergui.ranges.painting import next_weight

BETS = ("bets", "raises")
APART = ("bets-ip", "raises-ip")
KEYS = ("board", "oop", "ip", "pot", "stack", BLIND, *BETS, *APART, "target")
"""The fields in the order of the form."""
MOST_BOARD = 5
MOST_TARGET = 100.0
_START = {"pot": "100", "stack": "950", "bets": "50,100,a", "raises": "50,100,a", "target": "0.5"}
_STAND_INS = {
    "board": "Qs Jh 2h 8c",
    "oop": "random",
    "ip": "random",
    "pot": "100",
    "stack": "100",
    **dict.fromkeys((BLIND, *BETS, *APART), ""),
}
"""Placeholders for invalid fields, so that the others can be validated."""


@dataclass(frozen=True)
class Draft:
    """The texts of the form.

    Attributes:
        texts: of the fields; a missing one is empty.
        apart: whether each player has sizes of its own.
        half: whether numbers are kept in 16 bits.
        source: the origin of the spot.
        doubt: why the original ranges are a guess; empty if they are not.
        filled: the original texts.
        line: betting from the root of the spot to the decision shown first.
    """

    texts: Mapping[str, str] = field(default_factory=lambda: dict(_START))
    apart: bool = False
    half: bool = False
    source: str = ""
    doubt: str = ""
    filled: Mapping[str, str] = field(default_factory=dict)
    line: tuple[Action, ...] = ()

    @staticmethod
    def of_spot(spot: Spot, line: tuple[Action, ...], source: str, like: Draft) -> Draft:
        """Return the form of a spot from elsewhere; settings of the solver stay as they are."""
        board = " ".join(map(card_name, spot.board))
        texts = {**spot.texts(), "board": board, "target": like.texts.get("target", "")}
        apart = any(texts[own] != texts[alike] for alike, own in zip(BETS, APART, strict=True))
        return Draft(texts, apart, like.half, source, filled=texts, line=line)

    @property
    def source_words(self) -> str:
        """The origin of the spot, and whether it has been changed since."""
        same = all(
            self.texts.get(key, "") == text for key, text in self.filled.items() if key != "target"
        )
        if not self.source or same:
            return self.source
        return tr("{source}, changed").format(source=self.source)

    @property
    def doubt_words(self) -> str:
        """The reason why the ranges are a guess, while they are unchanged."""
        same = all(self.texts.get(key) == self.filled.get(key) for key in ("oop", "ip"))
        return self.doubt if same else ""

    def with_text(self, key: str, text: str) -> Draft:
        """Return the form with another text in a field."""
        return replace(self, texts={**self.texts, key: text})

    def with_apart(self, apart: bool) -> Draft:
        """Return the form with separate sizes, copied from the common ones, or with common ones."""
        texts = dict(self.texts)
        if apart:
            for alike, own in zip(BETS, APART, strict=True):
                texts[own] = texts.get(own) or texts.get(alike, "")
        return replace(self, texts=texts, apart=apart)

    @cached_property
    def board(self) -> tuple[Card, ...]:
        """The cards in the board's field, as far as they can be read."""
        try:
            return parse_cards(self.texts.get("board", ""))
        except CardError:
            return ()

    def with_card(self, name: str) -> Draft:
        """Put a card on the board, or take it off; on a full board it replaces the last card."""
        if len(name) != 2 or name[0] not in RANKS or name[1] not in SUITS:
            return self
        card = 4 * RANKS.index(name[0]) + SUITS.index(name[1])
        board = [one for one in self.board if one != card]
        if len(board) == len(self.board):
            board = [*board[: MOST_BOARD - 1], card]
        return self.with_text("board", " ".join(map(card_name, board)))

    def with_cell(self, key: str, cell: int, on: bool) -> Draft:
        """Add the hands of a cell to a range or remove them; an unreadable range stays as it is."""
        weights = _weights(self.texts.get(key, ""))
        if weights is None:
            return self
        weights[cell == CLASS_OF_COMBO] = 1.0 if on else 0.0
        return self.with_text(key, range_text(weights))

    def with_weight(self, key: str, cell: int, step: float) -> Draft:
        """Move the weight of a cell's hands to the next multiple of a step, up or down.

        Hands of different weights all get the same one, starting from their mean.
        """
        weights = _weights(self.texts.get(key, ""))
        members = cell == CLASS_OF_COMBO
        free = members & ~blocked_by(self.board)
        if weights is None or not free.any():
            return self
        weights[members] = next_weight(float(weights[free].mean()), step)
        return self.with_text(key, range_text(weights))

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields shown."""
        return tuple(key for key in KEYS if self.apart or key not in APART)


@dataclass(frozen=True)
class Read:
    """The meaning of a form's texts.

    Attributes:
        spot: the spot; None while a field is missing or invalid.
        target: in percent of the pot; None likewise.
        errors: by field; an empty key is for errors of no single field.
        missing: fields that are still empty and must not be.
    """

    spot: Spot | None
    target: float | None
    errors: Mapping[str, str]
    missing: tuple[str, ...]


def read_form(draft: Draft) -> Read:
    """Read every field; an error in one does not hide errors in the others."""
    texts = {key: draft.texts.get(key, "").strip() for key in draft.keys}
    free = (BLIND, *BETS, *APART)
    missing = tuple(key for key in draft.keys if not texts[key] and key not in free)
    target, errors = read_target(texts.pop("target"))
    texts.update({key: _STAND_INS[key] for key in missing if key != "target"})
    spot: Spot | None = None
    while spot is None:
        try:
            given = {key: texts[key] for key in (*FIELDS, BLIND) if key in texts}
            spot = Spot.parse(**{key.replace("-", "_"): text for key, text in given.items()})
        except SpotError as error:
            key = error.field if error.field in texts else error.field.removesuffix("-ip")
            known = key in errors or key not in texts
            errors[key] = errors.get(key) or capital(str(error))
            if known or texts[key] == _STAND_INS[key]:
                break
            texts[key] = _STAND_INS[key]
    whole = not missing and not errors
    return Read(spot if whole else None, target, errors, missing)


def read_target(text: str) -> tuple[float | None, dict[str, str]]:
    """Return a target in percent of the pot, None without one; and its errors, by field."""
    if not text:
        return None, {}
    try:
        target = float(plain_number(text.removesuffix("%")) or "")
    except ValueError:
        target = 0.0
    if LEAST_TARGET <= target <= MOST_TARGET:
        return target, {}
    words = tr("Percent of the pot from {least} to {most}, such as 0.5")
    return None, {"target": words.format(least=f"{LEAST_TARGET:g}", most=f"{MOST_TARGET:g}")}


def unreadable(text: str) -> str:
    """Return the error of a text that is not a range; empty if it is one."""
    if len(text) > MAX_TEXT:
        return tr("The text has more than {count} characters").format(count=f"{MAX_TEXT:,}")
    try:
        weights = parse_range(text)
    except RangeError as error:
        return capital(str(error))
    return "" if weights.any() else tr("The text names no hand")


def read_weights(draft: Draft, key: str) -> Weights | None:
    """Return the weights (1326,) of a range on the board so far; None if it is unreadable."""
    text = draft.texts.get(key, "")
    weights = _weights(text) if len(text) <= MAX_TEXT else None
    return None if weights is None else np.where(blocked_by(draft.board), 0.0, weights)


def _weights(text: str) -> Weights | None:
    try:
        return parse_range(text)
    except RangeError:
        return None


def blocked_by(board: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Return (1326,) bool: True for hands with a card of the board."""
    blocked: NDArray[np.bool_] = np.any(np.isin(combo_cards(), board), axis=1)
    return blocked


def line_in(spot: Spot, line: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the longest prefix of a line that exists in a spot; its sizes may have changed."""
    state, length = PublicState(spot.game, (), ()), 0
    for action in line:
        if action.kind is ActionKind.RAISE and action.raise_to not in spot.menu(state):
            break
        try:
            state = state.after(action)
        except IllegalActionError:
            break
        if state.finished:
            break
        length += 1
    return line[:length]
