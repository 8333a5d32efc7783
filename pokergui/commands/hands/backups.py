"""Backups of the hand database: the commands ``hands backup``, ``backups`` and ``restore``."""

from __future__ import annotations

from pathlib import Path

import click

from ai.solver.memory import size_text
from engine.errors import PokerError
from pokergui.commands.common import Decorator, closed_window, define, long_work, report, table
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import local_text
from pokergui.paths import backups_dir, database_path
from pokergui.store import (
    Backup,
    HandReader,
    backups_of,
    make_backup,
    restore,
    salvage_backup,
    verify,
)

NEWEST = "newest"
_file: Decorator = click.argument(
    "file", required=False, default=None, type=click.Path(path_type=Path)
)


@define(_file, name="backup")
def backup_command(file: Path | None, as_json: bool) -> None:
    """Copy the database to a file, also while the program is running; see 'hands backups'.

    Without FILE the copy joins the backups, of which the last five stay. It is checked before it
    takes its name: a damaged database replaces no backup.
    """
    with long_work(tr("checking the copy")) as control:
        if file is None:
            made = make_backup(database_path(), control)
            file, saved = made.path, made.hands
        else:
            with HandReader(database_path()) as reader:
                saved = reader.backup(file, control)
    line = tr("{hands} saved as {file}").format(hands=hands_text(saved), file=file)
    report({"file": str(file), "hands": saved}, as_json, [line])


@define(name="backups")
def list_command(as_json: bool) -> None:
    """List the backups, newest first. One is made each day that brings new hands."""
    files = backups_of(database_path())
    backups = [
        {
            "file": str(one.path),
            "time": local_text(one.time),
            "hands": _count(one.hands),
            "matches": _count(one.matches),
            "bytes": one.size,
        }
        for one in files
    ]
    heads = (tr("time"), tr("hands"), tr("matches"), tr("size"), tr("file"))
    none = tr("no backups in {folder}").format(folder=backups_dir())
    lines = table([_row(one) for one in files], heads) or [none]
    report({"folder": str(backups_dir()), "backups": backups}, as_json, lines)


def _count(number: int) -> int | None:
    return None if number < 0 else number


def _row(one: Backup) -> tuple[object, ...]:
    counts = (one.hands, one.matches) if one.hands >= 0 else (tr("unreadable"), "")
    return (local_text(one.time), *counts, size_text(one.size), one.path.name)


@define(
    click.argument("file", metavar="FILE|NEWEST"),
    click.option("--salvage", is_flag=True, help="Restore the intact part of a damaged backup."),
    name="restore",
)
def restore_command(file: str, salvage: bool, as_json: bool) -> None:
    """Restore the database from a backup: a file, a name in 'hands backups', or NEWEST.

    The previous database is kept beside it as hands-before-restore-TIME.db. A damaged backup
    is refused unless --salvage repairs it, and so is any while a window is open.
    """
    path, lost = _found(file), ""
    with closed_window(), long_work(tr("checking the backup")) as control:
        if salvage and path.is_file() and not verify(path, control).sound:
            made = salvage_backup(database_path(), path, control)
            path, lost = made.path, made.found.lost.words()
        done = restore(database_path(), path, control)
    kept = done.kept and str(done.kept)
    result = {"hands": done.hands, "file": str(path), "kept": kept, "lost": lost or None}
    lines = [tr("lost: {lost}").format(lost=lost)] if lost else []
    lines.append(tr("{hands} restored from {file}").format(hands=hands_text(done.hands), file=path))
    if kept is not None:
        lines.append(tr("the previous database is kept as {file}").format(file=kept))
    report(result, as_json, lines)


def _found(text: str) -> Path:
    """Return the backup that a text names."""
    if Path(text).is_file():
        return Path(text)
    backups = backups_of(database_path())
    if text.casefold() == NEWEST:
        if not backups:
            raise PokerError("there are no backups in {backups_dir}", backups_dir=backups_dir())
        return backups[0].path
    return next((one.path for one in backups if one.path.name == text), Path(text))
