"""A solution as a judge: its decisions are sampled by reach."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ai.drill.deals import Dealer, Dealt
from ai.drill.playing import PlayedOn
from ai.reading.reach import RangeReader
from ai.review.reviewer import Reviewer
from ai.solver.agent import SpotAgent
from ai.solver.run import SpotRun
from engine.combos import combo_index
from engine.jobs import JobControl
from engine.player import PublicState
from engine.tree import DECISION, BettingTree
from pokergui.drills.judge import SOLUTION, TRIVIAL, Judge, Question

_PICKS = 3_000
"""Consecutive trivial decisions after which sampling stops."""


class SolutionJudge(Judge):
    """A solved spot as a judge; its noise floor is at least its exploitability.

    Its questions have no card: they match no hand of a game, so they are never repeated.

    Args:
        run: the spot, solved at least once; solving may continue, and its present state is used.
        start: the decision from which decisions are asked; None for the whole solution.
    """

    keeps = False

    def __init__(self, run: SpotRun, start: PublicState | None = None) -> None:
        spot = run.spot
        # Action EVs take long in a turn spot, so they are computed for the asked spots only.
        own = RangeReader(SpotAgent(run.trainer, values=False), np.stack(spot.ranges))
        reviewer = Reviewer(spot.game, SpotAgent(run.trainer), run.exploitability)
        super().__init__(SOLUTION, spot.game, own, reviewer)
        self._start = start or spot.root
        self._dealer = Dealer(spot.game, own)
        self._most = _most_decisions(spot.tree, spot.tree.find(self._start.actions))

    def hand(self, rng: np.random.Generator, control: JobControl | None = None) -> Iterator[Dealt]:
        """Play one hand from the start, both players by the solution; as in ``Judge``."""
        first = self._dealer.hand_at(self._start, rng, control)
        return PlayedOn(first, self.own, rng, control).decisions(control)

    def drawn(self, rng: np.random.Generator, control: JobControl | None = None) -> Iterator[Dealt]:
        """Yield decisions endlessly, sampled by reach; none if there is no choice at all.

        Hands are played from the start, both players by the solution. For each hand one index is
        drawn among as many as the longest line has decisions, and the hand is rejected if it has no
        such decision: so decisions of long hands are sampled as often as those of short ones.

        Raises:
            CancelledError: if stopped.
            EngineError: if the solution has no such decision.
        """
        while self._most:
            decisions = tuple(self.hand(rng, control))
            place = int(rng.integers(self._most))
            if place < len(decisions):
                yield decisions[place]

    def played(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[Question]:
        """Yield non-trivial decisions sampled by reach; raises as ``drawn``.

        It ends after many trivial decisions in a row.
        """
        without = 0
        for dealt in self.drawn(rng, control):
            row = self.own.answer(dealt.spot, control).probabilities[combo_index(dealt.hole)]
            found = None if row.max() >= TRIVIAL else self.ask(dealt, SOLUTION, control)
            without = without + 1 if found is None else 0
            if found is not None:
                yield found
            elif without == _PICKS:
                return


def _most_decisions(tree: BettingTree, start: int) -> int:
    """Return the number of decisions with a choice on the longest line from a node."""
    choices = ((tree.kind == DECISION) & (tree.num_actions > 1)).astype(np.int64)
    counts = np.full(tree.num_nodes, -1)
    counts[start] = choices[start]
    for node in range(start + 1, tree.num_nodes):
        before = counts[tree.parent[node]]
        if before >= 0:
            counts[node] = before + choices[node]
    return int(counts.max())
