"""Hands at one table: dealing, actions of both sides and their sizes, taking back, saving."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from ai.sit_and_go.plan import SitAndGo, TournamentEntry
from engine.cards import Card
from engine.errors import IllegalActionError
from engine.game import Game
from engine.player import CALL, FOLD, Action, raise_to
from engine.rake import Rake
from pokergui.background.jobs import Runner
from pokergui.background.runner import one_shot
from pokergui.formatting.choices import PlayChoice, engine_title, table_words
from pokergui.formatting.line import actions_before
from pokergui.formatting.notices import (
    fell_back,
    hand_offered,
    hand_waits,
    not_saved,
    sit_and_go_over,
    taken_up,
    unsolved,
)
from pokergui.formatting.players import named
from pokergui.formatting.sizing import Amount, OwnSizes
from pokergui.language import tr_play as tr
from pokergui.links import PlayLink
from pokergui.pages.play.presenters.advisor import Advisor
from pokergui.pages.play.presenters.hand_reading import BeliefPresenter
from pokergui.pages.play.presenters.opponents import Opponents
from pokergui.pages.play.scenes.advice import read_plan, read_stacks, stack_texts
from pokergui.pages.play.scenes.decision import idle_bar
from pokergui.pages.play.scenes.lookback import session_scene, sit_and_go_scene
from pokergui.pages.play.viewmodel import StakesScene
from pokergui.pages.play.work.hand_writer import HandWriter, WaitingHand
from pokergui.pages.play.work.session import (
    HERO,
    NEXT_HAND_MS,
    PlaySession,
    SessionResults,
    empty_table,
)
from pokergui.store import Deal, Store
from pokergui.viewmodel import LineScene, Notice, TableFrame
from pokergui.viewmodel.settings import AmountUnit


class Offers:
    """One offer at a time, shown until the user acts or another hand is dealt."""

    def __init__(self, show: Callable[[Notice | None], None]) -> None:
        self.shown = False
        self._show = show
        self._notice: Notice | None = None

    def taken_up(self, opponents: str) -> None:
        self._offer(taken_up(opponents))

    def elsewhere(self, hand: WaitingHand) -> None:
        """Offer to resume an unfinished hand of another table before the first deal."""
        self._offer(hand_offered(_opponents(hand), _table(hand)))

    def left(self, hand: WaitingHand) -> None:
        self._offer(hand_waits(_opponents(hand), _table(hand)))

    def close(self) -> None:
        if self.shown:
            self.shown = False
            self._show(None)

    def seen(self, notice: Notice | None) -> None:
        """Note which notice is shown: another one replaces an offer."""
        self.shown = notice is not None and notice is self._notice

    def _offer(self, notice: Notice) -> None:
        self.shown, self._notice = True, notice
        self._show(notice)


def _opponents(hand: WaitingHand) -> str:
    return named([engine_title(name, game=hand.game) for name in hand.opponents])


def _table(hand: WaitingHand) -> str:
    return table_words(hand.game)


_CHANGES: dict[str, Callable[[Amount, Any], None]] = {
    "preset": Amount.choose_preset,
    "position": Amount.choose_position,
    "step": Amount.step,
    "text": Amount.edit,
}


class Sizes(QObject):
    """The presenter that changes an amount as the action bar reports."""

    changed = Signal()

    def __init__(self, amount: Callable[[], Amount | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._amount = amount

    def change(self, name: str, value: Any) -> None:
        """Take a size: a ``preset``, ``position`` of the slider, ``step``s, or ``text``."""
        amount = self._amount()
        if amount is not None:
            _CHANGES[name](amount, value)
            self.changed.emit()


class Bar(Sizes):
    """The presenter that shows the bar of a session and sets the size of a bet.

    Args:
        goes_on: returns whether the next hand is dealt automatically; None keeps the end of a hand
            back while the table still moves.
    """

    scene = Signal(object)

    def __init__(
        self,
        advisor: Advisor,
        session: Callable[[], PlaySession | None],
        goes_on: Callable[[], bool | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(self._chosen, parent)
        self._advisor = advisor
        self._session = session
        self._goes_on = goes_on
        self._guard = False
        self._sizes = OwnSizes()
        advisor.advised.connect(self.show)
        self.changed.connect(self.show)

    def show(self) -> None:
        """Show the current bar, once a hand was dealt."""
        play = self._session()
        if play is None or not play.dealt:
            return
        if play.amount is not None:
            play.amount.offer(self._advisor.offers(), self._sizes)
        self._advisor.choose_amount(play.amount.value if play.amount is not None else 0)
        bar = play.bar(guard=self._guard, auto_next=self._goes_on())
        self.scene.emit(self._advisor.on_buttons(bar))

    def set_guard(self, guard: bool) -> None:
        self._guard = guard
        self.show()

    def set_sizes(self, sizes: OwnSizes) -> None:
        self._sizes = sizes
        self.show()

    def _chosen(self) -> Amount | None:
        play = self._session()
        return None if play is None else play.amount


class Stakes(QObject):
    """Antes, rake, and a draft of the stacks, seat by seat; of a sit-and-go that of its plan.

    Signals:
        chosen: a ``PlayChoice`` with these stacks, or this plan: it is to be played.
    """

    scene = Signal(object)
    chosen = Signal(object)

    def __init__(self, choice: PlayChoice, strategies: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice, self._strategies = choice, strategies
        self._unit: AmountUnit = "chips"
        self._texts: tuple[str, ...] = ()

    def set_table(self, choice: PlayChoice) -> None:
        """Take what is played; other stacks than before replace what was typed."""
        before, self._choice = self._choice, choice
        same = (choice.plan, choice.build_game()) == (before.plan, before.build_game())
        if not same or not self._texts:
            self.reset()
        else:
            self._show()

    def show_in(self, unit: AmountUnit) -> None:
        if unit != self._unit:
            self._unit = unit
            self.reset()

    def reset(self) -> None:
        choice = self._choice
        self._texts = stack_texts(choice.build_game(), self._unit)
        if choice.plan:
            self._texts = SitAndGo.parse(choice.plan).texts
        self._show()

    def edit(self, key: str, text: str) -> None:
        place = int(key)
        self._texts = (*self._texts[:place], text, *self._texts[place + 1 :])
        self._show()

    def level(self) -> None:
        self._texts = self._texts[:1] * len(self._texts)
        self._show()

    def enter(self) -> None:
        _, choice = self._read()
        if choice is not None:
            self.chosen.emit(choice)

    def _read(self) -> tuple[StakesScene, PlayChoice | None]:
        if self._choice.plan:
            return read_plan(self._choice, self._texts)
        return read_stacks(self._choice, self._texts, self._unit, self._strategies)

    def _show(self) -> None:
        self.scene.emit(self._read()[0])


GIVEN_UP = "given up after it was left"
"""The note of an abandoned hand, which was checked or folded."""

log = logging.getLogger(__name__)


class TablePresenter(QObject):
    """The presenter of one session's hands after another; every signal carries a view model.

    Signals:
        line, frames, session, last_hand, notice: new content of that part of the page.

    Attributes:
        saved: number of the last finished hand on disk.
        missing: count of numbers up to there without a hand: a salvage could not save them.
    """

    line = Signal(object)
    frames = Signal(object)
    session = Signal(object)
    last_hand = Signal(object)
    notice = Signal(object)

    def __init__(
        self,
        runner: Runner,
        store: Store,
        opponents: Opponents,
        advisor: Advisor,
        belief: BeliefPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.play: PlaySession | None = None
        self.saved = self.missing = 0
        self._unit: AmountUnit = "chips"
        self._getting_ready: tuple[Game, tuple[str, ...]] | None = None
        self._runner = runner
        self._opponents = opponents
        self.writer = HandWriter(runner, store, self._not_saved)
        self._dealing = self._giving_up = False
        self.offers = Offers(self.notice.emit)
        self.notice.connect(self.offers.seen)
        self._auto_next = True
        self._at_rest = False
        self._next = one_shot(self, NEXT_HAND_MS, self.next_hand)
        self._advisor = advisor
        self._mind = belief
        self.bar = Bar(advisor, lambda: self.play, self._goes_on, self)
        opponents.acted.connect(self._opponent_acted)
        opponents.failed.connect(self._fall_back)
        opponents.unsolved.connect(self._tell_unsolved)

    def show_empty(self, game: Game, opponents: tuple[str, ...]) -> None:
        """Show an empty table, while the engines with the titles ``opponents`` get ready."""
        self._getting_ready = game, opponents
        self.frames.emit([TableFrame(empty_table(game, opponents, self._unit))])
        self.line.emit(LineScene())
        self.last_hand.emit(None)
        self.bar.scene.emit(idle_bar(game, self._unit))
        self.session.emit(session_scene(game, SessionResults(), self.saved - self.missing))

    def set_table(
        self,
        game: Game,
        opponents: tuple[str, ...],
        rake: Rake,
        entry: TournamentEntry | None = None,
    ) -> None:
        self.play = PlaySession(game, opponents, self._unit, rake, entry)

    def names_of(self, players: tuple[int, ...]) -> tuple[str, ...]:
        """Return the names of the engines among players at the table, clockwise from the user."""
        names = self._opponents.names
        return tuple(names[player - 1] for player in players[1:])

    def leave(self) -> WaitingHand | None:
        """Leave the table; a hand in play that counts waits and is returned."""
        self._next.stop()
        play = self.play
        played = play is not None and play.in_hand and not self._dealing
        left = self.writer.put_aside(play.table.hand.spot.actions if play and played else ())
        self.play = None
        self._dealing = self._at_rest = self._giving_up = False
        return left

    def set_preferences(self, *, guard: bool, auto_next: bool) -> None:
        """Apply two settings: confirm costly clicks, deal the next hand automatically."""
        self._auto_next = auto_next
        if not auto_next:
            self._next.stop()
        self.bar.set_guard(guard)

    def show_in(self, unit: AmountUnit) -> None:
        if unit == self._unit:
            return
        self._unit, play = unit, self.play
        if play is not None:
            play.show_in(unit)
        if play is None or not play.dealt:
            if self._getting_ready is not None:
                self.frames.emit([TableFrame(empty_table(*self._getting_ready, unit))])
                if play is None:
                    self.bar.scene.emit(idle_bar(self._getting_ready[0], unit))
            return
        self.line.emit(play.line() if self._at_rest else play.line_so_far)
        if play.ended is not None:
            self.last_hand.emit(play.ended.scene())
        self.bar.show()
        self.frames.emit([TableFrame(play.scene())])

    def next_hand(self) -> None:
        """Deal the next hand if none is in play, or resume the unfinished one of this table."""
        play = self.play
        free = play is not None and not play.in_hand and not play.over and not self._dealing
        if free and self._opponents.present:
            self._deal()

    @property
    def _session(self) -> PlaySession:
        assert self.play is not None, "nobody sits at the table"
        return self.play

    def _deal(self) -> None:
        """Shuffle, commit the deck's hash to disk, and deal."""
        play = self._session
        self._next.stop()
        if self.resume():
            return
        self.offers.close()
        deal = self.writer.begin(play, self.names_of(play.next_players))
        self._dealing = True

        def committed(row: int) -> None:
            self._dealt(deal)

        def failed(error: Exception) -> None:
            self._not_saved(error)
            self._dealt(deal)

        self._runner.watch(deal.committed, committed, failed=failed)

    def resume(self) -> bool:
        """Resume the unfinished hand of this table, if any; drop a training hand."""
        play = self._session
        hand = self.writer.take(play, self.names_of(play.next_players))
        if hand is None:
            return False
        self._next.stop()
        self._opponents.interrupt()
        self._dealing = self._giving_up = False
        self._advisor.clear()
        self._mind.clear()
        deck, number = hand.deal.deck, play.number_in_place(self.saved)
        frames = play.replay(deck, hand.actions, hand.hero, number, training=False)
        self._sit_down()
        self.line.emit(play.line_so_far)
        self.offers.taken_up(play.opponents_text)
        self._show(frames)
        return True

    def give_up(self) -> None:
        play = self.play
        if play is None or not play.in_hand:
            return
        self.offers.close()
        self._giving_up = True
        self.writer.remarks.append(GIVEN_UP)
        if play.hero_to_act:
            self._do(play.fallback())

    def _dealt(self, deal: Deal) -> None:
        """Begin the hand, unless another one was requested meanwhile."""
        if self.play is not None and deal is self.writer.deal:
            self._dealing = False
            self._advisor.clear()
            self._mind.clear()
            self.line.emit(LineScene())
            frames = self.play.deal(deal.deck, self.saved + 1)
            self._sit_down()
            self._show(frames)

    def _sit_down(self) -> None:
        """Note who plays the hand of a sit-and-go, and with which stacks."""
        play = self._session
        if play.entry is not None:
            titles = play.opponents
            self._advisor.set_table(play.game, titles)
            self._mind.set_table(play.game, titles[0])

    def act(self, kind: str, amount: str) -> None:
        """Take the user's action, if it is legal and the user's turn."""
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
        self.offers.close()
        self._do(action)

    def _do(self, action: Action) -> None:
        play = self._session
        try:
            frames = play.act(action)
        except IllegalActionError:
            self.bar.show()  # shows why, in the rulebook's words
            return
        self.line.emit(play.line_so_far)
        self._show(frames)

    def _show(self, frames: list[TableFrame]) -> None:
        """Show what happened, and determine who is next."""
        play = self._session
        self._at_rest = False
        if play.hero_to_act:
            self._advisor.look(play.view_to_act())
        else:
            self._advisor.rest()
        # The end of a hand is reported once the table has shown it.
        view = play.table.hand.view(play.hero)
        self._mind.look(view, play.number, counts=not play.training, hold=not play.in_hand)
        self.bar.show()
        self.frames.emit(frames)
        self.writer.keep(play)
        if play.thinking:
            player = play.table.player_to_act
            seat = play.players[player]
            self._opponents.ask(seat, play.view_to_act(), self.writer.seed(play))
        elif not play.in_hand:
            self._finish()
        elif self._giving_up:
            self._do(play.fallback())

    def _opponent_acted(self, action: Action) -> None:
        play = self.play
        if play is None or not play.in_hand:
            return
        try:
            frames = play.act(action)
        except IllegalActionError as error:
            self._fall_back(tr("answered with an illegal action"), "", str(error))
            return
        self._show(frames)

    def _tell_unsolved(self, reason: str) -> None:
        """Note and report that the engine fell back on its blueprint instead of solving."""
        asked = self._opponents.asked
        remark = f"{asked.name}: the blueprint answered: {reason}"
        play = self.play
        if play is not None and play.in_hand and remark not in self.writer.remarks:
            self.writer.remarks.append(remark)
            self.notice.emit(unsolved(asked.title, reason))

    def _fall_back(self, what: str, reason: str, details: str) -> None:
        play = self.play
        if play is None or not play.in_hand:
            return
        action = play.fallback()
        asked = self._opponents.asked
        self.writer.remarks.append(": ".join(filter(None, (asked.name, what, reason))))
        title, folded = asked.title, action == FOLD
        self.notice.emit(fell_back(title, what, folded=folded, reason=reason, details=details))
        self._show(play.act(action))

    def _finish(self) -> None:
        """Save the finished hand; the engine learns only from hands that count."""
        play = self._session
        self._giving_up = False
        future = self.writer.finish(play, self.names_of(play.players))
        self._runner.watch(future, self._hand_saved, failed=self._not_saved)
        play.end_hand()
        if play.training:
            return
        for player in range(1, play.game.num_players):
            seat = play.table.position_of(player)
            self._opponents.observe(play.players[player], play.table.hand.record_for(seat))
        if play.game.is_heads_up:
            self._mind.observe(play.table.hand.record_for(1 - play.hero), play.hero)

    def _hand_saved(self, number: int) -> None:
        self.saved = number
        if self._at_rest:
            self._show_session()

    def _not_saved(self, error: Exception) -> None:
        log.exception("a hand could not be saved", exc_info=error)
        self.notice.emit(not_saved(error))

    def table_settled(self) -> None:
        """Report what the animation showed, now that the table is at rest."""
        play = self.play
        if play is None or not play.dealt:
            return
        self._at_rest = True
        self.line.emit(play.line())
        if not play.in_hand:
            self._mind.release()
            self.bar.show()
            self._show_session()
            self.last_hand.emit(play.last_hand())
            if play.over and play.last_stage is not None:
                self.notice.emit(sit_and_go_over(play.last_stage, HERO))
            if self._goes_on():
                self._next.start()

    # Training

    def undo(self) -> None:
        if self.play is not None and self.play.undo_to is not None:
            self._go_back(self.play.undo_to)

    def play_from_crumb(self, index: int) -> None:
        """Go back to the decision of the line's crumb ``index``."""
        if self.play is not None and self.play.dealt and self.play.entry is None:
            counts = actions_before(self.play.table.hand.spot)
            if index < len(counts) and counts[index] < counts[-1]:
                self._go_back(counts[index])

    def _go_back(self, count: int) -> None:
        play = self.play
        if play is None or self._dealing:
            return
        self.offers.close()
        self.writer.take_back(play)
        self._train(play.table.deck, play.table.hand.spot.actions[:count], play.hero)

    def train(self, link: PlayLink) -> None:
        """Show a hand at one of its decisions and play it on from there."""
        self.offers.close()
        left = self.writer.train(self._session, link.deck, link.hero)
        if left is not None:
            self.offers.left(left)
        self._train(link.deck, link.actions, link.hero)

    def _train(self, deck: tuple[Card, ...], actions: tuple[Action, ...], hero: int) -> None:
        play = self._session
        self._next.stop()
        self._opponents.interrupt()
        self._dealing = self._giving_up = False
        frames = play.replay(deck, actions, hero, play.number_in_place(self.saved))
        self.line.emit(play.line_so_far)
        self._show(frames)

    def _goes_on(self) -> bool | None:
        """Return whether the next hand is dealt automatically; None while the table still moves."""
        if self.play is None or not self._at_rest:
            return None
        ready = self._auto_next and self._opponents.present
        return ready and not self.play.training and not self.play.over

    def _show_session(self) -> None:
        play = self._session
        saved = self.saved - self.missing
        if play.last_stage is not None:
            self.session.emit(sit_and_go_scene(play.last_stage, play.results, saved))
        else:
            self.session.emit(session_scene(play.game, play.results, saved))
