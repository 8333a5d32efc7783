"""Warm-up: compiles all kernels needed for play, and precomputes cached results."""

from __future__ import annotations

import numpy as np

from ai.networks.deepcfr.solver import compile_kernels as compile_walking
from ai.networks.nfsp.solver import compile_kernels as compile_learning
from ai.networks.ppo.solver import compile_kernels as compile_policies
from ai.reading.capabilities import capabilities
from ai.registry import build, engines
from ai.solver.run import compile_kernels as compile_solving
from ai.three_way.run import compile_kernels as compile_rivers
from ai.values.equities import can_count, live_equities
from engine.agent import Agent
from engine.combos import num_combos
from engine.evaluator import describe
from engine.game import Game, built_in_games
from engine.jit import kernel_cache_dir
from engine.jobs import JobControl
from engine.match import play
from engine.player import CALL, PublicState
from engine.policy import blocked
from engine.rng import rng_state
from engine.table import Table, shuffled_deck
from pokergui.paths import strategies_dir

_HANDS = 2


def rehearse(game: Game, agent: Agent, control: JobControl) -> None:
    """Play hands as the window does, so that no kernel is left to compile or load there.

    Args:
        agent: plays all seats; it learns from the hands.
        control: gets the progress, by the measured times of compiling: dealing 0.3 of the time, the
            engine's first answer 0.4, betting and showdown the rest.

    Raises:
        CancelledError: if stopped.
    """
    table = Table(game)
    rng = np.random.default_rng(0)
    for seed in range(_HANDS):
        table.deal(shuffled_deck(game, rng_state(seed)))
        control.progress(0.3)
        while (player := table.player_to_act) >= 0:
            control.check()
            action = agent.act(table.view(player), rng, control.silent())
            control.progress(0.7)
            table.apply(action)
        for seat in range(game.num_players):
            agent.observe(table.hand.record_for(seat))
    describe(table.deck[: game.num_hole])
    control.progress(1.0)


def kernels_compiled() -> bool:
    return any(kernel_cache_dir().rglob("*.nbc"))


def warm(control: JobControl) -> None:
    """Play a few hands with every engine in each of its games; compute odds, solve, learn.

    Args:
        control: gets the game being prepared; cancelling stops between two engines.

    Raises:
        CancelledError: if stopped.
    """
    games = built_in_games()
    for done, game in enumerate(games):
        control.progress(done / len(games), game.title)
        for engine in engines(game):
            control.check()
            agent = build(engine.name, game, strategies_dir(), control)
            play(game, [agent] * game.num_players, _HANDS, seed=0)
            rehearse(game, agent, JobControl())
            _count_on(game, agent)
        if can_count(game):
            _count_equities(game)
    control.check()
    compile_solving()
    compile_rivers()
    compile_learning()
    compile_walking()
    compile_policies()
    control.progress(1.0)


def _count_on(game: Game, agent: Agent) -> None:
    """Compute the values of actions on the last street but one, as reviews and drills do."""
    more = capabilities(agent)
    if more is None or not game.is_heads_up_holdem:
        return
    spot = PublicState(game, (), ())
    while spot.street < game.num_rounds - 2:
        spot = spot.after(CALL)
    spot = spot.on(game.deck[: game.board_sizes[spot.street]])
    rival = np.where(blocked(game, spot.board), 0.0, 1.0)
    more.hand_evs(spot, tuple(game.deck[-game.num_hole :]), rival)


def _count_equities(game: Game) -> None:
    """Compute equities before and after the first board, as Study and the advisor do."""
    ranges = np.ones((game.num_players, num_combos(len(game.deck), game.num_hole)))
    for size in game.board_sizes[:2]:
        spot = PublicState(game, (), game.deck[:size])
        live_equities(spot, np.where(blocked(game, spot.board), 0.0, ranges))
