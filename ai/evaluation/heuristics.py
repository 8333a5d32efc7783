"""Value functions of AIVAT for hold'em, fixed before the first hand.

Before the next cards the value of a node is a hand's equity less a half, times the expected pot.
Equity is a martingale: its mean over the next cards is its present value. So the expectation over
boards needs no enumeration. After a decision two tables play out the street on their tree;
elsewhere bets are called.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.equity.hand_equity import pair_equities
from ai.evaluation._kernels import decided_worths
from ai.evaluation.aivat import Heuristic
from ai.reading.line import BettingNode
from ai.reading.reach import TreeLines, Weights
from ai.values.payoffs import net
from engine.agent import PolicyTable
from engine.cards import Card
from engine.combos import combo_index, num_combos
from engine.game import Game
from engine.player import Action, PublicState
from engine.tree import DECISION, BettingTree
from engine.tree_columns import tree_columns

SCALES = (5.0, 2.0, 1.5, 1.15)
"""Growth of pots from the beginning of each round to the end, if stacks allow: measured in 2,500
hands of the blueprint of 100 big blinds against itself (seed 11)."""
RUNOUTS = 64
"""Random runouts sampled on a flop. A turn's 46 rivers are all counted."""
_KEPT = 64
"""Boards against one hand each whose equities are cached."""
_MOST_PLACES = 200_000
_NOTHING = np.zeros(0, np.int32)
_NumberT = TypeVar("_NumberT", float, NDArray[np.float64])


@dataclass(frozen=True, slots=True)
class _HeadsUpBets:
    """The part of a node's value that depends on its bets alone.

    ``betting``: their array, kept alive because its ``id`` is the cache key. ``folded``: net chips
    of each seat after a fold; None elsewhere.
    """

    betting: NDArray[np.int64]
    finished: bool
    folded: tuple[float, float] | None
    pot: float


@dataclass(frozen=True, slots=True)
class _Choice:
    """The results of a decision's actions, independent of boards.

    ``here``: the decision, kept alive because its ``id`` is part of the cache key. ``bets``:
    (actions, 3) as ``decided_worths`` takes them. ``below``: nodes of the tree after each action.
    """

    here: BettingNode
    actions: tuple[Action, ...]
    bets: NDArray[np.float64]
    below: _Below


@dataclass(frozen=True)
class ValueIdentity:
    """Identity of a value function.

    ``parameters``: the numbers it depends on. ``hash``: of name, parameters, and its rollout
    strategies: 16 hex digits.
    """

    name: str
    parameters: dict[str, object]
    hash: str

    @classmethod
    def of(cls, name: str, parameters: dict[str, object], *tables: PolicyTable) -> ValueIdentity:
        """Build it with a hash of all its parts."""
        digest = hashlib.sha256(repr((name, sorted(parameters.items()))).encode())
        for table in tables:
            digest.update(table.probabilities.data)
        return cls(name, parameters, digest.hexdigest()[:16])


class StreetValue(Heuristic):
    """Value function: two tables finish the street, then the pot is shared by equity.

    ``game``: heads-up hold'em. ``tables``: of the player and of the opponent, on one tree; None
    calls all bets. ``runouts``: random runouts sampled on a flop.
    """

    fair = True

    def __init__(
        self,
        game: Game,
        tables: tuple[PolicyTable, PolicyTable] | None,
        runouts: int = RUNOUTS,
        scales: tuple[float, ...] = SCALES,
    ) -> None:
        self._game, self._runouts = game, runouts
        self._scales = np.array(scales)
        self._known: dict[int, _HeadsUpBets] = {}
        self._choices: dict[tuple[int, int], _Choice] = {}
        self._equities: OrderedDict[tuple[object, ...], Weights] = OrderedDict()
        self._street = None if tables is None else _Street(game, tables, self._scales)

    def named(self, tables: Sequence[PolicyTable]) -> ValueIdentity:
        """Return its identity, with the tables it uses."""
        parameters = {"runouts": self._runouts, "growth": self._scales.tolist()}
        return ValueIdentity.of("street" if tables else "called", parameters, *tables)

    def start(self, seat: int) -> float:
        """EV of a hand before the deal: two random hands have equity one half."""
        return 0.5 * self._game.opening_pot

    def dealt(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], weights: Weights
    ) -> tuple[float, float]:
        """Return a range's weight, and its mean result, when cards are dealt."""
        whole = float(weights.sum())
        if whole <= 0.0:
            return 0.0, 0.0
        bets = self._bets(spot)
        if bets.folded is not None:
            return whole, bets.folded[seat]
        share = float(weights @ self._equity(spot.board, other)) / whole
        return whole, self._shared(bets.pot, share)

    def decided(
        self,
        here: BettingNode,
        actions: tuple[Action, ...],
        places: Sequence[int],
        board: tuple[Card, ...],
        seat: int,
        other: tuple[Card, ...],
        weights: Weights,
    ) -> list[tuple[float, float]]:
        """Return a range's weight, and its mean result, after each action."""
        choice, equities = self._choice(here, actions, seat), self._equity(board, other)
        looked_at = np.array(places)
        if self._street is not None and choice.below.most:
            return self._street.worths(choice, looked_at, board, seat, other, weights, equities)
        wholes: Weights = weights.sum(axis=1)
        shares = weights @ equities / np.where(wholes > 0.0, wholes, 1.0)
        folded, pots = choice.bets[looked_at, seat], choice.bets[looked_at, 2]
        worths = np.where(np.isnan(folded), self._shared(pots, shares), folded)
        ranges = np.broadcast_to(wholes, len(worths)).tolist()
        return [
            (whole, worth) if whole > 0.0 else (0.0, 0.0)
            for whole, worth in zip(ranges, worths.tolist(), strict=True)
        ]

    def _shared(self, pot: _NumberT, share: _NumberT) -> _NumberT:
        return pot * (share - 0.5) + 0.5 * self._game.opening_pot

    def _choice(self, here: BettingNode, actions: tuple[Action, ...], seat: int) -> _Choice:
        """Return the results of a decision's actions; each seat has its own menu."""
        key = id(here), seat
        choice = self._choices.get(key)
        if choice is None or (choice.actions is not actions and choice.actions != actions):
            if len(self._choices) >= _MOST_PLACES:
                self._choices = {}
            spots = [here.after(action).on(()) for action in actions]
            bets = [self._bets(spot) for spot in spots]
            nodes = tuple(
                -1
                if self._street is None or one.finished or spot.street > here.street
                else self._street.lines.node(spot)
                for spot, one in zip(spots, bets, strict=True)
            )
            worth = np.array([(*(one.folded or (np.nan, np.nan)), one.pot) for one in bets])
            below = _NOTHING_BELOW if self._street is None else self._street.below(nodes)
            choice = self._choices[key] = _Choice(here, actions, worth, below)
        return choice

    def _bets(self, spot: PublicState) -> _HeadsUpBets:
        key = id(spot.betting)
        bets = self._known.get(key)
        if bets is None:
            if len(self._known) >= _MOST_PLACES:
                self._known = {}
            folded = None
            if spot.finished and not spot.showdown:
                folded = float(net(spot, 0, 0)), float(net(spot, 1, 0))
            matched = (min if spot.finished else max)(spot.spent(0), spot.spent(1))
            pot = 2.0 * matched + self._game.opening_pot
            if not spot.finished:
                pot = min(float(self._scales[spot.street]) * pot, _most(self._game))
            bets = self._known[key] = _HeadsUpBets(spot.betting, spot.finished, folded, pot)
        return bets

    def _equity(self, board: tuple[Card, ...], other: tuple[Card, ...]) -> Weights:
        key = (board, other)
        equities = self._equities.get(key)
        if equities is None:
            equities = self._equities[key] = pair_equities(self._game, other, board, self._runouts)
            while len(self._equities) > _KEPT:
                self._equities.popitem(last=False)
        return equities


