"""Cached betting lines of local best response, shared by all deals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ai.lbr.menu import Moves
from engine.game import Game
from engine.player import Action, PublicState, raise_to
from engine.tree import BettingTree


class Place:
    """A betting line, independent of boards, with cached facts.

    Attributes:
        spot: the public state without its board.
        tree: the betting tree of the target's table, if it has one.
        node: the node of ``tree`` after the line, -1 if it has none.
        to_act: position to act, -1 where the betting is over.
        street: betting round, from 0.
        finished: whether the betting is over.
        showdown: whether it is over and cards are compared.
        pot: chips in the pot.
        spent: chips that each position has put in.
        matched: chips that both have put in, without uncalled ones.
        first_raises: the first raise of a seat, in words, computed when first needed.
    """

    def __init__(self, spot: PublicState, tree: BettingTree | None, node: int) -> None:
        self.spot = spot
        self.tree = tree
        self.node = node
        self.to_act = spot.to_act
        self.street = spot.street
        self.finished = spot.finished
        self.showdown = spot.showdown
        self.pot = spot.pot
        self.spent = (spot.spent(0), spot.spent(1))
        self.matched = min(self.spent)
        self.first_raises: dict[int, str] = {}
        self._following: dict[Action, Place] = {}
        self._asked: Sequence[Action] = ()
        self._children: list[Place] = []

    @staticmethod
    def start(game: Game, tree: BettingTree | None) -> Place:
        """The line without an action."""
        return Place(PublicState(game, (), ()), tree, -1 if tree is None else 0)

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Actions of the tree's node; none where it has none."""
        return () if self.tree is None or self.node < 0 else self.tree.actions_at(self.node)

    def after(self, action: Action) -> Place:
        """The line with one more action."""
        found = self._following.get(action)
        if found is None:
            node = -1
            if self.tree is not None and action in self.actions:
                node = int(self.tree.first_child[self.node]) + self.actions.index(action)
            found = self._following[action] = Place(self.spot.after(action), self.tree, node)
        return found

    def children(self, actions: Sequence[Action]) -> list[Place]:
        """Return the lines after each of some actions; fast when repeated."""
        if actions is not self._asked:
            self._children = [self.after(action) for action in actions]
            self._asked = actions
        return self._children

    def count(self) -> int:
        """Return the number of lines cached from here on."""
        return 1 + sum(place.count() for place in self._following.values())

    @cached_property
    def fold(self) -> bool:
        """True if there is a bet to fold to."""
        return self.spot.legal.fold

    @cached_property
    def called(self) -> int:
        """The chips that both have put in once the player to act calls."""
        own, other = self.spent[self.to_act], self.spent[1 - self.to_act]
        return min(own + self.spot.legal.call, other)

    def candidates(self, moves: Moves) -> list[tuple[Action, int]]:
        """Return raises to consider, and chips that both have put in once they are called."""
        found = []
        for amount in moves.raises(self.spot):
            raised = self.after(raise_to(amount)).spent[self.to_act]
            matched = min(raised, self.spot.game.stacks[1 - self.to_act])
            found.append((raise_to(amount), matched))
        return found
