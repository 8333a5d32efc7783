"""Semantic checks of intact rows: against the rulebook, committed decks and block sums.

A checksum shows that a row is as it was written; errors of a buggy program are found only here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from ai.opponent.record import state_of_bytes
from engine.cards import card_names
from engine.errors import PokerError, StrategyFileError
from engine.running_result import RunningResult, Tally
from engine.wording import Wording
from pokergui.store._blocks import decode
from pokergui.store._chain import GENESIS, checksum
from pokergui.store._marks import NOTHING, Lost
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.matches import StoredMatch, parse_tally, tally_text
from pokergui.store.open_hands import OpenHand


class Judge:
    """Checks all rows in order, referenced rows first; returns error messages.

    Attributes:
        hashes: game and hash of each committed deck, by its number.
        match_hands: hands of matches that are sound.
        lost: rows that a salvage could not find, and that are not reported missing.
    """

    def __init__(self, lost: Lost = NOTHING) -> None:
        self.hashes: dict[int, tuple[str, str]] = {}
        self.match_hands = 0
        self.lost = lost
        self._dealt: set[int] = set()
        self._running: dict[int, tuple[StoredMatch, RunningResult | None]] = {}

    def deck(self, values: Sequence[Any]) -> None:
        """Take the row of a committed deck."""
        number, _, game, hash_ = values
        self.hashes[number] = (game, hash_)

    def hand(self, hand: StoredHand) -> Wording | None:
        """Return what is wrong with a hand; None if nothing is."""
        try:
            return _import_problem(hand) if hand.mode == IMPORTED else self._deal_problem(hand)
        except PokerError as error:  # a row written by another program
            return Wording("{error}", error=error)

    def _deal_problem(self, hand: StoredHand) -> Wording | None:
        """Return what does not fit the deck that was committed for a hand."""
        deck = hand.deck_number
        if deck in self._dealt:
            return Wording("its deck was already dealt")
        self._dealt.add(deck)
        committed = self.hashes.get(deck)
        if committed is None and not self.lost.has("decks", deck):
            return Wording("the row that committed its deck is damaged or missing")
        if committed is not None and committed != (hand.game_name, hand.deck_hash):
            return Wording("its deck is not the one that was committed")
        return None if _dealt_from_deck(hand) else Wording("its cards are not those of its deck")

    def open_hand(self, hand: OpenHand) -> Wording | None:
        """Return what is wrong with a hand in progress, once all finished ones were taken."""
        committed = self.hashes.get(hand.deck_number)
        if committed is None and self.lost.has("decks", hand.deck_number):
            return None
        if committed != (hand.game_name, hand.deck_hash):
            return Wording("its deck is not the one that was committed")
        return Wording("it is also stored as finished") if hand.deck_number in self._dealt else None

    def match(self, values: Sequence[Any]) -> Wording | None:
        """Return what is wrong with the row of a match; its blocks follow."""
        try:
            match = StoredMatch.of_row(values)
        except PokerError as error:
            return Wording("{error}", error=error)
        running = RunningResult(match.game, match.players, match.duplicate)
        self._running[match.number] = (match, running)
        return None

    def lose_blocks(self) -> None:
        """Note a damaged or missing block: the sums of matches continue from the next one's."""
        for number, (match, _) in self._running.items():
            self._running[number] = (match, None)

    def block(self, values: Sequence[Any], data: bytes) -> Wording | None:
        """Return what is wrong with a block: its hands must be legal, and its sums theirs."""
        _, match, first, hands, tally, _ = values
        if match not in self._running:
            return Wording("the row of its match {number} is damaged or missing", number=match)
        stored, running = self._running[match]
        try:
            chunk = decode(stored.game, stored.duplicate, first, hands, data)
            players = len(stored.players)
            if running is None:
                running = RunningResult(stored.game, stored.players, stored.duplicate)
                running.tally = parse_tally(tally, players)
            else:
                if not running.hands:  # only tournaments of several keep products
                    kept = parse_tally(tally, players).products is not None
                    running.tally = Tally.zero(players, products=kept)
                running.add(chunk)
        except (PokerError, ValueError) as error:
            self.lose_blocks()
            return Wording("{error}", error=error)
        self._running[match] = (stored, running)
        self.match_hands += hands
        if tally_text(running.tally) != tally:
            return Wording("its totals do not match its hands")
        return None


def learned_problem(values: Sequence[Any], own: object, data: object) -> Wording | None:
    """Return why a row about an opponent is damaged, in one sentence; None if it is not.

    Args:
        values: of ``OPPONENT_COLUMNS``.
        own: its checksum.
        data: its state.
    """
    name = str(values[0])[:200]
    if (
        not isinstance(data, bytes)
        or hashlib.sha256(data).hexdigest() != values[-1]
        or checksum(GENESIS, values) != own
    ):
        return Wording("the model of '{name}' is damaged: its checksum does not match", name=name)
    try:
        state_of_bytes(data)
    except StrategyFileError as error:
        return Wording("the model of '{name}' cannot be read: {error}", name=name, error=error)
    return None


def _import_problem(hand: StoredHand) -> Wording | None:
    """Return what is wrong with a hand that has no deck, by the rulebook."""
    if hand.deck_number or hand.cards:
        return Wording("it was imported, yet has a deck")
    if not hand.is_wide:
        hand.record.verify_payoffs()
        return None
    wide = hand.wide
    said = card_names(wide.board), wide.line, wide.payoffs
    if said == (hand.board, hand.line, hand.payoffs):
        return None
    return Wording("it differs from its text")


def _dealt_from_deck(hand: StoredHand) -> bool:
    """Return whether the hand's cards are at the front of its deck, as ``HandState.deal`` does."""
    record = hand.record
    size = record.game.num_hole
    start = size * record.game.num_players
    holes = tuple(
        tuple(sorted(record.deck[seat * size : (seat + 1) * size]))
        for seat in range(record.game.num_players)
    )
    return holes == record.holes and record.deck[start:][: len(record.board)] == record.board
