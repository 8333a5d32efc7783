"""ACPC logs: read and write files of one ``STATE`` line per hand.

``STATE:number:betting:holes|holes/board/board:payoffs|payoffs:names|names``, all by position.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from pathlib import Path

from engine.cards import NUM_CARDS, Card, card_name, card_names
from engine.errors import GameError, RecordError
from engine.game import UNLIMITED, Game
from engine.lines import line_spot, line_text
from engine.named_file import read_named_text
from engine.player import PublicState
from engine.records._follow import dealt_to, named_game
from engine.records.hand_files import RecordedHand, TextLines, new_text
from engine.records.record import HandRecord, Money
from engine.wording import Wording

_MAX_DEFINITION = 100_000
_MOST_COMMENTS = 1_000
"""Lines at the top of a log that are searched for its game."""
_GAME_COMMENT = re.compile(r"# name/game/hands/seed \S+ (?:\S*/)?([\w.-]+\.game) ")
_BETTING = re.compile(r"[fcr0-9/]*")
_STATE = re.compile(r"^STATE:", re.MULTILINE)
_NUMBER = re.compile(r"[0-9]{1,15}")
_CHIPS = re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,6})?")
_TENTHS = 10
"""Chip subdivisions in which a hand is read whose pot was split into fractions of a chip."""
_NOT_IN_NAMES = re.compile(r"[:|\x00-\x1f\x7f-\x9f\u2028\u2029]")
_CARDS = {card_name(card): card for card in range(NUM_CARDS)}

Holes = tuple[tuple[Card, ...] | None, ...]


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


def is_log_text(text: str) -> bool:
    """Return whether a text has a ``STATE`` line."""
    return _STATE.search(text) is not None


def read_state(game: Game, line: str) -> HandRecord:
    """Parse a ``STATE`` line; ``record.verify`` checks its ending and result.

    Raises:
        RecordError: if the line is malformed.
        IllegalActionError: if the rulebook does not allow its betting.
    """
    parts = line.split(":")
    if len(parts) != 6 or parts[0] != "STATE":
        raise RecordError(
            "{line!r} is not a hand; it needs STATE:number:betting:cards:payoffs:names",
            line=line[:40],
        )
    number = parse_number(parts[1])
    holes, board = parse_cards_text(game, parts[3])
    payoffs = parts[4].split("|")
    players = tuple(parts[5].split("|"))
    parted = any("." in text for text in payoffs)
    if (
        len(payoffs) != game.num_players
        or not all(map(_CHIPS.fullmatch, payoffs))
        or (parted and game.is_heads_up)  # where every split is even
    ):
        raise RecordError(
            "{text!r} are not the payoffs of {players} players in whole chips",
            text=parts[4][:40],
            players=game.num_players,
        )
    if len(players) != game.num_players:
        raise RecordError(
            "{text!r} are not the names of {players} players",
            text=parts[5][:40],
            players=game.num_players,
        )
    betting = parse_betting(game, parts[2])
    chips = [Decimal(text) for text in payoffs]
    unit = _TENTHS if parted else 1
    if any(amount * unit % 1 for amount in chips):
        raise RecordError("{text!r} has parts of a chip that are not tenths", text=parts[4][:40])
    spot = PublicState(game, betting.actions, board, betting.betting)
    if unit > 1:
        actions = tuple(replace(one, raise_to=one.raise_to * unit) for one in betting.actions)
        game = _in_parts(game, unit)
        spot = PublicState(game, actions, board)
    return HandRecord(
        game,
        number,
        players,
        holes,
        board,
        spot.actions,
        tuple(int(amount * unit) for amount in chips),
        (),
        spot,
        hero=dealt_to(holes),
        money=Money(unit=unit),
    )


def _in_parts(game: Game, unit: int) -> Game:
    """Return a game in smaller chip units."""
    return replace(
        game,
        stacks=tuple(min(stack * unit, UNLIMITED) for stack in game.stacks),
        blinds=tuple(blind * unit for blind in game.blinds),
        raise_sizes=tuple(size * unit for size in game.raise_sizes),
    )


def parse_number(text: str) -> int:
    """Parse a hand's number. Raises RecordError if it is not a number."""
    if not _NUMBER.fullmatch(text):
        raise RecordError("{text!r} is not the number of a hand", text=text[:40])
    return int(text)


