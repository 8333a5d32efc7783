"""The engine of a blueprint of three and more players: an answer on any line of any such game.

Each decision has a situation, so nothing is translated: raises are the menu's at the real pot, in
real chips. Players may have other stacks, and there may be fewer of them, as if the first to act
had folded.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.agents.supported_games import blueprint_answers
from ai.betting.translation import nearest_raises
from ai.files.quantised import LEAST_SHARE, decoded
from ai.files.strategy import StrategyInfo
from ai.multiway import _situations as s
from ai.multiway._walk import SLOTS
from ai.multiway.blueprint import MultiwayBlueprint
from ai.reading.capabilities import Capabilities
from engine import rules as rulebook
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, SeatView, Strategy, raise_to
from engine.wording import Wording

ON_TABLE, NEAREST = "blueprint", "nearest"
"""Notes on the source of answers: a situation that was trained, or the nearest such."""
_MOST_RAISES = 2
"""Raises before the flop up to which the EVs of a situation are those of the line. From a 4-bet on
it joins lines whose EVs differ by tens of big blinds."""
_LAST_COMBO = np.array([NUM_HOLDEM_COMBOS - 1])


class MultiwayAgent(Capabilities, RowAgent):
    """An engine that plays a blueprint of three and more players."""

    several = True

    def __init__(self, name: str, blueprint: MultiwayBlueprint) -> None:
        self.name = name
        self.blueprint = blueprint
        for street, size in enumerate(blueprint.game.board_sizes):
            # Compile kernels now, not in the middle of a hand.
            blueprint.cards.rows_of(street, np.arange(size, dtype=np.uint8)[None], _LAST_COMBO)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act, with values where stored.

        Raises EngineError if the spot has other rules, or no player is to act.
        """
        self._check(spot)
        rows = self.blueprint.cards.rows_on(spot.board)
        return self._answer(spot, rows, whole=True)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row, without values."""
        spot = view.spot
        self._check(spot)
        board = np.array([spot.board], np.uint8)
        combo = np.array([combo_index(view.hole, spot.game.deck)], np.int64)
        return self._answer(spot, self.blueprint.cards.rows_of(spot.street, board, combo), False)

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the raises that some hand makes to which another is mapped, with probabilities."""
        totals = [
            one.raise_to
            for place, one in enumerate(answer.actions)
            if one.raise_to and answer.probabilities[:, place].any()
        ]
        if not totals or not action.raise_to:
            return ()
        return nearest_raises(spot, action.raise_to, totals)

    def record(self) -> StrategyInfo:
        """The record of the blueprint's file."""
        return self.blueprint.info

    def untrained(
        self, spot: PublicState, answer: Strategy, ranges: NDArray[np.float64]
    ) -> NDArray[np.bool_]:
        """Return a mask of actions to which the next player's reply had little training.

        These are those that the range takes too rarely, and those answered in situations that
        training hardly met.
        """
        own, rows = ranges[spot.to_act], self.blueprint.cards.rows_on(spot.board)
        untrained: NDArray[np.bool_] = own @ answer.probabilities < LEAST_SHARE * own.sum()
        for place, action in enumerate(answer.actions):
            after = spot.after(action)
            if after.finished or after.street > spot.street:
                untrained[place] = False  # no reply on this street
            elif not untrained[place]:
                reply, other = _situation(self.blueprint, after)[0], ranges[after.to_act]
                rare = self.blueprint.rare_rows(after.street, reply)
                untrained[place] = rare is None or other @ rare[rows] > 0.5 * other.sum()
        return untrained

    def _check(self, spot: PublicState) -> None:
        if not blueprint_answers(self.blueprint.game, spot.game):
            raise EngineError(
                "'{name}' was made for rules other than {title}'s",
                name=self.name,
                title=Wording(spot.game.title),
            )
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)

    def _has_evs(self, spot: PublicState) -> bool:
        """Return whether the values stored, of situations with the stacks trained, are EVs here."""
        own, game = self.blueprint.game, spot.game
        unit, raises = game.big_blind, sum(action.raise_to > 0 for action in spot.actions)
        return (
            self.blueprint.values.size > 0
            and spot.street == 0
            and raises <= _MOST_RAISES
            and not any(game.antes)
            and game.blinds[0] * own.big_blind == own.blinds[0] * unit
            and {stack * own.big_blind for stack in game.stacks} == {own.stacks[0] * unit}
        )

    def _answer(self, spot: PublicState, rows: NDArray[np.int32], whole: bool) -> Strategy:
        blueprint = self.blueprint
        situation, mask, totals = _situation(blueprint, spot)
        slots = [slot for slot in range(SLOTS) if mask >> slot & 1]
        actions = tuple(_action(spot, slot, int(totals[slot])) for slot in slots)
        place = blueprint.find(spot.street, situation)
        if place < 0:
            even = np.where(rows[:, None] >= 0, 1.0 / len(slots), 0.0)
            return Strategy(actions, np.repeat(even, len(slots), axis=1), note=NEAREST)
        first, last = blueprint.starts[place], blueprint.starts[place + 1]
        block = blueprint.probabilities[first:last]
        shares = decoded(block[rows][:, slots])
        whole_share = shares.sum(axis=1, keepdims=True)
        # Where all that it does is not legal here, it checks or calls, or folds first in.
        shares = np.where(whole_share > 0.0, shares / np.maximum(whole_share, 1e-9), 0.0)
        passive = actions.index(CALL) if CALL in actions else 0
        shares[whole_share[:, 0] <= 0.0, passive] = 1.0
        shares[rows < 0] = 0.0
        rare = blueprint.rare[first:last][rows] & (rows >= 0) if whole else None
        exact = blueprint.situations[place] == blueprint.number(spot.street, situation)
        values = error = None
        if whole and exact and self._has_evs(spot):
            stored = blueprint.values[:, place, rows][:, :, slots].astype(np.float64)
            if not np.isnan(stored).all():
                values, error = stored * spot.game.big_blind
        return Strategy(actions, shares, values, error, ON_TABLE if exact else NEAREST, rare)


def _action(spot: PublicState, slot: int, total: int) -> Action:
    if slot < 2:
        return CALL if slot else FOLD
    return raise_to(total - int(spot.betting[rulebook.BASE]))


def _situation(
    blueprint: MultiwayBlueprint, spot: PublicState
) -> tuple[int, int, NDArray[np.int64]]:
    """Return the situation of a decision, the mask of its slots, and the totals of the raises."""
    missing = blueprint.game.num_players - spot.game.num_players
    rules = _with_seats(spot.game.rules, missing)
    state = np.zeros(rulebook.STATE_SIZE, np.int64)
    story, totals = np.zeros(s.STORY_SIZE, np.int64), np.zeros(SLOTS, np.int64)
    rulebook.start(rules, state)
    s.begin(story)
    for action in (*[FOLD] * missing, *spot.actions):
        raised = action.raise_to + int(state[rulebook.BASE]) if action.raise_to else 0
        s.advance(rules, state, story, int(action.kind), raised)
    mask = s.menu(rules, state, blueprint.menu.bets, totals)
    mask &= s.usual(rules, state, blueprint.menu.bets, totals)
    return s.situation(rules, state, story), mask, totals


def _with_seats(rules: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """Return a game's rules with further seats after the blinds, which are first to act."""
    if not count:
        return rules
    more, players = rules.copy(), int(rules[rulebook.NUM_PLAYERS])
    more[rulebook.NUM_PLAYERS] += count
    for column in (rulebook.STACKS, rulebook.BLINDS, rulebook.ANTES):
        seats = more[column : column + players + count]
        seats[2 + count :] = rules[column + 2 : column + players]
        seats[2 : 2 + count] = rules[column : column + players].max()
        if column != rulebook.STACKS:
            seats[2 : 2 + count] = 0
    return more
