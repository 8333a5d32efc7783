"""The real program with somebody whose mind is read: python -m tests.pokergui.mind_guest.

Plays some hands with the advisor open, looks at what was learned, forgets it and takes that back,
all by keys and clicks; prints one JSON object for each thing that came of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from pokergui.crash import CrashGuard
from pokergui.pages.play.viewmodel.mind import LearnedScene, MindScene
from pokergui.settings import Settings
from pokergui.viewmodel import ActionBarScene
from tests.pokergui.visitor import Guest, Wait, run, tell

HANDS = 4


class MindGuest(Guest):
    """The program, and a person who only ever calls."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._bar, self._mind = ActionBarScene(()), MindScene()
        self._sheet: LearnedScene | None = None
        page = self._page = self.window.play
        set_actions, set_mind, set_sheet = (
            page.set_actions,
            page.advisor.set_mind,
            page.learned.set_scene,
        )

        def actions(scene: ActionBarScene) -> None:
            self._bar = scene
            set_actions(scene)

        def mind(scene: MindScene) -> None:
            self._mind = scene
            set_mind(scene)

        def sheet(scene: LearnedScene) -> None:
            self._sheet = scene
            set_sheet(scene)

        # Connected to the presenters only later, so these stand in for the page's own.
        page.set_actions, page.learned.set_scene = actions, sheet  # type: ignore[method-assign]
        page.advisor.set_mind = mind  # type: ignore[method-assign]
        self.visit(self._visit(), self._asked)

    def _asked(self) -> bool:
        return any(slot.enabled for slot in self._bar.slots)

    def _over(self) -> bool:
        return self._bar.next_hand is not None

    def _press(self, key: Qt.Key) -> None:
        QTest.keyClick(QApplication.focusWidget() or self.window, key)

    def _click(self, widget: QWidget) -> None:
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def _visit(self) -> Iterator[Wait]:
        self._press(Qt.Key.Key_A)
        yield lambda: self._mind.grid is not None and not self._mind.thinking
        for number in range(HANDS):
            while not self._over():
                done = len(self._mind.leaks)
                self._press(Qt.Key.Key_C)
                yield (
                    lambda done=done: (
                        len(self._mind.leaks) > done
                        and (  # type: ignore[misc]
                            self._asked() or self._over()
                        )
                    )
                )
            yield lambda number=number: f"{number + 1} hand" in self._mind.model  # type: ignore[misc]
            tell(
                hand=number + 1,
                leaks=[leak.title for leak in self._mind.leaks],
                total=self._mind.total,
                own=self._mind.own_share,
                model=self._mind.model,
                visible=self._page.advisor.mind.grid.isVisible(),
            )
            if number + 1 < HANDS:
                self._press(Qt.Key.Key_Space)
                yield lambda: self._asked() and not self._mind.thinking
        self._press(Qt.Key.Key_L)
        yield self._has_rows
        self._tell("learned")
        sheet = self._page.learned
        self._click(sheet.reset_button)
        yield lambda: not self._has_rows() and self._notice("forgotten")
        self._tell("reset")
        buttons = [one for one in sheet.notice.findChildren(QPushButton) if one.isVisible()]
        self._click(buttons[0])
        yield self._has_rows
        self._tell("taken back")
        self._press(Qt.Key.Key_Escape)
        yield lambda: self._page.table.isVisible()
        tell(what="table", visible=self._page.table.isVisible(), problem=self._mind.note)

    def _has_rows(self) -> bool:
        return self._sheet is not None and bool(self._sheet.rows) and not self._sheet.busy

    def _notice(self, words: str) -> bool:
        notice = self._sheet.notice if self._sheet is not None else None
        return notice is not None and words in notice.title

    def _tell(self, what: str) -> None:
        assert self._sheet is not None
        figures = [figure.value for figure in self._sheet.figures]
        shown = self._page.learned.isVisible() and not self._page.table.isVisible()
        rows = [(row.title, row.seen) for row in self._sheet.rows]
        tell(what=what, figures=figures, rows=rows, visible=shown)


if __name__ == "__main__":
    run(MindGuest)
