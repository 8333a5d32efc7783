"""The presenter of the Preflop page: what is typed, the solution, locks, charts to take away."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot

from ai.preflop.locks import range_of_classes
from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from engine.errors import PokerError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.files import write_bytes
from pokergui.formatting.jamfold import chart_table, chart_text, line_words
from pokergui.formatting.notices import at_work, failure, go_on, sentence
from pokergui.language import tr_preflop as tr
from pokergui.language.joins import full_stop, labelled
from pokergui.pages.preflop.scenes.blueprint import (
    blueprint_scene,
    line_at,
    reading_table,
    reading_text,
    reading_title,
    study_link,
)
from pokergui.pages.preflop.scenes.jamfold import (
    FOLD,
    JAM,
    JAM_OR_FOLD,
    PreflopDraft,
    cells,
    chart_of,
    line_of,
    preflop_scene,
    read_stage,
    slid,
    stepped_stack,
)
from pokergui.pages.preflop.viewmodel import STACKS
from pokergui.pages.preflop.work import (
    FREE,
    BlueprintCharts,
    SolvedStage,
    blueprint_charts,
    drill_link,
    solve_stage,
    stage_link,
)
from pokergui.ranges.reading import Reading
from pokergui.viewmodel import Notice

_CHANNEL, _EXPORT = "preflop", "preflop-export"
_PAUSE_MS = 400
"""Before tables of three and more players are solved, which takes seconds."""
_TEXTS = frozenset({"stack", "small", "ante", "payouts"})
_WEIGHTS = {JAM: 1.0, FOLD: 0.0, "": FREE}

log = logging.getLogger(__name__)


class PreflopPresenter(QObject):
    """Solves the stage that is typed, and shows its charts.

    Signals:
        copied: text for the clipboard, and what was done, to be spoken.
        drill_requested, study_requested: a link to practise a decision, to open it in Study.
        play_requested: a ``SitAndGoLink`` with the stage.
    """

    scene = Signal(object)
    notice = Signal(object)
    copied = Signal(str, str)
    drill_requested = Signal(object)
    play_requested = Signal(object)
    study_requested = Signal(object)

    def __init__(self, runner: Runner, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._folder = runner, folder
        self.draft = PreflopDraft()
        self._stage = read_stage(self.draft)
        self._solved: SolvedStage | None = None
        self._charts: BlueprintCharts | None = None
        self._line_read = ""
        self._progress: float | None = None
        self._begun = False
        self._pause = one_shot(self, _PAUSE_MS, self._solve)
        self._does: dict[str, Callable[[], None]] = {
            "copy": self.copy,
            "clear": self.clear,
            "practise": self._practise,
            "play": self._play,
            "study": self._study,
        }

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        if shown and not self._begun:
            self._begun = True
            self._take(self.draft)

    def stop(self) -> None:
        self._pause.stop()
        self._runner.cancel(_CHANNEL)

    # Choices

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Take a choice or a text of a control, or do what a button says."""
        draft = self.draft
        if name in self._does:
            self._does[name]()
        elif name == "source":
            self._take(replace(draft, source=value, painting=False))
        elif name == "line" and self._reads:
            self._line_read = value
            self._refresh()
        elif name in _TEXTS or name in ("players", "equal", "ante_of"):
            self._take(replace(draft, **{name: value}))
        elif name in STACKS:
            stacks = list(draft.stacks)
            stacks[STACKS.index(name)] = value
            self._take(replace(draft, stacks=tuple(stacks)))
        elif name == "line":
            self._look(replace(draft, line=line_of(value)))
        else:
            self._look(replace(draft, **{name: value}))

    @Slot(int)
    def slide(self, position: int) -> None:
        self._take(replace(self.draft, stack=slid(position)))

    @Slot(int)
    def step(self, by: int) -> None:
        self._take(replace(self.draft, stack=stepped_stack(self.draft.stack, by)))

    def _look(self, draft: PreflopDraft) -> None:
        self.draft = draft
        self._refresh()

    def _take(self, draft: PreflopDraft) -> None:
        """Take another stage or other locks, and solve it."""
        if draft.equal != self.draft.equal and not draft.equal:
            draft = replace(draft, stacks=(draft.stack,) * len(draft.stacks))
        if draft.players != self.draft.players:  # other seats have other decisions
            draft = replace(
                draft, line=JamFoldDecision(0), locks=type(draft.locks)(), painting=False
            )
        self.draft, self._stage = draft, read_stage(draft)
        self.stop()
        self.notice.emit(None)
        self._progress = None
        if self._reads:
            self._read()
        elif self._stage.spot is None:
            self._refresh()
        elif draft.players == 2:
            self._solve()
        else:
            self._pause.start()
            self._refresh()

    # Blueprints

    @property
    def _reads(self) -> bool:
        return self.draft.source != JAM_OR_FOLD

    def _read(self) -> None:
        game = get_game(self.draft.source)
        if self._charts is None or self._charts.game != game:
            self._progress = 0.0

            def work(control: JobControl) -> BlueprintCharts:
                return blueprint_charts(game, self._folder, control)

            self._runner.start(
                work, self._have_read, failed=self._failed, progress=self._follow, channel=_CHANNEL
            )
        self._refresh()

    def _have_read(self, charts: BlueprintCharts) -> None:
        self._charts, self._progress = charts, None
        self._refresh()

    @property
    def _reading(self) -> Reading | None:
        """The line of the blueprint that is shown."""
        charts = self._charts
        if not self._reads or charts is None or charts.game.name != self.draft.source:
            return None
        return line_at(charts, self._line_read)

    def _study(self) -> None:
        if self._reading is not None:
            self.study_requested.emit(study_link(self._reading))

    # Solving

    def _solve(self) -> None:
        spot, locks = self._stage.spot, self.draft.locks
        if spot is None:
            return
        self._progress, before = 0.0, self._solved

        def work(control: JobControl) -> SolvedStage:
            return solve_stage(spot, locks, self._folder, before, control)

        self._runner.start(
            work, self._done, failed=self._failed, progress=self._follow, channel=_CHANNEL
        )
        self._refresh()

    def _follow(self, fraction: float, words: str) -> None:
        self._progress = fraction
        if words:
            self.notice.emit(at_work(words, fraction))
        self._refresh()

    def _done(self, solved: SolvedStage) -> None:
        self._solved, self._progress = solved, None
        self.notice.emit(None)
        self._refresh()

    def _failed(self, error: Exception) -> None:
        log.warning("jam or fold could not be solved", exc_info=error)
        self._progress = None
        self.notice.emit(failure(tr("The charts could not be made"), error))
        self._refresh()

    def _refresh(self) -> None:
        if not self._begun:
            return
        if self._reads:
            scene = blueprint_scene(self.draft, self._line_read, self._charts, self._progress)
        else:
            scene = preflop_scene(self.draft, self._stage, self._solved, self._progress)
        self.scene.emit(scene)

    # Locks

    @property
    def _line(self) -> JamFoldDecision | None:
        spot = self._stage.spot
        if spot is None or self._reads:
            return None
        return self.draft.line if self.draft.line in spot.decisions else spot.decisions[0]

    @Slot(list)
    def paint(self, reached: Sequence[int]) -> None:
        """Lock or free the hands of the cells that a stroke reached."""
        line, (_, place) = self._line, cells()
        if line is None:
            return
        weights = self.draft.locks.at(line).copy()
        weights[np.isin(place, list(reached))] = _WEIGHTS[self.draft.brush]
        self._lock(line, weights)

    @Slot(str)
    def paste(self, text: str) -> None:
        """Lock every hand of the decision shown to a range."""
        line = self._line
        if line is None:
            return
        try:
            weights = range_of_classes(text)
        except PokerError as error:
            told = full_stop(sentence(error))
            self.notice.emit(
                Notice("warning", tr("The copied text is not a range"), told, (go_on(),))
            )
            return
        self._lock(line, weights)

    def clear(self) -> None:
        self._take(replace(self.draft, locks=type(self.draft.locks)(), painting=False))

    def _lock(self, line: JamFoldDecision, weights: np.ndarray[Any, Any]) -> None:
        self.notice.emit(None)
        self._take(replace(self.draft, locks=self.draft.locks.with_weights(line, weights)))

    # To take away

    def _shown(self) -> tuple[JamFoldSpot, JamFoldDecision, SolvedStage] | None:
        spot, line, solved = self._stage.spot, self._line, self._solved
        if self._reads or spot is None or line is None or solved is None or solved.spot != spot:
            return None
        return spot, line, solved

    def copy(self) -> None:
        """Emit the hands that are all-in, of a blueprint those that go on, as range text."""
        shown = self._shown()
        if self._reading is not None:
            text = reading_text(self._reading)
            words = reading_title(self._reading)
        elif shown is not None:
            spot, line, solved = shown
            text = chart_text(chart_of(solved, line))
            words = labelled(spot.names[line.seat], line_words(spot, line))
        else:
            self.copied.emit("", tr("There is no chart to copy yet"))
            return
        self.copied.emit(text, tr("{chart} copied as range text").format(chart=words))

    def _practise(self) -> None:
        spot, line = self._stage.spot, self._line
        if self._reading is not None:
            self.drill_requested.emit(study_link(self._reading))
            return
        if self._reads or spot is None or line is None:
            return
        try:
            link = drill_link(spot, line)
        except PokerError as error:
            told = full_stop(sentence(error))
            self.notice.emit(Notice("warning", tr("This cannot be practised"), told, (go_on(),)))
        else:
            self.drill_requested.emit(link)

    def _play(self) -> None:
        if self._stage.spot is not None and not self._reads:
            self.play_requested.emit(stage_link(self._stage.spot))

    @Slot(str)
    def write_table(self, path: str) -> None:
        shown, charts = self._shown(), self._charts
        if self._reading is not None and charts is not None:
            self._write(Path(path), lambda: reading_table(charts).csv().encode("utf-8"))
        elif shown is not None:
            solved = shown[2]
            self._write(Path(path), lambda: chart_table(solved.solution).csv().encode("utf-8"))

    @Slot(str, object)
    def write_picture(self, path: str, content: Callable[[], bytes]) -> None:
        self._write(Path(path), content)

    def _write(self, path: Path, content: Callable[[], bytes]) -> None:
        def done(_: None) -> None:
            title = tr("Saved as {name}").format(name=path.name)
            self.notice.emit(Notice("plain", title, str(path.parent), (go_on(),)))

        def failed(error: Exception) -> None:
            log.warning("%s could not be written", path, exc_info=error)
            self.notice.emit(failure(tr("The file could not be saved"), error))

        self._runner.start(
            lambda _: write_bytes(path, content()), done, failed=failed, channel=_EXPORT
        )

    @Slot(str)
    def press(self, key: str) -> None:
        """Close the notice."""
        self.notice.emit(None)
