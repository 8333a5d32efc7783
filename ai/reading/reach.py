"""Strategy of any engine with ranges along a line, and the reach of each combo of each player.

The reach of a combo is the product of its own player's probabilities at each of that player's
decisions along the line, each queried with the board at that time. Neither chance nor the cards of
others are part of it; combos on the board have none.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ai.cfr.infoset_values import InfosetValues, infoset_values
from ai.reading.capabilities import Capabilities, capabilities
from ai.small_games.joint import is_listable, joint_deals_of
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.lines import check_board
from engine.player import FOLD, Action, PublicState, Strategy
from engine.policy import blocked, node_block, policy_table
from engine.tree import BettingTree

if TYPE_CHECKING:  # not all engines need the solver
    from ai.files.strategy import StrategyInfo
    from ai.solver.solver import AnySolver

Weights = NDArray[np.float64]

KEPT_BYTES = 64_000_000
_WAIT_S = 0.02
_MOST_LINES = 50_000
_MOST_KEPT = 1000
_KEPT_BOARDS = 8
_NOTHING = 1e-9
"""Smaller fractions of a range are a solver's rounding errors."""


@dataclass(frozen=True)
class Reach:
    """The players' ranges at a spot.

    Attributes:
        weights: (num_players, num_combos) float64, 0 to 1, 0 for combos on the board.
        guess: the same, but an action that no hand of a range takes leaves it unchanged: a
            substitute where ``weights`` are all 0.
        misses: indices of the spot's actions that the engine neither considers nor maps to others;
            the reach of their player stayed unchanged.
        ends: indices of those that it considers, but that no hand of its range takes.
    """

    weights: Weights
    guess: Weights
    misses: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def without(self, game: Game, board: Sequence[Card]) -> Reach:
        """The ranges after card removal by a board."""
        if not board:
            return self
        out = blocked(game, board)
        return replace(
            self, weights=np.where(out, 0.0, self.weights), guess=np.where(out, 0.0, self.guess)
        )


@dataclass(frozen=True)
class Step:
    """A decision on the path to a spot, or the spot itself.

    ``spot``: the decision, with the board as it was. ``answer``: the engine's answer there; None at
    the spot itself, where it was not queried. ``engine``: maps actions that the answer lacks.
    """

    spot: PublicState
    answer: Strategy | None
    reach: Reach
    engine: Capabilities | None = None

    def after(self, action: Action) -> Reach:
        """The ranges after an action here, on the same board."""
        reach, seat, place = self.reach, self.spot.to_act, len(self.spot.actions)
        answer = self.answer
        assert answer is not None
        shares: tuple[tuple[Action, float], ...] = ((action, 1.0),)
        if action not in answer.actions:
            shares = () if self.engine is None else self.engine.taken_for(self.spot, action, answer)
        if not shares:
            return replace(reach, misses=(*reach.misses, place))
        column = np.zeros(len(answer.probabilities))
        for taken, share in shares:
            column += share * answer.probabilities[:, answer.actions.index(taken)]
        weights, guess = reach.weights.copy(), reach.guess.copy()
        weights[seat] *= column
        guess[seat] *= column
        if guess[seat].sum() >= _NOTHING * reach.guess[seat].sum():
            return replace(reach, weights=weights, guess=guess)
        return replace(reach, weights=weights, ends=(*reach.ends, place))


class TreeLines:
    """Cached node lookup of lines."""

    def __init__(self, tree: BettingTree) -> None:
        self.tree = tree
        self._menus: dict[int, tuple[Action, ...]] = {}
        # By the id of its array of betting, which a line has on all boards.
        self._by_id: dict[int, tuple[NDArray[np.int64], int]] = {}
        self._by_line: dict[tuple[Action, ...], int] = {(): 0}

    def node(self, spot: PublicState) -> int:
        """Return the node of a line, -1 if the tree does not have it."""
        key = id(spot.betting)
        entry = self._by_id.get(key)
        if entry is None:
            if len(self._by_id) >= _MOST_LINES:
                self._by_id, self._by_line = {}, {(): 0}
            entry = self._by_id[key] = spot.betting, self._find(spot.actions)
        return entry[1]

    def menu(self, node: int) -> tuple[Action, ...]:
        """Return the actions of a node, in the order of its children; none at terminals."""
        actions = self._menus.get(node)
        if actions is None:
            actions = self._menus[node] = self.tree.actions_at(node)
        return actions

    def _find(self, actions: tuple[Action, ...]) -> int:
        node = self._by_line.get(actions)
        if node is None:
            above = self._find(actions[:-1])
            menu = self.menu(above) if above >= 0 else ()
            node = -1
            if actions[-1] in menu:
                node = int(self.tree.first_child[above]) + menu.index(actions[-1])
            self._by_line[actions] = node
        return node


