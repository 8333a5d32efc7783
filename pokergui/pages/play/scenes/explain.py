"""Rules of a small game, generated from the game definition."""

from __future__ import annotations

from engine.cards import card_rank
from engine.game import Game
from pokergui.formatting.words import card_view, chips
from pokergui.language import tr_play as tr
from pokergui.language.joins import full_sentences
from pokergui.viewmodel import ExplainerItem, ExplainerScene

_SMALL_DECK = 12


def explainer(game: Game) -> ExplainerScene | None:
    """Return ranks, bets and winning hands; None for games with a full deck."""
    if len(game.deck) > _SMALL_DECK:
        return None
    return ExplainerScene((_deck(game), _bets(game), _wins(game)))


def _deck(game: Game) -> ExplainerItem:
    cards = tuple(card_view(game, card) for card in reversed(game.deck))
    return ExplainerItem(tr("The deck"), tr("one private card each"), cards)


def _bets(game: Game) -> ExplainerItem:
    ante = tr("Ante {ante}.").format(ante=chips(game.ante or game.big_blind))
    if game.num_rounds == 1:
        bets = tr("One bet of {size}, no raise.").format(size=chips(game.raise_sizes[0]))
    else:
        sizes = tr(", then ").join(chips(size) for size in game.raise_sizes)
        bets = tr("Bets of {sizes}; {cap} a round.").format(sizes=sizes, cap=game.max_raises[0])
    return ExplainerItem(tr("Betting"), full_sentences((ante, bets)))


def _wins(game: Game) -> ExplainerItem:
    if not sum(game.num_board):
        return ExplainerItem(tr("What wins"), _highest(game))
    top = max(card_rank(card) for card in game.deck)
    pair = tuple(card_view(game, card) for card in game.deck if card_rank(card) == top)
    words = tr("a pair, else {card}").format(card=_highest(game))
    return ExplainerItem(tr("What wins"), words, pair[:2])


def _highest(game: Game) -> str:
    return tr("the higher card") if game.is_heads_up else tr("the highest card")
