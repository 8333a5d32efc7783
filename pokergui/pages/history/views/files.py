"""The file dialogs of import, export and backup."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFileDialog, QWidget

from pokergui.language import tr_history as tr
from pokergui.viewmodel.files import FileKind
from pokergui.widgets.savefile import patterns


def ask_import(parent: QWidget, kinds: Sequence[FileKind]) -> list[str]:
    """Ask for hand histories to read; return their paths, none if cancelled."""
    named = (tr("Hand histories ({patterns})"), tr("All files (*)"))
    filters = ";;".join(named).format(patterns=patterns(kinds))
    paths, _ = QFileDialog.getOpenFileNames(parent, tr("Import hands"), "", filters)
    return list(paths)


def ask_export(parent: QWidget, kinds: Sequence[FileKind], marked: int) -> tuple[str, str] | None:
    """Ask for format and path to write hands to; return None if cancelled.

    Args:
        parent: the page.
        kinds: the formats, the usual one first.
        marked: number of marked hands; 0 for all that match.
    """
    title = tr("Export the hands that match")
    if marked:
        title = tr("Export {count} marked hands").format(count=f"{marked:,}")
    named = {f"{kind.words} (*{kind.suffixes[0]})": kind for kind in kinds}
    suggested = f"hands{kinds[0].suffixes[0]}"
    path, chosen = QFileDialog.getSaveFileName(parent, title, suggested, ";;".join(named))
    if not path:
        return None
    # The typed suffix decides: "leduc.log" is a log.
    typed = next((kind for kind in kinds if path.endswith(kind.suffixes)), None)
    if typed is not None:
        return typed.key, path
    kind = named.get(chosen, kinds[0])
    return kind.key, path + kind.suffixes[0]


def ask_backup(parent: QWidget) -> str:
    """Ask for the path of a copy of the database; return it, empty if cancelled."""
    kind = tr("Hand database (*.db)")
    path, _ = QFileDialog.getSaveFileName(parent, tr("Back up all hands"), "hands-copy.db", kind)
    return path
