"""Ways to play trained networks, and their strategy at one decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import Environment
from ai.networks.hands import NUM_IDS, public_inputs
from ai.networks.lines import FOLD_SLOT, Row, slots_at
from ai.networks.network import Network, answers
from ai.networks.parameters import AVERAGE, BEST, MIXED, PLAYS
from ai.networks.record import ETA, Networks
from engine.errors import EngineError
from engine.rules import SPENT, TO_ACT

Floats = NDArray[np.float64]
Ids = NDArray[np.uint16]

_MOST_OTHERS = 16
"""Most ids besides those of actions."""


class DecisionInputs(NamedTuple):
    """The parts of a decision that all combos share.

    Attributes:
        seat: the seat to act.
        ids: active inputs, without those of the cards.
        slots: legal actions, ascending.
        spent: chips that the seat has put in over the hand.
    """

    seat: int
    ids: Ids
    slots: tuple[int, ...]
    spent: int


class Player:
    """Trained networks, played in one way.

    Args:
        environment: gives their inputs and actions a meaning.
        networks: the networks.
        play: one of ``PLAYS``.
        eta: probability with which ``mixed`` plays as ``best``, 0 to 1.

    Attributes:
        environment: gives inputs and actions a meaning.
        modes: (``average`` or ``best``, its probability) of all used.
        has_values: whether there are value networks.

    Raises:
        EngineError: if there is no such way, or no such share, or it needs values.
    """

    def __init__(
        self, environment: Environment, networks: Networks, play: str = AVERAGE, eta: float = ETA
    ) -> None:
        if play not in PLAYS:
            raise EngineError(
                "networks are played as {plays}, not '{play}'",
                plays=", ".join(PLAYS),
                play=play[:20],
            )
        if not 0.0 <= eta <= 1.0:
            raise EngineError("eta must be from 0 to 1, not {eta}", eta=eta)
        self.environment = environment
        shares = {AVERAGE: {AVERAGE: 1.0}, BEST: {BEST: 1.0}}
        shares[MIXED] = {AVERAGE: 1.0 - eta, BEST: eta}
        self.modes = tuple((mode, share) for mode, share in shares[play].items() if share)
        self.has_values = bool(networks.values)
        if any(mode == BEST for mode, _ in self.modes) and not self.has_values:
            raise EngineError(
                "these networks have no values: they are played only as {average}", average=AVERAGE
            )
        self._networks = networks

    def probabilities(
        self, mode: str, decision: DecisionInputs, cards: Ids, worth: Floats | None = None
    ) -> Floats:
        """Return the probability of each action: (combos, slots), by one of ``modes``.

        Args:
            mode: ``average`` or ``best``.
            decision: the decision.
            cards: (combos, ids) the card ids of each combo.
            worth: the values, if already known.
        """
        if mode == AVERAGE:
            chances = _ask(self._networks.averages, decision, cards, softmax=True)
            # Networks compute in 32 bits. Summed column by column, a single row has the same bits.
            columns = chances.T
            chances /= sum(columns[1:], columns[0])[:, None]
            return chances
        worth = self.values(decision, cards) if worth is None else worth
        chances = np.zeros_like(worth)
        chances[np.arange(len(worth)), worth.argmax(axis=1)] = 1.0
        return chances

    def values(self, decision: DecisionInputs, cards: Ids) -> Floats:
        """Chips from here on of each action: (combos, slots).

        Networks count over the whole hand. A fold costs nothing more, whatever their output for it.
        """
        evs = _ask(self._networks.values, decision, cards, softmax=False)
        evs *= self.environment.scale
        evs += decision.spent
        if decision.slots[0] == FOLD_SLOT:
            evs[:, 0] = 0.0
        return evs


def _ask(
    networks: tuple[Network, ...], decision: DecisionInputs, cards: Ids, softmax: bool
) -> Floats:
    mask = sum(1 << slot for slot in decision.slots)
    outputs = answers(networks[decision.seat], decision.ids, cards, mask, softmax=softmax)
    return outputs[:, list(decision.slots)]


def decision_at(environment: Environment, row: Row) -> DecisionInputs:
    """Return the parts of a decision that all combos share.

    Args:
        environment: of the game.
        row: the decision.
    """
    seat = int(row[TO_ACT])
    ids = np.empty(int(row[NUM_IDS]) + _MOST_OTHERS, np.uint16)
    count = public_inputs(environment.arrays, row, ids)
    # Off the menu there may be more raises than the inputs distinguish; an active input is 1.
    distinct = np.array(list(dict.fromkeys(ids[:count].tolist())), np.uint16)
    slots = tuple(slot for slot, _ in slots_at(environment, row))
    return DecisionInputs(seat, distinct, slots, int(row[SPENT + seat]))


def shared(counts: list[Floats], shares: list[float]) -> list[Floats]:
    """Return the weight of each of several strategies in an answer, by combo.

    Args:
        counts: (combos,) the probability with which each is sampled and reaches here.
        shares: sampling probabilities: the weights for combos that never reach here.
    """
    whole = sum(counts[1:], counts[0])
    never = whole == 0.0
    return [
        np.where(never, share, count / np.where(never, 1.0, whole))
        for count, share in zip(counts, shares, strict=True)
    ]


def weighted(parts: list[Floats], arrays: list[Floats]) -> Floats:
    """Sum of arrays (combos, actions), each by its parts (combos,).

    Added one by one, so that a single combo's sum has the same bits as in the full range.
    """
    total = np.zeros_like(arrays[0])
    for part, each in zip(parts, arrays, strict=True):
        total += part[:, None] * each
    return total
