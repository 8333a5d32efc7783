"""Victims of ``test_kills``: ``python -m tests.pokergui.victims KIND FOLDER``.

Each kind works endlessly in a folder and prints a line whenever something is safe.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, cycle
from pathlib import Path

import numpy as np

from ai import run as running
from ai.blueprint.run import BlueprintRun
from ai.nfsp.run import NfspRun
from ai.replacing import replacing
from ai.run import Run
from ai.table_runs import Training
from ai.tensors import write_tensors
from pokergui.cli import main
from pokergui.instance import InstanceLock
from pokergui.moving import move_data
from pokergui.paths import data_dir
from pokergui.store import (
    HandReader,
    Store,
    export,
    import_hands,
    imports,
    make_backup,
    mend,
    restore,
)
from tests.ai.blueprint.blind import be_blind

OLD = Path(__file__).parent / "store" / "imported4.sql"
ARRAY = 500_000
RUNS: dict[str, tuple[type[Run], tuple[str, ...]]] = {
    "solve": (Training, ("solve", "kuhn", "--algorithm", "cfr+", "--iterations", "1000000000")),
    "train": (
        NfspRun,
        ("train", "kuhn", "--method", "nfsp", "--episodes", "1000000000", "--hidden", "16"),
    ),
    "blueprint": (
        BlueprintRun,
        ("blueprint", "holdem-nolimit@20", "--menu", "100,a/a", "--minutes", "1000"),
    ),
}
"""Commands that learn, and the class of their runs."""


def tell(*words: object) -> None:
    print(*words, file=sys.__stdout__, flush=True)  # commands that work send the other to stderr


def older(path: Path) -> None:
    """A database of an older version, with nine hands."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text("utf-8"))


def importing(folder: Path) -> None:
    path, write = folder / "hands.db", imports._write

    def told(store: Store, rows: list, done: imports.Imported) -> None:
        write(store, rows, done)
        tell(done.imported + done.skipped)

    imports._write, imports.BATCH = told, 50
    for _ in count():
        tell("begin")
        with closing(Store.open(path)) as store:
            import_hands(store, [folder / "hands.log"])
        path.unlink()


def exporting(folder: Path) -> None:
    with HandReader(folder / "hands.db") as reader:
        hands = reader.list().hands
    for some in cycle((hands, hands[:-1])):
        export(some, "acpc", folder / "out.log")
        tell(len(some))


def saving(folder: Path) -> None:
    for number in count(1):
        save(folder, number)
        tell(number)


def save(folder: Path, number: int) -> None:
    """A large file, full of its number."""
    record = {"format_version": 1, "number": number}
    write_tensors(folder / "large.safetensors", record, {"x": np.full(ARRAY, float(number))})


def backing_up(folder: Path) -> None:
    while True:
        tell(make_backup(folder / "hands.db").path)


def starting(folder: Path) -> None:
    for number in count():
        Store.open(folder / f"{number}.db").close()
        tell(number)


def migrating(folder: Path) -> None:
    for number in count():
        path = folder / str(number) / "hands.db"
        path.parent.mkdir(exist_ok=True)
        shutil.copyfile(folder / "old.db", path)
        tell("old", number)
        Store.open(path).close()
        tell("new", number)


def restoring(folder: Path) -> None:
    for hands in cycle((3, 5)):
        restore(folder / "hands.db", folder / f"{hands}.db")
        tell(hands)


def moving(folder: Path) -> None:
    while True:
        here = data_dir()
        lock = InstanceLock(here)
        move_data(folder / ("one" if here.name == "two" else "two"), remove=True)
        lock.release()
        tell(data_dir())


def salvaging(folder: Path) -> None:
    path = folder / "hands.db"
    while True:
        tell("begin")
        with replacing(path) as new:  # atomic, as it is not part of the test
            shutil.copyfile(folder / "damaged.db", new)
        tell("damaged")
        mend(path)
        tell("mended")
        path.unlink()


def learning(kind: str) -> Callable[[Path], None]:
    """The real command, with a checkpoint after every step."""

    def work(folder: Path) -> None:
        cls, command = RUNS[kind]
        save = cls.save

        def told(run: Run, path: Path) -> None:
            save(run, path)
            tell(run.trainer.iteration)

        running.KEEP_SECONDS = 0.0
        cls.save = told  # type: ignore[method-assign]
        if kind == "blueprint":
            be_blind(setattr)
        main([*command, "--checkpoint", str(folder / "run.safetensors")])

    return work


VICTIMS: dict[str, Callable[[Path], None]] = {
    "import": importing,
    "export": exporting,
    "save": saving,
    "backup": backing_up,
    "start": starting,
    "migration": migrating,
    "restore": restoring,
    "move": moving,
    "salvage": salvaging,
    **{kind: learning(kind) for kind in RUNS},
}


def homes(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the folders of a victim's data, settings and logs as environment variables."""
    for name in ("DATA", "CONFIG", "STATE"):
        yield f"XDG_{name}_HOME", str(folder / name.lower())


if __name__ == "__main__":
    kind, folder = sys.argv[1:]
    os.environ.pop("POKERGUI_HOME", None)
    os.environ.update(homes(Path(folder)))
    VICTIMS[kind](Path(folder))
