"""The hand database in commands: options that choose hands, and writing to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any

import click

from engine.errors import GameError, PokerError
from engine.game import get_game
from engine.positions import POSITIONS
from engine.ranges import parse_range
from pokergui.cli import fail
from pokergui.commands.common import MOST_NUMBER, Decorator, Number
from pokergui.formatting.words import hands_text
from pokergui.language import tr_commands as tr
from pokergui.localtime import read_time
from pokergui.paths import database_path
from pokergui.store import (
    IMPORTED,
    POTS,
    STREETS,
    HandReader,
    HandSelection,
    NoDatabaseError,
    Store,
    examine,
    time_text,
)

MODES = ("play", "training", IMPORTED)
_FILTERS = tuple(field.name for field in fields(HandSelection) if field.name != "with_hero")


def _time(context: click.Context, param: click.Parameter, text: str) -> str:
    """Return a time in the database's form."""
    try:
        return text and time_text(read_time(text))
    except (ValueError, OverflowError):
        raise PokerError(
            "'{text}' is not a time; write 2026-05-01 or 2026-05-01T18:30, which is local",
            text=text[:40],
        ) from None


def game_name(context: click.Context, param: click.Parameter, name: str) -> str:
    """Return a game's own name; imported hands may be of games that are not built in."""
    try:
        return name and get_game(name).name
    except GameError:
        with suppress(NoDatabaseError), HandReader(database_path()) as reader:
            if name in reader.facets().games:
                return name
        raise


def _range(context: click.Context, param: click.Parameter, text: str) -> str:
    """Return a range once it is known to be one."""
    if text:
        parse_range(text)
    return text


def _or_any(context: click.Context, param: click.Parameter, choice: str | None) -> str:
    """Return the choice; an empty filter matches everything."""
    return choice or ""


def chooses_hands(function: Callable[..., None]) -> Callable[..., None]:
    """Add options that choose hands; the function gets them as one filter."""
    options: tuple[Decorator, ...] = (
        click.option(
            "--game", default="", callback=game_name, help="Only this game, including its depth."
        ),
        click.option("--opponent", default="", metavar="NAME", help="Only against this opponent."),
        click.option("--session", default="", metavar="NAME", help="Only from this session."),
        click.option(
            "--mode",
            "modes",
            multiple=True,
            type=click.Choice(MODES),
            help="Only this mode; may be given twice.",
        ),
        click.option(
            "--since",
            default="",
            callback=_time,
            metavar="TIME",
            help="Only since this time, such as 2026-05-01; local unless it has an offset.",
        ),
        click.option(
            "--until", default="", callback=_time, metavar="TIME", help="Only before this time."
        ),
        click.option("--result", callback=_or_any, type=click.Choice(("won", "lost", "even"))),
        click.option(
            "--least-bb",
            default=0.0,
            type=Number(0, MOST_NUMBER),
            metavar="N",
            help="Only hands won or lost by at least N big blinds.",
        ),
        click.option(
            "--hole",
            default="",
            callback=_range,
            metavar="RANGE",
            help="Only with these hole cards of yours, such as AA, AKs or 99+,KQs.",
        ),
        click.option(
            "--position",
            callback=_or_any,
            type=click.Choice(POSITIONS),
            help="Only from this position.",
        ),
        click.option(
            "--pot",
            callback=_or_any,
            type=click.Choice(POTS),
            help="Only pots with so many raises before the flop; or which three players saw.",
        ),
        click.option(
            "--street",
            callback=_or_any,
            type=click.Choice(STREETS),
            help="Only hands that reached this street.",
        ),
        click.option("--tag", default="", help="Only hands with this tag of yours."),
        click.option(
            "--text",
            default="",
            help="Only hands with these words: names, cards seen (Kh), notes; or words as above:"
            " 99+, BTN, 3-bet, river, #tag.",
        ),
        click.option(
            "--newest", type=click.IntRange(1, MOST_NUMBER), metavar="N", help="Only the last N."
        ),
    )

    @wraps(function)
    def choosing(**given: Any) -> None:
        wanted = HandSelection(**{name: given.pop(name) for name in _FILTERS})
        function(wanted=wanted, **given)

    chosen: Callable[..., None] = choosing
    for option in reversed(options):
        chosen = option(chosen)
    return chosen


@contextmanager
def written(path: Path) -> Iterator[Store]:
    """Open a database for writing, and report on stderr that its file is gone or damaged.

    Raises:
        StoreError: if it cannot be opened, or not everything can be written.
    """
    store = Store.open(path)
    store.tell = fail
    try:
        yield store
    finally:
        store.close()
    warn_of_damage(path)


def warn_of_damage(path: Path) -> None:
    """Report on stderr that a database is damaged as a whole, and how much of it is sound."""
    if (damage := examine(path)) is not None:
        words = tr(
            "{path} is damaged: {sound:,} of {hands} are intact; 'pokergui hands salvage' saves "
            "the intact part"
        )
        fail(words.format(path=path, sound=damage.hands, hands=hands_text(damage.written)))
