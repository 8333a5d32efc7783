"""Range EVs at a node, in two steps."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ai.cfr.infoset_values import InfosetValues
from ai.reading.reach import RangeReader, Weights
from ai.small_games.joint import is_listable
from ai.values.node import INFERRED, PLAYED, Worth, worth_at
from ai.values.playout import TooLongError, play_out
from ai.values.waiting_player import waiting_ev
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.player import PublicState, Strategy

log = logging.getLogger(__name__)

TOO_LONG, NO_ANSWER = "too long", "no answer"
"""Reasons why the hand was not played out: it is too large, or the engine failed."""


def prompt_worth(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    control: JobControl | None = None,
) -> Worth | None:
    """Return the range EVs that are fast to compute (50 ms on a flop); None if unsupported.

    In a small game a non-tabular engine is queried over the whole game, once.

    Args:
        reader: queries the engine.
        spots: the node on each board shown.
        ranges: (players, num_combos) reach for each of them.
        answers: the engine's, one for each; empty where no player is to act.
        control: checked every 50 ms or so.

    Raises:
        CancelledError: if cancelled.
    """
    game = spots[0].game
    whole: InfosetValues | None = None
    if answers and is_listable(game):
        try:
            whole = reader.values(game, control)
        except CancelledError:
            raise
        except PokerError as error:
            log.warning("the values of the whole game are unknown", exc_info=error)
    return worth_at(spots, ranges, answers, whole, control)


def full_worth(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy],
    control: JobControl | None = None,
) -> Worth | None:
    """Return ``prompt_worth`` of a decision, completed by ``with_more_ev``."""
    worth = prompt_worth(reader, spots, ranges, answers, control)
    if worth is None or worth.is_exact:
        return worth
    return with_more_ev(worth, reader, spots, ranges, answers, control)


def valued(answers: Sequence[Strategy], worth: Worth | None) -> tuple[Strategy, ...]:
    """Return answers with action EVs: computed ones, else those stated by the engine."""
    after = None if worth is None else worth.action_ev
    if after is None:
        return tuple(answers)
    rows = zip(answers, after, strict=True)
    return tuple(replace(answer, values=values, error=None) for answer, values in rows)


def played_out(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    control: JobControl | None = None,
) -> tuple[Weights, Weights] | str:
    """Return ``play_out`` for each board, or why not: ``TOO_LONG`` or ``NO_ANSWER``.

    Returns:
        EV (boards, 2, num_combos) and after each action (boards, num_combos, actions).

    Raises:
        CancelledError: if cancelled.
    """
    places = zip(spots, ranges, strict=True)
    try:
        found = [play_out(reader, spot, weights, control) for spot, weights in places]
    except CancelledError:
        raise
    except TooLongError:
        return TOO_LONG
    except PokerError as error:
        log.warning("the rest of the hand could not be played out", exc_info=error)
        return NO_ANSWER
    return np.stack([evs for evs, _ in found]), np.stack([after for _, after in found])


def plays_out(spot: PublicState, answers: Sequence[Strategy]) -> bool:
    """Return whether action EVs at a decision come from playing out the hand.

    They do heads-up on the last street, and on the one before if the engine states none.
    """
    if not spot.game.is_heads_up:
        return False
    rounds = spot.game.num_rounds - spot.street
    return rounds == 1 or (rounds == 2 and any(answer.values is None for answer in answers))


def with_more_ev(
    worth: Worth,
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy],
    control: JobControl | None = None,
) -> Worth:
    """Complete the range EVs at a decision with those that need engine queries.

    The hand is played out on the last street, and on the one before if the engine states no EVs.
    Elsewhere, and where that takes too long, the EV of the player not to act is inferred from the
    engine's own values. With more than two players nothing is added to ``worth_at``.

    Args:
        worth: the result of ``worth_at``.
        reader: queries the engine.
        spots: the decision on each board shown.
        ranges: (2, num_combos) reach for each of them.
        answers: the engine's, one for each.
        control: checked at each query.

    Raises:
        CancelledError: if cancelled.
    """
    if not spots[0].game.is_heads_up:
        return worth
    places = list(zip(spots, ranges, answers, strict=True))
    stated = all(answer.values is not None for answer in answers)
    if plays_out(spots[0], answers):
        found = played_out(reader, spots, ranges, control)
        if not isinstance(found, str):
            return replace(worth, ev=found[0], action_ev=found[1], basis=(PLAYED, PLAYED))
        worth = replace(worth, trouble=found)
    if not stated:
        return worth
    waits = 1 - spots[0].to_act
    ev, basis = worth.ev.copy(), list(worth.basis)
    try:
        ev[:, waits] = [waiting_ev(reader, *place, control) for place in places]
    except CancelledError:
        raise
    except PokerError as error:
        log.warning("the values one decision away are unknown", exc_info=error)
        return replace(worth, trouble=NO_ANSWER)
    basis[waits] = INFERRED
    return replace(worth, ev=ev, basis=(basis[0], basis[1]))
