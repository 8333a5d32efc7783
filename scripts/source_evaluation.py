"""The table of Bowling, Johanson, Burch and Szafron (ICML 2008) with our engines in limit hold'em.

``python -m scripts.source_evaluation``: the EV of the behaviour itself (on policy) and of a target
in its place (off policy) is estimated by six estimators from a million hands that a behaviour plays
against a rival. The true EVs of both are measured separately by long duplicate matches. Players of
8 and 30 buckets and an undertrained one are trained first, in a minute or two.

Hands are played and evaluated in jobs, each with its own random numbers, and summed in job order:
the result does not depend on the number of threads.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import CardAbstraction, bucket_dtype, shipped_abstraction
from ai.abstraction.tables import BucketTables, bucket_tables
from ai.agents.base import TableAgent
from ai.betting.menus import default_menu
from ai.blueprint.solver import BlueprintSolver
from ai.evaluation.estimators import MAPS
from ai.registry import build
from engine.agent import PolicyTable
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import MatchChunk, joined
from engine.policy import node_offsets
from engine.rng import rng_state
from engine.running_result import Z95, Interval
from engine.tree import DECISION
from pokergui.paths import strategies_dir
from scripts.table_judge import VALUES, TableJudge

Floats = NDArray[np.float64]

GAME = get_game("holdem-limit")
MBB = 1000.0 / GAME.big_blind
MATCH_HANDS = 1000
"""Hands of a match whose error is the RMSE: 500 in duplicate."""
_DEALS_AT_ONCE = 4096


class Coarse(NamedTuple):
    """Training recipe: buckets of each street after the first (0 for all), deals and seed."""

    buckets: int
    deals: int
    seed: int


TRAINED = {
    "cfr8": Coarse(buckets=8, deals=5_000_000, seed=1),
    "cfr30": Coarse(buckets=30, deals=5_000_000, seed=2),
    "young": Coarse(buckets=0, deals=300_000, seed=3),
}
"""Players besides the engines of the program."""
TRIPLES = (("cfr", "cfr8", "cfr30"), ("cfr8", "cfr", "cfr30"), ("young", "cfr", "call"))
"""Behaviour, target, and the rival of both, fixed before measuring."""


class Row(NamedTuple):
    """An estimator: places in ``MAPS`` and ``VALUES``, and the source's results in mbb per hand.

    On policy they are SD and RMSE of S2298 against PsOpti4; off policy the bias, half its interval,
    SD and RMSE of CFR8 by the hands of S2298.
    """

    title: str
    how: int
    value: int
    on_policy: str
    off_policy: str


ROWS = (
    Row("Basic", 0, 0, "0*; 5,103; 161", "200 ± 122; 62,543; 1,988"),
    Row("BC-DIVAT", 0, 1, "0*; 2,891; 91", "84 ± 45; 22,303; 710"),
    Row("Game-ending actions", 1, 0, "0*; 5,126; 162", "123 ± 120; 61,481; 1,948"),
    Row("Private information", 2, 0, "0*; 4,213; 133", "12 ± 16; 8,518; 270"),
    Row("PI+BC-DIVAT", 2, 1, "0*; 2,146; 68", "35 ± 13; 3,254; 109"),
    Row("PI+GEA+BC-DIVAT", 3, 1, "0*; 1,778; 56", "2 ± 12; 2,514; 80"),
)

_BEHAVIOUR, _TARGET, _JUDGE = range(3)
_SIZES = {_JUDGE: 4_000, _TARGET: 20_000, _BEHAVIOUR: 20_000}
"""Hands, or deals of long matches, of a job: each takes a second or two."""
_CELLS = (2, len(MAPS), len(VALUES))


def jobs_of(hands: int) -> list[tuple[int, int]]:
    """(kind, number of hands or deals): hands to evaluate, then deals of long matches."""
    return [
        (kind, min(size, whole - start))
        for kind, size in _SIZES.items()
        for whole in (hands if kind == _JUDGE else 2 * hands,)
        for start in range(0, whole, size)
    ]


@dataclass(frozen=True, eq=False)
class JoinedRows:
    """Rows of a coarse strategy: neighbouring buckets, which have similar equities, are merged."""

    cards: CardAbstraction
    buckets: int

    @cached_property
    def rows(self) -> tuple[NDArray[np.int64], ...]:
        """By street: the merged row of each shipped one."""
        first, *later = self.cards.num_rows
        joined = [np.arange(num) * min(num, self.buckets or num) // num for num in later]
        return (np.arange(first), *joined)

    @property
    def num_rows(self) -> tuple[int, ...]:
        """Rows of each street."""
        return tuple(int(rows[-1]) + 1 for rows in self.rows)

    @property
    def key(self) -> str:
        """Hash of the shipped rows and of how they are merged."""
        return hashlib.sha256(f"{self.cards.key} {self.buckets}".encode()).hexdigest()

    def rows_on(self, board: Any) -> NDArray[np.int32]:
        """Row of each combo on a board, (1326,); -1 where it is blocked."""
        return self._joined(max(0, len(board) - 2), self.cards.rows_on(board))

    def rows_of(self, street: int, boards: Any, combos: Any) -> NDArray[np.int32]:
        """Row of one combo on each of n boards, (n,); -1 where it is blocked."""
        return self._joined(street, self.cards.rows_of(street, boards, combos))

    def _joined(self, street: int, shipped: NDArray[np.int32]) -> NDArray[np.int32]:
        joined = self.rows[street].astype(np.int32)[shipped]
        return np.where(shipped < 0, shipped, joined)


def train(recipe: Coarse, cards: CardAbstraction, tables: BucketTables) -> PolicyTable:
    """Train, and return the average strategy in the rows of the shipped abstraction."""
    rows = JoinedRows(cards, recipe.buckets)
    streets = zip(rows.rows[1:], (tables.flop, tables.turn, tables.river), strict=True)
    dealt = [merged.astype(bucket_dtype(int(merged[-1]) + 1))[there] for merged, there in streets]
    coarse = BucketTables(rows.num_rows, *dealt)
    solver = BlueprintSolver(GAME, default_menu(GAME), rows, coarse, seed=recipe.seed, hands=1)
    while solver.iteration < recipe.deals:
        solver.step(min(_DEALS_AT_ONCE, recipe.deals - solver.iteration))
    tree, average = solver.tree, solver.average()
    found_at, _ = node_offsets(tree, rows.num_rows)
    offsets, total = node_offsets(tree, cards.num_rows)
    probabilities = np.empty(total)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        actions, merged = int(tree.num_actions[node]), rows.rows[tree.street[node]]
        start = int(found_at[node])
        block = average[start : start + (int(merged[-1]) + 1) * actions].reshape(-1, actions)
        start = int(offsets[node])
        probabilities[start : start + len(merged) * actions] = block[merged].ravel()
    return PolicyTable(tree, cards, offsets, probabilities)


def do_job(
    players: Sequence[PolicyTable], judge: TableJudge, kind: int, count: int, seed: int
) -> Floats:
    """Return sums, then sums of squares, of a job's hands or deals: (2, players, maps, values)."""
    chunks: list[MatchChunk] = []
    plays = players[_TARGET if kind == _TARGET else _BEHAVIOUR]
    agents = [TableAgent("", player, "") for player in (plays, players[-1])]
    group = 1 if kind == _JUDGE else 2
    Match(GAME, agents, seed, duplicate=group == 2).run(group * count, JobControl(), chunks.append)
    found = np.zeros((2, *_CELLS))
    if kind != _JUDGE:
        won = np.concatenate([chunk.payoffs[:, 0] for chunk in chunks]).reshape(-1, 2).mean(1)
        found[0, 0, 0, 0], found[1, 0, 0, 0] = won.sum(), (won**2).sum()
        return found
    chunk = joined(chunks)  # their sizes depend on time
    chips = judge.estimates(judge.hands(chunk), rng_state(seed, 2))
    found[0], found[1] = chips.sum(axis=0), (chips**2).sum(axis=0)
    return found


