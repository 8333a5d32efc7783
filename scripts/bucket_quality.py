"""Equity spread within river buckets: ``python -m scripts.bucket_quality GAME``.

Rivers are dealt at random; on the betting lines with the most money there, each hand's equity
against the opponent's range under the shipped blueprint is computed exactly. A bucket's strategy
cannot distinguish the equities within it, over all boards. This spread is printed with each board's
own hands included in the bucket's mean, and excluded: the truth lies between. Nothing is trained.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import SHIPPED_BUCKETS, CardAbstraction
from ai.blueprint.blueprint import Blueprint
from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.record import load_blueprint
from ai.blueprint.shipped import shipped_path
from ai.files.quantised import decoded
from engine.combos import NUM_HOLDEM_COMBOS
from engine.equity import COMBO_MASKS
from engine.equity.showdown import ALL_COMBOS, rank_combos
from engine.game import get_game
from engine.jobs import JobControl
from engine.tree import DECISION
from pokergui.paths import strategies_dir

Floats = NDArray[Any]
APART = (COMBO_MASKS[:, None] & COMBO_MASKS == 0).astype(np.float32)
FIRST = 6
"""Rivers by which the lines are chosen."""
BINS = 16


class Lines:
    """Betting lines that end where the river begins.

    Args:
        blueprint: the blueprint whose ranges are compared.

    Attributes:
        blueprint: as given.
        nodes: the first decision on the river of each line.
    """

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, tree = blueprint, blueprint.tree
        river = (tree.kind == DECISION) & (tree.street == 3)
        self.nodes: list[int] = np.flatnonzero(river & (tree.street[tree.parent] < 3)).tolist()

    def ranges(self, board: NDArray[np.uint8]) -> Floats:
        """Reach of both players on each line: (lines, 2, combos) float32, 0 where blocked."""
        tree, cards = self.blueprint.tree, self.blueprint.cards
        rows = [cards.rows_on(board[:size].tolist()) for size in (0, 3, 4, 5)]
        known: dict[int, Floats] = {-1: np.ones((2, NUM_HOLDEM_COMBOS), np.float32)}

        def reach(node: int) -> Floats:
            if node not in known:
                parent = int(tree.parent[node])
                found = reach(parent).copy()
                if parent >= 0:
                    column = node - int(tree.first_child[parent])
                    block = self.blueprint.block(parent)[rows[int(tree.street[parent])], column]
                    found[tree.actor[parent]] *= decoded(block)
                known[node] = found
            return known[node]

        found = np.array([reach(node) for node in self.nodes])
        found[:, :, rows[3] < 0] = 0.0
        return found

    def keep_richest(self, boards: NDArray[np.uint8], count: int) -> None:
        """Keep the lines with the most money on the river."""
        spent, money = self.blueprint.tree.spent[self.nodes].sum(axis=1), np.zeros(1)
        for board in boards:
            reach = self.ranges(board)
            money = money + spent * np.einsum("lc,lc->l", reach[:, 0] @ APART, reach[:, 1])
        self.nodes = [self.nodes[place] for place in np.argsort(-money)[:count]]


def equities(reach: Floats, strengths: NDArray[np.int32]) -> tuple[Floats, Floats]:
    """Equity of each hand against the opponent's range, and its weight: (combos, lines * 2)."""
    ours, theirs = reach, reach[:, ::-1]
    beats = (strengths[:, None] > strengths) + 0.5 * (strengths[:, None] == strengths)
    others = theirs.reshape(-1, NUM_HOLDEM_COMBOS).T
    met = APART @ others
    won = (beats.astype(np.float32) * APART) @ others
    return won / np.maximum(met, 1e-9), ours.reshape(-1, NUM_HOLDEM_COMBOS).T * met


