"""The blueprint engine: a full-range strategy on any legal line of its game.

On a line of its tree the answer is the table's. Any other line is mapped to several weighted lines
of the tree (``ai/betting/translation.py``); the answer is their mixture. The weight of a line
for a combo is its weight times the combo's own reach there: a single strategy that first samples
the lines to which raises are mapped, and then plays those. Raises are the menu's at the real pot,
in real chips; no others are made. Where all-in has ended every abstract line, the blueprint checks
and calls. A full-range answer marks combos whose row had little training, where known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.betting.translation import CALLED, Raises, Translation, Translator
from ai.blueprint._continuation import onward_worths
from ai.blueprint.blueprint import Blueprint
from ai.files.quantised import LEAST_SHARE, decoded
from ai.files.strategy import StrategyInfo
from ai.reading.capabilities import Capabilities
from ai.reading.noise import Noise, measured_noise
from ai.reading.reach import Weights
from engine.agent import PolicyTable
from engine.cards import NUM_CARDS, Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import ALL_COMBOS, rank_combos
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, SeatView, Strategy, raise_to
from engine.policy import blocked
from engine.wording import Wording

Floats = NDArray[np.float64]
_SURE = 0.5
"""EV of a call, in units of its price, from which on every hand that folds to a larger raise calls.
A smaller EV could be lost against the range of those who choose this size."""
Rows = Callable[[int], NDArray[np.int32]]
"""Row of each combo asked about, on a street; -1 where the board blocks it."""

_LEAST_REACH = 1e-30
_NOTHING = 1e-7
"""Fraction of the heaviest hand's reach below which hands are pruned."""
FIRST_CARDS = 4
"""Number of board cards from which on EVs of one hand are fast enough."""
_LAST_COMBO = np.array([NUM_HOLDEM_COMBOS - 1])
ON_TREE, TRANSLATED = "blueprint", "translated"
"""Notes on the source of answers."""


