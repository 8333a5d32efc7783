"""Local best response: a lower bound of a strategy's exploitability.

It knows the target's strategy, tracks its exact range, and looks one action ahead: it takes the
action of highest EV if the hand is checked down afterwards. A best response wins at least as much.

Source: Lisy and Bowling, "Equilibrium approximation quality of current no-limit poker bots", 2017
(arXiv 1612.07547). Deviation: the target's cards and the terminals are not sampled but weighted by
probability, which is unbiased and reduces variance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.equity.hand_equity import Chances
from ai.lbr.breakdown import Breakdown, End
from ai.lbr.menu import Moves, parse_lbr_menu
from ai.reading.line import Answers, BettingNode, column
from ai.reading.reach import answers_of
from engine import timing
from engine.agent import Agent
from engine.cards import Card
from engine.combos import num_combos
from engine.errors import CancelledError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, raise_to
from engine.policy import blocked
from engine.rng import rng_state
from engine.running_result import Interval
from engine.table import shuffled_deck
from engine.wording import Wording

Weights = NDArray[np.float64]
UniformDraw = Callable[[], float]

_CLEARLY = 1e-9
"""Fraction of the pot by which an action must be better; less is rounding error."""


class LbrDeal:
    """A deal from one position: local best response's own cards and the whole board.

    The target's cards are not dealt: it holds every unblocked combo, weighted by its own reach of
    the line. ``answers``: the strategy measured, of a two-player game. ``moves``: its moves on each
    round besides checking and calling. ``ends``: terminals of the paths of ``value``; their
    weighted chips sum to the value.
    """

    def __init__(
        self,
        answers: Answers,
        start: BettingNode,
        seat: int,
        hole: Sequence[Card],
        board: Sequence[Card],
        moves: Sequence[Moves],
        control: JobControl | None = None,
    ) -> None:
        game = self._game = start.spot.game
        self._answers, self._start, self._seat, self._moves = answers, start, seat, moves
        self._hole, self._board = tuple(hole), tuple(board)
        self._control = None if control is None else control.silent()
        self._chances = Chances(game, hole)
        self._boards = [self._board[:size] for size in game.board_sizes]
        self._free: dict[int, Weights] = {}
        self.ends: list[End] = []

    def value(self, draw: UniformDraw | None, paths: int = 1) -> float:
        """Return the chips won by local best response, averaged over the target's cards.

        Terminal actions of the target are weighted, not sampled. Other actions get their share of
        the paths, rounded randomly. ``draw``: numbers in [0, 1), by which shares are rounded; None
        weights every action. ``paths``: most lines followed to their end. Raises CancelledError if
        cancelled, or any error of the engine.
        """
        size = num_combos(len(self._game.deck), self._game.num_hole)
        self.ends = []
        self._follow(self._start, np.ones(size), draw, paths, 1.0, 0.0)
        return sum(end.weight * end.chips for end in self.ends)

    def _free_on(self, board: tuple[Card, ...]) -> Weights:
        """Return 1 for combos compatible with LBR's cards and a board of the deal, else 0."""
        free = self._free.get(len(board))
        if free is None:
            free = np.where(blocked(self._game, (*self._hole, *board)), 0.0, 1.0)
            self._free[len(board)] = free
        return free

    def _follow(
        self,
        place: BettingNode,
        reach: Weights,
        draw: UniformDraw | None,
        paths: int,
        weight: float,
        luck: float,
    ) -> None:
        """Follow the paths from a line to their terminals.

        ``reach``: of the target's combos. ``luck``: chips that the cards of the board brought so
        far.
        """
        while place.to_act == self._seat:
            following = place.after(self._decide(place, reach))
            luck += self._luck(place, following, reach)
            place = following
        if place.finished:
            self.ends.append(End(place, self._seat, weight, self._payoff(place, reach) - luck))
            return
        board = self._boards[place.street]
        answer = self._answers.answer(place.on(board), self._control)
        actions, probabilities = answer.actions, answer.probabilities
        # Weights on the whole board, so that the target's cards have their probabilities given
        # everything dealt.
        dealt = reach * self._free_on(self._board)
        weights: list[float] = (dealt @ probabilities / dealt.sum()).tolist()
        children = place.children(actions)
        counts = [paths] * len(actions)
        if draw is not None:
            # Actions that end the hand keep their share; the others share the paths.
            rest = [
                0.0 if child.finished else share
                for child, share in zip(children, weights, strict=True)
            ]
            whole = sum(rest)
            counts = split(rest, paths, draw())
            weights = [
                share if child.finished else whole * count / paths
                for child, share, count in zip(children, weights, counts, strict=True)
            ]
        for at, (child, share) in enumerate(zip(children, weights, strict=True)):
            if share > 0.0:
                arriving = reach * probabilities[:, at]
                came = luck + self._luck(place, child, arriving)
                self._follow(child, arriving, draw, counts[at], weight * share, came)

    def _luck(self, place: BettingNode, following: BettingNode, reach: Weights) -> float:
        """Return the pot times the change of equity by the next cards, of mean 0."""
        if following.finished or following.street == place.street:
            return 0.0
        before, after = self._boards[place.street], self._boards[following.street]
        if before == after or not self._chances.exact(before, reach):
            return 0.0
        met = reach * self._free_on(self._board)
        gained = self._chances.on(after) - self._chances.on(before)
        return following.spot.pot * float(met @ gained / met.sum())

    def _payoff(self, place: BettingNode, reach: Weights) -> float:
        """Return net chips at a terminal, averaged over the target's cards and the runout."""
        matched = place.matched
        if not place.spot.showdown:
            won = matched + self._game.opening_pot
            return float(-matched if place.spot.folded(self._seat) else won)
        board = self._boards[place.street]
        if not self._chances.exact(board, reach):
            board = self._board
        met = reach * self._free_on(board)
        chance = float(met @ self._chances.on(board) / met.sum())
        return chance * (self._game.opening_pot + 2 * matched) - matched

    def _decide(self, place: BettingNode, reach: Weights) -> Action:
        moves = self._moves[place.street]
        other = 1 - self._seat
        raises = []
        for action in map(raise_to, moves.raises(place.spot)):
            spent = place.after(action).spent[self._seat]
            raises.append((action, min(spent, self._game.betting_stacks[other])))
        fold = moves.fold and place.spot.legal.fold
        if not (fold or raises):
            return CALL
        board = self._boards[place.street]
        chances = self._chances.on(board)
        seen = reach * self._free_on(board)
        whole = float(seen.sum())
        own, pot = place.spent[self._seat], place.spot.pot
        called = min(own + place.spot.legal.call, place.spent[other])

        def at_showdown(chance: float, matched: int) -> float:
            """Return chips relative to a fold now, when both will have put in ``matched``."""
            return chance * (self._game.opening_pot + 2 * matched) - (matched - own)

        best, action = at_showdown(float(seen @ chances) / whole, called), CALL
        for candidate, matched in raises:
            raised, staying = place.after(candidate), seen
            if not raised.finished:
                answer = self._answers.answer(raised.on(board), self._control)
                if FOLD in answer.actions:
                    staying = seen * (1.0 - column(answer, FOLD))
            stays = float(staying.sum())
            folds = 1.0 - stays / whole
            value = folds * pot
            if stays > 0.0:
                value += (1.0 - folds) * at_showdown(float(staying @ chances) / stays, matched)
            if value > best + _CLEARLY * pot:
                best, action = value, candidate
        return FOLD if fold and best < -_CLEARLY * pot else action


