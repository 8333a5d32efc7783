"""Tags and notes on hands: ``pokergui hands tag``, ``hands note``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import click

from pokergui.commands.common import MOST_NUMBER, define, report
from pokergui.commands.database import written
from pokergui.language import tr_commands as tr
from pokergui.paths import database_path
from pokergui.store import HandNote, keep_note

_number = click.argument("number", type=click.IntRange(1, MOST_NUMBER))


@define(
    _number,
    click.argument("tags", nargs=-1, required=True, metavar="TAG..."),
    click.option("--remove", is_flag=True, help="Take these tags away."),
    name="tag",
)
def tag_command(number: int, tags: tuple[str, ...], remove: bool, as_json: bool) -> None:
    """Tag a hand; 'hands list --tag TAG' finds it.

    The hand itself does not change: its checksum stays the same.
    """
    gone = {tag.strip("#").casefold() for tag in tags} if remove else ()

    def change(note: HandNote) -> HandNote:
        kept = tuple(tag for tag in note.tags if tag.casefold() not in gone)
        return replace(note, tags=kept if remove else (*kept, *tags))

    _keep(number, change, as_json)


@define(_number, click.argument("text", default=""), name="note")
def note_command(number: int, text: str, as_json: bool) -> None:
    """Write a note on a hand; without TEXT remove it. 'hands list --text WORD' finds its words.

    The hand itself does not change: its checksum stays the same.
    """
    _keep(number, lambda note: replace(note, text=text), as_json)


def _keep(number: int, change: Callable[[HandNote], HandNote], as_json: bool) -> None:
    with written(database_path()) as store:
        note = keep_note(store, number, change).result()
    result = {"number": number, "tags": note.tags, "note": note.text}
    words = [*(f"#{tag}" for tag in note.tags), *([note.text] if note.text else [])]
    line = tr("noted on hand {number}: {words}").format(number=number, words=" ".join(words))
    report(result, as_json, [line if words else tr("no tags and no note")])
