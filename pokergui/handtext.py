"""Hand history in sentences, for hands that the table cannot show."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.player import Action, ActionKind, PublicState
from engine.shown import shown_cards
from pokergui.formatting.notices import capital
from pokergui.language import tr
from pokergui.language.joins import enumerated, phrases
from pokergui.store.hands import StoredHand
from pokergui.store.statistics import PERSON


def stakes_text(hand: StoredHand) -> str:
    """Return blinds and rake of an imported hand: "$0.50/$1, rake $0.45"; empty for others."""
    if hand.deck_number:
        return ""
    if not hand.facts.rake:
        return hand.stakes
    rake = hand.facts.money.text(hand.facts.rake)
    return tr("{stakes}, rake {rake}").format(stakes=hand.stakes, rake=rake)


def remarks(hand: StoredHand) -> tuple[str, ...]:
    """Return remarks on what an imported hand's file adds to the result by the rules."""
    money, found = hand.facts.money, []
    for name, chips in zip(hand.players, hand.facts.cashed, strict=False):
        if chips:
            words = tr("{name} cashed out for {chips}")
            found.append(words.format(name=name, chips=money.text(chips)))
    if hand.facts.stated:
        stated = enumerated(
            f"{name} {money.text(chips)}"
            for name, chips in zip(hand.players, hand.facts.stated, strict=True)
        )
        words = tr("the result follows the rules; the file states an impossible one: {stated}")
        found.append(words.format(stated=stated))
    return tuple(found)


def hand_text(hand: StoredHand) -> str:
    """Return the events of a hand, a line for each street; the text of a hand kept as text."""
    if hand.is_wide:
        return hand.facts.text
    money, game, board = hand.facts.money, hand.game, hand.record.board
    lines = []
    for seat, name in enumerate(hand.players):
        hole = hand.record.holes[seat]
        cards = f" [{_spaced(hand, hole)}]" if hole is not None and _seen(hand, seat) else ""
        stack = game.stacks[seat]
        chips = f" ({money.text(stack)})" if game.has_stacks else ""
        lines.append(f"{name}{chips}{cards}")
    lines.append("")
    spot = PublicState(game, (), ())
    said: list[str] = []
    street = -1
    for action in hand.record.actions:
        if spot.street != street:
            _close(lines, said)
            street = spot.street
            lines.append(_street(hand, street, board[: game.board_sizes[street]]))
        said.append(_action(hand, spot, action))
        spot = spot.after(action)
    _close(lines, said)
    if len(board) > game.board_sizes[max(street, 0)]:
        lines.append(_street(hand, game.num_rounds - 1, board))
    lines.append("")
    for name, net in zip(hand.players, hand.results, strict=True):
        if net:
            words = (tr("You win {chips}"), tr("{name} wins {chips}"))
            if net < 0:
                words = (tr("You lose {chips}"), tr("{name} loses {chips}"))
            lines.append(_done(name, words, money.text(abs(net))))
    if hand.facts.rake:
        lines.append(tr("The house takes {rake}").format(rake=money.text(hand.facts.rake)))
    lines += map(capital, remarks(hand))
    return "\n".join(lines)


def _close(lines: list[str], said: list[str]) -> None:
    if said:
        lines.append("  " + phrases(said))
        said.clear()


def _seen(hand: StoredHand, seat: int) -> bool:
    return hand.hero in (-1, seat) or (hand.showdown and not hand.folded(seat))


def _spaced(hand: StoredHand, cards: Sequence[Card]) -> str:
    return " ".join(shown_cards(hand.deck_game, (card,)) for card in cards)


def _street(hand: StoredHand, street: int, board: Sequence[Card]) -> str:
    names = [tr("Preflop"), tr("Flop"), tr("Turn"), tr("River")]
    if hand.game.num_rounds != len(names):
        names = [tr("First round"), tr("Second round")]
    name = names[min(street, len(names) - 1)]
    return f"{name} [{_spaced(hand, board)}]" if board else name


def _action(hand: StoredHand, spot: PublicState, action: Action) -> str:
    seat, kind = spot.to_act, action.kind
    name, money, call = hand.players[seat], hand.facts.money, spot.legal.call
    whole = spot.game.has_stacks and spot.after(action).stack(seat) == 0
    if kind is ActionKind.FOLD:
        return _done(name, (tr("You fold"), tr("{name} folds")))
    if kind is ActionKind.CALL and not call:
        return _done(name, (tr("You check"), tr("{name} checks")))
    if kind is ActionKind.CALL:
        amount, did = call, (tr("You call {chips}"), tr("{name} calls {chips}"))
    elif spot.max_bet:
        amount, did = action.raise_to, (tr("You raise to {chips}"), tr("{name} raises to {chips}"))
    else:
        amount, did = action.raise_to, (tr("You bet {chips}"), tr("{name} bets {chips}"))
    words = _done(name, did, money.text(amount))
    return tr("{words} all-in").format(words=words) if whole else words


def _done(name: str, words: tuple[str, str], chips: str = "") -> str:
    """Return a sentence about the user or about another player."""
    return words[name != PERSON].format(name=name, chips=chips)
