"""Tasks on pages of the real program: python -m tests.programs.page_tasks NAME."""

from PySide6.QtWidgets import QToolButton

from pokergui.language import CHINESE, LANGUAGES, tr
from pokergui.paths import data_dir
from tests.pokergui.driver import TASKS, Key, Latest, choose, run, tell

RACE = ("PDCFR+", "CFR+")


def ready(driven):
    driven.key(Key.Key_F5)
    yield lambda: driven.pages.ready


class Trainer:
    def __init__(self, driven):
        self.driven, self.page = driven, driven.window.train
        self.run = Latest(self.page, "set_run")
        self.runs = Latest(self.page.side)

    def states(self):
        return [row.state for row in self.runs.scene.rows]

    def iterations(self):
        return int(self.run.scene.figures[2].value.replace(",", "") or 0)

    def go_on(self):
        before = self.iterations()
        yield lambda: self.run.scene.phase == "running" and self.iterations() > before

    def pick(self, opener, begins):
        top = self.page.top_bar
        boxes = {Key.Key_G: top.game, Key.Key_M: top.method, Key.Key_T: top.stop}
        self.driven.key(opener)
        choose(boxes[opener], begins)


def train(driven):
    """Two methods race; one is paused, resumed, saved, stopped, played against and studied."""
    yield from ready(driven)
    trainer = Trainer(driven)
    driven.key(Key.Key_F4)
    yield lambda: driven.pages.train is not None and driven.pages.train.next.ready
    trainer.pick(Key.Key_G, "Leduc")
    trainer.pick(Key.Key_T, "Until")
    for count, method in enumerate(RACE, 1):
        trainer.pick(Key.Key_M, method)
        driven.key(Key.Key_N)
        yield lambda count=count: len(trainer.runs.scene.rows) == count
    yield lambda: trainer.run.scene is not None and trainer.run.scene.phase == "running"
    yield from trainer.go_on()
    driven.key(Key.Key_Space)
    yield lambda: trainer.run.scene.phase == "paused"
    driven.key(Key.Key_Space)
    yield from trainer.go_on()
    driven.key(Key.Key_S)
    yield trainer.page.notice.isVisible
    tell(notice_of_train=trainer.page.notice.title.text(), states=trainer.states())
    driven.key(Key.Key_X)
    yield lambda: trainer.run.scene.phase == "stopped"
    driven.key(Key.Key_P)
    seats, box = driven.window.play.table, driven.window.study.top_bar.engine_box
    yield lambda: any(seat.name.startswith(RACE[-1]) for seat in seats.scene.seats)
    driven.key(Key.Key_F4, Key.Key_U)
    yield driven.window.study.isVisible
    yield lambda: box.currentText().startswith(RACE[-1])
    tell(states=trainer.states())


def train_again(driven):
    """The runs of the task before are there; the paused one is resumed."""
    yield from ready(driven)
    trainer = Trainer(driven)
    driven.key(Key.Key_F4)
    yield lambda: trainer.runs.scene is not None and len(trainer.runs.scene.rows) == len(RACE)
    tell(states=sorted(trainer.states()))
    place = trainer.states().index("paused")
    driven.key(Key.Key_L, Key.Key_Home, *[Key.Key_Down] * place)
    yield lambda: trainer.runs.scene.rows[place].front
    driven.key(Key.Key_Space)
    yield from trainer.go_on()
    driven.key(Key.Key_X)
    yield lambda: trainer.run.scene.phase == "stopped"
    tell(states=trainer.states())


def review(driven):
    """Two hands are played and replayed; one is studied and played another way."""
    window = driven.window
    for hand in (1, 2):
        yield driven.asked
        while driven.saved < hand:
            driven.key(Key.Key_C)
            yield driven.playable
        if hand == 1:
            driven.key(Key.Key_Space)
    yield from ready(driven)
    page = window.history
    replay = Latest(page.replayer)
    driven.key(Key.Key_F6)
    yield lambda: len(page.list.rows) == 2 and replay.scene is not None
    yield lambda: bool(replay.scene.dots)
    driven.key(Key.Key_Home)
    while not page.replayer.study_button.isEnabled():
        driven.key(Key.Key_Right)
        yield lambda: True
    driven.key(Key.Key_S)
    yield window.study.isVisible
    grid = window.study.centre.grid
    yield lambda: grid.scene is not None and grid.scene.marked >= 0  # the hand that was held
    driven.key(Key.Key_F6)
    yield page.replayer.play_button.isEnabled
    driven.key(Key.Key_P)
    yield lambda: "Training" in window.play.table.scene.tag
    while window.play.table.scene.result is None:
        yield driven.playable
        driven.key(Key.Key_C)
    driven.key(Key.Key_F6)
    yield lambda: len(page.list.rows) == 3
    tell(marks=[row.mark for row in page.list.rows])


def busy(driven):
    """A run, a match and an engine that hangs; the window stays open."""
    yield from ready(driven)
    trainer = Trainer(driven)
    driven.key(Key.Key_F4)
    yield lambda: driven.pages.train is not None and driven.pages.train.next.ready
    trainer.pick(Key.Key_T, "Until")
    driven.key(Key.Key_N)
    yield lambda: trainer.run.scene is not None and trainer.run.scene.phase == "running"
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
    if list(data_dir().glob("hands-before-restore-*")):  # it was done, and is told
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


PAGE_TASKS = (train, train_again, review, busy, restore, speak)

if __name__ == "__main__":
    run({**TASKS, **{task.__name__: task for task in PAGE_TASKS}})