class BlueprintAgent(Capabilities, RowAgent):
    """An engine that plays a blueprint."""

    def __init__(self, name: str, blueprint: Blueprint) -> None:
        self.name = name
        self.blueprint = blueprint
        self._translator = Translator(blueprint.menu, blueprint.tree)
        for street, size in enumerate(blueprint.game.board_sizes):
            # Compile kernels now, not in the middle of a hand.
            blueprint.cards.rows_of(street, np.arange(size, dtype=np.uint8)[None], _LAST_COMBO)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act, with values where stored.

        Raises EngineError if the spot has other rules, or no player is to act.
        """
        cards, sizes = self.blueprint.cards, spot.game.board_sizes
        translation = self._translate(spot)

        def rows(street: int) -> NDArray[np.int32]:
            return cards.rows_on(spot.board[: sizes[street]])

        if not translation.exact:
            return self._mixture(spot, translation, rows).answer(whole=True)
        here, node = rows(spot.street), translation.lines[0][0]
        values, rare = _stored_values(self.blueprint, node, here), _rare(self.blueprint, node, here)
        return replace(self._on_tree(node, here), values=values, rare=rare)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row, without values."""
        spot, translation = view.spot, self._translate(view.spot)
        rows = self._rows_of(spot, view.hole)
        if not translation.exact:
            return self._mixture(spot, translation, rows).answer(whole=False)
        return self._on_tree(translation.lines[0][0], rows(spot.street))

    def hand_evs(self, spot: PublicState, hole: tuple[Card, ...], rival: Floats) -> Floats | None:
        """Return the exact EV of each action of its answer for one hand; None before the turn.

        Args:
            rival: (1326,) reach of the opponent's hands.
        """
        translation = self._translate(spot)
        if len(spot.board) < FIRST_CARDS or not translation.lines:
            return None

        def evs(node: int) -> Floats:
            return onward_evs(self.blueprint, node, spot.board, hole, rival)

        if translation.exact:
            return evs(translation.lines[0][0])
        return self._mixture(spot, translation, self._rows_of(spot, hole)).hand_evs(evs)

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the actions of its menu to which a raise is mapped, with probabilities."""
        raises = self._translator.raises(spot)
        if not raises.totals or not action.raise_to:
            return ()
        shares = raises.shares(action.raise_to)
        return tuple(
            (CALL if place == CALLED else raise_to(raises.totals[place]), share)
            for place, share in shares
        )

    def noise(self, spot: PublicState, action: Action, control: JobControl | None = None) -> Noise:
        """Return the measured error of its EVs at such decisions."""
        totals, raised = self._translator.raises(spot).totals, action.raise_to
        translated = not self._translate(spot).exact or bool(raised and raised not in totals)
        return measured_noise(self.name, spot, translated)

    def untrained(self, spot: PublicState, answer: Strategy, ranges: Floats) -> NDArray[np.bool_]:
        """Return a mask of actions to which the opponent's replies had little training.

        These are the actions that its own range takes too rarely, and those answered by low-visit
        rows for most of the opponent's range.
        """
        untrained = np.zeros(len(answer.actions), np.bool_)
        own, other = ranges[spot.to_act], ranges[1 - spot.to_act]
        shares = own @ answer.probabilities / max(float(own.sum()), _LEAST_REACH)
        lines = self._translate(spot).lines
        rows = self.blueprint.cards.rows_on(spot.board)
        for place, action in enumerate(answer.actions):
            after = spot.after(action)
            if after.finished or after.street > spot.street:
                continue  # no reply on this street
            untrained[place] = shares[place] < LEAST_SHARE
            child = self._translator.child(lines[0][0], action) if lines else -1
            rare = None if child < 0 else _rare(self.blueprint, child, rows)
            if rare is not None and other.sum() > 0.0:
                untrained[place] |= bool(other @ rare > 0.5 * other.sum())
        return untrained

    def record(self) -> StrategyInfo:
        """The record of the blueprint's file."""
        return self.blueprint.info

    def table(self) -> PolicyTable:
        """The whole strategy, cached by the engine."""
        return self._table

    @cached_property
    def _table(self) -> PolicyTable:
        return self.blueprint.table

    def _translate(self, spot: PublicState) -> Translation:
        if spot.game != self.blueprint.game:
            raise EngineError(
                "'{name}' was made for rules other than {title}'s",
                name=self.name,
                title=Wording(spot.game.title),
            )
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        return self._translator.translate(spot)

    def _on_tree(self, node: int, rows: NDArray[np.int32]) -> Strategy:
        block = self.blueprint.block(node)
        answer = _at(decoded(block[rows]), rows)
        return Strategy(self.blueprint.tree.actions_at(node), answer, note=ON_TREE)

    def _rows_of(self, spot: PublicState, hole: tuple[Card, ...]) -> Rows:
        """Return the rows of one combo."""
        board, sizes = np.array([spot.board], np.uint8), spot.game.board_sizes
        combo = np.array([combo_index(hole, spot.game.deck)], np.int64)
        return lambda street: self.blueprint.cards.rows_of(street, board[:, : sizes[street]], combo)

    def _mixture(self, spot: PublicState, translation: Translation, rows: Rows) -> _Mixture:
        return _Mixture(self.blueprint, spot, translation, self._translator.raises(spot), rows)


def _at(numbers: Floats, rows: NDArray[np.int32]) -> Floats:
    """Return per-combo probabilities (combos, actions), 0 where the board blocks the combo."""
    numbers[rows < 0] = 0.0
    return numbers


def _stored_values(blueprint: Blueprint, node: int, rows: NDArray[np.int32]) -> Floats | None:
    """EVs from here on (combos, actions), None where no values are stored."""
    block = blueprint.value_block(node)
    if block is None:
        return None
    return _at(block[rows].astype(np.float64) * blueprint.game.big_blind, rows)


def _rare(blueprint: Blueprint, node: int, rows: NDArray[np.int32]) -> NDArray[np.bool_] | None:
    """Return a mask of combos whose row had little training, None where unknown."""
    rare = blueprint.rare_rows(node)
    return None if rare is None else rare[rows] & (rows >= 0)


