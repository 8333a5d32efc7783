"""The choices of the next run, its sheet of parameters, and the actions on the selected run.

What does not fit in a row of choices continues in the next.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import full_sentences, labelled
from pokergui.pages.train.viewmodel import (
    OPTIONS,
    OWN,
    ParameterField,
    ParameterGroup,
    ParameterSheet,
    RunScene,
    TrainTopScene,
)
from pokergui.theme.fonts import BODY, SMALL, metrics
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import FieldBox, ValueField
from pokergui.widgets.guard import Fitted, Sized, guarded, guarded_or
from pokergui.widgets.laying import column, dress, dropped, is_compact, label, row, tab_through
from pokergui.widgets.painting import advance
from pokergui.widgets.spoken import set_description, set_name, set_tip
from pokergui.widgets.strips import ProgressLine

_HEIGHT, _GAP, _FIELD = 36, 8, 140
_LEAST_WORDS = 240
"""Minimum room beside the choices for a shortened note; with less it gets its own row."""


def _rows() -> tuple[Control, ...]:
    offers = ((Control(key, "box"), Control(f"{key}_text", "typed", box=key)) for key in OPTIONS)
    own = tr("open the parameters of networks"), tr("Parameters…"), "settings"
    return (
        Control("game", "box", "G", tr("choose the game")),
        Control("method", "box", "M", tr("choose the method")),
        *chain.from_iterable(offers),
        Control("parameters", "button", "O", *own, show_key=False),
        Control("stop", "box", "T", tr("choose when to stop")),
        Control("stop_text", "typed", label=tr("Stop at"), box="stop"),
    )


class TrainTopBar(Fitted, QWidget):
    """A bar that shows a ``TrainTopScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        self._words = ""
        self.controls = Controls(_rows(), self)
        self.sheet = self.controls.button("parameters")
        self.why = label("", self, tone="uncertain")
        self.note = label("", self, tone="second")
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        for part in (self.sheet, self.why, self.note):
            part.setVisible(False)  # until there is something to choose from
        for field in self.findChildren(ValueField):
            field.setFixedSize(_FIELD, _HEIGHT)
        self.start.setEnabled(False)
        self.fit()

    def set_scene(self, scene: TrainTopScene) -> None:
        self.controls.show(scene)
        offered = {option.key: option for option in scene.options}
        for key in OPTIONS:
            option, box = offered.get(key), self.controls.box(key)
            field = self.controls.field(f"{key}_text")
            box.setVisible(option is not None)
            if option is None:
                field.set_scene(None, "")
            else:
                field.set_scene(option.field, option.choices.caption)
                box.set_scene(option.choices)
        self.sheet.setVisible(scene.sheet is not None)
        if scene.sheet is not None:
            self.sheet.set_words("settings", scene.sheet.button)
            set_description(self.sheet, scene.sheet.title)
        self.start.setEnabled(scene.can_start)
        words = scene.why_not if not scene.can_start else ""
        self._words = words or scene.note
        for said, shown in ((self.why, bool(words)), (self.note, bool(scene.note and not words))):
            set_tip(said, self._words)
            said.setVisible(shown)
        set_tip(self.start, words if words else tr("New run (N)"))
        set_description(self.start, words)
        self.fit()

    def fit(self) -> None:
        """Lay out rows from left to right; the button keeps the right end of the first."""
        compact = is_compact(self)
        pad, top, most = (12, 6, 300) if compact else (16, 8, 400)
        self.start.set_compact(compact)
        size = self.start.sizeHint()
        right = self.width() - pad
        button = right - size.width()
        self.start.setGeometry(button, top, size.width(), _HEIGHT)
        x, y, end = pad, top, button - 2 * _GAP
        for part in [*self.controls.tab_order(), self.why, self.note]:
            if part.isHidden():
                continue
            width = min(part.sizeHint().width(), most)
            if isinstance(part, ValueField):
                width = _FIELD
            elif isinstance(part, QLabel):
                room = end - x if end - x >= _LEAST_WORDS else right - pad
                width = self._elide(part, room)
            if x > pad and x + width > end:
                x, y, end = pad, y + _HEIGHT + _GAP, right
            part.setGeometry(x, y, min(width, end - x), _HEIGHT)
            x += width + _GAP
        self.setFixedHeight(y + _HEIGHT + top)

    def _elide(self, label: QLabel, most: int) -> int:
        """Elide the note beside the choices to a width; return the width it takes."""
        measure = metrics(SMALL)
        words = measure.elidedText(self._words, Qt.TextElideMode.ElideRight, most - 2)
        label.setText(words)
        return min(round(measure.horizontalAdvance(words)) + 2, most)


_CONTROLS_HEIGHT, _CONTROLS_GAP = 34, 8
_BAR, _LEAST_BAR = 100, 48
_MOST_WORDS = 260


