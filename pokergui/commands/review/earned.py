"""The output of ``review --hand N --grid``: what each hand would have earned on a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.review.decision import Reviewed
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.lines import action_text, line_text
from engine.shown import shown_cards
from pokergui.commands.common import table
from pokergui.language import tr_commands as tr
from pokergui.units import amount_unit


@dataclass(frozen=True)
class Earned:
    """A decision, and what each hand earns with it.

    Attributes:
        decision: the decision.
        net: (num_combos,) chips of the whole hand, NaN for impossible hands.
    """

    decision: Reviewed
    net: NDArray[np.float64]

    def to_json(self) -> dict[str, Any]:
        """Return the decision, and net mbb by hand."""
        spot, unit = self.decision.spot, 1000.0 / self.decision.spot.game.big_blind
        game = spot.game
        cards: Sequence[Sequence[int]] = combo_cards(game.deck, game.num_hole).tolist()
        known = zip(cards, self.net.tolist(), np.isfinite(self.net).tolist(), strict=True)
        return {
            "line": line_text(game, spot.actions),
            "board": shown_cards(game, spot.board),
            "action": action_text(spot, self.decision.action),
            "hands": {
                shown_cards(game, tuple(reversed(hole))): net * unit
                for hole, net, possible in known
                if possible
            },
        }

    def lines(self) -> list[str]:
        """Return the hands, in hold'em in classes that are laid out as in the window."""
        spot, found = self.decision.spot, self.to_json()
        heading = tr("what each hand earns with {line}: {action}, {unit}").format(
            line=found["line"] or tr("start"),
            action=found["action"],
            unit=amount_unit(spot.game),
        )
        if spot.game.num_hole == 1:
            rows = [(hand, f"{net / 1000:+.2f}") for hand, net in found["hands"].items()]
            return [heading, *table(rows)]
        unit, known = spot.game.big_blind, np.isfinite(self.net)
        counts = np.bincount(CLASS_OF_COMBO[known], minlength=len(CLASS_NAMES))
        sums = np.bincount(CLASS_OF_COMBO[known], self.net[known], len(CLASS_NAMES))
        cells = [
            f"{name} {total / count / unit:+.2f}" if count else f"{name} -"
            for name, count, total in zip(CLASS_NAMES, counts.tolist(), sums.tolist(), strict=True)
        ]
        return [heading, *table([cells[at : at + 13] for at in range(0, len(cells), 13)])]
