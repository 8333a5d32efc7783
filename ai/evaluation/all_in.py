"""All-in adjusted match results: averaged over runouts after an all-in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.equity.pairs import pair_equities
from ai.values.payoffs import net
from engine.combos import combo_index
from engine.game import Game
from engine.match_chunk import Line, MatchChunk
from engine.player import PublicState


class AllIn:
    """All-in EV: each player gets its equity in the pot if cards were dealt after the betting.

    Args:
        game: a two-player game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._ends: dict[Line, PublicState] = {}

    def of(self, chunk: MatchChunk) -> NDArray[np.float64]:
        """Return net chips (hands,) of player 0, adjusted for all-ins."""
        chips = chunk.payoffs[:, 0].astype(np.float64)
        before = np.array([self._all_in(line) for line in chunk.lines], np.bool_)
        for hand in np.flatnonzero(before[chunk.line_of]).tolist():
            end = self._ends[chunk.lines[chunk.line_of[hand]]]
            chips[hand] = self._mean(end, int(chunk.positions[hand]), chunk.dealt[hand])
        return chips

    def _all_in(self, line: Line) -> bool:
        """Return whether a line has a runout after its last action."""
        end = self._ends.get(line)
        if end is None:
            end = self._ends[line] = PublicState(self._game, line, ())
        return end.showdown and self._dealt(end) < self._game.board_sizes[-1]

    def _dealt(self, end: PublicState) -> int:
        """Return the number of board cards at the last action."""
        return self._game.board_sizes[end.street]

    def _mean(self, end: PublicState, seat: int, dealt: NDArray[np.uint8]) -> float:
        game, cards = self._game, tuple(dealt.tolist())
        size = game.num_hole
        holes = [cards[place * size : (place + 1) * size] for place in range(2)]
        board = cards[2 * size : 2 * size + self._dealt(end)]
        share = pair_equities(game, holes[1 - seat], board)[combo_index(holes[seat], game.deck)]
        lost, won = net(end, seat, -1), net(end, seat, 1)
        return lost + float(share) * (won - lost)
