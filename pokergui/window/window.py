"""The window: a rail and one page at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol, cast

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.pages.history.views.page import HistoryPage
from pokergui.pages.lab.views.page import LabPage
from pokergui.pages.play.views.page import PlayPage
from pokergui.pages.settings.views.page import SettingsPage
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.train.views.page import TrainPage
from pokergui.pages.watch.views.page import WatchPage
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import dress, row
from pokergui.widgets.page import KeyedPage, KeyEntry
from pokergui.widgets.shade import Shade
from pokergui.window.keysheet import KEYS_KEY, KeySheet
from pokergui.window.rail import Rail

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
        dress(self, "window")
        self.setWindowTitle(self.tr("Poker"))
        self.setMinimumSize(960, 600)
        room = self.screen().availableSize() - QSize(0, _FRAME)
        self.resize(QSize(1440, 900).boundedTo(room))
        self._compact: bool | None = None
        self._pages: dict[str, Page] = {}
        self._titles: dict[str, str] = {}
        self.rail = Rail(self)
        self._stack = QStackedWidget(self)
        row(self.rail, (self._stack, 1), on=self, gap=0)
        self.rail.chosen.connect(self.show_page)
        self.play = PlayPage(self)
        self.watch = WatchPage(self)
        self.study = StudyPage(self)
        self.train = TrainPage(self)
        self.settings = SettingsPage(self)
        self.add_page("play", self.tr("Play"), "F1", self.play)
        self.add_page("watch", self.tr("Watch"), "F2", self.watch)
        self.add_page("study", self.tr("Study"), "F3", self.study)
        self.add_page("train", self.tr("Train"), "F4", self.train)
        self.lab = LabPage(self)
        self.add_page("lab", self.tr("Lab"), "F5", self.lab)
        self.history = HistoryPage(self)
        self.add_page("history", self.tr("History"), "F6", self.history)
        self.add_page("settings", self.tr("Settings"), "Ctrl+,", self.settings, at_foot=True)
        self.play.settings_changed.connect(self.settings_changed)
        self.settings.settings_changed.connect(self.settings_changed)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._desktop_changed)
        self._shade = Shade(self)
        self.key_sheet = KeySheet(self)
        self._shade.pressed.connect(self.key_sheet.close_sheet)
        self.key_sheet.closed.connect(self._shade.hide)
        self.rail.keys.clicked.connect(self.show_keys)
        QShortcut(QKeySequence(KEYS_KEY), self).activated.connect(self.show_keys)
        self.show_page("play")

    def _desktop_changed(self) -> None:
        self._take_look(self.settings.scene)

    def _take_look(self, settings: SettingsScene) -> None:
        apply_look(settings)
        self.update()

    def add_page(
        self, name: str, title: str, key: str, page: QWidget, *, at_foot: bool = False
    ) -> None:
        """Add a page, a widget that has ``set_compact(bool)``.

        Args:
            name: what ``show_page`` takes; also names the icon.
            title: as the rail shows it.
            key: opens the page; a page keeps its key whatever pages there are.
            page: the widget.
            at_foot: put it at the foot of the rail instead of the top.
        """
        self._stack.addWidget(page)
        shown = cast(Page, page)
        self._pages[name] = shown
        self._titles[QKeySequence(key).toString()] = title
        if self._compact is not None:
            shown.set_compact(self._compact)
        self.rail.add(name, title, key, at_foot=at_foot)
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setProperty("page", name)
        shortcut.activated.connect(self._key_pressed)

    def _key_pressed(self) -> None:
        self.show_page(self.sender().property("page"))

    def show_page(self, name: str) -> None:
        """Show a page by its name."""
        self.rail.select(name)
        page = cast(QWidget, self._pages[name])
        self._stack.setCurrentWidget(page)
        page.setFocus()

    def show_keys(self) -> None:
        """Show the keys of the page, and those of the window, until a click, Esc or ?."""
        page = cast(KeyedPage, self._stack.currentWidget())
        pages = KeyEntry(self.tr("Window"), "", "")
        entries = list(page.entries) if isinstance(page, KeyedPage) else []
        for room in page.findChildren(KeyedPage):
            entries += [entry for entry in room.entries if room.isVisible()]
        entries += [replace(pages, key=key, words=title) for key, title in self._titles.items()]
        entries.append(replace(pages, key=KEYS_KEY, words=self.tr("show or hide these keys")))
        title = self.tr("Keys: {page}").format(page=self.rail.title)
        self.key_sheet.set_entries(title, [entry for entry in entries if entry.offered])
        self._shade.setGeometry(self.rect())
        self._shade.show()
        self._shade.raise_()
        self.key_sheet.open_sheet()

    def come_forward(self) -> None:
        """Come to the front, out of the task bar too, as far as the desktop lets a window."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_settings(self, settings: SettingsScene) -> None:
        """Put settings in force and show them wherever they are shown."""
        self._take_look(settings)
        self.play.set_settings(settings)
        self.settings.set_scene(settings)

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """Handle an event of the window itself, such as painting all that has changed.

        Called from here, Qt paints every widget in one turn of the interpreter; by itself it asks
        for a turn for each, and waits each time while a worker runs Python.
        """
        return super().event(event)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose between the wide and the compact arrangement."""
        super().resizeEvent(event)
        self._shade.setGeometry(self.rect())
        self.key_sheet.refit()
        compact = self.width() < _COMPACT_WIDTH or self.height() < _COMPACT_HEIGHT
        if compact != self._compact:
            self._compact = compact
            self.rail.set_compact(compact)
            for page in self._pages.values():
                page.set_compact(compact)

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        """Report and close."""
        self.closing.emit()
        event.accept()
