"""Hands at one table: dealt, acted in by both sides, taken back, saved."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, Signal, Slot

from engine.cards import Card
from engine.errors import IllegalActionError
from engine.game import Game
from engine.player import CALL, FOLD, Action, raise_to
from engine.table import live_deck
from pokergui.presenters.advisor import Advisor
from pokergui.presenters.jobs import Runner
from pokergui.presenters.line import actions_before
from pokergui.presenters.links import PlayLink
from pokergui.presenters.mind import Mind
from pokergui.presenters.notices import fell_back, not_saved
from pokergui.presenters.play_opponent import Opponent
from pokergui.presenters.play_session import NEXT_HAND_MS, PlaySession
from pokergui.presenters.results import session_scene
from pokergui.presenters.sizing import Amount
from pokergui.presenters.timers import one_shot
from pokergui.presenters.words import tr
from pokergui.store import Deal, Store
from pokergui.viewmodel import LineScene, TableFrame

T = TypeVar("T")

log = logging.getLogger(__name__)


class Hands(QObject):
    """Runs the hands of one session after another; every signal carries a view model.

    Signals:
        line, frames, actions, session, notice: new content of that part of the page.

    Attributes:
        play: the session at the table, None while there is none.
        saved: finished hands on disk.

    Args:
        runner: background work.
        store: where finished hands go.
        opponent: sits in the other seat.
        advisor: looks at the person's decisions.
        mind: reads the person's mind, and learns from hands that count.
    """

    line = Signal(object)
    frames = Signal(object)
    actions = Signal(object)
    session = Signal(object)
    notice = Signal(object)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        opponent: Opponent,
        advisor: Advisor,
        mind: Mind,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.play: PlaySession | None = None
        self.saved = 0
        self._runner = runner
        self._store = store
        self._opponent = opponent
        self._open_deal: Deal | None = None
        self._dealing = False
        self._remarks: list[str] = []
        self._guard = False
        self._auto_next = True
        self._at_rest = False
        self._next = one_shot(self, NEXT_HAND_MS, self.next_hand)
        self._advisor = advisor
        self._mind = mind
        advisor.advised.connect(self._show_actions)
        opponent.acted.connect(self._opponent_acted)
        opponent.failed.connect(self._fall_back)

    def leave(self) -> None:
        """Leave the table; a hand in play stays unfinished."""
        self._next.stop()
        self.play = self._open_deal = None
        self._dealing = self._at_rest = False

    def set_preferences(self, *, guard: bool, auto_next: bool) -> None:
        """Take over two settings: confirm costly clicks, deal the next hand by itself."""
        self._guard, self._auto_next = guard, auto_next
        if not auto_next:
            self._next.stop()
        self._show_actions()

    @Slot()
    def next_hand(self) -> None:
        """Deal the next hand, if none is being played."""
        if self.play is not None and not self.play.in_hand and not self._dealing:
            self._deal()

    def _deal(self) -> None:
        """Shuffle, commit the deck's hash to disk, then deal."""
        assert self.play is not None
        self._next.stop()
        game = self.play.game
        deal = self._open(game, live_deck(game))
        self._dealing = True

        def committed(row: int) -> None:
            self._dealt(deal)

        def failed(error: Exception) -> None:
            self._not_saved(error)
            self._dealt(deal)

        self._runner.watch(deal.committed, committed, failed=failed)

    def _open(self, game: Game, deck: tuple[Card, ...]) -> Deal:
        deal = self._store.begin_hand(game, deck)
        self._open_deal, self._remarks = deal, []
        return deal

    def _dealt(self, deal: Deal) -> None:
        """Begin the hand, unless another one was asked for meanwhile."""
        if self.play is not None and deal is self._open_deal:
            self._dealing = False
            self._advisor.clear()
            self._mind.clear()
            self.line.emit(LineScene())
            self._show(self.play.deal(deal.deck, self.saved + 1))

    @Slot(str, str)
    def act(self, kind: str, amount: str) -> None:
        """Do the person's action, if it is legal and its turn."""
        play = self.play
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
        play = self.play
        assert play is not None
        engine_next = play.in_hand and not play.hero_to_act
        if engine_next:
            play.thinking = True
            frames = [*frames[:-1], TableFrame(play.scene())]
        self._at_rest = False
        if play.hero_to_act:
            self._advisor.look(play.view_to_act())
        else:
            self._advisor.rest()
        # What the end of a hand shows is told when the table has shown it.
        view = play.table.hand.view(play.hero)
        self._mind.look(view, play.number, counts=not play.training, hold=not play.in_hand)
        self._show_actions()
        self.frames.emit(frames)
        if engine_next:
            self._opponent.ask(play.view_to_act())
        elif not play.in_hand:
            self._finish()

    def _opponent_acted(self, action: Action) -> None:
        play = self.play
        if play is None or not play.in_hand:
            return
        try:
            frames = play.act(action)
        except IllegalActionError as error:
            self._fall_back(tr("answered with an illegal action"), str(error))
            return
        self._show(frames)

    @Slot(str, str)
    def _fall_back(self, what: str, details: str) -> None:
        """End the engine's decision by check or fold, and say so."""
        play = self.play
        if play is None or not play.in_hand:
            return
        action = play.fallback()
        self._remarks.append(f"{self._opponent.name}: {what}")
        self.notice.emit(
            fell_back(self._opponent.title, what, folded=action == FOLD, details=details)
        )
        self._show(play.act(action))

    def _finish(self) -> None:
        """Save the finished hand; the engine learns from hands that count alone."""
        play, deal, self._open_deal = self.play, self._open_deal, None
        assert play is not None and deal is not None
        engines = [self._opponent.name] * play.game.num_players
        engines[play.hero] = ""
        future = self._store.finish_hand(
            deal,
            play.record(),
            engines=engines,
            hero=play.hero,
            mode="training" if play.training else "play",
            notes=self._remarks,
        )
        self._runner.watch(future, self._hand_saved, failed=self._not_saved)
        if not play.training:
            seen = play.table.hand.record_for(1 - play.hero)
            self._opponent.observe(seen)
            self._mind.observe(seen, play.hero)

    def _hand_saved(self, number: int) -> None:
        self.saved = number
        if self._at_rest:
            self._show_session()

    def _not_saved(self, error: Exception) -> None:
        log.exception("a hand could not be saved", exc_info=error)
        self.notice.emit(not_saved(error))

    @Slot()
    def table_settled(self) -> None:
        """The table is at rest: only now is told what its motion was about to show."""
        play = self.play
        if play is None or not play.dealt:
            return
        self._at_rest = True
        self.line.emit(play.line())
        if not play.in_hand:
            self._mind.release()
            self._show_actions()
            self._show_session()
            if self._auto_next and not play.training:
                self._next.start()

    # Training

    @Slot()
    def undo(self) -> None:
        """Go back to the person's previous decision; the hand is one of training from now on."""
        if self.play is not None and self.play.undo_to is not None:
            self._go_back(self.play.undo_to)

    @Slot(int)
    def play_from_crumb(self, index: int) -> None:
        """Go back to what the crumb ``index`` of the line tells of."""
        if self.play is not None and self.play.dealt:
            counts = actions_before(self.play.table.hand.spot)
            if index < len(counts) and counts[index] < counts[-1]:
                self._go_back(counts[index])

    def _go_back(self, count: int) -> None:
        play = self.play
        if play is None or self._dealing:
            return
        actions = play.table.hand.spot.actions[:count]
        opponent = self._opponent.name
        self.train(PlayLink(play.game, play.table.deck, actions, play.hero, opponent))

    def train(self, link: PlayLink) -> None:
        """Show a hand at one of its decisions and play it on from there."""
        play, deal = self.play, self._open_deal
        assert play is not None
        self._next.stop()
        self._opponent.interrupt()
        number = self.saved + 1
        if play.dealt:  # a hand that is over may still be on its way to the disk
            number = play.number if play.in_hand else play.number + 1
        if deal is None or deal.deck != link.deck:
            deal = self._open(link.game, link.deck)
            self._runner.watch(deal.committed, _nothing, failed=self._not_saved)
        self._dealing = False
        frames = play.replay(link.deck, link.actions, link.hero, number)
        self.line.emit(play.line_so_far)
        self._show(frames)

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
        if self.play is not None and self.play.amount is not None:
            change(self.play.amount, value)
            self._show_actions()

    def _show_actions(self) -> None:
        """Show the bar; the end of a hand is kept back while the table still moves."""
        play = self.play
        if play is None or not play.dealt:
            return
        auto_next = self._auto_next and not play.training if self._at_rest else None
        self._advisor.choose_amount(play.amount.value if play.amount is not None else 0)
        bar = play.bar(guard=self._guard, auto_next=auto_next)
        self.actions.emit(self._advisor.on_buttons(bar))

    def _show_session(self) -> None:
        assert self.play is not None
        self.session.emit(session_scene(self.play.game, self.play.payoffs, self.saved))


def _nothing(row: int) -> None:
    """A training hand does not wait for its deck's hash: its deck is known already."""
