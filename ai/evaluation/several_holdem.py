"""Multiplayer AIVAT for hold'em.

Each player's result is averaged over its own range given the actual cards of all others, as joint
ranges are too large to enumerate. So the results need not sum to 0: if all players are known, their
mean, which is luck alone, is subtracted from each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.evaluation.aivat import Rival, aivat
from ai.evaluation.corrected import check_played, know
from ai.evaluation.shared_pot import SharedPot
from ai.reading.answers import answers_of
from ai.reading.line import Answers, EventLines, Line, Played, decisions_of
from ai.reading.reach import Weights
from engine.agent import Agent
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.player import Action


class HoldemAivat:
    """AIVAT for a match of hold'em of more than two, where some strategies or all are known.

    A known player is averaged over its range, and decisions of known players are corrected; an
    unknown one keeps its cards. Seats rotate, so positional advantage by the value function is
    luck, too.

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
        self._game, self.known = game, tuple(known)
        know(agents, self.known)
        self._answers: dict[int, Answers] = {
            player: answers_of(agents[player], game) for player in self.known
        }
        self._worth = SharedPot(game)
        self.value = self._worth.value
        starts = np.array([self._worth.start(seat) for seat in range(game.num_players)])
        self._seat_luck: Weights = starts.mean() - starts
        self._lines = EventLines(game)

    def of(self, chunk: MatchChunk, control: JobControl | None = None) -> NDArray[np.float64]:
        """AIVAT estimates (hands, players) of all players' net chips.

        Raises:
            CancelledError: if cancelled.
            EngineError: if a known player took an action that its row never takes.
            PokerError: any error of an engine.
        """
        found = np.empty((chunk.hands, self._game.num_players))
        for hand in range(chunk.hands):
            if control is not None:
                control.check()
            line = chunk.lines[chunk.line_of[hand]]
            cards = tuple(chunk.dealt[hand].tolist())
            found[hand] = self._corrected(
                line, int(chunk.positions[hand]), cards, chunk.first + hand
            )
        return found

    def _corrected(
        self, actions: tuple[Action, ...], position: int, cards: tuple[Card, ...], number: int
    ) -> Weights:
        """AIVAT estimates (players,) of one hand."""
        game = self._game
        end, events = self._lines.of(actions)
        size, seats = game.num_hole, range(game.num_players)
        holes = [tuple(sorted(cards[size * seat : size * (seat + 1)])) for seat in seats]
        combos = [combo_index(hole) for hole in holes]
        board = cards[size * len(seats) :][: max(end.boards, default=0)]
        spot = end.on(board)
        lines = [Line(spot, seat, decisions_of(events, seat, board)) for seat in seats]
        rivals: dict[int, Rival] = {}
        for player in self.known:
            seat = (position + player) % len(seats)
            plays = lines[seat].played(self._answers[player])
            check_played(plays, holes[seat], game, number, player)
            rivals[seat] = Rival(combos[seat], plays)
        by_seat = self._seat_luck.copy()
        for seat in seats:
            other = tuple(card for one in seats if one != seat for card in holes[one])
            others = {one: rival for one, rival in rivals.items() if one != seat}
            plays = rivals[seat].plays if seat in rivals else _unknown(combos[seat])
            line = lines[seat] if seat in rivals else Line(spot, seat, ())
            by_seat[seat] += float(aivat(line, plays, self._worth, other, others, events))
        if len(rivals) == len(seats):  # the results sum to 0 in expectation
            by_seat -= by_seat.mean()
        found: Weights = by_seat[(position + np.arange(len(seats))) % len(seats)]
        return found


def _unknown(combo: int) -> Played:
    """Return the play of an unknown strategy: a single hand with unknown probabilities."""
    reach = np.zeros(NUM_HOLDEM_COMBOS)
    reach[combo] = 1.0
    return Played((), (reach,))
