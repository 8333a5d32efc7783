"""The section Engines: the list, and beside it the selected engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QRectF, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from pokergui.language import tr_settings as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.settings.viewmodel import (
    EngineListScene,
    EngineOptionScene,
    EngineRow,
    EngineScene,
    FormScene,
    ReportRow,
    ReportScene,
)
from pokergui.pages.settings.views.sections import INKS, paint_mood
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font
from pokergui.viewmodel import FieldScene, Notice, ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import FieldNote, LineField
from pokergui.widgets.guard import Fitted
from pokergui.widgets.laying import (
    Margins,
    Part,
    column,
    dropped,
    emptied,
    label,
    restyle,
    row,
    show_words,
    tab_through,
    when_compact,
)
from pokergui.widgets.notice import NoticePanel, scroll_area
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import RIGHT, focus_ring
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import ProgressLine
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW, _HEADING = 52, 34
_TITLE, _DETAIL, _GROUP = Face(BODY, 600), Face(ink="t2"), Face(CAPTION, 500, "t3")


def _engine_words(row: EngineRow) -> str:
    return phrases((row.title, row.detail, row.state))


class EngineList(RowTable[EngineRow]):
    """All engines; the heading of a group is over its first one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        self.ringed = False  # the ring goes round an engine, not round its heading
        set_name(self, tr("Engines"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", _engine_words, paint=self._paint, width=1, stretch=1)])

    def set_scene(self, scene: EngineListScene) -> None:
        """Show engines; the selected one is current. Emits nothing."""
        self.set_rows(scene.rows)
        front = next((row.key for row in scene.rows if row.front), None)
        if front is None:
            self.clearSelection()
        else:
            self.select(front)

    def fit(self) -> None:
        super().fit()
        self.scrollTo(self.currentIndex())

    def in_front(self, row: EngineRow) -> bool:
        return row.front

    def height_of(self, row: EngineRow) -> int:
        return _ROW + _HEADING if row.heading else _ROW

    def tip_of(self, row: EngineRow, column: int) -> str:
        return "\n".join(filter(None, (_engine_words(row), row.tip)))

    def ground(
        self, painter: QPainter, box: QRectF, row: EngineRow, selected: bool, hovered: bool
    ) -> None:
        super().ground(painter, _below(box, row), row, selected, hovered)

    def _paint(self, painter: QPainter, box: QRectF, row: EngineRow) -> None:
        """Paint heading; title and state; description."""
        pad = 12.0 if box.width() < 270 else 16.0
        room = box.adjusted(pad, 0, -pad, 0)
        if row.heading:
            over = QRectF(room.x(), room.y(), room.width(), _HEADING)
            _GROUP.write(painter, over.adjusted(0, 6, 0, 0), row.heading)
        below = _below(box, row)
        line = QRectF(room.x(), below.y() + 6, room.width(), 20)
        used = Face(ink=INKS[row.mood]).write(painter, line, row.state, RIGHT)
        _TITLE.write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
        _DETAIL.write(painter, line.translated(0, 19), row.detail)
        if self.hasFocus() and row is self.at_hand:
            focus_ring(painter, below.adjusted(1, 1, -1, -2), 4)


def _below(box: QRectF, row: EngineRow) -> QRectF:
    return box.adjusted(0, _HEADING if row.heading else 0, 0, 0)


def _headed(
    parent: QWidget, height: int, *parts: Part, margins: Margins = (16, 0, 12, 0)
) -> QWidget:
    head = QWidget(parent)
    head.setObjectName("sidehead")
    head.setFixedHeight(height)
    row(*parts, on=head, gap=0, margins=margins)
    return head


def _panel(
    parent: QWidget, heading: Part, *parts: Part, margins: Margins = (16, 10, 16, 10)
) -> QFrame:
    frame = QFrame(parent)
    frame.setObjectName("panel")
    inside = column(*parts, gap=6, margins=margins)
    column(_headed(frame, 36, heading), (inside, 1), on=frame, gap=0, margins=(1, 1, 1, 1))
    return frame


class EngineSide(QWidget):
    """The list with its heading and the text under it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.list = EngineList(self)
        self.add = IconButton("add", tr("Add"), "N", self)
        set_tip(self.add, tr("Add a program or a Python file as an engine (N)"))
        self._count = label("", self, BODY, tone="caption")
        self._unit = FieldNote(2, self)
        self._foot = QWidget(self)
        self._foot.setObjectName("sidefoot")
        self._foot.setFixedHeight(48)
        row(self._unit, on=self._foot, margins=(16, 0, 12, 0))
        title = label(tr("Engines"), self, BODY, 600)
        head = _headed(self, 44, title, 6, self._count, None, self.add)
        column(head, (self.list, 1), self._foot, on=self, gap=0)

    def set_scene(self, scene: EngineListScene) -> None:
        self.list.set_scene(scene)
        self._count.setText(f"{len(scene.rows):,}")
        self._unit.set_words(scene.foot)
        self._foot.setVisible(bool(scene.foot))


_FINDING = 40


def _finding_words(row: ReportRow) -> str:
    return phrases((row.title, row.note, row.value))


class Findings(RowTable[ReportRow]):
    """The findings of a test, line by line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, ground="bg2")
        set_name(self, tr("Test report"))
        self.set_row_height(_FINDING)
        self.set_columns([Column("", _finding_words, paint=self._paint, width=1, stretch=1)])

    def _paint(self, painter: QPainter, box: QRectF, row: ReportRow) -> None:
        paint_mood(painter, QRectF(box.x() + 12, box.center().y() - 8, 16, 16), row.mood)
        right = box.adjusted(0, 0, -14, 0)
        ink = INKS[row.mood] if row.mood in ("bad", "remark") else "t1"
        used = Face(SMALL, 600, ink).write(painter, right, row.value, RIGHT)
        line = QRectF(box.x() + 38, box.y() + 2, right.right() - box.x() - 46 - used, 19)
        Face(BODY, 500).write(painter, line, row.title)
        _DETAIL.write(painter, line.translated(0, 17), row.note)


class ReportPanel(QWidget):
    """A panel that shows a ``ReportScene``."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.stop = IconButton("stop", tr("Stop"), "X", self)
        set_tip(self.stop, tr("Stop the test and discard its results (X)"))
        self._when = label("", self, tone="caption", wraps=True)
        self._verdict = label("", self, ACTION, 600, wraps=True)
        self._note = label("", self, tone="second", wraps=True)
        self._progress = ProgressLine(self)
        self._progress.setFixedHeight(24)
        self._moving = QWidget(self)
        row((self._progress, 1), self.stop, on=self._moving, gap=12)
        self.rows = Findings(self)
        self.game = DropDown(tr("Game of the test"), self, "G")
        head = row(label(tr("Test report"), self, BODY, 600), None, self.game, gap=12)
        told = (self._verdict, self._when, self._note, self._moving)
        words = column(*told, gap=4, margins=(16, 10, 16, 6))
        self._frame = _panel(self, head, words, self.rows, None, margins=(0, 0, 0, 0))
        column(self._frame, on=self)
        self.set_scene(ReportScene())

    def set_scene(self, scene: ReportScene) -> None:
        show_words(self._when, scene.when)
        self._verdict.setText(scene.title)
        restyle(self._verdict, "tone", "error" if scene.mood == "bad" else "")
        restyle(self._frame, "bar", scene.mood)
        show_words(self._note, scene.note)
        self._progress.set_scene(scene.running or ProgressScene())
        self._moving.setVisible(scene.running is not None)
        games = scene.games
        self.game.setVisible(games is not None)
        if games is not None:
            entries = [Entry(one.key, one.title) for one in games.choices]
            self.game.set_entries(entries, games.current)
        self.rows.set_rows(scene.rows)
        self.rows.setFixedHeight(_FINDING * len(scene.rows))
        self.rows.setVisible(bool(scene.rows))


_SHORT, _NAME = 96, 220
_NAMES, _NARROW_NAMES = 142, 124
_WIDE, _NARROW = (142, 96), (96, 72)
"""Widths of the name of an option and of its field, usual and narrow."""
_TWO_COLUMNS = 560
"""Width from which options are in two columns."""
_OFF, _ON = "false", "true"


class EngineField(QWidget):
    """A field beside its name, with a remark after it and errors below it.

    Signals:
        committed: the text, once the user leaves the field or presses Enter.
        entered: Enter was pressed.

    Args:
        width: width of the field in pixels; 0 for all the room.
        after: widget after the field.
    """

    committed = Signal(str)
    entered = Signal()

    def __init__(
        self, name: str, parent: QWidget, *, width: int = 0, after: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.field = LineField(name, "", self)
        self._is_entered = False  # its text was committed by Enter, and is the same since
        self.title = label(name, self, BODY, tone="second")
        self._note = FieldNote(1, self)
        self._note.setVisible(bool(width))
        self.error = label("", self, tone="error", wraps=True)
        self.error.setVisible(False)
        tail: list[Part] = [(self._note, 1)] if width else []
        if width:
            self.field.setFixedWidth(width)
        if after is not None:
            tail.append(after)
        right = column(row((self.field, 0 if width else 1), *tail, gap=8), self.error, gap=2)
        line = row(self.title, (right, 1), on=self, gap=0)
        line.setAlignment(self.title, Qt.AlignmentFlag.AlignTop)
        self.title.setFixedHeight(self.field.height())
        self.field.editingFinished.connect(self._finished)
        self.field.returnPressed.connect(self._entered)
        self.field.textEdited.connect(self._edited)

    def _edited(self) -> None:
        self._is_entered = False

    def _finished(self) -> None:
        if not self._is_entered:
            self.committed.emit(self.field.text())

    def _entered(self) -> None:
        """Commit on Enter: Qt reports only after this that editing is finished."""
        self._is_entered = True
        self.committed.emit(self.field.text())
        self.entered.emit()

    def set_scene(self, scene: FieldScene, tip: str = "") -> None:
        """Show a text; what is being typed is left alone while it is the same."""
        self.field.show_text(scene.text)
        self._note.set_words(scene.hint)
        show_words(self.error, scene.error)
        name = self.field.accessibleName()
        words = "\n".join(filter(None, (tip or labelled(name, scene.text), scene.error)))
        set_tip(self.field, words)
        set_description(self.field, scene.error or scene.hint)
        restyle(self.field, "wrong", bool(scene.error))


class CommandForm(QWidget):
    """Name, program and time per decision; ``committed`` has a field's key and its text."""

    committed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.browse = QPushButton(tr("Browse"), self)
        set_tip(self.browse, tr("Choose a program or a Python file (B)"))
        self.lines = {
            "name": EngineField(tr("Name"), self, width=_NAME),
            "command": EngineField(tr("Program"), self, after=self.browse),
            "seconds": EngineField(tr("Time per decision"), self, width=_SHORT),
        }
        for key, line in self.lines.items():
            line.committed.connect(partial(self.committed.emit, key))
            when_compact(self, line.title.setFixedWidth, _NARROW_NAMES, _NAMES)
        hint = tr("basalt --pipe, or python:/home/you/mybot.py")
        self.lines["command"].field.setPlaceholderText(hint)
        self.browse.clicked.connect(self.ask_file)
        frame = _panel(self, label(tr("Command"), self, BODY, 600), *self.lines.values())
        column(frame, on=self)

    def ask_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Program or Python file"))
        if path:
            self.take_file(path)

    def take_file(self, path: str) -> None:
        quoted = f'"{path}"' if " " in path else path
        command = f"python:{path}" if path.endswith(".py") else quoted
        self.lines["command"].field.show_text(command)
        self.committed.emit("command", command)

    def set_scene(self, scene: FormScene) -> None:
        for key, line in self.lines.items():
            line.set_scene(getattr(scene, key))


class _Option(QWidget):
    """One option: its name and the control that changes it."""

    def __init__(self, scene: EngineOptionScene, parent: OptionsForm) -> None:
        super().__init__(parent)
        self.scene = scene
        self.line: EngineField | None = None
        send = partial(parent.committed.emit, scene.key)
        if scene.kind == "text":
            self.line = EngineField(scene.title, self, width=_SHORT)
            self.line.committed.connect(send)
            self.title = self.line.title
            column(self.line, on=self)
            return
        self.title = label(scene.title, self, BODY, tone="second")
        self.editor: Segmented | DropDown
        if scene.kind == "switch":
            switch = [(_OFF, tr("Off")), (_ON, tr("On"))]
            self.editor = Segmented(scene.title, switch, self, dense=True)
        else:
            self.editor = DropDown(scene.title, self)
            self.editor.setMinimumWidth(_SHORT)
        self.editor.chosen.connect(send)
        row(self.title, self.editor, None, on=self, gap=0)

    def set_widths(self, name: int, field: int) -> None:
        self.title.setFixedWidth(name)
        if self.line is not None:
            self.line.field.setFixedWidth(field)

    def set_scene(self, scene: EngineOptionScene) -> None:
        self.scene = scene
        if self.line is not None:
            self.line.set_scene(scene.field, scene.tip)
        elif isinstance(self.editor, DropDown):
            self.editor.set_entries([Entry(one, one) for one in scene.choices], scene.field.text)
        else:
            self.editor.set_value(scene.field.text)
        set_tip(self, scene.tip)


class OptionsForm(Fitted, QWidget):
    """An engine's options, in two columns if they fit; ``committed`` has a name and a value."""

    committed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns, self._widths = 2, _WIDE
        self.options: list[_Option] = []
        self.restore = QToolButton(self)
        self.restore.setText(tr("Restore defaults"))
        self.restore.setProperty("link", True)
        self.restore.setFont(font(SMALL, 500))
        set_tip(self.restore, tr("Reset all options to the engine’s defaults"))
        self.restore.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._note = label("", self, tone="caption")
        self._sides = (column(gap=6), column(gap=6))
        title = label(tr("Options"), self, BODY, 600)
        head = row(title, 6, self._note, None, self.restore, gap=0)
        sides = row(*((side, 1) for side in self._sides), gap=24)
        column(_panel(self, head, sides), on=self)
        when_compact(self, self._set_widths, _NARROW, _WIDE)

    def set_scene(self, scene: FormScene) -> None:
        """Show options; those that stay keep what is being typed."""
        self._note.setText(scene.options_note)
        self.restore.setEnabled(scene.can_restore)
        kinds = [(one.key, one.kind) for one in scene.options]
        if kinds != [(one.scene.key, one.scene.kind) for one in self.options]:
            for old in self.options:
                dropped(old)
            self.options = [_Option(one, self) for one in scene.options]
            self._place()
        for shown, one in zip(self.options, scene.options, strict=True):
            shown.set_scene(one)

    def _set_widths(self, widths: tuple[int, int]) -> None:
        self._widths = widths
        self._place()

    def fit(self) -> None:
        columns = 2 if self.width() >= _TWO_COLUMNS else 1
        if columns != self._columns:
            self._columns = columns
            self._place()

    def _place(self) -> None:
        for side in self._sides:
            while side.takeAt(0) is not None:
                pass
        high = -(-len(self.options) // self._columns)
        for at, option in enumerate(self.options):
            option.set_widths(*self._widths)
            self._sides[at >= high].addWidget(option)
            option.setVisible(True)
        for side in self._sides:
            side.addStretch(1)


def _rows() -> tuple[Control, ...]:
    return (
        Control("test", "button", "T", tr("test it for a hundred hands"), tr("Test"), "start"),
        Control(
            *("duplicate", "button", "D", tr("duplicate it"), tr("Duplicate"), "copy"),
            show_key=False,
            short=True,
        ),
        Control(
            *("remove", "button", tr("Del"), tr("remove it"), tr("Remove"), "remove"),
            show_key=False,
            short=True,
        ),
        Control("log", "button", "E", tr("open its log"), tr("Log"), show_key=False),
        Control("cancel", "button", tr("Esc"), tr("cancel adding it"), tr("Cancel")),
        Control("save", "button", tr("Enter"), "", tr("Add"), "add"),
    )


class EngineDetail(QWidget):
    """The selected engine: description, settings, its test."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = label("", self, ACTION, 600, shrinks=True)
        self._subtitle = FieldNote(1, self)
        self.controls = Controls(_rows(), self)
        test, duplicate, remove, log, cancel, save = map(self.controls.button, self.controls.parts)
        self.buttons = (remove, duplicate, log, test, cancel, save)
        for button in (test, save):
            button.set_primary(True)
        for button in self.controls.short:
            when_compact(self, button.set_wordless, True, False)
        log.clicked.connect(self._open_log)
        self._log = ""
        self.notice = NoticePanel(self, stacked=True)
        self.command, self.options = CommandForm(self), OptionsForm(self)
        self.report = ReportPanel(self)
        self._facts = column(gap=8)
        self._about = _panel(self, label(tr("About"), self, BODY, 600), self._facts)
        self._shown_facts: tuple[tuple[str, str], ...] = ()
        words = column(self._title, self._subtitle, gap=0)
        head = row((words, 1), *self.buttons, gap=8)
        top = (head, self.notice, self.command, self.options, self._about)
        body = column(*top, (self.report, 100), None, gap=12)
        inner = QWidget(self)
        inner.setLayout(body)
        when_compact(self, lambda pad: body.setContentsMargins(pad, 12, pad, pad), 12, 16)
        self._area = scroll_area(inner, self)
        column(self._area, on=self)

    def _open_log(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self._log))

    def show_report(self) -> None:
        if self.report.isVisible():
            self._area.ensureWidgetVisible(self.report, 0, 12)

    def tab_order(self) -> list[QWidget]:
        command: list[QWidget] = [line.field for line in self.command.lines.values()]
        command.insert(2, self.command.browse)
        return [*self.buttons, *command, self.report.game, self.report.stop, self.report.rows]

    def set_scene(self, scene: EngineScene) -> None:
        self._title.setText(scene.title)
        self._subtitle.set_words(scene.busy or scene.subtitle)
        self._log = scene.log
        form, controls = scene.form, self.controls
        kept = form is not None and not scene.draft
        if form is not None:
            self.command.set_scene(form)
            self.options.set_scene(form)
        self.command.setVisible(form is not None)
        self.options.setVisible(form is not None and bool(form.options))
        self.report.setVisible(kept)
        for name in controls.parts:
            controls.button(name).setVisible(scene.draft if name in ("cancel", "save") else kept)
        controls.button("save").setEnabled(not scene.busy)
        controls.button("log").setEnabled(bool(scene.log))
        test = controls.button("test")
        test.setEnabled(scene.can_test)
        set_tip(test, scene.why_not or tr("Play a hundred hands (T)"))
        set_description(test, scene.why_not)
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
            title.setFixedWidth(_NAMES)
            told = label(words, line, BODY, wraps=True)
            told.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            parts = row(title, (told, 1), on=line, gap=0)
            parts.setAlignment(title, Qt.AlignmentFlag.AlignTop)
            self._facts.addWidget(line)


class EnginesSection(KeyedPage):
    """The section of the settings about engines."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_draft = False
        self.side, self.detail = EngineSide(self), EngineDetail(self)
        frame = QFrame(self)
        frame.setObjectName("leftcolumn")
        column(self.side, on=frame, margins=(0, 0, 1, 0))
        row((frame, 3), (self.detail, 11), on=self, gap=0)
        when_compact(self, frame.setMinimumWidth, 220, 312)
        when_compact(self, frame.setMaximumWidth, 220, 360)
        tab_through(self.side.add, self.side.list, *self.detail.tab_order())
        self._entered: QLineEdit | None = None  # the field that Enter left
        for line in self.detail.command.lines.values():
            line.entered.connect(self.detail.controls.button("save").press)
            line.entered.connect(partial(self._leave, line.field))
        self.detail.controls.button("test").clicked.connect(self.detail.show_report)
        self._make_keys()

    def _make_keys(self) -> None:
        detail = self.detail
        self.begin_keys(tr("Engines"))
        self.add_key("N", self.side.add.press, tr("add an engine"))
        self.add_key("L", self.side.list.setFocus, tr("go to the list"))
        self.tell_key("Up Down", tr("show another engine, in the list"), self.side.list)
        self.begin_keys(tr("Your own engine"))
        detail.controls.add_keys(self)
        self.add_key("G", self._choose_game, tr("choose the game of the test"))
        self.add_key("X", detail.report.stop.press, tr("stop the test"))
        self.add_key("B", self._browse, tr("choose its program"))

    def _browse(self) -> None:
        if self.detail.command.isVisible():
            self.detail.command.ask_file()

    def _choose_game(self) -> None:
        if self.detail.report.game.isVisible():
            self.detail.show_report()
            self.detail.report.game.open()

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
