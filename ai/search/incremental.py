"""Incremental search from one hold'em decision for one hand of the player.

It works like ``search.py``, but states are added when visited, as there are too many to list. Hands
are dealt before they are simulated: the player's cards and the board so far are known, the other's
cards are drawn from a belief, those of more players uniformly from the remaining cards, then the
rest of the board. Bets are those of a menu, by the rulebook from the real decision on.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.networks.environment import Environment
from ai.networks.hands import IDS, NUM_IDS
from ai.networks.lines import lines, slots_at
from ai.networks.network import make_scratch, network_plan
from ai.networks.record import Networks
from ai.search import _incremental as g
from ai.search import _simulate as s
from ai.search._hands import SearchDeals, deal_hands
from ai.search._table import BEYOND_TREE
from ai.search.methods import BEYOND, BY_VALUES, Method
from ai.search.rollouts import NO_TABLE, BlueprintGuide
from engine.combos import combo_cards
from engine.equity import COMBO_MASKS, make_sampler
from engine.errors import EngineError
from engine.player import PublicState
from engine.policy import blocked
from engine.rng import rng_state

MOST_BYTES = 2 * 10**9
"""Most memory of one search."""
_BATCH, _GUIDED_BATCH = 2048, 256
"""Hands dealt at once; fewer if networks need the inputs of all of a batch's cards."""
_TURN = 2
_LEAST = 1024
_PLACES = 4
"""Most hash-table slots per state."""
_NEVER = 1e-12
"""Weight added to every hand of a belief, so that some hand can always be drawn."""
_NONE = np.zeros((0, 1), np.float32)


