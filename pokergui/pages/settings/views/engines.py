"""The section Engines: the list, and beside it the selected engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.viewmodel import EngineScene
from pokergui.pages.settings.views.engineform import CommandForm, OptionsForm, panel
from pokergui.pages.settings.views.enginelist import EngineSide, LogPanel, ReportPanel
from pokergui.theme.fonts import ACTION, BODY
from pokergui.viewmodel import Notice
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.field import FieldNote
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import column, emptied, label, row, tab_through
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.spoken import set_description, set_tip

_SIDE, _NARROW_SIDE, _WIDE_SIDE = 312, 220, 360
_WORDS, _NARROW_WORDS = 142, 124
_TWO_COLUMNS, _BESIDE = 560, 620
"""Widths from which options are in two columns, and the log beside the report."""
_LEAST_FOOT, _LEAST_LOG = 320, 220


class EngineDetail(Fitted, QWidget):
    """The selected engine: description, settings, its test, its log."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._compact = False
        self._title = label("", self, ACTION, 600, shrinks=True)
        self._subtitle = FieldNote(1, self)
        self.remove = IconButton("remove", tr("Remove"), tr("Del"), self, show_key=False)
        self.duplicate = IconButton("copy", tr("Duplicate"), "D", self, show_key=False)
        self.test = IconButton("start", tr("Test"), "T", self, primary=True)
        self.cancel = IconButton("", tr("Cancel"), tr("Esc"), self)
        self.save = IconButton("add", tr("Add"), tr("Enter"), self, primary=True)
        self.buttons = (self.remove, self.duplicate, self.test, self.cancel, self.save)
        self.notice = NoticePanel(self, stacked=True)
        self.command, self.options = CommandForm(self), OptionsForm(self)
        self.report, self.log = ReportPanel(self), LogPanel(self)
        self._facts = column(gap=8)
        self._about = panel(self, label(tr("About"), self, BODY, 600), self._facts)
        self._shown_facts: tuple[tuple[str, str], ...] = ()
        words = column(self._title, self._subtitle, gap=0)
        self._head = QWidget(self)
        row((words, 1), *self.buttons, on=self._head, gap=8)
        self._foot = QWidget(self)
        self._pair = row((self.report, 7), (self.log, 5), on=self._foot, gap=12)
        top = (self._head, self.notice, self.command, self.options, self._about)
        self._body = column(*top, (self._foot, 100), None, gap=12)
        inner = QWidget(self)
        inner.setLayout(self._body)
        self._area = scroll_area(inner, self)
        column(self._area, on=self)

    def show_report(self) -> None:
        if self._foot.isVisible():
            self._area.ensureWidgetVisible(self._foot, 0, 12)

    def tab_order(self) -> list[QWidget]:
        command: list[QWidget] = [line.field for line in self.command.lines.values()]
        command.insert(2, self.command.browse)
        report = (self.report.game, self.report.stop, self.report.rows)
        return [*self.buttons, *command, *report, *self.log.which.buttons(), self.log.lines]

    def set_scene(self, scene: EngineScene) -> None:
        self._title.setText(scene.title)
        self._subtitle.set_words(scene.busy or scene.subtitle)
        form = scene.form
        own = form is not None
        if form is not None:
            self.command.set_scene(form)
            self.options.set_scene(form)
        self.command.setVisible(own)
        self.options.setVisible(form is not None and bool(form.options))
        self._foot.setVisible(own and not scene.draft)
        for button in (self.remove, self.duplicate, self.test):
            button.setVisible(own and not scene.draft)
        for button in (self.cancel, self.save):
            button.setVisible(scene.draft)
        self.save.setEnabled(not scene.busy)
        self.test.setEnabled(scene.can_test)
        set_tip(self.test, scene.why_not or tr("Play a hundred hands (T)"))
        set_description(self.test, scene.why_not)
        self._show_facts(scene.facts)

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        self._about.setVisible(bool(facts))
        if facts == self._shown_facts:
            return
        self._shown_facts = facts
        emptied(self._facts)
        for name, words in facts:
            line = QWidget(self)
            title = label(name, line, BODY, tone="second")
            title.setFixedWidth(_WORDS)
            told = label(words, line, BODY, wraps=True)
            told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            parts = row(title, (told, 1), on=line, gap=0)
            parts.setAlignment(title, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(line)

    def set_compact(self, compact: bool) -> None:
        pad = 12 if compact else 16
        self._body.setContentsMargins(pad, 12, pad, pad)
        for button in (self.remove, self.duplicate):
            button.set_wordless(compact)
        self._compact = compact
        self.fit()

    def fit(self) -> None:
        self.command.set_words(_NARROW_WORDS if self._compact else _WORDS)
        self.options.set_room(2 if self.width() >= _TWO_COLUMNS else 1, compact=self._compact)
        beside = self.width() >= _BESIDE
        direction = self._pair.Direction
        self._pair.setDirection(direction.LeftToRight if beside else direction.TopToBottom)
        self._foot.setMinimumHeight(_LEAST_FOOT)
        self.log.setMinimumHeight(0 if beside else _LEAST_LOG)


class EnginesSection(Fitted, KeyedPage):
    """The section of the settings about engines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._compact = self._is_draft = False
        self.side, self.detail = EngineSide(self), EngineDetail(self)
        self._frame = QFrame(self)
        self._frame.setObjectName("leftcolumn")
        column(self.side, on=self._frame, margins=(0, 0, 1, 0))
        row(self._frame, (self.detail, 1), on=self, gap=0)
        tab_through(self.side.add, self.side.list, *self.detail.tab_order())
        self._entered: QLineEdit | None = None  # the field that Enter left
        for line in self.detail.command.lines.values():
            line.entered.connect(self.detail.save.press)
            line.entered.connect(partial(self._leave, line.field))
        self.detail.test.clicked.connect(self.detail.show_report)
        self._make_keys()
        self.set_compact(False)

    def _make_keys(self) -> None:
        detail = self.detail
        self.begin_keys(tr("Engines"))
        self.add_key("N", self.side.add.press, tr("add an engine"))
        self.add_key("L", self.side.list.setFocus, tr("go to the list"))
        self.tell_key("Up Down", tr("show another engine, in the list"), self.side.list)
        self.begin_keys(tr("Your own engine"))
        self.add_key("T", detail.test.press, tr("test it for a hundred hands"))
        self.add_key("G", self._choose_game, tr("choose the game of the test"))
        self.add_key("X", detail.report.stop.press, tr("stop the test"))
        self.add_key("B", self._browse, tr("choose its program"))
        self.add_key("D", detail.duplicate.press, tr("duplicate it"))
        self.add_key("Del", detail.remove.press, tr("remove it"))
        self.add_key("E", self._next_log, tr("whole log, or only errors"))
        self.add_key("Esc", detail.cancel.press, tr("cancel adding it"))

    def _browse(self) -> None:
        if self.detail.command.isVisible():
            self.detail.command.ask_file()

    def _choose_game(self) -> None:
        if self.detail.report.game.isVisible():
            self.detail.show_report()
            self.detail.report.game.open()

    def _next_log(self) -> None:
        if self.detail.log.isVisible():
            self.detail.log.toggle()

    @contextmanager
    def _focus_kept(self) -> Iterator[None]:
        """Move the focus to the list if the control that has it is hidden or disabled."""
        before = QApplication.focusWidget()
        inside = before is not None and self.isAncestorOf(before)
        yield
        if inside and before is not QApplication.focusWidget():
            self.side.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self, field: QLineEdit) -> None:
        """Leave a field on Enter, so that keys press buttons; invalid fields get the focus back."""
        self._entered = field
        if not field.property("wrong"):
            self.side.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_engine(self, scene: EngineScene) -> None:
        """Show the selected engine; a draft or an invalid field takes the focus."""
        begins, self._is_draft = scene.draft and not self._is_draft, scene.draft
        with self._focus_kept():
            self.detail.set_scene(scene)
        if self._entered is not None and not scene.busy:
            entered, self._entered = self._entered, None
            if entered.property("wrong") and self.side.list.hasFocus():
                entered.setFocus(Qt.FocusReason.OtherFocusReason)
        if begins:
            self.detail.command.lines["command"].field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice, or close it; a question takes the cursor, for Enter or Tab."""
        asks = notice is not None and notice.kind == "warning" and self.detail.notice.isHidden()
        with self._focus_kept():
            self.detail.notice.set_notice(notice)
        if asks:
            self.detail.notice.buttons()[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.fit()

    def fit(self) -> None:
        wide = _WIDE_SIDE if self.width() >= 1500 else _SIDE
        self._frame.setFixedWidth(_NARROW_SIDE if self._compact else wide)
