"""What the parts of the Lab have in common: a strip, under it what scrolls, keys of their own."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QWidget

from pokergui.pages.lab.views.steps import StepBar
from pokergui.widgets.laying import column
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented


class LabTab(KeyedPage):
    """A part of the page."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.begin_keys(self.tr("This part"))

    def lay_out(self, strip: QWidget, body: QLayout) -> QWidget:
        """Put a strip at the top, and what scrolls under it; what holds the latter."""
        inner = QWidget(self)
        inner.setObjectName("page")
        inner.setLayout(body)
        column(strip, (scroll_area(inner, self), 1), on=self, gap=0)
        return inner


class StepTab(LabTab):
    """A part that goes through a run step by step."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.steps = steps = StepBar(self)
        self.numbers = Segmented(
            self.tr("Numbers"), ((True, "1/3"), (False, "0.333")), self, ("X", "X")
        )
        there, ends = self.tr("a step on, back"), self.tr("to the start, to the end")
        self.add_key("Right", steps.forward.press, there, repeat=True)
        self.add_key("Left", steps.back.press, there, repeat=True)
        self.add_key("Home", steps.first.press, ends)
        self.add_key("End", steps.run.press, ends)
        self.add_key("X", self._change_numbers, self.tr("fractions or decimals"))

    def _change_numbers(self) -> None:
        """From fractions to decimals and back."""
        fractions, decimals = self.numbers.buttons()
        (decimals if fractions.isChecked() else fractions).click()
