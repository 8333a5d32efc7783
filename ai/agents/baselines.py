"""Engines that ignore cards: `random`, `call` and `raise`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from engine.agent import PolicyTable
from engine.combos import num_combos
from engine.errors import GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import (
    CALL,
    FOLD,
    Action,
    Legal,
    PublicState,
    SeatView,
    Strategy,
    raise_to,
    sample_action,
)
from engine.policy import MAX_NODES, blocked, node_block, node_offsets, one_row
from engine.tree import DECISION, build_tree
from engine.wording import Wording

MOST_LISTED = 256
"""Most raises that an answer of `random` lists one by one."""
_THINNED = 64


class CardlessAgent(RangeAgent):
    """An engine with the same row for every combo."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @abstractmethod
    def row(self, legal: Legal) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Actions and their probabilities (num_actions,) at a spot."""

    def note(self, legal: Legal) -> str:
        """Return the note of the answer at a spot."""
        return ""

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The same row for every unblocked combo."""
        game = spot.game
        actions, row = self.row(spot.legal)
        probabilities = np.tile(row, (num_combos(len(game.deck), game.num_hole), 1))
        probabilities[blocked(game, spot.board)] = 0.0
        return Strategy(actions, probabilities, note=self.note(spot.legal))

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row."""
        actions, row = self.row(view.spot.legal)
        return sample_action(Strategy(actions, row[None, :]), 0, rng)

    def table(self) -> PolicyTable | None:
        """The whole strategy, where the betting tree is small enough to enumerate."""
        return _table(type(self), self._game)


@lru_cache(maxsize=16)
def _table(kind: type[CardlessAgent], game: Game) -> PolicyTable | None:
    try:
        tree = build_tree(game, max_nodes=MAX_NODES)
    except GameError:
        return None
    agent, rows = kind(game), one_row(game)
    offsets, total = node_offsets(tree, rows.num_rows)
    probabilities = np.zeros(total)
    spots = {0: PublicState(game, (), ())}
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        spot, here = spots.pop(node), tree.actions_at(node)
        block = node_block(probabilities, tree, offsets, rows.num_rows, node)
        for action, probability in zip(*agent.row(spot.legal), strict=True):
            block[0, here.index(action)] = probability
        for child, action in enumerate(here, start=int(tree.first_child[node])):
            if tree.kind[child] == DECISION:
                spots[child] = spot.after(action)
    return PolicyTable(tree, rows, offsets, probabilities)


class RandomAgent(CardlessAgent):
    """An engine uniform over fold, call and raise, which never folds when checking is free.

    A raise is uniform over the legal integers. ``act`` always samples from all of them. Up to
    ``MOST_LISTED`` the answer lists them too, and ``act`` samples just that row; beyond, the answer
    shows ``_THINNED`` evenly spaced amounts of equal probability in their place, with a note.
    """

    name = "random"

    def row(self, legal: Legal) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """The legal kinds with equal probability, the raise spread over its amounts."""
        kinds = _kinds(legal)
        amounts: Sequence[int] = ()
        if legal.max_raise:
            amounts = range(legal.min_raise, legal.max_raise + 1)
        if len(amounts) > MOST_LISTED:
            amounts = np.rint(np.linspace(amounts[0], amounts[-1], _THINNED)).astype(int).tolist()
        passive = kinds[: -1 if amounts else None]
        share = 1.0 / len(kinds)
        row = np.full(len(passive) + len(amounts), share)
        if amounts:
            row[len(passive) :] /= len(amounts)
        return (*passive, *(raise_to(amount) for amount in amounts)), row

    def note(self, legal: Legal) -> str:
        """Return a note if the strategy does not list all raises."""
        count = legal.max_raise - legal.min_raise + 1
        if count <= MOST_LISTED:
            return ""
        return str(Wording("{shown} of {count:,} raise amounts shown", shown=_THINNED, count=count))

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample a kind, and a raise amount from all legal integers."""
        legal = view.spot.legal
        if legal.max_raise - legal.min_raise < MOST_LISTED:
            return super().act(view, rng, control)
        kinds = _kinds(legal)
        action = kinds[int(rng.integers(len(kinds)))]
        if action is not kinds[-1]:
            return action
        return raise_to(int(rng.integers(legal.min_raise, legal.max_raise + 1)))


def _kinds(legal: Legal) -> list[Action]:
    """One action of each legal kind, a raise last if there is one."""
    kinds = [FOLD, CALL] if legal.fold else [CALL]
    return [*kinds, raise_to(legal.min_raise)] if legal.max_raise else kinds


class CallAgent(CardlessAgent):
    """An engine that always checks and calls."""

    name = "call"

    def row(self, legal: Legal) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Call."""
        return (CALL,), np.ones(1)


class RaiseAgent(CardlessAgent):
    """An engine that makes the minimum raise whenever legal, else calls."""

    name = "raise"

    def row(self, legal: Legal) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Min-raise, or call."""
        action = raise_to(legal.min_raise) if legal.max_raise else CALL
        return (action,), np.ones(1)
