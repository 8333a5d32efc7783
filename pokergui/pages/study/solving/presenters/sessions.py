"""Spots that are shown, or left while their files are still to be written."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pokergui.pages.study.solving.presenters.session import SpotSession


class SpotSessions:
    """All sessions that may write their files, until they are gone."""

    def __init__(self) -> None:
        self._sessions: list[SpotSession] = []

    def add(self, session: SpotSession) -> None:
        """Keep one until it is gone."""
        self._sessions.append(session)
        session.gone.connect(partial(self._gone, session))

    def _gone(self, session: SpotSession) -> None:
        self._sessions = [one for one in self._sessions if one is not session]

    def at(self, path: Path) -> SpotSession | None:
        """The one whose file that is."""
        return next((one for one in self._sessions if one.work.path == path), None)

    def save(self) -> None:
        """Try again to write the files that could not be written."""
        for session in self._sessions:
            if session.work.problem is not None:
                session.save()
