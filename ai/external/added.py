"""External engines added by the user, stored in one file.

The file ``engines.json`` is in the folder of strategies. It may be edited by hand and is not
trusted: invalid entries are skipped with a message, and a file that cannot be parsed is never
overwritten. Every change rereads the file and writes it whole.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from threading import Lock

from ai.agents.entry import Engine
from ai.external.log import log_path
from ai.external.program import ADDED, Added, Told, read_entry
from ai.external.report import Report
from ai.files.atomic import replacing
from ai.files.watched import stamp_of
from engine.errors import EngineError
from engine.named_file import read_named
from engine.wording import Wording

FILE = "engines.json"
MAX_ENGINES = 200
_MAX_BYTES = 4_000_000

log = logging.getLogger(__name__)
_changing = Lock()


class NameTakenError(EngineError):
    """The name of an engine to be added is taken."""


def list_added(home: Path) -> tuple[Engine, ...]:
    """The engines added by the user, as registry entries; never fails."""
    return tuple(_engine(entry, entry.problem) for entry in read_added(home)[0])


@lru_cache(MAX_ENGINES)
def _engine(entry: Added, problem: Wording | None) -> Engine:
    told = entry.told
    character = Wording("Runs in its own process.")
    if problem:
        character = Wording("Not usable: {problem}.", problem=problem)
    elif told is not None:
        character = Wording("Runs in its own process: {engine}.", engine=told.hello.title)
    games = Wording("any game")
    if told is not None:
        games = Wording("{games}", games=", ".join(told.games))
    return Engine(
        name=f"{ADDED}{entry.name}",
        title=entry.name,
        character=character,
        needs=games,
        fits=entry.takes,
        make=entry.start,
        has_ranges=told is not None and told.hello.has_ranges,
        learns=told is not None and told.hello.observes,
        stamp=(entry.stamp,),
        added=True,
        problem=problem,
    )


def read_added(home: Path) -> tuple[tuple[Added, ...], Wording | None]:
    """The engines added by the user, in order; never fails.

    Returns:
        The valid entries, and a message on the parts not understood; None if there are none.
    """
    path = home / FILE
    try:
        stamp = stamp_of(path.stat())
    except FileNotFoundError:
        return (), None
    except OSError as error:
        return (), Wording("{path} cannot be read: {reason}", path=path, reason=error.strerror)
    return _read_entries(path, stamp)


@lru_cache(8)
def _read_entries(
    path: Path, stamp: tuple[int, int, int]
) -> tuple[tuple[Added, ...], Wording | None]:
    """Return the contents of the file at ``stamp``."""
    sound: dict[str, Added] = {}
    wrong, trouble = 0, None
    try:
        read = json.loads(read_named(path, _MAX_BYTES, _unread))
        entries = read.get("engines") if isinstance(read, dict) else None
        if not isinstance(entries, list) or len(entries) > MAX_ENGINES:
            raise EngineError("it holds no list of engines")
    except RecursionError:
        trouble = Wording("it is nested too deeply")
    except (EngineError, ValueError) as error:
        trouble = Wording("{error}", error=error)
    else:
        for plain in entries:
            try:
                entry = read_entry(plain)
                wrong += entry.name in sound
                sound.setdefault(entry.name, entry)
            except (EngineError, ValueError):
                wrong += 1
        if wrong:
            trouble = Wording(
                "{wrong} of its {entries} entries are invalid", wrong=wrong, entries=len(entries)
            )
    if trouble:
        trouble = Wording("{path} cannot be parsed: {trouble}", path=path, trouble=trouble)
        log.warning("%s", trouble)
    return tuple(sound.values()), trouble


def _unread(text: str, /, *, path: Path, problem: Wording) -> EngineError:
    """The error of a file that cannot be read, without the file's path."""
    return EngineError("{problem}", problem=problem)


def find_added(home: Path, name: str) -> Added:
    """Find an added engine by its name without ``added:``.

    Raises EngineError if there is none, naming the available ones.
    """
    known, trouble = read_added(home)
    for entry in known:
        if entry.name == name:
            return entry
    names = Wording("none so far")
    if known:
        names = Wording("{names}", names=", ".join(entry.name for entry in known))
    if trouble:
        raise EngineError(
            "there is no added engine '{name}'; added: {names}; {trouble}",
            name=name[:60],
            names=names,
            trouble=trouble,
        )
    raise EngineError(
        "there is no added engine '{name}'; added: {names}", name=name[:60], names=names
    )


def keep_added(home: Path, entry: Added, instead_of: str = "") -> None:
    """Add an engine, or update it.

    Args:
        instead_of: name of the entry that it replaces, in its place; empty for a further one.

    Raises:
        NameTakenError: if another entry has its name.
        EngineError: if it is invalid, or the file cannot be written.
    """
    entry.check()

    def changed(known: list[Added]) -> list[Added]:
        names = [one.name for one in known]
        if entry.name != instead_of and entry.name in names:
            raise NameTakenError("there is already an added engine '{name}'", name=entry.name)
        if instead_of in names:
            known[names.index(instead_of)] = entry
            return known
        if len(known) >= MAX_ENGINES:
            raise EngineError("at most {most} engines can be added", most=MAX_ENGINES)
        return [*known, entry]

    _change(home, changed)


def keep_report(home: Path, entry: Added, told: Told | None, report: Report) -> None:
    """Store a test report, unless the engine has changed since.

    Args:
        entry: the engine as it was tested.
        told: its stated properties; None if it did not start.

    Raises:
        EngineError: if the file cannot be written.
    """
    tested = replace(entry, told=None, report=None)

    def changed(known: list[Added]) -> list[Added]:
        return [
            replace(one, told=told or one.told, report=report)
            if replace(one, told=None, report=None) == tested
            else one
            for one in known
        ]

    _change(home, changed)


def remove_added(home: Path, name: str) -> None:
    """Remove an engine and its log, but not its program.

    Raises EngineError if there is none of that name, or the file cannot be written.
    """
    find_added(home, name)
    _change(home, lambda known: [one for one in known if one.name != name])
    path = log_path(home, f"{ADDED}{name}")
    if path is not None:
        path.unlink(missing_ok=True)


def _change(home: Path, change: Callable[[list[Added]], list[Added]]) -> None:
    with _changing:
        known, trouble = read_added(home)
        if trouble:
            raise EngineError("{trouble}; fix or move it first", trouble=trouble)
        try:
            entries = [entry.plain() for entry in change(list(known))]
            home.mkdir(parents=True, exist_ok=True)
            with replacing(home / FILE) as fresh:
                fresh.write_text(json.dumps({"engines": entries}, indent=1) + "\n", "utf-8")
        except OSError as error:
            raise EngineError(
                "{path} cannot be written: {reason}", path=home / FILE, reason=error.strerror
            ) from None
