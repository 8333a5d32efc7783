"""Wiring of the Watch page and its tournaments: intents reach presenters, scenes reach views."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.watch.presenters.watch import WatchPresenter
    from pokergui.pages.watch.tournament.presenters import TournamentPresenter
    from pokergui.pages.watch.tournament.views import TournamentRoom
    from pokergui.pages.watch.views.page import WatchPage
    from pokergui.settings import Settings
    from pokergui.store import Store


def start_watch(
    runner: Runner, store: Store, settings: Settings, page: WatchPage, parent: QObject
) -> WatchPresenter:
    # After the first paint, with numba.
    from pokergui.formatting.words import hand_files
    from pokergui.pages.watch.presenters.watch import WatchPresenter  # as above
    from pokergui.pages.watch.scenes.choices import WatchChoice  # as above

    choice = WatchChoice.of_table(settings.watch)
    presenter = WatchPresenter(runner, store, strategies_dir(), choice, parent)
    connect_watch(presenter, page)
    kinds = [(kind.words, kind.suffixes[0].removeprefix(".")) for kind in hand_files()]
    page.kinds = page.tournaments.kinds = kinds
    presenter.start()
    return presenter


def connect_watch(presenter: WatchPresenter, page: WatchPage) -> None:
    run, stage, bar = presenter.run, presenter.stage, page.bar
    presenter.top.connect(page.top_bar.set_scene)
    stage.panel.connect(page.set_panel)
    stage.frames.connect(page.table.play)
    stage.win.connect(page.win.set_scene)
    stage.standing.connect(page.standing.set_scene)
    stage.notice.connect(page.set_notice)
    run.controls.connect(page.set_controls)
    run.progress.connect(bar.progress.set_scene)
    run.pace.connect(page.table.set_pace)
    page.changed.connect(presenter.choose)
    page.engine_file_chosen.connect(presenter.choose_file)
    page.export_chosen.connect(presenter.export)
    page.panel.judge.clicked.connect(presenter.judge)
    page.panel.button.clicked.connect(presenter.press_main)
    page.notice.pressed.connect(presenter.press_notice)
    page.table.settled.connect(run.table_settled)
    bar.controls.changed.connect(presenter.act)


def start_tournaments(
    runner: Runner, store: Store, settings: Settings, room: TournamentRoom, parent: QObject
) -> TournamentPresenter:
    from pokergui.pages.watch.tournament.presenters import TournamentPresenter  # as above

    presenter = TournamentPresenter(runner, store, strategies_dir(), settings.tournament, parent)
    connect_tournaments(presenter, room)
    presenter.open(room.isVisible())
    return presenter


def connect_tournaments(presenter: TournamentPresenter, room: TournamentRoom) -> None:
    form, actions = room.form, room.bar.controls
    presenter.scene.connect(room.set_scene)
    presenter.form.connect(room.set_form)
    presenter.pair.connect(room.pair.set_scene)
    presenter.notice.connect(room.notice.set_notice)
    room.shown.connect(presenter.open)
    room.list.moved.connect(presenter.choose)
    room.list.opened.connect(presenter.choose)
    room.cross.chosen.connect(presenter.choose_pair)
    room.cross.opened.connect(presenter.open_match)
    room.pair.open.clicked.connect(presenter.open_match)
    room.new.clicked.connect(presenter.toggle_form)
    room.export_chosen.connect(presenter.export)
    room.notice.pressed.connect(presenter.press_notice)
    form.controls.changed.connect(presenter.change)
    form.begin.clicked.connect(presenter.begin)
    actions.button("main").clicked.connect(presenter.press_main)
    actions.button("finish").clicked.connect(presenter.finish)
    room.bar.engine_chosen.connect(presenter.join)
