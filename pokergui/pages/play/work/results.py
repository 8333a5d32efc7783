"""The user's session results in constant memory."""

from __future__ import annotations

from engine.running_result import Interval

_MOST_POINTS = 400


class SessionResults:
    """The user's net chips, hand after hand.

    Attributes:
        hands: number of hands.
        last: net chips of the last of them.
    """

    def __init__(self) -> None:
        self.hands = self.last = 0
        self._chips = self._squares = 0
        self._every = 1
        self._series = [0]  # cumulative chips, evenly spaced over hands

    def add(self, chips: int) -> None:
        """Add the next hand."""
        self.hands, self.last = self.hands + 1, chips
        self._chips += chips
        self._squares += chips * chips
        if self.hands % self._every:
            return
        self._series.append(self._chips)
        if len(self._series) > _MOST_POINTS:
            self._series = self._series[::2]
            self._every *= 2

    def interval(self, scale: float) -> Interval:
        """Return the mean of a hand and its 95% interval, times ``scale``."""
        return Interval.of_sums(self.hands, self._chips, self._squares, scale)

    @property
    def series(self) -> tuple[float, ...]:
        """The cumulative chips, evenly spaced over the hands, from 0 to now; at most 401 points."""
        rest = (self._chips,) if self.hands % self._every else ()
        return tuple(map(float, (*self._series, *rest)))
