"""Chunks of finished hands of a match, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import _match
from engine import rules as rulebook
from engine.errors import CardError, RecordMismatchError
from engine.game import Game
from engine.player import Action, PublicState
from engine.rake import NO_RAKE, Rake
from engine.records.record import HandRecord
from engine.wording import Wording

Line = tuple[Action, ...]
"""The betting of a whole hand."""


def num_dealt(game: Game) -> int:
    """Number of cards that a deal can use: all hole cards, then the whole board."""
    return game.num_players * game.num_hole + game.board_sizes[-1]


@dataclass(frozen=True, eq=False)
class MatchChunk:
    """Consecutive finished hands of a match.

    Attributes:
        game: the game.
        first: match-wide index of the first of them, from 0.
        payoffs: (hands, players) int64 net chips by player.
        positions: (hands,) int8 position of player 0; player p sits p positions further.
        dealt: (hands, cards) uint8 from the top of the deck: hole cards by position, then the full
            board.
        lines: distinct betting lines.
        line_of: (hands,) int32 index of the line that each hand took.
        rake: the rule for the rake, which ``payoffs`` are before.
    """

    game: Game
    first: int
    payoffs: NDArray[np.int64]
    positions: NDArray[np.int8]
    dealt: NDArray[np.uint8]
    lines: tuple[Line, ...]
    line_of: NDArray[np.int32]
    rake: Rake = NO_RAKE

    @property
    def hands(self) -> int:
        """The number of hands."""
        return len(self.line_of)

    @cached_property
    def taken(self) -> NDArray[np.int64]:
        """(hands, players) int64 rake that each player has paid."""
        if self.rake == NO_RAKE:
            return np.zeros_like(self.payoffs)
        players = self.game.num_players
        paid, flop = np.zeros((len(self.lines), players), np.int64), np.zeros(len(self.lines), bool)
        for place in np.unique(self.line_of).tolist():
            paid[place], flop[place] = _paid(self.game, self.lines[place])
        seats, first = np.arange(players), self.positions[:, None].astype(np.int64)
        by_position = np.take_along_axis(self.payoffs, (seats - first) % players, axis=1)
        won = by_position + paid[self.line_of]
        taken = self.rake.taken(self.game, won, flop=flop[self.line_of])
        return np.take_along_axis(taken, (seats + first) % players, axis=1)

    @property
    def results(self) -> NDArray[np.int64]:
        """(hands, players) int64 net chips by player after the rake."""
        return self.payoffs if self.rake == NO_RAKE else self.payoffs - self.taken

    def part(self, start: int, stop: int) -> MatchChunk:
        """The hands from ``start`` to ``stop``, counted from 0; all lines stay listed."""
        return replace(
            self,
            first=self.first + start,
            payoffs=self.payoffs[start:stop],
            positions=self.positions[start:stop],
            dealt=self.dealt[start:stop],
            line_of=self.line_of[start:stop],
        )

    def record(self, hand: int, names: Sequence[str]) -> HandRecord:
        """Return one of the hands as a record.

        Args:
            hand: its index, counted from 0.
            names: of the players, in the match's order.
        """
        game, line = self.game, self.lines[self.line_of[hand]]
        players, size = game.num_players, game.num_hole
        position = int(self.positions[hand])
        seated = [(seat - position) % players for seat in range(players)]
        cards = tuple(self.dealt[hand].tolist())
        spot = PublicState(game, line, ())
        shown = game.board_sizes[-1 if spot.showdown else spot.street]
        start = players * size
        payoffs, taken = self.payoffs[hand].tolist(), self.taken[hand].tolist()
        return HandRecord(
            game,
            self.first + hand,
            tuple(names[player] for player in seated),
            tuple(tuple(sorted(cards[s * size : (s + 1) * size])) for s in range(players)),
            cards[start : start + shown],
            line,
            tuple(payoffs[player] for player in seated),
            cards,
            taken=tuple(taken[player] for player in seated) if any(taken) else (),
        )


def _paid(game: Game, line: Line) -> tuple[list[int], bool]:
    """Return what each position has paid into the pot in a finished line, and if it saw a flop."""
    spot = PublicState(game, line, ())
    paid = [spot.spent(seat) + ante for seat, ante in enumerate(game.antes_paid)]
    holder, extra = rulebook.uncalled(game.rules, spot.betting)
    paid[holder] -= extra
    return paid, spot.showdown or spot.street > 0


def positions_of(game: Game, first: int, hands: int, duplicate: bool) -> NDArray[np.int8]:
    """Return player 0's positions in ``hands`` hands from number ``first`` on: (hands,) int8.

    Positions rotate from hand to hand; in duplicate they rotate within a deal, and each deal begins
    one position further.
    """
    group = game.num_players if duplicate else 1
    numbers = np.arange(first, first + hands)
    return ((numbers // group + numbers % group) % game.num_players).astype(np.int8)


class HandEnds(NamedTuple):
    """Terminal states of betting lines.

    Attributes:
        kinds: (lines,) int64: the rulebook's status.
        spent: (lines, positions) int64: chips put in over the whole hand.
        folded: (lines, positions) bool.
    """

    kinds: NDArray[np.int64]
    spent: NDArray[np.int64]
    folded: NDArray[np.bool_]

    @classmethod
    def of(cls, states: NDArray[np.int64], players: int) -> HandEnds:
        """Read terminal states from rulebook arrays: (lines, STATE_SIZE or more) int64."""
        folded = (states[:, rulebook.FOLDED, None] >> np.arange(players)) & 1
        spent = states[:, rulebook.SPENT : rulebook.SPENT + players]
        return cls(states[:, rulebook.STATUS].copy(), spent, folded.astype(np.bool_))


def settled(
    game: Game,
    first: int,
    positions: NDArray[np.int8],
    dealt: NDArray[np.uint8],
    lines: Sequence[Line],
    ends: HandEnds,
    line_of: NDArray[np.int32],
) -> MatchChunk:
    """Return finished hands with payoffs computed by the rulebook.

    Args:
        game: the game.
        first: number of the first hand in the match.
        positions: (hands,) int8 of player 0.
        dealt: (hands, cards) uint8, see ``MatchChunk``.
        lines: betting lines.
        ends: the end of each of them.
        line_of: (hands,) int32 index of the line that each hand took.
    """
    payoffs = np.empty((len(line_of), game.num_players), np.int64)
    _match.settle_hands(game.rules, game.num_hole, *ends, positions, dealt, line_of, payoffs)
    return MatchChunk(game, first, payoffs, positions, dealt, tuple(lines), line_of)


def chunk_of(
    game: Game,
    first: int,
    duplicate: bool,
    dealt: NDArray[np.uint8],
    lines: Sequence[Line],
    line_of: NDArray[np.int32],
) -> MatchChunk:
    """Return hands from cards and betting alone, settled by the rulebook.

    Args:
        game: the game.
        first: number of the first hand in the match.
        duplicate: whether each deal is played from every position.
        dealt: (hands, cards) uint8, see ``MatchChunk``.
        lines: betting lines.
        line_of: (hands,) index of the line that each hand took.

    Raises:
        CardError: if a hand has a card twice, or one that is not in the deck.
        IllegalActionError: if a line breaks the rules.
        RecordMismatchError: if a line stops before the hand is over, or a hand has none.
    """
    if dealt.shape != (len(line_of), num_dealt(game)):
        raise CardError(
            "a hand of {title} is dealt from {dealt} cards",
            title=Wording(game.title),
            dealt=num_dealt(game),
        )
    ordered = np.sort(dealt, axis=1)
    if not np.isin(dealt, game.deck).all() or (ordered[:, 1:] == ordered[:, :-1]).any():
        raise CardError("a hand has a card twice, or one that is not in the deck")
    if len(line_of) and not 0 <= line_of.min() <= line_of.max() < len(lines):
        raise RecordMismatchError("a hand has no betting line")
    spots = [PublicState(game, tuple(line), ()) for line in lines]
    if not all(spot.finished for spot in spots):
        raise RecordMismatchError("a betting line stops before the hand is over")
    states = np.array([spot.betting for spot in spots]).reshape(-1, rulebook.STATE_SIZE)
    ends = HandEnds.of(states, game.num_players)
    positions = positions_of(game, first, len(line_of), duplicate)
    return settled(game, first, positions, dealt, lines, ends, line_of)


def joined(chunks: Sequence[MatchChunk]) -> MatchChunk:
    """Concatenate consecutive chunks.

    Raises:
        ValueError: if there are none, or hands are missing between them.
    """
    if not chunks:
        raise ValueError("there are no chunks to join")
    if len(chunks) == 1:
        return chunks[0]
    place: dict[Line, int] = {}
    known: dict[int, int] = {}  # chunks share lines as objects, whose ids are quick to look up
    line_of = []
    expected = chunks[0].first
    for chunk in chunks:
        if chunk.first != expected:
            raise ValueError(f"hand {expected} is missing before hand {chunk.first}")
        expected += chunk.hands
        for line in chunk.lines:
            if id(line) not in known:
                known[id(line)] = place.setdefault(line, len(place))
        places = np.array([known[id(line)] for line in chunk.lines], np.int32)
        line_of.append(places[chunk.line_of])
    return replace(
        chunks[0],
        payoffs=np.concatenate([chunk.payoffs for chunk in chunks]),
        positions=np.concatenate([chunk.positions for chunk in chunks]),
        dealt=np.concatenate([chunk.dealt for chunk in chunks]),
        lines=tuple(place),
        line_of=np.concatenate(line_of),
    )


class HandBuffer:
    """Buffers hands played one by one until they are taken as a chunk."""

    def __init__(self, game: Game, rake: Rake = NO_RAKE) -> None:
        self.game = game
        self.rake = rake
        self._hands: list[tuple[tuple[int, ...], int, Sequence[int], int]] = []
        self._lines: dict[Line, int] = {}

    def __len__(self) -> int:
        """Return the number of buffered hands."""
        return len(self._hands)

    def add(
        self, payoffs: tuple[int, ...], position: int, dealt: Sequence[int], line: Line
    ) -> None:
        """Add a finished hand: net chips by player, player 0's position, cards, betting."""
        index = self._lines.setdefault(line, len(self._lines))
        self._hands.append((payoffs, position, dealt, index))

    def take(self, stop: int) -> MatchChunk:
        """Take all buffered hands; ``stop`` is one past the index of the last."""
        payoffs, positions, dealt, line_of = zip(*self._hands, strict=True)
        chunk = MatchChunk(
            self.game,
            stop - len(self._hands),
            np.array(payoffs, np.int64),
            np.array(positions, np.int8),
            np.array(dealt, np.uint8),
            tuple(self._lines),
            np.array(line_of, np.int32),
            self.rake,
        )
        self._hands, self._lines = [], {}
        return chunk