class _Mixture:
    """The strategy at a real decision, mixed from several abstract ones.

    Args:
        translation: of it to the abstract game.
        raises: the menu's at the real decision.
        rows: of the combos asked about.
    """

    def __init__(
        self,
        blueprint: Blueprint,
        spot: PublicState,
        translation: Translation,
        raises: Raises,
        rows: Rows,
    ) -> None:
        self._blueprint = blueprint
        self._spot = spot
        self._translation = translation
        self._raises = raises
        self._rows = {street: rows(street) for street in range(spot.street + 1)}
        self._reaches: dict[int, Floats] = {}
        passive = [FOLD, CALL] if spot.legal.fold else [CALL]
        self._actions = (*passive, *map(raise_to, raises.totals))
        self._call = len(passive) - 1

    def answer(self, whole: bool) -> Strategy:
        """Mix the lines by weight and the player's reach.

        Args:
            whole: whether to include values and marks of rows with little training.
        """
        here, lines = self._rows[self._spot.street], self._translation.lines
        if not lines:
            only_call = np.zeros((len(here), len(self._actions)))
            only_call[here >= 0, self._call] = 1.0
            return Strategy(self._actions, only_call, note=TRANSLATED)
        parts = self._parts()
        chances = [self._line(node) for node, _ in lines]
        probabilities = _weighted(parts, chances)
        if self._translation.called:
            called = self._called()
            probabilities *= 1.0 - called
            probabilities[here >= 0, self._call] += called[here >= 0, 0]
        values = rare = None
        if whole and self._blueprint.value_block(lines[0][0]) is not None:
            worth = [self._line_values(node) for node, _ in lines]
            values = _weighted(parts, [each for each in worth if each is not None])
        marks = [_rare(self._blueprint, node, here) for node, _ in lines if whole]
        known = [mark[:, None].astype(np.float64) for mark in marks if mark is not None]
        if known:
            rare = _weighted(parts, known)[:, 0] >= 0.5
        return Strategy(self._actions, probabilities, values, note=TRANSLATED, rare=rare)

    def hand_evs(self, evs: Callable[[int], Floats]) -> Floats:
        """Mix the EVs of the lines for the one combo asked about: (actions,).

        Args:
            evs: EV after each action of a node, in chips of the blueprint's own pot.
        """
        lines = self._translation.lines
        worth = [self._real_values(node, evs(node)[None]) for node, _ in lines]
        mixed: Floats = _weighted(self._parts(), worth)[0]
        return mixed

    def _parts(self) -> list[Floats]:
        """Return the weight of each line for each combo: (combos, 1)."""
        lines = self._translation.lines
        counts = [weight * self._reach(node) for node, weight in lines]
        total = sum(counts[1:], counts[0])
        # A combo that never reaches this spot gets the lines' own weights.
        never = total == 0.0
        whole = sum(weight for _, weight in lines)
        return [
            np.where(never, weight / whole, count / np.where(never, 1.0, total))[:, None]
            for count, (_, weight) in zip(counts, lines, strict=True)
        ]

    def _called(self) -> Floats:
        """Return the probability that each combo faces a bet mapped to a call: (combos, 1)."""
        lines, called = (
            sum(weight * self._reach(node) for node, weight in each)
            for each in (self._translation.lines, self._translation.called)
        )
        total = lines + called
        never = total == 0.0
        share = sum(weight for _, weight in self._translation.called)
        chance: Floats = np.where(never, share, called / np.where(never, 1.0, total))[:, None]
        return chance

    def _reach(self, node: int) -> Floats:
        """Return each combo's own reach of a node: (combos,)."""
        reach = self._reaches.get(node)
        if reach is None:
            tree = self._blueprint.tree
            parent = int(tree.parent[node])
            if parent < 0:
                reach = np.ones(len(self._rows[0]))
            else:
                reach = self._reach(parent)
                if tree.actor[parent] == self._spot.to_act:
                    rows = self._rows[int(tree.street[parent])]
                    place = node - int(tree.first_child[parent])
                    reach = reach * decoded(self._blueprint.block(parent)[rows, place])
            self._reaches[node] = reach
        return reach

    def _line(self, node: int) -> Floats:
        """Probabilities (combos, actions) of one line, for the real actions."""
        rows = self._rows[self._spot.street]
        _, places = self._raises.joined(node)
        block = _at(decoded(self._blueprint.block(node)[rows]), rows)
        # Both have a bet to fold to, or neither: up to the call the columns are the same. A raise
        # that is illegal here is a call.
        passive = self._call + 1
        chances = np.zeros((len(rows), len(self._actions)))
        chances[:, :passive] = block[:, :passive]
        if self._call and self._spot.street == 0 and self._cheaper(node):
            self._call_where_it_pays(chances, node)
        for raised in range(block.shape[1] - passive):
            column = passive + places[raised] if places else self._call
            chances[:, column] += block[:, passive + raised]
        return chances

    def _cheaper(self, node: int) -> bool:
        """Return whether a call is a smaller fraction of the real pot than of a node's."""
        (real, pot), (paid, whole) = self._price, self._price_at(node)
        return real * whole < paid * pot

    def _call_where_it_pays(self, chances: Floats, node: int) -> None:
        """Turn folds of one line into calls, in place, where its values beat the real pot odds."""
        values = self._line_values(node)
        if values is not None:
            sure = _SURE * self._spot.legal.call
            pays = np.clip(values[:, self._call] / sure, 0.0, 1.0) * chances[:, 0]
            chances[:, self._call] += pays
            chances[:, 0] -= pays

    def _line_values(self, node: int) -> Floats | None:
        """Values (combos, actions) of one line in chips of the real pot, for the real actions."""
        values = _stored_values(self._blueprint, node, self._rows[self._spot.street])
        return None if values is None else self._real_values(node, values)

    def _real_values(self, node: int, values: Floats) -> Floats:
        """Values (combos, actions) at a node in chips of the real pot, for the real actions.

        A hand gets the same fraction of the pot after a call, and pays the real price.
        """
        children, _ = self._raises.joined(node)
        first, call = int(self._blueprint.tree.first_child[node]), self._call
        # Where the abstract game has no raise, all chips are in: a raise has the EV of a call.
        raised = [child - first for child in children] or [call] * len(self._raises.totals)
        (real, pot), (paid, whole) = self._price, self._price_at(node)
        worth = (values[:, [call, *raised]] + paid) * (pot / whole) - real
        return np.hstack([values[:, :call], worth])

    @property
    def _price(self) -> tuple[int, int]:
        """The chips of a call here, and the pot after it."""
        call = self._spot.legal.call
        return call, self._spot.pot + call

    def _price_at(self, node: int) -> tuple[int, int]:
        """The chips of a call at a node, and the pot after it."""
        spent = self._blueprint.tree.spent[node].tolist()
        return abs(spent[0] - spent[1]), self._blueprint.game.opening_pot + 2 * max(spent)


