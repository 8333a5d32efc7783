"""ACPC logs: one ``STATE`` line a hand, in whole files and both ways.

``STATE:number:betting:holes|holes/board/board:payoffs|payoffs:names|names``, all by position.
"""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from engine.cards import NUM_CARDS, Card, card_name, card_names
from engine.errors import PokerError, RecordError
from engine.game import Game
from engine.lines import line_spot, line_text
from engine.player import PublicState
from engine.records._follow import dealt_to
from engine.records.record import HandRecord

_MAX_LINE = 20_000
_BETTING = re.compile(r"[fcr0-9/]*")
_NUMBER = re.compile(r"[0-9]{1,15}")
_CHIPS = re.compile(r"-?[0-9]{1,12}")
_NOT_IN_NAMES = re.compile(r"[:|\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CARDS = {card_name(card): card for card in range(NUM_CARDS)}

Holes = tuple[tuple[Card, ...] | None, ...]


def is_log(path: Path) -> bool:
    """Whether a file's name is that of an ACPC log, plain or compressed by xz."""
    return path.name.endswith((".log", ".log.xz"))


def write_state(record: HandRecord) -> str:
    """The ``STATE`` line of a hand, without line end; ``:`` and ``|`` in names become ``_``."""
    names = (_NOT_IN_NAMES.sub("_", name) for name in record.players)
    return ":".join(
        (
            "STATE",
            str(record.number),
            line_text(record.game, record.actions),
            cards_text(record.game, record.holes, record.board),
            "|".join(map(str, record.payoffs)),
            "|".join(names),
        )
    )


def read_state(game: Game, line: str) -> HandRecord:
    """Read a ``STATE`` line; whether its end and result are right is ``record.verify``'s matter.

    Raises:
        RecordError: if the line is malformed.
        IllegalActionError: if the rulebook does not allow its betting.
    """
    parts = line.split(":")
    if len(parts) != 6 or parts[0] != "STATE":
        raise RecordError(
            f"{line[:40]!r} is no hand; it needs STATE:number:betting:cards:payoffs:names"
        )
    number = parse_number(parts[1])
    holes, board = parse_cards_text(game, parts[3])
    payoffs = parts[4].split("|")
    players = tuple(parts[5].split("|"))
    if len(payoffs) != game.num_players or not all(map(_CHIPS.fullmatch, payoffs)):
        raise RecordError(
            f"{parts[4][:40]!r} are not the payoffs of {game.num_players} players in whole chips"
        )
    if len(players) != game.num_players:
        raise RecordError(f"{parts[5][:40]!r} are not the names of {game.num_players} players")
    betting = parse_betting(game, parts[2])
    spot = PublicState(game, betting.actions, board, betting.betting)
    chips = tuple(map(int, payoffs))
    hero = dealt_to(holes)
    return HandRecord(game, number, players, holes, board, spot.actions, chips, (), spot, hero=hero)


def parse_number(text: str) -> int:
    """Read a hand's number.

    Raises:
        RecordError: if it is none.
    """
    if not _NUMBER.fullmatch(text):
        raise RecordError(f"{text[:40]!r} is not the number of a hand")
    return int(text)


def parse_betting(game: Game, text: str) -> PublicState:
    """The spot after a betting text, its board left empty.

    Raises:
        RecordError: if a character is none of betting.
        IllegalActionError: if the rulebook does not allow it.
    """
    if not _BETTING.fullmatch(text):
        raise RecordError(f"{text[:40]!r} is not betting text; it is made of f c r 0-9 /")
    return line_spot(game, text)


def cards_text(game: Game, holes: Sequence[Sequence[Card] | None], board: Sequence[Card]) -> str:
    """Cards as ACPC writes them, such as ``5d5c|9hQd/8dAs8s/4h``; unknown ones are left out."""
    text = "|".join("" if hole is None else card_names(hole) for hole in holes)
    dealt = 0
    for count in game.num_board:
        if count and dealt < len(board):
            text += "/" + card_names(board[dealt : dealt + count])
        dealt += count
    return text


def parse_cards_text(game: Game, text: str) -> tuple[Holes, tuple[Card, ...]]:
    """Read holes and board; the inverse of ``cards_text``.

    Raises:
        RecordError: if a card is malformed, named twice, missing or not in the deck.
    """
    hole_text, *groups = text.split("/")
    seats = hole_text.split("|")
    sizes = [count for count in game.num_board if count]
    if len(seats) != game.num_players or len(groups) > len(sizes):
        raise RecordError(
            f"{text[:60]!r} are not the cards of {game.num_players} players and a board"
        )
    seen: set[Card] = set()
    holes = tuple(_parse_group(game, seat, game.num_hole, seen) if seat else None for seat in seats)
    board: list[Card] = []
    for group, size in zip(groups, sizes, strict=False):
        board += _parse_group(game, group, size, seen)
    return holes, tuple(board)


def _parse_group(game: Game, text: str, size: int, seen: set[Card]) -> tuple[Card, ...]:
    cards = tuple(_CARDS.get(text[i : i + 2], -1) for i in range(0, len(text), 2))
    if len(cards) != size or min(cards) < 0 or not game.deck_set.issuperset(cards):
        raise RecordError(f"{text[:20]!r} should be {size} cards of the deck of {game.title}")
    before = len(seen)
    seen.update(cards)
    if len(seen) != before + size:
        raise RecordError(f"a card of {text[:20]!r} is named twice in the hand")
    return cards


def read_log(path: Path, game: Game) -> Iterator[HandRecord]:
    """The hands of a log file, read one by one.

    Raises:
        RecordError: naming the file and the line that cannot be read.
        IllegalActionError: naming the file and the line whose betting is not legal.
    """
    for number, line in log_lines(path):
        try:
            yield read_state(game, line)
        except PokerError as error:
            raise type(error)(f"{path.name}, line {number}: {error}") from None


def log_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The ``STATE`` lines of a log with their line numbers; comments and scores are left out.

    Raises:
        RecordError: naming the file, and the line where it is one's fault.
    """
    for number, line in text_lines(path):
        if line.startswith("STATE:"):
            yield number, line
        elif line and not line.startswith(("#", "SCORE:")):
            raise RecordError(
                f"{path.name}, line {number}: {line[:40]!r} is not a STATE, SCORE or # line"
            )


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """All lines of a text file, plain or ``.xz``, numbered from 1, without their ends.

    Raises:
        RecordError: naming the file, and the line where it is one's fault.
    """
    number = 0
    try:
        with _open(path) as file:
            while line := file.readline(_MAX_LINE + 1):
                number += 1
                if len(line) > _MAX_LINE:
                    raise RecordError(
                        f"{path.name}, line {number} is longer than {_MAX_LINE:,} characters"
                    )
                yield number, line.rstrip()
    except UnicodeDecodeError:
        raise RecordError(f"{path.name}, line {number + 1} is not UTF-8 text") from None
    except (lzma.LZMAError, EOFError):
        raise RecordError(
            f"{path.name} is damaged or cut short: the compressed data ends after line {number}"
        ) from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None


def _open(path: Path) -> IO[str]:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8", newline="\n")
    return path.open(encoding="utf-8", newline="\n")


def write_log(path: Path, records: Iterable[HandRecord]) -> None:
    """Write a log file of one game, compressed where the name ends in ``.xz``.

    Comments at the top hold the game's definition, a line at the end the total score.

    Raises:
        RecordError: if the file cannot be written.
    """
    totals: dict[str, int] = {}
    game: Game | None = None
    try:
        with (
            lzma.open(path, "wt", encoding="utf-8", newline="\n")
            if path.suffix == ".xz"
            else path.open("w", encoding="utf-8", newline="\n")
        ) as file:
            for record in records:
                if game is None:
                    game = record.game
                    file.writelines(f"# {line}\n" for line in game.to_acpc().splitlines())
                line = write_state(record)
                file.write(f"{line}\n")
                for name, chips in zip(
                    line.rsplit(":", 1)[1].split("|"), record.payoffs, strict=True
                ):
                    totals[name] = totals.get(name, 0) + chips
            file.write(f"SCORE:{'|'.join(map(str, totals.values()))}:{'|'.join(totals)}\n")
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}") from None
