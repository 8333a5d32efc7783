"""Presenters of the pages, created when a page is first shown, and links between pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from pokergui.pages.play.drill.wiring import start_drills
from pokergui.pages.play.wiring import start_play
from pokergui.pages.settings.wiring import start_data, start_engines
from pokergui.pages.study.wiring import start_study
from pokergui.pages.train.wiring import start_train
from pokergui.pages.watch.wiring import start_tournaments, start_watch
from pokergui.paths import strategies_dir
from pokergui.window.handfile import join_history, start_file

if TYPE_CHECKING:
    from pokergui.background.jobs import Runner
    from pokergui.formatting.choices import PlayChoice
    from pokergui.links import (
        DrillLink,
        EngineLink,
        HandLink,
        PlayLink,
        SitAndGoLink,
        SolutionLink,
        StudyLink,
        TrainLink,
    )
    from pokergui.pages.history.presenters.history import HistoryPresenter
    from pokergui.pages.history.presenters.replay import ReplayPresenter
    from pokergui.pages.history.presenters.reviewing import ReviewPresenter
    from pokergui.pages.play.drill.presenters import DrillPresenter
    from pokergui.pages.play.presenters.play import PlayPresenter
    from pokergui.pages.preflop.presenters import PreflopPresenter
    from pokergui.pages.settings.work import Leaving
    from pokergui.pages.study.presenters.study import StudyPresenter
    from pokergui.pages.study.reading.scenes.state import StudyChoice
    from pokergui.pages.train.presenters.train import TrainPresenter
    from pokergui.pages.watch.presenters.watch import WatchPresenter
    from pokergui.pages.watch.tournament.presenters import TournamentPresenter
    from pokergui.settings import Settings
    from pokergui.store import Store
    from pokergui.window.window import MainWindow


class Pages(QObject):
    """The presenters of the pages; None before their page is shown for the first time."""

    def __init__(
        self,
        runner: Runner,
        window: MainWindow,
        settings: Callable[[], Settings],
        keep: Callable[[Settings], None],
        leave: Callable[[Leaving], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._runner, self._window = runner, window
        self._settings, self._keep, self._leave = settings, keep, leave
        self.play: PlayPresenter | None = None
        self.drills: DrillPresenter | None = None
        self.watch: WatchPresenter | None = None
        self.tournaments: TournamentPresenter | None = None
        self.study: StudyPresenter | None = None
        self.train: TrainPresenter | None = None
        self.history: HistoryPresenter | None = None
        self.replay: ReplayPresenter | None = None
        self.review: ReviewPresenter | None = None
        self.preflop: PreflopPresenter | None = None
        self.ready = False
        self._waiting: list[Callable[[], None]] = []
        self._starts = {
            "watch": self._start_watch,
            "study": self._start_study,
            "train": self._start_train,
            "lab": self._start_lab,
            "history": self._start_history,
            "preflop": self._start_preflop,
            "settings": self._start_settings,
        }
        window.page_built.connect(self._start)
        window.play.drills_built.connect(self._start_drills)

    def begin(self, store: Store) -> PlayPresenter:
        from pokergui.background.folder import TrainedFolder  # after the first paint, with numba

        self._store = store
        play = start_play(self._runner, store, self._settings(), self._window.play, self)
        self.play = play
        play.choice_made.connect(self._remember_choice)
        play.study_requested.connect(self.open_study)
        play.reviews.study_requested.connect(self.open_study)
        play.hand_requested.connect(self.open_hand)
        self.trained = TrainedFolder(strategies_dir(), self)
        self.trained.changed.connect(play.refresh_engines)
        self.file = start_file(self._runner, store, self._window.play, play, self)
        self.show_preferences()
        return play

    def begin_others(self) -> None:
        self.ready = True
        for name in self._starts:
            if self._window.is_built(name):
                self._start(name)
        if self._window.play.has_drills:
            self._start_drills()
        for do in self._waiting:
            do()
        self._waiting.clear()

    def stop(self) -> None:
        learning = self.study, self.train, self.preflop
        for page in (self.play, self.drills, self.watch, self.tournaments, *learning):
            if page is not None:
                page.stop()

    def show_preferences(self) -> None:
        settings = self._settings()
        if self.play is not None:
            self.play.set_preferences(
                guard=settings.misclick_guard,
                auto_next=settings.auto_next,
                advisor=settings.advisor,
                review=settings.review,
                limits=settings.thresholds,
            )
            self.play.set_bets(settings.bets_before, settings.bets_after)
        for classing in (self.review, self.drills):
            if classing is not None:
                classing.set_limits(settings.thresholds)
        for page in (self.play, self.drills, self.watch, self.replay, self.review):
            if page is not None:
                page.show_in(settings.unit)

    @Slot(str)
    def _start(self, name: str) -> None:
        if self.ready and name in self._starts:
            self._starts[name]()

    @Slot()
    def _start_drills(self) -> None:
        """Start the drills view when it is built, or as soon as possible."""
        room = self._window.play.drills  # if it is built just now, this is called again
        if self.drills is None and self.ready:
            settings = self._settings()
            drills = start_drills(self._runner, self._store, settings, room, self)
            self.drills = drills
            drills.study_requested.connect(self.open_study)
            drills.solution_requested.connect(self.open_solution)
            drills.set_limits(settings.thresholds)
            drills.show_in(settings.unit)
            if room.isVisible():
                drills.open()

    @Slot(object)
    def open_drill(self, link: DrillLink) -> None:
        self._start_drills()
        if self.drills is not None:
            self.drills.drill(link)
            self._window.show_page("play")
            self._window.play.open_drills()

    def _start_watch(self) -> None:
        page, settings = self._window.watch, self._settings()
        watch = start_watch(self._runner, self._store, settings, page, self)
        self.watch = watch
        watch.choice_made.connect(lambda choice: self._remember(watch=choice))
        watch.run.play_requested.connect(self.open_play)
        watch.run.study_requested.connect(self.open_study)
        watch.judge_requested.connect(self.open_match)
        watch.judge_requested.connect(lambda number: self._window.history.open_room())
        watch.show_in(settings.unit)
        room = page.tournaments
        tournaments = start_tournaments(self._runner, self._store, settings, room, self)
        self.tournaments = tournaments
        tournaments.choice_made.connect(lambda choice: self._remember(tournament=choice))
        tournaments.match_requested.connect(self.open_match)
        for one in (watch, tournaments):
            self.trained.changed.connect(one.refresh_engines)
        page.set_notice(self.file.was_moved)
        self.file.moved.connect(page.set_notice)

    def _start_study(self) -> None:
        study = start_study(self._runner, self._settings(), self._window.study, self)
        self.study = study
        study.choice_made.connect(self._remember_study)
        study.walk.drill_requested.connect(self.open_drill)
        study.export.folder_chosen.connect(lambda at: self._remember(export_folder=at))
        self.trained.changed.connect(study.refresh_engines)

    def _start_train(self) -> None:
        train = start_train(self._runner, self._settings(), self._window.train, self)
        self.train = train
        train.next.choice_made.connect(lambda choice: self._remember(train=choice))
        train.play_requested.connect(self.open_engine)
        train.study_requested.connect(self.open_study)
        train.runs.added.connect(lambda run: run.kept.connect(self.trained.look))
        train.runs.engine_removed.connect(self.trained.look)
        self.trained.changed.connect(train.refresh_engines)

    def _start_lab(self) -> None:
        from pokergui.pages.lab.wiring import start_lab  # after the first paint, with numba

        lab = start_lab(self._runner, self._window.lab, self)
        lab.train_requested.connect(self.open_train)

    def _start_history(self) -> None:
        from pokergui.pages.history.wiring import start_history  # as above

        page, settings = self._window.history, self._settings()
        history, replay, review = start_history(self._runner, self._store, settings, page, self)
        self.history, self.replay, self.review = history, replay, review
        review.set_limits(settings.thresholds)
        review.show_in(settings.unit)
        history.sums.counted_changed.connect(self._remember_counted)
        page.places.update(settings.dialogs)
        page.place_chosen.connect(self._remember_place)
        history.asked.connect(self._ask_from_history)
        replay.play_requested.connect(self.open_play)
        replay.study_requested.connect(self.open_study)
        review.study_requested.connect(self.open_study)
        review.play_requested.connect(self.open_engine)
        replay.solve_requested.connect(self.open_spot)
        replay.hand_requested.connect(self.open_hand)
        replay.show_in(settings.unit)
        assert self.play is not None
        self.play.hands.session.connect(history.hands_changed)
        join_history(self.file, history, page)

    def _start_preflop(self) -> None:
        from pokergui.pages.preflop.wiring import start_preflop  # as above

        preflop = start_preflop(self._runner, self._window.preflop, self)
        self.preflop = preflop
        preflop.drill_requested.connect(self.open_drill)
        preflop.play_requested.connect(self.open_stage)
        preflop.study_requested.connect(self.open_study)

    def _start_settings(self) -> None:
        page = self._window.settings
        engines = start_engines(self._runner, self._settings, page.engines, self)
        engines.changed.connect(self.trained.look)
        self.trained.changed.connect(engines.refresh)
        data = start_data(self._runner, self._store.path, page.data, self)
        data.left.connect(self._leave)

    def _show(self, name: str, do: Callable[[Any], None]) -> None:
        """Show a page, and call a function with its presenter as soon as it exists."""
        self._window.page(name)
        if self.ready:
            do(getattr(self, name))
        else:
            self._waiting.append(lambda: do(getattr(self, name)))
        self._window.show_page(name)

    @Slot(object)
    def open_train(self, link: TrainLink) -> None:
        self._show("train", lambda train: train.next.prepare(link))

    @Slot(object)
    def open_engine(self, link: EngineLink) -> None:
        self._window.show_page("play")
        if self.play is not None:
            self.play.play_against(link)

    @Slot(object)
    def open_study(self, link: StudyLink) -> None:
        self._show("study", lambda study: study.open_link(link))

    @Slot(object)
    def open_solution(self, link: SolutionLink) -> None:
        self._show("study", lambda study: study.spot.show_practised(link))

    @Slot(object, str)
    def open_spot(self, link: StudyLink, source: str) -> None:
        self._show("study", lambda study: study.solve_link(link, source))

    @Slot(object)
    def open_hand(self, link: HandLink) -> None:
        self._show("study", lambda study: study.solve_hand(link))

    @Slot(object)
    def open_play(self, link: PlayLink) -> None:
        self._window.show_page("play")
        if self.play is not None:
            self.play.play_from(link)

    @Slot(object)
    def open_stage(self, link: SitAndGoLink) -> None:
        self._window.show_page("play")
        if self.play is not None:
            self.play.play_stage(link)

    @Slot(int)
    def open_match(self, number: int) -> None:
        self._show("history", lambda history: history.show_match(number))

    @Slot(str)
    def _ask_from_history(self, key: str) -> None:
        if key == "play":
            self._window.show_page("play")
        elif key == "import":
            self._window.history.ask_import()

    def _remember(self, **changes: Any) -> None:
        self._keep(replace(self._settings(), **changes))

    @Slot(object)
    def _remember_choice(self, choice: PlayChoice) -> None:
        seats = (choice.game, choice.depth, choice.opponents, choice.stacks)
        rules = choice.options, choice.rake, choice.plan
        self._keep(self._settings().playing(*seats, *rules))

    @Slot(object)
    def _remember_study(self, choice: StudyChoice) -> None:
        second = self.study.second.engine if self.study is not None else ""
        self._remember(study_game=choice.name, study_engine=choice.wanted, study_second=second)

    @Slot(str, str, str)
    def _remember_place(self, dialog: str, folder: str, kind: str) -> None:
        self._remember(dialogs={**self._settings().dialogs, dialog: (folder, kind)})

    @Slot(object)
    def _remember_counted(self, counted: tuple[str, ...]) -> None:
        self._remember(count_played="play" in counted, count_imported="imported" in counted)
