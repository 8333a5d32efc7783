"""The real program with somebody who reads the whole of small games: the sheet of Study by keys.

Acts by keys and clicks alone, as ``study_visitor`` does, and prints one JSON object for each step:
python -m tests.pokergui.whole_visitor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.pokergui.study_visitor import Visitor
from tests.pokergui.visitor import choose, run, tell


class WholeVisitor(Visitor):
    """The program, and a person at the sheet of Kuhn and of Leduc."""

    def _visit(self) -> Iterator[Callable[[], bool]]:
        sheet = self.window.study.centre.sheet
        family, table, card = sheet.family, sheet.sets, sheet.card
        yield from self._act("F3", self._key(Qt.Key.Key_F3))
        yield from self._act("kuhn", self._choose_game("Kuhn"))
        self._key(Qt.Key.Key_W)()
        yield lambda: sheet.isVisible() and self._sets == 12
        self._tell("sheet of kuhn")
        self._click(family.field, family.field.rect().center)()
        family.field.selectAll()
        QTest.keyClicks(family.field, "1/6")
        self._key(Qt.Key.Key_Return)()
        yield lambda: family.slider.value() == 500
        self._click(family.button, family.button.rect().center)()
        yield lambda: not family.button.isEnabled()
        self._tell("the member")
        family.slider.setFocus()
        self._key(Qt.Key.Key_Right)()
        yield lambda: family.field.text() == "0.1767"
        yield from self._act("leduc", self._leduc)
        self._key(Qt.Key.Key_W)()
        yield lambda: sheet.isVisible() and self._sets == table.model().rowCount() == 288
        self._tell("sheet of leduc")
        for _ in range(4):  # difference, values, regrets, cost
            self._key(Qt.Key.Key_M)()
        yield lambda: self._view == "cost"
        self._key(Qt.Key.Key_R)()
        yield sheet.canvas.hasFocus
        self._key(Qt.Key.Key_Right)()
        yield lambda: " on " in card.accessibleDescription()
        self._tell("a cell by keys")
        table.setFocus()
        self._key(Qt.Key.Key_Left)()
        yield lambda: self._order == "regrets"
        self._tell("by regret")
        self._key(Qt.Key.Key_Return)()
        yield lambda: not sheet.isVisible()
        tell(action="a decision", crumbs=[crumb.text for crumb in self._scene.line.crumbs])

    def _leduc(self) -> None:
        """Open the list of games and take Leduc."""
        self._key(Qt.Key.Key_G)()
        choose(self.window.study.top_bar.game_box, "Leduc")

    @property
    def _sets(self) -> int:
        return len(self._scene.sheet.sets) if self._scene.sheet is not None else 0

    @property
    def _view(self) -> str:
        return self._scene.sheet.view if self._scene.sheet is not None else ""

    @property
    def _order(self) -> str:
        return self._scene.sheet.order if self._scene.sheet is not None else ""

    def _tell(self, name: str) -> None:
        sheet, page = self.window.study.centre.sheet, self.window.study
        shown = self._scene.sheet
        assert shown is not None
        tell(
            action=name,
            engine=page.top_bar.engine_box.currentText(),
            sets=len(shown.sets),
            view=shown.view,
            order=shown.order,
            figures={figure.label: figure.value for figure in shown.figures},
            value=sheet.family.figures.accessibleName() if shown.family else "",
            shares=shown.parts[0].grid.cells[-1].shares,
            card=sheet.card.accessibleDescription(),
        )


if __name__ == "__main__":
    run(WholeVisitor)
