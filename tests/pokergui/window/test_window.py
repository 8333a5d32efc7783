"""The window: pages, keys, sizes, settings."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from pokergui.betsize import AFTER_FLOP, BEFORE_FLOP
from pokergui.pages.settings.wiring import settings_scene, take_bets, take_limits
from pokergui.settings import Settings
from pokergui.theme import look
from pokergui.theme.tokens import LIGHT
from pokergui.viewmodel import Place, SettingsScene

pytestmark = pytest.mark.slow


class Extra(QLabel):
    compact = False

    def __init__(self, parent: QWidget) -> None:
        super().__init__("Extra", parent)

    def set_compact(self, compact: bool) -> None:
        self.compact = compact


def test_keys_change_pages_and_a_page_is_one_line(window, qtbot):
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert window.play.isVisible()
    window.add_page("person", "Extra", "F9", Extra)
    qtbot.keyClick(window, Qt.Key.Key_F9)
    page = cast(Extra, window.page("person"))
    assert page.isVisible()
    window.resize(1024, 640)
    assert page.compact


def test_a_page_is_built_when_it_is_first_asked_for(window, qtbot):
    built: list[str] = []
    window.page_built.connect(built.append)
    window.resize(1024, 640)
    scene = replace(SettingsScene(), theme="light", advisor=False)
    window.set_settings(scene)
    assert not window.is_built("train")
    for key in (Qt.Key.Key_F4, Qt.Key.Key_F1, Qt.Key.Key_F4):
        qtbot.keyClick(window, key)
    assert window.is_built("train") and window.train.isVisible()
    assert not window.is_built("settings")
    assert window.settings.scene == scene  # late, it has the settings and the size
    window.add_page("person", "Extra", "F9", Extra)
    assert cast(Extra, window.page("person")).compact
    assert built == ["train", "settings", "person"]


@pytest.mark.parametrize(
    ("width", "height", "compact"),
    [(1440, 900, False), (1200, 760, False), (1199, 900, True), (1440, 759, True)],
)
def test_sizes(window, width, height, compact):
    window.resize(width, height)
    assert window.rail.width() == (56 if compact else 168)
    assert window.play.bar.height() == (92 if compact else 124)


def test_settings_go_round(window, qtbot):
    """The page asks, the owner answers with ``set_settings``, and the look follows."""
    window.settings_changed.connect(window.set_settings)
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
    page, watch = window.play.speed, window.watch.bar.speed
    assert page.text() == "Speed Instant"
    names = [action.text() for action in page.menu().actions()]
    assert names == ["0.5×", "1×", "2×", "Instant"]
    assert [button.text() for button in watch.buttons()] == ["1×", "10×", "Instant"]
    speeds = [label.removeprefix("Speed: ") for label in buttons if label.startswith("Speed: ")]
    assert speeds == names
    with qtbot.waitSignal(window.settings_changed) as caught:
        page.menu().actions()[1].trigger()
    assert caught.args[0].animation == 1.0


def test_limits_of_reviews_are_typed_and_reset(window, qtbot):
    kept = Settings()
    window.set_settings(settings_scene(kept))

    def take(asked):
        nonlocal kept
        scene, kept = take_limits(asked, kept)
        window.set_settings(scene)

    window.settings_changed.connect(take)
    window.show_page("settings")
    window.settings.show_section("review")
    limits = window.settings.review.limits
    assert [field.text() for field in limits.fields] == ["3.5", "2", "10", "2"]
    assert not limits.reset.isEnabled() and not limits.error.isVisible()
    correct, wrong = limits.fields[:2]
    correct.selectAll()
    qtbot.keyClicks(correct, "10%")
    assert kept.limits == (10.0, 2.0, 10.0, 2.0) and kept.thresholds.frequency == 0.1
    wrong.selectAll()
    qtbot.keyClicks(wrong, "15")
    assert limits.error.isVisible() and kept.limits == (10.0, 1.0, 10.0, 2.0)
    assert limits.error.text().startswith("Wrong must be at least 0%, and at most Blunder")
    qtbot.keyClicks(wrong, "x")
    assert limits.error.text() == "“15x” is not a number."
    qtbot.mouseClick(limits.reset, Qt.MouseButton.LeftButton)
    assert kept == Settings() and not limits.error.isVisible()
    assert [field.text() for field in limits.fields] == ["3.5", "2", "10", "2"]


def test_own_presets_are_typed_and_reset(window, qtbot):
    kept = Settings()
    window.set_settings(settings_scene(kept))

    def take(asked):
        nonlocal kept
        scene, kept = take_bets(asked, kept)
        window.set_settings(scene)

    window.settings_changed.connect(take)
    window.show_page("settings")
    window.settings.show_section("bets")
    bets = window.settings.habits.bets
    before, after = bets.fields
    assert before.text() == "2x, 2.5x, pot, 4x, all-in"
    assert not bets.reset.isEnabled()
    after.selectAll()
    qtbot.keyClicks(after, "25%, 1.2x,  POT")
    assert kept.bets_after == ("25%", "1.2x", "pot")
    assert not bets.errors[1].isVisible()
    qtbot.keyClicks(after, ", much")
    assert after.text() == "25%, 1.2x,  POT, much"  # typed text stays
    assert bets.errors[1].isVisible() and bets.errors[1].text().startswith("“much” is not a size")
    assert "much" not in kept.bets_after
    before.selectAll()
    qtbot.keyClicks(before, "1x 2x 3x 4x 5x 6x")
    assert bets.errors[0].text() == "At most 5 sizes: one for each key."
    assert kept.bets_before == ("1x", "2x", "3x", "4x", "5x")
    qtbot.mouseClick(bets.reset, Qt.MouseButton.LeftButton)
    assert (kept.bets_before, kept.bets_after) == (BEFORE_FLOP, AFTER_FLOP)
    assert bets.errors[0].text() == bets.errors[1].text() == ""


def test_folders_are_opened_and_closing_is_reported(window, qtbot):
    scene = replace(window.settings.scene, places=(Place("log", "Log", "/tmp/x"),), version="1")
    window.set_settings(scene)
    window.set_settings(replace(scene, places=(*scene.places, Place("data", "Hands", "/tmp/y"))))
    buttons = window.settings.data.place_buttons
    assert len(buttons) == 2
    with qtbot.waitSignal(window.settings.data.place_opened) as caught:
        buttons[1].click()
    assert caught.args == ["data"]
    with qtbot.waitSignal(window.closing):
        window.close()
