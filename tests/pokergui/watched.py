"""The Watch presenter with the contents of its page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.match_chunk import MatchChunk, joined
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.viewmodel.watch import StandingScene
from pokergui.store import HandReader, Store, StoredMatch
from pokergui.viewmodel import TableFrame, TableScene

PARTS = ("panel", "win", "controls", "progress", "standing")


class Watched:
    """A presenter, the contents of its page, and a runner on this thread."""

    def __init__(self, folder: Path, choice: WatchChoice, runner: Any) -> None:
        self.runner = runner
        self.store = Store.open(folder / "hands.db")
        self.presenter = WatchPresenter(runner, self.store, folder, choice)
        self.run = self.presenter.run
        self.shown: dict[str, Any] = {}
        self.frames: list[TableFrame] = []
        self.notices: list[Any] = []
        self.links: list[PlayLink] = []
        for part in PARTS:
            signal = getattr(self.run if hasattr(self.run, part) else self.run.stage, part)
            signal.connect(lambda value, part=part: self._keep(part, value))
        self.run.stage.frames.connect(self.frames.extend)
        self.run.stage.notice.connect(self._note)
        self.presenter.top.connect(lambda value: self._keep("top", value))
        self.run.play_requested.connect(self.links.append)
        self.studied: list[StudyLink] = []
        self.run.study_requested.connect(self.studied.append)
        self.presenter.start()

    def _keep(self, part: str, value: object) -> None:
        self.shown[part] = value

    def _note(self, notice: Any) -> None:
        if notice is not None:
            self.notices.append(notice)

    @property
    def scene(self) -> TableScene:
        return self.frames[-1].scene

    @property
    def standing(self) -> StandingScene:
        return self.shown["standing"]

    def settle(self) -> None:
        self.runner.run_all()
        self.run.table_settled()

    def start(self) -> None:
        self.presenter.press_main()
        self.settle()

    def step(self) -> None:
        self.run.step()
        self.settle()

    def finish(self) -> None:
        """Play the rest fast."""
        self.run.choose_speed("fast")
        if self.run.phase == "paused":
            self.presenter.press_main()
        self.settle()
        assert self.run.phase == "finished"

    def kept(self) -> tuple[StoredMatch, MatchChunk]:
        """The newest match in the database, with its hands."""
        self.store.retry().result()
        with HandReader(self.store.path) as reader:
            match = reader.matches()[0]
            return match, joined(list(reader.match_hands(match)))
