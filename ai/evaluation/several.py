"""Multiplayer AIVAT, for all players at once.

The result is averaged over all joint hands of the known players, given the cards of unknown
players. For the deal, every board and every decision of a known player a correction term is added:
the expectation of a fixed value function before, less its value of the outcome, both averaged over
those hands. Each term has mean 0 for any value function, so the estimate is unbiased.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018 (arXiv 1612.06915); it holds for any
number of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.cfr.agent import is_solvable
from ai.evaluation.aivat import aivat
from ai.evaluation.corrected import Aivat, Correction, RangeCorrection, not_played
from ai.evaluation.heuristics import Value
from ai.evaluation.joint import Dealt, JointValue
from ai.evaluation.shared_pot import SharedPot
from ai.evaluation.verdicts import Corrects
from ai.reading.line import Line, Played
from ai.reading.reach import RangeReader, Weights
from engine.agent import Agent
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action
from engine.tree import SHOWDOWN_END
from engine.wording import Wording


def corrector(
    game: Game, agents: Sequence[Agent], known: Sequence[int], control: JobControl | None = None
) -> Corrects:
    """Return the AIVAT estimator of a match, for two or more players.

    Raises:
        GameError: if AIVAT does not support the game.
        EngineError: if a known player cannot answer for its whole range, or learns.
        CancelledError: if cancelled.
    """
    if game.is_holdem and not game.is_heads_up:
        return HoldemAivat(game, agents, known)
    return (Aivat if game.is_heads_up else SeveralAivat)(game, agents, known, control)


class SeveralAivat(Correction):
    """AIVAT for a match of more than two players, where some strategies or all are known.

    The value function models unknown players as the first known one. Seats rotate, so positional
    advantage by the value function is luck, too.

    Args:
        game: with enumerable deals and more than two players.
        agents: the players.
        known: places of the known players among them.
        control: to cancel while the value function is prepared.

    Attributes:
        known: as given.
        value: the value function.

    Raises:
        GameError: if the game is unsupported.
        EngineError: if a known player cannot answer for its whole range, or learns.
        CancelledError: if cancelled.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        known: Sequence[int],
        control: JobControl | None = None,
    ) -> None:
        if not is_solvable(game):
            raise GameError(
                "AIVAT for more than two engines plays hold'em and games small enough to list all"
                " deals, such as kuhn-3, not {title}",
                title=Wording(game.title),
            )
        super().__init__(game, agents, known)
        tables = {player: RangeReader(agents[player]).table(game, control) for player in self.known}
        self.value = Value.of("played-out", {"game": game.name}, *tables.values())
        model = tables[self.known[0]]
        players = range(game.num_players)
        by_player = [tables.get(player, model) for player in players]
        self._dealt = Dealt(game)
        self._values = [
            JointValue(self._dealt, [by_player[seat - position] for seat in players])
            for position in players
        ]

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> Weights:
        """AIVAT estimates (players,) of one hand."""
        players = self._game.num_players
        known = {(position + player) % players: player for player in self.known}
        unknown = [seat for seat in range(players) if seat not in known]
        hand = _Hand(self._dealt, self._values[position], cards, unknown)
        by_seat = hand.deal_luck
        for action in actions:
            by_seat = by_seat + hand.board_luck()
            player = known.get(hand.seat)
            if player is not None and not hand.chance_of(action) > 0.0:
                raise not_played(number, player)
            by_seat = by_seat + hand.action_luck(action, player is not None)
        by_seat = by_seat + hand.board_luck() + hand.result
        found: Weights = by_seat[self._seats(position)] + self.seat_luck[position]
        return found

    def _seats(self, position: int) -> NDArray[np.intp]:
        """Return the seats of the players by player 0's position."""
        return (position + np.arange(self._game.num_players)) % self._game.num_players

    @cached_property
    def seat_luck(self) -> Weights:
        """Seat advantage (positions of player 0, players): mean over seats less that in one."""
        starts = np.array(
            [value.start[self._seats(place)] for place, value in enumerate(self._values)]
        )
        luck: Weights = starts.mean(axis=0) - starts
        return luck


