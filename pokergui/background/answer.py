"""Cached background answers to one question at a time; a new question cancels the last."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

from pokergui.background.jobs import Runner, Work

T = TypeVar("T")

log = logging.getLogger(__name__)


class LatestAnswer(Generic[T]):
    """A cached background answer to one question at a time; late answers are dropped.

    Attributes:
        error: why the last question has no answer; None while it may have one.
    """

    def __init__(
        self,
        runner: Runner,
        channel: str,
        changed: Callable[[], None],
        failed: Callable[[Exception], None],
        kept: int = 1,
    ) -> None:
        self._runner, self._channel, self._most = runner, channel, kept
        self._changed, self._tell = changed, failed
        self._question: object = None
        self._known: OrderedDict[object, T] = OrderedDict()
        self.error: Exception | None = None

    def ask(self, question: object, work: Work[T]) -> T | None:
        """Return the answer; None if there is none, or not yet: ``work`` then begins to find it."""
        if question != self._question:
            self.drop()
            self._question = question
            if question not in self._known:
                self._runner.start(work, self._done, failed=self._failed, channel=self._channel)
        return self._known.get(question)

    def drop(self) -> None:
        """Drop the question: no answer is wanted any more."""
        self._runner.cancel(self._channel)
        self._question = self.error = None

    def _done(self, answer: T) -> None:
        self._known[self._question] = answer
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        self._changed()

    def _failed(self, error: Exception) -> None:
        log.warning("no answer on %s", self._channel, exc_info=error)
        self.error = error
        self._tell(error)
