"""What each hand would have earned on a line, as a grid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.cards import Card
from engine.player import PublicState
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_cells import BoardRange, Numbers
from pokergui.ranges.grid_view import GridView
from pokergui.viewmodel.grid import GridScene

_VIEW = GridView("ev", heights="full")


def earned_grid(spot: PublicState, earned: Numbers, hole: Sequence[Card] = ()) -> GridScene:
    """Return hands by what they earn; all combos of a cell count alike.

    Args:
        spot: the decision, with its board.
        earned: (num_combos,) net chips of each hand, NaN where nobody can hold it.
        hole: the cards that were held, whose cell is marked; empty for none.
    """
    weights = np.isfinite(earned).astype(np.float64)
    grid = RangeGrid(spot, [BoardRange(spot.board, weights, ev=earned)])
    return grid.scene(grid.cell_with(hole, spot.board) if hole else -1, _VIEW)
