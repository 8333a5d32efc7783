"""A hand in sentences, for hands that the table does not show."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.cards import Card
from engine.player import Action, ActionKind, PublicState
from engine.shown import shown_cards
from pokergui.language.joins import phrases
from pokergui.store.hands import StoredHand
from pokergui.store.statistics import PERSON

_STREETS = ("Preflop", "Flop", "Turn", "River")
_ROUNDS = ("First round", "Second round")


def stakes_text(hand: StoredHand, say: Callable[[str], str] = str) -> str:
    """Return blinds and rake of an imported hand: "$0.50/$1, rake $0.45"; empty for others."""
    if hand.deck_number:
        return ""
    if not hand.facts.rake:
        return hand.stakes
    rake = hand.facts.money.text(hand.facts.rake)
    return say("{stakes}, rake {rake}").format(stakes=hand.stakes, rake=rake)


def hand_text(hand: StoredHand, say: Callable[[str], str] = str) -> str:
    """Return the events of a hand, a line for each street; the text of a hand kept as text.

    Args:
        hand: the hand.
        say: translates a sentence.
    """
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
            lines.append(_street(hand, street, board[: game.board_sizes[street]], say))
        said.append(_action(hand, spot, action, say))
        spot = spot.after(action)
    _close(lines, said)
    if len(board) > game.board_sizes[max(street, 0)]:
        lines.append(_street(hand, game.num_rounds - 1, board, say))
    lines.append("")
    for name, net in zip(hand.players, hand.results, strict=True):
        if net:
            words = ("You win {chips}", "{name} wins {chips}")
            if net < 0:
                words = ("You lose {chips}", "{name} loses {chips}")
            lines.append(_done(name, words, say, money.text(abs(net))))
    if hand.facts.rake:
        lines.append(say("The house takes {rake}").format(rake=money.text(hand.facts.rake)))
    return "\n".join(lines)


def _close(lines: list[str], said: list[str]) -> None:
    if said:
        lines.append("  " + phrases(said))
        said.clear()


def _seen(hand: StoredHand, seat: int) -> bool:
    return hand.hero in (-1, seat) or (hand.showdown and not hand.folded(seat))


def _spaced(hand: StoredHand, cards: Sequence[Card]) -> str:
    return " ".join(shown_cards(hand.deck_game, (card,)) for card in cards)


def _street(hand: StoredHand, street: int, board: Sequence[Card], say: Callable[[str], str]) -> str:
    names = _STREETS if hand.game.num_rounds == len(_STREETS) else _ROUNDS
    name = say(names[min(street, len(names) - 1)])
    return f"{name} [{_spaced(hand, board)}]" if board else name


def _action(
    hand: StoredHand,
    spot: PublicState,
    action: Action,
    say: Callable[[str], str],
) -> str:
    seat, kind = spot.to_act, action.kind
    name, money, call = hand.players[seat], hand.facts.money, spot.legal.call
    whole = spot.game.has_stacks and spot.after(action).stack(seat) == 0
    if kind is ActionKind.FOLD:
        return _done(name, ("You fold", "{name} folds"), say)
    if kind is ActionKind.CALL and not call:
        return _done(name, ("You check", "{name} checks"), say)
    if kind is ActionKind.CALL:
        amount, did = call, ("You call {chips}", "{name} calls {chips}")
    elif spot.max_bet:
        amount, did = action.raise_to, ("You raise to {chips}", "{name} raises to {chips}")
    else:
        amount, did = action.raise_to, ("You bet {chips}", "{name} bets {chips}")
    words = _done(name, did, say, money.text(amount))
    return say("{words} all-in").format(words=words) if whole else words


def _done(name: str, words: tuple[str, str], say: Callable[[str], str], chips: str = "") -> str:
    """Return a sentence about the person or about another player."""
    return say(words[name != PERSON]).format(name=name, chips=chips)
