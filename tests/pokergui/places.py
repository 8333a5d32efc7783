from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.reading.reach import RangeReader
from ai.registry import build
from engine.combos import combo_index
from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import Action, SeatView
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.menu import legal_extras

OWN_WAY = 0.15
"""Chance that an action is not the engine's."""


@dataclass(frozen=True)
class RandomPlace:
    game: Game
    engine: str
    view: SeatView

    @property
    def name(self) -> str:
        spot = self.view.spot
        return f"{self.game.name} {self.engine} {spot.actions} {spot.board} {self.view.hole}"


def random_places(
    game: str, engine: str, count: int, seed: int, home: Path, *, streets: tuple[int, ...] = ()
) -> list[RandomPlace]:
    """Decisions on some streets or all, at most one of each hand, that random hands come to."""
    rules, rng = get_game(game), np.random.default_rng(seed)
    reader = RangeReader(build(engine, rules, home))
    found: list[RandomPlace] = []
    deal = seed * 1000
    while len(found) < count:
        deal += 1
        hand = HandState.deal(rules, shuffled_deck(rules, rng_state(deal)))
        views = []
        while not hand.finished:
            view = hand.view(hand.to_act)
            views.append(view)
            hand.apply(_choice(reader, view, rng))
        fitting = [view for view in views if not streets or view.spot.street in streets]
        if fitting:
            found.append(RandomPlace(rules, engine, fitting[rng.integers(len(fitting))]))
    return found


def _choice(reader: RangeReader, view: SeatView, rng: np.random.Generator) -> Action:
    answer = reader.answer(view.spot)
    every = (*answer.actions, *legal_extras(view.spot, answer.actions))
    if rng.random() < OWN_WAY:
        return every[rng.integers(len(every))]
    row = answer.probabilities[combo_index(view.hole, view.spot.game.deck)]
    return answer.actions[rng.choice(len(row), p=row / row.sum())]
