"""The History page's presenter: the list of hands, its filter, its sums."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.background.jobs import Runner, Work
from pokergui.formatting.played import PLAYED
from pokergui.formatting.statistics import source_switches, statistics_scene
from pokergui.localtime import local_now
from pokergui.pages.history.scenes.matches import (
    find_match,
    match_choices,
    match_hand,
    match_header,
    match_number,
    match_rows,
    match_stats,
)
from pokergui.pages.history.scenes.openhand import OpenHand
from pokergui.pages.history.scenes.rows import Wanted, filter_scene, rows_of
from pokergui.pages.history.scenes.texts import (
    CLEAR,
    IMPORT,
    PLAY,
    RELOAD,
    header_scene,
    nothing_matches,
    nothing_yet,
    unreadable,
)
from pokergui.pages.history.viewmodel.history import HandRow, HistoryHeader, RowsChange
from pokergui.store import (
    Facets,
    GameStats,
    HandFilter,
    HandReader,
    NoDatabaseError,
    Summary,
)
from pokergui.store.matches import StoredMatch
from pokergui.viewmodel import Choice, StatisticsScene

T = TypeVar("T")

PAGE_ROWS = 100
"""Rows read at first: more than any screen shows."""
MORE_ROWS = 500
"""Rows read at a time while the person scrolls on."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Rows:
    """A part of the list, ready to be shown, what to ask the next part with, and of which match."""

    rows: tuple[HandRow, ...] = ()
    before: int | None = None
    match: int = 0


@dataclass(frozen=True)
class _Sums:
    """Figures over the whole selection."""

    matching: Summary
    whole: Summary
    facets: Facets
    matches: tuple[Choice, ...] = ()
    match: StoredMatch | None = None


