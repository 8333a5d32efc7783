"""Shared parts of commands: options, output, progress and Ctrl-C."""

from __future__ import annotations

import json
import math
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.rake import NO_RAKE, Rake
from engine.sanitise import plain_lines
from engine.stats import PlayerStats, Share
from pokergui.cli import INTERRUPTED, NamingGroup, WordedCommand, home_option
from pokergui.ending import when_asked_to_end
from pokergui.instance import InstanceError, InstanceLock
from pokergui.language import ENGLISH, tr_commands, use
from pokergui.paths import data_dir
from pokergui.workers import check_network

if TYPE_CHECKING:
    from engine.running_result import Interval

MOST_NUMBER = 10**12
"""A number beyond any number of hands, and within SQLite's integers."""
Decorator = Callable[[Callable[..., None]], Callable[..., None]]


def _for_programs(ctx: click.Context, param: click.Parameter, as_json: bool) -> bool:
    """Switch to English: JSON is the same in every language."""
    if as_json:
        use(ENGLISH)
    return as_json


class Number(click.FloatRange):
    """A finite number within bounds, the only type of options that take fractions."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; NaN, which passes every range, and infinity are refused."""
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(tr_commands("{value} is not a number").format(value=value), param, ctx)
        return number

    def _describe_range(self) -> str:
        """Return the range that help shows: none without bounds, where click has "x<=None"."""
        return "" if self.min is None and self.max is None else super()._describe_range()


json_option: Decorator = click.option(
    "--json",
    "as_json",
    is_flag=True,
    is_eager=True,
    callback=_for_programs,
    help="Print one JSON object.",
)
seed_option: Decorator = click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed."
)


def rake_of(percent: int, cap: int) -> Rake:
    return Rake(percent, cap) if percent else NO_RAKE


rake_options: tuple[Decorator, ...] = (
    click.option(
        "--rake",
        type=click.IntRange(0, 100),
        default=0,
        help="Percentage of every pot that sees a flop, at tables for three and more; engines"
        " play without it.",
    ),
    click.option(
        "--rake-cap",
        type=click.IntRange(1, 100_000),
        default=3,
        show_default=True,
        help="Most that is taken from a hand, in big blinds.",
    ),
)
programs_option: Decorator = click.option(
    "--allow-programs",
    is_flag=True,
    help="Run programs (process:, python:) that the database names and you have not added here.",
)
line_option: Decorator = click.option(
    "--line", default="", help="ACPC betting text up to the decision, as in r300c/."
)
board_option: Decorator = click.option(
    "--board", default="", help="Cards on the board, as in AhTd7c."
)
every_option: Decorator = click.option(
    "--all", "every", is_flag=True, help="Every information set of kuhn and leduc."
)


def path_option(*names: str, **more: Any) -> Decorator:
    return click.option(*names, type=click.Path(path_type=Path), **more)


database_option = path_option("--db", metavar="FILE", help="Another hand database.")
threads_option: Decorator = click.option(
    "--threads",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="Maximum number of threads.",
)


def scheduler_option(help: str) -> Decorator:
    """Return ``--scheduler`` and the option without which only TLS crosses a network."""
    trusts = click.option(
        "--trust-network",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_trust_network,
        help="Use a scheduler on a network without TLS: anybody there can run programs here.",
    )
    address = click.option("--scheduler", metavar="ADDRESS", callback=_scheduler, help=help)
    return lambda function: address(trusts(function))


_TRUSTED = "pokergui.trust_network"


def _trust_network(ctx: click.Context, param: click.Parameter, trusted: bool) -> None:
    ctx.meta[_TRUSTED] = trusted


def _scheduler(ctx: click.Context, param: click.Parameter, address: str | None) -> str | None:
    if address is not None and not ctx.meta[_TRUSTED]:
        check_network(address)
    return address


def define(
    *options: Decorator,
    name: str = "",
    group: bool = False,
    into: click.Group | None = None,
    kind: type[WordedCommand] = WordedCommand,
) -> Callable[[Callable[..., None]], click.Command]:
    """Build a command with its options, ``--json`` and ``--home``; its module's name by default.

    FORMATS in its help becomes the formats of files of hands when it is shown.

    Args:
        group: whether it may also have commands of its own.
        kind: of a command that reads its arguments in its own way.
    """

    def wrap(function: Callable[..., None]) -> click.Command:
        every: tuple[Decorator, ...] = (*options, json_option, home_option)
        for option in reversed(every):
            function = option(function)
        named = name or function.__module__.rpartition(".")[2]
        more = {"invoke_without_command": True} if group else {}
        made = click.command(named, NamingGroup if group else kind, **more)(function)
        if into is not None:
            into.add_command(made)
        return made

    return wrap


def reads_hands(function: Callable[..., None]) -> Callable[..., None]:
    """Add files or folders of hands, and the options that name the game where files do not."""
    for option in (
        path_option(
            "--definition",
            help="A .game file that defines it. With neither, the log must hold or name one.",
        ),
        click.option("--game", metavar="GAME", help="The game of ACPC logs."),
        click.argument(
            "files",
            nargs=-1,
            required=True,
            type=click.Path(exists=True, path_type=Path),
            callback=_with_folders,
        ),
    ):
        function = option(function)
    return function


def _with_folders(
    context: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]
) -> tuple[Path, ...]:
    """Return files, and all files of hands in folders."""
    from engine.records.formats import format_of  # needs numpy, which help does not load

    files: list[Path] = []
    for path in paths:
        inside = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else []
        files += filter(format_of, inside) if path.is_dir() else [path]
    return tuple(files)


