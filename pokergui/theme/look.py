"""The current look: one theme, deck, palette and animation speed for the whole program.

Painted widgets read it when they paint; ``apply_look`` changes it, and the window repaints.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from pokergui.theme.fonts import BODY, font, load_fonts
from pokergui.theme.stylesheet import stylesheet
from pokergui.theme.tokens import DARK, DECKS, LIGHT, Tokens
from pokergui.viewmodel import DeckName, PaletteName, SettingsScene, ThemeName


@dataclass(slots=True)
class _Look:
    tokens: Tokens
    deck: DeckName
    palette: PaletteName
    animation: float


_look = _Look(DARK, "four", "standard", 1.0)


def tokens() -> Tokens:
    return _look.tokens


def series_colour(mark: str) -> str:
    return tokens().series[ord(mark) - ord("a")]


def deck_name() -> DeckName:
    return _look.deck


def suit_colours() -> tuple[str, str, str, str]:
    return DECKS[_look.deck]


def palette_name() -> PaletteName:
    return _look.palette


def animation() -> float:
    """Return the factor on the length of every animation; 0 is instant."""
    return _look.animation


def resolve_theme(name: ThemeName) -> Tokens:
    """Return the tokens of a setting; "system" asks the desktop and falls back to dark."""
    if name == "system":
        scheme = QGuiApplication.styleHints().colorScheme()
        return LIGHT if scheme == Qt.ColorScheme.Light else DARK
    return LIGHT if name == "light" else DARK


def palette(t: Tokens) -> QPalette:
    """Return Fusion's palette from tokens; desktops' own dark modes are not reliable."""
    result = QPalette()
    roles = {
        QPalette.ColorRole.Window: t.bg1,
        QPalette.ColorRole.WindowText: t.t1,
        QPalette.ColorRole.Base: t.bg2,
        QPalette.ColorRole.AlternateBase: t.bg2,
        QPalette.ColorRole.Text: t.t1,
        QPalette.ColorRole.PlaceholderText: t.t3,
        QPalette.ColorRole.Button: t.button,
        QPalette.ColorRole.ButtonText: t.t1,
        QPalette.ColorRole.BrightText: t.neg,
        QPalette.ColorRole.Highlight: t.accf,
        QPalette.ColorRole.HighlightedText: "#FFFFFF",
        QPalette.ColorRole.Link: t.acc,
        QPalette.ColorRole.Accent: t.acc,
        QPalette.ColorRole.ToolTipBase: t.bg3,
        QPalette.ColorRole.ToolTipText: t.t1,
        QPalette.ColorRole.Light: t.bg4,
        QPalette.ColorRole.Midlight: t.bg4,
        QPalette.ColorRole.Mid: t.line,
        QPalette.ColorRole.Dark: t.line2,
        QPalette.ColorRole.Shadow: t.bg0,
    }
    for role, colour in roles.items():
        result.setColor(role, QColor(colour))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(t.t3))
    return result


def apply_look(settings: SettingsScene) -> None:
    """Apply a look to the running application.

    Only differences are applied: a new theme restyles everything; for a new deck, palette or speed
    the caller repaints its own window. Qt is not asked for all windows here: the wrappers it would
    return may have the type of an earlier object at the same address.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        raise RuntimeError("the look needs a QApplication")
    wanted = resolve_theme(settings.theme)
    first = app.property("look") is None
    _look.deck = settings.deck
    _look.palette = settings.palette
    _look.animation = settings.animation
    if first:
        load_fonts()
        app.setStyle("Fusion")
        app.setFont(font(BODY))
    if first or wanted is not _look.tokens:
        _look.tokens = wanted
        app.setPalette(palette(wanted))
        app.setStyleSheet(stylesheet(wanted))
        app.setProperty("look", wanted.name)
