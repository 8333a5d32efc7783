"""The History page's presenter: the list of hands, its filter and totals."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.background.jobs import Failed, Runner, Work
from pokergui.formatting.handname import PLAYED
from pokergui.formatting.statistics import source_switches, statistics_scene
from pokergui.formatting.words import chips, hands_text
from pokergui.judging.hands import find_match
from pokergui.language import tr_history as tr
from pokergui.localtime import local_now
from pokergui.pages.history.scenes import rows as scenes
from pokergui.pages.history.scenes.replay import HandToReplay
from pokergui.pages.history.scenes.rows import ListFilter, match_number
from pokergui.pages.history.viewmodel import HandRow, HistoryHeader, RowsChange, WhoScene
from pokergui.store import (
    NO_NOTE,
    Facets,
    GameStats,
    HandReader,
    HandSelection,
    NoDatabaseError,
    Store,
    Summary,
    forget_people,
    learn_people,
)
from pokergui.store.matches import StoredMatch
from pokergui.viewmodel import Choice, StatisticsScene

MOST_NAMES = 6
"""Maximum number of names on buttons; the others are on a list."""
_MOST_OTHERS = 500
_CHANNEL = "history-who"

T = TypeVar("T")
log = logging.getLogger(__name__)


def _reading(
    path: Path, read: Callable[[HandReader, JobControl], T], nothing: Callable[[], T]
) -> Work[T]:
    """Return work that opens the database and reads; ``nothing()`` before the first hand."""

    def work(control: JobControl) -> T:
        try:
            with HandReader(path) as reader:
                return read(reader, control)
        except NoDatabaseError:
            return nothing()

    return work


class HistoryWho(QObject):
    """The presenter that asks which of the players the user is.

    Signals:
        scene: a ``WhoScene``, None while there is nothing to ask.
        changed: the identity of the user in imported hands has changed.
        notice: a ``Notice`` or None.
    """

    scene = Signal(object)
    changed = Signal()
    notice = Signal(object)

    def __init__(
        self, runner: Runner, store: Store, path: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._store, self._path = runner, store, path
        self._names: tuple[str, ...] = ()

    @Slot()
    def look(self) -> None:
        work = _reading(self._path, lambda reader, control: reader.unclear(), dict[str, int])
        self._runner.start(work, self._found, failed=self._failed, channel=_CHANNEL)

    def _found(self, names: dict[str, int]) -> None:
        order = sorted(names, key=lambda name: (-names[name], name))
        self._names = tuple(order)
        self.scene.emit(who_scene({name: names[name] for name in order}))

    def _failed(self, error: Exception) -> None:
        log.error("names could not be read or remembered", exc_info=error)
        self.notice.emit(scenes.unreadable(error))

    @Slot(str)
    def answer(self, name: str) -> None:
        """Take the name that is the user's; an empty one means none of them."""
        heroes = [name] if name else []
        others = [] if name else list(self._names)
        future = learn_people(self._store, heroes, others)
        self._runner.watch(future, self._answered, failed=self._failed)

    @Slot()
    def ask_again(self) -> None:
        """Forget all answers, as one was wrong."""
        self._runner.watch(forget_people(self._store), self._answered, failed=self._failed)

    def _answered(self, changed: int) -> None:
        self.scene.emit(None)
        self.changed.emit()
        self.look()


def who_scene(names: dict[str, int]) -> WhoScene | None:
    """Build the question with names in the order given; None without names."""
    if not names:
        return None
    choices = [Choice(name, name, hands_text(count)) for name, count in names.items()]
    text = tr("The file does not say. Your results and statistics depend on it.")
    if len(names) > MOST_NAMES:
        words = tr("{text} {count} names occur, the most frequent ones first.")
        text = words.format(text=text, count=chips(len(names)))
    title = tr("Which of these are you?")
    return WhoScene(
        title, text, tuple(choices[:MOST_NAMES]), tuple(choices[MOST_NAMES:_MOST_OTHERS])
    )


_SUMS, _STATS = "history-sums", "history-stats"
_NOTHING, _NO_FACETS = Summary(0), Facets((), (), ())


