"""The History page: filter bar, list with its sums, replayer; and all their keys."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFocusEvent, QGuiApplication, QShortcut
from PySide6.QtWidgets import QFileDialog, QSplitter, QStackedWidget, QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel import WhoScene
from pokergui.pages.history.views.handlist import (
    HandFilterBar,
    HandList,
    ListHeader,
    NoHandsPanel,
    WhoPanel,
    ask_export,
)
from pokergui.pages.history.views.judging import JudgeRoom
from pokergui.pages.history.views.replayer import Replayer
from pokergui.pages.history.views.review import ReviewRoom
from pokergui.pages.history.views.statistics import StatisticsTable
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import FileKind
from pokergui.widgets.guard import Fitted, guarded
from pokergui.widgets.laying import column, tab_through, when_compact
from pokergui.widgets.notice import NoticePanel
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.savefile import patterns

_STATISTICS, _BESIDE_QUESTION = 0.4, 0.2
"""Largest part of the page's height for statistics, alone and while a question is asked."""


class HistoryPage(Fitted, KeyedPage):
    """The page of finished hands with a replayer; its parts hold copies and report intents.

    Signals:
        import_chosen: paths of files.
        text_given: pasted or dropped text with hands.
        export_chosen: format, path, and the numbers of the marked hands; a list of one means all
            that match.
        backup_chosen: path.
        place_chosen: a file dialog, and the folder and the type of files chosen in it.
        noted: number of a hand, its tags and its note.
        copy_asked: numbers of the hands to copy as text.
        narrowed: name of a field of the filter and its new value.
        judge_opened: strategies are to be evaluated on the listed hands.
        review_opened: the user's decisions in these hands are to be reviewed.
    """

    import_chosen = Signal(list)
    text_given = Signal(str)
    export_chosen = Signal(str, str, list)
    backup_chosen = Signal(str)
    place_chosen = Signal(str, str, str)
    noted = Signal(int, str, str)
    copy_asked = Signal(list)
    narrowed = Signal(str, str)
    judge_opened = Signal()
    review_opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.filters = HandFilterBar(self)
        self.header = ListHeader(self)
        self.list = HandList(self)
        self.empty = NoHandsPanel(self)
        self.notice = NoticePanel(self, stacked=True)
        self.who = WhoPanel(self)
        self.statistics = StatisticsTable(self)
        self.replayer = Replayer(self)
        self.judging = JudgeRoom(self)
        self.review = ReviewRoom(self)
        self._stack, self._rooms = QStackedWidget(self), QStackedWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._kinds: Sequence[FileKind] = ()
        self.places: dict[str, tuple[str, ...]] = {}
        self._arrange()
        self._wire()
        self._make_keys()
        self.setAcceptDrops(True)

    def _arrange(self) -> None:
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.empty)
        left = QWidget(self)
        self._notice_room = column(self.notice, self.who)
        parts = (self.header, (self._stack, 1), self._notice_room, self.statistics)
        column(*parts, on=left, gap=0)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        for index, half in enumerate((left, self.replayer)):
            self._split.addWidget(half)
            self._split.setStretchFactor(index, 1)
        when_compact(self, self._split.setSizes, [452, 516], [664, 608])
        for room in (self._split, self.judging, self.review):
            self._rooms.addWidget(room)
        column(self.filters, (self._rooms, 1), on=self, gap=0)
        lists = (self.list, self.statistics)
        tab_through(*self.filters.tab_order(), *lists, *self.replayer.tab_order())

    def _wire(self) -> None:
        self.filters.search.left.connect(self._to_list)
        self.filters.controls.changed.connect(self._change)
        for room in (self.judging, self.review):
            room.strip.back.clicked.connect(self.close_room)
        self.filters.back_up.triggered.connect(self._ask_backup)
        self.filters.note.triggered.connect(self._edit_note)
        self.filters.copy.triggered.connect(self._copy)
        for field in (self.replayer.tags, self.replayer.note):
            field.editingFinished.connect(self._note)
            field.returnPressed.connect(self._to_list)
        # Else the focus continues to whatever follows the buttons.
        self.who.pressed.connect(self._to_list)

    def _make_keys(self) -> None:
        """Register the page's keys; while words are typed they belong to the search."""
        replayer = self.replayer
        self.begin_keys(tr("Replayer"))
        for name, key, words in (
            ("run", "Space", tr("replay, pause")),
            ("back", "Left", tr("one event back")),
            ("forward", "Right", tr("one event forward")),
            ("first", "Home", tr("to the start")),
            ("last", "End", tr("to the end")),
            ("cards", "C", tr("turn all cards face up")),
        ):
            shortcut = self.add_key(key, replayer.buttons[name].press, words)
            shortcut.setAutoRepeat(name in ("back", "forward"))
        self.add_key("P", replayer.play_button.press, tr("play on from there"))
        self.add_key("S", replayer.study_button.press, tr("open the decision in Study"))
        self.add_key("V", replayer.solve_button.press, tr("solve a street"))
        self.add_key("Shift+V", replayer.hand_button.press, tr("solve the whole hand"))
        self.begin_keys(tr("List of hands"))
        self.add_key("/", self._to_search, tr("search"))
        self.add_key("Ctrl+F", self._to_search, tr("search"))
        self.filters.controls.add_keys(self)
        self.tell_key("Up Down", tr("another hand, in the list"), self.list)
        self.add_key("Ctrl+O", self.ask_import, tr("import hands"))
        self.add_key("Ctrl+V", self._paste, tr("import hands from the clipboard"))
        self.add_key("Ctrl+E", self._ask_export, tr("export hands"))
        self.add_key("Ctrl+C", self._copy, tr("copy the marked hands as text"))
        self.add_key("N", self._edit_note, tr("write tags and a note on the hand"))

    def _change(self, name: str, value: object) -> None:
        if name == "review":
            self._toggle(self.review)
        elif name == "judge":
            self._toggle(self.judging)
        elif name == "import":
            self.ask_import()
        elif name == "export":
            self._ask_export()
        else:
            self.narrowed.emit(name, value)
            self._look_again()

    def _toggle(self, room: JudgeRoom | ReviewRoom) -> None:
        if self._rooms.currentWidget() is room:
            self.close_room()
        else:
            self._open(room)

    def open_room(self) -> None:
        self._open(self.judging)

    def open_review(self) -> None:
        self._open(self.review)

    def _open(self, room: JudgeRoom | ReviewRoom) -> None:
        self._give_keys(room.keys)
        self._rooms.setCurrentWidget(room)
        self.filters.check(judge=room is self.judging, review=room is self.review)
        table = self.judging.table if room is self.judging else self.review.mistakes
        table.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._look_again()

    def close_room(self) -> None:
        self._give_keys(())
        self._rooms.setCurrentWidget(self._split)
        self.filters.check(judge=False, review=False)
        self._to_list()

    def _give_keys(self, taken: Sequence[QShortcut]) -> None:
        """Yield keys that a view also binds: Qt calls neither of two ambiguous shortcuts."""
        names = {one.key().toString() for one in taken}
        for own in self.keys:
            own.setEnabled(own.key().toString() not in names)

    def _look_again(self) -> None:
        if self._rooms.currentWidget() is self.judging:
            self.judge_opened.emit()
        elif self._rooms.currentWidget() is self.review:
            self.review_opened.emit()

    def _to_search(self) -> None:
        self.filters.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.search.selectAll()

    def _to_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _edit_note(self) -> None:
        if self.list.at_hand is not None:
            self.replayer.edit_note()

    def _note(self) -> None:
        """Report the tags and the note, once the user leaves a field that changed."""
        tags, note = self.replayer.tags, self.replayer.note
        if self.list.at_hand is not None and (tags.isModified() or note.isModified()):
            self.noted.emit(self.list.at_hand.number, tags.text(), note.text())
            tags.setModified(False)
            note.setModified(False)

    def _copy(self) -> None:
        if numbers := self.list.selected_numbers():
            self.copy_asked.emit(numbers)

    def set_clipboard(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    def set_file_kinds(self, kinds: Sequence[FileKind]) -> None:
        self._kinds = kinds

    def ask_import(self) -> None:
        named = (tr("Hand histories ({patterns})"), tr("All files (*)"))
        filters = ";;".join(named).format(patterns=patterns(self._kinds))
        folder, kind = self._place("import")
        title = tr("Import hands")
        paths, kind = QFileDialog.getOpenFileNames(self, title, folder, filters, kind)
        if paths:
            self._keep_place("import", paths[0], kind)
            self.import_chosen.emit(list(paths))

    def _place(self, dialog: str) -> tuple[str, str]:
        """Return folder and type of files chosen last in a dialog."""
        folder, kind = (*self.places.get(dialog, ()), "", "")[:2]
        return folder, kind

    def _keep_place(self, dialog: str, path: str, kind: str) -> None:
        folder = str(Path(path).parent)
        self.places[dialog] = (folder, kind)
        self.place_chosen.emit(dialog, folder, kind)

    def _paste(self) -> None:
        self._take(QGuiApplication.clipboard().mimeData() or QMimeData())

    def _take(self, data: QMimeData) -> None:
        """Import the files or the text of a clipboard or a drop."""
        paths = [url.toLocalFile() for url in data.urls() if url.isLocalFile()]
        text = "" if paths else data.text()
        if not paths and (not text or text.isspace()):
            return
        self.close_room()  # the list shows the result
        if paths:
            self.import_chosen.emit(paths)
        else:
            self.text_given.emit(text)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the list; as a proxy it would keep Tab from what stands before."""
        super().focusInEvent(event)
        if self.list.isVisible():
            self.list.setFocus(event.reason())

    @guarded
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    @guarded
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self._take(event.mimeData())

    def _ask_export(self) -> None:
        numbers = self.list.selected_numbers()
        marked = len(numbers) if len(numbers) > 1 else 0
        answer = self._kinds and ask_export(self, self._kinds, marked, *self._place("export"))
        if answer:
            form, path, kind = answer
            self._keep_place("export", path, kind)
            self.export_chosen.emit(form, path, numbers)

    def _ask_backup(self) -> None:
        title, kind = tr("Back up all hands"), tr("Hand database (*.db)")
        suggested = str(Path(self._place("backup")[0], "hands-copy.db"))
        path, _ = QFileDialog.getSaveFileName(self, title, suggested, kind)
        if path:
            self._keep_place("backup", path, "")
            self.backup_chosen.emit(path)

    def set_empty(self, scene: Notice | None) -> None:
        if scene is not None:
            self.empty.set_scene(scene)
        self._stack.setCurrentWidget(self.list if scene is None else self.empty)

    def set_notice(self, notice: Notice | None) -> None:
        self.notice.set_notice(notice)
        self._pad_notices()

    def set_who(self, scene: WhoScene | None) -> None:
        self.who.set_scene(scene)
        self._pad_notices()

    def _pad_notices(self) -> None:
        there = not (self.notice.isHidden() and self.who.isHidden())
        pad = 10 if there else 0
        self._notice_room.setContentsMargins(12, pad, 12, pad)
        self.fit()

    def fit(self) -> None:
        share = _STATISTICS if self.who.isHidden() else _BESIDE_QUESTION
        self.statistics.set_most(round(share * self.height()))
