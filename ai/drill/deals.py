"""Fresh deals of a kind of spot: the same line with other cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ai.drill.kinds import holders
from ai.reading.reach import RangeReader, Weights, matchups, visible
from engine.cards import Card
from engine.combos import combo_cards, combo_index
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, sample_action
from engine.policy import blocked

_BOARDS = 6
"""Boards from which one is drawn, by the probability of reaching the spot on each."""
_TRIES = 24
"""Most boards tried."""


@dataclass(frozen=True)
class DealtSpot:
    """A decision with the hole cards of the player to act.

    ``spot``: the decision, with its board.
    """

    spot: PublicState
    hole: tuple[Card, ...]


class Dealer:
    """Deals spots of one game by an engine's ranges."""

    def __init__(self, game: Game, reader: RangeReader) -> None:
        self._game, self._reader = game, reader
        self._combos = combo_cards(game.deck, game.num_hole)

    def deal(
        self,
        line: Sequence[Action],
        holding: str,
        rng: np.random.Generator,
        control: JobControl | None = None,
    ) -> DealtSpot | None:
        """Deal a board and a hand of a class for a line.

        Boards and hands are distributed as in play by the engine; uniform where its reach with the
        class is 0. ``line``: the actions up to the decision. ``holding``: class of the hand, as
        ``holding_of`` names it. Returns None where no board allows a hand of the class.
        """
        game, bare = self._game, PublicState(self._game, tuple(line), ())
        weighed: list[tuple[PublicState, Weights]] = []
        any_of_class: list[tuple[PublicState, Weights]] = []
        size, deck = game.board_sizes[bare.street], game.deck
        boards: Iterator[tuple[Card, ...]] = (
            tuple(rng.choice(deck, size, replace=False).tolist()) for _ in range(_TRIES)
        )
        if size <= 1:  # all of a small deck
            small = list(combinations(deck, size))
            boards = (small[at] for at in rng.permutation(len(small)))
        for board in boards:
            members = holders(game, board, holding)
            if not members.any():
                continue
            spot = bare.on(board)
            any_of_class.append((spot, members.astype(float)))
            weights = visible([self._reader.reach(spot, control)])[0]
            joint = np.where(members, matchups(game, weights, spot.to_act), 0.0)
            if joint.any():
                weighed.append((spot, joint))
            if len(weighed) == _BOARDS:
                break
        choices = weighed or any_of_class
        if not choices:
            return None
        totals = np.array([weights.sum() for _, weights in choices])
        spot, weights = choices[rng.choice(len(choices), p=totals / totals.sum())]
        combo = rng.choice(len(weights), p=weights / weights.sum())
        return DealtSpot(spot, tuple(self._combos[combo].tolist()))

    def hand_at(
        self, spot: PublicState, rng: np.random.Generator, control: JobControl | None = None
    ) -> DealtSpot:
        """Deal a hand to the player to act at a spot, from its range there."""
        weights = visible([self._reader.reach(spot, control)])[0]
        joint = matchups(self._game, weights, spot.to_act)
        if not joint.any():
            joint = (~blocked(self._game, spot.board)).astype(float)
        combo = rng.choice(len(joint), p=joint / joint.sum())
        return DealtSpot(spot, tuple(self._combos[combo].tolist()))

    def play(
        self, rng: np.random.Generator, control: JobControl | None = None
    ) -> Iterator[DealtSpot]:
        """Play one hand of self-play; yields every decision with more than one action."""
        game = self._game
        deck = rng.permutation(game.deck).tolist()
        hole, players = game.num_hole, game.num_players
        holes = [tuple(sorted(deck[seat * hole : (seat + 1) * hole])) for seat in range(players)]
        places = [combo_index(one, game.deck) for one in holes]
        board = tuple(deck[players * hole :][: game.board_sizes[-1]])
        here = PublicState(game, (), ())
        while not here.finished:
            here = here.on(board[: game.board_sizes[here.street]])
            answer = self._reader.answer(here, control)
            seat = here.to_act
            if len(answer.actions) > 1:
                yield DealtSpot(here, holes[seat])
            here = here.after(sample_action(answer, places[seat], rng))