def split(shares: Sequence[float], count: int, offset: float) -> list[int]:
    """Round shares randomly to integers with sum ``count``, without bias.

    ``shares``: of any sum; where it is 0, so are the numbers. ``offset``: uniform in [0, 1); the
    expected numbers are the shares exactly.
    """
    whole = sum(shares)
    if whole <= 0.0:
        return [0] * len(shares)
    last = max(place for place, share in enumerate(shares) if share > 0.0)
    counts, done, end = [], 0, 0.0
    for place, share in enumerate(shares):
        end += share
        # Rounding may leave the total slightly short.
        upto = count if place >= last else min(int(end * count / whole + offset), count)
        counts.append(upto - done)
        done = upto
    return counts


PATHS = 3
"""Lines sampled for each hand: more lines of fewer deals take longer to reach a given interval than
fewer lines of more deals."""
MOST_PLACES = 50_000
"""Most lines cached; then all are dropped: an engine that bets any amount repeats few."""
_LOOKS = 50


@dataclass(frozen=True, eq=False)
class LbrResult:
    """The winnings of local best response.

    ``menu``: its moves on each round, as ``menu.py`` reads them. ``rounds``: first and last round,
    from 1, in which it did more than check and call. ``chips``: (deals, 2) float64 net chips in
    position 0 and in position 1 of each deal, in the mean over the target's cards.
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
        """Hands of local best response: one a deal and position."""
        return self.chips.size

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
    """Check that a game has the rounds. Raises GameError if not, or the first is after the last."""
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

    The seed alone determines the cards and the sampling of the target's actions. ``deals``: number
    of deals; each is played from both positions. ``rounds``: first and last round, from 1, in which
    it does more than check and call; None for all rounds. ``control``: progress and cancellation;
    whole deals done until then count. ``first``: number of the first deal, if others play earlier
    ones: each deal is the same. Raises EngineError if the engine can only act, GameError if the
    game has other than two players, or not those rounds, LbrMenuError if there is no such menu, or
    any error of the engine.
    """
    if not game.is_heads_up:
        raise GameError("{title} is not a two-player game", title=Wording(game.title))
    rounds = rounds or (1, game.num_rounds)
    check_rounds(game, rounds)
    moves = parse_lbr_menu(menu, game, rounds)
    answers = answers_of(agent, game)
    root = BettingNode.start(game, answers.tree)
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
                dealt = deck[seat * hole : (seat + 1) * hole], deck[2 * hole : 2 * hole + board]
                walk = LbrDeal(answers, root, seat, *dealt, moves, control)
                draws = np.random.default_rng([seed, first + deal, seat])
                chips[deal, seat] = walk.value(draws.random, PATHS)
                ends += walk.ends
            if breakdown is not None:
                breakdown.add(ends)
            done = deal + 1
            if done % _LOOKS == 0 and root.count() > MOST_PLACES:
                root = BettingNode.start(game, answers.tree)
            control.progress(done / deals)
            if on_progress is not None:
                on_progress(result(done))
    except CancelledError:
        pass
    return result(done)
