"""The Play page's presenter: a person's hands against an engine that thinks in the background."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ai.registry import build
from engine.errors import IllegalActionError
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, Agent, raise_to
from engine.table import live_deck
from pokergui.presenters.choices import PlayChoice, top_bar
from pokergui.presenters.decision import idle_bar
from pokergui.presenters.explain import explainer
from pokergui.presenters.jobs import Runner
from pokergui.presenters.notices import (
    DEAL,
    RETRY,
    could_not_start,
    fell_back,
    getting_ready,
    not_saved,
)
from pokergui.presenters.play_session import NEXT_HAND_MS, PlaySession, empty_table
from pokergui.presenters.results import session_scene
from pokergui.presenters.sizing import Amount
from pokergui.presenters.words import tr
from pokergui.store import Deal, Store
from pokergui.viewmodel import LineScene, TableFrame
from pokergui.warm import kernels_compiled, rehearse

T = TypeVar("T")

ENGINE_LIMIT_MS = 10_000
"""An engine that thinks longer has its hand ended by check or fold."""
_SLOW_MS = 600

log = logging.getLogger(__name__)


class PlayPresenter(QObject):
    """Runs hands and tells the page what to show; every signal carries a view model.

    Signals:
        top, line, explainer, frames, actions, session, notice: new content of that part.
        choice_made: a ``PlayChoice`` to remember.

    Args:
        runner: background work.
        store: where finished hands go.
        strategies: folder in which engines keep what is costly to compute.
        choice: what to play first.
        remembered: what was chosen last for each game.
    """

    top = Signal(object)
    line = Signal(object)
    explainer = Signal(object)
    frames = Signal(object)
    actions = Signal(object)
    session = Signal(object)
    notice = Signal(object)
    choice_made = Signal(object)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        strategies: Path,
        choice: PlayChoice,
        remembered: Mapping[str, PlayChoice] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._store = store
        self._strategies = strategies
        self._choice = choice.valid()
        self._remembered = dict(remembered or {})
        self._agent: Agent | None = None
        self._play: PlaySession | None = None
        self._open_deal: Deal | None = None
        self._dealing = False
        self._saved = 0
        self._remarks: list[str] = []
        self._guard = False
        self._auto_next = True
        self._at_rest = self._first_start = False
        self._rng = np.random.default_rng()
        self._clock = _timer(self, ENGINE_LIMIT_MS, self._engine_late)
        self._next = _timer(self, NEXT_HAND_MS, self.next_hand)
        self._slow = _timer(self, _SLOW_MS, self._engine_slow)

    def start(self, saved: int) -> None:
        """Show the choices and begin; ``saved`` is the number of hands on disk."""
        self._saved = saved
        self._begin()

    def stop(self) -> None:
        """Do nothing more: the window closes. A hand in play stays unfinished."""
        for timer in (self._clock, self._next, self._slow):
            timer.stop()
        self._play = None

    def set_preferences(self, *, guard: bool, auto_next: bool) -> None:
        """Take over two settings: confirm costly clicks, deal the next hand by itself."""
        self._guard, self._auto_next = guard, auto_next
        if not auto_next:
            self._next.stop()
        if self._play is not None and self._play.dealt:
            self._show_actions()

    # Choices

    @Slot(str)
    def choose_game(self, name: str) -> None:
        """Play another game."""
        now = PlayChoice(name, self._choice.depth, self._choice.opponent)
        self._choose(self._remembered.get(name, now))

    @Slot(str)
    def choose_depth(self, depth: str) -> None:
        """Play at another depth in big blinds."""
        self._choose(PlayChoice(self._choice.game, int(depth), self._choice.opponent))

    @Slot(str)
    def choose_opponent(self, name: str) -> None:
        """Play against another engine."""
        self._choose(PlayChoice(self._choice.game, self._choice.depth, name))

    def _choose(self, choice: PlayChoice) -> None:
        choice = choice.valid()
        if choice != self._choice:
            self._choice = self._remembered[choice.game] = choice
            self.choice_made.emit(choice)
            self._begin()
        else:
            self.top.emit(top_bar(choice))

    def _begin(self) -> None:
        """Build the engine and deal; a hand in play is left unfinished."""
        self.stop()
        self._runner.cancel("think")
        self._open_deal, self._dealing = None, False
        self.top.emit(top_bar(self._choice))
        choice, folder, game = self._choice, self._strategies, self._choice.build_game()
        self.notice.emit(None)
        self.frames.emit([TableFrame(empty_table(game, self._title))])
        self.line.emit(LineScene())
        self.actions.emit(idle_bar(game))
        self.explainer.emit(explainer(game))
        self.session.emit(session_scene(game, [], self._saved))
        self._first_start = not kernels_compiled()
        self._slow.start()

        def work(control: JobControl) -> Agent:
            agent = build(choice.opponent, game, folder, control)
            rehearse(game, agent, control)
            return build(choice.opponent, game, folder, control)  # one that has seen no hand

        self._runner.start(
            work,
            self._engine_ready,
            failed=self._engine_missing,
            progress=self._engine_progress,
            channel="build",
        )

    def _engine_slow(self) -> None:
        self._engine_progress(0.0, "")

    def _engine_progress(self, fraction: float, text: str) -> None:
        if not self._slow.isActive():
            first = self._first_start
            self.notice.emit(getting_ready(self._title, fraction, text, first_start=first))

    def _engine_ready(self, agent: Agent) -> None:
        self._slow.stop()
        self.notice.emit(None)
        self._agent = agent
        self._play = PlaySession(self._choice.build_game(), self._title)
        self._deal()

    def _engine_missing(self, error: Exception) -> None:
        self._slow.stop()
        log.exception("an engine could not be built", exc_info=error)
        self.notice.emit(could_not_start(self._title, error))

    @property
    def _title(self) -> str:
        scene = top_bar(self._choice).opponent
        return next(c.title for c in scene.choices if c.key == scene.current)

    # One hand

    @Slot()
    def next_hand(self) -> None:
        """Deal the next hand, if none is being played."""
        if self._play is not None and not self._play.in_hand and not self._dealing:
            self._deal()

    def _deal(self) -> None:
        """Shuffle, commit the deck's hash to disk, then deal."""
        assert self._play is not None
        self._next.stop()
        game = self._play.game
        deal = self._store.begin_hand(game, live_deck(game))
        self._open_deal, self._dealing = deal, True
        self._remarks = []

        def committed(row: int) -> None:
            self._dealt(deal)

        def failed(error: Exception) -> None:
            self._not_saved(error)
            self._dealt(deal)

        self._runner.watch(deal.committed, committed, failed=failed)

    def _dealt(self, deal: Deal) -> None:
        """Begin the hand, unless another one was asked for meanwhile."""
        if self._play is not None and deal is self._open_deal:
            self._dealing = False
            self.line.emit(LineScene())
            self._show(self._play.deal(deal.deck, self._saved + 1))

    @Slot(str, str)
    def act(self, kind: str, amount: str) -> None:
        """Do the person's action, if it is legal and its turn."""
        play = self._play
        if play is None or not play.hero_to_act:
            return
        if kind == "raise":
            if play.amount is not None:
                play.amount.edit(amount or play.amount.text)
                chips = play.amount.value
            else:
                chips = play.table.hand.spot.legal.min_raise
            action = raise_to(chips)
        else:
            action = FOLD if kind == "fold" else CALL
        try:
            frames = play.act(action)
        except IllegalActionError:
            self._show_actions()  # says why, in the rulebook's words
            return
        self.line.emit(play.line_so_far)
        self._show(frames)

    def _show(self, frames: list[TableFrame]) -> None:
        """Show what happened, and see who is next."""
        play = self._play
        assert play is not None
        engine_next = play.in_hand and not play.hero_to_act
        if engine_next:
            play.thinking = True
            frames = [*frames[:-1], TableFrame(play.scene())]
        self._at_rest = False
        self.actions.emit(play.bar(guard=self._guard, auto_next=None))
        self.frames.emit(frames)
        if engine_next:
            self._ask_engine()
        elif not play.in_hand:
            self._finish()

    def _ask_engine(self) -> None:
        assert self._play is not None and self._agent is not None
        agent, view, rng = self._agent, self._play.view_to_act(), self._rng

        def work(control: JobControl) -> Action:
            return agent.act(view, rng)

        self._clock.start()
        self._runner.start(work, self._answered, failed=self._engine_failed, channel="think")

    def _answered(self, action: Action) -> None:
        self._clock.stop()
        play = self._play
        if play is None or not play.in_hand:
            return
        try:
            frames = play.act(action)
        except IllegalActionError as error:
            self._fall_back(tr("answered with an illegal action"), str(error))
            return
        self._show(frames)

    def _engine_failed(self, error: Exception) -> None:
        self._clock.stop()
        log.exception("an engine failed", exc_info=error)
        self._fall_back(tr("stopped with an error"), repr(error))

    def _engine_late(self) -> None:
        self._runner.cancel("think")
        self._fall_back(tr("did not answer in time"), "")

    def _fall_back(self, what: str, details: str) -> None:
        """End the engine's decision by check or fold, and say so."""
        play = self._play
        if play is None or not play.in_hand:
            return
        action = play.fallback()
        self._remarks.append(f"{self._choice.opponent}: {what}")
        self.notice.emit(fell_back(self._title, what, folded=action == FOLD, details=details))
        self._show(play.act(action))

    def _finish(self) -> None:
        """Save the finished hand."""
        play, agent = self._play, self._agent
        assert play is not None and agent is not None and self._open_deal is not None
        engines = [self._choice.opponent] * play.game.num_players
        engines[play.hero] = ""
        future = self._store.finish_hand(
            self._open_deal, play.record(), engines=engines, hero=play.hero, notes=self._remarks
        )
        self._runner.watch(future, self._hand_saved, failed=self._not_saved)
        agent.observe(play.table.hand.record_for(1 - play.hero))

    def _hand_saved(self, number: int) -> None:
        self._saved = number
        if self._at_rest:
            self._show_session()

    def _not_saved(self, error: Exception) -> None:
        log.exception("a hand could not be saved", exc_info=error)
        self.notice.emit(not_saved(error))

    @Slot()
    def table_settled(self) -> None:
        """The table is at rest: only now is told what its motion was about to show."""
        play = self._play
        if play is None or not play.dealt:
            return
        self._at_rest = True
        self.line.emit(play.line())
        if not play.in_hand:
            self._show_actions()
            self._show_session()
            if self._auto_next:
                self._next.start()

    @Slot(str)
    def press_notice(self, key: str) -> None:
        """Follow a notice's button."""
        if key == RETRY:
            self._begin()
        elif key == DEAL:
            self.notice.emit(None)
            self.next_hand()

    # The size of a bet

    @Slot(int)
    def choose_preset(self, index: int) -> None:
        """Take a preset's amount."""
        self._size(Amount.choose_preset, index)

    @Slot(int)
    def move_slider(self, position: int) -> None:
        """Take a slider position's amount."""
        self._size(Amount.choose_position, position)

    @Slot(int)
    def step_amount(self, count: int) -> None:
        """Move the amount by big blinds."""
        self._size(Amount.step, count)

    @Slot(str)
    def edit_amount(self, text: str) -> None:
        """Take a typed amount."""
        self._size(Amount.edit, text)

    def _size(self, change: Callable[[Amount, T], None], value: T) -> None:
        if self._play is not None and self._play.amount is not None:
            change(self._play.amount, value)
            self._show_actions()

    def _show_actions(self) -> None:
        assert self._play is not None
        self.actions.emit(self._play.bar(guard=self._guard, auto_next=self._auto_next))

    def _show_session(self) -> None:
        assert self._play is not None
        self.session.emit(session_scene(self._play.game, self._play.payoffs, self._saved))


def _timer(parent: QObject, interval: int, slot: Callable[[], None]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval)
    timer.timeout.connect(slot)
    return timer