@dataclass(frozen=True, slots=True)
class _Below:
    """Nodes, each with its descendants on the same street.

    ``nodes``: for each its nodes in the order of ``_street_below``, concatenated; none for -1.
    ``begins``: start of those of each, and the end of the last. ``most``: the largest number of
    nodes of one.
    """

    nodes: NDArray[np.int32]
    begins: NDArray[np.int64]
    most: int


_NOTHING_BELOW = _Below(_NOTHING, np.zeros(1, np.int64), 0)


class _Street:
    def __init__(
        self, game: Game, tables: tuple[PolicyTable, PolicyTable], scales: Weights
    ) -> None:
        tree = tables[0].tree
        self._game, self._tree, self._tables = game, tree, tables
        self._columns = tree_columns(tree)
        self._sizes = np.array((float(game.opening_pot), _most(game), *scales))
        self.lines = TreeLines(tree)
        self._below: dict[tuple[int, ...], _Below] = {}
        self._place = np.zeros(tree.num_nodes, np.int32)
        self._rows = np.full(max(tables[0].rows.num_rows), -1, np.int32)
        self._room = np.empty((2, 0, 0))
        self._at: tuple[object, object, NDArray[np.int32], int] = (None, None, _NOTHING, -1)

    def below(self, nodes: tuple[int, ...]) -> _Below:
        """The descendants of some nodes on their street."""
        below = self._below.get(nodes)
        if below is None:
            parts = [_street_below(self._tree, node) if node >= 0 else _NOTHING for node in nodes]
            sizes = [len(part) for part in parts]
            below = _Below(np.concatenate(parts), np.cumsum([0, *sizes]), max(sizes))
            self._below[nodes] = below
        return below

    def worths(
        self,
        choice: _Choice,
        places: NDArray[np.int64],
        board: tuple[Card, ...],
        seat: int,
        other: tuple[Card, ...],
        weights: Weights,
        equities: Weights,
    ) -> list[tuple[float, float]]:
        """Return a range's weight, and its result over the whole hand, after some actions.

        ``other``: the opponent's cards. ``weights``: (places, num_combos) of the range after each,
        or one row for all. ``equities``: (num_combos,) against the opponent's cards.
        """
        below = choice.below
        if self._room.shape[1] < below.most:
            size = num_combos(len(self._game.deck), self._game.num_hole)
            self._room = np.empty((2, below.most, size))
        own, rival = self._tables
        if (board, other) != self._at[:2]:
            row = int(rival.rows.rows_on(board)[combo_index(other, self._game.deck)])
            self._at = board, other, own.rows.rows_on(board), row
        _, _, rows, rival_row = self._at
        evs = np.empty((2, len(places)))
        decided_worths(
            self._columns, self._sizes, own.offsets, own.probabilities, rival.offsets,
            rival.probabilities, below.nodes, below.begins, choice.bets, places, self._place, seat,
            rows, rival_row, weights, equities, self._rows, self._room, evs,
        )  # fmt: skip
        return list(zip(*evs.tolist(), strict=True))


def _most(game: Game) -> float:
    return 2.0 * min(game.betting_stacks) + game.opening_pot


def _street_below(tree: BettingTree, node: int) -> NDArray[np.int32]:
    """Return a node, its descendants on the street and the first nodes of later ones, in order."""
    nodes = [node]
    for one in nodes:
        if tree.kind[one] == DECISION and tree.street[one] == tree.street[node]:
            first = int(tree.first_child[one])
            nodes += range(first, first + int(tree.num_actions[one]))
    return np.array(nodes, np.int32)
