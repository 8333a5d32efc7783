"""Exact EV of each position under known tables, for every deal, in small games.

A deal is a hand for each position, and the board of a street. Each node of the betting tree has one
row for each deal of its street, so whole ranges of several players are a few sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr.best_response import tree_of
from ai.reading.reach import Weights
from ai.small_games.joint import joint_deals_of
from ai.values.payoffs import strengths_on
from engine.agent import PolicyTable
from engine.cards import Card
from engine.game import Game
from engine.player import Action, PublicState
from engine.policy import board_index, node_block
from engine.rules import MAX_PLAYERS, settle
from engine.tree import DECISION, BettingTree


class EnumeratedDeals:
    """All deals of a small game, street by street.

    Args:
        game: a game whose deals can be enumerated.

    Attributes:
        hands: of each street (deals, players): combos by position.
        earlier: of each street (deals,): the deal of the previous street; empty for the first.

    Raises:
        GameError: if there are too many deals, or dead money.
    """

    def __init__(self, game: Game) -> None:
        joint = joint_deals_of(game, merge_suits=False)
        combos = np.argsort(joint.class_of_combo)
        self.game, self._joint = game, joint
        self._paid: dict[tuple[Action, ...], Weights] = {}
        self.hands = [combos[part.hands] for part in joint.streets]
        self._board = [
            np.repeat(np.arange(len(part.first) - 1), np.diff(part.first)) for part in joint.streets
        ]
        self.earlier: list[NDArray[np.intp]] = [np.zeros(0, np.intp)]
        # All hands are compatible with equally many boards.
        self._later = [np.zeros((0, 0), np.intp)]
        for street in range(1, len(self.hands)):
            known = {row: place for place, row in enumerate(self._rows(street - 1, None))}
            rows = self._rows(street, joint.parent[street])
            self.earlier.append(np.array([known[row] for row in rows], np.intp))
            order = np.argsort(self.earlier[street], kind="stable")
            self._later.append(order.reshape(len(self.hands[street - 1]), -1))

    def _rows(self, street: int, board: NDArray[np.int32] | None) -> list[tuple[int, ...]]:
        """Return board, or the board before it, and hands of each deal."""
        boards = self._board[street] if board is None else board[self._board[street]]
        return list(map(tuple, np.column_stack([boards, self.hands[street]]).tolist()))

    def on(self, street: int, board: tuple[Card, ...]) -> NDArray[np.bool_]:
        """Return a mask (deals,) of the deals of a street that have its board."""
        place = self._joint.board_class[street][board_index(self.game, board)]
        return np.asarray(self._board[street] == place, np.bool_)

    def before(self, street: int, worth: Weights) -> Weights:
        """Return the mean of a street's (deals, players) over boards to come, a street earlier."""
        means: Weights = worth[self._later[street]].mean(axis=1)
        return means

    def rows(self, table: PolicyTable, street: int, seat: int) -> NDArray[np.int64]:
        """Return the row (deals,) of a position's hand in a table, deal by deal."""
        on_board = np.array([table.rows.rows_on(one) for one in self._joint.boards[street]])
        rows: NDArray[np.int64] = on_board[self._board[street], self.hands[street][:, seat]]
        return rows

    def payoffs(self, line: tuple[Action, ...], places: NDArray[np.intp] | None = None) -> Weights:
        """Return net chips (deals, players) of deals of the last street after a betting line.

        The rulebook decides who gets an odd chip, as in a match.

        Args:
            line: the betting.
            places: of the deals; None is all of them.
        """
        orders, which = self._orders
        paid = self._paid.get(line)
        if paid is None:
            betting = PublicState(self.game, line, ()).betting
            payoffs = np.zeros((len(orders), self.game.num_players), np.int64)
            for order, chips in zip(orders, payoffs, strict=True):
                room = np.zeros(MAX_PLAYERS, np.int64)
                settle(self.game.rules, betting, order, chips, room, room.copy())
            paid = self._paid[line] = payoffs.astype(np.float64)
        return np.asarray(paid[which if places is None else which[places]])

    @cached_property
    def _orders(self) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """The possible orders of strength at showdowns: (orders, players), and (deals,) indices."""
        boards = self._joint.boards[-1]
        strengths = np.array([strengths_on(self.game, board) for board in boards])
        each = strengths[self._board[-1][:, None], self.hands[-1]]
        beaten = (each[:, :, None] > each[:, None, :]).sum(axis=2)
        orders, which = np.unique(beaten, axis=0, return_inverse=True)
        return orders.astype(np.int32), which.reshape(-1)


class JointValue:
    """EV of each position in chips, at any node with any deal.

    Args:
        dealt: the deals of the game.
        tables: the strategy of each position.

    Attributes:
        tree: the betting tree.
        start: (players,) EV of each position before the deal.

    Raises:
        EngineError: if the tables have different trees.
    """

    def __init__(self, dealt: EnumeratedDeals, tables: Sequence[PolicyTable]) -> None:
        self.tree: BettingTree = tree_of(tables)
        self._dealt = dealt
        self._worth: dict[tuple[int, int], Weights] = {}
        self._chances: dict[int, Weights] = {}
        self._lines: dict[int, tuple[Action, ...]] = {}
        self._actions: dict[int, tuple[Action, ...]] = {}
        rows = [
            [dealt.rows(table, street, seat) for seat, table in enumerate(tables)]
            for street in range(len(dealt.hands))
        ]
        for node in range(self.tree.num_nodes - 1, -1, -1):
            if self.tree.kind[node] != DECISION:
                self._lines[node] = self.tree.line_to(node)
                continue
            street, seat = int(self.tree.street[node]), int(self.tree.actor[node])
            table = tables[seat]
            block = node_block(
                table.probabilities, self.tree, table.offsets, table.rows.num_rows, node
            )
            self._actions[node] = self.tree.actions_at(node)
            self._chances[node] = block[rows[street][seat]]
            self._worth[node, street] = self._played_on(node, street)
        self.start: Weights = self._worth[0, 0].mean(axis=0)

    def after(self, node: int, action: Action) -> int:
        """The node after an action of a decision."""
        return int(self.tree.first_child[node]) + self._actions[node].index(action)

    def chances(self, node: int, action: Action, places: NDArray[np.intp]) -> Weights:
        """Return the probability (deals,) of an action at a decision, for some deals."""
        chances: Weights = self._chances[node][places, self._actions[node].index(action)]
        return chances

    def worth(self, node: int, street: int, places: NDArray[np.intp] | None = None) -> Weights:
        """Return EVs (deals, players) over the whole hand, for some deals of a street.

        Args:
            node: of the tree.
            street: its own, or the previous one if the next cards are still to come; at a terminal
                any street.
            places: indices of the deals; None is all of them.
        """
        last = len(self._dealt.hands) - 1
        if self.tree.kind[node] != DECISION and street == last:
            return self._dealt.payoffs(self._lines[node], places)
        evs = self._worth.get((node, street))
        if evs is None:
            evs = self._dealt.before(street + 1, self.worth(node, street + 1))
            self._worth[node, street] = evs
        return evs if places is None else evs[places]

    def _played_on(self, node: int, street: int) -> Weights:
        chances, first = self._chances[node], int(self.tree.first_child[node])
        evs: Weights = np.zeros((len(chances), self.tree.game.num_players))
        for action in range(chances.shape[1]):
            evs += chances[:, action, None] * self.worth(first + action, street)
        return evs
