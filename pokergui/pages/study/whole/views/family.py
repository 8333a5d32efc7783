"""Kuhn poker's equilibria: the member to compare with, chosen by slider or field."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.whole.viewmodel.sheet import FamilyScene
from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel.actions import Sizing
from pokergui.widgets.laying import label, row
from pokergui.widgets.sizing import SizeSlider
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import Figures
from pokergui.widgets.valuefield import ValueField

_TICKS = (0, 250, 500, 750, 1000)


class FamilyBar(QWidget):
    """Shows a ``FamilyScene``; hidden while there is none.

    Signals:
        typed: the typed number.
    """

    typed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label(tr("Equilibrium, α"), self, BODY, 600)
        self.slider = SizeSlider(self)
        name = tr("Alpha of Kuhn’s equilibria")
        set_name(self.slider, name)
        set_tip(self.slider, tr("{name} (arrows: 0.01)").format(name=name))
        self.slider.setFixedSize(220, 40)
        self.field = ValueField(self)
        self.field.setFixedSize(84, 30)
        self.error = label("", self, tone="error")
        self.figures = Figures(self)
        self.button = QPushButton(tr("Show the family member"), self)
        self.button.setFont(font(BODY, 500))
        told = self.title, self.slider, self.field, self.error, self.figures
        row(*told, None, self.button, on=self, gap=8)
        self.field.editingFinished.connect(self._typed)
        self.setVisible(False)

    def controls(self) -> list[QWidget]:
        """Return the focusable controls, from the left."""
        return [self.slider, self.field, self.button]

    def set_scene(self, scene: FamilyScene | None) -> None:
        """Show a member, or close the bar."""
        self.setVisible(scene is not None)
        if scene is None:
            return
        told = Sizing(least="0", most="1/3", ticks=_TICKS, tone="middle")
        self.slider.set_sizing(replace(told, amount=scene.field.text, position=scene.position))
        self.field.set_scene(scene.field, self.title.text())
        self.error.setText(scene.field.error)
        self.error.setVisible(bool(scene.field.error))
        self.figures.set_figures(scene.figures)
        self.figures.setVisible(not scene.field.error)
        self.button.setEnabled(not scene.shown and not scene.field.error)

    def _typed(self) -> None:
        if self.field.isModified():
            self.field.setModified(False)
            self.typed.emit(self.field.text())
