"""Hands from deal to disk: deck commitments, hands in progress, the queue of finished hands.

A hand in progress is a row that is replaced at every action. The row is removed in the transaction
that stores the finished hand, so a hand is always in exactly one of the two places. It holds the
whole deck, as a finished hand does, so that the hand can be resumed with the same cards; no command
and no page shows it. Since it is replaced it is not part of the chain; it has its own checksum, and
its deck is the one whose hash was committed before the first action.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from ai.sit_and_go.plan import TournamentEntry
from engine.cards import Card, card_names, parse_cards
from engine.errors import PokerError
from engine.game import Game
from engine.hand import HandState
from engine.lines import line_spot, line_text
from engine.player import Action
from engine.wording import Wording
from pokergui.localtime import now
from pokergui.store import filter
from pokergui.store._chain import Rows, append_deck, has_deck, seal_rows, sealed
from pokergui.store._connect import transaction
from pokergui.store.hands import deck_hash, game_of, packed, unpacked

LATE = "deck committed after play"
"""The note of a hand whose deck's hash could not be committed before the first action."""


@dataclass(frozen=True)
class OpenHand:
    """A hand in progress.

    Attributes:
        time: of the last action, UTC, ISO 8601 with milliseconds.
        cards: the deck in dealing order, as text; it is never shown.
    """

    deck_number: int
    time: str
    game_name: str
    definition: str
    engines: tuple[str, ...]
    hero: int
    cards: str
    salt: str
    line: str
    notes: tuple[str, ...]

    @property
    def game(self) -> Game:
        return game_of(self.definition, self.game_name)

    @property
    def deck(self) -> tuple[Card, ...]:
        return parse_cards(self.cards)

    @property
    def actions(self) -> tuple[Action, ...]:
        return line_spot(self.game, self.line).actions

    @property
    def opponents(self) -> tuple[str, ...]:
        return (*self.engines[self.hero + 1 :], *self.engines[: self.hero])

    @property
    def deck_hash(self) -> str:
        """The hash that the committed row must have."""
        return deck_hash(self.salt, self.deck)

    @classmethod
    def begun(
        cls, game: Game, deck: Sequence[Card], salt: str, engines: Sequence[str], hero: int
    ) -> OpenHand:
        cards = card_names(deck)
        return cls(0, "", game.name, game.to_acpc(), tuple(engines), hero, cards, salt, "", ())

    def after(
        self, deck_number: int, time: str, actions: Sequence[Action] = (), notes: Sequence[str] = ()
    ) -> OpenHand:
        """Return the same hand after all these actions, its deck being committed."""
        line = line_text(self.game, actions)
        return replace(self, deck_number=deck_number, time=time, line=line, notes=tuple(notes))

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> OpenHand:
        """Return a hand from the columns of ``open_hands``, whose checksum is right."""
        deck, time, game, definition, engines, hero, cards, salt, line, notes = row
        names, remarks = unpacked(engines, str), unpacked(notes, str)
        return cls(deck, time, game, definition, names, hero, cards, salt, line, remarks)

    def problem(self) -> Wording | None:
        """Return why the hand cannot continue, as part of a sentence; None if it can."""
        try:
            if sorted(self.deck) != list(self.game.deck):
                return Wording("its deck is incomplete")
            if len(self.engines) != self.game.num_players or not 0 <= self.hero < len(self.engines):
                return Wording("its seats do not match its game")
            hand = HandState.deal(self.game, self.deck)
            for action in self.actions:
                hand.apply(action)
        except PokerError as error:
            return Wording("{error}", error=error)
        return Wording("it is over") if hand.finished else None


@dataclass(frozen=True, eq=False)
class Deal:
    """A deck whose hash is being committed.

    Attributes:
        salt: 64 hex digits, secret until the hand is over.
        committed: done once the hash is on disk; no action comes before. Its result is the row.
        begun: the hand before its first action; None if it is not kept until it is finished.
    """

    game: Game
    deck: tuple[Card, ...]
    salt: str
    hash: str
    committed: Future[int]
    begun: OpenHand | None = None

    @classmethod
    def of(cls, hand: OpenHand) -> Deal:
        committed: Future[int] = Future()
        committed.set_result(hand.deck_number)
        return cls(hand.game, hand.deck, hand.salt, hand.deck_hash, committed, hand)


@dataclass(frozen=True)
class OpenHands:
    """What is unfinished.

    Attributes:
        hands: all hands in progress, oldest first.
        damaged: decks of those that are damaged.
        entry: the sit-and-go whose hand ended last, if it goes on with the user in it.
    """

    hands: tuple[OpenHand, ...] = ()
    damaged: tuple[int, ...] = ()
    entry: TournamentEntry | None = None


def put(db: Database, hand: OpenHand) -> None:
    """Replace the earlier row of a hand, in the open transaction."""
    values = (
        hand.deck_number,
        hand.time,
        hand.game_name,
        hand.definition,
        packed(hand.engines),
        hand.hero,
        hand.cards,
        hand.salt,
        hand.line,
        packed(hand.notes),
    )
    seal_rows(db, "open_hands", [values])


def remove(db: Database, deck: int) -> None:
    db.execute("DELETE FROM open_hands WHERE deck = ?", [deck])


def read_all(rows: Rows) -> OpenHands:
    """Return the hands in progress."""
    hands: list[OpenHand] = []
    damaged: list[int] = []
    for values, sound in sealed(rows, "open_hands", "ORDER BY time, deck"):
        hand = _sound(values) if sound else None
        if hand is None:
            damaged.append(values[0])
        else:
            hands.append(hand)
    return OpenHands(tuple(hands), tuple(damaged))


def _sound(values: Sequence[Any]) -> OpenHand | None:
    """Return the hand of a row; None if it is invalid, though its checksum is right."""
    try:
        hand = OpenHand.of_row(values)
        return None if hand.problem() else hand
    except (ValueError, TypeError, LookupError, RecursionError):
        return None


class WaitingHands:
    """FIFO queue of finished hands, for the writer's thread."""

    def __init__(self) -> None:
        self._hands: deque[tuple[Deal, dict[str, Any], tuple[str, ...]]] = deque()

    def __len__(self) -> int:
        return len(self._hands)

    def put(self, deal: Deal, row: dict[str, Any], notes: Sequence[str]) -> None:
        """Take a finished hand."""
        self._hands.append((deal, row, tuple(notes)))

    def save(self, db: Database) -> int:
        """Write the hands, each in its own transaction; return the last one's number."""
        number = 0
        while self._hands:
            deal, row, notes = self._hands[0]
            kept = 0 if deal.committed.exception() else deal.committed.result()
            with transaction(db):
                deck = kept
                if not has_deck(db, deck, deal.hash):
                    deck = append_deck(db, now(), deal.game.name, deal.hash)
                    row = {**row, "notes": packed([*notes, LATE])}
                number = filter.save_hands(db, [{**row, "deck": deck}])
                remove(db, kept)
            self._hands.popleft()
        return number
