"""An engine that plays the solutions of a set of flops, each from its file."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from ai.agents.base import RangeAgent
from ai.reading.reach import RangeReader
from ai.reports.boardsets import FLOP
from ai.reports.flop_set import FlopSet, file_of
from ai.solver.agent import SpotAgent
from ai.solver.run import SpotRun
from engine.cards import card_names
from engine.errors import EngineError, StrategyFileError
from engine.jobs import JobControl
from engine.player import PublicState, Strategy

_OPENED = 2
"""Solutions kept open: reports go from flop to flop."""


class FlopSetAgent(RangeAgent):
    """An engine that answers on the solved flops of a set and the turns after them.

    Players start with the set's ranges: see ``reader_of``.
    """

    name = "flops"

    def __init__(self, folder: Path, flops: FlopSet) -> None:
        self._folder, self._flops = folder, flops
        self._by_cards = {frozenset(board.cards): board for board in flops.boards}
        self._opened: OrderedDict[frozenset[int], SpotAgent] = OrderedDict()
        self._lock = Lock()

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Return the solution at a decision.

        Raises:
            EngineError: if the flop is not one of the set, or is not solved yet.
            StrategyFileError: if its file is not that of this set.
        """
        if control is not None:
            control.check()
        with self._lock:
            agent = self._open(frozenset(spot.board[:FLOP]))
        return agent.strategy(spot, control)

    def _open(self, cards: frozenset[int]) -> SpotAgent:
        if cards not in self._opened:
            board = self._by_cards.get(cards)
            if board is None:
                name = card_names(sorted(cards, reverse=True))
                raise EngineError("the flop {name} is not one of those solved", name=name)
            path = file_of(self._folder, board)
            if not path.exists():
                raise EngineError("the flop {name} is not solved yet", name=board.name)
            run = SpotRun.load(path)
            if run.spot.record() != self._flops.spot_on(board).record():
                raise StrategyFileError("{path}: belongs to another set", path=path)
            while len(self._opened) >= _OPENED:
                self._opened.popitem(last=False)
            self._opened[cards] = SpotAgent(run.trainer)
        self._opened.move_to_end(cards)
        return self._opened[cards]


def reader_of(folder: Path, flops: FlopSet) -> RangeReader:
    """Return a reader of a set, whose players start with its ranges."""
    return RangeReader(FlopSetAgent(folder, flops), flops.ranges)
