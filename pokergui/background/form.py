"""A form whose texts are read in the background shortly after the last letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot

_PAUSE_MS = 120

DraftT = TypeVar("DraftT")
ReadT = TypeVar("ReadT")


class TypedForm(QObject, Generic[DraftT, ReadT]):
    """The draft of a form and its meaning; the last meaning stays until the next one is known.

    Attributes:
        draft: a frozen value: the texts of the fields.
        read: the meaning of the draft, or of the one before.
        wanted: whether what the form is for is to be done once the draft is read; a change of
            the draft takes that back.

    Args:
        channel: of the work.
        reading: returns the function that reads a draft in the background.
        understood: called when the draft is read, unless it changed meanwhile.
    """

    def __init__(
        self,
        runner: Runner,
        channel: str,
        draft: DraftT,
        read: ReadT,
        reading: Callable[[DraftT], Callable[[], ReadT]],
        understood: Callable[[], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._runner, self._channel = runner, channel
        self._reading, self._understood = reading, understood
        self._read_of: DraftT | None = None
        self.draft, self.read, self.wanted = draft, read, False
        self._pause = one_shot(self, _PAUSE_MS, self.begin)

    @property
    def current(self) -> bool:
        """True if ``read`` is the meaning of the draft."""
        return self._read_of == self.draft

    def take(self, draft: DraftT, *, at_once: bool = False) -> None:
        self.draft, self.wanted = draft, False
        if at_once:
            self.begin()
        else:
            self._pause.start()

    def want(self) -> None:
        """Do what the form is for once the draft is read."""
        self.wanted = True
        self.begin()

    def begin(self) -> None:
        self._pause.stop()
        draft, read = self.draft, self._reading(self.draft)

        def done(answer: ReadT) -> None:
            if draft == self.draft:  # else more was typed meanwhile
                self._read_of, self.read = draft, answer
                self._understood()

        self._runner.start(lambda _: read(), done, channel=self._channel)

    def stop(self) -> None:
        self._pause.stop()
        self._runner.cancel(self._channel)