def phase_ink(phase: str, plain: str = "acc") -> str:
    """Return the colour token of a state; ``plain`` if nothing is to be stressed."""
    return {"paused": "unc", "failed": "neg"}.get(phase, plain)


def _actions() -> tuple[Control, ...]:
    save, remove = tr("put its strategy on the engine lists"), tr("remove it from the list")
    return (
        Control("main", "button", tr("Space"), label=tr("Pause"), icon="pause"),
        Control("stop", "button", "X", tr("stop"), tr("Stop"), "stop"),
        Control("save", "button", "S", save, tr("Save"), "save"),
        Control("play", "button", "P", tr("play against it"), tr("Play against it"), "play"),
        Control("study", "button", "U", tr("study it"), tr("Study it"), "study"),
        Control("remove", "button", "Del", remove, tr("Remove the run"), "remove"),
    )


class RunControls(Fitted, Sized, QWidget):
    """The row of buttons for the possible actions of a ``RunScene``."""

    wanted = QSize(480, _CONTROLS_HEIGHT)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: tuple[object, ...] = ()
        self._words, self._has_bar = 0, False
        self.controls = Controls(_actions(), self)
        self.progress = ProgressLine(self)
        for button in self.buttons():
            button.setEnabled(False)
        self.controls.button("remove").set_wordless(True)
        self.setFixedHeight(_CONTROLS_HEIGHT)

    def buttons(self) -> list[IconButton]:
        return [self.controls.button(name) for name in self.controls.parts]

    def set_scene(self, scene: RunScene) -> None:
        """Show the possible actions; while only the progress changes, buttons are left alone."""
        head, _, rest = scene.progress.partition(" ")
        if not any(map(str.isdigit, head)):
            head, rest = "", scene.progress
        self._has_bar = scene.share is not None
        shown = ProgressScene(value=head, rest=rest, share=scene.share)
        self.progress.set_scene(shown, phase_ink(scene.phase))
        wide = round(advance(scene.progress, SMALL, 600)) + 4
        self._words = min(wide, _MOST_WORDS) + (12 if scene.share is not None else 0)
        can = (scene.can_stop, scene.can_save, scene.can_play, scene.can_study, scene.can_remove)
        offers = (scene.main, *can, self._words)
        if offers == self._offers:
            return
        self._offers = offers
        words = {
            "resume": tr("Resume"),
            "pausing": tr("Pausing…"),
            "stopping": tr("Stopping…"),
        }.get(scene.main, tr("Pause"))
        main, *others = self.buttons()
        main.set_words("start" if scene.main == "resume" else "pause", words)
        main.setEnabled(scene.main in ("pause", "resume"))
        for button, on in zip(others, can, strict=True):
            button.setEnabled(on)
        self.fit()

    def fit(self) -> None:
        """Lay out the row: keys give way first, then labels, disabled buttons' before others'."""
        buttons = self.buttons()
        main, stop, save, play, study, _ = buttons
        worded = [stop, main, study, save, play]
        silent = {button for button in worded if not button.isEnabled()}
        steps: list[tuple[bool, set[IconButton], int]] = [
            (True, set(), _BAR),
            (False, set(), _LEAST_BAR),
            (False, silent, _LEAST_BAR),
        ]
        for button in worded:
            silent = silent | {button}
            steps.append((False, silent, _LEAST_BAR))
        for keys, wordless, bar in steps:
            for button in worded:
                button.set_wordless(button in wordless)
                button.set_compact(not keys)
            used = sum(button.sizeHint().width() + _CONTROLS_GAP for button in buttons)
            if used + self._words + (bar if self._has_bar else 0) + _CONTROLS_GAP <= self.width():
                break
        x = 0
        for button in buttons:
            width = button.sizeHint().width()
            button.setGeometry(x, 0, width, _CONTROLS_HEIGHT)
            x += width + _CONTROLS_GAP
        self.progress.setGeometry(x + 8, 0, max(0, self.width() - x - 8), _CONTROLS_HEIGHT)


_PAD, _COLUMN_GAP = 16, 16
_COLUMN, _NARROW = 184, 132
"""Widths of a column: the usual, and the least."""
_ROWS = 5
"""Maximum number of fields of a group in one column; larger groups take two."""
_STACKED = 4
"""Maximum number of fields of groups that share a column."""


class ParameterBox(FieldBox):
    """The field of a ``ParameterField``; a mark shows that it is not the default."""

    def __init__(self, field: ParameterField, parent: QWidget) -> None:
        super().__init__(field.key, field.name, "", "", field.about, parent, lines=1)
        self.editor.setMaxLength(40)

    def show_parameter(self, field: ParameterField) -> None:
        self.set_field(field)
        self.caption.set_words(field.name, "●" if field.changed else "")
        self.editor.setEnabled(field.on)
        set_description(self.editor, field.error or full_sentences((field.about, field.note)))
        set_tip(self.caption, labelled(field.name, field.about))


