"""Matches between networks with the same menu: whole batches in kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.networks import _match as k
from ai.networks.environment import Environment
from ai.networks.hands import NUM_IDS, begin
from ai.networks.network import Network, make_scratch
from engine.match_chunk import HandEnds, Line, MatchChunk, num_dealt, positions_of, settled
from engine.player import CALL, FOLD, Action, raise_to
from engine.rng import RngState, rng_state
from engine.rules import FOLDED, STREET, TO_ACT
from engine.table import shuffled_deck

MOST_HANDS = 1024
"""Most hands of a batch, which cannot be interrupted."""


class NetworkMatch:
    """A match of networks with one game and menu, played incrementally.

    Args:
        environment: of hold'em: the input and action encoding of all of them.
        networks: of each player, its average policies by seat; all of one size.
        seed: of all players' draws; each is keyed by hand and decision.
        group: hands with the same deal, with positions rotating.
    """

    def __init__(
        self,
        environment: Environment,
        networks: Sequence[tuple[Network, ...]],
        seed: int,
        group: int,
    ) -> None:
        self._environment, self._group = environment, group
        listed = list({id(network): network for each in networks for network in each}.values())
        places = {id(network): place for place, network in enumerate(listed)}
        self._network_of = np.array(
            [[places[id(network)] for network in each] for each in networks], np.int64
        )
        self._plan = listed[0].plan
        self._weights = np.concatenate([network.weights for network in listed])
        self._key = rng_state(seed, 1)[1]
        self._first = np.zeros(environment.row_size, np.int64)
        begin(environment.arrays, self._first)
        self._scratch = make_scratch(self._plan, MOST_HANDS)

    def play(self, first: int, most: int, deck: NDArray[np.uint8], cards: RngState) -> MatchChunk:
        """Play the next hands, at least one.

        Args:
            first: number of the first of them.
            most: most hands.
            deck: the deck of the current deal; replaced at every new one.
            cards: random state of the decks; advanced.
        """
        game, count = self._environment.game, min(most, MOST_HANDS)
        dealt = np.empty((count, num_dealt(game)), np.uint8)
        for hand in range(count):
            if (first + hand) % self._group == 0:
                deck[:] = shuffled_deck(game, cards)
            dealt[hand] = deck[: dealt.shape[1]]
        hands = self._begun(positions_of(game, first, count, self._group > 1))
        holes = dealt[:, : 2 * game.num_players].reshape(count, game.num_players, 2)
        low, high = holes.min(axis=2).astype(np.int64), holes.max(axis=2).astype(np.int64)
        combos = high * (high - 1) // 2 + low
        boards = dealt[:, 2 * game.num_players :]
        for street, size in enumerate(game.board_sizes):
            self._see(hands, street, boards[:, :size], combos)
            k.play_street(
                self._environment.arrays,
                street,
                hands,
                self._network_of,
                self._plan,
                self._weights,
                first,
                self._key,
                self._scratch,
            )
        lines, line_of, examples = _lines_played(hands)
        ends = HandEnds.of(hands.rows[examples], game.num_players)
        return settled(game, first, hands.positions, dealt, lines, ends, line_of)

    def _begun(self, positions: NDArray[np.int8]) -> k.MatchHands:
        """Return hands after the blinds."""
        place, count = self._environment, len(positions)
        numbers = np.zeros((7, count), np.int64)
        return k.MatchHands(
            np.tile(self._first, (count, 1)),
            place.deals(count).cards,
            positions,
            np.zeros((count, place.max_active), np.int64),
            numbers[0],
            numbers[1],
            np.zeros((count, place.max_active), np.uint16),
            numbers[2],
            numbers[3],
            np.zeros((count, place.num_actions), np.int64),
            numbers[4],
            numbers[5],
            numbers[6],
        )

    def _see(
        self,
        hands: k.MatchHands,
        street: int,
        boards: NDArray[np.uint8],
        combos: NDArray[np.int64],
    ) -> None:
        """Fill in the card ids on a street of seats that are still in."""
        rows, seats = hands.rows, np.arange(combos.shape[1])
        on = (rows[:, TO_ACT] >= 0) & (rows[:, STREET] == street)
        folded = (rows[:, [FOLDED]] >> seats) & 1
        which, seat = np.nonzero(on[:, None] & (folded == 0))
        if len(which):
            inputs = self._environment.deal_inputs(boards[which], combos[which, seat], street)[0]
            hands.cards[which, seat, street, : inputs.shape[1]] = inputs


def _lines_played(hands: k.MatchHands) -> tuple[list[Line], NDArray[np.int32], list[int]]:
    """Return the betting lines that occurred, the index of each hand's line, and a hand of each."""
    known: dict[bytes, int] = {}
    lines: list[Line] = []
    examples: list[int] = []
    line_of = np.empty(len(hands.rows), np.int32)
    for hand, length in enumerate(hands.rows[:, NUM_IDS].tolist()):
        taken = hands.actions[hand, :length]
        name = taken.tobytes()
        if name not in known:
            known[name] = len(lines)
            lines.append(tuple(map(_action, taken.tolist())))
            examples.append(hand)
        line_of[hand] = known[name]
    return lines, line_of, examples


def _action(to: int) -> Action:
    return raise_to(to) if to > 0 else FOLD if to == k.FOLDS else CALL
