"""The section Data: listing, making and restoring backups, and moving the data folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.language import tr_settings as tr
from pokergui.localtime import local_now
from pokergui.moving import MovePlan, plan_move
from pokergui.pages.settings import scenes as scenes
from pokergui.pages.settings.work import Leaving, moving, restoring
from pokergui.paths import has_home
from pokergui.store import (
    Backup,
    HandReader,
    VerifyReport,
    backups_of,
    make_backup,
    salvage_backup,
    verify,
)
from pokergui.viewmodel import Notice

T = TypeVar("T")
_WORK = "data"


class DataPresenter(QObject):
    """The presenter of the backups; asks before the window is closed for an operation.

    Signals:
        scene: a ``BackupsScene``.
        notice: a ``Notice`` or None.
        left: a ``Leaving``: the window is to close for it and open again.
    """

    scene = Signal(object)
    notice = Signal(object)
    left = Signal(object)

    def __init__(self, runner: Runner, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._path = runner, path
        self._backups: tuple[Backup, ...] = ()
        self._chosen = ""
        self._busy = False
        self._asked: dict[str, Leaving] = {}

    @Slot(bool)
    def show_page(self, seen: bool) -> None:
        if seen:
            self.look()

    @Slot()
    def look(self) -> None:
        path = self._path
        self._runner.start(lambda control: backups_of(path), self._take, channel="backups")

    def _take(self, backups: tuple[Backup, ...]) -> None:
        self._backups = backups
        if self._chosen not in {one.path.name for one in backups}:
            self._chosen = next((one.path.name for one in backups), "")
        self._show()

    def _show(self) -> None:
        stays = tr("POKERGUI_HOME or --home sets the data folder.") if has_home() else ""
        scene = scenes.backups_scene(
            self._backups, self._chosen, local_now(), busy=self._busy, stays=stays
        )
        self.scene.emit(scene)

    @Slot(str)
    def choose(self, key: str) -> None:
        self._chosen = key
        self._show()

    def _start(
        self,
        title: str,
        work: Callable[[JobControl], T],
        done: Callable[[T], None],
        failed: str,
    ) -> None:
        """Start an operation, one at a time; earlier questions are dropped."""
        if self._busy:
            return
        self._asked, self._busy = {}, True
        self._tell(scenes.running_notice(title, 0.0))

        def ended(result: T) -> None:
            self._busy = False
            done(result)
            self.look()

        def broken(error: Exception) -> None:
            self._busy = False
            self._tell(scenes.failed_notice(failed, error))
            if not isinstance(error, PokerError):
                raise error

        def progress(fraction: float, text: str) -> None:
            self._tell(scenes.running_notice(title, fraction))

        self._runner.start(work, ended, failed=broken, progress=progress, channel=_WORK)

    def _tell(self, notice: Notice | None) -> None:
        self.notice.emit(notice)
        self._show()

    @Slot()
    def back_up(self) -> None:
        path = self._path
        self._start(
            tr("Backing up"),
            lambda control: make_backup(path, control),
            lambda made: self._tell(scenes.made_notice(made)),
            tr("No backup was made"),
        )

    @Slot()
    def ask_restore(self) -> None:
        """Check the chosen backup, then ask whether to restore it."""
        chosen = next((one for one in self._backups if one.path.name == self._chosen), None)
        if chosen is None:
            return
        path = self._path

        def work(control: JobControl) -> tuple[VerifyReport, int]:
            with HandReader(path) as reader:
                return verify(chosen.path, control), reader.count()

        def done(answer: tuple[VerifyReport, int]) -> None:
            checked, present = answer
            if not checked.sound:
                self._tell(scenes.damaged_notice(checked.problems[0].text))
                return
            title = tr("Restoring a backup")
            self._asked = {
                scenes.RESTORE: Leaving(title, restoring(path, chosen.path, checked)),
            }
            self._tell(scenes.restore_notice(chosen, present, local_now()))

        self._start(tr("Checking the backup"), work, done, tr("The backup cannot be read"))

    def _salvage(self) -> None:
        """Make a sound backup of the chosen one, and ask whether to restore that."""
        damaged = next(one.path for one in self._backups if one.path.name == self._chosen)
        path = self._path

        def work(control: JobControl) -> tuple[str, tuple[Backup, ...]]:
            return salvage_backup(path, damaged, control).path.name, backups_of(path)

        def done(made: tuple[str, tuple[Backup, ...]]) -> None:
            self._chosen, self._backups = made
            self.ask_restore()

        title = tr("Salvaging the backup")
        self._start(title, work, done, tr("Nothing could be salvaged from this backup"))

    @Slot(str)
    def ask_move(self, folder: str) -> None:
        """Check whether the data can be moved to a folder, then ask whether to move them."""

        def done(plan: MovePlan) -> None:
            title = tr("Moving the data to {folder}").format(folder=plan.target)
            self._asked = {
                scenes.MOVE: Leaving(title, moving(plan.target, remove=False)),
                scenes.MOVE_ALL: Leaving(title, moving(plan.target, remove=True)),
            }
            self._tell(scenes.move_notice(plan.target, plan.source, len(plan.files), plan.size))

        self._start(
            tr("Checking the folder"),
            lambda control: plan_move(Path(folder), inside=True),
            done,
            tr("The data stay where they are"),
        )

    @Slot(str)
    def press_notice(self, key: str) -> None:
        leaving = self._asked.get(key)
        self._asked = {}
        if key == scenes.STOP:
            self._runner.cancel(_WORK)
            self._busy = False
        self._tell(None)
        if key == scenes.SALVAGE:
            self._salvage()
        if leaving is not None:
            self.left.emit(leaving)
