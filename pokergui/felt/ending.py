"""Text of a hand's result: who won how much, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cards import Card
from engine.player import PublicState
from pokergui.felt.table_scene import (
    TableSceneBuilder,
    amount_text,
    net_text,
    shares_of_pots,
    winner_text,
)
from pokergui.formatting.handname import best_cards, hand_name
from pokergui.formatting.words import card_view, listed, phrase
from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.viewmodel import LastHandScene, ResultScene

Holes = Sequence[Sequence[Card] | None]


def ending_of_many(
    picture: TableSceneBuilder, spot: PublicState, holes: Holes, hero: int, *, past: bool = False
) -> ResultScene:
    """Return the result of a finished multiway hand; arguments as in ``ending``.

    The sentence is the hero's net result, or without a hero that of the biggest winner; the note
    says who won which pot if there were several, else with what hand.
    """
    assert picture.payoffs is not None
    payoffs, money = picture.payoffs, picture.money
    best = max(range(len(payoffs)), key=lambda seat: (payoffs[seat], picture.won[seat]))
    winners = [seat for seat, won in enumerate(picture.won) if won]
    if hero < 0:
        apart = shares_of_pots(picture.pots, picture.pots_won, picture.names)
        shared = len(winners) > 1 and not apart
        text = winner_text(money, picture.names[best], 0 if shared else payoffs[best])
        return ResultScene(text, _note(picture, spot, holes, hero, winners, best), "even")
    net = payoffs[hero]
    text = net_text(money, net, past=past)
    if net == 0 and not picture.won[hero]:
        text = tr("You folded") if past else tr("You fold")
    note = _note(picture, spot, holes, hero, winners, best)
    return ResultScene(text, note, "won" if net > 0 else "lost" if net < 0 else "even")


def _note(
    picture: TableSceneBuilder,
    spot: PublicState,
    holes: Holes,
    hero: int,
    winners: Sequence[int],
    best: int,
) -> str:
    names = picture.names
    told = shares_of_pots(picture.pots, picture.pots_won, names)
    if told:
        return told
    if len(winners) > 1:
        split = tr("{names} split the pot").format(names=listed([names[s] for s in winners]))
        hand = _hand(spot, holes[winners[0]])
        return tr("{split}: {hand}").format(split=split, hand=hand) if hand else split
    if hero in (best, -1):
        if not spot.showdown:
            return tr("everyone else folded")
        hand = _hand(spot, holes[best])
        return tr("with {hand}").format(hand=hand) if hand else ""
    amount = amount_text(picture.money, picture.payoffs[best] if picture.payoffs else 0)
    hand = _hand(spot, holes[best]) if spot.showdown else ""
    words = tr("{name} wins {amount} with {hand}") if hand else tr("{name} wins {amount}")
    return words.format(name=names[best], amount=amount, hand=hand)


def _hand(spot: PublicState, hole: Sequence[Card] | None) -> str:
    """Return the hand that a seat showed: "two pair, kings and sevens"; empty if unknown."""
    if hole is None:
        return ""
    return phrase(hand_name(spot.game, (*hole, *spot.board)))


def ending(
    picture: TableSceneBuilder, spot: PublicState, holes: Holes, hero: int, *, past: bool = False
) -> ResultScene:
    """Return the result of a finished hand: net chips, not the size of the pot.

    Args:
        holes: cards of each position as dealt; only those shown are named.
        hero: the user's position, -1 if nobody plays: then the winner is named.
    """
    assert picture.payoffs is not None
    if spot.game.is_heads_up:
        result = _ending_of_two(picture, spot, holes, hero, past=past)
    else:
        result = ending_of_many(picture, spot, holes, hero, past=past)
    rake = sum(picture.taken)
    if not rake:
        return result
    words = tr("rake {chips}").format(chips=picture.money.text(rake))
    return replace(result, note=phrases((result.note, words)))


def _ending_of_two(
    picture: TableSceneBuilder, spot: PublicState, holes: Holes, hero: int, *, past: bool
) -> ResultScene:
    assert picture.payoffs is not None
    payoffs, names, money = picture.payoffs, picture.names, picture.money
    winner = max(range(len(payoffs)), key=lambda seat: payoffs[seat])
    split = all(picture.won)
    net = payoffs[hero] if hero >= 0 else payoffs[winner]
    text = net_text(money, net, past=past) if hero >= 0 else winner_text(money, names[winner], net)
    note = _ending_note(spot, holes, hero if hero >= 0 or split else winner, split=split)
    if net == 0:
        return ResultScene(text, note, "even")
    if not spot.showdown and not note:
        loser = next(seat for seat in range(len(payoffs)) if spot.folded(seat))
        folds = tr("{name} folded") if past else tr("{name} folds")
        if loser == hero:
            folds = tr("you folded") if past else tr("you fold")
        note = folds.format(name=names[loser])
    if hero < 0:
        return ResultScene(text, note, "even")
    return ResultScene(text, note, "won" if net > 0 else "lost")


def _ending_note(spot: PublicState, holes: Holes, seat: int, *, split: bool) -> str:
    """Return the deciding part of a hand as a note, for a seat whose hand is named at its cards."""
    if not spot.showdown:
        return ""
    other = next(s for s in range(spot.game.num_players) if s != seat and not spot.folded(s))
    note = _hand(spot, holes[other])
    if split:
        words = tr("the pot is split")
        return tr("{split}: {hand}").format(split=words, hand=note) if note else words
    if note and note == _hand(spot, holes[seat]):
        return tr("{hand}, better kicker").format(hand=note)
    return tr("against {hand}").format(hand=note) if note else ""


def winning_cards(picture: TableSceneBuilder, spot: PublicState, holes: Holes) -> frozenset[Card]:
    """Return the winning cards of a showdown, to be framed; none in Kuhn and Leduc."""
    if not spot.showdown or len(spot.board) < 3:
        return frozenset()
    best: set[Card] = set()
    for seat, hole in enumerate(holes):
        if hole is not None and picture.won[seat] > 0:
            best |= best_cards((*hole, *spot.board))
    return frozenset(best)


@dataclass(frozen=True)
class EndedHand:
    """A hand of the user that is over and no longer at the table.

    Attributes:
        holes: cards of each position as dealt; only those shown are named.
        tag: the reason why it does not count; empty if it does.
    """

    picture: TableSceneBuilder
    spot: PublicState
    holes: Holes
    hero: int
    hole: Sequence[Card]
    title: str
    tag: str = ""

    def scene(self) -> LastHandScene:
        result = ending(self.picture, self.spot, self.holes, self.hero, past=True)
        cards = sorted(self.hole, reverse=True)
        note = phrases((result.note, phrase(self.tag)))
        hole = tuple(card_view(self.spot.game, card) for card in cards)
        return LastHandScene(self.title, hole, result.text, note)