def parse_betting(game: Game, text: str) -> PublicState:
    """The spot after a betting text, its board left empty.

    Raises:
        RecordError: if a character is not part of betting text.
        IllegalActionError: if the rulebook does not allow it.
    """
    if not _BETTING.fullmatch(text):
        raise RecordError("{text!r} is not betting text; it is made of f c r 0-9 /", text=text[:40])
    return line_spot(game, text)


def cards_text(game: Game, holes: Sequence[Sequence[Card] | None], board: Sequence[Card]) -> str:
    """Cards as ACPC writes them, such as ``5d5c|9hQd/8dAs8s/4h``; unknown ones are omitted."""
    text = "|".join("" if hole is None else card_names(hole) for hole in holes)
    dealt = 0
    for count in game.num_board:
        if count and dealt < len(board):
            text += "/" + card_names(board[dealt : dealt + count])
        dealt += count
    return text


def parse_cards_text(game: Game, text: str) -> tuple[Holes, tuple[Card, ...]]:
    """Parse hole cards and board; the inverse of ``cards_text``.

    Raises RecordError if a card is malformed, named twice, missing or not in the deck.
    """
    hole_text, *groups = text.split("/")
    seats = hole_text.split("|")
    sizes = [count for count in game.num_board if count]
    if len(seats) != game.num_players or len(groups) > len(sizes):
        raise RecordError(
            "{text!r} are not the cards of {players} players and a board",
            text=text[:60],
            players=game.num_players,
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
        raise RecordError(
            "{text!r} should be {size} cards of the deck of {title}",
            text=text[:20],
            size=size,
            title=Wording(game.title),
        )
    before = len(seen)
    seen.update(cards)
    if len(seen) != before + size:
        raise RecordError("a card of {text!r} is named twice in the hand", text=text[:20])
    return cards


def log_hands(path: Path, game: Game | None, definition: Path | None) -> Iterator[RecordedHand]:
    """The hands of a log file; see ``formats.recorded_hands``."""
    if definition is not None:
        game = read_definition(definition)
    rules = game or _game_of(path)
    for number, line in TextLines(path):
        if line and not line.startswith(("#", "SCORE:")):
            yield RecordedHand(number, "line", line, partial(read_state, rules, line))


def read_definition(path: Path) -> Game:
    """The game of an ACPC definition file.

    Raises:
        RecordError: if the file cannot be read.
        GameError: if the definition is malformed.
    """
    text = read_named_text(path, _MAX_DEFINITION, RecordError)
    return Game.from_acpc(text, path.stem)


def _game_of(path: Path) -> Game:
    """The game whose definition a log's comments contain or name."""
    definition: list[str] = []
    for number, line in TextLines(path):
        comment = line.removeprefix("#").strip()
        if not line.startswith("#") or number > _MOST_COMMENTS:
            break
        if comment == "GAMEDEF" or definition:
            definition.append(comment)
        if comment == "END GAMEDEF":
            try:
                return named_game(Game.from_acpc("\n".join(definition), path.name.split(".")[0]))
            except GameError as error:
                raise GameError("{name}: {error}", name=path.name, error=error) from None
        match = _GAME_COMMENT.match(line)
        if match:
            name = match[1]
            for folder in (path.parent, path.parent / "games", path.parent.parent / "games"):
                if (folder / name).is_file():
                    return read_definition(folder / name)
            raise RecordError(
                "{name} is a log of {game}; name that file or the game", name=path.name, game=name
            )
    raise RecordError(
        "{name} does not state its game; give the game or its definition", name=path.name
    )


def log_lacks(game: Game) -> Wording | None:
    """Return the reason why a log cannot hold a game; None where it can."""
    if not game.is_acpc:
        return Wording("it has a custom minimum bet or dead money")
    return None


def write_log(path: Path, records: Iterable[HandRecord]) -> tuple[int, ...]:
    """Write all records to a log file of one game, compressed where the name ends in ``.xz``.

    Comments at the top hold the game's definition, a line at the end the total score.
    """
    totals: dict[str, int] = {}
    game: Game | None = None
    with new_text(path) as file:
        for record in records:
            if game is None:
                game = record.game
                file.writelines(f"# {line}\n" for line in game.to_acpc().splitlines())
            line = write_state(record)
            file.write(f"{line}\n")
            for name, chips in zip(line.rsplit(":", 1)[1].split("|"), record.payoffs, strict=True):
                totals[name] = totals.get(name, 0) + chips
        file.write(f"SCORE:{'|'.join(map(str, totals.values()))}:{'|'.join(totals)}\n")
    return ()
