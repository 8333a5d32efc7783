"""Which of the Train page's intents reach which slot of its presenter, and back."""

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
    """Bring the page to life."""
    # After the first paint, with numba.
    from pokergui.pages.train.presenters.train import TrainPresenter

    presenter = TrainPresenter(runner, training_dir(), strategies_dir(), settings.train, parent)
    connect_train(presenter, page)
    presenter.start()
    presenter.show.show_page(page.isVisible())
    return presenter


def connect_train(presenter: TrainPresenter, page: TrainPage) -> None:
    """Join the two; neither knows the other."""
    following, runs, show = presenter.next, presenter.runs, presenter.show
    following.top.connect(page.set_top)
    show.run.connect(page.set_run)
    show.chart.connect(page.set_chart)
    show.milestones.connect(page.set_milestones)
    show.runs.connect(page.set_runs)
    presenter.teller.notice.connect(page.set_notice)
    page.shown.connect(show.show_page)
    page.game_chosen.connect(following.choose_game)
    page.method_chosen.connect(following.choose_method)
    page.stop_chosen.connect(following.choose_stop)
    page.stop_edited.connect(following.edit_stop)
    page.option_chosen.connect(following.choose_option)
    page.option_edited.connect(following.edit_option)
    page.parameter_edited.connect(following.edit_parameter)
    page.defaults_requested.connect(following.reset_parameters)
    page.start_requested.connect(presenter.begin)
    page.main_requested.connect(presenter.press_main)
    page.stop_requested.connect(presenter.end)
    page.save_requested.connect(presenter.save)
    page.play_requested.connect(presenter.play)
    page.study_requested.connect(presenter.study)
    page.remove_requested.connect(presenter.ask_remove)
    page.run_chosen.connect(runs.choose)
    page.run_toggled.connect(runs.toggle)
    page.axis_chosen.connect(show.choose_axis)
    page.view_chosen.connect(show.choose_view)
    page.notice_pressed.connect(presenter.press_notice)
