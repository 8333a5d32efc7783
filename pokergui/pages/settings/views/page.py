"""The Settings page: theme, deck, colours of actions, motion, play, and where files are."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from pokergui.pages.settings.views.betfields import BetFields
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import BODY, FIGURE, SMALL, font
from pokergui.theme.tokens import ACTIONS
from pokergui.viewmodel import SPEEDS, CardView, SettingsScene
from pokergui.widgets.felt.pieces import card_pixmap
from pokergui.widgets.guard import Painted
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
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._scene = SettingsScene()
        self._choices: dict[str, Segmented] = {}
        self._place_buttons: list[QPushButton] = []
        self._body = QVBoxLayout()
        self._body.setContentsMargins(24, 20, 24, 24)
        self._body.setSpacing(12)
        title = QLabel(self.tr("Settings"), self)
        title.setFont(font(FIGURE, 600))
        self._body.addWidget(title)
        self._fill()
        inner = QWidget(self)
        inner.setLayout(self._body)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)
        self.set_scene(self._scene)

    def _fill(self) -> None:
        look_panel = self._panel(self.tr("Appearance"))
        self._row(
            look_panel,
            "theme",
            self.tr("Theme"),
            self.tr("System follows the desktop."),
            [
                ("dark", self.tr("Dark")),
                ("light", self.tr("Light")),
                ("system", self.tr("System")),
            ],
        )
        row = self._row(
            look_panel,
            "deck",
            self.tr("Deck"),
            self.tr("Four colours tell suits apart at a glance."),
            [
                ("four", self.tr("Four colours")),
                ("two", self.tr("Two colours")),
                ("solid", self.tr("Solid")),
            ],
        )
        self._sample = _DeckSample(self)
        row.insertWidget(1, self._sample)
        row.insertSpacing(2, 16)
        row = self._row(
            look_panel,
            "palette",
            self.tr("Colours of actions"),
            self.tr("Every action has a sign, too."),
            [
                ("standard", self.tr("Standard")),
                ("alternate", self.tr("For colour-blind eyes")),
            ],
        )
        self._colours = _ColourSample(self)
        row.insertWidget(1, self._colours)
        row.insertSpacing(2, 16)
        self._row(
            look_panel,
            "animation",
            self.tr("Speed"),
            self.tr("Any key or click completes what moves."),
            [(factor, speed_name(factor)) for factor in SPEEDS],
        )
        self._row(
            look_panel,
            "unit",
            self.tr("Amounts at the table"),
            self.tr("In Play, Watch and History; games with antes are in chips, EV in big blinds."),
            [("chips", self.tr("Chips")), ("bb", self.tr("Big blinds"))],
        )
        play = self._panel(self.tr("Play"))
        switch: list[tuple[object, str]] = [(False, self.tr("Off")), (True, self.tr("On"))]
        self._row(
            play,
            "auto_next",
            self.tr("Next hand by itself"),
            self.tr("After a moment; Space deals at once."),
            switch,
        )
        self._row(
            play,
            "misclick_guard",
            self.tr("Misclick guard"),
            self.tr("All-ins and large folds need a second press."),
            switch,
        )
        self._bets = BetFields(self)
        self._bets.changed.connect(self._bets_changed)
        play.addWidget(self._bets)
        self._files = self._panel(self.tr("Files"))
        self._version = QLabel(self)
        self._version.setFont(font(SMALL))
        self._version.setProperty("tone", "caption")
        self._body.addWidget(self._version)
        self._body.addStretch(1)

    def _panel(self, heading: str) -> QVBoxLayout:
        frame = QFrame(self)
        frame.setObjectName("panel")
        frame.setMaximumWidth(880)
        column = QVBoxLayout(frame)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(10)
        label = QLabel(heading, frame)
        label.setFont(font(BODY, 600))
        column.addWidget(label)
        self._body.addWidget(frame)
        return column

    @staticmethod
    def _words(title: str, note: str) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        name = QLabel(title)
        name.setFont(font(BODY))
        hint = QLabel(note)
        hint.setFont(font(SMALL))
        hint.setProperty("tone", "caption")
        column.addStretch(1)
        column.addWidget(name)
        column.addWidget(hint)
        column.addStretch(1)
        return column

    def _row(
        self,
        panel: QVBoxLayout,
        field: str,
        title: str,
        note: str,
        entries: list[tuple[object, str]],
    ) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addLayout(self._words(title, note), 1)
        choice = Segmented(title, entries, self)
        choice.setProperty("field", field)
        choice.chosen.connect(self._changed)
        self._choices[field] = choice
        row.addWidget(choice)
        panel.addLayout(row)
        return row

    @property
    def scene(self) -> SettingsScene:
        """The settings that are shown."""
        return self._scene

    def place_buttons(self) -> list[QPushButton]:
        """The buttons that open folders, in the order of the places."""
        return list(self._place_buttons)

    def _changed(self, value: object) -> None:
        change: dict[str, Any] = {self.sender().property("field"): value}
        self.settings_changed.emit(replace(self._scene, **change))

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
        self._sample.update()
        self._colours.update()

    def _show_places(self) -> None:
        while self._files.count() > 1:
            item = self._files.takeAt(1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._place_buttons = []
        for place in self._scene.places:
            holder = QWidget(self)
            row = QHBoxLayout(holder)
            row.setContentsMargins(0, 0, 0, 0)
            row.addLayout(self._words(place.caption, place.path), 1)
            button = QPushButton(self.tr("Open folder"), holder)
            button.setToolTip(place.path)
            button.setProperty("key", place.key)
            button.clicked.connect(self._open)
            row.addWidget(button)
            self._place_buttons.append(button)
            self._files.addWidget(holder)

    def _open(self) -> None:
        self.place_opened.emit(self.sender().property("key"))

    def set_compact(self, compact: bool) -> None:
        """Smaller padding."""
        side = 16 if compact else 24
        self._body.setContentsMargins(side, side - 4, side, side)
