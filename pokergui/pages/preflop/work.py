"""Solving jam or fold in the background; links with the stage; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import inf
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.blueprint.shipped import shipped_blueprints
from ai.preflop.solver import JamFoldSolution, solve
from ai.preflop.spot import JamFoldDecision, JamFoldSpot
from ai.preflop.triples import ThreeHands, triples
from ai.reading.reach import RangeReader
from ai.review.judges import prize_judge
from ai.sit_and_go.agent import SHORT_BLINDS, is_short
from ai.sit_and_go.plan import Level, SitAndGo
from ai.values.node_values import action_evs
from engine.combos import NUM_CLASSES
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, PublicState, raise_to
from pokergui.background.engines import build
from pokergui.language import tr_preflop as tr
from pokergui.links import SitAndGoLink, StudyLink
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading, Subject, read, read_after

Floats = NDArray[np.float64]
FREE = float("nan")
"""Weight of a hand that is not locked."""
CHIPS = 100
"""Chips of a big blind where a stage is played or practised."""
ENGINE, BLUEPRINT = "jam-fold", "cfr"
LEAST_REACH = 0.0001
"""How often play comes to a line that is shown."""


@dataclass(frozen=True, eq=False)
class Locks:
    """Fixed strategies.

    Attributes:
        weights: (169,) chance of all-in of each class at a decision, NaN where it is free.
    """

    weights: Mapping[JamFoldDecision, Floats] = field(default_factory=dict)

    def at(self, decision: JamFoldDecision) -> Floats:
        free = np.full(NUM_CLASSES, FREE)
        return self.weights.get(decision, free)

    def with_weights(self, decision: JamFoldDecision, weights: Floats) -> Locks:
        rest = {one: kept for one, kept in self.weights.items() if one != decision}
        return Locks(rest if np.isnan(weights).all() else {**rest, decision: weights})

    def __bool__(self) -> bool:
        return bool(self.weights)


@dataclass(frozen=True, eq=False)
class SolvedStage:
    """A solution, and that of the same stage without locks."""

    solution: JamFoldSolution
    locks: Locks
    unlocked: JamFoldSolution

    @property
    def spot(self) -> JamFoldSpot:
        return self.solution.spot


def solve_stage(
    spot: JamFoldSpot, locks: Locks, folder: Path, kept: SolvedStage | None, control: JobControl
) -> SolvedStage:
    """Solve a stage, with and without its locks.

    Args:
        folder: of showdowns of three hands, which are counted at the first use.
        kept: an earlier solution: one of the same stage is not solved again.

    Raises:
        CancelledError: if stopped.
    """
    three = _showdowns(folder, control) if spot.num_seats > 2 else None
    if kept is not None and kept.spot == spot:
        unlocked = kept.unlocked
    else:
        unlocked = solve(spot, three, control=control)
    if not locks:
        return SolvedStage(unlocked, locks, unlocked)
    return SolvedStage(solve(spot, three, locks.weights, control=control), locks, unlocked)


def _showdowns(folder: Path, control: JobControl) -> ThreeHands:
    def listen(fraction: float, _: str) -> None:
        if control.cancelled:
            own.cancel()
        control.progress(fraction, tr("Counting showdowns of three hands, once"))

    own = JobControl(listen)
    return triples(folder, own)


@dataclass(frozen=True, eq=False)
class BlueprintCharts:
    """Every line before the flop that a blueprint reaches.

    Attributes:
        lines: readings of the decisions, each line before those that go on from it.
    """

    game: Game
    lines: tuple[Reading, ...]


def blueprint_games() -> tuple[Game, ...]:
    """Return the games without limit whose blueprints come with the program, shallow ones first."""
    games = [info.game for _, info in shipped_blueprints() if not info.game.is_limit]
    return tuple(sorted(games, key=lambda game: (game.num_players, game.stacks)))


def blueprint_charts(game: Game, folder: Path, control: JobControl) -> BlueprintCharts:
    """Read a blueprint at all decisions before the flop that it reaches.

    Args:
        folder: of trained strategies.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the blueprint.
    """
    reader = RangeReader(build(BLUEPRINT, game, folder, control))
    subject = Subject(BLUEPRINT, reader, closed=True, engine=BLUEPRINT)
    lines: list[Reading] = []

    def follow(reading: Reading, reach: float, begin: float, end: float) -> None:
        """Read on from a decision, which play reaches so often, as that part of the progress."""
        lines.append(reading if game.is_heads_up else _with_evs(reading, reader, control))
        going = _going_on(reading, reach)
        whole, done = sum(going.values()), 0.0
        for action, each in going.items():
            first, done = done, done + each
            part = (begin + (end - begin) * share / whole for share in (first, done))
            follow(read_after(subject, reading, action, control), each, *part)
        control.progress(end)

    follow(read(subject, Place.root(game), control, inf), 1.0, 0.0, 1.0)
    if not game.is_heads_up:
        lines.sort(key=_by_raisers)
    return BlueprintCharts(game, tuple(lines))


def _with_evs(reading: Reading, reader: RangeReader, control: JobControl) -> Reading:
    """Return a reading with EVs of actions, without the equities, which take seconds."""
    (spot,), (answer,), (ranges,) = reading.spots, reading.answers, reading.ranges
    answer = action_evs(reader, spot, ranges, answer, control)
    return replace(reading, answers=(answer,), counted=True)


def _going_on(reading: Reading, reach: float) -> dict[Action, float]:
    """Return how often play reaches the decision after each action, where there is one to show."""
    assert reading.present is not None
    going = {}
    for item, share in zip(reading.present.menu, reading.present.shares, strict=True):
        after = reading.spots[0].after(item.action)
        if after.street == 0 and not after.finished and reach * share >= LEAST_REACH:
            going[item.action] = reach * share
    return going


def _by_raisers(reading: Reading) -> tuple[list[int], list[int], int]:
    """Return what sorts lines: those with fewer raises first, then by who raised, and by size."""
    place = reading.place
    order = [(spot.to_act - 2) % place.game.num_players for spot in place.decisions]
    raised = [(seat, one) for seat, one in zip(order, place.actions, strict=False) if one.raise_to]
    seats, sizes = [seat for seat, _ in raised], [one.raise_to for _, one in raised]
    return [len(raised), *seats], sizes, len(place.actions)


def stage_link(spot: JamFoldSpot) -> SitAndGoLink:
    """Return the stage as a tournament to play on from."""
    unit = CHIPS / spot.big_blind
    blinds = round(spot.small_blind * unit), CHIPS
    each, big = round(spot.ante * unit), round(spot.big_blind_ante * unit)
    return SitAndGoLink(by_position(_chips(spot)), blinds, big or each, spot.payouts, big > 0)


def drill_link(spot: JamFoldSpot, line: JamFoldDecision) -> StudyLink:
    """Return a decision of the stage, to practise against the engine that knows it.

    Raises:
        PokerError: if it is none of the program's games.
    """
    here = PublicState(tournament_game(spot) if spot.payouts else stage_game(spot), (), ())
    for seat in range(line.seat):
        here = here.after(_all_in(here) if seat in line.all_in else FOLD)
    engine = prize_judge(spot.payouts) if spot.payouts else ENGINE
    if spot.payouts and not is_short(here):
        raise PokerError("with payouts, stacks below {most} bb are practised", most=SHORT_BLINDS)
    return StudyLink(here.game, here.actions, (), engine=engine, page="preflop")


def tournament_game(spot: JamFoldSpot) -> Game:
    """Return the hand of a stage with prizes as one of a sit-and-go, its big blind 100 chips.

    Raises:
        PokerError: if it is none.
    """
    link = stage_link(spot)
    level = Level(*link.blinds, link.ante, link.big_blind_ante)
    plan = SitAndGo(_chips(spot), (level,), 1, spot.payouts)
    return plan.start(spot.num_seats - 1).game


def stage_game(spot: JamFoldSpot) -> Game:
    """Return the hand of the stage as a game, with a big blind of 100 chips.

    Raises:
        PokerError: if it is none of the program's games.
    """
    if spot.small_blind != spot.big_blind / 2:
        raise PokerError("hands are practised with a small blind of half a big blind")
    name = "holdem-nolimit" if spot.num_seats == 2 else f"holdem-nolimit-{spot.num_seats}"
    for option, ante in (("ante", spot.ante), ("bb-ante", spot.big_blind_ante)):
        if ante:
            name = f"{name}:{option}={ante / spot.big_blind:g}"
    stacks = by_position(_chips(spot))
    equal = len(set(stacks)) == 1
    depth = f"@{Decimal(stacks[0]) / CHIPS:f}" if equal else ""
    return get_game(name).with_stacks(stacks, name + depth)


def _chips(spot: JamFoldSpot) -> tuple[int, ...]:
    return tuple(round(stack * CHIPS / spot.big_blind) for stack in spot.stacks)


def by_position(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers of seats in the order of action by position: the blinds are the first two."""
    return seats[::-1] if len(seats) == 2 else (*seats[-2:], *seats[:-2])


def _all_in(spot: PublicState) -> Action:
    return raise_to(spot.legal.max_raise) if spot.legal.max_raise else CALL
