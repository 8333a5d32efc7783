"""Base of pages: keyboard shortcuts active while the page is shown, and its visibility."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from pokergui.widgets.guard import guarded
from pokergui.widgets.laying import dress


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A key and its action.

    Attributes:
        key: its name as Qt writes it, such as "Ctrl+E".
        words: its action; empty if each part of the page describes that itself.
        shortcut: its shortcut; None if a part of the page takes the key while it has the focus.
        place: the part of the page in which it works; None for the whole page.
        control: the button or box whose action it is; None if it is the page's own.
    """

    group: str
    key: str
    words: str
    shortcut: QShortcut | None = None
    place: QWidget | None = None
    control: QWidget | None = None

    @property
    def offered(self) -> bool:
        place = self.place
        if place is None and self.shortcut is not None:
            place = self.shortcut.parent()  # type: ignore[assignment]
        return place is None or place.isVisible()

    @property
    def enabled(self) -> bool:
        control, shortcut = self.control, self.shortcut
        usable = control is None or (control.isEnabled() and control.isVisible())
        return usable and (shortcut is None or shortcut.isEnabled())


class KeyedPage(QWidget):
    """A page of the window with keys of its own."""

    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "page")
        self.keys: list[QShortcut] = []
        self.entries: list[KeyEntry] = []
        self._key_group = ""

    def begin_keys(self, group: str) -> None:
        self._key_group = group

    def add_key(self, name: str, handler: object, words: str, *, repeat: bool = False) -> QShortcut:
        """Call ``handler`` when a key is pressed while the page is shown.

        Args:
            words: its action, as in the sheet of keys; empty only if ``tell_key`` describes it for
                each part of the page.
        """
        shortcut = QShortcut(QKeySequence(name), self)
        shortcut.setAutoRepeat(repeat)
        shortcut.activated.connect(handler)
        self.keys.append(shortcut)
        if words:
            key = shortcut.key().toString()
            owner = getattr(handler, "__self__", None)
            control = owner if isinstance(owner, QWidget) and owner is not self else None
            entry = KeyEntry(self._key_group, key, words, shortcut, control=control)
            self.entries.append(entry)
        return shortcut

    def tell_key(self, names: str, words: str, place: QWidget) -> None:
        """Document keys, separated by spaces, that a part of the page handles itself."""
        for name in names.split():
            key = QKeySequence(name).toString()
            self.entries.append(KeyEntry(self._key_group, key, words, None, place))

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)
