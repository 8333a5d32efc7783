"""Text for classes and kinds of decisions."""

from __future__ import annotations

from ai.review.traits import (
    ALL_IN,
    BET,
    CALL,
    CHECK,
    FOLD,
    LARGE,
    MEDIUM,
    OFFSUIT,
    PAIR,
    RAISE,
    SMALL,
    SUITED,
)
from engine.game import Game
from engine.handclass import Made
from engine.positions import position_names
from pokergui.formatting.players import player_names
from pokergui.formatting.words import street_name
from pokergui.language import tr_history as tr
from pokergui.ranges.hand_filter import made_title
from pokergui.reviews.figures import HOLDING, LINE, POSITION, STREET
from pokergui.reviews.work import NO_CARDS, NO_PLAYER, NOT_JUDGED, NOT_PLAYED


def group_title(group: str) -> str:
    """Return the title of a grouping of decisions."""
    return {
        STREET: tr("Street"),
        POSITION: tr("Position"),
        LINE: tr("Line"),
        HOLDING: tr("Hand held"),
    }[group]


def skipped_text(reason: str) -> str:
    """Return the reason why a hand is not reviewed, as a clause."""
    return {
        NO_CARDS: tr("your cards are not known"),
        NOT_PLAYED: tr("the rulebook does not play it"),
        NO_PLAYER: tr("you did not play"),
        NOT_JUDGED: tr("the judge does not play these stakes and stacks"),
    }[reason]


def kind_title(game: Game, group: str, kind: tuple[object, ...]) -> str:
    """Return a kind of decisions as text: "River", "Button", "River call of a large bet"."""
    if group == STREET:
        return street_name(game, _number(kind[0]))
    if group == POSITION:
        return position_title(game, _number(kind[0]))
    if group == HOLDING:
        return _holding(str(kind[0]))
    street, deed, size = kind
    return _line(street_name(game, _number(street)), str(deed), str(size))


def position_title(game: Game, position: int) -> str:
    """Return the name of a position."""
    if game.is_heads_up:
        return player_names(game)[position]
    if game.ante:
        return tr("Position {number}").format(number=position + 1)
    return position_names(game.num_players)[position]


def _number(part: object) -> int:
    assert isinstance(part, int)
    return part


def _holding(made: str) -> str:
    before = {PAIR: tr("Pair preflop"), SUITED: tr("Suited hand"), OFFSUIT: tr("Offsuit hand")}
    return before.get(made) or made_title(Made[made.upper()])


def _line(street: str, deed: str, size: str) -> str:
    words = {
        (FOLD, ""): tr("{street} fold"),
        (FOLD, SMALL): tr("{street} fold to a small bet"),
        (FOLD, MEDIUM): tr("{street} fold to a medium bet"),
        (FOLD, LARGE): tr("{street} fold to a large bet"),
        (CALL, ""): tr("{street} call"),
        (CALL, SMALL): tr("{street} call of a small bet"),
        (CALL, MEDIUM): tr("{street} call of a medium bet"),
        (CALL, LARGE): tr("{street} call of a large bet"),
        (CHECK, ""): tr("{street} check"),
        (BET, ""): tr("{street} bet"),
        (BET, SMALL): tr("{street} small bet"),
        (BET, MEDIUM): tr("{street} medium bet"),
        (BET, LARGE): tr("{street} large bet"),
        (BET, ALL_IN): tr("{street} all-in bet"),
        (RAISE, ""): tr("{street} raise"),
        (RAISE, SMALL): tr("{street} small raise"),
        (RAISE, MEDIUM): tr("{street} medium raise"),
        (RAISE, LARGE): tr("{street} large raise"),
        (RAISE, ALL_IN): tr("{street} all-in raise"),
    }
    return words[deed, size].format(street=street)
