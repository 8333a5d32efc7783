"""How a hand ended, in words: who got how much, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.player import PublicState
from pokergui.presenters.handname import best_cards, hand_name
from pokergui.presenters.picture import Picture
from pokergui.presenters.words import chips, tr
from pokergui.viewmodel import ResultScene

Holes = Sequence[Sequence[Card] | None]


def ending(picture: Picture, spot: PublicState, holes: Holes, hero: int) -> ResultScene:
    """The result of a finished hand.

    Args:
        picture: the table after it.
        spot: its last public state, board and all.
        holes: cards of each position as dealt; only those shown are told.
        hero: the person's position, -1 where nobody plays: then the winner is named.
    """
    assert picture.payoffs is not None
    payoffs, won, names = picture.payoffs, picture.won, picture.names
    winner = max(range(len(won)), key=lambda seat: won[seat])
    net = payoffs[hero] if hero >= 0 else max(payoffs)
    if net == 0:
        return ResultScene(tr("The pot is split"), _note(spot, holes, hero, net), "even")
    if hero >= 0 and net > 0:
        text = tr("You win {chips}").format(chips=chips(won[hero]))
    else:
        text = tr("{name} wins {chips}").format(name=names[winner], chips=chips(won[winner]))
    note = _note(spot, holes, hero if hero >= 0 else winner, net)
    if not spot.showdown and not note:
        loser = next(seat for seat in range(len(won)) if spot.folded(seat))
        you = loser == hero
        note = tr("you fold") if you else tr("{name} folds").format(name=names[loser])
    if hero < 0:
        return ResultScene(text, note, "even")
    return ResultScene(text, note, "won" if net > 0 else "lost")


def _note(spot: PublicState, holes: Holes, seat: int, net: int) -> str:
    """The hand that decided, seen from a seat whose own hand is named beside its cards."""
    if not spot.showdown:
        return ""
    other = next(s for s in range(spot.game.num_players) if s != seat and not spot.folded(s))
    note = _named(spot, holes[other])
    if net and note and note == _named(spot, holes[seat]):
        return tr("{hand}, better kicker").format(hand=note)
    return tr("against {hand}").format(hand=note) if net > 0 and note else note


def _named(spot: PublicState, hole: Sequence[Card] | None) -> str:
    """The hand of a seat that was shown: "two pair, kings and sevens"; empty if unknown."""
    if hole is None:
        return ""
    name = hand_name(spot.game, (*hole, *spot.board))
    return name[:1].lower() + name[1:]


def winning_cards(picture: Picture, spot: PublicState, holes: Holes) -> frozenset[Card]:
    """The cards that won a showdown, to be framed; none in games of few cards."""
    if not spot.showdown or len(spot.board) < 3:
        return frozenset()
    best: set[Card] = set()
    for seat, hole in enumerate(holes):
        if hole is not None and picture.won[seat] > 0:
            best |= best_cards((*hole, *spot.board))
    return frozenset(best)
