"""Stored hands as plain data, and the rows and texts they come from."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from ai.sit_and_go.plan import TournamentEntry
from engine.cards import Card, card_names, parse_cards
from engine.errors import GameError, NotPlayedError, PokerError, RecordError
from engine.game import Game, blinds_names, get_game
from engine.lines import line_spot
from engine.player import PublicState
from engine.records.formats import read_wide_text
from engine.records.record import CHIPS, HandRecord, Money
from engine.records.wide import WideHand
from engine.wording import Wording
from pokergui.localtime import check_stored
from pokergui.store._chain import HAND_COLUMNS, MOST_NUMBER

MOST_TEXT = 200_000
"""Most letters of a hand that is kept as text."""
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode
_AMOUNTS = ("taken", "stated", "cashed")
"""Facts by position."""


@dataclass(frozen=True)
class Facts:
    """Metadata of an imported hand; hands played here have none.

    Attributes:
        taken: the same by position; empty if nothing was taken or the file does not say of whom.
        stated: net chips by position as the file states them, if they cannot be; else empty.
        cashed: chips for which each position cashed out; empty if none did.
        boards: further boards of a hand that was run several times, as text.
        text: the hand as in its file, if the rulebook does not play it; else empty.
    """

    money: Money = CHIPS
    rake: int = 0
    taken: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()
    cashed: tuple[int, ...] = ()
    text: str = ""
    boards: tuple[str, ...] = ()

    def packed(self) -> str:
        """Return the text in the row's column; empty if there are no facts."""
        values = {
            "symbol": self.money.symbol,
            "unit": 0 if self.money.unit == 1 else self.money.unit,
            "rake": self.rake,
            **{key: list(getattr(self, key)) for key in _AMOUNTS},
            "text": self.text,
            "boards": list(self.boards),
        }
        said = {key: value for key, value in values.items() if value}
        return _encode(said) if said else ""

    @classmethod
    def of(cls, text: str) -> Facts:
        """Return the facts in a text; the inverse of ``packed``.

        Raises:
            ValueError: if they are invalid, or TypeError.
            RecursionError: if they are nested without end.
        """
        return _facts_of(text) if text else NOTHING


@lru_cache(maxsize=256)
def _facts_of(text: str) -> Facts:
    said = {"symbol": "", "unit": 1, "rake": 0, "text": "", "boards": []}
    said |= {key: [] for key in _AMOUNTS}
    symbol, unit, rake, kept, boards, *amounts = (said | json.loads(text)).values()
    kinds = [type(value) for value in (symbol, unit, rake, kept, boards, *amounts)]
    if kinds != [str, int, int, str, list, list, list, list] or unit < 1:
        raise ValueError("values of other kinds")
    if any(type(chips) is not int for each in amounts for chips in each):
        raise ValueError("amounts of other kinds")
    if any(type(board) is not str for board in boards):
        raise ValueError("boards of other kinds")
    taken, stated, cashed = map(tuple, amounts)
    return Facts(Money(symbol, unit), rake, taken, stated, cashed, kept, tuple(boards))


NOTHING = Facts()


def read_text(text: str) -> WideHand:
    """Return the hand in a text that was kept.

    Raises:
        RecordError: if it cannot be read.
    """
    try:
        return read_wide_text(text)
    except PokerError as error:
        raise RecordError("{error}", error=error) from None


TRAINING = "training"
"""The mode of hands in which a decision was taken back or that began elsewhere."""
IMPORTED = "imported"
"""The mode of hands that were not played here: no deck was committed for them."""
_MOST_CHIPS = 2**53
_BLINDS = re.compile(r"holdem-(?:no)?limit-([0-9]{1,12}/[0-9]{1,12})")
_STACKS = re.compile(r"^stack = ([0-9]{1,10}(?: [0-9]{1,10}){1,9})$", re.MULTILINE)
_KINDS = [int if name in ("number", "deck", "hero") else str for name in HAND_COLUMNS]


def deck_hash(salt: str, deck: Sequence[Card]) -> str:
    """Return the hash committed before play: sha256 of ``SALT:AsKd...``, cards in dealing order."""
    return hashlib.sha256(f"{salt}:{card_names(deck)}".encode()).hexdigest()


