"""Wiring of the Train page: its intents reach its presenters, and their scenes reach it."""

from __future__ import annotations

from functools import partial
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
    """Start the page's presenter."""
    # After the first paint, with numba.
    from pokergui.pages.train.presenters.train import TrainPresenter

    presenter = TrainPresenter(runner, training_dir(), strategies_dir(), settings.train, parent)
    connect_train(presenter, page)
    presenter.start()
    presenter.show.show_page(page.isVisible())
    return presenter


def connect_train(presenter: TrainPresenter, page: TrainPage) -> None:
    """Connect the two, which do not depend on each other."""
    following, runs, show = presenter.next, presenter.runs, presenter.show
    following.top.connect(page.set_top)
    show.run.connect(page.set_run)
    show.chart.connect(page.set_chart)
    show.milestones.connect(page.set_milestones)
    show.runs.connect(page.side.set_scene)
    page.shown.connect(show.show_page)
    presenter.teller.notice.connect(page.set_notice)
    page.notice.pressed.connect(presenter.press_notice)
    top = page.top_bar
    top.game.chosen.connect(partial(following.choose, "game"))
    top.method.chosen.connect(partial(following.choose, "method"))
    top.stop.chosen.connect(partial(following.choose, "stop"))
    top.stop_field.textEdited.connect(partial(following.choose, "stop_text"))
    top.option_chosen.connect(following.choose_option)
    top.option_edited.connect(following.edit_option)
    page.sheet.edited.connect(following.edit_parameter)
    page.sheet.defaults.clicked.connect(following.reset_parameters)
    for button in (top.start, page.panel.start):
        button.clicked.connect(presenter.begin)
    controls = page.controls
    controls.main.clicked.connect(presenter.press_main)
    controls.stop.clicked.connect(presenter.end)
    controls.save.clicked.connect(presenter.save)
    controls.play.clicked.connect(presenter.play)
    controls.study.clicked.connect(presenter.study)
    controls.remove.clicked.connect(presenter.ask_remove)
    page.side.list.moved.connect(runs.choose)
    page.side.list.toggled.connect(runs.toggle)
    page.panel.axis_chosen.connect(show.choose_axis)
    page.panel.view_chosen.connect(show.choose_view)
