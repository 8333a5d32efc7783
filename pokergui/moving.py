"""Moves the data folder: it is copied, verified, then switched to.

A journal file beside the settings records the move, and a marker file in the new folder shows that
it is the program's. So a move that was killed is rolled back or completed at the next start; at any
moment either the old folder or the new one is in use, whole.
"""

from __future__ import annotations

import filecmp
import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from ai.files.atomic import flush_folder, remove_leftovers
from ai.solver.memory import size_text
from engine.errors import PokerError
from engine.jobs import JobControl
from engine.named_file import read_named
from pokergui.files import ready_folder, write_text, written_problem
from pokergui.instance import LOCK_NAME, SOCKET_NAME
from pokergui.paths import (
    config_dir,
    data_dir,
    database_path,
    has_home,
    moved_dir,
    own_folders,
    pointer_path,
)
from pokergui.store import held

_STAYS = {LOCK_NAME, SOCKET_NAME, "settings.json", "data-folder", "moving.json", "logs", "Logs"}
"""Files that are not data, if a system keeps them in the same folder."""
_BESIDE = [Path(f"hands.db{ending}") for ending in ("-journal", "-wal", "-shm")]
"""Logs of the database: their contents move with it, and a kill may leave some."""
_NOTE = "moving.json"
_TEMPORARY = ".pokergui-"
_LONGEST = 20_000
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Move:
    """A move in progress.

    Attributes:
        token: part of the name of its mark.
        made: whether the new folder was created for this.
        remove: whether the old folder's files are removed in the end.
    """

    source: str
    target: str
    token: str
    made: bool
    remove: bool

    @property
    def mark(self) -> Path:
        return Path(self.target) / f"{_TEMPORARY}{self.token}-moving"


@dataclass(frozen=True)
class MovePlan:
    """A move to be made, or that was made."""

    source: Path
    target: Path
    files: tuple[Path, ...]
    size: int


def move_data(target: Path, remove: bool = False, control: JobControl | None = None) -> MovePlan:
    """Move the data folder; the caller has the lock of the present one.

    Args:
        target: the new folder: one that is empty, or does not exist yet in a folder that does.
        remove: remove the files in the old folder once the new one is in use.
        control: to stop before the new folder is in use, and to report progress.

    Raises:
        PokerError: if it cannot be moved; then nothing has changed.
        CancelledError: if stopped; as above.
    """
    control = control or JobControl()
    finish_move()
    plan = plan_move(target)
    source, target, size = plan.source, plan.target, plan.size
    files = [path for path in plan.files if source / path != database_path()]
    move = Move(str(source), str(target), secrets.token_hex(8), not target.exists(), remove)
    try:
        with ExitStack() as stack:
            copy = (
                stack.enter_context(held(database_path())) if len(files) < len(plan.files) else None
            )
            ready_folder(config_dir())
            write_text(_note_path(), json.dumps(asdict(move)))
            target.mkdir(exist_ok=True)
            write_text(move.mark, "")
            _copy_all(source, target, files, size, control)
            if copy is not None:
                copy(target / database_path().name)
            for folder in {target, *((target / path).parent for path in files)}:
                flush_folder(folder)
            control.check()
            write_text(pointer_path(), f"{target}\n")
    except OSError as error:
        raise PokerError("{problem}", problem=written_problem(target, error)) from None
    finally:
        finish_move()
    return plan


def plan_move(target: Path, *, inside: bool = False) -> MovePlan:
    """Plan a move.

    Args:
        inside: if the folder is not empty, use a new folder in it.

    Raises:
        PokerError: if the data cannot be moved there.
    """
    source, target = data_dir(), target.expanduser().absolute()
    if inside and target.is_dir() and any(target.iterdir()):
        target /= "pokergui"
    if has_home():
        raise PokerError(
            "POKERGUI_HOME or --home sets the data folder to {source}; move that folder yourself"
            " and name the new one there",
            source=source,
        )
    if not source.is_dir():
        raise PokerError("there are no data yet in {source}", source=source)
    inner, outer = target.resolve(), source.resolve()
    if inner == outer or outer in inner.parents or inner in outer.parents:
        raise PokerError(
            "{target} and the present data folder {source} overlap", target=target, source=source
        )
    if not target.parent.is_dir():
        raise PokerError("there is no folder {parent}", parent=target.parent)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise PokerError(
            "{target} is not empty; name an empty folder, or a new one in it", target=target
        )
    files = tuple(_files(source))
    size = sum((source / path).stat().st_size for path in files)
    free = shutil.disk_usage(target if target.exists() else target.parent).free
    if size > free:
        raise PokerError(
            "{size} must be moved, but only {free} is free there",
            size=size_text(size),
            free=size_text(free),
        )
    return MovePlan(source, target, files, size)


