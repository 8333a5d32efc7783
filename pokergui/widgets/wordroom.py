"""Words on the icons of a bar where there is room for them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QWidget

from pokergui.widgets.iconbutton import IconButton


def show_words(
    bar: QWidget, row: QBoxLayout, buttons: Sequence[IconButton], *, compact: bool
) -> None:
    """Paint the words of buttons if all of the bar has room beside them.

    Args:
        bar: what holds the row.
        row: all that stands in the bar.
        buttons: those that have only an icon else.
        compact: the window is small: icons alone.
    """
    for button in buttons:
        button.set_wordless(compact)
    margins = row.contentsMargins()
    items = (row.itemAt(i) for i in range(row.count()))
    parts = (item.widget() for item in items if item is not None)
    shown = [part for part in parts if part is not None and not part.isHidden()]
    used = sum(part.sizeHint().width() for part in shown) + row.spacing() * len(shown)
    if used + margins.left() + margins.right() > bar.width():
        for button in buttons:
            button.set_wordless(True)
