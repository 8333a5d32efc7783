"""Deals of a small game for any number of players, and their pot shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.small_games.classes import CardClasses, check_listable, classes_of
from ai.small_games.deals import Deals, deals_of
from engine.combos import combo_cards
from engine.errors import GameError
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.policy import boards
from engine.tree import BettingTree


@dataclass(frozen=True)
class StreetDeals:
    """Deals of all hands and a street's board, with equivalent ones merged.

    Attributes:
        first: (board classes + 1,) int64: start of the deals of each board, then their number.
        hands: (deals, players) int64: class of each position's hand.
        weight: (deals,) float64: probability of each deal; they sum to 1.
        won: (2 ** players, deals, players) float64: ``weight`` times the share of a pot that each
            position wins when the positions of a set contend for it. The set's row has a bit for
            each of them. Shares are exact, like OpenSpiel's, while a table hands out whole chips;
            on earlier streets the boards to come are averaged out.
    """

    first: NDArray[np.int64]
    hands: NDArray[np.int64]
    weight: NDArray[np.float64]
    won: NDArray[np.float64]

    def met(self, weights: NDArray[np.float64], reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the summed weights times the others' reach for each position's hands.

        Args:
            weights: (deals, players) of each deal for each position.
            reach: (players, board classes, classes) of the hands of each position.

        Returns:
            (players, board classes, classes) float64.
        """
        board = np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))
        held = [own[board, self.hands[:, seat]] for seat, own in enumerate(reach)]
        totals = np.zeros(reach.shape)
        for seat, sums in enumerate(totals):
            others = [each for other, each in enumerate(held) if other != seat]
            product = weights[:, seat] * np.prod(others, axis=0)
            np.add.at(sums, (board, self.hands[:, seat]), product)
        return totals

    def payoffs(self, pots: Sequence[PaidPot]) -> NDArray[np.float64]:
        """Return ``weight`` times the net chips of each position: (deals, players) float64."""
        chips = np.zeros(self.hands.shape)
        for pot in pots:
            chips += pot.paid.sum() * self.won[pot.contenders] - self.weight[:, None] * pot.paid
        return chips


class PaidPot(NamedTuple):
    """A pot and its contenders.

    Attributes: contenders: a bit for each eligible position.
    """

    contenders: int
    paid: NDArray[np.float64]


def pots_at(tree: BettingTree, end: int) -> list[PaidPot]:
    """Return the main pot of a terminal, then its side pots.

    An uncalled bet is a pot contended only by its owner.
    """
    spent, live = tree.spent[end].astype(np.float64), ~tree.folded[end]
    pots, lower = [], 0.0
    for upper in np.unique(spent[live]).tolist():
        contenders = int((1 << np.flatnonzero(live & (spent >= upper))).sum())
        pots.append(PaidPot(contenders, np.minimum(spent, upper) - np.minimum(spent, lower)))
        lower = upper
    return pots


@dataclass(frozen=True)
class JointDeals(CardClasses):
    """Hand and board classes, and the joint probabilities of all players' hands.

    Attributes:
        streets: the deals of each street.
    """

    streets: tuple[StreetDeals, ...]


@lru_cache(maxsize=8)
def joint_deals_of(game: Game, merge_suits: bool) -> JointDeals:
    """Enumerate the deals of a game.

    Args:
        game: a game with few hands and boards.
        merge_suits: whether to merge deals that differ only by suits, where that is lossless.

    Raises:
        GameError: if the game has too many deals to enumerate, or dead money.
    """
    check_listable(game)
    classes = classes_of(game, merge_suits)
    board, hands, strengths = _dealt(classes)
    held = classes.class_of_combo[hands].astype(np.int64)
    shares = _pot_shares(strengths)
    streets: list[StreetDeals] = []
    for street in range(game.num_rounds - 1, -1, -1):
        streets.insert(0, _put_together(len(classes.boards[street]), board, held, shares))
        board = classes.parent[street][board]
    return JointDeals(**vars(classes), streets=tuple(streets))


def is_listable(game: Game) -> bool:
    """Return whether a game of any number of players has few enough deals to enumerate."""
    try:
        listed_deals(game, merge_suits=False)
    except GameError:
        return False
    return True


def listed_deals(game: Game, merge_suits: bool) -> Deals | JointDeals:
    """Return a game's deals in the form for the solvers: for two, or for any number of players.

    Raises:
        GameError: if the game has too many deals to enumerate, or dead money.
    """
    return (deals_of if game.is_heads_up else joint_deals_of)(game, merge_suits)


def _dealt(
    classes: CardClasses,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int32]]:
    """Return all equally likely deals: class of the full board, combos, strengths by position."""
    game = classes.game
    cards = combo_cards(game.deck, game.num_hole).astype(np.int64)
    hands = np.indices((len(cards),) * game.num_players).reshape(game.num_players, -1).T
    hands = hands[_apart(cards[hands].reshape(len(hands), -1))]
    combos, strengths, board_classes = [], [], []
    for index, board in boards(game, game.num_rounds - 1):
        free = hands[~np.isin(cards[hands], board).any(axis=(1, 2))]
        strength = np.zeros(len(cards), np.int32)
        for combo in np.unique(free).tolist():
            shown = np.array((*cards[combo].tolist(), *board), np.uint8)
            strength[combo] = showdown_strength(shown)
        combos.append(free)
        strengths.append(strength[free])
        board_classes.append(np.full(len(free), classes.board_class[-1][index]))
    return np.concatenate(board_classes), np.concatenate(combos), np.concatenate(strengths)


def _apart(cards: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a mask of the rows without repeated cards."""
    ordered = np.sort(cards, axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(axis=1), np.bool_)


def _pot_shares(strengths: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return shares of a pot by its contenders: (2 ** players, deals, players)."""
    deals, players = strengths.shape
    shares = np.zeros((2**players, deals, players))
    for contenders in range(1, 2**players):
        among = (contenders >> np.arange(players)) & 1 == 1
        best = strengths[:, among].max(axis=1, keepdims=True)
        wins = among & (strengths == best)
        shares[contenders] = wins / wins.sum(axis=1, keepdims=True)
    return shares


def _put_together(
    num_boards: int,
    board: NDArray[np.int32],
    hands: NDArray[np.int64],
    shares: NDArray[np.float64],
) -> StreetDeals:
    """Merge equally likely deals by the classes of a street's board and of the hands."""
    alike, place = np.unique(
        np.column_stack([board.astype(np.int64), hands]), axis=0, return_inverse=True
    )
    place = place.reshape(-1)  # numpy 2.0 alone gives it another shape
    weight = np.bincount(place) / len(place)
    won = np.zeros((len(shares), *alike[:, 1:].shape))
    for contenders in range(len(shares)):
        np.add.at(won[contenders], place, shares[contenders] / len(place))
    first = np.searchsorted(alike[:, 0], np.arange(num_boards + 1))
    return StreetDeals(first, np.ascontiguousarray(alike[:, 1:]), weight, won)
