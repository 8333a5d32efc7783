"""Range EVs at a node, in two steps."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ai.beliefs import waiting_ev
from ai.cfr.infoset_values import InfosetValues
from ai.cfr.joint import is_listable
from ai.playout import TooLongError, play_out
from ai.reach import RangeReader, Weights
from ai.worth import INFERRED, PLAYED, Worth, worth_at
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from engine.player import PublicState, Strategy

log = logging.getLogger(__name__)

TOO_LONG, NO_ANSWER = "too long", "no answer"
"""Reasons why nothing was played out: there is too much of it, or the engine failed."""


def prompt_worth(
    reader: RangeReader,
    spots: Sequence[PublicState],
    ranges: Sequence[Weights],
    answers: Sequence[Strategy] = (),
    control: JobControl | None = None,
) -> Worth | None:
    """Return what is known at once: some 50 ms on a flop; None where cards cannot be counted.

    In a small game an engine that is no table is asked about the whole game, once.

    Args:
        reader: asks the engine.
        spots: the place on each board shown.
        ranges: (players, num_combos) reach for each of them.
        answers: the engine's, one for each; empty where nobody is to act.
        control: is checked every 50 ms or so.

    Raises:
        CancelledError: if stopped.
    """
    game = spots[0].game
    whole: InfosetValues | None = None
    if answers and is_listable(game):
        try:
            whole = reader.values(game, control)
        except CancelledError:
            raise
        except PokerError as error:
            log.warning("the values of the whole game are not known", exc_info=error)
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
    """Return answers with EVs of their actions: counted ones, else those that they state."""
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
    """Return ``play_out`` of each of some boards, or why not: ``TOO_LONG`` or ``NO_ANSWER``.

    Returns:
        EV (boards, 2, num_combos) and after each action (boards, num_combos, actions).

    Raises:
        CancelledError: if stopped.
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
    """Return whether EVs of a decision's actions come from playing out the rest of the hand.

    With two players they do in the last round, and in the one before if the engine states none.
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
    """Return values of ranges at a decision, with the EVs that need questions to the engine.

    In the last round the rest is played out, and in the one before if the engine states nothing.
    Elsewhere, and where that takes too long, the EV of the player not to act is inferred from the
    engine's own values. With more than two players there is no more than ``worth_at`` knows.

    Args:
        worth: the result of ``worth_at``.
        reader: asks the engine.
        spots: the decision on each board shown.
        ranges: (2, num_combos) reach for each of them.
        answers: the engine's, one for each.
        control: is checked at each answer.

    Raises:
        CancelledError: if stopped.
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
        log.warning("the values one decision away are not known", exc_info=error)
        return replace(worth, trouble=NO_ANSWER)
    basis[waits] = INFERRED
    return replace(worth, ev=ev, basis=(basis[0], basis[1]))
