import numpy as np

from engine.player import PublicState
from pokergui.formatting.choices import PlayChoice
from pokergui.links import SolutionLink
from pokergui.pages.play.drill.presenters import DrillPresenter
from pokergui.store import HandReader
from tests.pokergui.heard import AtOnce, heard

SEED = 7


def series_seed():
    return int(np.random.default_rng(SEED).integers(2**32))


class Room:
    def __init__(self, store, game="leduc", runner=None):
        home = store.path.parent
        self.store, self.runner = store, runner or AtOnce()
        choice, reviews = PlayChoice(game), home / "reviews.db"
        made = DrillPresenter(self.runner, store, reviews, home, choice, seed=SEED)
        self.presenter = made
        self.scenes, self.frames, self.notices = map(heard, (made.scene, made.frames, made.notice))
        self.chosen = heard(made.choices)
        self.links = heard(made.study_requested, made.solution_requested)
        self.plans = heard(made.ranges_wanted)

    def drill(self, link):
        self.presenter.drill(link)
        return self

    scene = property(lambda self: self.scenes[-1])
    choices = property(lambda self: self.chosen[-1])
    bar = property(lambda self: self.scene.bar)
    series = property(lambda self: self.scene.series)
    table = property(lambda self: self.frames[-1][-1].scene)
    title = property(lambda self: self.table.title)

    def answer(self, kind="call"):
        self.presenter.act(kind, "")
        return self.scene.verdict

    def answer_on(self, kind="call"):
        verdict = self.answer(kind)
        self.presenter.go_on()
        return verdict

    @property
    def spot(self):
        self.presenter.study()
        link = self.links[-1]
        if isinstance(link, SolutionLink):
            return link.start
        return PublicState(link.game, link.actions, link.board)

    def answers(self, game="leduc"):
        with HandReader(self.store.path) as reader:
            return tuple(reader.drill_answers(game))
