"""Recorded hands through the rulebook, hand by hand: does it agree?"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from engine.errors import IllegalActionError, PokerError, RecordError, RecordMismatchError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.records._phh_read import read_hand
from engine.records.acpc import is_log, log_lines, read_state, text_lines
from engine.records.phh import is_phh, phh_hands, phh_text
from engine.records.record import HandRecord

_MAX_DEFINITION = 100_000
_GAME_COMMENT = re.compile(r"# name/game/hands/seed \S+ (?:\S*/)?([\w.-]+\.game) ")


@dataclass(frozen=True)
class Mismatch:
    """A recorded hand with which the rulebook does not agree.

    Attributes:
        file: name of the file.
        line: line in a log, number of the hand in PHH.
        hand: the hand's text, cut to a reasonable length.
        reason: one sentence that says what differs.
    """

    file: str
    line: int
    hand: str
    reason: str


@dataclass(frozen=True)
class ReplayReport:
    """What came of replaying a file.

    Attributes:
        hands: hands read.
        mismatches: hands with a refused action, another end or another result.
        first: the first of them.
        seconds: time taken, compilation left out.
        compile_seconds: time that compilation took before.
    """

    hands: int
    mismatches: int
    first: Mismatch | None
    seconds: float
    compile_seconds: float = 0.0

    @property
    def hands_per_second(self) -> float:
        """Hands replayed each second."""
        return self.hands / max(self.seconds, 1e-9)

    def __add__(self, other: ReplayReport) -> ReplayReport:
        """What came of both."""
        return ReplayReport(
            self.hands + other.hands,
            self.mismatches + other.mismatches,
            self.first or other.first,
            self.seconds + other.seconds,
            self.compile_seconds + other.compile_seconds,
        )


def replay_log(
    path: Path,
    game: Game | None = None,
    definition: Path | None = None,
    control: JobControl | None = None,
) -> ReplayReport:
    """Replay an ACPC log (``.log``, ``.log.xz``) or a PHH file (``.phh``, ``.phhs``).

    Args:
        path: the file.
        game: the game of an ACPC log; PHH carries its own.
        definition: or a file with the ACPC definition of the game. With neither, the log's header
            names one, which lies beside the log or in a folder ``games`` beside its folder.
        control: to stop; what was read until then is reported.

    Raises:
        RecordError: naming the file and the line that cannot be read.
        GameError: if the definition is malformed.
    """
    if is_phh(path):
        hands = _phh(path)
    elif is_log(path):
        if definition is not None:
            game = read_definition(definition)
        hands = _log(path, game or _game_of(path))
    else:
        raise RecordError(f"{path.name} is no .log, .log.xz, .phh or .phhs file")
    start = time.perf_counter()
    read_state(get_game("leduc"), "STATE:0:cc/cc:Kh|Qs/As:1|-1:a|b").replay()
    begin = time.perf_counter()
    count = mismatches = 0
    first = None
    for place, text, read in hands:
        if control is not None and control.cancelled:
            break
        count += 1
        try:
            read().verify()
        except (IllegalActionError, RecordMismatchError) as error:
            mismatches += 1
            first = first or Mismatch(path.name, place, text[:400], str(error))
        except PokerError as error:
            where = "hand" if is_phh(path) else "line"
            raise RecordError(f"{path.name}, {where} {place}: {error}") from None
    seconds = time.perf_counter() - begin
    return ReplayReport(count, mismatches, first, seconds, begin - start)


def read_definition(path: Path) -> Game:
    """The game of an ACPC definition file.

    Raises:
        RecordError: if the file cannot be read.
        GameError: if the definition is malformed.
    """
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(_MAX_DEFINITION)
    except UnicodeDecodeError:
        raise RecordError(f"{path.name} is not UTF-8 text") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None
    return Game.from_acpc(text, path.stem)


_Hand: TypeAlias = tuple[int, str, Callable[[], HandRecord]]


def _log(path: Path, game: Game) -> Iterator[_Hand]:
    for number, line in log_lines(path):
        yield number, line, partial(read_state, game, line)


def _phh(path: Path) -> Iterator[_Hand]:
    try:
        hands = list(phh_hands(phh_text(path)))
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from None
    for place, (number, _, fields) in enumerate(hands, 1):
        yield place, str(fields.get("actions")), partial(read_hand, fields, number)


def _game_of(path: Path) -> Game:
    """The game that a log's header names."""
    for _, line in text_lines(path):
        match = _GAME_COMMENT.match(line)
        if match:
            name = match[1]
            for folder in (path.parent, path.parent / "games", path.parent.parent / "games"):
                if (folder / name).is_file():
                    return read_definition(folder / name)
            raise RecordError(f"{path.name} is a log of {name}; name that file or the game")
        if not line.startswith("#"):
            break
    raise RecordError(f"{path.name} does not say which game it is; name the game or its definition")
