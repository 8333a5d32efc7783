"""Text of a hand's winnings and losses."""

from __future__ import annotations

from pokergui.formatting.words import Money, chips
from pokergui.language import tr
from pokergui.units import has_antes


def net_text(money: Money, net: int, *, past: bool = False) -> str:
    """Return the user's result of a hand in words: "You win 830 (8.3 bb)", "You lose 2 antes"."""
    if net == 0:
        return tr("You broke even") if past else tr("You break even")
    if net > 0:
        words = tr("You won {amount}") if past else tr("You win {amount}")
    else:
        words = tr("You lost {amount}") if past else tr("You lose {amount}")
    return words.format(amount=amount_text(money, abs(net)))


def winner_text(money: Money, name: str, net: int) -> str:
    """Return the winnings of a hand's winner, one of the others, in words."""
    if net == 0:
        return tr("The pot is split")
    return tr("{name} wins {amount}").format(name=name, amount=amount_text(money, net))


def amount_text(money: Money, amount: int) -> str:
    """Return chips with big blinds where these are another number: "830 (8.3 bb)"; or antes."""
    game = money.game
    if has_antes(game):
        antes = amount / game.big_blind
        return tr.plural("1 ante", "{antes} antes", antes).format(antes=f"{antes:,.10g}")
    if game.big_blind == 1 and not money.in_blinds:
        return tr.plural("1 chip", "{chips} chips", amount).format(chips=chips(amount))
    other = money.other(amount)
    return f"{money.text(amount)} ({other})" if other else money.text(amount)
