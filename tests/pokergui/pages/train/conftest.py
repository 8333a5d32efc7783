import pytest

from ai.trained import list_trained
from pokergui.pages.train.presenters.train import TrainPresenter
from tests.pokergui.heard import heard, latest
from tests.sync_runner import SyncRunner


class Trained:
    top = property(lambda self: self.shown["top"])
    front = property(lambda self: self.shown["run"])
    rows = property(lambda self: self.shown["runs"])
    chart = property(lambda self: self.drawn["chart"])
    lines = property(lambda self: self.chart.chart.lines)
    milestones = property(lambda self: self.drawn["milestones"])
    notice = property(lambda self: self.notices[-1] if self.notices else None)
    files = property(lambda self: sorted(self.folder.glob("*.safetensors")))
    engines = property(lambda self: [engine.name for engine in list_trained(self.home)])

    def __init__(self, folder, remembered=None):
        self.runner = SyncRunner()
        self.folder, self.home = folder / "training", folder / "strategies"
        self.presenter = TrainPresenter(self.runner, self.folder, self.home, remembered)
        self.next, self.show = self.presenter.next, self.presenter.show
        show, chosen = self.show, self.next.choice_made
        self.shown = latest(top=self.next.top, choice_made=chosen, run=show.run, runs=show.runs)
        self.drawn = latest(chart=show.chart, milestones=show.milestones)
        self.notices = heard(self.presenter.teller.notice)
        self.links = heard(self.presenter.play_requested, self.presenter.study_requested)
        self.presenter.start()
        self.show.show_page(True)
        self.settle()

    def settle(self):
        self.runner.run_all()

    def choose(self, game, method="", **options):
        self.next.choose("game", game)
        if method:
            self.next.choose("method", method)
        for key, value in options.items():
            self.next.choose(key, value)
        self.settle()

    def begin(self, stop, method="", game=""):
        if game:
            self.choose(game, method)
        self.next.choose("stop", "custom")
        self.next.choose("stop_text", stop)
        self.presenter.begin()
        self.settle()

    def resume(self):
        self.presenter.press_main()
        self.settle()

    def save(self):
        self.presenter.save()
        self.settle()

    def press(self, key):
        assert key in [button.key for button in self.notice.buttons]
        self.presenter.press_notice(key)
        self.settle()

    def fields(self):
        return {field.key: field for group in self.top.sheet.groups for field in group.fields}

    def recipe(self):
        return self.next.make()[0]


@pytest.fixture
def train(tmp_path):
    """Makes a page over a folder; the next one finds what the previous one left."""
    made = []

    def make(remembered=None):
        made.append(Trained(tmp_path, remembered))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()


@pytest.fixture
def page(train):
    return train()
