"""Controls as data: a table of rows becomes boxes, fields, switches, buttons and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from pokergui.language import tr
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.field import ValueField
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_tip


@dataclass(frozen=True, slots=True)
class Control:
    """One control.

    Attributes:
        name: of the field of the scene that it shows, and of the choice that it changes.
        kind: ``box`` shows a ``ChoiceList | None``, ``typed`` a ``FieldScene | None``, ``switch`` a
            bool, ``segments`` one of its ``values``; a ``button`` shows nothing.
        key: its key; several, separated by spaces, for segments; if all are the same, it chooses
            the next one.
        help: its action in the sheet of keys and the command palette; empty adds no key. Of
            segments one sentence, or one for each, separated by ``|``.
        label: painted on a button or switch, else its name for screen readers.
        brief: a box shows titles alone.
        box: name of the box that a field belongs to.
        width, most: pixels and characters of a field.
        short: a button loses its label where there is no room.
        values: of segments: values and their text.
    """

    name: str
    kind: Literal["box", "typed", "switch", "segments", "button"]
    key: str = ""
    help: str = ""
    label: str = ""
    icon: str = ""
    brief: bool = True
    box: str = ""
    width: int = 104
    most: int = 40
    short: bool = False
    short_label: str = ""
    show_key: bool = True
    values: tuple[tuple[object, str], ...] = ()


def stakes_controls(options: str = "", rake: str = "") -> tuple[Control, ...]:
    """Return the boxes of antes and rake with their keys, if any."""
    helps = tr("choose antes"), tr("choose the rake")
    return tuple(
        Control(name, "box", key, words if key else "")
        for name, key, words in zip(("options", "rake"), (options, rake), helps, strict=True)
    )


class Controls(QObject):
    """The widgets of a table of controls; a bar or form lays them out.

    Signals:
        changed: name of a control and the value that the user gives it: the key of an entry, the
            text of a field, a bool, a segment's value, or None of a button.
    """

    changed = Signal(str, object)

    def __init__(self, rows: Sequence[Control], parent: QWidget) -> None:
        super().__init__(parent)
        self._rows = tuple(rows)
        self.parts: dict[str, QWidget] = {}
        for control in rows:
            self.parts[control.name] = self._made(control, parent)

    def _made(self, control: Control, parent: QWidget) -> QWidget:
        tell = partial(self.changed.emit, control.name)
        if control.kind == "box":
            hint = tr("Key {key}").format(key=control.key) if control.key else ""
            box = CaptionCombo(hint, parent, brief=control.brief)
            box.setVisible(False)  # until there is something to choose from
            box.chosen.connect(tell)
            return box
        if control.kind == "typed":
            field = ValueField(parent, self.box(control.box) if control.box else None)
            field.setFixedSize(control.width, 34)
            field.setMaxLength(control.most)
            field.textEdited.connect(tell)
            return field
        if control.kind == "segments":
            keys = control.key.split()
            segments = Segmented(control.label, control.values, parent, keys=keys)
            segments.chosen.connect(tell)
            return segments
        button = IconButton(
            control.icon,
            control.label,
            control.key,
            parent,
            show_key=control.show_key,
            label=control.short_label,
        )
        if control.kind == "switch":
            button.setCheckable(True)
            button.clicked.connect(lambda on: self.changed.emit(control.name, on))
        else:
            button.clicked.connect(partial(tell, None))
        return button

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["parts"][name]
        except KeyError:
            raise AttributeError(name) from None

    def box(self, name: str) -> CaptionCombo:
        part = self.parts[name]
        assert isinstance(part, CaptionCombo)
        return part

    def field(self, name: str) -> ValueField:
        part = self.parts[name]
        assert isinstance(part, ValueField)
        return part

    def button(self, name: str) -> IconButton:
        part = self.parts[name]
        assert isinstance(part, IconButton)
        return part

    def segments(self, name: str) -> Segmented:
        part = self.parts[name]
        assert isinstance(part, Segmented)
        return part

    @property
    def short(self) -> list[IconButton]:
        return [self.button(control.name) for control in self._rows if control.short]

    def tab_order(self) -> list[QWidget]:
        order: list[QWidget] = []
        for part in self.parts.values():
            order += part.buttons() if isinstance(part, Segmented) else [part]
        return order

    def add_keys(self, page: KeyedPage) -> None:
        for control in self._rows:
            part = self.parts[control.name]
            if not control.help:
                continue
            if isinstance(part, Segmented):
                keys, told = control.key.split(), control.help.split("|")
                if len({*keys}) == 1:
                    page.add_key(keys[0], part.choose_next, control.help)
                    continue
                told *= len(keys) // len(told)
                for key, button, words in zip(keys, part.buttons(), told, strict=True):
                    page.add_key(key, button.click, words)
            elif isinstance(part, CaptionCombo):
                page.add_key(control.key, part.open, control.help)
            elif isinstance(part, IconButton):
                page.add_key(control.key, part.press, control.help)

    def show(self, scene: object, locked: str = "") -> None:
        """Show the fields of a scene that are named like controls; emits nothing.

        Args:
            scene: a frozen scene; what it does not have is left alone.
            locked: why nothing can be chosen now; empty if it can.
        """
        for control in self._rows:
            part = self.parts[control.name]
            if not hasattr(scene, control.name):
                continue
            value = getattr(scene, control.name)
            if isinstance(part, CaptionCombo):
                part.setVisible(value is not None)
                if value is not None:
                    part.set_scene(value)
            elif isinstance(part, ValueField):
                part.set_scene(value, control.label)
            elif isinstance(part, Segmented):
                part.set_value(value)
            elif isinstance(part, IconButton):
                part.setChecked(value)
                part.set_words(control.icon, part.text())  # the tooltip too
            part.setEnabled(not locked)
            if locked:
                set_tip(part, locked)
