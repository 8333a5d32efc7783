"""Background queries of an engine or solution at a node in Study, without Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from pathlib import Path

from ai.agents.entry import Engine
from ai.files.strategy import StrategyInfo
from ai.reading.reach import RangeReader, Reach, Step, Weights, matchups, total_shares, visible
from ai.registry import find_engine
from ai.small_games.joint import is_listable
from ai.solver.view import NodeView
from ai.values.equities import can_count
from ai.values.node_values import Worth, prompt_worth, valued, with_more_ev, worth_of_view
from engine import timing
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl, ProgressListener
from engine.player import Action, PublicState, Strategy
from pokergui.background.jobs import Failed, Runner, Work
from pokergui.formatting.sizing import MenuItem, legal_extras, menu_of, shares_of
from pokergui.ranges.place import Place


@dataclass(frozen=True, eq=False)
class Subject:
    """What Study queries: an engine, or the solution of a spot.

    Attributes:
        closed: whether its betting tree is complete: other legal actions are not offered.
        look: its further knowledge of a decision besides the answer; None if it has none.
        engine: name of the engine; empty if unknown, or if a solution is asked.
    """

    title: str
    reader: RangeReader
    closed: bool = False
    look: Callable[[PublicState], NodeView] | None = None
    engine: str = ""


@dataclass(frozen=True)
class Decision:
    """A decision and its action frequencies over the whole range.

    Attributes:
        spot: the betting; the board is one of those shown.
        menu: the actions that the subject considers, other legal ones, and the one taken, in order
            fold, call, raises ascending.
        shares: total frequency of each, NaN if the subject never considers it; empty while the
            ranges are not known.
    """

    spot: PublicState
    menu: tuple[MenuItem, ...]
    shares: tuple[float, ...] = ()


@dataclass(frozen=True)
class Taken:
    """An off-menu raise on the line, and the menu sizes it is mapped to."""

    place: int
    others: tuple[tuple[Action, float], ...]


@dataclass(frozen=True, eq=False)
class Reading:
    """Everything known about a node; two readings are never equal.

    Attributes:
        spots: the boards shown; while board cards are missing, the last decision before them.
        answers: one for each spot; empty if nobody is to act or board cards are missing.
        reaches: one for each spot; empty while they are not known yet.
        past: the decisions on the way as far as the board goes; empty while not known yet.
        present: the decision itself; None if nobody is to act or board cards are missing.
        taken: raises on the way that the subject translates into others.
        worth: EV and equity of both ranges; None if not computed yet, or not possible.
        counted: whether nothing more of it can be computed.
        record: of the strategy file that is played before the flop; None if there is none.
    """

    place: Place
    spots: tuple[PublicState, ...]
    answers: tuple[Strategy, ...] = ()
    reaches: tuple[Reach, ...] = ()
    past: tuple[Decision, ...] = ()
    present: Decision | None = None
    taken: tuple[Taken, ...] = ()
    worth: Worth | None = None
    counted: bool = False
    record: StrategyInfo | None = None

    @cached_property
    def ranges(self) -> tuple[Weights, ...]:
        """The ranges to show (num_players, num_combos) for each spot; empty while not known."""
        return visible(self.reaches) if self.reaches else ()

    @cached_property
    def valued(self) -> tuple[Strategy, ...]:
        """The answers with the values of their actions: computed ones before stated ones.

        What engines state is an EV only once it is known which actions had enough training.
        """
        if self.worth is None and not self.counted and can_count(self.place.game):
            return tuple(replace(answer, values=None, error=None) for answer in self.answers)
        return valued(self.answers, self.worth)


def read(
    subject: Subject, place: Place, control: JobControl, patience: float, bare: bool = False
) -> Reading:
    """Query a subject at a node.

    The present decision comes first. If the decisions before it take longer than ``patience``
    seconds, the reading is returned without them; the values of the ranges are computed if half of
    that time is left, unless a ``bare`` reading is wanted. While board cards are missing, the
    ranges are those at the end of the last street that is dealt.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the subject.
    """
    begin = timing.seconds()
    reader, closed = subject.reader, subject.closed
    dealt = place
    while dealt.missing:
        dealt = dealt.back(len(dealt.actions) - 1)
    spots = dealt.spots
    answers: tuple[Strategy, ...] = ()
    if not spots[0].finished:
        answers = tuple(reader.answer(spot, control) for spot in spots)
    walks: list[list[Step]] = []
    for spot in spots:
        walk = []
        for step in reader.steps(spot, control):
            walk.append(step)
            if timing.seconds() - begin > patience:
                return _early(place, spots, answers, closed)
        walks.append(walk)
    for walk, answer in zip(walks, answers, strict=False):  # none if the betting is over
        walk[-1] = replace(walk[-1], answer=answer)
    levels = [[walk[at] for walk in walks] for at in range(len(walks[0]))]
    if dealt is not place:
        action = place.actions[len(dealt.actions)]
        reaches = tuple(step.after(action) for step in levels[-1])
        reading = Reading(place, spots, (), reaches, _path(place, levels, closed))
    else:
        reaches = tuple(step.reach for step in levels[-1])
        past = _path(place, levels[:-1], closed)
        present = _decision(levels[-1], closed) if answers else None
        taken = _taken(place, levels)
        record = reader.record
        reading = Reading(place, spots, answers, reaches, past, present, taken, record=record)
    prompt = _is_prompt(subject, place.game)
    if prompt and not bare and timing.seconds() - begin < patience / 2:
        return count_on(subject, reading, control)
    return reading


def read_after(subject: Subject, reading: Reading, action: Action, control: JobControl) -> Reading:
    """Read the decision after an action that the subject considers and that no cards follow.

    Like ``read``, without walking the line again, and for as long as it takes.

    Args:
        reading: of the decision at which the action is taken.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the subject.
    """
    assert reading.present is not None
    reader, place = subject.reader, reading.place.after(action)
    answers = tuple(reader.answer(spot, control) for spot in place.spots)
    before = zip(reading.spots, reading.answers, reading.reaches, strict=True)
    reaches = tuple(reader.reach_after(*each, action) for each in before)
    steps = list(map(Step, place.spots, answers, reaches))
    after = replace(
        reading,
        place=place,
        spots=place.spots,
        answers=answers,
        reaches=reaches,
        past=(*reading.past, reading.present),
        present=_decision(steps, subject.closed),
        worth=None,
        counted=False,
    )
    return count_on(subject, after, control) if _is_prompt(subject, place.game) else after


def _is_prompt(subject: Subject, game: Game) -> bool:
    """Return whether computing EVs takes no longer than a picture waits."""
    return game.is_heads_up and (not is_listable(game) or subject.reader.has_table)


def _taken(place: Place, levels: Sequence[Sequence[Step]]) -> tuple[Taken, ...]:
    taken = []
    for at, (action, (step, *_)) in enumerate(zip(place.actions, levels, strict=False)):
        if step.engine is not None and step.answer and action not in step.answer.actions:
            others = step.engine.taken_for(step.spot, action, step.answer)
            taken += [Taken(at, others)] if others else []
    return tuple(taken)


def count_on(subject: Subject, reading: Reading, control: JobControl) -> Reading:
    """Do the next step of computing a reading's range EVs.

    First whatever is cheap: some 50 ms on a flop. In a small game an engine without a table is
    queried for the whole game, once. Then the engine is queried for the rest.

    Raises:
        CancelledError: if stopped.
    """
    if reading.worth is None:
        worth = _worth_of(subject, reading, control)
        whole = worth is None or not reading.answers or worth.is_exact
        whole = whole or not reading.place.game.is_heads_up
        return replace(reading, worth=worth, counted=whole)
    places = reading.spots, reading.ranges, reading.answers
    worth = with_more_ev(reading.worth, subject.reader, *places, control)
    return replace(reading, worth=worth, counted=True)


def _worth_of(subject: Subject, reading: Reading, control: JobControl) -> Worth | None:
    spots, game = reading.spots, reading.place.game
    if reading.answers and subject.look is not None:
        return worth_of_view(game, subject.look(spots[0]))
    return prompt_worth(subject.reader, spots, reading.ranges, reading.answers, control)


def _early(
    place: Place, spots: tuple[PublicState, ...], answers: tuple[Strategy, ...], closed: bool
) -> Reading:
    if place.missing or not answers:
        return Reading(place, spots)
    actions = [action for answer in answers for action in answer.actions]
    menu = _whole_menu(spots[0], actions, closed)
    return Reading(place, spots, answers, present=Decision(spots[0], menu))


def _path(place: Place, levels: Sequence[Sequence[Step]], closed: bool) -> tuple[Decision, ...]:
    done = place.actions[: len(levels)]
    return tuple(
        _decision(steps, closed, action) for steps, action in zip(levels, done, strict=True)
    )


def _decision(steps: Sequence[Step], closed: bool, done: Action | None = None) -> Decision:
    """Return total frequencies over all boards shown; steps of the same board count once."""
    spot = steps[0].spot
    boards = {step.spot.board: (step.answer, step.reach) for step in steps}
    given = [(answer, reach) for answer, reach in boards.values() if answer is not None]
    shown = visible([reach for _, reach in given])
    actions = [action for answer, _ in given for action in answer.actions]
    menu = menu_of(spot, actions)
    parts = [
        (matchups(spot.game, weights, spot.to_act), shares_of(answer, menu))
        for (answer, _), weights in zip(given, shown, strict=True)
    ]
    share_of = dict(zip(menu, total_shares(parts).tolist(), strict=True))
    whole = _whole_menu(spot, actions, closed, done)
    return Decision(spot, whole, tuple(share_of.get(item, nan) for item in whole))


def _whole_menu(
    spot: PublicState, actions: Sequence[Action], closed: bool, done: Action | None = None
) -> tuple[MenuItem, ...]:
    extras = () if closed else legal_extras(spot, actions)
    if done is not None and done not in (*actions, *extras):
        extras = (*extras, done)
    items = [*menu_of(spot, actions)]
    items += [item for action in extras for item in menu_of(spot, (action,))]
    return tuple(sorted(items, key=lambda item: (item.action.kind, item.action.raise_to)))


_MOST = 4


class Readers:
    """LRU cache of engines; one with a replaced file is dropped, one with a deleted file stays."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._kept: dict[tuple[str, Game], tuple[RangeReader, Engine | None]] = {}
        self._rows: dict[tuple[str, Game], Engine | None] = {}

    def latest(self, name: str, game: Game) -> RangeReader | None:
        """Return the engine as it was built; its file may have changed since."""
        kept = self._kept.pop((name, game), None)
        if kept is None:
            return None
        self._kept[name, game] = kept  # to the end: the least recently used one is evicted first
        return kept[0]

    def replaced(self, name: str, game: Game) -> bool:
        kept, row = self._kept.get((name, game)), find_engine(name, self._home)
        # The list returns the same row as long as the file is the same.
        return kept is not None and row is not None and row is not kept[1]

    def get(self, name: str, game: Game) -> RangeReader | None:
        """Return the engine of the present file; None if it must be built, and ``put`` then."""
        if self.replaced(name, game):
            self.drop(name, game)
        reader = self.latest(name, game)
        if reader is not None and reader.forfeited:
            self.drop(name, game)
            reader = None
        if reader is None:  # the row before building: a change meanwhile is noticed later
            self._rows[name, game] = find_engine(name, self._home)
        return reader

    def build(
        self,
        runner: Runner,
        channel: str,
        make: Work[Agent],
        key: tuple[str, Game],
        ready: Callable[[RangeReader | None], None],
        failed: Failed,
        progress: ProgressListener | None = None,
    ) -> None:
        """Build an engine in the background, and keep it.

        Args:
            key: its name, and the game.
            ready: gets its reader; None if it answers for no range.
        """

        def built(agent: Agent) -> None:
            reader = RangeReader(agent) if agent.has_ranges else None
            if reader is not None:
                self.put(*key, reader)
            ready(reader)

        runner.start(make, built, failed=failed, progress=progress, channel=channel)

    def put(self, name: str, game: Game, reader: RangeReader) -> None:
        while len(self._kept) >= _MOST:
            del self._kept[next(iter(self._kept))]
        self._kept[name, game] = (reader, self._rows.pop((name, game), None))

    def drop(self, name: str, game: Game) -> None:
        self._kept.pop((name, game), None)
