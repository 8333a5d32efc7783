"""A finished hand as plain data, from any format or database."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from engine.cards import Card
from engine.errors import CardError, HiddenCardsError, RecordMismatchError
from engine.game import Game
from engine.hand import HandState, Showdown, in_pots, net_chips, winners_of
from engine.lines import line_text
from engine.player import Action, PublicState


@dataclass(frozen=True)
class Money:
    """The currency of a hand; a chip is the smallest unit of its file.

    Attributes:
        symbol: of the currency as the file writes it, such as "$"; empty where it names none.
        unit: chips in one of the file's units: 100 where the file counts cents.
    """

    symbol: str = ""
    unit: int = 1

    def text(self, chips: int) -> str:
        """Return an amount as the file writes it: "$0.50", "$1", "2,500"."""
        whole, part = divmod(abs(chips), self.unit)
        digits = len(str(self.unit)) - 1
        cents = f".{part:0{digits}}" if part else ""
        return f"{'-' if chips < 0 else ''}{self.symbol}{whole:,}{cents}"


CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
"""The code of the currency that a symbol alone stands for."""
CHIPS = Money()
"""Play chips, which have no monetary value."""
_CACHED = {"spot", "told", "_spot", "_by_rules", "_line"}


@dataclass(frozen=True)
class HandRecord:
    """A finished hand.

    Attributes:
        game: the game, with the stacks of this hand.
        number: the hand's number in its session, match or log.
        players: names by position.
        holes: cards by position in the order of the source; None where unknown.
        board: the board as dealt.
        actions: all actions in order.
        payoffs: net chips by position.
        deck: the shuffled deck in dealing order (``HandState.deal``): whole, or as far as it can be
            dealt; empty where unknown.
        time: when it was played, UTC, ISO 8601, empty where unknown.
        hero: position of the hero, -1 where unknown.
        taken: rake taken from each position's winnings, not deducted from ``payoffs``; empty if
            none.
        money: the currency and unit of the chips.
        stated: net chips by position as the source states them, where impossible; ``payoffs`` then
            follow the rules.
        cashed: cash-out by position, 0 where none was taken; empty without cash-outs.
            ``payoffs`` are those of the cards.
        boards: further boards of a hand that was run several times.

    The last seven are ignored in comparisons.
    """

    game: Game
    number: int
    players: tuple[str, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    payoffs: tuple[int, ...]
    deck: tuple[Card, ...] = ()
    _spot: PublicState | None = field(default=None, compare=False, repr=False)
    time: str = field(default="", compare=False)
    hero: int = field(default=-1, compare=False)
    taken: tuple[int, ...] = field(default=(), compare=False)
    money: Money = field(default=CHIPS, compare=False)
    stated: tuple[int, ...] = field(default=(), compare=False)
    cashed: tuple[int, ...] = field(default=(), compare=False)
    boards: tuple[tuple[Card, ...], ...] = field(default=(), compare=False)
    _by_rules: tuple[int, ...] = field(default=(), compare=False, repr=False)
    _line: str = field(default="", compare=False, repr=False)

    @classmethod
    def of(
        cls,
        hand: HandState,
        number: int,
        players: tuple[str, ...],
        deck: tuple[Card, ...] = (),
    ) -> HandRecord:
        """The record of a finished hand. Raises ValueError if the hand is not over."""
        if hand.payoffs is None:
            raise ValueError("the hand is not over")
        return cls(
            hand.game,
            number,
            players,
            hand.holes,
            hand.board,
            hand.spot.actions,
            hand.payoffs,
            deck,
            hand.spot,
        )

    @cached_property
    def spot(self) -> PublicState:
        """The public state at the end; its ``betting`` raises where an action is not legal."""
        if self._spot is not None:
            return self._spot
        return PublicState(self.game, self.actions, self.board)

    @cached_property
    def told(self) -> Showdown:
        """What the record says of the hand's end besides the cards."""
        spot = self.spot
        live = (seat for seat in range(len(self.holes)) if not spot.folded(seat))
        mucked = spot.showdown and any(self.holes[seat] is None for seat in live)
        return Showdown(winners_of(spot, self.payoffs) if mucked else None, self.boards)

    @property
    def line(self) -> str:
        """The betting as ACPC text."""
        return self._line or line_text(self.game, self.actions)

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields without cached values, for other processes."""
        return {key: value for key, value in vars(self).items() if key not in _CACHED}

    @property
    def results(self) -> tuple[int, ...]:
        """Net chips by position after the rake."""
        taken = self.taken or (0,) * len(self.payoffs)
        return tuple(won - rake for won, rake in zip(self.payoffs, taken, strict=True))

    @property
    def paid(self) -> tuple[int, ...]:
        """Net chips by position as paid out: ``results``, but for players who cashed out."""
        cashed = self.cashed or (0,) * len(self.payoffs)
        parts = zip(self.results, cashed, in_pots(self.spot), strict=True)
        return tuple(chips - bet if chips else net for net, chips, bet in parts)

    def verify(self) -> None:
        """Check ending and result against the rulebook.

        Raises:
            IllegalActionError: if an action is illegal.
            RecordMismatchError: if the ending or the result differs.
        """
        self.verify_payoffs()
        if self.stated:
            raise RecordMismatchError(
                "the payoffs are {payoffs}, not {stated}", payoffs=self.payoffs, stated=self.stated
            )

    def verify_payoffs(self) -> None:
        """Check ending and payoffs against the rulebook; errors as ``verify``."""
        spot, game = self.spot, self.game
        if not spot.finished:
            raise RecordMismatchError("the record stops before the hand is over")
        dealt = game.board_sizes[game.num_rounds - 1 if spot.showdown else spot.street]
        if len(self.board) != dealt:
            raise RecordMismatchError(
                "the board has {count} cards, but the betting leads to {dealt}",
                count=len(self.board),
                dealt=dealt,
            )
        if sum(self.payoffs) != 0:
            raise RecordMismatchError(
                "the payoffs {payoffs} do not add up to 0", payoffs=self.payoffs
            )
        try:
            payoffs = self._by_rules or net_chips(spot, self.holes, self.told)
        except CardError as error:
            raise HiddenCardsError("{error}", error=error) from None
        if payoffs != self.payoffs:
            raise RecordMismatchError(
                "the payoffs are {payoffs}, not {stated}", payoffs=payoffs, stated=self.payoffs
            )

    def complete_deck(self, rng: np.random.Generator) -> tuple[Card, ...]:
        """A deck in dealing order (``HandState.deal``) from which the hand could have been dealt.

        Known cards are in the positions they were dealt from; the others are uniform over all
        consistent decks, whatever the betting implies.
        """
        game = self.game
        if sorted(self.deck) == list(game.deck):
            return self.deck
        places: list[Card | None] = [*self.deck, *(None,) * (len(game.deck) - len(self.deck))]
        if not self.deck:
            for seat, hole in enumerate(self.holes):
                if hole is not None:
                    places[seat * game.num_hole : (seat + 1) * game.num_hole] = hole
            start = game.num_hole * game.num_players
            places[start : start + len(self.board)] = self.board
        known = {card for card in places if card is not None}
        drawn = iter(rng.permutation([card for card in game.deck if card not in known]).tolist())
        return tuple(next(drawn) if card is None else card for card in places)

    def replay(self) -> HandState:
        """Replay the actions through the rulebook.

        Raises:
            IllegalActionError: if an action is illegal.
            CardError: if cards are missing or impossible.
        """
        hand = HandState(self.game, self.holes, self.board, self.told)
        for action in self.actions:
            hand.apply(action)
        return hand
