"""Random playouts of any game, millions of hands per second, to test and benchmark the rulebook."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.game import Game
from engine.jit import kernel
from engine.jobs import JobControl
from engine.rng import next_below, rng_state, shuffle
from engine.rules import (
    ANTES,
    BETTING,
    CALL,
    DEAD,
    FOLD,
    FOLDED,
    MAX_PLAYERS,
    NUM_PLAYERS,
    RAISE,
    SHOWDOWN,
    SPENT,
    STACKS,
    STATE_SIZE,
    STATUS,
    apply,
    legal,
    settle,
    start,
    to_call,
)

_CHUNK = 100_000
# Layout of the totals.
_ACTIONS, _SHOWDOWNS, _FAULTS, _PAYOFFS = 0, 1, 2, 3
_TOTALS_SIZE = _PAYOFFS + MAX_PLAYERS


@kernel
def _play(
    rules: NDArray[np.int64],
    deck: NDArray[np.uint8],
    hole: int,
    board_cards: int,
    hands: int,
    rng: NDArray[np.uint64],
    totals: NDArray[np.int64],
) -> None:
    """Play random hands and add what happened to ``totals`` (_TOTALS_SIZE,).

    Fold, call and raise are drawn uniformly among the legal ones, a raise's amount uniformly among
    the legal integers; nobody folds for free. A fault is a hand in which chips were created or
    lost, a stack became negative, or a card was dealt twice.
    """
    players = rules[NUM_PLAYERS]
    state = np.zeros(STATE_SIZE, np.int64)
    strengths = np.zeros(players, np.int32)
    payoffs = np.zeros(players, np.int64)
    amounts = np.zeros(MAX_PLAYERS, np.int64)
    eligible = np.zeros(MAX_PLAYERS, np.int64)
    dealt = players * hole + board_cards
    opening = np.zeros(STATE_SIZE, np.int64)
    start(rules, opening)
    actions = 0
    for _ in range(hands):
        shuffle(rng, deck, dealt)
        for i in range(STATE_SIZE):
            state[i] = opening[i]
        while state[STATUS] == BETTING:
            low, high, _reason = legal(rules, state)
            facing = to_call(rules, state) > 0
            pick = next_below(rng, 1 + facing + (high > 0))
            kind, raise_to = CALL, 0
            if pick == 1 and facing:
                kind = FOLD
            elif pick > 0:
                kind, raise_to = RAISE, low + next_below(rng, high - low + 1)
            apply(rules, state, kind, raise_to)
            actions += 1
        if state[STATUS] == SHOWDOWN:
            totals[_SHOWDOWNS] += 1
            board_key = KEY_START
            board_mask = MASK_START
            for i in range(players * hole, dealt):
                board_key += CARD_KEYS[deck[i]]
                board_mask += CARD_MASKS[deck[i]]
            for seat in range(players):
                if (state[FOLDED] >> seat) & 1:
                    continue
                key = board_key
                mask = board_mask
                for i in range(seat * hole, seat * hole + hole):
                    key += CARD_KEYS[deck[i]]
                    mask += CARD_MASKS[deck[i]]
                strengths[seat] = key_strength(key, mask)
        settle(rules, state, strengths, payoffs, amounts, eligible)
        sum_of_chips = 0
        paid = 0
        fault = 0
        for seat in range(players):
            sum_of_chips += payoffs[seat]
            fault |= state[SPENT + seat] > rules[STACKS + seat]
            fault |= payoffs[seat] < -state[SPENT + seat] - rules[ANTES + seat]
            paid += rules[ANTES + seat]
            totals[_PAYOFFS + seat] += payoffs[seat]
        seen = 0
        for i in range(dealt):
            fault |= (seen >> int(deck[i])) & 1
            seen |= 1 << int(deck[i])
        fault |= sum_of_chips != rules[DEAD] - paid
        fault |= (state[FOLDED] >> players) != 0
        totals[_FAULTS] += fault
    totals[_ACTIONS] += actions


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
    totals = np.zeros(_TOTALS_SIZE, np.int64)
    rng = rng_state(seed)
    for done in range(0, hands, _CHUNK):
        control.check()
        count = min(_CHUNK, hands - done)
        _play(game.rules, deck, game.num_hole, game.board_sizes[-1], count, rng, totals)
        control.progress((done + count) / hands)
    players = game.num_players
    return SimulationTotals(
        hands,
        int(totals[_ACTIONS]),
        int(totals[_SHOWDOWNS]),
        int(totals[_FAULTS]),
        tuple(totals[_PAYOFFS : _PAYOFFS + players].tolist()),
    )
