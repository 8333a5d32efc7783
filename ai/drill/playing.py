"""Play out a drilled hand: an engine acts for the opponents, and cards are dealt."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ai.drill.deals import DealtSpot
from ai.reading.reach import RangeReader, visible
from engine.cards import Card
from engine.combos import combo_cards, combo_index
from engine.jobs import JobControl
from engine.player import Action, ActionKind, sample_action
from engine.policy import blocked


class PlayedOn:
    """A hand played out from a decision.

    The opponents' cards are sampled once, from the engine's ranges there, together with the runout,
    and stay fixed. ``dealt``: the first decision, with the hole cards of its player.
    """

    def __init__(
        self,
        dealt: DealtSpot,
        reader: RangeReader,
        rng: np.random.Generator,
        control: JobControl | None = None,
    ) -> None:
        self._reader, self._rng, self._first = reader, rng, dealt.spot
        spot, game = dealt.spot, dealt.spot.game
        combos = combo_cards(game.deck, game.num_hole)
        ranges = visible([reader.reach(spot, control)])[0]
        gone, holes = [*spot.board, *dealt.hole], [dealt.hole] * game.num_players
        for seat in range(game.num_players):
            if seat != spot.to_act:
                free = ~blocked(game, gone)
                weights = np.where(free, ranges[seat], 0.0)
                weights = weights if weights.any() else free.astype(float)
                combo = rng.choice(len(weights), p=weights / weights.sum())
                holes[seat] = tuple(combos[combo].tolist())
                gone += holes[seat]
        rest = rng.permutation([card for card in game.deck if card not in gone]).tolist()
        self._board: tuple[Card, ...] = (*spot.board, *rest)[: game.board_sizes[-1]]
        self._holes = tuple(holes)

    def after(
        self, dealt: DealtSpot, action: Action, control: JobControl | None = None
    ) -> DealtSpot | None:
        """Return the player's next decision after an action in this hand.

        Returns None if the hand ends first.
        """
        game, hero = dealt.spot.game, dealt.spot.to_act
        here = dealt.spot.after(action)
        while action.kind is not ActionKind.FOLD and not here.finished:
            here = here.on(self._board[: game.board_sizes[here.street]])
            if here.to_act == hero:
                return DealtSpot(here, dealt.hole)
            answer = self._reader.answer(here, control)
            place = combo_index(self._holes[here.to_act], game.deck)
            here = here.after(sample_action(answer, place, self._rng))
        return None

    def decisions(self, control: JobControl | None = None) -> Iterator[DealtSpot]:
        """Play the hand to its end with the engine in all seats.

        Yields every decision with more than one action, including the first, with the hole cards of
        its player.
        """
        game, here = self._first.game, self._first
        while not here.finished:
            here = here.on(self._board[: game.board_sizes[here.street]])
            answer, hole = self._reader.answer(here, control), self._holes[here.to_act]
            if len(answer.actions) > 1:
                yield DealtSpot(here, hole)
            here = here.after(sample_action(answer, combo_index(hole, game.deck), self._rng))