@dataclass(frozen=True)
class _ListTotals:
    """Figures over the whole selection."""

    matching: Summary = _NOTHING
    whole: Summary = _NOTHING
    facets: Facets = _NO_FACETS
    matches: tuple[Choice, ...] = ()
    match: StoredMatch | None = None


class Sums(QObject):
    """The presenter of sums and player statistics over the filtered hands.

    Attributes:
        counted: modes of hands that count in results and statistics.

    Signals:
        header, filters, statistics: new content of that part.
        counted_changed: the new ``counted``, chosen by the user.
    """

    header = Signal(object)
    filters = Signal(object)
    statistics = Signal(object)
    counted_changed = Signal(object)

    def __init__(
        self,
        runner: Runner,
        path: Path,
        clock: Callable[[], datetime.datetime],
        failed: Failed,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._clock, self._failed = runner, path, clock, failed
        self.counted: tuple[str, ...] = (PLAYED,)
        self._found = _ListTotals()
        # The selection of the shown statistics: counting takes seconds.
        self._counted_for: tuple[object, ...] | None = None

    def start(self, wanted: ListFilter) -> None:
        self.header.emit(HistoryHeader("…"))
        self.show_filters(wanted)
        self.statistics.emit(StatisticsScene(switches=source_switches(self.counted, "")))

    def show_filters(self, wanted: ListFilter) -> None:
        self.filters.emit(scenes.filter_scene(wanted, self._found.facets, self._found.matches))

    @Slot(str)
    def toggle_source(self, source: str) -> None:
        """Include hands of a source in results and statistics, or exclude them."""
        kept = tuple(one for one in self.counted if one != source)
        self.counted = kept if source in self.counted else (*kept, source)
        self.counted_changed.emit(self.counted)

    def cancel(self) -> None:
        for channel in (_SUMS, _STATS):
            self._runner.cancel(channel)

    def forget(self) -> None:
        """Count statistics again the next time in any case."""
        self._counted_for = None

    def count(self, wanted: ListFilter) -> None:
        now, match = self._clock(), match_number(wanted.mode)
        selection, everything = wanted.filter(now), HandSelection()
        counted = selection.modes or self.counted

        def read(reader: HandReader, control: JobControl) -> _ListTotals:
            matching = reader.summary(selection, counted)
            whole = matching if selection == everything else reader.summary(everything, counted)
            choices = scenes.match_choices(reader.matches(), now)
            chosen = find_match(reader, match) if match else None
            return _ListTotals(matching, whole, reader.facets(), choices, chosen)

        def done(figures: _ListTotals) -> None:
            self._found = figures
            self.show_filters(wanted)
            if figures.match is None:
                self.header.emit(scenes.header_scene(figures.matching, figures.whole, wanted))
                self._count_players(replace(selection, modes=counted), wanted.mode)
            else:
                self.header.emit(scenes.match_header(figures.match))
                self._counted_for = None
                self.statistics.emit(statistics_scene((scenes.match_stats(figures.match),), 0))

        work = _reading(self._path, read, _ListTotals)
        self._runner.start(work, done, failed=self._failed, channel=_SUMS)

    def _count_players(self, counting: HandSelection, mode: str) -> None:
        counted = self._found
        selection = (counting, mode, counted.matching, counted.whole)
        if selection == self._counted_for:
            return

        def read(reader: HandReader, control: JobControl) -> tuple[GameStats, ...]:
            return reader.player_statistics(counting, control) if counting.modes else ()

        def done(games: tuple[GameStats, ...]) -> None:
            self._counted_for = selection
            left_out = counted.matching.hands - sum(game.hands for game in games)
            switches = source_switches(self.counted, mode)
            self.statistics.emit(statistics_scene(games, left_out, switches))

        work = _reading(self._path, read, tuple[GameStats, ...])
        self._runner.start(work, done, failed=self._failed, channel=_STATS)


PAGE_ROWS = 100
"""Rows read at first: more than any screen shows."""
MORE_ROWS = 500
"""Rows read at a time while the user scrolls on."""


@dataclass(frozen=True)
class _ListPart:
    """A part of the list ready to be shown, the start of the next part, and its match."""

    rows: tuple[HandRow, ...] = ()
    before: int | None = None
    match: int = 0


class HistoryPresenter(QObject):
    """The presenter of the list of hands on disk.

    Signals:
        rows: a ``RowsChange``.
        selected: number of the hand to mark in the list, 0 for none.
        empty: why there are no rows as a ``Notice``; None while there are some.
        notice: a ``Notice`` or None.
        opened: the selected ``HandToReplay``, or None.
        asked: an action that the page cannot do itself: "play" or "import".
        damage_met: there is a damaged hand in the list.
    """

    rows = Signal(object)
    selected = Signal(int)
    empty = Signal(object)
    notice = Signal(object)
    opened = Signal(object)
    asked = Signal(str)
    damage_met = Signal()

    def __init__(
        self,
        runner: Runner,
        path: Path,
        parent: QObject | None = None,
        clock: Callable[[], datetime.datetime] | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._clock = runner, path, clock or local_now
        self.sums = Sums(runner, path, self._clock, self._failed, self)
        self.sums.counted_changed.connect(self._counted_changed)
        self._wanted = ListFilter()
        self._shown = False
        self._numbers: list[int] = []
        self._damaged: set[int] = set()
        self._before: int | None = None
        self._fetching = False
        # What is selected, and open in the replayer: a number identifies a hand only together with
        # the match of the listed rows.
        self._listed_match = 0
        self._selected = (0, 0)
        self._reopen = False
        self._at_decision = 0

    def wanted(self) -> ListFilter:
        return self._wanted

    def filter(self) -> HandSelection:
        return self._wanted.filter(self._clock())

    # When to read

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note that the page is shown or hidden; it reads only while visible."""
        self._shown = shown
        if shown:
            self._refresh()

    @Slot()
    def hands_changed(self) -> None:
        """Poll for new hands on disk, unless the page is hidden."""
        if self._shown:
            self._refresh()

    def _refresh(self) -> None:
        """Put new hands at the top of the list; start over if it was empty."""
        if not self._numbers or match_number(self._wanted.mode):
            self._reload()
            return
        self._fetch("history-list", None, PAGE_ROWS, self._newer)

    def _fetch(
        self, channel: str, before: int | None, limit: int, done: Callable[[_ListPart], None]
    ) -> None:
        wanted, now, match = self.filter(), self._clock(), match_number(self._wanted.mode)

        def read(reader: HandReader, control: JobControl) -> _ListPart:
            if match:
                return _ListPart(*scenes.match_rows(reader, match, before or 0, limit, now), match)
            page = reader.page(wanted, before, limit)
            notes = reader.notes([hand.number for hand in page.hands])
            return _ListPart(scenes.rows_of(page, notes, now), page.before)

        work = _reading(self._path, read, lambda: _ListPart(match=match))
        self._runner.start(work, done, failed=self._failed, channel=channel)

    def _newer(self, part: _ListPart) -> None:
        rows = part.rows
        known = set(self._numbers[:PAGE_ROWS])
        new = tuple(row for row in rows if row.number not in known and row.number > max(known))
        if part.match != self._listed_match or len(new) == len(rows):
            self._all(part)  # too many: there may be a gap, or the list was replaced
            return
        if new:
            self._note(new, at_head=True)
            self.rows.emit(RowsChange("newer", new, self._before is not None))
        self.sums.count(self._wanted)

    def _reload(self) -> None:
        self._runner.cancel("history-more")
        self._fetching = False
        self.sums.cancel()
        self._fetch("history-list", None, PAGE_ROWS, self._all)

    def _all(self, part: _ListPart) -> None:
        self._numbers, self._damaged = [], set()
        self._before, rows = part.before, part.rows
        self._listed_match = part.match
        self._note(rows, at_head=False)
        self.rows.emit(RowsChange("all", rows, part.before is not None))
        if rows:
            self.empty.emit(None)
        elif self._wanted == ListFilter():
            self.empty.emit(scenes.nothing_yet())
        else:
            self.empty.emit(scenes.nothing_matches())
        match, number = self._selected
        there = match == part.match and number in self._numbers
        if there and not self._reopen:
            self.selected.emit(number)
        else:
            sound = (number for number in self._numbers if number not in self._damaged)
            self.select(number if there else next(sound, 0))
        self._reopen = False
        self.sums.count(self._wanted)

    def _note(self, rows: tuple[HandRow, ...], *, at_head: bool) -> None:
        numbers = [row.number for row in rows]
        self._numbers = numbers + self._numbers if at_head else self._numbers + numbers
        damaged = {row.number for row in rows if row.damaged}
        self._damaged |= damaged
        if damaged:
            self.damage_met.emit()

    @Slot()
    def fetch_more(self) -> None:
        """Fetch older hands as the end of the list scrolls into view."""
        if self._before is None or self._fetching:
            return
        self._fetching = True
        self._fetch("history-more", self._before, MORE_ROWS, self._older)

    def _older(self, part: _ListPart) -> None:
        self._fetching = False
        self._before = part.before
        self._note(part.rows, at_head=False)
        self.rows.emit(RowsChange("older", part.rows, part.before is not None))

    def _failed(self, error: Exception) -> None:
        log.error("hands could not be read", exc_info=error)
        self._fetching = False
        self.notice.emit(scenes.unreadable(error))

    # Requests of the user

    @Slot(str, str)
    def narrow(self, field: str, value: str) -> None:
        wanted = replace(self._wanted, **{field: value})
        if match_number(value):
            wanted = ListFilter(mode=value)  # its hands are listed whole
        elif match_number(wanted.mode):
            wanted = replace(wanted, mode="")
        if wanted == self._wanted:
            return
        self._want(wanted)

    @Slot(int)
    def show_match(self, number: int) -> None:
        self._want(ListFilter(mode=scenes.match_key(number)))

    @Slot(int)
    def open_decision(self, number: int) -> None:
        self._selected, self._at_decision, self._reopen = (0, number), number, True
        self._want(ListFilter())

    @Slot()
    def clear(self) -> None:
        if self._wanted != ListFilter():
            self._want(ListFilter())

    def _want(self, wanted: ListFilter) -> None:
        self._wanted = wanted
        self.sums.show_filters(wanted)
        self._reload()

    @Slot(int)
    def select(self, number: int) -> None:
        """Open a listed hand in the replayer; 0, or one that is not listed, closes it."""
        number = number if number in self._numbers else 0
        match, at_decision = self._listed_match, number == self._at_decision
        self._at_decision = 0
        self._selected = (match, number)
        self.selected.emit(number)
        if not number or number in self._damaged:
            self._runner.cancel("history-hand")
            self.opened.emit(None)
            return

        def work(control: JobControl) -> HandToReplay:
            with HandReader(self._path) as reader:
                if match:
                    return scenes.match_hand(reader, match, number)
                note = reader.notes((number,)).get(number, NO_NOTE)
                return HandToReplay.of(reader.show(number), at_decision, note)

        def failed(error: Exception) -> None:
            self.opened.emit(None)  # rather than the hand before
            self._failed(error)

        self._runner.start(work, self.opened.emit, failed=failed, channel="history-hand")

    def _counted_changed(self) -> None:
        if self._shown:
            self.sums.cancel()
            self.sums.count(self._wanted)

    @Slot()
    def reread(self) -> None:
        """Read all again: the identity of the user in imported hands has changed."""
        self._reopen = True
        self.sums.forget()
        if self._shown:
            self._reload()

    @Slot(int)
    def show_noted(self, number: int) -> None:
        """Show a hand again whose tags or note have changed."""

        def work(control: JobControl) -> tuple[HandRow, HandToReplay]:
            with HandReader(self._path) as reader:
                hand, note = reader.show(number), reader.notes((number,)).get(number, NO_NOTE)
            return scenes.row_of(hand, self._clock(), note), HandToReplay.of(hand, note=note)

        def done(noted: tuple[HandRow, HandToReplay]) -> None:
            row, hand = noted
            if not self._listed_match and number in self._numbers:
                self.rows.emit(RowsChange("changed", (row,), self._before is not None))
            if self._selected == (0, number):
                self.opened.emit(hand)

        self._runner.start(work, done, failed=self._failed, channel="history-note")

    @Slot(str)
    def press(self, key: str) -> None:
        if key == scenes.CLEAR:
            self.clear()
        elif key == scenes.RELOAD:
            self.notice.emit(None)
            self._reload()
        elif key in (scenes.PLAY, scenes.IMPORT):
            self.asked.emit(key)

    def start(self) -> None:
        self.sums.start(self._wanted)