def lines_of(
    triple: Sequence[str], jobs: Sequence[tuple[int, int]], done: Sequence[Floats]
) -> list[str]:
    """Return the table of a triple from the sums of its jobs."""
    kinds, counts = (np.array(part) for part in zip(*jobs, strict=True))
    sums = {kind: np.array(done)[kinds == kind].sum(axis=0) for kind in _SIZES}
    units = {kind: int(counts[kinds == kind].sum()) for kind in _SIZES}

    def interval(kind: int, cell: tuple[int, ...]) -> tuple[Interval, float]:
        total, squares = sums[kind][(0, *cell)], sums[kind][(1, *cell)]
        mean = total / units[kind]
        sd = float(max(0.0, squares - units[kind] * mean**2) / (units[kind] - 1)) ** 0.5
        return Interval(MBB * mean, MBB * Z95 * sd / units[kind] ** 0.5), MBB * sd

    direct = [interval(kind, (0, 0, 0))[0] for kind in (_BEHAVIOUR, _TARGET)]
    behaviour, target, rival = triple
    lines = [
        f"{units[_JUDGE]:,} hands of {behaviour} against {rival}, mbb a hand; in matches of their"
        f" own {_words(direct[0])} for {behaviour}, {_words(direct[1])} for {target}",
        "| judged | estimator | bias; SD; RMSE | the source |",
        "|---" * 4 + "|",
    ]
    for judged, name in enumerate((behaviour, target)):
        for row in ROWS:
            found, sd = interval(_JUDGE, (judged, row.how, row.value))
            width = float(np.hypot(found.half_width, direct[judged].half_width))
            bias = Interval(found.mean - direct[judged].mean, width)
            # On policy no estimator has a bias, so it counts as 0.
            rmse = float(np.hypot(bias.mean if judged else 0.0, sd / MATCH_HANDS**0.5))
            stated = row.off_policy if judged else row.on_policy
            cells = (name, row.title, f"{_words(bias)}; {sd:,.0f}; {rmse:,.0f}", stated)
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _words(interval: Interval) -> str:
    return f"{interval.mean:+,.0f} ± {interval.half_width:,.0f}"


