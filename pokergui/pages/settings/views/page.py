"""The Settings page: its sections at the left, and the selected one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.views.engines import EnginesSection
from pokergui.pages.settings.views.sections import (
    DataForm,
    Form,
    bets_form,
    general_form,
    review_form,
    table_form,
)
from pokergui.theme import look
from pokergui.theme.fonts import BODY, FIGURE
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.laying import column, label, row, when_compact
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.painting import rounded
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW = 32


class SectionRow(NamedTuple):
    """One section: its key, its title, and ``front`` if it is selected."""

    key: str
    title: str
    front: bool


class SectionList(RowTable[SectionRow]):
    """All sections; the selected one is filled."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Sections"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", lambda row: row.title, paint=self._paint, width=1, stretch=1)])

    def show_sections(self, titles: dict[str, str], front: str) -> None:
        self.set_rows([SectionRow(key, title, key == front) for key, title in titles.items()])
        self.select(front)

    def ground(
        self, painter: QPainter, box: QRectF, row: SectionRow, selected: bool, hovered: bool
    ) -> None:
        t = look.tokens()
        if row.front or hovered:
            rounded(painter, box.adjusted(0, 0, 0, -2), t.rail_selected if row.front else t.bg3)

    def _paint(self, painter: QPainter, box: QRectF, row: SectionRow) -> None:
        face = Face(BODY, 500, "t1" if row.front else "t2")
        face.write(painter, box.adjusted(10, 0, -8, -2), row.title)


class SettingsPage(KeyedPage):
    """Shows a ``SettingsScene``; ``settings_changed`` has what it should be from now on."""

    settings_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SettingsScene()
        bar = ToolBar(self)
        bar.fill(label(tr("Settings"), bar, FIGURE, 600), None)
        self.list = SectionList(self)
        self.list.moved.connect(self.show_section)
        self.engines, self.data = EnginesSection(self), DataForm(self)
        self.sections: Mapping[str, tuple[str, Form | EnginesSection]] = {
            "general": (tr("General"), general_form(self)),
            "table": (tr("Table and cards"), table_form(self)),
            "bets": (tr("Bets and keys"), bets_form(self)),
            "review": (tr("Review"), review_form(self)),
            "engines": (tr("Engines"), self.engines),
            "data": (tr("Data"), self.data),
        }
        self._stack = QStackedWidget(self)
        # The needs of a section in a large window must not keep the window from getting small.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        for _, section in self.sections.values():
            self._stack.addWidget(section)
        self._forms = [one for _, one in self.sections.values() if isinstance(one, Form)]
        for form in self._forms:
            form.changed.connect(self._changed)
        side = QFrame(self)
        side.setObjectName("leftcolumn")
        when_compact(self, side.setFixedWidth, 140, 176)
        column(self.list, on=side, margins=(8, 8, 9, 8))
        column(bar, (row(side, (self._stack, 1), gap=0), 1), on=self, gap=0)
        self.setFocusProxy(self.list)
        self._make_keys()
        self.show_section("general")
        self.set_scene(self._scene)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Sections"))
        for number, (key, (title, _)) in enumerate(self.sections.items(), 1):
            self.add_key(str(number), partial(self.show_section, key), title)
        self.tell_key("Up Down", tr("move through the list of sections"), self.list)

    def show_section(self, key: str) -> None:
        titles = {each: title for each, (title, _) in self.sections.items()}
        self.list.show_sections(titles, key)
        self._stack.setCurrentWidget(self.sections[key][1])

    @property
    def scene(self) -> SettingsScene:
        return self._scene

    def _changed(self, setting: str, value: Any) -> None:
        self.settings_changed.emit(replace(self._scene, **{setting: value}))

    def set_scene(self, scene: SettingsScene) -> None:
        self._scene = scene
        for form in self._forms:
            form.set_scene(scene)
