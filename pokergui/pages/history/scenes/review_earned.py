"""What each hand that the person could have held earns with a decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.combos import combo_index
from engine.shown import shown_cards
from pokergui.formatting.notices import sentence
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_text, tr
from pokergui.ranges.earned import earned_grid
from pokergui.reviews.figures import Mistake
from pokergui.viewmodel.grid import GridScene


@dataclass(frozen=True)
class Earned:
    """Hands by what they earn, and two phrases under them.

    Attributes:
        grid: the hands, or why there are none.
        foot: what the grid shows, and what the hand that was held earns.
    """

    grid: GridScene
    foot: tuple[str, str]


def earned_scene(one: Mistake, earned: NDArray[np.float64]) -> Earned:
    """Return the hands of a decision.

    Args:
        one: the decision.
        earned: (num_combos,) net chips of each hand.
    """
    record = one.hand.record
    assert record is not None
    spot, action = one.verdict.decision(record)
    hole = record.holes[one.hand.seat] or ()
    own = float(earned[combo_index(hole, record.game.deck)])
    words = tr("Each hand’s result with {action}, bb").format(action=action_title(spot, action))
    yours = tr("{cards}: {ev}").format(
        cards=shown_cards(record.game, hole), ev=ev_text(record.game, own)
    )
    return Earned(earned_grid(spot, earned, hole), (words, yours))


def not_earned(error: Exception) -> Earned:
    """Return why nothing is known."""
    return Earned(GridScene(0, 0, (), absent=f"{sentence(error)}."), ("", ""))