def _columns(groups: tuple[ParameterGroup, ...]) -> list[list[ParameterGroup]]:
    """Return the groups of each column; the second half of a large one has no heading."""
    columns: list[list[ParameterGroup]] = []
    held = _STACKED
    for group in groups:
        count = len(group.fields)
        if count > _ROWS:
            half = (count + 1) // 2
            rest = ParameterGroup("", group.fields[half:])
            columns += [[replace(group, fields=group.fields[:half])], [rest]]
            held = _STACKED
        elif held + count <= _STACKED:
            columns[-1].append(group)
            held += count
        else:
            columns.append([group])
            held = count
    return columns


class ParameterPanel(QFrame):
    """A panel that shows a ``ParameterSheet`` while it is open.

    Signals:
        changed: name of a number and its text.
    """

    changed = Signal(str, object)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sheet")
        self._scene: ParameterSheet | None = None
        self._anchor = QPoint()
        self.setVisible(False)
        self._title = label("", self, BODY, 600)
        self._error = label("", self, tone="error")
        self._body = QWidget(self)
        self._sides = row(on=self._body)
        self.boxes: list[ParameterBox] = []
        self.defaults = IconButton("undo", tr("Defaults"), "", self)
        self.done = IconButton("check", tr("Done"), tr("Esc"), self)
        self.done.clicked.connect(self.close_sheet)
        foot = row(self.defaults, (self._error, 1), self.done, gap=8)
        margins = (_PAD, 10, _PAD, 10)
        self._whole = column(self._title, self._body, foot, on=self, gap=8, margins=margins)

    def set_scene(self, scene: ParameterSheet | None) -> None:
        """Show other numbers; None closes the sheet."""
        self._scene = scene
        if scene is None:
            self.close_sheet()
            return
        self._title.setText(scene.title)
        set_name(self, scene.title)
        self._error.setText(scene.error)
        set_tip(self._error, scene.error)
        self.defaults.setEnabled(bool(scene.changed))
        fields = [field for group in scene.groups for field in group.fields]
        if [box.key for box in self.boxes] != [field.key for field in fields]:
            self._make_boxes(_columns(scene.groups))
        for box, field in zip(self.boxes, fields, strict=True):
            box.show_parameter(field)
        if self.isVisible():
            self._place()

    def _make_boxes(self, columns: list[list[ParameterGroup]]) -> None:
        dropped(self._body)
        self._body, self.boxes = QWidget(self), []
        self._sides = row(on=self._body, gap=_COLUMN_GAP)
        for groups in columns:
            side = column(gap=4)
            for group in groups:
                side.addWidget(label(group.title, self._body, SMALL, 600, tone="second"))
                for field in group.fields:
                    box = ParameterBox(field, self._body)
                    box.edited.connect(lambda key, words: self.changed.emit(f"{OWN}{key}", words))
                    side.addWidget(box)
                    self.boxes.append(box)
            side.addStretch(1)
            self._sides.addLayout(side)
        self._whole.insertWidget(1, self._body)
        tab_through(*(box.editor for box in self.boxes), self.defaults, self.done)

    def open_at(self, anchor: QPoint) -> None:
        """Open under a button; the first field takes the focus."""
        if self._scene is None:
            return
        self._anchor = anchor
        self._place()
        self.setVisible(True)
        self.raise_()
        first = next((box for box in self.boxes if box.editor.isEnabled()), None)
        if first is not None:
            first.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
            first.editor.selectAll()

    def close_sheet(self) -> None:
        if self.isVisible():
            self.setVisible(False)
            self.closed.emit()

    def refit(self, anchor: QPoint) -> None:
        self._anchor = anchor
        if self.isVisible():
            self._place()

    def _place(self) -> None:
        """Lay out columns as wide as the page has room for, all within it."""
        page = self.parentWidget()
        if self._scene is None or page is None:
            return
        count = self._sides.count()
        free = page.width() - 24 - 2 * _PAD - (count - 1) * _COLUMN_GAP
        for box in self.boxes:
            box.setFixedWidth(max(_NARROW, min(_COLUMN, free // count)))
        for layout in (self._sides, self._whole):
            layout.activate()  # at once, though they may not be shown yet
        size = self._whole.sizeHint()
        left = max(12, min(self._anchor.x(), page.width() - size.width() - 12))
        top = max(12, min(self._anchor.y(), page.height() - size.height() - 12))
        self.setGeometry(left, top, size.width(), size.height())

    @guarded_or(False)
    def focusNextPrevChild(self, forward: bool) -> bool:
        chain: list[QWidget] = [box.editor for box in self.boxes if not box.isHidden()]
        chain = [part for part in (*chain, self.defaults, self.done) if part.isEnabled()]
        here = [i for i, part in enumerate(chain) if part.hasFocus()]
        step = 1 if forward else -1
        chain[(here[0] + step) % len(chain) if here else 0].setFocus(
            Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        )
        return True

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close_sheet()
        else:
            super().keyPressEvent(event)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()
