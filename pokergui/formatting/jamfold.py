"""Words and tables of jam or fold, the same in the window and in commands."""

from __future__ import annotations

import numpy as np

from ai.preflop.solver import Chart, JamFoldSolution
from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO
from engine.ranges import range_text
from pokergui.csvtable import Table
from pokergui.language import tr
from pokergui.language.joins import enumerated


def line_words(spot: JamFoldSpot, line: JamFoldDecision) -> str:
    """Return a decision in words: "all-in", "call of UTG", "call of UTG and SB"."""
    names = [spot.names[seat] for seat in line.all_in]
    if not names:
        return tr("all-in")
    return tr("call of {players}").format(players=enumerated(names))


def method_words(spot: JamFoldSpot) -> list[str]:
    """Return sentences on what is exact in a solution and what is not."""
    if spot.num_seats == 2:
        words = [tr("Exact: every pair of hands with every board. Each player is all-in or folds.")]
    else:
        words = [
            tr(
                "At most three players are all-in: later ones fold. Showdowns of two hands are"
                " exact, those of three are counted with sampled suits, to 0.2% of the pot."
            )
        ]
        if spot.num_seats > 3:
            words.append(tr("Cards that players fold count as being in the deck again."))
    if spot.payouts:
        words.append(
            tr("Prizes by the chip model (ICM): it sees neither skill nor the next blinds.")
        )
    return words


def chart_text(chart: Chart) -> str:
    """Return the hands that are all-in as range text."""
    return range_text(np.clip(chart.jam, 0.0, 1.0).round(3)[CLASS_OF_COMBO])


def chart_table(found: JamFoldSolution) -> Table:
    """Return every hand of every chart; values are empty where play never comes."""
    spot = found.spot
    rows = [
        (spot.names[chart.decision.seat], spot.line(chart.decision), name, jam, *values)
        for chart in found.charts
        for name, jam, values in zip(
            CLASS_NAMES, chart.jam.tolist(), chart.values.tolist(), strict=True
        )
    ]
    heads = ("seat", "line", "hand", "probability", "all_in_wins", "folding_wins")
    return Table(heads, tuple(rows))
