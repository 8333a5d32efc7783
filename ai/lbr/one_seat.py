"""What one player gains alone: local best response in one seat, one strategy in all others.

Hands are really dealt and played, so what the player wins on average is a lower bound of what a
best response in its seat wins. Once it has no decision left, the rest of the hand is averaged over
many deals of what it does not see: the others' cards, drawn from their ranges until all differ, the
board, and the others' actions. That is the distribution of the deal given what it knows, so the
mean stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.lbr.menu import parse_lbr_menu
from ai.lbr.player import LbrPlayer, ranges_of
from ai.lbr.response import LbrResult, check_rounds
from ai.reading.reach import Weights, answers_of
from engine import timing
from engine.agent import Agent
from engine.cards import Card
from engine.combos import combo_cards, combo_index
from engine.errors import CancelledError, EngineError, GameError
from engine.game import Game
from engine.hand import HandState
from engine.jobs import JobControl
from engine.match_chunk import HandEnds, settled
from engine.player import FOLD, PublicState, SeatView
from engine.rng import rng_state
from engine.running_result import Interval
from engine.table import shuffled_deck
from engine.wording import Wording

DRAWN = 1000
"""Deals drawn for the rest of a hand; those in which two players hold the same card are dropped."""


@dataclass(frozen=True, eq=False)
class OneSeatResult(LbrResult):
    """The winnings of local best response in each seat, and of the strategy itself.

    ``chips``: (deals, players) float64 net chips of local best response in each position of each
    deal. ``own``: the same of the strategy, when all play it.
    """

    own: NDArray[np.float64]

    def own_in(self, position: int) -> Interval:
        """Chips a hand of the strategy itself in a position."""
        return Interval.of(self.own[:, position])

    def from_folders_in(self, position: int) -> int:
        """Chips a hand that a player wins in a position if all others always fold."""
        game = self.game
        paid = sum(game.blinds) - game.blinds[position] - game.antes_paid[position]
        return paid + game.opening_pot


def one_seat(
    game: Game,
    agent: Agent,
    deals: int,
    seed: int,
    menu: str = "fcpa",
    rounds: tuple[int, int] | None = None,
    control: JobControl | None = None,
    first: int = 0,
) -> OneSeatResult:
    """Play local best response in each seat in turn, an engine in all others.

    The seed alone determines the cards and the others' actions. In other rounds than ``rounds`` the
    player plays the engine's strategy, too; before the first of them in the very hands in which all
    do, so that results differ by what is gained from there on. ``deals``, ``control``, ``first``:
    as of ``local_best_response``. Raises GameError if the game has two players or other rounds,
    LbrMenuError if there is no such menu, EngineError if the engine can only act, or learns, or any
    error of the engine.
    """
    if game.is_heads_up:
        raise GameError("{title} is a two-player game", title=Wording(game.title))
    if agent.learns:
        raise EngineError("'{name}' learns while it plays", name=agent.name)
    rounds = rounds or (1, game.num_rounds)
    check_rounds(game, rounds)
    control = control or JobControl()
    table = _OneSeatTable(game, agent, menu, rounds, control)
    cards, players = rng_state(seed), game.num_players
    for _ in range(first):
        shuffled_deck(game, cards)
    chips, own = np.zeros((2, deals, players))
    start, done = timing.seconds(), 0
    try:
        for deal in range(deals):
            deck, number = shuffled_deck(game, cards), first + deal
            own[deal], fork = table.together(deck, [seed, number, players])
            for seat in range(players):
                control.check()
                chips[deal, seat] = own[deal, seat]
                if fork is not None and not fork.folded(seat):
                    chips[deal, seat] = table.alone(deck, fork, seat, [seed, number, seat])
            done = deal + 1
            control.progress(done / deals)
    except CancelledError:
        pass
    seconds = timing.seconds() - start
    return OneSeatResult(game, agent.name, menu, rounds, seed, chips[:done], seconds, own[:done])


class _OneSeatTable:
    """Hands of one strategy, with and without local best response in a seat."""

    def __init__(
        self, game: Game, agent: Agent, menu: str, rounds: tuple[int, int], control: JobControl
    ) -> None:
        self._game, self._agent, self._control = game, agent, control.silent()
        agent.play_by_ranges()
        self._answers = answers_of(agent, game)
        self._player = LbrPlayer(game, self._answers, parse_lbr_menu(menu, game, rounds))
        self._first, self._last = (one - 1 for one in rounds)
        self._even = len(set(game.betting_stacks)) == 1

    def together(
        self, deck: Sequence[Card], seed: Sequence[int]
    ) -> tuple[tuple[int, ...], PublicState | None]:
        """Return what each position wins if all play the strategy, and the start of the rounds."""
        hand, rng = HandState.deal(self._game, deck), np.random.default_rng(seed)
        start = None
        while hand.payoffs is None:
            if start is None and hand.spot.street >= self._first:
                start = hand.spot
            self._act(hand, rng)
        return hand.payoffs, start

    def alone(
        self, deck: Sequence[Card], start: PublicState, seat: int, seed: Sequence[int]
    ) -> float:
        """Return what local best response in a seat wins if it plays from the start on."""
        hand, rng = HandState.deal(self._game, deck), np.random.default_rng(seed)
        for action in start.actions:
            hand.apply(action)
        while hand.payoffs is None:
            if hand.to_act != seat or hand.spot.street > self._last:
                self._act(hand, rng)
                continue
            view = hand.view(seat)
            action = self._player.action(view, self._control)
            spot = view.spot.after(action)
            if action == FOLD:
                return -spot.spent(seat) - self._game.antes_paid[seat]
            # With even stacks nobody bets on after an all-in.
            if spot.finished or (self._even and not spot.stack(seat)):
                mean = self._mean(view, spot, rng)
                if mean is not None:
                    return mean
            hand.apply(action)
        return hand.payoffs[seat]

    def _act(self, hand: HandState, rng: np.random.Generator) -> None:
        hand.apply(self._agent.act(hand.view(hand.to_act), rng, self._control))

    def _mean(self, view: SeatView, spot: PublicState, rng: np.random.Generator) -> float | None:
        """Return what a player wins after its last decision; None if no draw is possible."""
        game, seat = self._game, view.seat
        held = np.full((DRAWN, game.num_players), combo_index(view.hole, game.deck))
        others = [other for other in range(game.num_players) if other != seat]
        for other, weights in ranges_of(self._answers, view, others, self._control).items():
            if not weights.any():
                return None
            held[:, other] = _drawn(weights[None], rng, DRAWN)
        cards = combo_cards(game.deck, game.num_hole)[held].reshape(DRAWN, -1)
        ordered = np.sort(cards, axis=1)
        apart = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
        if not apart.any():
            return None
        held, dealt = held[apart], _with_boards(game, cards[apart], spot.board, rng)
        ends: list[PublicState] = []
        line_of = np.zeros(len(held), np.int32)
        waiting = [(spot, np.arange(len(held)))]
        while waiting:
            here, places = waiting.pop()
            if here.finished:
                line_of[places] = len(ends)
                ends.append(here)
                continue
            answer = self._answers.answer(here, self._control)
            taken = _drawn(answer.probabilities[held[places, here.to_act]], rng, len(places))
            waiting += [
                (here.after(answer.actions[at]), places[taken == at])
                for at in np.unique(taken).tolist()
            ]
        states = HandEnds.of(np.array([end.betting for end in ends]), game.num_players)
        lines, positions = [end.actions for end in ends], np.zeros(len(held), np.int8)
        payoffs = settled(game, 0, positions, dealt, lines, states, line_of).payoffs
        return float(payoffs[:, seat].mean())


def _drawn(weights: Weights, rng: np.random.Generator, count: int) -> NDArray[np.intp]:
    """Draw indices in proportion to weights: (count, n), or (1, n) for all."""
    steps = weights.cumsum(axis=1)
    marks = rng.random(count)
    if len(steps) == 1:
        found = np.searchsorted(steps[0], marks * steps[0, -1], side="right")
    else:
        found = (steps <= (marks * steps[:, -1])[:, None]).sum(axis=1)
    drawn: NDArray[np.intp] = np.minimum(found, weights.shape[1] - 1)
    return drawn


def _with_boards(
    game: Game, cards: NDArray[np.uint8], board: Sequence[Card], rng: np.random.Generator
) -> NDArray[np.uint8]:
    """Return hole cards with whole boards, whose further cards are drawn from what is left."""
    deck, shown = np.array(game.deck, np.uint8), np.tile(np.array(board, np.uint8), (len(cards), 1))
    seen = np.concatenate([cards, shown], axis=1)
    marks = rng.random((len(cards), len(deck)))
    places = np.searchsorted(deck, seen)
    np.put_along_axis(marks, places, 2.0, axis=1)
    drawn = deck[marks.argsort(axis=1)[:, : game.board_sizes[-1] - len(board)]]
    return np.concatenate([seen, drawn], axis=1)
