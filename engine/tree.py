"""Betting trees of games as flat arrays, and their perft counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine import _tree
from engine import rules as rulebook
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, ActionKind, Legal, PublicState
from engine.rules import PotBets

DECISION, FOLD_END, SHOWDOWN_END = _tree.DECISION, _tree.FOLD_END, _tree.SHOWDOWN_END

BetMenu = Callable[[PublicState], Sequence[int]]
"""Raises (street totals in chips) that a menu allows at a spot; illegal ones are an error."""

_MAX_NODES = 40_000_000
_NODES_A_CALL = 500_000
"""Nodes counted in one call, some 20 ms."""


def all_raises(spot: PublicState) -> Sequence[int]:
    """The menu with every legal raise."""
    legal: Legal = spot.legal
    if not legal.max_raise:
        return ()
    return range(legal.min_raise, legal.max_raise + 1)


@dataclass(frozen=True)
class BettingTree:
    """A betting tree as flat arrays, independent of cards.

    Node 0 is the first decision. Parents precede their children, the children of a node are
    contiguous and in the order fold, call, raises ascending.

    Attributes:
        game: the game.
        kind: (nodes,) int8: DECISION, FOLD_END or SHOWDOWN_END.
        actor: (nodes,) int8: seat to act, -1 at terminals.
        street: (nodes,) int8: betting round; at terminals the round in which betting ended.
        parent: (nodes,) int32, -1 at the root.
        first_child: (nodes,) int32, -1 at terminals.
        num_actions: (nodes,) int8.
        action_kind: (nodes,) int8: ActionKind that leads here, -1 at the root.
        raise_to: (nodes,) int64: street total in chips of the raise that leads here, else 0.
        spent: (nodes, players) int64: chips put in over the whole hand.
        folded: (nodes, players) bool.
    """

    game: Game
    kind: NDArray[np.int8]
    actor: NDArray[np.int8]
    street: NDArray[np.int8]
    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    num_actions: NDArray[np.int8]
    action_kind: NDArray[np.int8]
    raise_to: NDArray[np.int64]
    spent: NDArray[np.int64]
    folded: NDArray[np.bool_]

    @property
    def num_nodes(self) -> int:
        """Number of nodes, including terminals."""
        return len(self.kind)

    @cached_property
    def known_lines(self) -> dict[int, tuple[Action, ...]]:
        """Cache of lines by node, so that a line is the same object every time.

        Lines can then be looked up by object id, without hashing.
        """
        return {}

    def actions_at(self, node: int) -> tuple[Action, ...]:
        """Actions of a decision node, in the order of its children."""
        first = int(self.first_child[node])
        return tuple(
            Action(ActionKind(int(self.action_kind[child])), int(self.raise_to[child]))
            for child in range(first, first + int(self.num_actions[node]))
        )

    def line_to(self, node: int) -> tuple[Action, ...]:
        """Actions from the root to a node."""
        actions: list[Action] = []
        while self.parent[node] >= 0:
            kind, amount = int(self.action_kind[node]), int(self.raise_to[node])
            actions.append(Action(ActionKind(kind), amount))
            node = int(self.parent[node])
        return tuple(reversed(actions))

    def same_as(self, other: BettingTree) -> bool:
        """Return whether another tree has the same game and the same betting lines."""
        return self is other or (
            self.game == other.game
            and np.array_equal(self.first_child, other.first_child)
            and np.array_equal(self.action_kind, other.action_kind)
            and np.array_equal(self.raise_to, other.raise_to)
        )

    def find(self, actions: Sequence[Action]) -> int:
        """Node after a betting line, -1 if it is not in the tree."""
        node = 0
        for action in actions:
            if self.kind[node] != DECISION or action not in (here := self.actions_at(node)):
                return -1
            node = int(self.first_child[node]) + here.index(action)
        return node


def build_tree(game: Game, menu: BetMenu = all_raises, max_nodes: int = _MAX_NODES) -> BettingTree:
    """The betting tree of a game with a menu of raises.

    Raises:
        GameError: if it has more than ``max_nodes`` nodes.
        IllegalActionError: if the menu offers an illegal raise.
    """
    # Counting in a kernel separates a hopeless tree from a small one in milliseconds.
    counted = menu is all_raises and not game.is_limit
    if counted and _count(game, max_nodes, JobControl()) is None:
        raise GameError("the betting tree has more than {most:,} nodes", most=max_nodes)
    spots: list[PublicState] = [PublicState(game, (), ())]
    parent, action_kind, raise_to, first_child, num_actions = [-1], [-1], [0], [-1], [0]
    node = 0
    while node < len(spots):
        spot = spots[node]
        if not spot.finished:
            first_child[node] = len(spots)
            legal = spot.legal
            actions = [Action(ActionKind.FOLD)] if legal.fold else []
            actions.append(Action(ActionKind.CALL))
            actions += [Action(ActionKind.RAISE, int(to)) for to in sorted(set(menu(spot)))]
            if len(actions) > np.iinfo(np.int8).max:
                raise GameError("the betting tree has a decision with more than 127 actions")
            num_actions[node] = len(actions)
            for action in actions:
                spots.append(spot.after(action))
                parent.append(node)
                action_kind.append(int(action.kind))
                raise_to.append(action.raise_to)
                first_child.append(-1)
                num_actions.append(0)
            if len(spots) > max_nodes:
                raise GameError("the betting tree has more than {most:,} nodes", most=max_nodes)
        node += 1
    return _tree_of(
        game,
        np.array([spot.betting for spot in spots]),
        np.array(parent, np.int32),
        np.array(action_kind, np.int8),
        np.array(raise_to, np.int64),
        np.array(first_child, np.int32),
        np.array(num_actions, np.int8),
    )


def grow_tree(game: Game, bets: PotBets, max_nodes: int) -> BettingTree:
    """The betting tree with pot-fraction bet sizes; 60,000 nodes in some 10 ms.

    A fraction of the pot after calling, rounded to the nearest chip, halves up, is added to the bet
    faced; sizes below the minimum raise become that, and those that put in ``bets.threshold`` of
    the stack or more become all-in. With its menu ``build_tree`` makes the same tree.

    Args:
        game: the game.
        bets: sizes by street, and by bets and raises on it so far; the last apply from there on.
        max_nodes: most nodes.

    Raises:
        GameError: if it has more than ``max_nodes`` nodes.
    """
    room = 2**14
    tree = _growth(room)
    rulebook.start(game.rules, tree.states[0])
    tree.place[1] = 1
    while True:
        _tree.grow(game.rules, bets, tree)
        node, count = tree.place.tolist()
        if count > max_nodes:
            raise GameError("the betting tree has more than {most:,} nodes", most=max_nodes)
        if node == count:
            break
        room *= 2
        larger = _growth(room)
        for name in _tree.Growth._fields:
            old = getattr(tree, name)
            getattr(larger, name)[: len(old)] = old
        tree = larger
    return _tree_of(
        game,
        tree.states[:count].copy(),
        tree.parent[:count].copy(),
        tree.action_kind[:count].copy(),
        tree.raise_to[:count].copy(),
        tree.first_child[:count].copy(),
        tree.num_actions[:count].copy(),
    )


def _growth(room: int) -> _tree.Growth:
    return _tree.Growth(
        states=np.zeros((room, rulebook.STATE_SIZE), np.int64),
        parent=np.full(room, -1, np.int32),
        action_kind=np.full(room, -1, np.int8),
        raise_to=np.zeros(room, np.int64),
        first_child=np.full(room, -1, np.int32),
        num_actions=np.zeros(room, np.int8),
        place=np.zeros(2, np.int64),
    )


def _tree_of(
    game: Game,
    states: NDArray[np.int64],
    parent: NDArray[np.int32],
    action_kind: NDArray[np.int8],
    raise_to: NDArray[np.int64],
    first_child: NDArray[np.int32],
    num_actions: NDArray[np.int8],
) -> BettingTree:
    """Build a tree from rulebook states and links of its nodes."""
    players = game.num_players
    status = states[:, rulebook.STATUS]
    seats = np.arange(players)
    return BettingTree(
        game=game,
        kind=status.astype(np.int8),
        actor=states[:, rulebook.TO_ACT].astype(np.int8),
        street=states[:, rulebook.STREET].astype(np.int8),
        parent=parent,
        first_child=first_child,
        num_actions=num_actions,
        action_kind=action_kind,
        raise_to=raise_to,
        spent=states[:, rulebook.SPENT : rulebook.SPENT + players],
        folded=((states[:, rulebook.FOLDED, None] >> seats) & 1).astype(np.bool_),
    )


@dataclass(frozen=True)
class TreeCounts:
    """Perft counts of a betting tree.

    Attributes:
        decision_nodes: decisions in each round.
        folds: betting sequences that end in a fold.
        showdowns: betting sequences that end in a showdown.
    """

    decision_nodes: tuple[int, ...]
    folds: int
    showdowns: int


def _count(game: Game, limit: int, control: JobControl) -> NDArray[np.int64] | None:
    """Perft counts (MAX_ROUNDS + 2,): decisions by round, folds, showdowns.

    None if the tree has more than ``limit`` nodes.
    """
    counts, walk = np.zeros(rulebook.MAX_ROUNDS + 2, np.int64), _tree.new_walk(game.rules)
    total = 0
    while walk.place[0] >= 0:
        control.check()
        visited = _tree.count(game.rules, walk, counts, _NODES_A_CALL)
        total += visited
        if visited < 0 or total > limit:
            return None
        control.progress(total / limit)
    return counts


def count_tree(
    game: Game, limit: int = 200_000_000, control: JobControl | None = None
) -> TreeCounts:
    """Count the unabstracted betting tree of a game.

    Args:
        game: the game.
        limit: maximum nodes to count; the default takes some ten seconds.
        control: progress and cancellation.

    Raises:
        GameError: if it has more than ``limit`` nodes, with an estimate of its size.
        CancelledError: if cancelled.
    """
    estimate = _tree.estimate(game.rules, 20_000, 1)
    if estimate <= limit:
        counts = _count(game, limit, control or JobControl())
        if counts is not None:
            rounds, (folds, showdowns) = counts[: game.num_rounds], counts[rulebook.MAX_ROUNDS :]
            return TreeCounts(tuple(rounds.tolist()), int(folds), int(showdowns))
    raise GameError(
        "the betting tree of {name} is too large to count: about {estimate:.0e} nodes or more;"
        " give smaller stacks",
        name=game.name,
        estimate=max(estimate, limit),
    )
