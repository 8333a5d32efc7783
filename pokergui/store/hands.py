"""A stored hand as plain data, and its row in the table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engine.cards import Card, card_names, parse_cards
from engine.errors import GameError
from engine.game import Game, get_game
from engine.lines import line_spot, line_text
from engine.player import PublicState
from engine.records.record import HandRecord

IMPORTED = "imported"
"""The mode of hands that were not played here: no deck was committed for them."""


def deck_hash(salt: str, deck: Sequence[Card]) -> str:
    """What is committed before play: sha256 of ``SALT:AsKd...``, the deck in dealing order."""
    return hashlib.sha256(f"{salt}:{card_names(deck)}".encode()).hexdigest()


@dataclass(frozen=True)
class StoredHand:
    """A finished hand as the database holds it; its row's checksum was right.

    Attributes:
        number: from 1, in the order of playing.
        deck_number: row in which the deck's hash was committed; 0 of an imported hand.
        time: when it ended, UTC, ISO 8601 with milliseconds.
        session: the session it was played in; a session's name is the time of its start.
        mode: how it was played: ``play``, ``training`` or ``imported``.
        game_name: name of the game with its depth.
        definition: the game as ACPC text.
        players: names by position.
        engines: engine names by position, empty for a person.
        hero: position of the person, -1 for none.
        cards: the deck in dealing order, as text; empty of an imported hand.
        salt: 64 hex digits; see ``deck_hash``. Of an imported hand what it is recognised by.
        holes: private cards by position, None where they are not known.
        board: the board as dealt.
        line: the betting as ACPC text.
        payoffs: net chips by position.
        notes: what else happened, such as a clock that cut an engine short.
    """

    number: int
    deck_number: int
    time: str
    session: str
    mode: str
    game_name: str
    definition: str
    players: tuple[str, ...]
    engines: tuple[str, ...]
    hero: int
    cards: str
    salt: str
    holes: tuple[str | None, ...]
    board: str
    line: str
    payoffs: tuple[int, ...]
    notes: tuple[str, ...]

    @property
    def result(self) -> int:
        """Net chips of the person; 0 where there was none."""
        return self.payoffs[self.hero] if self.hero >= 0 else 0

    @property
    def opponents(self) -> tuple[str, ...]:
        """Whom the person played against: engines, and in imported hands other people."""
        names = zip(self.engines, self.players, strict=True)
        return tuple(e or name for seat, (e, name) in enumerate(names) if seat != self.hero)

    @property
    def deck_hash(self) -> str:
        """The hash that must stand in the committed row."""
        return deck_hash(self.salt, parse_cards(self.cards))

    @cached_property
    def game(self) -> Game:
        """The game, with the title that its name has today if the rules are still the same."""
        return game_of(self.definition, self.game_name)

    @cached_property
    def record(self) -> HandRecord:
        """The hand as every part of the program knows it."""
        spot, board = line_spot(self.game, self.line), parse_cards(self.board)
        return HandRecord(
            game=self.game,
            number=self.number,
            players=self.players,
            holes=tuple(None if hole is None else parse_cards(hole) for hole in self.holes),
            board=board,
            actions=spot.actions,
            payoffs=self.payoffs,
            deck=parse_cards(self.cards),
            _spot=PublicState(self.game, spot.actions, board, spot.betting),
            time=self.time,
        )

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> StoredHand:
        """From the columns of ``_chain.HAND_COLUMNS``, their checksum being right."""
        (number, deck, time, session, mode, game, definition, players, engines, hero) = row[:10]
        (cards, salt, holes, board, line, payoffs, notes) = row[10:]
        return cls(
            number=number,
            deck_number=deck,
            time=time,
            session=session,
            mode=mode,
            game_name=game,
            definition=definition,
            players=_unpacked(players),
            engines=_unpacked(engines),
            hero=hero,
            cards=cards,
            salt=salt,
            holes=tuple(json.loads(holes)),
            board=board,
            line=line,
            payoffs=_unpacked(payoffs),
            notes=_unpacked(notes),
        )


@lru_cache(maxsize=256)
def game_of(definition: str, name: str) -> Game:
    """A stored game, with the title that its name has today if the rules are still the same."""
    rules = Game.from_acpc(definition, name)
    try:
        named = get_game(name)
    except GameError:
        return rules
    return named if named == rules else rules


@lru_cache(maxsize=4096)
def _unpacked(text: str) -> tuple[Any, ...]:
    """The list in a column; most occur in many rows."""
    return tuple(json.loads(text))


def row_of(
    record: HandRecord,
    *,
    salt: str,
    session: str,
    mode: str,
    engines: Sequence[str],
    hero: int,
    notes: Sequence[str],
) -> dict[str, Any]:
    """The row of a finished hand, but for its number, its deck's number and the time.

    Raises:
        ValueError: if the record lacks its deck or names do not fit the players.
    """
    if sorted(record.deck) != list(record.game.deck):
        raise ValueError("a live hand is stored with its whole deck")
    return _row(record, engines, hero, notes) | {
        "session": session,
        "mode": mode,
        "cards": card_names(record.deck),
        "salt": salt,
    }


def imported_row(
    record: HandRecord, *, session: str, hero: int, key: str, time: str
) -> dict[str, Any]:
    """The row of a hand that was not played here, but for its number; it has no deck.

    Args:
        record: the hand, proved by the rulebook.
        session: where it comes from.
        hero: position of the person, -1 for none.
        key: what it is recognised by.
        time: when it was played, or imported where that is not known.
    """
    engines = ("",) * record.game.num_players
    return _row(record, engines, hero, (f"#{record.number}",)) | {
        "deck": 0,
        "time": time,
        "session": session,
        "mode": IMPORTED,
        "cards": "",
        "salt": key,
    }


def _row(
    record: HandRecord, engines: Sequence[str], hero: int, notes: Sequence[str]
) -> dict[str, Any]:
    seats = record.game.num_players
    if not len(record.players) == len(engines) == len(record.payoffs) == seats:
        raise ValueError(f"{seats} names, engines and payoffs are needed")
    return {
        "game": record.game.name,
        "definition": record.game.to_acpc(),
        "players": packed(record.players),
        "engines": packed(engines),
        "hero": hero,
        "holes": packed([None if hole is None else card_names(hole) for hole in record.holes]),
        "board": card_names(record.board),
        "line": line_text(record.game, record.actions),
        "payoffs": packed(record.payoffs),
        "notes": packed(notes),
    }


def packed(values: Sequence[object]) -> str:
    """A list as it stands in a column."""
    return json.dumps(list(values), separators=(",", ":"), ensure_ascii=False)
