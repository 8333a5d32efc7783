"""The form of a spot: from the texts of its fields to their meanings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.solver.memory import free_bytes, refusal, size_text
from ai.solver.solver import Size, estimate
from ai.solver.spot import BLIND, FIELDS, MAX_TEXT, Spot
from engine.cards import RANKS, SUITS, Card, card_name, parse_cards
from engine.combos import CLASS_OF_COMBO, combo_cards
from engine.errors import CardError, IllegalActionError, RangeError
from engine.player import Action, ActionKind, PublicState
from engine.ranges import Weights, parse_range, range_text
from engine.typed_numbers import plain_number
from pokergui.formatting.notices import capital, go_on, good, sentence
from pokergui.formatting.numbers import clock, took
from pokergui.language import tr_study as tr
from pokergui.language.joins import full_stop
from pokergui.pages.study.solving.work import LEAST_TARGET
from pokergui.ranges.grid import next_weight
from pokergui.viewmodel import Notice, NoticeButton
from pokergui.viewmodel.strips import Figure

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
        apart: whether each player has sizes of its own.
        doubt: why the original ranges are a guess; empty if they are not.
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
        return replace(self, texts={**self.texts, key: text})

    def with_half(self, half: bool) -> Draft:
        return replace(self, half=half)

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


SAVE = "save-spot"
"""Key of the button that tries again to write spot files."""


def getting_ready() -> Notice:
    text = tr("The first time, the program is compiled for this computer; that takes a while.")
    return Notice("running", tr("Getting the spot ready"), text)


def cannot_solve(error: Exception) -> Notice:
    text = tr("{reason}. What was solved before is kept.").format(reason=sentence(error))
    return Notice("error", tr("The spot cannot be solved"), text, (go_on(),), repr(error))


def cannot_exploit(error: Exception) -> Notice:
    title = tr("This profile cannot be used")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def cannot_take_up(error: Exception) -> Notice:
    text = tr("{reason}. Its file stays where it is.").format(reason=sentence(error))
    return Notice("error", tr("The saved spot cannot be opened"), text, (go_on(),), repr(error))


def cannot_keep(error: Exception) -> Notice:
    text = tr("{reason}. The solution is kept in memory meanwhile.").format(reason=sentence(error))
    again = NoticeButton(SAVE, tr("Try again"))
    return Notice("error", tr("The spot cannot be saved"), text, (again, go_on()), repr(error))


def no_answer(error: Exception) -> Notice:
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("error", tr("The solution gave no answer"), text, (go_on(),), repr(error))


def finding() -> Notice:
    return Notice("running", tr("Looking up the ranges that reach this street"))


def not_a_spot(error: Exception) -> Notice:
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("warning", tr("This decision cannot be solved"), text, (go_on(),))


def gone() -> Notice:
    text = tr("Open it among the saved spots to look at the decision.")
    return Notice("plain", tr("This solution was closed"), text, (good(),))


_RIVER_S_A_BYTE, _TURN_S_A_BYTE = 0.75e-10, 1.6e-10
"""Seconds per iteration and byte of solver memory, on one core and on two."""
_TURN_S = 5e-3
"""Least time of an iteration over all rivers, in seconds."""
_ITERATIONS, _POWER = 160, 0.8
"""Iterations to 0.5% of the pot; a five times lower target takes 3.6 times as many."""
_LONG = 300.0
"""Seconds above which the form warns that solving takes long."""


def rough_seconds(size: Size, target: float, *, turn: bool) -> float:
    """Estimate the solving time, within a factor of two or three on a typical machine.

    Args:
        size: of the solver.
        target: percent of the pot.
        turn: whether the spot begins on the turn.
    """
    iterations: float = _ITERATIONS * (0.5 / target) ** _POWER
    step = size.num_bytes * (_TURN_S_A_BYTE if turn else _RIVER_S_A_BYTE)
    return iterations * (step + _TURN_S if turn else step)


def time_words(seconds: float) -> str:
    """Return a rough time as text: "under 0.1 s", "about 12 s", "about 14 min"."""
    if seconds < 0.1:
        return tr("under 0.1 s")
    digits = 1 if seconds < 10 else 2
    rounded = float(f"{seconds:.{digits}g}")
    if rounded >= 3570:
        return tr("about {time}").format(time=clock(float(f"{seconds:.2g}")))
    return tr("about {time}").format(time=took(rounded).replace(".0 ", " "))


def figures(size: Size, seconds: float) -> tuple[Figure, ...]:
    """Return the cost of solving, as figures for the foot of the form."""
    return (
        Figure(tr("Decisions"), f"{size.decision_nodes:,}"),
        Figure(tr("Actions"), f"{size.action_edges:,}"),
        Figure(tr("Information sets"), f"{size.infosets:,}"),
        Figure(tr("Memory"), size_text(size.num_bytes)),
        Figure(tr("Time"), time_words(seconds)),
    )


@dataclass(frozen=True)
class CostEstimate:
    """The cost of solving a spot.

    Attributes:
        warning: why it is not offered, or that it will take long; empty for neither.
        fits: whether it can be solved here.
    """

    figures: tuple[Figure, ...] = ()
    warning: str = ""
    fits: bool = False


def cost_estimate(spot: Spot, target: float, *, half: bool) -> CostEstimate:
    try:
        size = estimate(spot, half)
    except SpotError as error:
        return CostEstimate(warning=capital(str(error)))
    seconds = rough_seconds(size, target, turn=spot.num_streets > 1)
    refused = refusal(size.num_bytes, half, free_bytes())
    if refused:
        return CostEstimate(figures(size, seconds), capital(str(refused)))
    slow = tr("This takes a while; you can look at it, stop it and continue at any time")
    return CostEstimate(figures(size, seconds), slow if seconds >= _LONG else "", fits=True)
