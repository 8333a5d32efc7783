"""The Play page's presenter: the user's hands against engines that think in the background."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from ai.review.classes import STANDARD, Thresholds
from ai.sit_and_go.agent import SHORT
from ai.sit_and_go.plan import SitAndGo, TournamentEntry
from ai.trained import one_listing
from engine.errors import PokerError
from engine.game import Game
from engine.table import moved
from pokergui.background.jobs import Runner
from pokergui.formatting import notices
from pokergui.formatting.choices import (
    PlayChoice,
    engine_title,
    is_plan,
    rivals_of,
    seat_titles,
    table_games,
    table_of,
    top_bar,
)
from pokergui.formatting.players import random_line_up, with_seat
from pokergui.formatting.sizing import OwnSizes
from pokergui.links import EngineLink, HandLink, PlayLink, SitAndGoLink, StudyLink
from pokergui.localtime import now
from pokergui.pages.play.presenters.advisor import Advisor, Reasoning
from pokergui.pages.play.presenters.hand_reading import BeliefPresenter, ModelPresenter
from pokergui.pages.play.presenters.hands import Stakes, TablePresenter
from pokergui.pages.play.presenters.lookback import HandReviews
from pokergui.pages.play.presenters.opponents import Opponents, PartnerOffer
from pokergui.pages.play.scenes.decision import explainer, waiting_bar
from pokergui.pages.play.work.hand_writer import WaitingHand
from pokergui.pages.play.work.play_on import check_link, choice_for, stage_plan
from pokergui.pages.play.work.session import FIRST_HERO, PlaySession
from pokergui.paths import reviews_path
from pokergui.store import OpenHands, OpponentStore, Store
from pokergui.viewmodel.settings import AmountUnit

NO_HANDS = OpenHands()


class PlayPresenter(QObject):
    """The presenter of what is played and against whom.

    Attributes:
        reasons: how a reader decided in the last hand.
        partner: offers a partner that plays about as well as the user.

    Signals:
        top, explainer: a new view model of that part; ``hands`` has those of all others.
        choice_made: a ``PlayChoice`` to remember.
        hand_requested: a ``HandLink``.

    Args:
        remembered: what was chosen last for each game.
    """

    top = Signal(object)
    explainer = Signal(object)
    choice_made = Signal(object)
    study_requested = Signal(object)
    hand_requested = Signal(object)

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
        self._strategies = strategies
        self._choice = choice.valid(strategies)
        self._remembered = {self._choice.game: self._choice, **(remembered or {})}
        self._link: PlayLink | None = None
        self._left: WaitingHand | None = None
        self._offering = self._damaged = False
        self.opponents = Opponents(runner, strategies, self)
        self.opponents.ready.connect(self._opponents_ready)
        self.opponents.missing.connect(self._opponent_missing)
        self.advisor = Advisor(runner, strategies, self)
        writer = OpponentStore(store)
        self.belief = BeliefPresenter(runner, writer, strategies, self)
        self.belief.replaced.connect(self._renew_opponent)
        self.learned = ModelPresenter(runner, writer, self.belief, strategies, self)
        self._store = store
        self.hands = TablePresenter(runner, store, self.opponents, self.advisor, self.belief, self)
        self.reviews = HandReviews(runner, strategies, lambda: self.hands.play, self)
        self.hands.last_hand.connect(self.reviews.told)
        self.reasons = Reasoning(lambda: self.hands.play, self)
        self.opponents.reasoned.connect(self.reasons.add)
        self.hands.last_hand.connect(self.reasons.told)
        files = store.path, reviews_path(), strategies
        self.partner = PartnerOffer(runner, files, lambda: self.hands.play, self.opponents, self)
        self.hands.last_hand.connect(self.partner.told)
        self.partner.chosen.connect(self.play_against)
        self._waiting = self.hands.writer.waiting
        self.stakes = Stakes(self._choice, strategies, self)
        self.stakes.chosen.connect(self._choose)
        self._entries: dict[tuple[str, tuple[str, ...]], TournamentEntry] = {}

    def recount(self, last: int, saved: int) -> None:
        self.hands.saved, self.hands.missing = last, last - saved

    def start(self, last: int, saved: int, unfinished: OpenHands = NO_HANDS) -> None:
        self.recount(last, saved)
        self._waiting[:] = map(WaitingHand.of, unfinished.hands)
        entry = unfinished.entry
        for choice in self._remembered.values():
            if entry is not None and choice.plan == entry.stage.plan.text:
                self._entries[choice.plan, choice.opponents] = entry
        self._offering, self._damaged = True, bool(unfinished.damaged)
        self._begin()

    def stop(self) -> None:
        """Stop all activity: the window closes. A hand that counts stays on disk as it is."""
        play = self.hands.play
        if play is not None and play.last_stage is not None:
            self._keep_entry(play.last_stage.plan.text, play.next_entry)
        self._left = self.hands.leave() or self._left
        self.opponents.stop()

    def _keep_entry(self, plan: str, entry: TournamentEntry | None) -> None:
        """Remember the sit-and-go that is left, to go on with it; one that is over is forgotten."""
        key = plan, self.opponents.names
        self._entries.pop(key, None)
        if entry is not None:
            self._entries[key] = entry

    def _entry_of(self, choice: PlayChoice) -> TournamentEntry | None:
        """Return a table's sit-and-go: of its unfinished hand, the one left, or a new one."""
        if not choice.plan:
            return None
        left_at = self._entries.get((choice.plan, choice.opponents))
        for hand in reversed(self._waiting):
            entry = hand.entry
            if left_at is not None and entry is not None and entry.began != left_at.began:
                continue  # of an earlier tournament with the same plan
            if entry is not None and entry.stage.plan.text == choice.plan:
                left = entry.stage.left[1:]
                if hand.opponents == tuple(choice.opponents[player - 1] for player in left):
                    return entry
        plan = SitAndGo.parse(choice.plan)
        new = TournamentEntry(now(), plan.start(secrets.randbelow(len(plan.stacks))))
        return left_at or new

    def set_preferences(
        self,
        *,
        guard: bool,
        auto_next: bool,
        advisor: bool,
        review: bool = False,
        limits: Thresholds = STANDARD,
    ) -> None:
        """Apply settings: confirm costly clicks, deal automatically, advise, review hands."""
        self.reviews.set_on(review, limits)
        self.advisor.set_on(advisor)
        self.belief.set_on(advisor)
        self.hands.set_preferences(guard=guard, auto_next=auto_next)

    def show_in(self, unit: AmountUnit) -> None:
        for part in (self.advisor, self.reviews, self.hands, self.stakes):
            part.show_in(unit)

    def set_bets(self, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        self.hands.bar.set_sizes(OwnSizes(before, after))

    # Choices

    def choose(self, name: str, value: Any) -> None:
        """Choose the ``game``, its ``depth``, ``options`` or ``rake``, or one ``opponent`` for all.

        The depth is in big blinds.
        """
        choice = self._choice
        if name == "game":
            now = PlayChoice(value, choice.depth, rake=choice.rake).against(choice.opponent)
            self._choose(self._remembered.get(value, now))
        elif name == "depth" and is_plan(value):
            self._choose(replace(choice, plan=value, stacks=(), options="", rake=""))
        elif name == "depth":
            self._choose(replace(choice, depth=float(value), stacks=(), plan=""))
        elif name == "opponent":
            self._choose(choice.against(value))
        elif name in ("options", "rake"):
            self._choose(replace(choice, **{name: value}))

    def choose_random(self) -> None:
        """Play against engines drawn at random, if there are several seats."""
        choice = self._choice
        if choice.others:
            usable = [one.name for one in choice.rivals(self._strategies) if not one.problem]
            self._choose(choice.against(*random_line_up(usable, len(choice.opponents))))

    def choose_seat(self, number: int, name: str) -> None:
        self._choose(self._choice.against(*with_seat(self._choice.opponents, number, name)))

    def play_against(self, link: EngineLink) -> None:
        """Play against another page's engine; a hand in play waits."""
        if all(engine.name != link.engine for engine in rivals_of(link.game, self._strategies)):
            self.hands.notice.emit(notices.engine_gone(engine_title(link.engine, game=link.game)))
            return
        self.hands.notice.emit(None)
        self.learned.close()
        self._choose(self._raked(PlayChoice.at(link.game, link.engine)))

    def play_stage(self, link: SitAndGoLink) -> None:
        """Play a tournament on from a stage, on the button; a hand in play waits."""
        try:
            plan, big_blind = stage_plan(link)
        except PokerError as error:
            self.hands.notice.emit(notices.cannot_play_on(error))
            return
        choice = replace(PlayChoice(table_of(len(plan.stacks))), plan=plan.text)
        grinder, *rivals = (engine.name for engine in choice.rivals(self._strategies))
        for_chips = len(plan.payouts) == 1  # the winner takes all
        choice = choice.against(SHORT if for_chips and SHORT in rivals else grinder)
        self.hands.notice.emit(None)
        self.learned.close()
        self.stop()  # it keeps the tournament that is left, which this one replaces
        self._entries[choice.plan, choice.opponents] = TournamentEntry(now(), plan.start(big_blind))
        self._choice = self._remembered[choice.game] = choice
        self.choice_made.emit(choice)
        self._begin()

    def _raked(self, choice: PlayChoice) -> PlayChoice:
        return replace(choice, rake=self._choice.rake)

    def _choose(self, choice: PlayChoice) -> None:
        with one_listing():
            choice = choice.valid(self._strategies)
            if choice != self._choice or self.opponents.replaced:
                self._choice = self._remembered[choice.game] = choice
                self.choice_made.emit(choice)
                self._begin()
            else:
                self._show_top()

    def refresh_engines(self) -> None:
        self._show_top()
        self.advisor.refresh_engines()

    def _show_top(self) -> None:
        self.top.emit(top_bar(self._choice, self._strategies, table_games()))
        self.stakes.set_table(self._choice)

    def _begin(self, link: PlayLink | None = None) -> None:
        """Build the engines and deal, or follow a link; a hand in play waits."""
        self.stop()
        self._link = link
        game = self._game_of(link)
        self._show_top()
        self.explainer.emit(explainer(game))
        titles = self._titles
        self.hands.show_empty(game, titles)
        self.advisor.set_table(game, titles)
        self.belief.set_table(game, titles[0])
        first = link.game if link is not None else moved(game, FIRST_HERO)
        self.opponents.build(self._choice.opponents, titles, first, self.belief.recall(game))

    def _game_of(self, link: PlayLink | None) -> Game:
        if link is None:
            return self._choice.build_game()
        return moved(link.game, -link.hero)

    def _renew_opponent(self) -> None:
        play = self.hands.play
        if play is not None:
            self.opponents.renew(self.belief.recall(play.game))

    def _opponents_ready(self) -> None:
        link, self._link = self._link, None
        choice = self._choice
        entry = None if link is not None else self._entry_of(choice)
        self.hands.set_table(self._game_of(link), self._titles, choice.rake_rule, entry)
        left, self._left = self._left, None
        offering, self._offering = self._offering, False
        if link is not None:
            self.hands.train(link)
        elif not (offering and self._offer_another()):
            self.hands.next_hand()
        if self._damaged:
            self._damaged = False
            self.hands.notice.emit(notices.hand_damaged())
        elif left is not None and not self.hands.offers.shown:
            self.hands.offers.left(left)

    def _offer_another(self) -> bool:
        """At the start, offer to resume an unfinished hand of another table."""
        play = self.hands.play
        assert play is not None
        names = self.hands.names_of(play.next_players)
        if not self._waiting or self._waiting.find(play.next_game, names, play.next_entry):
            return False
        self.hands.offers.elsewhere(self._waiting[-1])
        self.hands.bar.scene.emit(waiting_bar())
        return True

    def _opponent_missing(self, title: str, error: Exception) -> None:
        if self._waiting.find(self._choice.build_game(), self.opponents.names) is not None:
            self.hands.notice.emit(notices.hand_without_engine(title, error))

    def _resume(self) -> None:
        """Go to the table of the last unfinished hand, and resume it."""
        if not self._waiting:
            return
        waiting = self._waiting[-1]
        choice = self._raked(_choice_of(waiting))
        play = self.hands.play
        here = choice == self._choice and play is not None and play.game == waiting.game
        if here and not self.opponents.replaced:
            self.hands.resume()
            return
        self._choice = self._remembered[choice.game] = choice
        self.choice_made.emit(choice)
        self._begin()

    def _fold(self) -> None:
        """Abandon (check/fold) the resumed hand, or one whose engine is gone."""
        choice = self._choice
        if self.hands.play is None:
            entry = self._entry_of(choice)
            self.hands.set_table(choice.build_game(), self._titles, choice.rake_rule, entry)
            self.hands.resume()
            self.hands.notice.emit(None)
        self.hands.give_up()

    @property
    def _titles(self) -> tuple[str, ...]:
        game = self._choice.build_game()
        return seat_titles(self._choice.opponents, self._strategies, game)

    def next_hand(self) -> None:
        play = self.hands.play
        same = play is None or play.in_hand or self._is_chosen(play)
        if same and self.opponents.present:
            self.hands.next_hand()
        else:  # other stakes or stacks than those offered, or an engine that was gone
            self._begin()

    def _is_chosen(self, play: PlaySession) -> bool:
        """Return whether the next hand there is one of the chosen table."""
        if play.last_stage is not None:
            return not play.over and play.last_stage.plan.text == self._choice.plan
        return not self._choice.plan and play.game == self._choice.build_game()

    def press_notice(self, key: str) -> None:
        if key in (notices.DEAL, notices.RESUME, notices.FOLD, notices.FORGET):
            self.hands.notice.emit(None)
        do: dict[str, Callable[[], object]] = {
            notices.RETRY: lambda: self._begin(self._link),
            notices.DEAL: self.next_hand,
            notices.DISMISS: self.hands.offers.close,
            notices.RESUME: self._resume,
            notices.FOLD: self._fold,
            notices.FORGET: self._store.drop_damaged,
        }
        if key in do:
            do[key]()

    def play_from(self, link: PlayLink) -> None:
        """Play on from a decision of a known hand; a hand in play waits."""
        try:
            check_link(link)
            choice = choice_for(link, self._choice, self._strategies)
        except PokerError as error:
            self.hands.notice.emit(notices.cannot_play_on(error))
            return
        self.learned.close()
        same = choice.opponents == self._choice.opponents and not self.opponents.replaced
        self._choice = choice  # for now: the user's choice stays remembered
        self.hands.notice.emit(None)
        if same and self.hands.play is not None and self.hands.play.game == self._game_of(link):
            self._show_top()
            self.hands.train(link)
        else:
            self._begin(link)

    def study(self) -> None:
        play = self.hands.play
        view = play.last_decision() if play is not None else None
        if view is not None:
            spot = view.spot
            link = StudyLink(spot.game, spot.actions, spot.board, view.hole)
            self.study_requested.emit(link)

    def solve_hand(self) -> None:
        """Ask for the last hand to be solved in Study, from the flop on."""
        from ai.solver.whole_hand import no_whole_hand  # once it is asked for

        play = self.hands.play
        ended = play.ended if play is not None else None
        if ended is None:
            return
        problem = no_whole_hand(ended.spot)
        if problem:
            self.hands.notice.emit(notices.cannot_solve_hand(str(problem)))
            return
        picture = ended.picture  # it has only the cards that were shown
        holes, names = tuple(picture.holes), tuple(picture.names)
        self.hand_requested.emit(HandLink(ended.spot, holes, names, ended.hero, ended.title))


def _choice_of(hand: WaitingHand) -> PlayChoice:
    """Return the table of an unfinished hand; seats that are empty get one of its engines."""
    if hand.entry is None:
        return PlayChoice.at(hand.game, *hand.opponents)
    stage = hand.entry.stage
    known = dict(zip(stage.left[1:], hand.opponents, strict=True))
    players = len(stage.stacks)
    names = (known.get(player, hand.opponents[0]) for player in range(1, players))
    return replace(PlayChoice(table_of(players)).against(*names), plan=stage.plan.text)
