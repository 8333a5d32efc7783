"""Flops of a hand read from a set of solved ones, in the chips and suits of the hand.

A flop that differs only by suits from one of the set is that one, since the set's ranges do not
distinguish suits. Flop and turn are read from its file; a river is solved again when it comes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.betting.translation import nearest
from ai.reading.noise import Noise
from ai.reading.reach import Weights
from ai.reports.boardsets import FLOP, WeightedBoard
from ai.reports.flop_agent import SolvedFlops
from ai.reports.flop_set import file_of, read_set, solved_part
from ai.solver.boards import combo_map
from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from engine.cards import NUM_CARDS, Card
from engine.errors import EngineError
from engine.game import Game
from engine.player import CALL, Action, ActionKind, PublicState, Strategy, raise_to
from engine.wording import Wording

_SUITS = tuple(
    (np.arange(NUM_CARDS) & ~3) | np.array(suits)[np.arange(NUM_CARDS) & 3]
    for suits in permutations(range(4))
)
"""All permutations of suits, as maps of cards."""
_FLOOR = 3.0
"""Exploitabilities of a solution beyond which a loss is one; see docs/internals/solver.md."""


def scale_of(spot: Spot, game: Game) -> int:
    """Return the chips of a game in one of a set's.

    Raises:
        EngineError: if hands of the game do not come to the set's flops.
    """
    if not game.is_heads_up_holdem or game.is_limit:
        raise EngineError("solved flops are played in no-limit hold'em for two")
    scale, rest = divmod(game.big_blind, spot.big_blind) if spot.big_blind else (1, 0)
    if rest or not scale:
        raise EngineError(
            "its chips are no whole number of this game's: its big blind is {own}, here {blind}",
            own=spot.amount(spot.big_blind),
            blind=game.big_blind,
        )
    own, stack = scale * (spot.pot + 2 * spot.stack), game.stacks[0]
    if (own, own) != (2 * stack, 2 * game.stacks[1]):
        raise EngineError(
            "its flops are solved at {own:g} big blinds, but this game has {depth:g}",
            own=own / 2 / game.big_blind,
            depth=stack / game.big_blind,
        )
    return scale


def plays_flops(spot: Spot, game: Game) -> bool:
    """Return whether hands of a game come to the flops of a set."""
    try:
        scale_of(spot, game)
    except EngineError:
        return False
    return True


@dataclass(frozen=True)
class FlopDecision:
    """A decision of a hand in the solution of its flop.

    Attributes:
        line: betting from the flop on, in the solution's chips.
        board: in its suits.
        images: (1326,) each combo of the hand in its suits.
        scale: chips of the hand in one of the solution's.
    """

    run: SpotRun
    line: tuple[Action, ...]
    board: tuple[Card, ...]
    images: NDArray[np.int64]
    scale: int

    def answer(self, *, values: bool = True) -> Strategy:
        """Return the averages, by default with EVs; hands outside the range have none.

        Raises:
            EngineError: if no hands come to a river.
        """
        solver, ev = self.run.trainer, None
        if values:
            view = solver.view(self.line, self.board)
            actions, rows, ev = view.actions, view.strategy, self.scale * view.action_ev
        else:
            actions, rows = solver.answer(self.line, self.board)
        note = str(Wording("from a solved flop, {percent:.2g}% of the pot", percent=self.percent))
        found = Strategy(tuple(map(self._at_table, actions)), rows[self.images], note=note)
        return found if ev is None else replace(found, values=ev[self.images])

    def reach(self) -> Weights:
        """Return both players' reach (2, 1326), out of position first."""
        reach: Weights = np.stack(self.run.trainer.coming(self.line, self.board))
        return reach[:, self.images]

    @property
    def percent(self) -> float:
        """Exploitability of the flop in percent of its pot."""
        return self.run.percent

    @property
    def noise(self) -> Noise:
        """The error of EVs, in chips of the hand."""
        return Noise(distance=_FLOOR * self.scale * self.run.exploitability)

    def _at_table(self, action: Action) -> Action:
        return raise_to(self.scale * action.raise_to) if action.raise_to else action


