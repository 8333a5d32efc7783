"""Grid of what each hand would have won on a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.card_display import shown_cards
from engine.cards import Card
from engine.combos import combo_index
from engine.player import Action, PublicState
from pokergui.formatting.notices import sentence
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_text, ev_unit
from pokergui.language import tr
from pokergui.language.joins import full_stop
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView, Numbers
from pokergui.viewmodel.grid import AllHandsScene, GridScene
from pokergui.viewmodel.settings import AmountUnit

_VIEW = GridView("ev", heights="full")


def earned_grid(spot: PublicState, earned: Numbers, hole: Sequence[Card] = ()) -> GridScene:
    """Return the grid of hands by net result; all combos of a cell count equally.

    Args:
        earned: (num_combos,) net chips of each hand, NaN if impossible.
        hole: the cards that were held, whose cell is marked; empty for none.
    """
    weights = np.isfinite(earned).astype(np.float64)
    grid = RangeMatrix(spot, [BoardRange(spot.board, weights, ev=earned)])
    return grid.scene(grid.cell_with(hole, spot.board) if hole else -1, _VIEW)


def all_hands(
    spot: PublicState,
    action: Action,
    hole: Sequence[Card],
    earned: Numbers,
    unit: AmountUnit = "chips",
) -> AllHandsScene:
    """Return each hand's net result with an action.

    Args:
        earned: (num_combos,) net chips of each hand.
    """
    game = spot.game
    own = float(earned[combo_index(hole, game.deck)])
    return AllHandsScene(
        earned_grid(spot, earned, hole),
        tr("Each hand’s result with {action}: {unit}").format(
            action=action_title(spot, action, unit), unit=ev_unit(game).caption
        ),
        tr("{cards}: {ev}").format(cards=shown_cards(game, hole), ev=ev_text(game, own)),
    )


def no_hands(error: Exception) -> AllHandsScene:
    return AllHandsScene(GridScene(0, 0, ()), full_stop(sentence(error)))
