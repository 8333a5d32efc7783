"""Tournaments read and played on a worker, without Qt."""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path

from engine.jobs import JobControl
from engine.records.formats import format_of
from pokergui.background.engines import refuse_program
from pokergui.formatting.choices import RAKES
from pokergui.pages.watch.tournament.scenes import TournamentChoice
from pokergui.store import (
    HandReader,
    NoDatabaseError,
    Store,
    TournamentJournal,
    add_engine,
    begin_tournament,
    export_tournament,
)
from pokergui.store.errors import StoreError
from pokergui.tournaments.results import write_table
from pokergui.tournaments.run import (
    Progress,
    TournamentRun,
    check_same,
    entrant,
    plan_of,
    read_progress,
)
from pokergui.workers import threads


def read_all(path: Path, control: JobControl) -> dict[int, Progress]:
    """Return all tournaments by number, newest first."""
    try:
        with HandReader(path) as reader:
            progresses = {}
            for one in reader.tournaments():
                control.check()
                progresses[one.number] = Progress(one, reader.table_results(one))
            return progresses
    except NoDatabaseError:
        return {}


def begin(store: Store, choice: TournamentChoice, home: Path) -> int:
    """Write a new tournament and return its number.

    Raises:
        PokerError: if it cannot be played.
    """
    plan = plan_of(
        choice.build_game(),
        choice.engines,
        home,
        hands=choice.hands,
        gauntlet=choice.gauntlet,
        seed=secrets.randbits(63),
        rake=RAKES[choice.rake],
    )
    return begin_tournament(store, choice.build_game(), plan).result().number


def join(store: Store, number: int, name: str, home: Path) -> int:
    """Add an engine and return the number of the tournament.

    Raises:
        PokerError: if it cannot play the game.
    """
    with HandReader(store.path) as reader:
        game = reader.tournament(number).game
    add_engine(store, number, entrant(name, game, home)).result()
    return number


def play(
    store: Store,
    number: int,
    home: Path,
    control: JobControl,
    finish: threading.Event,
    show: Callable[[Progress], None],
) -> Progress:
    """Play the rest of a tournament, on all processors but one.

    Args:
        finish: set to stop after the blocks being played.
        show: called with what is on disk, on this thread.

    Returns:
        The state on disk at the end.

    Raises:
        PokerError: if it cannot continue.
    """
    with HandReader(store.path) as reader:
        before = read_progress(reader, number)
    for name in before.tournament.plan.names:
        refuse_program(name, home)
    check_same(before.tournament, home)
    with threads(max(1, (os.cpu_count() or 2) - 1)) as workers:
        journal = TournamentJournal(store, before.tournament)
        run = TournamentRun(journal, before, home, workers, show)
        run.play(control, finish.is_set)
    return run.progress


def export(path: Path, number: int, file: Path, control: JobControl) -> int:
    """Write the cross table or all hands, by the file's suffix; return their number.

    Raises:
        PokerError: if it cannot be written.
    """
    with HandReader(path) as reader:
        if file.suffix.lower() == ".csv":
            return write_table(read_progress(reader, number), file)
        form = format_of(file)
        if form is None:
            raise StoreError("{name}: no format has that ending", name=file.name)
        return export_tournament(reader, number, form, file, control)
