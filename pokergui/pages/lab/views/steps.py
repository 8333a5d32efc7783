"""The bar for stepping through a run: the current step, forward and back, and further choices."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QLabel, QWidget

from pokergui.language import tr_lab as tr
from pokergui.pages.lab.viewmodel.lab import StepsScene
from pokergui.pages.lab.views.tab import LabTab, StripBar
from pokergui.theme.fonts import ACTION, SMALL, metrics
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import label, row
from pokergui.widgets.segmented import Segmented


class StepBar(StripBar):
    """Shows a ``StepsScene``.

    Attributes:
        first, back, forward, run: the buttons.
    """

    gaps = (8, 6)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", self, ACTION, 600)
        self.rest = label("", self, tone="second")
        self.first = IconButton(
            "first", tr("To the first step"), tr("Home"), self, show_words=False
        )
        self.back = IconButton("back", tr("Step back"), "\u2190", self, show_words=False)
        self.forward = IconButton("forward", tr("Next step"), "\u2192", self, primary=True)
        self.run = IconButton("last", tr("Run"), tr("End"), self, show_key=False)
        self._where = QWidget(self)
        row(self.title, self.rest, None, on=self._where, gap=8)
        self._captions: list[QLabel] = []
        self.fill(self._where, *self.tab_order())

    def add_choice(self, words: str, choice: Segmented) -> None:
        """Add segments after the existing ones, with a caption before them."""
        self._captions.append(label(words, self, tone="second"))
        self.line.addSpacing(4)
        self.line.addWidget(self._captions[-1])
        self.line.addWidget(choice)

    def add_last(self, choice: Segmented) -> None:
        """Put segments at the right end."""
        self.line.addStretch(1)
        self.line.addWidget(choice)

    def set_compact(self, compact: bool) -> None:
        """Use a lower bar with less padding, without the text that tooltips repeat."""
        super().set_compact(compact)
        self.forward.set_compact(compact)
        self.run.set_wordless(compact)
        self.rest.setVisible(not compact)
        # Keep the layout still while the number grows.
        widest = metrics(ACTION, 600).horizontalAdvance(tr("Iteration 10,000"))
        if not compact:
            widest += 8 + metrics(SMALL).horizontalAdvance(tr("of 10,000"))
        self._where.setMinimumWidth(math.ceil(widest))
        for caption in self._captions:
            caption.setVisible(not compact)

    def set_scene(self, scene: StepsScene) -> None:
        """Show the position in the run."""
        self.title.setText(scene.title)
        self.rest.setText(tr("running\u2026") if scene.running else scene.rest)
        self.run.set_words("last", scene.run)
        self.first.setEnabled(scene.can_back)
        self.back.setEnabled(scene.can_back)
        self.forward.setEnabled(scene.can_forward)
        self.run.setEnabled(scene.can_forward and not scene.running)

    def tab_order(self) -> list[QWidget]:
        """Return the buttons from left to right."""
        return [self.first, self.back, self.forward, self.run]


class StepTab(LabTab):
    """A tab that goes through a run step by step."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.steps = steps = StepBar(self)
        there, ends = tr("a step forward, back"), tr("to the start, to the end")
        self.add_key("Right", steps.forward.press, there, repeat=True)
        self.add_key("Left", steps.back.press, there, repeat=True)
        self.add_key("Home", steps.first.press, ends)
        self.add_key("End", steps.run.press, ends)
        self.numbers = self.make_numbers(self)
