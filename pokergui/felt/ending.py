"""How a hand ended, in words: who got how much, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.player import PublicState
from pokergui.felt.picture import Picture
from pokergui.formatting.handname import best_cards, hand_name
from pokergui.formatting.words import Money, card_view, chips, phrase, tr
from pokergui.viewmodel import LastHandScene, ResultScene

Holes = Sequence[Sequence[Card] | None]


def ending(
    picture: Picture, spot: PublicState, holes: Holes, hero: int, *, past: bool = False
) -> ResultScene:
    """The result of a finished hand: net chips, not what the pot held.

    Args:
        picture: the table after it.
        spot: its last public state, board and all.
        holes: cards of each position as dealt; only those shown are named.
        hero: the person's position, -1 where nobody plays: then the winner is named.
        past: whether the hand is no longer at the table.
    """
    assert picture.payoffs is not None
    payoffs, names, money = picture.payoffs, picture.names, picture.money
    winner = max(range(len(payoffs)), key=lambda seat: payoffs[seat])
    net = payoffs[hero] if hero >= 0 else payoffs[winner]
    text = net_text(money, net, past=past) if hero >= 0 else winner_text(money, names[winner], net)
    if net == 0:
        return ResultScene(text, _note(spot, holes, hero, net), "even")
    note = _note(spot, holes, hero if hero >= 0 else winner, net)
    if not spot.showdown and not note:
        loser = next(seat for seat in range(len(payoffs)) if spot.folded(seat))
        folds = tr("{name} folded") if past else tr("{name} folds")
        if loser == hero:
            folds = tr("you folded") if past else tr("you fold")
        note = folds.format(name=names[loser])
    if hero < 0:
        return ResultScene(text, note, "even")
    return ResultScene(text, note, "won" if net > 0 else "lost")


def net_text(money: Money, net: int, *, past: bool = False) -> str:
    """What the person won or lost in a hand: "You win 830 (8.3 bb)", "You lose 2 chips"."""
    if net == 0:
        return tr("You broke even") if past else tr("You break even")
    if net > 0:
        words = tr("You won {amount}") if past else tr("You win {amount}")
    else:
        words = tr("You lost {amount}") if past else tr("You lose {amount}")
    return words.format(amount=amount_text(money, abs(net)))


def winner_text(money: Money, name: str, net: int) -> str:
    """What the winner of a hand among others won."""
    if net == 0:
        return tr("The pot is split")
    return tr("{name} wins {amount}").format(name=name, amount=amount_text(money, net))


def amount_text(money: Money, amount: int) -> str:
    """Chips, and big blinds or antes where these are another number: "830 (8.3 bb)"."""
    game = money.game
    if game.big_blind == 1 and not money.in_blinds:
        return tr("1 chip") if amount == 1 else tr("{chips} chips").format(chips=chips(amount))
    if game.ante:
        antes = f"{amount / game.big_blind:,.10g}"
        return tr("{chips} ({antes} antes)").format(chips=chips(amount), antes=antes)
    other = money.other(amount)
    return f"{money.text(amount)} ({other})" if other else money.text(amount)


def _note(spot: PublicState, holes: Holes, seat: int, net: int) -> str:
    """The hand that decided, seen from a seat whose own hand is named beside its cards."""
    if not spot.showdown:
        return ""
    other = next(s for s in range(spot.game.num_players) if s != seat and not spot.folded(s))
    note = _named(spot, holes[other])
    if not net:
        split = tr("the pot is split")
        return tr("{split}: {hand}").format(split=split, hand=note) if note else split
    if note and note == _named(spot, holes[seat]):
        return tr("{hand}, better kicker").format(hand=note)
    return tr("against {hand}").format(hand=note) if note else ""


def _named(spot: PublicState, hole: Sequence[Card] | None) -> str:
    """The hand of a seat that was shown: "two pair, kings and sevens"; empty if unknown."""
    if hole is None:
        return ""
    name = hand_name(spot.game, (*hole, *spot.board))
    return phrase(name)


def winning_cards(picture: Picture, spot: PublicState, holes: Holes) -> frozenset[Card]:
    """The cards that won a showdown, to be framed; none in games of few cards."""
    if not spot.showdown or len(spot.board) < 3:
        return frozenset()
    best: set[Card] = set()
    for seat, hole in enumerate(holes):
        if hole is not None and picture.won[seat] > 0:
            best |= best_cards((*hole, *spot.board))
    return frozenset(best)


@dataclass(frozen=True)
class EndedHand:
    """A hand of the person's that is over and no longer at the table.

    Attributes:
        picture: the table after it.
        spot: its last public state, board and all.
        holes: cards of each position as dealt; only those shown are named.
        hero: the person's position.
        hole: the person's cards.
        title: the hand's.
        tag: why it does not count; empty where it does.
    """

    picture: Picture
    spot: PublicState
    holes: Holes
    hero: int
    hole: Sequence[Card]
    title: str
    tag: str = ""

    def scene(self) -> LastHandScene:
        """What it brought the person."""
        result = ending(self.picture, self.spot, self.holes, self.hero, past=True)
        cards = sorted(self.hole, reverse=True)
        note = ", ".join(filter(None, (result.note, phrase(self.tag))))
        hole = tuple(card_view(self.spot.game, card) for card in cards)
        return LastHandScene(self.title, hole, result.text, note)
