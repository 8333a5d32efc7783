"""The choices of the next run: game, method, its options, bound; and the start button.

What does not fit in a row continues in the next.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel.train import OptionScene, TrainTopScene
from pokergui.theme.fonts import SMALL, metrics
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Fitted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import dress, label, tab_through
from pokergui.widgets.spoken import set_description, set_tip
from pokergui.widgets.valuefield import ValueField

_HEIGHT, _GAP, _FIELD = 36, 8, 140
_LEAST_WORDS = 240
"""Minimum room beside the choices for a shortened note; with less it gets its own row."""


class _Option(QWidget):
    """One more choice of the method and its field; it only holds the two, the bar places them."""

    def __init__(self, bar: TrainTopBar) -> None:
        super().__init__(bar)
        self.setVisible(False)
        self.key = ""
        self.box = CaptionCombo("", bar, brief=True)
        self.field = ValueField(bar, self.box)
        self.box.chosen.connect(self._chosen)
        self.field.textEdited.connect(self._edited)
        self._bar = bar

    def set_scene(self, scene: OptionScene | None) -> None:
        """Show a choice, or nothing."""
        self.box.setVisible(scene is not None)
        self.field.set_scene(
            scene.field if scene is not None else None,
            scene.choices.caption if scene is not None else "",
        )
        if scene is not None:
            self.key = scene.key
            self.box.set_scene(scene.choices)

    def _chosen(self, choice: str) -> None:
        self._bar.option_chosen.emit(self.key, choice)

    def _edited(self, words: str) -> None:
        self._bar.option_edited.emit(self.key, words)


class TrainTopBar(Fitted, QWidget):
    """A bar that shows a ``TrainTopScene``.

    Signals:
        option_chosen: key of the option and of the entry.
        option_edited: key of the option and text of its field.
    """

    option_chosen = Signal(str, str)
    option_edited = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        self._compact = False
        self._words = ""
        self.game = CaptionCombo(tr("Key G"), self, brief=True)
        self.method = CaptionCombo(tr("Key M"), self, brief=True)
        self.stop = CaptionCombo(tr("Key T"), self, brief=True)
        self.stop_field = ValueField(self, self.stop)
        self.options: list[_Option] = []
        self.sheet = IconButton("settings", tr("Parameters…"), "O", self, show_key=False)
        self.why = label("", self, tone="uncertain")
        self.note = label("", self, tone="second")
        self.start = IconButton("add", tr("New run"), "N", self, primary=True)
        for box in (self.game, self.method, self.stop, self.sheet, self.why, self.note):
            box.setVisible(False)  # until there is something to choose from
        self.start.setEnabled(False)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        """Return the controls from left to right."""
        offered = [part for option in self.options for part in (option.box, option.field)]
        ends = [self.stop, self.stop_field, self.start]
        return [self.game, self.method, *offered, self.sheet, *ends]

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar with smaller padding."""
        self._compact = compact
        self.fit()

    def set_scene(self, scene: TrainTopScene) -> None:
        """Show the choices."""
        for box, choices in (
            (self.game, scene.game),
            (self.method, scene.method),
            (self.stop, scene.stop),
        ):
            box.set_scene(choices)
            box.setVisible(True)
        self.stop_field.set_scene(scene.stop_field, scene.stop.caption)
        if len(self.options) < len(scene.options):
            while len(self.options) < len(scene.options):
                self.options.append(_Option(self))
            tab_through(*self.tab_order())
        for i, option in enumerate(self.options):
            option.set_scene(scene.options[i] if i < len(scene.options) else None)
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
        pad = 12 if self._compact else 16
        top = 6 if self._compact else 8
        self.start.set_compact(self._compact)
        size = self.start.sizeHint()
        right = self.width() - pad
        button = right - size.width()
        self.start.setGeometry(button, top, size.width(), _HEIGHT)
        x, y, end = pad, top, button - 2 * _GAP
        most = 300 if self._compact else 400
        for part in [*self.tab_order()[:-1], self.why, self.note]:
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
