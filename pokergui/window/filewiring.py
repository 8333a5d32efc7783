"""Wiring between the health checks of the hand database and the pages that show hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.views.page import HistoryPage
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.play.views.page import PlayPage
    from pokergui.store import Store
    from pokergui.window.handfile import HandFile
    from pokergui.window.window import MainWindow


def start_file(
    runner: Runner, store: Store, page: PlayPage, play: PlayPresenter, parent: QObject
) -> HandFile:
    """Report events of the file on the Play page."""
    from pokergui.window.handfile import HandFile  # after the first paint, since it has words

    file = HandFile(runner, store, parent)
    _show_on(page, file)
    file.counted.connect(play.recount)
    return file


def join_history(file: HandFile, history: HistoryPresenter, page: HistoryPage) -> None:
    """Report them on the History page too; its list detects damage and reloads after a salvage."""
    _show_on(page, file)
    page.set_notice(file.current or file.was_moved)
    file.changed.connect(history.reread)
    history.damage_met.connect(file.count)


def _show_on(page: PlayPage | HistoryPage, file: HandFile) -> None:
    file.notice.connect(page.set_notice)
    file.moved.connect(page.set_notice)
    page.notice.pressed.connect(file.press)


def offer_salvage(
    error: Exception,
    runner: Runner,
    window: MainWindow,
    start: Callable[[], None],
    parent: QObject,
) -> bool:
    """Offer on the Play page to salvage a database that cannot be opened.

    Args:
        error: why it was not opened.
        runner: background work.
        window: the window.
        start: called when it can be opened.
        parent: owner of the asking object.

    Returns:
        Whether there is anything to salvage.
    """
    from pokergui.store import DamagedError  # as above
    from pokergui.window.handfile import DamagedFile  # as above

    if not isinstance(error, DamagedError):
        return False
    damaged = DamagedFile(runner, parent)
    damaged.notice.connect(window.play.set_notice)
    window.play.notice.pressed.connect(damaged.press)
    damaged.mended.connect(start)
    damaged.offer()
    return True
