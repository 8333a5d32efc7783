import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from pokergui.pages.preflop.views.page import PreflopPage
from tests.pokergui.gallery.preflop_scenes import STATES
from tests.pokergui.pages.study.paged import listen, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def page(qtbot):
    page = shown(qtbot, PreflopPage())
    page.resize(1200, 800)
    page.set_scene(STATES["heads-up"]())
    page.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    page.setFocus()
    return page


def pressed(page, key):
    QTest.keySequence(page, QKeySequence(key))


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [
        *(("3", "players", 3), ("6", "players", 6), ("S", "equal", False), ("V", "shown", "ev")),
        *(("L", "painting", True), ("N", "ante_of", "big"), ("Ctrl+C", "copy", None)),
        *(("Shift+D", "practise", None), ("P", "play", None)),
    ],
)
def test_keys_reach_their_controls(page, key, name, value):
    said = listen(changed=page.controls.changed)
    page.form.controls.changed.connect(lambda *values: said.append(("changed", *values)))
    pressed(page, key)
    assert said == [("changed", name, value)]


def test_texts_lines_and_slider_are_reported(page):
    said = listen(
        changed=page.form.controls.changed,
        slid=page.form.slider.chosen,
        stepped=page.form.slider.stepped,
        line=page.lines.moved,
    )
    field = page.form.controls.field("stack")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "7")
    page.form.slider.setFocus()
    QTest.keyClick(page.form.slider, Qt.Key.Key_Right)
    page.lines.setFocus()
    QTest.keyClick(page.lines, Qt.Key.Key_Down)
    assert said == [("changed", "stack", "7"), ("stepped", 1), ("line", "1,0")]


def test_hand_under_the_pointer_shows_its_figures_and_stays_when_pinned(page):
    assert "Point at a hand" in page.hand.accessibleDescription()
    page.grid.hovered.emit(0)
    assert page.hand.accessibleDescription().startswith("AA, 6 combos; All-in 100%, EV +")
    page.grid.hovered.emit(-1)
    assert "Point at a hand" in page.hand.accessibleDescription()
    page.grid.setFocus()
    QTest.keyClick(page.grid, Qt.Key.Key_Right)
    QTest.keyClick(page.grid, Qt.Key.Key_Return)
    page.grid.hovered.emit(-1)
    assert page.hand.accessibleDescription().startswith("AKs, 4 combos")


def test_brush_paints_only_while_hands_are_locked(page):
    said = listen(painted=page.grid.strokes.painted, pasted=page.pasted)
    page.grid.setFocus()
    QTest.keyClick(page.grid, Qt.Key.Key_Space)  # pins
    page.set_scene(STATES["locked"]())
    assert page.controls.segments("brush").isVisible()
    QTest.keyClick(page.grid, Qt.Key.Key_Right)
    QTest.keyClick(page.grid, Qt.Key.Key_Space)
    QGuiApplication.clipboard().setText("22+")
    pressed(page, "Ctrl+V")
    assert said == [("painted", [1]), ("pasted", "22+")]


def test_chart_goes_to_the_clipboard(page):
    page.take("AA, KK", "copied")
    assert QGuiApplication.clipboard().text() == "AA, KK"
    page.take("", "nothing")
    assert QGuiApplication.clipboard().text() == "AA, KK"


def test_wrong_fields_say_why(page):
    page.set_scene(STATES["wrong"]())
    field = page.form.controls.field("payouts")
    assert field.property("wrong") and "may not rise" in field.toolTip()
    assert page.form.problem.words == "'x' is not a number."
    assert not any(page.controls.button(name).isEnabled() for name in ("copy", "practise", "play"))
    assert not page.export.isEnabled()
    assert page.grid.scene.absent == "No chart"


@pytest.mark.parametrize(("name", "kind"), [("a.csv", "table"), ("a.png", "picture")])
def test_charts_are_saved_as_a_table_or_a_picture(page, tmp_path, name, kind):
    said = listen(table=page.table_chosen, picture=page.picture_made)
    pressed(page, "Ctrl+E")
    (dialog,) = page.window().findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / name))
    dialog.close()
    ((which, path, *content),) = said
    assert (which, path) == (kind, str(tmp_path / name))
    assert not content or content[0]().startswith(b"\x89PNG")


def test_blueprint_has_no_form_and_its_hands_show_all_their_actions(page):
    page.set_scene(STATES["blueprint"]())
    assert not page.area.isVisible() and page.about.isVisible()
    assert page.controls.button("study").isVisible()
    assert not any(page.controls.button(name).isVisible() for name in ("play", "painting"))
    assert page.lines.columns[2].title == "Raise"
    said = listen(changed=page.controls.changed)
    pressed(page, "U")
    assert said == [("changed", "study", None)]
    page.grid.hovered.emit(0)
    assert page.hand.accessibleDescription().startswith("AA, 6 combos, reach 100%; ")
    page.set_scene(STATES["heads-up"]())
    assert page.area.isVisible() and page.controls.button("play").isVisible()
