"""Dialog to choose an engine's file."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from pokergui.language import tr


def ask_engine_file(
    parent: QWidget, selected: Callable[[str], object], refused: Callable[[], object]
) -> None:
    """Ask for a strategy file or a Python file.

    Args:
        parent: the asking widget.
        selected: gets the path.
        refused: called if cancelled.
    """
    dialog = QFileDialog(parent, tr("Add an engine file"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilter(tr("Engines: strategies and Python files (*.safetensors *.py)"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(selected)
    dialog.rejected.connect(refused)
    dialog.open()
