"""Values of the hands of ranges at a place: equity of each against the others, and EV.

The equity of a hand is the part of the pot that it wins on average if nobody bets any more: wins
and its part of the ties over all cards to come, against the hands of all others who are still in
that share no card with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ai.cfr.deals import deals_of
from ai.cfr.infoset_values import InfosetValues
from ai.cfr.joint import is_listable, joint_deals_of
from ai.equity.joint import joint_equities
from ai.equity.matchups import preflop_equities_against
from ai.reach import Weights, matchups
from ai.spot.view import NodeView
from engine.cards import Card
from engine.equity import equities_against
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from engine.policy import blocked
from engine.pots import pots_of
from engine.tree import DECISION

EXACT, PLAYED, STATED, INFERRED = "exact", "played", "stated", "inferred"
"""Sources of an EV: the betting is over, or all that can follow is known; the rest of the hand was
played out with the engine; the engine states it for the player to act; it follows from what the
engine states one decision before or after, where the other is to act."""

_NOTHING = 1e-9
"""Part of a range below which unknown values are left out of its mean."""


@dataclass(frozen=True)
class Worth:
    """Equity and EV on each of the boards shown together; NaN where they are not known.

    Attributes:
        held: (boards, players, num_combos) float64: how often each hand is held, up to a factor
            that is the same on all boards.
        equity: the same shape, 0 to 1; NaN for folded players.
        ev: the same shape: chips from here on.
        action_ev: (boards, num_combos, actions of the answers): the same for the player to act
            after each action; None if only the answers may have it.
        basis: source of the EV of each player, "" where it is not known.
        trouble: why the rest of the hand was not played out; "" where it was, or need not be.
    """

    held: Weights
    equity: Weights
    ev: Weights
    action_ev: Weights | None = None
    basis: tuple[str, ...] = ("", "")
    trouble: str = ""

    def total_equity(self, player: int) -> float:
        """Equity of a player's whole range; NaN where it is not known."""
        return self._mean(self.equity, player)

    def total_ev(self, player: int) -> float:
        """Chips from here on of a player's whole range; NaN where they are not known."""
        return self._mean(self.ev, player)

    def _mean(self, numbers: Weights, player: int) -> float:
        return range_mean(self.held[:, player], numbers[:, player])

    def distribution(self, player: int, steps: int) -> Weights:
        """Equities (steps,) of a player's range at even shares of it, the worst first.

        Empty where they are not known.
        """
        equity, below = self._in_order[player]
        if not len(equity):
            return equity
        places = np.searchsorted(below, np.linspace(0.0, 1.0, steps), side="right") - 1
        found: Weights = equity[np.clip(places, 0, len(equity) - 1)]
        return found

    def share_below(self, player: int, equity: float) -> float:
        """Return the share of a player's range with less equity, and half of that with the same."""
        equities, below = self._in_order[player]
        ends = np.append(below, 1.0)
        low, high = (np.searchsorted(equities, equity, side=side) for side in ("left", "right"))
        return float((ends[low] + ends[high]) / 2) if len(equities) else float("nan")

    @cached_property
    def _in_order(self) -> tuple[tuple[Weights, Weights], ...]:
        return tuple(self._sorted(player) for player in range(self.held.shape[1]))

    def _sorted(self, player: int) -> tuple[Weights, Weights]:
        """Equities of the hands held, ascending, and the share of the range before each."""
        held, equity = self.held[:, player].ravel(), self.equity[:, player].ravel()
        there = (held > 0) & ~np.isnan(equity)
        order = np.argsort(equity[there], kind="stable")
        parts = np.cumsum(held[there][order])
        if not len(parts):
            return parts, parts
        below = np.concatenate([[0.0], parts[:-1]]) / parts[-1]
        return equity[there][order], below


def range_mean(held: Weights, numbers: Weights) -> float:
    """Return the mean over hands, each as often as it is held; NaN if unknown for some."""
    known = ~np.isnan(numbers)
    if not held[known].sum() > (1.0 - _NOTHING) * held.sum():
        return float("nan")
    return float(held[known] @ numbers[known] / held[known].sum())


def worth_of_view(game: Game, view: NodeView) -> Worth:
    """Return what a solved spot knows of one of its decisions."""
    held = np.stack([matchups(game, view.reach, player) for player in (0, 1)])
    equity, ev, after = view.equity[None], view.ev[None], view.action_ev[None]
    return Worth(held[None], equity, ev, after, (EXACT, EXACT))


