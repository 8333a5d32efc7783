"""Off-policy evaluation of limit hold'em tables by every map and value, in kernels.

Equivalent to ``ai/evaluation/estimators.py`` with chips and bet-call DIVAT as values, a thousand
times as fast. One difference: flop equity is estimated from seeded random turns and rivers,
independent of the cards dealt. The estimate is unbiased.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.tables import BucketTables, fill_ranges
from ai.equity.matchups import combo_matrix
from ai.equity.runouts import count_wins
from ai.evaluation.estimators import MAPS
from ai.evaluation.luck import BetCall
from engine.agent import PolicyTable
from engine.equity.showdown import COMBO_KEYS, COMBO_MASKS
from engine.evaluator import CARD_MASKS
from engine.jit import borrowing_kernel, kernel
from engine.jobs import JobControl
from engine.match_chunk import Line, MatchChunk
from engine.player import PublicState
from engine.rng import RngState, shuffle
from engine.tree import DECISION, SHOWDOWN_END, BettingTree

Floats = NDArray[np.float64]

VALUES = ("chips", BetCall.name)
"""The values in the order of results; the order of maps is that of ``MAPS``."""
_AT_ONCE = 64
_COMBOS = 1326
_CARDS = 52
BASIC, GEA, PI, PI_GEA = range(4)


class JudgedTree(NamedTuple):
    """The arrays of a ``BettingTree`` that are read, and the pot of a baseline."""

    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    num_actions: NDArray[np.int8]
    actor: NDArray[np.int8]  # -1 at terminals
    street: NDArray[np.int8]
    showdown: NDArray[np.bool_]
    spent: NDArray[np.int64]
    pots: NDArray[np.int64]  # (nodes,) of the baseline at the start of a street


class FinishedHands(NamedTuple):
    """Finished hands.

    ``seats`` are the positions of the judged player, ``holes`` (hands, 2, 2) the cards by position,
    ``boards`` (hands, 5), ``streets`` the number of rounds with cards, less one.
    """

    ends: NDArray[np.int32]
    seats: NDArray[np.int64]
    holes: NDArray[np.uint8]
    boards: NDArray[np.uint8]
    streets: NDArray[np.int8]


@borrowing_kernel
def _number(one: int, two: int) -> int:
    """Combo of two cards."""
    low, high = min(one, two), max(one, two)
    return high * (high - 1) // 2 + low


@kernel
def fill_equities(
    hands: FinishedHands,
    preflop: NDArray[np.float64],
    rng: NDArray[np.uint64],
    equities: NDArray[np.float64],
) -> None:
    """Equity (hands, 4, 1326) of every combo against the other's hand, street by street.

    Exact except on the flop, where pairs of cards sample turns and rivers: the remaining cards are
    shuffled and taken two by two, whatever turn and river were dealt. Every compatible pair is
    equally likely, so the estimate is unbiased.

    Args:
        hands: the hands.
        preflop: (1326, 1326) equity of each combo against each.
        rng: (4,) uint64 random state, advanced for each hand that saw a flop.
        equities: written where the combo shares no card with the other's hand and the board.
    """
    keys, masks = np.empty(_COMBOS, np.int64), np.empty(_COMBOS, np.int64)
    live, counts = np.empty(_COMBOS, np.int64), np.empty((_COMBOS, 2), np.int64)
    left, full = np.empty(_CARDS, np.uint8), np.empty((_CARDS, 5), np.uint8)
    for hand in range(hands.streets.shape[0]):
        hole, board = hands.holes[hand, 1 - hands.seats[hand]], hands.boards[hand]
        other = _number(int(hole[0]), int(hole[1]))
        for combo in range(_COMBOS):
            equities[hand, 0, combo] = 1.0 - preflop[other, combo]
        for street in range(1, hands.streets[hand] + 1):
            size = street + 2
            dead = int(CARD_MASKS[hole[0]]) + int(CARD_MASKS[hole[1]])
            for i in range(size):
                dead += int(CARD_MASKS[board[i]])
            count = 0
            for combo in range(_COMBOS):
                if COMBO_MASKS[combo] & dead == 0:
                    live[count] = combo
                    keys[count], masks[count] = COMBO_KEYS[combo], COMBO_MASKS[combo]
                    counts[count, 0] = counts[count, 1] = 0
                    count += 1
            cards = 0
            for card in range(_CARDS):
                if int(CARD_MASKS[card]) & dead == 0:
                    left[cards] = card
                    cards += 1
            missing = 5 - size
            if missing == 2:
                shuffle(rng, left[:cards], cards - 1)
            boards = cards // missing if missing else 1
            for i in range(boards):
                for j in range(size):
                    full[i, j] = board[j]
                for j in range(missing):
                    full[i, size + j] = left[missing * i + j]
            count_wins(hole, full[:boards], keys[:count], masks[:count], counts[:count])
            for i in range(count):
                equities[hand, street, live[i]] = 1.0 - counts[i, 0] / counts[i, 1]


@borrowing_kernel
def _add_worths(
    tree: JudgedTree,
    node: int,
    seat: int,
    live: NDArray[np.int64],
    weights: NDArray[np.float64],
    strong: NDArray[np.float64],
    luck: NDArray[np.float64],
    sums: NDArray[np.float64],
) -> None:
    """Sum chips, and chips less luck, of all combos at a terminal, by their weights (1326,)."""
    if tree.showdown[node]:
        spent = float(tree.spent[node, seat])
        for combo in live:
            chips = spent * (2.0 * strong[combo] - 1.0)
            sums[0] += weights[combo] * chips
            sums[1] += weights[combo] * (chips - luck[combo])
        return
    chips = _uncontested(tree, node, seat)
    for combo in live:
        sums[0] += weights[combo] * chips
        sums[1] += weights[combo] * (chips - luck[combo])


@borrowing_kernel
def _uncontested(tree: JudgedTree, node: int, seat: int) -> float:
    """Return net chips of a seat after a fold: the folder was to act before."""
    if tree.actor[tree.parent[node]] == seat:
        return -float(tree.spent[node, seat])
    return float(tree.spent[node, 1 - seat])


@borrowing_kernel
def _weigh(
    reach: NDArray[np.float64],
    probabilities: NDArray[np.float64],
    rows: NDArray[np.uint16],
    first: int,
    actions: int,
    live: NDArray[np.int64],
    weights: NDArray[np.float64],
) -> None:
    """Write reach times the probability of an action; ``first`` is its index in row 0."""
    for combo in live:
        weights[combo] = reach[combo] * probabilities[first + rows[combo] * actions]


@kernel
def judge_hands(
    tree: JudgedTree,
    hands: FinishedHands,
    offsets: NDArray[np.int64],
    behaviour: NDArray[np.float64],
    target: NDArray[np.float64],
    rows: NDArray[np.uint16],
    equities: NDArray[np.float64],
    results: NDArray[np.float64],
) -> None:
    """Compute estimates by each map and value for the behaviour itself, and for the target.

    Args:
        tree: the betting tree, without all-ins before the last round.
        hands: as the behaviour played them.
        offsets: (nodes,) into both probabilities.
        behaviour: flat probabilities.
        target: flat probabilities.
        rows: (hands, 4, 1326) of all combos on the boards that hands saw.
        equities: as ``fill_equities`` did.
        results: (hands, 2, 4, 2) written: chips by evaluated player, map and value; the values are
            chips won, and the same less the luck of the cards.
    """
    last = equities.shape[1] - 1
    path = np.empty(tree.spent.shape[0], np.int64)
    room, luck = np.empty(_COMBOS, np.int64), np.empty(_COMBOS)
    reach, weights = np.empty((2, _COMBOS)), np.empty(_COMBOS)
    whole, one = np.empty(2), np.empty(1, np.int64)
    for hand in range(hands.ends.shape[0]):
        seat, end = hands.seats[hand], hands.ends[hand]
        own, hole = hands.holes[hand, seat], hands.holes[hand, 1 - seat]
        one[0] = _number(int(own[0]), int(own[1]))
        found, strong = results[hand], equities[hand, last]
        found[:] = 0.0
        depth, node = 0, int(end)
        while node >= 0:
            path[depth] = node
            depth, node = depth + 1, int(tree.parent[node])
        dead = int(CARD_MASKS[hole[0]]) + int(CARD_MASKS[hole[1]])
        count, street, ended_itself = _COMBOS, -1, False
        for combo in range(_COMBOS):
            room[combo] = combo
            luck[combo] = 0.0
            reach[0, combo] = reach[1, combo] = 1.0
        for step in range(depth - 1, -1, -1):
            here = path[step]
            while street < tree.street[here]:
                street += 1
                for i in range(street + 2 if street else 0):
                    if i >= street + 1 or street == 1:
                        dead += int(CARD_MASKS[hands.boards[hand, i]])
                kept = 0
                for i in range(count):
                    combo = room[i]
                    if COMBO_MASKS[combo] & dead == 0:
                        room[kept] = combo
                        kept += 1
                        before = equities[hand, street - 1, combo] if street else 0.5
                        now = equities[hand, street, combo]
                        luck[combo] += tree.pots[here] * (now - before)
                count = kept
            live = room[:count]
            seen = 0.0
            for combo in live:
                seen += reach[0, combo]
            if tree.actor[here] < 0:
                for judged in range(2):
                    whole[:] = 0.0
                    _add_worths(tree, here, seat, live, reach[judged], strong, luck, whole)
                    found[judged, PI] = whole / seen
                    whole[:] = 0.0
                    _add_worths(tree, here, seat, one, reach[judged], strong, luck, whole)
                    found[judged, BASIC] = whole / reach[0, one[0]]
                    if not ended_itself:
                        found[judged, GEA] += found[judged, BASIC]
                        found[judged, PI_GEA] += found[judged, PI]
                break
            if tree.actor[here] != seat:
                continue
            child, actions = path[step - 1], int(tree.num_actions[here])
            for judged in range(2):
                probabilities = target if judged else behaviour
                for action in range(actions):
                    kid = tree.first_child[here] + action
                    if tree.actor[kid] >= 0:
                        continue
                    first = offsets[here] + action
                    _weigh(
                        reach[judged],
                        probabilities,
                        rows[hand, street],
                        first,
                        actions,
                        live,
                        weights,
                    )
                    whole[:] = 0.0
                    _add_worths(tree, kid, seat, live, weights, strong, luck, whole)
                    found[judged, PI_GEA] += whole / seen
                    whole[:] = 0.0
                    _add_worths(tree, kid, seat, one, weights, strong, luck, whole)
                    found[judged, GEA] += whole / reach[0, one[0]]
                    ended_itself |= kid == child
            first = offsets[here] + child - tree.first_child[here]
            _weigh(reach[0], behaviour, rows[hand, street], first, actions, live, reach[0])
            _weigh(reach[1], target, rows[hand, street], first, actions, live, reach[1])


class TableJudge:
    """Evaluates a behaviour and a target from the behaviour's hands.

    Args:
        behaviour: the whole strategy of limit hold'em that plays the hands.
        target: the strategy evaluated, on the same tree and rows.
        tables: those rows on every board.
    """

    def __init__(self, behaviour: PolicyTable, target: PolicyTable, tables: BucketTables) -> None:
        tree = behaviour.tree
        self._tree = JudgedTree(
            tree.parent,
            tree.first_child,
            tree.num_actions,
            tree.actor,
            tree.street,
            tree.kind == SHOWDOWN_END,
            tree.spent,
            _pots(tree),
        )
        self._betting, self._tables = tree, tables
        self._behaviour, self._target = behaviour, target
        self._ends: dict[Line, int] = {}

    def hands(self, chunk: MatchChunk) -> FinishedHands:
        """The hands of a match that player 0 played as the behaviour."""
        for line in chunk.lines:
            if line not in self._ends:
                self._ends[line] = self._betting.find(line)
        ends = np.array([self._ends[line] for line in chunk.lines], np.int32)[chunk.line_of]
        return FinishedHands(
            ends,
            chunk.positions.astype(np.int64),
            np.ascontiguousarray(chunk.dealt[:, :4]).reshape(-1, 2, 2),
            np.ascontiguousarray(chunk.dealt[:, 4:]),
            self._betting.street[ends],
        )

    def estimates(
        self, hands: FinishedHands, rng: RngState, control: JobControl | None = None
    ) -> Floats:
        """Return the estimates of hands, in chips.

        Args:
            hands: as ``hands`` returns them.
            rng: for the sampled turns and rivers of flop equity; advanced.
            control: to cancel.

        Returns:
            (hands, 2, maps, values): of the behaviour and of the target.

        Raises:
            CancelledError: if cancelled.
        """
        control = control or JobControl()
        found = np.empty((len(hands.ends), 2, len(MAPS), len(VALUES)))
        for start in range(0, len(found), _AT_ONCE):
            control.check()
            part = FinishedHands._make(array[start : start + _AT_ONCE] for array in hands)
            equities = equities_of(part, rng)
            found[start : start + _AT_ONCE] = self.estimates_by(part, equities)
        return found

    def estimates_by(self, hands: FinishedHands, equities: Floats) -> Floats:
        """Do the same with given equities (hands, 4, 1326)."""
        found = np.empty((len(hands.ends), 2, len(MAPS), len(VALUES)))
        judge_hands(
            self._tree,
            hands,
            self._behaviour.offsets,
            self._behaviour.probabilities,
            self._target.probabilities,
            self.rows_of(hands),
            equities,
            found,
        )
        return found

    def rows_of(self, hands: FinishedHands) -> NDArray[np.uint16]:
        """Rows (hands, 4, 1326) of all combos on the boards that hands saw."""
        rows = np.empty((len(hands.ends), 4, _COMBOS), np.uint16)
        fill_ranges(self._tables.arrays, hands.boards, hands.streets, rows)
        return rows


def equities_of(hands: FinishedHands, rng: RngState) -> Floats:
    """Return the equity (hands, 4, 1326) of combos against the rival's hand; sampled on flops."""
    found = np.zeros((len(hands.ends), 4, _COMBOS))
    fill_equities(hands, combo_matrix(), rng, found)
    return found


def _pots(tree: BettingTree) -> NDArray[np.int64]:
    """Return the bet-call pot at the start of each street: (nodes,) int64, 0 elsewhere."""
    baseline, found = BetCall(), np.zeros(tree.num_nodes, np.int64)
    begins = tree.street != np.where(tree.parent >= 0, tree.street[tree.parent], -1)
    for node in np.flatnonzero(begins & (tree.kind == DECISION)).tolist():
        place = PublicState(tree.game, tree.line_to(node), ())
        found[node] = baseline.pot(place, place.street)
    return found
