"""Text description of the table for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from pokergui.language import tr
from pokergui.language.joins import phrases, sentences
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.table import SeatScene, TableScene


def table_words(scene: TableScene) -> str:
    """Return all that the felt shows: "Hand 3. Pot 150. You, dealer, 9,950, Ah Kd. ..."."""
    head = (scene.title, scene.subtitle, scene.tag)
    board = _cards([card for card in scene.board if card is not None])
    parts = [phrases(head)]
    if board:
        parts.append(tr("Board {cards}").format(cards=board))
    pots = [f"{pot.name} {pot.text}" for pot in scene.pot.parts]
    parts.append(phrases((scene.pot.text, scene.pot.note, *pots)))
    for number, seat in enumerate(scene.seats):
        bet = scene.bets[number].text if number < len(scene.bets) else ""
        parts.append(_seat(seat, bet))
    notes = (scene.left, scene.right)
    parts += [" ".join(filter(None, (note.text, note.note))) for note in notes]
    if scene.result is not None:
        parts.append(phrases((scene.result.text, scene.result.note)))
    return sentences(part.replace("\n", " ") for part in parts)


def _seat(seat: SeatScene, bet: str) -> str:
    words = [seat.name, tr("dealer") if seat.dealer else "", seat.action]
    stack = " ".join(filter(None, (seat.stack, seat.stack_note)))
    if stack:
        words.append(tr("stack {chips}").format(chips=stack))
    if bet:
        words.append(tr("bet {chips}").format(chips=bet))
    words += [_cards(seat.cards), seat.hand.text, seat.hand.note, *seat.pots]
    words += [f"{share.text} {share.percent}" for share in seat.shares]
    return phrases(words)


def _cards(cards: Sequence[CardView]) -> str:
    return " ".join(card.name for card in cards if card.face_up)
