"""Off-policy evaluation of strategies on a stored match or the listed hands."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.registry import FILE, PYTHON
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl
from pokergui.background.engines import build, trust
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.notices import DISMISS, at_work, go_on, sentence
from pokergui.judging.hands import Sides, hands_of, sides_of
from pokergui.judging.judge import Judged, judge
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_stop
from pokergui.localtime import local_now
from pokergui.pages.history.scenes.judging import Judging, judge_scene
from pokergui.pages.history.scenes.rows import Wanted, match_number
from pokergui.store import HandReader
from pokergui.viewmodel import Notice

STOP = "stop"
_CHANNEL = "history-judge"

log = logging.getLogger(__name__)


class JudgePresenter(QObject):
    """Evaluates strategies on hands in the background.

    Signals:
        scene: a ``JudgeScene``.
        notice: a ``Notice`` or None.
    """

    scene = Signal(object)
    notice = Signal(object)

    def __init__(
        self,
        runner: Runner,
        path: Path,
        strategies: Path,
        wanted: Callable[[], Wanted],
        parent: QObject | None = None,
        clock: Callable[[], datetime.datetime] = local_now,
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._strategies = runner, path, strategies
        self._wanted, self._clock = wanted, clock
        self._state = Judging(0)
        self._stop = JobControl()

    @Slot()
    def look(self) -> None:
        """Look up who played the listed hands; results for the same hands stay."""
        wanted = self._wanted()
        source = match_number(wanted.mode) or wanted.filter(self._clock())
        if self._state.running:
            return
        before = self._state
        kept = Judging(source, files=before.files, estimator=before.estimator, value=before.value)
        self._change(kept)

        def work(control: JobControl) -> Sides:
            with HandReader(self._path) as reader:
                return sides_of(reader, source, control)

        def done(sides: Sides) -> None:
            same = (before.source, before.sides) == (source, sides)
            self._change(before if same else self._state.with_sides(sides))

        def failed(error: Exception) -> None:
            self._change(replace(self._state, problem=full_stop(sentence(error))))

        self._runner.start(work, done, failed=failed, channel=_CHANNEL)

    def _change(self, state: Judging) -> None:
        self._state = state
        self.scene.emit(judge_scene(state, self._strategies))

    def _choose(self, state: Judging) -> None:
        """Take a choice, unless hands are being read for another one."""
        self._change(self._state if self._state.running else state)

    @Slot(str)
    def choose_side(self, hero: str) -> None:
        if hero != self._state.hero:
            self._choose(self._state.weighing(hero))

    @Slot(str)
    def choose_followed(self, engine: str) -> None:
        if engine:
            self._choose(self._state.weighing(self._state.hero, engine))

    @Slot(str)
    def choose_estimator(self, name: str) -> None:
        self._change(replace(self._state, estimator=name))

    @Slot(str)
    def choose_value(self, name: str) -> None:
        if name != self._state.value:
            self._choose(self._state.counting(name))

    @Slot(str)
    def add(self, name: str) -> None:
        self._choose(self._state.with_target(name))

    @Slot(str)
    def add_file(self, path: str) -> None:
        name = f"{PYTHON if path.endswith('.py') else FILE}{path}"
        trust(name)
        self.add(name)

    @Slot(str)
    def remove(self, name: str) -> None:
        self._choose(self._state.without_target(name))

    @Slot()
    def judge(self) -> None:
        """Evaluate the pending strategies."""
        state = self._state
        if not judge_scene(state, self._strategies).can_judge:
            return
        stop = self._stop = JobControl()
        self._change(replace(state, running=True))
        self._progress(0.0, "")

        def work(control: JobControl) -> Judged:
            ending = stopped_by(stop, control)

            def made(name: str, game: Game) -> Agent:
                return build(name, game, self._strategies, ending)

            with HandReader(self._path) as reader:
                hero = state.hero
                hands = hands_of(reader, state.source, hero, state.followed, ending)
                return judge(hands, state.waiting, made, self._strategies, ending, state.value)

        self._runner.start(
            work, self._done, failed=self._failed, progress=self._progress, channel=_CHANNEL
        )

    def _progress(self, fraction: float, text: str) -> None:
        self.notice.emit(at_work(tr("Evaluating on these hands"), fraction, "", STOP))

    def _done(self, judged: Judged) -> None:
        self.notice.emit(None)
        self._change(self._state.with_found(judged))

    def _failed(self, error: Exception) -> None:
        log.warning("hands judged nobody", exc_info=error)
        self._change(replace(self._state, running=False))
        text = tr("{reason}. No hand was changed.").format(reason=sentence(error))
        title = tr("These strategies cannot be evaluated on these hands")
        self.notice.emit(Notice("error", title, text, (go_on(),), repr(error)))

    @Slot(str)
    def press(self, key: str) -> None:
        if key == STOP:
            self._stop.cancel()
        elif key == DISMISS:
            self.notice.emit(None)
