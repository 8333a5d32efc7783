"""One aggregate report: whose, of which line, over which boards, and how far it is."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import ceil

from ai.reports.aggregate import BoardFigures
from ai.reports.boardsets import Board
from engine.lines import line_text
from engine.player import PublicState
from pokergui.formatting.figures import clock, took
from pokergui.formatting.words import chips, tr
from pokergui.pages.study.reading.scenes.doubts import guess_words
from pokergui.pages.study.reports.scenes.rows import TableMaker
from pokergui.ranges.read import Subject
from pokergui.viewmodel.progress import ProgressScene


@dataclass
class Report:
    """A report as far as it is; it may be stopped and gone on with.

    Attributes:
        subject: whose ranges.
        betting: the line.
        boards: all that are to be looked at.
        rows: those that are done, in the same order.
        before: how many were done when work began, or went on.
        maker: makes its tables.
    """

    subject: Subject
    betting: PublicState
    boards: tuple[Board, ...]
    rows: list[BoardFigures] = field(default_factory=list)
    before: int = 0
    maker: TableMaker = field(init=False)
    _spent: float = 0.0
    _since: float | None = None

    def __post_init__(self) -> None:
        self.maker = TableMaker(self.betting)

    @property
    def running(self) -> bool:
        """Whether it is being worked on."""
        return self._since is not None

    @property
    def rest(self) -> tuple[Board, ...]:
        """The boards that are still to be looked at."""
        return self.boards[len(self.rows) :]

    def begin(self) -> None:
        """Work on it begins, or goes on."""
        self._since, self.before = time.monotonic(), len(self.rows)

    def end(self) -> None:
        """Nothing works on it any more."""
        if self._since is not None:
            self._spent += time.monotonic() - self._since
            self._since = None

    def progress(self, line: str) -> ProgressScene:
        """How far it is, and how long the rest will take.

        Args:
            line: that stands in the form; that of the report is told where it is another one.
        """
        own = line_text(self.betting.game, self.betting.actions)
        label = tr("Boards") if line == own else tr("Boards of {line}").format(line=own)
        done, every = len(self.rows), len(self.boards)
        rest = tr("of {all}").format(all=chips(every))
        return ProgressScene(label, chips(done), rest, done / every, self._note(done))

    def _note(self, done: int) -> str:
        if self._since is not None:
            percent = f"{100 * done / len(self.boards):.0f}%"
            fresh = done - self.before
            if not fresh:
                return percent
            seconds = (time.monotonic() - self._since) / fresh * len(self.rest)
            return tr("{percent}, {time} left").format(percent=percent, time=clock(ceil(seconds)))
        if self.rest:
            return tr("stopped, all of this is kept")
        return tr("in {time}").format(time=took(self._spent))

    def warning(self) -> str:
        """Which action of the line makes the ranges a guess on every board; empty for none."""
        never = set.intersection(*(set(row.never) for row in self.rows)) if self.rows else ()
        if not never:
            return ""
        place = min(never)
        spot = PublicState(self.betting.game, self.betting.actions[:place], ())
        return guess_words(spot, self.betting.actions[place], self.subject.title, missed=False)
