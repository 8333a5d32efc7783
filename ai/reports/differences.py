"""Differences between two strategies and their EV cost.

A first strategy plays a hand with probabilities p, a second with q. Their total variation distance
is d = sum |p - q| / 2: the share of the time in which they act differently. With values v of the
actions, the hand's *loss* is sum (q - p) v: the EV that the first gives up against the second's
choice at each visit. It is d times the *swing*, the mean value of actions that the second takes
more often less the mean value of those that the first takes more often. The *cost* of a hand is
reach x d x swing, that is reach x loss; it is negative where the first chooses better than the
second by these values.

At one decision the values are those that the second strategy states, and reach is the share of the
first strategy's range. Over a whole small game the values are exact counterfactual ones, both
players following the second strategy, and own reach is that of the first: then the costs of all
decisions of a player sum to the second's winnings from itself in that position less the first's
winnings there from the second (Kakade and Langford, "Approximately optimal approximate
reinforcement learning", 2002, lemma 6.1, for one player of a game).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr.infoset_values import InfosetValues, infoset_values
from ai.reading.reach import matchups
from engine.agent import PolicyTable
from engine.cards import Card, card_rank
from engine.combos import combo_cards
from engine.errors import GameError
from engine.player import Action, PublicState, Strategy
from engine.tree import BettingTree
from engine.wording import Wording

Floats = NDArray[np.float64]

_ROUNDING = 1e-12
UNKNOWN, FEW = 0.1, 0.01
"""Frequency of actions with unknown values up to which a hand's loss counts as known, and reach of
hands with unknown losses up to which the loss of all does."""
_DIGITS = 12
"""Decimal digits in chips to which costs are compared."""


@dataclass(frozen=True)
class Difference:
    """Two strategies of the player to act, compared hand by hand.

    A hand is a combo, or several merged: then strategies, variation and loss are means by reach.

    Attributes:
        actions: of both menus, in order fold, call, raises ascending.
        first, second: (hands, actions) probabilities; 0 for actions that a menu does not have.
        reach: (hands,) how often the player holds each: shares of the range, sum 1, or over a whole
            game the probability that the first strategy leads the hand here against the second.
        variation: (hands,) total variation distance, 0 to 1.
        loss: (hands,) chips; NaN where the value of an action is unknown.
    """

    actions: tuple[Action, ...]
    first: Floats
    second: Floats
    reach: Floats
    variation: Floats
    loss: Floats

    @property
    def cost(self) -> Floats:
        """(hands,) reach x loss, in chips; 0 where unreached or, of a few hands, unknown."""
        counts = (self.reach > 0.0) & ~(np.isnan(self.loss) & self.valued)
        return np.where(counts, self.reach * self.loss, 0.0)

    @property
    def valued(self) -> bool:
        """True if the cost is known of all hands but a ``FEW`` of the reach."""
        unknown = np.where(np.isnan(self.loss), self.reach, 0.0)
        return bool(unknown.sum() <= FEW * self.reach.sum())

    def merged(self, group: NDArray[np.int64], groups: int) -> Difference:
        """Merge the hands of a group.

        ``group``: (hands,) of each hand, from 0. ``groups``: number of groups; in an unreached
        group all hands count equally.
        """

        def total(numbers: Floats) -> Floats:
            return np.asarray(np.bincount(group, numbers, groups), np.float64)

        reach = total(self.reach)
        possible = self.first.any(axis=1).astype(np.float64)
        weight = np.where(reach[group] > 0.0, self.reach, possible)
        whole = np.maximum(total(weight), np.finfo(np.float64).tiny)

        def mean(numbers: Floats) -> Floats:
            return total(np.where(weight > 0.0, weight * numbers, 0.0)) / whole

        first, second = (
            np.stack([mean(column) for column in rows.T], axis=1)
            for rows in (self.first, self.second)
        )
        return Difference(self.actions, first, second, reach, mean(self.variation), mean(self.loss))

    def ranked(self) -> list[int]:
        """Return hands that are played differently, by descending cost.

        By reach x variation where costs are unknown or equal.
        """
        apart = (self.reach > 0.0) & (self.variation > _ROUNDING)
        cost = self.cost if self.valued else np.zeros(len(self.reach))
        order = np.lexsort((-self.reach * self.variation, -np.round(cost, _DIGITS))).tolist()
        return [place for place in order if apart[place]]


def joint_menu(*answers: Strategy) -> tuple[Action, ...]:
    """The union of several action lists, in order fold, call, raises ascending."""
    actions = {action for answer in answers for action in answer.actions}
    return tuple(sorted(actions, key=lambda action: (action.kind, action.raise_to)))


def on_menu(
    answer: Strategy, actions: Sequence[Action], columns: Floats, missing: float = 0.0
) -> Floats:
    """Map columns (combos, own actions) of a strategy to another menu's (combos, actions)."""
    mapped = np.full((len(columns), len(actions)), missing)
    for place, action in enumerate(actions):
        if action in answer.actions:
            mapped[:, place] = columns[:, answer.actions.index(action)]
    return mapped


