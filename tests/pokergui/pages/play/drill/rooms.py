"""The presenters of the room of drills on this thread, and what the room would show."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import numpy as np

from engine.player import PublicState
from pokergui.background.jobs import Job
from pokergui.formatting.choices import PlayChoice
from pokergui.links import DrillLink, SolutionLink, StudyLink
from pokergui.pages.play.drill.presenters.drill import DrillPresenter
from pokergui.pages.play.drill.viewmodel.drill import DrillScene, SeriesScene, VerdictScene
from pokergui.pages.play.drill.work.drilling import Plan
from pokergui.store import HandReader, Store
from pokergui.viewmodel import ActionBarScene, Notice, TableFrame, TableScene
from tests.sync_runner import SyncRunner

SEED = 7


def series_seed() -> int:
    """The seed of a presenter's first series."""
    return int(np.random.default_rng(SEED).integers(2**32))


class AtOnce(SyncRunner):
    """A runner that runs every job at once, and waits for the store."""

    def start(self, *args: Any, **options: Any) -> Job:
        job = super().start(*args, **options)
        self.run_all()
        return job

    def watch(self, future: Future[Any], done: Callable[[Any], None], *, failed: Any = None) -> Job:
        done(future.result())
        return None  # type: ignore[return-value]


class SlowDisk(AtOnce):
    """A disk that confirms an answer only on command."""

    def __init__(self) -> None:
        super().__init__()
        self.late: list[Callable[[], None]] = []

    def watch(self, future: Future[Any], done: Callable[[Any], None], *, failed: Any = None) -> Job:
        self.late.append(lambda: done(future.result()))
        return None  # type: ignore[return-value]


class Room:
    """The presenter of drills, and its contents."""

    def __init__(self, store: Store, game: str = "leduc", runner: SyncRunner | None = None) -> None:
        home = store.path.parent
        self.store, self.runner = store, runner or AtOnce()
        choice, reviews = PlayChoice(game), home / "reviews.db"
        self.presenter = DrillPresenter(self.runner, store, reviews, home, choice, seed=SEED)
        self.scenes: list[DrillScene] = []
        self.frames: list[list[TableFrame]] = []
        self.notices: list[Notice | None] = []
        self.links: list[StudyLink | SolutionLink] = []
        self.plans: list[Plan | None] = []
        for signal, heard in (
            (self.presenter.scene, self.scenes),
            (self.presenter.frames, self.frames),
            (self.presenter.notice, self.notices),
            (self.presenter.study_requested, self.links),
            (self.presenter.solution_requested, self.links),
            (self.presenter.ranges_wanted, self.plans),
        ):
            signal.connect(heard.append)

    def drill(self, link: DrillLink) -> Room:
        self.presenter.drill(link)
        return self

    @property
    def scene(self) -> DrillScene:
        return self.scenes[-1]

    @property
    def bar(self) -> ActionBarScene:
        assert self.scene.bar is not None
        return self.scene.bar

    @property
    def series(self) -> SeriesScene:
        assert self.scene.series is not None
        return self.scene.series

    @property
    def table(self) -> TableScene:
        return self.frames[-1][-1].scene

    def answer(self, kind: str = "call") -> VerdictScene | None:
        self.presenter.act(kind, "")
        return self.scene.verdict

    def answer_on(self, kind: str = "call") -> VerdictScene | None:
        """Answer, and go on to the next spot."""
        verdict = self.answer(kind)
        self.presenter.go_on()
        return verdict

    @property
    def spot(self) -> PublicState:
        """The decision that is asked about, as Study would show it."""
        self.presenter.study()
        link = self.links[-1]
        if isinstance(link, SolutionLink):
            return link.start
        return PublicState(link.game, link.actions, link.board)

    def answers(self, game: str = "leduc") -> tuple[Any, ...]:
        """The answers on disk."""
        with HandReader(self.store.path) as reader:
            return tuple(reader.drill_answers(game))
