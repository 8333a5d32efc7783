"""The real program with somebody who reads ranges: python -m tests.pokergui.study_visitor.

Runs inside the program's process, but acts only by keys and clicks on the Study page, and prints
one JSON object for each picture that an action led to: the action, milliseconds until the picture
was painted, and what it shows. Closes the window at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from pokergui.crash import CrashGuard
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.paths import data_dir
from pokergui.settings import Settings
from pokergui.viewmodel import LineScene
from tests.pokergui.visitor import Guest, choose, run, tell


class Visitor(Guest):
    """The program, and a person on its Study page."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._scene = StudyScene(LineScene())
        self._new = False
        self._painted = 0.0
        set_scene = self.window.study.set_scene

        def scene(scene: StudyScene) -> None:
            set_scene(scene)
            if not scene.thinking:
                self.window.study.repaint()
                self._scene, self._new, self._painted = scene, True, time.monotonic()

        # Connected to the presenter only later, so this stands in for the page's own.
        self.window.study.set_scene = scene  # type: ignore[method-assign]
        self.visit(self._visit(), self.pages_ready)

    def _act(
        self, name: str, act: Callable[[], None], until: Callable[[], bool] | None = None
    ) -> Iterator[Callable[[], bool]]:
        """Act, wait for a picture without thinking, and report it once it is complete.

        Milliseconds are those of the first such picture.
        """
        self._new = False
        began = time.monotonic()
        act()
        yield lambda: self._new
        ms = 1000 * (self._painted - began)
        if until is not None:
            yield until
        scene, page = self._scene, self.window.study
        tell(
            action=name,
            ms=ms,
            crumbs=[crumb.text for crumb in scene.line.crumbs],
            grid=[scene.grid.rows, scene.grid.columns] if scene.grid else None,
            totals={total.action.title: total.share for total in scene.totals},
            marked=scene.grid.marked if scene.grid else -1,
            side=[side.name for side in scene.sides if side.shown],
            engine=page.top_bar.engine_box.currentText(),
            note=scene.sheet.note if scene.sheet else scene.note,
            equity=[side.equity for side in scene.sides],
            ev=[side.value for side in scene.sides],
            curve=[line.name for line in scene.curve],
            view=[scene.view.kind, scene.view.heights] if scene.view else [],
            scale=scene.grid.scale.caption if scene.grid and scene.grid.scale else "",
            figures=sum(bool(cell.figure) for cell in scene.grid.cells) if scene.grid else 0,
        )

    def _counted(self) -> bool:
        """Return whether all that can be known of the ranges' values is shown."""
        reading = self.pages.study.walk.reading if self.pages.study is not None else None
        return reading is not None and reading.counted and not self.pages.study.walk.reader.busy

    def _key(self, key: Qt.Key) -> Callable[[], None]:
        return lambda: QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _click(self, widget: QWidget, at: Callable[[], QPoint]) -> Callable[[], None]:
        return lambda: QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at())

    def _click_row(self, title: str) -> Callable[[], None]:
        """The last row of that title."""
        rows = self.window.study.columns.rows

        def place() -> QPoint:
            found = [i for i, row in enumerate(self._scene.rows) if row.title == title]
            return rows.row_rect(found[-1]).center()

        return self._click(rows.viewport(), place)

    def _choose_game(self, begins: str) -> Callable[[], None]:
        """Open the list of games and take one."""

        def act() -> None:
            self._key(Qt.Key.Key_G)()
            choose(self.window.study.top_bar.game_box, begins)

        return act

    def _narrow(self) -> Iterator[Callable[[], bool]]:
        """Pairs and better that hold a spade, as text; then all hands again."""
        bar = self.window.study.filters
        made = bar.hand_list

        def choose_made() -> None:
            bar.groups.buttons()[-1].click()
            self._key(Qt.Key.Key_Right)()
            self._key(Qt.Key.Key_Return)()
            self._key(Qt.Key.Key_Escape)()

        self._key(Qt.Key.Key_Slash)()
        yield lambda: any(one.hasFocus() for one in (bar.any_suit, *bar.suits.values()))
        yield from self._act("spades", self._click(bar.suits[3], bar.suits[3].rect().center))
        yield from self._act("made", choose_made)
        tell(action="narrowed", chip=bar.chip.accessibleName(), open=made.isVisible())
        QTest.keyClick(self.window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        yield lambda: bool(bar.told)
        tell(action="copied", told=bar.told, text=QApplication.clipboard().text())
        yield from self._act("all hands", self._click(bar.chip, bar.chip.rect().center))
        self._key(Qt.Key.Key_R)()

    def _read_the_curve(self) -> Iterator[Callable[[], bool]]:
        """Go there by key, one step on, and report the text read out."""
        curve = self.window.study.columns.curve
        self._key(Qt.Key.Key_J)()
        yield lambda: curve.accessibleDescription().startswith("at 50% of")
        self._key(Qt.Key.Key_Right)()
        yield lambda: curve.accessibleDescription().startswith("at 55% of")
        tell(action="curve", read=curve.accessibleDescription())

    def _type(self, words: str) -> Callable[[], None]:
        """Into the field for sizes and lines."""

        def act() -> None:
            self._key(Qt.Key.Key_Z)()
            QTest.keyClicks(QApplication.focusWidget(), words)
            self._key(Qt.Key.Key_Return)()

        return act

    def _save(self) -> Iterator[Callable[[], bool]]:
        """Save what is shown, by the menu and its dialog, in each form; report the size written."""
        for place, form in enumerate(("png", "svg", "csv")):
            path = data_dir() / f"saved.{form}"
            QTest.keyClick(self.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
            yield lambda: QApplication.activePopupWidget() is not None
            for _ in range(place):
                QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Down)
            QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_Return)
            yield lambda: any(one.isVisible() for one in self.window.findChildren(QFileDialog))
            (dialog,) = self.window.findChildren(QFileDialog)
            suggested = dialog.selectedFiles()
            field = dialog.findChild(QLineEdit)
            field.setText(str(path))
            QTest.keyClick(field, Qt.Key.Key_Return)
            yield path.exists
            yield lambda: not self.window.findChildren(QFileDialog)
            tell(action=f"saved {form}", size=path.stat().st_size, suggested=suggested)

    def _visit(self) -> Iterator[Callable[[], bool]]:
        key = self._key
        yield from self._act("F3", key(Qt.Key.Key_F3))
        yield from self._act("raise", self._click_row("Raise to 300"))
        yield from self._act("raise again", self._click_row("Raise to 900"))
        yield from self._act("call", self._click_row("Call 600"))
        yield from self._act("random flop, first", key(Qt.Key.Key_B))
        yield from self._act("random flop", key(Qt.Key.Key_B))
        yield from self._narrow()
        yield from self._act("check", key(Qt.Key.Key_1), self._counted)
        yield from self._act("other side", key(Qt.Key.Key_S))
        yield from self._read_the_curve()
        yield from self._act("back", key(Qt.Key.Key_Backspace), self._counted)
        yield from self._act("with EV", key(Qt.Key.Key_M))
        yield from self._act("EV", key(Qt.Key.Key_M))
        buttons = self.window.study.centre.views.kinds.buttons()
        yield from self._act("action", self._click(buttons[5], buttons[5].rect().center))
        yield from self._act("full", key(Qt.Key.Key_N))
        yield from self._act("leduc", self._choose_game("Leduc"))
        yield from self._act("leduc bet", self._click_row("Bet 2"))
        yield from self._act("leduc call", self._click_row("Call 2"))
        yield from self._act("leduc check", key(Qt.Key.Key_1))
        yield from self._act("leduc back", key(Qt.Key.Key_Backspace), self._counted)
        yield from self._act("leduc typed", self._type("rc/cr"))
        yield from self._save()
        yield from self._act("leduc typed back", key(Qt.Key.Key_Backspace))
        yield from self._act("whole game", key(Qt.Key.Key_W), lambda: self._scene.sheet is not None)
        self._key(Qt.Key.Key_F1)()
        yield self.window.play.top_bar.study.isEnabled
        yield from self._act("from play", key(Qt.Key.Key_S))


if __name__ == "__main__":
    run(Visitor)
