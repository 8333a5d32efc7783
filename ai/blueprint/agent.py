"""The engine of a blueprint: an answer to any legal line of its game, for the whole range.

On a line of its tree the answer is the table's. Any other line stands for several of the tree,
each with a weight (``ai/abstraction/translation.py``); the answer is their mixture. How much a line
counts for a combo is its weight times the combo's own reach there: then the whole is one strategy
that first draws which lines raises are taken for, and plays on as that one. Raises are those that
the menu has at the real pot, in real chips; no other is ever made. Where all-in has ended every
abstract line, all chips are in as far as the blueprint knows: it checks and calls.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.translation import Translation, Translator
from ai.base import RangeAgent
from ai.blueprint.blueprint import ONE, Blueprint, decoded
from engine.combos import combo_index
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import (
    CALL,
    FOLD,
    Action,
    ActionKind,
    PolicyTable,
    PublicState,
    SeatView,
    Strategy,
    raise_to,
    sample_action,
)

Floats = NDArray[np.float64]
Rows = Callable[[int], NDArray[np.int32]]
"""Row of each combo asked about, on a street; -1 where the board blocks it."""

ON_TREE, TRANSLATED = "blueprint", "translated"
"""What answers say of themselves."""


class BlueprintAgent(RangeAgent):
    """Plays a blueprint.

    Args:
        name: what commands call it.
        blueprint: its strategy.
    """

    def __init__(self, name: str, blueprint: Blueprint) -> None:
        self.name = name
        self.blueprint = blueprint
        self._translator = Translator(blueprint.menu, blueprint.tree)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The answer for every combo of the player to act, with values where they are kept.

        Raises:
            EngineError: if it is a spot of other rules, or nobody is to act.
        """
        cards, sizes = self.blueprint.cards, spot.game.board_sizes
        found = self._translate(spot)
        return self._answer(spot, found, lambda street: cards.rows_on(spot.board[: sizes[street]]))

    def act(self, view: SeatView, rng: np.random.Generator) -> Action:
        """Draw from the own combo's row, computed alone: the same bits as ``strategy``'s.

        Raises:
            EngineError: if it is a spot of other rules, or nobody is to act.
        """
        return sample_action(self.row(view), 0, rng)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row.

        Raises:
            EngineError: if it is a spot of other rules, or nobody is to act.
        """
        spot, cards = view.spot, self.blueprint.cards
        combo = np.array([combo_index(view.hole, spot.game.deck)], np.int64)
        board, sizes = np.array([spot.board], np.uint8), spot.game.board_sizes
        return self._answer(
            spot,
            self._translate(spot),
            lambda street: cards.rows_of(street, board[:, : sizes[street]], combo),
        )

    def table(self) -> PolicyTable:
        """The whole strategy."""
        return self.blueprint.table

    def _translate(self, spot: PublicState) -> Translation:
        if spot.game != self.blueprint.game:
            raise EngineError(f"'{self.name}' was made for other rules than {spot.game.title}")
        if spot.finished:
            raise EngineError(f"'{self.name}' has no answer where the betting is over")
        return self._translator.translate(spot)

    def _answer(self, spot: PublicState, found: Translation, rows: Rows) -> Strategy:
        if not found.exact:
            return _Mixture(self.blueprint, self._translator, spot, rows).answer(found)
        ((node, _),) = found.lines
        here = rows(spot.street)
        return Strategy(
            self.blueprint.tree.actions_at(node),
            _at(decoded(self.blueprint.block(node)[here]), here),
            _values(self.blueprint, node, here),
            note=ON_TREE,
        )


def _at(numbers: Floats, rows: NDArray[np.int32]) -> Floats:
    """Numbers of each combo (combos, actions), 0 where the board blocks it."""
    numbers[rows < 0] = 0.0
    return numbers


def _values(blueprint: Blueprint, node: int, rows: NDArray[np.int32]) -> Floats | None:
    """Chips from here on (combos, actions), None where no values are kept."""
    block = blueprint.value_block(node)
    if block is None:
        return None
    return _at(block[rows].astype(np.float64) * blueprint.game.big_blind, rows)


class _Mixture:
    """The answer at one real decision from several abstract ones.

    Args:
        blueprint: the strategy.
        translator: of its tree.
        spot: the real decision.
        rows: of the combos asked about.
    """

    def __init__(
        self, blueprint: Blueprint, translator: Translator, spot: PublicState, rows: Rows
    ) -> None:
        self._blueprint = blueprint
        self._translator = translator
        self._spot = spot
        self._rows = {street: rows(street) for street in range(spot.street + 1)}
        self._reaches: dict[int, Floats] = {}
        raises = [raise_to(int(total)) for total in blueprint.menu.raises(spot)]
        passive = [FOLD, CALL] if spot.legal.fold else [CALL]
        self._actions = (*passive, *raises)
        self._call = len(passive) - 1

    def answer(self, found: Translation) -> Strategy:
        """Mix the lines by weight and own reach."""
        live = self._rows[self._spot.street] >= 0
        shape = (len(live), len(self._actions))
        if not found.lines:
            probabilities = np.zeros(shape)
            probabilities[live, self._call] = 1.0
            return Strategy(self._actions, probabilities, note=TRANSLATED)
        mixed, plain, whole = np.zeros(shape), np.zeros(shape), np.zeros(shape[0])
        values: Floats | None = np.zeros(shape)
        plain_values = np.zeros(shape)
        for node, weight in found.lines:
            counts = weight * self._reach(node)
            here, worth = self._line(node)
            mixed += counts[:, None] * here
            plain += weight * here
            whole += counts
            if worth is None:
                values = None
            elif values is not None:
                values += counts[:, None] * worth
                plain_values += weight * worth
        # A combo that the blueprint never brings here: every line counts as likely as it is.
        never = (whole == 0.0)[:, None]
        whole[whole == 0.0] = 1.0
        probabilities = np.where(never, plain, mixed / whole[:, None])
        if values is not None:
            values = np.where(never, plain_values, values / whole[:, None])
        return Strategy(self._actions, probabilities, values, note=TRANSLATED)

    def _reach(self, node: int) -> Floats:
        """How likely each combo's own decisions lead to a node: (combos,)."""
        found = self._reaches.get(node)
        if found is None:
            tree = self._blueprint.tree
            parent = int(tree.parent[node])
            if parent < 0:
                found = np.ones(len(self._rows[0]))
            else:
                found = self._reach(parent)
                if tree.actor[parent] == self._spot.to_act:
                    rows = self._rows[int(tree.street[parent])]
                    place = node - int(tree.first_child[parent])
                    found = found * (self._blueprint.block(parent)[rows, place] / ONE)
            self._reaches[node] = found
        return found

    def _line(self, node: int) -> tuple[Floats, Floats | None]:
        """Probabilities and values (combos, actions) of one line, for the real actions."""
        tree, rows = self._blueprint.tree, self._rows[self._spot.street]
        first, count = int(tree.first_child[node]), int(tree.num_actions[node])
        children, columns = self._translator.raises(node, self._spot)
        called = next(
            place for place in range(count) if tree.action_kind[first + place] == ActionKind.CALL
        )
        block = _at(decoded(self._blueprint.block(node)[rows]), rows)
        found = np.zeros((len(rows), len(self._actions)))
        for place in range(count):
            raised = place - called
            column = self._call + raised
            if raised > 0:
                column = self._call + 1 + columns[raised - 1] if columns else self._call
            found[:, column] += block[:, place]
        values = _values(self._blueprint, node, rows)
        if values is None:
            return found, None
        # What is worth a call where the abstract game has no raise: all chips are in there.
        places = [called] * (len(self._actions) - self._call - 1)
        if children:
            places = [child - first for child in children]
        order = [*range(called - self._call, called + 1), *places]
        pot = self._blueprint.game.dead + int(tree.spent[node].sum())
        return found, values[:, order] * (self._spot.pot / pot)
