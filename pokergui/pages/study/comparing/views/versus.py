"""The comparison bar: the grid shown, the subject of the difference, the list of differences."""

from __future__ import annotations

from typing import get_args

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.viewmodel.versus import VersusScene
from pokergui.pages.study.reading.viewmodel.reading import Which
from pokergui.theme.fonts import BODY, SMALL, metrics
from pokergui.widgets.dropdown import DropDown, Entry
from pokergui.widgets.guard import Fitted
from pokergui.widgets.iconbutton import IconButton
from pokergui.widgets.laying import dropped, label, row
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip

_LONGEST, _SHORTEST = 132, 36
"""Most and fewest pixels of a strategy's name in the switch."""
_SEGMENT = 27
"""Pixels of a segment besides its label."""
_LISTED, _LOW = 124, 28
"""Most pixels of the drop-down list, and its height in a row with others."""


class VersusBar(Fitted, QWidget):
    """Shows a ``VersusScene`` except its grids and list, in a row alone or with others.

    Signals:
        which_chosen: first, second, both or difference.
        measure_chosen: key of the difference.
        list_toggled: whether the list of differences is wanted.

    Attributes:
        told: the subject of the difference; empty without one.
        switch: the choice of view; None while nothing has been compared.
    """

    which_chosen = Signal(str)
    measure_chosen = Signal(str)
    list_toggled = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene: VersusScene | None = None
        self._names: tuple[str, str] | None = None
        self.told = ""
        self._short = False
        self.switch: Segmented | None = None
        self.pick = DropDown(tr("Compared"), self, "C")
        self.pick.setMaximumWidth(_LISTED)
        self.pick.chosen.connect(self.which_chosen)
        self.measure = DropDown(tr("Difference of"), self)
        self.measure.chosen.connect(self.measure_chosen)
        self._told = label("", self, tone="second", shrinks=True)
        self.list = IconButton("", tr("List"), "I", self)
        self.list.set_compact(True)
        self._least = self.list.sizeHint().width()
        self.list.setCheckable(True)
        self.list.clicked.connect(self._list_pressed)
        self._row = row(self.pick, self.measure, (self._told, 1), self.list, on=self, gap=8)
        self.hide()

    @property
    def first_shown(self) -> bool:
        """True if the grid is the first strategy's, as it is while nothing is compared."""
        return self._scene is None or self._scene.which in ("first", "both")

    def set_scene(self, scene: VersusScene | None) -> None:
        """Show the comparison, or nothing."""
        self._scene = scene
        self.setVisible(scene is not None)
        if scene is None:
            return
        self._make_switch(scene.names)
        assert self.switch is not None
        self.switch.set_value(scene.which)
        titles = (*scene.names, tr("Both"), tr("Difference"))
        choices = zip(get_args(Which), titles, strict=True)
        self.pick.set_entries([Entry(key, title) for key, title in choices], scene.which)
        differs = scene.which == "difference" and bool(scene.measures)
        self.measure.setVisible(differs)
        entries = [Entry(each.key, each.title) for each in scene.measures]
        self.measure.set_entries(entries, scene.measure)
        self.list.setChecked(scene.differences is not None)
        words = tr("{first} minus {second}") if differs else ""
        self.told = words.format(first=scene.names[0], second=scene.names[1])
        set_tip(self._told, self.told)
        self.fit()

    def _make_switch(self, names: tuple[str, str]) -> None:
        if names == self._names:
            return
        self._names = names
        if self.switch is not None:
            dropped(self.switch)
        full = (*names, tr("Both"), tr("Difference"))
        keys: tuple[Which, ...] = get_args(Which)
        entries: list[tuple[object, str]] = list(zip(keys, full, strict=True))
        self.switch = Segmented(tr("Compared"), entries, self, ("C",) * 4, dense=True)
        for button, name in zip(self.switch.buttons(), full, strict=True):
            set_name(button, tr("Compared: {name}").format(name=name))
            set_tip(button, tr("Compared: {name} (C)").format(name=name))
        self.switch.chosen.connect(self._pressed)
        self.switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row.insertWidget(0, self.switch)

    def set_short(self, short: bool) -> None:
        """Use the low form for a row with others, with a drop-down list instead of the switch."""
        self._short = short
        self.fit()

    def need(self) -> int:
        """Return the width in pixels that it needs beside others."""
        parts = [min(_LISTED, self.pick.sizeHint().width()), self._least]
        parts += [] if self.measure.isHidden() else [self.measure.sizeHint().width()]
        return sum(parts) + self._row.spacing() * len(parts)

    def fit(self) -> None:
        """Fit the width: first the list button loses its key and label, then names shrink."""
        if self.switch is None or self._names is None:
            return
        self.switch.setVisible(not self._short)
        self.pick.setVisible(self._short)
        self._told.setVisible(not self._short)
        self.list.setFixedHeight(_LOW if self._short else self.list.sizeHint().height())
        if self._short:
            self._name_list(tr("List"), keyless=True)
            return
        measure = metrics(BODY, 500)
        ends = (tr("Both"), tr("Difference"))
        taken = sum(measure.horizontalAdvance(word) + _SEGMENT for word in ends)
        if not self.measure.isHidden():
            taken += self.measure.sizeHint().width() + self._row.spacing()
        needs = [min(_LONGEST, measure.horizontalAdvance(name)) for name in self._names]
        wide, short = tr("Deviations"), tr("List")
        for words, keyless in ((wide, False), (wide, True), (short, True)):
            self._name_list(words, keyless=keyless)
            free = self.width() - taken - self.list.sizeHint().width() - 2 * self._row.spacing()
            free -= 2 * _SEGMENT
            if sum(needs) <= free:
                break
        half = max(_SHORTEST, int(free / 2))
        spare = max(0, half - int(min(needs)))  # what the shorter name leaves to the longer one
        names = [
            measure.elidedText(name, Qt.TextElideMode.ElideRight, min(_LONGEST, half + spare))
            for name in self._names
        ]
        self.switch.set_words([*names, *ends])
        gap = self._row.spacing()
        taken = self.switch.sizeHint().width() + self.list.sizeHint().width() + 2 * gap
        if not self.measure.isHidden():
            taken += self.measure.sizeHint().width() + gap
        whole = metrics(SMALL).horizontalAdvance(self.told) <= self.width() - taken
        self._told.setText(self.told if whole else "")

    def _name_list(self, words: str, *, keyless: bool) -> None:
        self.list.set_words("", words)
        self.list.set_compact(keyless)
        set_name(self.list, tr("Deviations"))
        set_tip(self.list, tr("Largest deviations (I)"))

    def controls(self) -> list[QWidget]:
        """Return the controls beside the switch, from the left."""
        return [self.pick, self.measure, self.list]

    def buttons(self) -> list[QAbstractButton]:
        """Return the segments, for the tab order; none while nothing is compared."""
        return self.switch.buttons() if self.switch is not None else []

    def _pressed(self, which: object) -> None:
        if self.switch is not None and self._scene is not None:
            self.switch.set_value(self._scene.which)  # the next scene sets the value
        self.which_chosen.emit(str(which))

    def step(self) -> None:
        """Respond to its key: show the next of the possible views."""
        if self._scene is not None:
            order = get_args(Which)
            self.which_chosen.emit(order[(order.index(self._scene.which) + 1) % len(order)])

    def _list_pressed(self) -> None:
        shown = self._scene is not None and self._scene.differences is not None
        self.list.setChecked(shown)
        self.press_list()

    def press_list(self) -> None:
        """Respond to the key of the list: show or hide it."""
        if self._scene is not None:
            self.list_toggled.emit(self._scene.differences is None)
