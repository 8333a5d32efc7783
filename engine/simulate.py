"""Random hands of any game, millions a second: a check and a benchmark of the rulebook."""

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
        actions: decisions in all of them.
        showdowns: hands that ended with cards shown.
        faults: hands in which chips were made or lost, a stack went below 0, or a card was
            dealt twice; anything but 0 is a bug.
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
    """Play hands in which everybody draws among the legal actions.

    Args:
        game: the game.
        hands: number of hands.
        seed: of cards and actions.
        control: to report progress and to stop.

    Raises:
        CancelledError: if stopped.
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
