"""The real program with somebody who compares engines: python -m tests.pokergui.compare_visitor.

Acts only by keys and clicks on the Study page, and prints one JSON object for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt

from pokergui.crash import CrashGuard
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList, VersusScene
from pokergui.settings import Settings
from tests.pokergui.spot_guest import SpotGuest
from tests.pokergui.visitor import choose, run, tell


class Visitor(SpotGuest):
    """The program, and a person who asks where two engines differ."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.visit(self._visit(), self.pages_ready)

    @property
    def _versus(self) -> VersusScene:
        return self.scene.versus or VersusScene(("", ""))

    @property
    def _list(self) -> DifferenceList:
        return self._versus.differences or DifferenceList(waiting=True)

    def _settled(self) -> bool:
        return self.scene.grid is not None and not self.scene.thinking

    def _choose(self, key: Qt.Key, begins: str) -> None:
        """Open a list by its key and take the first entry with a given beginning."""
        self.key(key)
        top = self.window.study.top_bar
        boxes = {Qt.Key.Key_E: top.engine_box, Qt.Key.Key_G: top.game_box}
        choose(boxes.get(key, top.second_box), begins)

    def _visit(self) -> Iterator[Callable[[], bool]]:
        page = self.window.study
        self.key(Qt.Key.Key_F3)
        yield self._settled
        self._choose(Qt.Key.Key_G, "Leduc")
        yield lambda: self._settled() and self.scene.sheet_available
        self._choose(Qt.Key.Key_E, "Random")
        yield lambda: self._settled() and "Random" in page.top_bar.engine_box.currentText()
        self._choose(Qt.Key.Key_Y, "Exact")
        yield lambda: self._settled() and self.scene.beside is not None
        tell(
            stage="both",
            names=self._versus.names,
            captions=[title for title, _ in page.centre.pair.shown()],
            changes=[figure.value for figure in self._versus.changes],
        )
        self.key(Qt.Key.Key_C)
        yield lambda: self._settled() and self._versus.which == "difference"
        grid = self.scene.grid
        assert grid is not None
        tell(
            stage="difference",
            scale=grid.scale.kind if grid.scale else "",
            figures=[cell.figure for cell in grid.cells],
        )
        self.key(Qt.Key.Key_I)
        yield lambda: not self._list.waiting
        found = self._list
        tell(
            stage="list",
            rows=len(found.rows),
            unit=found.unit,
            focus=page.columns.differences.view.hasFocus(),
            costs=[row.part for row in found.rows],
        )
        self.key(Qt.Key.Key_Down)
        self.key(Qt.Key.Key_Return)
        yield lambda: self._settled() and self.scene.pinned >= 0
        grid = self.scene.grid
        assert grid is not None
        tell(
            stage="row",
            wanted=found.rows[1].title,
            pinned=grid.cells[self.scene.pinned].label,
            crumbs=[crumb.text for crumb in self.scene.line.crumbs],
        )
        self.key(Qt.Key.Key_I)
        yield lambda: self._versus.differences is None
        while len([side for side in self.scene.sides if side.shown]) < 2:
            shown = self.scene
            self.key(Qt.Key.Key_S)
            yield lambda shown=shown: self.scene is not shown and self._settled()
        tell(stage="players", captions=[title for title, _ in page.centre.pair.shown()])
        self._choose(Qt.Key.Key_Y, "None")
        yield lambda: self.scene.versus is None
        tell(stage="alone", which=page.centre.compare.isVisible())


if __name__ == "__main__":
    run(Visitor)
