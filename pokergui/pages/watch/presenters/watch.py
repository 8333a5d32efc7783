"""The Watch page's presenter: the choice of a match; ``run`` plays it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import PokerError
from pokergui.background.engines import trust
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.notices import DISMISS, failure, good
from pokergui.language import tr_watch as tr
from pokergui.matches import Counting
from pokergui.pages.watch.presenters.run import CHANNEL, MatchRun
from pokergui.pages.watch.scenes import notices
from pokergui.pages.watch.scenes.choices import CUSTOM, WatchChoice, parse_hands, top_scene
from pokergui.pages.watch.scenes.controls import parse_test, start_form, valid_luck
from pokergui.pages.watch.scenes.standing import standing_scene
from pokergui.pages.watch.work import Keep, WatchedMatch, begin_stored, prepare
from pokergui.store import Store, export_match
from pokergui.viewmodel import Notice
from pokergui.viewmodel.settings import AmountUnit

_SLOW_MS = 300
_TYPED = ("null", "alternative")

log = logging.getLogger(__name__)


class WatchPresenter(QObject):
    """The presenter that lets the user choose and start a match.

    Signals:
        top: new content of that part.
        choice_made: a dict of strings to remember.
        judge_requested: number of a stored match to evaluate other strategies on.
    """

    top = Signal(object)
    choice_made = Signal(object)
    judge_requested = Signal(int)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        strategies: Path,
        choice: WatchChoice | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._store = store
        self._strategies = strategies
        self._choice = (choice or WatchChoice()).valid(strategies)
        self._custom: str | None = None
        self._custom_error = ""
        self._typed = self._results()
        self._test_error = ""
        self.run = MatchRun(runner, self)
        self.stage = self.run.stage
        self.run.ended.connect(self._show_top)
        self._slow = one_shot(self, _SLOW_MS, self._progress)

    def start(self) -> None:
        self._show_ready()

    def stop(self) -> None:
        self._slow.stop()
        self.run.stop()

    def show_in(self, unit: AmountUnit) -> None:
        if unit != self.stage.unit:
            self.stage.show_in(unit)
            if self.run.phase in ("ready", "starting"):
                self.stage.clear(self._choice)

    # Choices

    def choose(self, name: str, value: Any) -> None:
        """Take another value of a choice of the page, by its name."""
        choice = self._choice
        if name.startswith(("engine_", "seat_")):
            self._choose(choice.with_engine(name[-1], value))
        elif name == "fill":
            self._choose(replace(choice, engines=(value,) * len(choice.engines)))
        elif name == "shuffle":
            self._choose(choice.shuffled(self._strategies))
        elif name == "length" and value == CUSTOM:
            self._custom = f"{choice.hands:,}"
            self._show_top()
        elif name == "length":
            self._custom, self._custom_error = None, ""
            self._choose(replace(choice, hands=int(value)))
        elif name == "custom":
            self._edit_custom(value)
        elif name in _TYPED:
            self._edit_test(name, value)
        else:  # named like the fields of the choice
            if name == "stop":
                self._typed, self._test_error = self._results(), ""
            self._choose(replace(choice, **{name: value}))

    def choose_file(self, side: str, path: str) -> None:
        choice = self._choice.with_file(side, path)
        for name in choice.files:
            trust(name)
        self._choose(choice)

    def _edit_custom(self, text: str) -> None:
        self._custom = text
        hands, self._custom_error = parse_hands(text)
        if hands:
            self._choose(replace(self._choice, hands=hands))
        else:
            self._show_top()

    def _edit_test(self, name: str, text: str) -> None:
        null, alternative = self._typed
        self._typed = (text, alternative) if name == _TYPED[0] else (null, text)
        self._test_error = ""
        try:
            hypotheses = parse_test(self._typed)
        except PokerError as error:
            self._test_error = str(error)
            self._show_form()
        else:
            self._choose(replace(self._choice, null=hypotheses[0], alternative=hypotheses[1]))

    def _results(self) -> tuple[str, str]:
        choice = self._choice
        return f"{choice.null:.6g}", f"{choice.alternative:.6g}"

    def refresh_engines(self) -> None:
        """Refresh the lists of engines; a match and its results stay."""
        if self.run.phase == "ready":
            self._choose(self._choice)
        else:
            self._show_top()

    def _choose(self, choice: WatchChoice) -> None:
        if not self._running:
            game = self._choice.game
            choice = choice.valid(self._strategies)
            self._choice = replace(choice, luck=valid_luck(choice, self._strategies))
            if game != choice.game:  # whose unit may be another
                self._typed, self._test_error = self._results(), ""
            self._show_ready()
            self.choice_made.emit(self._choice.table())

    @property
    def _running(self) -> bool:
        return self.run.phase not in ("ready", "finished")

    def _show_ready(self) -> None:
        choice = self._choice
        self.run.wait("ready", choice)
        self._show_form()
        nothing = Counting(choice.build_game(), choice.titles, choice.duplicate, choice.rule)
        self.stage.standing.emit(standing_scene(nothing, choice.titles, choice.hands))
        self._show_top()

    def _show_form(self) -> None:
        form = start_form(self._choice, self._strategies, self._typed, self._test_error)
        self.stage.show_panel(notices.ready_panel(self._choice, form))

    def _show_top(self) -> None:
        scene = top_scene(
            self._choice,
            self._strategies,
            locked=self._running,
            custom=self._custom,
            custom_error=self._custom_error,
        )
        self.top.emit(scene)

    # The beginning and the end

    def act(self, name: str, value: Any) -> None:
        """Do what a control of the bar stands for, by its name."""
        run = self.run
        if name == "speed":
            run.choose_speed(value)
        else:
            does = {"main": self.press_main, "stop": self.end, "step": run.step}
            {**does, "study": run.study, "seat": run.take_seat}[name]()

    def press_main(self) -> None:
        if self.run.phase == "paused":
            self.run.resume()
        elif self._running:
            self.run.pause()
        elif wrong := self._custom_error or self._test_error:
            self.stage.tell(Notice("warning", wrong, buttons=(good(),)))
        else:
            self._begin()

    def end(self) -> None:
        if self.run.phase == "starting":
            self._runner.cancel(CHANNEL)
            self._slow.stop()
            self._show_ready()
        else:
            self.run.end()

    def press_notice(self, key: str) -> None:
        self.stage.tell(None)
        if key == notices.STOP:
            self.end()
        elif key == DISMISS:
            return
        elif self.run.phase == "paused" or not self._running:
            self.press_main()

    def judge(self) -> None:
        if self.run.match_number:
            self.judge_requested.emit(self.run.match_number)

    def export(self, path: str) -> None:
        number = self.run.match_number
        if self.run.phase != "finished" or not number:
            return
        database, tell = self._store.path, self.stage.tell

        def saving(fraction: float, text: str = "") -> None:
            tell(Notice("running", tr("Saving the hands as text"), progress=fraction))

        saving(0.0)
        self._runner.start(
            lambda control: export_match(database, number, Path(path), control),
            lambda written: tell(notices.exported(written[0], path)),
            failed=self._not_exported,
            progress=saving,
            channel="watch-export",
        )

    def _not_exported(self, error: Exception) -> None:
        log.warning("a match could not be exported", exc_info=error)
        self.stage.tell(failure(tr("The hands could not be saved as text"), error))

    def _begin(self) -> None:
        """Build engines and compile in the background, then play."""
        choice, folder = self._choice, self._strategies
        self.run.wait("starting", choice)
        self._slow.start()
        self._show_top()
        self._runner.start(
            lambda control: prepare(choice, folder, control),
            self._ready,
            failed=self._not_ready,
            progress=self._progress,
            channel=CHANNEL,
        )

    def _progress(self, fraction: float = 0.0, text: str = "") -> None:
        if self.run.phase == "starting" and not self._slow.isActive():
            self.stage.show_panel(notices.starting_panel(self._choice, fraction, text))

    def _ready(self, make: Callable[[int, Keep], WatchedMatch]) -> None:
        self._slow.stop()
        seed = secrets.randbits(63)
        writer = begin_stored(self._store, self._choice, seed)
        match = make(seed, writer.keep)
        self.stage.standing.emit(match.standing())
        self.run.begin(match, writer)

    def _not_ready(self, error: Exception) -> None:
        self._slow.stop()
        log.exception("a match could not be started", exc_info=error)
        self._show_ready()
        self.stage.tell(notices.not_ready(error))
