"""The engine `jam-fold`: all-in or fold before the flop, from the equilibrium of its stacks."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.agents import supported_games
from ai.agents.base import RangeAgent
from ai.agents.entry import Engine, Factory
from ai.agents.options import read_options
from ai.equity.agent import EquityAgent
from ai.equity.multiway import MultiwayEquityAgent
from ai.preflop.icm import read_payouts
from ai.preflop.solver import JamFoldSolution, solve
from ai.preflop.spot import MAX_STACK, MOST_ALL_IN, MOST_SEATS, JamFoldDecision, JamFoldSpot
from ai.preflop.triples import triples
from engine.combos import CLASS_OF_COMBO
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to

NAME = "jam-fold"
MOST_DEPTH = 25
"""The engine is offered where all but one stack are at most so many big blinds."""
_ABOVE_BLIND = 1.02
_PAYOUTS = "payouts"


def spot_of(game: Game, payouts: tuple[float, ...] = ()) -> JamFoldSpot:
    """The game of jam or fold of a no-limit game before the flop.

    A stack that the blind and ante would take whole counts as a little more than these.

    Raises:
        PokerError: if the game has more seats or other forced bets.
    """
    if not fits_at_any_depth(game):
        raise PokerError(
            "jam or fold is for no-limit hold'em with up to {most} seats and two blinds",
            most=MOST_SEATS,
        )
    order = seats_in_order(game)
    antes = [game.antes_paid[seat] for seat in order]
    least = min(game.antes or (0,))
    big_ante = max(antes[-1] - least, 0)
    needed = [game.big_blind + least] * (len(order) - 1) + [game.big_blind + least + big_ante]
    stacks = [
        max(float(game.stacks[seat]), _ABOVE_BLIND * paid)
        for seat, paid in zip(order, needed, strict=True)
    ]
    small = game.blinds[order[-2]]
    return JamFoldSpot(
        tuple(stacks), float(small), float(game.big_blind), float(least), float(big_ante), payouts
    )


def seats_in_order(game: Game) -> tuple[int, ...]:
    """Positions in the order of action before the flop: the small and the big blind last."""
    first, players = game.first_player[0], game.num_players
    return tuple((first + step) % players for step in range(players))


def fits_at_any_depth(game: Game) -> bool:
    """Whether a game is no-limit hold'em with two blinds and antes that are equal, or one's."""
    if not game.is_holdem or game.is_limit or game.num_players > MOST_SEATS or game.dead:
        return False
    order = seats_in_order(game)
    blinds = [game.blinds[seat] for seat in order]
    antes = {game.antes[seat] for seat in order[:-1]} if game.antes else {0}
    usual = not any(blinds[:-2]) and blinds[-2] <= blinds[-1] == game.big_blind
    return usual and len(antes) == 1 and (not game.antes or game.antes[order[-1]] >= min(antes))


def fits(game: Game) -> bool:
    """Whether a game is one of jam or fold: all stacks but one are short, that one not endless."""
    if not game.has_stacks or not fits_at_any_depth(game):
        return False
    *_, second, most = sorted(game.stacks)
    return second <= MOST_DEPTH * game.big_blind and most <= MAX_STACK * game.big_blind


_solutions: dict[tuple[JamFoldSpot, bool], JamFoldSolution] = {}
"""By spot, and whether it was hastened."""
_MOST_KEPT = 32


def solved(
    spot: JamFoldSpot, folder: Path | None = None, control: JobControl | None = None
) -> JamFoldSolution:
    """The solution of a spot, kept for the next who asks; a rough one only for those in haste.

    Raises CancelledError.
    """
    control = control or JobControl()
    found = _solutions.get((spot, False))
    if found is None and control.hastened:
        found = _solutions.get((spot, True))
    if found is None:
        three = triples(folder, control) if spot.num_seats > 2 else None
        found = solve(spot, three, control=control)
        _solutions[spot, control.hastened] = found
        while len(_solutions) > _MOST_KEPT:
            _solutions.pop(next(iter(_solutions)), None)
    return found


class JamFoldAgent(RangeAgent):
    """Goes all-in or folds before the flop.

    A raise of another player counts as its all-in, a call of the big blind as its fold; where
    nobody raised the big blind checks. Beside three all-ins it folds. After the flop, where others
    only called, it plays as ``equity``.

    Args:
        payouts: prizes that it plays for by the Independent Chip Model; empty for chips.
        folder: keeps the showdowns of three hands.

    Raises:
        EngineError: if the game has no such solution.
    """

    def __init__(
        self,
        game: Game,
        payouts: tuple[float, ...] = (),
        folder: Path | None = None,
        control: JobControl | None = None,
    ) -> None:
        self.name = NAME
        self._game = game
        try:
            self.spot = spot_of(game, payouts)
        except PokerError as error:
            raise EngineError("{reason}", reason=error) from error
        self._order = seats_in_order(game)
        self._solution = solved(self.spot, folder, control)
        self._later = EquityAgent() if game.is_heads_up else MultiwayEquityAgent()

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """All-in or fold for each combo, with the values of both.

        Raises EngineError if the spot has other rules.
        """
        if spot.game != self._game:
            raise EngineError("'{name}' was built for other stacks or rules", name=self.name)
        if spot.street > 0:
            return self._later.strategy(spot, control)
        decision = self._decision(spot)
        jams = np.zeros(len(CLASS_OF_COMBO))
        values: NDArray[np.float64] | None = None
        if decision in self.spot.decisions:
            chart = self._solution.chart(decision.seat, decision.all_in)
            jams = chart.jam[CLASS_OF_COMBO]
            values = self._values(spot, chart.values[CLASS_OF_COMBO])
        legal = spot.legal
        all_in = raise_to(legal.max_raise) if legal.max_raise else CALL
        pass_on = FOLD if legal.fold else CALL
        if all_in == pass_on:
            return Strategy((CALL,), np.ones((len(jams), 1)))
        return Strategy((pass_on, all_in), np.stack([1 - jams, jams], axis=1), values)

    def _decision(self, spot: PublicState) -> JamFoldDecision:
        """The decision of jam or fold that a spot counts as."""
        big = self._game.big_blind
        seat = self._order.index(spot.to_act)
        raised = [
            place
            for place, player in enumerate(self._order)
            if place != seat and not spot.folded(player) and spot.spent(player) > big
        ]
        before = [place for place in raised if place < seat]
        if len(before) < len(raised):  # it acts a second time, as the last does
            seat = self.spot.num_seats - 1
            before = [place for place in raised if place < seat] or [seat - 1]
        return JamFoldDecision(seat, tuple(before[:MOST_ALL_IN]))

    def _values(self, spot: PublicState, won: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Values of folding and all-in in chips from here on; None for prizes."""
        if self.spot.payouts:
            return None
        paid = spot.spent(spot.to_act) + self._game.antes_paid[spot.to_act]
        return won[:, ::-1] * self._game.big_blind + paid


def payouts_option(text: str) -> tuple[float, ...]:
    """Prizes from options such as ``payouts=50/30/20``. Raises EngineError."""
    said = read_options(
        text,
        (_PAYOUTS,),
        lambda part: EngineError("jam-fold takes payouts=50/30/20, not '{part}'", part=part),
    )
    try:
        return read_payouts(said[_PAYOUTS], MOST_SEATS)
    except PokerError as error:
        raise EngineError("{reason}", reason=error) from error


def _make(
    payouts: tuple[float, ...], game: Game, folder: Path | None, control: JobControl
) -> JamFoldAgent:
    return JamFoldAgent(game, payouts[: game.num_players], folder, control)


def _with_options(text: str) -> Factory:
    return partial(_make, payouts_option(text))


def engine() -> Engine:
    """The registry's row."""
    return Engine(
        name=NAME,
        title="Jam or fold",
        character="Plays the equilibrium of all-in or fold for its stacks.",
        needs=supported_games.SHORT_STACKS,
        fits=fits,
        make=partial(_make, ()),
        options=_with_options,
        solves=True,
    )
