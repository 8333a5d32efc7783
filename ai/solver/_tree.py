"""Betting trees of spots on plain integers, a hundred times as fast as the rulebook.

Stacks are equal, and only antes were put in, so few of the rulebook's rules apply;
``tests/ai/solver/test_tree.py`` compares the two node by node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.betting.sizes import SizeRules, Sizes, SpotError
from engine.game import NO_CAP, Game
from engine.player import Action, ActionKind
from engine.tree import DECISION, FOLD_END, SHOWDOWN_END, BettingTree

MAX_NODES = 500_000
"""Most nodes of a tree; building it takes a second, solving it gigabytes."""

_FOLD, _CALL, _RAISE = int(ActionKind.FOLD), int(ActionKind.CALL), int(ActionKind.RAISE)

Menus = tuple[tuple[Sizes, ...], tuple[Sizes, ...]]
"""Lists of sizes by player and street."""


class BetDecision(NamedTuple):
    """What bets and raises depend on; chips are street totals.

    Attributes:
        actor: player to act.
        street: of the spot, from 0.
        streets: streets left, this one included.
        own, faced: bets of the player and of the other.
        pot: chips in the pot after a call.
        least, most: legal bounds of a bet or raise.
        raises: bets and raises on this street so far.
        donk: whether a bet would be a donk bet.
    """

    actor: int
    street: int
    streets: int
    own: int
    faced: int
    pot: int
    least: int
    most: int
    raises: int
    donk: bool


class SpotMenus(NamedTuple):
    """The bets and raises considered in a spot.

    Attributes:
        bets, raises: sizes by player and street.
        donks: sizes of donk bets on each street after the first; None for those of ``bets``.
        rules: of all of them.
    """

    bets: Menus
    raises: Menus
    donks: tuple[Sizes, ...] | None
    rules: SizeRules

    def totals(self, at: BetDecision) -> list[int]:
        """Street totals considered at a decision, ascending."""
        sizes = (self.raises if at.faced else self.bets)[at.actor][at.street]
        if at.donk and self.donks is not None:
            sizes = self.donks[at.street - 1]
        if self.rules.max_raises is not None and at.raises > self.rules.max_raises:
            return []
        return self.rules.totals(sizes, at.faced, at.own, at.pot, at.least, at.most, at.streets)


class _TreeState(NamedTuple):
    """A decision or terminal; chips are counted over the whole hand."""

    kind: int
    street: int
    actor: int  # -1 at terminals
    spent: tuple[int, int]
    base: int  # chips of each at the start of the street
    step: int  # last bet or raise on this street
    raises: int  # bets and raises on this street
    folder: int = -1
    donk: bool = False  # whether player 0 begins a street into the last aggressor


class _Child(NamedTuple):
    """The node that an action leads to."""

    action: int
    raise_to: int  # street total, 0 for fold and call
    state: _TreeState


def _children(state: _TreeState, game: Game, menus: SpotMenus, made: int = 0) -> list[_Child]:
    """Return all actions of a decision, in betting-tree order.

    ``made`` is the street total of a raise that is included for any menus; 0 for none.
    """
    _, street, actor, spent, base, step, count, _, donk = state
    mine, theirs, stack = spent[actor], spent[1 - actor], game.stacks[0]
    children = []
    called = (theirs, theirs)
    if theirs > mine:
        end = _TreeState(FOLD_END, street, -1, spent, base, step, count, actor)
        children.append(_Child(_FOLD, 0, end))
    if theirs == mine and actor == 0:  # the first check of a street
        after = _TreeState(DECISION, street, 1, spent, base, step, count)
    elif theirs == stack or street + 1 == game.num_rounds:
        after = _TreeState(SHOWDOWN_END, street, -1, called, base, step, count)
    else:
        led = theirs > mine and actor == 0
        after = _TreeState(DECISION, street + 1, 0, called, theirs, 0, 0, donk=led)
    children.append(_Child(_CALL, 0, after))
    if theirs == stack:
        return children
    faced, most = theirs - base, stack - base
    least = min(faced + max(step, 1), most)
    if game.is_limit:
        if count == game.max_raises[street]:
            return children
        least = most = faced + game.raise_sizes[street]
    pot, left = game.dead + 2 * theirs, game.num_rounds - street
    here = BetDecision(actor, street, left, mine - base, faced, pot, least, most, count, donk)
    totals = menus.totals(here)
    if least <= made <= most:
        totals = sorted({*totals, made})
    if totals and count == NO_CAP:
        raise SpotError(
            "more than {no_cap} raises are possible on a street; give larger sizes",
            "raises",
            no_cap=NO_CAP,
        )
    for total in totals:
        chips = base + total
        put = (chips, theirs) if actor == 0 else (theirs, chips)
        after = _TreeState(DECISION, street, 1 - actor, put, base, total - faced, count + 1)
        children.append(_Child(_RAISE, total, after))
    return children


def build(game: Game, menus: SpotMenus, line: tuple[Action, ...] = ()) -> BettingTree:
    """The betting tree of a spot's game, equal to that of ``engine.tree.build_tree``.

    Args:
        menus: the bets and raises considered.
        line: betting from the root that must be in the tree, with any sizes.

    Raises:
        SpotError: if it has too many nodes, naming what to cut, or lacks the line.
    """
    made = list(line)
    played = 0  # the node where the rest of the line begins
    ante = game.blinds[0]
    states = [_TreeState(DECISION, 0, 0, (ante, ante), ante, 0, 0)]
    parent, action_kind, raise_to, first_child, num_actions = [-1], [-1], [0], [-1], [0]
    for node, state in enumerate(states):  # grows during the loop
        if state.kind != DECISION:
            continue
        on_line = bool(made) and node == played
        children = _children(state, game, menus, made[0].raise_to if on_line else 0)
        if on_line:
            action = made.pop(0)
            kinds = [(child.action, child.raise_to) for child in children]
            if (action.kind, action.raise_to) not in kinds:
                raise SpotError(
                    "the betting continues with {action}, which is impossible", action=action
                )
            played = len(states) + kinds.index((action.kind, action.raise_to))
        first_child[node], num_actions[node] = len(states), len(children)
        for child in children:
            states.append(child.state)
            parent.append(node)
            action_kind.append(child.action)
            raise_to.append(child.raise_to)
            first_child.append(-1)
            num_actions.append(0)
        if len(states) > MAX_NODES:
            raise SpotError(
                "the betting tree has more than {most:,} nodes; leave out bet or raise"
                " sizes, or use a smaller stack",
                most=MAX_NODES,
            )
    if made:
        raise SpotError("the betting continues with {made} after the hand is over", made=made[0])
    folder = np.array([state.folder for state in states])
    return BettingTree(
        game=game,
        kind=np.array([state.kind for state in states], np.int8),
        actor=np.array([state.actor for state in states], np.int8),
        street=np.array([state.street for state in states], np.int8),
        parent=np.array(parent, np.int32),
        first_child=np.array(first_child, np.int32),
        num_actions=np.array(num_actions, np.int8),
        action_kind=np.array(action_kind, np.int8),
        raise_to=np.array(raise_to, np.int64),
        spent=np.array([state.spent for state in states], np.int64),
        folded=folder[:, None] == np.arange(2),
    )
