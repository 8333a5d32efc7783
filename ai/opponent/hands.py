"""Validate finished hands for a model."""

from __future__ import annotations

from engine.cards import check_distinct
from engine.errors import RecordMismatchError
from engine.hand import net_chips
from engine.lines import check_board
from engine.player import SeatRecord
from engine.wording import Wording


def check_record(record: SeatRecord) -> None:
    """Check a finished hand as one seat saw it.

    Raises:
        PokerError: naming the contradiction.
    """
    spot, game = record.spot, record.spot.game
    if not spot.finished:
        raise RecordMismatchError("the record stops before the hand is over")
    if len(record.holes) != game.num_players or len(record.payoffs) != game.num_players:
        raise RecordMismatchError(
            "{title} has {players} players",
            title=Wording(game.title),
            players=game.num_players,
        )
    check_board(game, game.num_rounds - 1 if spot.showdown else spot.street, spot.board)
    shown = [hole for hole in record.holes if hole is not None]
    check_distinct([*spot.board, *(card for hole in shown for card in hole)])
    for hole in shown:
        if len(hole) != game.num_hole or not game.deck_set.issuperset(hole):
            raise RecordMismatchError("these are not cards of {title}", title=Wording(game.title))
    hidden = any(hole is None and not spot.folded(place) for place, hole in enumerate(record.holes))
    if not (spot.showdown and hidden):
        due = net_chips(spot, record.holes)
        if due != tuple(record.payoffs):
            raise RecordMismatchError(
                "the payoffs are {due}, not {payoffs}", due=due, payoffs=record.payoffs
            )
    elif sum(record.payoffs) != game.dead:
        raise RecordMismatchError("the payoffs do not add up")