def _weighted(parts: list[Floats], chances: list[Floats]) -> Floats:
    """Sum of arrays (combos, actions), each weighted by (combos, 1).

    Added one by one, so that a single combo's sum has the same bits as in the full range.
    """
    total = np.zeros_like(chances[0])
    for part, each in zip(parts, chances, strict=True):
        total += part * each
    return total


def onward_evs(
    blueprint: Blueprint, node: int, board: tuple[Card, ...], hole: tuple[Card, ...], rival: Weights
) -> NDArray[np.float64]:
    """Return the EV of each action at a decision for one hand, in chips from here on.

    Args:
        blueprint: of heads-up hold'em; both players follow it.
        node: the decision in its tree.
        board: four or five cards, as dealt.
        hole: the hand to act.
        rival: (1326,) reach of the opponent's hands.

    Returns:
        (actions,) float64, NaN where the opponent's reach is 0.
    """
    tree, cards = blueprint.tree, blueprint.cards
    game = blueprint.game
    live = np.where(blocked(game, (*board, *hole)), 0.0, rival)
    held = np.flatnonzero(live > _NOTHING * live.max())
    combo, worths = combo_index(hole, game.deck), np.empty(int(tree.num_actions[node]))
    here = cards.rows_on(board)
    rivers: list[tuple[Card, ...]] = []
    if len(board) == FIRST_CARDS:
        taken = {*board, *hole}
        rivers = [(*board, card) for card in range(NUM_CARDS) if card not in taken]
    later = [cards.rows_on(one) for one in rivers]
    ahead = np.stack([_ahead(one, combo, held) for one in rivers or [board]])
    onward_worths(
        blueprint.columns, blueprint.offsets, blueprint.probabilities, float(game.opening_pot),
        node, int(here[combo]), here[held], np.array([rows[combo] for rows in later], np.int32),
        np.array([rows[held] for rows in later], np.int32).reshape(len(rivers), len(held)), ahead,
        live[held], worths,
    )  # fmt: skip
    evs: NDArray[np.float64] = worths + float(tree.spent[node, tree.actor[node]])
    return evs


def _ahead(board: tuple[Card, ...], combo: int, held: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return 1 where a combo wins on a complete board, 0.5 where it ties, else 0."""
    strengths = np.zeros(NUM_HOLDEM_COMBOS, np.int32)
    rank_combos(np.array(board, np.uint8), ALL_COMBOS, strengths, np.empty_like(ALL_COMBOS))
    compared: NDArray[np.float64] = (np.sign(strengths[combo] - strengths[held]) + 1.0) / 2.0
    return compared
