"""Which files: the dialogs of import, export and backup."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QWidget


def _tr(text: str) -> str:
    return QCoreApplication.translate("HistoryFiles", text)


def ask_import(parent: QWidget) -> list[str]:
    """Paths of hand histories to read; none if the person changed its mind."""
    kinds = (
        _tr("Hand histories (*.phh *.phhs *.txt *.log *.log.xz)"),
        _tr("All files (*)"),
    )
    paths, _ = QFileDialog.getOpenFileNames(parent, _tr("Import hands"), "", ";;".join(kinds))
    return list(paths)


def ask_export(parent: QWidget, marked: int) -> tuple[str, str] | None:
    """Format and path to write hands to; None if the person changed its mind.

    Args:
        parent: the page.
        marked: how many hands are marked, 0 where all that match are meant.
    """
    title = _tr("Export the hands that match")
    if marked:
        title = _tr("Export {count} marked hands").format(count=f"{marked:,}")
    kinds = {
        _tr("PHH, hold'em (*.phhs)"): ("phh", ".phhs"),
        _tr("PokerStars text, no-limit hold'em (*.txt)"): ("pokerstars", ".txt"),
        _tr("ACPC log, one game of any kind (*.log)"): ("acpc", ".log"),
    }
    path, chosen = QFileDialog.getSaveFileName(parent, title, "hands.phhs", ";;".join(kinds))
    if not path:
        return None
    form, suffix = kinds.get(chosen, ("phh", ".phhs"))
    # What was typed decides: somebody who writes "leduc.log" means a log.
    typed = {".phh": "phh", ".phhs": "phh", ".txt": "pokerstars", ".log": "acpc", ".xz": "acpc"}
    known = typed.get(Path(path).suffix)
    return (known, path) if known else (form, path + suffix)


def ask_backup(parent: QWidget) -> str:
    """Path of a copy of the database; empty if the person changed its mind."""
    kind = _tr("Hand database (*.db)")
    path, _ = QFileDialog.getSaveFileName(parent, _tr("Back up all hands"), "hands-copy.db", kind)
    return path