class _Hand:
    """AIVAT correction terms of one hand in progress.

    Args:
        dealt: the deals of the game.
        value: the value function.
        cards: from the front of the deck.
        unknown: seats of unknown players; their cards stay fixed.

    Attributes:
        deal_luck: (seats,) luck of the cards of unknown players.
    """

    def __init__(
        self, dealt: Dealt, value: JointValue, cards: tuple[Card, ...], unknown: Sequence[int]
    ) -> None:
        game = dealt.game
        self._game, self._dealt, self._value = game, dealt, value
        size, seats = game.num_hole, range(game.num_players)
        holes = [cards[size * seat : size * (seat + 1)] for seat in seats]
        self._held = np.array([combo_index(hole, game.deck) for hole in holes])
        self._board = cards[size * game.num_players :]
        self._node = self._street = 0
        held = (dealt.hands[0][:, unknown] == self._held[unknown]).all(axis=1)
        self._places = np.flatnonzero(held)  # of the possible deals
        self._weights: Weights = np.ones(len(self._places))
        self.deal_luck: Weights = value.start - self._expected()

    @property
    def seat(self) -> int:
        """The player to act."""
        return int(self._value.tree.actor[self._node])

    @property
    def result(self) -> Weights:
        """Net chips (seats,) at the end, averaged over possible joint hands."""
        return self._expected()

    def board_luck(self) -> Weights:
        """Return luck (seats,) of the cards dealt before the next decision or the showdown."""
        tree, found = self._value.tree, np.zeros(self._game.num_players)
        target = int(tree.street[self._node])
        if tree.kind[self._node] == SHOWDOWN_END:
            target = self._game.num_rounds - 1
        while self._street < target:
            found += self._expected()
            self._deal()
            found -= self._expected()
        return found

    def _deal(self) -> None:
        """Deal the next cards to the board."""
        before = np.zeros(len(self._dealt.hands[self._street]))
        before[self._places] = self._weights
        self._street += 1
        shown = self._board[: self._game.board_sizes[self._street]]
        weights = np.where(
            self._dealt.on(self._street, shown), before[self._dealt.earlier[self._street]], 0.0
        )
        self._places = np.flatnonzero(weights)
        self._weights = weights[self._places]

    def chance_of(self, action: Action) -> float:
        """Return the probability of an action with the cards held."""
        hands = self._dealt.hands[self._street][self._places, self.seat]
        place = self._places[np.argmax(hands == self._held[self.seat])]
        return float(self._value.chances(self._node, action, place[None])[0])

    def action_luck(self, action: Action, known: bool) -> Weights:
        """Return luck (seats,) of a decision: 0 if its player is unknown."""
        before = self._expected() if known else np.zeros(self._game.num_players)
        if known:
            self._weights = self._weights * self._value.chances(self._node, action, self._places)
        self._node = self._value.after(self._node, action)
        return before - self._expected() if known else before

    def _expected(self) -> Weights:
        """Return expected net chips (seats,), averaged over possible joint hands."""
        worth = self._value.worth(self._node, self._street, self._places)
        found: Weights = self._weights @ worth / self._weights.sum()
        return found


class HoldemAivat(RangeCorrection):
    """AIVAT for a match of hold'em of more than two, where some strategies or all are known.

    A known player is averaged over its own range given the actual cards of all others, as joint
    ranges are too large to enumerate, and decisions of known players are corrected; an unknown one
    keeps its cards. So the results need not sum to 0: if all players are known, their mean, which
    is luck alone, is subtracted from each. Seats rotate, so positional advantage by the value
    function is luck, too.

    Args:
        game: hold'em of more than two players.
        agents: the players.
        known: places of the known players among them.

    Attributes:
        known: as given.
        value: the value function.

    Raises:
        EngineError: if a known player cannot answer for its whole range, or learns.
    """

    def __init__(self, game: Game, agents: Sequence[Agent], known: Sequence[int]) -> None:
        super().__init__(game, agents, known)
        self._worth = SharedPot(game)
        self.value = self._worth.value
        starts = np.array([self._worth.start(seat) for seat in range(game.num_players)])
        self._seat_luck: Weights = starts.mean() - starts

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> Weights:
        """AIVAT estimates (players,) of one hand."""
        hand, seats = self._seen(actions, position, cards, number), range(self._game.num_players)
        by_seat = self._seat_luck.copy()
        for seat in seats:
            other = tuple(card for one in seats if one != seat for card in hand.holes[one])
            line, plays = hand.lines.get(seat), hand.plays.get(seat)
            by_seat[seat] += float(
                aivat(
                    line or Line(hand.spot, seat, ()),
                    plays or _unknown(combo_index(hand.holes[seat])),
                    self._worth,
                    other,
                    hand.rivals_of(seat),
                    hand.events,
                )
            )
        if len(hand.plays) == len(seats):  # the results sum to 0 in expectation
            by_seat -= by_seat.mean()
        found: Weights = by_seat[(position + np.arange(len(seats))) % len(seats)]
        return found


def _unknown(combo: int) -> Played:
    """Return the play of an unknown strategy: a single hand with unknown probabilities."""
    reach = np.zeros(NUM_HOLDEM_COMBOS)
    reach[combo] = 1.0
    return Played((), (reach,))
