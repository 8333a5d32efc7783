"""A Play presenter on this thread, and the contents of its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from pokergui.formatting.choices import PlayChoice
from pokergui.pages.play.presenters.play import PlayPresenter
from pokergui.store import HandReader, Store
from pokergui.viewmodel import TableFrame, TableScene
from tests.sync_runner import SyncRunner


class Page:
    """The contents that the page would show: the last of every part."""

    def __init__(self, presenter: PlayPresenter) -> None:
        self.frames: list[TableFrame] = []
        self.shown: dict[str, Any] = {}
        self.notices: list[Any] = []
        hands = presenter.hands
        for owner, parts in (
            (presenter, ("top", "explainer", "choice_made")),
            (hands, ("line", "session", "last_hand")),
        ):
            for part in parts:
                getattr(owner, part).connect(lambda value, part=part: self._keep(part, value))
        hands.bar.scene.connect(lambda value: self._keep("actions", value))
        hands.notice.connect(self.notices.append)
        presenter.opponents.notice.connect(self.notices.append)
        hands.frames.connect(self.frames.extend)

    def _keep(self, part: str, value: object) -> None:
        self.shown[part] = value

    @property
    def scene(self) -> TableScene:
        return self.frames[-1].scene


class Played:
    """A presenter, its page, and the clockwork that a window would supply."""

    def __init__(self, folder: Path, choice: PlayChoice) -> None:
        self.runner = SyncRunner()
        self.store = Store.open(folder / "hands.db")
        self.presenter = PlayPresenter(self.runner, self.store, folder, choice)
        self.page = Page(self.presenter)
        with HandReader(self.store.path) as reader:
            self.presenter.start(reader.last(), reader.count(), reader.open_hands())
        self.settle()

    def settle(self) -> None:
        self.runner.run_all()
        self.presenter.hands.table_settled()

    def act(self, kind: str, amount: str = "") -> None:
        self.presenter.hands.act(kind, amount)
        self.settle()

    def reach_decision(self) -> None:
        """Deal until it is the person's turn."""
        for _ in range(50):
            slots = self.page.shown["actions"].slots
            if slots and slots[1].enabled:
                return
            self.presenter.next_hand()
            self.settle()
        raise AssertionError("the person never got a turn")

    def quit(self) -> None:
        """Do what closing the window does."""
        self.presenter.stop()
        self.store.close()

    def finish_hand(self) -> None:
        for _ in range(30):
            if self.page.shown["actions"].next_hand is not None:
                return
            self.act("call")
        raise AssertionError("the hand never ended")


@pytest.fixture
def played(tmp_path: Path, qtbot: QtBot) -> Iterator[Any]:
    made: list[Played] = []

    def make(game: str, opponent: str = "call", depth: int = 100) -> Played:
        made.append(Played(tmp_path, PlayChoice(game, depth, opponent)))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        one.store.close()
