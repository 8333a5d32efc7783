"""``pokergui move-data``: moving hands, strategies and all other data to another folder."""

from __future__ import annotations

from pathlib import Path

import click

from ai.solver.memory import size_text
from pokergui.commands.common import closed_window, define, long_work, report
from pokergui.language import tr_commands as tr
from pokergui.moving import move_data


@define(
    click.argument("folder", type=click.Path(path_type=Path)),
    click.option("--remove-old", is_flag=True, help="Also remove the files from the old folder."),
)
def command(folder: Path, remove_old: bool, as_json: bool) -> None:
    """Move the data to a folder that is new or empty; from then on the program uses that one.

    All files are copied and verified before the new folder is in use; the old one stays unless
    --remove-old is given. Settings and logs stay where they are.
    """
    with closed_window(), long_work(tr("moving")) as control:
        moved = move_data(folder, remove_old, control)
    result = {
        "folder": str(moved.target),
        "old": str(moved.source),
        "files": len(moved.files),
        "bytes": moved.size,
        "removed": remove_old,
    }
    words = tr("1 file, {size}, moved to {folder}")
    if len(moved.files) != 1:
        words = tr("{count:,} files, {size}, moved to {folder}")
    lines = [words.format(count=len(moved.files), size=size_text(moved.size), folder=moved.target)]
    if not remove_old:
        words = tr("the old folder {folder} stays; remove it when you like")
        lines.append(words.format(folder=moved.source))
    report(result, as_json, lines)
