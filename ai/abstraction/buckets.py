"""Numbers of buckets per street: hand groups and board classes."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError

MAX_BUCKETS = (1_000, 10_000, 10_000)
"""Most buckets of flop, turn and river."""
MAX_CLASSES = 256
"""Most classes of boards of turn or river."""
_LEAST = 2


@dataclass(frozen=True)
class Buckets:
    """Numbers of buckets on flop, turn and river.

    Text form: "1000,400,220", or with board classes "1000,30x32,60x16": 60 classes of rivers with
    16 hand groups each.

    Attributes:
        hands: hand groups, on turn and river within each board class.
        classes: board classes, 1 where boards are not distinguished.

    Raises:
        EngineError: if there are too many or too few.
    """

    hands: tuple[int, int, int]
    classes: tuple[int, int, int] = (1, 1, 1)

    def __post_init__(self) -> None:
        if self.classes[0] != 1 or not all(1 <= count <= MAX_CLASSES for count in self.classes):
            raise EngineError(
                "turn and river have up to {most} classes of boards each", most=MAX_CLASSES
            )
        if min(self.hands) < _LEAST or not all(map(int.__le__, self.rows, MAX_BUCKETS)):
            flop, turn, river = (f"{most:,}" for most in MAX_BUCKETS)
            raise EngineError(
                "buckets are three numbers: 2 to {flop} on the flop, to {turn} on the turn, to"
                " {river} on the river",
                flop=flop,
                turn=turn,
                river=river,
            )

    @classmethod
    def parse(cls, text: str) -> Buckets:
        """Parse typed numbers; a single one counts for all three streets.

        Raises EngineError if they are not one number or three, too many or too few.
        """
        words = text.split(",")
        if len(words) == 1:
            words *= 3
        if len(words) != 3:
            raise _mixed()
        flop, turn, river = map(_pair, words)
        return cls((flop[1], turn[1], river[1]), (flop[0], turn[0], river[0]))

    def __str__(self) -> str:
        return ",".join(
            f"{classes}x{hands}" if classes > 1 else str(hands)
            for classes, hands in zip(self.classes, self.hands, strict=True)
        )

    @property
    def rows(self) -> tuple[int, int, int]:
        """Total buckets of each street."""
        flop, turn, river = map(int.__mul__, self.classes, self.hands)
        return flop, turn, river


def _mixed() -> EngineError:
    return EngineError("buckets are one number, or three for flop, turn and river")


def _pair(word: str) -> tuple[int, int]:
    """Board classes and hand groups of one street."""
    parts = [part.strip() for part in word.split("x")]
    plain = all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts)
    if not plain or len(parts) > 2:
        raise _mixed()
    classes, hands = map(int, ["1", *parts][-2:])
    return classes, hands
