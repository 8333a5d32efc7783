"""The settings of an engine: its name, program, time, and its own options."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QPushButton, QToolButton, QWidget

from pokergui.language import tr_settings as tr
from pokergui.language.joins import labelled
from pokergui.pages.settings.viewmodel import FormScene, OptionScene
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.viewmodel import FieldScene
from pokergui.widgets.combo import DropDown, Entry
from pokergui.widgets.field import FieldNote, LineField
from pokergui.widgets.laying import Margins, Part, column, dropped, label, restyle, row, show_words
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_description, set_tip

_WIDE, _NARROW = (142, 96), (96, 72)
"""Widths of the name of an option and of its field, usual and narrow."""
_SHORT, _NAME = 96, 220
_OFF, _ON = "false", "true"


def panel(
    parent: QWidget, heading: Part, *parts: Part, margins: Margins = (16, 10, 16, 10)
) -> QFrame:
    frame = QFrame(parent)
    frame.setObjectName("panel")
    head = QWidget(frame)
    head.setObjectName("sidehead")
    head.setFixedHeight(36)
    row(heading, on=head, margins=(16, 0, 12, 0))
    inside = column(*parts, gap=6, margins=margins)
    column(head, (inside, 1), on=frame, gap=0, margins=(1, 1, 1, 1))
    return frame


class Line(QWidget):
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
        self._row = row(self.title, (right, 1), on=self, gap=0)
        self._row.setAlignment(self.title, Qt.AlignmentFlag.AlignTop)
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

    def set_words(self, width: int) -> None:
        self.title.setFixedWidth(width)

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
            "name": Line(tr("Name"), self, width=_NAME),
            "command": Line(tr("Program"), self, after=self.browse),
            "seconds": Line(tr("Time per decision"), self, width=_SHORT),
        }
        for key, line in self.lines.items():
            line.committed.connect(partial(self.committed.emit, key))
        self.lines["command"].field.setPlaceholderText(
            tr("basalt --pipe, or python:/home/you/mybot.py")
        )
        self.browse.clicked.connect(self.ask_file)
        self._frame = panel(self, label(tr("Command"), self, BODY, 600), *self.lines.values())
        column(self._frame, on=self)

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
        self.lines["name"].set_scene(scene.name)
        self.lines["command"].set_scene(scene.command)
        self.lines["seconds"].set_scene(scene.seconds)

    def set_words(self, width: int) -> None:
        for line in self.lines.values():
            line.set_words(width)


class _Option(QWidget):
    """One option: its name and the control that changes it."""

    def __init__(self, scene: OptionScene, parent: OptionsForm) -> None:
        super().__init__(parent)
        self.scene = scene
        self.line: Line | None = None
        send = partial(parent.committed.emit, scene.key)
        if scene.kind == "text":
            self.line = Line(scene.title, self, width=_SHORT)
            self.line.committed.connect(send)
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
        if self.line is not None:
            self.line.set_words(name)
            self.line.field.setFixedWidth(field)
        else:
            self.title.setFixedWidth(name)

    def set_scene(self, scene: OptionScene) -> None:
        self.scene = scene
        if self.line is not None:
            self.line.set_scene(scene.field, scene.tip)
        elif isinstance(self.editor, DropDown):
            self.editor.set_entries([Entry(one, one) for one in scene.choices], scene.field.text)
        else:
            self.editor.set_value(scene.field.text)
        set_tip(self, scene.tip)


class OptionsForm(QWidget):
    """An engine's options, in two columns if they fit; ``committed`` has a name and a value."""

    committed = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._columns, self._compact = 2, False
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
        self._frame = panel(self, head, sides)
        column(self._frame, on=self)

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

    def set_room(self, columns: int, *, compact: bool) -> None:
        if (columns, compact) != (self._columns, self._compact):
            self._columns, self._compact = columns, compact
            self._place()

    def _place(self) -> None:
        for side in self._sides:
            while side.takeAt(0) is not None:
                pass
        high = -(-len(self.options) // self._columns)
        for at, option in enumerate(self.options):
            option.set_widths(*_NARROW if self._compact else _WIDE)
            self._sides[at >= high].addWidget(option)
            option.setVisible(True)
        for side in self._sides:
            side.addStretch(1)