def worth_at(
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    whole: InfosetValues | None = None,
    control: JobControl | None = None,
) -> Worth | None:
    """Return values of ranges where they meet; None in games whose cards cannot be counted.

    EVs are exact where the betting is over, and at the decisions of ``whole``. Elsewhere they are
    those of the engine, for the player to act alone; with two players ``ai/playout.py`` and
    ``ai/beliefs.py`` know more, and take longer.

    Args:
        spots: the place on each board shown.
        ranges: (players, num_combos) reach for each of them.
        answers: the engine's, one for each; empty where nobody is to act.
        whole: values of all decisions of a small game.
        control: is checked every 50 ms or so.

    Raises:
        CancelledError: if stopped.
    """
    game = spots[0].game
    if not can_count(game):
        return None
    held, equity, evs = [], [], []
    after, basis = [], [""] * game.num_players
    for at, (spot, weights) in enumerate(zip(spots, ranges, strict=True)):
        held.append([matchups(game, weights, player) for player in range(game.num_players)])
        equity.append(live_equities(spot, weights, control))
        ev = np.full(equity[-1].shape, np.nan)
        if spot.finished:
            ev = _ended_of(spot, weights, equity[-1], control)
            basis = [EXACT] * game.num_players
        elif whole is not None:
            ev, basis = _known(spot, whole), [EXACT] * game.num_players
            after += [values_after(spot, whole, answers[at])] if answers else []
        elif answers and answers[at].values is not None:
            ev[spot.to_act], basis[spot.to_act] = stated_ev(answers[at]), STATED
        evs.append(ev)
    return Worth(
        np.array(held),
        np.array(equity),
        np.array(evs),
        np.array(after) if after else None,
        tuple(basis),
    )


def can_count(game: Game) -> bool:
    """Return whether equities are known in a game: hold'em, and games with few deals."""
    return game.is_part_of_holdem or is_listable(game)


def live_equities(
    spot: PublicState,
    weights: Weights,
    control: JobControl | None = None,
    contenders: Sequence[int] | None = None,
    seats: Sequence[int] | None = None,
) -> Weights:
    """Return equity of every combo (players, num_combos) of the players still in.

    With two left it is exact, and in games with few deals, where the cards of folded players count,
    too. In hold'em those do not, and for three and more it is ``joint_equities``.

    Args:
        spot: the place.
        weights: (players, num_combos) reach.
        control: is checked while it is counted.
        contenders: positions that share the pot; None for all who have not folded.
        seats: the players wanted; None for all contenders.

    Raises:
        GameError: if the cards of the game cannot be counted.
        CancelledError: if stopped.
    """
    game, board = spot.game, spot.board
    if game.is_heads_up:
        return range_equities(game, board, weights, control)
    live = [seat for seat in range(game.num_players) if not spot.folded(seat)]
    rivals = live if contenders is None else list(contenders)
    found = np.full(weights.shape, np.nan)
    if len(rivals) == 1:
        found[rivals] = np.where(blocked(game, board), np.nan, 1.0)
    elif is_listable(game):
        found[rivals] = _joint_equities(game, board, weights, rivals)
    elif len(live) == 2:
        found[live] = _pair_equities(board, weights[live], control)
    else:
        asked, among = ([live.index(seat) for seat in some] for some in (seats or rivals, rivals))
        found[live] = joint_equities(weights[live], board, asked, among, control)
    return found


def _joint_equities(
    game: Game, board: tuple[Card, ...], weights: Weights, contenders: Sequence[int]
) -> Weights:
    """Equity (contenders, num_combos) in a game whose deals are listed."""
    deals = joint_deals_of(game, merge_suits=False)
    street = game.board_sizes.index(len(board))
    part, place = deals.streets[street], deals.boards[street].index(tuple(board))
    reach = np.zeros((len(weights), len(deals.boards[street]), deals.num_classes))
    reach[:, place] = weights
    chances = np.repeat(part.weight[:, None], len(weights), axis=1)
    met = part.met(chances, reach)[contenders, place]
    won = part.met(part.won[sum(1 << seat for seat in contenders)], reach)[contenders, place]
    found = np.full(met.shape, np.nan)
    np.divide(won, met, out=found, where=met > 0)
    return found


def range_equities(
    game: Game, board: tuple[Card, ...], weights: Weights, control: JobControl | None = None
) -> Weights:
    """Exact equity of every combo of two ranges against the other (2, num_combos) on a board.

    NaN for combos that the board blocks or that can meet nothing of the other range. On a flop it
    takes some 30 ms, elsewhere less.

    Raises:
        GameError: if the cards of the game cannot be counted.
        CancelledError: if stopped.
    """
    if not (game.is_heads_up and game.is_part_of_holdem):
        return _small_equities(game, board, weights)
    return _pair_equities(board, weights, control)


