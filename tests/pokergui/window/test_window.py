from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton

from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP
from pokergui.pages.settings.wiring import settings_scene, take_bets, take_limits
from pokergui.settings import Settings
from pokergui.theme import look
from pokergui.theme.tokens import LIGHT
from pokergui.viewmodel import FolderPlace, SettingsScene
from pokergui.widgets.laying import is_compact, when_compact

SLOW = pytest.mark.slow


class Extra(QLabel):
    def __init__(self, parent):
        super().__init__(parent)
        when_compact(self, self.setText, "small", "usual")


@SLOW
def test_pages_are_registered_in_one_line_and_built_on_first_use(window, qtbot):
    built = []
    window.page_built.connect(built.append)
    window.resize(1024, 640)
    scene = replace(SettingsScene(), theme="light", advisor=False)
    window.set_settings(scene)
    for key in (Qt.Key.Key_F4, Qt.Key.Key_F1, Qt.Key.Key_F4):
        qtbot.keyClick(window, key)
    assert window.is_built("train") and window.train.isVisible()
    assert not window.is_built("settings")
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.isVisible()
    assert window.settings.scene == scene  # built late, it still has the settings and the size
    window.add_page("person", "Extra", "F9", Extra)
    qtbot.keyClick(window, Qt.Key.Key_F9)
    person = window.page("person")
    assert person.isVisible() and (person.text(), is_compact(person)) == ("small", True)
    window.resize(1440, 900)
    assert (person.text(), is_compact(person)) == ("usual", False)
    assert built == ["train", "settings", "person"]
    with qtbot.waitSignal(window.closing):
        window.close()


@SLOW
def test_settings_changes_come_back_from_the_owner(window, qtbot):
    """The page asks, the owner answers with ``set_settings``, and the look follows."""
    for page in (window.play, window.settings):
        page.settings_changed.connect(window.set_settings)
    buttons = {
        button.accessibleName(): button for button in window.settings.findChildren(QToolButton)
    }
    window.show_page("settings")
    asked = [("1", "Theme: Light"), ("1", "Speed: Instant"), ("2", "Deck: Two colours")]
    for key, name in (*asked, ("3", "Misclick guard: On")):
        qtbot.keyClick(window, key)
        assert buttons[name].isVisible()
        qtbot.mouseClick(buttons[name], Qt.MouseButton.LeftButton)
    assert look.tokens() is LIGHT
    assert (look.deck_name(), look.animation()) == ("two", 0.0)
    wanted = SettingsScene(theme="light", deck="two", animation=0.0, misclick_guard=True)
    assert window.settings.scene == wanted
    speed = window.play.speed
    assert speed.text() == "Speed Instant"
    with qtbot.waitSignal(window.play.settings_changed) as caught:
        speed.menu().actions()[1].trigger()
    assert caught.args[0].animation == 1.0
    scene = replace(
        wanted, places=(FolderPlace("log", "Log", "/x"), FolderPlace("data", "Hands", "/y"))
    )
    window.set_settings(scene)
    with qtbot.waitSignal(window.settings.data.place_opened) as caught:
        window.settings.data.place_buttons[1].click()
    assert caught.args == ["data"]


@pytest.mark.parametrize(
    ("limits", "error", "kept"),
    [
        (("10%", "2", "10", "2"), "", (10.0, 2.0, 10.0, 2.0)),
        (("3.5", "15", "10", "2bb"), "Wrong must be at least 0%, and at most Blunder", None),
        (("3.5", "15x", "10", "2"), "“15x” is not a number.", None),
    ],
)
def test_review_limits_are_accepted_or_rejected(limits, error, kept):
    before = Settings()
    scene, after = take_limits(replace(settings_scene(before), limits=limits), before)
    said = scene.limits_errors[-1]
    assert said.startswith(error) and bool(said) == bool(error)
    assert after == (replace(before, limits=kept) if kept else before)


@pytest.mark.parametrize(
    ("texts", "errors", "kept"),
    [
        (("2x", "25%, 1.2x,  POT"), ("", ""), (("2x",), ("25%", "1.2x", "pot"))),
        (("3x", "pot, much"), ("", "“much” is not a size"), (("3x",), AFTER_FLOP)),
        (("1x 2x 3x 4x 5x 6x", "pot"), ("At most 5 sizes", ""), (BEFORE_FLOP, ("pot",))),
    ],
)
def test_presets_are_accepted_or_rejected(texts, errors, kept):
    before = Settings()
    asked = replace(settings_scene(before), bets=texts)
    scene, after = take_bets(asked, before)
    for said, error in zip(scene.bets_errors, errors, strict=True):
        assert said.startswith(error) and bool(said) == bool(error)
    assert (after.bets_before, after.bets_after) == kept
