"""Scene of a hand being solved street by street: its streets and decisions, judged so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ai.reading.reach import RangeReader, given_folds, matchups, visible
from ai.review.classes import MISTAKES
from ai.review.decision import Reviewed
from ai.review.solved import judged
from ai.solver.run import SpotRun
from ai.solver.whole_hand import HandStreet, SolvedStreet, WholeHand, check_memory
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.line import action_crumb
from pokergui.formatting.reviewed import quality_text
from pokergui.formatting.words import street_name
from pokergui.language import tr_study as tr
from pokergui.links import HandLink, StudyLink
from pokergui.pages.study.reading.scenes.narrow import range_doubts
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.units import amount_unit
from pokergui.viewmodel import Crumb, LineScene


@dataclass(frozen=True)
class Decided:
    """A decision of a solved street.

    Attributes:
        frequency: how often the range takes the action.
        verdict: None where the player's cards are not to be seen.
    """

    frequency: float
    verdict: Reviewed | None


@dataclass(frozen=True)
class ReadStreet:
    """What is known of a street that is solved, and the next one; None after the last.

    Attributes:
        problem: why the next street is not solved; empty if it is, or there is none.
    """

    percent: float
    iterations: int
    decided: tuple[Decided, ...]
    following: HandStreet | None
    problem: str = ""


def flop_link(link: HandLink) -> StudyLink:
    """Return the first decision on the flop of a hand."""
    flop = WholeHand(link.end).flop
    return StudyLink(flop.game, flop.actions, flop.board)


@dataclass(frozen=True)
class FoundHand:
    """A hand, and its flop with an engine's ranges; ``doubt`` is why they are a guess."""

    hand: WholeHand
    flop: HandStreet
    doubt: str


def find_hand(title: str, reader: RangeReader, link: HandLink, control: JobControl) -> FoundHand:
    """Return a hand to be solved.

    Raises:
        PokerError: if it is not solved, or any error of the engine.
    """
    hand = WholeHand(link.end, link.holes)
    steps = list(reader.steps(hand.flop, control))
    reach = given_folds(hand.flop, visible([steps[-1].reach])[0])
    flop = hand.start([reach[seat] for seat in hand.seats])
    check_memory(flop.spot, half=True)
    return FoundHand(hand, flop, range_doubts(steps, title))


def read_street(
    link: HandLink, hand: WholeHand, street: HandStreet, run: SpotRun, control: JobControl
) -> ReadStreet:
    """Judge the decisions of a solved street, and find the next one."""
    control.check()
    solved = SolvedStreet.of(street, run)
    decided = []
    for place, view, action in zip(street.places, solved.views, street.line, strict=True):
        spot = hand.decision(place)
        hole = link.holes[spot.to_act]
        weights = matchups(street.spot.game, view.reach, view.to_act)
        taken = view.strategy[:, view.actions.index(action)]
        share = float(weights @ taken / weights.sum()) if weights.any() else np.nan
        verdict = None
        if hole is not None:
            verdict = judged(spot, link.end.actions[place], hole, solved)
        decided.append(Decided(share, verdict))
    control.check()
    following, problem = None, ""
    try:
        following = hand.after(street, run.trainer)
        if following is not None:
            check_memory(following.spot, half=False)
    except PokerError as error:
        following, problem = None, str(error)
    return ReadStreet(solved.percent, solved.iterations, tuple(decided), following, problem)


@dataclass
class HandSolution:
    """A street of the hand in Study, and what is known of it so far.

    Attributes:
        doubt: why the ranges that come are a guess; empty if they are exact.
    """

    street: HandStreet
    doubt: str = ""
    read: ReadStreet | None = None


def hand_scene(
    link: HandLink,
    hand: WholeHand,
    parts: Sequence[HandSolution],
    shown: tuple[int, int],
    *,
    running: bool,
) -> LineScene:
    """Return the strip; ``shown`` is the street and decision in view, -1 for none."""
    game, crumbs, after = link.end.game, [], False
    last = hand.decision(len(link.end.actions) - 1).street
    problem = parts[-1].read.problem if parts and parts[-1].read is not None else ""
    for street in range(1, last + 1):
        part = parts[street - 1] if street <= len(parts) else None
        text = _street(
            street_name(game, street),
            part,
            problem if street > len(parts) else "",
            running=running and street - 1 == shown[0],
        )
        crumbs.append(Crumb(text, kind="street"))
        if part is None:
            continue
        for at, place in enumerate(part.street.places):
            done = action_crumb(
                hand.decision(place), link.end.actions[place], link.names, link.hero
            )
            told = _verdict(part.read.decided[at], game) if part.read is not None else ""
            words = tr("{did}: {verdict}")
            long, short = (
                words.format(did=text, verdict=told) if told else text
                for text in (done.text, done.short)
            )
            kind: Literal["present", "later", "action"] = "later" if after else "action"
            if (street - 1, at) == shown:
                kind, after = "present", True
            crumbs.append(Crumb(long, short, kind))
    return LineScene(tuple(crumbs))


def _street(name: str, part: HandSolution | None, problem: str, *, running: bool) -> str:
    if problem:
        return tr("{street}: {problem}").format(street=name, problem=problem)
    if part is None:
        return tr("{street}: waiting").format(street=name)
    if part.doubt:
        name = tr("{street}, ranges a guess").format(street=name)
    if running:
        return tr("{street}: solving").format(street=name)
    if part.read is None:
        return tr("{street}: stopped").format(street=name)
    return tr("{street}, to {share} of the pot").format(
        street=name, share=of_pot(part.read.percent)
    )


def _verdict(one: Decided, game: Game) -> str:
    verdict = one.verdict
    if verdict is None:
        return tr("{share} of the range").format(share=f"{100 * one.frequency:.0f}%")
    if not verdict.judged:
        return tr("not judged")
    if verdict.quality not in MISTAKES:
        return quality_text(verdict.quality)
    return tr("{quality}, −{lost} {unit}").format(
        quality=quality_text(verdict.quality),
        lost=f"{verdict.loss / game.value_chips:.2f}",
        unit=amount_unit(game),
    )
