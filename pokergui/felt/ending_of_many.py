"""Text of a multiway hand's result: who won which pot, and with what."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.player import PublicState
from pokergui.felt.amounts import amount_text, net_text, winner_text
from pokergui.felt.sidepots import shares_of_pots
from pokergui.felt.table_scene import TableSceneBuilder
from pokergui.formatting.handname import hand_name
from pokergui.formatting.words import listed, phrase
from pokergui.language import tr
from pokergui.viewmodel import ResultScene

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
    """Return in one line who won what, and with what."""
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
