"""Buttons of the Watch page reach its presenter, whose signals reach the page."""

import pytest

from pokergui.pages.watch.presenters.watch import WatchPresenter
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.views.page import WatchPage
from pokergui.pages.watch.wiring import connect_watch
from pokergui.store import Store
from tests.sync_runner import SyncRunner

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def test_a_match_is_run_paused_stepped_and_stopped_by_its_buttons(tmp_path, qtbot):
    page, runner = WatchPage(), SyncRunner()
    qtbot.addWidget(page)
    store = Store.open(tmp_path / "hands.db")
    choice = WatchChoice("leduc", ("raise", "call"), 40, True)
    presenter = WatchPresenter(runner, store, tmp_path, choice)
    run = presenter.run
    connect_watch(presenter, page)
    presenter.start()

    def press(button):
        assert button.isEnabled()
        button.click()
        runner.run_all()
        run.table_settled()

    press(page.panel.button)
    assert run.phase == "live"
    press(page.bar.main)
    assert run.phase == "paused"
    before = page.table.scene
    press(page.bar.step)
    assert page.table.scene != before
    press(page.bar.stop)
    assert run.phase == "finished"
    presenter.stop()
    store.close()