class FlopLibrary:
    """The solved flops of a set, for hands of a game; thread-safe.

    Raises:
        StrategyFileError: if the folder holds no set, or a file of it is damaged.
        EngineError: if none of its flops is solved, or hands of the game do not come to them.
    """

    def __init__(self, folder: Path, game: Game) -> None:
        flops = solved_part(folder, read_set(folder))
        self._scale = scale_of(flops.spot, game)
        for board in flops.boards:
            read_kept(file_of(folder, board))  # raises if it is damaged
        self._spot, self._ranges = flops.spot, flops.ranges
        self._files = SolvedFlops(folder, flops)

    def at(self, state: PublicState) -> FlopDecision | None:
        """Return a decision in the solution of its flop; None where the set has none.

        Raises:
            StrategyFileError: if the file of the flop cannot be read.
        """
        start = self._start(state)
        found = None if start is None else self._board(state.board[:FLOP])
        if start is None or found is None or state.finished:
            return None
        line = self._line(state.actions[len(start.actions) :])
        tree = self._spot.tree
        if line is None or tree.find(line) < 0:
            return None
        (flop, change), legal = found, state.legal
        run = self._files.open(flop)
        actions = tree.actions_at(tree.find(line))
        raises = [self._scale * action.raise_to for action in actions if action.raise_to]
        if any(not legal.min_raise <= each <= legal.max_raise for each in raises):
            return None  # a bet of less than a big blind
        board = (*run.spot.board, *change[list(state.board[FLOP:])].tolist())
        return FlopDecision(run, line, board, combo_map(change), self._scale)

    def arriving(self, start: PublicState) -> Weights | None:
        """Return both players' ranges (2, 1326) at the first decision of a flop of the set."""
        flop = self._start(start)
        if flop is None or flop.actions != start.actions or self._board(start.board) is None:
            return None
        return self._ranges

    def _start(self, state: PublicState) -> PublicState | None:
        """Return the first decision on the flop, if pot and stacks are those of the set."""
        here = PublicState(state.game, (), ())
        for action in state.actions:
            if here.street:
                break
            here = here.after(action)
        chips = here.pot, here.stack(0), here.stack(1)
        own = self._spot.pot, self._spot.stack, self._spot.stack
        there = here.street == 1 and not here.finished
        return here if there and chips == tuple(self._scale * each for each in own) else None

    def _board(self, cards: tuple[Card, ...]) -> tuple[WeightedBoard, NDArray[np.int64]] | None:
        """Return the flop of the set that stands for one, and the change of cards to it."""
        for change in _SUITS:
            board = self._files.board(change[list(cards)].tolist())
            if board is not None:
                return board, change
        return None

    def _line(self, actions: tuple[Action, ...]) -> tuple[Action, ...] | None:
        """Return a line in the set's chips; None if it has no such bets."""
        if any(action.raise_to % self._scale for action in actions):
            return None
        return tuple(
            raise_to(action.raise_to // self._scale) if action.raise_to else action
            for action in actions
        )


def mapped(answer: Strategy, onto: tuple[Action, ...], spot: PublicState) -> NDArray[np.float64]:
    """Return the rows of an answer with its actions mapped to others of the same decision.

    Raises go to the nearest ones, or to a call where there are none.
    """
    totals = [action.raise_to for action in onto if action.raise_to]
    rows = np.zeros((len(answer.probabilities), len(onto)))
    for action, column in zip(answer.actions, answer.probabilities.T, strict=True):
        shares = [(action, 1.0)]
        if action not in onto:
            shares = [(CALL, 1.0)]
            if action.kind is ActionKind.RAISE and totals:
                pot = spot.pot + spot.legal.call
                around = nearest(totals, action.raise_to, spot.max_bet, pot)
                shares = [(raise_to(totals[place]), share) for place, share in around]
        for taken, share in shares:
            rows[:, onto.index(taken)] += share * column
    return rows
