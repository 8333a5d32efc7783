"""Tasks on pages of the real program: python -m tests.programs.page_tasks NAME."""

from PySide6.QtWidgets import QToolButton

from pokergui.language import CHINESE, LANGUAGES, tr
from pokergui.paths import data_dir
from tests.pokergui.driver import TASKS, Key, Latest, choose, run, tell


def ready(driven):
    driven.key(Key.Key_F5)
    yield lambda: driven.pages.ready


def busy(driven):
    """A run, a match and an engine that hangs; the window stays open."""
    yield from ready(driven)
    training = Latest(driven.window.train, "set_run")
    driven.key(Key.Key_F4)
    yield lambda: driven.pages.train is not None and driven.pages.train.next.ready
    driven.key(Key.Key_T)
    choose(driven.window.train.top_bar.controls.stop, "Until")
    driven.key(Key.Key_N)
    yield lambda: training.scene is not None and training.scene.phase == "running"
    driven.key(Key.Key_F2)
    controls = Latest(driven.window.watch, "set_controls")
    yield lambda: driven.pages.watch is not None
    driven.key(Key.Key_3, Key.Key_Space)
    yield lambda: controls.scene is not None and controls.scene.phase in ("live", "fast")
    driven.key(Key.Key_F1)
    tell(busy=True)
    yield lambda: False


def restore(driven):
    """Restore the only backup; the program restarts, with this task."""
    yield driven.playable
    if list(data_dir().glob("hands-before-restore-*")):  # done, and reported
        yield driven.window.play.notice.isVisible
        return
    yield from ready(driven)
    driven.window.show_page("settings")
    driven.window.settings.show_section("data")
    panel = driven.window.settings.data.backups
    yield lambda: bool(panel.list.rows) and panel.restore.isEnabled()
    panel.restore.click()
    yield lambda: panel.notice.isVisible() and not panel.notice.running
    panel.notice.press_first()
    yield lambda: False


def speak(driven):
    """Choose Chinese; the program restarts in it, with this task."""
    yield driven.playable
    tell(title=driven.window.rail.title)
    if tr("Settings") != "Settings":
        return
    driven.window.show_page("settings")
    buttons = driven.window.settings.findChildren(QToolButton)
    next(one for one in buttons if one.text() == LANGUAGES[CHINESE]).click()
    yield lambda: False


PAGE_TASKS = (busy, restore, speak)

if __name__ == "__main__":
    run({**TASKS, **{task.__name__: task for task in PAGE_TASKS}})
