"""The Lab page's presenter of sampling schedules: the schedule, its game, and its measurements."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from ai.cfr.robust_sampling import parse_picks
from ai.cfr.solvable import solvable_games
from ai.lab.node_touches import TouchCurve, measure
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.formatting.notices import sentence
from pokergui.links import TrainLink
from pokergui.pages.lab.scenes import schedule as scenes
from pokergui.pages.lab.scenes.schedule import ScheduleChoice, SchedulePicture

_LOOK, _MEASURE = "lab schedule", "lab schedule measured"
_MOST_KEPT = 64


class ScheduleLab(QObject):
    """Lets the user draw a sampling schedule, and measures it while the tab is visible.

    Signals:
        scene: the whole tab, rebuilt.
        train_requested: a ``TrainLink`` with the schedule.
    """

    scene = Signal(object)
    train_requested = Signal(object)

    def __init__(self, runner: Runner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._choice = ScheduleChoice()
        self._problem = ""
        self._games: tuple[Game, ...] = ()
        self._picture: SchedulePicture | None = None
        self._references: dict[str, SchedulePicture] = {}
        self._kept: OrderedDict[bytes, TouchCurve] = OrderedDict()
        self._share = 0.0
        self._seen = False

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """Note whether the tab is visible: only then is anything measured."""
        self._seen = shown
        if not shown:
            self._runner.cancel(_MEASURE)
        elif self._picture is None:
            self._look()
        else:
            self._measure()

    @Slot(str, object)
    def choose(self, name: str, value: Any = None) -> None:
        """Take a choice of the tab by its name; a custom schedule stays as it is."""
        if name == "train":
            self._train()
        elif name in ("count", "dial"):
            self._choice = replace(self._choice, **{name: value})
            self._show()
        elif name != "preset":
            self._choose(**{name: value})
        elif value in scenes.PRESETS:
            self._choose(text=value, dial=0)

    @Slot(int, int)
    def turn(self, dial: int, step: int) -> None:
        if self._picture is not None and not self._problem:
            changed = scenes.turned(self._picture.picks, self._picture.shape, dial, step)
            self._choose(text=str(changed), dial=dial)

    @Slot(int, int, int)
    def draw(self, dial: int, count: int, actions: int) -> None:
        if self._picture is not None and not self._problem:
            changed = scenes.drawn(self._picture.picks, self._picture.shape, dial, count, actions)
            self._choose(text=str(changed), dial=dial)

    def _train(self) -> None:
        if self._picture is not None and not self._problem:
            self.train_requested.emit(TrainLink(self._picture.game, str(self._picture.picks)))

    def _choose(self, **changes: Any) -> None:
        """Change the choice, and stop measuring for the old one."""
        choice = replace(self._choice, **changes)
        if choice == self._choice:
            return
        self._choice = choice
        self._runner.cancel(_MEASURE)
        self._look()

    def _look(self) -> None:
        """Apply the schedule to the tree, if it is valid."""
        choice = self._choice
        try:
            picks = parse_picks(choice.text)
        except EngineError as error:
            self._problem = sentence(error)
            self._runner.cancel(_LOOK)
            self._show()
            return
        self._problem = ""

        def work(control: JobControl) -> tuple[SchedulePicture, ...]:
            solvable_games()  # slow at its first call
            game = get_game(choice.game)
            texts = (scenes.ALL_ACTIONS, scenes.ONE_ACTION)
            return tuple(scenes.look_at(game, each) for each in (picks, *map(parse_picks, texts)))

        self._runner.start(work, self._found, channel=_LOOK)

    def _found(self, pictures: tuple[SchedulePicture, ...]) -> None:
        self._games = solvable_games()
        self._picture = pictures[0]
        self._references = dict(zip(scenes.names(), pictures, strict=True))
        self._measure()

    def _measure(self) -> None:
        """Measure whatever is missing, one schedule after the other."""
        self._share = 0.0
        self._show()
        left = [one for one in self._references.values() if one.key not in self._kept]
        if not left or not self._seen or self._problem:
            return
        picture = left[0]

        def done(curve: TouchCurve) -> None:
            self._kept[picture.key] = curve
            if len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            self._measure()

        self._runner.start(
            lambda control: measure(picture.game, str(picture.picks), control),
            done,
            progress=self._progress,
            channel=_MEASURE,
        )

    def _progress(self, share: float, words: str) -> None:
        self._share = share
        self._show()

    def _show(self) -> None:
        if self._picture is None:
            return
        curves = {
            key: self._kept[one.key]
            for key, one in self._references.items()
            if one.key in self._kept
        }
        left = len(self._references) - len(curves)
        share = (
            None
            if not left or self._problem
            else (len(curves) + self._share) / len(self._references)
        )
        self.scene.emit(
            scenes.schedule_scene(
                self._picture, self._choice, self._games, curves, share, self._problem
            )
        )
