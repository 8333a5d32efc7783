"""The bar over the History page: search, choices, import and export."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from pokergui.pages.history.viewmodel.history import FilterScene
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.searchfield import SearchField

_LEAST, _MOST = 96, 190
"""Least and largest width of a choice in pixels."""


class FilterBar(QWidget):
    """Shows a ``FilterScene``.

    Signals:
        narrowed: name of a field and its new value.
        import_pressed, export_pressed, backup_pressed, verify_pressed, who_pressed: a button or
            menu entry.
    """

    narrowed = Signal(str, str)
    import_pressed = Signal()
    export_pressed = Signal()
    backup_pressed = Signal()
    verify_pressed = Signal()
    who_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.search = SearchField(self)
        self.search.searched.connect(self._searched)
        self.boxes: dict[str, CaptionCombo] = {}
        keys = {"opponent": "O", "game": "G", "date": "D", "result": "R", "mode": "K"}
        for field, key in keys.items():
            box = CaptionCombo(self.tr("Key {key}").format(key=key), self)
            box.setProperty("field", field)
            box.chosen.connect(self._chosen)
            box.setMaximumWidth(_MOST)
            box.setMinimumWidth(_LEAST)  # a long name is elided, and told whole by the tooltip
            box.setVisible(False)  # until there is something to choose from
            self.boxes[field] = box
        self.import_button = IconButton(
            "upload", self.tr("Import"), self.tr("Ctrl+O"), self, show_key=False
        )
        self.export_button = IconButton(
            "download", self.tr("Export"), self.tr("Ctrl+E"), self, show_key=False
        )
        self.more_button = IconButton("more", self.tr("More"), "", self)
        self.import_button.clicked.connect(self.import_pressed)
        self.export_button.clicked.connect(self.export_pressed)
        self.more_button.clicked.connect(self._open_menu)
        self._menu = QMenu(self)
        for words, signal in (
            (self.tr("Back up all hands…"), self.backup_pressed),
            (self.tr("Verify all hands"), self.verify_pressed),
            (self.tr("Ask again who I am in imported hands"), self.who_pressed),
        ):
            action = QAction(words, self._menu)
            action.triggered.connect(signal)
            self._menu.addAction(action)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(8)
        for widget in self.tab_order():
            self._row.addWidget(widget)
        self._row.insertStretch(1 + len(self.boxes), 1)
        self.set_compact(False)

    def tab_order(self) -> list[QWidget]:
        """Everything that takes the focus, from the left."""
        buttons = (self.import_button, self.export_button, self.more_button)
        return [self.search, *self.boxes.values(), *buttons]

    def set_compact(self, compact: bool) -> None:
        """A lower bar, buttons by their icons."""
        pad = 12 if compact else 16
        self._row.setContentsMargins(pad, 0, pad, 0)
        self._row.setSpacing(6 if compact else 8)
        self.setFixedHeight(48 if compact else 52)
        for button in (self.import_button, self.export_button, self.more_button):
            button.set_wordless(compact)

    def set_scene(self, scene: FilterScene) -> None:
        """Show the choices."""
        choices = (scene.opponent, scene.game, scene.date, scene.result, scene.kind)
        for box, choice in zip(self.boxes.values(), choices, strict=True):
            box.set_scene(choice)
            box.setVisible(True)
        self.search.show_text(scene.text)

    def menu_actions(self) -> list[QAction]:
        """What the menu offers."""
        return self._menu.actions()

    def _open_menu(self) -> None:
        corner = self.more_button.rect().bottomRight() - QPoint(self._menu.sizeHint().width(), 0)
        self._menu.popup(self.more_button.mapToGlobal(corner))

    def _searched(self, words: str) -> None:
        self.narrowed.emit("text", words)

    def _chosen(self, key: str) -> None:
        self.narrowed.emit(self.sender().property("field"), key)
