"""Equities of ranges, and EV where the betting ends: a share of each pot, less the price."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.equity.joint import joint_equities
from ai.equity.matchups import preflop_equities_against
from ai.reading.reach import Weights, given_folds
from ai.small_games.deals import deals_of
from ai.small_games.joint import is_listable, joint_deals_of
from engine.cards import Card
from engine.equity import equities_against
from engine.game import Game
from engine.jobs import JobControl
from engine.player import ActionKind, PublicState, Strategy
from engine.policy import blocked
from engine.pots import pots_of


def can_count(game: Game) -> bool:
    """Return whether equities can be computed in a game: hold'em, and games with few deals."""
    return game.is_part_of_holdem or is_listable(game)


def live_equities(
    spot: PublicState,
    weights: Weights,
    control: JobControl | None = None,
    contenders: Sequence[int] | None = None,
    seats: Sequence[int] | None = None,
) -> Weights:
    """Return the equity of every combo (players, num_combos) of live players.

    Exact heads-up, and in games with few deals. In hold'em folded cards are dead as in
    ``given_folds``, and three or more players use ``joint_equities``. ``weights``: (players,
    num_combos) reach. ``contenders``: positions that share the pot; None for all who have not
    folded. ``seats``: the players wanted; None for all contenders. Raises GameError if the game is
    unsupported.
    """
    game, board = spot.game, spot.board
    if game.is_heads_up:
        return range_equities(game, board, weights, control)
    live = [seat for seat in range(game.num_players) if not spot.folded(seat)]
    rivals = live if contenders is None else list(contenders)
    equities = np.full(weights.shape, np.nan)
    if len(rivals) == 1:
        equities[rivals] = np.where(blocked(game, board), np.nan, 1.0)
    elif is_listable(game):
        deals = joint_deals_of(game, merge_suits=False)
        street = game.board_sizes.index(len(board))
        part, place = deals.streets[street], deals.boards[street].index(tuple(board))
        reach = np.zeros((len(weights), len(deals.boards[street]), deals.num_classes))
        reach[:, place] = weights
        chances = np.repeat(part.weight[:, None], len(weights), axis=1)
        met = part.met(chances, reach)[rivals, place]
        won = part.met(part.won[sum(1 << seat for seat in rivals)], reach)[rivals, place]
        known = np.full(met.shape, np.nan)
        np.divide(won, met, out=known, where=met > 0)
        equities[rivals] = known
    elif len(live) == 2:
        equities[live] = _pair_equities(board, given_folds(spot, weights)[live], control)
    else:
        asked, among = ([live.index(seat) for seat in some] for some in (seats or rivals, rivals))
        ranges = given_folds(spot, weights)[live]
        equities[live] = joint_equities(ranges, board, asked, among, control)
    return equities


def range_equities(
    game: Game, board: tuple[Card, ...], weights: Weights, control: JobControl | None = None
) -> Weights:
    """Exact equity of every combo of two ranges against the other (2, num_combos) on a board.

    NaN for combos blocked by the board or by all of the other range. On a flop it takes some 30 ms,
    elsewhere less. Raises GameError if the game is unsupported.
    """
    if game.is_heads_up and game.is_part_of_holdem:
        return _pair_equities(board, weights, control)
    deals = deals_of(game, merge_suits=False)
    street = game.board_sizes.index(len(board))
    place = deals.boards[street].index(tuple(board))
    fold, showdown = deals.fold[street][place], deals.showdown[street][place]
    edges = np.full((2, deals.num_classes), np.nan)
    for player, other in enumerate(weights[::-1]):
        # The matrices are (anti)symmetric in the hands, hence the same for both positions.
        meets, wins = fold @ other, showdown @ other
        np.divide(wins, meets, out=edges[player], where=meets > 0)
    shares: Weights = (edges + 1.0) / 2.0
    return shares


def _pair_equities(
    board: tuple[Card, ...], weights: Weights, control: JobControl | None
) -> Weights:
    equities = np.full(weights.shape, np.nan)
    others = weights[::-1]
    some = others.any(axis=1)
    if board and some.any():
        equities[some] = equities_against(others[some], board, control)
    elif not board:
        for player in np.flatnonzero(some):
            equities[player] = preflop_equities_against(others[player])
    return equities


def ends_after(
    spot: PublicState,
    weights: Weights,
    equity: Weights,
    answer: Strategy,
    control: JobControl | None = None,
) -> Weights | None:
    """Return exact EVs (num_combos, actions) of actions that lead to showdown.

    In chips from here on: the hand's share of each pot, less the price; a fold is 0. Other actions
    have the EVs of the answer, NaN if it has none. None if none is exact where the answer has EVs,
    and with two players if too few are. ``weights``: (players, num_combos) reach. ``equity``:
    (players, num_combos) of all who are still in.
    """
    seat, two = spot.to_act, spot.game.is_heads_up
    ends = [(at, spot.after(action)) for at, action in enumerate(answer.actions)]
    shown = [(at, end) for at, end in ends if end.showdown]
    if not shown and (two or answer.values is not None):
        return None
    if two and answer.values is None and spot.legal.max_raise:
        return None
    stated = np.nan if answer.values is None else answer.values
    evs = np.full(answer.probabilities.shape, stated)
    for at, end in shown:
        won = ended_of(end, weights, equity, control, (seat,))[seat]
        evs[:, at] = won - (end.spent(seat) - spot.spent(seat))
    if shown and answer.actions[0].kind is ActionKind.FOLD:
        evs[:, 0] = np.where(blocked(spot.game, spot.board), np.nan, 0.0)
    return evs


def ended_of(
    spot: PublicState,
    weights: Weights,
    equity: Weights,
    control: JobControl | None,
    wanted: Sequence[int] | None = None,
) -> Weights:
    """Return each player's EV once the betting is over, in chips from here on.

    Returns (players, num_combos). ``weights``: (players, num_combos) reach. ``equity``: (players,
    num_combos) of all who are still in. ``wanted``: the players whose side pots count; None for
    all.
    """
    game, every = spot.game, range(spot.game.num_players)
    if game.is_heads_up:
        return ended(spot, equity)
    folded, spent = [spot.folded(seat) for seat in every], [spot.spent(seat) for seat in every]
    pots, chips = pots_of(game, spent, folded), np.where(np.isnan(equity), np.nan, 0.0)
    if folded.count(False) == 1:
        chips[folded.index(False)] += spot.pot
        chips[folded] = 0.0
        return chips
    for pot in pots:
        shares, seats = equity, [one for one in pot.seats if wanted is None or one in wanted]
        if len(pots) > 1 and seats:
            shares = live_equities(spot, weights, control, pot.seats, seats)
        chips[seats] += pot.amount * shares[seats]
    chips[int(np.argmax(spent))] += spot.pot - sum(pot.amount for pot in pots)
    chips[folded] = 0.0
    return chips


def ended(spot: PublicState, equity: Weights) -> Weights:
    """Return the EV of two players once the betting is over: the pot, or their share of it."""
    if spot.showdown:
        spent = np.array([[float(spot.spent(player))] for player in (0, 1)])
        back = spent - spent.min()  # uncalled
        shared: Weights = equity * (spot.pot - back.sum()) + back
        return shared
    won = np.array([[0.0 if spot.folded(player) else float(spot.pot)] for player in (0, 1)])
    chips: Weights = np.where(np.isnan(equity), np.nan, won)
    return chips
