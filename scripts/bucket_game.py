"""Exploitability cost of the river abstraction: ``python -m scripts.bucket_game GAME``.

The river of one betting line as a game of its own: boards are dealt at random, both ranges are
those of the shipped blueprint, hands are reduced to strength steps on the board. It is solved by
CFR+ with one row per bucket; a best response that knows board and step then measures the average's
exploitability, on the boards it was trained on and on others. With each board's steps as buckets of
their own it shows the solver's residual. No blueprint is trained.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity.showdown import ALL_COMBOS, rank_combos
from engine.tree import DECISION, BettingTree
from scripts.bucket_quality import APART, Floats, deal, kinds, options

STEPS = 32
_WINS = np.sign(np.subtract.outer(np.arange(STEPS), np.arange(STEPS))).astype(np.float64)
Row = Callable[[int], Floats]
"""The strategy of a decision: (buckets, actions)."""


def _total(parts: list[Floats]) -> Floats:
    return np.asarray(np.sum(parts, axis=0))


class River:
    """The river after one line on some boards.

    Args:
        tree: the betting tree.
        root: its first decision on the river.
        ranges: (2, boards, STEPS) of both players; each board's sums to its weight.
        rows: (boards, STEPS) the bucket of each step.
        count: number of buckets.
    """

    def __init__(
        self, tree: BettingTree, root: int, ranges: Floats, rows: NDArray[np.int64], count: int
    ) -> None:
        self._tree, self._root, self._rows, self._count = tree, root, rows, count
        self._weights = ranges[0].sum(axis=1, keepdims=True) / ranges[0].sum()
        self._ranges = ranges / np.maximum(ranges.sum(axis=2, keepdims=True), 1e-30)

    def _end(self, node: int, player: int, others: Floats) -> Floats:
        least = float(self._tree.spent[node].min())
        if not self._tree.folded[node].any():
            return np.asarray(least * (others @ _WINS.T))
        sign = -1.0 if self._tree.folded[node, player] else 1.0
        return np.asarray(sign * least * others.sum(axis=1, keepdims=True) * np.ones(STEPS))

    def _children(self, node: int) -> range:
        first = int(self._tree.first_child[node])
        return range(first, first + int(self._tree.num_actions[node]))

    def best(self, player: int, row: Row) -> float:
        """Return a best response's winnings for a player, in chips."""

        def value(node: int, others: Floats) -> Floats:
            if self._tree.kind[node] != DECISION:
                return self._end(node, player, others)
            if self._tree.actor[node] == player:
                parts = [value(child, others) for child in self._children(node)]
                return np.asarray(np.max(parts, axis=0))
            play = row(node)[self._rows]
            parts = [
                value(child, others * play[:, :, place])
                for place, child in enumerate(self._children(node))
            ]
            return _total(parts)

        won = value(self._root, self._ranges[1 - player])
        return float((self._weights * self._ranges[player] * won).sum())

    def learn(self, iterations: int) -> Row:
        """Average strategy of CFR+, with linear weights."""
        regrets: dict[int, Floats] = {}
        sums: dict[int, Floats] = {}

        def shares(numbers: Floats) -> Floats:
            whole = numbers.sum(axis=1, keepdims=True)
            even = 1.0 / numbers.shape[1]
            played = numbers / np.where(whole > 0.0, whole, 1.0)
            return np.asarray(np.where(whole > 0.0, played, even))

        def row(node: int) -> Floats:
            blank = np.zeros((self._count, int(self._tree.num_actions[node])))
            return shares(regrets.setdefault(node, blank))

        def total(numbers: Floats) -> Floats:
            places = self._rows.ravel()
            return np.bincount(places, np.ravel(self._weights * numbers), self._count)

        def walk(node: int, player: int, own: Floats, others: Floats, weight: float) -> Floats:
            if self._tree.kind[node] != DECISION:
                return self._end(node, player, others)
            play = row(node)[self._rows]
            acts = self._tree.actor[node] == player
            parts = []
            for place, child in enumerate(self._children(node)):
                share = play[:, :, place]
                parts.append(
                    walk(child, player, own * share, others, weight)
                    if acts
                    else walk(child, player, own, others * share, weight)
                )
            if not acts:
                return _total(parts)
            mean = _total([play[:, :, place] * part for place, part in enumerate(parts)])
            summed = sums.setdefault(node, np.zeros_like(regrets[node]))
            for place, part in enumerate(parts):
                regrets[node][:, place] += total(self._ranges[player] * (part - mean))
                summed[:, place] += weight * total(own * play[:, :, place])
            np.maximum(regrets[node], 0.0, out=regrets[node])
            return mean

        for iteration in range(1, iterations + 1):
            for player in (0, 1):
                ranges = self._ranges[player], self._ranges[1 - player]
                walk(self._root, player, *ranges, float(iteration))
        return lambda node: shares(sums[node])


def steps_of(board: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Strength step of each combo, -1 where blocked: (1326,)."""
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    live = order[: rank_combos(board, ALL_COMBOS, strengths, order)]
    _, groups, sizes = np.unique(strengths[live], return_inverse=True, return_counts=True)
    found = np.full(NUM_HOLDEM_COMBOS, -1)
    found[live] = ((np.cumsum(sizes) - sizes / 2) * STEPS / len(live)).astype(np.int64)[groups]
    return found


def main() -> None:
    """Deal, solve, print."""
    parser = options(
        "Measure what the river's buckets cost; a quarter of rivers is not learned.", 1_200
    )
    parser.add_argument("--line", type=int, default=0, help="0 for the one that brings most money")
    parser.add_argument("--iterations", type=int, default=120)
    chosen = parser.parse_args()
    boards, lines = deal(chosen, chosen.line + 1)
    lines.nodes = lines.nodes[chosen.line :]
    tree, root = lines.blueprint.tree, lines.nodes[0]
    steps = np.array([steps_of(board) for board in boards])
    ranges = np.zeros((2, len(boards), STEPS))
    for number, board in enumerate(boards):
        reach, live = lines.ranges(board)[0], steps[number] >= 0
        for player in (0, 1):
            weights = reach[player] * (APART @ reach[1 - player])
            ranges[player, number] = np.bincount(steps[number, live], weights[live], STEPS)
    named = {"each board alone": np.arange(ranges[0].size).reshape(-1, STEPS)}
    for name, cards in kinds(chosen):
        found = np.zeros((len(boards), STEPS), np.int64)
        for number, board in enumerate(boards):
            rows = cards.rows_on(board.tolist())
            for step in range(STEPS):  # the median bucket of the step's hands
                here = np.sort(rows[steps[number] == step])
                found[number, step] = here[len(here) // 2] if len(here) else 0
        named[name] = found
    learned = len(boards) * 3 // 4
    pot = float(tree.spent[root].sum())
    print("| river | learned boards, % of the pot | others |\n|---|---|---|")
    for name, places in named.items():
        count = int(places.max()) + 1
        first, rest = (
            River(tree, root, ranges[:, part], places[part], count)
            for part in (slice(0, learned), slice(learned, None))
        )
        row = first.learn(chosen.iterations)
        won = [50 * sum(one.best(player, row) for player in (0, 1)) / pot for one in (first, rest)]
        others = f"{won[1]:.1f}" if count < ranges[0].size else ""  # with one bucket set per board
        print(f"| {name} | {won[0]:.1f} | {others} |", flush=True)


if __name__ == "__main__":
    main()