def _loss(first: Floats, second: Floats, values: Floats) -> Floats:
    """Return the sum of (q - p) v; actions of equal probability need no value.

    Where probabilities of actions with unknown values differ by at most ``UNKNOWN`` together, these
    actions count as the mean of the second strategy's others; else the loss is NaN.
    """
    apart = np.where(np.abs(second - first) > _ROUNDING, second - first, 0.0)
    known = ~np.isnan(values)
    taken = np.where(known, second, 0.0)
    whole = taken.sum(axis=1)
    mean = np.full(len(values), np.nan)
    np.divide((taken * np.where(known, values, 0.0)).sum(axis=1), whole, mean, where=whole > 0.0)
    told = np.where(apart != 0.0, apart * np.where(known, values, mean[:, None]), 0.0)
    unknown = np.abs(np.where(known, 0.0, apart)).sum(axis=1)
    return np.where(unknown > UNKNOWN, np.nan, told.sum(axis=1))


def _variation(first: Floats, second: Floats) -> Floats:
    return np.asarray(np.abs(first - second).sum(axis=1) / 2, np.float64)


def difference_at(
    spots: Sequence[PublicState],
    firsts: Sequence[Strategy],
    seconds: Sequence[Strategy],
    ranges: Sequence[Floats],
    valued: Sequence[Strategy] | None = None,
) -> Difference:
    """Compare two strategies at one decision, on one or several boards.

    ``ranges``: (num_players, num_combos) the first's ranges there. ``valued``: answers whose values
    count; by default those of the second. Returns combos of one board after the other.
    """
    actions = joint_menu(*firsts, *seconds)
    parts: list[tuple[Floats, ...]] = []
    rows = zip(spots, firsts, seconds, ranges, valued or seconds, strict=True)
    for spot, one, other, weights, worth in rows:
        first = on_menu(one, actions, one.probabilities)
        second = on_menu(other, actions, other.probabilities)
        known = np.full(worth.probabilities.shape, np.nan) if worth.values is None else worth.values
        values = on_menu(worth, actions, known, np.nan)
        reach = matchups(spot.game, weights, spot.to_act)
        # Combos blocked by a board have no strategy.
        reach = np.where(one.probabilities.any(axis=1), reach, 0.0)
        parts.append((first, second, reach, _loss(first, second, values)))
    first, second, reach, loss = (np.concatenate(column) for column in zip(*parts, strict=True))
    whole = float(reach.sum())
    reach = reach / whole if whole > 0.0 else reach
    return Difference(actions, first, second, reach, _variation(first, second), loss)


