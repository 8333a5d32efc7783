"""What each key emits in a state of the gallery, and that it emits nothing when not offered."""

from operator import attrgetter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.gallery.gallery import put
from tests.pokergui.heard import heard

pytestmark = pytest.mark.slow
# Key, signal (or box of choices, which opens), states offering it, states that do not.
KEYS = {
    "watch": """
        Space   bar.controls.main.clicked               watch-live
        Space   panel.button.clicked         watch-empty
        Period  bar.controls.step.clicked             watch-live      watch-empty
        X       bar.controls.stop.clicked             watch-live      watch-empty
        S       bar.controls.study.clicked            watch-live      watch-empty
        3       bar.controls.speed.chosen             watch-live
        D       top_bar.controls.duplicate.clicked    watch-empty
        A       top_bar.controls.engine_a             watch-empty
        B       top_bar.controls.engine_b             watch-empty
        G       top_bar.controls.game                 watch-empty
        L       top_bar.controls.length               watch-empty
        F       panel.form.controls.fill              watch-6-ready
        N       panel.form.controls.shuffle.clicked   watch-6-ready
    """,
    "train": """
        N       top_bar.start.clicked        train-empty,train-live
        G       top_bar.controls.game                 train-live
        M       top_bar.controls.method               train-live
        T       top_bar.controls.stop                 train-live
        Space   bar.controls.main.clicked        train-live,train-paused  train-empty
        X       bar.controls.stop.clicked        train-live               train-empty
        S       bar.controls.save.clicked        train-live               train-empty
        P       bar.controls.play.clicked        train-finished           train-empty
        U       bar.controls.study.clicked       train-finished           train-empty
        Delete  bar.controls.remove.clicked      train-finished           train-empty
        C       side.list.toggled            train-live               train-empty
        2       panel.axis.chosen            train-live               train-empty
        4       panel.view.chosen            train-network            train-empty
    """,
    "history": """
        Home    replayer.buttons.first.clicked    history   history-empty
        Left    replayer.buttons.back.clicked     history   history-empty
        Space   replayer.buttons.run.clicked      history   history-empty
        Right   replayer.buttons.forward.clicked  history   history-empty
        End     replayer.buttons.last.clicked     history   history-empty
        C       replayer.buttons.cards.clicked    history   history-empty
        P       replayer.play_button.clicked      history   history-empty
        S       replayer.study_button.clicked     history   history-empty
        V       replayer.solve_button.clicked     history   history-empty
    """,
    "settings": """
        N       engines.side.add.clicked          engines-passed
        T       engines.detail.controls.test.clicked       engines-passed    engines-testing
        D       engines.detail.controls.duplicate.clicked  engines-passed
        Delete  engines.detail.controls.remove.clicked     engines-passed
        X       engines.detail.report.stop.clicked  engines-testing
        B       data.backups.make.clicked         data-five
        R       data.backups.restore.clicked      data-five
    """,
}


def part_of(page, path):
    for name in path.split("."):
        page = page[name] if isinstance(page, dict) else attrgetter(name)(page)
    return page


@pytest.mark.parametrize("page", KEYS)
def test_keys_trigger_exactly_the_offered_actions(window, monkeypatch, page):
    opened = []
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    for row in KEYS[page].strip().splitlines():
        key, path, offered, *silent = row.split()
        part = part_of(getattr(window, page), path)
        said = opened if isinstance(part, CaptionCombo) else heard(part)
        for state in (*offered.split(","), *silent):
            put(window, state)
            said.clear()
            QTest.keyClick(window.focusWidget() or window, getattr(Qt.Key, f"Key_{key}"))
            assert len(said) == (state not in silent), (row, state)
