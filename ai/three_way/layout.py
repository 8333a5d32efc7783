"""A river for three players as flat arrays for the kernels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.three_way import _kernels as k
from ai.three_way.spot import NUM_PLAYERS, ThreeWaySpot
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import strengths
from engine.jit import LANES
from engine.pots import pots_of
from engine.tree import DECISION, BettingTree

_ROUNDING = 2.0**-50
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class RiverLayout:
    """The hands, sequences and pots of a spot.

    Attributes:
        combos: of each player's hands, weakest first.
        weights: of these in its range.
        rows: of the decisions of the tree in ``arrays.nodes``, parents before children.
        size: of the solver's arrays: the sequences of all players, hand by hand.
        roots: start of each player's empty sequence.
    """

    tree: BettingTree
    combos: tuple[Ints, ...]
    weights: tuple[Floats, ...]
    rows: dict[int, int]
    size: int
    roots: tuple[int, ...]
    arrays: k.RiverArrays

    @property
    def infosets(self) -> int:
        """Decisions of every hand."""
        return sum(len(self.combos[int(self.tree.actor[node])]) for node in self.rows)

    @property
    def num_bytes(self) -> int:
        """Memory of the kernels' arrays."""
        return sum(array.nbytes for array in self.arrays if isinstance(array, np.ndarray))

    def blank(self) -> Floats:
        """Return arrays at the start: (NUM_ARRAYS, size) float64, the strategies uniform."""
        state = np.zeros((k.NUM_ARRAYS, self.size))
        state[k.STRATEGY] = self.shares(state[k.STRATEGY])
        state[k.REACH] = self.reach(state[k.STRATEGY], self.weights)
        return state

    def reach(self, strategy: Floats, held: tuple[Floats, ...]) -> Floats:
        """Return the reach of all sequences, from that of each player's hands at the root."""
        reach = np.zeros(self.size)
        for player, (root, weights) in enumerate(zip(self.roots, held, strict=True)):
            reach[root : root + len(weights)] = weights
            k.spread_reach(self.arrays, player, strategy, reach)
        return reach

    def block(self, sequences: Floats, node: int) -> Floats:
        """Return the part of a decision as a view: (actions, hands)."""
        player, first, actions, _ = self.arrays.nodes[self.rows[node]].tolist()
        hands = len(self.combos[player])
        return sequences[first : first + actions * hands].reshape(actions, hands)

    def shares(self, sums: Floats) -> Floats:
        """Return sums as probabilities, uniform where they are 0."""
        shares = np.zeros_like(sums)
        for node in self.rows:
            block = self.block(sums, node)
            total, even = block.sum(axis=0), 1.0 / len(block)
            some = np.where(total > 0, total, 1.0)
            self.block(shares, node)[:] = np.where(total > 0, block / some, even)
        return shares

    def values(self, player: int, reach: Floats, work: k.RiverWork) -> Floats:
        """Return what the ends after each of a player's sequences are worth to its hands."""
        value = np.zeros(self.size)
        k.pot_values(self.arrays, player, reach, value, work)
        return value

    def at_root(self, player: int, value: Floats, strategy: Floats | None) -> Floats:
        """Return the values of a player's hands, and fill in those of its sequences.

        Args:
            strategy: the player's own; None for a best response.
        """
        hands = len(self.combos[player])
        for node in reversed(self.rows):
            if self.tree.actor[node] == player:
                block = self.block(value, node)
                before = int(self.arrays.nodes[self.rows[node], k.BEFORE])
                value[before : before + hands] += (
                    block.max(axis=0)
                    if strategy is None
                    else (block * self.block(strategy, node)).sum(axis=0)
                )
        return value[self.roots[player] : self.roots[player] + hands]

    def shares_of_pot(
        self, player: int, live: NDArray[np.bool_], held: tuple[Floats, ...], work: k.RiverWork
    ) -> Floats:
        """Return the parts of a pot that a player's hands win against two ranges.

        They are weighted by the reach of all pairs of hands. ``live``: the contenders.
        """
        others = _others(player)
        lanes = np.zeros((LANES, 3), np.int64)
        lanes[:] = [self.roots[each] for each in (player, *others)]
        factors = np.zeros((5, LANES))
        rivals = live[list(others)].astype(np.float64)
        factors[:, 0] = [*rivals, 1.0, rivals.prod() / 12, 0.0]
        sizes = self.arrays.sizes.copy()
        sizes[player, k.FIRST_LANE : k.SHOWDOWNS + 1] = 0, 1, 1
        one = self.arrays._replace(lanes=lanes, factors=factors.ravel(), sizes=sizes)
        reach, value = np.zeros((2, self.size))
        for root, weights in zip(self.roots, held, strict=True):
            reach[root : root + len(weights)] = weights
        k.pot_values(one, player, reach, value, work)
        return value[self.roots[player] : self.roots[player] + len(self.combos[player])]

    def to_combos(self, player: int, numbers: Floats, rest: float = 0.0) -> Floats:
        """Convert numbers of a player's hands to all combos."""
        of_combos = np.full(NUM_HOLDEM_COMBOS, rest)
        of_combos[self.combos[player]] = numbers
        return of_combos

    def work(self) -> k.RiverWork:
        """Return scratch arrays; each thread needs its own."""
        most = max(map(len, self.combos)) + 1

        def both(count: int) -> tuple[Floats, Floats]:
            return np.zeros(count * LANES), np.zeros(count * LANES)

        def sums() -> k.PairSums:
            return k.PairSums(both(most), both(52), np.zeros(2 * LANES), *both(1))

        return k.RiverWork(both(most), sums(), sums(), np.zeros(LANES))


