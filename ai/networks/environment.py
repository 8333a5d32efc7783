"""Training environment of a game: kernel simulation and input encoding.

An input is a sparse binary vector, a list of ids of true features: of the cards that a seat sees,
of every action so far, and, with finite stacks, of the price of a call and of the chips that can
still be bet. Everything a network learns depends on the meaning of ids, which ``Environment.key``
identifies.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.betting.menus import Menu, default_menu
from ai.networks import hands
from ai.networks.bounds import lengths, most_lost, most_won
from ai.networks.hands import GameArrays
from ai.networks.holdem_cards import HoldemCards
from ai.networks.small_cards import SmallCards
from engine.cards import Card
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.rng import RngState
from engine.wording import Wording

VERSION = 1
"""Version of the input encoding."""
MAX_ACTS = 2**14
"""Most ids of actions; together with ids of cards they fit in 16 bits."""
_MANY_SEATS = Menu.parse("100,a")
"""The default for three and more seats."""


class DealBatch(NamedTuple):
    """A batch of dealt hands.

    Attributes:
        cards: (n, seats, streets, most ids) uint16: card ids that each seat sees on each street.
        strengths: (n, seats) int32: decide showdowns.
    """

    cards: NDArray[np.uint16]
    strengths: NDArray[np.int32]


class Cards(Protocol):
    """Input encoding and dealing of cards."""

    @property
    def counts(self) -> tuple[int, ...]:
        """Ids of each street."""
        ...

    @property
    def num_ids(self) -> int:
        """The number of different ids, from 0 on."""
        ...

    @property
    def key(self) -> str:
        """The meaning of ids, as text."""
        ...

    @property
    def num_bytes(self) -> int:
        """Memory that tables for dealing take."""
        ...

    def deal(self, rng: RngState, cards: NDArray[np.uint16], strengths: NDArray[np.int32]) -> None:
        """Deal hands at random, filling the arrays of ``DealBatch``."""
        ...

    def inputs_on(
        self, board: Sequence[Card], combos: NDArray[np.integer[Any]] | None = None
    ) -> NDArray[np.uint16]:
        """Return ids (n, ids of the street) of combos, all if None; blocked ones have any."""
        ...

    def inputs_of(
        self, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Return ids (n, ids of the street) on streets from ``first`` on, for boards (n, cards)."""
        ...


@dataclass(frozen=True, eq=False)
class Environment:
    """Training environment of a game.

    Attributes:
        game: the game.
        menu: the raises considered.
        num_inputs: length of an input as a vector of 0 and 1: ids are below it.
        max_active: most ids of an input.
        num_actions: slots: 0 fold, 1 check or call, then raises ascending; in no-limit all-in is
            the last one.
        row_size: numbers of a row, in which a hand is played.
        scale: divisor of values in chips: the most that a seat can lose in a hand.
        arrays: the arrays of kernels.
        key: hash of everything that determines the meaning of inputs and actions.
    """

    game: Game
    menu: Menu
    num_inputs: int
    max_active: int
    num_actions: int
    row_size: int
    scale: float
    arrays: GameArrays
    key: str
    _cards: Cards = field(repr=False)

    @property
    def num_bytes(self) -> int:
        """Memory for dealing, known before anything is built with ``dealing`` False."""
        return self._cards.num_bytes

    def deals(self, count: int) -> DealBatch:
        """Allocate a batch of deals."""
        counts, seats = self._cards.counts, self.game.num_players
        return DealBatch(
            np.zeros((count, seats, len(counts), max(counts)), np.uint16),
            np.zeros((count, seats), np.int32),
        )

    def deal(self, rng: RngState, deals: DealBatch) -> None:
        """Fill ``deals`` with random hands, independent of the batch size."""
        self._cards.deal(rng, *deals)

    def card_inputs(
        self, board: Sequence[Card], combos: NDArray[np.integer[Any]] | None = None
    ) -> NDArray[np.uint16]:
        """Return ids of the cards that a seat sees: (n, ids of the street) uint16, read-only.

        Args:
            board: as dealt; cards of one round may be in any order.
            combos: (n,) the combos; all if None. Ids of blocked ones are undefined.
        """
        return self._cards.inputs_on(tuple(board), combos)

    def deal_inputs(
        self, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Return ids of the cards that a seat sees in each of many deals.

        Args:
            boards: (n, cards) uint8 of one street, as dealt; cards of one round in any order.
            combos: (n,), none blocked by its board.
            first: the first street wanted; the last is that of the boards.

        Returns:
            (n, ids of the street) uint16 for each street.
        """
        return self._cards.inputs_of(boards, combos, first)


def environment(
    game: Game,
    menu: str = "",
    home: Path | None = None,
    control: JobControl | None = None,
    dealing: bool = True,
) -> Environment:
    """Build the environment of a game.

    Args:
        game: any game of 2 to 6 players.
        menu: the raises considered, in ``Menu`` notation; empty for the default: that of
            blueprints for two seats, pot and all-in for more.
        home: folder of strategies and tables of card buckets; None caches nothing.
        control: progress and cancellation; hold'em's tables take a minute or two the first time.
        dealing: False if only for playing: no tables are built, and ``deal`` is unavailable.

    Raises:
        EngineError: if the game is too large.
        MenuError: if the menu is invalid.
        CancelledError: if cancelled.
    """
    bets = Menu.parse(menu) if menu else _default_menu(game)
    if game.is_limit and bets.lists:
        raise EngineError("the menu of a game with fixed bets is 'all'")
    if not game.is_limit and not bets.lists:
        raise EngineError("choose a bet menu: no-limit has too many sizes")
    bound = lengths(game, bets)
    depths, slots = bound.raises + 1, bets.bets.parts.shape[2] + 3
    acts = game.num_rounds * depths * game.num_players * slots
    if acts > MAX_ACTS:
        raise EngineError(
            "the betting of {title} is too long for networks", title=Wording(game.title)
        )
    cards: Cards = HoldemCards(home, control, dealing) if game.is_holdem else SmallCards(game)
    stacked = game.has_stacks
    numbers = np.zeros(hands.NUM_NUMBERS, np.int64)
    prices = cards.num_ids + acts
    numbers[hands.DEPTHS], numbers[hands.SLOTS] = depths, slots
    numbers[hands.HISTORY], numbers[hands.PRICES] = cards.num_ids, prices if stacked else -1
    numbers[hands.CARD_COUNTS : hands.CARD_COUNTS + game.num_rounds] = cards.counts
    return Environment(
        game=game,
        menu=bets,
        num_inputs=prices + (hands.NUM_PRICES + hands.NUM_STACKS if stacked else 0),
        max_active=max(cards.counts) + bound.actions + (2 if stacked else 0),
        num_actions=slots,
        row_size=hands.IDS + bound.actions + 1,
        scale=float(most_lost(game)),
        arrays=GameArrays(game.rules, bets.bets, numbers),
        key=_environment_key(game, bets, cards),
        _cards=cards,
    )


def _default_menu(game: Game) -> Menu:
    return default_menu(game) if game.is_limit or game.is_heads_up else _MANY_SEATS


def _environment_key(game: Game, menu: Menu, cards: Cards) -> str:
    deck = (game.num_suits, game.num_ranks, game.num_hole, *game.num_board)
    words = f"{VERSION} {game.digest_numbers.tolist()} {deck} {menu} {cards.key}"
    if most_lost(game) != most_won(game):  # older versions divide by the most that can be won
        words += f" {most_lost(game)}"
    return hashlib.sha256(words.encode()).hexdigest()