@dataclass(frozen=True)
class StoredHand:
    """A finished hand as stored in the database; its row's checksum was right.

    Attributes:
        number: from 1, in the order of playing.
        deck_number: row in which the deck's hash was committed; 0 for an imported hand.
        time: when it ended, UTC, ISO 8601 with milliseconds.
        session: the session it was played in; a session's name is the time of its start.
        mode: how it was played: ``play``, ``training`` or ``imported``.
        definition: the game as ACPC text; empty for a hand that the rulebook does not play.
        players: names by position.
        engines: engine names by position, empty for a human.
        hero: position of the user, -1 for none. In an imported hand the one that its file or the
            importer named, or else the player known as the user (``_people``).
        cards: the deck in dealing order, as text; empty for an imported hand.
        salt: 64 hex digits; see ``deck_hash``. For an imported hand its identity.
        line: the betting as ACPC text.
        payoffs: net chips by position, before the rake if ``facts`` name its payers.
        notes: other events, such as a clock that cut an engine short.
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
    facts: Facts = NOTHING

    @property
    def results(self) -> tuple[int, ...]:
        """Net chips by position that players took home, after the rake."""
        taken = self.facts.taken or (0,) * len(self.payoffs)
        return tuple(won - rake for won, rake in zip(self.payoffs, taken, strict=True))

    @property
    def result(self) -> int:
        """Net chips of the user after the rake; 0 if there was no person."""
        return self.results[self.hero] if self.hero >= 0 else 0

    @cached_property
    def entry(self) -> TournamentEntry | None:
        """The sit-and-go that the hand was played in, before it; None for other hands."""
        entry = TournamentEntry.of_notes(self.notes) if self.mode != IMPORTED else None
        if entry is None or not self.replays or self.game != entry.stage.game:
            return None
        try:
            check_stored(entry.began)
            entry.after(self.payoffs)
        except (ValueError, ArithmeticError, PokerError):
            return None
        return entry if entry.stage.seats[self.hero] == 0 else None

    @cached_property
    def worth(self) -> tuple[float, float] | None:
        """What the user's chips were worth in prizes before and after the hand of a sit-and-go."""
        if self.entry is None:
            return None
        stage = self.entry.stage
        return stage.worth[0], stage.after(self.payoffs).worth[0]

    @property
    def other_notes(self) -> tuple[str, ...]:
        """The notes but that of a sit-and-go."""
        return self.notes if self.entry is None else self.notes[1:]

    @property
    def own_number(self) -> int:
        """The number in its file for an imported hand, else ``number``."""
        first = self.notes[0] if self.mode == IMPORTED and self.notes else ""
        return int(first[1:]) if re.fullmatch("#[0-9]{1,18}", first) else self.number

    @property
    def is_wide(self) -> bool:
        return not self.definition

    @cached_property
    def wide(self) -> WideHand:
        return read_text(self.facts.text)

    @property
    def blinds(self) -> tuple[int, ...]:
        return self.wide.table.blinds if self.is_wide else self.game.blinds

    @property
    def big_blind(self) -> int:
        """The unit of results in chips: the big blind, or the ante."""
        return max(self.wide.table.blinds) if self.is_wide else self.game.big_blind

    @property
    def stakes(self) -> str:
        """Blinds as the file writes them: "$0.50/$1"; "10/25" for play chips.

        They are those of the table, in the game's name: late posts and straddles do not count.
        """
        named = _BLINDS.fullmatch(self.game_name)
        amounts = [int(blind) for blind in named[1].split("/")] if named else []
        amounts = amounts or sorted(blind for blind in self.blinds if blind)
        return "/".join(self.facts.money.text(amount) for amount in amounts)

    @cached_property
    def listed_game(self) -> str:
        """The name of the game that the hand has in lists, totals and statistics.

        It is the game's name, including the depth. Hands of a site differ in depth from one to the
        next, so those for money or of games that are not built in are grouped by blinds and number
        of players: "holdem-nolimit-$0.50/$1-6".
        """
        if self.mode != IMPORTED or (self.facts.money == CHIPS and self._is_built_in):
            return self.game_name
        limit = self.wide.table.is_limit if self.is_wide else self.game.is_limit
        count = f"-{len(self.players)}" if len(self.players) > 2 else ""
        return f"holdem-{'limit' if limit else 'nolimit'}-{self.stakes}{count}"

    @property
    def _is_built_in(self) -> bool:
        game = None if self.is_wide else self.game
        return game is not None and (not game.has_holdem_cards or game in _named(self.game_name))

    @property
    def showdown(self) -> bool:
        return self.wide.showdown if self.is_wide else self.spot.showdown

    def folded(self, seat: int) -> bool:
        return self.wide.folded[seat] if self.is_wide else self.spot.folded(seat)

    @property
    def deck_game(self) -> Game:
        return get_game("holdem-nolimit") if self.is_wide else self.game

    @property
    def opponents(self) -> tuple[str, ...]:
        """The user's opponents: engines, and in imported hands other people."""
        names = zip(self.engines, self.players, strict=True)
        return tuple(e or name for seat, (e, name) in enumerate(names) if seat != self.hero)

    @property
    def deck_hash(self) -> str:
        """The hash that the committed row must have."""
        return deck_hash(self.salt, parse_cards(self.cards))

    @cached_property
    def game(self) -> Game:
        """The game, with the present title of its name if the rules are still the same.

        Raises:
            NotPlayedError: if the rulebook does not play the hand.
        """
        if self.is_wide:
            raise NotPlayedError("the hand is kept as text: the rulebook does not play it")
        return game_of(self.definition, self.game_name)

    @cached_property
    def spot(self) -> PublicState:
        """The public state at the end; raises as ``game``."""
        spot = line_spot(self.game, self.line)
        return PublicState(self.game, spot.actions, parse_cards(self.board), spot.betting)

    @cached_property
    def record(self) -> HandRecord:
        """The hand in the form that every part of the program uses; raises as ``game``."""
        facts = self.facts
        return HandRecord(
            game=self.game,
            number=self.number,
            players=self.players,
            holes=tuple(None if hole is None else parse_cards(hole) for hole in self.holes),
            board=self.spot.board,
            actions=self.spot.actions,
            payoffs=self.payoffs,
            deck=parse_cards(self.cards),
            _spot=self.spot,
            time=self.time,
            hero=self.hero,
            taken=facts.taken,
            money=facts.money,
            stated=facts.stated,
            cashed=facts.cashed,
            boards=tuple(map(parse_cards, facts.boards)),
        )

    @property
    def replays(self) -> bool:
        """True if there is a record: the betting and the deck can be read."""
        try:
            return bool(self.record)
        except PokerError:
            return False

    def _nonsense(self) -> Wording | None:
        """Return the invalid part of the row; deck and betting are checked on replay."""
        seats, facts = len(self.players), self.facts
        counts = {len(self.engines), len(self.holes), len(self.payoffs)}
        counts |= {len(each) or seats for each in (facts.taken, facts.stated, facts.cashed)}
        if counts != {seats} or not -1 <= self.hero < seats:
            return Wording("seats")
        amounts = (*self.payoffs, *facts.taken, *facts.stated, *facts.cashed, facts.rake)
        if not 0 < self.number <= MOST_NUMBER or max(map(abs, amounts)) > _MOST_CHIPS:
            return Wording("numbers")
        check_stored(self.time)
        cards = parse_cards("".join((self.board, *filter(None, self.holes))))
        cards += tuple(card for board in facts.boards for card in parse_cards(board))
        if not self.deck_game.deck_set.issuperset(cards):
            return Wording("cards")
        if len(self.blinds) == seats and self.big_blind > 0:
            return None
        return Wording("blinds")

    @classmethod
    def of_row(cls, row: Sequence[Any], played: HandRecord | WideHand | None = None) -> StoredHand:
        """Return a hand from the columns of ``_chain.HAND_COLUMNS``.

        Args:
            row: its columns.
            played: the hand that they were made of; if None, it is read from them when needed.

        Raises:
            RecordError: if they are not a valid hand, though their checksum may be right.
        """
        try:
            hand = cls._of_row(row)
            if isinstance(played, WideHand):
                vars(hand).update(wide=played)
            elif played is not None:
                vars(hand).update(game=played.game, spot=played.spot)
            nonsense = hand._nonsense()
        except (PokerError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
            nonsense = Wording("columns")
        if nonsense:
            raise RecordError("its {nonsense} are invalid", nonsense=nonsense)
        return hand

    @classmethod
    def _of_row(cls, row: Sequence[Any]) -> StoredHand:
        if not all(map(isinstance, row, _KINDS)):
            raise TypeError("values of other kinds")
        (number, deck, time, session, mode, game, definition, players, engines, hero) = row[:10]
        (cards, salt, holes, board, line, payoffs, notes, facts) = row[10:]
        return cls(
            number=number,
            deck_number=deck,
            time=time,
            session=session,
            mode=mode,
            game_name=game,
            definition=definition,
            players=unpacked(players, str),
            engines=unpacked(engines, str),
            hero=hero,
            cards=cards,
            salt=salt,
            holes=unpacked(holes, str, type(None)),
            board=board,
            line=line,
            payoffs=unpacked(payoffs, int),
            notes=unpacked(notes, str),
            facts=Facts.of(facts),
        )


@lru_cache(maxsize=256)
def _named(name: str) -> tuple[Game, ...]:
    """Return the built-in game of a name, if there is one."""
    try:
        return (get_game(name),)
    except GameError:
        return ()


@lru_cache(maxsize=256)
def game_of(definition: str, name: str) -> Game:
    """Return a stored game, with the present title of its name if its rules are still the same."""
    found = _STACKS.search(definition)
    stacks = tuple(map(int, found[1].split())) if found else ()
    if found is None or len(set(stacks)) == 1:
        return _game_of(definition, name)
    # Hands of a table differ in their stacks only: the definition of the others is read once.
    ones = " ".join("1" * len(stacks))
    table = _game_of(f"{definition[: found.start(1)]}{ones}{definition[found.end(1) :]}", name)
    return table.with_stacks(stacks)


@lru_cache(maxsize=256)
def _game_of(definition: str, name: str) -> Game:
    rules = Game.from_acpc(definition, name)
    named = next(iter(_named(name)), None)
    if named == rules:
        return named
    if rules.title == name and rules.has_holdem_cards:
        return replace(rules, title=blinds_names(rules.blinds, limit=rules.is_limit)[1])
    return rules


def unpacked(text: str, *kinds: type) -> tuple[Any, ...]:
    """Return the list in a column, the inverse of ``packed``.

    Raises:
        ValueError: if it is not a list of such values.
        TypeError: if there is no text.
        RecursionError: if it is nested too deeply.
    """
    return _unpacked(text, kinds)


@lru_cache(maxsize=4096)
def _unpacked(text: str, kinds: tuple[type, ...]) -> tuple[Any, ...]:
    """Return such a list; most occur in many rows."""
    values = json.loads(text)
    if type(values) is not list or not all(type(value) in kinds for value in values):
        raise ValueError("no list of such values")
    return tuple(values)


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
    """Return the row of a finished hand, without its number, its deck's number and the time.

    Raises:
        ValueError: if the record lacks its deck or names do not fit the players.
    """
    if sorted(record.deck) != list(record.game.deck):
        raise ValueError("a live hand is stored with its whole deck")
    return _row(record, engines, hero, notes) | {
        "game": record.game.name,
        "definition": record.game.to_acpc(),
        "line": record.line,
        "session": session,
        "mode": mode,
        "cards": card_names(record.deck),
        "salt": salt,
        "facts": _facts(record).packed(),
    }


def imported_row(
    record: HandRecord | WideHand, *, session: str, hero: int, key: str, time: str
) -> dict[str, Any]:
    """Return the row of a hand not played here, without its number; it has no deck.

    Args:
        record: the hand, verified by the rulebook if that plays it; also in the row, ``played``.
        time: when it was played, or imported if that is unknown.
    """
    if isinstance(record, WideHand):
        facts = Facts(record.money, record.rake, text=record.text)
        game, definition, line = _wide_name(record), "", record.line
    else:
        facts = _facts(record)
        game, definition, line = record.game.name, record.game.to_acpc(), record.line
    return _row(record, ("",) * len(record.players), hero, (f"#{record.number}",)) | {
        "game": game,
        "definition": definition,
        "line": line,
        "deck": 0,
        "time": time,
        "session": session,
        "mode": IMPORTED,
        "cards": "",
        "salt": key,
        "facts": facts.packed(),
        "played": record,
    }


def _facts(record: HandRecord) -> Facts:
    rake = sum(record.taken)
    boards = tuple(map(card_names, record.boards))
    return Facts(record.money, rake, record.taken, record.stated, record.cashed, boards=boards)


def _wide_name(hand: WideHand) -> str:
    return blinds_names(hand.table.blinds, limit=hand.table.is_limit)[0]


def _row(
    record: HandRecord | WideHand, engines: Sequence[str], hero: int, notes: Sequence[str]
) -> dict[str, Any]:
    seats = len(record.holes)
    if not len(record.players) == len(engines) == len(record.payoffs) == seats:
        raise ValueError(f"{seats} names, engines and payoffs are needed")
    return {
        "players": packed(record.players),
        "engines": packed(engines),
        "hero": hero,
        "holes": packed([None if hole is None else card_names(hole) for hole in record.holes]),
        "board": card_names(record.board),
        "payoffs": packed(record.payoffs),
        "notes": packed(notes),
    }


def packed(values: Sequence[object]) -> str:
    return _encode(list(values))
