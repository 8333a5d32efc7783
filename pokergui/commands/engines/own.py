"""``pokergui engines add``, ``test``, ``remove``, ``log``: external engines."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import click

from ai.external.added import find_added, keep_added, keep_report, remove_added
from ai.external.agent import MOST_SECONDS, SECONDS
from ai.external.log import log_path, read_log
from ai.external.program import ADDED, PYTHON, Added, absolute
from ai.external.report import Report
from ai.external.testing import introduce, run_test
from ai.registry import OTHERS, PROCESS
from engine.errors import PokerError
from engine.game import get_game
from pokergui.commands.common import Number, define, exit_if_stopped, long_work, report, table
from pokergui.formatting.numbers import shares_by_card
from pokergui.language import tr_commands as tr
from pokergui.paths import strategies_dir

_FAILED = 1
"""Exit status of a test that found an engine not ready to play."""


@define(
    click.argument("name"),
    click.argument("engine_command", metavar="COMMAND"),
    click.option(
        "--seconds",
        type=Number(0.01, MOST_SECONDS),
        default=SECONDS,
        show_default=True,
        help="Time for a decision; a later answer counts as check or fold.",
    ),
    click.option(
        "--option", "options", metavar="NAME=VALUE", multiple=True, help="A setting of the engine."
    ),
    name="add",
)
def _add(
    name: str, engine_command: str, seconds: float, options: tuple[str, ...], as_json: bool
) -> None:
    """Add an external engine to all lists, as added:NAME.

    COMMAND is a program that speaks the engine protocol, with its arguments, or python:PATH. It is
    started to query its capabilities.
    """
    pairs = [option.partition("=") for option in options]
    if not all(key and equals for key, equals, _ in pairs):
        raise PokerError("--option is NAME=VALUE, as in --option depth=6")
    values = {key: value for key, _, value in pairs}
    entry = Added(name, absolute(engine_command), seconds, tuple(sorted(values.items())))
    entry.check()
    home = strategies_dir()
    with long_work(tr("starting it")) as control:
        told = introduce(replace(entry, options=()), home, control)
    entry = replace(entry, told=told)
    keep_added(home, entry)
    hello = told.hello
    result = {
        "name": f"{ADDED}{name}",
        "engine": hello.name,
        "version": hello.version,
        "command": entry.command,
        "seconds": seconds,
        "ranges": hello.has_ranges,
        "games": list(told.games),
        "options": [asdict(one) | {"value": values.get(one.name)} for one in hello.options],
    }
    first = tr("{name} added: {engine}, gives actions only, no ranges")
    if hello.has_ranges:
        first = tr("{name} added: {engine}, gives ranges")
    option = tr("option {name}: {needs}, by default {default}")
    lines = [
        first.format(name=f"{ADDED}{name}", engine=hello.title),
        tr("plays {games}").format(games=", ".join(told.games)),
        *(
            option.format(name=one.name, needs=one.needs, default=one.default)
            for one in hello.options
        ),
        tr("to test it for a hundred hands: pokergui engines test {name}").format(
            name=_quoted(name)
        ),
    ]
    report(result, as_json, lines)


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def _entry(name: str) -> tuple[Added, bool]:
    """Return the engine to test, and whether it is on the lists.

    Raises:
        EngineError: if there is none of that name.
    """
    if not name.startswith(OTHERS):
        return find_added(strategies_dir(), name.removeprefix(ADDED)), True
    command = name if name.startswith(PYTHON) else name.removeprefix(PROCESS)
    return Added("engine", absolute(command)), False


@define(
    click.argument("name"),
    click.option("--game", metavar="GAME", help="By default no-limit hold'em if it plays that."),
    name="test",
)
def _test(name: str, game: str | None, as_json: bool) -> None:
    """Play a hundred hands with an external engine and report problems.

    NAME is an added engine, process:COMMAND or python:PATH. The exit status is 1 where the
    engine is not ready to play.
    """
    entry, listed = _entry(name)
    rules = None if game is None else get_game(game)
    home = strategies_dir()
    with long_work(tr("testing")) as control:
        told, outcome = run_test(entry, rules, home, control)
    if listed:
        keep_report(home, entry, told, outcome)
    result = outcome.plain() | {
        "name": name,
        "ready": not outcome.failed,
        "remarks": outcome.remarks,
        "games": None if told is None else list(told.games),
    }
    report(result, as_json, _lines(outcome))
    exit_if_stopped(control)
    if outcome.failed:
        raise click.exceptions.Exit(_FAILED)


def _lines(tested: Report) -> list[str]:
    if not tested.engine:
        return [tr("not ready to play: it does not start"), *tested.reasons]
    heading = tr("{engine}, {game}, {hands} hands in {seconds:,.1f} s: {verdict}")
    answers = tr("{answered:,} of {decisions:,} decisions, slowest {seconds:.2f} s")
    rows = [
        (
            tr("starts and gives its name"),
            tr("{seconds:.2f} s").format(seconds=tested.start_seconds),
        ),
        (
            tr("answers in time"),
            answers.format(
                answered=tested.answered, decisions=tested.decisions, seconds=tested.slowest
            ),
        ),
        (tr("illegal actions"), f"{tested.illegal:,}"),
        (tr("ranges"), _ranges(tested)),
        (tr("same seed, same play"), _same(tested)),
        (tr("survives a restart"), tr("yes") if tested.restarted else tr("no")),
        *([(tr("raises, where legal"), shares_by_card(tested.raises))] if tested.raises else []),
    ]
    return [
        heading.format(
            engine=tested.engine,
            game=tested.game,
            hands=tested.hands,
            seconds=tested.seconds,
            verdict=_verdict(tested),
        ),
        "",
        *table(rows),
        *(["", *tested.reasons] if tested.reasons else []),
    ]


def _verdict(tested: Report) -> str:
    if tested.failed:
        return tr("not ready to play")
    if not tested.remarks:
        return tr("ready to play")
    if tested.remarks == 1:
        return tr("ready to play, 1 remark")
    return tr("ready to play, {count} remarks").format(count=tested.remarks)


def _ranges(tested: Report) -> str:
    if tested.rangeless:
        words = tr("none at {count:,} of {decisions:,} decisions, which ended the hand")
        return words.format(count=tested.rangeless, decisions=tested.decisions)
    if not tested.has_ranges:
        return tr("gives actions only")
    words = tr("at {count:,} of {decisions:,} decisions, rows sum to 1")
    return words.format(count=tested.ranges, decisions=tested.decisions)


def _same(tested: Report) -> str:
    if not tested.differs:
        return tr("yes")
    words = tr("differs at {count:,} of {decisions:,} decisions")
    return words.format(count=tested.differs, decisions=tested.decisions)


@define(click.argument("name"), name="remove")
def _remove(name: str, as_json: bool) -> None:
    """Remove an external engine from the lists; its program is not deleted."""
    name = name.removeprefix(ADDED)
    remove_added(strategies_dir(), name)
    words = tr("{name} was removed")
    report({"removed": f"{ADDED}{name}"}, as_json, [words.format(name=f"{ADDED}{name}")])


@define(
    click.argument("name"),
    click.option("--errors", is_flag=True, help="Only failures."),
    name="log",
)
def _log(name: str, errors: bool, as_json: bool) -> None:
    """Show the end of an engine's log: > marks its input, < its output, ! its stderr.

    NAME is an added engine, process:COMMAND or python:PATH.
    """
    if not name.startswith(OTHERS):
        name = f"{ADDED}{find_added(strategies_dir(), name.removeprefix(ADDED)).name}"
    path = log_path(strategies_dir(), name)
    lines = [line for line in read_log(path) if line.is_error or not errors]
    result: dict[str, Any] = {"file": str(path), "lines": [asdict(line) for line in lines]}
    shown = [" ".join(filter(None, (line.time, line.mark, line.words))) for line in lines]
    report(result, as_json, shown or [tr("nothing has been logged yet")])


COMMANDS = (_add, _test, _remove, _log)
