"""The state of one hand: the rulebook's typed interface.

``verify_x`` explains, ``can_x`` tests, ``x`` acts and returns the resulting immutable events. These
animate the table, build the record and feed the tests.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine import rules as rulebook
from engine.cards import Card, check_distinct
from engine.errors import CardError, IllegalActionError, PokerError
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.player import (
    CALL,
    FOLD,
    Action,
    PublicState,
    SeatRecord,
    SeatView,
    raise_to,
    verify,
)
from engine.pots import pots_at
from engine.wording import Wording


@dataclass(frozen=True, slots=True)
class Posted:
    """A seat posted its blind, or paid its ante into the pot, in chips."""

    seat: int
    amount: int
    ante: bool = False


@dataclass(frozen=True, slots=True)
class HoleDealt:
    """A seat was dealt its hole cards."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class BoardDealt:
    """Board cards were dealt at the start of a street."""

    street: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted.

    Attributes:
        seat: the seat.
        action: its action.
        added: chips it put in.
        all_in: whether it has none left.
    """

    seat: int
    action: Action
    added: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class Returned:
    """An uncalled bet was returned."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed its cards at the showdown."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PotWon:
    """A seat won a pot or its share of one; pot 0 is the main pot, board 0 the first one."""

    pot: int
    seat: int
    amount: int
    board: int = 0


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand ended; net chips of each seat."""

    payoffs: tuple[int, ...]


Event: TypeAlias = Posted | HoleDealt | BoardDealt | Acted | Returned | Shown | PotWon | HandEnded


@dataclass(frozen=True, slots=True)
class Showdown:
    """What a record says of a hand's end besides the cards.

    Attributes:
        winners: positions that won chips, where cards at the showdown were mucked: of those not
            seen these win, and the others lose; None if all cards must be known.
        boards: further boards, of a hand that was run several times: each wins an equal part of
            every pot, the first ones the odd chips.
    """

    winners: Collection[int] | None = None
    boards: tuple[tuple[Card, ...], ...] = ()


ALL_SHOWN = Showdown()
_UNSEEN = np.iinfo(np.int32).max
"""The strength of an unseen hand that won."""


def net_chips(
    spot: PublicState, holes: Sequence[Sequence[Card] | None], told: Showdown = ALL_SHOWN
) -> tuple[int, ...]:
    """Net payoff of each seat in a finished hand with a complete board.

    Raises:
        CardError: if a showdown lacks the hole cards of a live seat, and who won.
    """
    return _payoffs(spot, _pots_won(spot, holes, told))


def winners_of(spot: PublicState, payoffs: Sequence[int]) -> frozenset[int]:
    """Return the seats that won chips besides an uncalled bet, from the net payoff of each."""
    parts = zip(payoffs, in_pots(spot), strict=True)
    return frozenset(seat for seat, (net, chips) in enumerate(parts) if net + chips > 0)


def in_pots(spot: PublicState) -> tuple[int, ...]:
    """Return the chips of each seat in the pots: antes and bets without an uncalled one."""
    bets = [spot.spent(seat) for seat in range(spot.game.num_players)]
    called, antes = sorted(bets)[-2], spot.game.antes_paid
    return tuple(min(bet, called) + ante for bet, ante in zip(bets, antes, strict=True))


def _strengths(
    spot: PublicState,
    board: Sequence[Card],
    holes: Sequence[Sequence[Card] | None],
    winners: Collection[int] | None,
) -> NDArray[np.int32]:
    """Hand strength of each seat at showdown, (num_players,); 0 if folded or without showdown."""
    strengths = np.zeros(spot.game.num_players, np.int32)
    if spot.showdown:
        for seat, hole in enumerate(holes):
            if spot.folded(seat):
                continue
            if hole is not None:
                strengths[seat] = showdown_strength(np.array((*hole, *board), np.uint8))
            elif winners is None:
                raise CardError("a showdown needs the cards of all players still in")
        unseen = [seat for seat in winners or () if holes[seat] is None]
        strengths[unseen] = max((strengths[seat] for seat in winners or ()), default=0) or _UNSEEN
    return strengths


def _pots_won(
    spot: PublicState, holes: Sequence[Sequence[Card] | None], told: Showdown
) -> list[PotWon]:
    """Return each winner's share of each pot: the split of ``rules.settle``, for display.

    Only one of the two is called, because each is a kernel to compile before the first hand.
    """
    won: list[PotWon] = []
    boards = (spot.board, *told.boards)
    for run, board in enumerate(boards):
        strengths = _strengths(spot, board, holes, told.winners)
        # Pots that the same players win are one, but several boards must have the same pots.
        ranks = np.ones_like(strengths) if told.boards else strengths
        for place, pot in enumerate(pots_at(spot.game, spot.betting, ranks)):
            best = max(strengths[s] for s in pot.seats)
            winners = [s for s in pot.seats if strengths[s] == best]
            part, rest = divmod(pot.amount, len(boards))
            share, odd = divmod(part + (run < rest), len(winners))
            won.extend(
                PotWon(place, seat, share + odd * (seat == winners[0]), run) for seat in winners
            )
    return won


def _payoffs(spot: PublicState, won: Sequence[PotWon]) -> tuple[int, ...]:
    """Net chips of each seat from contributions, refunds and winnings."""
    paid = spot.game.antes_paid
    net = [-spot.spent(seat) - paid[seat] for seat in range(spot.game.num_players)]
    holder, extra = rulebook.uncalled(spot.game.rules, spot.betting)
    net[holder] += int(extra)
    for part in won:
        net[part.seat] += part.amount
    return tuple(net)


class HandState:
    """The state of one hand, from the deal to the payoffs.

    Args:
        game: the game.
        holes: cards of each seat; None where unknown.
        board: the whole board, or as much of it as will be dealt.
        told: what a record says of its end.

    Raises:
        CardError: if cards are missing, duplicated or not in the deck.
    """

    def __init__(
        self,
        game: Game,
        holes: Sequence[Sequence[Card] | None],
        board: Sequence[Card],
        told: Showdown = ALL_SHOWN,
    ) -> None:
        self.game = game
        self._told = told
        self.holes = tuple(None if hole is None else tuple(sorted(hole)) for hole in holes)
        self.full_board = tuple(board)
        self._check_cards()
        betting = np.zeros(rulebook.STATE_SIZE, np.int64)
        rulebook.start(game.rules, betting)
        self.spot = PublicState(game, (), (), betting)
        self.payoffs: tuple[int, ...] | None = None
        self.opening_events = self._open()

    @classmethod
    def deal(cls, game: Game, deck: Sequence[Card]) -> HandState:
        """Deal a hand from the top of a shuffled deck: hole cards seat by seat, then the board."""
        hole, players = game.num_hole, game.num_players
        holes = [tuple(deck[seat * hole : (seat + 1) * hole]) for seat in range(players)]
        start = players * hole
        return cls(game, holes, tuple(deck[start : start + game.board_sizes[-1]]))

    def _check_cards(self) -> None:
        game = self.game
        if len(self.holes) != game.num_players:
            raise CardError(
                "{title} needs cards for {players} players",
                title=Wording(game.title),
                players=game.num_players,
            )
        known = [card for hole in self.holes if hole is not None for card in hole]
        check_distinct([*known, *self.full_board])
        deck = set(game.deck)
        if any(card not in deck for card in (*known, *self.full_board)):
            raise CardError("a card is not in the deck of {title}", title=Wording(game.title))
        if any(hole is not None and len(hole) != game.num_hole for hole in self.holes):
            raise CardError(
                "{title} has {cards} private cards for each player",
                title=Wording(game.title),
                cards=game.num_hole,
            )
        if len(self.full_board) > game.board_sizes[-1]:
            raise CardError(
                "{title} has {board_sizes} board cards at most",
                title=Wording(game.title),
                board_sizes=game.board_sizes[-1],
            )

    def _open(self) -> tuple[Event, ...]:
        events: list[Event] = []
        for seat, ante in enumerate(self.game.antes_paid):
            if ante:
                events.append(Posted(seat, ante, ante=True))
        for seat in range(self.game.num_players):
            amount = min(self.game.blinds[seat], self.game.betting_stacks[seat])
            if amount:
                events.append(Posted(seat, amount))
        for seat, hole in enumerate(self.holes):
            if hole is not None:
                events.append(HoleDealt(seat, hole))
        events.extend(self._deal_boards(-1, self.spot.street))
        if self.finished:
            events.extend(self._finish())
        return tuple(events)

    @property
    def to_act(self) -> int:
        """Seat to act, -1 when the hand is over."""
        return self.spot.to_act

    @property
    def finished(self) -> bool:
        """True if the hand is over."""
        return self.spot.finished

    @property
    def board(self) -> tuple[Card, ...]:
        """The board as dealt so far."""
        return self.spot.board

    @property
    def showdown(self) -> bool:
        """True if the hand ended at showdown."""
        return self.spot.showdown

    def view(self, seat: int) -> SeatView:
        """Return a seat's view of the hand.

        Raises:
            CardError: if its hole cards are unknown.
        """
        hole = self.holes[seat]
        if hole is None:
            raise CardError("the cards of this seat are not known")
        return SeatView(self.spot, seat, hole)

    def record_for(self, seat: int) -> SeatRecord:
        """Return the finished hand as seen by one seat: mucked cards of others stay hidden.

        Raises:
            PokerError: if the hand is not over.
        """
        if self.payoffs is None:
            raise PokerError("the hand is not over")
        holes = tuple(
            hole if other == seat or (self.showdown and not self.spot.folded(other)) else None
            for other, hole in enumerate(self.holes)
        )
        return SeatRecord(self.spot, seat, holes, self.payoffs)

    def verify(self, action: Action) -> None:
        """Raise with the reason if an action is illegal.

        Raises:
            IllegalActionError: with the rulebook's reason.
        """
        verify(self.spot.legal, self.spot.betting, action)

    def can(self, action: Action) -> bool:
        """Return whether an action is legal now."""
        try:
            self.verify(action)
        except IllegalActionError:
            return False
        return True

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Apply an action; returns its events and all up to the next decision or the end.

        Raises:
            IllegalActionError: with the rulebook's reason; the state is unchanged.
        """
        before = self.spot
        seat = before.to_act
        self.spot = before.after(action)
        added = self.spot.spent(seat) - before.spent(seat)
        events: list[Event] = [Acted(seat, action, added, self.spot.stack(seat) == 0)]
        events.extend(self._deal_boards(before.street, self.spot.street))
        if self.finished:
            events.extend(self._finish())
        return tuple(events)

    def fold(self) -> tuple[Event, ...]:
        """Fold."""
        return self.apply(FOLD)

    def check_or_call(self) -> tuple[Event, ...]:
        """Check or call."""
        return self.apply(CALL)

    def raise_to(self, amount: int) -> tuple[Event, ...]:
        """Bet or raise to ``amount`` chips on this street."""
        return self.apply(raise_to(amount))

    def _deal_boards(self, old: int, new: int) -> list[Event]:
        """Deal the streets after ``old`` up to ``new`` into the spot's board."""
        events: list[Event] = []
        sizes = self.game.board_sizes
        for street in range(old + 1, new + 1):
            if len(self.full_board) < sizes[street]:
                raise CardError("the board has no cards for round {street}", street=street + 1)
            cards = self.full_board[sizes[street] - self.game.num_board[street] : sizes[street]]
            if cards:
                events.append(BoardDealt(street, cards))
                self.spot = PublicState(
                    self.game,
                    self.spot.actions,
                    self.full_board[: sizes[street]],
                    self.spot.betting,
                )
        return events

    def _finish(self) -> list[Event]:
        """Run out the board, return the uncalled bet, show down, and pay the pots."""
        game, betting = self.game, self.spot.betting
        events: list[Event] = []
        holder, extra = rulebook.uncalled(game.rules, betting)
        if extra:
            events.append(Returned(int(holder), int(extra)))
        if self.showdown:
            for seat, hole in enumerate(self.holes):
                if hole is not None and not self.spot.folded(seat):
                    events.append(Shown(seat, hole))
            events.extend(self._deal_boards(self.spot.street, game.num_rounds - 1))
        won = _pots_won(self.spot, self.holes, self._told)
        self.payoffs = _payoffs(self.spot, won)
        events.extend(won)
        events.append(HandEnded(self.payoffs))
        return events
