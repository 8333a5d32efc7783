"""The sheet of the opponent model: viewing, resetting, exporting, and fitting from files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from ai.opponent.record import ModelState, write_state
from engine.errors import EngineError, PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner, stopped_by
from pokergui.formatting.notices import DISMISS, at_work, go_on, sentence
from pokergui.language import tr_play as tr
from pokergui.pages.play.presenters.mind import Mind
from pokergui.pages.play.scenes.learned import (
    STOP,
    UNDO,
    Found,
    Key,
    exported_notice,
    find,
    fitted_notice,
    forgotten_notice,
    key_of,
    learned_scene,
    model_of,
)
from pokergui.store import PERSONS_MODEL, OpponentStore
from pokergui.store.fitting import Fitted, Grown, family_game, fit_files, fit_state, is_state
from pokergui.viewmodel import Notice

CHANNEL = "learned"

T = TypeVar("T")

log = logging.getLogger(__name__)


class LearnedSheet(QObject):
    """Shows and changes saved opponent models, one change after another."""

    scene = Signal(object)
    opened = Signal(bool)

    def __init__(
        self,
        runner: Runner,
        writer: OpponentStore,
        mind: Mind,
        strategies: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._keeper = writer
        self._mind = mind
        self._strategies = strategies
        self._open = False
        self._key: Key = (PERSONS_MODEL, "")
        self._found: Found | None = None
        self._notice: Notice | None = None
        self._busy = False
        self._stop: JobControl | None = None
        self._forgotten: tuple[Key, int, ModelState] | None = None
        mind.learned.connect(self._learned)

    # Viewing

    @Slot()
    def open(self) -> None:
        """Show the model of the user in the game at the table."""
        if self._mind.family:
            self._open, self._found = True, None
            self._key = (PERSONS_MODEL, self._mind.family)
            self.opened.emit(True)
            self._read()

    @Slot()
    def close(self) -> None:
        """Show the table again; work continues."""
        if not self._open:
            return
        self._open = False
        self._runner.cancel(CHANNEL)
        if not self._busy:
            self._notice = self._forgotten = None
        self.opened.emit(False)

    @Slot(str)
    def choose(self, key: str) -> None:
        self._key = key_of(key)
        self._read()

    def _learned(self) -> None:
        """Note a hand learned from; an earlier reset becomes final."""
        if self._forgotten is not None:
            self._forgotten = self._notice = None
        if self._open:
            self._read()

    def _read(self) -> None:
        """Read the saved models and show them; the last picture stays meanwhile."""
        writer, key = self._keeper, self._key

        def work(control: JobControl) -> Found:
            return find(writer, key)

        def done(learned: Found) -> None:
            self._found = learned
            self._show()

        self._runner.start(work, done, failed=self._failed, channel=CHANNEL)
        self._show()

    def _show(self) -> None:
        if self._open:
            self.scene.emit(learned_scene(self._found, self._key, self._notice, self._busy))

    def _failed(self, error: Exception) -> None:
        log.error("what was learned: %s", error, exc_info=error)
        self._busy, self._stop = False, None
        title = tr("This did not work")
        text = tr("{reason}. The model has not changed.").format(reason=sentence(error))
        details = "" if isinstance(error, PokerError) else repr(error)
        self._notice = Notice("error", title, text, (go_on(),), details)
        self._show()

    # Changing

    def _change(
        self, title: str, work: Callable[[JobControl], T], done: Callable[[T], Notice | None]
    ) -> None:
        """Change the saved models, after all earlier requests."""
        if self._busy:
            return
        self._busy = True
        self._running(title, 0.0)

        def finished(result: T) -> None:
            self._busy, self._stop = False, None
            self._notice = done(result)
            self._mind.load()
            self._read()

        def progress(fraction: float, text: str) -> None:
            self._running(title, fraction)

        self._mind.chain.add(work, finished, self._failed, progress)

    def _running(self, title: str, fraction: float) -> None:
        self._notice = at_work(title, fraction, stop=STOP if self._stop is not None else "")
        self._show()

    @Slot()
    def reset(self) -> None:
        """Reset the model of the shown opponent."""
        key, writer = self._key, self._keeper

        def work(control: JobControl) -> tuple[int, ModelState] | None:
            known = whole(writer, key)
            writer.reset(*key).result()
            return known

        def done(known: tuple[int, ModelState] | None) -> Notice:
            self._forgotten = (key, *known) if known is not None else None
            return forgotten_notice(key, known[0] if known is not None else 0)

        self._change(tr("Resetting"), work, done)

    def _undo(self) -> None:
        """Restore the model that was reset."""
        if self._forgotten is None:
            return
        (key, hands, state), self._forgotten = self._forgotten, None
        writer = self._keeper

        def work(control: JobControl) -> None:
            writer.save(*key, hands, state).result()

        def done(nothing: None) -> None:
            self._key = key

        self._change(tr("Restoring"), work, done)

    @Slot(str)
    def export(self, path: str) -> None:
        """Export the model of the shown opponent to a file."""
        key, writer, file = self._key, self._keeper, Path(path)

        def work(control: JobControl) -> Path:
            state = writer.load(*key)
            if state is None:
                raise EngineError("there is no model of this opponent")
            write_state(file, state)
            return file

        self._change(tr("Saving"), work, exported_notice)

    @Slot(list)
    def fit(self, paths: list[str]) -> None:
        """Fit a model of each player in recorded hands, or import an exported model."""
        files, writer, name = [Path(path) for path in paths], self._keeper, self._key[0]
        if self._busy or not files:
            return
        stop = self._stop = JobControl()
        strategies = self._strategies

        def work(control: JobControl) -> Fitted:
            if len(files) == 1 and is_state(files[0]):
                model = fit_state(writer, files[0], name)
                return Fitted(grown={(name, model.situations.key): Grown(model, model.hands)})
            return fit_files(
                writer, files, strategies=strategies, control=stopped_by(stop, control)
            )

        def done(fitted: Fitted) -> Notice:
            grown = [key for key, one in fitted.grown.items() if one.hands]
            if grown and self._key not in grown:
                self._key = grown[0]
            return fitted_notice(fitted)

        self._change(tr("Learning from hands"), work, done)

    @Slot(str)
    def press_notice(self, key: str) -> None:
        """Handle a notice's button."""
        if key == STOP and self._stop is not None:
            self._stop.cancel()
        elif key == UNDO:
            self._undo()
        elif key == DISMISS:
            self._notice = self._forgotten = None
            self._show()


def whole(writer: OpponentStore, key: Key) -> tuple[int, ModelState] | None:
    """Return hands and state of the saved model; None if there is nothing usable."""
    game = family_game(key[1])
    try:
        state = writer.load(*key)
        if game is None or state is None:
            return None
        return model_of(game, state).hands, state
    except PokerError:
        return None
