"""Which of the Train page's intents reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.jobs import JobControl

if TYPE_CHECKING:
    from pokergui.presenters.jobs import Runner
    from pokergui.presenters.train import TrainPresenter
    from pokergui.views.train.page import TrainPage


def connect_train(presenter: TrainPresenter, page: TrainPage) -> None:
    """Join the two; neither knows the other."""
    presenter.top.connect(page.set_top)
    presenter.run.connect(page.set_run)
    presenter.chart.connect(page.set_chart)
    presenter.milestones.connect(page.set_milestones)
    presenter.runs.connect(page.set_runs)
    presenter.notice.connect(page.set_notice)
    page.shown.connect(presenter.show_page)
    page.game_chosen.connect(presenter.choose_game)
    page.method_chosen.connect(presenter.choose_method)
    page.stop_chosen.connect(presenter.choose_stop)
    page.stop_edited.connect(presenter.edit_stop)
    page.option_chosen.connect(presenter.choose_option)
    page.option_edited.connect(presenter.edit_option)
    page.start_requested.connect(presenter.begin)
    page.main_requested.connect(presenter.press_main)
    page.stop_requested.connect(presenter.end)
    page.save_requested.connect(presenter.save)
    page.play_requested.connect(presenter.play)
    page.study_requested.connect(presenter.study)
    page.remove_requested.connect(presenter.ask_remove)
    page.run_chosen.connect(presenter.choose_run)
    page.run_toggled.connect(presenter.toggle_run)
    page.axis_chosen.connect(presenter.choose_axis)
    page.notice_pressed.connect(presenter.press_notice)


def load_train_chart(runner: Runner, page: TrainPage) -> None:
    """Import what draws charts in the background, then let the page make its own."""

    def work(control: JobControl) -> None:
        control.check()
        # Here, off the GUI thread and only for this page: pyqtgraph takes up to a second to import.
        import pokergui.views.train.chart  # noqa: F401

    def done(nothing: None) -> None:
        page.add_chart()

    runner.start(work, done)
