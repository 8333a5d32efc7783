"""The Watch page's presenter, driven by a test."""

from engine.match_chunk import joined
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.store import HandReader, Store
from tests.pokergui.heard import heard, latest

PARTS = ("panel", "win", "controls", "progress", "standing", "notice")


class WatchedPage:
    scene = property(lambda self: self.frames[-1].scene)
    standing = property(lambda self: self.shown["standing"])
    form = property(lambda self: self.shown["panel"].form)
    controls = property(lambda self: self.shown["controls"])

    def __init__(self, folder, choice, runner):
        self.runner = runner
        self.store = Store.open(folder / "hands.db")
        self.presenter = WatchPresenter(runner, self.store, folder, choice)
        self.run = self.presenter.run
        run, stage = self.run, self.run.stage
        signals = {part: getattr(run if hasattr(run, part) else stage, part) for part in PARTS}
        self.shown = latest(top=self.presenter.top, **signals)
        self.frames, self.notices = [], []
        self.links, self.studied = heard(run.play_requested), heard(run.study_requested)
        stage.frames.connect(self.frames.extend)
        stage.notice.connect(lambda notice: notice is None or self.notices.append(notice))
        self.presenter.start()

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
