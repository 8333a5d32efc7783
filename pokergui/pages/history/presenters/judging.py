"""Off-policy evaluation of strategies on a stored match or the listed hands."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.registry import FILE, PYTHON
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl
from pokergui.background.engines import build, trust
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.notices import DISMISS, at_work, sentence
from pokergui.judging.hands import Sides, hands_of, sides_of
from pokergui.judging.judge import Judged, judge
from pokergui.language import tr_history as tr
from pokergui.language.joins import full_stop
from pokergui.localtime import local_now
from pokergui.pages.history.scenes.judging import Judging, judge_scene
from pokergui.pages.history.scenes.rows import ListFilter, match_number, nothing_changed
from pokergui.store import HandReader

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
        wanted: Callable[[], ListFilter],
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

    @Slot(str, object)
    def choose(self, name: str, value: Any) -> None:
        """Take a choice of the view by its name; while hands are read only an estimator's."""
        state = self._state
        if name == "estimator":
            self._change(replace(state, estimator=value))
        elif state.running:
            self._change(state)
        elif name == "judge":
            self._judge()
        elif name == "file":
            own = f"{PYTHON if value.endswith('.py') else FILE}{value}"
            trust(own)
            self._change(state.with_target(own))
        else:
            self._change(state.choosing(name, value))

    def _judge(self) -> None:
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
        title = tr("These strategies cannot be evaluated on these hands")
        self.notice.emit(nothing_changed(title, error))

    @Slot(str)
    def press(self, key: str) -> None:
        if key == STOP:
            self._stop.cancel()
        elif key == DISMISS:
            self.notice.emit(None)
