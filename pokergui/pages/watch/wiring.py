"""Which of the Watch page's intents reach which slot of its presenter, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokergui.paths import strategies_dir

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from pokergui.background.jobs import Runner
    from pokergui.formatting.words import hand_files  # as above
    from pokergui.pages.watch.presenters.watch import WatchPresenter
    from pokergui.pages.watch.views.page import WatchPage
    from pokergui.store import Store


def start_watch(runner: Runner, store: Store, page: WatchPage, parent: QObject) -> WatchPresenter:
    """Bring the page to life."""
    # After the first paint, with numba.
    from pokergui.pages.watch.presenters.watch import WatchPresenter

    presenter = WatchPresenter(runner, store, strategies_dir(), parent=parent)
    connect_watch(presenter, page)
    page.set_file_kinds(hand_files())
    presenter.start()
    return presenter


def connect_watch(presenter: WatchPresenter, page: WatchPage) -> None:
    """Join the two; neither knows the other."""
    run, stage = presenter.run, presenter.stage
    presenter.top.connect(page.set_top)
    stage.panel.connect(page.set_panel)
    stage.frames.connect(page.play_table)
    stage.win.connect(page.set_win)
    stage.standing.connect(page.set_standing)
    stage.notice.connect(page.set_notice)
    run.controls.connect(page.set_controls)
    run.progress.connect(page.set_progress)
    run.pace.connect(page.set_pace)
    page.engine_chosen.connect(presenter.choose_engine)
    page.engine_file_chosen.connect(presenter.choose_file)
    page.game_chosen.connect(presenter.choose_game)
    page.length_chosen.connect(presenter.choose_length)
    page.custom_edited.connect(presenter.edit_custom)
    page.duplicate_chosen.connect(presenter.choose_duplicate)
    page.main_requested.connect(presenter.press_main)
    page.stop_requested.connect(presenter.end)
    page.export_chosen.connect(presenter.export)
    page.notice_pressed.connect(presenter.press_notice)
    page.step_requested.connect(run.step)
    page.speed_chosen.connect(run.choose_speed)
    page.seat_requested.connect(run.take_seat)
    page.study_requested.connect(run.pause)
    page.study_requested.connect(run.study)
    page.settled.connect(run.table_settled)
