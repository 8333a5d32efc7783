import pytest

from pokergui.pages.watch.views.page import WatchPage
from pokergui.pages.watch.wiring import connect_watch

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


def test_a_match_is_run_paused_stepped_and_stopped_by_its_buttons(watched, qtbot):
    page, shown = WatchPage(), watched()
    qtbot.addWidget(page)
    connect_watch(shown.presenter, page)
    shown.presenter.start()

    def press(button):
        assert button.isEnabled()
        button.click()
        shown.settle()

    press(page.panel.button)
    assert shown.run.phase == "live"
    press(page.bar.main)
    assert shown.run.phase == "paused"
    before = page.table.scene
    press(page.bar.step)
    assert page.table.scene != before
    press(page.bar.stop)
    assert shown.run.phase == "finished"
