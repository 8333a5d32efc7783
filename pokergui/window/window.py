"""The main window: a navigation rail and one page at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QStackedWidget, QWidget

from pokergui.language import tr
from pokergui.pages.play.views.page import PlayPage
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import dress, row, set_compact
from pokergui.widgets.notice import Shade
from pokergui.widgets.page import KeyedPage, KeyEntry
from pokergui.window.keysheet import KEYS_KEY, PALETTE_KEY, CommandPalette, KeySheet
from pokergui.window.rail import Rail

if TYPE_CHECKING:
    from pokergui.pages.history.views.page import HistoryPage
    from pokergui.pages.lab.views.page import LabPage
    from pokergui.pages.preflop.views.page import PreflopPage
    from pokergui.pages.settings.views.page import SettingsPage
    from pokergui.pages.study.views.page import StudyPage
    from pokergui.pages.train.views.page import TrainPage
    from pokergui.pages.watch.views.page import WatchPage

_COMPACT_WIDTH, _COMPACT_HEIGHT = 1200, 760
_FRAME = 40


def _build(name: str, parent: QWidget) -> QWidget:
    module = import_module(f"pokergui.pages.{name}.views.page")
    return cast(QWidget, getattr(module, f"{name.capitalize()}Page")(parent))


def _page(name: str) -> Any:
    return property(lambda window: window.page(name))


class MainWindow(QWidget):
    """The main window. A further page is one call of ``add_page``.

    A page is built when it is first asked for: the window paints before the others are imported.

    Signals:
        page_built: name of a page that exists from now on.
        closing: the user closes the window; the owner shuts down in order.
    """

    watch: WatchPage = _page("watch")
    study: StudyPage = _page("study")
    train: TrainPage = _page("train")
    lab: LabPage = _page("lab")
    history: HistoryPage = _page("history")
    preflop: PreflopPage = _page("preflop")
    settings: SettingsPage = _page("settings")
    page_built = Signal(str)
    closing = Signal()

    def __init__(self) -> None:
        super().__init__()
        dress(self, "window")
        self.setWindowTitle(tr("Poker"))
        self.setMinimumSize(960, 600)
        room = self.screen().availableSize() - QSize(0, _FRAME)
        self.resize(QSize(1440, 900).boundedTo(room))
        self._compact: bool | None = None
        self._scene = SettingsScene()
        self._makers: dict[str, Callable[[QWidget], QWidget]] = {}
        self._pages: dict[str, QWidget] = {}
        self._keys: list[KeyEntry] = []
        self.rail = Rail(self)
        self._stack = QStackedWidget(self)
        row(self.rail, (self._stack, 1), on=self, gap=0)
        self.rail.chosen.connect(self.show_page)
        for name, title, key in (
            ("play", tr("Play"), "F1"),
            ("watch", tr("Watch"), "F2"),
            ("study", tr("Study"), "F3"),
            ("train", tr("Train"), "F4"),
            ("lab", tr("Lab"), "F5"),
            ("history", tr("History"), "F6"),
            ("preflop", tr("Preflop"), "F7"),
        ):
            self.add_page(name, title, key, partial(_build, name))
        self.add_page("settings", tr("Settings"), "Ctrl+,", self._build_settings, at_foot=True)
        self.play = cast(PlayPage, self.page("play"))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._take_look)
        self._shade = Shade(self)
        self.key_sheet = KeySheet(self)
        self.command_palette = CommandPalette(self)
        for sheet in (self.key_sheet, self.command_palette):
            self._shade.pressed.connect(sheet.close_sheet)
            sheet.closed.connect(self._shade.hide)
        self.rail.keys.clicked.connect(self.show_keys)
        self._add_key(PALETTE_KEY, self.show_palette, tr("find an action by its name"))
        self._add_key(KEYS_KEY, self.show_keys, tr("show or hide these keys"))
        self.show_page("play")

    def _build_settings(self, parent: QWidget) -> QWidget:
        page = cast("SettingsPage", _build("settings", parent))
        page.set_scene(self._scene)
        return page

    @Slot()
    def _take_look(self) -> None:
        apply_look(self._scene)
        self.update()

    def add_page(
        self,
        name: str,
        title: str,
        key: str,
        build: Callable[[QWidget], QWidget],
        *,
        at_foot: bool = False,
    ) -> None:
        """Add a page.

        Args:
            name: the argument of ``show_page``; also names the icon.
            key: opens the page; a page keeps its key whatever pages there are.
            build: builds the widget with a parent, when it is first asked for.
        """
        self._makers[name] = build
        self.rail.add(name, title, key, at_foot=at_foot)
        self._add_key(key, partial(self.show_page, name), title)

    def page(self, name: str) -> QWidget:
        if name not in self._pages:
            page = self._pages[name] = self._makers[name](self._stack)
            self._stack.addWidget(page)
            if self._compact is not None:
                set_compact(page, self._compact)
            self.page_built.emit(name)
        return self._pages[name]

    def is_built(self, name: str) -> bool:
        return name in self._pages

    def _add_key(self, key: str, handler: Callable[[], None], words: str) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.activated.connect(handler)
        self._keys.append(KeyEntry(tr("Window"), shortcut.key().toString(), words, shortcut))

    def show_page(self, name: str) -> None:
        self.rail.select(name)
        page = self.page(name)
        self._stack.setCurrentWidget(page)
        page.setFocus()

    def _entries(self) -> list[KeyEntry]:
        page = cast(QWidget, self._stack.currentWidget())
        entries = list(page.entries) if isinstance(page, KeyedPage) else []
        for room in page.findChildren(KeyedPage):
            entries += [entry for entry in room.entries if room.isVisible()]
        return [entry for entry in (*entries, *self._keys) if entry.offered]

    def show_keys(self) -> None:
        title = tr("Keys: {page}").format(page=self.rail.title)
        self.key_sheet.set_entries(title, self._entries())
        self._cover()
        self.key_sheet.open_sheet()

    def show_palette(self) -> None:
        self._cover()
        self.command_palette.open_sheet(self._entries())

    def _cover(self) -> None:
        self._shade.setGeometry(self.rect())
        self._shade.show()
        self._shade.raise_()

    def come_forward(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_settings(self, settings: SettingsScene) -> None:
        self._scene = settings
        self._take_look()
        self.play.set_settings(settings)
        if self.is_built("settings"):
            self.settings.set_scene(settings)

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """Handle an event of the window itself, such as painting all that has changed.

        Called from here, Qt paints every widget under one acquisition of the GIL; by itself it
        acquires the GIL for each, and waits each time while a worker runs Python.
        """
        return super().event(event)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._shade.setGeometry(self.rect())
        self.key_sheet.refit()
        self.command_palette.refit()
        compact = self.width() < _COMPACT_WIDTH or self.height() < _COMPACT_HEIGHT
        if compact != self._compact:
            self._compact = compact
            for part in (self.rail, *self._pages.values()):
                set_compact(part, compact)

    @guarded
    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        event.accept()
