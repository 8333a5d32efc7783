"""Sparring partners: the reference weakened in steps, down to a calling station.

A partner plays as the reference does, but in a fraction of its decisions it checks or calls
regardless of its cards: the most common human leak, and one whose cost grows steadily.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ai.agents.base import RowAgent
from ai.agents.entry import Engine, with_depth
from engine.agent import Agent, PolicyTable
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, ActionKind, PublicState, SeatView, Strategy
from engine.policy import node_block
from engine.tree import DECISION
from engine.wording import Wording

NAME = "spar"
RUNGS = (0.03, 0.07, 0.12, 0.2, 0.3, 0.45, 0.7, 1.0)
"""Share of its decisions in which each partner calls, strongest first."""
USUAL = 4
"""The default partner."""


class SparringAgent(RowAgent):
    """An engine that plays as another, but calls blindly in a fraction of its decisions.

    ``model``: the engine; it answers for its whole range, and for a single hand. ``calls``: the
    fraction, 0 to 1. Raises EngineError if the model has no answer for a single hand.
    """

    def __init__(self, name: str, model: Agent, calls: float) -> None:
        if not isinstance(model, RowAgent):
            raise EngineError("'{name}' has no answer for one hand alone", name=model.name)
        self.name = name
        self._model, self._calls = model, calls
        self._table: PolicyTable | None = None

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The model's strategy of every combo, mixed with a call."""
        return self._mixed(self._model.strategy(spot, control))

    def row(self, view: SeatView) -> Strategy:
        """The model's row for one combo, mixed with a call."""
        return self._mixed(self._model.row(view))

    def _mixed(self, answer: Strategy) -> Strategy:
        called = answer.probabilities * (1.0 - self._calls)
        held = answer.probabilities.any(axis=1)
        called[held, answer.actions.index(CALL)] += self._calls
        return replace(answer, probabilities=called, values=None, error=None)

    def table(self) -> PolicyTable | None:
        """The whole strategy as arrays, if the model has one."""
        if self._table is None:
            model = self._model.table()
            if model is None:
                return None
            tree, probabilities = model.tree, model.probabilities * (1.0 - self._calls)
            for node in np.flatnonzero(tree.kind == DECISION).tolist():
                first = int(tree.first_child[node])
                kinds = tree.action_kind[first : first + int(tree.num_actions[node])]
                column = int(np.flatnonzero(kinds == ActionKind.CALL)[0])
                block = node_block(probabilities, tree, model.offsets, model.rows.num_rows, node)
                block[:, column] += self._calls
            self._table = replace(model, probabilities=probabilities)
        return self._table


def is_partner(engine: Engine) -> bool:
    """Return whether an engine is a sparring partner."""
    return engine.name.partition(":")[0] == NAME


def sparring_engine(reference: Callable[[Game], Engine | None]) -> Engine:
    """Return the registry entry: ``spar:1`` to ``spar:8``, and ``spar`` for the default one.

    ``reference``: gives the engine of a game that is weakened.
    """

    def fits(game: Game) -> bool:
        row = reference(game)
        return row is not None and row.solves

    def make(rung: int, game: Game, home: Path | None, control: JobControl) -> Agent:
        row = reference(game)
        if row is None or not row.solves:
            raise EngineError(
                "{game} has no reference strong enough to derive sparring partners from",
                game=with_depth(game),
            )
        return SparringAgent(f"{NAME}:{rung}", row.make(game, home, control), RUNGS[rung - 1])

    return Engine(
        name=NAME,
        title="Sparring partner",
        character="Plays the reference, but sometimes calls without looking: 1 seldom, 8 always.",
        needs=Wording("games with an exact equilibrium or a blueprint"),
        fits=fits,
        make=partial(make, USUAL),
        plays={str(rung): partial(make, rung) for rung in range(1, len(RUNGS) + 1)},
    )
