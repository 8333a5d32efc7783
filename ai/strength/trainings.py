"""What changes between two trainings of a blueprint, line by line before the flop.

``trainings.json`` has for each game the deals of the shipped blueprint and of an earlier training
with the same sizes before the flop, and for each line what differs there;
``python -m scripts.compare_trainings`` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ai.files.strategy import BLUEPRINT, StrategyInfo
from ai.reading.reach import RangeReader, visible
from ai.reports.differences import difference_at
from engine.game import Game
from engine.lines import line_text
from engine.player import PublicState

SHIPPED = Path(__file__).with_name("trainings.json")
LEAST_REACH = 0.0001
"""How often play comes to a line that is compared."""


class Change(NamedTuple):
    """How two trainings differ at a decision, over the range of the newer one.

    Attributes:
        frequency: how often they act differently: half the sum of the absolute differences of the
            actions' frequencies, mean over hands by reach, 0 to 1.
        hands: share of hands, by reach, whose most frequent action differs.
    """

    frequency: float
    hands: float


class Training(NamedTuple):
    """An earlier training of a blueprint, of ``deals`` deals, and the change at each line."""

    deals: int
    changes: dict[str, Change]


def changes(game: Game, newer: RangeReader, older: RangeReader) -> Iterator[tuple[str, Change]]:
    """Yield the lines before the flop that the newer reaches, and the change at each.

    A line at which the menus differ is left out, with all that follows.
    """
    waiting = [(PublicState(game, (), ()), 1.0)]
    while waiting:
        spot, reach = waiting.pop()
        first, second = newer.answer(spot), older.answer(spot)
        if set(first.actions) != set(second.actions):
            continue
        (ranges,) = visible([newer.reach(spot)])
        found = difference_at([spot], [first], [second], [ranges])
        apart = found.first.argmax(axis=1) != found.second.argmax(axis=1)
        change = Change(float(found.reach @ found.variation), float(found.reach[apart].sum()))
        yield line_text(game, spot.actions), change
        for action, share in zip(found.actions, (found.reach @ found.first).tolist(), strict=True):
            after = spot.after(action)
            if not after.finished and after.street == 0 and reach * share >= LEAST_REACH:
                waiting.append((after, reach * share))


def earlier_training(info: StrategyInfo) -> Training | None:
    """Return the earlier training of a shipped blueprint; None for others, or without one."""
    record = _shipped().get(info.game.name)
    if info.algorithm != BLUEPRINT or record is None or record["deals"] != info.iterations:
        return None
    lines = {line: Change(*change) for line, change in record["lines"].items()}
    return Training(record["earlier_deals"], lines)


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    records: dict[str, dict[str, Any]] = json.loads(SHIPPED.read_text("utf-8"))
    return records
