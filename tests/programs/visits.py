"""Visits to pages of the real program, by keys and clicks: python -m tests.programs.visits NAME."""

from PySide6.QtWidgets import QToolButton

from pokergui.language import CHINESE, LANGUAGES, tr
from pokergui.paths import data_dir
from tests.pokergui.driver import TASKS, Key, Latest, choose, run, tell

RACE = ("PDCFR+", "CFR+")


def ready(guest):
    """Wait until all pages can begin: opening one loads them without breaks."""
    guest.key(Key.Key_F5)
    yield lambda: guest.pages.ready


class Trainer:
    """The Train page as somebody sees it."""

    def __init__(self, guest):
        self.guest, self.page = guest, guest.window.train
        self.run = Latest(self.page, "set_run")
        self.runs = Latest(self.page.side)

    def states(self):
        return [row.state for row in self.runs.scene.rows]

    def iterations(self):
        return int(self.run.scene.figures[2].value.replace(",", "") or 0)

    def go_on(self):
        """Wait until the selected run has done more."""
        before = self.iterations()
        yield lambda: self.run.scene.phase == "running" and self.iterations() > before

    def pick(self, opener, begins):
        """Take an entry of a list."""
        top = self.page.top_bar
        boxes = {Key.Key_G: top.game, Key.Key_M: top.method, Key.Key_T: top.stop}
        self.guest.key(opener)
        choose(boxes[opener], begins)


def train(guest):
    """Two methods race; one is paused, resumed, saved, stopped, played against and studied."""
    yield from ready(guest)
    trainer = Trainer(guest)
    guest.key(Key.Key_F4)
    yield lambda: guest.pages.train is not None and guest.pages.train.next.ready
    trainer.pick(Key.Key_G, "Leduc")
    trainer.pick(Key.Key_T, "Until")
    for count, method in enumerate(RACE, 1):
        trainer.pick(Key.Key_M, method)
        guest.key(Key.Key_N)
        yield lambda count=count: len(trainer.runs.scene.rows) == count
    yield lambda: trainer.run.scene is not None and trainer.run.scene.phase == "running"
    yield from trainer.go_on()
    guest.key(Key.Key_Space)
    yield lambda: trainer.run.scene.phase == "paused"
    guest.key(Key.Key_Space)
    yield from trainer.go_on()
    guest.key(Key.Key_S)
    yield trainer.page.notice.isVisible
    tell(notice_of_train=trainer.page.notice.title.text(), states=trainer.states())
    guest.key(Key.Key_X)
    yield lambda: trainer.run.scene.phase == "stopped"
    guest.key(Key.Key_P)
    seats, box = guest.window.play.table, guest.window.study.top_bar.engine_box
    yield lambda: any(seat.name.startswith(RACE[-1]) for seat in seats.scene.seats)
    guest.key(Key.Key_F4, Key.Key_U)
    yield guest.window.study.isVisible
    yield lambda: box.currentText().startswith(RACE[-1])
    tell(states=trainer.states())


def train_again(guest):
    """The runs of the visit before are there; the one that went on then is resumed."""
    yield from ready(guest)
    trainer = Trainer(guest)
    guest.key(Key.Key_F4)
    yield lambda: trainer.runs.scene is not None and len(trainer.runs.scene.rows) == len(RACE)
    tell(states=sorted(trainer.states()))
    place = trainer.states().index("paused")
    guest.key(Key.Key_L, Key.Key_Home, *[Key.Key_Down] * place)
    yield lambda: trainer.runs.scene.rows[place].front
    guest.key(Key.Key_Space)
    yield from trainer.go_on()
    guest.key(Key.Key_X)
    yield lambda: trainer.run.scene.phase == "stopped"
    tell(states=trainer.states())


def review(guest):
    """Two hands are played and replayed; one is studied and played another way."""
    window = guest.window
    for hand in (1, 2):
        yield guest.asked
        while guest.saved < hand:
            guest.key(Key.Key_C)
            yield guest.playable
        if hand == 1:
            guest.key(Key.Key_Space)
    yield from ready(guest)
    page = window.history
    replay = Latest(page.replayer)
    guest.key(Key.Key_F6)
    yield lambda: len(page.list.rows) == 2 and replay.scene is not None
    yield lambda: bool(replay.scene.dots)
    guest.key(Key.Key_Home)
    while not page.replayer.study_button.isEnabled():
        guest.key(Key.Key_Right)
        yield lambda: True
    guest.key(Key.Key_S)
    yield window.study.isVisible
    grid = window.study.centre.grid
    yield lambda: grid.scene is not None and grid.scene.marked >= 0  # the hand that was held
    guest.key(Key.Key_F6)
    yield page.replayer.play_button.isEnabled
    guest.key(Key.Key_P)
    yield lambda: "Training" in window.play.table.scene.tag
    while window.play.table.scene.result is None:
        yield guest.playable
        guest.key(Key.Key_C)
    guest.key(Key.Key_F6)
    yield lambda: len(page.list.rows) == 3
    tell(marks=[row.mark for row in page.list.rows])


def busy(guest):
    """A run goes on, a match is watched, an engine thinks for ever, and nobody closes."""
    yield from ready(guest)
    trainer = Trainer(guest)
    guest.key(Key.Key_F4)
    yield lambda: guest.pages.train is not None and guest.pages.train.next.ready
    trainer.pick(Key.Key_T, "Until")
    guest.key(Key.Key_N)
    yield lambda: trainer.run.scene is not None and trainer.run.scene.phase == "running"
    guest.key(Key.Key_F2)
    controls = Latest(guest.window.watch, "set_controls")
    yield lambda: guest.pages.watch is not None
    guest.key(Key.Key_3, Key.Key_Space)
    yield lambda: controls.scene is not None and controls.scene.phase in ("live", "fast")
    guest.key(Key.Key_F1)
    tell(busy=True)
    yield lambda: False


def restore(guest):
    """Go back to the only backup; the program starts itself again, and this visit with it."""
    yield guest.playable
    if list(data_dir().glob("hands-before-restore-*")):  # it was done, and is told
        yield guest.window.play.notice.isVisible
        return
    yield from ready(guest)
    guest.window.show_page("settings")
    guest.window.settings.show_section("data")
    panel = guest.window.settings.data.backups
    yield lambda: bool(panel.list.rows) and panel.restore.isEnabled()
    panel.restore.click()
    yield lambda: panel.notice.isVisible() and not panel.notice.running
    panel.notice.press_first()
    yield lambda: False


def speak(guest):
    """Choose Chinese; the program starts itself again in it, and this visit with it."""
    yield guest.playable
    tell(title=guest.window.rail.title)
    if tr("Settings") != "Settings":
        return
    guest.window.show_page("settings")
    buttons = guest.window.settings.findChildren(QToolButton)
    next(one for one in buttons if one.text() == LANGUAGES[CHINESE]).click()
    yield lambda: False


VISITS = (train, train_again, review, busy, restore, speak)

if __name__ == "__main__":
    run({**TASKS, **{visit.__name__: visit for visit in VISITS}})
