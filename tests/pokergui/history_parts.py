"""The History presenters over a database, with the contents of their page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ai.simple import RaiseAgent, RandomAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from pokergui.pages.history.presenters.history import HistoryPresenter
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.viewmodel.history import HandRow, RowsChange
from pokergui.store import HandReader, Store
from pokergui.store.hands import StoredHand
from pokergui.viewmodel import Notice
from tests.pokergui.heard import heard
from tests.sync_runner import SyncRunner

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


def keep_match(store: Store, hands: int, *, seed: int = 3, duplicate: bool = True) -> None:
    """Keep a match of Leduc between two simple engines."""
    game, names = get_game("leduc"), ("Raiser", "Random walker")
    kept: dict[str, Any] = {"seed": seed, "duplicate": duplicate, "hands": hands}
    ticket = store.begin_match(game, engines=("raise", "random"), players=names, **kept)
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
        self.more, self.selected = False, 0
        self.changes: list[str] = []
        self.header: Any = None
        self.filters: Any = None
        self.statistics: Any = None
        self.empty: Any = None
        self.replayed: Any = None
        self.decisions: Any = None
        self.frames: Any = ()
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
        self.history.rows.connect(self._change)
        self.notices = heard(self.history.notice)
        self.plays = heard(self.replay.play_requested)
        self.studies = heard(self.replay.study_requested)
        self.solves = heard(self.replay.solve_requested)
        self.history.start()
        self.replay.start()

    def _change(self, change: RowsChange) -> None:
        self.changes.append(change.kind)
        self.more = change.more
        rows, before = list(change.rows), self.rows
        self.rows = {"all": rows, "older": before + rows, "newer": rows + before}[change.kind]

    @property
    def numbers(self) -> list[int]:
        return [row.number for row in self.rows]

    def hand(self, number: int) -> StoredHand:
        """A hand as it is on disk."""
        with HandReader(self.path) as reader:
            return reader.show(number)

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