def spreads(rows: NDArray[np.int64], equity: Floats, weight: Floats) -> tuple[float, float]:
    """Standard deviation within buckets, including and excluding a hand's own board in their means.

    Args:
        rows: (boards, combos), the bucket of each hand.
        equity: (boards, combos, ranges).
        weight: the same shape; ranges have equal total weight.
    """
    boards, count, sums = len(rows), int(rows.max()) + 1, np.zeros(2)
    places = (np.arange(boards)[:, None] * count + rows).ravel()

    def by_board(numbers: Floats) -> Floats:
        return np.bincount(places, numbers.ravel(), boards * count).reshape(boards, count)

    for one in range(equity.shape[2]):
        share = weight[:, :, one] / weight[:, :, one].sum()
        mass, first = by_board(share), by_board(share * equity[:, :, one])
        second = by_board(share * equity[:, :, one] ** 2)
        means = [first.sum(axis=0) + 0 * first, first.sum(axis=0) - first]
        masses = [mass.sum(axis=0) + 0 * mass, mass.sum(axis=0) - mass]
        for place, (total, whole) in enumerate(zip(means, masses, strict=True)):
            own = first / np.maximum(mass, 1e-30)  # for buckets that occur on no other board
            mean = np.where(whole > 1e-12, total / np.maximum(whole, 1e-30), own)
            sums[place] += (second - 2 * mean * first + mean**2 * mass).sum()
    within, without = np.sqrt(sums / equity.shape[2]).tolist()
    return within, without


def options(what: str, rivers: int) -> argparse.ArgumentParser:
    """Options of all bucket measurements on random rivers."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("game")
    parser.add_argument("--rivers", type=int, default=rivers)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--buckets", nargs="*", default=[], help="others, as `blueprint` takes them"
    )
    return parser


def deal(chosen: argparse.Namespace, count: int) -> tuple[NDArray[np.uint8], Lines]:
    """Random rivers (n, 5), and the lines with the most money on the first of them."""
    rng = np.random.default_rng(chosen.seed)
    boards = np.array([rng.choice(52, 5, replace=False) for _ in range(chosen.rivers)], np.uint8)
    blueprint = load_blueprint(shipped_path(get_game(chosen.game)))
    assert isinstance(blueprint, Blueprint)
    lines = Lines(blueprint)
    lines.keep_richest(boards[:FIRST], count)
    return boards, lines


def kinds(chosen: argparse.Namespace) -> Iterator[tuple[str, CardAbstraction]]:
    """The shipped buckets without board classes, then the chosen ones, each with its name."""
    for text in [SHIPPED_BUCKETS, *chosen.buckets]:
        recipe = BlueprintRecipe(get_game(chosen.game), buckets=text)
        cards = recipe.cards(strategies_dir(), JobControl())
        yield f"buckets {text}", cards


def main() -> None:
    """Deal, compute, print."""
    parser = options("Measure the equity spread within river buckets.", 400)
    parser.add_argument("--lines", type=int, default=8)
    chosen = parser.parse_args()
    boards, lines = deal(chosen, chosen.lines)
    shape = (len(boards), NUM_HOLDEM_COMBOS)
    equity, weight = (np.zeros((*shape, 2 * len(lines.nodes)), np.float32) for _ in range(2))
    alone = np.zeros(shape, np.int64)
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    for number, board in enumerate(boards):
        live = order[: rank_combos(board, ALL_COMBOS, strengths, order)]
        alone[number, live] = number * BINS + np.arange(len(live)) * BINS // len(live)
        equity[number], weight[number] = equities(lines.ranges(board), strengths)
    named = {f"each board alone, {BINS} by strength": alone}
    for name, cards in kinds(chosen):
        rows = np.array([cards.rows_on(board.tolist()) for board in boards]).astype(np.int64)
        named[name] = np.maximum(rows, 0)
    print("| river | buckets | within, own board in the means | left out |\n|---|---|---|---|")
    for name, rows in named.items():
        within, without = spreads(rows, equity, weight)
        print(f"| {name} | {int(rows.max()) + 1:,} | {within:.4f} | {without:.4f} |", flush=True)


if __name__ == "__main__":
    main()
