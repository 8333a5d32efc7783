"""Save dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from pokergui.language import tr
from pokergui.viewmodel.controls import FileKind


def patterns(kinds: Sequence[FileKind]) -> str:
    return " ".join(f"*{suffix}" for kind in kinds for suffix in kind.suffixes)


def ask_save(
    parent: QWidget,
    title: str,
    kinds: Sequence[tuple[str, str]],
    chosen: Callable[[str], None],
    suggested: str = "",
) -> None:
    """Ask for a file; nothing is called if cancelled.

    Args:
        kinds: name and suffix of each kind, without the point; the suffix is added to a name
            without one.
        suggested: path of the file that is suggested, in the folder shown first; a name alone is
            suggested in the folder that Qt shows.
    """
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([f"{name} (*.{suffix})" for name, suffix in kinds])
    suffixes = dict(zip(dialog.nameFilters(), (suffix for _, suffix in kinds), strict=True))
    dialog.setDefaultSuffix(kinds[0][1])
    dialog.filterSelected.connect(lambda name: dialog.setDefaultSuffix(suffixes[name]))
    if suggested:
        path = Path(suggested)
        if path.is_absolute():
            dialog.setDirectory(str(path.parent))
        dialog.selectFile(path.name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(chosen)
    dialog.open()


def ask_engine_file(
    parent: QWidget, selected: Callable[[str], object], refused: Callable[[], object]
) -> None:
    """Ask for a strategy file or a Python file."""
    dialog = QFileDialog(parent, tr("Add an engine file"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilter(tr("Engines: strategies and Python files (*.safetensors *.py)"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(selected)
    dialog.rejected.connect(refused)
    dialog.open()
