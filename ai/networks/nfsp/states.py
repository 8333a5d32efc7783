"""Validation of a run's state from a file: kernels use its entries as indices."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.networks import hands as g
from ai.networks.bounds import most_won
from ai.networks.environment import Environment
from ai.networks.nfsp import _learning as k
from ai.networks.nfsp import _memories as m
from ai.networks.nfsp import _updates as u
from ai.training.checks import demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.rules import TO_ACT

MAX_WEIGHT = 1e6
MAX_PRIORITY = 1e15
MAX_EPISODES = 10**10
"""Most episodes: times the decisions of a memory being filled they fit in 64 bits."""


def check_state(environment: Environment, settings: u.NfspConstants, state: State) -> None:
    """Check that no value in a state makes a kernel read out of bounds.

    Args:
        environment: the game.
        settings: of the run.
        state: arrays with the names and shapes of this run's.

    Raises:
        EngineError: naming what is wrong.
    """
    for name in ("values", "targets", "averages"):
        demand(within(state[name], -MAX_WEIGHT, MAX_WEIGHT), name)
    counts, clock = state["counts"], state["clock"]
    demand(within(counts, 0, MAX_COUNT), "counts")
    demand(within(np.delete(clock, k.BEFORE), 0, MAX_COUNT), "counts")
    demand(within(state["sums"], 0.0, MAX_PRIORITY), "sums")
    demand(state["rng"].any(axis=1).all(), "random numbers")
    _check_transitions(environment, settings, state["rl_memory"])
    _check_transitions(environment, settings, state["table.waiting"])
    for seat, rows in enumerate(state["sl_memory"]):
        _check_decisions(environment, rows, int(counts[seat, u.SL_SEEN]))
    if "priorities" in state:
        for seat, leaves in enumerate(state["priorities"]):
            fill = min(len(leaves), int(counts[seat, u.RL_SEEN]))
            sound = within(leaves[:fill], np.finfo(float).tiny, MAX_PRIORITY)
            demand(sound and not leaves[fill:].any(), "priorities")
    _check_table(environment, state)


def _check_transitions(
    environment: Environment, settings: u.NfspConstants, rows: NDArray[np.uint16]
) -> None:
    size, actions = int(settings.whole[u.RL_ROW]), environment.num_actions
    rows = rows.reshape(-1, size)
    counts = rows[:, [m.COUNT, m.NEXT_COUNT]]
    chips = rows[:, m.CHIPS : m.CHIPS + 2].astype("<u2").view("<i4")
    demand(
        within(counts, 0, environment.max_active)
        and within(rows[:, m.ACTION], 0, actions - 1)
        and within(rows[:, m.NEXT_LEGAL], 0, (1 << actions) - 1)
        and within(chips, -most_won(environment.game), most_won(environment.game))
        and within(rows[:, m.BEGIN :], 0, environment.num_inputs - 1),
        "transitions",
    )


def _check_decisions(environment: Environment, rows: NDArray[np.uint16], seen: int) -> None:
    actions, masks = rows[:, m.ACTION], rows[:, m.LEGAL]
    demand(
        within(rows[:, m.COUNT], 0, environment.max_active)
        and within(actions, 0, environment.num_actions - 1)
        and within(masks, 0, (1 << environment.num_actions) - 1)
        and (masks[:seen] >> actions[:seen] & 1).all()
        and within(rows[:, m.DECISION :], 0, environment.num_inputs - 1),
        "decisions",
    )


def _check_table(environment: Environment, state: State) -> None:
    clock, playing = state["clock"], state["table.playing"]
    games, deals = len(playing), len(state["table.dealt_strengths"])
    decided, cursor = bool(clock[k.DECIDED]), int(clock[k.CURSOR])
    for name, most in (("playing", 1), ("modes", k.EXPLORING), ("waits", 1)):
        demand(within(state[f"table.{name}"], 0, most), "hands")
    for name in ("ids", "cards", "dealt_cards"):
        demand(within(state[f"table.{name}"], 0, environment.num_inputs - 1), "cards")
    demand(within(clock[[k.DECIDED, k.FILLING]], 0, 1), "counts")
    least = 0 if clock[k.FILLING] else -clock[k.EPISODES]
    demand(within(clock[k.BEFORE], least, MAX_EPISODES), "counts")
    demand(clock[k.NEXT_DEAL] <= deals and cursor < games, "counts")
    demand(playing[cursor:].all() if decided else playing[:cursor].all(), "hands")
    for game in np.flatnonzero(playing).tolist():
        _check_hand(environment, state, game, decided and game >= cursor)


def _check_hand(environment: Environment, state: State, game: int, decided: bool) -> None:
    """Replay a hand from its actions, and check that it equals the state's."""
    arrays, given = environment.arrays, state["table.hands"][game]
    hand, totals = np.zeros_like(given), np.zeros_like(state["table.totals"][game])
    g.begin(arrays, hand)
    demand(0 <= given[g.NUM_IDS] < len(given) - g.IDS, "hands")
    for at in range(g.IDS, g.IDS + int(given[g.NUM_IDS])):
        mask = g.legal(arrays, hand, totals)
        slot = (int(given[at]) - int(arrays.numbers[g.HISTORY])) % int(arrays.numbers[g.SLOTS])
        demand(mask >> slot & 1, "hands")
        g.act(arrays, hand, slot, totals)
        demand(hand[TO_ACT] >= 0, "hands")
    hand[g.ROOM : g.IDS] = given[g.ROOM : g.IDS]
    demand(np.array_equal(hand, given), "hands")
    if not decided:
        return
    mask, ids = g.legal(arrays, hand, totals), np.zeros_like(state["table.ids"][game])
    count = g.inputs(arrays, hand, state["table.cards"][game, hand[TO_ACT]], ids)
    choice = int(state["table.choices"][game])
    demand(
        mask == state["table.masks"][game]
        and 0 <= choice < environment.num_actions
        and mask >> choice & 1
        and totals[choice] == state["table.totals"][game, choice]
        and count == state["table.counts"][game]
        and np.array_equal(ids[:count], state["table.ids"][game, :count]),
        "decisions",
    )