def _pair_equities(
    board: tuple[Card, ...], weights: Weights, control: JobControl | None
) -> Weights:
    """Exact equity of two ranges (2, 1326) of hold'em."""
    found = np.full(weights.shape, np.nan)
    others = weights[::-1]
    some = others.any(axis=1)
    if board and some.any():
        found[some] = equities_against(others[some], board, control)
    elif not board:
        for player in np.flatnonzero(some):
            found[player] = preflop_equities_against(others[player])
    return found


def _small_equities(game: Game, board: tuple[Card, ...], weights: Weights) -> Weights:
    deals = deals_of(game, merge_suits=False)
    street = game.board_sizes.index(len(board))
    place = deals.boards[street].index(tuple(board))
    fold, showdown = deals.fold[street][place], deals.showdown[street][place]
    found = np.full((2, deals.num_classes), np.nan)
    for player, other in enumerate(weights[::-1]):
        # The matrices are (anti)symmetric in the hands, hence the same for both positions.
        meets, wins = fold @ other, showdown @ other
        np.divide(wins, meets, out=found[player], where=meets > 0)
    shares: Weights = (found + 1.0) / 2.0
    return shares


def _ended_of(
    spot: PublicState, weights: Weights, equity: Weights, control: JobControl | None
) -> Weights:
    """Return ``ended`` for any number of players: each one's part of each pot."""
    game, seats = spot.game, range(spot.game.num_players)
    if game.is_heads_up:
        return ended(spot, equity)
    folded, spent = [spot.folded(seat) for seat in seats], [spot.spent(seat) for seat in seats]
    pots, chips = pots_of(game, spent, folded), np.where(np.isnan(equity), np.nan, 0.0)
    if folded.count(False) == 1:
        chips[folded.index(False)] += spot.pot
        chips[folded] = 0.0
        return chips
    for pot in pots:
        shares = equity
        if len(pots) > 1:
            shares = live_equities(spot, weights, control, pot.seats)
        chips[list(pot.seats)] += pot.amount * shares[list(pot.seats)]
    chips[int(np.argmax(spent))] += spot.pot - sum(pot.amount for pot in pots)
    chips[folded] = 0.0
    return chips


def ended(spot: PublicState, equity: Weights) -> Weights:
    """Return chips of two players from here on after the betting: the pot, or a part of it."""
    if spot.showdown:
        spent = np.array([[float(spot.spent(player))] for player in (0, 1)])
        back = spent - spent.min()  # what nobody called
        shared: Weights = equity * (spot.pot - back.sum()) + back
        return shared
    won = np.array([[0.0 if spot.folded(player) else float(spot.pot)] for player in (0, 1)])
    chips: Weights = np.where(np.isnan(equity), np.nan, won)
    return chips


def _known(spot: PublicState, whole: InfosetValues) -> Weights:
    node = whole.tree.find(spot.actions)
    if node < 0 or whole.tree.kind[node] != DECISION:
        return np.full((spot.game.num_players, whole.deals.num_classes), np.nan)
    place = whole.boards[spot.street].index(tuple(spot.board))
    return np.stack([whole.ev(node, seat)[place] for seat in range(spot.game.num_players)])


def values_after(spot: PublicState, whole: InfosetValues, answer: Strategy) -> Weights:
    """Chips from here on (num_combos, actions) after each action of an answer.

    NaN after those that are not in the tree, and where the hand meets none of the other's.
    """
    found = np.full(answer.probabilities.shape, np.nan)
    node = whole.tree.find(spot.actions)
    if node >= 0 and whole.tree.kind[node] == DECISION:
        place = whole.boards[spot.street].index(tuple(spot.board))
        values = whole.action_ev(node)[place]
        for column, action in enumerate(whole.tree.actions_at(node)):
            if action in answer.actions:
                found[:, answer.actions.index(action)] = values[:, column]
    return found


def stated_ev(answer: Strategy) -> Weights:
    """Return EV of each combo by its strategy (num_combos,), by the values of an answer.

    NaN for combos that the board blocks.
    """
    assert answer.values is not None
    worth = (answer.probabilities * answer.values).sum(axis=1)
    known: Weights = np.where(answer.probabilities.any(axis=1), worth, np.nan)
    return known
