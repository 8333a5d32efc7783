"""The base of sections with plain settings: panels, rows of choices, and a scroll bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLayout, QVBoxLayout, QWidget

from pokergui.language import tr_settings as tr
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.laying import Part, column, label, row
from pokergui.widgets.notice import scroll_area
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name

_WIDEST = 880


class Form(QWidget):
    """Stacked panels of settings; ``changed`` has the name of a setting and the chosen value."""

    changed = Signal(str, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices: dict[str, Segmented] = {}
        self._samples: list[QWidget] = []

    def fill(self, *parts: Part) -> None:
        """Lay the panels out; content higher than the window scrolls."""
        self._body = column(*parts, None, gap=12)
        inner = QWidget(self)
        inner.setLayout(self._body)
        self._area = scroll_area(inner, self)
        set_name(self._area, tr("Settings"))
        self._area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column(self._area, on=self)
        self.set_compact(False)

    def show_top(self) -> None:
        self._area.verticalScrollBar().setValue(0)

    def panel(self, heading: str, *parts: Part) -> QFrame:
        return self.framed(label(heading, self, BODY, 600), *parts)

    def framed(self, *parts: Part) -> QFrame:
        frame = QFrame(self)
        frame.setObjectName("panel")
        frame.setMaximumWidth(_WIDEST)
        column(*parts, on=frame, gap=10, margins=(16, 12, 16, 12))
        return frame

    def words(self, title: str, note: str) -> QVBoxLayout:
        name, hint = label(title, self, BODY), label(note, self, tone="caption")
        return column(None, name, hint, None, gap=0)

    def choice(
        self,
        setting: str,
        title: str,
        note: str,
        entries: Sequence[tuple[object, str]],
        sample: QWidget | None = None,
    ) -> QLayout:
        """Build the row of a setting: text, an optional sample of its effect, its values."""
        chosen = self._choices[setting] = Segmented(title, entries, self)
        chosen.chosen.connect(partial(self.changed.emit, setting))
        shown: tuple[Part, ...] = ()
        if sample is not None:
            self._samples.append(sample)
            shown = (sample, 16)
        return row((self.words(title, note), 1), *shown, chosen)

    def switch(self, setting: str, title: str, note: str) -> QLayout:
        return self.choice(setting, title, note, ((False, tr("Off")), (True, tr("On"))))

    def set_scene(self, scene: SettingsScene) -> None:
        for setting, shown in self._choices.items():
            shown.set_value(getattr(scene, setting))
        for sample in self._samples:
            sample.update()

    def set_compact(self, compact: bool) -> None:
        side = 12 if compact else 16
        self._body.setContentsMargins(side, side, side, side)
