"""Study's filters, which narrow the range shown, and the range as text."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from ai.values.equities import can_count
from engine.errors import PokerError
from engine.ranges import range_text
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.words import combos_text
from pokergui.language import tr_study as tr
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.narrow import OFTEN, Narrowing, mask_of, shown_range
from pokergui.pages.study.reading.scenes.scene import cannot_drill, card_of, crumbs, narrowed_grid
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.hand_filter import ComboFilter
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject, count_on, read

PATIENCE_S = 0.1
"""Seconds that the picture of a decision waits for the ranges that reach it."""
_SLOW_MS = 150

log = logging.getLogger(__name__)


class PlaceReader(QObject):
    """Asks one subject at a time about one node at a time; a late answer is dropped.

    Signals:
        changed: more is known, or less, or the answer takes long.
        complete: both ranges at the node are known.

    Attributes:
        last: the last reading, of any node or subject; None if there is none.
        busy: whether an answer, or the rest of one, is on its way.
    """

    changed = Signal()
    complete = Signal()
    failed = Signal(object)

    def __init__(self, runner: Runner, channel: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._channel = runner, channel
        self._place: Place | None = None
        self.subject: Subject | None = None
        self.title = ""
        self.last: Reading | None = None
        self.busy = self._refreshing = self._stale = False
        self._next: Subject | None = None
        self._slow = one_shot(self, _SLOW_MS, self.changed.emit)

    @property
    def path(self) -> Reading | None:
        """The subject's last reading, which may cover the way to the node."""
        return None if self._stale else self.last

    def at(self, place: Place) -> Reading | None:
        return self.path if self.path is not None and self.path.place == place else None

    @property
    def asking(self) -> bool:
        return self.busy or self._refreshing

    @property
    def slow(self) -> bool:
        return self.busy and not self._slow.isActive()

    # Requests

    def begin(self, place: Place) -> None:
        """Expect an answer: ``read``, ``wait`` or ``give_up`` follows."""
        self._place, self.busy = place, True
        self._slow.start()

    def read(self, subject: Subject, patience: float | None = None, *, bare: bool = False) -> None:
        """Query a subject about the node; with ``bare``, equities and EVs come later."""
        place, wait = self._place, PATIENCE_S if patience is None else patience
        assert place is not None
        self.subject, self.title = subject, subject.title
        self._refreshing, self._next = False, None
        self._runner.start(
            lambda control: read(subject, place, control, wait, bare),
            lambda reading: self._answered(reading, subject),
            failed=self._failed,
            channel=self._channel,
        )

    def refresh(self, subject: Subject) -> None:
        """Read the node again, as the subject has a better answer; the old one stays meanwhile.

        Only one such reading runs at a time; of those requested meanwhile, the last one follows.
        """
        if self.asking:
            self._next = subject
            return
        self.read(subject, inf)
        self._refreshing = True

    def follow(self, subject: Subject, place: Place) -> None:
        """Read a node from a subject, unless that is known or on its way."""
        if self.subject is not subject or self._place != place:
            self._place = place
            self.read(subject, inf)

    def wait(self) -> None:
        """Drop requests to other subjects while the new one is being prepared."""
        self._refreshing, self._next, self.subject = False, None, None
        self._runner.cancel(self._channel)

    def give_up(self) -> None:
        self.wait()
        self.last, self.busy = None, False
        self._slow.stop()
        self.changed.emit()

    def make_stale(self) -> None:
        """Mark the last reading as another subject's: it is no answer, but may stay visible."""
        self._stale = True

    def forget(self) -> None:
        self.wait()
        self.last = None

    def stop(self) -> None:
        self._slow.stop()
        self._runner.cancel(self._channel)

    # Answers

    def _answered(self, reading: Reading, subject: Subject) -> None:
        """Store a reading; if the ranges are still missing, continue until they are known."""
        self.last, self._stale = reading, False
        complete = bool(reading.reaches)
        if complete:
            self.busy = False
            self._slow.stop()
        self.changed.emit()
        if not complete:
            following = self._next
            self.read(subject, inf)
            self._next = following
            return
        self._refreshing = False
        self.complete.emit()
        if self.busy:  # another request was made
            return
        if self._next is not None:
            self.refresh(self._next)
        elif not reading.counted and can_count(reading.place.game):
            self._count(reading, subject)

    def _count(self, reading: Reading, subject: Subject) -> None:
        """Compute the ranges' equities and EVs step by step if reading had no time for them."""

        def counted(further: Reading) -> None:
            self.last = further
            self.changed.emit()
            if not further.counted:
                self._count(further, subject)

        def failed(error: Exception) -> None:
            log.warning("what the ranges are worth is not known", exc_info=error)
            counted(replace(reading, counted=True))

        work = partial(count_on, subject, reading)
        self._runner.start(work, counted, failed=failed, channel=self._channel)

    def _failed(self, error: Exception) -> None:
        log.warning("%s gave no answer", self.title, exc_info=error)
        self.give_up()
        self.failed.emit(error)


