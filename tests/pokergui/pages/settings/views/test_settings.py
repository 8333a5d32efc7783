from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog

from pokergui.pages.settings.views.sections import TypedFields
from pokergui.viewmodel import FieldScene
from tests.pokergui.gallery import data_scenes
from tests.pokergui.gallery.engine_scenes import ENGINE, FORM, STATES, show
from tests.pokergui.heard import heard

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]
KEY = Qt.Key


def press(*keys):
    for key in keys:
        for one in key if isinstance(key, str) else [key]:
            QTest.keyClick(QApplication.focusWidget(), one)


def fill(field, text, *keys):
    field.setFocus()
    field.selectAll()
    press(text, *keys)


def test_sections_are_navigated_by_arrows_and_digits(window):
    window.show_page("settings")
    page = window.settings

    def front():
        return [row.title for row in page.list.rows if row.front]

    titles = [row.title for row in page.list.rows]
    assert titles[0] == "General" and page.list.hasFocus()
    for title in titles[1:]:
        press(KEY.Key_Down)
        assert front() == [title]
    for number, title in enumerate(titles, 1):
        QTest.keyClick(window, str(number))
        assert front() == [title]
    page.show_section("bets")
    field = page.sections["bets"][1].findChild(TypedFields).fields[0]
    fill(field, "12")  # into the field
    assert field.text() == "12" and field.isVisible()


@pytest.fixture
def section(window):
    show(window, STATES["passed"]())
    window.settings.engines.side.list.setFocus()
    return window.settings.engines


def test_keys_choose_an_engine_and_a_game(section):
    game = section.detail.report.game
    moved, chosen = heard(section.side.list.moved), heard(game.chosen)
    press(KEY.Key_Down)
    assert moved == ["added:Tidewater"]
    QTest.keyClick(section.side.list, "G")
    game.menu.actions()[1].trigger()
    assert chosen == ["kuhn"]
    game.menu.close()


def test_fields_report_on_losing_focus(section):
    lines = section.detail.command.lines
    told = heard(section.detail.command.committed)
    pressed = heard(*(one.clicked for one in section.findChildren(QAbstractButton)))
    seconds, name, command = (lines[key].field for key in ("seconds", "name", "command"))
    fill(seconds, "15")
    assert told == []
    press(KEY.Key_Tab)
    assert told == [("seconds", "15")]
    fill(name, "Next TD 12", KEY.Key_Delete)  # letters are typed and trigger nothing
    assert name.text() == "Next TD 12" and not pressed
    told.clear()
    fill(command, "/opt/other", KEY.Key_Return)
    assert ("command", "/opt/other") in told and section.side.list.hasFocus()
    press("T")  # keys press buttons again
    assert len(pressed) == 1
    refused = FieldScene("/opt/other", "", "There is no file /opt/other.")
    section.set_engine(replace(ENGINE, form=replace(FORM, command=refused)))
    assert command.hasFocus()  # to be corrected


def test_options_match_the_engine_description(section):
    options = section.detail.options
    told = heard(options.committed)
    shown = {one.scene.key: one for one in options.options}
    fill(shown["search_depth"].line.field, "7", KEY.Key_Return)
    shown["report_ev"].editor.buttons()[0].click()
    shown["style"].editor.chosen.emit("loose")
    assert told == [("search_depth", "7"), ("report_ev", "false"), ("style", "loose")]
    section.set_engine(replace(ENGINE, form=replace(FORM, options=FORM.options[3:])))
    assert [one.scene.key for one in options.options] == ["seed", "report_ev"]


def test_draft_takes_the_focus_and_enter_adds_it(window):
    show(window, STATES["draft"]())
    detail = window.settings.engines.detail
    field = detail.command.lines["command"].field
    assert field.hasFocus()
    told, ends = (
        heard(detail.command.committed),
        heard(detail.controls.save.clicked, detail.controls.cancel.clicked),
    )
    press("basalt", KEY.Key_Return)
    assert told == [("command", "basalt")] and len(ends) == 1
    QTest.keyClick(field, KEY.Key_Escape)
    assert len(ends) == 2
    for path, command in (
        ("/opt/my bot", '"/opt/my bot"'),
        ("/opt/my bot.py", "python:/opt/my bot.py"),
    ):
        detail.command.take_file(path)
        assert told[-1] == ("command", command)


def test_focus_moves_to_a_question_and_back_to_the_list(window, section):
    detail = section.detail
    pressed = heard(detail.notice.pressed)
    section.set_notice(STATES["removing"]().notice)
    press(KEY.Key_Space)
    assert pressed == ["remove"]
    for before, after, front in (
        ("removing", "passed", detail.notice.buttons()[1]),
        ("passed", "testing", detail.controls.test),
        ("draft", "added", detail.controls.save),
    ):
        show(window, STATES[before]())
        front.setFocus()
        section.set_engine(STATES[after]().engine)
        section.set_notice(STATES[after]().notice)
        assert section.side.list.hasFocus()


def test_data_move_starts_by_key_and_its_question_has_the_focus(window, monkeypatch):
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: "/media/stick")
    data_scenes.show(window, data_scenes.STATES["five"]())
    panel = window.settings.data.backups
    panel.list.setFocus()
    said = heard(panel.folder_chosen, panel.list.moved)
    press("M", KEY.Key_Down)
    assert said == ["/media/stick", data_scenes.BACKUPS[1].path.name]
    data_scenes.show(window, data_scenes.STATES["asking"]())
    assert panel.notice.buttons()[0].hasFocus()
    panel.set_notice(None)
    assert panel.list.hasFocus()
    buttons = panel.make, panel.restore, panel.mover
    for state, enabled in (("checking", [False] * 3), ("none", [True, False, False])):
        data_scenes.show(window, data_scenes.STATES[state]())
        assert [one.isEnabled() for one in buttons] == enabled
    assert panel.mover.toolTip().startswith("POKERGUI_HOME")