class RangeReader:
    """Queries one engine's ranges and caches its answers.

    Walking one decision further costs one query. Thread-safe; the engine gets one query at a time.
    ``start``: (num_players, num_combos) weights of the players' hands at the first decision; None
    is every hand. ``by_table_of``: a game whose lines are answered by the engine's table, if it has
    one: faster, without values, and rows of blocked combos are undefined. ``tree``: the betting
    tree of this table. Raises EngineError if the engine has no ranges.
    """

    def __init__(
        self, agent: Agent, start: Weights | None = None, by_table_of: Game | None = None
    ) -> None:
        if not agent.has_ranges:
            raise EngineError(
                "'{name}' can only act and has no answer for a whole range", name=agent.name
            )
        self._agent, self._more = agent, capabilities(agent)
        self._start = start
        self._known: OrderedDict[tuple[object, ...], Strategy] = OrderedDict()
        self._bytes = 0
        self._table: PolicyTable | None = None
        self._values: InfosetValues | None = None
        self._lock = Lock()
        table = None if by_table_of is None else agent.table()
        self.tree = table.tree if table is not None and table.tree.game == by_table_of else None
        self._lines = None if self.tree is None else TreeLines(self.tree)
        self._first: dict[int, Strategy] = {}
        self._rows: dict[tuple[Card, ...], NDArray[np.int32]] = {}

    def answer(
        self, spot: PublicState, control: JobControl | None = None, *, keep: bool = True
    ) -> Strategy:
        """The engine's strategy at a decision. Raises any error of the engine.

        With more than two players it has values only if they are EVs (``Capabilities.several``).
        """
        if self._lines is not None and (node := self._lines.node(spot)) >= 0:
            if control is not None:
                control.check()
            return self._by_table(self._lines, node, spot.board)
        key = (spot.game, spot.actions, spot.board)
        with self._alone(control):
            strategy = self._known.get(key)
            if strategy is None:
                strategy = self._agent.strategy(spot, control)
                if not (spot.game.is_heads_up or (self._more and self._more.several)):
                    strategy = replace(strategy, values=None, error=None)
                if not keep:
                    return strategy
                self._known[key] = strategy
                self._bytes += _num_bytes(strategy)
                while self._bytes > KEPT_BYTES and len(self._known) > 1:
                    self._bytes -= _num_bytes(self._known.popitem(last=False)[1])
            self._known.move_to_end(key)
        return strategy

    def _by_table(self, lines: TreeLines, node: int, board: tuple[Card, ...]) -> Strategy:
        strategy = self._first.get(node) if not board else None
        if strategy is None:
            table = self.table(lines.tree.game)
            rows = self._rows.get(board)
            if rows is None:
                if len(self._rows) >= _KEPT_BOARDS:
                    self._rows.pop(next(iter(self._rows)))
                rows = self._rows[board] = table.rows.rows_on(board)
            parts = table.probabilities, table.tree, table.offsets, table.rows.num_rows
            # Three times as fast as an index; -1 becomes an ordinary row.
            block = node_block(*parts, node).take(rows, axis=0, mode="clip")
            strategy = Strategy(lines.menu(node), block)
            if not board and len(self._first) < _MOST_KEPT:
                self._first[node] = strategy
        return strategy

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """An action itself, or those to which the engine maps it, with shares; none if neither."""
        if action in answer.actions:
            return ((action, 1.0),)
        return () if self._more is None else self._more.taken_for(spot, action, answer)

    def untrained(
        self,
        spot: PublicState,
        answer: Strategy,
        ranges: Weights,
        control: JobControl | None = None,
    ) -> NDArray[np.bool_]:
        """Return a mask of actions after which the engine had little training.

        ``ranges``: (players, num_combos) reach. Returns (num_combos, actions): all hands after
        actions whose replies had little training, and hands with little training themselves.
        Folds and actions that end the betting are never among them.
        """
        mask = np.zeros(answer.probabilities.shape, np.bool_)
        if self._more is not None:
            with self._alone(control):
                mask |= self._more.untrained(spot, answer, ranges)
        if answer.rare is not None:
            mask |= answer.rare[:, None]
        known = [action == FOLD or spot.after(action).finished for action in answer.actions]
        mask[:, known] = False
        return mask

    def hand_evs(
        self, spot: PublicState, hole: tuple[Card, ...], control: JobControl | None = None
    ) -> Weights | None:
        """Return the action EVs of the engine's strategy for one hand, heads-up.

        Exact, against the opponent's range as the engine plays; None where it does not compute it.
        Raises any error of the engine.
        """
        if self._more is None:
            return None
        rival = visible([self.reach(spot, control)])[0][1 - spot.to_act]
        with self._alone(control):
            return self._more.hand_evs(spot, hole, rival)

    def solution(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[AnySolver, tuple[Action, ...]] | None:
        """The solution of a spot that the engine plays at a decision; None if it plays none.

        Raises any error of the engine.
        """
        if self._more is None:
            return None
        with self._alone(control):
            return self._more.solution(spot, control)

    @property
    def record(self) -> StrategyInfo | None:
        """The record of the strategy file that is played before the flop; None if there is none."""
        return None if self._more is None else self._more.record()

    def table(self, game: Game, control: JobControl | None = None) -> PolicyTable:
        """Return the engine's whole strategy of a small game, built once if not tabular.

        Raises GameError if the game is too large to enumerate, or any error of the engine.
        """
        if self._table is None:
            self._table = self._agent.table()
        if self._table is None:
            self._table = policy_table(game, lambda spot: self.answer(spot, control))
        return self._table

    def values(self, game: Game, control: JobControl | None = None) -> InfosetValues:
        """Return infoset values of a small game in self-play; three players take a second.

        Raises GameError if the game is too large to enumerate, or any error of the engine.
        """
        if self._values is None:
            self._values = infoset_values(*[self.table(game, control)] * game.num_players)
        return self._values

    @property
    def forfeited(self) -> bool:
        """True if the engine has forfeited after repeated failures."""
        return self._agent.forfeited

    @property
    def has_table(self) -> bool:
        """True if ``table`` needs no engine queries."""
        return self._table is not None or self._agent.table() is not None

    @contextmanager
    def _alone(self, control: JobControl | None) -> Iterator[None]:
        """Lock the engine; a cancelled caller does not wait for one that hangs."""
        while not self._lock.acquire(timeout=_WAIT_S):
            if control is not None:
                control.check()
        try:
            if control is not None:
                control.check()
            yield
        finally:
            self._lock.release()

    def steps(self, spot: PublicState, control: JobControl | None = None) -> Iterator[Step]:
        """Yield the decisions that lead to a spot, then the spot itself.

        Raises CardError if the board lacks cards, or has impossible ones, or any error of the
        engine.
        """
        game = spot.game
        here = PublicState(game, (), ())
        start = self._start
        if start is None:
            start = np.ones((game.num_players, num_combos(len(game.deck), game.num_hole)))
        reach = Reach(start, start)
        for action in spot.actions:
            cards = tuple(spot.board[: game.board_sizes[here.street]])
            check_board(game, here.street, cards)
            here = here.on(cards)
            reach = self._arriving(here, reach).without(game, here.board)
            step = Step(here, self.answer(here, control), reach, self._more)
            yield step
            reach = step.after(action)
            here = here.after(action)
        if not here.finished:
            check_board(game, here.street, spot.board)
        yield Step(spot, None, self._arriving(spot, reach).without(game, spot.board))

    def _arriving(self, spot: PublicState, reach: Reach) -> Reach:
        own = None if self._more is None or not spot.board else self._more.arriving(spot)
        return reach if own is None else Reach(own, own)

    def reach_after(
        self, spot: PublicState, answer: Strategy, reach: Reach, action: Action
    ) -> Reach:
        """Return the ranges after an action that no cards follow; ``reach``: those before it."""
        after = Step(spot, answer, reach, self._more).after(action)
        return self._arriving(spot.after(action), after)

    def reach(self, spot: PublicState, control: JobControl | None = None) -> Reach:
        """Return the ranges at a spot, with one query for each uncached decision.

        Raises CardError if the board lacks cards, or has cards that cannot be, or any error of the
        engine.
        """
        *_, last = self.steps(spot, control)
        return last.reach


def _num_bytes(answer: Strategy) -> int:
    arrays = (answer.probabilities, answer.values, answer.error, answer.rare)
    return sum(array.nbytes for array in arrays if array is not None)


def visible(reaches: Sequence[Reach]) -> tuple[Weights, ...]:
    """The ranges to show on each of the boards shown together.

    The weights of each player; where they are empty on every board, the guess. Returns
    (num_players, num_combos) float64 for each reach.
    """
    empty = sum(reach.weights.sum(axis=1) for reach in reaches) < _NOTHING
    return tuple(
        np.where(np.asarray(empty)[:, None], reach.guess, reach.weights) for reach in reaches
    )


def matchups(game: Game, weights: Weights, seat: int) -> Weights:
    """Return each combo's matchups at a spot: reach given the opponent's range.

    It is the player's reach times the reach of all compatible hands of the others, folded players
    included. Up to a constant that is exact with two and three players and in games with few deals.
    With more players in hold'em card removal between the others is ignored. Where the others'
    ranges are empty, it is the player's reach. ``weights``: (num_players, num_combos) reach.
    Returns (num_combos,) float64.
    """
    own: Weights = weights[seat]
    if is_listable(game) and not game.is_heads_up:
        dealt = joint_deals_of(game, merge_suits=False).streets[0]
        chances = np.repeat(dealt.weight[:, None], len(weights), axis=1)
        joint = own * dealt.met(chances, weights[:, None])[seat, 0]
    else:
        others = [other for at, other in enumerate(weights) if at != seat]
        if len(others) == 2 and game.num_hole == 2:
            joint = own * pairs_met(game, *others)
        else:
            joint = own * np.prod([met_by(game, other) for other in others], axis=0)
    return joint if joint.any() else own


def met_by(game: Game, other: Weights) -> Weights:
    """Total reach (num_combos,) of a range's combos compatible with each combo."""
    cards = combo_cards(game.deck, game.num_hole)
    by_card = np.zeros(max(game.deck) + 1)
    for column in cards.T:
        by_card += np.bincount(column, other, len(by_card))
    # A combo of two cards is counted at both of them.
    rest = other.sum() - by_card[cards].sum(axis=1) + (game.num_hole - 1) * other
    met: Weights = np.maximum(rest, 0.0)
    return met


def given_folds(spot: PublicState, weights: Weights) -> Weights:
    """Return the reach of each hand given that folded players hold none of its cards.

    A hand is weighted by the chance that the hands with which each of them folded leave its cards,
    relative to the likeliest hand's. Card removal between folded players, and what they say of the
    hands of two players together, are ignored. ``weights``: (num_players, num_combos) reach.
    """
    game, chance = spot.game, np.ones(weights.shape[1])
    for seat in range(game.num_players):
        if spot.folded(seat) and weights[seat].any():
            chance *= met_by(game, weights[seat])
    most = chance[~blocked(game, spot.board)].max()
    return weights * (chance / most) if most > 0.0 else weights


def pairs_met(game: Game, first: Weights, second: Weights) -> Weights:
    """Total reach (num_combos,) of pairs of two ranges' combos, compatible with each combo.

    The products of the reach with each card count pairs that share it, twice those that are equal.
    """
    cards, size = combo_cards(game.deck, game.num_hole).astype(np.int64), max(game.deck) + 1
    low, high = cards.T
    combos = np.arange(len(cards))
    by_card = []
    for weights in (first, second):
        pairs = np.zeros((size, size))
        pairs[low, high] = pairs[high, low] = weights
        rest = pairs.sum(axis=0) - pairs[low] - pairs[high]
        rest[combos, low] = rest[combos, high] = 0.0
        by_card.append(rest)
    sharing = (by_card[0] * by_card[1]).sum(axis=1)
    met = met_by(game, first) * met_by(game, second) - sharing + met_by(game, first * second)
    pairs_left: Weights = np.maximum(met, 0.0)
    return pairs_left


def total_shares(parts: Sequence[tuple[Weights, Weights]]) -> Weights:
    """Return total action frequencies of a range, or of the ranges on several boards.

    ``parts``: (num_combos,) weights and (num_combos, num_actions) probabilities of each board.
    Returns (num_actions,) float64, sum 1; NaN where all weights are 0.
    """
    chosen = np.zeros(parts[0][1].shape[1])
    whole = 0.0
    for weights, probabilities in parts:
        chosen += weights @ probabilities
        whole += float(weights.sum())
    shares: Weights = chosen / whole if whole > 0.0 else np.full_like(chosen, np.nan)
    return shares


def answers_of(agent: Agent, game: Game) -> RangeReader:
    """Return an engine's strategy, by its table if it has one of the game.

    Rows of blocked combos are undefined. Raises EngineError if it cannot answer for a whole range.
    """
    return RangeReader(agent, by_table_of=game)
