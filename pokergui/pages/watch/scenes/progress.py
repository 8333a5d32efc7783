"""The speed of a match, and the time it has left."""

from __future__ import annotations

from collections import deque
from math import ceil

from engine import timing
from pokergui.formatting.figures import clock
from pokergui.formatting.words import chips
from pokergui.language import tr_watch as tr
from pokergui.viewmodel import ProgressScene

_WINDOW_S = 3.0
_LEAST_S, _SHORTEST_S = 0.25, 0.02


class Clock:
    """Measures hands per second; a change of pace resets it."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, int]] = deque()
        self._running_since: float | None = None
        self._spent = 0.0
        self._best = 0.0
        self._hands = 0

    def start(self, hands: int) -> None:
        """Begin, or continue at another pace."""
        now = timing.seconds()
        if self._running_since is None:
            self._running_since = now
        self._hands = hands
        self._marks.clear()
        self._marks.append((now, hands))

    def pause(self) -> None:
        """Stop counting time until ``start``."""
        if self._running_since is not None:
            self._spent += timing.seconds() - self._running_since
            self._running_since = None
        self._note_rate(_SHORTEST_S)
        self._marks.clear()

    def count(self, hands: int) -> None:
        """Note the number of hands finished now."""
        self._hands = hands
        if self._running_since is None:
            return
        now = timing.seconds()
        if not self._marks or hands > self._marks[-1][1]:
            self._marks.append((now, hands))
        while len(self._marks) > 12 and now - self._marks[1][0] > _WINDOW_S:
            self._marks.popleft()

    @property
    def rate(self) -> float:
        """The recent hands a second; 0 while unknown."""
        return self._note_rate(_LEAST_S)

    def _note_rate(self, least: float) -> float:
        """Return the rate over at least ``least`` seconds; the best one is remembered."""
        if len(self._marks) < 2:
            return 0.0
        (begin, first), (end, last) = self._marks[0], self._marks[-1]
        if end - begin < least:
            return 0.0
        rate = (last - first) / (end - begin)
        self._best = max(self._best, rate)
        return rate

    def speed_text(self) -> str:
        """Write the hands a second."""
        rate = self.rate
        return "…" if not rate else chips(round(rate)) if rate >= 10 else f"{rate:.1f}"

    def best_text(self) -> str:
        """Write the best rate so far."""
        return chips(round(self._best)) if self._best >= 1 else "…"

    def spent_text(self) -> str:
        """Write the time of the match without pauses."""
        running = self._running_since
        return clock(self._spent + (timing.seconds() - running if running else 0.0))

    def left_text(self, total: int) -> str:
        """Write the time that the rest will take."""
        rate = self.rate
        return clock(ceil((total - self._hands) / rate)) if rate else "…"

    def scene(self, total: int, current: int | None) -> ProgressScene:
        """Build the progress of the match.

        Args:
            total: hands of the whole match.
            current: the hand at the table; None shows the number of finished hands.
        """
        share = self._hands / total
        percent = f"{100 * share:.0f}%" if share in (0, 1) else f"{100 * share:.1f}%"
        left = self.left_text(total)
        note = (
            percent
            if share >= 1 or left == "…"
            else tr("{percent}, {time} left").format(percent=percent, time=left)
        )
        return ProgressScene(
            tr("Hand") if current is not None else tr("Hands"),
            chips(current if current is not None else self._hands),
            tr("of {all}").format(all=chips(total)),
            share,
            note,
        )
