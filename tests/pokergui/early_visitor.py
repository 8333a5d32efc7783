"""The real program with somebody who leaves Play at once: python -m tests.pokergui.early_visitor.

Opens Study as the window stands; with FAILS in the environment what the other pages need cannot be
loaded the first time, and the notice's button tries again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from pokergui import app
from pokergui.crash import CrashGuard
from pokergui.settings import Settings
from pokergui.window.loading import load_others
from tests.pokergui.visitor import Guest, run, tell


class EarlyVisitor(Guest):
    """The program, and somebody who is faster than it."""

    def __init__(self, settings: Settings, guard: CrashGuard, *more: Any) -> None:
        super().__init__(settings, guard, *more)
        self._left = 1 if "FAILS" in os.environ else 0
        app.load_others = self._load  # type: ignore[assignment]
        self.visit(self._visit(), lambda: True)

    def _load(self, *arguments: Any, **more: Any) -> None:
        if self._left:
            self._left -= 1
            raise ImportError("no such page")
        load_others(*arguments, **more)

    def _visit(self) -> Iterator[Callable[[], bool]]:
        self.window.show_page("study")
        tell(action="shown", ready=self.pages.ready, study=self.pages.study is not None)
        notice = self.window.play.notice
        if self._left:
            yield lambda: notice._notice is not None and notice._notice.kind == "error"
            assert notice._notice is not None
            tell(action="failed", title=notice._notice.title, text=notice._notice.text)
            notice.press_first()
        yield lambda: self.pages.study is not None
        yield lambda: self.window.study.top_bar.engine_box.count() > 1
        tell(action="begun", ready=self.pages.ready, study=self.window.study.isVisible())
        self.window.show_page("watch")
        tell(action="watch", begun=self.pages.watch is not None)


if __name__ == "__main__":
    run(EarlyVisitor)