class HistoryPresenter(QObject):
    """Lists the hands on disk; every signal carries a view model but for the last two.

    Signals:
        rows: a ``RowsChange``.
        selected: number of the hand to mark in the list, 0 for none.
        header, filters, statistics: new content of that part.
        empty: an ``EmptyScene``, None while there are rows.
        notice: a ``Notice`` or None.
        opened: the ``OpenHand`` that is selected, None while there is none.
        asked: what the page cannot do itself: "play" or "import".
        counted_changed: modes of hands that count in results and statistics.

    Args:
        runner: background work.
        path: the hand database.
        clock: the present moment, with a time zone.
    """

    rows = Signal(object)
    selected = Signal(int)
    header = Signal(object)
    filters = Signal(object)
    statistics = Signal(object)
    empty = Signal(object)
    notice = Signal(object)
    opened = Signal(object)
    asked = Signal(str)
    counted_changed = Signal(object)

    def __init__(
        self,
        runner: Runner,
        path: Path,
        parent: QObject | None = None,
        clock: Callable[[], datetime.datetime] | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._path = path
        self._clock = clock or (local_now)
        self._wanted = Wanted()
        self._facets = Facets((), (), ())
        self._matches: tuple[Choice, ...] = ()
        self._shown = False
        self._numbers: list[int] = []
        self._damaged: set[int] = set()
        self._before: int | None = None
        self._fetching = False
        # What is selected, and open in the replayer: a number says which hand only together with
        # the match that the rows in the list are of.
        self._listed_match = 0
        self._selected = (0, 0)
        self._reopen = False
        self.counted: tuple[str, ...] = (PLAYED,)
        # What the statistics that are shown were counted for: counting takes seconds.
        self._counted_for: tuple[object, ...] | None = None

    def filter(self) -> HandFilter:
        """The filter in force."""
        return self._wanted.filter(self._clock())

    # When to read

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """The page came to the front or left it; it reads only while it is seen."""
        self._shown = shown
        if shown:
            self._refresh()

    @Slot()
    def hands_changed(self) -> None:
        """There may be new hands on disk; a page that is not seen looks when it is."""
        if self._shown:
            self._refresh()

    def _refresh(self) -> None:
        """Put new hands at the head of the list; begin anew where there was none."""
        if not self._numbers or match_number(self._wanted.mode):
            self._reload()
            return
        work = self._rows_of(None, PAGE_ROWS)
        self._runner.start(work, self._newer, failed=self._failed, channel="history-list")

    def _rows_of(self, before: int | None, limit: int) -> Work[_Rows]:
        """Work that reads a part of the list and puts it in words."""
        wanted, now = self.filter(), self._clock()

        match = match_number(self._wanted.mode)

        def read(reader: HandReader) -> _Rows:
            if match:
                return _Rows(*match_rows(reader, match, before or 0, limit, now), match)
            page = reader.page(wanted, before, limit)
            return _Rows(rows_of(page, now), page.before)

        def work(control: JobControl) -> _Rows:
            return self._read(read, _Rows(match=match))

        return work

    def _newer(self, part: _Rows) -> None:
        rows = part.rows
        known = set(self._numbers[:PAGE_ROWS])
        new = tuple(row for row in rows if row.number not in known and row.number > max(known))
        if part.match != self._listed_match or len(new) == len(rows):
            self._all(part)  # so many that there may be a gap, or the list is another one
            return
        if new:
            self._note(new, at_head=True)
            self.rows.emit(RowsChange("newer", new, self._before is not None))
        self._count()

    def _reload(self) -> None:
        """Read the list from its head."""
        self._runner.cancel("history-more")
        self._fetching = False
        work = self._rows_of(None, PAGE_ROWS)
        for channel in ("history-sums", "history-stats"):
            self._runner.cancel(channel)
        self._runner.start(work, self._all, failed=self._failed, channel="history-list")

    def _all(self, part: _Rows) -> None:
        self._numbers, self._damaged = [], set()
        self._before, rows = part.before, part.rows
        self._listed_match = part.match
        self._note(rows, at_head=False)
        self.rows.emit(RowsChange("all", rows, part.before is not None))
        if rows:
            self.empty.emit(None)
        elif self._wanted == Wanted():
            self.empty.emit(nothing_yet())
        else:
            self.empty.emit(nothing_matches())
        match, number = self._selected
        there = match == part.match and number in self._numbers
        if there and not self._reopen:
            self.selected.emit(number)
        else:
            self.select(
                number if there else next((n for n in self._numbers if n not in self._damaged), 0)
            )
        self._reopen = False
        self._count()

    def _note(self, rows: tuple[HandRow, ...], *, at_head: bool) -> None:
        numbers = [row.number for row in rows]
        self._numbers = numbers + self._numbers if at_head else self._numbers + numbers
        self._damaged |= {row.number for row in rows if row.damaged}

    @Slot()
    def fetch_more(self) -> None:
        """Read older hands: the end of the list comes into view."""
        if self._before is None or self._fetching:
            return
        self._fetching = True
        work = self._rows_of(self._before, MORE_ROWS)
        self._runner.start(work, self._older, failed=self._failed, channel="history-more")

    def _older(self, part: _Rows) -> None:
        self._fetching = False
        self._before = part.before
        self._note(part.rows, at_head=False)
        self.rows.emit(RowsChange("older", part.rows, part.before is not None))

    def _count(self) -> None:
        """Compute what stands over the list, then what stands under it."""
        wanted, now, match = self.filter(), self._clock(), match_number(self._wanted.mode)
        counted = wanted.modes or self.counted

        def work(control: JobControl) -> _Sums:
            def read(reader: HandReader) -> _Sums:
                whole = HandFilter()
                matching = reader.summary(wanted, counted)
                everything = matching if wanted == whole else reader.summary(whole, counted)
                choices = match_choices(reader.matches(), now)
                chosen = find_match(reader, match) if match else None
                return _Sums(matching, everything, reader.facets(), choices, chosen)

            nothing = Summary(0)
            return self._read(read, _Sums(nothing, nothing, Facets((), (), ())))

        self._runner.start(work, self._summed, failed=self._failed, channel="history-sums")

    def _summed(self, sums: _Sums) -> None:
        self._facets, self._matches = sums.facets, sums.matches
        if sums.match is not None:
            self.header.emit(match_header(sums.match))
            self.filters.emit(filter_scene(self._wanted, self._facets, self._matches))
            self._counted_for = None
            self.statistics.emit(statistics_scene((match_stats(sums.match),), 0))
            return
        self.header.emit(header_scene(sums.matching, sums.whole, self._wanted))
        self.filters.emit(filter_scene(self._wanted, self._facets, self._matches))
        wanted = self.filter()
        counted = wanted.modes or self.counted
        selection = (wanted, counted, sums.matching, sums.whole)
        if selection == self._counted_for:
            return

        def work(control: JobControl) -> tuple[GameStats, ...]:
            def read(reader: HandReader) -> tuple[GameStats, ...]:
                counting = replace(wanted, modes=counted)
                return reader.player_statistics(counting, control) if counted else ()

            return self._read(read, ())

        def done(games: tuple[GameStats, ...]) -> None:
            self._counted_for = selection
            left_out = sums.matching.hands - sum(game.hands for game in games)
            switches = source_switches(self.counted, self._wanted.mode)
            self.statistics.emit(statistics_scene(games, left_out, switches))

        self._runner.start(work, done, failed=self._failed, channel="history-stats")

    def _read(self, read: Callable[[HandReader], T], nothing: T) -> T:
        """Open the database on the worker's thread; before the first hand there is none."""
        try:
            with HandReader(self._path) as reader:
                return read(reader)
        except NoDatabaseError:
            return nothing

    def _failed(self, error: Exception) -> None:
        log.error("hands could not be read", exc_info=error)
        self._fetching = False
        self.notice.emit(unreadable(error))

    # What a person asks for

    @Slot(str, str)
    def narrow(self, field: str, value: str) -> None:
        """Change one field of the filter."""
        wanted = replace(self._wanted, **{field: value})
        if match_number(value):
            wanted = Wanted(mode=value)  # its hands are listed whole
        elif match_number(wanted.mode):
            wanted = replace(wanted, mode="")
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self.filters.emit(filter_scene(wanted, self._facets, self._matches))
        self._reload()

    @Slot()
    def clear(self) -> None:
        """Show all hands again."""
        if self._wanted != Wanted():
            self._wanted = Wanted()
            self.filters.emit(filter_scene(self._wanted, self._facets, self._matches))
            self._reload()

    @Slot(int)
    def select(self, number: int) -> None:
        """Open a hand of the list in the replayer; 0, or one that is not listed, closes it."""
        number = number if number in self._numbers else 0
        match = self._listed_match
        self._selected = (match, number)
        self.selected.emit(number)
        if not number or number in self._damaged:
            self._runner.cancel("history-hand")
            self.opened.emit(None)
            return

        def work(control: JobControl) -> OpenHand:
            with HandReader(self._path) as reader:
                if match:
                    return match_hand(reader, match, number)
                return OpenHand.of(reader.show(number))

        def failed(error: Exception) -> None:
            self.opened.emit(None)  # rather than the hand before
            self._failed(error)

        self._runner.start(work, self.opened.emit, failed=failed, channel="history-hand")

    @Slot(str)
    def toggle_source(self, source: str) -> None:
        """Take hands of a source into results and statistics, or leave them out."""
        kept = tuple(one for one in self.counted if one != source)
        self.count_sources(kept if source in self.counted else (*kept, source))
        self.counted_changed.emit(self.counted)

    def count_sources(self, counted: tuple[str, ...]) -> None:
        """Have hands of these modes count, as remembered."""
        self.counted = counted
        if self._shown:
            self._runner.cancel("history-stats")
            self._count()

    @Slot()
    def reread(self) -> None:
        """Read all anew: whose the imported hands are has changed."""
        self._reopen, self._counted_for = True, None
        if self._shown:
            self._reload()

    @Slot(str)
    def press(self, key: str) -> None:
        """Follow a button of a notice or of an empty state."""
        if key == CLEAR:
            self.clear()
        elif key == RELOAD:
            self.notice.emit(None)
            self._reload()
        elif key in (PLAY, IMPORT):
            self.asked.emit(key)

    def start(self) -> None:
        """Show what is known before anything is read."""
        self.header.emit(HistoryHeader("…"))
        self.filters.emit(filter_scene(self._wanted, self._facets, self._matches))
        switches = source_switches(self.counted, "")
        self.statistics.emit(StatisticsScene(switches=switches))
