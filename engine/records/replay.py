"""Replay recorded hands through the rulebook and report mismatches."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine import timing
from engine.errors import (
    IllegalActionError,
    NotPlayedError,
    OtherGameError,
    PokerError,
    RecordError,
    RecordMismatchError,
)
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.records.acpc import read_state
from engine.records.formats import recorded_hands
from engine.records.hand_files import RecordedHand
from engine.wording import Wording

MOST_REFUSED = 1_000
"""Reasons that a report lists."""


@dataclass(frozen=True)
class Mismatch:
    """A recorded hand that contradicts the rulebook, or cannot be read.

    Attributes:
        line: line in a log or text, number of the hand in PHH; 0 for a whole file.
        hand: the hand's text, truncated.
        reason: one sentence on the difference.
        where: the unit of ``line``: ``line`` or ``hand``.
    """

    file: str
    line: int
    hand: str
    reason: str
    where: str = "line"

    def __str__(self) -> str:
        """Return the reason with its location."""
        if not self.line:
            return self.reason
        where = Wording("line {place}", place=self.line)
        if self.where == "hand":
            where = Wording("hand {place}", place=self.line)
        words = Wording("{name}, {where}: {error}", name=self.file, where=where, error=self.reason)
        return str(words)


@dataclass(frozen=True)
class ReplayReport:
    """The results of replaying a file.

    Attributes:
        mismatches: hands with an illegal action, another ending or another result, and unsupported
            hands.
        first: the first of them.
        seconds: time taken, without compilation.
        compile_seconds: time of the preceding compilation.
        unread: hands that cannot be parsed, also in ``hands``.
        refused: they, or whole files (line 0), with the reasons; at most ``MOST_REFUSED``.
        other_games: hands of other games, which are passed over and not in ``hands``.
        importable: hands that an import takes: played, with an impossible stated result, or kept as
            text.
    """

    hands: int
    mismatches: int
    first: Mismatch | None
    seconds: float
    compile_seconds: float = 0.0
    unread: int = 0
    refused: tuple[Mismatch, ...] = ()
    other_games: int = 0
    importable: int = 0

    @property
    def hands_per_second(self) -> float:
        """Hands replayed each second."""
        return self.hands / max(self.seconds, 1e-9)

    @property
    def why_unread(self) -> str:
        """The first error with its location; empty if there is none."""
        return str(self.refused[0]) if self.refused else ""

    def __add__(self, other: ReplayReport) -> ReplayReport:
        """Merge two reports."""
        return ReplayReport(
            self.hands + other.hands,
            self.mismatches + other.mismatches,
            self.first or other.first,
            self.seconds + other.seconds,
            self.compile_seconds + other.compile_seconds,
            self.unread + other.unread,
            (self.refused + other.refused)[:MOST_REFUSED],
            self.other_games + other.other_games,
            self.importable + other.importable,
        )


def replay_log(
    path: Path,
    game: Game | None = None,
    definition: Path | None = None,
    control: JobControl | None = None,
) -> ReplayReport:
    """Replay a file of hands in one of the ``FORMATS``; unreadable hands are listed.

    Args:
        game: the game of an ACPC log; see ``formats.recorded_hands``.
        control: to cancel; what was read until then is reported.

    Raises:
        GameError: if the definition is malformed.
    """
    start = timing.seconds()
    read_state(get_game("leduc"), "STATE:0:cc/cc:Kh|Qs/As:1|-1:a|b").replay()
    begin = timing.seconds()
    count = mismatches = unread = others = importable = 0
    first: Mismatch | None = None
    refused: list[Mismatch] = []
    try:
        for hand in recorded_hands(path, game, definition):
            if control is not None and control.cancelled:
                break
            try:
                record = hand.read()
                record.verify_payoffs()
                importable += 1
                record.verify()
            except OtherGameError:
                others += 1
                continue
            except (IllegalActionError, RecordMismatchError, NotPlayedError) as error:
                mismatches += 1
                importable += isinstance(error, NotPlayedError) and _is_kept(hand)
                first = first or _mismatch(path, hand, str(error))
            except PokerError as error:
                unread += 1
                refused.append(_mismatch(path, hand, hand.reason(error)))
            count += 1
    except RecordError as error:
        unread += 1
        refused.append(Mismatch(path.name, 0, "", str(error)))
    seconds = timing.seconds() - begin
    kept = tuple(refused[:MOST_REFUSED])
    return ReplayReport(
        *(count, mismatches, first, seconds, begin - start, unread, kept, others, importable)
    )


def _is_kept(hand: RecordedHand) -> bool:
    """Return whether a hand that the rulebook does not play is kept as text."""
    try:
        return hand.read_wide is not None and bool(hand.read_wide())
    except PokerError:
        return False


def _mismatch(path: Path, hand: RecordedHand, reason: str) -> Mismatch:
    return Mismatch(path.name, hand.place, hand.text[:400], reason, hand.where)
