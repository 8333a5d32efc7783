"""Sections on the look of the window: General, and Table and cards."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import LANGUAGES
from pokergui.language import tr_settings as tr
from pokergui.pages.settings.views.form import Form
from pokergui.theme.actions import paint_swatch
from pokergui.theme.tokens import ACTIONS
from pokergui.viewmodel import SPEEDS, CardView, SettingsScene
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import label
from pokergui.widgets.speed import speed_name

_SAMPLE = tuple(
    CardView(rank, suit, face_up=True) for rank, suit in (("A", 3), ("K", 2), ("10", 1), ("7", 0))
)


class _DeckSample(Painted, QWidget):
    """A sample of four cards in the current deck."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(4 * 44, 62)

    def paint(self, painter: QPainter) -> None:
        """Paint ace, king, ten and seven, one of each suit."""
        ratio = self.devicePixelRatioF()
        for i, card in enumerate(_SAMPLE):
            painter.drawPixmap(i * 44, 2, card_pixmap(card, 40, 56, ratio))


class _ColourSample(Painted, QWidget):
    """One swatch for each action in the current palette."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(len(ACTIONS) * 28, 24)

    def paint(self, painter: QPainter) -> None:
        """Paint fold, call, three sizes and all-in."""
        for i, tone in enumerate(ACTIONS):
            paint_swatch(painter, QRectF(i * 28, 0, 24, 24), tone)


class GeneralForm(Form):
    """The form of theme, speed, and the program's version."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._version = label("", self, tone="caption")
        theme, speed = tr("Theme"), tr("Speed")
        desktop = tr("System follows the desktop.")
        themes = [
            ("dark", tr("Dark")),
            ("light", tr("Light")),
            ("system", tr("System")),
        ]
        languages = [("system", tr("System")), *LANGUAGES.items()]
        reopens = tr("The window restarts; the hand in progress is kept.")
        completes = tr("Any key or click finishes the animation.")
        speeds = [(factor, speed_name(factor)) for factor in SPEEDS]
        looks = self.panel(
            tr("Appearance"),
            self.choice("language", tr("Language"), reopens, languages),
            self.choice("theme", theme, desktop, themes),
            self.choice("animation", speed, completes, speeds),
        )
        self.fill(looks, self._version)

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing."""
        super().set_scene(scene)
        self._version.setText(tr("Version {version}").format(version=scene.version))


class TableForm(Form):
    """The form of deck, colours of actions, and the unit of amounts."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        tell_apart = tr("Four colours tell suits apart at a glance.")
        decks = [
            ("four", tr("Four colours")),
            ("two", tr("Two colours")),
            ("solid", tr("Solid")),
        ]
        signs = tr("Every action also has a symbol.")
        palettes = [
            ("standard", tr("Standard")),
            ("alternate", tr("Colour-blind friendly")),
        ]
        where = tr("In Play, Watch and History; games with antes are in chips, EV in big blinds.")
        units = [("chips", tr("Chips")), ("bb", tr("Big blinds"))]
        colours = tr("Colours of actions")
        amounts = tr("Amounts at the table")
        self.fill(
            self.panel(
                tr("Table and cards"),
                self.choice("deck", tr("Deck"), tell_apart, decks, _DeckSample(self)),
                self.choice("palette", colours, signs, palettes, _ColourSample(self)),
                self.choice("unit", amounts, where, units),
            )
        )
