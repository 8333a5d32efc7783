"""The look: palette, fonts, decks."""

from PySide6.QtGui import QFontInfo, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pokergui.theme import look
from pokergui.theme.fonts import font, metrics
from pokergui.theme.icons import icon_path
from pokergui.theme.look import apply_look
from pokergui.theme.suits import suit_path
from pokergui.theme.tokens import DARK, LIGHT
from pokergui.viewmodel import SettingsScene


def test_themes_replace_palette_and_sheet(qapp: QApplication, qtbot: QtBot) -> None:
    for theme, tokens in (("light", LIGHT), ("dark", DARK)):
        apply_look(SettingsScene(theme=theme))
        assert look.tokens() is tokens
        assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == tokens.bg1
        assert tokens.bg2 in qapp.styleSheet()


def test_system_theme_is_one_of_ours(qapp: QApplication, qtbot: QtBot) -> None:
    assert look.resolve_theme("system") in (DARK, LIGHT)


def test_deck_and_speed(qapp: QApplication, qtbot: QtBot) -> None:
    apply_look(SettingsScene(deck="two", animation=0.0))
    assert look.suit_colours()[0] == look.suit_colours()[3]
    assert look.animation() == 0.0
    apply_look(SettingsScene())
    assert len(set(look.suit_colours())) == 4


def test_shipped_family_with_tabular_figures(qapp: QApplication, qtbot: QtBot) -> None:
    apply_look(SettingsScene())
    for weight in (400, 500, 600, 700):
        assert QFontInfo(font(13, weight)).family() == "Inter"
    figures = [metrics(13, 600).horizontalAdvance(str(d)) for d in range(10)]
    assert max(figures) - min(figures) < 0.05
    assert metrics(13, 700).horizontalAdvance("mmmm") > metrics(13, 400).horizontalAdvance("mmmm")


def test_paths_stay_in_their_boxes() -> None:
    for suit in range(4):
        box = suit_path(suit).boundingRect()
        assert box.left() >= 0
        assert box.top() >= 0
        assert box.right() <= 100
        assert box.bottom() <= 100
    for name in ("play", "settings", "engine", "person", "chevron", "next"):
        assert icon_path(name).boundingRect().right() <= 24
