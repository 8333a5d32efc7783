"""The controls of a search: method, hand, belief and final move; numbers; the button."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.searching.viewmodel import SearchForm
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.field import FieldNote, LineField, mark
from pokergui.widgets.laying import dress, label, row
from pokergui.widgets.painting import advance
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.strips import ProgressLine

_NUMBERS = 42
_NARROW = 190
"""Width of a note in the smallest window, in pixels."""


def _rows() -> tuple[Control, ...]:
    return (
        Control("method", "box", "M", tr("choose the search")),
        Control("hand", "box", "H", tr("choose the player’s hand")),
        Control("belief", "box", "B", tr("choose the belief")),
        Control("final", "box", "F", tr("choose the final move")),
    )


class ChoiceBar(ToolBar):
    """The lists of choices, and the button that starts, stops and continues the search."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.controls = Controls(_rows(), self)
        self.button = IconButton("search", tr("Search"), "Ctrl+Enter", self, primary=True)
        self.fill(*self.controls.parts.values(), None, self.button)

    def set_form(self, form: SearchForm) -> None:
        self.controls.show(form)
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
        chosen: name of a number or switch, and its text or value.
        entered: Enter in a field.
    """

    chosen = Signal(str, object)
    entered = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self.setFixedHeight(_NUMBERS)
        self._words = {
            "simulations": (tr("Simulations"), tr("The maximum for a search")),
            "threshold": (tr("Threshold"), tr("Simulations before the first test")),
            "level": (tr("Level"), tr("Confidence required to drop an action")),
            "seed": (tr("Seed"), tr("The same seed searches the same tree")),
        }
        self.fields: dict[str, LineField] = {}
        self._labels: dict[str, QLabel] = {}
        for (key, (name, _)), width in zip(self._words.items(), (98, 60, 52, 52), strict=True):
            field = self.fields[key] = LineField(name, "", self)
            field.setFixedWidth(width)
            field.edited.connect(partial(self.chosen.emit, key))
            field.returnPressed.connect(self.entered)
            self._labels[key] = label(name, self, tone="second")
        ways, stop = ((False, tr("Fixed")), (True, tr("Adaptive"))), tr("Number of simulations")
        self.stop = Segmented(stop, ways, self, ("A", "A"), dense=True)
        paces = ((False, tr("At once")), (True, tr("Slowly")))
        self.pace = Segmented(tr("Pace"), paces, self, ("S", "S"), dense=True)
        self.stop.chosen.connect(partial(self.chosen.emit, "adaptive"))
        self.pace.chosen.connect(partial(self.chosen.emit, "slow"))
        self._wrong = FieldNote(2, self)
        self.progress = ProgressLine(self)
        first, *others = zip(self._labels.values(), self.fields.values(), strict=True)
        rest = [part for pair in others for part in pair]
        told = self.pace, (self._wrong, 1), (self.progress, 1)
        self._row = row(*first, self.stop, *rest, *told, on=self, gap=8)
        self.set_compact(False)

    def controls(self) -> list[QWidget]:
        simulations, *others = self.fields.values()
        return [simulations, *self.stop.buttons(), *others, *self.pace.buttons()]

    def set_compact(self, compact: bool) -> None:
        """Use smaller gaps; tooltips name the fields whose names do not fit."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._row.setSpacing(6 if compact else 8)
        for part in (self.stop, self.pace):
            part.set_tight(compact)

    def set_form(self, form: SearchForm, progress: ProgressScene) -> None:
        for shown in form.fields:
            self.fields[shown.key].show_text(shown.text)
            mark(self.fields[shown.key], shown, *self._words[shown.key])
        for key in ("threshold", "level"):
            self._labels[key].setVisible(form.adaptive)
            self.fields[key].setVisible(form.adaptive)
        self.stop.set_value(form.adaptive)
        self.pace.set_value(form.slow)
        words = next((shown.error for shown in form.fields if shown.error), "")
        self._wrong.set_lines(1 if advance(words) <= _NARROW else 2)
        self._wrong.set_words(words, wrong=True)
        self._wrong.setVisible(bool(words))
        self.progress.setVisible(not words)
        self.progress.set_scene(progress)
