"""The controls of a search: method, hand, belief and final move; numbers; the button."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel import SearchForm
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.field import LineField, Note, mark
from pokergui.widgets.laying import dress, label, row
from pokergui.widgets.painting import advance
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.strips import ProgressLine

_KEYS = {"method": "M", "hand": "H", "belief": "B", "final": "F"}
_WIDTHS = {"simulations": 98, "threshold": 60, "level": 52, "seed": 52}
_NUMBERS = 42
_NARROW = 190
"""Width of a note in the smallest window, in pixels."""


class ChoiceBar(ToolBar):
    """The lists of choices, and the button that starts, stops and continues the search.

    Signals:
        chosen: name of the choice and key of the entry.
    """

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.boxes: dict[str, CaptionCombo] = {}
        for name, key in _KEYS.items():
            box = CaptionCombo(tr("Key {key}").format(key=key), self, brief=True)
            box.chosen.connect(partial(self.chosen.emit, name))
            self.boxes[name] = box
        self.button = IconButton("search", tr("Search"), "Ctrl+Enter", self, primary=True)
        self.fill(*self.boxes.values(), None, self.button)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.button.set_compact(compact)

    def set_form(self, form: SearchForm) -> None:
        """Show the choices, and what the button does next."""
        for name, choices in form.choices:
            self.boxes[name].set_scene(choices)
        icon, words = {
            "idle": ("search", tr("Search")),
            "running": ("stop", tr("Stop")),
            "stopped": ("start", tr("Continue")),
            "ended": ("search", tr("Search again")),
        }[form.phase]
        if words != self.button.text():
            self.button.set_words(icon, words)
        self.button.setEnabled(form.runnable or form.phase == "running")


class NumberBar(QWidget):
    """The limits of the search, and its progress.

    Signals:
        edited: key of a field and its text.
        entered: Enter in a field.
    """

    edited = Signal(str, str)
    entered = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self.setFixedHeight(_NUMBERS)
        names = {
            "simulations": (
                tr("Simulations"),
                tr("The maximum for a search"),
            ),
            "threshold": (tr("Threshold"), tr("Simulations before the first test")),
            "level": (tr("Level"), tr("Confidence required to drop an action")),
            "seed": (tr("Seed"), tr("The same seed searches the same tree")),
        }
        self._help = names
        self.fields: dict[str, LineField] = {}
        self._labels: dict[str, QLabel] = {}
        for key, (name, _) in names.items():
            field = LineField(name, "", self)
            field.setFixedWidth(_WIDTHS[key])
            field.edited.connect(partial(self.edited.emit, key))
            field.returnPressed.connect(self.entered)
            self.fields[key] = field
            self._labels[key] = label(name, self, tone="second")
        self.stop = Segmented(
            tr("Number of simulations"),
            ((False, tr("Fixed")), (True, tr("Adaptive"))),
            self,
            ("A", "A"),
            dense=True,
        )
        self.pace = Segmented(
            tr("Pace"),
            ((False, tr("At once")), (True, tr("Slowly"))),
            self,
            ("S", "S"),
            dense=True,
        )
        self._wrong = Note(2, self)
        self.progress = ProgressLine(self)
        self._row = row(
            *self._pair("simulations"),
            self.stop,
            *self._pair("threshold"),
            *self._pair("level"),
            *self._pair("seed"),
            self.pace,
            (self._wrong, 1),
            (self.progress, 1),
            on=self,
            gap=8,
        )
        self.set_compact(False)

    def _pair(self, key: str) -> tuple[QWidget, QWidget]:
        return self._labels[key], self.fields[key]

    def controls(self) -> list[QWidget]:
        """Return all focusable controls, from left to right."""
        fields = self.fields
        rest = fields["threshold"], fields["level"], fields["seed"]
        return [fields["simulations"], *self.stop.buttons(), *rest, *self.pace.buttons()]

    def set_compact(self, compact: bool) -> None:
        """Use smaller gaps; tooltips name the fields whose names do not fit."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._row.setSpacing(6 if compact else 8)
        for part in (self.stop, self.pace):
            part.set_tight(compact)

    def set_form(self, form: SearchForm, progress: ProgressScene) -> None:
        """Show the typed text, its errors, and the progress of the search."""
        for shown in form.fields:
            self.fields[shown.key].show_text(shown.text)
            mark(self.fields[shown.key], shown, *self._help[shown.key])
        for key in ("threshold", "level"):
            for part in self._pair(key):
                part.setVisible(form.adaptive)
        self.stop.set_value(form.adaptive)
        self.pace.set_value(form.slow)
        errors = [shown.error for shown in form.fields if shown.error]
        words = errors[0] if errors else ""
        self._wrong.set_lines(1 if advance(words) <= _NARROW else 2)
        self._wrong.set_words(words, wrong=True)
        self._wrong.setVisible(bool(errors))
        self.progress.setVisible(not errors)
        self.progress.set_scene(progress)
