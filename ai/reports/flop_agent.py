"""An engine that plays the solutions of a set of flops, each from its file."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

from ai.agents.base import RangeAgent
from ai.reading.reach import RangeReader
from ai.reports.boardsets import FLOP, WeightedBoard
from ai.reports.flop_set import FlopSet, file_of, same
from ai.solver.agent import SpotAgent
from ai.solver.run import SpotRun
from engine.cards import Card, card_names
from engine.errors import EngineError, StrategyFileError
from engine.jobs import JobControl
from engine.player import PublicState, Strategy

_OPENED = 2
"""Solutions kept open: reports go from flop to flop."""


class SolvedFlops:
    """The files of a set's solved flops, opened as they are asked for; thread-safe."""

    def __init__(self, folder: Path, flops: FlopSet) -> None:
        self._folder, self._flops = folder, flops
        self._by_cards = {frozenset(board.cards): board for board in flops.boards}
        self._opened: OrderedDict[WeightedBoard, SpotRun] = OrderedDict()
        self._lock = Lock()

    def board(self, cards: Sequence[Card]) -> WeightedBoard | None:
        """Return the flop of the set with these cards, None if it has none."""
        return self._by_cards.get(frozenset(cards))

    def open(self, board: WeightedBoard) -> SpotRun:
        """Return the solution of a flop of the set.

        Raises:
            EngineError: if it is not solved yet.
            StrategyFileError: if its file is damaged, or that of another set.
        """
        with self._lock:
            run = self._opened.get(board)
            if run is None:
                path = file_of(self._folder, board)
                if not path.exists():
                    raise EngineError("the flop {name} is not solved yet", name=board.name)
                run = SpotRun.load(path)
                spot = self._flops.spot_on(board)
                if not same(run, spot, self._flops.locks_on(spot)):
                    raise StrategyFileError("{path}: belongs to another set", path=path)
                while len(self._opened) >= _OPENED:
                    self._opened.popitem(last=False)
                self._opened[board] = run
            self._opened.move_to_end(board)
            return run


class FlopSetAgent(RangeAgent):
    """An engine that answers on the solved flops of a set and the turns after them.

    Players start with the set's ranges: see ``reader_of``.
    """

    name = "flops"

    def __init__(self, folder: Path, flops: FlopSet) -> None:
        self._files = SolvedFlops(folder, flops)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Return the solution at a decision.

        Raises:
            EngineError: if the flop is not one of the set, or is not solved yet.
            StrategyFileError: if its file is not that of this set.
        """
        if control is not None:
            control.check()
        board = self._files.board(spot.board[:FLOP])
        if board is None:
            name = card_names(sorted(spot.board[:FLOP], reverse=True))
            raise EngineError("the flop {name} is not one of those solved", name=name)
        return SpotAgent(self._files.open(board).trainer).strategy(spot, control)


def reader_of(folder: Path, flops: FlopSet) -> RangeReader:
    """Return a reader of a set, whose players start with its ranges."""
    return RangeReader(FlopSetAgent(folder, flops), flops.ranges)
