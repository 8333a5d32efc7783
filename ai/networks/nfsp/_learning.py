"""The kernel that plays hands in parallel and learns from them; ``solver.py`` builds the arrays.

Hands are played in parallel, one decision of each at a time. Training can pause wherever a hand
ends or cards run out: its whole state is in arrays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.hands import GameArrays, act, begin, inputs, legal, pay
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward, soften
from ai.networks.nfsp import _memories as m
from ai.networks.nfsp import _updates as u
from ai.networks.nfsp._updates import NfspConstants, NfspMinibatch, NfspState
from ai.networks.sampling import reservoir_place
from engine.jit import LANES, borrowing_kernel
from engine.rng import RngState, next_below, next_float
from engine.rules import TO_ACT

# Layout of ``clock``, int64: hands finished, decisions taken, the next of the deals, the next hand
# to process, whether decisions are made and wait to be carried out, whether only reservoirs are
# being filled, the hands that the initial networks had learned from (once reservoirs are full, less
# those that filled them, so that it is always the total of learned hands less finished ones).
EPISODES, TAKEN, NEXT_DEAL, CURSOR, DECIDED, FILLING, BEFORE = 0, 1, 2, 3, 4, 5, 6
NUM_CLOCK = 7

# A seat's mode for a hand: its average, its best response, or exploring: its average, but every
# other time a random action, to learn its value.
AVERAGE, BEST, EXPLORING = 0, 1, 2
_DARING = 0.5
_HALF = 0xFFFF


class HandsInProgress(NamedTuple):
    """Hands in progress, and the cards of those to come.

    Attributes:
        hands: (games, row) int64.
        cards: (games, seats, streets, ids) uint16.
        strengths: (games, seats) int32.
        playing: (games,) uint8: whether a hand is in progress.
        modes: (games, seats) uint8: the seat's mode, AVERAGE, BEST or EXPLORING.
        waiting: (games * seats * row of a transition,) uint16: decisions not yet completed.
        waits: (games, seats) uint8: whether there is one to be learned from.
        ids: (games, active) uint16: inputs of the decision of each hand.
        counts: (games,) int64: number of inputs.
        masks: (games,) int64: legal slots.
        totals: (games, slots) int64: chips of raises.
        choices: (games,) int64: the chosen slot.
        dealt_cards: (deals, seats, streets, ids) uint16.
        dealt_strengths: (deals, seats) int32.
    """

    hands: NDArray[np.int64]
    cards: NDArray[np.uint16]
    strengths: NDArray[np.int32]
    playing: NDArray[np.uint8]
    modes: NDArray[np.uint8]
    waiting: NDArray[np.uint16]
    waits: NDArray[np.uint8]
    ids: NDArray[np.uint16]
    counts: NDArray[np.int64]
    masks: NDArray[np.int64]
    totals: NDArray[np.int64]
    choices: NDArray[np.int64]
    dealt_cards: NDArray[np.uint16]
    dealt_strengths: NDArray[np.int32]


class LearningScratch(NamedTuple):
    """Scratch arrays.

    Attributes:
        chosen: (games,) int64: hands about which a network is queried.
        places: (games,) int64: indices of their inputs.
        counts: (games,) int64: numbers of their inputs.
        payoffs: (seats,) int64.
    """

    chosen: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    payoffs: NDArray[np.int64]


@borrowing_kernel
def _begin(
    arrays: GameArrays,
    table: HandsInProgress,
    game: int,
    deal: int,
    eta: float,
    explore: float,
    rng: RngState,
) -> None:
    seats = table.strengths.shape[1]
    begin(arrays, table.hands[game])
    for seat in range(seats):
        for street in range(table.cards.shape[2]):
            for number in range(table.cards.shape[3]):
                card = table.dealt_cards[deal, seat, street, number]
                table.cards[game, seat, street, number] = card
        table.strengths[game, seat] = table.dealt_strengths[deal, seat]
        table.modes[game, seat] = next_float(rng) < eta
        table.waits[game, seat] = 0
    if explore > 0.0 and next_float(rng) < explore:
        table.modes[game, next_below(rng, seats)] = EXPLORING
    table.playing[game] = 1


@borrowing_kernel
def _any_of(mask: int, rng: RngState) -> int:
    """Draw one of the slots of a bit mask uniformly."""
    count = 0
    for slot in range(LANES):
        count += (mask >> slot) & 1
    left = next_below(rng, count)
    for slot in range(LANES):
        if (mask >> slot) & 1:
            if left == 0:
                return slot
            left -= 1
    return 0


@borrowing_kernel
def _choose(
    outputs: NDArray[np.float32],
    at: int,
    slots: int,
    mask: int,
    mode: int,
    epsilon: float,
    rng: RngState,
) -> int:
    """Choose a slot by outputs: the best, or one by probability; sometimes any."""
    if mode != AVERAGE and next_float(rng) < (epsilon if mode == BEST else _DARING):
        return _any_of(mask, rng)
    taken = -1
    if mode == BEST:
        for slot in range(slots):
            if (mask >> slot) & 1 and (taken < 0 or outputs[at + slot] > outputs[at + taken]):
                taken = slot
        return taken
    soften(outputs, at, slots, mask)
    point = next_float(rng)
    for slot in range(slots):
        if (mask >> slot) & 1:
            taken = slot
            point -= outputs[at + slot]
            if point < 0.0:
                break
    return taken


@borrowing_kernel
def _decide(
    arrays: GameArrays,
    settings: NfspConstants,
    learned: NfspState,
    table: HandsInProgress,
    room: LearningScratch,
    epsilon: float,
    rng: RngState,
    scratch: LayerScratch,
) -> None:
    """Make the next decision of every hand."""
    whole, plan = settings.whole, settings.plan
    games, active = whole[u.GAMES], whole[u.ACTIVE]
    for game in range(games):
        hand = table.hands[game]
        table.masks[game] = legal(arrays, hand, table.totals[game])
        cards = table.cards[game, hand[TO_ACT]]
        table.counts[game] = inputs(arrays, hand, cards, table.ids[game])
    ids = table.ids.reshape(-1)
    for seat in range(whole[u.SEATS]):
        start = seat * whole[u.WEIGHTS]
        base = biases_at(plan, start)
        for best in (False, True):
            number: Any = np.int64(0)  # a plain 0 would compile callees again
            for game in range(games):
                mode = table.modes[game, seat]
                if table.hands[game, TO_ACT] == seat and (mode == BEST) == best:
                    room.chosen[number] = game
                    room.places[number] = game * active
                    room.counts[number] = table.counts[game]
                    number += 1
            if number == 0:
                continue
            weights = learned.values if best else learned.averages
            forward(
                plan, weights, start, weights, base, ids, room.places, room.counts, number, scratch
            )
            for index in range(number):
                game = room.chosen[index]
                mask, at, mode = table.masks[game], index * LANES, table.modes[game, seat]
                table.choices[game] = _choose(
                    scratch.outputs, at, plan[OUTPUTS], mask, mode, epsilon, rng
                )


@borrowing_kernel
def _remember(
    settings: NfspConstants, learned: NfspState, seat: int, rows: NDArray[np.uint16], at: int
) -> None:
    """Store a transition in the circular memory, in place of the oldest."""
    whole, levels = settings.whole, settings.levels
    size, capacity = whole[u.RL_ROW], whole[u.RL_MEMORY]
    index = learned.counts[seat, u.RL_SEEN] % capacity
    learned.counts[seat, u.RL_SEEN] += 1
    into = (seat * capacity + index) * size
    for place in range(size):
        learned.transitions[into + place] = rows[at + place]
    if whole[u.PRIORITISED]:
        tree = seat * levels[levels.shape[0] - 1]
        most = m.whole(learned.trees, levels, tree)[2]
        m.set_priority(learned.trees, levels, tree, index, most if most > 0.0 else 1.0)


@borrowing_kernel
def _keep(
    settings: NfspConstants,
    learned: NfspState,
    seat: int,
    table: HandsInProgress,
    game: int,
    rng: RngState,
) -> None:
    """Offer a decision to the reservoir."""
    whole = settings.whole
    size, capacity = whole[u.SL_ROW], whole[u.SL_MEMORY]
    index = reservoir_place(learned.counts[seat, u.SL_SEEN], capacity, rng)
    learned.counts[seat, u.SL_SEEN] += 1
    if index < 0:
        return
    into = (seat * capacity + index) * size
    rows, count = learned.decisions, table.counts[game]
    rows[into + m.COUNT] = count
    rows[into + m.ACTION] = table.choices[game]
    rows[into + m.LEGAL] = table.masks[game]
    for number in range(count):
        rows[into + m.DECISION + number] = table.ids[game, number]


@borrowing_kernel
def _carry_out(
    arrays: GameArrays,
    settings: NfspConstants,
    learned: NfspState,
    table: HandsInProgress,
    game: int,
    filling: bool,
    payoffs: NDArray[np.int64],
    rng: RngState,
) -> tuple[int, bool]:
    """Carry out a hand's decision and store it; return its seat, and whether the hand is over.

    In a hand in which a seat explores, the others see unintended actions, and it acts as it never
    would again: only this seat learns from the hand, and no average does.
    """
    whole = settings.whole
    active, size = whole[u.ACTIVE], whole[u.RL_ROW]
    hand, waiting, count = table.hands[game], table.waiting, table.counts[game]
    seat = hand[TO_ACT]
    explorer = -1
    for other in range(whole[u.SEATS]):
        if table.modes[game, other] == EXPLORING:
            explorer = other
    at = (game * whole[u.SEATS] + seat) * size
    if table.waits[game, seat]:
        waiting[at + m.NEXT_COUNT] = count
        waiting[at + m.NEXT_LEGAL] = table.masks[game]
        for number in range(count):
            waiting[at + m.BEGIN + active + number] = table.ids[game, number]
        _remember(settings, learned, seat, waiting, at)
    waiting[at + m.COUNT] = count
    waiting[at + m.ACTION] = table.choices[game]
    waiting[at + m.NEXT_COUNT] = 0
    waiting[at + m.NEXT_LEGAL] = 0
    waiting[at + m.CHIPS] = 0
    waiting[at + m.CHIPS + 1] = 0
    for number in range(count):
        waiting[at + m.BEGIN + number] = table.ids[game, number]
    table.waits[game, seat] = explorer < 0 or explorer == seat
    if filling or (table.modes[game, seat] == BEST and explorer < 0):
        _keep(settings, learned, seat, table, game, rng)
    act(arrays, hand, table.choices[game], table.totals[game])
    if hand[TO_ACT] >= 0:
        return seat, False
    pay(arrays, hand, table.strengths[game], payoffs)
    for other in range(whole[u.SEATS]):
        if table.waits[game, other]:
            at = (game * whole[u.SEATS] + other) * size
            waiting[at + m.CHIPS] = payoffs[other] & _HALF
            waiting[at + m.CHIPS + 1] = (payoffs[other] >> 16) & _HALF
            _remember(settings, learned, other, waiting, at)
            table.waits[game, other] = 0
    table.playing[game] = 0
    return seat, True


@borrowing_kernel
def play(
    arrays: GameArrays,
    settings: NfspConstants,
    learned: NfspState,
    table: HandsInProgress,
    clock: NDArray[np.int64],
    goal: int,
    rng: RngState,
    room: LearningScratch,
    batch: NfspMinibatch,
    scratch: LayerScratch,
) -> bool:
    """Play and learn until a total of hands is finished; False if deals ran out first."""
    whole, real = settings.whole, settings.real
    games = whole[u.GAMES]
    while clock[EPISODES] < goal:
        if not clock[DECIDED]:
            while clock[CURSOR] < games:
                if not table.playing[clock[CURSOR]]:
                    if clock[NEXT_DEAL] == table.dealt_strengths.shape[0]:
                        return False
                    eta = 0.0 if clock[FILLING] else real[u.ETA]
                    explore = 0.0 if clock[FILLING] else real[u.EXPLORE]
                    _begin(arrays, table, clock[CURSOR], clock[NEXT_DEAL], eta, explore, rng)
                    clock[NEXT_DEAL] += 1
                clock[CURSOR] += 1
            learned_from = clock[BEFORE] + clock[EPISODES]
            epsilon = u.fallen(real[u.EPSILON], real[u.EPSILON_DECAY], learned_from)
            _decide(arrays, settings, learned, table, room, epsilon, rng, scratch)
            clock[DECIDED] = 1
            clock[CURSOR] = 0
        while clock[CURSOR] < games and clock[EPISODES] < goal:
            game = clock[CURSOR]
            filling = clock[FILLING] > 0
            seat, over = _carry_out(
                arrays, settings, learned, table, game, filling, room.payoffs, rng
            )
            clock[CURSOR] += 1
            clock[TAKEN] += 1
            clock[EPISODES] += over
            learned.counts[seat, u.DECISIONS] += 1
            if filling:
                if not _still_filling(settings, learned):
                    _take_up(settings, learned, clock)
            elif learned.counts[seat, u.DECISIONS] % whole[u.LEARN_EVERY] == 0:
                learned_from = clock[BEFORE] + clock[EPISODES]
                u.learn(settings, learned, seat, learned_from, rng, batch, scratch)
        if clock[CURSOR] == games:
            clock[CURSOR] = 0
            clock[DECIDED] = 0
    return True


@borrowing_kernel
def _still_filling(settings: NfspConstants, learned: NfspState) -> bool:
    """Return whether a reservoir is not yet full."""
    for seat in range(settings.whole[u.SEATS]):
        if learned.counts[seat, u.SL_SEEN] < settings.whole[u.SL_MEMORY]:
            return True
    return False


@borrowing_kernel
def _take_up(settings: NfspConstants, learned: NfspState, clock: NDArray[np.int64]) -> None:
    """Continue the schedules from the hands that the networks have learned from.

    Rates have decayed as after all their updates, and a reservoir's sample counts as one of all
    best responses until now, with as many decisions per hand as while it was filled. Schedules by
    hands continue at the networks' hands, without those that filled reservoirs.
    """
    whole, counts = settings.whole, learned.counts
    for seat in range(whole[u.SEATS]):
        decisions = clock[BEFORE] * counts[seat, u.DECISIONS] / max(clock[EPISODES], 1)
        updates = np.int64(decisions * whole[u.UPDATES] / whole[u.LEARN_EVERY])
        seen = np.int64(decisions * settings.real[u.ETA])
        counts[seat, u.SL_SEEN] = max(counts[seat, u.SL_SEEN], seen)
        counts[seat, u.RL_UPDATES] = updates
        counts[seat, u.SL_UPDATES] = updates
    clock[BEFORE] -= clock[EPISODES]
    clock[FILLING] = 0
