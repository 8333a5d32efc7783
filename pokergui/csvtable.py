"""Strategy export as CSV: one row for each combo, every figure in full."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.values.node_values import stated_ev
from engine.card_display import shown_cards, shown_rank
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.lines import action_text
from engine.player import PublicState, Strategy
from engine.policy import blocked

Numbers = NDArray[np.float64]
Field = str | int | float

ABOUT = ("engine", "game", "line", "board", "seat", "combo", "hand", "reach")
WORTH = ("ev", "equity")


@dataclass(frozen=True)
class Table:
    """Named columns and rows; NaN marks unknown values."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Field, ...], ...]

    def csv(self) -> str:
        """Return comma-separated text with a header; floats read back to the same bits."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_text(field) for field in row] for row in self.rows)
        return out.getvalue()


def _text(field: Field) -> str:
    if isinstance(field, float):
        return repr(field) if field == field else ""
    return str(field)


@dataclass(frozen=True)
class ComboRange:
    """One player's range on one board.

    Attributes:
        spot: the board, and the decision that the answer is for.
        line: the betting so far, as ACPC text.
        weights: (num_combos,) reach, 0 to 1.
        answer: how the range acts; None if the player is not to act.
        ev: (num_combos,) chips from here on; None for that of the answer's values, if any.
        equity: (num_combos,) 0 to 1; None if unknown.
        shown: (num_combos,) bool, the combos shown; None for all of them.
    """

    engine: str
    spot: PublicState
    line: str
    seat: int
    weights: Numbers
    answer: Strategy | None = None
    ev: Numbers | None = None
    equity: Numbers | None = None
    shown: NDArray[np.bool_] | None = None

    @property
    def action_names(self) -> tuple[str, ...]:
        return tuple(action_text(self.spot, a) for a in self.answer.actions) if self.answer else ()

    def worth(self) -> Numbers | None:
        """Return the chips from here on of each combo as it acts (num_combos,)."""
        answer = self.answer
        if self.ev is not None or answer is None or answer.values is None:
            return self.ev
        return stated_ev(answer)


def combo_table(ranges: Sequence[ComboRange]) -> Table:
    """Return every shown combo that is possible on its board, range after range.

    The columns are ``ABOUT``, a probability for each action, ``WORTH`` (chips from here on; share
    of the pot), and ``ev`` of each action if an engine gives it. Unknown values are NaN.
    """
    names = tuple(dict.fromkeys(name for one in ranges for name in one.action_names))
    names = tuple(sorted(names, key=_order))
    valued = any(one.answer is not None and one.answer.values is not None for one in ranges)
    worths = tuple(f"ev {name}" for name in names) if valued else ()
    rows = tuple(row for one in ranges for row in _rows(one, names, valued))
    return Table((*ABOUT, *names, *WORTH, *worths), rows)


def _order(name: str) -> tuple[int, int]:
    """Return the sort key of an action: fold, call, raises ascending."""
    return ("fcr".index(name[0]), int(name[1:] or 0))


def _rows(one: ComboRange, names: Sequence[str], valued: bool) -> Iterator[tuple[Field, ...]]:
    game, board = one.spot.game, one.spot.board
    cards = combo_cards(game.deck, game.num_hole)
    size = len(cards)
    unknown = np.full((size, len(names)), np.nan)
    shares, values = unknown.copy(), unknown.copy()
    places = [names.index(name) for name in one.action_names]
    if one.answer is not None:
        shares[:] = 0.0
        shares[:, places] = one.answer.probabilities
        if one.answer.values is not None:
            values[:, places] = one.answer.values
    worth, equity = one.worth(), one.equity
    known = [np.full(size, np.nan) if each is None else each for each in (worth, equity)]
    figures = [one.weights[:, None], shares, *(each[:, None] for each in known)]
    numbers = np.hstack([*figures, values] if valued else figures).tolist()
    about = (one.engine, game.name, one.line, shown_cards(game, board), one.seat)
    possible = ~blocked(game, board)
    if one.shown is not None:
        possible &= one.shown
    for combo in np.flatnonzero(possible)[::-1].tolist():
        held = sorted(cards[combo].tolist(), reverse=True)
        if game.has_holdem_cards:
            hand = CLASS_NAMES[CLASS_OF_COMBO[combo]]
        else:
            hand = "".join(shown_rank(game, card >> 2) for card in held)
        yield (*about, shown_cards(game, held), hand, *numbers[combo])
