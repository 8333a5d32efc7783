"""The section Engines with hand-made scenes: keys, fields, sizes, accessible text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.settings.views.engines import EnginesSection
from pokergui.viewmodel import FieldScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.engine_scenes import ENGINE, FORM, STATES, show

SIZES = ((1024, 640), (1440, 900), (1920, 1080))


@pytest.fixture
def section(window: MainWindow) -> EnginesSection:
    show(window, STATES["passed"]())
    window.settings.engines.side.list.setFocus()
    return window.settings.engines


def seen(section: EnginesSection, kind: type[QWidget]) -> list[QWidget]:
    return [one for one in section.findChildren(kind) if one.isVisible()]


def test_nothing_is_cut_at_any_size(window: MainWindow) -> None:
    section = window.settings.engines
    for width, height in SIZES:
        window.resize(width, height)
        for name, state in STATES.items():
            show(window, state())
            QApplication.processEvents()
            assert (window.width(), window.height()) == (width, height), name
            for one in (*seen(section, QAbstractButton), *seen(section, QLineEdit)):
                left = one.mapTo(section, QPoint(0, 0)).x()
                assert left >= 0 and left + one.width() <= section.width(), (name, one)
                assert one.width() >= min(one.minimumSizeHint().width(), 72), (name, one)


def test_screen_readers_have_a_name_for_everything(window: MainWindow) -> None:
    section = window.settings.engines
    for name, state in STATES.items():
        show(window, state())
        for one in seen(section, QWidget):
            ours = not one.objectName().startswith("qt_")
            if ours and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
                said = one.text() if isinstance(one, QAbstractButton) else ""
                assert one.accessibleName() or said, (name, one)


def test_keys_press_what_is_offered(section: EnginesSection, qtbot: QtBot) -> None:
    detail = section.detail
    for key, button in (
        ("N", section.side.add),
        ("T", detail.test),
        ("D", detail.duplicate),
        (Qt.Key.Key_Delete, detail.remove),
    ):
        with qtbot.waitSignal(button.clicked):
            qtbot.keyClick(section.side.list, key)
    with qtbot.waitSignal(detail.log.which.chosen) as caught:
        qtbot.keyClick(section.side.list, "E")
    assert caught.args == [True]
    with qtbot.waitSignal(section.side.list.moved) as caught:
        qtbot.keyClick(section.side.list, Qt.Key.Key_Down)
    assert caught.args == ["added:Tidewater"]


def test_the_test_is_stopped_and_not_begun_twice(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["testing"]())
    section = window.settings.engines
    begun: list[bool] = []
    section.detail.test.clicked.connect(begun.append)
    qtbot.keyClick(section.side.list, "T")
    assert not begun
    with qtbot.waitSignal(section.detail.report.stop.clicked):
        qtbot.keyClick(section.side.list, "X")


def test_a_field_reports_once_it_is_left(section: EnginesSection, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    section.detail.command.committed.connect(lambda *pair: told.append(pair))
    field = section.detail.command.lines["seconds"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "15")
    assert told == []
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert told == [("seconds", "15")]
    section.set_engine(replace(ENGINE, form=replace(FORM, seconds=FieldScene("15"))))
    assert field.text() == "15"


def test_letters_are_typed_and_press_nothing(section: EnginesSection, qtbot: QtBot) -> None:
    pressed: list[bool] = []
    for button in section.findChildren(QAbstractButton):
        button.clicked.connect(pressed.append)
    field = section.detail.command.lines["name"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "Next TD 12")
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    assert field.text() == "Next TD 12" and not pressed


def test_options_are_as_the_engine_tells_them(section: EnginesSection, qtbot: QtBot) -> None:
    told: list[tuple[str, str]] = []
    options = section.detail.options
    options.committed.connect(lambda *pair: told.append(pair))
    shown = {one.scene.key: one for one in options.options}
    depth = shown["search_depth"].line
    assert depth is not None
    depth.field.setFocus()
    depth.field.setText("7")
    qtbot.keyClick(depth.field, Qt.Key.Key_Return)
    shown["report_ev"].editor.buttons()[0].click()  # type: ignore[union-attr]
    shown["style"].editor.chosen.emit("loose")
    assert told == [("search_depth", "7"), ("report_ev", "false"), ("style", "loose")]
    wrong = replace(FORM.options[0], field=FieldScene("70", "1 to 12", "From 1 to 12."))
    section.set_engine(replace(ENGINE, form=replace(FORM, options=(wrong, *FORM.options[1:]))))
    assert depth.error.isVisible() and depth.error.text() == "From 1 to 12."
    section.set_engine(replace(ENGINE, form=replace(FORM, options=FORM.options[3:])))
    assert [one.scene.key for one in options.options] == ["seed", "report_ev"]


def test_a_draft_takes_the_cursor_and_enter_adds_it(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["draft"]())
    detail = window.settings.engines.detail
    field = detail.command.lines["command"].field
    assert field.hasFocus()
    told: list[tuple[str, str]] = []
    detail.command.committed.connect(lambda *pair: told.append(pair))
    qtbot.keyClicks(field, "basalt")
    with qtbot.waitSignal(detail.save.clicked):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == [("command", "basalt")]
    with qtbot.waitSignal(detail.cancel.clicked):
        qtbot.keyClick(field, Qt.Key.Key_Escape)


def test_enter_leaves_the_field_and_keys_press_buttons_again(
    window: MainWindow, qtbot: QtBot
) -> None:
    show(window, STATES["passed"]())
    section = window.settings.engines
    told: list[tuple[str, str]] = []
    section.detail.command.committed.connect(lambda *pair: told.append(pair))
    field = section.detail.command.lines["command"].field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "/opt/other")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == [("command", "/opt/other")]
    assert section.side.list.hasFocus()
    with qtbot.waitSignal(section.detail.test.clicked):
        qtbot.keyClick(window.focusWidget(), "T")
    assert field.text() == "/opt/other"
    refused = FieldScene("/opt/other", "", "There is no file /opt/other.")
    section.set_engine(replace(ENGINE, form=replace(FORM, command=refused)))
    assert field.hasFocus()  # to be mended
    field.setText("/opt/basalt")
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert told[1:] in ([], [("command", "/opt/basalt")])


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_the_game_of_a_test_is_chosen(section: EnginesSection, qtbot: QtBot) -> None:
    game = section.detail.report.game
    qtbot.keyClick(section.side.list, "G")
    assert [action.text() for action in game.menu.actions()] == ["Leduc hold’em", "Kuhn poker"]
    with qtbot.waitSignal(game.chosen) as caught:
        game.menu.actions()[1].trigger()
    assert caught.args == ["kuhn"]
    game.menu.close()


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/opt/bot", "/opt/bot"),
        ("/opt/my bot", '"/opt/my bot"'),
        ("/opt/my bot.py", "python:/opt/my bot.py"),
    ],
)
def test_a_chosen_file_is_a_command(section: EnginesSection, path: str, command: str) -> None:
    told: list[tuple[str, str]] = []
    section.detail.command.committed.connect(lambda *pair: told.append(pair))
    section.detail.command.take_file(path)
    assert told == [("command", command)]


def test_a_question_takes_the_cursor(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["passed"]())
    section = window.settings.engines
    section.set_notice(STATES["removing"]().notice)
    with qtbot.waitSignal(section.detail.notice.pressed) as caught:
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert caught.args == ["remove"]


def test_the_focus_goes_to_the_list_where_its_control_goes(window: MainWindow) -> None:
    section = window.settings.engines
    for before, after in (("passed", "testing"), ("removing", "passed"), ("draft", "added")):
        show(window, STATES[before]())
        detail = section.detail
        detail.save.setFocus() if before == "draft" else detail.test.setFocus()
        if before == "removing":
            detail.notice.buttons()[1].setFocus()
        assert not section.side.list.hasFocus()
        state = STATES[after]()
        section.set_engine(state.engine)
        section.set_notice(state.notice)
        assert section.side.list.hasFocus(), before


def test_the_log_follows_its_end_unless_one_reads_further_up(section: EnginesSection) -> None:
    log, scene = section.detail.log, STATES["passed"]().log
    bar = log.lines.verticalScrollBar()
    more = replace(scene, rows=(*scene.rows, replace(scene.rows[-1], key=99)))
    log.set_scene(more)
    assert bar.value() == bar.maximum() > 0
    bar.setValue(0)
    log.set_scene(scene)
    log.set_scene(more)
    assert bar.value() == 0


def test_strangers_words_stay_text(window: MainWindow) -> None:
    state = STATES["passed"]()
    evil = "<b>x</b><img src=y>"
    engine = replace(ENGINE, title=evil, subtitle=evil)
    rows = tuple(replace(row, title=evil, tip=evil) for row in state.list.rows)
    show(window, replace(state, engine=engine, list=replace(state.list, rows=rows)))
    section = window.settings.engines
    assert section.detail._title.textFormat() == Qt.TextFormat.PlainText
    tip = section.side.list.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip
