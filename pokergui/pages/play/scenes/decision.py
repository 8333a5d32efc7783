"""The user's decision: buttons and their consequences, notes beside the cards, rules of a game."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, card_rank
from engine.game import Game
from engine.player import CALL, PublicState
from pokergui.formatting.handname import hand_name
from pokergui.formatting.sizing import Amount, call_pot, pot_odds, pot_share, tone_of
from pokergui.formatting.words import Money, card_view, chips, raise_refused, to_see
from pokergui.language import tr_play as tr
from pokergui.language.joins import broken, enumerated, full_sentences, phrases
from pokergui.viewmodel import (
    ActionBarScene,
    ActionSlot,
    ExplainerItem,
    ExplainerScene,
    FeltNote,
    FixedSizing,
    NextHand,
    Sizing,
)
from pokergui.viewmodel.settings import AmountUnit

_LARGE_FOLD_BB = 10
_MANY_POTS = 2
_SHARES = ((1, 3, "1/3"), (1, 2, "1/2"), (2, 3, "2/3"), (1, 1, ""))


def action_bar(
    spot: PublicState, amount: Amount | None, *, guard: bool, unit: AmountUnit = "chips"
) -> ActionBarScene:
    """Build the bar at the hero's turn.

    Args:
        amount: the chosen size, None if sizes are fixed or no raise is possible.
        guard: True if costly clicks ask for confirmation.
    """
    money = Money(spot.game, unit)
    slots = (
        _fold_slot(spot, guard, money),
        _call_slot(spot, guard, money),
        _raise_slot(spot, amount, guard, money),
    )
    sizing: Sizing | FixedSizing = Sizing(enabled=False)
    if amount is not None:
        sizing = amount.scene()
    elif spot.game.is_limit:
        sizing = _fixed_sizing(money, spot.street)
    return ActionBarScene(slots, sizing)


def idle_bar(game: Game, unit: AmountUnit = "chips") -> ActionBarScene:
    slots = (
        ActionSlot("fold", tr("Fold"), key="F", tone="fold"),
        ActionSlot("call", tr("Check"), key="C", tone="call"),
        ActionSlot("raise", tr("Bet"), key="R", tone="middle"),
    )
    sizing = _fixed_sizing(Money(game, unit), 0) if game.is_limit else Sizing(enabled=False)
    return ActionBarScene(slots, sizing)


def _fold_slot(spot: PublicState, guard: bool, money: Money) -> ActionSlot:
    spent = spot.spent(spot.to_act)
    word = tr("give up {chips}") if spot.game.has_stacks else tr("lose {chips}")
    legal = spot.legal.fold
    return ActionSlot(
        "fold",
        tr("Fold"),
        word.format(chips=money.text(spent)) if legal else tr("checking is free"),
        "F",
        legal,
        "fold",
        guard and spent >= _LARGE_FOLD_BB * spot.game.big_blind,
    )


def _call_slot(spot: PublicState, guard: bool, money: Money) -> ActionSlot:
    call = spot.legal.call
    title = tr("Call {chips}").format(chips=money.text(call)) if call else tr("Check")
    after = spot.after(CALL)
    if after.finished:
        matched = call_pot(spot)
        detail = tr("showdown for {chips}").format(chips=money.text(matched))
    elif after.street > spot.street:
        detail = to_see(spot.game, after.street)
    else:
        detail = tr("stay in the hand") if call else tr("check to the next player")
    all_in = call > 0 and call == spot.stack(spot.to_act)
    if all_in:
        detail = tr("all-in, {detail}").format(detail=detail)
        if after.finished:  # the longest of all: no room for the showdown
            detail = tr("all-in, pot {chips}").format(chips=money.text(matched))
    return ActionSlot("call", title, detail, "C", True, "call", guard and all_in)


def _raise_slot(spot: PublicState, amount: Amount | None, guard: bool, money: Money) -> ActionSlot:
    legal = spot.legal
    verb = tr("Raise") if spot.max_bet else tr("Bet")
    if legal.no_raise:
        return ActionSlot("raise", verb, raise_refused(legal.no_raise), "R", False, "middle")
    value = legal.min_raise if amount is None else amount.value
    size = money.text(value)
    title = (tr("Raise to {chips}") if spot.max_bet else tr("Bet {chips}")).format(chips=size)
    if amount is not None and amount.error:
        return ActionSlot("raise", verb, tr("not a legal amount"), "R", False, "middle")
    tone = tone_of(spot, value)
    all_in = tone == "allin"
    if all_in:
        title = tr("All-in {chips}").format(chips=size)
    if amount is None:
        pot = spot.pot + value - spot.street_bet(spot.to_act)
        detail = tr("pot becomes {chips}").format(chips=money.text(pot))
    else:
        detail = _share_text(spot, value)
    return ActionSlot("raise", title, detail, "R", True, tone, guard and all_in)


def _share_text(spot: PublicState, value: int) -> str:
    """Write a size relative to the pot: "2/3 pot", else in percent."""
    share = pot_share(spot, value)
    pot = spot.pot + spot.legal.call
    for numerator, denominator, text in _SHARES:
        if abs(share - numerator / denominator) * pot <= 0.5:
            return tr("{share} pot").format(share=text) if text else tr("the pot")
    if share >= _MANY_POTS:
        return tr("{count} times the pot").format(count=f"{share:.1f}")
    return tr("{percent}% of the pot").format(percent=f"{100 * share:.0f}")


def _fixed_sizing(money: Money, street: int) -> FixedSizing:
    game = money.game
    size, cap = game.raise_sizes[street], game.max_raises[street]
    bets = tr("Bets are {size} in this round.").format(size=money.text(size))
    most = tr("At most one bet.") if cap == 1 else tr("At most {cap} bets and raises.")
    return FixedSizing(tr("Fixed limit"), f"{bets}\n{most.format(cap=cap)}")


def price_note(spot: PublicState, unit: AmountUnit = "chips") -> FeltNote:
    """Return the cost of a call and the odds it gets."""
    call = spot.legal.call
    if not call:
        return FeltNote()
    return FeltNote(
        tr("To call {chips}").format(chips=Money(spot.game, unit).text(call)),
        tr("pot odds {percent}%").format(percent=f"{100 * pot_odds(spot):.1f}"),
    )


def best_hand(game: Game, hole: Sequence[Card], board: Sequence[Card]) -> FeltNote:
    """Name the best hand on a board, on two lines if it is long; nothing without a board."""
    return FeltNote("\n".join(broken(hand_name(game, (*hole, *board)))) if board else "")


def status_text(
    spot: PublicState, board: str, amount: Amount | None, unit: AmountUnit = "chips"
) -> str:
    money = Money(spot.game, unit)
    parts = [tr("Board {cards}").format(cards=board)] if board else []
    parts.append(tr("pot {chips}").format(chips=money.text(spot.pot)))
    options = [tr("fold")] if spot.legal.fold else []
    call = spot.legal.call
    options.append(tr("call {chips}").format(chips=money.text(call)) if call else tr("check"))
    if not spot.legal.no_raise:
        value = spot.legal.min_raise if amount is None else amount.value
        word = tr("raise to {chips}") if spot.max_bet else tr("bet {chips}")
        options.append(word.format(chips=money.text(value)))
    parts.append(tr("your turn: {options}").format(options=enumerated(options)))
    text = phrases(parts)
    return text[:1].upper() + text[1:]


def waiting_bar() -> ActionBarScene:
    deal = NextHand(tr("Deal a new hand"), tr("the other one waits"), tr("Space"))
    return ActionBarScene((), next_hand=deal)


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
