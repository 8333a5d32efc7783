"""The possible hands of the player to act at a node, from which a search starts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from engine.combos import combo_cards, combo_name
from engine.player import PublicState
from engine.policy import blocked
from pokergui.formatting.handname import hand_name
from pokergui.ranges.grid_shape import shape_of
from pokergui.ranges.place import Place


@dataclass(frozen=True)
class OwnHand:
    """A hand, with hands that differ only by suits taken together.

    On a board of hold'em suits matter: there it is the first combo of its cell.

    Attributes:
        cell: of Study's grid.
        title: "K", "K on Q", "AKs", on a board "AsKs".
        note: its made hand: "Pair of kings"; empty before a board.
        spot: the decision on its board.
        combo: one of the combos of the cell.
    """

    cell: int
    title: str
    note: str
    spot: PublicState
    combo: int


@lru_cache(maxsize=16)
def hands_at(place: Place) -> tuple[OwnHand, ...]:
    """Return all hands in the order of the grid; none if nobody is to act or cards are missing."""
    if place.betting.finished:
        return ()
    hands: dict[int, OwnHand] = {}
    for spot in place.spots:
        shape = shape_of(place.game, spot.board)
        free = ~blocked(place.game, spot.board)
        for combo in np.flatnonzero(free).tolist():
            cell = int(shape.cell_of[combo])
            if cell not in hands:
                hole = combo_cards(place.game.deck, place.game.num_hole)[combo].tolist()
                note = hand_name(place.game, (*hole, *spot.board)) if spot.board else ""
                single = len(hole) > 1 and spot.board
                title = combo_name(combo) if single else shape.labels[cell]
                hands[cell] = OwnHand(cell, title, note, spot, combo)
    return tuple(hands[cell] for cell in sorted(hands))
