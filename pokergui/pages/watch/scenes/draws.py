"""The draws of a hold'em hand, and the kicker that decides between pairs."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_rank, card_suit
from engine.evaluator import Category, describe
from engine.game import Game
from pokergui.formatting.words import rank_word
from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases

_FULL_BOARD = 5
_ACE = 12


def hand_note(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> str:
    """Return words such as "king kicker" or "flush draw, gutshot"; empty if there are none."""
    if game.board_sizes[-1] != _FULL_BOARD or not board:
        return ""
    made = describe((*hole, *board))
    notes: list[str] = []
    if len(board) < _FULL_BOARD and made.category < Category.STRAIGHT:
        notes = _draws(hole, board)
    if not notes and made.category is Category.PAIR:
        pair = card_rank(made.cards[0])
        kicker = max((card_rank(c) for c in made.cards if card_rank(c) != pair), default=None)
        if kicker is not None:
            notes.append(tr("{rank} kicker").format(rank=rank_word(game, kicker)))
    return phrases(notes)


def _draws(hole: Sequence[Card], board: Sequence[Card]) -> list[str]:
    """Return the draws that one card completes and that a hole card is part of."""
    cards = (*hole, *board)
    suited = [sum(card_suit(c) == card_suit(mine) for c in cards) for mine in hole]
    draws = [tr("flush draw")] if _FULL_BOARD - 1 in suited else []
    mine, ranks = {card_rank(c) for c in hole}, {card_rank(c) for c in cards}
    outs = [rank for rank in range(13) if rank not in ranks and _straight(ranks | {rank}, mine)]
    if len(outs) > 1:
        draws.append(tr("open-ended"))
    elif outs:
        draws.append(tr("gutshot"))
    return draws


def _straight(ranks: set[int], mine: set[int]) -> bool:
    """Return whether five ranks in a row include a hole card; aces count low, too."""
    for low in range(-1, 9):
        row = {_ACE if rank < 0 else rank for rank in range(low, low + 5)}
        if row <= ranks and row & mine:
            return True
    return False
