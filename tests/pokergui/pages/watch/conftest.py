import pytest

from engine.match_chunk import joined
from pokergui.background.runner import TaskRunner
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.store import HandReader, Store
from tests.sync_runner import SyncRunner

PARTS = ("panel", "win", "controls", "progress", "standing")


class Watched:
    scene = property(lambda self: self.frames[-1].scene)
    standing = property(lambda self: self.shown["standing"])
    form = property(lambda self: self.shown["panel"].form)
    controls = property(lambda self: self.shown["controls"])

    def __init__(self, folder, choice, runner):
        self.runner = runner
        self.store = Store.open(folder / "hands.db")
        self.presenter = WatchPresenter(runner, self.store, folder, choice)
        self.run = self.presenter.run
        self.shown = {"notice": None}
        self.frames, self.notices, self.links, self.studied = [], [], [], []
        for part in PARTS:
            signal = getattr(self.run if hasattr(self.run, part) else self.run.stage, part)
            signal.connect(lambda value, part=part: self.shown.__setitem__(part, value))
        self.run.stage.frames.connect(self.frames.extend)
        self.run.stage.notice.connect(self._note)
        self.presenter.top.connect(lambda value: self.shown.__setitem__("top", value))
        self.run.play_requested.connect(self.links.append)
        self.run.study_requested.connect(self.studied.append)
        self.presenter.start()

    def _note(self, notice):
        self.shown["notice"] = notice
        if notice is not None:
            self.notices.append(notice)

    def settle(self):
        self.runner.run_all()
        self.run.table_settled()

    def start(self):
        self.presenter.press_main()
        self.settle()

    def step(self):
        self.run.step()
        self.settle()

    def steps(self, most):
        for _ in range(most):
            if self.run.phase == "finished":
                return
            yield
            self.step()

    def finish(self):
        self.run.choose_speed("fast")
        if self.run.phase == "paused":
            self.presenter.press_main()
        self.settle()
        assert self.run.phase == "finished"

    def kept(self):
        self.store.retry().result()
        with HandReader(self.store.path) as reader:
            match = reader.matches()[0]
            return match, joined(list(reader.match_hands(match)))


@pytest.fixture
def watched(tmp_path):
    made = []

    def make(game="leduc", engines=("raise", "call"), hands=40, *, duplicate=True, runner=None):
        choice = WatchChoice(game, engines, hands, duplicate)
        made.append(Watched(tmp_path, choice, runner or SyncRunner()))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)
        one.store.close()
