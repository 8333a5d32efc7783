"""Figures of a line over boards as plain values and as comma-separated text."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence

from ai.evaluation.aggregate import BoardFigures, Means, means
from ai.evaluation.texture import KINDS
from engine.lines import action_text
from engine.player import Action, PublicState


def action_names(betting: PublicState, actions: Sequence[Action]) -> dict[Action, str]:
    """Betting text of actions, in order fold, call, raises ascending."""
    ordered = sorted(actions, key=lambda action: (action.kind, action.raise_to))
    return {action: action_text(betting, action) for action in ordered}


def in_big_blinds(betting: PublicState, chips: float) -> float:
    """Chips in big blinds."""
    return chips / betting.game.big_blind


def csv_text(betting: PublicState, rows: Sequence[BoardFigures]) -> str:
    """One line for each board and a last one for all.

    Columns: board, weight (its share of all), one for each action by its betting text, EV of who
    is to act in big blinds, equities of that player and the other, and the kinds of the board.
    Frequencies, weights and equities are 0 to 1; what is not known is empty.
    """
    whole = means(rows)
    actions = action_names(betting, list(whole.shares))
    heads = ["board", "weight", *actions.values(), "ev_bb", "equity", "equity_other", *KINDS]
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heads)

    def write(name: str, figures: BoardFigures | Means, kinds: Sequence[str]) -> None:
        weight = figures.weight / whole.weight if whole.weight else math.nan
        numbers = [
            weight,
            *(figures.shares.get(action, 0.0) for action in actions),
            in_big_blinds(betting, figures.ev),
            figures.equity,
            1.0 - figures.equity,
        ]
        writer.writerow([name, *("" if one != one else f"{one:.9g}" for one in numbers), *kinds])

    for row in rows:
        write(row.board.name, row, list(row.texture.names.values()))
    write("all", whole, [""] * len(KINDS))
    return file.getvalue()
