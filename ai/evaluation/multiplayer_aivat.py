"""Multiplayer AIVAT, for all players at once.

The result is averaged over all joint hands of the known players, given the cards of unknown
players. For the deal, every board and every decision of a known player a correction term is added:
the expectation of a fixed value function before, less its value of the outcome, both averaged over
those hands. Each term has mean 0 for any value function, so the estimate is unbiased.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018 (arXiv 1612.06915); it holds for any
number of players.

In small games a deal is a hand for each position, and the board of a street. Each node of the
betting tree has one row for each deal of its street, so whole ranges of several players are a few
sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_solvable
from ai.cfr.best_response import tree_of
from ai.evaluation.heuristics import ValueIdentity
from ai.evaluation.match_aivat import Aivat, Correction, RangeCorrection, not_played
from ai.evaluation.shared_pot import SharedPot
from ai.reading.reach import RangeReader, Weights
from ai.small_games.joint import joint_deals_of
from ai.values.payoffs import strengths_on
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.player import Action, PublicState
from engine.policy import board_index, node_block
from engine.rules import MAX_PLAYERS, settle
from engine.tree import DECISION, SHOWDOWN_END, BettingTree
from engine.wording import Wording


class EnumeratedDeals:
    """All deals of a small game, street by street.

    ``hands``: of each street (deals, players): combos by position. ``earlier``: of each street
    (deals,): the deal of the previous street; empty for the first. Raises GameError if there are
    too many deals, or dead money.
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

        The rulebook decides who gets an odd chip, as in a match. ``places``: of the deals; None is
        all of them.
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

    ``start``: (players,) EV of each position before the deal. Raises EngineError if the tables have
    different trees.
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
            parts = table.probabilities, self.tree, table.offsets, table.rows.num_rows
            block = node_block(*parts, node)
            self._actions[node] = self.tree.actions_at(node)
            self._chances[node] = block[rows[street][seat]]
            chances, first = self._chances[node], int(self.tree.first_child[node])
            evs: Weights = np.zeros((len(chances), self.tree.game.num_players))
            for action in range(chances.shape[1]):
                evs += chances[:, action, None] * self.worth(first + action, street)
            self._worth[node, street] = evs
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

        ``street``: its own, or the previous one if the next cards are still to come; at a terminal
        any street. ``places``: indices of the deals; None is all of them.
        """
        last = len(self._dealt.hands) - 1
        if self.tree.kind[node] != DECISION and street == last:
            return self._dealt.payoffs(self._lines[node], places)
        evs = self._worth.get((node, street))
        if evs is None:
            evs = self._dealt.before(street + 1, self.worth(node, street + 1))
            self._worth[node, street] = evs
        return evs if places is None else evs[places]


def corrector(
    game: Game, agents: Sequence[Agent], known: Sequence[int], control: JobControl | None = None
) -> Correction:
    """Return the AIVAT estimator of a match, for two or more players.

    Raises GameError if AIVAT does not support the game, or EngineError if a known player cannot
    answer for its whole range, or learns.
    """
    if game.is_holdem and not game.is_heads_up:
        return HoldemAivat(game, agents, known)
    return (Aivat if game.is_heads_up else SeveralAivat)(game, agents, known, control)


class SeveralAivat(Correction):
    """AIVAT for a match of more than two players, where some strategies or all are known.

    The value function models unknown players as the first known one. Seats rotate, so positional
    advantage by the value function is luck, too. Raises GameError if the game is unsupported, or
    EngineError if a known player cannot answer for its whole range, or learns.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        known: Sequence[int],
        control: JobControl | None = None,
    ) -> None:
        if not is_solvable(game):
            raise GameError(
                "AIVAT for more than two engines is for hold'em and games small enough to list "
                "all deals, such as kuhn-3, not {title}",
                title=Wording(game.title),
            )
        super().__init__(game, agents, known)
        tables = {player: RangeReader(agents[player]).table(game, control) for player in self.known}
        self.value = ValueIdentity.of("played-out", {"game": game.name}, *tables.values())
        model = tables[self.known[0]]
        players = range(game.num_players)
        by_player = [tables.get(player, model) for player in players]
        self._dealt = EnumeratedDeals(game)
        self._values = [
            JointValue(self._dealt, [by_player[seat - position] for seat in players])
            for position in players
        ]

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> Weights:
        players = self.game.num_players
        known = {(position + player) % players: player for player in self.known}
        unknown = [seat for seat in range(players) if seat not in known]
        hand = _MultiplayerTerms(self._dealt, self._values[position], cards, unknown)
        by_seat = hand.deal_luck
        for action in actions:
            by_seat = by_seat + hand.board_luck()
            player = known.get(hand.seat)
            if player is not None and not hand.chance_of(action) > 0.0:
                raise not_played(number, player)
            by_seat = by_seat + hand.action_luck(action, player is not None)
        by_seat = by_seat + hand.board_luck() + hand.expected()
        by_player: Weights = by_seat[self._seats(position)] + self.seat_luck[position]
        return by_player

    def _seats(self, position: int) -> NDArray[np.intp]:
        return (position + np.arange(self.game.num_players)) % self.game.num_players

    @cached_property
    def seat_luck(self) -> Weights:
        """Seat advantage (positions of player 0, players): mean over seats less that in one."""
        starts = np.array(
            [value.start[self._seats(place)] for place, value in enumerate(self._values)]
        )
        luck: Weights = starts.mean(axis=0) - starts
        return luck


