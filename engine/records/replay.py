"""Replay recorded hands through the rulebook and report mismatches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import timing
from engine.errors import (
    IllegalActionError,
    NotPlayedError,
    PokerError,
    RecordError,
    RecordMismatchError,
)
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.records.acpc import read_state
from engine.records.formats import recorded_hands
from engine.wording import Wording


@dataclass(frozen=True)
class Mismatch:
    """A recorded hand that contradicts the rulebook.

    Attributes:
        line: line in a log or text, number of the hand in PHH.
        hand: the hand's text, truncated.
        reason: one sentence on the difference.
    """

    file: str
    line: int
    hand: str
    reason: str


@dataclass(frozen=True)
class ReplayReport:
    """The results of replaying a file.

    Attributes:
        mismatches: hands with an illegal action, another ending or another result, and unsupported
            hands.
        first: the first of them.
        seconds: time taken, without compilation.
        compile_seconds: time of the preceding compilation.
        unread: hands that cannot be parsed, not in ``hands``.
        why_unread: the error of the first of them, with its location; empty if there is none.
    """

    hands: int
    mismatches: int
    first: Mismatch | None
    seconds: float
    compile_seconds: float = 0.0
    unread: int = 0
    why_unread: str = ""

    @property
    def hands_per_second(self) -> float:
        """Hands replayed each second."""
        return self.hands / max(self.seconds, 1e-9)

    def __add__(self, other: ReplayReport) -> ReplayReport:
        """Merge two reports."""
        return ReplayReport(
            self.hands + other.hands,
            self.mismatches + other.mismatches,
            self.first or other.first,
            self.seconds + other.seconds,
            self.compile_seconds + other.compile_seconds,
            self.unread + other.unread,
            self.why_unread or other.why_unread,
        )


def replay_log(
    path: Path,
    game: Game | None = None,
    definition: Path | None = None,
    control: JobControl | None = None,
) -> ReplayReport:
    """Replay a file of hands in one of the ``FORMATS``; unreadable hands are skipped.

    Args:
        game: the game of an ACPC log; see ``formats.recorded_hands``.
        control: to cancel; what was read until then is reported.

    Raises:
        RecordError: naming the file, and the line, if nothing in it can be read.
        GameError: if the definition is malformed.
    """
    hands = recorded_hands(path, game, definition)
    start = timing.seconds()
    read_state(get_game("leduc"), "STATE:0:cc/cc:Kh|Qs/As:1|-1:a|b").replay()
    begin = timing.seconds()
    count = mismatches = unread = 0
    first, why_unread = None, ""
    for hand in hands:
        if control is not None and control.cancelled:
            break
        count += 1
        try:
            hand.read().verify()
        except (IllegalActionError, RecordMismatchError, NotPlayedError) as error:
            mismatches += 1
            first = first or Mismatch(path.name, hand.place, hand.text[:400], str(error))
        except PokerError as error:
            where = (
                Wording("hand {place}", place=hand.place)
                if hand.where == "hand"
                else Wording("line {place}", place=hand.place)
            )
            said = RecordError(
                "{name}, {where}: {error}", name=path.name, where=where, error=hand.reason(error)
            )
            unread, why_unread = unread + 1, why_unread or str(said)
    if count and unread == count:
        raise RecordError("{error}", error=why_unread)
    seconds = timing.seconds() - begin
    return ReplayReport(count, mismatches, first, seconds, begin - start, unread, why_unread)
