"""Asks once which player the user is in imported hands, and remembers the answer."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr_history as tr
from pokergui.pages.history.scenes.texts import unreadable
from pokergui.pages.history.viewmodel.history import WhoScene
from pokergui.pages.history.work.reading import reading
from pokergui.store import HandReader, Store, forget_people, learn_people
from pokergui.viewmodel import Choice

MOST_NAMES = 6
"""Maximum number of names on buttons; the others are on a list."""
_MOST_OTHERS = 500
_CHANNEL = "history-who"

log = logging.getLogger(__name__)


class HistoryWho(QObject):
    """The presenter that asks which of the players the user is.

    Signals:
        scene: a ``WhoScene``, None while there is nothing to ask.
        changed: the identity of the user in imported hands has changed.
        notice: a ``Notice`` or None.

    Args:
        runner: background work.
        store: the writer, which remembers names.
        path: the hand database.
    """

    scene = Signal(object)
    changed = Signal()
    notice = Signal(object)

    def __init__(
        self, runner: Runner, store: Store, path: Path, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._store = store
        self._path = path
        self._names: tuple[str, ...] = ()

    @Slot()
    def look(self) -> None:
        """Ask if there are hands in which the user is not known."""

        def read(reader: HandReader, control: JobControl) -> dict[str, int]:
            return reader.unclear()

        work = reading(self._path, read, dict[str, int])
        self._runner.start(work, self._found, failed=self._failed, channel=_CHANNEL)

    def _found(self, names: dict[str, int]) -> None:
        order = sorted(names, key=lambda name: (-names[name], name))
        self._names = tuple(order)
        self.scene.emit(who_scene({name: names[name] for name in order}))

    def _failed(self, error: Exception) -> None:
        log.error("names could not be read or remembered", exc_info=error)
        self.notice.emit(unreadable(error))

    @Slot(str)
    def answer(self, name: str) -> None:
        """Take the name that is the user's; an empty one means none of them."""
        heroes = [name] if name else []
        others = [] if name else list(self._names)
        future = learn_people(self._store, heroes, others)
        self._runner.watch(future, self._answered, failed=self._failed)

    @Slot()
    def ask_again(self) -> None:
        """Forget all answers, as one was wrong."""
        self._runner.watch(forget_people(self._store), self._answered, failed=self._failed)

    def _answered(self, changed: int) -> None:
        self.scene.emit(None)
        self.changed.emit()
        self.look()


def who_scene(names: dict[str, int]) -> WhoScene | None:
    """Build the question with names in the order given; None without names."""
    if not names:
        return None
    choices = [Choice(name, name, hands_text(count)) for name, count in names.items()]
    text = tr("The file does not say. Your results and statistics depend on it.")
    if len(names) > MOST_NAMES:
        words = tr("{text} {count} names occur, the most frequent ones first.")
        text = words.format(text=text, count=chips(len(names)))
    title = tr("Which of these are you?")
    return WhoScene(
        title, text, tuple(choices[:MOST_NAMES]), tuple(choices[MOST_NAMES:_MOST_OTHERS])
    )
