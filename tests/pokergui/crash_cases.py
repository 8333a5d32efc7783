"""Crash-safety cases, killed by tests: ``python -m tests.pokergui.crash_cases KIND FOLDER``.

Each case writes in a folder without end and prints a line whenever data is safe. Everything that
writes files is a row of ``CRASH_CASES``. Kills of the window are in ``tests/programs``.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from itertools import count, cycle
from pathlib import Path
from typing import Any

import numpy as np

from ai.blueprint.run import BlueprintRun
from ai.cfr.run import CfrRun
from ai.files.arrays import generation_before, open_tensors, write_tensors
from ai.files.atomic import remove_leftovers, replacing
from ai.networks.learners import NfspRun
from ai.reports import flop_set
from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.three_way.run import ThreeWayRun
from ai.training import run as training_run
from ai.training.run import Run
from engine.jobs import JobControl
from pokergui.cli import main
from pokergui.instance import InstanceLock
from pokergui.moving import move_data, tidy_up
from pokergui.paths import data_dir
from pokergui.store import (
    HandReader,
    NoDatabaseError,
    Store,
    backups_of,
    export,
    import_hands,
    imports,
    make_backup,
    mend,
    restore,
    verify,
)
from pokergui.store.backups import KEPT
from pokergui.store.errors import DamagedError
from tests.ai.blueprint.coarse import use_coarse_buckets
from tests.ai.reports.flop_sets import tiny
from tests.pokergui.store.players import begin_match, check_match, new_match
from tests.pokergui.store.random_hands import GAMES, hands_in, play_into, played
from tests.recorded import many_hands

OLD = Path(__file__).parent / "store" / "imported4.sql"
ARRAY = 500_000


def tell(*words: object) -> None:
    print(*words, file=sys.__stdout__, flush=True)  # commands that work send the other to stderr


def homes(folder: Path) -> Iterator[tuple[str, str]]:
    for name in ("DATA", "CONFIG", "STATE"):
        yield f"XDG_{name}_HOME", str(folder / name.lower())


def counted(path: Path) -> int:
    found = verify(path)
    assert found.problems == ()
    return found.hands


class CrashCase:
    """Work in a folder, and the check after a kill.

    Attributes:
        first: lines that it prints before it is killed.
        round: further lines until it has started over.
        kills: number of kills for a release.
        hands: number in the database at the start.
    """

    first, round, kills, hands = 1, 2, 80, 0

    def prepare(self, folder: Path) -> None:
        if self.hands:
            played(folder / "hands.db", self.hands)

    def work(self, folder: Path) -> None:
        raise NotImplementedError

    def judge(self, folder: Path, said: list[str]) -> None:
        """Fail unless everything reported as saved is there."""

    def again(self, folder: Path) -> None:
        """Start again; no temporary file may remain."""
        if self.hands:
            Store.open(folder / "hands.db").close()
        remove_leftovers(folder)


class Play(CrashCase):
    round = len(GAMES)

    def work(self, folder: Path) -> None:
        store = Store.open(folder / "hands.db")
        for seed in count():
            (number,) = play_into(store, 1, seed, (GAMES[seed % len(GAMES)],))
            tell(number)

    def judge(self, folder: Path, said: list[str]) -> None:
        assert counted(folder / "hands.db") >= int(said[-1])
        hands = hands_in(folder / "hands.db")
        with HandReader(folder / "hands.db") as reader:
            unfinished = reader.open_hands().hands
        # No hand ends in two places.
        assert not {one.deck_number for one in unfinished} & {hand.deck_number for hand in hands}
        assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
        assert all(hand.record.replay().payoffs == hand.payoffs for hand in hands[-50:])


class PlayMatch(CrashCase):
    first, round = 2, 3

    def work(self, folder: Path) -> None:
        store = Store.open(folder / "hands.db")
        match, ticket = new_match(), begin_match(store)
        for size in cycle((50, 700, 300)):
            match.run(size, JobControl(), lambda chunk: store.append_block(ticket, chunk).result())
            tell(match.hands - store.unsaved)

    def judge(self, folder: Path, said: list[str]) -> None:
        assert check_match(folder / "hands.db") >= int(said[-1]) > 0


class TellingStore(Store):
    safe = 0

    def add_imported(self, rows: Sequence[dict[str, Any]]) -> Future[int]:
        added = super().add_imported(rows)
        added.result()
        self.safe += len(rows)
        tell(self.path.name, self.safe)
        return added


class Import(CrashCase):
    first = 2

    def prepare(self, folder: Path) -> None:
        path = played(folder / "few.db", 40)
        export(hands_in(path), "acpc", folder / "few.log")
        path.unlink()
        many_hands(folder / "few.log", 400)

    def work(self, folder: Path) -> None:
        imports.BATCH = 50
        for number in count():
            with closing(TellingStore.open(folder / f"{number}.db")) as store:
                import_hands(store, [folder / "hands.log"])

    def judge(self, folder: Path, said: list[str]) -> None:
        name, safe = said[-1].split()
        assert counted(folder / name) >= int(safe)
        for file in folder.glob("*.db"):
            with suppress(NoDatabaseError):
                HandReader(file).close()
                counted(file)
        for file in folder.glob("*.db*"):
            file.unlink()


class Export(CrashCase):
    hands = 60

    def prepare(self, folder: Path) -> None:
        super().prepare(folder)
        for name in ("0", "1", "out"):
            self._export(folder, name)

    def _export(self, folder: Path, name: str) -> None:
        hands = hands_in(folder / "hands.db")
        export(hands[int(name == "1") :], "acpc", folder / f"{name}.log")

    def work(self, folder: Path) -> None:
        hands = hands_in(folder / "hands.db")
        for skipped in cycle((0, 1)):
            export(hands[skipped:], "acpc", folder / "out.log")
            tell(skipped)

    def judge(self, folder: Path, said: list[str]) -> None:
        whole = [(folder / f"{name}.log").read_bytes() for name in ("0", "1")]
        assert (folder / "out.log").read_bytes() in whole

    def again(self, folder: Path) -> None:
        self._export(folder, "out")


class Save(CrashCase):
    """A large file filled with its own number."""

    first = 2

    def _save(self, folder: Path, number: int) -> None:
        record = {"format_version": 1, "number": number}
        write_tensors(folder / "large.safetensors", record, {"x": np.full(ARRAY, float(number))})

    def work(self, folder: Path) -> None:
        for number in count(1):
            self._save(folder, number)
            tell(number)

    def judge(self, folder: Path, said: list[str]) -> None:
        last, path = int(said[-1]), folder / "large.safetensors"
        for file, numbers in (
            (path, (last, last + 1)),
            (generation_before(path), (last - 1, last)),
        ):
            if not file.exists() and last == 1:
                continue
            with open_tensors(file, "a file", 1) as found:
                number = found.record["number"]
                assert number in numbers
                assert np.array_equal(found.load()["x"], np.full(ARRAY, float(number)))

    def again(self, folder: Path) -> None:
        self._save(folder, 1)


class Backup(CrashCase):
    hands = 60

    def work(self, folder: Path) -> None:
        while True:
            tell(make_backup(folder / "hands.db").path)

    def judge(self, folder: Path, said: list[str]) -> None:
        found = backups_of(folder / "hands.db")
        assert said[-1] in {str(one.path) for one in found}
        assert KEPT <= len(found) <= KEPT + 1 or len(said) < KEPT
        for one in (*found[:2], found[-1]):
            assert counted(one.path) == one.hands == counted(folder / "hands.db")


class Start(CrashCase):
    def work(self, folder: Path) -> None:
        for number in count():
            Store.open(folder / f"{number}.db").close()
            tell(number)

    def judge(self, folder: Path, said: list[str]) -> None:
        for number in (int(said[-1]), int(said[-1]) + 1):  # the next start continues
            assert counted(played(folder / f"{number}.db", 1)) == 1
        for file in folder.glob("*.db"):
            file.unlink()


class Migration(CrashCase):
    def prepare(self, folder: Path) -> None:
        with closing(sqlite3.connect(folder / "old.db")) as db:
            db.executescript(OLD.read_text("utf-8"))

    def work(self, folder: Path) -> None:
        for number in count():
            path = folder / str(number) / "hands.db"
            path.parent.mkdir(exist_ok=True)
            shutil.copyfile(folder / "old.db", path)
            tell("old", number)
            Store.open(path).close()
            tell("new", number)

    def judge(self, folder: Path, said: list[str]) -> None:
        state, number = said[-1].split()
        path = folder / number / "hands.db"
        assert counted(path) == 9
        with closing(sqlite3.connect(path)) as db:
            (version,) = db.execute("PRAGMA user_version").fetchone()
        assert version > 4 or state == "old"
        Store.open(path).close()  # the next start continues
        assert counted(path) == counted(backups_of(path)[0].path) == 9
        for one in folder.glob("[0-9]*"):
            shutil.rmtree(one)


class Restore(CrashCase):
    first, hands = 2, 4

    def prepare(self, folder: Path) -> None:
        super().prepare(folder)
        for hands in (3, 5):
            played(folder / f"{hands}.db", hands)

    def work(self, folder: Path) -> None:
        for hands in cycle((3, 5)):
            restore(folder / "hands.db", folder / f"{hands}.db")
            tell(hands)

    def judge(self, folder: Path, said: list[str]) -> None:
        assert counted(folder / "hands.db") in (3, 5)
        for kept in folder.glob("hands-before-restore-*.db"):
            assert counted(kept) in (3, 4, 5, 6)
            kept.unlink()
        played(folder / "hands.db", 1)  # and play continues


class Move(CrashCase):
    """All files moved back and forth; with ``remove`` False the old ones stay."""

    files = 3

    def __init__(self, *, remove: bool) -> None:
        self.remove = remove

    def prepare(self, folder: Path) -> None:
        data_dir().mkdir(parents=True)
        played(data_dir() / "hands.db", 3)
        (data_dir() / "strategies").mkdir()
        for number in range(self.files):
            (data_dir() / "strategies" / f"{number}.bin").write_bytes(bytes(100_000))

    def work(self, folder: Path) -> None:
        while True:
            here = data_dir()
            lock = InstanceLock(here)
            move_data(folder / ("one" if here.name == "two" else "two"), remove=self.remove)
            lock.release()
            tell(data_dir())
            if not self.remove:
                shutil.rmtree(here)

    def judge(self, folder: Path, said: list[str]) -> None:
        tidy_up()
        here = data_dir()
        assert here.name in ("one", "two", Path(said[-1]).name)
        assert counted(here / "hands.db") == 3
        assert len(list((here / "strategies").iterdir())) == self.files
        for other in (folder / one for one in ("one", "two") if one != here.name):
            assert not other.exists() or not self.remove
            shutil.rmtree(other, ignore_errors=True)
        names = [file.name for file in (folder / "config" / "pokergui").iterdir()]
        assert names == ["data-folder"]


class Salvage(CrashCase):
    first, round = 4, 3

    def prepare(self, folder: Path) -> None:
        path = played(folder / "damaged.db", 60)
        data = bytearray(path.read_bytes())
        at = bytes(data).rindex(b"random")  # in a row of the last page: some of its rows are lost
        data[at : at + 400] = b"x" * 400
        path.write_bytes(data)

    def work(self, folder: Path) -> None:
        path = folder / "hands.db"
        while True:
            tell("begin")
            with replacing(path) as new:  # atomic, as it is not part of the test
                shutil.copyfile(folder / "damaged.db", new)
            tell("damaged")
            mend(path)
            tell("mended")
            path.unlink()

    def judge(self, folder: Path, said: list[str]) -> None:
        path, whole = folder / "hands.db", folder / "whole.db"
        if said[-1] != "damaged" and not path.exists():
            return  # about to start over
        if said[-1] != "mended":  # the next start continues, or repeats it
            with suppress(DamagedError):
                Store.open(path).close()
            mend(path)
        shutil.copyfile(folder / "damaged.db", whole)
        mend(whole)
        assert counted(path) == counted(whole) >= 30
        for file in (*folder.glob("hands-damaged-*"), *folder.glob("whole*"), path):
            file.unlink()

    def again(self, folder: Path) -> None:
        assert list(folder.glob("*salvaged*")) == []
        super().again(folder)


class Learn(CrashCase):
    """The real command, with a checkpoint after every step."""

    first = 3

    def __init__(self, cls: type[Run[Any]], command: str) -> None:
        self.cls, self.command = cls, command.split()

    def work(self, folder: Path) -> None:
        save = self.cls.save

        def told(run: Run[Any], path: Path) -> None:
            save(run, path)
            tell(run.trainer.iteration)

        training_run.KEEP_SECONDS = 0.0
        self.cls.save = told  # type: ignore[assignment,method-assign]
        use_coarse_buckets(setattr)
        main([*self.command, str(folder / "run.safetensors")])

    def judge(self, folder: Path, said: list[str]) -> None:
        path = folder / "run.safetensors"
        run = self.cls.load(path)  # type: ignore[attr-defined]
        assert run.trainer.iteration >= int(said[-1])
        before = self.cls.load(generation_before(path))  # type: ignore[attr-defined]
        assert before.trainer.iteration <= run.trainer.iteration

    def again(self, folder: Path) -> None:
        path = folder / "run.safetensors"
        self.cls.load(path).save(path)  # type: ignore[attr-defined]


class SolveFlops(CrashCase):
    """Sets of flops, with a checkpoint after every step."""

    first = 3

    def work(self, folder: Path) -> None:
        training_run.KEEP_SECONDS = 0.0
        for number in count():
            flops, place = tiny(), folder / f"set-{number}"
            flop_set.begin_set(place, flops)
            for board in flops.boards:
                flop_set.solve_flop(flops, board, place)
                tell(flop_set.file_of(place, board))

    def judge(self, folder: Path, said: list[str]) -> None:
        assert all(not read_kept(Path(name)).rivers for name in said)

    def again(self, folder: Path) -> None:
        for place in folder.glob("set-*"):
            flops = tiny()
            flop_set.begin_set(place, flops)
            for board in flop_set.unsolved(place, flops):
                assert flop_set.solve_flop(flops, board, place)
            assert not list(place.glob("*.checkpoint*"))


STEPPED: dict[str, CrashCase] = {
    "play": Play(),
    "match": PlayMatch(),
    "import": Import(),
    "export": Export(),
    "save": Save(),
    "backup": Backup(),
    "start": Start(),
    "migration": Migration(),
    "restore": Restore(),
    "move": Move(remove=True),
    "copy": Move(remove=False),
    "salvage": Salvage(),
}
TRAIN, BLUEPRINT = "train kuhn --method nfsp", "blueprint holdem-nolimit@20 --menu 100,a/a"
SPOT = "solve-spot --board QsJh2h8c --ranges AA,KQs,T9s KK,AJ --pot 100 --stack 95 --bets a"
THREE = f"{SPOT.replace('8c', '8c5d').replace('KK,AJ', 'KK,AJ QQ,98s')} --raises a"
CRASH_CASES = STEPPED | {
    "solve": Learn(CfrRun, f"solve kuhn --algorithm cfr+ --iterations {10**9} --checkpoint"),
    "train": Learn(NfspRun, f"{TRAIN} --episodes {10**9} --hidden 16 --checkpoint"),
    "blueprint": Learn(BlueprintRun, f"{BLUEPRINT} --minutes 1000 --checkpoint"),
    "flops": SolveFlops(),
    "three-way spot": Learn(ThreeWayRun, f"{THREE} --iterations {10**9} --out"),
    "spot": Learn(SpotRun, f"{SPOT} --raises a --iterations {10**9} --out"),
}
"""Also commands that learn, in threads of their own and kernels."""


def use_home(folder: Path, set_variable: Callable[[str, str], object]) -> None:
    for name, value in homes(folder):
        set_variable(name, value)


def judged(case: CrashCase, folder: Path, said: list[str]) -> None:
    """Check what a kill left; the next start must clean up everything."""
    case.judge(folder, said)
    case.again(folder)
    assert [str(file) for file in folder.rglob(".pokergui-*")] == []


if __name__ == "__main__":
    os.environ.pop("POKERGUI_HOME", None)
    use_home(Path(sys.argv[2]), os.environ.__setitem__)
    CRASH_CASES[sys.argv[1]].work(Path(sys.argv[2]))