@dataclass(frozen=True, eq=False)
class HoldemSearchGame:
    """The game searched.

    Attributes:
        environment: the game and its menu.
        networks: the guide of the search, for methods that need it.
        blueprint: the guide in their place, for methods without values.
    """

    environment: Environment
    networks: Networks | None = None
    blueprint: BlueprintGuide | None = None

    @cached_property
    def weights(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Weights of average and value networks, each (seats, weights) float32."""
        assert self.networks is not None
        averages, values = (
            np.stack([one.weights for one in each]) if each else _NONE for each in self.networks
        )
        return averages, values

    def minds(self) -> g.Minds:
        """Return the networks in a search's layout."""
        if self.networks is None:
            return _NO_MINDS
        plan, scale = self.networks.averages[0].plan, self.environment.scale
        return g.Minds(plan, *self.weights, scale, make_scratch(plan, 1))

    def inputs_of(
        self, boards: NDArray[np.uint8], combos: NDArray[np.int64], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Return network card inputs of deals; with a blueprint its rows instead.

        Args:
            boards: (n, cards) uint8 of one street.
            combos: (n,) int64, none blocked by its board.
            first: the first street wanted; the last is that of the boards.
        """
        if self.blueprint is not None:
            return self.blueprint.rows_of(boards, combos, first)
        return self.environment.deal_inputs(boards, combos, first)

    def bytes_of(self, method: Method, simulations: int) -> int:
        """Return the peak memory of a search's states while they are reallocated."""
        seats = self.environment.game.num_players if method.other_learns else 1
        slots = self.environment.num_actions
        each = 8 + 8 + slots * 8 * s.NUM_STATISTICS + 4 * _PLACES
        each += 4 * slots * method.needs_guide
        return 3 * seats * max(simulations, _LEAST) * each

    def check(self, method: Method, simulations: int) -> None:
        """Validate a search before it begins.

        Raises EngineError if it would take too much memory, or the method needs networks or values
        that are missing.
        """
        needed = self.bytes_of(method, simulations)
        if needed > MOST_BYTES:
            raise EngineError(
                "a search of {simulations:,} simulations can take {needed:.1f} GB of memory;"
                " the limit is {most:.0f} GB",
                simulations=simulations,
                needed=needed / 1e9,
                most=MOST_BYTES / 1e9,
            )
        networks = self.networks
        if method.needs_guide and networks is None and self.blueprint is None:
            raise EngineError("'{name}' searches with networks, and has none", name=method.name)
        if method.beyond == BY_VALUES and not (networks and networks.values):
            raise EngineError(
                "'{name}' searches with values, which were not learned", name=method.name
            )


@dataclass(frozen=True, eq=False)
class Root:
    """A decision prepared for searches of any hand of the player.

    Attributes:
        row: (row,) int64: its row for kernels, with space for the rest of the hand.
        slots: (slot, whole-hand total) of legal actions.
        believed: (1326,) float64: probability of the opponent's combos, up to a factor; 0 where
            blocked.
        sampler: of the other's combo.
        node: of the blueprint, if there is one.
    """

    spot: PublicState
    row: NDArray[np.int64]
    slots: tuple[tuple[int, int], ...]
    believed: NDArray[np.float64]
    sampler: NDArray[np.float64]
    node: int


def root_of(
    ground: HoldemSearchGame, spot: PublicState, weights: NDArray[np.float64] | None
) -> Root:
    """Return a decision, prepared for searches.

    Args:
        spot: the decision. Networks see off-menu bets as their likeliest translations.
        weights: (1326,) float64: probability of the opponent's combos; None is uniform.
    """
    environment = ground.environment
    _, line = max(lines(environment, spot), key=lambda pair: pair[0])
    known = list(dict.fromkeys(line[IDS : IDS + int(line[NUM_IDS])].tolist()))
    row = np.zeros(environment.row_size + len(spot.actions), np.int64)
    row[:IDS] = line[:IDS]
    row[IDS : IDS + len(known)], row[NUM_IDS] = known, len(known)
    free = ~blocked(spot.game, spot.board)
    believed = np.where(free, 1.0 if weights is None else weights, 0.0)
    if not believed.any():
        believed = free.astype(np.float64)
    believed = np.where(free, believed + _NEVER * believed.sum(), 0.0)
    node = BEYOND_TREE if ground.blueprint is None else ground.blueprint.node_at(spot)
    return Root(spot, row, slots_at(environment, line), believed, make_sampler(believed), node)


class HandSearch:
    """One search.

    Args:
        combo: the player's hand, not blocked by the board.

    Attributes:
        dropped: bit mask of the root's eliminated actions.

    Raises:
        EngineError: as ``HoldemSearchGame.check`` does.
    """

    def __init__(
        self, ground: HoldemSearchGame, root: Root, combo: int, method: Method, seed: int = 0
    ) -> None:
        ground.check(method, 1)
        self._ground, self._root, self._combo = ground, root, combo
        environment, spot, seat = ground.environment, root.spot, root.spot.to_act
        seats = environment.game.num_players
        self._seats = seats if method.other_learns else 1
        learners = (1 << seats) - 1 if method.other_learns else 1 << seat
        self._way = s.SelectionParameters(
            method.exploration * unit_of(ground, spot, method),
            method.mix,
            method.least_mix,
            method.decay,
            int(method.by_prior),
            BEYOND.index(method.beyond),
            learners,
        )
        self._asks = method.needs_guide
        self._minds = ground.minds() if self._asks else _NO_MINDS
        guide = ground.blueprint if self._asks else None
        self._table = NO_TABLE if guide is None else guide.table
        self._slots = environment.num_actions
        self._room = _room(root, environment, seats)
        self._grown = _grown(_LEAST, self._slots, self._asks)
        held = [*spot.board, *combo_cards()[combo].tolist()]
        self._free = np.array([card for card in range(52) if card not in held], np.uint8)
        self._rng = rng_state(seed, 1 + len(spot.actions) * len(COMBO_MASKS) + combo)
        self.simulations = 0
        self.dropped = 0

    @property
    def learners(self) -> int:
        """Bit mask of players with search states; others act by the prior."""
        return self._way.learners

    @property
    def num_bytes(self) -> int:
        """Memory of the states so far."""
        return sum(array.nbytes for array in self._grown)

    @property
    def num_states(self) -> int:
        """Number of states so far."""
        return int(self._grown.used[0])

    def run(self, count: int) -> None:
        """Run ``count`` further simulations; 0 only compiles the kernels."""
        self._make_room(self.num_states + count * self._seats)
        dropped = sum(
            1 << slot
            for place, (slot, _) in enumerate(self._root.slots)
            if self.dropped >> place & 1
        )
        size = _GUIDED_BATCH if self._asks else _BATCH
        for first in range(0, count, size) or (0,):
            hands = self.deal(min(size, count - first))
            done = self._grow(hands, dropped, 0)
            while done < len(hands.keys):
                self._tell(hands, done)
                done = self._grow(hands, dropped, done)
        self.simulations += count

    def _grow(self, hands: SearchDeals, dropped: int, first: int) -> int:
        return g.grow(
            self._ground.environment.arrays,
            hands,
            self._grown,
            self._minds,
            self._table,
            self._room,
            self._way,
            dropped,
            first,
        )

    def deal(self, count: int) -> SearchDeals:
        """Deal the next hands of the search, independent of simulations."""
        seats = self._ground.environment.game.num_players
        hands = SearchDeals(
            np.zeros(count, np.uint64),
            np.zeros((count, seats), np.int64),
            np.zeros((count, 5), np.uint8),
            np.zeros((count, seats, 4), np.uint64),
            np.zeros((count, seats), np.int32),
            np.zeros((count, seats if self._asks else 0, 4, 12), np.uint16),
            np.zeros(count, np.int64),
        )
        board = np.array(self._root.spot.board, np.uint8)
        seat = self._root.spot.to_act
        deal_hands(hands, seat, self._combo, self._root.sampler, board, self._free, self._rng)
        return hands

    def statistics(self) -> NDArray[np.float64]:
        """Return statistics of the root's actions: (actions, 3) float64."""
        statistics = np.zeros((len(self._root.slots), s.NUM_STATISTICS))
        if self.num_states:  # the root is the first state visited
            for place, (slot, _) in enumerate(self._root.slots):
                statistics[place] = self._grown.statistics[slot]
        return statistics

    def prior(self) -> NDArray[np.float64] | None:
        """Return the guide's prior of the root's actions: (actions,), None without one."""
        if not self._asks or not self.num_states:
            return None
        return np.array([self._grown.prior[slot] for slot, _ in self._root.slots], np.float64)

    def states(self) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
        """Return all states in order of creation, the root first.

        Returns:
            (states,) uint64: a hash of the actions from the root on, as of ``line_after``; and
                their statistics (states, slots, 3) float64, as those of the root. Copies.
        """
        grown, used = self._grown, self.num_states
        numbers = grown.statistics.reshape(-1, self._slots, s.NUM_STATISTICS)
        return grown.lines[:used].copy(), numbers[:used].copy()

    def _tell(self, hands: SearchDeals, deal: int) -> None:
        """Fill the ids of the next street needed in a deal, and of later ones.

        Slow ids, on turns dealt by the search, are computed when first needed; from before the flop
        that is rare, and then each deal is computed separately.
        """
        sizes, first = self._ground.environment.game.board_sizes, self._root.spot.street
        street = max(int(hands.told[deal]), first)
        last = len(sizes) - 1 if street >= _TURN else street
        part = slice(deal, deal + 1 if street >= _TURN and first == 0 else None)
        boards = hands.boards[part, : sizes[last]]
        for seat in range(hands.combos.shape[1]):
            inputs = self._ground.inputs_of(boards, hands.combos[part, seat], street)
            for place, ids in enumerate(inputs, street):
                hands.ids[part, seat, place, : ids.shape[1]] = ids
        hands.told[part] = last + 1

    def _make_room(self, states: int) -> None:
        """Reserve space for that many states."""
        old = self._grown
        if states <= len(old.keys):
            return
        fresh = _grown(max(states, 2 * len(old.keys)), self._slots, self._asks)
        used = self.num_states
        fresh.keys[:used], fresh.lines[:used] = old.keys[:used], old.lines[:used]
        fresh.statistics[: used * self._slots] = old.statistics[: used * self._slots]
        if self._asks:
            fresh.prior[: used * self._slots] = old.prior[: used * self._slots]
        fresh.used[0] = used
        g.refill(fresh)
        self._grown = fresh


def unit_of(ground: HoldemSearchGame, spot: PublicState, method: Method) -> float:
    """Return the exploration unit of a method at a decision, in chips."""
    pot = float(spot.pot + spot.legal.call)
    return min(ground.environment.scale, method.pots * pot)


def _grown(most: int, slots: int, asks: bool) -> g.Grown:
    return g.Grown(
        np.zeros(1 << (2 * most - 1).bit_length(), np.int32),
        np.zeros(most, np.uint64),
        np.zeros(most, np.uint64),
        np.zeros((most * slots, s.NUM_STATISTICS)),
        np.zeros(most * slots if asks else 0, np.float32),
        np.zeros(1, np.int64),
    )


def _room(root: Root, environment: Environment, seats: int) -> g.SimulationScratch:
    slots = environment.num_actions
    return g.SimulationScratch(
        root.row,
        root.row.copy(),
        np.zeros(slots, np.int64),
        np.zeros((len(root.row), 3), np.int64),
        np.zeros(seats),
        np.zeros(seats, np.int64),
        np.zeros(slots, np.float32),
        np.zeros(environment.max_active + len(root.row), np.uint16),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.array([root.node]),
    )


_PLAN = network_plan((1, 16, 1))
_NO_MINDS = g.Minds(_PLAN, _NONE, _NONE, 1.0, make_scratch(_PLAN, 1))