def main() -> None:
    """Train the players, measure, and print the table of each triple."""
    parser = argparse.ArgumentParser(description="The table of source 002.")
    numbers = range(len(TRIPLES))
    parser.add_argument("--triple", type=int, choices=[one + 1 for one in numbers])
    parser.add_argument("--hands", type=int, default=1_000_000, help="2 or more for each triple")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    home, cards, jobs = strategies_dir(), shipped_abstraction(), jobs_of(chosen.hands)
    tables, known = bucket_tables(cards, home, JobControl()), dict[str, PolicyTable]()
    for number in numbers if chosen.triple is None else (chosen.triple - 1,):
        for name in TRIPLES[number]:
            if name in TRAINED:
                known[name] = known.get(name) or train(TRAINED[name], cards, tables)
            else:
                table = build(name, GAME, home).table()
                assert table is not None
                known[name] = table
        players = [known[name] for name in TRIPLES[number]]
        work = partial(do_job, players, TableJudge(players[0], players[1], tables))
        seeds = [
            np.random.SeedSequence((chosen.seed, number, job)).generate_state(1, np.uint64)[0]
            for job in range(len(jobs))
        ]
        with ThreadPoolExecutor(chosen.workers) as pool:
            done = list(pool.map(work, *zip(*jobs, strict=True), map(int, seeds)))
        print(*lines_of(TRIPLES[number], jobs, done), "", sep="\n", flush=True)


if __name__ == "__main__":
    main()
