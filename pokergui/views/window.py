"""The window: a rail and one page at a time."""

from __future__ import annotations

from typing import Protocol, cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.views.guard import guarded
from pokergui.views.play import PlayPage
from pokergui.views.rail import Rail
from pokergui.views.settings import SettingsPage

_COMPACT_WIDTH, _COMPACT_HEIGHT = 1200, 760
_FRAME = 40
"""Height that a desktop's title bar may take."""


class Page(Protocol):
    """What the window asks of a page, beside being a widget."""

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window."""


class MainWindow(QWidget):
    """Holds the pages. A further page is one call of ``add_page``.

    Signals:
        settings_changed: a ``SettingsScene`` a person asked for; the owner keeps it and
            answers with ``set_settings``.
        closing: the person closes the window; the owner shuts down in order.
    """

    settings_changed = Signal(object)
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(self.tr("Poker"))
        self.setMinimumSize(960, 600)
        room = self.screen().availableSize() - QSize(0, _FRAME)
        self.resize(QSize(1440, 900).boundedTo(room))
        self._compact: bool | None = None
        self._pages: list[Page] = []
        self._keyed = 0
        self.rail = Rail(self)
        self._stack = QStackedWidget(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        self.rail.chosen.connect(self.show_page)
        self.play = PlayPage(self)
        self.settings = SettingsPage(self)
        self.add_page(self.tr("Play"), "play", self.play)
        self.add_page(self.tr("Settings"), "settings", self.settings, "Ctrl+,")
        self.play.settings_changed.connect(self.settings_changed)
        self.settings.settings_changed.connect(self.settings_changed)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._desktop_changed)
        self.show_page(0)

    def _desktop_changed(self) -> None:
        apply_look(self.settings.scene)

    def add_page(self, title: str, icon: str, page: QWidget, key: str = "") -> None:
        """Add a page, a widget that has ``set_compact(bool)``.

        Without a key of its own it gets the next function key and a place at the top of the
        rail, otherwise a place at its foot.
        """
        at_foot = bool(key)
        if not key:
            self._keyed += 1
            key = f"F{self._keyed}"
        index = self._stack.addWidget(page)
        self._pages.append(cast(Page, page))
        if self._compact is not None:
            self._pages[-1].set_compact(self._compact)
        self.rail.add(title, icon, key, at_foot)
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setProperty("page", index)
        shortcut.activated.connect(self._key_pressed)

    def _key_pressed(self) -> None:
        self.show_page(self.sender().property("page"))

    def show_page(self, index: int) -> None:
        """Show a page by its number in the order of adding."""
        self.rail.select(index)
        self._stack.setCurrentIndex(index)
        page = self._stack.currentWidget()
        if page is not None:
            page.setFocus()

    def set_settings(self, settings: SettingsScene) -> None:
        """Put settings in force and show them wherever they are shown."""
        apply_look(settings)
        self.play.set_settings(settings)
        self.settings.set_scene(settings)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between the wide and the compact arrangement."""
        super().resizeEvent(event)
        compact = self.width() < _COMPACT_WIDTH or self.height() < _COMPACT_HEIGHT
        if compact != self._compact:
            self._compact = compact
            self.rail.set_compact(compact)
            for page in self._pages:
                page.set_compact(compact)

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        """Report and close."""
        self.closing.emit()
        event.accept()
