"""Input encoding of cards in games with enumerable boards and combos.

One id for the rank of each own card and each board card, by the round in which it was dealt, the
lower ones of a round first; if five cards can make a flush, for the card itself. With a board there
is one for the strength of the player's hand on it: the number of possible lower strengths, in at
most LEVELS steps. Cards that differ by irrelevant suits have the same ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.networks._cards import SmallDeals, fill_shown, fill_small_deals
from ai.small_games.classes import suits_matter
from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.policy import blocked, board_index, board_indices, boards, num_boards
from engine.wording import Wording

LEVELS = 16
"""Most steps of strength on a board."""
MAX_CELLS = 2_000_000
"""Most boards times combos, all streets together."""


class SmallCards:
    """Ids of cards of one game, and its deals.

    Args:
        game: with few boards and combos.

    Attributes:
        counts: ids of each street.
        num_ids: number of different ones, from 0 on.
        key: their meaning, as text.
        num_bytes: memory of tables.

    Raises:
        EngineError: if the game has too many boards and combos.
    """

    key = "ranks 1"

    def __init__(self, game: Game) -> None:
        self._game = game
        deck, combos = game.deck, num_combos(len(game.deck), game.num_hole)
        sizes = [num_boards(game, street) * combos for street in range(game.num_rounds)]
        if sum(sizes) > MAX_CELLS:
            raise EngineError(
                "{title} has too many cards and boards for networks",
                title=Wording(game.title),
            )
        place = np.zeros(52, np.uint16)
        place[list(deck)] = np.arange(len(deck)) // (1 if suits_matter(game) else game.num_suits)
        self._names = int(place.max()) + 1
        self._holes = combo_cards(deck, game.num_hole)
        self._hole_ids = place[self._holes] + self._group(np.arange(game.num_hole))
        self.counts = tuple(game.num_hole + size + (1 if size else 0) for size in game.board_sizes)
        ids = np.zeros((sum(sizes), max(self.counts)), np.uint16)
        strengths = np.zeros(sizes[-1], np.int32)
        self._first = np.cumsum([0, *sizes[:-1]]).astype(np.int64)
        self.num_ids = self._names * (game.num_hole + game.board_sizes[-1])
        for street, first in enumerate(self._first.tolist()):
            most = 0
            for number, board in boards(game, street):
                start = first + number * combos
                cells = ids[start : start + combos, : self.counts[street]]
                shown = self._shown(board)
                levels = self._fill(cells, place[list(board)], shown)
                most = max(most, levels)
                if street == game.num_rounds - 1:
                    strengths[number * combos : (number + 1) * combos] = shown
            self.num_ids += most
        self._arrays = SmallDeals(
            sizes=np.array([game.num_hole, *game.num_board], np.int64),
            digits=np.array([num_combos(len(deck), n) for n in game.num_board], np.int64),
            first=self._first,
            combos=np.array([combos], np.int64),
            ids=ids,
            strengths=strengths,
            num_cards=np.array([len(deck)], np.int64),
        )
        self.num_bytes = sum(array.nbytes for array in self._arrays)

    def _group(self, places: Any) -> Any:
        """Return the first id of each index among the cards that a seat sees."""
        return (places * self._names).astype(np.uint16)

    def _shown(self, board: Sequence[Card]) -> NDArray[np.int32]:
        """Strength of each combo with a board, -1 where it is blocked."""
        strengths = np.full(len(self._holes), -1, np.int32)
        free = np.flatnonzero(~blocked(self._game, board))
        shown = np.empty(len(free), np.int32)
        fill_shown(np.array(board, np.uint8), self._holes[free], shown)
        strengths[free] = shown
        return strengths

    def _fill(
        self, cells: NDArray[np.uint16], board: NDArray[np.uint16], shown: NDArray[np.int32]
    ) -> int:
        """Write the ids of all combos on a board, and return its number of steps of strength."""
        hole, size = self._game.num_hole, len(board)
        cells[:, :hole] = self._hole_ids
        if size == 0:
            return 0
        # The cards of a round are dealt in any order, but numbered ascending.
        cells[:, hole : hole + size] = board + self._group(hole + np.arange(size))
        steps = np.unique(shown[shown >= 0])
        level = np.maximum(np.searchsorted(steps, shown), 0)
        if len(steps) > LEVELS:
            level = level * LEVELS // len(steps)
        cells[:, hole + size] = self.num_ids + level
        return min(LEVELS, len(steps))

    def deal(
        self, rng: NDArray[np.uint64], cards: NDArray[np.uint16], strengths: NDArray[np.int32]
    ) -> None:
        """Deal hands at random, see ``fill_small_deals``."""
        fill_small_deals(self._arrays, rng, cards, strengths)

    def inputs_on(
        self, board: Sequence[Card], combos: NDArray[np.integer[Any]] | None = None
    ) -> NDArray[np.uint16]:
        """Return ids (n, ids of the street) of combos, all if None; blocked ones have any."""
        street = self._game.board_sizes.index(len(board))
        count = len(self._holes)
        start = int(self._first[street]) + board_index(self._game, board) * count
        inputs = self._arrays.ids[start : start + count, : self.counts[street]]
        return inputs if combos is None else inputs[combos]

    def inputs_of(
        self, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Ids (n, ids of the street) on streets from ``first`` to that of the boards (n, cards)."""
        sizes, inputs = self._game.board_sizes, []
        for street in range(first, sizes.index(boards.shape[1]) + 1):
            number = board_indices(self._game, boards[:, : sizes[street]])
            cells = self._first[street] + number * len(self._holes) + combos
            inputs.append(self._arrays.ids[cells, : self.counts[street]])
        return tuple(inputs)