class StudyNavigator(QObject):
    """Holds the view. Every change replaces it; only a change of node queries the subject.

    Signals:
        moved: another node, or the same one again, is about to be queried.
        asked: a subject is needed: the reader has to be called.
        changed: the picture changes: another view, or new knowledge but the reader's.
        drill_requested: the decisions to practise: a ``StudyLink``, ``ReportLink`` or
            ``SolutionLink``.
    """

    moved = Signal()
    asked = Signal()
    changed = Signal()
    pointed = Signal()
    notice = Signal(object)
    drill_requested = Signal(object)

    def __init__(self, runner: Runner, state: StudyState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.reader = PlaceReader(runner, "study", self)

    @property
    def place(self) -> Place:
        return self.state.place

    @property
    def reading(self) -> Reading | None:
        return self.reader.at(self.place)

    @property
    def grid(self) -> RangeMatrix | None:
        """The visible range, which may be of the node before; None if there is none."""
        last, state = self.reader.last, self.state
        if last is None:
            return None
        return narrowed_grid(last, state.seat_at(last.place), state.narrow)

    def change(self, **parts: Any) -> None:
        self.state = replace(self.state, **parts)
        self.changed.emit()

    def drill(self) -> None:
        place = self.place
        if place.betting.finished or not place.spots:
            self.notice.emit(cannot_drill())
            return
        spot = secrets.choice(place.spots)
        self.drill_requested.emit(StudyLink(spot.game, spot.actions, spot.board))

    # Navigation

    def enter(self, place: Place, link: StudyLink | None = None) -> None:
        """Enter another game, or a decision of another page, whose cards are pinned."""
        self.reader.forget()
        self._turn(self.state.entered(place, link))

    def go(self, place: Place, *, keep_side: bool = False) -> None:
        self._turn(self.state.at(place, keep_side=keep_side))

    def _turn(self, state: StudyState) -> None:
        self.state = state
        self.moved.emit()
        self.reader.begin(state.place)
        self.asked.emit()

    def choose_crumb(self, index: int) -> None:
        _, counts = crumbs(self.place)
        if 0 <= index < len(counts):
            self.go(self.place.back(counts[index]))

    def follow(self, key: str) -> None:
        """Go to a decision, or take an action; do nothing if there is no such node."""
        try:
            state = self.state.followed(key)
        except PokerError as error:  # a row of a picture that has just been replaced
            log.info("no such place: %s", error)
            return
        if state.place is self.place:
            self.state = state
            self.changed.emit()
        else:
            self._turn(state)

    def choose_board_card(self, key: str) -> None:
        card = card_of(self.place.game, key)
        if card is not None:
            self.go(self.place.toggle(card), keep_side=True)

    def choose_random_board(self) -> None:
        self.go(self.place.with_random_board(), keep_side=True)

    # View

    def choose_side(self, key: str) -> None:
        self.change(side=int(key))

    def look(self, name: str, value: str) -> None:
        self.change(view=replace(self.state.view, **{name: value}))  # type: ignore[arg-type]

    def hover_cell(self, cell: int) -> None:
        self.state = replace(self.state, hovered=cell)
        self.pointed.emit()

    def pin_cell(self, cell: int) -> None:
        self.state = replace(self.state, pinned=cell)
        self.pointed.emit()


_DIGITS = 4
"""Digits after the point of weights in copied text."""


class StudyFilter(QObject):
    """Filters the range that Study's grid shows.

    Signals:
        copied: a range as text, empty if there is none, and a message about it.
    """

    copied = Signal(str, str)

    def __init__(
        self,
        walk: StudyNavigator,
        shown: Callable[[], Reading | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._walk, self._shown = walk, shown

    @property
    def _hands(self) -> ComboFilter:
        return self._walk.state.narrow.hands

    def choose_suit(self, suit: int) -> None:
        """Select another suit, or deselect it; -1 deselects all."""
        self._take(self._hands.with_suit(suit))

    def choose_hand(self, key: str) -> None:
        self._take(self._hands.with_hand(key))

    def choose_only(self, key: str) -> None:
        self._take(self._hands.with_only(key))

    def choose_action(self, key: str) -> None:
        """Select an action or a minimum frequency; an empty key means any action."""
        if key.startswith(OFTEN):
            self._take(replace(self._hands, least=float(key.removeprefix(OFTEN))))
        else:
            chosen = Narrowing(replace(self._hands, action=key), self._walk.place.actions)
            self._walk.change(narrow=chosen)

    def clear(self) -> None:
        self._take(ComboFilter(least=self._hands.least))

    def _take(self, hands: ComboFilter) -> None:
        self._walk.change(narrow=replace(self._walk.state.narrow, hands=hands))

    def copy(self) -> None:
        """Emit the range shown, as far as it is not filtered out, as text."""
        reading, state = self._shown(), self._walk.state
        held = shown_range(reading, state.seat) if reading is not None else None
        if held is None or not held.reading.reaches:
            self.copied.emit("", tr("There is no range to copy yet"))
            return
        mask = mask_of(state.narrow, held.reading, state.seat)
        weights = held.weights if mask is None else held.weights * mask
        text = range_text(np.asarray(np.clip(weights, 0.0, 1.0).round(_DIGITS), np.float64))
        told = tr("{combos} copied").format(combos=combos_text(float(weights.sum())))
        self.copied.emit(text, told if text else tr("No combo to copy"))
