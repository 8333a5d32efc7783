"""A match in progress: at the live table decision by decision, or as fast as possible."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from engine.jobs import JobControl
from pokergui.background.jobs import Halt, Runner, Work
from pokergui.background.runner import one_shot
from pokergui.matches import MatchWriter
from pokergui.pages.watch.scenes import notices
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.scenes.controls import (
    Clock,
    Halting,
    controls_scene,
    play_link,
    study_link,
)
from pokergui.pages.watch.scenes.table import WatchTable, empty_table
from pokergui.pages.watch.viewmodel import PanelScene, Phase, Speed
from pokergui.pages.watch.work import Answered, MatchSnapshot, Moved, WatchedMatch
from pokergui.viewmodel import Notice, ProgressScene, TableFrame
from pokergui.viewmodel.settings import AmountUnit

CHANNEL = "watch"
"""Channel of everything that touches a match, one job at a time."""

log = logging.getLogger(__name__)

_AGAIN_MS = 1_000


class MatchSaving(QObject):
    """The saving of one match's hands; failed writes are retried each second.

    Signals:
        failed: hands cannot be written; carries the error.
        caught_up: a later write succeeded.
        stored: the match is over and stored whole.

    Attributes:
        number: number of that match in the database; 0 before.
    """

    failed = Signal(object)
    caught_up = Signal()
    stored = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = 0
        self._runner = runner
        self._writer: MatchWriter | None = None
        self._over = self._waits = False
        self._again = one_shot(self, _AGAIN_MS, self._try)

    def follow(self, writer: MatchWriter | None) -> None:
        self._writer, self._over, self._waits, self.number = writer, False, False, 0
        self._again.stop()
        if writer is not None:
            self._watch(writer, writer.begun)

    def check(self) -> None:
        error = self._writer.problem() if self._writer is not None else None
        if error is not None:
            self._waits = False
            self._wait(error)

    def finish(self) -> None:
        self._over = True
        self._try()

    def _try(self) -> None:
        if self._writer is not None:
            write = self._writer.finish if self._over else self._writer.retry
            self._watch(self._writer, write())

    def _watch(self, writer: MatchWriter, write: Future[int]) -> None:
        def done(hands: int) -> None:
            if writer is self._writer:
                self._done(writer.number if over and hands else 0)

        def failed(error: Exception) -> None:
            if writer is self._writer:
                self._wait(error)

        over = self._over
        self._runner.watch(write, done, failed=failed)

    def _done(self, number: int) -> None:
        self._again.stop()
        waited, self._waits = self._waits, False
        if waited:
            self.caught_up.emit()
        if number:
            self.number = number
            self.stored.emit()

    def _wait(self, error: Exception) -> None:
        self._again.start()
        if not self._waits:
            self._waits = True
            log.exception("hands of a match could not be saved", exc_info=error)
            self.failed.emit(error)


class MatchStage(QObject):
    """The stage that shows one match, or none.

    Signals:
        panel, frames, win, standing, notice: new content of that part.

    Attributes:
        table: table of the match; None without one, and while it runs fast.
    """

    panel = Signal(object)
    frames = Signal(object)
    win = Signal(object)
    standing = Signal(object)
    notice = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.unit: AmountUnit = "chips"
        self.table: WatchTable | None = None
        self.at_rest = True
        self._table_shown = False
        self._told_late = False

    @property
    def now(self) -> Moved | None:
        return self.table.now if self.table is not None else None

    @property
    def seen(self) -> Moved | None:
        return self.now if self._table_shown else None

    def show_in(self, unit: AmountUnit) -> None:
        self.unit = unit
        if self.table is not None:
            self.table.show_in(unit)
            if self.table.now is not None:
                self.frames.emit([TableFrame(self.table.scene())])

    def clear(self, choice: WatchChoice) -> None:
        self.table = None
        self.frames.emit([TableFrame(empty_table(choice.build_game(), choice.titles, self.unit))])
        self.win.emit(None)

    def set_table(self, choice: WatchChoice) -> WatchTable:
        game, titles = choice.build_game(), choice.titles
        self.table = WatchTable(game, titles, choice.duplicate, self.unit, choice.rake_rule)
        self.at_rest = True
        return self.table

    def show_table(self) -> None:
        if not self._table_shown:
            self._table_shown = True
            self.panel.emit(None)

    def show_panel(self, scene: PanelScene) -> None:
        self._table_shown = False
        self.panel.emit(scene)

    def play(self, frames: list[TableFrame]) -> None:
        self.at_rest = False
        self.frames.emit(frames)

    def settle(self) -> None:
        if self.table is not None:
            self.at_rest = True
            self.win.emit(self.table.win())

    def tell(self, notice: Notice | None) -> None:
        self._told_late = False
        self.notice.emit(notice)

    def tell_late(self, name: str) -> None:
        self.tell(notices.engine_late(name))
        self._told_late = True

    def in_time(self) -> None:
        if self._told_late:
            self.tell(None)


_DECISION_MS, _HAND_MS, _PATIENCE_MS, _LATE_MS = 900, 1_800, 500, 10_000
_PACES: dict[Speed, float] = {"human": 1.0, "ten": 0.1, "fast": 0.0}


class MatchRun(QObject):
    """The presenter that plays one match at a time.

    Signals:
        controls, progress: new content of that part.
        pace: factor of the table's motion.
        play_requested: a ``PlayLink`` to the decision shown.
        study_requested: a ``StudyLink`` to it, or to the last one of a finished hand.
        ended: the match is over or was stopped.
    """

    controls = Signal(object)
    progress = Signal(object)
    pace = Signal(float)
    play_requested = Signal(object)
    study_requested = Signal(object)
    ended = Signal()

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.stage = MatchStage(self)
        self.phase: Phase = "ready"
        self._speed: Speed = "human"
        self._match: WatchedMatch | None = None
        self._ending = self._waits = False  # for the last answer; for the disk
        self._clock = Clock()
        self._answered: Answered | None = None
        self._saving = saving = MatchSaving(runner, self)
        saving.failed.connect(self._not_kept)
        saving.caught_up.connect(self._caught_up)
        saving.stored.connect(self._show_state)
        self._busy: Literal["", "move", "answer", "run"] = ""
        self._halt = Halt()
        self._failures = 0
        self._late = one_shot(self, _LATE_MS, self._engine_late)
        self._next = one_shot(self, _DECISION_MS, self._continue)
        self._patience = one_shot(self, _PATIENCE_MS, self._abandon)

    @property
    def hands(self) -> int:
        return self._match.hands if self._match is not None else 0

    @property
    def match_number(self) -> int:
        return self._saving.number

    def wait(self, phase: Phase, choice: WatchChoice) -> None:
        """Reset to no match: ready to start one, or preparing it."""
        self.phase, self._match, self._answered = phase, None, None
        self._ending = self._waits = False
        self._saving.follow(None)
        self._patience.stop()
        self._free()
        self.stage.tell(None)
        self.stage.clear(choice)
        self._show_state()

    def begin(self, match: WatchedMatch, writer: MatchWriter) -> None:
        self._match = match
        self._saving.follow(writer)
        self._clock = Clock()
        self._clock.start(0)
        self.stage.set_table(match.choice)
        self.phase = "live"
        self.pace.emit(_PACES[self._speed])
        self._continue()
        self._show_state()

    def stop(self) -> None:
        """Stop all activity: the window closes, and the store writes what it has been given."""
        self._next.stop()
        self._patience.stop()
        self._saving.follow(None)
        self._late.stop()
        self._halt.cancel()
        self._match = None

    # Buttons

    def pause(self) -> None:
        """Pause; a fast match stops between two hands."""
        if self.phase not in ("live", "fast"):
            return
        self._next.stop()
        self._halt.cancel()
        self.phase = "paused"
        self._clock.pause()
        self._show_state()

    def resume(self) -> None:
        if self.phase != "paused" or self._match is None:
            return
        self.phase, self._waits = "live", False
        self.stage.tell(None)
        self._clock.start(self._match.hands)
        self._continue()
        self._show_state()

    def step(self) -> None:
        """Play one decision, then wait."""
        if self.phase not in ("live", "paused") or self._busy:
            return
        self._next.stop()
        if self._speed == "fast":
            self._set_speed("human")
        if self.phase == "live":
            self._clock.pause()
        self.phase, self._waits = "paused", False
        self.stage.show_table()
        self._do_next()
        self._show_state()

    def choose_speed(self, speed: Speed) -> None:
        """Choose the speed: human, ten times that, or as fast as possible."""
        if speed == self._speed:
            return
        self._set_speed(speed)
        if self.phase == "fast":
            self.phase = "live"
            self._halt.cancel()
        elif self.phase == "live":
            self._next.stop()
            if self._match is not None:
                self._clock.start(self._match.hands)
            if speed == "fast":
                self._continue()
            else:
                self._schedule()
        self._show_state()

    def end(self) -> None:
        """Stop the match here; finished hands are kept."""
        if self._match is None or self.phase == "finished":
            return
        self._next.stop()
        self._ending = True
        self._halt.cancel()
        if not self._busy:
            self._finish()
        elif self._busy == "answer":  # cancelling is harmless
            self._abandon()
        elif not self._patience.isActive():
            self._patience.start()
            self._show_state()

    def _abandon(self) -> None:
        self._runner.cancel(CHANNEL)
        self._free()
        self._finish()

    def take_seat(self) -> None:
        """Play on from the shown decision, in the seat of the engine to act; the match waits."""
        link = play_link(self._match, self.stage.seen)
        if link is not None:
            self.pause()
            self.play_requested.emit(link)

    def study(self) -> None:
        """Open the shown decision in Study, with the engine that decides there; the match waits."""
        self.pause()
        link = study_link(self._match, self.stage.seen)
        if link is not None:
            self.study_requested.emit(link)

    def _set_speed(self, speed: Speed) -> None:
        self._speed = speed
        self.pace.emit(_PACES[speed])

    # Jobs, one at a time

    def _start(
        self,
        what: Literal["move", "answer", "run"],
        work: Work[Any],
        done: Callable[[Any], None],
    ) -> None:
        match = self._match
        assert match is not None
        self._busy = what
        if what != "move":
            self._late.start()

        def ended(outcome: object) -> None:
            self._free()
            done(outcome)
            failures = match.failures
            if len(failures) > self._failures:
                self.stage.tell(notices.engine_stumbled(*failures[-1]))
            self._failures = len(failures)

        def failed(error: Exception) -> None:
            self._free()
            self._failed(error)

        look = self._looked if what == "run" else None
        self._runner.start(work, ended, failed=failed, progress=look, channel=CHANNEL)

    def _free(self) -> None:
        self._busy = ""
        self._late.stop()
        self.stage.in_time()

    # Decision by decision

    def _continue(self) -> None:
        """Continue at the chosen speed, unless a job has the match: its end comes back here."""
        if self.phase != "live" or self._busy:
            return
        if self._speed == "fast":
            self._go_fast()
        else:
            self.stage.show_table()
            self._do_next()

    def _do_next(self) -> None:
        """Deal, ask, or take the action that the engine to act has answered."""
        match, now = self._match, self.stage.now
        if self._busy or match is None:
            return
        if now is None or now.finished:
            if match.over:
                self._finish()
            else:
                self._start("move", match.deal, self._moved)
        elif self._answered is not None:
            action, self._answered = self._answered.action, None
            self._start("move", lambda control: match.apply(action), self._moved)
        else:
            self._start("answer", match.answer, self._heard)

    def _moved(self, moved: Moved) -> None:
        """Show what happened, and ask the next engine meanwhile."""
        match, table = self._match, self.stage.table
        if match is None or table is None:
            return
        frames = table.follow(moved)
        self._clock.count(match.hands)
        if self._ending:
            self._finish()
            return
        if not moved.finished:
            self._start("answer", match.answer, self._heard)
        self.stage.play(frames)
        if moved.standing is not None:
            self.stage.standing.emit(moved.standing)
            self._saving.check()
        self._show_state()
        if self._speed == "fast":
            self._continue()

    def _heard(self, answered: Answered) -> None:
        """Show what the engine to act is about to do."""
        table = self.stage.table
        if table is None:
            return
        self._answered = answered
        scene = table.show_answer(answered)
        if self._speed == "fast":
            self._continue()
        if self.phase != "fast":
            self.stage.play([TableFrame(scene)])
        self._show_state()

    def table_settled(self) -> None:
        if self.stage.now is not None:
            self.stage.settle()
            self._schedule()

    def _schedule(self) -> None:
        now = self.stage.now
        if now is None or not (now.finished or self._answered is not None):
            return
        if self.phase == "live" and self._speed != "fast" and self.stage.at_rest:
            self._next.start(round((_DECISION_MS, _HAND_MS)[now.finished] * _PACES[self._speed]))

    # As fast as the engines can

    def _go_fast(self) -> None:
        match = self._match
        if match is None:
            return
        pending, self._answered = self._answered, None
        self.phase = "fast"
        self._clock.start(match.hands)
        action = pending.action if pending is not None else None
        halt = self._halt = Halt()

        def work(control: JobControl) -> tuple[MatchSnapshot, Moved | None]:
            return match.run(action, halt.within(control), lambda: control.progress(0.0))

        self._start("run", work, self._ran)
        self.stage.show_panel(notices.fast_panel(match.choice, match.hands, self._clock))
        self._show_state()

    def _looked(self, fraction: float, text: str) -> None:
        self._late.start()
        self.stage.in_time()
        look = self._match.look if self._match is not None else None
        if look is not None and self.phase == "fast":
            self._show_look(look)

    def _show_look(self, look: MatchSnapshot) -> None:
        assert self._match is not None
        self._clock.count(look.hands)
        self.stage.standing.emit(look.standing)
        self.stage.show_panel(notices.fast_panel(self._match.choice, look.hands, self._clock))
        self._show_progress()
        self._saving.check()

    def _ran(self, outcome: tuple[MatchSnapshot, Moved | None]) -> None:
        look, moved = outcome
        match = self._match
        if match is None:
            return
        self._show_look(look)
        if self._ending or match.over:
            self._finish()
            return
        table = self.stage.set_table(match.choice)
        if moved is not None:
            self.stage.play([table.follow(moved)[-1]])
        if self.phase == "paused":
            self.stage.show_panel(notices.paused_panel(match.choice, look.hands))
        self._continue()
        self._show_state()

    # The end

    def _finish(self) -> None:
        """End the match: all finished hands are saved."""
        match = self._match
        if match is None:
            return
        self._next.stop()
        self._patience.stop()
        self.stage.tell(None)
        self._clock.count(match.hands)
        self._clock.pause()
        self._failures = 0
        self._runner.start(lambda control: match.end(), lambda nothing: None)
        self.phase, self._ending = "finished", False
        self.stage.standing.emit(match.standing())
        self._saving.finish()
        self.stage.show_panel(notices.finished_panel(match, self._clock))
        self._show_state()
        self.ended.emit()

    def _failed(self, error: Exception) -> None:
        log.exception("a match stopped", exc_info=error)
        self._finish()
        self.stage.tell(notices.match_failed(error, self.hands))

    def _engine_late(self) -> None:
        match, now = self._match, self.stage.now
        if match is not None:
            asked = now is not None and self._busy == "answer"
            self.stage.tell_late(match.choice.titles[now.to_act] if now and asked else "")

    def _not_kept(self, error: Exception) -> None:
        self.pause()
        self._waits = True
        self.stage.tell(notices.not_kept(error, over=self.phase == "finished"))

    def _caught_up(self) -> None:
        """Continue, unless the user took over meanwhile."""
        if self._waits:
            self.stage.tell(None)
            self.resume()

    def _show_state(self) -> None:
        match, seen, busy = self._match, self.stage.seen, self._busy
        halts: Halting = "pause" if self.phase == "paused" and busy == "run" else ""
        halts = "stop" if self._ending and busy else halts
        kept = self.match_number > 0
        scene = controls_scene(self.phase, self._speed, halts, match, seen, stored=kept)
        self.controls.emit(scene)
        self._show_progress()

    def _show_progress(self) -> None:
        match, seen = self._match, self.stage.seen
        number = seen.number if seen is not None else None
        scene = self._clock.scene(match.choice.hands, number) if match else ProgressScene()
        self.progress.emit(scene)
