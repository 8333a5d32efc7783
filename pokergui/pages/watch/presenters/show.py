"""What is shown of a match, whatever it does: stage, controls, progress."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal, Slot

from engine.player import PublicState
from pokergui.formatting.words import tr
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.watch.scenes.notices import engine_late
from pokergui.pages.watch.scenes.progress import Clock
from pokergui.pages.watch.scenes.table import WatchTable
from pokergui.pages.watch.viewmodel.watch import ControlsScene, PanelScene, Phase, Speed
from pokergui.pages.watch.work.match import Moved, WatchedMatch
from pokergui.viewmodel import ProgressScene, TableFrame
from pokergui.viewmodel.settings import AmountUnit

_PACES: dict[Speed, float] = {"human": 1.0, "ten": 0.1, "fast": 0.0}


class MatchShow(QObject):
    """The state of one match as the page sees it.

    Signals:
        panel, frames, win, controls, progress, standing, notice: new content of that part.
        pace: factor on the table's motion.
        play_requested: a ``PlayLink`` to the decision shown.
        study_requested: a ``StudyLink`` to it; of a hand that is over, to its last one.
        ended: the match is over or was stopped.

    Attributes:
        match_number: of the match that is over and stored whole; 0 before.
    """

    panel = Signal(object)
    frames = Signal(object)
    win = Signal(object)
    controls = Signal(object)
    progress = Signal(object)
    standing = Signal(object)
    notice = Signal(object)
    pace = Signal(float)
    play_requested = Signal(object)
    study_requested = Signal(object)
    ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._phase: Phase = "ready"
        self._speed: Speed = "human"
        self._unit: AmountUnit = "chips"
        self._match: WatchedMatch | None = None
        self._table: WatchTable | None = None
        self._table_shown = False
        self._clock = Clock()
        self._told_late = self._ending = False
        self._busy: Literal["", "move", "answer", "run"] = ""  # what a job does with the match
        self.match_number = 0

    @property
    def phase(self) -> Phase:
        """What the match does."""
        return self._phase

    @property
    def hands(self) -> int:
        """Finished hands of the match."""
        return self._match.hands if self._match is not None else 0

    @property
    def _now(self) -> Moved | None:
        """What the table shows."""
        return self._table.now if self._table is not None else None

    @property
    def _pace(self) -> float:
        return _PACES[self._speed]

    def _set_speed(self, speed: Speed) -> None:
        self._speed = speed
        self.pace.emit(self._pace)

    def show_in(self, unit: AmountUnit) -> None:
        """Show amounts in another unit, at once."""
        self._unit = unit
        if self._table is not None:
            self._table.show_in(unit)
            if self._table.now is not None:
                self.frames.emit([TableFrame(self._table.scene())])

    def _tell_late(self, name: str) -> None:
        """Say that an engine thinks for long."""
        self._told_late = True
        self.notice.emit(engine_late(name))

    def _in_time(self) -> None:
        """Close the notice of an engine that was late."""
        if self._told_late:
            self._told_late = False
            self.notice.emit(None)

    def _show_table(self) -> None:
        if not self._table_shown:
            self._table_shown = True
            self.panel.emit(None)

    def _show_panel(self, scene: PanelScene) -> None:
        self._table_shown = False
        self.panel.emit(scene)

    def _show_state(self) -> None:
        self._show_controls()
        self._show_progress()

    @property
    def _halting(self) -> Literal["pause", "stop", ""]:
        """What a match is about to do that still runs fast or thinks."""
        if self._ending and self._busy:
            return "stop"
        return "pause" if self._phase == "paused" and self._busy == "run" else ""

    def _show_controls(self) -> None:
        self.controls.emit(
            ControlsScene(
                self._phase,
                self._speed,
                can_step=self._phase in ("live", "paused") and not self._halting,
                can_stop=self._phase not in ("ready", "finished") and self._halting != "stop",
                seats=self._seats(),
                can_export=self.match_number > 0,
                can_study=self._studied() is not None,
                halting=self._halting,
            )
        )

    def _seats(self) -> tuple[tuple[str, str], ...]:
        """Seats that can be taken, the one to act first."""
        now = self._now
        if self._match is None or now is None or now.finished or not self._table_shown:
            return ()
        first = now.to_act
        titles = self._match.choice.titles
        return (
            (str(first), tr("{name}’s seat, to act").format(name=titles[first])),
            (str(1 - first), tr("{name}’s seat").format(name=titles[1 - first])),
        )

    def _link(self, player: int) -> PlayLink | None:
        """The decision shown, with a person in the seat of engine 0 or 1."""
        match, now = self._match, self._now
        if match is None or now is None or now.finished:
            return None
        seat = now.seat_a if player == 0 else 1 - now.seat_a
        rival = match.choice.engines[1 - player]
        return PlayLink(match.game, now.deck, now.spot.actions, seat, rival)

    @Slot()
    def study(self) -> None:
        """Ask for the decision shown to be opened in Study, with the engine that decides there."""
        link = self._studied()
        if link is not None:
            self.study_requested.emit(link)

    def _studied(self) -> StudyLink | None:
        match, now = self._match, self._now
        if match is None or now is None or not self._table_shown:
            return None
        game = match.game
        actions = now.spot.actions[:-1] if now.finished else now.spot.actions
        spot = PublicState(game, actions, ())
        if spot.finished:  # all-in from the blinds: there was nothing to decide
            return None
        board = now.spot.board[: game.board_sizes[spot.street]]
        start = game.num_hole * spot.to_act
        hole = now.deck[start : start + game.num_hole]
        first, second = match.choice.engines
        engines = (first, second) if spot.to_act == now.seat_a else (second, first)
        return StudyLink(game, actions, board, hole, *engines)

    def _show_progress(self) -> None:
        match, now = self._match, self._now
        if match is None:
            self.progress.emit(ProgressScene())
            return
        current = now.number if self._table_shown and now is not None else None
        self.progress.emit(self._clock.scene(match.choice.hands, current))
