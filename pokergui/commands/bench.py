"""``pokergui bench``: runs the benchmarks of a clone."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import click

import pokergui
from engine.errors import PokerError
from pokergui.commands.common import define, exit_if_stopped, long_work, report, table
from pokergui.language import tr_commands as tr

_FOLDER = Path(pokergui.__file__).parent.parent / "bench"


def _names() -> list[str]:
    if not (_FOLDER / "__init__.py").is_file():
        raise PokerError("bench runs from a clone of the project; this is an installed copy")
    return sorted(path.stem for path in _FOLDER.glob("[a-z]*.py"))


@define(click.argument("names", nargs=-1, metavar="[NAME]..."))
def command(names: tuple[str, ...], as_json: bool) -> None:
    """Run the project's benchmarks on this machine, all or those named."""
    known = _names()
    for name in names:
        if name not in known:
            raise PokerError(
                "there is no bench '{name}'; choose one of {known}",
                name=name[:60],
                known=", ".join(known),
            )
    figures: dict[str, Any] = {}
    chosen = names or tuple(known)
    with long_work(tr("bench")) as control:
        for done, name in enumerate(chosen):
            if control.cancelled:
                break
            try:
                figures |= importlib.import_module(f"bench.{name}").figures()
            except ModuleNotFoundError as error:
                if names:
                    raise PokerError(
                        "bench {name} needs {module}; .venv/bin/pip install --group bench "
                        "installs it",
                        name=name,
                        module=error.name,
                    ) from None
            control.progress((done + 1) / len(chosen))
    rows = [
        (
            name,
            f"{f['value']:,.4g} {f['unit']}",
            ", ".join(f"{k} {v}" for k, v in f.items() if k not in ("value", "unit")),
        )
        for name, f in figures.items()
    ]
    report(figures, as_json, table(rows))
    exit_if_stopped(control)
