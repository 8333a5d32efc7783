"""``pokergui hands``: the hand database."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from engine.errors import PokerError
from engine.jobs import JobControl
from engine.records.formats import WRITTEN
from pokergui.cli import NamingGroup
from pokergui.commands.common import (
    MOST_NUMBER,
    define,
    exit_if_stopped,
    long_work,
    path_option,
    picked,
    reads_hands,
    report,
    rules_of,
    table,
)
from pokergui.commands.database import chooses_hands, written
from pokergui.commands.hands import backups, notes, stored
from pokergui.commands.hands.backups import UNSOUND
from pokergui.commands.hands.texts import (
    detail_title,
    hand_as_json,
    list_heads,
    list_row,
    refusal_line,
    stats_as_json,
    stats_lines,
    totals_as_json,
    totals_lines,
)
from pokergui.formatting.words import hands_text
from pokergui.handtext import hand_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import local_text
from pokergui.paths import database_path
from pokergui.store import (
    IMPORTED,
    NO_NOTE,
    PLAYED,
    HandNote,
    HandReader,
    HandSelection,
    Listing,
    NoDatabaseError,
    export,
    import_hands,
    numbers_text,
)


@click.group("hands", cls=NamingGroup)
def command() -> None:
    """List, show, tag, import, export, verify, back up and salvage the hands of the database."""


def _select(wanted: HandSelection, control: JobControl | None = None) -> Listing:
    """Return the hands that match a filter; none if none was ever saved."""
    try:
        with HandReader(database_path()) as reader:
            reader.look()
            return reader.list(wanted, control)
    except NoDatabaseError:
        return Listing((), ())


def _notes() -> dict[int, HandNote]:
    with HandReader(database_path()) as reader:
        return reader.notes()


def _damaged(numbers: Sequence[int]) -> str:
    return tr("damaged: {hands}, {numbers}").format(
        hands=hands_text(len(numbers)), numbers=numbers_text(numbers)
    )


def _unfinished() -> list[dict[str, Any]]:
    """Return hands in progress with public facts only: no cards."""
    try:
        with HandReader(database_path()) as reader:
            return [
                {
                    "game": h.game_name,
                    "opponent": ", ".join(h.opponents),
                    **picked(h, "hero", "line"),
                    "time": local_text(h.time),
                }
                for h in reader.open_hands().hands
            ]
    except NoDatabaseError:
        return []


@define(chooses_hands, name="list", into=command)
def _list(wanted: HandSelection, as_json: bool) -> None:
    """List finished hands, oldest first, and name unfinished ones.

    Holes, line and payoffs are by position.

    The totals below are yours, after the rake, for each game; training and imported hands count
    only where --mode names them.
    """
    listed = _select(wanted)
    known = _notes() if listed.hands else {}
    noted = [(hand, known.get(hand.number, NO_NOTE)) for hand in listed.hands]
    hands = [hand_as_json(*both) for both in noted]
    lines = table([list_row(*both) for both in noted], list_heads()) or [tr("no hands")]
    totals = totals_as_json(listed.hands, wanted.modes or PLAYED.modes)
    lines += totals_lines(totals)
    if listed.damaged:
        lines.append(_damaged(listed.damaged))
    unfinished = _unfinished()
    lines += [
        tr(
            "unfinished: {game} against {opponent}, line {line}, {time}; the window resumes it"
        ).format(**{**one, "line": one["line"] or tr("empty")})
        for one in unfinished
    ]
    everything = {"hands": hands, "totals": totals, "damaged": listed.damaged}
    report(everything | {"unfinished": unfinished}, as_json, lines)


@define(click.argument("number", type=click.IntRange(1, MOST_NUMBER)), name="show", into=command)
def _show(number: int, as_json: bool) -> None:
    """Show one hand with its deck and the proof that the deck was committed before play."""
    with HandReader(database_path()) as reader:
        hand, note = reader.show(number), reader.notes((number,)).get(number, NO_NOTE)
    details = hand_as_json(hand, note) | dict.fromkeys(("deck", "salt", "deck_hash"))
    if hand.mode != IMPORTED:
        details |= picked(hand, "salt", "deck_hash")
        details["deck"] = hand.cards  # in ACPC's letters, as it was hashed
    lines = table([(detail_title(key), _text(value)) for key, value in details.items()])
    text = hand_text(hand)
    report(details | {"text": text}, as_json, [*lines, "", *text.split("\n")])


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join("-" if item in (None, "") else str(item) for item in value)
    return "-" if value in (None, "") else str(value)


@define(
    click.option(
        "--format", "form", required=True, type=click.Choice([one.name for one in WRITTEN])
    ),
    path_option("--out", metavar="FILE", help="Printed by default."),
    chooses_hands,
    name="export",
    into=command,
)
def _export(form: str, out: Path | None, wanted: HandSelection, as_json: bool) -> None:
    """Export hands in a text format of other programs."""
    text = None
    with long_work(tr("exporting")) as control:
        selected = _select(wanted, control).replayable()
        if out is None:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "hands"
                done = export(selected.hands, form, path, control)
                text = path.read_text("utf-8")
        else:
            done = export(selected.hands, form, out, control)
    result = {
        "file": None if out is None else str(out),
        "text": text,
        "hands": done.hands,
        "left_out": done.left_out,
        "damaged": selected.damaged,
    }
    if text is not None:
        lines = [text.rstrip("\n")]
    else:
        lines = [tr("{hands} saved as {file}").format(hands=hands_text(done.hands), file=out)]
    report(result, as_json, lines)
    inexpressible = tr("left out, as {format} cannot express their game: {hands}, {numbers}")
    damaged = tr("left out, since they are damaged: {hands}, {numbers}")
    for words, numbers in ((inexpressible, done.left_out), (damaged, selected.damaged)):
        if numbers:
            left_out = words.format(
                format=form, hands=hands_text(len(numbers)), numbers=numbers_text(numbers)
            )
            click.echo(left_out, err=True)


@define(
    reads_hands,
    click.option(
        "--hero",
        default="",
        metavar="NAME",
        help="Player whose hands they are; by default as in the files.",
    ),
    name="import",
    into=command,
)
def _import(
    files: tuple[Path, ...], game: str | None, definition: Path | None, hero: str, as_json: bool
) -> None:
    """Import hands from files, or all files of a folder: FORMATS.

    Each is replayed through the rulebook; exit status 1 if one is refused. Hands that the rulebook
    does not play (of players whose stacks are not known) are kept as text with the result of their
    file; other games are passed over. Hands imported before are skipped. The hero is the one that
    --hero names, or else the file; the name is remembered for later files.
    """
    rules = rules_of(game, definition)
    with written(database_path()) as store, long_work(tr("importing")) as control:
        done = import_hands(
            store, files, game=rules, definition=definition, hero=hero, control=control
        )
    if not (done.imported or done.skipped) and all(r.place == 0 for r in done.refusals):
        for refusal in done.refusals:
            raise PokerError("{reason}", reason=refusal.reason)
    result = {
        **picked(done, "imported", "skipped", "unclear", "other_games", "remarks"),
        "refused": [asdict(refusal) for refusal in done.refusals],
        "num_refused": done.refused,
    }
    lines = [
        tr("{hands} imported, {skipped:,} skipped as already imported").format(
            hands=hands_text(done.imported), skipped=done.skipped
        ),
        *done.remarks,
        *map(refusal_line, done.refusals),
    ]
    if done.unclear:
        lines.append(
            tr("{hands} without a hero; --hero NAME names it").format(
                hands=hands_text(done.unclear)
            )
        )
    if done.refused > len(done.refusals):
        lines.append(tr("refused: {count:,} in all").format(count=done.refused))
    report(result, as_json, lines)
    exit_if_stopped(control)
    if done.refused:
        raise click.exceptions.Exit(UNSOUND)


@define(chooses_hands, name="stats", into=command)
def _stats(wanted: HandSelection, as_json: bool) -> None:
    """Show your and each engine's statistics by game: VPIP, PFR and the like, and your result.

    Each statistic is shown with the counts behind it. Training and imported hands count
    only where --mode names them: --mode play --mode imported takes in both.
    """
    with long_work(tr("counting")) as control:
        try:
            with HandReader(database_path()) as reader:
                reader.look()
                games = reader.player_statistics(wanted, control)
                imported = replace(wanted, modes=(IMPORTED,))
                asked = games or wanted.modes
                others = () if asked else reader.player_statistics(imported, control)
                damaged = reader.damaged
        except NoDatabaseError:
            games = others = damaged = ()
    result = {"games": [stats_as_json(game) for game in games], "damaged": damaged}
    lines = [line for game in games for line in stats_lines(game)]
    none = tr("no hands")
    if count := sum(game.hands for game in others):
        none = tr("no hands played here; --mode imported counts {hands}").format(
            hands=hands_text(count)
        )
    lines = lines or [none]
    if damaged:
        lines.append(_damaged(damaged))
    report(result, as_json, lines)
    exit_if_stopped(control)


@define(name="reindex", into=command)
def _reindex(as_json: bool) -> None:
    """Rebuild the hand index, if verify reports that it is damaged."""
    with written(database_path()) as store:
        store.reindex().result()
    report({"reindexed": True}, as_json, [tr("the hand index is intact")])


for _one in (
    backups.backup_command,
    backups.list_command,
    backups.restore_command,
    stored.ledger_command,
    notes.note_command,
    notes.tag_command,
    stored.list_command,
    stored.export_command,
    stored.profile_command,
    backups.verify_command,
    backups.salvage_command,
):
    command.add_command(_one)
