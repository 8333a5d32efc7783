"""``pokergui doctor``: diagnostics of the installation."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from engine.jit import kernel_cache_dir
from pokergui import paths
from pokergui.commands.common import define, exit_if_stopped, long_work, report, table
from pokergui.files import folder_problem
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.screen import screen_problem
from pokergui.store import SQLITE_VERSION, NoDatabaseError, StoreError, verify

_PACKAGES = (
    "pokergui",
    "numpy",
    "numba",
    "PySide6-Essentials",
    "sqlite-utils",
    "safetensors",
    "pokerkit",
    "click",
    "platformdirs",
)


def _versions() -> dict[str, str]:
    versions = {"python": platform.python_version(), "sqlite": SQLITE_VERSION}
    for name in _PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = tr("missing")
    return versions


def _kernels() -> dict[str, Any]:
    folder = kernel_cache_dir()
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return {
        "folder": str(folder),
        "compiled": sum(path.suffix == ".nbc" for path in files),
        "megabytes": sum(path.stat().st_size for path in files) / 1e6,
    }


def _paths() -> dict[str, Path]:
    return {"data": paths.data_dir(), "settings": paths.config_dir(), "logs": paths.log_dir()}


def _problems(folders: Iterable[Path]) -> list[str]:
    """Return the problems, a sentence each: folders that take no files, useless engines."""
    from ai.trained import trained_problems  # with all networks: not for --help

    problems = filter(None, map(folder_problem, folders))
    return [*dict.fromkeys(problems), *trained_problems(paths.strategies_dir())]


def _database() -> str:
    """Return the state of the hand database in one sentence."""
    try:
        checked = verify(paths.database_path())
    except NoDatabaseError:
        return tr("no hands yet")
    except StoreError as error:
        return str(error)
    if checked.sound:
        hands = hands_text(checked.hands)
        if not checked.unfinished:
            return tr("{hands}, all intact").format(hands=hands)
        words = tr("{hands}, all intact; unfinished: {unfinished:,}")
        return words.format(hands=hands, unfinished=checked.unfinished)
    count = len(checked.problems)
    if count == 1:
        return tr("1 problem; pokergui hands verify names them")
    return tr("{count:,} problems; pokergui hands verify names them").format(count=count)


@define(click.option("--warm", is_flag=True, hidden=True, help="Compile the kernels."))
def command(warm: bool, as_json: bool) -> None:
    """Show versions, folders, the database check, compiled kernels, the screen, and problems.

    Problems are folders that cannot be written and invalid files of trained engines.
    """
    if warm:
        from pokergui.warm import warm as warm_kernels  # it needs every engine

        with long_work(tr("compiling")) as control:
            warm_kernels(control)
        exit_if_stopped(control)
        return
    versions, kernels = _versions(), _kernels()
    screen = str(screen_problem() or tr("a window can open"))
    database = _database()
    folders = {name: str(path) for name, path in _paths().items()}
    problems = _problems([*_paths().values(), Path(kernels["folder"])])
    result = {
        "versions": versions,
        "paths": folders,
        "database": database,
        "kernels": kernels,
        "screen": screen,
        "problems": problems,
    }
    names = {"data": tr("data"), "settings": tr("settings"), "logs": tr("logs")}
    compiled = tr("{compiled} compiled, {megabytes:.1f} MB")
    rows = [
        *versions.items(),
        *((names[name], path) for name, path in folders.items()),
        (tr("database"), database),
        (tr("kernels"), kernels["folder"]),
        ("", compiled.format(**kernels)),
        (tr("screen"), screen),
        *((tr("problem"), problem) for problem in problems),
    ]
    report(result, as_json, table(rows))
