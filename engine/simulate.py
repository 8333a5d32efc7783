"""Random playouts of any game, millions of hands per second, to test and benchmark the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine import _simulate
from engine.game import Game
from engine.jobs import JobControl
from engine.rng import rng_state

_CHUNK = 100_000


@dataclass(frozen=True)
class SimulationTotals:
    """Totals of random hands.

    Attributes:
        hands: hands played.
        actions: total decisions.
        showdowns: hands that went to showdown.
        faults: hands that created or lost chips, made a stack negative or dealt a card twice; any
            is a bug.
        payoffs: net chips of each position, summed.
    """

    hands: int
    actions: int
    showdowns: int
    faults: int
    payoffs: tuple[int, ...]


def random_hands(
    game: Game, hands: int, seed: int, control: JobControl | None = None
) -> SimulationTotals:
    """Play hands with random legal actions.

    Args:
        game: the game.
        hands: number of hands.
        seed: of cards and actions.
        control: progress and cancellation.

    Raises:
        CancelledError: if cancelled.
    """
    control = control or JobControl()
    deck = np.array(game.deck, np.uint8)
    totals = np.zeros(_simulate.TOTALS_SIZE, np.int64)
    rng = rng_state(seed)
    for done in range(0, hands, _CHUNK):
        control.check()
        count = min(_CHUNK, hands - done)
        _simulate.random_hands(
            game.rules, deck, game.num_hole, game.board_sizes[-1], count, rng, totals
        )
        control.progress((done + count) / hands)
    players = game.num_players
    return SimulationTotals(
        hands,
        int(totals[_simulate.ACTIONS]),
        int(totals[_simulate.SHOWDOWNS]),
        int(totals[_simulate.FAULTS]),
        tuple(totals[_simulate.PAYOFFS : _simulate.PAYOFFS + players].tolist()),
    )
