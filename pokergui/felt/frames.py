"""Animation frames of the table, built from a hand's events."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.hand import Acted, BoardDealt, Event, HandEnded, HoleDealt, PotWon, Shown
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.viewmodel import CollectBets, DealCard, Step, TableFrame, TableScene

_HOLD_MS: dict[type, int] = {Acted: 300, BoardDealt: 250, Shown: 450}


def frames_of(
    picture: TableSceneBuilder, events: Iterable[Event], scene: Callable[[], TableScene]
) -> list[TableFrame]:
    """Apply events to ``picture``; return one frame per visible change.

    Args:
        picture: the table before the events; it is updated.
        events: what happened, in order.
        scene: paints the picture in its state at the moment of the call.
    """
    frames: list[TableFrame] = []
    deals: list[DealCard] = []
    for event in events:
        if isinstance(event, BoardDealt | Shown | PotWon) and picture.collect():
            frames.append(TableFrame(scene(), (CollectBets(),)))
        steps = picture.take(event)
        if isinstance(event, HoleDealt):
            deals += [step for step in steps if isinstance(step, DealCard)]
            continue
        _flush_deals(frames, deals, scene)
        if steps or isinstance(event, Acted | HandEnded):
            frames.append(TableFrame(scene(), steps, _HOLD_MS.get(type(event), 0)))
    _flush_deals(frames, deals, scene)
    return frames


def _flush_deals(
    frames: list[TableFrame], deals: list[DealCard], scene: Callable[[], TableScene]
) -> None:
    """Add one frame for the whole deal, card by card round the table."""
    if deals:
        deals.sort(key=lambda deal: (deal.index, deal.seat))
        steps: tuple[Step, ...] = tuple(deals)
        frames.append(TableFrame(scene(), steps))
        deals.clear()
