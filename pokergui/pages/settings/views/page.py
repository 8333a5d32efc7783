"""The Settings page: its sections at the left, and the selected one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QSizePolicy, QStackedWidget, QWidget

from pokergui.language import tr_settings as tr
from pokergui.pages.settings.views.engines import EnginesSection
from pokergui.pages.settings.views.sections import (
    DataForm,
    Form,
    GeneralForm,
    HabitsForm,
    ReviewForm,
    SectionList,
    TableForm,
)
from pokergui.theme.fonts import FIGURE
from pokergui.viewmodel import SettingsScene
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import ToolBar

_SIDE, _NARROW_SIDE = 176, 140


class SettingsPage(KeyedPage):
    """Shows a ``SettingsScene``; ``settings_changed`` has what it should be from now on."""

    settings_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SettingsScene()
        self._bar = ToolBar(self)
        self._bar.fill(label(tr("Settings"), self._bar, FIGURE, 600), None)
        self.list = SectionList(self)
        self.list.moved.connect(self.show_section)
        self.habits, self.data = HabitsForm(self), DataForm(self)
        self.habits.bets.changed.connect(self._bets_changed)
        self.review = ReviewForm(self)
        self.review.limits.changed.connect(lambda limits: self._changed("limits", limits))
        self.engines = EnginesSection(self)
        self._sections: Mapping[str, tuple[str, Form | EnginesSection]] = {
            "general": (tr("General"), GeneralForm(self)),
            "table": (tr("Table and cards"), TableForm(self)),
            "bets": (tr("Bets and keys"), self.habits),
            "review": (tr("Review"), self.review),
            "engines": (tr("Engines"), self.engines),
            "data": (tr("Data"), self.data),
        }
        self._stack = QStackedWidget(self)
        # The needs of a section in a large window must not keep the window from getting small.
        self._stack.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        for _, section in self._sections.values():
            self._stack.addWidget(section)
        self._forms = [one for _, one in self._sections.values() if isinstance(one, Form)]
        for form in self._forms:
            form.changed.connect(self._changed)
        self._side = QFrame(self)
        self._side.setObjectName("leftcolumn")
        column(self.list, on=self._side, margins=(8, 8, 9, 8))
        column(self._bar, (row(self._side, (self._stack, 1), gap=0), 1), on=self, gap=0)
        self.setFocusProxy(self.list)
        self._make_keys()
        self.show_section("general")
        self.set_scene(self._scene)
        self.set_compact(False)

    def _make_keys(self) -> None:
        self.begin_keys(tr("Sections"))
        for number, (key, (title, _)) in enumerate(self._sections.items(), 1):
            self.add_key(str(number), partial(self.show_section, key), title)
        self.tell_key("Up Down", tr("move through the list of sections"), self.list)

    def show_section(self, key: str) -> None:
        titles = {each: title for each, (title, _) in self._sections.items()}
        self.list.show_sections(titles, key)
        self._stack.setCurrentWidget(self._sections[key][1])

    @property
    def scene(self) -> SettingsScene:
        return self._scene

    def _changed(self, setting: str, value: Any) -> None:
        self.settings_changed.emit(replace(self._scene, **{setting: value}))

    def _bets_changed(self, before: str, after: str) -> None:
        self.settings_changed.emit(replace(self._scene, bets_before=before, bets_after=after))

    def set_scene(self, scene: SettingsScene) -> None:
        self._scene = scene
        for form in self._forms:
            form.set_scene(scene)

    def set_compact(self, compact: bool) -> None:
        self._side.setFixedWidth(_NARROW_SIDE if compact else _SIDE)
