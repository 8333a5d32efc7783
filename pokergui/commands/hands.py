"""``pokergui hands``: the hand database."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from engine.errors import PokerError
from engine.game import get_game
from engine.shown import shown_cards
from pokergui.cli import NamingGroup
from pokergui.commands.common import Decorator, define, long_work, report, table
from pokergui.paths import database_path
from pokergui.store import (
    FORMATS,
    HandFilter,
    HandReader,
    Listing,
    NoDatabaseError,
    StoredHand,
    VerifyReport,
    export,
    time_text,
    verify,
)

_MOST = 10**12
"""Beyond any number of hands, and within SQLite's integers."""
UNSOUND = 1
"""Exit status of ``verify`` where something is not as it was written."""


@click.group("hands", cls=NamingGroup)
def command() -> None:
    """List, show, export, verify and back up the hands played at the table."""


def _time(context: click.Context, param: click.Parameter, text: str) -> str:
    """A time as the database has it."""
    try:
        return text and time_text(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        raise PokerError(
            f"'{text[:40]}' is not a time; write 2026-05-01 or 2026-05-01T18:30, which is UTC"
        ) from None


def _game(context: click.Context, param: click.Parameter, name: str) -> str:
    """A game's own name."""
    return name and get_game(name).name


def _selection(function: Callable[..., None]) -> Callable[..., None]:
    """Options that choose hands."""
    options: tuple[Decorator, ...] = (
        click.option("--game", default="", callback=_game, help="Only of it, depth and all."),
        click.option("--opponent", default="", metavar="ENGINE", help="Only against it."),
        click.option(
            "--since",
            default="",
            callback=_time,
            metavar="TIME",
            help="From then on, as 2026-05-01; UTC.",
        ),
        click.option("--until", default="", callback=_time, metavar="TIME", help="Only before."),
        click.option(
            "--newest", type=click.IntRange(1, _MOST), metavar="N", help="Only the last N."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def _select(wanted: HandFilter) -> Listing:
    """The hands that a filter lets through; none where none was ever saved."""
    try:
        with HandReader(database_path()) as reader:
            return reader.list(wanted)
    except NoDatabaseError:
        return Listing((), ())


def _as_json(hand: StoredHand) -> dict[str, Any]:
    game, record = hand.game, hand.record
    return {
        "number": hand.number,
        "time": hand.time,
        "session": hand.session,
        "mode": hand.mode,
        "game": hand.game_name,
        "players": hand.players,
        "engines": hand.engines,
        "hero": hand.hero,
        "holes": [None if hole is None else shown_cards(game, hole) for hole in record.holes],
        "board": shown_cards(game, record.board),
        "line": hand.line,
        "payoffs": hand.payoffs,
        "result": hand.result,
        "notes": hand.notes,
    }


def _list(
    game: str, opponent: str, since: str, until: str, newest: int | None, as_json: bool
) -> None:
    """List finished hands, oldest first; holes, line and payoffs are by position."""
    found = _select(HandFilter(game, opponent, since=since, until=until, newest=newest))
    hands = [_as_json(hand) for hand in found.hands]
    rows = [
        (h["number"], h["time"], h["game"], " v ".join(h["players"]), h["line"], h["result"])
        for h in hands
    ]
    heads = ("hand", "time", "game", "players", "line", "result")
    lines = table(rows, heads) or ["no hands"]
    if found.damaged:
        lines.append(f"damaged: {', '.join(map(str, found.damaged))}")
    report({"hands": hands, "damaged": list(found.damaged)}, as_json, lines)


def _show(number: int, as_json: bool) -> None:
    """Show one hand with its deck and the proof that the deck was fixed before play."""
    with HandReader(database_path()) as reader:
        hand = reader.show(number)
    details = _as_json(hand) | {
        "deck": hand.cards,  # in ACPC's letters, as it was hashed
        "salt": hand.salt,
        "deck_hash": hand.deck_hash,
    }
    report(details, as_json, table([(key, _text(value)) for key, value in details.items()]))


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join("-" if item in (None, "") else str(item) for item in value)
    return str(value)


def _export(
    form: str,
    out: Path | None,
    game: str,
    opponent: str,
    since: str,
    until: str,
    newest: int | None,
    as_json: bool,
) -> None:
    """Write hands as text: PHH for hold'em, or an ACPC log of one game of any kind."""
    found = _select(HandFilter(game, opponent, since=since, until=until, newest=newest))
    text = None
    if out is None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "hands"
            done = export(found.hands, form, path)
            text = path.read_text("utf-8")
    else:
        done = export(found.hands, form, out)
    result = {
        "file": None if out is None else str(out),
        "text": text,
        "hands": done.hands,
        "left_out": done.left_out,
        "damaged": found.damaged,
    }
    lines = [text.rstrip("\n")] if text is not None else [f"{done.hands:,} hands saved as {out}"]
    report(result, as_json, lines)
    if done.left_out:
        numbers = ", ".join(map(str, done.left_out))
        click.echo(f"left out, as {form} has no words for their game: {numbers}", err=True)
    if found.damaged:
        numbers = ", ".join(map(str, found.damaged))
        click.echo(f"left out, as they are damaged: {numbers}", err=True)


def _verify(as_json: bool) -> None:
    """Check every hand against the checksums written with it; exit status 1 if one is wrong."""
    try:
        with long_work("verifying") as control:
            found = verify(database_path(), control)
    except NoDatabaseError:
        found = VerifyReport(0, 0, ())
    problems = [{"hand": problem.hand, "text": problem.text} for problem in found.problems]
    result = {
        "hands": found.hands,
        "decks": found.decks,
        "sound": found.sound,
        "problems": problems,
    }
    lines = [problem.text for problem in found.problems]
    lines.append(f"{found.hands:,} hands are as they were written")
    report(result, as_json, lines)
    if not found.sound:
        raise click.exceptions.Exit(UNSOUND)


def _backup(file: Path, as_json: bool) -> None:
    """Copy the database to a file, also while the program is running."""
    with HandReader(database_path()) as reader:
        reader.backup(file)
    report({"file": str(file)}, as_json, [f"saved as {file}"])


command.add_command(define(_selection, name="list")(_list))
command.add_command(
    define(click.argument("number", type=click.IntRange(1, _MOST)), name="show")(_show)
)
command.add_command(
    define(
        click.option("--format", "form", required=True, type=click.Choice(FORMATS)),
        click.option(
            "--out", type=click.Path(path_type=Path), metavar="FILE", help="Otherwise printed."
        ),
        _selection,
        name="export",
    )(_export)
)
command.add_command(define(name="verify")(_verify))
command.add_command(
    define(click.argument("file", type=click.Path(path_type=Path)), name="backup")(_backup)
)
