"""Aggregate report results as plain values and CSV text."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from ai.reports.aggregate import BoardFigures, Means, means, weight_share
from ai.reports.texture import KINDS
from engine.lines import action_text, line_text
from engine.player import Action, PublicState


def action_names(betting: PublicState, actions: Sequence[Action]) -> dict[Action, str]:
    """Betting text of actions, in order fold, call, raises ascending."""
    ordered = sorted(actions, key=lambda action: (action.kind, action.raise_to))
    return {action: action_text(betting, action) for action in ordered}


def in_big_blinds(betting: PublicState, chips: float) -> float:
    """Chips in big blinds."""
    return chips / betting.game.big_blind


def csv_text(betting: PublicState, engine: str, rows: Sequence[BoardFigures]) -> str:
    """CSV with one row per board, and a last row ``all`` of their means.

    Columns: game, engine (its name), line, board, weight (its share of all), one for each action by
    its betting text, ev (chips from here on of the player to act), equity (of that player's range),
    other (the other's), and the kinds of the board. Frequencies, weights and equities are 0 to 1.
    Numbers have all their digits; unknown ones are empty.
    """
    whole, game = means(rows), betting.game
    actions = action_names(betting, list(whole.shares))
    first = ["game", "engine", "line", "board", "weight"]
    heads = [*first, *actions.values(), "ev", "equity", "other", *KINDS]
    line = line_text(game, betting.actions)
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heads)

    def write(name: str, figures: BoardFigures | Means, kinds: Sequence[str]) -> None:
        numbers = [
            weight_share(figures, whole),
            *(figures.shares.get(action, 0.0) for action in actions),
            figures.ev,
            figures.equity,
            1.0 - figures.equity,
        ]
        told = ["" if one != one else repr(float(one)) for one in numbers]
        writer.writerow([game.name, engine, line, name, *told, *kinds])

    for row in rows:
        write(row.board.name, row, list(row.texture.names.values()))
    write("all", whole, [""] * len(KINDS))
    return file.getvalue()
