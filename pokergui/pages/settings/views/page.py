"""The Settings page: theme, deck, colours of actions, motion, play, and where files are."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QLayout, QPushButton, QVBoxLayout, QWidget

from pokergui.pages.settings.views.betfields import BetFields
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import BODY, FIGURE
from pokergui.theme.tokens import ACTIONS
from pokergui.viewmodel import SPEEDS, CardView, SettingsScene
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import Part, column, dress, dropped, label, row
from pokergui.widgets.scroll import scroll_area
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.speed import speed_name

_SAMPLE = tuple(
    CardView(rank, suit, face_up=True) for rank, suit in (("A", 3), ("K", 2), ("10", 1), ("7", 0))
)


class _DeckSample(Painted, QWidget):
    """Four cards in the deck in force."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(4 * 44, 62)

    def paint(self, painter: QPainter) -> None:
        """Ace, king, ten and seven, one of each suit."""
        ratio = self.devicePixelRatioF()
        for i, card in enumerate(_SAMPLE):
            painter.drawPixmap(i * 44, 2, card_pixmap(card, 40, 56, ratio))


class _ColourSample(Painted, QWidget):
    """One swatch for each action in the palette in force."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(len(ACTIONS) * 28, 24)

    def paint(self, painter: QPainter) -> None:
        """Fold, call, three sizes, all-in."""
        for i, tone in enumerate(ACTIONS):
            paint_swatch(painter, QRectF(i * 28, 0, 24, 24), tone)


class SettingsPage(QWidget):
    """Shows a ``SettingsScene``; every change takes effect at once.

    Signals:
        settings_changed: the ``SettingsScene`` as it should be from now on.
        place_opened: key of a folder.
    """

    settings_changed = Signal(object)
    place_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "page")
        self._scene = SettingsScene()
        self._choices: dict[str, Segmented] = {}
        self._place_buttons: list[QPushButton] = []
        self._samples = (_DeckSample(self), _ColourSample(self))
        self._bets = BetFields(self)
        self._bets.changed.connect(self._bets_changed)
        self._files = self._panel(self.tr("Files"))
        self._version = label("", self, tone="caption")
        self._body = column(
            label(self.tr("Settings"), self, FIGURE, 600),
            self._framed(self._panel(self.tr("Appearance"), *self._looks())),
            self._framed(self._panel(self.tr("Play"), *self._habits(), self._bets)),
            self._framed(self._files),
            self._version,
            None,
            gap=12,
        )
        self._body.setContentsMargins(24, 20, 24, 24)
        inner = QWidget(self)
        inner.setLayout(self._body)
        area = scroll_area(inner, self)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        column(area, on=self)
        self.set_scene(self._scene)

    def _looks(self) -> list[QLayout]:
        deck, colours = self._samples
        return [
            self._row(
                "theme",
                self.tr("Theme"),
                self.tr("System follows the desktop."),
                [
                    ("dark", self.tr("Dark")),
                    ("light", self.tr("Light")),
                    ("system", self.tr("System")),
                ],
            ),
            self._row(
                "deck",
                self.tr("Deck"),
                self.tr("Four colours tell suits apart at a glance."),
                [
                    ("four", self.tr("Four colours")),
                    ("two", self.tr("Two colours")),
                    ("solid", self.tr("Solid")),
                ],
                deck,
            ),
            self._row(
                "palette",
                self.tr("Colours of actions"),
                self.tr("Every action has a sign, too."),
                [
                    ("standard", self.tr("Standard")),
                    ("alternate", self.tr("For colour-blind eyes")),
                ],
                colours,
            ),
            self._row(
                "animation",
                self.tr("Speed"),
                self.tr("Any key or click completes what moves."),
                [(factor, speed_name(factor)) for factor in SPEEDS],
            ),
            self._row(
                "unit",
                self.tr("Amounts at the table"),
                self.tr(
                    "In Play, Watch and History; games with antes are in chips, EV in big blinds."
                ),
                [("chips", self.tr("Chips")), ("bb", self.tr("Big blinds"))],
            ),
        ]

    def _habits(self) -> list[QLayout]:
        switch: list[tuple[object, str]] = [(False, self.tr("Off")), (True, self.tr("On"))]
        next_hand, guard = self.tr("Next hand by itself"), self.tr("Misclick guard")
        at_once = self.tr("After a moment; Space deals at once.")
        second = self.tr("All-ins and large folds need a second press.")
        return [
            self._row("auto_next", next_hand, at_once, switch),
            self._row("misclick_guard", guard, second, switch),
        ]

    def _panel(self, heading: str, *parts: Part) -> QVBoxLayout:
        inside = column(label(heading, self, BODY, 600), *parts, gap=10)
        inside.setContentsMargins(16, 12, 16, 12)
        return inside

    def _framed(self, inside: QLayout) -> QFrame:
        frame = QFrame(self)
        frame.setObjectName("panel")
        frame.setMaximumWidth(880)
        frame.setLayout(inside)
        return frame

    def _words(self, title: str, note: str) -> QVBoxLayout:
        name, hint = label(title, self, BODY), label(note, self, tone="caption")
        return column(None, name, hint, None, gap=0)

    def _row(
        self,
        field: str,
        title: str,
        note: str,
        entries: list[tuple[object, str]],
        sample: QWidget | None = None,
    ) -> QLayout:
        """A setting: words, a sample of what it does if there is one, and its values."""
        choice = self._choices[field] = Segmented(title, entries, self)
        choice.chosen.connect(partial(self._changed, field))
        shown: tuple[Part, ...] = () if sample is None else (sample, 16)
        return row((self._words(title, note), 1), *shown, choice)

    @property
    def scene(self) -> SettingsScene:
        """The settings that are shown."""
        return self._scene

    def place_buttons(self) -> list[QPushButton]:
        """The buttons that open folders, in the order of the places."""
        return list(self._place_buttons)

    def _changed(self, field: str, value: Any) -> None:
        self.settings_changed.emit(replace(self._scene, **{field: value}))

    def _bets_changed(self, before: str, after: str) -> None:
        self.settings_changed.emit(replace(self._scene, bets_before=before, bets_after=after))

    def set_scene(self, scene: SettingsScene) -> None:
        """Show settings; emits nothing."""
        places_changed = scene.places != self._scene.places
        self._scene = scene
        self._bets.set_scene(scene)
        for entry in fields(scene):
            if entry.name in self._choices:
                self._choices[entry.name].set_value(getattr(scene, entry.name))
        if places_changed:
            self._show_places()
        self._version.setText(self.tr("Version {version}").format(version=scene.version))
        for sample in self._samples:
            sample.update()

    def _show_places(self) -> None:
        while self._files.count() > 1:
            item = self._files.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                dropped(widget)
        self._place_buttons = []
        for place in self._scene.places:
            holder = QWidget(self)
            button = QPushButton(self.tr("Open folder"), holder)
            button.setToolTip(place.path)
            button.clicked.connect(partial(self.place_opened.emit, place.key))
            row((self._words(place.caption, place.path), 1), button, on=holder)
            self._place_buttons.append(button)
            self._files.addWidget(holder)

    def set_compact(self, compact: bool) -> None:
        """Smaller padding."""
        side = 16 if compact else 24
        self._body.setContentsMargins(side, side - 4, side, side)
