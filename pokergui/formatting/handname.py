"""Localised names of poker hands, with the game's rank letters."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_rank
from engine.evaluator import Category
from engine.evaluator import describe as describe_hand
from engine.game import Game
from pokergui.formatting.words import rank_word
from pokergui.language import tr

_TOP_RANK = 12


def hand_name(game: Game, cards: Sequence[Card]) -> str:
    """Return the name of the best hand among 1 to 7 cards: "Two pair, kings and sevens".

    Args:
        game: names its own ranks.
        cards: hole cards first.
    """
    described = describe_hand(cards)
    ranks = list(dict.fromkeys(card_rank(card) for card in described.cards))
    one, two, three, four = (
        [rank_word(game, rank, count) for rank in ranks] for count in (1, 2, 3, 4)
    )
    match described.category:
        case Category.HIGH_CARD:
            if game.num_hole == 1:  # the board is the same for all: the private card decides
                one = [rank_word(game, card_rank(cards[0]))]
            text = tr("{rank} high").format(rank=one[0])
            return text[:1].upper() + text[1:]
        case Category.PAIR:
            return tr("Pair of {ranks}").format(ranks=two[0])
        case Category.TWO_PAIR:
            return tr("Two pair, {high} and {low}").format(high=two[0], low=two[1])
        case Category.TRIPS:
            return tr("Three of a kind, {ranks}").format(ranks=three[0])
        case Category.STRAIGHT:
            return tr("Straight, {low} to {high}").format(low=one[-1], high=one[0])
        case Category.FLUSH:
            return tr("Flush, {rank} high").format(rank=one[0])
        case Category.FULL_HOUSE:
            return tr("Full house, {three} over {two}").format(three=three[0], two=two[1])
        case Category.QUADS:
            return tr("Four of a kind, {ranks}").format(ranks=four[0])
        case Category.STRAIGHT_FLUSH:
            if ranks[0] == _TOP_RANK:
                return tr("Royal flush")
            return tr("Straight flush, {low} to {high}").format(low=one[-1], high=one[0])


def best_cards(cards: Sequence[Card]) -> frozenset[Card]:
    """Return the cards (five at most) that make the best hand among 1 to 7."""
    return frozenset(describe_hand(cards).cards)