def rules_of(game: str | None, definition: Path | None) -> Game | None:
    """Return the game that ``reads_hands`` was given by name; None if the files name it.

    Raises:
        PokerError: if there is no such game, or a definition was given as well.
    """
    if game is not None and definition is not None:
        raise PokerError("give --game or --definition, not both")
    return None if game is None else get_game(game)


def _plain(value: Any) -> Any:
    """Return JSON's own types in full precision; a number that is not finite becomes null."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # numpy's scalars and arrays
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def picked(thing: object, *names: str) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def in_mbb(game: Game, key: str, chips: Any) -> dict[str, Any]:
    """Return a figure, or a list of them, in chips per hand and, beside it, in mbb per hand."""
    unit = 1000.0 / game.big_blind
    twin = [value * unit for value in chips] if isinstance(chips, list) else chips * unit
    return {key: chips, f"{key}_mbb": twin}


def interval_in_mbb(game: Game, key: str, interval: Interval) -> dict[str, Any]:
    """Return a mean and half the width of its 95% interval, in chips and in mbb per hand."""
    mean, half = interval.mean, interval.half_width
    return in_mbb(game, key, mean) | in_mbb(game, f"{key}_ci95", half)


def report(result: dict[str, Any], as_json: bool, lines: Sequence[str]) -> None:
    """Print a result: one JSON object, or the lines of text."""
    text = json.dumps(_plain(result), allow_nan=False) if as_json else "\n".join(lines)
    print(plain_lines(text))


def table(rows: Sequence[Sequence[object]], heads: Sequence[str] = ()) -> list[str]:
    """Return lines of a table with columns of even width; numbers are aligned right."""
    if not rows:
        return []
    every = [list(heads), *rows] if heads else list(rows)
    widths = [max(_width(str(row[i])) for row in every) for i in range(len(every[0]))]

    def line(row: Sequence[object]) -> str:
        cells = []
        for cell, width in zip(row, widths, strict=True):
            text = str(cell)
            room = " " * (width - _width(text))
            cells.append(room + text if isinstance(cell, int | float) else text + room)
        return "  ".join(cells).rstrip()

    return [line(row) for row in every]


def _width(text: str) -> int:
    """Return the columns that a text takes on a terminal: two for a wide letter."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def check_writable(*files: Path | None) -> None:
    """Refuse unwritable output files before the work begins.

    Raises:
        PokerError: naming the file and the reason.
    """
    for file in files:
        if file is None:
            continue
        try:
            if file.is_file() or file.is_dir():
                with file.open("ab"):
                    pass
            elif not file.exists():  # opening a pipe would wait for its reader
                with tempfile.TemporaryFile(dir=file.parent):
                    pass
        except OSError as error:
            raise PokerError(
                "{file} cannot be written: {reason}", file=file, reason=error.strerror
            ) from None


@contextmanager
def long_work(label: str) -> Iterator[JobControl]:
    """Yield a control with a progress bar, cancelled by Ctrl-C or SIGTERM.

    What was done until then is reported as usual; the exit status shows that it was stopped.
    Compilation belongs inside: numba does not survive a KeyboardInterrupt. So do all calls of
    engines: output of external code goes to stderr, so that stdout holds the report alone.
    """
    shown = sys.stderr.isatty()
    with click.progressbar(length=1000, label=label, file=sys.stderr, hidden=not shown) as bar:

        def listen(fraction: float, text: str) -> None:
            step = int(1000 * fraction) - bar.pos
            if step > 0:
                bar.update(step)

        control = JobControl(listen)

        def stop(number: int, frame: FrameType | None) -> None:
            if control.cancelled:  # the second time: at once
                raise KeyboardInterrupt
            control.cancel()

        with when_asked_to_end(stop), redirect_stdout(sys.stderr):
            yield control


@contextmanager
def closed_window() -> Iterator[None]:
    """Lock the data folder against windows within the block.

    Raises:
        PokerError: if one is open.
    """
    try:
        lock = InstanceLock(data_dir())
    except InstanceError:
        raise PokerError(
            "a window is open with the folder {folder}; close it first", folder=data_dir()
        ) from None
    try:
        yield
    finally:
        lock.release()


def exit_if_stopped(control: JobControl, *, ended: bool = False) -> None:
    """Exit with the status for Ctrl-C or SIGTERM, once the work done so far is printed.

    Args:
        ended: whether something else ended the work before its time.
    """
    if control.cancelled or ended:
        print(end="", flush=True)
        raise click.exceptions.Exit(INTERRUPTED)


_STATS = ("vpip", "pfr", "three_bet", "af", "wtsd", "wsd")
_TITLES = {"vpip": "VPIP", "pfr": "PFR", "three_bet": "3-bet", "wtsd": "WTSD", "wsd": "W$SD"}


def shares(stats: PlayerStats) -> dict[str, Any]:
    """Return each statistic by name, and its numerator and denominator as ``counts``."""
    values: dict[str, Share] = {name: getattr(stats, name) for name in _STATS}
    counts = {name: [share.part, share.whole] for name, share in values.items()}
    return {name: share.value for name, share in values.items()} | {"counts": counts}


def shares_line(name: str, stats: PlayerStats) -> str:
    parts = ", ".join(f"{title} {_percent(getattr(stats, key))}" for key, title in _TITLES.items())
    factor = "-" if stats.af.value is None else f"{stats.af.value:.2f}"
    return f"{name}: {parts}, AF {factor} ({stats.af.part}/{stats.af.whole})"


def _percent(share: Share) -> str:
    value = "-" if share.value is None else f"{100 * share.value:.1f}%"
    return f"{value} ({share.part}/{share.whole})"
