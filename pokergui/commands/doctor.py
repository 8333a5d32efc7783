"""``pokergui doctor``: what this installation is made of and whether it is sound."""

from __future__ import annotations

import importlib.metadata
import platform
from typing import Any

import click

from engine.jit import kernel_cache_dir
from pokergui import paths
from pokergui.commands.common import define, exit_if_stopped, long_work, report, table
from pokergui.screen import screen_problem
from pokergui.store import NoDatabaseError, StoreError, verify
from pokergui.warm import warm as warm_kernels

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
    versions = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = "missing"
    return versions


def _kernels() -> dict[str, Any]:
    folder = kernel_cache_dir()
    files = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    return {
        "folder": str(folder),
        "compiled": sum(path.suffix == ".nbc" for path in files),
        "megabytes": sum(path.stat().st_size for path in files) / 1e6,
    }


def _paths() -> dict[str, str]:
    return {
        "data": str(paths.data_dir()),
        "settings": str(paths.config_dir()),
        "logs": str(paths.log_dir()),
    }


def _database() -> str:
    """The state of the hand database in one sentence."""
    try:
        found = verify(paths.database_path())
    except NoDatabaseError:
        return "no hands yet"
    except StoreError as error:
        return str(error)
    if found.sound:
        text = f"{found.hands:,} hands, all as they were written"
        return f"{text}; unfinished: {found.unfinished:,}" if found.unfinished else text
    return f"{len(found.problems):,} problems; pokergui hands verify names them"


@define(click.option("--warm", is_flag=True, hidden=True, help="Compile the kernels."))
def command(warm: bool, as_json: bool) -> None:
    """Show versions, folders, the database check, compiled kernels and the screen."""
    if warm:
        with long_work("compiling") as control:
            warm_kernels(control)
        exit_if_stopped(control)
        return
    versions, kernels = _versions(), _kernels()
    screen = screen_problem() or "a window can open"
    database = _database()
    result = {
        "versions": versions,
        "paths": _paths(),
        "database": database,
        "kernels": kernels,
        "screen": screen,
    }
    rows = [*versions.items(), *_paths().items(), ("database", database)]
    rows += [("kernels", kernels["folder"])]
    rows += [("", f"{kernels['compiled']} compiled, {kernels['megabytes']:.1f} MB")]
    rows += [("screen", screen)]
    report(result, as_json, table(rows))
