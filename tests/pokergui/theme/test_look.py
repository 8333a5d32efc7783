import pytest
from PySide6.QtGui import QFontInfo, QPainterPath, QPalette

from pokergui.theme import look
from pokergui.theme.colours import action_colour, outline
from pokergui.theme.fonts import font, metrics
from pokergui.theme.look import apply_look
from pokergui.theme.tokens import ACTIONS, DARK, LIGHT, PALETTES
from pokergui.viewmodel import SettingsScene


@pytest.fixture(autouse=True)
def usual():
    yield
    apply_look(SettingsScene())


def test_themes_palettes_decks_and_speeds_are_applied(qapp):
    for theme, tokens in (("light", LIGHT), ("dark", DARK)):
        apply_look(SettingsScene(theme=theme))
        assert look.tokens() is tokens
        assert qapp.palette().color(QPalette.ColorRole.Window).name().upper() == tokens.bg1
        assert tokens.bg2 in qapp.styleSheet()
    assert look.resolve_theme("system") in (DARK, LIGHT)
    assert action_colour("call") == ACTIONS["call"] and len(set(look.suit_colours())) == 4
    apply_look(SettingsScene(palette="alternate", deck="two", animation=0.0))
    assert action_colour("call") == PALETTES["alternate"]["call"]
    assert action_colour("small", 1.0) == PALETTES["alternate"]["large"]
    assert look.suit_colours()[0] == look.suit_colours()[3]
    assert look.animation() == 0.0


def test_shipped_family_with_tabular_figures(qapp):
    for weight in (400, 500, 600, 700):
        assert QFontInfo(font(13, weight)).family() == "Inter"
    figures = [metrics(13, 600).horizontalAdvance(str(d)) for d in range(10)]
    assert max(figures) - min(figures) < 0.05
    assert metrics(13, 700).horizontalAdvance("mmmm") > metrics(13, 400).horizontalAdvance("mmmm")


def test_glyph_paths_add_their_segments():
    expected = QPainterPath()
    expected.moveTo(1, 2)
    expected.lineTo(3, 4)
    expected.lineTo(5, 6.5)
    expected.cubicTo(1, 2, 3, 4, 5, 6)
    expected.quadTo(7, 8, 9, 10)
    expected.closeSubpath()
    expected.addEllipse(8, 7, 4, 6)
    expected.addRoundedRect(1, 2, 10, 20, 3, 3)
    expected.arcTo(1, 2, 4, 4, 90, -180)
    text = "M1 2 L3 4 5 6.5 C1 2 3 4 5 6 Q7 8 9 10 Z O10 10 2 3 R1 2 10 20 3 A1 2 4 4 90 -180"
    assert outline(text) == expected
