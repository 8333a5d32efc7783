"""Cost of opponent modelling: hands per second in Leduc, and its breakdown."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import equilibrium
from ai.opponent.agent import NAME, OpponentModelAgent
from ai.opponent.small import Responder, model_cells
from ai.registry import build
from bench import best_seconds, figure
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.player import SeatRecord

_HANDS = 1_000
_REPEATS = 100


def _learn(learner: OpponentModelAgent, record: SeatRecord) -> None:
    for _ in range(_REPEATS):
        learner.observe(record)


def _answer(learner: OpponentModelAgent, responder: Responder, cells: NDArray[np.int64]) -> None:
    for _ in range(_REPEATS):
        responder.answer(learner.model.whole(), cells)


def _leduc() -> dict[str, dict[str, Any]]:
    """Matches that learn from every hand and respond exactly to the model in the next."""
    game = get_game("leduc")
    responder = Responder(equilibrium(game)[0])
    found = {}
    for rival in ("random", "passive"):
        learner = build(NAME, game)
        assert isinstance(learner, OpponentModelAgent)
        match = Match(game, [learner, build(rival, game)], 1)
        seconds = best_seconds(partial(match.run, _HANDS, JobControl(), lambda chunk: None))
        record = match.table.hand.record_for(match.table.position_of(0))
        learning = best_seconds(partial(_learn, learner, record))
        cells = model_cells(responder.layout, learner.model.situations)
        answering = best_seconds(partial(_answer, learner, responder, cells))
        found[f"opponent-leduc-{rival}"] = figure(
            _HANDS / seconds,
            "hands/s",
            learn_us=round(1e6 * learning / _REPEATS, 1),
            answer_us=round(1e6 * answering / _REPEATS, 1),
        )
    return found


def figures() -> dict[str, dict[str, Any]]:
    """Best rates of several runs."""
    return _leduc()
