"""Rows of the list of saved spots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import numpy as np

from ai.reading.reach import RangeReader
from ai.solver.agent import SpotAgent
from ai.solver.record import KeptSpot, SpotFile
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from engine.cards import card_name
from pokergui.formatting.dates import time_title
from pokergui.formatting.notices import capital, go_on, sentence
from pokergui.formatting.numbers import memory
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.scenes.formatting import card_views, title
from pokergui.pages.study.solving.scenes.locks import Locks, PaintedAgent
from pokergui.pages.study.solving.viewmodel import SpotRow
from pokergui.ranges.reading import Subject
from pokergui.viewmodel import Notice


@dataclass(frozen=True)
class Shown:
    """The spot that Study shows."""

    path: Path | None = None
    running: bool = False


def rows(files: Sequence[SpotFile], shown: Shown, now: datetime) -> tuple[SpotRow, ...]:
    return tuple(
        _row(file, file.path == shown.path, file.path == shown.path and shown.running, now)
        for file in files
    )


def _row(file: SpotFile, shown: bool, running: bool, now: datetime) -> SpotRow:
    kept = file.kept
    written, _ = time_title(file.date.isoformat(), now)
    if kept is None:
        return SpotRow(
            str(file.path),
            file.path.name,
            capital(file.problem),
            tr("cannot be read"),
            written,
            shown,
            running,
            usable=False,
        )
    return SpotRow(
        str(file.path),
        " ".join(map(card_name, kept.board)),
        title(kept.board, kept.pot, kept.stack),
        tr("solving") if running else _state(kept),
        phrases((written, memory(file.num_bytes), _extras(kept))),
        shown,
        running,
        cards=card_views(kept.board),
    )


def _state(kept: KeptSpot) -> str:
    if kept.exploitability is None:
        return tr("not solved yet")
    share = of_pot(kept.exploitability)
    if kept.exploitability <= kept.target:
        return tr("{share} of the pot").format(share=share)
    return tr("stopped at {share}").format(share=share)


def _extras(kept: KeptSpot) -> str:
    locks = len(kept.places)
    told = tr.plural("1 lock", "{count} locks", locks).format(count=locks) if locks else ""
    return phrases((tr("16 bit") if kept.half else "", told))


def of_pot(share: float) -> str:
    """Return a share of the pot in percent to two significant digits: "0.27%", "1.4%", "12%"."""
    digits = 0 if share >= 9.95 else 1 if share >= 0.995 else 2
    return f"{share:.{digits}f}%"


def not_removed(error: Exception) -> Notice:
    text = tr("{reason}. The spot is still on the list.").format(reason=sentence(error))
    return Notice("error", tr("The spot could not be removed"), text, (go_on(),), repr(error))


def still_solving() -> Notice:
    text = tr("Stop it in Study first (X), then remove it here.")
    return Notice("warning", tr("This spot is being solved"), text, (go_on(),))


def still_busy() -> Notice:
    text = tr("It is being read or written. Remove the spot in a moment.")
    return Notice("warning", tr("The file of this spot is in use"), text, (go_on(),))


_MOST = 64
"""Maximum number of cached decisions."""


def subject_of(run: SpotRun) -> Subject:
    """Return the solution of a spot as a subject, which caches its answers."""
    words = tr("Solved to {percent} of the pot so far")
    if run.percent <= run.target:
        words = tr("Solved to {percent} of the pot")
    note = words.format(percent=of_pot(run.percent))
    # EVs are computed once, for the decision shown, and not on the way there.
    agent = SpotAgent(run.trainer, note, values=False)
    reader = RangeReader(agent, np.stack(run.spot.ranges))
    look = lru_cache(maxsize=_MOST)(agent.view)
    return Subject(tr("The solution"), reader, closed=True, look=look)


def painted(subject: Subject, spot: Spot, locks: Locks) -> Subject:
    """Return a solution with locks over it, as it will be before it is solved again."""
    agent = PaintedAgent(subject.reader, locks)
    return replace(subject, reader=RangeReader(agent, np.stack(spot.ranges)))