class _MultiplayerTerms:
    """AIVAT correction terms of one hand in progress.

    ``cards``: from the front of the deck. ``unknown``: seats of unknown players; their cards stay
    fixed. ``deal_luck``: (seats,) luck of the cards of unknown players.
    """

    def __init__(
        self,
        dealt: EnumeratedDeals,
        value: JointValue,
        cards: tuple[Card, ...],
        unknown: Sequence[int],
    ) -> None:
        game = dealt.game
        self._game, self._dealt, self._value = game, dealt, value
        size, seats = game.num_hole, range(game.num_players)
        holes = [cards[size * seat : size * (seat + 1)] for seat in seats]
        self._held = np.array([combo_index(hole, game.deck) for hole in holes])
        self._board = cards[size * game.num_players :]
        self._node = self._street = 0
        held = (dealt.hands[0][:, unknown] == self._held[unknown]).all(axis=1)
        self._places = np.flatnonzero(held)  # of the possible deals
        self._weights: Weights = np.ones(len(self._places))
        self.deal_luck: Weights = value.start - self.expected()

    @property
    def seat(self) -> int:
        """The player to act."""
        return int(self._value.tree.actor[self._node])

    def board_luck(self) -> Weights:
        """Return luck (seats,) of the cards dealt before the next decision or the showdown."""
        tree, luck = self._value.tree, np.zeros(self._game.num_players)
        target = int(tree.street[self._node])
        if tree.kind[self._node] == SHOWDOWN_END:
            target = self._game.num_rounds - 1
        while self._street < target:
            luck += self.expected()
            before = np.zeros(len(self._dealt.hands[self._street]))
            before[self._places] = self._weights
            self._street += 1
            shown = self._dealt.on(
                self._street, self._board[: self._game.board_sizes[self._street]]
            )
            weights = np.where(shown, before[self._dealt.earlier[self._street]], 0.0)
            self._places = np.flatnonzero(weights)
            self._weights = weights[self._places]
            luck -= self.expected()
        return luck

    def chance_of(self, action: Action) -> float:
        """Return the probability of an action with the cards held."""
        hands = self._dealt.hands[self._street][self._places, self.seat]
        place = self._places[np.argmax(hands == self._held[self.seat])]
        return float(self._value.chances(self._node, action, place[None])[0])

    def action_luck(self, action: Action, known: bool) -> Weights:
        """Return luck (seats,) of a decision: 0 if its player is unknown."""
        before = self.expected() if known else np.zeros(self._game.num_players)
        if known:
            self._weights = self._weights * self._value.chances(self._node, action, self._places)
        self._node = self._value.after(self._node, action)
        return before - self.expected() if known else before

    def expected(self) -> Weights:
        """Return net chips (seats,), averaged over possible joint hands."""
        worth = self._value.worth(self._node, self._street, self._places)
        evs: Weights = self._weights @ worth / self._weights.sum()
        return evs


class HoldemAivat(RangeCorrection):
    """AIVAT for multiway hold'em matches, where some strategies or all are known.

    A known player is averaged over its own range given the actual cards of all others, as joint
    ranges are too large to enumerate, and decisions of known players are corrected; an unknown one
    keeps its cards. So the results need not sum to 0: if all players are known, their mean, which
    is luck alone, is subtracted from each. Seats rotate, so positional advantage by the value
    function is luck, too.
    """

    def __init__(self, game: Game, agents: Sequence[Agent], known: Sequence[int]) -> None:
        super().__init__(game, agents, known)
        self._worth = SharedPot(game)
        self.value = self._worth.value
        starts = np.array([self._worth.start(seat) for seat in range(game.num_players)])
        self._seat_luck: Weights = starts.mean() - starts

    def of_first(self, chunk: MatchChunk) -> Weights:
        """Return the estimates (hands,) of player 0 alone, in a part of the time of ``of``.

        If all players are known, those of ``of`` vary less.
        """
        estimates = np.empty(chunk.hands)
        for hand, seat in enumerate(chunk.positions.tolist()):
            line, cards = chunk.lines[chunk.line_of[hand]], tuple(chunk.dealt[hand].tolist())
            seen = self.seen(line, seat, cards, chunk.first + hand)
            estimates[hand] = seen.aivat(seat, self._worth) + self._seat_luck[seat]
        return estimates

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> Weights:
        hand, seats = self.seen(actions, position, cards, number), range(self.game.num_players)
        by_seat = self._seat_luck.copy()
        for seat in seats:
            by_seat[seat] += hand.aivat(seat, self._worth)
        if len(hand.plays) == len(seats):  # the results sum to 0 in expectation
            by_seat -= by_seat.mean()
        by_player: Weights = by_seat[(position + np.arange(len(seats))) % len(seats)]
        return by_player
