"""``pokergui classes``: made hands and draws of a range on a board."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from engine.cards import card_name, parse_cards
from engine.combos import combo_cards
from engine.errors import RangeError
from engine.handclass import Draw, Made, hand_classes
from engine.ranges import parse_range
from pokergui.commands.common import define, report, table
from pokergui.formatting.words import phrase
from pokergui.language import tr_commands as tr
from pokergui.ranges.hand_filter import draw_title, key_of, made_title


def _name(kind: Made | Draw) -> str:
    return key_of(kind).replace("_", " ")


@define(
    click.option("--board", required=True, help="3, 4 or 5 cards, as in AhTd7c."),
    click.option(
        "--range", "text", default="random", help='As in "QQ+, AKs:0.5"; default: any hand.'
    ),
)
def command(board: str, text: str, as_json: bool) -> None:
    """Show a range's made hands and draws on a board.

    Each combo is one of the made hands; it may have several draws, or none.
    """
    cards, weights = parse_cards(board), parse_range(text)
    classes = hand_classes(cards)
    weights = np.where(classes.made >= 0, weights, 0.0)
    whole = float(weights.sum())
    if not whole:
        raise RangeError("the board leaves no hand of the range")

    def entry(members: np.ndarray[Any, Any]) -> dict[str, float]:
        combos = float(weights[members].sum())
        return {"combos": combos, "share": combos / whole}

    made = {kind: entry(classes.made == kind) for kind in reversed(Made)}
    draws = {kind: entry(classes.has(kind)) for kind in Draw}
    held = np.flatnonzero(weights)
    result = {
        "board": [card_name(card) for card in cards],
        "combos": whole,
        "made": {_name(kind): one for kind, one in made.items()},
        "draws": {_name(kind): one for kind, one in draws.items()},
        "hands": [
            {
                "cards": "".join(map(card_name, sorted(combo_cards()[combo].tolist())[::-1])),
                "weight": float(weights[combo]),
                "made": _name(Made(int(classes.made[combo]))),
                "draws": [_name(kind) for kind in Draw if classes.draws[combo] & kind],
                "flush_outs": int(classes.flush_outs[combo]),
                "straight_outs": int(classes.straight_outs[combo]),
            }
            for combo in held[::-1].tolist()
        ],
    }
    shown = {made_title(kind): one for kind, one in made.items()}
    drawn = {draw_title(kind): one for kind, one in draws.items()}
    lines = []
    for head, titled in ((tr("made hand"), shown), (tr("draw"), drawn)):
        rows = [
            (phrase(title), f"{one['combos']:,.1f}", f"{100 * one['share']:.1f}%")
            for title, one in titled.items()
            if one["combos"]
        ]
        lines += [*table(rows, (head, tr("combos"), tr("share"))), ""] if rows else []
    report(result, as_json, lines[:-1])