def lay_out(spot: ThreeWaySpot) -> RiverLayout:
    """Number the hands and sequences of a spot, and list its pots."""
    tree, ranked = spot.tree, _ranked(spot)
    combos = tuple(held for held, _ in ranked)
    decisions = np.flatnonzero(tree.kind == DECISION)
    # The blocks of each player follow each other, its empty sequence first.
    order = np.concatenate([decisions[tree.actor[decisions] == p] for p in range(NUM_PLAYERS)])
    first = np.zeros(tree.num_nodes, np.int64)
    roots, bounds, size = [], [0], 0
    for player, held in enumerate(combos):
        roots.append(size)
        size += len(held)
        for node in decisions[tree.actor[decisions] == player].tolist():
            first[node] = size
            size += int(tree.num_actions[node]) * len(held)
        bounds.append(size)
    sequence = np.zeros((tree.num_nodes, NUM_PLAYERS), np.int64)
    sequence[0] = roots
    for node in range(1, tree.num_nodes):
        above = int(tree.parent[node])
        actor = int(tree.actor[above])
        sequence[node] = sequence[above]
        action = node - int(tree.first_child[above])
        sequence[node, actor] = first[above] + action * len(combos[actor])
    actors = tree.actor[order].astype(np.int64)
    nodes = np.column_stack(
        [actors, first[order], tree.num_actions[order], sequence[order, actors]]
    )
    lanes, factors, chunks = _lanes(spot, sequence)
    sizes = np.array([len(held) for held in combos])
    starts = np.cumsum([0, *(LANES * chunks[:, 0])])[:-1]
    touch_first, touching = _touching(combos)
    met = sorted(float(weights.sum()) for weights in spot.ranges)
    most = float(tree.spent.max()) + spot.pot
    arrays = k.RiverArrays(
        sizes=np.column_stack([sizes, starts, chunks, bounds[:-1], bounds[1:]]),
        nodes=np.ascontiguousarray(nodes),
        cards=_padded([combo_cards()[held].astype(np.int64) for held in combos]),
        groups=_groups([strength for _, strength in ranked]),
        same=_same(combos),
        touch_first=touch_first,
        touching=touching,
        lanes=lanes,
        factors=factors.ravel(),
        rounding=_ROUNDING * most * met[1] * met[2],
    )
    weights = tuple(spot.ranges[player][held] for player, held in enumerate(combos))
    rows = {node: row for row, node in enumerate(order.tolist())}
    return RiverLayout(tree, combos, weights, rows, size, tuple(roots), arrays)


def _ranked(spot: ThreeWaySpot) -> list[tuple[Ints, NDArray[np.int32]]]:
    """Return the combos of each range by strength, and their strengths."""
    ranked = []
    for weights in spot.ranges:
        held = np.flatnonzero(weights)
        board = np.broadcast_to(np.array(spot.board, np.uint8), (len(held), 5))
        strength = strengths(np.hstack([combo_cards()[held].astype(np.uint8), board]))
        order = np.argsort(strength, kind="stable")
        ranked.append((held[order], strength[order]))
    return ranked


