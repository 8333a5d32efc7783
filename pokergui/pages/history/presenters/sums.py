"""The bars above and below the list of hands: filters, totals, statistics."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.background.jobs import Failed, Runner
from pokergui.formatting.hand_results import PLAYED
from pokergui.formatting.statistics import source_switches, statistics_scene
from pokergui.judging.hands import find_match
from pokergui.pages.history.scenes.matches import (
    match_choices,
    match_header,
    match_number,
    match_stats,
)
from pokergui.pages.history.scenes.rows import Wanted, filter_scene
from pokergui.pages.history.scenes.texts import header_scene
from pokergui.pages.history.viewmodel.history import HistoryHeader
from pokergui.pages.history.work.reading import reading
from pokergui.store import Facets, GameStats, HandFilter, HandReader, Summary
from pokergui.store.matches import StoredMatch
from pokergui.viewmodel import Choice, StatisticsScene

_SUMS, _STATS = "history-sums", "history-stats"
_NOTHING, _NO_FACETS = Summary(0), Facets((), (), ())


@dataclass(frozen=True)
class _Found:
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

    Args:
        runner: background work.
        path: the hand database.
        clock: returns the current time with a time zone.
        failed: called with the error if the database cannot be read.
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
        self._runner = runner
        self._path = path
        self._clock = clock
        self._failed = failed
        self.counted: tuple[str, ...] = (PLAYED,)
        self._found = _Found()
        # The selection of the shown statistics: counting takes seconds.
        self._counted_for: tuple[object, ...] | None = None

    def start(self, wanted: Wanted) -> None:
        """Show the content before anything is read."""
        self.header.emit(HistoryHeader("…"))
        self.show_filters(wanted)
        self.statistics.emit(StatisticsScene(switches=source_switches(self.counted, "")))

    def show_filters(self, wanted: Wanted) -> None:
        """Show a filter among all choices."""
        self.filters.emit(filter_scene(wanted, self._found.facets, self._found.matches))

    @Slot(str)
    def toggle_source(self, source: str) -> None:
        """Include hands of a source in results and statistics, or exclude them."""
        kept = tuple(one for one in self.counted if one != source)
        self.counted = kept if source in self.counted else (*kept, source)
        self.counted_changed.emit(self.counted)

    def cancel(self) -> None:
        """Stop counting."""
        for channel in (_SUMS, _STATS):
            self._runner.cancel(channel)

    def forget(self) -> None:
        """Count statistics again the next time in any case."""
        self._counted_for = None

    def count(self, wanted: Wanted) -> None:
        """Compute the sums over the list, then the statistics under it."""
        now, match = self._clock(), match_number(wanted.mode)
        selection, everything = wanted.filter(now), HandFilter()
        counted = selection.modes or self.counted

        def read(reader: HandReader, control: JobControl) -> _Found:
            matching = reader.summary(selection, counted)
            whole = matching if selection == everything else reader.summary(everything, counted)
            choices = match_choices(reader.matches(), now)
            chosen = find_match(reader, match) if match else None
            return _Found(matching, whole, reader.facets(), choices, chosen)

        def done(figures: _Found) -> None:
            self._found = figures
            self.show_filters(wanted)
            if figures.match is None:
                self.header.emit(header_scene(figures.matching, figures.whole, wanted))
                self._count_players(replace(selection, modes=counted), wanted.mode)
            else:
                self.header.emit(match_header(figures.match))
                self._counted_for = None
                self.statistics.emit(statistics_scene((match_stats(figures.match),), 0))

        work = reading(self._path, read, _Found)
        self._runner.start(work, done, failed=self._failed, channel=_SUMS)

    def _count_players(self, counting: HandFilter, mode: str) -> None:
        """Count the statistics of each player, unless they are shown already."""
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

        work = reading(self._path, read, tuple[GameStats, ...])
        self._runner.start(work, done, failed=self._failed, channel=_STATS)
