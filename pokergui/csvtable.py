"""Strategy export as CSV: one row for each combo, every figure in full."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.card_display import shown_cards, shown_rank
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.lines import action_text, line_text
from engine.player import PublicState
from engine.policy import blocked
from pokergui.ranges.grid_values import BoardRange

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
    """One player's range at a spot, by an engine; its answer is for the decision there."""

    engine: str
    spot: PublicState
    seat: int
    range: BoardRange

    @property
    def action_names(self) -> tuple[str, ...]:
        answer = self.range.answer
        return tuple(action_text(self.spot, one) for one in answer.actions) if answer else ()


def combo_table(ranges: Sequence[ComboRange]) -> Table:
    """Return every shown combo that is possible on its board, range after range.

    The columns are ``ABOUT``, a probability for each action, ``WORTH`` (chips from here on; share
    of the pot), and ``ev`` of each action if an engine gives it. Unknown values are NaN.
    """
    names = tuple(dict.fromkeys(name for one in ranges for name in one.action_names))
    names = tuple(sorted(names, key=_order))
    valued = any(one.range.answer and one.range.answer.values is not None for one in ranges)
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
    held = one.range
    if held.answer is not None:
        shares[:] = 0.0
        shares[:, places] = held.answer.probabilities
        if held.answer.values is not None:
            values[:, places] = held.answer.values
    known = [np.full(size, np.nan) if each is None else each for each in (held.worth, held.equity)]
    figures = [held.weights[:, None], shares, *(each[:, None] for each in known)]
    numbers = np.hstack([*figures, values] if valued else figures).tolist()
    line = line_text(game, one.spot.actions)
    about = (one.engine, game.name, line, shown_cards(game, board), one.seat)
    possible = ~blocked(game, board)
    if held.shown is not None:
        possible &= held.shown
    for combo in np.flatnonzero(possible)[::-1].tolist():
        hole = sorted(cards[combo].tolist(), reverse=True)
        if game.has_holdem_cards:
            hand = CLASS_NAMES[CLASS_OF_COMBO[combo]]
        else:
            hand = "".join(shown_rank(game, card >> 2) for card in hole)
        yield (*about, shown_cards(game, hole), hand, *numbers[combo])
