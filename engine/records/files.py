"""Files of recorded hands, whatever their format: hand by hand, each read only when asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.errors import GameError, RecordError
from engine.game import Game
from engine.records._follow import named_game
from engine.records._pokerstars_read import read_hand, read_wide_hand
from engine.records.acpc import is_log, read_state, text_lines
from engine.records.phh import is_phh, phh_parts, phh_text
from engine.records.pokerstars import is_pokerstars, pokerstars_hands
from engine.records.record import HandRecord
from engine.records.wide import WideHand

SUFFIXES = (".log", ".log.xz", ".phh", ".phhs", ".txt")
_MAX_DEFINITION = 100_000
_GAME_COMMENT = re.compile(r"# name/game/hands/seed \S+ (?:\S*/)?([\w.-]+\.game) ")


@dataclass(frozen=True)
class RecordedHand:
    """A hand in a file, not yet read.

    Attributes:
        place: its line, or in PHH its number.
        where: what ``place`` is: ``line`` or ``hand``.
        text: the text it stands in.
        read: reads it; raises a PokerError where that fails.
        read_wide: reads a hand of more players than the rulebook plays, for which ``read`` raises
            a TooManyPlayersError; None where the format holds none.
    """

    place: int
    where: str
    text: str
    read: Callable[[], HandRecord]
    read_wide: Callable[[], WideHand] | None = None


def recorded_hands(
    path: Path, game: Game | None = None, definition: Path | None = None
) -> Iterator[RecordedHand]:
    """The hands of an ACPC log, a PHH file or PokerStars text (``.txt``).

    Args:
        path: the file.
        game: the game of an ACPC log; the others carry their own.
        definition: or a file with the ACPC definition of the game. With neither the log itself
            holds the definition, or its header names one, which lies beside the log or in a
            folder ``games`` beside its folder.

    Raises:
        RecordError: naming the file, if it cannot be read.
        GameError: if the definition is malformed.
    """
    if is_phh(path):
        return _phh(path)
    if is_pokerstars(path):
        return _pokerstars(path)
    if is_log(path):
        if definition is not None:
            game = read_definition(definition)
        return _log(path, game or _game_of(path))
    raise RecordError(f"{path.name} is none of the files read here: {' '.join(SUFFIXES)}")


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


def _log(path: Path, game: Game) -> Iterator[RecordedHand]:
    for number, line in text_lines(path):
        if line and not line.startswith(("#", "SCORE:")):
            yield RecordedHand(number, "line", line, partial(read_state, game, line))


def _phh(path: Path) -> Iterator[RecordedHand]:
    try:
        text = phh_text(path)
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from None
    for place, part in enumerate(phh_parts(text), 1):
        yield RecordedHand(place, "hand", part.text, part.read, part.read_wide)


def _pokerstars(path: Path) -> Iterator[RecordedHand]:
    for lines in pokerstars_hands(path):
        text = "\n".join(line for _, line in lines)
        yield RecordedHand(
            lines[0][0], "line", text, partial(read_hand, lines), partial(read_wide_hand, lines)
        )


def _game_of(path: Path) -> Game:
    """The game whose definition a log's comments hold or name."""
    definition: list[str] = []
    for _, line in text_lines(path):
        comment = line.removeprefix("#").strip()
        if not line.startswith("#"):
            break
        if comment == "GAMEDEF" or definition:
            definition.append(comment)
        if comment == "END GAMEDEF":
            try:
                return named_game(Game.from_acpc("\n".join(definition), path.name.split(".")[0]))
            except GameError as error:
                raise GameError(f"{path.name}: {error}") from None
        match = _GAME_COMMENT.match(line)
        if match:
            name = match[1]
            for folder in (path.parent, path.parent / "games", path.parent.parent / "games"):
                if (folder / name).is_file():
                    return read_definition(folder / name)
            raise RecordError(f"{path.name} is a log of {name}; name that file or the game")
    raise RecordError(f"{path.name} does not say which game it is; name the game or its definition")
