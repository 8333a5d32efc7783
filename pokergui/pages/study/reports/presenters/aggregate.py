"""The aggregate report of Study: one line over many boards, in the background."""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.reports.aggregate import BoardFigures, aggregate, csv_text, means, weight_share
from ai.reports.flop_set import FlopSet
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import line_text
from engine.player import Action
from pokergui.background.form import TypedForm
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.files import write_text
from pokergui.formatting.words import game_words
from pokergui.language import tr_study as tr
from pokergui.links import ReportLink
from pokergui.pages.study.reading.presenters import StudyNavigator
from pokergui.pages.study.reports.scenes.aggregate import (
    ALL,
    BOARDS,
    BoardsReport,
    LineWay,
    ReportDraft,
    ReportLook,
    ReportSpec,
    SolvedSet,
    broke_off,
    fields_of,
    line_after,
    line_before,
    list_sets,
    never_there,
    no_drill,
    not_offered,
    not_saved,
    read_filter,
    read_form,
    saved,
    source_choices,
    waits,
    way_of,
)
from pokergui.pages.study.reports.viewmodel import AggregateForm, AggregateTable
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.strips import LineScene

_ROWS_MS = 1000
"""Interval at which finished rows are shown."""


class ReportView(QObject):
    """Sorts, groups and narrows the boards of a report."""

    table = Signal(object)

    def __init__(
        self,
        runner: Runner,
        report: Callable[[], BoardsReport | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._report = runner, report
        self.shown = ReportLook()
        self._making = self._make_again = False
        self._rows = one_shot(self, _ROWS_MS, self.show)

    def stop(self) -> None:
        self._rows.stop()

    def sort(self, key: str) -> None:
        self._take(self.shown.sorted_by(key))

    def group(self, key: str) -> None:
        self._take(replace(self.shown, group=key, sort="" if key != BOARDS else self.shown.sort))

    def narrow(self, text: str) -> None:
        self._take(replace(self.shown, filter=text))

    def narrow_to(self, key: str) -> None:
        self._take(
            ReportLook(filter=f"{key}-high" if self.shown.group == "high" else key.split()[0])
        )

    def _take(self, shown: ReportLook) -> None:
        self.shown = shown
        self.show()

    def rows(self) -> list[BoardFigures]:
        report = self._report()
        if report is None:
            return []
        matches, _ = read_filter(self.shown.filter)
        return [row for row in report.rows if matches is None or matches(row)]

    def forget(self) -> None:
        self.shown = replace(self.shown, sort="", filter="")

    def show_soon(self) -> None:
        if not self._rows.isActive():
            self._rows.start()

    def show(self) -> None:
        """Rebuild the table in the background; one at a time, the last one requested follows."""
        self._rows.stop()
        if self._making:
            self._make_again = True
            return
        report, shown = self._report(), self.shown
        if report is None:
            empty = tr("Choose a line and boards, then press Run.")
            self.table.emit(AggregateTable(shown.group, filter=shown.filter, empty=empty))
            return
        empty = (
            tr("The first board is being computed.")
            if report.running
            else tr("No board is finished.")
        )
        rows, maker = list(report.rows), report.maker

        def done(table: AggregateTable) -> None:
            self._making = False
            if report is self._report() and shown == self.shown:
                self.table.emit(table)
            if self._make_again:
                self._make_again = False
                self.show()

        self._making = True
        self._runner.start(lambda _: maker.table(rows, shown, empty), done)


WORKERS = max(1, min(4, (os.cpu_count() or 1) - 1))
"""One core is left for the window."""
_CHANNEL, _FORM, _EXPORT = "aggregate", "aggregate-form", "aggregate-export"
_WAY, _SETS = "aggregate-way", "aggregate-sets"
_KEPT = 4

log = logging.getLogger(__name__)

_Key = tuple[object, tuple[Action, ...]]


class AggregateStudy(QObject):
    """Keeps the form and the latest reports; rows are added as they are finished.

    The line is that of Study's node until another one is typed. A stopped report keeps its rows,
    and can be continued.

    Signals:
        offered: why there is no report here; empty if there is one.
        left: a board is shown in Study, or there is no longer a report here.
        flop_asked: the file of a solved flop is to be shown.
    """

    offered = Signal(str)
    form = Signal(object)
    notice = Signal(object)
    left = Signal()
    flop_asked = Signal(object)

    def __init__(
        self, runner: Runner, walk: StudyNavigator, folder: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._folder = runner, walk, folder
        self._sets: tuple[SolvedSet, ...] = ()
        self._solved: SolvedSet | None = None
        self._open = False
        self._at: tuple[object, ...] = ()
        self._way: LineWay | None = None
        self._asked: tuple[Subject | None, bool] = (None, False)
        self._report: BoardsReport | None = None
        self._reports: OrderedDict[_Key, BoardsReport] = OrderedDict()
        self._fresh: list[BoardFigures] = []
        self._typed = TypedForm(
            *(runner, _FORM, ReportDraft(), ReportSpec()),
            lambda draft: partial(read_form, draft, self._game, self._flops),
            self._understood,
            self,
        )
        self.view = ReportView(runner, lambda: self._report, self)
        walk.moved.connect(self._moved)
        walk.reader.complete.connect(self._arrived)
        walk.reader.changed.connect(self._follow_subject)

    @property
    def _flops(self) -> FlopSet | None:
        return None if self._solved is None else self._solved.flops

    @property
    def _game(self) -> Game:
        return self._walk.place.game if self._solved is None else self._solved.flops.spot.game

    @property
    def _subject(self) -> Subject | None:
        return self._walk.reader.subject if self._solved is None else self._solved.subject

    def open(self) -> None:
        self._open = True
        self._arrived()
        folder = self._folder
        self._runner.start(lambda _: list_sets(folder), self._listed, channel=_SETS)

    def _listed(self, sets: tuple[SolvedSet, ...]) -> None:
        """Take the sets; one that is shown stays as it is until it is chosen again."""
        shown = self._solved
        self._sets = sets
        if shown is not None:
            others = tuple(one for one in sets if one.folder != shown.folder)
            self._sets = (shown, *others)
        self._show_form()

    def choose_source(self, key: str) -> None:
        """Report on the engine (no key), or on the solved flops of a folder."""
        chosen = next((one for one in self._sets if str(one.folder) == key), None)
        if chosen is self._solved:
            return
        self.stop()
        self._solved, self._report, self._way, self._at = chosen, None, None, ()
        self.view.forget()
        if chosen is None:
            self._arrived()
        else:
            draft = replace(self._typed.draft, line="", kind=ALL)
            self._typed.take(draft, at_once=True)
            self.view.show()

    def close(self) -> None:
        self._open = False

    def end(self) -> None:
        self._typed.stop()
        self.view.stop()
        for channel in (_CHANNEL, _WAY, _SETS):
            self._runner.cancel(channel)

    # Study's node

    def _moved(self) -> None:
        reason = not_offered(self._walk.place.game)
        self.offered.emit(reason)
        if self._report is not None and self._report.betting.game != self._game:
            self.stop()  # its boards belong to another game
            self._report, self._at = None, ()
            self.view.show()
        if reason and self._open:
            self.left.emit()

    def _arrived(self) -> None:
        """Take over the line of Study's node, and its report if there is one."""
        if not self._open:
            return
        if self._solved is not None:  # it has its own line
            self._typed.begin()
            self.view.show()
            return
        place, subject = self._walk.place, self._walk.reader.subject
        reader = None if subject is None else subject.reader
        before, self._at = self._at, (place.game, place.actions, reader)
        if self._at[:2] != before[:2]:
            self._take("line", line_text(place.game, place.actions))
        if self._at != before and subject is not None:
            key, shown = (subject.reader, place.actions), self._report
            if shown is None or (shown.subject.reader, shown.betting.actions) != key:
                self.stop()
                self._report = self._reports.get(key)
                self.view.forget()
        self._typed.begin()
        self.view.show()

    def _follow_subject(self) -> None:
        if self._open and self._asked != (self._subject, self._walk.reader.busy):
            self._show_form()

    # The form

    def edit(self, key: str, text: str) -> None:
        self._take(key, text)

    def choose_action(self, key: str) -> None:
        way = self._way
        if way is not None and key in [action.key for action in way.menu]:
            line = line_after(self._game, way.text, key)
            self._take("line", line, at_once=True)

    def choose_crumb(self, index: int) -> None:
        way = self._way
        if way is not None and index < len(way.counts):
            line = line_before(self._game, way.text, way.counts[index])
            self._take("line", line, at_once=True)

    def _take(self, key: str, text: str, *, at_once: bool = False) -> None:
        self._typed.take(replace(self._typed.draft, **{key: text}), at_once=at_once)

    def choose_boards(self, kind: str) -> None:
        self._take("kind", kind, at_once=True)
        self._show_form()

    def _understood(self) -> None:
        self._find_way()
        if self._typed.wanted:
            self._typed.wanted = False
            self.run()
        self._show_form()

    def _find_way(self) -> None:
        """Look up the actions that may follow on the line; an engine may take its time."""
        game, line, flops = self._game, self._typed.draft.line, self._flops
        subject = self._subject
        reader = None if subject is None else subject.reader

        def found(way: LineWay | None) -> None:
            self._way = way or self._way
            self._show_form()

        def failed(error: Exception) -> None:
            log.warning("the actions that may follow are not known", exc_info=error)
            found(way_of(game, line, None))

        work = partial(way_of, game, line, reader, flops=flops)
        self._runner.start(work, found, failed=failed, channel=_WAY)

    def _show_form(self) -> None:
        draft, read, report = self._typed.draft, self._typed.read, self._report
        subject, busy = self._asked = self._subject, self._walk.reader.busy
        source = waits(busy=busy)
        if self._solved is not None:
            source = self._solved.note
        elif subject is not None:
            source = tr("{engine}, {game}").format(
                engine=subject.title, game=game_words(self._walk.place.game)
            )
        running = report is not None and report.running
        self.form.emit(
            AggregateForm(
                source,
                fields_of(draft, read),
                draft.kind,
                running,
                read.complete and subject is not None and not running and not self._done,
                self._same and report is not None and 0 < len(report.rows) < len(report.boards),
                report.progress(draft.line.strip()) if report is not None else None,
                report.warning() if report is not None else "",
                way=self._way.scene if self._way is not None else LineScene(),
                menu=self._way.menu if self._way is not None else (),
                sources=source_choices(self._sets, self._solved, self._walk.reader.title),
            )
        )

    @property
    def _same(self) -> bool:
        report, read, subject = self._report, self._typed.read, self._subject
        return (
            report is not None
            and subject is not None
            and read.betting is not None
            and report.subject.reader is subject.reader
            and report.betting.actions == read.betting.actions
            and report.boards == read.boards
        )

    @property
    def _done(self) -> bool:
        return self._same and self._report is not None and not self._report.rest

    # Running

    def press(self) -> None:
        if self._report is not None and self._report.running:
            self.stop()
        else:
            self.run()

    def run(self) -> None:
        if not self._typed.current:
            self._typed.want()
            return
        read, subject = self._typed.read, self._subject
        if read.betting is None or not read.boards or subject is None or self._done:
            return
        if self._report is not None and self._report.running:
            return
        self.notice.emit(None)
        if not self._same:
            self._keep(BoardsReport(subject, read.betting, read.boards))
        report = self._report
        assert report is not None
        fresh = self._fresh = []
        reader, betting, boards = subject.reader, report.betting, report.rest
        report.begin()

        def work(control: JobControl) -> None:
            aggregate(reader, betting, boards, fresh.append, control, WORKERS)

        def progress(fraction: float, text: str) -> None:
            self._take_rows()
            self._show_form()
            self.view.show_soon()

        self._runner.start(
            work, lambda _: self._end(), failed=self._failed, progress=progress, channel=_CHANNEL
        )
        self._show_form()
        self.view.show()

    def _keep(self, report: BoardsReport) -> None:
        key = (report.subject.reader, report.betting.actions)
        self._reports[key] = self._report = report
        self._reports.move_to_end(key)
        while len(self._reports) > _KEPT:
            self._reports.popitem(last=False)

    def _take_rows(self) -> None:
        """Take the rows finished since; only the run writes to its list."""
        report = self._report
        if report is not None and report.running:
            report.rows += self._fresh[len(report.rows) - report.before :]

    def stop(self) -> None:
        if self._report is None or not self._report.running:
            return
        self._runner.cancel(_CHANNEL)
        self._end()

    def _end(self) -> None:
        assert self._report is not None
        self._take_rows()
        self._report.end()
        self._show_form()
        self.view.show()

    def _failed(self, error: Exception) -> None:
        log.warning("an aggregate report broke off", exc_info=error)
        self._end()
        self.notice.emit(broke_off(error))

    # The table

    def choose_row(self, key: str) -> None:
        report = self._report
        if report is None:
            return
        if self.view.shown.group != BOARDS:
            self.view.narrow_to(key)
            return
        row = next((row for row in report.rows if row.board.name == key), None)
        if row is not None and self._solved is not None:
            self.left.emit()
            self.flop_asked.emit(self._solved.file_of(row.board.cards))
        elif row is not None:
            game, actions = report.betting.game, report.betting.actions
            self.left.emit()
            self._walk.enter(Place.at(game, actions, row.board.cards))

    def practise(self) -> None:
        report, rows = self._report, self.view.rows()
        if report is None or not rows:
            return
        if self._solved is not None:
            self.notice.emit(no_drill())
            return
        whole = means(rows)
        if not whole.weight:
            self.notice.emit(never_there())
            return
        boards = tuple(row.board.cards for row in rows)
        weights = tuple(weight_share(row, whole) for row in rows)
        betting, engine = report.betting, report.subject.engine
        link = ReportLink(betting.game, betting.actions, boards, weights, engine)
        self._walk.drill_requested.emit(link)

    # Files

    def export(self, path: str) -> None:
        report, file = self._report, Path(path)
        if report is None or not report.rows:
            return
        betting, engine, rows = report.betting, report.subject.engine, self.view.rows()

        def work(control: JobControl) -> int:
            write_text(file, csv_text(betting, engine, rows))
            return len(rows)

        self._runner.start(
            work,
            lambda count: self.notice.emit(saved(count, file.name)),
            failed=lambda error: self.notice.emit(not_saved(error)),
            channel=_EXPORT,
        )