def exact_answer(values: InfosetValues, spot: PublicState) -> Strategy:
    """Return a small game's strategy at a decision, with exact values from there.

    Raises GameError if the game has no such decision or board.
    """
    node, boards = values.tree.find(spot.actions), values.boards[spot.street]
    if node not in values.nodes or spot.board not in boards:
        raise GameError("{title} has no such decision", title=Wording(spot.game.title))
    board = boards.index(spot.board)
    probabilities = values.nodes[node].strategy[board]
    return Strategy(values.tree.actions_at(node), probabilities, values.action_ev(node)[board])


@dataclass(frozen=True)
class InfosetDifference:
    """An information set of a small game under two strategies, suits merged.

    Attributes:
        hole, board: its cards, in one of the possible suits.
        first, second: probabilities of both strategies.
        reach: probability of a hand in which the player, following the first strategy, gets here
            against the second.
        variation: total variation distance, 0 to 1.
        loss: chips given up at each visit.
        cost: chips per hand: reach x loss.
    """

    node: int
    to_act: int
    hole: Card
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    first: tuple[float, ...]
    second: tuple[float, ...]
    reach: float
    variation: float
    loss: float
    cost: float


@dataclass(frozen=True)
class GameDifference:
    """Two strategies compared over a whole small game.

    ``infosets``: all possible ones, the most costly first. ``costs``: by position, the sum of the
    costs: what the second strategy wins there from itself less what the first wins there from the
    second, in chips per hand.
    """

    tree: BettingTree
    infosets: tuple[InfosetDifference, ...]
    costs: tuple[float, float]


def game_difference(first: PolicyTable, second: PolicyTable) -> GameDifference:
    """Compare two strategies at every information set of Kuhn, Leduc and similar games.

    Raises EngineError if the strategies are for different games or trees, or GameError if the game
    has other than two players, is too large, or has more cards than one for each player and one on
    the board.
    """
    tree = first.tree
    game = tree.game
    if not game.is_heads_up:
        raise GameError("{title} is not a two-player game", title=Wording(game.title))
    if not game.has_single_cards:
        raise GameError(
            "{title} has too many cards to enumerate its information sets",
            title=Wording(game.title),
        )
    values, own = infoset_values(second, second), infoset_values(first, first)
    holes = combo_cards(game.deck, 1)[:, 0].tolist()
    rows: list[InfosetDifference] = []
    for node, here in values.nodes.items():
        actor, boards = int(tree.actor[node]), values.boards[int(tree.street[node])]
        ours = own.nodes[node]
        keys = [
            (card_rank(hole), tuple(map(card_rank, board))) for board in boards for hole in holes
        ]
        place = {key: at for at, key in enumerate(sorted(set(keys), reverse=True))}
        group = np.array([place[key] for key in keys], np.int64)
        size, count = len(keys), int(tree.num_actions[node])
        one, other = ours.strategy.reshape(size, count), here.strategy.reshape(size, count)
        met, reach = here.chance[actor].reshape(size), ours.reach[actor].reshape(size)
        lost = _loss(one, other, here.action_values.reshape(size, count))
        loss = np.divide(lost, met, out=np.zeros(size), where=met > 0.0)
        actions = tree.actions_at(node)
        joint = Difference(actions, one, other, met * reach, _variation(one, other), loss)
        merged = joint.merged(group, len(place))
        possible = np.bincount(group, met, len(place)) > 0.0
        first_of = {key: at for at, key in reversed(list(enumerate(keys)))}
        for key, at in place.items():
            if not possible[at]:
                continue
            board_at, hole_at = divmod(first_of[key], len(holes))
            place_of = node, actor, holes[hole_at], boards[board_at], actions
            played = tuple(merged.first[at].tolist()), tuple(merged.second[at].tolist())
            figures = merged.reach, merged.variation, merged.loss, merged.cost
            rows.append(
                InfosetDifference(*place_of, *played, *(float(figure[at]) for figure in figures))
            )
    rows.sort(key=lambda row: (-round(row.cost, _DIGITS), -row.reach * row.variation, row.node))
    costs = [sum(row.cost for row in rows if row.to_act == seat) for seat in (0, 1)]
    return GameDifference(tree, tuple(rows), (costs[0], costs[1]))
