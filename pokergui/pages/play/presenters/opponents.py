"""The engines in the other seats: built, asked and interrupted in the background."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QObject, Signal

from ai.agents.entry import Engine
from ai.opponent.agent import LITERAL, NAME
from ai.opponent.explanation import GivesReasons, Reasons
from ai.opponent.record import ModelState
from ai.registry import find_engine
from ai.resolving.agent import ResolveAgent
from ai.review.judges import usual_judge
from ai.review.levels import cut_offs, standing
from engine.agent import Agent
from engine.errors import ForfeitError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, SeatRecord, SeatView, sample_action
from pokergui.background.engines import build, stand_in
from pokergui.background.jobs import Job, Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.notices import could_not_start, getting_ready
from pokergui.language import tr_play as tr
from pokergui.links import EngineLink
from pokergui.pages.play.work.session import PlaySession
from pokergui.pages.play.work.sparring import SessionErrors, partner_scene, session_errors
from pokergui.viewmodel import LastHandScene, Notice
from pokergui.warm import kernels_compiled, rehearse

ENGINE_LIMIT_MS = 10_000
"""Time after which an engine that still thinks has to check or fold."""
HASTE_MS = 5_000
"""Time after which an engine is asked to answer with what it has; some can."""
_SLOW_MS = 600
_MOST_SEATED = 12
"""Games for which an engine is kept: the ten of a table where all stacks differ, and two."""

MODELLERS = (NAME, LITERAL)
"""Engines that use the model of the user heads-up."""

Recall = Callable[[], ModelState | None]

log = logging.getLogger(__name__)


class _EngineAnswer(NamedTuple):
    """The answer of an engine.

    Attributes:
        failure: its failures on the way to it, in words; empty for none.
        unsolved: why it fell back on its blueprint; empty if it did not.
    """

    action: Action
    failure: str
    unsolved: str
    reasons: Reasons | None


class Opponent(QObject):
    """One engine at a time; a new one replaces the one before even while that is busy.

    Args:
        place: place of the seat: 0 left of the user, and on clockwise.
    """

    def __init__(self, runner: Runner, strategies: Path, place: int, table: Opponents) -> None:
        super().__init__(table)
        self._table = table
        self.name = self.title = ""
        self._build, self._think = f"build {place}", f"think {place}"
        self._runner = runner
        self._strategies = strategies
        self._agent: Agent | None = None
        self._seated: dict[Game, Agent] = {}
        self._row: Engine | None = None
        self._seen: deque[SeatRecord] = deque()
        self._renew: Recall | None = None
        self._first_start = False
        self._answer: Job | None = None
        self._clock = one_shot(self, ENGINE_LIMIT_MS, self._late)
        self._haste = one_shot(self, HASTE_MS, self.hasten)
        self._slow = one_shot(self, _SLOW_MS, self._is_slow)

    def build(self, name: str, title: str, game: Game, recall: Recall) -> None:
        """Build an engine; the table is told.

        Args:
            recall: returns the model of the user in it; called by the worker, only for an
                engine that uses such knowledge.
        """
        self.stop()
        self._seen.clear()
        self._renew = None
        self.let_go()
        self.name, self.title = name, title
        self._row = find_engine(name, self._strategies)
        self._first_start = not kernels_compiled()
        folder = self._strategies
        self._table.tell(None)
        self._slow.start()

        def work(control: JobControl) -> Agent:
            rehearse(game, stand_in(name, game, folder, control), control)
            agent = build(name, game, folder, control)  # a fresh one, which has seen no hand
            if name in MODELLERS and game.is_heads_up:
                _begin_with(agent, recall)
            return agent

        self._runner.start(
            work,
            partial(self._built, game),
            failed=self._missing,
            progress=self._progress,
            channel=self._build,
        )

    @property
    def replaced(self) -> bool:
        row = find_engine(self.name, self._strategies)
        # The list returns the same row as long as the file is the same.
        return row is not None and row is not self._row

    @property
    def present(self) -> bool:
        return self._agent is not None

    def ask(self, view: SeatView, seed: Sequence[int] | None) -> None:
        """Ask for an action; the table's ``acted`` or ``failed`` follows.

        Args:
            seed: seed of its draw; None draws again each time.
        """
        agent, seen = self._agent, self._seen
        if agent is None:
            self._table.failed.emit(tr("is not available"), "", "")
            return
        rng = np.random.default_rng(seed)
        recall, self._renew = self._renew, None
        seated, row, name, folder = self._seated, self._row, self.name, self._strategies

        def work(control: JobControl) -> _EngineAnswer:
            game = view.spot.game
            if game not in seated and row is not None and not row.learns:
                # Uneven stacks move with the players, blinds rise, and an engine is built for one
                # game.
                if len(seated) >= _MOST_SEATED:
                    _let_go_of(seated, agent)
                seated[game] = build(name, game, folder, control)
            asked = seated.get(game, agent)
            if recall is not None and _begin_with(agent, recall):
                seen.clear()  # the state has learned from them
            while seen:
                agent.observe(seen.popleft())
            before = len(asked.failures)
            reasons = asked.reasons(view) if isinstance(asked, GivesReasons) else None
            if reasons is not None:
                action = sample_action(reasons.answer, 0, rng)
            else:
                action = asked.act(view, rng, control)
            reason = asked.unsolved if isinstance(asked, ResolveAgent) else None
            unsolved = "" if reason is None else str(reason)
            failure = "; ".join(map(str, asked.failures[before:]))
            return _EngineAnswer(action, failure, unsolved, reasons)

        limit_s = agent.limit_s
        self._clock.start(ENGINE_LIMIT_MS if limit_s is None else round(1000 * limit_s))
        self._haste.start()
        self._answer = self._runner.start(
            work, self._answered, failed=self._broke, progress=self._thinks, channel=self._think
        )

    def hasten(self) -> None:
        if self._answer is not None:
            self._answer.control.hasten()

    def observe(self, record: SeatRecord) -> None:
        self._seen.append(record)
        if self._agent is not None and self._agent.forfeited:
            self.let_go()

    def renew(self, recall: Recall) -> None:
        """Apply the changed model of the user before the next answer."""
        if self.name in MODELLERS:
            self._renew = recall

    def interrupt(self) -> None:
        self._rests()
        self._runner.cancel(self._think)

    def stop(self) -> None:
        self.interrupt()
        self._slow.stop()
        self._runner.cancel(self._build)

    def _is_slow(self) -> None:
        self._progress(0.0, "")

    def _progress(self, fraction: float, text: str) -> None:
        if not self._slow.isActive():
            first = self._first_start
            self._table.tell(getting_ready(self.title, fraction, text, first_start=first))

    def _built(self, game: Game, agent: Agent) -> None:
        self._slow.stop()
        self._table.tell(None)
        self._agent, self._seated = agent, {game: agent}
        self._table.build_next()

    def _missing(self, error: Exception) -> None:
        self._slow.stop()
        log.exception("an engine could not be built", exc_info=error)
        self._table.tell(could_not_start(self.title, error))
        self._table.one_missing(self, error)

    def _thinks(self, fraction: float, text: str) -> None:
        if text:
            share = f"{fraction:.0%}"
            self._table.thought.emit(tr("{what}, {share}").format(what=text, share=share))

    def _rests(self) -> None:
        self._clock.stop()
        self._haste.stop()
        self._answer = None
        self._table.thought.emit("")

    def _answered(self, answer: _EngineAnswer) -> None:
        self._rests()
        failure = answer.failure
        if answer.unsolved:
            self._table.unsolved.emit(answer.unsolved)
        if answer.reasons is not None:
            self._table.reasoned.emit(answer.reasons)
        if not failure:
            self._table.acted.emit(answer.action)
        elif self._agent is not None and self._agent.forfeited:
            self._table.failed.emit(tr("failed again and stops playing"), failure, "")
        else:
            self._table.failed.emit(tr("failed"), failure, "")

    def _broke(self, error: Exception) -> None:
        self._rests()
        log.exception("an engine failed", exc_info=error)
        if isinstance(error, ForfeitError):
            self.let_go()
            self._table.failed.emit(tr("stops playing"), str(error), "")
        else:
            self._table.failed.emit(tr("stopped with an error"), "", repr(error))

    def let_go(self) -> None:
        agent, self._agent = self._agent, None
        if agent is not None and agent.external:
            self._runner.start(lambda control: agent.close(), lambda nothing: None)

    def _late(self) -> None:
        self.interrupt()
        self._table.failed.emit(tr("did not answer in time"), "", "")


def _let_go_of(seated: dict[Game, Agent], kept: Agent) -> None:
    """Forget the engines of earlier games, all but one."""
    for game, agent in [*seated.items()]:
        if agent is not kept:
            del seated[game]
            agent.close()


def _begin_with(agent: Agent, recall: Recall) -> bool:
    """Load the model of the user into an engine; False if none is usable."""
    try:
        state = recall()
        if state is not None:
            agent.load_state(state)
    except PokerError:  # the panel of hand reading reports it, and how to reset it
        log.exception("an engine starts without what was learned")
        return False
    return state is not None


class Opponents(QObject):
    """The engines of one table, clockwise from the user; a new table replaces them all.

    Signals:
        missing: all others are built; carries the title of the first that cannot be, and why.
        notice: a ``Notice`` about an engine's preparation, or None.
        acted: its ``Action``, legal or not.
        unsolved: emitted before ``acted`` if it fell back on its blueprint: why.
        reasoned: emitted before ``acted`` if it gives ``Reasons``.
        thought: what it is computing, in words; empty when it has answered.
        failed: what went wrong as the end of a sentence, why in words, and technical details.
    """

    ready = Signal()
    missing = Signal(str, object)
    notice = Signal(object)
    acted = Signal(object)
    unsolved = Signal(str)
    reasoned = Signal(object)
    thought = Signal(str)
    failed = Signal(str, str, str)

    def __init__(self, runner: Runner, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._strategies = runner, strategies
        self._made: list[Opponent] = []
        self._waiting: deque[Callable[[], None]] = deque()
        self._missed: tuple[str, Exception] | None = None
        self.seats = self._seat(1)
        self.asked = self.seats[0]

    def _seat(self, count: int) -> list[Opponent]:
        for place in range(len(self._made), count):
            self._made.append(Opponent(self._runner, self._strategies, place, self))
        return self._made[:count]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.seats)

    @property
    def replaced(self) -> bool:
        return any(one.replaced for one in self.seats)

    @property
    def present(self) -> bool:
        return all(one.present for one in self.seats)

    def build(
        self, names: Sequence[str], titles: Sequence[str], game: Game, recall: Recall
    ) -> None:
        """Build engines one after the other; ``ready`` or ``missing`` follows.

        Two seats with the same engine share costly results.
        """
        self.stop()
        for one in self._made[len(names) :]:
            one.let_go()
        self.seats = self._seat(len(names))
        self.asked, self._missed = self.seats[0], None
        for one, name, title in zip(self.seats, names, titles, strict=True):
            one.let_go()  # none is present before all are built again
            self._waiting.append(partial(one.build, name, title, game, recall))
        self.build_next()

    def build_next(self) -> None:
        if self._waiting:
            self._waiting.popleft()()
        elif self._missed is None:
            self.ready.emit()
        else:
            self.missing.emit(*self._missed)

    def one_missing(self, one: Opponent, error: Exception) -> None:
        self._missed = self._missed or (one.title, error)
        self.build_next()

    def tell(self, notice: Notice | None) -> None:
        """Forward a notice, but keep that of the first missing engine while others are built."""
        if self._missed is None:
            self.notice.emit(notice)

    def ask(self, player: int, view: SeatView, seed: Sequence[int] | None) -> None:
        """Ask a player for an action; ``acted`` or ``failed`` follows.

        Args:
            player: 1 for the engine left of the user, and on clockwise.
        """
        self.asked = self.seats[player - 1]
        self.asked.ask(view, seed)

    def hasten(self) -> None:
        self.asked.hasten()

    def observe(self, player: int, record: SeatRecord) -> None:
        self.seats[player - 1].observe(record)

    def renew(self, recall: Recall) -> None:
        for one in self.seats:
            one.renew(recall)

    def interrupt(self) -> None:
        for one in self.seats:
            one.interrupt()

    def stop(self) -> None:
        self._waiting.clear()
        for one in self.seats:
            one.stop()


LEAST_HANDS = 50
"""Hands of a session from which on a partner may be offered."""
_CHANNEL = "play-partner"


class PartnerOffer(QObject):
    """The presenter that reviews a session once its result is clear or the user leaves the page.

    Args:
        files: the hand database, kept reviews, and the folder of strategies.
    """

    scene = Signal(object)
    chosen = Signal(object)

    def __init__(
        self,
        runner: Runner,
        files: tuple[Path, Path, Path],
        session: Callable[[], PlaySession | None],
        opponents: Opponents,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._files = runner, files
        self._session, self._opponents = session, opponents
        self._play: PlaySession | None = None
        self._first = self._next = 0
        self._offered = False
        self._link: EngineLink | None = None

    def told(self, last: LastHandScene | None) -> None:
        """Note a finished hand; None announces another session."""
        play = self._session()
        if last is None or play is None:
            self._runner.cancel(_CHANNEL)
            self._play = None
            self._close()
        elif not play.in_hand and not play.training:
            if play is not self._play:
                self._play, self._first, self._next = play, play.number, LEAST_HANDS
                self._offered = False
            if not play.results.interval(1.0).includes_zero:
                self._look()

    def show_page(self, shown: bool) -> None:
        """Note that the page is shown or hidden; hidden, the user stops for now."""
        if not shown:
            self._look()

    def _look(self) -> None:
        """Review the session, if it is long enough and its game has a ladder."""
        play = self._play
        if play is None or play is not self._session():
            return  # nobody sits at the table, as while the window closes
        if self._offered or play.results.hands < self._next:
            return
        game, judge = play.game, usual_judge(play.game)
        if judge is None or not cut_offs(game):
            return
        hands = play.results.hands
        self._next = 2 * hands  # too little was known before, or it was offered
        opponent = self._opponents.names[0]
        work = partial(session_errors, game, opponent, self._first, hands, judge.name, self._files)
        review = partial(self._found, game, opponent, judge.name)
        self._runner.start(work, review, failed=self._failed, channel=_CHANNEL)

    def _found(self, game: Game, opponent: str, judge: str, session_errors: SessionErrors) -> None:
        place = standing(game, judge, session_errors.error)
        if place is None or place.partner == opponent:
            return
        scene = partner_scene(game, judge, place, session_errors, self._files[-1])
        if scene is not None:
            self._offered, self._link = True, EngineLink(game, place.partner)
            self.scene.emit(scene)

    def _failed(self, error: Exception) -> None:
        log.warning("no partner is offered", exc_info=error)

    def accept(self) -> None:
        link = self._link
        if link is not None:
            self._close()
            self.chosen.emit(link)

    def dismiss(self) -> None:
        self._close()

    def _close(self) -> None:
        if self._link is not None:
            self._link = None
            self.scene.emit(None)
