"""The common part of the Lab's tabs: a strip, a scrolling body below it, and keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QLayout, QWidget

from pokergui.language import tr_lab as tr
from pokergui.widgets.laying import column
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented


class StripBar(ToolBar):
    """The strip at the top of a tab."""

    sheet = "strip"
    heights = (50, 44)


class LabTab(KeyedPage):
    """A tab of the page.

    Attributes:
        body: the scrolling part; it is shown once there is something in it.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.begin_keys(tr("This part"))
        self.body = QWidget(self)
        self.body.setObjectName("page")
        self.body.setVisible(False)  # until there is something to show

    def lay_out(self, strip: QWidget, body: QLayout) -> None:
        """Put a strip at the top, and the scrolling body below it."""
        self.body.setLayout(body)
        column(strip, (scroll_area(self.body, self), 1), on=self, gap=0)

    def make_numbers(self, on: QWidget) -> Segmented:
        """Add the choice of fractions or decimals; X switches between them."""
        words = ((True, "1/3"), (False, "0.333"))
        numbers = Segmented(tr("Numbers"), words, on, ("X", "X"))
        self.add_key("X", partial(press_other, numbers), tr("fractions or decimals"))
        return numbers

    def add_keys(self, keys: str, choice: Segmented, words: str) -> None:
        """Let a key press each segment of a choice."""
        for key, button in zip(keys, choice.buttons(), strict=True):
            self.add_key(key, button.click, words)


def press_other(choice: Segmented) -> None:
    """Press the segment of two that is not chosen."""
    first, second = choice.buttons()
    (second if first.isChecked() else first).click()
