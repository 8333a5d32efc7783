"""Backups of the hand database and its damage: ``hands backup``, ``restore``, ``verify``..."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from ai.solver.memory import size_text
from engine.errors import PokerError
from pokergui.commands.common import (
    Decorator,
    closed_window,
    define,
    long_work,
    picked,
    report,
    table,
)
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import local_text
from pokergui.paths import backups_dir, data_dir, database_path
from pokergui.store import (
    Backup,
    HandReader,
    Lost,
    Mark,
    NoDatabaseError,
    VerifyReport,
    backups_of,
    make_backup,
    mend,
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


UNSOUND = 1
"""Exit status if a hand is damaged, or breaks the rules."""
_COUNTS = ("hands", "decks", "matches", "match_hands", "opponents", "unfinished")
_OTHERS = ("names", "tournaments", "drill_answers")


@define(name="verify")
def verify_command(as_json: bool) -> None:
    """Check every hand against the checksums written with it; exit status 1 if one is wrong.

    Damage is reported and intact hands are counted: 'hands salvage' saves them.
    """
    try:
        with long_work(tr("verifying")) as control:
            checked = verify(database_path(), control)
    except NoDatabaseError:
        checked = VerifyReport(0, 0, ())
    result = picked(checked, *_COUNTS, "written", "sound")
    result["problems"] = [picked(problem, "hand", "text") for problem in checked.problems]
    result["salvages"] = [_mark(mark) for mark in checked.salvages]
    lines = [problem.text for problem in checked.problems]
    for mark in checked.salvages:
        words = tr("salvaged from {file}, {time}; nothing was lost")
        if lost := mark.lost.words():
            words = tr("salvaged from {file}, {time}; lost: {lost}")
        lines.append(words.format(file=mark.file, time=local_text(mark.time), lost=lost))
    lines.append(_sound_hands(checked.hands, checked.written))
    if checked.matches:
        words = tr("{hands} of matches are intact")
        if checked.match_hands == 1:
            words = tr("{hands} of matches is intact")
        lines.append(words.format(hands=hands_text(checked.match_hands)))
    if checked.unfinished:
        lines.append(tr("unfinished: {count:,}").format(count=checked.unfinished))
    report(result, as_json, lines)
    if not checked.sound:
        raise click.exceptions.Exit(UNSOUND)


def _mark(mark: Mark) -> dict[str, Any]:
    return {"time": local_text(mark.time), "file": mark.file, "lost": _lost(mark.lost)}


def _lost(lost: Lost) -> dict[str, Any]:
    return {table: lost.of(table) for table in lost.spans if lost.of(table)}


def _sound_hands(sound: int, written: int) -> str:
    """Return how many hands are sound: "5,994 of 6,000 hands are intact"."""
    if sound != written:
        words = tr("{sound:,} of {hands} are intact")
        if written == 1:
            words = tr("{sound:,} of {hands} is intact")
    else:
        words = tr("{hands} are intact")
        if written == 1:
            words = tr("{hands} is intact")
    return words.format(sound=sound, hands=hands_text(written))


@define(
    click.argument("file", required=False, default=None, type=click.Path(path_type=Path)),
    name="salvage",
)
def salvage_command(file: Path | None, as_json: bool) -> None:
    """Salvage everything intact in a damaged database into a new one, which replaces it.

    Hands, matches, tournaments, opponents, names, unfinished hands and answers in drills are
    saved, each with its number. The damaged file is kept beside the new one as
    hands-damaged-TIME.db. Without FILE this repairs the database of the program, whose window must
    be closed; the window has a button for it.
    """
    path = file or database_path()
    ours = path.absolute().parent == data_dir().absolute()
    with closed_window() if ours else nullcontext(), long_work(tr("salvaging")) as control:
        done = mend(path, control)
    if done is None:
        line = tr("nothing in {file} is damaged").format(file=path)
        report({"file": str(path), "damaged": False}, as_json, [line])
        return
    salvaged = done.found
    result = {"file": str(path), "damaged": True, "kept": str(done.kept)}
    result |= picked(salvaged, *_COUNTS, *_OTHERS)
    result["lost"] = _lost(salvaged.lost)
    result["problems"] = [{"hand": hand, "text": str(text)} for text, hand in salvaged.problems]
    lines = [str(text) for text, _ in salvaged.problems]
    if lost := salvaged.lost.words():
        lines.append(tr("lost: {lost}").format(lost=lost))
    written = salvaged.hands + salvaged.lost.count("hands")
    lines.append(
        tr("{saved:,} of {hands} saved in {file}").format(
            saved=salvaged.hands, hands=hands_text(written), file=path
        )
    )
    if salvaged.matches:
        lines.append(tr("{hands} of matches saved").format(hands=hands_text(salvaged.match_hands)))
    if any(getattr(salvaged, name) for name in _OTHERS):
        words = tr(
            "also saved: names {names:,}, tournaments {tournaments:,},"
            " answers in drills {drill_answers:,}"
        )
        lines.append(words.format(**picked(salvaged, *_OTHERS)))
    lines.append(tr("the damaged file is kept as {file}").format(file=done.kept))
    report(result, as_json, lines)
