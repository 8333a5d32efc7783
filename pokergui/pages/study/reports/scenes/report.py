"""One aggregate report: its subject, line, boards and progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from ai.reports.aggregate import BoardFigures
from ai.reports.boardsets import WeightedBoard
from engine import timing
from engine.lines import line_text
from engine.player import PublicState
from pokergui.formatting.figures import clock, took
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.scenes.doubts import guess_words
from pokergui.pages.study.reports.scenes.rows import TableMaker
from pokergui.ranges.reading import Subject
from pokergui.viewmodel.progress import ProgressScene


@dataclass
class Report:
    """A report so far; it may be stopped and continued.

    Attributes:
        subject: the owner of the ranges.
        betting: the line.
        boards: all boards of the report.
        rows: the finished ones, in the same order.
        before: number finished when work began, or was continued.
        maker: builds its tables.
    """

    subject: Subject
    betting: PublicState
    boards: tuple[WeightedBoard, ...]
    rows: list[BoardFigures] = field(default_factory=list)
    before: int = 0
    maker: TableMaker = field(init=False)
    _spent: float = 0.0
    _since: float | None = None

    def __post_init__(self) -> None:
        self.maker = TableMaker(self.betting)

    @property
    def running(self) -> bool:
        """True if it is being worked on."""
        return self._since is not None

    @property
    def rest(self) -> tuple[WeightedBoard, ...]:
        """The boards that are left."""
        return self.boards[len(self.rows) :]

    def begin(self) -> None:
        """Begin or continue work on it."""
        self._since, self.before = timing.seconds(), len(self.rows)

    def end(self) -> None:
        """End work on it."""
        if self._since is not None:
            self._spent += timing.seconds() - self._since
            self._since = None

    def progress(self, line: str) -> ProgressScene:
        """Return the progress, and the time that the rest will take.

        Args:
            line: of the form; the report's own line is shown if it differs.
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
            seconds = (timing.seconds() - self._since) / fresh * len(self.rest)
            return tr("{percent}, {time} left").format(percent=percent, time=clock(ceil(seconds)))
        if self.rest:
            return tr("stopped, all of this is kept")
        return tr("in {time}").format(time=took(self._spent))

    def warning(self) -> str:
        """Name the action that makes the ranges a guess on every board; empty for none."""
        never = set.intersection(*(set(row.never) for row in self.rows)) if self.rows else ()
        if not never:
            return ""
        place = min(never)
        spot = PublicState(self.betting.game, self.betting.actions[:place], ())
        return guess_words(spot, self.betting.actions[place], self.subject.title, missed=False)
