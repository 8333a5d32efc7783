"""The real program with somebody who looks at a search: tests.pokergui.search_visitor.

Acts only by keys on the Study page and in the room of searches, and prints one JSON object for
each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pokergui.crash import CrashGuard
from pokergui.pages.study.searching.viewmodel.search import SearchScene
from pokergui.settings import Settings
from tests.pokergui.spot_guest import CONTROL, SpotGuest
from tests.pokergui.visitor import run, tell

SHIFT = Qt.KeyboardModifier.ShiftModifier
MANY = "3000000"


class Visitor(SpotGuest):
    """The program, and a person in its room of searches."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self.search = SearchScene()
        self.visit(self._visit(), self.pages_ready)

    def _visit(self) -> Iterator[Callable[[], bool]]:
        study = self.window.study
        room = study.search
        assert self.pages.study is not None
        self.pages.study.search.scene.connect(self._note)
        self.key(Qt.Key.Key_F3)
        yield self._shows
        study.top_bar.game_box.chosen.emit("leduc")
        yield lambda: self._shows() and self.scene.sheet_available
        self.key(Qt.Key.Key_2)  # the first player bets
        yield lambda: self._shows() and len(self.scene.line.crumbs) == 3
        self.key(Qt.Key.Key_S, SHIFT)
        yield lambda: self._phase() == "ended"
        tell(stage="searched", rows=self._rows(), source=self.search.source)
        self.key(Qt.Key.Key_A)
        yield lambda: self._phase() == "ended" and not self.search.form.adaptive
        room.numbers.fields["simulations"].setFocus()
        self.key(Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(QApplication.focusWidget(), MANY)
        self.key(Qt.Key.Key_Return)
        yield lambda: self._phase() == "running" and self._done() > 2800
        self.key(Qt.Key.Key_Return, CONTROL)
        yield lambda: self._phase() == "stopped"
        stopped = self._done()
        tell(stage="stopped", done=stopped, rows=self._rows())
        self.key(Qt.Key.Key_Return, CONTROL)
        yield lambda: self._phase() == "ended"
        tell(stage="ended", done=self._done(), rows=self._rows())
        room.back.setFocus()
        self.key(Qt.Key.Key_J)
        self.key(Qt.Key.Key_Right)
        node = room.tree.canvas.at_hand
        self.key(Qt.Key.Key_Return)
        yield lambda: self._shows() and len(self.scene.line.crumbs) > 3
        crumbs = [crumb.text for crumb in self.scene.line.crumbs]
        tell(stage="opened", node=node, crumbs=crumbs, room=room.isVisible())

    def _note(self, scene: SearchScene) -> None:
        self.search = scene

    def _phase(self) -> str:
        return self.search.form.phase

    def _done(self) -> int:
        return int(self.search.progress.value.replace(",", "") or 0)

    def _rows(self) -> list[int]:
        return [int(row.visits.replace(",", "")) for row in self.search.candidates.rows]

    def _shows(self) -> bool:
        return self.scene.grid is not None and not self.scene.thinking


if __name__ == "__main__":
    run(Visitor)
