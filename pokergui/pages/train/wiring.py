"""Wiring of the Train page: its intents reach its presenters, and their scenes reach it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir, training_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.pages.train.presenters.train import TrainPresenter
    from pokergui.pages.train.views.page import TrainPage
    from pokergui.settings import Settings


def start_train(
    runner: Runner, settings: Settings, page: TrainPage, parent: QObject
) -> TrainPresenter:
    # After the first paint, with numba.
    from pokergui.pages.train.presenters.train import TrainPresenter

    presenter = TrainPresenter(runner, training_dir(), strategies_dir(), settings.train, parent)
    connect_train(presenter, page)
    presenter.start()
    presenter.show.show_page(page.isVisible())
    return presenter


def connect_train(presenter: TrainPresenter, page: TrainPage) -> None:
    following, runs, show = presenter.next, presenter.runs, presenter.show
    following.top.connect(page.set_top)
    show.run.connect(page.set_run)
    show.chart.connect(page.set_chart)
    show.milestones.connect(page.set_milestones)
    show.runs.connect(page.side.set_scene)
    page.shown.connect(show.show_page)
    presenter.teller.notice.connect(page.set_notice)
    page.notice.pressed.connect(presenter.press_notice)
    page.top_bar.controls.changed.connect(following.choose)
    page.sheet.changed.connect(following.choose)
    page.sheet.defaults.clicked.connect(following.reset_parameters)
    for button in (page.top_bar.start, page.panel.start):
        button.clicked.connect(presenter.begin)
    actions = page.bar.controls
    actions.button("main").clicked.connect(presenter.press_main)
    actions.button("stop").clicked.connect(presenter.end)
    actions.button("save").clicked.connect(presenter.save)
    actions.button("play").clicked.connect(presenter.play)
    actions.button("study").clicked.connect(presenter.study)
    actions.button("remove").clicked.connect(presenter.ask_remove)
    page.side.list.moved.connect(runs.choose)
    page.side.list.toggled.connect(runs.toggle)
    page.panel.axis.chosen.connect(show.choose_axis)
    page.panel.view.chosen.connect(show.choose_view)