def finish_move() -> None:
    """Roll back or complete an interrupted move; do nothing if there is none.

    The caller has the lock of the data folder in use.
    """
    move = _noted()
    if move is None:
        return
    source, target = Path(move.source), Path(move.target)
    in_force = moved_dir() == target
    if in_force and move.remove:
        # The new folder has all names: some files of the old one may be gone, except empty folders.
        _remove(source, [*_files(target), *_BESIDE])
        with suppress(OSError):
            (source / LOCK_NAME).unlink(missing_ok=True)
            source.rmdir()  # only if nothing else is in it
    if not in_force and move.mark.is_file():
        _remove(target, [*_files(source), *_BESIDE])
    if not in_force:
        remove_leftovers(target)
    with suppress(OSError):
        move.mark.unlink(missing_ok=True)
        if not in_force and move.made:
            target.rmdir()
    _note_path().unlink(missing_ok=True)


def tidy_up() -> int:
    """Clean up after a killed process: finish a move, remove leftover temporary files.

    The caller has the lock of the data folder.

    Returns:
        The number of bytes of the files removed.
    """
    finish_move()
    return sum(remove_leftovers(folder) for folder in own_folders())


def _files(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        here, names = Path(root), files
        if here == folder:
            folders[:] = [name for name in folders if name not in _STAYS]
            names = [name for name in files if name not in _STAYS]
        links = [name for name in folders if (here / name).is_symlink()]
        for name in (*names, *links):
            path = here / name
            within = path.relative_to(folder)
            ours = not name.startswith(_TEMPORARY) and within not in _BESIDE
            if ours and (path.is_file() or name in links):
                yield within


def _copy_all(
    source: Path, target: Path, files: list[Path], size: int, control: JobControl
) -> None:
    """Copy files and verify the copies.

    Raises:
        PokerError: if one differs from the original.
    """
    done = 0
    for path in files:
        old, new = source / path, target / path
        new.parent.mkdir(parents=True, exist_ok=True)
        if old.is_dir():  # a link to a folder elsewhere
            new.symlink_to(old.resolve(), target_is_directory=True)
            continue
        with old.open("rb") as read, new.open("xb") as write:
            while chunk := read.read(_CHUNK):
                control.check()
                write.write(chunk)
                done += len(chunk)
                control.progress(done / max(size, 1), str(path))
            write.flush()
            os.fsync(write.fileno())
        shutil.copystat(old, new)
        if not filecmp.cmp(old, new, shallow=False):
            raise PokerError("{new} differs from {old}; check the disk", new=new, old=old)


def _remove(folder: Path, files: list[Path]) -> None:
    for path in files:
        with suppress(OSError):
            (folder / path).unlink()
    parents = {parent for path in files for parent in path.parents if parent != Path()}
    for path in sorted(parents, key=lambda one: len(one.parts), reverse=True):
        with suppress(OSError):
            (folder / path).rmdir()


def _note_path() -> Path:
    return config_dir() / _NOTE


def _noted() -> Move | None:
    try:
        journal = json.loads(read_named(_note_path(), _LONGEST, PokerError))
        move = Move(**journal)
        kinds = [type(value) for value in asdict(move).values()]
    except (PokerError, ValueError, TypeError, RecursionError):
        return None
    places = (move.source, move.target) if kinds == [str, str, str, bool, bool] else ("",)
    sound = all(map(os.path.isabs, places)) and move.token.isalnum()
    return move if sound else None
