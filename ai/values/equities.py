"""Equities of ranges against each other: pot shares without further betting."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.equity.joint import joint_equities
from ai.equity.matchups import preflop_equities_against
from ai.reading.reach import Weights
from ai.small_games.deals import deals_of
from ai.small_games.joint import is_listable, joint_deals_of
from engine.cards import Card
from engine.equity import equities_against
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked


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

    Exact heads-up, and in games with few deals, where folded cards are dead too. In hold'em folded
    cards are ignored, and three or more players use ``joint_equities``.

    Args:
        spot: the node.
        weights: (players, num_combos) reach.
        control: checked during the computation.
        contenders: positions that share the pot; None for all who have not folded.
        seats: the players wanted; None for all contenders.

    Raises:
        GameError: if the game is unsupported.
        CancelledError: if cancelled.
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
        equities[rivals] = _joint_equities(game, board, weights, rivals)
    elif len(live) == 2:
        equities[live] = _pair_equities(board, weights[live], control)
    else:
        asked, among = ([live.index(seat) for seat in some] for some in (seats or rivals, rivals))
        equities[live] = joint_equities(weights[live], board, asked, among, control)
    return equities


def _joint_equities(
    game: Game, board: tuple[Card, ...], weights: Weights, contenders: Sequence[int]
) -> Weights:
    """Equity (contenders, num_combos) in a game with enumerated deals."""
    deals = joint_deals_of(game, merge_suits=False)
    street = game.board_sizes.index(len(board))
    part, place = deals.streets[street], deals.boards[street].index(tuple(board))
    reach = np.zeros((len(weights), len(deals.boards[street]), deals.num_classes))
    reach[:, place] = weights
    chances = np.repeat(part.weight[:, None], len(weights), axis=1)
    met = part.met(chances, reach)[contenders, place]
    won = part.met(part.won[sum(1 << seat for seat in contenders)], reach)[contenders, place]
    equities = np.full(met.shape, np.nan)
    np.divide(won, met, out=equities, where=met > 0)
    return equities


def range_equities(
    game: Game, board: tuple[Card, ...], weights: Weights, control: JobControl | None = None
) -> Weights:
    """Exact equity of every combo of two ranges against the other (2, num_combos) on a board.

    NaN for combos blocked by the board or by all of the other range. On a flop it takes some 30 ms,
    elsewhere less.

    Raises:
        GameError: if the game is unsupported.
        CancelledError: if cancelled.
    """
    if not (game.is_heads_up and game.is_part_of_holdem):
        return _small_equities(game, board, weights)
    return _pair_equities(board, weights, control)


def _pair_equities(
    board: tuple[Card, ...], weights: Weights, control: JobControl | None
) -> Weights:
    """Exact equity of two ranges (2, 1326) of hold'em."""
    equities = np.full(weights.shape, np.nan)
    others = weights[::-1]
    some = others.any(axis=1)
    if board and some.any():
        equities[some] = equities_against(others[some], board, control)
    elif not board:
        for player in np.flatnonzero(some):
            equities[player] = preflop_equities_against(others[player])
    return equities


def _small_equities(game: Game, board: tuple[Card, ...], weights: Weights) -> Weights:
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
