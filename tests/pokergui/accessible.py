"""Qt's accessibility tree of a window."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

MOST_CELLS = 600
"""Longest list of children that is read; longer ones are cut."""
Role = QAccessible.Role
TEXTS = {
    "name": QAccessible.Text.Name,
    "description": QAccessible.Text.Description,
    "value": QAccessible.Text.Value,
}
BY_THEMSELVES = (Role.Cell, Role.ListItem, Role.TreeItem, Role.ColumnHeader, Role.RowHeader)


@dataclass(frozen=True, slots=True)
class Node:
    """One item a screen reader can reach: class, enclosing classes, role, texts by kind."""

    widget: str
    inside: tuple[str, ...]
    role: QAccessible.Role
    texts: dict[str, str]
    reached: bool

    @property
    def place(self) -> str:
        """Its class with the most telling classes of the widgets around it."""
        return "/".join((*self.inside[-3:], self.widget or self.role.name))

    @property
    def problem(self) -> str:
        """Return what a screen reader would miss; empty if nothing."""
        if not self.reached or self.role in BY_THEMSELVES:
            return ""
        if not self.texts["name"]:
            return "no name"
        if self.role in (Role.NoRole, Role.Client) and self.widget != "QScrollArea":
            return f"{self.texts['name']!r} has no role"
        return ""


def nodes(window: QWidget) -> Iterator[Node]:
    root = QAccessible.queryAccessibleInterface(window)
    if root is not None:
        yield from _walked(root, ())


def _walked(thing: QAccessibleInterface, inside: tuple[str, ...]) -> Iterator[Node]:
    state = thing.state()
    if state.invisible:
        return
    owner = thing.object()
    name = type(owner).__name__ if owner is not None else ""
    texts = {words: thing.text(kind) for words, kind in TEXTS.items()}
    yield Node(name, inside, thing.role(), texts, bool(state.focusable) and not state.disabled)
    around = (*inside, name) if name else inside
    for number in range(min(thing.childCount(), MOST_CELLS)):
        child = thing.child(number)
        if child is not None and child.isValid():
            yield from _walked(child, around)
