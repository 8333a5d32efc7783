"""Drill answers: one row each, with its own checksum, outside the chain.

Practice is kept separate: no list, total or statistic of hands reads these rows. A card's due date
follows from its answers alone, so nothing else is stored.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from sqlite_utils import Database

from ai.drill.kinds import CardKey
from ai.review.classes import CLASSES, counted
from engine.cards import Card, card_names, parse_cards
from engine.errors import PokerError, RecordError
from engine.lines import line_text, parse_action, spot_of
from engine.player import PublicState
from engine.wording import Wording
from pokergui.localtime import check_stored, now
from pokergui.store._chain import Rows, seal_rows, sealed, sealed_problems
from pokergui.store._connect import transaction
from pokergui.store.hands import game_of
from pokergui.store.writer import Store

RATINGS = ("again", "hard", "good", "easy")
"""FSRS ratings of recall, from again to easy."""


@dataclass(frozen=True)
class DrillAnswer:
    """A spot that was asked, and the user's answer.

    Attributes:
        card: the card that it belongs to; None in a solution: such an answer is not kept.
        action: the user's action, as ACPC text.
        source: the origin of the spot: ``hand 413``, ``daily 2026-11-27``, ``study``,
            ``report``, ``play``; not kept: ``solution``.
        loss_mbb: EV lost in mbb, or in thousandths of a chip in a solution with an unknown big
            blind; NaN if the loss is unknown.
        floor_mbb: the judge's noise floor, in the same unit.
        dice: the number that was rolled, 1 to 100; 0 if none was.
        time: time of the answer, in UTC; empty before it is kept.
        number: number of the row; 0 before it is kept.
    """

    card: CardKey | None
    spot: PublicState
    hole: tuple[Card, ...]
    action: str
    judge: str
    source: str
    quality: str
    rating: str
    loss_mbb: float
    floor_mbb: float
    dice: int = 0
    followed: bool = False
    time: str = ""
    number: int = 0

    @property
    def counted_mbb(self) -> float:
        """The part that counts in an error rate: the loss of a mistake."""
        return counted(self.quality, self.loss_mbb)

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.time)


def _values(one: DrillAnswer) -> list[Any]:
    """Return the columns of an answer's row."""
    game = one.spot.game
    assert one.card is not None
    loss = None if math.isnan(one.loss_mbb) else one.loss_mbb
    verdict = [one.quality, one.rating, loss, one.floor_mbb, one.dice, one.followed]
    return [
        *(one.number, one.time, game.name, game.to_acpc(), one.judge, one.source, one.card.text),
        *(line_text(game, one.spot.actions), card_names(one.spot.board), card_names(one.hole)),
        *(one.action, json.dumps(verdict, separators=(",", ":"))),
    ]


def _of_row(row: Sequence[Any]) -> DrillAnswer:
    """Return an answer from the columns of ``drill_answers``, whose checksum is right.

    Raises:
        RecordError: if they are invalid.
    """
    number, time, name, definition, judge, source, card, line, board, hole, action, verdict = row
    try:
        check_stored(time)
        if datetime.fromisoformat(time).utcoffset() != timedelta(0):
            raise RecordError("a time that is not in UTC")
        game = game_of(definition, name)
        spot = spot_of(game, line, parse_cards(board))
        parse_action(spot, action)
        cards = parse_cards(hole)
        quality, rating, loss, floor, dice, followed = json.loads(verdict)
        numbers = [math.nan if one is None else float(one) for one in (loss, floor)]
        known = quality in CLASSES and rating in RATINGS and type(dice) is int and 0 <= dice <= 100
        if not known or len(cards) != game.num_hole or any(map(math.isinf, numbers)):
            raise RecordError("values that no answer has")
        if not {*cards} <= {*game.deck} - {*spot.board}:
            raise RecordError("impossible cards")
        key = CardKey.parse(name, card)
    except (PokerError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
        raise RecordError(
            "drill answer {number}: its columns are invalid: {error}", number=number, error=error
        ) from None
    head = (key, spot, cards, action, judge, source, quality, rating)
    return DrillAnswer(*head, numbers[0], numbers[1], dice, bool(followed), time, number)


def drill_problems(rows: Rows) -> list[tuple[int, Wording]]:
    """Return the answers that are damaged or invalid: number and sentence."""
    return sealed_problems(rows, "drill_answers", _named, _of_row)


def _named(number: int) -> Wording:
    return Wording("drill answer {number}", number=number)


def answers_of(rows: Rows, game: str, whole: bool = True) -> tuple[DrillAnswer, ...]:
    """Return all sound answers of a game by its whole name, or its beginning; oldest first."""
    answers = []
    named = "game = ?" if whole else "instr(game, ?) = 1"
    for values, sound in sealed(rows, "drill_answers", f"WHERE {named} ORDER BY number", [game]):
        with suppress(RecordError):
            answers += [_of_row(values)] if sound else []
    return tuple(answers)


def keep_answers(store: Store, answers: Sequence[DrillAnswer]) -> Future[tuple[DrillAnswer, ...]]:
    """Keep answers, in their order, each with its own time or else the present one.

    Returns:
        The answers with their numbers and times; with a StoreError in it none is kept.
    """

    def write(db: Database) -> tuple[DrillAnswer, ...]:
        with transaction(db):
            sql = "SELECT coalesce(max(number), 0) FROM drill_answers"
            ((last,),) = db.execute(sql).fetchall()
            kept = [
                replace(one, number=number, time=one.time or now())
                for number, one in enumerate(answers, last + 1)
            ]
            seal_rows(db, "drill_answers", map(_values, kept))
        return tuple(kept)

    return store.submit(write)
