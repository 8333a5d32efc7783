"""Local best response: a lower bound of a strategy's exploitability.

It knows the target's strategy, tracks its exact range, and looks one action ahead: it takes the
action of highest EV if the hand is checked down afterwards. A best response wins at least as much.
``walk.py`` plays the deals.

Source: Lisy and Bowling, "Equilibrium approximation quality of current no-limit poker bots", 2017
(arXiv 1612.07547). Deviation: the target's cards and the terminals are not sampled but weighted by
probability, which is unbiased and reduces variance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.lbr.breakdown import Breakdown, End
from ai.lbr.menu import parse_lbr_menu
from ai.lbr.walk import Walk
from ai.reading.answers import answers_of
from ai.reading.line import Place
from engine import timing
from engine.agent import Agent
from engine.errors import CancelledError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import Interval
from engine.rng import rng_state
from engine.table import shuffled_deck
from engine.wording import Wording

PATHS = 3
"""Lines sampled for each hand: more lines of fewer deals take longer to reach a given interval than
fewer lines of more deals."""
MOST_PLACES = 50_000
"""Most lines cached; then all are dropped: an engine that bets any amount repeats few."""
_LOOKS = 50


@dataclass(frozen=True, eq=False)
class LbrResult:
    """The winnings of local best response.

    Attributes:
        game: the game.
        engine: name of the engine measured.
        menu: its moves on each round, as ``menu.py`` reads them.
        rounds: first and last round, from 1, in which it did more than check and call.
        seed: of the deals.
        chips: (deals, 2) float64 net chips in position 0 and in position 1 of each deal, in the
            mean over the target's cards.
        seconds: wall time.
    """

    game: Game
    engine: str
    menu: str
    rounds: tuple[int, int]
    seed: int
    chips: NDArray[np.float64]
    seconds: float

    @property
    def deals(self) -> int:
        """Deals, each played from both positions."""
        return len(self.chips)

    @property
    def hands(self) -> int:
        """Hands played: two a deal."""
        return 2 * len(self.chips)

    @property
    def interval(self) -> Interval:
        """Chips a hand, both positions averaged; the deal is the unit of the interval."""
        return Interval.of(self.chips.mean(axis=1))

    @property
    def mean(self) -> float:
        """Chips a hand, both positions averaged: a lower bound of the exploitability."""
        return self.interval.mean

    @property
    def ci95(self) -> float:
        """Half width of the 95% interval of ``mean``; infinite below two deals."""
        return self.interval.half_width

    def in_position(self, position: int) -> Interval:
        """Chips a hand that local best response won in one position."""
        return Interval.of(self.chips[:, position])

    @property
    def hands_per_second(self) -> float:
        """Hands played per second."""
        return self.hands / self.seconds if self.seconds > 0.0 else 0.0


def check_rounds(game: Game, rounds: tuple[int, int]) -> None:
    """Check that a game has the rounds.

    Raises:
        GameError: if not, or the first is after the last.
    """
    first, last = rounds
    if not 1 <= first <= last <= game.num_rounds:
        raise GameError(
            "{title} has the rounds 1-{rounds}, not {first}-{last}",
            title=Wording(game.title),
            rounds=game.num_rounds,
            first=first,
            last=last,
        )


def local_best_response(
    game: Game,
    agent: Agent,
    deals: int,
    seed: int,
    menu: str = "fcpa",
    rounds: tuple[int, int] | None = None,
    control: JobControl | None = None,
    on_progress: Callable[[LbrResult], None] | None = None,
    breakdown: Breakdown | None = None,
    first: int = 0,
) -> LbrResult:
    """Play local best response against an engine.

    The seed alone determines the cards and the sampling of the target's actions.

    Args:
        game: a two-player game.
        agent: an engine with whole-range answers.
        deals: number of deals; each is played from both positions.
        seed: of the deals.
        menu: its moves on each round, as ``menu.py`` reads them.
        rounds: first and last round, from 1, in which it does more than check and call; None for
            all rounds.
        control: progress and cancellation; whole deals done until then count.
        on_progress: gets the result so far after every deal.
        breakdown: receives the terminals of every deal.
        first: number of the first deal, if others play earlier ones: each deal is the same.

    Raises:
        EngineError: if the engine can only act.
        GameError: if the game has other than two players, or not those rounds.
        LbrMenuError: if there is no such menu.
        PokerError: any error of the engine.
    """
    if not game.is_heads_up:
        raise GameError("{title} is not a game of two players", title=Wording(game.title))
    rounds = rounds or (1, game.num_rounds)
    check_rounds(game, rounds)
    moves = parse_lbr_menu(menu, game, rounds)
    answers = answers_of(agent, game)
    root = Place.start(game, answers.tree)
    control = control or JobControl()
    hole, board = game.num_hole, game.board_sizes[-1]
    cards = rng_state(seed)
    for _ in range(first):
        shuffled_deck(game, cards)
    chips = np.zeros((deals, 2))
    start = timing.seconds()

    def result(done: int) -> LbrResult:
        seconds = timing.seconds() - start
        return LbrResult(game, agent.name, menu, rounds, seed, chips[:done], seconds)

    done = 0
    try:
        for deal in range(deals):
            control.check()
            deck = shuffled_deck(game, cards)
            ends: list[End] = []
            for seat in (0, 1):
                walk = Walk(
                    answers,
                    root,
                    seat,
                    deck[seat * hole : (seat + 1) * hole],
                    deck[2 * hole : 2 * hole + board],
                    moves,
                    control,
                )
                draws = np.random.default_rng([seed, first + deal, seat])
                chips[deal, seat] = walk.value(draws.random, PATHS)
                ends += walk.ends
            if breakdown is not None:
                breakdown.add(ends)
            done = deal + 1
            if done % _LOOKS == 0 and root.count() > MOST_PLACES:
                root = Place.start(game, answers.tree)
            control.progress(done / deals)
            if on_progress is not None:
                on_progress(result(done))
    except CancelledError:
        pass
    return result(done)
