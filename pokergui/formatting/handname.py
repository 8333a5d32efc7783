"""Localised names of poker hands, with the game's rank letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import Card, card_rank
from engine.errors import GameError
from engine.evaluator import Category
from engine.evaluator import describe as describe_hand
from engine.game import Game, get_game
from pokergui.formatting.words import game_words, rank_word, signed
from pokergui.language import name_text, tr

_TOP_RANK = 12


def hand_name(game: Game, cards: Sequence[Card]) -> str:
    """Return the name of the best hand among 1 to 7 cards: "Two pair, kings and sevens".

    Args:
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
    return frozenset(describe_hand(cards).cards)


PLAYED, TRAINING = "play", "training"


def game_title(name: str) -> str:
    """Return a game in few words: "No-limit, 100 bb"; a site's as "No-limit hold’em $0.50/$1"."""
    listed = listed_game(name)
    if listed.game is not None:
        title = game_words(listed.game).removesuffix(tr(" hold’em"))
        words = tr("{game}, {depth} bb")
        return words.format(game=title, depth=listed.depth) if listed.depth else title
    if not listed.stakes:
        return name
    words = tr("Limit hold’em {stakes}") if listed.limit else tr("No-limit hold’em {stakes}")
    title = words.format(stakes=listed.stakes)
    if listed.players == 2:
        return title
    return tr("{game}, {count} players").format(game=title, count=listed.players)


def result_text(big_blinds: float, *, ante: bool) -> tuple[str, str]:
    """Return a result and its unit: big blinds, or antes in games with antes."""
    if ante:
        return signed(big_blinds, 0), tr.plural("ante", "antes", abs(big_blinds))
    return signed(big_blinds, 1), tr("bb")


def texture_text(name: str) -> str:
    """Return a texture of ``ai.reports.texture.KINDS`` in words: "two-tone"; ranks as they are."""
    return {
        "rainbow": tr("rainbow"),
        "two-tone": tr("two-tone"),
        "monotone": tr("monotone"),
        "unpaired": tr("unpaired"),
        "paired": tr("paired"),
        "trips": tr("trips"),
        "straight possible": tr("straight possible"),
        "connected": tr("connected"),
        "disconnected": tr("disconnected"),
    }.get(name, name)


_SITE = re.compile(
    r"holdem-(limit|nolimit)-([^-]*[0-9][^-]*/[^-]+?|[^-/]*[0-9][^-/]*)(?:-([0-9]+))?"
)


@dataclass(frozen=True)
class ListedGame:
    """A game as shown in lists, see ``StoredHand.listed_game``.

    Attributes:
        game: the built-in game without its depth; None if it is not built in.
        depth: in big blinds as given in the name; empty if it is not.
        limit: whether bets have fixed sizes, for a game that is not built in.
        stakes: its blinds: "$0.50/$1"; empty if the name does not give them.
        players: number of players, 2 unless the name says otherwise.
    """

    game: Game | None
    name: str
    depth: str = ""
    limit: bool = False
    stakes: str = ""
    players: int = 2

    @property
    def title(self) -> str:
        if self.game is not None:
            words = tr("{game}, {depth} bb") if self.depth else "{game}"
            return words.format(game=name_text(self.game.title), depth=self.depth)
        if not self.stakes:
            return self.name
        if self.players > 2:
            words = tr("No-limit hold'em {stakes}, {count} players")
            if self.limit:
                words = tr("Limit hold'em {stakes}, {count} players")
        else:
            words = tr("Limit hold'em {stakes}") if self.limit else tr("No-limit hold'em {stakes}")
        return words.format(stakes=self.stakes, count=self.players)

    @property
    def unit(self) -> str:
        """The unit of results: "bb", or "antes" if there are antes."""
        return "antes" if self.game is not None and self.game.ante else "bb"


@lru_cache(maxsize=1024)
def listed_game(name: str) -> ListedGame:
    base, _, depth = name.partition("@")
    try:
        return ListedGame(get_game(base), base, depth)
    except GameError:
        pass
    match = _SITE.fullmatch(name)
    if match is None:
        return ListedGame(None, name)
    return ListedGame(None, name, "", match[1] == "limit", match[2], int(match[3] or 2))
