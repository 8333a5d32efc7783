"""Operations on the data folder while the window is closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ai.agents.entry import Engine
from ai.external.added import keep_added, keep_report, read_added
from ai.external.program import ADDED, Added
from ai.external.report import Report
from ai.external.testing import introduce, run_test
from ai.registry import engines, reference
from ai.strength.ladder import Rung, ladder
from ai.trained import list_trained
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.formatting.words import chips
from pokergui.language import tr_settings as tr
from pokergui.language.joins import clauses
from pokergui.moving import move_data
from pokergui.store import VerifyReport, restore


@dataclass(frozen=True)
class Leaving:
    """Why the window closes and opens again, and work that returns in words what it did."""

    title: str
    work: Callable[[JobControl], str]


def restoring(path: Path, backup: Path, checked: VerifyReport) -> Callable[[JobControl], str]:
    """Return work that puts a checked backup in the place of the database."""

    def work(control: JobControl) -> str:
        done = restore(path, backup, control, checked)
        text = tr.plural(
            "1 hand is restored from {file}", "{count} hands are restored from {file}", done.hands
        ).format(count=chips(done.hands), file=backup.name)
        kept = (
            tr("the previous database is kept as {file}").format(file=done.kept)
            if done.kept
            else ""
        )
        return clauses((text, kept))

    return work


def moving(target: Path, *, remove: bool) -> Callable[[JobControl], str]:
    """Return work that moves the data folder."""

    def work(control: JobControl) -> str:
        moved = move_data(target, remove, control)
        text = tr("the data are now in {folder}").format(folder=moved.target)
        old = tr("the old folder {folder} is no longer used").format(folder=moved.source)
        return text if remove else clauses((text, old))

    return work


@dataclass(frozen=True)
class ListedEngine:
    """An engine of the program or trained here, and its strength in a game that it plays."""

    key: str
    engine: Engine
    game: Game | None = None
    rung: Rung | None = None


@dataclass(frozen=True)
class OwnEngine:
    """An engine that the user added, and why it cannot be started."""

    entry: Added
    problem: Wording | None

    @property
    def key(self) -> str:
        return f"{ADDED}{self.entry.name}"


@dataclass(frozen=True)
class KnownEngines:
    """All engines.

    Attributes:
        rival: title of the engine that they are against; empty for none.
        trouble: why some of the user's own are not listed; None if all are.
    """

    game: Game
    rival: str
    built_in: tuple[ListedEngine, ...]
    trained: tuple[ListedEngine, ...]
    own: tuple[OwnEngine, ...]
    trouble: Wording | None

    def with_own(self, name: str, entry: Added) -> KnownEngines:
        own = (
            OwnEngine(entry, entry.problem) if one.entry.name == name else one for one in self.own
        )
        return replace(self, own=tuple(own))

    def find(self, key: str) -> ListedEngine | OwnEngine | None:
        listed: tuple[ListedEngine | OwnEngine, ...] = (*self.built_in, *self.trained, *self.own)
        return next((one for one in listed if one.key == key), None)


def look(home: Path, game: Game) -> KnownEngines:
    """List all engines with their strength in a game; never fails."""
    coming = engines()
    rungs = ladder(game, home, [engine for engine in coming if engine.fits(game)])
    others = [engine for engine in reversed(coming) if not engine.fits(game)]
    built_in = [_listed(rung.engine, game, rung) for rung in rungs]
    trained = []
    for engine in list_trained(home):
        own = engine.game or game
        trained.append(_listed(engine, own, ladder(own, home, [engine])[0]))
    entries, trouble = read_added(home)
    rival = reference(game)
    return KnownEngines(
        game,
        rival.title if rival is not None else "",
        (*built_in, *(_listed(engine) for engine in others)),
        tuple(trained),
        tuple(OwnEngine(entry, entry.problem) for entry in entries),
        trouble,
    )


def _listed(engine: Engine, game: Game | None = None, rung: Rung | None = None) -> ListedEngine:
    return ListedEngine(f"{engine.name} {engine.title}", engine, game, rung)


def start_new(home: Path, entry: Added, instead_of: str, control: JobControl) -> Added:
    """Query a program's name and options, then save it; unknown options are dropped.

    Args:
        entry: the entry, with a name or, to take the engine's own, without one.
        instead_of: name of the entry that it replaces; empty for a new one.

    Returns:
        The kept entry.

    Raises:
        EngineError: if it does not start, cannot be added, or the file cannot be written.
        CancelledError: if stopped.
    """
    bare = replace(entry, name=entry.name or "engine", options=())
    told = introduce(bare, home, control)
    names = {option.name for option in told.hello.options}
    options = tuple(pair for pair in entry.options if pair[0] in names)
    name = entry.name or free_name(home, told.hello.name)
    kept = replace(entry, name=name, options=options, told=told, report=None)
    keep_added(home, kept, instead_of)
    return kept


def free_name(home: Path, wanted: str) -> str:
    """Return a name that no added engine has: the wanted one, else with a number."""
    letters = "".join(one if one.isalnum() or one in " .+-" else "-" for one in wanted)
    base = letters.strip(" .+-")[:32].strip() or "Engine"
    taken = {entry.name for entry in read_added(home)[0]}
    names = (base, *(f"{base} {number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def duplicate(home: Path, entry: Added) -> Added:
    """Add an engine again under another name; return the kept entry.

    Raises:
        EngineError: if it cannot be added.
    """
    kept = replace(entry, name=free_name(home, entry.name), report=None)
    keep_added(home, kept)
    return kept


def run_and_keep(home: Path, entry: Added, game: str, control: JobControl) -> Report:
    """Test an engine in a game of a name, keep the report and return it.

    Raises:
        EngineError: if the report cannot be kept.
        CancelledError: if stopped.
    """
    told, report = run_test(entry, get_game(game), home, control)
    keep_report(home, entry, told, report)
    return report
