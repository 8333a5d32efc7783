"""The History presenters over a database, with the contents of their page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from pokergui.background.jobs import Job
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.viewmodel.history import (
    DecisionsScene,
    EmptyScene,
    FilterScene,
    HandRow,
    HistoryHeader,
    ReplayScene,
    RowsChange,
)
from pokergui.store import Store
from pokergui.viewmodel import Notice, StatisticsScene, TableFrame
from tests.sync_runner import SyncRunner

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


class AtOnce(SyncRunner):
    """A runner that runs every job at once."""

    def start(self, *args: Any, **options: Any) -> Job:
        job = super().start(*args, **options)
        self.run_all()
        return job


def keep_match(store: Store, hands: int, *, seed: int = 3, duplicate: bool = True) -> None:
    """Keep a match of Leduc between two simple engines."""
    game = get_game("leduc")
    ticket = store.begin_match(
        game,
        engines=("raise", "random"),
        players=("Raiser", "Random walker"),
        seed=seed,
        duplicate=duplicate,
        hands=hands,
    )
    chunks: list[MatchChunk] = []
    agents = (RaiseAgent(game), RandomAgent(game))
    Match(game, agents, seed, duplicate).run(hands, JobControl(), chunks.append)
    for chunk in chunks:
        store.append_block(ticket, chunk).result()
    assert store.finish_match(ticket).result() == hands


class Opened:
    """The presenters, and the last content of every part of the page; the list as it has it."""

    def __init__(self, path: Path) -> None:
        self.path, self.runner = path, SyncRunner()
        self.history = HistoryPresenter(self.runner, path)
        self.replay = ReplayPresenter()
        self.history.opened.connect(self.replay.open)
        self.rows: list[HandRow] = []
        self.more = False
        self.changes: list[str] = []
        self.selected = 0
        self.header = HistoryHeader()
        self.filters: FilterScene | None = None
        self.statistics = StatisticsScene()
        self.empty: EmptyScene | None = None
        self.notices: list[Notice | None] = []
        self.frames: list[TableFrame] = []
        self.replayed = ReplayScene()
        self.decisions = DecisionsScene()
        self.plays: list[PlayLink] = []
        self.studies: list[StudyLink] = []
        self.solves: list[tuple[StudyLink, str]] = []
        self.history.rows.connect(self._change)
        sums = self.history.sums
        for signal, part in (
            (self.history.selected, "selected"),
            (self.history.empty, "empty"),
            (sums.header, "header"),
            (sums.filters, "filters"),
            (sums.statistics, "statistics"),
            (self.replay.scene, "replayed"),
            (self.replay.decisions, "decisions"),
            (self.replay.frames, "frames"),
        ):
            signal.connect(lambda value, part=part: setattr(self, part, value))
        self.history.notice.connect(self.notices.append)
        self.replay.play_requested.connect(self.plays.append)
        self.replay.study_requested.connect(self.studies.append)
        self.replay.solve_requested.connect(lambda *asked: self.solves.append(asked))
        self.history.start()
        self.replay.start()

    def _change(self, change: RowsChange) -> None:
        self.changes.append(change.kind)
        self.more = change.more
        rows = list(change.rows)
        before = self.rows
        self.rows = {"all": rows, "older": before + rows, "newer": rows + before}[change.kind]

    @property
    def numbers(self) -> list[int]:
        return [row.number for row in self.rows]

    def settle(self) -> None:
        self.runner.run_all()

    def show(self) -> None:
        self.history.show_page(True)
        self.settle()

    def narrow(self, **fields: str) -> None:
        for field, value in fields.items():
            self.history.narrow(field, value)
        self.settle()

    def select(self, number: int) -> None:
        self.history.select(number)
        self.settle()

    def more_hands(self) -> None:
        self.history.hands_changed()
        self.settle()

    def told(self) -> Notice:
        """The notice once everything is done."""
        self.settle()
        notice = self.notices[-1]
        assert notice is not None
        return notice