def _groups(strength: list[NDArray[np.int32]]) -> Ints:
    every = np.unique(np.concatenate(strength))
    return np.column_stack([np.searchsorted(each, every, side="right") for each in strength])


def _padded(rows: list[Ints]) -> Ints:
    """Stack arrays of different lengths."""
    most = max(map(len, rows))
    padded = np.zeros((len(rows), most, *rows[0].shape[1:]), np.int64)
    for place, row in enumerate(rows):
        padded[place, : len(row)] = row
    return padded


def _places(combos: tuple[Ints, ...]) -> Ints:
    """Return the place of each combo in each player's list, that after the longest if absent."""
    places = np.full((NUM_PLAYERS, NUM_HOLDEM_COMBOS), max(map(len, combos)))
    for player, held in enumerate(combos):
        places[player, held] = np.arange(len(held))
    return places


def _others(player: int) -> tuple[int, int]:
    return (player + 1) % NUM_PLAYERS, (player + 2) % NUM_PLAYERS


def _same(combos: tuple[Ints, ...]) -> Ints:
    places = _places(combos)
    rows = [places[list(_others(player))][:, held].T for player, held in enumerate(combos)]
    return np.ascontiguousarray(_padded(rows).transpose(0, 2, 1))


def _touching(combos: tuple[Ints, ...]) -> tuple[Ints, Ints]:
    """Return the hands of the others with one card of each hand, by their other card."""
    cards, places = combo_cards().astype(np.int64), _places(combos)
    absent = max(map(len, combos))
    combo_of = np.zeros((52, 52), np.int64)
    combo_of[cards[:, 0], cards[:, 1]] = combo_of[cards[:, 1], cards[:, 0]] = np.arange(len(cards))
    firsts, rows, count = [], [], 0
    for player, held in enumerate(combos):
        first = [count]
        for low, high in cards[held].tolist():
            rest = np.array([card for card in range(52) if card not in (low, high)])
            columns = [rest]
            for other in _others(player):
                columns += [places[other, combo_of[rest, card]] for card in (low, high)]
            table = np.column_stack(columns)
            rows.append(table[(table[:, 1:] < absent).any(axis=1)])
            count += len(rows[-1])
            first.append(count)
        firsts.append(np.array(first))
    return _padded(firsts), np.concatenate(rows)


def _lanes(spot: ThreeWaySpot, sequence: Ints) -> tuple[Ints, Floats, Ints]:
    """Return the pots of all ends: lanes, their factors, and chunks of each player.

    A pot is won by the strongest of its contenders. The first pot of an end that a player contends
    for, or a lane of its own, also has what does not depend on hands: chips put in, and pots that
    nobody else contends for.
    """
    tree, game = spot.tree, spot.game
    ends = np.flatnonzero(tree.kind != DECISION).tolist()
    lanes, factors, chunks = [], [], []
    for player in range(NUM_PLAYERS):
        others = _others(player)
        found: tuple[list[list[float]], list[list[float]]] = ([], [])
        for end in ends:
            spent = tree.spent[end].tolist()
            pots = pots_of(game, spent, tree.folded[end].tolist())
            total = sum(pot.amount for pot in pots)
            kept = 1.0 - spot.rake.taken(total) / total
            back = sum(spent) + game.dead - total if spent[player] == max(spent) else 0
            sure = float(game.ante + back - spent[player])
            where = [sequence[end, player], *sequence[end, list(others)]]
            shared = []
            for pot in pots:
                chips = kept * pot.amount
                rivals = [float(other in pot.seats) for other in others]
                if pot.seats == (player,):
                    sure += chips
                elif player in pot.seats:
                    shared.append([*where, *rivals, chips, chips / 12 * all(rivals), 0.0])
            if shared:
                shared[0][-1] = sure
            else:
                found[1].append([*where, 0.0, 0.0, 0.0, 0.0, sure])
            found[0].extend(shared)
        empty = [0.0] * 8
        empty[:3] = sequence[0, [player, *others]].tolist()
        filled = [part + [empty] * (-len(part) % LANES) for part in found]
        table = np.array(filled[0] + filled[1])
        lanes.append(table[:, :3].astype(np.int64))
        factors.append(table[:, 3:])
        chunks.append([len(table) // LANES, len(filled[0]) // LANES])
    return np.concatenate(lanes), np.ascontiguousarray(np.concatenate(factors).T), np.array(chunks)
